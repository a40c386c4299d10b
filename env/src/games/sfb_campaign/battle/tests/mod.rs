//! Tests of battles, with units and dice by hand.

mod boarding;
mod calibration;
mod course;
mod result;
mod volley;

use std::collections::VecDeque;

use super::calibration::{side, unit};
use super::fight::{BattleRules, Fight};
use super::figures::BattleFigures;
use super::force::Force;
use super::result::UnitStatus;
use super::rolls::{Awaiting, Rolls};
use super::setup::{BattleSetup, BattleUnit, Officer, Reserve, Targeting, UnitKind};
use crate::core::Chance;
use crate::games::sfb_campaign::campaign::{Campaign, Movement};

fn figures() -> BattleFigures {
    BattleFigures::parse(include_str!("../../data/battle.toml")).unwrap()
}

fn movement() -> Movement {
    Campaign::parse(include_str!("../../data/campaign.toml")).unwrap().movement
}

fn setup(one: &str, other: &str) -> BattleSetup {
    BattleSetup { ticket: 7, hex: [0, 0], distance: 25, sides: [side(0, 1, one), side(1, 101, other)] }
}

fn forces(setup: &BattleSetup) -> [Force; 2] {
    [0, 1].map(|side: usize| Force::new(&setup.sides[side]))
}

/// Outcomes told in advance; every roll that is asked for is kept.
#[derive(Default)]
struct Told {
    outcomes: VecDeque<usize>,
    asked: Vec<Vec<u32>>,
}

fn told(outcomes: &[usize]) -> Told {
    Told { outcomes: outcomes.iter().copied().collect(), asked: vec![] }
}

impl Rolls for Told {
    fn roll(&mut self, chance: Chance) -> Result<usize, Awaiting> {
        let Some(outcome) = self.outcomes.pop_front() else { return Err(Awaiting(Box::new(chance))) };
        self.asked.push(chance.weights().to_vec());
        Ok(outcome)
    }
}
