//! Attacks on the ground by free choice: the base rules, where units combine (rules 5), and the reading of the fix kit in
//! which the initiative gives nobody a say in who meets whom.
//!
//! The side with the initiative, in the base rules the phasing player, plans all its attacks, then the other. Units of a
//! kind are planned together, in such an order that each plan can be given in one way only: enemy units in the order
//! of their [`Target`]s, and among equal ones never more attackers than on the one before. Every unit that can attack does.

use arrayvec::ArrayVec;

use super::muster::SquadKind;
use super::odds::{MAX_DICE, Odds};
use super::stage::{Progress, Stage};
use super::strength::{attack_strength, defence, disrupted_attack};
use super::{ResultsTable, War, at_hand, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{Battle, Fire, Moment, Role, Squad, State, Theatre};

/// Whether all who attack one unit make one attack.
// rule: imp.5.surface
pub(super) fn combine(war: &impl War) -> bool {
    let options = &war.combat().options;
    !options.surface && options.surface_combining
}

/// What tells enemy units apart as targets: their kind, and who attacks them so far.
type Target = (SquadKind, Composition);

/// Kinds of units with their numbers: troops of [`MOST_STRENGTHS`](super::super::units::MOST_STRENGTHS) strengths in two
/// classes, PD, and fighters sound or disrupted, with full or empty racks.
type Composition = ArrayVec<(SquadKind, u8), 20>;

/// Units that are planned together: of one kind and, where losses come before their attacks, equally attacked.
type Pool = (SquadKind, Option<u8>);

/// Begins the plans of a round.
pub(super) fn begin(war: &impl War, state: &mut State) -> Progress {
    at_hand_mut(state).squads.change_each(|squad| {
        if attack_strength(war, squad) == 0 {
            squad.role = Role::Out;
        }
    });
    next_plan(war, state)
}

fn next_plan(war: &impl War, state: &mut State) -> Progress {
    let battle = at_hand(state);
    let seats = [battle.initiative, enemy_of(battle.initiative)];
    let idle = |seat| {
        let waiting = battle.alive().filter(move |(_, s)| s.seat == seat && s.role == Role::Unassigned);
        waiting.map(|(index, _)| (pool_of(war, battle, index), index)).min()
    };
    match seats.into_iter().find_map(idle) {
        Some((_, squad)) => {
            at_hand_mut(state).moment = Moment::Attack { squad };
            Progress::Waiting
        }
        None => Progress::Done(Stage::Declaration),
    }
}

fn attackers(battle: &Battle, target: u8) -> impl Iterator<Item = (u8, Squad)> {
    battle.alive().filter(move |(_, s)| s.role == Role::Doubling { foe: target })
}

/// An enemy unit as a target, leaving out attackers of one kind.
fn target_of(battle: &Battle, index: u8, without: Option<SquadKind>) -> Target {
    let mut composition = Composition::new();
    for (_, squad) in attackers(battle, index).filter(|(_, s)| Some(s.kind()) != without) {
        match composition.iter_mut().find(|(kind, _)| *kind == squad.kind()) {
            Some((_, count)) => *count += squad.count,
            None => composition.push((squad.kind(), squad.count)),
        }
    }
    composition.sort_unstable();
    (battle.squad(index).kind(), composition)
}

fn pool_of(war: &impl War, battle: &Battle, index: u8) -> Pool {
    let squad = battle.squad(index);
    let in_turn = war.combat().options.surface_initiative_first;
    let attacked = in_turn && attackers(battle, index).next().is_some();
    (squad.kind(), attacked.then_some(index))
}

/// The units of the pool at hand that have no attack yet, by squad.
fn waiting<'b>(war: &'b impl War, battle: &'b Battle, squad: u8) -> impl Iterator<Item = (u8, Squad)> {
    let (seat, pool) = (battle.squad(squad).seat, pool_of(war, battle, squad));
    battle.alive().filter(move |&(index, s)| {
        s.seat == seat && s.role == Role::Unassigned && pool_of(war, battle, index) == pool
    })
}

