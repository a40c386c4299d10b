//! Who leaves a battle: the winner of the range roll names a place, then the ships that go there, one by one.

use arrayvec::ArrayVec;

use super::super::ThirdMillennium;
use super::super::action::Action;
use super::super::class::Class;
use super::super::legal::Offer;
use super::super::map::{SystemId, systems_in};
use super::super::position::enemy_of;
use super::super::state::{Battle, FLEETS, FleetId, Group, PackedGroup, Place, Ship, Spot, Stage, State};
use crate::core::Seat;

/// Leaving is possible from this range on.
const FREE: u8 = 2;

impl ThirdMillennium {
    /// Whether any ship may leave at the end of this round: of the winner of its range roll, and only from band 2 on.
    // rule: i3m.u11.withdrawal
    pub(super) fn anybody_may_leave(&self, state: &State, battle: &Battle) -> bool {
        battle.winner.is_some_and(|seat| {
            battle.ships.iter().any(|ship| may_leave(ship, seat) && self.is_clear(state, battle, ship))
        })
    }

    /// Whether a ship is far enough from all enemies to leave, with its fleet where that must stay together.
    fn is_clear(&self, state: &State, battle: &Battle, ship: &Ship) -> bool {
        if !self.rules.lattice {
            return battle.band >= FREE;
        }
        let (seat, place) = (ship.unit.seat(), ship.unit.group().place);
        let clear = |ship: &Ship| self.nearest_enemy(battle, ship, ship.square) >= Some(FREE);
        let mate = |other: &&Ship| may_leave(other, seat) && other.unit.group().place == place;
        clear(ship)
            && (!self.stays_together(state, seat, place) || battle.ships.iter().filter(mate).all(clear))
    }

    /// Whether no ship parts from its fleet: the Emperor's, or where there is no spare counter.
    // rule: i3m.u11.counter
    fn stays_together(&self, state: &State, seat: Seat, place: Place) -> bool {
        state.fleets.emperor(seat).map(Place::Fleet) == Some(place)
            || state.fleets.spare(seat, self.scenario.fleets).is_none()
    }

    /// Adjacent systems without enemy ships; none, as between the lanes: nobody leaves.
    pub(super) fn offer_withdrawals(&self, state: &State, battle: &Battle, offer: &mut impl Offer) -> bool {
        let Some(seat) = battle.winner else { return false };
        let lanes = battle.at.system().map_or(0, |system| self.map.at(system).lanes);
        let open = lanes & !self.occupied(state, enemy_of(seat));
        systems_in(open).any(|to| offer.put(Action::Withdraw(to))) || offer.put(Action::Done)
    }

    /// A place is named.
    pub(super) fn withdraw(&self, state: &mut State, to: SystemId) {
        let Some(battle) = &mut state.battle else { return };
        battle.stage = Stage::Leave { to, after: 0 };
    }

    /// Ships that may still be picked, in order; of those that nothing tells apart the first. One has to go.
    // rule: i3m.u11.ships
    pub(super) fn offer_leaving(
        &self,
        state: &State,
        battle: &Battle,
        after: u8,
        offer: &mut impl Offer,
    ) -> bool {
        let Some(seat) = battle.winner else { return false };
        let open = |ship: &Ship| may_leave(ship, seat) && !ship.leaves && self.is_clear(state, battle, ship);
        let from = usize::from(after);
        for (index, ship) in battle.ships.iter().enumerate().skip(from).filter(|(_, ship)| open(ship)) {
            let alike = |other: &Ship| open(other) && other.unit == ship.unit;
            let first = !battle.ships[from..index].iter().any(alike);
            if first && offer.put(Action::Aim { ship: index as u8 }) {
                return true;
            }
        }
        battle.ships.iter().any(|ship| ship.leaves) && offer.put(Action::Done)
    }

