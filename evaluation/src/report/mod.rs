//! What an arena came to, as a document for machines and a table for people.

mod meeting;
mod strength;
mod text;

use serde::{Deserialize, Serialize};

use crate::arena::scores::{Pair, of_meeting};
use crate::arena::{ArenaRecord, Thinking, Which};
use crate::changes::{Changes, in_words};
use crate::interval::Interval;
use crate::sprt::{Sprt, Verdict};

pub(crate) use text::{STOPPED, repeats, sprt_words, time_text, write_table};

/// The document that `spinward arena --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaReport {
    /// `spinward/arena/1`.
    pub schema: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The preset's id.
    pub preset: String,
    /// Options that differ from the preset's.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    pub options: Changes,
    /// Figures that differ from the game's data, as TOML values.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    pub figures: Changes,
    /// The seed of the whole arena.
    pub seed: u64,
    /// How long everyone was to think, where the plan says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<Thinking>,
    /// Whose values luck was measured by, where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
    /// The agents.
    pub agents: Vec<String>,
    /// The meetings of two agents that have at least one whole pair of games.
    pub pairs: Vec<PairReport>,
    /// The agents from best to worst; those without a whole pair of games are left out.
    pub ratings: Vec<RatingReport>,
    /// What the first seat is worth, by the same fit; none where there are more than two seats or nothing was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<SeatsReport>,
    /// Who is best where agents beat each other in circles; none unless three agents or more all met each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Vec<CycleReport>>,
    /// Games that were played.
    pub games: usize,
    /// Games that the plan has.
    pub planned_games: usize,
}

/// Two agents' meeting. Only whole pairs of games count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReport {
    /// One agent.
    pub a: String,
    /// The other.
    pub b: String,
    /// Games played.
    pub games: usize,
    /// How many of them differ, where some are the same move by move and roll by roll. If every pair repeats the first, intervals,
    /// ratings and tests count one pair, see [`sample`](crate::arena::scores::sample).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub different_games: Option<usize>,
    /// Games in which `a` scored more than half.
    pub a_wins: usize,
    /// Games in which `b` did.
    pub b_wins: usize,
    /// Games in which neither did.
    pub draws: usize,
    /// The share of points of `a` (a win 1, a draw ½), 0 to 1.
    pub a_score: f64,
    /// Its 95 % interval, see [`mod@crate::interval`].
    pub ci95: Interval,
    /// The same less the luck of the dice, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<AdjustedReport>,
    /// The sequential test, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// The score by the seat that `a` sat in.
    pub a_by_seat: Vec<SeatReport>,
    /// Processor seconds of `a` in all games.
    pub a_cpu_s: f64,
    /// Processor seconds of `b`.
    pub b_cpu_s: f64,
    /// Unforced decisions of `a` in all games.
    pub a_decisions: u64,
    /// Unforced decisions of `b`.
    pub b_decisions: u64,
}

/// An agent's results in one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatReport {
    /// The seat's number.
    pub seat: usize,
    /// The seat's name.
    pub name: String,
    /// Games played in it.
    pub games: usize,
    /// The share of points, 0 to 1.
    pub score: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
}

/// An agent's strength, see [`mod@crate::rating`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingReport {
    /// The agent.
    pub agent: String,
    /// Elo points relative to the mean of all agents.
    pub elo: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
}

/// What the first seat is worth, see [`mod@crate::rating`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatsReport {
    /// Elo points by which the first seat is better than the second.
    pub elo: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// The share of draws between equals, 0 to 1.
    pub draws: f64,
}

/// A score less the luck of the dice, see [`mod@crate::luck`]: of each pair as much as the other pairs show that luck counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdjustedReport {
    /// The share of points of `a` less its luck; may lie outside 0 to 1.
    pub score: f64,
    /// Its 95 % interval, see [`mean_of_adjusted_pairs`](crate::interval::mean_of_adjusted_pairs); documents of older programs may
    /// lack it.
    #[serde(default = "says_nothing")]
    pub ci95: Interval,
    /// Pairs in which luck was measured, where that are not all; no luck is taken off the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// How much of the luck was taken off, see [`LuckWeight`](crate::arena::scores::LuckWeight).
    #[serde(default)]
    pub weight: f64,
    /// The variance of pairs' scores as a part of that of the raw ones: as wide an interval takes this part of the games.
    /// None where the raw ones do not vary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<f64>,
}

/// The interval of who knows nothing of a score.
fn says_nothing() -> Interval {
    [0.0, 1.0]
}

/// How a sequential test stands, see [`mod@crate::sprt`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtReport {
    /// What is tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// By which scores.
    pub scores: Which,
    /// Pairs that count.
    pub pairs: u32,
    /// The log likelihood ratio.
    pub llr: f64,
    /// Where it accepts hypothesis 0 and hypothesis 1.
    pub bounds: [f64; 2],
    /// What it says.
    pub verdict: Verdict,
}

/// An agent among agents that beat each other in circles, see [`mod@crate::cycles`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CycleReport {
    /// The agent.
    pub agent: String,
    /// Its weight in the mixture that no agent beats, 0 to 1.
    pub nash: f64,
    /// Its share of points against that mixture.
    pub nash_score: f64,
    /// How much of the time its kind holds the population, by alpha-rank.
    pub alpha_rank: f64,
}

impl ArenaReport {
    /// What is played: `imperium/duel (cobb-2005; fleets=medium)`.
    pub fn title(&self) -> String {
        let Self { game, scenario, preset, options, figures, .. } = self;
        format!("{game}/{scenario} ({})", in_words(preset, options, figures))
    }

    /// The report of a record; `seats` are the names of the game's seats.
    pub fn new(record: &ArenaRecord, seats: &[&str]) -> Self {
        let plan = &record.plan;
        let meetings = || 0..plan.meetings.len();
        let played: Vec<Vec<Pair<'_>>> = meetings().map(|index| of_meeting(record, index)).collect();
        let strength = strength::Strength::new(plan, &played, seats.len());
        Self {
            schema: "spinward/arena/1".into(),
            game: plan.game.clone(),
            scenario: plan.scenario.clone(),
            preset: plan.preset.clone(),
            options: plan.changed_options(),
            figures: plan.figures.clone(),
            seed: plan.seed,
            agents: plan.agents.clone(),
            pairs: meetings()
                .filter_map(|index| meeting::report(record, index, seats, &played[index]))
                .collect(),
            ratings: strength.ratings(),
            first_seat: strength.first_seat(),
            cycles: strength.cycles(),
            thinking: Some(plan.thinking).filter(|thinking| !thinking.is_own()),
            luck: plan.luck.clone(),
            games: record.played(),
            planned_games: record.planned(),
        }
    }
}

/// The agents' ratings so far, from best to worst, without the rest of the report; `seats` is the game's number of seats.
pub fn standings(record: &ArenaRecord, seats: usize) -> Vec<RatingReport> {
    let meetings = 0..record.plan.meetings.len();
    let played: Vec<Vec<Pair<'_>>> = meetings.map(|index| of_meeting(record, index)).collect();
    strength::Strength::new(&record.plan, &played, seats).ratings()
}

#[cfg(test)]
mod tests;
