//! From battle to battle: system by system, in each first space combat, then orbit, then each box.

use super::{War, control, orbit, space, surface};
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::state::{Place, State, SystemId};

/// The parts of a combat phase in one system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Ships against ships.
    Space,
    /// Ships against boxes.
    Orbit,
    /// The box with this place among the system's boxes.
    Surface(usize),
}

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
    fn of(state: &State) -> Self {
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
                    presence.defended[side] |= if surface::fights(group.class) { at.bit() } else { 0 };
                }
                Place::Hex { .. } => {}
            }
        }
        for seat in Seat::all(2) {
            presence.defended[seat.index()] |= control::standing(state, seat);
        }
        presence
    }
}

/// Begins the next battle from this part of this system on, or ends the phase.
pub(super) fn next(war: &impl War, state: &mut State, system: SystemId, part: Part) {
    state.battle = None;
    let presence = Presence::of(state);
    let contested = presence.defended[0] & presence.defended[1];
    let (mut system, mut part) = (system, part);
    while usize::from(system.0) < war.systems() {
        let (begun, following) = match part {
            Part::Space => (space::begin(war, state, &presence, system), Part::Orbit),
            Part::Orbit => (orbit::begin(war, state, &presence, system), Part::Surface(0)),
            Part::Surface(k) => match war.boxes(system).get(k).filter(|_| contested != 0) {
                Some(&at) => (surface::begin(war, state, &presence, system, at), Part::Surface(k + 1)),
                None => {
                    system.0 += 1;
                    (false, Part::Space)
                }
            },
        };
        if begun {
            return;
        }
        part = following;
    }
    control::settle_boxes(war, state);
    war.after_combat(state);
}
