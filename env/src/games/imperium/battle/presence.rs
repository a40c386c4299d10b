//! Where battles can be, at a glance.

use super::War;
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{Phase, State};

/// Where each side's counters and markers stand, by bit: it says at a glance where no battle can be.
pub(super) struct Presence {
    /// The phasing player of this combat phase.
    pub(super) phasing: Seat,
    /// Systems with ships of each seat in the hex, but for those that have left a battle of this phase.
    pub(super) ships: [u64; 2],
    /// Systems with a ship in the hex that fights in line, not counting those either.
    pub(super) armed: u64,
    /// Whether there are ships that have left a battle of this phase.
    pub(super) anybody_left: bool,
    /// Boxes with units of each seat or in its hands.
    pub(super) boxes: [u64; 2],
    /// Boxes with units or an unneutralised marker of each seat that fight on the ground.
    pub(super) defended: [u64; 2],
}

impl Presence {
    pub(super) fn of(war: &impl War, state: &State) -> Self {
        let phasing = phasing(war, state);
        let mut presence =
            Self { phasing, ships: [0; 2], armed: 0, anybody_left: false, boxes: [0; 2], defended: [0; 2] };
        for seat in Seat::all(2) {
            let (mut ships, mut anybody_left) = (0, false);
            for group in state.groups.in_space(seat) {
                let here = if group.used().is_nothing() { group.space() } else { 0 };
                ships |= here;
                presence.armed |= if group.is_of(Class::LINE_SHIPS) { here } else { 0 };
                anybody_left |= !group.used().is_nothing();
            }
            presence.anybody_left |= anybody_left;
            let [units, defences] = state.groups.boxes_with(seat, [!STORED, FIGHT]);
            let side = seat.index();
            presence.ships[side] = ships;
            presence.boxes[side] = units | state.held_boxes(seat);
            presence.defended[side] = defences | state.worlds(seat) | state.outposts(seat);
        }
        presence
    }

    /// The systems, by bit, that both sides are in: no battle begins where one is alone.
    pub(super) fn meetings(&self, war: &impl War) -> u64 {
        (0..2).fold(u64::MAX, |both, side| both & (self.ships[side] | war.systems_of(self.boxes[side])))
    }
}

/// The phasing player of a combat phase.
// rule: imp.3.1.player_turn
pub fn phasing(war: &impl War, state: &State) -> Seat {
    if war.combat().options.reactor_is_phasing && state.phase == Phase::ReactionCombat {
        enemy_of(state.phasing)
    } else {
        state.phasing
    }
}

/// The classes, by bit, whose counters are no units on the ground.
const STORED: u32 = 1 << Class::Outpost.index();

/// The classes, by bit, whose counters have a surface factor.
// rule: cobb.surface.others
const FIGHT: u32 = 1 << Class::RegularTroops.index()
    | 1 << Class::JumpTroops.index()
    | 1 << Class::PlanetaryDefence.index()
    | 1 << Class::Fighter.index();

/// Whether counters of a class have a surface factor.
pub(in super::super) const fn fights(class: Class) -> bool {
    FIGHT >> class.index() & 1 == 1
}
