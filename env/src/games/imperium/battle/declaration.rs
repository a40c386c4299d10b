//! Declarations of fire: all of the initiative player's first, then the other's, who knows them.

use arrayvec::ArrayVec;

use super::allocation::{group, in_line, next_in_line};
use super::fire::step_of;
use super::stage::{Progress, Stage};
use super::strength::attack_strength;
use super::{Options, War, at_hand, at_hand_mut};
use crate::games::imperium::action::Action;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::state::{Battle, Fire, MAX_SQUADS, Moment, Range, Squad, State, Theatre};

/// Begins the declarations of a round.
// rule: cobb.allocation.declare
pub(super) fn begin(war: &impl War, state: &mut State) -> Progress {
    next(war, state, None)
}

fn next(war: &impl War, state: &mut State, after: Option<u8>) -> Progress {
    match next_in_line(state, after) {
        Some(squad) => {
            at_hand_mut(state).moment = Moment::Declare { squad };
            Progress::Waiting
        }
        None if war.combat().options.fire || !war.combat().options.defensive_fire => done(state),
        None => next_defence(war, state, None),
    }
}

fn done(state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    if battle.range != Range::Disengage {
        let quiet = battle.squads.iter().all(|squad| squad.fire == Fire::Hold);
        battle.quiet_rounds = if quiet { battle.quiet_rounds + 1 } else { 0 };
    }
    Progress::Done(Stage::Declaration)
}

/// By the base rules both sides make suicide attacks: who declared first learns only now which of his ships have to
/// defend themselves.
// rule: imp.4.2.defensive imp.13.20.simultaneity
fn next_defence(war: &impl War, state: &mut State, after: Option<u8>) -> Progress {
    let battle = at_hand(state);
    let threatened = |&(index, squad): &(u8, Squad)| {
        squad.seat == battle.initiative
            && after.is_none_or(|after| index > after)
            && in_line(&squad)
            && !battle.leaving[squad.seat.index()]
            && is_suicide_target(battle, index)
    };
    let squads: ArrayVec<u8, MAX_SQUADS> =
        battle.alive().filter(threatened).map(|(index, _)| index).collect();
    let able = |&index: &u8| {
        let (beams, missiles) = weapons(war, &battle.squad(index));
        beams || missiles
    };
    match squads.into_iter().find(able) {
        Some(squad) => {
            at_hand_mut(state).moment = Moment::Defend { squad };
            Progress::Waiting
        }
        None => done(state),
    }
}

/// Standing by what was declared, or defensive fire instead.
pub(super) fn offer_defence<O: Offer>(war: &impl War, battle: &Battle, squad: u8, offer: &mut O) -> bool {
    let (beams, missiles) = weapons(war, &battle.squad(squad));
    let fires = [(Fire::DefensiveBeam, beams), (Fire::DefensiveMissile, missiles)];
    offer.put(Action::Done) || fires.into_iter().any(|(fire, able)| able && offer.put(Action::Declare(fire)))
}

/// The squad stands by what was declared.
pub(super) fn stand_by(war: &impl War, state: &mut State, squad: u8) -> Progress {
    next_defence(war, state, Some(squad))
}

/// Whether a squad has beams and missiles to fire.
// rule: imp.4.3.zero_factor imp.4.2.high_intensity
fn weapons(war: &impl War, squad: &Squad) -> (bool, bool) {
    let figures = war.figures(squad.seat, squad.class);
    (figures.beam > 0, figures.missile > 0 && !squad.spent)
}

fn is_suicide_target(battle: &Battle, squad: u8) -> bool {
    attackers(battle, squad).any(|foe| battle.squad(foe).fire == Fire::Suicide)
}

