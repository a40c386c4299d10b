use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
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
    /// It is of another format.
    #[error("saved games of format {found}; this program reads format {}", ArenaRecord::VERSION)]
    Version {
        /// Its format.
        found: u32,
    },
    /// It is another match.
    #[error("saved games of another match: {0} differ")]
    OtherMatch(String),
}

impl ArenaRecord {
    /// The format of saved arenas.
    pub const VERSION: u32 = 1;

    /// A match with no games yet.
    pub fn new(plan: ArenaPlan) -> Self {
        Self { version: Self::VERSION, plan, games: Vec::new() }
    }

    /// A saved match of a game with this many seats, to be gone on with by this plan. Games beyond the plan's pairs stay in the
    /// record and do not count; where the text was cut off, the games whose lines are whole are there.
    ///
    /// # Errors
    /// If the text is no saved arena, or one of another match, or holds what can't have been played.
    pub fn resume(plan: ArenaPlan, seats: usize, text: &str) -> Result<Saved<Self>, ResumeError> {
        let Saved { record: saved, is_cut } = saved::read::<Self>(text)?;
        if saved.version != Self::VERSION {
            return Err(ResumeError::Version { found: saved.version });
        }
        if !plan.same_match(&saved.plan) {
            return Err(ResumeError::OtherMatch(differences(&plan, &saved.plan)));
        }
        let mut seen = BTreeSet::new();
        for (index, game) in saved.games.iter().enumerate() {
            let PlayedGame { key, returns, cpu_s, decisions, luck, course: _ } = game;
            let is_planned = key.meeting < plan.meetings.len() && key.seating < 2 && seen.insert(*key);
            let lucks = if plan.luck.is_some() { seats } else { 0 };
            if !is_planned
                || [returns.len(), cpu_s.len(), decisions.len()] != [seats; 3]
                || luck.len() != lucks
                || cpu_s.iter().any(|&seconds| seconds < 0.0)
                || luck.iter().any(|luck| luck.abs() > MOST_LUCK)
            {
                return Err(ResumeError::Malformed(format!("game {} can't have been played", index + 1)));
            }
        }
        Ok(Saved { record: Self { version: Self::VERSION, plan, games: saved.games }, is_cut })
    }

    /// The text to save.
    pub fn to_json(&self) -> String {
        saved::text(self.version, &self.plan, &self.games)
    }

    /// How many games of the plan were played.
    pub fn played(&self) -> usize {
        self.games.iter().filter(|game| game.key.pair < self.plan.pairs).count()
    }

    /// How many games the plan has.
    pub fn planned(&self) -> usize {
        self.plan.game_count() as usize
    }
}

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
    parts.iter().filter(|(_, same)| !same).map(|(part, _)| *part).collect::<Vec<_>>().join(", ")
}
