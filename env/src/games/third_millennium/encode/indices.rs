//! One-hot columns: the steps of a turn, the stages of a battle, who fires with what, the stages of combat on a planet.

use crate::games::third_millennium::state::{GroundStage, Stage, Step, Volley, Weapon};

/// Steps, for a one-hot column each.
pub(super) const STEPS: [&str; 35] = [
    "deploy",
    "muster",
    "fill",
    "draw",
    "intervention",
    "appeal",
    "petition",
    "gift",
    "offensive",
    "emperor",
    "retinue",
    "recall",
    "build",
    "initiative",
    "activate",
    "orders",
    "contact",
    "scouting",
    "matching",
    "leave",
    "navigate",
    "controlled",
    "drift",
    "battle",
    "orbit",
    "ground",
    "return",
    "reappear",
    "upkeep",
    "upkeep_roll",
    "peace",
    "over",
    "mines",
    "sweep",
    "laying",
];

pub(super) const fn step_index(step: Step) -> usize {
    match step {
        Step::Deploy => 0,
        Step::Muster { .. } => 1,
        Step::Fill { .. } => 2,
        Step::Draw => 3,
        Step::Intervention => 4,
        Step::Appeal => 5,
        Step::Petition { .. } => 6,
        Step::Gift { .. } => 7,
        Step::Offensive { .. } => 8,
        Step::Emperor { .. } => 9,
        Step::Retinue { .. } => 10,
        Step::Recall { .. } => 11,
        Step::Build { .. } => 12,
        Step::Initiative => 13,
        Step::Activate => 14,
        Step::Orders => 15,
        Step::Contact => 16,
        Step::Scouting => 17,
        Step::Matching => 18,
        Step::Leave { .. } => 19,
        Step::Navigate => 20,
        Step::Controlled => 21,
        Step::Drift => 22,
        Step::Battle => 23,
        Step::Orbit => 24,
        Step::Ground => 25,
        Step::Return { .. } => 26,
        Step::Reappear { .. } => 27,
        Step::Upkeep { .. } => 28,
        Step::UpkeepRoll { .. } => 29,
        Step::Peace => 30,
        Step::Over => 31,
        Step::Mines { .. } => 32,
        Step::Sweep { .. } => 33,
        Step::Lay => 34,
    }
}

pub(super) const STAGES: [&str; 11] = [
    "range", "shift", "aim", "hits", "counter", "withdraw", "escorts", "allot", "bombard", "leaving", "steer",
];

pub(super) const fn stage_index(stage: Stage) -> usize {
    match stage {
        Stage::Range => 0,
        Stage::Shift => 1,
        Stage::Aim { .. } => 2,
        Stage::Hits { .. } => 3,
        Stage::Counter { .. } => 4,
        Stage::Withdraw => 5,
        Stage::Escorts { .. } => 6,
        Stage::Allot { .. } => 7,
        Stage::Bombard { .. } => 8,
        Stage::Leave { .. } => 9,
        Stage::Steer { .. } => 10,
    }
}

pub(super) const FIRE: [&str; 7] = [
    "beams in space",
    "torpedoes in space",
    "beams of fighters",
    "torpedoes of fighters",
    "planetary defences",
    "beams of escorts",
    "torpedoes of escorts",
];

/// Who fires with what at a stage, if anybody does.
pub(super) const fn fire_index(stage: Stage) -> Option<usize> {
    Some(match stage {
        Stage::Aim { volley, .. } | Stage::Hits { volley, .. } | Stage::Counter { volley, .. } => {
            match volley {
                Volley::Space(Weapon::Beam) => 0,
                Volley::Space(Weapon::Torpedo) => 1,
                Volley::Fighters(Weapon::Beam) => 2,
                Volley::Fighters(Weapon::Torpedo) => 3,
                Volley::Defences => 4,
            }
        }
        Stage::Escorts { weapon: Weapon::Beam, .. } | Stage::Allot { weapon: Weapon::Beam, .. } => 5,
        Stage::Escorts { weapon: Weapon::Torpedo, .. } | Stage::Allot { weapon: Weapon::Torpedo, .. } => 6,
        _ => return None,
    })
}

pub(super) const GROUND_STAGES: [&str; 4] = ["strike", "losses", "capture", "bombarded"];

pub(super) const fn ground_index(stage: GroundStage) -> usize {
    match stage {
        GroundStage::Strike { .. } => 0,
        GroundStage::Losses { .. } => 1,
        GroundStage::Capture => 2,
        GroundStage::Bombarded => 3,
    }
}
