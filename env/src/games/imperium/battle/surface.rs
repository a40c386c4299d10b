//! Surface combat in a box, round by round; all attacks of a round at once.

use super::control::stands;
use super::muster::open;
use super::odds::Odds;
use super::presence::{Presence, fights};
use super::stage::{Progress, Stage};
use super::strength::{attack_strength, odds};
use super::{War, assault, at_hand, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::state::{
    BoxId, Cargo, Fire, Moment, Place, Role, Squad, State, SystemId, Theatre,
};

/// Begins surface combat where both sides have units with surface factors in the box.
pub(super) fn begin(state: &mut State, presence: &Presence, system: SystemId, at: BoxId) -> Option<Progress> {
    if presence.defended[0] & presence.defended[1] & at.bit() == 0 {
        return None;
    }
    open(state, (system, presence.phasing), Theatre::Surface(at), Place::Surface(at), |group| {
        fights(group.class)
    });
    for seat in Seat::all(2) {
        if stands(state, at, seat) {
            at_hand_mut(state).squads.push(marker_squad(seat));
        }
    }
    at_hand_mut(state).regroup();
    Some(Progress::Done(Stage::Range))
}

fn marker_squad(seat: Seat) -> Squad {
    Squad {
        seat,
        class: Class::Outpost,
        marker: true,
        disrupted: false,
        strength: 0,
        cargo: Cargo::Empty,
        spent: false,
        count: 1,
        role: Role::Unassigned,
        fire: Fire::Hold,
        target: None,
        second: Fire::Hold,
        second_target: None,
        hits: 0,
    }
}

/// The attacks of a round have been resolved.
// rule: cobb.surface.rounds
pub(super) fn end_round(war: &impl War, state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    battle.regroup();
    battle.round += 1;
    let both = Seat::all(2).all(|seat| battle.has_side(seat));
    let over = !both || battle.round > war.combat().surface_rounds;
    if over || (!war.combat().options.surface_rounds && nobody_can_hit(war, state)) {
        return Progress::Done(Stage::Battle);
    }
    let options = &war.combat().options;
    if !options.surface || (options.surface_free_targets && !options.surface_initiative_first) {
        // Nobody has the initiative, or it gives him nothing.
        return Progress::Done(Stage::Range);
    }
    at_hand_mut(state).moment = Moment::InitiativeRoll;
    Progress::Waiting
}

/// Whether no attack of either side can hit, so that a fight to the finish is over.
fn nobody_can_hit(war: &impl War, state: &State) -> bool {
    if war.combat().options.free_attacks() {
        return !assault::can_hit(war, state);
    }
    let battle = at_hand(state);
    let Theatre::Surface(at) = battle.theatre else { unreachable!("the battle is in a box") };
    battle.alive().all(|(_, own)| {
        let idle = attack_strength(war, &own) == 0;
        let foes = battle.alive().filter(|(_, foe)| foe.seat != own.seat);
        idle || foes.map(|(_, foe)| odds(war, state, &own, &foe, at)).all(Odds::is_never)
    })
}
