//! Surface combat in a box: three rounds at most, all attacks of a round at once.

use super::allocation;
use super::control::stands;
use super::muster::{gather, place};
use super::odds::Odds;
use super::sequence::{self, Part};
use super::space::opening;
use super::{MarkerFigures, War, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::state::{
    BoxId, Cargo, Fire, Moment, Place, Role, Squad, State, SystemId, Theatre,
};

/// Begins surface combat where both sides have units with surface factors in the box.
pub(super) fn begin(war: &impl War, state: &mut State, system: SystemId, at: BoxId) -> bool {
    let here = Place::Surface(at);
    let has_units = |seat: Seat| {
        stands(state, at, seat)
            || state.groups.iter().any(|g| g.place == here && g.seat == seat && fights(g.class))
    };
    if !Seat::all(2).all(has_units) {
        return false;
    }
    let mut squads = gather(state, here, |group| fights(group.class));
    for seat in Seat::all(2).filter(|&seat| stands(state, at, seat)) {
        squads.push(marker_squad(seat));
    }
    state.battle = Some(opening(state, system, Theatre::Surface(at), squads));
    at_hand_mut(state).regroup();
    allocation::begin(war, state);
    true
}

/// Whether counters of a class have a surface factor.
// rule: cobb.surface.others
fn fights(class: Class) -> bool {
    class.is_troops() || matches!(class, Class::PlanetaryDefence | Class::Fighter)
}

fn marker_squad(seat: Seat) -> Squad {
    Squad {
        seat,
        class: Class::Outpost,
        marker: true,
        disrupted: false,
        cargo: Cargo::Empty,
        count: 1,
        role: Role::Unassigned,
        fire: Fire::Hold,
        target: None,
        hits: 0,
    }
}

/// The figures of the marker in a box.
pub(super) fn marker_figures<'w>(war: &'w impl War, state: &State, at: BoxId) -> &'w MarkerFigures {
    let combat = war.combat();
    match state.markers[usize::from(at.0)].world {
        Some(owner) if state.markers[usize::from(at.0)].holder == Some(owner) => {
            if war.is_homeworld(at) {
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
    if squad.marker { 0 } else { war.figures(squad.seat, squad.class).surface }
}

/// The chance that a unit hits another.
// rule: cobb.surface.missile_crt, cobb.surface.single
pub(super) fn odds(war: &impl War, state: &State, own: &Squad, target: &Squad, at: BoxId) -> Odds {
    let combat = war.combat();
    let weakened = |squad: &Squad, by: i8| if squad.disrupted { by } else { 0 };
    let defence = if target.marker {
        marker_figures(war, state, at).surface
    } else {
        war.figures(target.seat, target.class).surface + weakened(target, combat.disrupted_screen)
    };
    let modifier = weakened(own, combat.disrupted_attack);
    Odds(combat.missile_crt.favourable(attack_strength(war, own), defence, modifier))
}

/// The attacks of a round have been resolved.
// rule: cobb.surface.rounds
pub(super) fn end_round(war: &impl War, state: &mut State) {
    let battle = at_hand_mut(state);
    battle.regroup();
    battle.round += 1;
    if Seat::all(2).all(|seat| battle.has_side(seat)) && battle.round <= war.combat().surface_rounds {
        battle.moment = Moment::InitiativeRoll;
    } else {
        end(war, state);
    }
}

/// The combat is over; those left stand in the box.
fn end(war: &impl War, state: &mut State) {
    let battle = state.battle.take().expect("a battle is at hand");
    let Theatre::Surface(at) = battle.theatre else { unreachable!("the battle is in a box") };
    place(state, &battle.squads, Place::Surface(at));
    let done = war.boxes(battle.system).iter().position(|&b| b == at).expect("the box is the system's");
    sequence::next(war, state, battle.system, Part::Surface(done + 1));
}
