//! Space combat, round by round: initiative, range, breaking off, the end.

use std::cmp::Ordering;

use super::control::stands;
use super::muster::{open, put};
use super::presence::Presence;
use super::stage::{Progress, Stage};
use super::{War, at_hand, at_hand_mut, odds, surface};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::class::Class;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::map::bits;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{Battle, Cargo, Moment, Place, Range, Squad, State, SystemId, Theatre};

/// Begins a space combat where both sides have ships in the hex and at least one of them a line ship: without
/// any nobody could fire and both stay.
// rule: cobb.initiative.first_round imp.4.1.begins
pub(super) fn begin(state: &mut State, presence: &Presence, system: SystemId) -> Option<Progress> {
    if presence.ships[0] & presence.ships[1] & presence.armed & system.bit() == 0 {
        return None;
    }
    open(state, system, Theatre::Space, Place::Space(system), |_| true);
    Some(Progress::Done(Stage::Range))
}

/// By how much the bonus of the previous round's holder of the initiative exceeds the other's.
// rule: cobb.initiative.roll
pub(super) fn lead(war: &impl War, battle: &Battle) -> i8 {
    let holder = battle.initiative;
    let other = enemy_of(holder);
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
        Theatre::Surface(_) => surface::speed(war, squad),
        _ => {
            let slower = if squad.disrupted { war.combat().disrupted_speed } else { 0 };
            war.figures(seat, squad.class).speed + slower
        }
    };
    battle.alive().filter(|(_, s)| s.seat == seat).map(|(_, s)| speed(s)).min().unwrap_or(0)
}

/// The roll fell so: index among the possible ones of holder, tie, other.
// rule: cobb.surface.initiative
pub(super) fn initiative_rolled(war: &impl War, state: &mut State, outcome: usize) -> Progress {
    let weights = odds::initiative_weights(lead(war, at_hand(state)));
    let fell = (0..3).filter(|&k| weights[k] > 0).nth(outcome).expect("checked against the chance node");
    let battle = at_hand_mut(state);
    if fell > 0 {
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
        || (battle.range == Range::Long
            && destinations(war, state, battle.initiative) != 0
            && offer.put(Action::SetRange(Range::Disengage)))
}

/// Sets the range; who moves to disengage range begins to leave.
pub(super) fn set_range(state: &mut State, range: Range) -> Progress {
    at_hand_mut(state).range = range;
    match range {
        Range::Disengage => next_load(state, None),
        Range::Long | Range::Short => Progress::Done(Stage::Range),
    }
}

/// Where the jump-capable ships of a side may go, by bit; 0 where it has none or no way out.
// rule: cobb.disengage.jump
fn destinations(war: &impl War, state: &State, seat: Seat) -> u64 {
    let battle = at_hand(state);
    if !has_fuel(war, battle, seat) || !battle.alive().any(|(_, squad)| jumps(squad, seat)) {
        return 0;
    }
    let ways = war.ways_out(state, battle.system, seat);
    bits(ways).filter(|&id| is_open(war, state, SystemId(id as u8), seat)).fold(0, |mask, id| mask | 1 << id)
}

/// Whether a fleet that breaks off may jump there: a friendly system, or one without enemy combat ships.
fn is_open(war: &impl War, state: &State, system: SystemId, seat: Seat) -> bool {
    let hex = Place::Space(system);
    war.boxes(system).iter().any(|&at| stands(state, at, seat))
        || !state.groups.iter().any(|g| g.place == hex && g.seat != seat && g.class.is_combat_ship())
}

/// Whether the ships of a side have the fuel to jump.
fn has_fuel(war: &impl War, battle: &Battle, seat: Seat) -> bool {
    !war.boxes(battle.system).is_empty()
        || battle.alive().any(|(_, s)| s.seat == seat && s.class == Class::Tanker)
}

/// Whether ships of this squad jump when this side breaks off, fuel permitting.
fn jumps(squad: &Squad, seat: Seat) -> bool {
    squad.is_alive() && squad.seat == seat && squad.class.is_jump_capable()
}

/// Goes on to the next fighters that could be taken aboard, or to the jump.
// rule: cobb.disengage.fighters
fn next_load(state: &mut State, after: Option<u8>) -> Progress {
    let battle = at_hand_mut(state);
    let next = battle
        .alive()
        .find(|&(index, s)| {
            s.seat == battle.initiative
                && s.class == Class::Fighter
                && after.is_none_or(|after| index > after)
        })
        .map(|(index, _)| index);
    battle.moment = match next {
        Some(squad) => Moment::LoadFighters { squad },
        None => Moment::ChooseRetreat,
    };
    Progress::Waiting
}

/// How many fighters of a squad may be taken aboard.
pub(super) fn offer_loads<O: Offer>(war: &impl War, battle: &Battle, squad: u8, offer: &mut O) -> bool {
    let own = battle.squad(squad);
    let room: u16 = battle
        .alive()
        .filter(|(_, s)| s.seat == own.seat)
        .map(|(_, s)| u16::from(room(war, s)) * u16::from(s.count))
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
    let fighters = *battle.squad(squad);
    match fighters.count - count {
        0 => *battle.squad_mut(squad) = Squad::GONE,
        left => battle.squad_mut(squad).count = left,
    }
    for _ in 0..count {
        let (ship, _) = battle
            .alive()
            .filter(|(_, s)| s.seat == fighters.seat && room(war, s) > 0)
            .min_by_key(|&(index, s)| (room(war, s), index))
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
    next_load(state, Some(squad))
}

/// Where the fleet that breaks off may go.
pub(super) fn offer_retreats<O: Offer>(war: &impl War, state: &State, offer: &mut O) -> bool {
    let open = destinations(war, state, at_hand(state).initiative);
    bits(open).any(|id| offer.put(Action::Retreat(SystemId(id as u8))))
}

/// All jump-capable ships leave; what can't stays and fights on at long range next round.
pub(super) fn leave(war: &impl War, state: &mut State, to: SystemId) -> Progress {
    let State { battle, groups, .. } = state;
    let battle = battle.as_mut().expect("Step::Battle has a battle");
    let leaver = battle.initiative;
    if has_fuel(war, battle, leaver) {
        battle.squads.retain(|squad| {
            let gone = jumps(squad, leaver);
            if gone {
                put(groups, squad, Place::Space(to));
            }
            !gone
        });
    }
    if is_stand_off(war, battle) {
        Progress::Done(Stage::Battle)
    } else {
        battle.range = Range::Long;
        next_round(war, state)
    }
}

/// The round's fire is done.
pub(super) fn end_round(war: &impl War, state: &mut State) -> Progress {
    next_round(war, state)
}

fn next_round(war: &impl War, state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
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

// rule: imp.4.1.stand_off imp.15.1.combat_rounds_max
fn is_stand_off(war: &impl War, battle: &Battle) -> bool {
    battle.round > war.combat().options.combat_rounds_max || battle.quiet_rounds >= war.combat().quiet_rounds
}

/// After a stand-off the phasing side must leave; where it can't, both share the hex.
fn withdraw(war: &impl War, state: &mut State) -> Progress {
    let seat = state.phasing;
    if !war.combat().stand_off_withdrawal || destinations(war, state, seat) == 0 {
        return Progress::Done(Stage::Battle);
    }
    let battle = at_hand_mut(state);
    battle.initiative = seat;
    battle.tied = false;
    battle.range = Range::Disengage;
    next_load(state, None)
}
