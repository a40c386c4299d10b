//! Declarations of fire: all of the initiative player's first, then the other's, who knows them.

use super::allocation::{in_line, next_in_line};
use super::{Choices, War, at_hand_mut, fire, surface};
use crate::games::imperium::action::Action;
use crate::games::imperium::state::{Battle, Fire, Moment, Range, Role, State, Theatre};

/// Begins the declarations of a round.
// rule: cobb.allocation.declare
pub(super) fn begin(war: &impl War, state: &mut State) {
    next(war, state, None);
}

fn next(war: &impl War, state: &mut State, after: Option<u8>) {
    match next_in_line(state, after) {
        Some(squad) => at_hand_mut(state).moment = Moment::Declare { squad },
        None => {
            let battle = at_hand_mut(state);
            let quiet = battle.squads.iter().all(|squad| squad.fire == Fire::Hold);
            battle.quiet_rounds = if quiet { battle.quiet_rounds + 1 } else { 0 };
            fire::begin(war, state);
        }
    }
}

/// The kinds of fire that a squad may declare.
// rule: cobb.fire.steps imp.4.3.zero_factor cobb.fire.no_high_intensity cobb.tot.reuse
pub(super) fn kinds(war: &impl War, battle: &Battle, squad: u8) -> Choices {
    let own = battle.squad(squad);
    let mut choices = Choices::new();
    let mut offer = |fire, allowed: bool| {
        if allowed {
            choices.push(Action::Declare(fire));
        }
    };
    if matches!(battle.theatre, Theatre::Surface(_)) {
        // rule: cobb.surface.defend_only
        let attacks = surface::attack_strength(war, own) > 0;
        offer(if attacks { Fire::Missile } else { Fire::Hold }, true);
        return choices;
    }
    let figures = war.figures(own.seat, own.class);
    let short = battle.range == Range::Short;
    // rule: cobb.fire.initiative_only
    let initiative = own.seat == battle.initiative;
    let attacked_by_suicide = attackers(battle, squad).any(|foe| battle.squad(foe).fire == Fire::Suicide);
    let (beams, missiles) = (figures.beam > 0, figures.missile > 0);
    offer(Fire::Hold, true);
    offer(Fire::Beam, short && beams);
    offer(Fire::Missile, missiles);
    offer(Fire::TimeOnTarget, missiles && initiative);
    offer(Fire::Suicide, short && beams && initiative);
    offer(Fire::DefensiveBeam, attacked_by_suicide && beams);
    offer(Fire::DefensiveMissile, attacked_by_suicide && missiles);
    choices
}

/// The enemy squads in the group of a squad: its opponent and, for the one doubled upon, all who join.
fn group(battle: &Battle, squad: u8) -> impl Iterator<Item = u8> + '_ {
    let facing = match battle.squad(squad).role {
        Role::Paired { foe } | Role::Doubling { foe } => Some(foe),
        _ => None,
    };
    facing.into_iter().chain(battle.doublers(squad))
}

/// Those of its group that have declared fire at a squad.
fn attackers(battle: &Battle, squad: u8) -> impl Iterator<Item = u8> + '_ {
    group(battle, squad).filter(move |&foe| battle.squad(foe).target == Some(squad))
}

/// At whom a squad may aim this fire.
pub(super) fn target_choices(battle: &Battle, squad: u8, fire: Fire) -> Choices {
    let defensive = matches!(fire, Fire::DefensiveBeam | Fire::DefensiveMissile);
    group(battle, squad)
        .filter(|&foe| {
            let other = battle.squad(foe);
            !defensive || (other.fire == Fire::Suicide && other.target == Some(squad))
        })
        .map(|foe| Action::Against { squad: foe })
        .collect()
}

/// Declares a kind of fire; the target is asked for where there is more than one.
// rule: imp.4.1.fire
pub(super) fn declare(war: &impl War, state: &mut State, squad: u8, fire: Fire) {
    debug_assert!(in_line(at_hand_mut(state).squad(squad)));
    if fire == Fire::Hold {
        next(war, state, Some(squad));
    } else {
        at_hand_mut(state).moment = Moment::DeclareTarget { squad, fire };
    }
}

/// Declares the target.
pub(super) fn aim(war: &impl War, state: &mut State, squad: u8, fire: Fire, target: u8) {
    let own = at_hand_mut(state).squad_mut(squad);
    own.fire = fire;
    own.target = Some(target);
    next(war, state, Some(squad));
}
