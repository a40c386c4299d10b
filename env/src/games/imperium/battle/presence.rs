//! Where battles can be, at a glance.

use super::War;
use super::control::stands;
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{BoxId, Phase, Place, State, SystemId};

/// Where each side's counters and markers stand, by bit: it says at a glance where no battle can be.
pub(super) struct Presence {
    /// The phasing player of this combat phase.
    pub(super) phasing: Seat,
    /// Systems with ships of each seat in the hex.
    pub(super) ships: [u64; 2],
    /// Systems with a ship in the hex that fights in line.
    pub(super) armed: u64,
    /// Boxes with units of each seat or in its hands.
    pub(super) boxes: [u64; 2],
    /// Boxes with units or an unneutralised marker of each seat that fight on the ground.
    pub(super) defended: [u64; 2],
}

impl Presence {
    pub(super) fn of(war: &impl War, state: &State) -> Self {
        let phasing = phasing(war, state);
        let mut presence = Self { phasing, ships: [0; 2], armed: 0, boxes: [0; 2], defended: [0; 2] };
        for group in &state.groups {
            let side = group.seat.index();
            match group.place {
                Place::Space(system) => {
                    presence.ships[side] |= system.bit();
                    presence.armed |= if group.class.is_line_ship() { system.bit() } else { 0 };
                }
                Place::Surface(at) => {
                    presence.boxes[side] |= if group.class == Class::Outpost { 0 } else { at.bit() };
                    presence.defended[side] |= if fights(group.class) { at.bit() } else { 0 };
                }
                Place::Hex { .. } => {}
            }
        }
        for (at, marker) in (0..).map(BoxId).zip(&state.markers) {
            if let Some(holder) = marker.holder {
                presence.boxes[holder.index()] |= at.bit();
                presence.defended[holder.index()] |= if stands(state, at, holder) { at.bit() } else { 0 };
            }
        }
        presence
    }

    /// Whether both sides are in a system with these boxes: no battle begins where one is alone.
    pub(super) fn meets(&self, system: SystemId, boxes: &[BoxId]) -> bool {
        let boxes = boxes.iter().fold(0, |mask, at| mask | at.bit());
        (0..2).all(|side| self.ships[side] & system.bit() | self.boxes[side] & boxes != 0)
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

/// Whether counters of a class have a surface factor.
// rule: cobb.surface.others
pub(super) fn fights(class: Class) -> bool {
    class.is_troops() || matches!(class, Class::PlanetaryDefence | Class::Fighter)
}
