//! The dice of a round: five steps in space with the fix kit, two by the base rules (defence against suicide attacks,
//! then everything else at once); one on the ground.
//!
//! A squad of `n` fires `n` shots, one at each ship of its target, as one roll of how many hit; the line then
//! splits into the part whose target was hit and the rest, so that all later odds stay exact per ship. Hits
//! take effect when the step ends.

use super::allocation::group;
use super::muster::lose;
use super::odds::{MAX_DICE, Odds};
use super::stage::{Progress, Stage};
use super::{War, assault, at_hand, at_hand_mut, strength};
use crate::games::imperium::state::{Battle, Fire, Moment, Range, Squad, State, Theatre};

/// The step in which what a squad has declared is resolved.
// rule: cobb.fire.steps
pub(in super::super) fn step_of(war: &impl War, battle: &Battle, squad: &Squad) -> Option<u8> {
    match squad.fire {
        // All attacks of a round on the ground are one step, unless the options say otherwise.
        Fire::Missile if battle.theatre != Theatre::Space => {
            let later = war.combat().options.surface_initiative_first && squad.seat != battle.initiative;
            Some(1 + u8::from(later))
        }
        // rule: imp.4.2.defensive
        Fire::Beam | Fire::Missile | Fire::HighIntensity if !war.combat().options.fire => Some(2),
        Fire::Hold => None,
        Fire::DefensiveBeam | Fire::DefensiveMissile => Some(1),
        Fire::Suicide => Some(2),
        Fire::Beam => Some(3),
        Fire::Missile | Fire::HighIntensity => Some(4),
        Fire::TimeOnTarget => Some(5),
    }
}

/// Begins the fire of a round, all declarations made.
pub(super) fn begin(war: &impl War, state: &mut State) -> Progress {
    next_step(war, state, 1)
}

/// Begins the next step, from this one on, in which a squad has fire to resolve, or ends the round.
fn next_step(war: &impl War, state: &mut State, from: u8) -> Progress {
    let battle = at_hand(state);
    let declared = battle.alive().filter(|(_, squad)| squad.target.is_some());
    let step =
        declared.filter_map(|(_, squad)| step_of(war, battle, &squad)).filter(|&step| step >= from).min();
    match step {
        Some(step) => resume(war, state, step),
        None => Progress::Done(Stage::Fire),
    }
}

/// Goes on with a step.
fn resume(war: &impl War, state: &mut State, step: u8) -> Progress {
    if at_hand(state).theatre == Theatre::Space || !war.combat().options.free_attacks() {
        return next_shot(war, state, step);
    }
    let is_due = |battle: &Battle, squad: &Squad| step_of(war, battle, squad) == Some(step);
    assault::next_roll(war, state, step, is_due).unwrap_or_else(|| end_step(war, state, step))
}

/// So many dice of attacks on the ground by free choice succeeded.
pub(super) fn attack_rolled(
    war: &impl War,
    state: &mut State,
    (step, squad): (u8, u8),
    successes: u8,
) -> Progress {
    assault::rolled(war, state, squad, successes);
    resume(war, state, step)
}

/// Finds the next roll of a step, resolving what needs none, or ends the step.
// rule: cobb.fire.step_state cobb.tot.last cobb.tot.survive
fn next_shot(war: &impl War, state: &mut State, step: u8) -> Progress {
    let mut index = 0;
    while usize::from(index) < at_hand(state).squads.len() {
        let squad = at_hand(state).squad(index);
        let Some(target) =
            squad.target.filter(|_| squad.is_alive() && step_of(war, at_hand(state), &squad) == Some(step))
        else {
            index += 1;
            continue;
        };
        if war.combat().options.retarget && !at_hand(state).squad(target).is_alive() {
            let battle = at_hand_mut(state);
            let other = group(battle, index).find(|&foe| battle.squad(foe).is_alive());
            if other.is_some() {
                battle.squad_mut(index).target = other;
                continue;
            }
        }
        let odds = odds(war, state, index);
        let overkill = falls_anyway(war, state, (index, target), step);
        let victim = at_hand(state).squad(target);
        let lost = overkill || !victim.is_alive() || is_doomed(war, state, &victim, step);
        let battle = at_hand_mut(state);
        if lost || odds.is_never() {
            has_fired(battle, index);
        } else if odds.is_always() {
            has_fired(battle, index);
            battle.hit(target);
        } else {
            if squad.count > MAX_DICE {
                battle.split_line(index, squad.count - MAX_DICE);
            }
            battle.moment = Moment::FireRoll { step, squad: index };
            return Progress::Waiting;
        }
    }
    end_step(war, state, step)
}

