//! What may come of a choice in the battle at hand, as faces of a die, 0 to 6: for explanations.

use super::{War, allocation, assault, at_hand, fire, orbit, space};
use crate::games::imperium::state::{Fire, Mission, Moment, Role, Squad, State, Strike};

/// The faces on which one shot of a squad hits another, fired so.
pub(in super::super) fn shot_faces(war: &impl War, state: &State, squad: u8, fire: Fire, target: u8) -> u8 {
    let battle = at_hand(state);
    let shooter = Squad { fire, ..battle.squad(squad) };
    fire::odds_of(war, state, &shooter, &battle.squad(target)).0.min(6)
}

/// The faces on which so many units of a squad hit a unit of another on the ground: together, or each by itself where
/// units do not combine.
pub(in super::super) fn attack_faces(war: &impl War, state: &State, squad: u8, foe: u8, count: u8) -> u8 {
    assault::faces(war, state, squad, foe, count)
}

/// Whether all who attack one unit on the ground make one attack.
pub(in super::super) fn units_combine(war: &impl War) -> bool {
    assault::combine(war)
}

/// The faces on which a ship of a squad that is hit once is disrupted instead of destroyed.
pub(in super::super) fn disruption_faces(war: &impl War, state: &State, squad: u8) -> u8 {
    fire::disruption_odds(war, at_hand(state), squad).0.min(6)
}

/// How many ships, at least and at most, go against a squad of the other side in the choice of an opponent at hand.
pub(in super::super) fn met(war: &impl War, state: &State, foe: u8) -> Option<(u8, u8)> {
    let battle = at_hand(state);
    match battle.moment {
        Moment::Match { squad } => Some(allocation::pair_bounds(battle, squad, foe)),
        Moment::Attack { squad } => Some(assault::bounds(war, battle, squad, foe)),
        Moment::Double { squad } => Some(allocation::doubling_bounds(war, battle, squad, foe)),
        _ => None,
    }
}

/// The faces on which each of the box's shooters hits a ship of a squad that undertakes a mission.
pub(in super::super) fn planetary_faces(
    war: &impl War,
    state: &State,
    squad: u8,
    mission: Mission,
) -> impl Iterator<Item = u8> {
    let ship = Squad { role: Role::On(mission), ..at_hand(state).squad(squad) };
    (0..=u8::MAX).map_while(move |shooter| {
        orbit::planetary_odds_of(war, state, &ship, shooter).map(|odds| odds.0.min(6))
    })
}

/// The faces on which a shooter hits a ship of a squad on its mission.
pub(in super::super) fn planetary_roll_faces(war: &impl War, state: &State, squad: u8, shooter: u8) -> u8 {
    orbit::planetary_odds(war, state, squad, shooter).0.min(6)
}

/// The faces on which one ship of a bombarding squad hits a target.
pub(in super::super) fn strike_faces(war: &impl War, state: &State, squad: u8, target: Strike) -> u8 {
    orbit::strike_odds(war, state, squad, target).0.min(6)
}

/// By how much the holder of the initiative is ahead in its roll.
pub(in super::super) fn initiative_lead(war: &impl War, state: &State) -> i8 {
    space::lead(war, at_hand(state))
}
