//! What the games of two agents came to: points, with and without luck, pair by pair.

use std::collections::BTreeSet;

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
    /// What luck brought the first agent in each, in points, where it was measured.
    pub luck: Option<[f64; 2]>,
}

impl Pair<'_> {
    /// The first agent's share of points in both games, 0 to 1.
    pub fn score(&self) -> f64 {
        self.points.iter().sum::<f64>() / 2.0
    }

    /// What luck brought it in both, as a share of points.
    pub fn mean_luck(&self) -> Option<f64> {
        self.luck.map(|luck| luck.iter().sum::<f64>() / 2.0)
    }

    /// The courses of both games, where they are known.
    fn courses(&self) -> Option<[u64; 2]> {
        let [first, second] = self.games;
        Some([first.course?, second.course?])
    }

    /// Whether both of its games are those of another pair, move by move and roll by roll.
    pub fn repeats(&self, other: &Self) -> bool {
        self.courses().is_some() && self.courses() == other.courses()
    }
}

/// The pairs of a meeting that count as a sample: all of them, unless every one repeats the first. Then nothing was left to chance,
/// neither dice nor agents, and playing on tells no more than the first pair did. (Where games differ, two that came out alike did so
/// by chance, and both count.)
pub fn sample<'b, 'a>(pairs: &'b [Pair<'a>]) -> &'b [Pair<'a>] {
    match pairs {
        [first, others @ ..] if others.iter().all(|pair| pair.repeats(first)) => &pairs[..1],
        _ => pairs,
    }
}

/// How many of the games of these pairs differ, in what happened or in who sat where; `None` where that is not known of all.
pub fn different_games(pairs: &[Pair<'_>]) -> Option<usize> {
    let games = pairs.iter().map(|pair| pair.courses().map(|[first, second]| [(0, first), (1, second)]));
    let games: Vec<[(usize, u64); 2]> = games.collect::<Option<_>>()?;
    Some(games.into_iter().flatten().collect::<BTreeSet<_>>().len())
}

/// How much of a pair's luck is taken off its score: as much as other pairs show that luck counts, by the least squares of their
/// scores. The mean luck of a pair is zero whatever other pairs did, so that scores stay unbiased, and values that tell little of the games at hand take little off.
#[derive(Clone, Copy, Debug, Default)]
pub struct LuckWeight {
    pairs: f64,
    scores: f64,
    lucks: f64,
    products: f64,
    squares: f64,
}

/// Until pairs say otherwise luck counts in full: as much as so many pairs would say it.
const PRIOR_PAIRS: f64 = 5.0;

impl LuckWeight {
    /// Learns from a pair.
    pub fn add(&mut self, score: f64, luck: f64) {
        self.count(1.0, score, luck);
    }

    /// The same without one of its pairs.
    #[must_use]
    pub fn without(mut self, score: f64, luck: f64) -> Self {
        self.count(-1.0, score, luck);
        self
    }

    fn count(&mut self, times: f64, score: f64, luck: f64) {
        self.pairs += times;
        self.scores += times * score;
        self.lucks += times * luck;
        self.products += times * score * luck;
        self.squares += times * luck * luck;
    }

    /// The part of luck to take off, 0 and more.
    pub fn weight(&self) -> f64 {
        let a_pair = self.squares / self.pairs.max(1.0);
        if a_pair < 1e-12 {
            return 1.0;
        }
        // The mean of luck is known to be zero.
        let along = self.products - self.scores / self.pairs * self.lucks;
        ((along + PRIOR_PAIRS * a_pair) / (self.squares + PRIOR_PAIRS * a_pair)).max(0.0)
    }
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
            let luck = match luck {
                [Some(first), Some(second)] => Some([first, second]),
                _ => None,
            };
            Pair { number: games[0].key.pair, games, points, luck }
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
/// depend on which game ended first; those played beyond it do not count. How much of a pair's luck is taken off follows from the
/// pairs before it. As long as every pair repeats the first there is no verdict: they say no more than one.
pub fn sequential(record: &ArenaRecord, pairs: &[Pair<'_>]) -> Option<Sequential> {
    let plan = record.plan.sprt?;
    let (mut scores, mut earlier) = (PairScores::new(), LuckWeight::default());
    let mut are_alike = true;
    let mut sequential = Sequential { pairs: 0, log_likelihood_ratio: 0.0, verdict: Verdict::Continue };
    for pair in pairs {
        let counted = match plan.scores {
            Which::Raw => pair.score(),
            Which::Adjusted => pair.score() - earlier.weight() * pair.mean_luck()?,
        };
        if pair.number != sequential.pairs || sequential.verdict != Verdict::Continue {
            break;
        }
        scores.add(counted);
        earlier.add(pair.score(), pair.mean_luck().unwrap_or(0.0));
        are_alike &= pair.repeats(&pairs[0]);
        sequential = Sequential {
            pairs: sequential.pairs + 1,
            log_likelihood_ratio: plan.test.log_likelihood_ratio(&scores),
            verdict: if are_alike { Verdict::Continue } else { plan.test.verdict(&scores) },
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
