//! A side in battle: its units as they stand, their strength and speed.

use super::setup::{BattleDoctrine, BattleSide, BattleUnit, Officer, UnitKind};
use crate::games::sfb_campaign::campaign::Movement;
use crate::games::sfb_campaign::movement::hexes;

/// Where a unit of a battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// It fights.
    Fighting,
    /// It is on its way, and there at the start of this round.
    Coming(u8),
    /// It has withdrawn.
    Gone,
    /// The other side has it.
    Taken,
}

/// A unit in battle: its figures, and what has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fighter {
    pub(super) unit: BattleUnit,
    pub(super) damage: u16,
    pub(super) marines: u8,
    pub(super) place: Place,
    /// Whether it tried to withdraw and could not: it fires at half strength for a round.
    pub(super) held: bool,
    /// Whether it can't blow itself up any more.
    pub(super) disarmed: bool,
}

/// A side in battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Force {
    pub(super) doctrine: BattleDoctrine,
    pub(super) weapon_status: u8,
    pub(super) surprise: bool,
    pub(super) home: bool,
    pub(super) can_retreat: bool,
    pub(super) fighters: Vec<Fighter>,
    /// Strength of all that have come, undamaged, in thousandths of a BPV.
    pub(super) whole: u64,
    /// Tenths by which its fire is multiplied: the tactic roll.
    pub(super) tactic: u8,
    /// Shift of its die in round 1.
    pub(super) ambush: i8,
    /// Parts of a box that have hit and not counted yet, in millionths of a millionth.
    pub(super) carried: u64,
}

impl Fighter {
    fn new(unit: &BattleUnit, place: Place) -> Self {
        let (damage, marines) = (unit.damage, unit.marines);
        Self { unit: unit.clone(), damage, marines, place, held: false, disarmed: false }
    }

    pub(super) const fn is_destroyed(&self) -> bool {
        self.damage >= self.unit.boxes
    }

    /// Whether it takes part now.
    pub(super) fn fights(&self) -> bool {
        self.place == Place::Fighting && !self.is_destroyed()
    }

    /// Whether half of its boxes are gone.
    // rule: sfb.11.2.crippled
    pub(super) const fn is_crippled(&self) -> bool {
        2 * self.damage >= self.unit.boxes
    }

    pub(super) fn has(&self, officer: Officer) -> bool {
        self.unit.officers.contains(&officer)
    }

    /// Hexes a turn as it stands.
    pub(super) fn speed(&self, movement: &Movement) -> u8 {
        match self.unit.kind {
            UnitKind::Ship => hexes(self.unit.warp, self.unit.boxes, self.damage, movement),
            UnitKind::Fixed => 0,
        }
    }

    /// What is left of its strength, in thousandths of a BPV.
    // rule: sfb.11.2.strength
    pub(super) fn strength(&self, accompanied: bool) -> u64 {
        let left = u64::from(self.unit.boxes.saturating_sub(self.damage));
        let whole = 1000 * u64::from(self.unit.combat) * left / u64::from(self.unit.boxes);
        let supplied = if self.unit.unsupplied { whole * 3 / 4 } else { whole };
        if self.unit.mauler && !accompanied { supplied / 2 } else { supplied }
    }

    /// Takes damage, at most what destroys it; how much of it.
    pub(super) fn hit(&mut self, boxes: u16) -> u16 {
        let taken = boxes.min(self.unit.boxes - self.damage);
        self.damage += taken;
        taken
    }
}

impl Force {
    pub(super) fn new(side: &BattleSide) -> Self {
        let now = side.units.iter().map(|unit| Fighter::new(unit, Place::Fighting));
        let later = side.reserves.iter().flat_map(|reserve| {
            reserve.units.iter().map(|unit| Fighter::new(unit, Place::Coming(reserve.round)))
        });
        Self {
            doctrine: side.doctrine.clone(),
            weapon_status: side.weapon_status,
            surprise: side.surprise,
            home: side.home,
            can_retreat: side.retreat.is_some(),
            whole: side.units.iter().map(|unit| 1000 * u64::from(unit.combat)).sum(),
            fighters: now.chain(later).collect(),
            tactic: 10,
            ambush: 0,
            carried: 0,
        }
    }

    /// Who takes part now.
    pub(super) fn fighting(&self) -> impl Iterator<Item = &Fighter> {
        self.fighters.iter().filter(|fighter| fighter.fights())
    }

    pub(super) fn is_beaten(&self) -> bool {
        self.fighting().next().is_none()
    }

    /// Reserves that are due fight from now on.
    // rule: sfb.11.5.arrivals
    pub(super) fn arrive(&mut self, round: u8) {
        for fighter in &mut self.fighters {
            if matches!(fighter.place, Place::Coming(due) if due <= round) {
                fighter.place = Place::Fighting;
                self.whole += 1000 * u64::from(fighter.unit.combat);
            }
        }
    }

    /// Two other ships beside a mauler.
    fn is_accompanied(&self) -> bool {
        let others = self.fighting().filter(|other| !other.unit.mauler && other.unit.kind == UnitKind::Ship);
        others.count() >= 2
    }

    /// Strength of those who fight, in thousandths of a BPV; who could not withdraw counts in full, or half when it fires.
    pub(super) fn strength(&self, firing: bool) -> u64 {
        let accompanied = self.is_accompanied();
        let each = |fighter: &Fighter| {
            let strength = fighter.strength(accompanied);
            if firing && fighter.held { strength / 2 } else { strength }
        };
        self.fighting().map(each).sum()
    }

    /// The fastest of those who fight, in hexes a turn.
    pub(super) fn fastest(&self, movement: &Movement) -> u8 {
        self.fighting().map(|fighter| fighter.speed(movement)).max().unwrap_or(0)
    }

    pub(super) fn is_immobile(&self) -> bool {
        self.fighting().all(|fighter| fighter.unit.kind == UnitKind::Fixed)
    }

    pub(super) fn scout_points(&self) -> u16 {
        self.fighting().map(|fighter| u16::from(fighter.unit.scout)).sum()
    }

    pub(super) fn has(&self, officer: Officer) -> bool {
        self.fighting().any(|fighter| fighter.has(officer))
    }

    /// The most units that any of them may lead.
    pub(super) fn control(&self) -> u8 {
        self.fighting().map(|fighter| fighter.unit.control).max().unwrap_or(0)
    }

    /// The mean of the maximum warp of its ships, in tenths; `None`: it has none.
    pub(super) fn mean_warp(&self) -> Option<u16> {
        let ships = self.fighting().filter(|fighter| fighter.unit.kind == UnitKind::Ship);
        let (count, sum) =
            ships.fold((0, 0), |(count, sum), ship| (count + 1, sum + 10 * u16::from(ship.unit.warp)));
        (count > 0).then(|| sum / count)
    }

    /// Weights of units for one draw, of all its units in order; 0: it can't be drawn.
    pub(super) fn weights(&self, weight: impl Fn(&Fighter) -> u32) -> Vec<u32> {
        self.fighters.iter().map(|fighter| if fighter.fights() { weight(fighter) } else { 0 }).collect()
    }
}
