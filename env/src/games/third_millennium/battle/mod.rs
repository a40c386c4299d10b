//! Battles: [`space`] is the frame of a battle in space, `volley` how fire is declared and rolled, `withdrawal` who leaves
//! it, `lattice` its board, `invasion` the fire before a landing, `ground` combat on a planet.

mod ground;
mod invasion;
mod lattice;
mod space;
mod volley;
mod withdrawal;

use super::action::{Action, Shift};
use super::class::Class;
use super::legal::Offer;
use super::state::{Battle, FLEETS, FleetId, PackedGroup, Place, Ship, Square, Stage, State};
use super::{TERRAN, ThirdMillennium};
use crate::core::{Chance, Seat};

impl Ship {
    /// A counter that joins a battle.
    pub(super) const fn new(unit: PackedGroup) -> Self {
        Self { unit, aimed: [0; 2], hits: 0, leaves: false, square: Square::CORNER }
    }
}

impl ThirdMillennium {
    pub(super) fn offer_battle(&self, state: &State, offer: &mut impl Offer) -> bool {
        let Some(battle) = &state.battle else { return false };
        match battle.stage {
            Stage::Shift => {
                (battle.band > 0 && offer.put(Action::Shift(Shift::Close)))
                    || offer.put(Action::Shift(Shift::Keep))
                    || (battle.band < self.combat.space.far_band && offer.put(Action::Shift(Shift::Open)))
            }
            Stage::Steer { ship, .. } => self.offer_ways(battle, ship, offer),
            Stage::Aim { volley, ship } => self.offer_targets(battle, volley, ship, offer),
            Stage::Withdraw => self.offer_withdrawals(state, battle, offer),
            Stage::Leave { after, .. } => self.offer_leaving(state, battle, after, offer),
            Stage::Allot { .. } => self.offer_allotments(battle, offer),
            _ => false,
        }
    }

    pub(super) fn act_in_battle(&self, state: &mut State, action: Action) {
        let Some(battle) = &mut state.battle else { return };
        match (battle.stage, action) {
            (Stage::Shift, Action::Shift(shift)) => self.shift(state, shift),
            (Stage::Steer { ship, taken }, Action::Steer(way)) => self.steer(state, (ship, taken), way),
            (Stage::Aim { volley, ship }, Action::Aim { ship: target }) => {
                self.aim(state, volley, ship, target)
            }
            (Stage::Withdraw, Action::Withdraw(to)) => self.withdraw(state, to),
            (Stage::Withdraw, _) => self.next_round(state),
            (Stage::Leave { to, .. }, Action::Aim { ship }) => self.mark_leaving(state, to, ship),
            (Stage::Leave { to, .. }, _) => self.depart(state, to),
            (Stage::Allot { weapon, hits }, Action::Aim { ship }) => self.allot(state, weapon, hits, ship),
            (stage, action) => unreachable!("{action:?} is not offered at {stage:?}"),
        }
    }

    /// The roll that is due in a battle.
    pub(super) fn battle_chance(&self, state: &State, battle: &Battle) -> Chance {
        match battle.stage {
            Stage::Range => Chance::new(self.range_results(battle).into_iter().map(|(_, throws)| throws)),
            Stage::Hits { volley, target } => self.hits_chance(battle, volley, target),
            Stage::Counter { target, .. } => self.counter_chance(battle, target),
            Stage::Escorts { weapon, dice, hits } => self.escorts_chance(battle, weapon, dice, hits),
            Stage::Bombard { dice, hits } => self.bombs_chance(state, battle, dice, hits),
            stage => panic!("no roll is due at {stage:?}"),
        }
    }

    pub(super) fn battle_rolled(&self, state: &mut State, outcome: usize) {
        let Some(battle) = &state.battle else { return };
        match battle.stage {
            Stage::Range => self.range_rolled(state, outcome),
            Stage::Hits { volley, target } => self.hit(state, volley, target, outcome as u8),
            Stage::Counter { volley, target } => self.countered(state, volley, target, outcome as u8),
            Stage::Escorts { weapon, dice, hits } => {
                self.escorts_rolled(state, weapon, dice, hits + outcome as u8)
            }
            Stage::Bombard { dice, hits } => self.bombarded(state, dice, hits + outcome as u8),
            _ => {}
        }
    }

    /// Destroyed ships are taken away with all they carry, and fleets that have no others left.
    // rule: i3m.u9.destroyed
    fn clear_wrecks(&self, state: &mut State) {
        let Some(battle) = &mut state.battle else { return };
        let stands = |ship: &Ship| ship.damage() < self.units.of(ship.unit.seat(), ship.unit.class()).defence;
        if self.rules.gates {
            let wrecks = battle.ships.iter().filter(|ship| ship.unit.seat() == TERRAN && !stands(ship));
            state.sides[TERRAN.index()].lost |= wrecks.fold(0, |mask, ship| mask | ship.unit.class().bit());
        }
        let flagship = |ship: &&Ship| ship.unit.class() == Class::Flagship && !stands(ship);
        let flagship = battle.ships.iter().find(flagship).map(|ship| ship.unit.group());
        battle.ships.retain(|ship| stands(ship));
        flagship.iter().for_each(|lost| self.mourn(state, lost));
        for seat in Seat::all(2) {
            for fleet in (0..FLEETS as u8).map(FleetId) {
                let here =
                    |ship: &Ship| ship.unit.seat() == seat && ship.unit.group().place == Place::Fleet(fleet);
                let left = state.battle.iter().any(|battle| battle.ships.iter().any(here));
                if !left && !state.groups.any_at(seat, Place::Fleet(fleet)) {
                    state.fleets.close(seat, fleet);
                }
            }
        }
    }

    /// The ships of a battle go back to where they belong.
    fn disband(&self, state: &mut State) {
        let Some(battle) = state.battle.take() else { return };
        for ship in &battle.ships {
            state.groups.add(ship.unit.group());
        }
        for seat in Seat::all(2) {
            self.recover_fighters(state, seat, battle.at);
            self.close_empty(state, seat);
        }
    }
}
