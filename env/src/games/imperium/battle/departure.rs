//! Leaving a space combat: breaking off under fire (rules 4.1), disengaging without it (rules 14.1), and withdrawing
//! after a stand-off.

use super::control::stands;
use super::muster::lose;
use super::odds::{MAX_DICE, Odds};
use super::stage::{Progress, Stage};
use super::{War, at_hand, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::class::Class;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::sets::bits;
use crate::games::imperium::state::{
    Battle, Cargo, Group, Moment, Place, Range, Role, Squad, State, SystemId, Used,
};

/// Where the jump-capable ships of a side may go, by bit; 0 where it has none or no way out.
// rule: cobb.disengage.jump imp.4.1.disengage
pub(super) fn destinations(war: &impl War, state: &State, seat: Seat) -> u64 {
    let battle = at_hand(state);
    if !has_fuel(war, battle, seat) || !battle.alive().any(|(_, squad)| jumps(&squad, seat)) {
        return 0;
    }
    let ways = war.ways_out(state, battle.system, seat);
    bits(ways).filter(|&id| is_open(war, state, SystemId(id as u8), seat)).fold(0, |mask, id| mask | 1 << id)
}

/// Whether a fleet that breaks off may jump there: a friendly system or, unless the options say otherwise, one without
/// enemy combat ships; by the base rules no marker of either side may be there either.
// rule: imp.13.19.retreat imp.15.1.words
fn is_open(war: &impl War, state: &State, system: SystemId, seat: Seat) -> bool {
    let (hex, boxes, options) = (Place::Space(system), war.boxes(system), &war.combat().options);
    boxes.iter().any(|&at| stands(state, at, seat))
        || !options.retreat_friendly
            && (options.initiative || boxes.iter().all(|&at| state.marker(at).is_empty()))
            && !state.groups.iter().any(|g| g.place == hex && g.seat != seat && g.class.is_combat_ship())
}

/// Whether the ships of a side have the fuel to jump.
fn has_fuel(war: &impl War, battle: &Battle, seat: Seat) -> bool {
    !war.boxes(battle.system).is_empty()
        || battle.alive().any(|(_, s)| s.seat == seat && s.class == Class::Tanker)
}

/// Whether ships of this squad jump when this side leaves, fuel permitting.
fn jumps(squad: &Squad, seat: Seat) -> bool {
    squad.is_alive() && squad.seat == seat && squad.class.is_jump_capable()
}

/// Whether a squad stays behind when its side disengages.
pub(super) fn is_left_behind(battle: &Battle, squad: &Squad) -> bool {
    battle.range == Range::Disengage && battle.leaving[squad.seat.index()] && !squad.class.is_jump_capable()
}

/// Whether space combat has come to nothing: the sides stay apart from now on.
// rule: imp.4.1.stand_off imp.15.1.combat_rounds_max
pub(super) fn is_stand_off(war: &impl War, battle: &Battle) -> bool {
    battle.round > war.combat().options.combat_rounds_max || battle.quiet_rounds >= war.combat().quiet_rounds
}

/// Asks the sides that could leave whether they break off, the one with the initiative first.
pub(super) fn begin_breaking_off(war: &impl War, state: &mut State) -> Progress {
    let options = &war.combat().options;
    let exists = !options.initiative || options.keep_base_breakoff;
    if !exists || at_hand(state).range == Range::Disengage {
        return Progress::Done(Stage::BreakingOff);
    }
    let first = at_hand(state).initiative;
    ask(war, state, first)
}

fn ask(war: &impl War, state: &mut State, seat: Seat) -> Progress {
    if destinations(war, state, seat) != 0 {
        at_hand_mut(state).moment = Moment::BreakOff { seat };
        return Progress::Waiting;
    }
    answered(war, state, seat)
}

fn answered(war: &impl War, state: &mut State, seat: Seat) -> Progress {
    if seat == at_hand(state).initiative {
        ask(war, state, enemy_of(seat))
    } else {
        Progress::Done(Stage::BreakingOff)
    }
}

/// Breaking off, or not.
pub(super) fn offer_breaking_off<O: Offer>(offer: &mut O) -> bool {
    [Action::BreakOff, Action::FightOn].into_iter().any(|action| offer.put(action))
}

/// A side holds its fire in this round and leaves after it, or fights on.
pub(super) fn break_off(war: &impl War, state: &mut State, seat: Seat, leaves: bool) -> Progress {
    at_hand_mut(state).leaving[seat.index()] = leaves;
    answered(war, state, seat)
}

/// The range is disengage range: by the fix kit the leaver may load fighters first.
pub(super) fn begin_disengaging(war: &impl War, state: &mut State) -> Progress {
    if war.combat().options.initiative { next_load(war, state, None) } else { loaded(war, state) }
}

/// Goes on to the next fighters that could be taken aboard.
// rule: cobb.disengage.fighters
fn next_load(war: &impl War, state: &mut State, after: Option<u8>) -> Progress {
    let battle = at_hand_mut(state);
    let next = battle
        .alive()
        .find(|&(index, s)| {
            battle.leaving[s.seat.index()]
                && s.class == Class::Fighter
                && after.is_none_or(|after| index > after)
        })
        .map(|(index, _)| index);
    match next {
        Some(squad) => battle.moment = Moment::LoadFighters { squad },
        None => return loaded(war, state),
    }
    Progress::Waiting
}

/// Nobody fires at who disengages, unless the options give the other side a parting shot; a withdrawal after a
/// stand-off draws none.
fn loaded(war: &impl War, state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    let parting = war.combat().options.parting_fire && battle.leaving[battle.initiative.index()];
    if parting && !is_stand_off(war, battle) {
        battle.regroup();
        return Progress::Done(Stage::Disengaging);
    }
    Progress::Done(Stage::Fire)
}

/// How many fighters of a squad may be taken aboard.
pub(super) fn offer_loads<O: Offer>(war: &impl War, battle: &Battle, squad: u8, offer: &mut O) -> bool {
    let own = battle.squad(squad);
    let room: u16 = battle
        .alive()
        .filter(|(_, s)| s.seat == own.seat)
        .map(|(_, s)| u16::from(room(war, &s)) * u16::from(s.count))
        .sum();
    (0..=room.min(u16::from(own.count)) as u8).any(|count| offer.put(Action::Count(count)))
}

/// Room for fighters aboard each ship of a squad.
fn room(war: &impl War, squad: &Squad) -> u8 {
    let capacity = war.combat().mothership_capacity;
    match (squad.class, squad.cargo) {
        (Class::Mothership, Cargo::Fighters { sound, disrupted }) => {
            capacity.saturating_sub(sound + disrupted)
        }
        (Class::Mothership, Cargo::Empty) => capacity,
        _ => 0,
    }
}

/// Takes `count` fighters aboard, filling ships that carry some first.
pub(super) fn load(war: &impl War, state: &mut State, squad: u8, count: u8) -> Progress {
    let battle = at_hand_mut(state);
    let fighters = battle.squad(squad);
    match fighters.count - count {
        0 => *battle.squad_mut(squad) = Squad::GONE,
        left => battle.squad_mut(squad).count = left,
    }
    for _ in 0..count {
        let (ship, _) = battle
            .alive()
            .filter(|(_, s)| s.seat == fighters.seat && room(war, s) > 0)
            .min_by_key(|&(index, s)| (room(war, &s), index))
            .expect("the count is within the room");
        let ship = if battle.squad(ship).count > 1 { battle.split(ship, 1) } else { ship };
        let (sound, disrupted) = match battle.squad(ship).cargo {
            Cargo::Fighters { sound, disrupted } => (sound, disrupted),
            _ => (0, 0),
        };
        battle.squad_mut(ship).cargo = Cargo::Fighters {
            sound: sound + u8::from(!fighters.disrupted),
            disrupted: disrupted + u8::from(fighters.disrupted),
        };
    }
    next_load(war, state, Some(squad))
}

/// The round's fire is done: those who leave jump, the side with the initiative first.
pub(super) fn begin(war: &impl War, state: &mut State) -> Progress {
    let Battle { initiative, leaving, .. } = *at_hand(state);
    for seat in [initiative, enemy_of(initiative)] {
        if leaving[seat.index()] {
            if destinations(war, state, seat) != 0 {
                at_hand_mut(state).moment = Moment::ChooseRetreat { seat };
                return Progress::Waiting;
            }
            // All its ships that could jump are gone, or the tanker is.
            at_hand_mut(state).leaving[seat.index()] = false;
        }
    }
    Progress::Done(Stage::Departure)
}

/// Where the fleet that leaves may go.
pub(super) fn offer_retreats<O: Offer>(war: &impl War, state: &State, seat: Seat, offer: &mut O) -> bool {
    let open = destinations(war, state, seat);
    bits(open).any(|id| offer.put(Action::Retreat(SystemId(id as u8))))
}

/// All ships of a side that can jump leave together.
pub(super) fn leave(war: &impl War, state: &mut State, seat: Seat, to: SystemId) -> Progress {
    at_hand_mut(state).squads.change_each(|squad| squad.role = Role::Unassigned);
    next_jump(war, state, seat, to)
}

fn next_jump(war: &impl War, state: &mut State, seat: Seat, to: SystemId) -> Progress {
    while let Some(index) = next_jumper(at_hand(state), seat) {
        let squad = at_hand(state).squad(index);
        let odds = jump_odds(war, &squad);
        if odds.is_always() {
            depart(state, index, to);
        } else if odds.is_never() {
            at_hand_mut(state).squad_mut(index).role = Role::Out;
        } else {
            let battle = at_hand_mut(state);
            if squad.count > MAX_DICE {
                battle.split(index, squad.count - MAX_DICE);
            }
            battle.moment = Moment::JumpRoll { squad: index, to };
            return Progress::Waiting;
        }
    }
    left(war, state, seat)
}

fn next_jumper(battle: &Battle, seat: Seat) -> Option<u8> {
    battle.alive().find(|(_, s)| jumps(s, seat) && s.role == Role::Unassigned).map(|(index, _)| index)
}

/// The chance that a ship that is to leave can.
pub(super) fn jump_odds(war: &impl War, squad: &Squad) -> Odds {
    let rolls = squad.disrupted && war.combat().options.disengage_roll;
    let number = war.figures(squad.seat, squad.class).maintenance;
    Odds(if rolls { 7_u8.saturating_sub(number).min(6) } else { 6 })
}

/// So many disrupted ships of a squad jump; the others stay.
// rule: imp.6.movement_roll
pub(super) fn jump_rolled(
    war: &impl War,
    state: &mut State,
    (squad, to): (u8, SystemId),
    able: u8,
) -> Progress {
    let battle = at_hand_mut(state);
    let Squad { seat, count, .. } = battle.squad(squad);
    if able < count {
        let stuck = if able == 0 { squad } else { battle.split(squad, count - able) };
        battle.squad_mut(stuck).role = Role::Out;
    }
    if able > 0 {
        depart(state, squad, to);
    }
    next_jump(war, state, seat, to)
}

fn depart(state: &mut State, index: u8, to: SystemId) {
    let State { battle, groups, .. } = state;
    let battle = battle.as_mut().expect("Step::Battle has a battle");
    groups.add(Group { used: Used::LEFT_BATTLE, ..battle.squad(index).group(Place::Space(to)) });
    *battle.squad_mut(index) = Squad::GONE;
}

/// A side has left. By the base rules its fighters in space are lost.
// rule: imp.4.1.disengage
fn left(war: &impl War, state: &mut State, seat: Seat) -> Progress {
    let kit = war.combat().options.initiative && at_hand(state).range == Range::Disengage;
    for index in 0..at_hand(state).squads.len() as u8 {
        let squad = at_hand(state).squad(index);
        if !kit && squad.is_alive() && squad.seat == seat && squad.class == Class::Fighter {
            lose(war, state, &squad);
            *at_hand_mut(state).squad_mut(index) = Squad::GONE;
        }
    }
    at_hand_mut(state).leaving[seat.index()] = false;
    if kit && war.combat().options.disengage_ends {
        return Progress::Done(Stage::Battle);
    }
    begin(war, state)
}
