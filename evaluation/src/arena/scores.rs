//! What the games of two agents came to: points, with and without luck, pair by pair.

use spinward_env::core::Seat;

use super::plan::{ArenaPlan, Which};
use super::record::{ArenaRecord, PlayedGame};
use crate::interval::Sample;
use crate::sprt::{PairScores, Verdict};

/// The two games of a pair with what the meeting's first agent made of them.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// Which pair.
    pub number: u32,
    /// The games: the first agent sits in the first seat, in the second seat.
    pub games: [&'a PlayedGame; 2],
    /// The first agent's share of points in each, 0 to 1.
    pub points: [f64; 2],
    /// The same less the luck of the dice, where it was measured: around 0 to 1.
    pub adjusted: Option<[f64; 2]>,
}

/// The whole pairs of a meeting, in order.
pub fn of_meeting(record: &ArenaRecord, meeting: usize) -> Vec<Pair<'_>> {
    let mut games: Vec<&PlayedGame> = record
        .games
        .iter()
        .filter(|game| game.key.meeting == meeting && game.key.pair < record.plan.pairs)
        .collect();
    games.sort_by_key(|game| game.key);
    let whole = games.chunk_by(|a, b| a.key.pair == b.key.pair);
    let whole = whole.filter_map(|pair| <[&PlayedGame; 2]>::try_from(pair).ok());
    whole
        .map(|games| {
            let points = games.map(|game| points(&record.plan, game));
            let luck = games.map(|game| luck(&record.plan, game));
            let adjusted = match luck {
                [Some(first), Some(second)] => Some([points[0] - first, points[1] - second]),
                _ => None,
            };
            Pair { number: games[0].key.pair, games, points, adjusted }
        })
        .collect()
}

/// The first agent's share of points in a game, 0 to 1: the mean of its seats.
pub fn points(plan: &ArenaPlan, game: &PlayedGame) -> f64 {
    let holders = plan.holders(game.key.meeting, game.key.seating, game.returns.len());
    let own = own_seats(plan, game, &holders);
    Sample::of(own.map(|seat| points_of_seat(seat, &holders, &game.returns)))
        .map_or(0.5, |sample| sample.mean)
}

/// What luck brought the first agent in a game, in points; `None` where it was not measured.
pub fn luck(plan: &ArenaPlan, game: &PlayedGame) -> Option<f64> {
    let holders = plan.holders(game.key.meeting, game.key.seating, game.returns.len());
    let (a, _) = plan.meetings[game.key.meeting];
    let mean = |own: bool| {
        let seats = holders.iter().zip(&game.luck).filter(|(holder, _)| (**holder == a) == own);
        Sample::of(seats.map(|(_, luck)| *luck))
    };
    Some((mean(true)?.mean - mean(false)?.mean) / 2.0)
}

fn own_seats<'a>(
    plan: &ArenaPlan,
    game: &PlayedGame,
    holders: &'a [usize],
) -> impl Iterator<Item = Seat> + use<'a> {
    let (a, _) = plan.meetings[game.key.meeting];
    Seat::all(holders.len()).filter(move |seat| holders[seat.index()] == a)
}

/// The share of points of the agent in `seat`, 0 to 1: against each seat of the other agent a larger return is
/// a win, an equal one a draw.
pub fn points_of_seat(seat: Seat, holders: &[usize], returns: &[f32]) -> f64 {
    let others: Vec<f32> = holders
        .iter()
        .zip(returns)
        .filter(|(holder, _)| **holder != holders[seat.index()])
        .map(|(_, value)| *value)
        .collect();
    let own = returns[seat.index()];
    let points = |&other: &f32| {
        if own > other {
            1.0
        } else if own < other {
            0.0
        } else {
            0.5
        }
    };
    others.iter().map(points).sum::<f64>() / others.len() as f64
}

/// How far a meeting's sequential test has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// Pairs that count: those until the verdict, or until the first one that is missing.
    pub pairs: u32,
    /// The log likelihood ratio after them.
    pub log_likelihood_ratio: f64,
    /// What they say.
    pub verdict: Verdict,
}

/// The sequential test of a meeting, where the plan has one. Pairs count in the order of the plan, so that the verdict does not
/// depend on which game ended first; those played beyond it do not count.
pub fn sequential(record: &ArenaRecord, pairs: &[Pair<'_>]) -> Option<Sequential> {
    let plan = record.plan.sprt?;
    let mut scores = PairScores::new();
    let mut sequential = Sequential { pairs: 0, log_likelihood_ratio: 0.0, verdict: Verdict::Continue };
    for pair in pairs {
        let counted = match plan.scores {
            Which::Raw => pair.points,
            Which::Adjusted => pair.adjusted?,
        };
        if pair.number != sequential.pairs || sequential.verdict != Verdict::Continue {
            break;
        }
        scores.add((counted[0] + counted[1]) / 2.0);
        sequential = Sequential {
            pairs: sequential.pairs + 1,
            log_likelihood_ratio: plan.test.log_likelihood_ratio(&scores),
            verdict: plan.test.verdict(&scores),
        };
    }
    Some(sequential)
}

impl ArenaRecord {
    /// Whether every game was played that the meetings' tests left to play.
    pub fn is_complete(&self) -> bool {
        self.played() >= self.planned()
            || (self.plan.sprt.is_some()
                && (0..self.plan.meetings.len()).all(|meeting| self.is_decided(meeting)))
    }

    /// Whether a meeting has all its games, or a test that ended it.
    pub fn is_decided(&self, meeting: usize) -> bool {
        let pairs = of_meeting(self, meeting);
        pairs.len() >= self.plan.pairs as usize
            || sequential(self, &pairs).is_some_and(|test| test.verdict != Verdict::Continue)
    }
}