    /// A ship is picked, where need be with all of its fleet.
    pub(super) fn mark_leaving(&self, state: &mut State, to: SystemId, ship: u8) {
        let Some(unit) = state.battle.as_ref().map(|battle| battle.ships[usize::from(ship)].unit) else {
            return;
        };
        let (seat, place) = (unit.seat(), unit.group().place);
        let together = self.stays_together(state, seat, place);
        let Some(battle) = &mut state.battle else { return };
        if together {
            let mates = |other: &&mut Ship| may_leave(other, seat) && other.unit.group().place == place;
            battle.ships.iter_mut().filter(mates).for_each(|mate| mate.leaves = true);
        } else {
            battle.ships[usize::from(ship)].leaves = true;
        }
        battle.stage = Stage::Leave { to, after: ship };
    }

    /// Those who were picked leave: whole fleets as they are, of the others all together as a new one.
    pub(super) fn depart(&self, state: &mut State, to: SystemId) {
        let named = state.battle.as_ref().and_then(|battle| Some((battle.winner?, battle.at.system()?)));
        let Some((seat, system)) = named else { return };
        let fleets: ArrayVec<FleetId, FLEETS> = state.fleets.at(seat, system).collect();
        let mut split = None;
        for fleet in fleets {
            let Some(battle) = &mut state.battle else { return };
            let own =
                |ship: &Ship| ship.unit.seat() == seat && ship.unit.group().place == Place::Fleet(fleet);
            if !battle.ships.iter().any(|ship| own(ship) && ship.leaves) {
                continue;
            }
            self.board(battle, seat, fleet);
            let stays = battle.ships.iter().any(|ship| own(ship) && may_leave(ship, seat) && !ship.leaves);
            if stays {
                let activated = state.fleets.get(seat, fleet).is_some_and(|fleet| fleet.activated);
                let counter = split.or_else(|| state.fleets.spare(seat, self.scenario.fleets));
                let Some(counter) = counter else { continue };
                if split.is_none() {
                    state.fleets.open(seat, counter, Spot::System(to), None);
                    // The active fleet's counter is free if that is destroyed: this is another fleet, and leaves.
                    state.orders.repulsed |= seat == state.mover && counter == state.orders.fleet;
                }
                if let Some(fleet) = state.fleets.get_mut(seat, counter) {
                    fleet.activated |= activated;
                }
                split = Some(counter);
                relocate(battle, |ship| own(ship) && ship.leaves, Place::Fleet(counter));
            } else {
                // Fighters that nobody took aboard fight on by themselves.
                relocate(battle, |ship| own(ship) && !ship.leaves, Place::Port(system));
                self.send(state, seat, fleet, to);
                state.orders.repulsed |= seat == state.mover && fleet == state.orders.fleet;
            }
        }
        self.remove_leaving(state);
    }

    /// Carriers that leave take fighters of their fleet aboard, as many as they have room for.
    // rule: i3m.u10.leave
    fn board(&self, battle: &mut Battle, seat: Seat, fleet: FleetId) {
        let own = |ship: &Ship| ship.unit.seat() == seat && ship.unit.group().place == Place::Fleet(fleet);
        let room = |ship: &Ship| usize::from(self.units.of(seat, ship.unit.class()).fighters);
        let room = battle.ships.iter().filter(|ship| own(ship) && ship.leaves).map(room).sum();
        let fighters =
            battle.ships.iter_mut().filter(|ship| own(ship) && ship.unit.class() == Class::Fighter);
        fighters.take(room).for_each(|fighter| fighter.leaves = true);
    }

    fn remove_leaving(&self, state: &mut State) {
        let Some(battle) = &mut state.battle else { return };
        battle.ships.iter().filter(|ship| ship.leaves).for_each(|ship| state.groups.add(ship.unit.group()));
        battle.ships.retain(|ship| !ship.leaves);
        if !self.is_over(state) {
            self.next_round(state);
        }
    }
}

/// Whether a ship can leave a battle: it jumps and is in a fleet.
fn may_leave(ship: &Ship, seat: Seat) -> bool {
    let fleet = matches!(ship.unit.group().place, Place::Fleet(_));
    ship.unit.seat() == seat && ship.unit.class().jumps() && fleet
}

fn relocate(battle: &mut Battle, wanted: impl Fn(&Ship) -> bool, to: Place) {
    for ship in battle.ships.iter_mut().filter(|ship| wanted(ship)) {
        ship.unit = PackedGroup::new(&Group { place: to, ..ship.unit.group() });
    }
}
