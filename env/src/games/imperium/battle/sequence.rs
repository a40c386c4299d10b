//! The order of a combat phase: system by system, in each first space combat, then orbit, then each box; and within
//! each of them what follows what. Who leaves a battle takes no part in what follows, wherever it goes. A step says only whether something is to be decided or rolled or it is done.

use super::muster::close;
use super::presence::Presence;
use super::stage::{Progress, Stage};
use super::{
    War, allocation, assault, at_hand, control, declaration, departure, fire, orbit, space, surface,
};
use crate::games::imperium::sets::bits;
use crate::games::imperium::state::{Battle, Place, Range, State, SystemId, Theatre};

/// Goes from stage to stage until something is to be decided or rolled, or the combat phase is over.
pub(super) fn go_on(war: &impl War, state: &mut State, mut progress: Progress) {
    while let Progress::Done(stage) = progress {
        progress = match (stage, at_hand(state).theatre) {
            (Stage::Range, Theatre::Space) if at_hand(state).range == Range::Disengage => {
                departure::begin_disengaging(war, state)
            }
            (Stage::Range, Theatre::Surface(_)) if war.combat().options.free_attacks() => {
                assault::begin(war, state)
            }
            (Stage::Range | Stage::Disengaging, _) => allocation::begin(state),
            (Stage::Allocation, Theatre::Space) => departure::begin_breaking_off(war, state),
            (Stage::Allocation | Stage::BreakingOff, _) => declaration::begin(war, state),
            (Stage::Declaration, _) => fire::begin(war, state),
            (Stage::Missions, _) => orbit::begin_planetary(war, state),
            (Stage::Fire, Theatre::Space) => departure::begin(war, state),
            (Stage::Departure, _) => space::end_round(war, state),
            (Stage::Fire, Theatre::Orbit { .. }) => orbit::after_fire(war, state),
            (Stage::Fire, Theatre::Surface(_)) => surface::end_round(war, state),
            (Stage::Battle, _) => {
                let (system, part) = leave_battle(war, state);
                next(war, state, system, part)
            }
        };
    }
}

/// Puts back on the map who is left of the battle at hand; the part of the phase that follows it.
fn leave_battle(war: &impl War, state: &mut State) -> (SystemId, Part) {
    let Battle { system, theatre, .. } = *at_hand(state);
    let (place, part) = match theatre {
        Theatre::Space => (Place::Space(system), Part::Orbit),
        Theatre::Orbit { .. } => (Place::Space(system), Part::Surface(0)),
        Theatre::Surface(at) => {
            let done = war.boxes(system).iter().position(|&b| b == at).expect("the box is the system's");
            (Place::Surface(at), Part::Surface(done + 1))
        }
    };
    close(state, place);
    (system, part)
}

/// The parts of a combat phase in one system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Ships against ships.
    Space,
    /// Ships against boxes.
    Orbit,
    /// The box with this place among the system's boxes.
    Surface(usize),
}

/// Begins the combat phase.
// rule: imp.3.1.combat
pub(super) fn begin(war: &impl War, state: &mut State) {
    let progress = next(war, state, SystemId(0), Part::Space);
    go_on(war, state, progress);
}

/// Begins the next battle from this part of this system on, or ends the phase.
fn next(war: &impl War, state: &mut State, system: SystemId, part: Part) -> Progress {
    let presence = Presence::of(war, state);
    let meetings = presence.meetings(war);
    let contested = presence.defended[0] & presence.defended[1];
    let (mut system, mut part) = (system, part);
    loop {
        if part == Part::Space {
            let Some(meeting) = bits(meetings & u64::MAX << system.0).next() else { break };
            system.0 = meeting as u8;
        }
        let (begun, following) = match part {
            Part::Space => (space::begin(state, &presence, system), Part::Orbit),
            Part::Orbit => (orbit::begin(war, state, &presence, system), Part::Surface(0)),
            Part::Surface(k) => match war.boxes(system).get(k).filter(|_| contested != 0) {
                Some(&at) => (surface::begin(state, &presence, system, at), Part::Surface(k + 1)),
                None => {
                    system.0 += 1;
                    (None, Part::Space)
                }
            },
        };
        if let Some(progress) = begun {
            return progress;
        }
        part = following;
    }
    control::settle_boxes(war, state);
    if presence.anybody_left {
        state.groups.clear_marks();
    }
    war.after_combat(state);
    Progress::Waiting
}