/// A squad's shot is done; its second is next, if it has one. Those that make a suicide attack are marked until they are
/// removed.
fn has_fired(battle: &mut Battle, index: u8) {
    let mut squad = battle.squad_mut(index);
    squad.spent |= squad.fire == Fire::HighIntensity;
    if squad.fire == Fire::Suicide {
        squad.target = None;
    } else {
        (squad.fire, squad.target) = (squad.second, squad.second_target);
        (squad.second, squad.second_target) = (Fire::Hold, None);
    }
}

/// Whether the squad is certain to be gone, so that more hits change nothing: at the end of the step, or after a suicide
/// attack that can't succeed.
fn is_doomed(war: &impl War, state: &State, squad: &Squad, step: u8) -> bool {
    let removed = squad.fire == Fire::Suicide
        && (step == 2
            || squad
                .target
                .is_some_and(|target| odds_of(war, state, squad, &at_hand(state).squad(target)).is_never()));
    removed || squad.hits > 1 || (squad.hits == 1 && disruption_faces(war, at_hand(state), squad).is_never())
}

/// Whether another shot at the same target is still to come that hits and destroys it without doubt, while the target
/// itself does nothing more: then this one changes nothing.
fn falls_anyway(war: &impl War, state: &State, (index, target): (u8, u8), step: u8) -> bool {
    let victim = at_hand(state).squad(target);
    disruption_faces(war, at_hand(state), &victim).is_never()
        && will_be_hit(war, state, (target, &victim), Some(index), step)
}

/// Whether a squad that does nothing more is hit without doubt by a shot to come, from this step on, other than the next
/// of `except`.
fn will_be_hit(
    war: &impl War,
    state: &State,
    (target, victim): (u8, &Squad),
    except: Option<u8>,
    step: u8,
) -> bool {
    if victim.fire != Fire::Hold {
        return false;
    }
    let battle = at_hand(state);
    let shot_at =
        |at: u8| battle.alive().any(|(_, squad)| [squad.target, squad.second_target].contains(&Some(at)));
    let hits = |shooter: u8, shot: &Squad| {
        shot.target == Some(target)
            && step_of(war, battle, shot).is_some_and(|later| later >= step)
            && odds_of(war, state, shot, victim).is_always()
            && !shot_at(shooter)
    };
    battle.alive().any(|(shooter, squad)| {
        except != Some(shooter) && hits(shooter, &squad)
            || squad.second_target.is_some()
                && hits(shooter, &Squad { fire: squad.second, target: squad.second_target, ..squad })
    })
}

/// The chance that one shot of a squad hits its target.
pub(super) fn odds(war: &impl War, state: &State, index: u8) -> Odds {
    let battle = at_hand(state);
    let own = battle.squad(index);
    own.target.map_or(Odds::NEVER, |target| odds_of(war, state, &own, &battle.squad(target)))
}

/// The chance that one shot of a squad, fired as it declares, hits another squad.
// rule: imp.4.3.table imp.4.1.short_range_missiles
pub(super) fn odds_of(war: &impl War, state: &State, own: &Squad, target: &Squad) -> Odds {
    let battle = at_hand(state);
    if let Theatre::Surface(at) = battle.theatre {
        return strength::odds(war, state, own, target, at);
    }
    let combat = war.combat();
    let figures = war.figures(own.seat, own.class);
    let short = battle.range == Range::Short;
    let (table, factor, mut modifier) = match own.fire {
        Fire::Beam | Fire::DefensiveBeam => (&combat.beam_crt, figures.beam, 0),
        Fire::Suicide => (&combat.beam_crt, figures.beam + combat.suicide_factor, 0),
        _ => (&combat.missile_crt, figures.missile, if short { combat.short_range_missile } else { 0 }),
    };
    // rule: imp.4.2.high_intensity
    let factor = if own.fire == Fire::HighIntensity { factor + combat.high_intensity } else { factor };
    // rule: cobb.tot.modifier
    if own.fire == Fire::TimeOnTarget {
        modifier += combat.time_on_target;
    }
    if own.disrupted {
        modifier += combat.disrupted_attack;
    }
    Odds(table.favourable(factor, screen(war, target), modifier))
}

/// The screen of a ship as it stands.
// rule: imp.4.2.disrupted
pub(super) fn screen(war: &impl War, squad: &Squad) -> i8 {
    let printed = war.figures(squad.seat, squad.class).screen;
    if squad.disrupted { (printed + war.combat().disrupted_screen).max(0) } else { printed }
}

