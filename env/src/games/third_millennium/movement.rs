//! The move of the active fleet: jumps, what it meets, scouting.

use super::action::Action;
use super::class::{Class, Role};
use super::legal::Offer;
use super::map::{SystemId, systems_in};
use super::position::{enemy_of, scouts_only};
use super::state::{Group, Orders, Pending, Place, Spot, State, Step};
use super::turn::SEGMENTS;
use super::{ThirdMillennium, state::FleetId};
use crate::core::Seat;

/// What comes of a scouting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sighting {
    /// The enemy is seen.
    Seen,
    /// He is not, but the scouts get away.
    Escape,
    /// He is not.
    Caught,
}

impl ThirdMillennium {
    pub(super) fn offer_orders(&self, state: &State, offer: &mut impl Offer) -> bool {
        let orders = &state.orders;
        for target in self.reorganisations(state) {
            if offer.put(Action::Into(target)) {
                return true;
            }
        }
        match self.spot(state) {
            Spot::System(system) => {
                let left = orders.made < self.allowance(state);
                let open = !self.barred_in_peace(state, state.mover);
                let lanes = if left { self.map.at(system).lanes & open } else { 0 };
                let leaves = orders.made == 0 && !orders.unseen;
                systems_in(lanes).any(|to| offer.put(Action::Jump(to)))
                    || (leaves && self.offer_departure(state, offer))
                    || self.offer_mine_work(state, offer)
                    || offer.put(Action::Done)
            }
            Spot::Hex(_) => self.offer_departure(state, offer) || offer.put(Action::Done),
            Spot::Lost(_) => offer.put(Action::Done),
        }
    }

    /// Where the active fleet is.
    pub(super) fn spot(&self, state: &State) -> Spot {
        let fleet = state.fleets.get(state.mover, state.orders.fleet);
        fleet.map_or(Spot::Hex(super::hex::Hex::default()), |fleet| fleet.at)
    }

    /// Jumps of the active fleet: those it had when it began to move.
    pub(super) fn allowance(&self, state: &State) -> u8 {
        let orders = &state.orders;
        if orders.under_way { orders.allowance } else { self.jumps_of(state, state.mover, orders.fleet) }
    }

    pub(super) fn jump(&self, state: &mut State, to: SystemId) {
        let seat = state.mover;
        let allowance = self.allowance(state);
        let from = self.spot(state).system();
        let orders = &mut state.orders;
        *orders = Orders {
            fleet: orders.fleet,
            made: orders.made + 1,
            allowance,
            from,
            under_way: true,
            ..Orders::default()
        };
        let fleet = orders.fleet;
        self.send(state, seat, fleet, to);
        self.meet_mines(state, None);
    }

    /// Whether a star without planets stops a fleet: not scouts by themselves, nor where another transport or repair ship
    /// of its side is.
    // rule: i3m.u6.dry
    fn is_dry(&self, state: &State, seat: Seat, fleet: FleetId, at: SystemId) -> bool {
        let tanks = |group: Group| {
            let tanker = matches!(group.class, Class::Transport | Class::RepairShip);
            tanker && group.place != Place::Fleet(fleet)
        };
        self.map.at(at).planets.is_empty()
            && !scouts_only(self.in_fleet(state, seat, fleet))
            && !self.ships_in(state, seat, at).any(tanks)
    }

    /// What the active fleet meets where it arrives, by lane or beside the lanes.
    // rule: i3m.11.3.stop
    pub(super) fn meet(&self, state: &mut State, at: SystemId) {
        let (seat, enemy, fleet) = (state.mover, enemy_of(state.mover), state.orders.fleet);
        if state.at_peace() {
            return self.go_on(state, at);
        }
        if !self.blocks(state, enemy, at) {
            self.see_through(state, at.into());
            return self.go_on(state, at);
        }
        if self.may_scout(state, seat, fleet) {
            state.step = Step::Contact;
        } else {
            self.finish_move(state);
        }
    }

    /// A fleet of scouts may look (17.2); under 11.31 any fleet with a scout, a spare counter and jumps left that it may
    /// still make.
    // rule: i3m.u22.scouting
    // rule: mcnair.11.31.scout
    // rule: mcnair.11.31.mixed
    pub(super) fn may_scout(&self, state: &State, seat: Seat, fleet: FleetId) -> bool {
        if scouts_only(self.in_fleet(state, seat, fleet)) {
            return true;
        }
        let spare = state.fleets.spare(seat, self.scenario.fleets).is_some() || self.rules.scout_anyway;
        let dry = self.system_of(state, seat, fleet).is_some_and(|at| self.is_dry(state, seat, fleet, at));
        let splits = state.fleets.emperor(seat) != Some(fleet);
        self.rules.bypass
            && spare
            && may_go_on(state)
            && splits
            && !dry
            && self.scouts_in(state, seat, fleet) > 0
    }

