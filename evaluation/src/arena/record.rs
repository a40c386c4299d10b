use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use spinward_env::core::Facts;
use thiserror::Error;

use super::plan::{ArenaPlan, GameKey};
use crate::saved::{self, Saved};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which.
    pub key: GameKey,
    /// The return of each seat.
    pub returns: Vec<f32>,
    /// Seconds of processor time of each seat.
    pub cpu_s: Vec<f64>,
    /// Decisions with at least two legal actions, of each seat.
    pub decisions: Vec<u32>,
    /// What the dice brought each seat beyond what was to be expected, in shares of the way from the worst return to the best;
    /// empty where luck was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<f64>,
    /// A hash of everything that was decided and drawn, see [`GameResult::course`](crate::game::GameResult::course); none in saves of
    /// older programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<u64>,
}

/// A plan and the games played so far: what is saved and resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaRecord {
    /// The format, [`ArenaRecord::VERSION`].
    pub version: u32,
    /// What is to be played.
    pub plan: ArenaPlan,
    /// What was, in the order in which the games ended.
    pub games: Vec<PlayedGame>,
}

/// More luck than any game can bring, in shares of the way from the worst return to the best: each of its rolls brings less
/// than one.
const MOST_LUCK: f64 = 10_000.0;

/// Why saved games can't be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// It can't be read.
    #[error("no saved games: {0}")]
    Malformed(String),
    /// It was cut off before its first line ended.
    #[error("no saved games: the file was cut off in its first line; without it all games are played anew")]
    Cut,
    /// It holds what can't have been played.
    #[error("{place} can't have been played: {fault}")]
    Impossible {
        /// Which game, in which line.
        place: String,
        /// What is wrong, and what would be right.
        fault: String,
    },
    /// It is of another format.
    #[error("saved games of format {found}; this program reads format {}", ArenaRecord::VERSION)]
    Version {
        /// Its format.
        found: u32,
    },
    /// It is another match.
    #[error("saved games of another match: {0}")]
    OtherMatch(String),
}

impl ArenaRecord {
    /// The format of saved arenas.
    pub const VERSION: u32 = 1;

    /// A match with no games yet.
    pub fn new(plan: ArenaPlan) -> Self {
        Self { version: Self::VERSION, plan, games: Vec::new() }
    }

    /// A saved match of a game with these facts, to be gone on with by this plan. Games beyond the plan's pairs stay in the
    /// record and do not count; where the text was cut off, the games whose lines are whole are there.
    ///
    /// # Errors
    /// If the text is no saved arena, or one of another match, or holds what can't have been played.
    pub fn resume(plan: ArenaPlan, facts: &Facts, text: &str) -> Result<Saved<Self>, ResumeError> {
        let Saved { record: saved, is_cut } = saved::read::<Self>(text)?;
        if saved.version != Self::VERSION {
            return Err(ResumeError::Version { found: saved.version });
        }
        if !plan.same_match(&saved.plan) {
            return Err(ResumeError::OtherMatch(differences(&plan, &saved.plan)));
        }
        let mut seen = BTreeSet::new();
        for (index, game) in saved.games.iter().enumerate() {
            let twice = (!seen.insert(game.key)).then(|| "it is there twice; once would be right".into());
            if let Some(fault) = twice.or_else(|| game.fault(&plan, facts)) {
                return Err(saved::impossible(text, (index, game), fault));
            }
        }
        Ok(Saved { record: Self { version: Self::VERSION, plan, games: saved.games }, is_cut })
    }

    /// The text to save.
    pub fn to_json(&self) -> String {
        saved::text(self.version, &self.plan, &self.games)
    }

    /// The games of the plan that were played, without those beyond its pairs.
    pub fn counted(&self) -> impl Iterator<Item = &PlayedGame> {
        self.games.iter().filter(|game| game.key.pair < self.plan.pairs)
    }

    /// How many games of the plan were played.
    pub fn played(&self) -> usize {
        self.counted().count()
    }

    /// How many games the plan has.
    pub fn planned(&self) -> usize {
        self.plan.game_count() as usize
    }
}

impl PlayedGame {
    /// Why it can't have been played by a plan, and what would be right.
    fn fault(&self, plan: &ArenaPlan, facts: &Facts) -> Option<String> {
        let Self { key: GameKey { meeting, seating, .. }, returns, cpu_s, decisions, luck, course: _ } = self;
        let (seats, last) = (facts.seat_count(), plan.meetings.len().saturating_sub(1));
        let lucks = if plan.luck.is_some() { seats } else { 0 };
        if *meeting > last {
            return Some(format!("meeting: {meeting}; a whole number from 0 to {last} would be right"));
        }
        if *seating > 1 {
            return Some(format!("seating: {seating}; 0 or 1 would be right"));
        }
        for (name, found, right) in [
            ("cpu_s", cpu_s.len(), seats),
            ("decisions", decisions.len(), seats),
            ("luck", luck.len(), lucks),
        ] {
            if found != right {
                return Some(format!("{name}: {found} values; {right} would be right"));
            }
        }
        if let Some(seconds) = cpu_s.iter().find(|seconds| **seconds < 0.0) {
            return Some(format!("cpu_s: {seconds}; a number from 0 would be right"));
        }
        if let Some(luck) = luck.iter().find(|luck| luck.abs() > MOST_LUCK) {
            return Some(format!("luck: {luck:e}; a number from -{MOST_LUCK} to {MOST_LUCK} would be right"));
        }
        saved::fault_of_returns(facts, returns)
    }
}

/// In what two plans differ, as the rest of a sentence.
fn differences(plan: &ArenaPlan, saved: &ArenaPlan) -> String {
    let parts = [
        ("game", plan.game == saved.game),
        ("scenario", plan.scenario == saved.scenario),
        ("preset", plan.preset == saved.preset),
        ("options", plan.options == saved.options),
        ("figures", plan.figures == saved.figures),
        ("agents", plan.agents == saved.agents),
        ("meetings", plan.meetings == saved.meetings),
        ("seed", plan.seed == saved.seed),
        ("limits of thinking", plan.thinking == saved.thinking),
        ("luck", plan.luck == saved.luck),
        ("sprt", plan.sprt == saved.sprt),
    ];
    let parts: Vec<&str> = parts.iter().filter(|(_, same)| !same).map(|(part, _)| *part).collect();
    let differ = match parts[..] {
        ["game" | "scenario" | "preset" | "seed" | "luck" | "sprt"] => "differs",
        _ => "differ",
    };
    format!("{} {differ}", parts.join(", "))
}
