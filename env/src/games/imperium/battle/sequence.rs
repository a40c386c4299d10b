//! From battle to battle: system by system, in each first space combat, then orbit, then each box.

use super::{War, control, orbit, space, surface};
use crate::games::imperium::state::{State, SystemId};

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

/// Begins the next battle from this part of this system on, or ends the phase.
pub(super) fn next(war: &impl War, state: &mut State, system: SystemId, part: Part) {
    state.battle = None;
    let (mut system, mut part) = (system, part);
    while usize::from(system.0) < war.systems() {
        let (begun, following) = match part {
            Part::Space => (space::begin(war, state, system), Part::Orbit),
            Part::Orbit => (orbit::begin(war, state, system), Part::Surface(0)),
            Part::Surface(k) => match war.boxes(system).get(k) {
                Some(&at) => (surface::begin(war, state, system, at), Part::Surface(k + 1)),
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