    /// The fleet is free to go on, or has come to the end of its move.
    fn go_on(&self, state: &mut State, at: SystemId) {
        let dry = self.is_dry(state, state.mover, state.orders.fleet, at);
        if may_go_on(state) && !dry {
            state.step = Step::Orders;
        } else {
            self.finish_move(state);
        }
    }

    /// What can come of the scouting roll, with how many of 36 throws lead there. Scouts by themselves that are seen get
    /// away on a second die, if the way back is free.
    pub(super) fn sightings(&self, state: &State) -> Vec<(Sighting, u32)> {
        let figures = &self.combat.scouting;
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let scouts = self.scouts_in(state, seat, fleet).min(figures.most);
        let good = u32::from(7 + scouts).saturating_sub(u32::from(figures.target)).clamp(1, 5);
        let bad = 6 - good;
        if scouts_only(self.in_fleet(state, seat, fleet)) && self.way_back(state).is_some() {
            vec![(Sighting::Seen, 6 * good), (Sighting::Escape, 4 * bad), (Sighting::Caught, 2 * bad)]
        } else {
            vec![(Sighting::Seen, 6 * good), (Sighting::Caught, 6 * bad)]
        }
    }

    /// Where the active fleet came from, if no enemies are there.
    fn way_back(&self, state: &State) -> Option<SystemId> {
        state.orders.from.filter(|&from| !self.is_present(state, enemy_of(state.mover), from))
    }

    pub(super) fn scouted(&self, state: &mut State, outcome: usize) -> bool {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let alone = scouts_only(self.in_fleet(state, seat, fleet));
        let Some(&(sighting, _)) = self.sightings(state).get(outcome) else { return false };
        match (sighting, self.spot(state), self.way_back(state)) {
            (Sighting::Seen, Spot::System(at), _) if alone => {
                let counts = self.sighting(state, at, true);
                let [capital, light, auxiliaries] = counts;
                state.report(at, [capital, light], Some(auxiliaries));
                state.orders.sighted = Some(counts);
                state.orders.unseen = true;
                if may_go_on(state) {
                    state.step = Step::Orders;
                } else {
                    self.finish_move(state);
                }
            }
            (Sighting::Seen, Spot::System(at), _) => self.sighted(state, at),
            (Sighting::Escape, _, Some(from)) => {
                self.send(state, seat, fleet, from);
                state.orders.repulsed = true;
                self.finish_move(state);
            }
            // rule: mcnair.11.31.fail
            _ => self.finish_move(state),
        }
        true
    }

    /// Capital and light warships of the enemy in a system, and auxiliaries if they are to be told.
    // rule: mcnair.11.31.reveal
    pub(super) fn sighting(&self, state: &State, at: SystemId, auxiliaries: bool) -> [u8; 3] {
        let mut counts = [0; 3];
        for group in self.ships_in(state, enemy_of(state.mover), at) {
            match group.class.role() {
                Role::Capital => counts[0] += group.count,
                Role::Light if auxiliaries || self.rules.scouts_count || group.class != Class::Scout => {
                    counts[1] += group.count;
                }
                Role::Auxiliary if auxiliaries => counts[2] += group.count,
                _ => {}
            }
        }
        counts
    }

    /// The fleet stops where it is, and the battles of the move are fought in the order in which the systems were entered.
    // rule: i3m.u6.empty_hex
    // rule: i3m.u7.attacker
    pub(super) fn finish_move(&self, state: &mut State) {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        state.orders.under_way = true;
        state.orders.sighted = None;
        let at = self.spot(state);
        if !state.orders.unseen && !state.at_peace() && self.is_present(state, enemy_of(seat), at) {
            let from = state.orders.from;
            state.pending.push(Pending { at, from, fleet });
        }
        self.fight_next(state);
    }

    /// The next battle of the move; after the last one the fleet may attack a planet.
    pub(super) fn fight_next(&self, state: &mut State) {
        while !state.pending.is_empty() {
            let next = state.pending.remove(0);
            if Seat::all(2).all(|seat| self.is_present(state, seat, next.at)) {
                return self.begin_battle(state, next);
            }
        }
        if state.segment > SEGMENTS || state.passes >= 2 || state.at_peace() {
            return self.proceed(state);
        }
        self.enter_orbit(state);
    }

    /// The ships of a fleet of this side, by role, and its scouts.
    pub(super) fn warships(&self, state: &State, seat: Seat, fleet: FleetId) -> [u8; 2] {
        let mut counts = [0; 2];
        for group in state.groups.at(seat, Place::Fleet(fleet)) {
            match group.class.role() {
                Role::Capital => counts[0] += group.count,
                Role::Light if self.rules.scouts_count || group.class != Class::Scout => {
                    counts[1] += group.count
                }
                _ => {}
            }
        }
        counts
    }
}

/// Whether the active fleet has jumps left after its last move: none if that was a hex.
// rule: i3m.17.1.one_hex
const fn may_go_on(state: &State) -> bool {
    state.orders.from.is_some() && state.orders.made < state.orders.allowance
}