/// The last target that units of this pool were sent against, as it was before, and how many went.
fn last_plan(war: &impl War, battle: &Battle, squad: u8) -> Option<(Target, u8)> {
    let (seat, pool) = (battle.squad(squad).seat, pool_of(war, battle, squad));
    let sent = |index: u8| -> u8 {
        attackers(battle, index).filter(|&(i, _)| pool_of(war, battle, i) == pool).map(|(_, s)| s.count).sum()
    };
    let targets = battle.alive().filter(|(_, s)| s.seat != seat);
    let plans = targets.map(|(index, _)| (index, sent(index))).filter(|(_, count)| *count > 0);
    plans
        .map(|(index, count)| (target_of(battle, index, Some(pool.0)), count))
        .max_by(|(a, m), (b, n)| a.cmp(b).then(n.cmp(m)))
}

/// The enemy units that the squad at hand may attack, one for each that differs, with how many of them there are.
fn targets(war: &impl War, battle: &Battle, squad: u8) -> ArrayVec<(Target, u8, u8), 64> {
    let seat = battle.squad(squad).seat;
    let pool = pool_of(war, battle, squad);
    let taken = |index| attackers(battle, index).any(|(i, _)| pool_of(war, battle, i) == pool);
    let mut list: ArrayVec<(Target, u8, u8), 64> = ArrayVec::new();
    for (index, foe) in battle.alive().filter(|&(index, s)| s.seat != seat && !taken(index)) {
        let target = target_of(battle, index, None);
        match list.iter_mut().find(|(other, _, _)| *other == target) {
            Some((_, _, count)) => *count += foe.count,
            None => list.push((target, index, foe.count)),
        }
    }
    list.sort_unstable();
    let last = last_plan(war, battle, squad);
    list.retain(|(target, _, _)| last.as_ref().is_none_or(|(last, _)| *target >= *last));
    list
}

/// What units of the squad at hand may attack.
pub(super) fn offer_targets<O: Offer>(war: &impl War, battle: &Battle, squad: u8, offer: &mut O) -> bool {
    targets(war, battle, squad).into_iter().any(|(_, foe, _)| offer.put(Action::Against { squad: foe }))
}

/// How many units may, and must at least, attack this one, so that all find a target.
pub(super) fn bounds(war: &impl War, battle: &Battle, squad: u8, foe: u8) -> (u8, u8) {
    let all: u8 = waiting(war, battle, squad).map(|(_, s)| s.count).sum();
    let list = targets(war, battle, squad);
    let Some(at) = list.iter().position(|(_, index, _)| *index == foe) else { return (1, 0) };
    let (target, _, alike) = &list[at];
    let most = match last_plan(war, battle, squad) {
        Some((last, count)) if last == *target => all.min(count),
        _ => all,
    };
    let least = if at + 1 < list.len() { 1 } else { all.div_ceil(*alike) };
    (least, most)
}

/// `count` units of the squad at hand attack one unit of an enemy squad.
pub(super) fn attack(war: &impl War, state: &mut State, squad: u8, foe: u8, count: u8) -> Progress {
    let units: ArrayVec<u8, 64> =
        waiting(war, at_hand(state), squad).map(|(index, _)| index).take(64).collect();
    let battle = at_hand_mut(state);
    let target = if battle.squad(foe).count == 1 { foe } else { battle.split(foe, 1) };
    let mut left = count;
    for index in units {
        let part = left.min(battle.squad(index).count);
        if part == 0 {
            break;
        }
        let sent = if part == battle.squad(index).count { index } else { battle.split(index, part) };
        let mut sent = battle.squad_mut(sent);
        (sent.role, sent.fire, sent.target) = (Role::Doubling { foe: target }, Fire::Missile, Some(target));
        left -= part;
    }
    next_plan(war, state)
}

