//! Where battles can be, at a glance.

use super::control::standing;
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::state::{Place, State};

/// Where each side's counters and markers stand, by bit: it says at a glance where no battle can be.
pub(super) struct Presence {
    /// Systems with ships of each seat in the hex.
    pub(super) ships: [u64; 2],
    /// Systems with a ship in the hex that fights in line.
    pub(super) armed: u64,
    /// Boxes with units of each seat.
    pub(super) units: [u64; 2],
    /// Boxes with units or an unneutralised marker of each seat that fight on the ground.
    pub(super) defended: [u64; 2],
}

impl Presence {
    pub(super) fn of(state: &State) -> Self {
        let mut presence = Self { ships: [0; 2], armed: 0, units: [0; 2], defended: [0; 2] };
        for group in &state.groups {
            let side = group.seat.index();
            match group.place {
                Place::Space(system) => {
                    presence.ships[side] |= system.bit();
                    presence.armed |= if group.class.is_line_ship() { system.bit() } else { 0 };
                }
                Place::Surface(at) => {
                    presence.units[side] |= if group.class == Class::Outpost { 0 } else { at.bit() };
                    presence.defended[side] |= if fights(group.class) { at.bit() } else { 0 };
                }
                Place::Hex { .. } => {}
            }
        }
        for seat in Seat::all(2) {
            presence.defended[seat.index()] |= standing(state, seat);
        }
        presence
    }
}

/// Whether counters of a class have a surface factor.
// rule: cobb.surface.others
pub(super) fn fights(class: Class) -> bool {
    class.is_troops() || matches!(class, Class::PlanetaryDefence | Class::Fighter)
}
