//! Space combat, round by round: initiative, range, the end.

use std::cmp::Ordering;

use super::departure::{destinations, is_stand_off};
use super::muster::{open, stayed};
use super::presence::{Presence, phasing};
use super::stage::{Progress, Stage};
use super::{War, at_hand, at_hand_mut, odds, strength};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::class::Class;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{Battle, Moment, Place, Range, Squad, State, SystemId, Theatre};

/// Begins a space combat where both sides have ships in the hex and at least one of them a line ship: without
/// any nobody could fire and both stay.
// rule: cobb.initiative.first_round imp.4.1.begins
pub(super) fn begin(state: &mut State, presence: &Presence, system: SystemId) -> Option<Progress> {
    if presence.ships[0] & presence.ships[1] & presence.armed & system.bit() == 0 {
        return None;
    }
    open(state, (system, presence.phasing), Theatre::Space, Place::Space(system), stayed);
    Some(Progress::Done(Stage::Range))
}

/// By how much the bonus of the previous round's holder of the initiative, or by the base rules of who picked the range,
/// exceeds the other's.
// rule: cobb.initiative.roll
pub(super) fn lead(war: &impl War, battle: &Battle) -> i8 {
    let holder = battle.initiative;
    let other = enemy_of(holder);
    if picks_range(war, battle) {
        // rule: imp.4.1.range
        return match ships(battle, holder).cmp(&ships(battle, other)) {
            Ordering::Less => 1,
            Ordering::Equal => 0,
            Ordering::Greater => -1,
        };
    }
    let (own_number, other_number) = (non_fighters(battle, holder), non_fighters(battle, other));
    // rule: cobb.initiative.fewer
    let nobody = battle.theatre != Theatre::Space && war.combat().options.surface_fewer_ships_only;
    let fewer = match own_number.cmp(&other_number) {
        Ordering::Less if !nobody => 1,
        Ordering::Greater if !nobody => -1,
        _ => 0,
    };
    // rule: cobb.initiative.holder
    slowest(war, battle, holder) - slowest(war, battle, other) + fewer + 1
}

/// Whether the higher die picks the range, as in space by the base rules. On the ground the fix kit's initiative is rolled
/// with or without its initiative in space.
pub(super) fn picks_range(war: &impl War, battle: &Battle) -> bool {
    battle.theatre == Theatre::Space && !war.combat().options.initiative
}

fn ships(battle: &Battle, seat: Seat) -> u16 {
    battle.alive().filter(|(_, s)| s.seat == seat).map(|(_, s)| u16::from(s.count)).sum()
}

fn non_fighters(battle: &Battle, seat: Seat) -> u16 {
    battle
        .alive()
        .filter(|(_, s)| s.seat == seat && s.class != Class::Fighter)
        .map(|(_, s)| u16::from(s.count))
        .sum()
}

/// The speed of a side's slowest ship or unit.
// rule: cobb.initiative.speed, cobb.initiative.speed_disrupted
fn slowest(war: &impl War, battle: &Battle, seat: Seat) -> i8 {
    let speed = |squad: &Squad| match battle.theatre {
        Theatre::Surface(_) => strength::speed(war, squad),
        _ => {
            let slower = if squad.disrupted { war.combat().disrupted_speed } else { 0 };
            war.figures(seat, squad.class).speed + slower
        }
    };
    battle.alive().filter(|(_, s)| s.seat == seat).map(|(_, s)| speed(&s)).min().unwrap_or(0)
}

/// The roll fell so: index among the possible ones of holder, tie, other.
// rule: cobb.surface.initiative
pub(super) fn initiative_rolled(war: &impl War, state: &mut State, outcome: usize) -> Progress {
    let weights = odds::initiative_weights(lead(war, at_hand(state)));
    let fell = (0..3).filter(|&k| weights[k] > 0).nth(outcome).expect("checked against the chance node");
    // By the base rules a tie leaves things as they were.
    let passes_from = if picks_range(war, at_hand(state)) { 2 } else { 1 };
    let battle = at_hand_mut(state);
    if fell >= passes_from {
        battle.initiative = enemy_of(battle.initiative);
    }
    // rule: cobb.initiative.tie
    battle.tied = fell == 1;
    if battle.theatre == Theatre::Space && !battle.tied {
        battle.moment = Moment::ChooseRange;
        Progress::Waiting
    } else {
        Progress::Done(Stage::Range)
    }
}

/// The ranges that the player with the initiative may set.
// rule: cobb.range.steps, cobb.range.one_step
pub(super) fn offer_ranges<O: Offer>(war: &impl War, state: &State, offer: &mut O) -> bool {
    let battle = at_hand(state);
    [Range::Long, Range::Short].into_iter().any(|range| offer.put(Action::SetRange(range)))
        || (war.combat().options.initiative
            && battle.range == Range::Long
            && destinations(war, state, battle.initiative) != 0
            && offer.put(Action::SetRange(Range::Disengage)))
}

/// Sets the range; who moves to disengage range begins to leave.
pub(super) fn set_range(state: &mut State, range: Range) -> Progress {
    let battle = at_hand_mut(state);
    battle.range = range;
    battle.leaving[battle.initiative.index()] = range == Range::Disengage;
    Progress::Done(Stage::Range)
}

/// The round is over and who left is gone.
pub(super) fn end_round(war: &impl War, state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    if battle.range == Range::Disengage {
        if is_stand_off(war, battle) {
            return Progress::Done(Stage::Battle);
        }
        battle.range = Range::Long;
    }
    battle.regroup();
    battle.round += 1;
    if !Seat::all(2).all(|seat| battle.has_side(seat)) {
        Progress::Done(Stage::Battle)
    } else if is_stand_off(war, battle) {
        withdraw(war, state)
    } else {
        battle.moment = Moment::InitiativeRoll;
        Progress::Waiting
    }
}

/// After a stand-off the phasing side must leave; where it can't, both share the hex.
fn withdraw(war: &impl War, state: &mut State) -> Progress {
    let seat = phasing(war, state);
    if !war.combat().stand_off_withdrawal || destinations(war, state, seat) == 0 {
        return Progress::Done(Stage::Battle);
    }
    let battle = at_hand_mut(state);
    battle.initiative = seat;
    battle.tied = false;
    set_range(state, Range::Disengage)
}