/// The attacks at hand: their chance, how many dice, and how many successes can matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice {
    pub(super) odds: Odds,
    pub(super) dice: u8,
    pub(super) most: u8,
}

/// The dice of the attack in which a squad takes part. Combined attacks that are alike are rolled together.
pub(super) fn dice(war: &impl War, state: &State, squad: u8) -> Dice {
    let battle = at_hand(state);
    let odds = odds(war, state, squad);
    let own = battle.squad(squad);
    match own.target {
        Some(target) if combine(war) => {
            Dice { odds, dice: alike(battle, target).count() as u8, most: u8::MAX }
        }
        _ => Dice { odds, dice: alone(battle, squad).map(|(_, s)| s.count).sum(), most: 1 },
    }
}

/// The squads whose units attack the same unit as this one, each by itself, with the same chance.
fn alone(battle: &Battle, squad: u8) -> impl Iterator<Item = (u8, Squad)> {
    let own = battle.squad(squad);
    let mut room = MAX_DICE;
    battle.alive().filter(move |(_, s)| {
        let like = s.target == own.target && s.kind() == own.kind() && s.count <= room;
        room -= if like { s.count } else { 0 };
        like
    })
}

/// The targets of attacks like that on this one that are still to be rolled.
fn alike(battle: &Battle, target: u8) -> impl Iterator<Item = u8> + '_ {
    let (seat, this) = (battle.squad(target).seat, target_of(battle, target, None));
    let pending = |index| attackers(battle, index).any(|(_, s)| s.target == Some(index));
    battle
        .alive()
        .filter(move |&(index, s)| s.seat == seat && pending(index) && target_of(battle, index, None) == this)
        .map(|(index, _)| index)
        .take(usize::from(MAX_DICE))
}

/// The strength of units together; no unit that defends is so strong that more than 99 would matter.
fn combined(war: &impl War, squads: impl Iterator<Item = Squad>) -> i8 {
    let sum: i16 = squads.map(|s| i16::from(attack_strength(war, &s)) * i16::from(s.count)).sum();
    sum.min(99) as i8
}

/// The chance of the attack in which a squad takes part.
// rule: imp.5.surface
fn odds(war: &impl War, state: &State, squad: u8) -> Odds {
    let battle = at_hand(state);
    let own = battle.squad(squad);
    let (Some(target), Theatre::Surface(at)) = (own.target, battle.theatre) else { return Odds::NEVER };
    let combat = war.combat();
    let defence = defence(war, state, &battle.squad(target), at);
    let (strength, modifier) = if combine(war) {
        let strength = combined(war, attackers(battle, target).map(|(_, s)| s));
        // A disrupted fighter spoils only an attack without sound units.
        let all_disrupted = attackers(battle, target).all(|(_, s)| s.disrupted);
        (strength, if all_disrupted { combat.disrupted_attack } else { 0 })
    } else {
        (attack_strength(war, &own), disrupted_attack(war, &own))
    };
    Odds(table(war).favourable(strength, defence, modifier))
}

/// The faces on which `count` more units of a squad hit a unit of another, with those that attack it already where units
/// combine, else each by itself.
pub(super) fn faces(war: &impl War, state: &State, squad: u8, foe: u8, count: u8) -> u8 {
    let battle = at_hand(state);
    let Theatre::Surface(at) = battle.theatre else { return 0 };
    let own = battle.squad(squad);
    let defence = defence(war, state, &battle.squad(foe), at);
    let (strength, modifier) = if combine(war) {
        let sent = || attackers(battle, foe).map(|(_, s)| s);
        let all_disrupted = own.disrupted && sent().all(|s| s.disrupted);
        let new = Squad { count, ..own };
        let strength = combined(war, sent().chain([new]));
        (strength, if all_disrupted { war.combat().disrupted_attack } else { 0 })
    } else {
        (attack_strength(war, &own), disrupted_attack(war, &own))
    };
    table(war).favourable(strength, defence, modifier).min(6)
}

