//! The Vilani Imperial Guard (9.3): the ships that the Emperor brings, beside all counters of the game.

use super::class::Class;
use super::state::{FleetId, Group, Place, State};
use super::{IMPERIAL, ThirdMillennium};
use crate::core::Seat;

impl ThirdMillennium {
    /// Resources that the Guard is worth, where it is in play.
    pub(super) fn guard_worth(&self) -> Option<u8> {
        let cost = |(class, count): &(Class, u8)| {
            u16::from(self.units.of(IMPERIAL, *class).cost) * u16::from(*count)
        };
        let worth = || self.politics.guard.ships.iter().map(cost).sum::<u16>().min(u8::MAX.into()) as u8;
        self.rules.guard.then(worth)
    }

    /// The Guard is what the Emperor's fleet consists of: nothing is drawn.
    // rule: i3m.9.3.guard
    pub(super) fn receive_guard(&self, state: &mut State, fleet: FleetId) {
        for &(class, count) in &self.politics.guard.ships {
            state.groups.add(Group::new(IMPERIAL, Place::Fleet(fleet), class, count));
        }
        self.next_business(state);
    }

    /// Counters of the mix that a side has of a class: those of the Guard are others.
    pub(super) fn counters_in_use(&self, state: &State, seat: Seat, class: Class) -> u32 {
        let all = state.counters(seat, class);
        let Some(fleet) = state.fleets.emperor(seat).filter(|_| self.rules.guard) else { return all };
        let guards = state.groups.at(seat, Place::Fleet(fleet)).filter(|group| group.class == class);
        let fighting = state.battle.iter().flat_map(|battle| &battle.ships).map(|ship| ship.unit.group());
        let fighting = fighting
            .filter(|group| (group.seat, group.place, group.class) == (seat, Place::Fleet(fleet), class));
        all - guards.chain(fighting).map(|group| u32::from(group.count)).sum::<u32>()
    }

    /// The loss of the flagship is felt in the Empire.
    // rule: i3m.u19.flagship
    pub(super) fn mourn(&self, state: &mut State, lost: &Group) {
        if lost.class == Class::Flagship {
            state.glory = state.glory.saturating_sub(self.politics.guard.glory);
        }
    }
}
