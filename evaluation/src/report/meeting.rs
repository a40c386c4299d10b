//! The report of two agents' meeting.

use spinward_env::core::Seat;

use super::{AdjustedReport, PairReport, SeatReport, SprtReport};
use crate::arena::ArenaRecord;
use crate::arena::scores::{LuckWeight, Pair, different_games, points_of_seat, sample, sequential};
use crate::interval::{Sample, mean_of_adjusted_pairs, mean_of_pairs};

pub(super) fn report(
    record: &ArenaRecord,
    meeting: usize,
    seats: &[&str],
    pairs: &[Pair<'_>],
) -> Option<PairReport> {
    let plan = &record.plan;
    let (a, b) = plan.meetings[meeting];
    let counted = sample(pairs);
    let (a_score, ci95) = mean_of_pairs(&counted.iter().map(Pair::score).collect::<Vec<_>>())?;
    let of_games = |counts: fn(f64) -> bool| {
        pairs.iter().flat_map(|pair| pair.points).filter(|points| counts(*points)).count()
    };
    let costs = Costs::of(record, meeting, pairs);
    Some(PairReport {
        a: plan.agents[a].clone(),
        b: plan.agents[b].clone(),
        games: 2 * pairs.len(),
        different_games: different_games(pairs).filter(|&different| different < 2 * pairs.len()),
        a_wins: of_games(|points| points > 0.5),
        b_wins: of_games(|points| points < 0.5),
        draws: of_games(|points| points == 0.5),
        a_score,
        ci95,
        adjusted: adjusted(counted),
        sprt: sprt(record, pairs),
        a_by_seat: by_seat(record, meeting, seats, counted),
        a_cpu_s: costs.cpu_s[0],
        b_cpu_s: costs.cpu_s[1],
        a_decisions: costs.decisions[0],
        b_decisions: costs.decisions[1],
    })
}

/// What the two agents spent.
#[derive(Default)]
struct Costs {
    cpu_s: [f64; 2],
    decisions: [u64; 2],
}

impl Costs {
    fn of(record: &ArenaRecord, meeting: usize, pairs: &[Pair<'_>]) -> Self {
        let mut costs = Self::default();
        let (a, _) = record.plan.meetings[meeting];
        for game in pairs.iter().flat_map(|pair| pair.games) {
            let holders = record.plan.holders(meeting, game.key.seating, game.returns.len());
            for (seat, &holder) in holders.iter().enumerate() {
                costs.cpu_s[usize::from(holder != a)] += game.cpu_s[seat];
                costs.decisions[usize::from(holder != a)] += u64::from(game.decisions[seat]);
            }
        }
        costs
    }
}

fn by_seat(record: &ArenaRecord, meeting: usize, seats: &[&str], pairs: &[Pair<'_>]) -> Vec<SeatReport> {
    let (a, _) = record.plan.meetings[meeting];
    let mut points: Vec<Vec<f64>> = vec![Vec::new(); seats.len()];
    for game in pairs.iter().flat_map(|pair| pair.games) {
        let holders = record.plan.holders(meeting, game.key.seating, seats.len());
        for seat in Seat::all(seats.len()).filter(|seat| holders[seat.index()] == a) {
            points[seat.index()].push(points_of_seat(seat, &holders, &game.returns));
        }
    }
    let report = |(seat, (points, name)): (usize, (Vec<f64>, &&str))| {
        let sample = Sample::of(points)?;
        let (name, games) = (name.to_string(), sample.count as usize);
        Some(SeatReport { seat, name, games, score: sample.mean, ci95: sample.wilson() })
    };
    points.into_iter().zip(seats).enumerate().filter_map(report).collect()
}

/// `None` unless luck was measured.
pub(super) fn adjusted(pairs: &[Pair<'_>]) -> Option<AdjustedReport> {
    let measured = pairs.iter().filter(|pair| pair.luck.is_some()).count();
    if measured == 0 {
        return None;
    }
    let raw: Vec<f64> = pairs.iter().map(Pair::score).collect();
    let both = || pairs.iter().map(|pair| (pair.score(), pair.mean_luck().unwrap_or(0.0)));
    let mut all = LuckWeight::default();
    both().for_each(|(score, luck)| all.add(score, luck));
    let without: Vec<f64> =
        both().map(|(score, luck)| score - all.without(score, luck).weight() * luck).collect();
    let (score, ci95) = mean_of_adjusted_pairs(&without)?;
    let (spread, of_raw) = (variance(&without), variance(&raw).filter(|&raw| raw > 0.0));
    Some(AdjustedReport {
        score,
        ci95,
        pairs: Some(measured).filter(|&measured| measured < pairs.len()),
        weight: all.weight(),
        variance: spread.zip(of_raw).map(|(spread, raw)| spread / raw),
    })
}

/// The variance of a sample; `None` of fewer than two values.
fn variance(values: &[f64]) -> Option<f64> {
    let mean = Sample::of(values.iter().copied()).filter(|sample| sample.count > 1.0)?.mean;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some(squares / (values.len() - 1) as f64)
}

fn sprt(record: &ArenaRecord, pairs: &[Pair<'_>]) -> Option<SprtReport> {
    let (plan, stands) = (record.plan.sprt?, sequential(record, pairs)?);
    Some(SprtReport {
        test: plan.test,
        scores: plan.scores,
        pairs: stands.pairs,
        llr: stands.log_likelihood_ratio,
        bounds: plan.test.bounds(),
        verdict: stands.verdict,
    })
}