/// The kinds of fire that a squad may declare, as its second shot or else its first.
// rule: cobb.fire.steps cobb.fire.no_high_intensity cobb.tot.reuse imp.4.2.suicide imp.4.2.high_intensity
pub(super) fn offer_kinds<O: Offer>(
    war: &impl War,
    battle: &Battle,
    (squad, second): (u8, bool),
    offer: &mut O,
) -> bool {
    let own = battle.squad(squad);
    if matches!(battle.theatre, Theatre::Surface(_)) {
        // rule: cobb.surface.defend_only
        let attacks = attack_strength(war, &own) > 0;
        return offer.put(Action::Declare(if attacks { Fire::Missile } else { Fire::Hold }));
    }
    let short = battle.range == Range::Short;
    let options = &war.combat().options;
    // At who disengages only normal missile fire is possible.
    let parting = battle.range == Range::Disengage;
    // rule: cobb.fire.initiative_only
    let initiative = own.seat == battle.initiative;
    let kit = options.fire;
    let (beams, missiles) = weapons(war, &own);
    let defensive = !initiative && (kit || options.defensive_fire) && is_suicide_target(battle, squad);
    [
        (Fire::Hold, true),
        (Fire::Beam, short && beams),
        (Fire::Missile, missiles),
        (Fire::TimeOnTarget, kit && missiles && initiative && !parting),
        (Fire::Suicide, short && beams && (initiative || !kit)),
        (Fire::DefensiveBeam, defensive && beams),
        (Fire::DefensiveMissile, defensive && missiles),
        (Fire::HighIntensity, !kit && missiles && !parting),
    ]
    .into_iter()
    .any(|(fire, allowed)| {
        let now = fire == Fire::Hold || is_first_shot(options, battle.range, fire) != second;
        allowed && now && offer.put(Action::Declare(fire))
    })
}

/// Where a ship has two shots, whether this fire is declared as the first: beams before missiles, or normal before
/// defensive fire. Where it has one, all of it is.
// rule: cobb.fire.shots cobb.fire.defensive
const fn is_first_shot(options: &Options, range: Range, fire: Fire) -> bool {
    if !options.two_shots(range) {
        true
    } else if options.shot_per_weapon && matches!(range, Range::Short) {
        matches!(fire, Fire::Beam | Fire::Suicide | Fire::DefensiveBeam)
    } else {
        !matches!(fire, Fire::DefensiveBeam | Fire::DefensiveMissile)
    }
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
pub(super) fn declare(war: &impl War, state: &mut State, squad: u8, fire: Fire) -> Progress {
    debug_assert!(in_line(&at_hand_mut(state).squad(squad)));
    if fire == Fire::Hold {
        after_first(war, state, squad)
    } else {
        at_hand_mut(state).moment = Moment::DeclareTarget { squad, fire };
        Progress::Waiting
    }
}

/// Declares the target.
pub(super) fn aim(war: &impl War, state: &mut State, squad: u8, fire: Fire, target: u8) -> Progress {
    let battle = at_hand_mut(state);
    battle.squad_mut(squad).aim(fire, target);
    let defends = matches!(fire, Fire::DefensiveBeam | Fire::DefensiveMissile);
    if defends && battle.squad(squad).seat == battle.initiative {
        next_defence(war, state, Some(squad))
    } else {
        after_first(war, state, squad)
    }
}

/// The first shot of a squad is declared; its second is next, if it has one. Who makes a suicide attack is gone before.
fn after_first(war: &impl War, state: &mut State, squad: u8) -> Progress {
    let battle = at_hand_mut(state);
    let in_space = battle.theatre == Theatre::Space;
    if in_space && war.combat().options.two_shots(battle.range) && battle.squad(squad).fire != Fire::Suicide {
        battle.moment = Moment::DeclareSecond { squad };
        Progress::Waiting
    } else {
        next(war, state, Some(squad))
    }
}

/// Declares the kind of fire of the second shot.
pub(super) fn declare_second(war: &impl War, state: &mut State, squad: u8, fire: Fire) -> Progress {
    if fire == Fire::Hold {
        next(war, state, Some(squad))
    } else {
        at_hand_mut(state).moment = Moment::SecondTarget { squad, fire };
        Progress::Waiting
    }
}

/// Declares its target. What is fired first stands first.
pub(super) fn aim_second(war: &impl War, state: &mut State, squad: u8, fire: Fire, target: u8) -> Progress {
    let battle = at_hand_mut(state);
    let own = battle.squad(squad);
    let other = Squad { fire, target: Some(target), ..own };
    let earlier = step_of(war, battle, &own).is_none_or(|step| step_of(war, battle, &other) < Some(step));
    let (now, later) = if earlier { (other, own) } else { (own, other) };
    *battle.squad_mut(squad) = Squad { second: later.fire, second_target: later.target, ..now };
    next(war, state, Some(squad))
}
