//! What is done in battles, above planets and on them.

use super::super::action::{Action, Shift};
use super::super::class::Class;
use super::super::position::enemy_of;
use super::super::state::{Battle, Stage, Volley, Way, Weapon};
use super::Mind;
use crate::core::Seat;

impl Mind<'_> {
    pub(super) fn tactics(&self, action: Action) -> f32 {
        let Some(battle) = &self.state.battle else { return 0.0 };
        match (battle.stage, action) {
            (Stage::Shift, Action::Shift(shift)) => {
                let beams =
                    self.total(battle, self.seat, true) - self.total(battle, enemy_of(self.seat), true);
                let near = if beams >= 0.0 { 1.0 } else { -1.0 };
                match shift {
                    Shift::Close if battle.band > 1 => 1.0,
                    Shift::Close => near,
                    Shift::Keep => 0.0,
                    Shift::Open => -0.5 - near,
                }
            }
            (Stage::Aim { volley, ship }, Action::Aim { ship: target }) => {
                self.aim(battle, volley, ship, target)
            }
            (Stage::Steer { ship, .. }, Action::Steer(way)) => self.steer(battle, ship, way),
            // Who leaves leaves with all that can.
            (Stage::Leave { .. }, Action::Aim { .. }) => 1.0,
            (Stage::Allot { .. }, Action::Aim { ship }) => {
                let target = battle.ships[usize::from(ship)].unit.group();
                f32::from(target.class == Class::PlanetaryDefence) + f32::from(target.damage)
            }
            (Stage::Withdraw, Action::Withdraw(to)) => {
                let (own, enemy) =
                    (self.strength(battle, self.seat), self.strength(battle, enemy_of(self.seat)));
                let home = f32::from(self.game.bases(self.state, self.seat) & to.bit() != 0);
                if own < self.parameters.leave_odds * enemy { 1.0 + home } else { -1.0 }
            }
            _ => 0.0,
        }
    }

    /// Ships with beams go in, others stay as far off as their torpedoes hit well, unarmed ones flee.
    fn steer(&self, battle: &Battle, ship: u8, way: Way) -> f32 {
        let ship = &battle.ships[usize::from(ship)];
        let figures = self.game.units.of(self.seat, ship.unit.class());
        let wanted = match (figures.beam, figures.torpedo) {
            (0, 0) => 4,
            (beam, torpedo) if beam >= torpedo => 0,
            _ => 1,
        };
        let Some(square) = ship.square.step(way) else { return -10.0 };
        let distance = self.game.nearest_enemy(battle, ship, square).unwrap_or(0);
        0.0 - f32::from(distance.abs_diff(wanted))
    }

    pub(super) fn total(&self, battle: &Battle, seat: Seat, beams: bool) -> f32 {
        let dice = |class: Class| {
            let figures = self.game.units.of(seat, class);
            f32::from(if beams { figures.beam } else { figures.torpedo })
        };
        battle.ships.iter().filter(|ship| ship.unit.seat() == seat).map(|ship| dice(ship.unit.class())).sum()
    }

    pub(super) fn strength(&self, battle: &Battle, seat: Seat) -> f32 {
        battle
            .ships
            .iter()
            .filter(|ship| ship.unit.seat() == seat)
            .map(|ship| self.power(&ship.unit.group()))
            .sum()
    }

    /// Worth of the target, and how far the dice on it fall short of what destroys it.
    pub(super) fn aim(&self, battle: &Battle, volley: Volley, ship: u8, target: u8) -> f32 {
        let (ship, target) = (&battle.ships[usize::from(ship)], &battle.ships[usize::from(target)]);
        let group = target.unit.group();
        let figures = self.game.units.of(group.seat, group.class);
        let torpedo = matches!(volley, Volley::Space(Weapon::Torpedo));
        let stops = if torpedo { f32::from(figures.countermeasures) / 3.0 } else { 0.0 };
        let chance = f32::from(7 - self.game.needed(battle, volley, ship, target)) / 6.0;
        let aimed = f32::from(target.aimed[0] + target.aimed[1]);
        let missing = f32::from(figures.defence - group.damage) + stops - chance * aimed;
        let loaded = group.aboard().next().is_some();
        let worth = f32::from(figures.cost) + if loaded { 8.0 } else { 0.0 };
        if missing <= 0.0 { 0.05 * worth } else { worth / (0.5 + missing) }
    }

    /// The garrison first, then the weakest troops.
    pub(super) fn lose(&self, action: Action) -> f32 {
        match action {
            Action::Garrison => 2.0,
            Action::Capture => 1.0,
            Action::Pick(pick) => {
                let group = self
                    .state
                    .groups
                    .packed_of(self.seat)
                    .get(usize::from(pick.0))
                    .map(|packed| packed.group());
                let strength = group.and_then(|group| group.troop()).map_or(3, |troop| troop.strength());
                1.0 - 0.1 * f32::from(strength) + 0.5 * f32::from(group.map_or(0, |group| group.damage))
            }
            _ => 0.0,
        }
    }

    pub(super) fn attack(&self, action: Action) -> f32 {
        match action {
            Action::Invade(planet) => {
                let worth = if self.state.planet(planet).world { 4.0 } else { 1.0 };
                worth * (self.troops(self.state.orders.fleet) - self.defence(planet))
            }
            Action::Bombard(_) => 0.1,
            _ => 0.0,
        }
    }
}