/// So many of a squad's shots hit.
pub(super) fn rolled(war: &impl War, state: &mut State, index: u8, hits: u8) -> Progress {
    let battle = at_hand_mut(state);
    let squad = battle.squad(index);
    let Moment::FireRoll { step, .. } = battle.moment else { unreachable!("a roll of fire is due") };
    let target = squad.target.expect("a roll has a target");
    has_fired(battle, index);
    if hits > 0 {
        let part = if hits < squad.count { battle.split_line(target, hits) } else { target };
        battle.hit(part);
    }
    next_shot(war, state, step)
}

/// The faces on which a ship hit once is disrupted instead of destroyed.
// rule: cobb.hits.disrupt
fn disruption_faces(war: &impl War, battle: &Battle, squad: &Squad) -> Odds {
    let printed = war.figures(squad.seat, squad.class).screen;
    let on_ground = matches!(battle.theatre, Theatre::Surface(_));
    // rule: cobb.hits.destroyed imp.4.1.hits
    let options = &war.combat().options;
    let never = !options.hits || (on_ground && !options.disrupt_grounded);
    if never || squad.disrupted || printed < 2 { Odds::NEVER } else { Odds((printed - 1).min(6) as u8) }
}

/// The chance that a ship of a squad hit once is disrupted instead of destroyed.
pub(super) fn disruption_odds(war: &impl War, battle: &Battle, index: u8) -> Odds {
    disruption_faces(war, battle, &battle.squad(index))
}

/// Destroys and disrupts what was hit in a step, rolling where a die decides; then goes on.
// rule: cobb.fire.step_end
pub(super) fn end_step(war: &impl War, state: &mut State, step: u8) -> Progress {
    loop {
        let next = at_hand(state).alive().find(|(_, s)| s.hits > 0).map(|(i, _)| i);
        let Some(index) = next else { return go_on(war, state, step) };
        let squad = at_hand(state).squad(index);
        let faces = disruption_faces(war, at_hand(state), &squad);
        let disrupted = Squad { disrupted: true, ..squad };
        let lost = squad.hits > 1
            || faces.is_never()
            || will_be_hit(war, state, (index, &disrupted), None, step + 1);
        let battle = at_hand_mut(state);
        // rule: cobb.hits.same_step
        if lost {
            destroy(war, state, index);
        } else if faces.is_always() {
            disrupt(battle, index);
        } else {
            if squad.count > MAX_DICE {
                battle.split_line(index, squad.count - MAX_DICE);
            }
            battle.moment = Moment::DisruptionRoll { step, squad: index };
            return Progress::Waiting;
        }
    }
}

fn go_on(war: &impl War, state: &mut State, step: u8) -> Progress {
    if matches!(at_hand(state).theatre, Theatre::Orbit { .. }) {
        return Progress::Done(Stage::Fire);
    }
    if step == 2 && at_hand(state).theatre == Theatre::Space {
        remove_suicides(war, state);
    }
    next_step(war, state, step + 1)
}

/// So many ships of a squad hit once are disrupted, the rest is destroyed.
pub(super) fn disruption_rolled(war: &impl War, state: &mut State, index: u8, disrupted: u8) -> Progress {
    let battle = at_hand_mut(state);
    let Moment::DisruptionRoll { step, .. } = battle.moment else {
        unreachable!("a disruption roll is due");
    };
    let squad = battle.squad(index);
    if disrupted == 0 {
        destroy(war, state, index);
    } else {
        if disrupted < squad.count {
            let rest = battle.split_line(index, squad.count - disrupted);
            destroy(war, state, rest);
        }
        disrupt(at_hand_mut(state), index);
    }
    end_step(war, state, step)
}

fn disrupt(battle: &mut Battle, index: u8) {
    let mut squad = battle.squad_mut(index);
    squad.disrupted = true;
    squad.hits = 0;
}

/// A squad is gone with what it carries; a marker is neutralised.
fn destroy(war: &impl War, state: &mut State, index: u8) {
    let squad = at_hand(state).squad(index);
    if let (Theatre::Surface(at), true) = (at_hand(state).theatre, squad.marker) {
        state.markers.change(at, |marker| marker.neutralised = true);
    }
    lose(war, state, &squad);
    *at_hand_mut(state).squad_mut(index) = Squad::GONE;
}

/// Suicide attackers are gone whether they hit or not.
// rule: imp.4.2.suicide
fn remove_suicides(war: &impl War, state: &mut State) {
    for index in 0..at_hand(state).squads.len() as u8 {
        let squad = at_hand(state).squad(index);
        if squad.is_alive() && squad.fire == Fire::Suicide {
            destroy(war, state, index);
        }
    }
}