/// Finds the next attack of a side or of both to be rolled, resolving what needs no dice; `None`: there is none.
pub(super) fn next_roll(
    war: &impl War,
    state: &mut State,
    step: u8,
    is_due: impl Fn(&Battle, &Squad) -> bool,
) -> Option<Progress> {
    let mut index = 0;
    while usize::from(index) < at_hand(state).squads.len() {
        let squad = at_hand(state).squad(index);
        let due = squad.is_alive() && is_due(at_hand(state), &squad);
        let Some(target) = squad.target.filter(|_| due) else {
            index += 1;
            continue;
        };
        let odds = odds(war, state, index);
        let battle = at_hand_mut(state);
        let lost = battle.squad(target).hits > 0;
        if lost || odds.is_never() {
            resolved(war, battle, index);
        } else if odds.is_always() {
            battle.hit(target);
            resolved(war, battle, index);
        } else {
            if !combine(war) && squad.count > MAX_DICE {
                battle.split(index, squad.count - MAX_DICE);
            }
            battle.moment = Moment::AttackRoll { step, squad: index };
            return Some(Progress::Waiting);
        }
    }
    None
}

/// The attack in which a squad takes part is done.
fn resolved(war: &impl War, battle: &mut Battle, index: u8) {
    let target = battle.squad(index).target;
    if combine(war) {
        battle.squads.change_each(|squad| {
            if squad.is_alive() && squad.target == target {
                (squad.fire, squad.target) = (Fire::Hold, None);
            }
        });
    } else {
        let all: ArrayVec<u8, { MAX_DICE as usize }> = alone(battle, index).map(|(i, _)| i).collect();
        for index in all {
            let mut squad = battle.squad_mut(index);
            (squad.fire, squad.target) = (Fire::Hold, None);
        }
    }
}

/// So many dice of the attacks at hand succeeded.
pub(super) fn rolled(war: &impl War, state: &mut State, squad: u8, successes: u8) {
    let battle = at_hand_mut(state);
    let Some(target) = battle.squad(squad).target else { return };
    if !combine(war) {
        if successes > 0 {
            battle.hit(target);
        }
        return resolved(war, battle, squad);
    }
    let all: ArrayVec<u8, { MAX_DICE as usize }> = alike(battle, target).collect();
    for (k, &target) in all.iter().enumerate() {
        if k < usize::from(successes) {
            battle.hit(target);
        }
        let attacker = attackers(battle, target).map(|(index, _)| index).next();
        if let Some(attacker) = attacker {
            resolved(war, battle, attacker);
        }
    }
}

/// Whether an attack of either side can hit somebody.
pub(super) fn can_hit(war: &impl War, state: &State) -> bool {
    let battle = at_hand(state);
    let Theatre::Surface(at) = battle.theatre else { return false };
    let table = table(war);
    Seat::all(2).any(|seat| {
        let side = || battle.alive().map(|(_, s)| s).filter(move |s| s.seat == seat);
        let foes = battle.alive().filter(|(_, s)| s.seat != seat);
        let Some(weakest) = foes.map(|(_, foe)| defence(war, state, &foe, at)).min() else { return false };
        let hits = |strength, modifier| strength > 0 && table.favourable(strength, weakest, modifier) > 0;
        if combine(war) {
            let strength = combined(war, side());
            let spoilt = side().filter(|s| attack_strength(war, s) > 0).all(|s| s.disrupted);
            hits(strength, if spoilt { war.combat().disrupted_attack } else { 0 })
        } else {
            side().any(|s| hits(attack_strength(war, &s), disrupted_attack(war, &s)))
        }
    })
}

fn table(war: &impl War) -> &ResultsTable {
    let combat = war.combat();
    if combat.options.surface { &combat.missile_crt } else { &combat.surface_crt }
}
