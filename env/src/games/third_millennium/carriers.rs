//! Fighters aboard: they stand in the fleet or port of their carriers, no more of them than these have room for.

use super::ThirdMillennium;
use super::class::Class;
use super::state::{Group, Place, Spot, State};
use crate::core::Seat;

impl ThirdMillennium {
    /// Fighters that the carriers at a place have room for, beyond those that are there; below 0: so many too few.
    // rule: i3m.u10.carried
    pub(super) fn hangar(&self, state: &State, seat: Seat, place: Place) -> i16 {
        let counters = state.groups.at(seat, place);
        counters.map(|group| i16::from(group.count) * self.berths_for_fighters(&group)).sum()
    }

    /// How many more fighters each of these has room for; a fighter takes one place.
    fn berths_for_fighters(&self, group: &Group) -> i16 {
        match group.class {
            Class::Fighter => -1,
            class => i16::from(self.units.of(group.seat, class).fighters),
        }
    }

    /// Fighters at a place that no carrier there has room for, the last in order, one by one.
    fn stranded(&self, state: &State, seat: Seat, place: Place) -> Vec<Group> {
        let excess = (-self.hangar(state, seat, place)).max(0) as usize;
        let fighters = state.groups.at(seat, place).filter(|group| group.class == Class::Fighter);
        let single = fighters
            .rev()
            .flat_map(|group| std::iter::repeat_n(Group { count: 1, ..group }, usize::from(group.count)));
        single.take(excess).collect()
    }

    /// A carrier has left a place for another: fighters that find no room any more go with it.
    // rule: i3m.u4.carried
    pub(super) fn take_along(&self, state: &mut State, seat: Seat, from: Place, to: Place) {
        if matches!(from, Place::Fleet(_) | Place::Port(_)) {
            for fighter in self.stranded(state, seat, from) {
                state.groups.change(fighter, |group| Group { place: to, ..group });
            }
        }
    }

    /// Carriers of a place are gone: fighters without room are lost.
    // rule: i3m.u10.lost
    pub(super) fn drop_stranded(&self, state: &mut State, seat: Seat, place: Place) {
        self.stranded(state, seat, place).into_iter().for_each(|fighter| state.groups.remove(fighter));
    }

    /// Fighters return to their carriers after a battle: those without room to others of their side there, the rest is lost.
    // rule: i3m.u10.recovery
    pub(super) fn recover_fighters(&self, state: &mut State, seat: Seat, at: Spot) {
        let places = self.places_at(state, seat, at);
        for &place in &places {
            for fighter in self.stranded(state, seat, place) {
                match places.iter().find(|&&other| self.hangar(state, seat, other) > 0) {
                    Some(&other) => state.groups.change(fighter, |group| Group { place: other, ..group }),
                    None => state.groups.remove(fighter),
                }
            }
        }
    }
}
