use std::time::Duration;

use rand::Rng;
use serde::{Deserialize, Serialize};
use spinward_agents::agent::Limits;
use spinward_agents::roster::AgentSpec;
use spinward_env::core::{ResolvedSetup, planner_rng, stable_hash};

use crate::changes::{self, Changes};
use crate::sprt::Sprt;

/// What is to be played. Two plans are the same match when they are equal but for [`ArenaPlan::pairs`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaPlan {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The preset's id.
    pub preset: String,
    /// Every option with its value.
    pub options: Vec<(String, String)>,
    /// Figures that differ from the game's data, as TOML values.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    pub figures: Changes,
    /// The agents, as [`AgentSpec`] writes them.
    pub agents: Vec<String>,
    /// Who meets whom: indices into `agents`.
    pub meetings: Vec<(usize, usize)>,
    /// How many pairs of games each meeting has.
    pub pairs: u32,
    /// Decides every die and every agent's randomness.
    pub seed: u64,
    /// How long everyone may think.
    #[serde(default, skip_serializing_if = "Thinking::is_own")]
    pub thinking: Thinking,
    /// Who values positions, as [`AgentSpec`] writes it (see [`spinward_agents::values`]), where luck is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
    /// The test that ends a meeting before its last pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtPlan>,
}

/// How long every agent that searches may think about a decision, whatever its own options say. Where several are set the first
/// to be reached counts; where none is, its own options do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// So many simulations, 1 and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u32>,
    /// So many seconds on the clock, above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// So many seconds of processor time, above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
}

impl Thinking {
    /// Whether everyone thinks as long as its own options say.
    pub fn is_own(&self) -> bool {
        *self == Self::default()
    }

    /// The same as limits of one decision.
    pub fn limits(&self) -> Limits {
        let time = |seconds: Option<f64>| seconds.map(Duration::from_secs_f64);
        Limits {
            visits: self.visits,
            time: time(self.seconds),
            cpu: time(self.cpu_seconds),
            ..Limits::default()
        }
    }

    /// What is wrong with the values, a sentence each without a full stop.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.visits == Some(0) {
            faults.push("visits: expected a whole number from 1".into());
        }
        for (key, value) in [("seconds", self.seconds), ("cpu_seconds", self.cpu_seconds)] {
            if value.is_some_and(|value| !(value > 0.0 && value <= 86_400.0)) {
                faults.push(format!("{key}: expected seconds above 0, at most a day"));
            }
        }
        faults
    }
}

/// A sequential test and the scores it goes by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtPlan {
    /// The test; the first agent of a meeting is the one that may be stronger.
    pub test: Sprt,
    /// Which scores.
    pub scores: Which,
}

impl SprtPlan {
    /// What is wrong with the values, a sentence each without a full stop.
    pub fn faults(&self, luck_is_measured: bool) -> Vec<String> {
        let Sprt { elo0, elo1, alpha, beta } = self.test;
        let mut faults = Vec::new();
        if !(-1000.0..=1000.0).contains(&elo0) || !(-1000.0..=1000.0).contains(&elo1) {
            faults.push("sprt: elo0 and elo1 must lie within -1000 to 1000".into());
        } else if elo1 <= elo0 {
            faults.push(format!("sprt: elo0 ({elo0}) must be below elo1 ({elo1})"));
        }
        for (key, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                faults.push(format!("sprt: {key}: expected a number above 0 and below 0.5"));
            }
        }
        if self.scores == Which::Adjusted && !luck_is_measured {
            faults.push("sprt: scores = \"adjusted\" needs luck = \"estimate\" or \"network\"".into());
        }
        faults
    }
}

/// Scores as they are, or without luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// As the games ended.
    #[default]
    Raw,
    /// With the luck of their dice taken off.
    Adjusted,
}

impl Which {
    /// What a test counts unless told otherwise: scores without luck where luck is measured.
    pub fn best(luck_is_measured: bool) -> Self {
        if luck_is_measured { Self::Adjusted } else { Self::Raw }
    }
}

impl ArenaPlan {
    /// Every agent against every other.
    pub fn everyone_against_everyone(
        setup: &ResolvedSetup,
        agents: Vec<AgentSpec>,
        pairs: u32,
        seed: u64,
    ) -> Self {
        let count = agents.len();
        Self {
            game: setup.game.into(),
            scenario: setup.scenario.into(),
            preset: setup.preset.into(),
            options: setup.values().map(|(key, value)| (key.into(), value.into())).collect(),
            figures: setup.figures().clone(),
            agents: agents.iter().map(ToString::to_string).collect(),
            meetings: (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect(),
            pairs,
            seed,
            thinking: Thinking::default(),
            luck: None,
            sprt: None,
        }
    }

    /// The options that differ from the preset's.
    pub fn changed_options(&self) -> Changes {
        let options = self.options.iter().map(|(key, value)| (key, value));
        changes::options([&self.game, &self.scenario, &self.preset], options)
    }

    /// Who holds each of `seats` seats: the agents of the meeting take turns round the table, the first one in
    /// the even seats of seating 0 and in the odd seats of seating 1.
    pub fn holders(&self, meeting: usize, seating: usize, seats: usize) -> Vec<usize> {
        let (a, b) = self.meetings[meeting];
        (0..seats).map(|seat| if (seat + seating).is_multiple_of(2) { a } else { b }).collect()
    }

    /// What decides the dice of both games of a pair: the seed of their replays.
    pub fn dice(&self, pair: u32) -> u64 {
        planner_rng(self.seed, u64::from(pair) + 1).next_u64()
    }

    /// What decides the randomness of an agent in a game's seat. It follows from the pair, the seat and the agent, not from who else
    /// is in the arena: two agents play the same games whatever others there are. Only an agent that meets itself plays the two
    /// games of a pair differently.
    pub(super) fn own_seed(&self, key: GameKey, seat: usize, agent: usize) -> u64 {
        let (a, b) = self.meetings[key.meeting];
        let seating = if self.agents[a] == self.agents[b] { key.seating } else { 0 };
        let (seed, pair, agent) = (self.seed, key.pair, &self.agents[agent]);
        stable_hash(format!("{seed} {pair} {seating} {seat} {agent}").as_bytes())
    }

    pub(super) fn same_match(&self, other: &Self) -> bool {
        Self { pairs: 0, ..self.clone() } == Self { pairs: 0, ..other.clone() }
    }

    /// How many games there are.
    pub(super) fn game_count(&self) -> u64 {
        u64::from(self.pairs) * self.meetings.len() as u64 * 2
    }

    /// The game with this number: pair by pair, so that all meetings grow evenly.
    pub(super) fn game(&self, number: u64) -> Option<GameKey> {
        let a_pair = self.meetings.len() as u64 * 2;
        (number < self.game_count()).then(|| GameKey {
            meeting: (number % a_pair / 2) as usize,
            pair: (number / a_pair) as u32,
            seating: (number % 2) as usize,
        })
    }
}

/// Which game of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameKey {
    /// Index into [`ArenaPlan::meetings`].
    pub meeting: usize,
    /// Which pair of games, from 0.
    pub pair: u32,
    /// 0 or 1: the two games of a pair have the same dice and swapped seats.
    pub seating: usize,
}
