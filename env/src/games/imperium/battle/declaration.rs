//! Declarations of fire: all of the initiative player's first, then the other's, who knows them.

use super::allocation::{in_line, next_in_line};
use super::stage::{Progress, Stage};
use super::{War, at_hand_mut, surface};
use crate::games::imperium::action::Action;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::state::{Battle, Fire, Moment, Range, Role, State, Theatre};

/// Begins the declarations of a round.
// rule: cobb.allocation.declare
pub(super) fn begin(state: &mut State) -> Progress {
    next(state, None)
}

fn next(state: &mut State, after: Option<u8>) -> Progress {
    match next_in_line(state, after) {
        Some(squad) => {
            at_hand_mut(state).moment = Moment::Declare { squad };
            Progress::Waiting
        }
        None => {
            let battle = at_hand_mut(state);
            let quiet = battle.squads.iter().all(|squad| squad.fire == Fire::Hold);
            battle.quiet_rounds = if quiet { battle.quiet_rounds + 1 } else { 0 };
            Progress::Done(Stage::Declaration)
        }
    }
}

/// The kinds of fire that a squad may declare.
// rule: cobb.fire.steps imp.4.3.zero_factor cobb.fire.no_high_intensity cobb.tot.reuse
pub(super) fn offer_kinds<O: Offer>(war: &impl War, battle: &Battle, squad: u8, offer: &mut O) -> bool {
    let own = battle.squad(squad);
    if matches!(battle.theatre, Theatre::Surface(_)) {
        // rule: cobb.surface.defend_only
        let attacks = surface::attack_strength(war, own) > 0;
        return offer.put(Action::Declare(if attacks { Fire::Missile } else { Fire::Hold }));
    }
    let figures = war.figures(own.seat, own.class);
    let short = battle.range == Range::Short;
    // rule: cobb.fire.initiative_only
    let initiative = own.seat == battle.initiative;
    let attacked_by_suicide = || attackers(battle, squad).any(|foe| battle.squad(foe).fire == Fire::Suicide);
    let (beams, missiles) = (figures.beam > 0, figures.missile > 0);
    let defensive = !initiative && attacked_by_suicide();
    [
        (Fire::Hold, true),
        (Fire::Beam, short && beams),
        (Fire::Missile, missiles),
        (Fire::TimeOnTarget, missiles && initiative),
        (Fire::Suicide, short && beams && initiative),
        (Fire::DefensiveBeam, defensive && beams),
        (Fire::DefensiveMissile, defensive && missiles),
    ]
    .into_iter()
    .any(|(fire, allowed)| allowed && offer.put(Action::Declare(fire)))
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
pub(super) fn offer_targets<O: Offer>(battle: &Battle, squad: u8, fire: Fire, offer: &mut O) -> bool {
    let defensive = matches!(fire, Fire::DefensiveBeam | Fire::DefensiveMissile);
    group(battle, squad)
        .filter(|&foe| {
            let other = battle.squad(foe);
            !defensive || (other.fire == Fire::Suicide && other.target == Some(squad))
        })
        .any(|foe| offer.put(Action::Against { squad: foe }))
}

/// Declares a kind of fire; the target is asked for where there is more than one.
// rule: imp.4.1.fire
pub(super) fn declare(state: &mut State, squad: u8, fire: Fire) -> Progress {
    debug_assert!(in_line(at_hand_mut(state).squad(squad)));
    if fire == Fire::Hold {
        next(state, Some(squad))
    } else {
        at_hand_mut(state).moment = Moment::DeclareTarget { squad, fire };
        Progress::Waiting
    }
}

/// Declares the target.
pub(super) fn aim(state: &mut State, squad: u8, fire: Fire, target: u8) -> Progress {
    let own = at_hand_mut(state).squad_mut(squad);
    own.fire = fire;
    own.target = Some(target);
    next(state, Some(squad))
}
