//! Speeds and strengths on the ground.

use super::odds::Odds;
use super::{MarkerFigures, War};
use crate::games::imperium::state::{BoxId, Squad, State};

/// The figures of the marker in a box.
pub(super) fn marker_figures<'w>(war: &'w impl War, state: &State, at: BoxId) -> &'w MarkerFigures {
    let combat = war.combat();
    match state.marker(at).world {
        Some(owner) if state.marker(at).holder == Some(owner) => {
            if war.is_homeworld(at, owner) {
                &combat.homeworld
            } else {
                &combat.world
            }
        }
        _ => &combat.outpost,
    }
}

/// The tactical speed of a unit on the ground.
// rule: cobb.surface.speed
pub(super) fn speed(war: &impl War, squad: &Squad) -> i8 {
    if squad.marker {
        return 0;
    }
    let slower = if squad.disrupted { war.combat().disrupted_speed } else { 0 };
    war.figures(squad.seat, squad.class).surface_speed + slower
}

/// The strength with which a unit attacks; 0: it does not.
// rule: cobb.surface.strength, cobb.surface.defend_only
pub(super) fn attack_strength(war: &impl War, squad: &Squad) -> i8 {
    if squad.marker { 0 } else { printed(war, squad) }
}

/// The strength of a unit: that of the counter drawn, or of its class.
// rule: imp.15.1.troop_strength
fn printed(war: &impl War, squad: &Squad) -> i8 {
    if squad.strength > 0 { squad.strength as i8 } else { war.figures(squad.seat, squad.class).surface }
}

/// The chance that a unit hits another.
// rule: cobb.surface.missile_crt, cobb.surface.single
pub(super) fn odds(war: &impl War, state: &State, own: &Squad, target: &Squad, at: BoxId) -> Odds {
    let defence = defence(war, state, target, at);
    let modifier = disrupted_attack(war, own);
    Odds(war.combat().missile_crt.favourable(attack_strength(war, own), defence, modifier))
}

/// The strength with which a unit or marker defends.
pub(super) fn defence(war: &impl War, state: &State, squad: &Squad, at: BoxId) -> i8 {
    if squad.marker {
        return marker_figures(war, state, at).surface;
    }
    let weakened = if squad.disrupted { war.combat().disrupted_screen } else { 0 };
    printed(war, squad) + weakened
}

/// What is added to the die of an attack by a unit.
pub(super) fn disrupted_attack(war: &impl War, squad: &Squad) -> i8 {
    if squad.disrupted { war.combat().disrupted_attack } else { 0 }
}
