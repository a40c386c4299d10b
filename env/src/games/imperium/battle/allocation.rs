//! Who meets whom: the side with the initiative matches the other's line, then ships to spare double up.
//!
//! Choices run in canonical order (own squads by kind, for each the enemy's by kind), so that each plan can be
//! given in one way only.

use super::departure::is_left_behind;
use super::muster::SquadKind;
use super::stage::{Progress, Stage};
use super::{War, at_hand, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{Battle, Cargo, Moment, Role, Squad, State, Theatre};

/// Begins the allocation of a round; all squads are unassigned.
// rule: cobb.allocation.layout
pub(super) fn begin(state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    for index in 0..battle.squads.len() {
        if !fights_in_line(battle, &battle.squads.at(index)) {
            battle.squads.at_mut(index).role = Role::Out;
        }
    }
    next_match(state)
}

fn is_free(battle: &Battle, squad: &Squad, seat: Seat) -> bool {
    squad.seat == seat && squad.role == Role::Unassigned && fights_in_line(battle, squad)
}

fn fights_in_line(battle: &Battle, squad: &Squad) -> bool {
    battle.theatre != Theatre::Space || (squad.class.is_line_ship() && !is_left_behind(battle, squad))
}

fn free(battle: &Battle, seat: Seat) -> impl Iterator<Item = (u8, Squad)> {
    battle.alive().filter(move |(_, squad)| is_free(battle, squad, seat))
}

fn free_count(battle: &Battle, seat: Seat) -> u16 {
    free(battle, seat).map(|(_, squad)| u16::from(squad.count)).sum()
}

fn next_match(state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    let holder = battle.initiative;
    let foes = free(battle, enemy_of(holder)).next().is_some();
    let next = free(battle, holder).next().map(|(squad, _)| squad);
    match next {
        Some(squad) if foes => battle.moment = Moment::Match { squad },
        _ => return begin_doubling(state),
    }
    Progress::Waiting
}

/// The kinds that squads of this kind have been matched with so far; the last of them.
fn last_opponent(battle: &Battle, squad: &Squad) -> Option<SquadKind> {
    battle
        .alive()
        .filter(|(_, s)| s.seat == squad.seat && s.kind() == squad.kind())
        .filter_map(|(_, s)| match s.role {
            Role::Paired { foe } => Some(battle.squad(foe).kind()),
            _ => None,
        })
        .max()
}

/// How many ships of `squad` may, and must at least, meet `foe` so that one side is matched completely: the
/// least exceeds the most where it must not.
pub(super) fn pair_bounds(battle: &Battle, squad: u8, foe: u8) -> (u8, u8) {
    let (own, other) = (battle.squad(squad), battle.squad(foe));
    pair_bounds_of(battle, &own, &other, spare(battle, own.seat))
}

/// By how many ships the free ones of a side exceed the other's.
fn spare(battle: &Battle, seat: Seat) -> u16 {
    free_count(battle, seat).saturating_sub(free_count(battle, enemy_of(seat)))
}

fn pair_bounds_of(battle: &Battle, own: &Squad, other: &Squad, spare: u16) -> (u8, u8) {
    let most = own.count.min(other.count);
    // Those who are left over may stay out.
    if u16::from(own.count) <= spare + 1 {
        return (1, most);
    }
    let later: u16 = free(battle, other.seat)
        .filter(|(_, s)| s.kind() > other.kind())
        .map(|(_, s)| u16::from(s.count))
        .sum();
    let least = u16::from(own.count).saturating_sub(later + spare).max(1);
    (least as u8, most)
}

/// Whom a squad may be matched with.
pub(super) fn offer_opponents<O: Offer>(battle: &Battle, squad: u8, offer: &mut O) -> bool {
    let own = battle.squad(squad);
    let last = last_opponent(battle, &own);
    let spare = spare(battle, own.seat);
    for (squad, foe) in free(battle, enemy_of(own.seat)) {
        let action = Action::Against { squad };
        if last.is_some_and(|last| foe.kind() <= last) || !offer.wants(action) {
            continue;
        }
        let (least, most) = pair_bounds_of(battle, &own, &foe, spare);
        if least <= most && offer.put(action) {
            return true;
        }
    }
    u16::from(own.count) <= spare && offer.put(Action::StayOut)
}

/// Matches `count` ships of `squad` with as many of `foe`.
pub(super) fn pair(state: &mut State, squad: u8, foe: u8, count: u8) -> Progress {
    let battle = at_hand_mut(state);
    let own = part(battle, squad, count);
    let other = part(battle, foe, count);
    battle.squad_mut(own).role = Role::Paired { foe: other };
    battle.squad_mut(other).role = Role::Paired { foe: own };
    next_match(state)
}

/// `count` ships of a squad as a squad of their own.
fn part(battle: &mut Battle, squad: u8, count: u8) -> u8 {
    if count == battle.squad(squad).count { squad } else { battle.split(squad, count) }
}

/// The rest of a squad is not matched.
pub(super) fn hold_back(state: &mut State, squad: u8) -> Progress {
    at_hand_mut(state).squad_mut(squad).role = Role::Out;
    next_match(state)
}

// rule: imp.4.1.allocation
fn begin_doubling(state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    for index in 0..battle.squads.len() {
        let squad = battle.squads.at(index);
        if squad.role == Role::Out && fights_in_line(battle, &squad) {
            battle.squads.at_mut(index).role = Role::Unassigned;
        }
    }
    next_double(state)
}

fn next_double(state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    let holder = battle.initiative;
    let next = free(battle, holder).next().or_else(|| free(battle, enemy_of(holder)).next());
    match next.map(|(squad, _)| squad) {
        Some(squad) => battle.moment = Moment::Double { squad },
        None => return Progress::Done(Stage::Allocation),
    }
    Progress::Waiting
}

/// What tells the lines that a surplus ship may join apart: the ship attacked, its opponent and how many attack
/// it so far.
type LineKind = (SquadKind, Option<SquadKind>, u8);

fn line_kind(battle: &Battle, index: u8) -> LineKind {
    let squad = battle.squad(index);
    match squad.role {
        Role::Paired { foe } => (squad.kind(), Some(battle.squad(foe).kind()), attackers(battle, index)),
        _ => (squad.kind(), None, 0),
    }
}

/// The last line that surplus ships of this kind have joined, as it was before.
fn last_line(battle: &Battle, squad: &Squad) -> Option<LineKind> {
    battle
        .alive()
        .filter(|(_, s)| s.seat == squad.seat && s.kind() == squad.kind())
        .filter_map(|(_, s)| match s.role {
            Role::Doubling { foe } => {
                let (kind, opponent, attackers) = line_kind(battle, foe);
                Some((kind, opponent, attackers - 1))
            }
            Role::Paired { foe } if !fights_in_line(battle, &battle.squad(foe)) => {
                Some((battle.squad(foe).kind(), None, 0))
            }
            _ => None,
        })
        .max()
}

/// How many ships of `squad` may join against `foe`, from 1; the most is 0 where none may.
pub(super) fn doubling_bounds(war: &impl War, battle: &Battle, squad: u8, foe: u8) -> (u8, u8) {
    let target = battle.squad(foe);
    let room = match target.role {
        Role::Paired { .. } if attackers(battle, foe) < most_attackers(war, battle) => target.count,
        Role::Out if is_left_behind(battle, &target) => 0,
        Role::Out if !fights_in_line(battle, &target) => uncovered(battle, &target),
        _ => 0,
    };
    (1, room.min(battle.squad(squad).count))
}

/// In space ships double up; on the ground any number of units attack the same one, each with its own die.
// rule: cobb.surface.single
fn most_attackers(war: &impl War, battle: &Battle) -> u8 {
    if matches!(battle.theatre, Theatre::Surface(_)) { u8::MAX } else { war.combat().attackers }
}

fn attackers(battle: &Battle, squad: u8) -> u8 {
    1 + battle.doublers(squad).count() as u8
}

/// How many ships of a support squad out of line have no line ship to cover them: the line covers loaded ships
/// first, in canonical order.
fn uncovered(battle: &Battle, squad: &Squad) -> u8 {
    let cover = |s: &Squad| (s.class, s.cargo == Cargo::Empty, s.kind());
    let side = || battle.alive().map(|(_, s)| s).filter(|s| s.seat == squad.seat);
    let in_line: u16 = side()
        .filter(|s| fights_in_line(battle, s) && matches!(s.role, Role::Paired { .. }))
        .map(|s| u16::from(s.count))
        .sum();
    let support = |key: &dyn Fn(&Squad) -> bool| -> u16 {
        side().filter(|s| !fights_in_line(battle, s) && key(s)).map(|s| u16::from(s.count)).sum()
    };
    let before = support(&|s| cover(s) < cover(squad));
    let all = support(&|s| s.kind() == squad.kind());
    let covered = in_line.saturating_sub(before).min(all);
    // Those of this kind that are attacked already are uncovered ones.
    let attacked = all - u16::from(squad.count);
    (all - covered - attacked.min(all - covered)) as u8
}

/// What a surplus squad may do.
pub(super) fn offer_doubling<O: Offer>(war: &impl War, battle: &Battle, squad: u8, offer: &mut O) -> bool {
    let own = battle.squad(squad);
    let last = last_line(battle, &own);
    for (foe, _) in battle.alive().filter(|(_, foe)| foe.seat != own.seat) {
        let action = Action::Against { squad: foe };
        if offer.wants(action)
            && last.is_none_or(|last| line_kind(battle, foe) > last)
            && doubling_bounds(war, battle, squad, foe).1 > 0
            && offer.put(action)
        {
            return true;
        }
    }
    offer.put(Action::StayOut)
}

/// `count` surplus ships of `squad` join against as many of `foe`.
pub(super) fn double_up(state: &mut State, squad: u8, foe: u8, count: u8) -> Progress {
    let battle = at_hand_mut(state);
    let own = part(battle, squad, count);
    if battle.squad(foe).role == Role::Out {
        let target = part(battle, foe, count);
        battle.squad_mut(own).role = Role::Paired { foe: target };
        battle.squad_mut(target).role = Role::Paired { foe: own };
    } else {
        let target = if count == battle.squad(foe).count { foe } else { battle.split_line(foe, count) };
        battle.squad_mut(own).role = Role::Doubling { foe: target };
    }
    next_double(state)
}

/// The rest of a surplus squad stays out of the line.
pub(super) fn stay_out(state: &mut State, squad: u8) -> Progress {
    at_hand_mut(state).squad_mut(squad).role = Role::Out;
    next_double(state)
}

/// The enemy squads in the group of a squad: its opponent and, for the one doubled upon, all who join.
pub(super) fn group(battle: &Battle, squad: u8) -> impl Iterator<Item = u8> + '_ {
    let facing = match battle.squad(squad).role {
        Role::Paired { foe } | Role::Doubling { foe } => Some(foe),
        _ => None,
    };
    facing.into_iter().chain(battle.doublers(squad))
}

/// Whether the squad stands in the line of this round.
pub(super) fn in_line(squad: &Squad) -> bool {
    matches!(squad.role, Role::Paired { .. } | Role::Doubling { .. })
}

/// The first squad in line, its side's turn before the other's, after `after`.
pub(super) fn next_in_line(state: &State, after: Option<u8>) -> Option<u8> {
    let battle = at_hand(state);
    let turn = |squad: &Squad| squad.seat != battle.initiative;
    let done = after.map(|index| (turn(&battle.squad(index)), index));
    battle
        .alive()
        .filter(|(_, squad)| in_line(squad) && !battle.leaving[squad.seat.index()])
        .map(|(index, squad)| (turn(&squad), index))
        .filter(|&key| done.is_none_or(|done| key > done))
        .min()
        .map(|(_, index)| index)
}
