//! Probes: what a rating does not tell of an agent. Whether values mean what they say ([`calibration`]), what thinking longer
//! brings ([`thinking`]), and whether it finds moves that are proven best ([`puzzles`]).

pub mod calibration;
pub mod puzzles;
mod text;
pub mod thinking;

use serde::{Deserialize, Serialize};
use spinward_env::core::ResolvedSetup;

use crate::changes::{self, Changes};
use calibration::Calibration;
use puzzles::PuzzleScores;
use thinking::Thinking;

/// The document that `spinward probe --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbeReport {
    /// `spinward/probe/1`.
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
    /// What was probed.
    pub probes: Vec<Probe>,
}

/// What a probe came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "probe", rename_all = "snake_case")]
pub enum Probe {
    /// Values against results.
    Calibration(Calibration),
    /// Strength against thinking time.
    Thinking(Thinking),
    /// Positions with proven answers.
    Puzzles(PuzzleScores),
}

impl ProbeReport {
    /// The document of these probes.
    pub fn new(setup: &ResolvedSetup, probes: Vec<Probe>) -> Self {
        Self {
            schema: "spinward/probe/1".into(),
            game: setup.game.into(),
            scenario: setup.scenario.into(),
            preset: setup.preset.into(),
            options: changes::options([setup.game, setup.scenario, setup.preset], setup.values()),
            figures: setup.figures().clone(),
            probes,
        }
    }
}
