//! The faithful space battle: on a lattice of squares each ship takes its step, the fastest first.

use super::super::ThirdMillennium;
use super::super::action::Action;
use super::super::class::Class;
use super::super::legal::Offer;
use super::super::state::{Battle, Ship, Square, Stage, State, Volley, Way, Weapon};

/// Steps of fighters in a round; all others take one.
// rule: i3m.u7.speed
const FIGHTER_STEPS: u8 = 2;

impl ThirdMillennium {
    /// Both sides set up in opposite end columns.
    // rule: i3m.u7.lattice
    pub(super) fn line_up(&self, battle: &mut Battle) {
        let attacker = battle.attacker;
        battle.ships.iter_mut().for_each(|ship| ship.square = Square::start(ship.unit.seat() == attacker));
    }

    /// The range roll is made: ships take their steps.
    pub(super) fn begin_steering(&self, state: &mut State) {
        self.steer_next(state, None);
    }

    /// The fastest move first; of equally fast ones those of the side that did not win the roll, of the attacker on a tie.
    // rule: i3m.u7.speed
    fn turn_to_steer(&self, battle: &Battle, ship: u8) -> (u8, bool, u8) {
        let unit = battle.ships[usize::from(ship)].unit;
        let slowness = match unit.class() {
            Class::Fighter => 0,
            class if class.is_fast() => 1,
            _ => 2,
        };
        let last = match battle.winner {
            Some(winner) => unit.seat() == winner,
            None => unit.seat() != battle.attacker,
        };
        (slowness, last, ship)
    }

    fn steer_next(&self, state: &mut State, after: Option<u8>) {
        let Some(battle) = &mut state.battle else { return };
        let done = after.map(|ship| self.turn_to_steer(battle, ship));
        let turns = (0..battle.ships.len() as u8).map(|ship| self.turn_to_steer(battle, ship));
        match turns.filter(|turn| Some(*turn) > done).min() {
            Some((.., ship)) => battle.stage = Stage::Steer { ship, taken: 0 },
            None => self.begin_volley(state, Volley::Space(Weapon::Beam)),
        }
    }

    pub(super) fn offer_ways(&self, battle: &Battle, ship: u8, offer: &mut impl Offer) -> bool {
        let from = battle.ships[usize::from(ship)].square;
        Way::all().filter(|way| from.step(*way).is_some()).any(|way| offer.put(Action::Steer(way)))
    }

    pub(super) fn steer(&self, state: &mut State, (ship, taken): (u8, u8), way: Way) {
        let Some(battle) = &mut state.battle else { return };
        let steered = &mut battle.ships[usize::from(ship)];
        steered.square = steered.square.step(way).unwrap_or(steered.square);
        let again = steered.unit.class() == Class::Fighter && way != Way::STAY && taken + 1 < FIGHTER_STEPS;
        if again {
            battle.stage = Stage::Steer { ship, taken: taken + 1 };
        } else {
            self.steer_next(state, Some(ship));
        }
    }

    /// Squares from a ship to the nearest enemy.
    pub(in super::super) fn nearest_enemy(&self, battle: &Battle, ship: &Ship, at: Square) -> Option<u8> {
        let enemies = battle.ships.iter().filter(|other| other.unit.seat() != ship.unit.seat());
        enemies.map(|enemy| enemy.square.distance(at)).min()
    }
}
