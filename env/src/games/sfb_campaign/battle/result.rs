//! How a battle ended, and what may not be said of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::setup::{BattleSetup, UnitKind, are_next};

/// How a battle ended. Every effect on the campaign goes through this, wherever the battle was fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleResult {
    /// Which battle: the setup's.
    pub ticket: u32,
    /// Rounds fought.
    pub rounds: u8,
    /// The seat that holds the hex alone; `None`: nobody does.
    pub holds_hex: Option<u8>,
    /// What became of each unit.
    pub units: Vec<UnitResult>,
}

/// What became of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitResult {
    /// Its number in the setup.
    pub id: u32,
    /// All its damage now.
    pub damage: u16,
    /// Where it is.
    pub status: UnitStatus,
    /// Boarding parties lost.
    #[serde(default)]
    pub marines_lost: u8,
}

/// Where a unit is after a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitStatus {
    /// In the hex.
    Stays,
    /// A reserve that had not come yet.
    Absent,
    /// Gone to a hex next to it.
    Withdrawn([i8; 2]),
    /// Destroyed.
    Destroyed,
    /// Taken by this seat.
    Captured(u8),
}

impl BattleResult {
    /// Everything in it that can't be true of a battle, each in a sentence; none: it may be applied.
    // rule: sfb.11.10.violations
    pub fn violations(&self, setup: &BattleSetup) -> Vec<String> {
        let mut faults = Vec::new();
        if self.ticket != setup.ticket {
            faults.push(format!("it is of battle {}, not {}", self.ticket, setup.ticket));
        }
        let seats = [0, 1].map(|side: usize| setup.sides[side].seat);
        if let Some(seat) = self.holds_hex.filter(|seat| !seats.contains(seat)) {
            faults.push(format!("seat {seat} holds the hex and was not there"));
        }
        let mut told: BTreeMap<u32, usize> = BTreeMap::new();
        for unit in &self.units {
            *told.entry(unit.id).or_default() += 1;
        }
        for (side, before) in setup.units() {
            match told.remove(&before.id) {
                None => faults.push(format!("unit {} is missing", before.id)),
                Some(1) => {}
                Some(times) => faults.push(format!("unit {} is there {times} times", before.id)),
            }
            let after = self.units.iter().filter(|unit| unit.id == before.id);
            let wrong = after.flat_map(|after| after.faults(before, setup, side));
            faults.extend(wrong.map(|fault| format!("unit {}: {fault}", before.id)));
        }
        faults.extend(told.into_keys().map(|id| format!("unit {id} was not in the battle")));
        faults.extend(self.wrong_holder(setup));
        faults
    }

    /// Who holds the hex alone has units there, and nobody else has.
    fn wrong_holder(&self, setup: &BattleSetup) -> Option<String> {
        let seat = self.holds_hex?;
        let stays = |side: usize| {
            setup.units().filter(|(own, _)| *own == side).any(|(_, unit)| {
                self.units.iter().any(|after| after.id == unit.id && after.status == UnitStatus::Stays)
            })
        };
        let holder = setup.sides.iter().position(|side| side.seat == seat)?;
        match (stays(holder), stays(1 - holder)) {
            (_, true) => Some(format!("seat {seat} does not hold the hex alone: enemies stay")),
            (false, false) => Some(format!("seat {seat} holds the hex without a unit")),
            (true, false) => None,
        }
    }
}

impl UnitResult {
    fn faults(&self, before: &super::setup::BattleUnit, setup: &BattleSetup, side: usize) -> Vec<String> {
        let mut faults = Vec::new();
        if self.damage < before.damage {
            faults.push(format!("damage {} is less than the {} before", self.damage, before.damage));
        }
        if self.damage > before.boxes {
            faults.push(format!("damage {} is more than its {} boxes", self.damage, before.boxes));
        }
        if (self.status == UnitStatus::Destroyed) != (self.damage >= before.boxes) {
            faults.push(format!("it is destroyed by {} damage, and only then", before.boxes));
        }
        if self.marines_lost > before.marines {
            faults.push(format!("{} of {} boarding parties are lost", self.marines_lost, before.marines));
        }
        match self.status {
            UnitStatus::Captured(seat) if seat != setup.sides[1 - side].seat => {
                faults.push(format!("it is captured by seat {seat}, which is not the enemy"));
            }
            UnitStatus::Absent if setup.sides[side].units.contains(before) => {
                faults.push("it was there from the start, and is absent".into());
            }
            UnitStatus::Withdrawn(_) if before.kind == UnitKind::Fixed => {
                faults.push("it can't move, and has withdrawn".into());
            }
            UnitStatus::Withdrawn(hex) if !are_next(hex, setup.hex) => {
                faults.push(format!("it has withdrawn to {hex:?}, which is not next to {:?}", setup.hex));
            }
            UnitStatus::Withdrawn(hex) if setup.sides[side].retreat != Some(hex) => {
                faults.push(format!("it has withdrawn to {hex:?}, where its side may not go"));
            }
            _ => {}
        }
        faults
    }
}
