//! Ships that hold the hex against the boxes below: missions, planetary fire, bombardment, drops and landings
//! (rules 5 and 14.3).

use arrayvec::ArrayVec;

use super::control::{stands, units};
use super::fire::{end_step, hit, screen};
use super::muster::{gather, lose, place};
use super::odds::{MAX_DICE, Odds};
use super::sequence::{self, Part};
use super::space::opening;
use super::surface::marker_figures;
use super::{Choices, War, at_hand, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::class::Class;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::{
    BoxId, Cargo, Group, MAX_GROUPS, Mission, Moment, Place, Role, Squad, State, Strike, SystemId, Theatre,
};

/// Begins the interaction where one side alone has ships in the hex and some of them can do something.
// rule: imp.5.orbit
pub(super) fn begin(war: &impl War, state: &mut State, system: SystemId) -> bool {
    let hex = Place::Space(system);
    let here = |seat: Seat| state.groups.iter().any(|g| g.place == hex && g.seat == seat);
    let [first, second] = [state.phasing, enemy_of(state.phasing)];
    let actor = match (here(first), here(second)) {
        (true, false) => first,
        (false, true) => second,
        _ => return false,
    };
    let able = |state: &State, group: &Group| {
        group.place == hex && possible(war, state, system, &Squad::of(group)).len() > 1
    };
    let groups: ArrayVec<Group, MAX_GROUPS> =
        state.groups.iter().copied().filter(|group| able(state, group)).collect();
    if groups.is_empty() {
        return false;
    }
    let squads = gather(state, hex, |group| groups.contains(group));
    let mut battle = opening(state, system, Theatre::Orbit { actor }, squads);
    battle.initiative = actor;
    state.battle = Some(battle);
    next_mission(war, state);
    true
}

/// Whether the actor has an enemy to deal with in a box.
fn is_hostile(state: &State, at: BoxId, actor: Seat) -> bool {
    state.markers[usize::from(at.0)].holder == Some(enemy_of(actor))
        || units(state, at, enemy_of(actor)).next().is_some()
}

/// Everything that a ship of this kind can do, in canonical order.
// rule: imp.5.missions
fn possible(war: &impl War, state: &State, system: SystemId, squad: &Squad) -> ArrayVec<Mission, 16> {
    let mut missions: ArrayVec<Mission, 16> = ArrayVec::new();
    missions.push(Mission::StayOff);
    let passenger = match squad.cargo {
        Cargo::One { class, .. } => Some(class),
        _ => None,
    };
    for &at in war.boxes(system).iter().filter(|&&at| is_hostile(state, at, squad.seat)) {
        // rule: imp.5.bombardment
        if war.figures(squad.seat, squad.class).missile > 0 && !targets(state, at, squad.seat).is_empty() {
            missions.push(Mission::Bombard(at));
        }
        if passenger == Some(Class::JumpTroops) {
            missions.push(Mission::Drop(at));
        }
        if squad.class == Class::Fighter || passenger.is_some_and(|c| c.is_troops() || c == Class::Fighter) {
            missions.push(Mission::Land(at));
        }
    }
    missions.sort_unstable();
    missions
}

/// What can be bombarded in a box.
fn targets(state: &State, at: BoxId, actor: Seat) -> ArrayVec<Strike, 20> {
    let mut targets: ArrayVec<Strike, 20> = ArrayVec::new();
    if stands(state, at, enemy_of(actor)) {
        targets.push(Strike::Marker);
    }
    for class in units(state, at, enemy_of(actor)) {
        if targets.last() != Some(&Strike::Unit(class)) {
            targets.push(Strike::Unit(class));
        }
    }
    targets
}

fn next_mission(war: &impl War, state: &mut State) {
    let battle = at_hand_mut(state);
    let next = battle.alive().find(|(_, s)| s.role == Role::Unassigned).map(|(index, _)| index);
    match next {
        Some(squad) => battle.moment = Moment::ChooseMission { squad },
        None => {
            for squad in &mut battle.squads {
                squad.target = (squad.role != Role::On(Mission::StayOff)).then_some(0);
            }
            next_planetary(war, state);
        }
    }
}

/// What the rest of a squad may do: missions in order, after those that others of its kind have been given.
pub(super) fn missions(war: &impl War, state: &State, squad: u8) -> Choices {
    let battle = at_hand(state);
    let own = battle.squad(squad);
    let last = battle
        .alive()
        .filter(|(_, s)| s.kind() == own.kind())
        .filter_map(|(_, s)| match s.role {
            Role::On(mission) => Some(mission),
            _ => None,
        })
        .max();
    possible(war, state, battle.system, own)
        .into_iter()
        .filter(|&mission| mission == Mission::StayOff || last.is_none_or(|last| mission > last))
        .map(Action::Undertake)
        .collect()
}

/// Chooses a mission; how many go is asked for where it matters.
pub(super) fn undertake(war: &impl War, state: &mut State, squad: u8, mission: Mission) {
    let count = at_hand(state).squad(squad).count;
    if mission == Mission::StayOff || count == 1 {
        assign(war, state, squad, mission, count);
    } else {
        at_hand_mut(state).moment = Moment::MissionCount { squad, mission };
    }
}

/// `count` ships of a squad go.
pub(super) fn assign(war: &impl War, state: &mut State, squad: u8, mission: Mission, count: u8) {
    let battle = at_hand_mut(state);
    let part = if count == battle.squad(squad).count { squad } else { battle.split(squad, count) };
    battle.squad_mut(part).role = Role::On(mission);
    next_mission(war, state);
}

/// The box a squad is busy with.
fn box_of(squad: &Squad) -> Option<BoxId> {
    match squad.role {
        Role::On(Mission::Bombard(at) | Mission::Drop(at) | Mission::Land(at)) => Some(at),
        _ => None,
    }
}

/// The planetary fire factors that a squad meets, PD first.
// rule: imp.5.planetary_fire
fn shooter_factor(war: &impl War, state: &State, squad: &Squad, shooter: u8) -> Option<i8> {
    let at = box_of(squad)?;
    let foe = enemy_of(squad.seat);
    let here = Place::Surface(at);
    let mut left = shooter;
    for group in state.groups.iter().filter(|g| g.place == here && g.seat == foe) {
        let factor = war.figures(foe, group.class).planetary;
        if factor > 0 {
            if left < group.count {
                return Some(factor);
            }
            left -= group.count;
        }
    }
    // A drop is shot at by planetary defences only.
    let marker = !matches!(squad.role, Role::On(Mission::Drop(_))) && left == 0 && stands(state, at, foe);
    marker.then(|| marker_figures(war, state, at).planetary)
}

/// The chance that a shooter hits a ship of a squad.
pub(super) fn planetary_odds(war: &impl War, state: &State, squad: u8, shooter: u8) -> Odds {
    let own = at_hand(state).squad(squad);
    let combat = war.combat();
    let modifier = if own.disrupted { combat.planetary_at_disrupted } else { 0 };
    shooter_factor(war, state, own, shooter).map_or(Odds::NEVER, |factor| {
        Odds(combat.planetary_crt.favourable(factor, screen(war, own), modifier))
    })
}

fn next_planetary(war: &impl War, state: &mut State) {
    loop {
        let next = at_hand(state).alive().find_map(|(i, s)| s.target.map(|k| (i, k)));
        let Some((squad, shooter)) = next else { break };
        let fires = shooter_factor(war, state, at_hand(state).squad(squad), shooter).is_some();
        let odds = planetary_odds(war, state, squad, shooter);
        let battle = at_hand_mut(state);
        let own = *battle.squad(squad);
        // A ship that is lost with one hit needs no second.
        let doomed =
            own.hits > 1 || (own.hits == 1 && super::fire::disruption_odds(war, battle, squad).is_never());
        if !fires || doomed {
            battle.squad_mut(squad).target = None;
        } else if odds.is_never() || odds.is_always() {
            battle.squad_mut(squad).target = Some(shooter + 1);
            if odds.is_always() {
                hit(battle, squad);
            }
        } else {
            if own.count > MAX_DICE {
                battle.split(squad, own.count - MAX_DICE);
            }
            battle.moment = Moment::PlanetaryRoll { squad, shooter };
            return;
        }
    }
    // rule: cobb.hits.planetary
    end_step(war, state, 0);
}

/// So many ships of a squad were hit by the shooter.
pub(super) fn planetary_rolled(war: &impl War, state: &mut State, squad: u8, hits: u8) {
    let battle = at_hand_mut(state);
    let own = battle.squad_mut(squad);
    own.target = own.target.map(|shooter| shooter + 1);
    let count = own.count;
    if hits > 0 {
        let part = if hits < count { battle.split(squad, hits) } else { squad };
        hit(battle, part);
    }
    next_planetary(war, state);
}

/// Planetary fire is over: the survivors bombard, one squad after the other.
pub(super) fn begin_strikes(war: &impl War, state: &mut State) {
    next_strike(war, state);
}

fn next_strike(war: &impl War, state: &mut State) {
    let next = at_hand(state).alive().find_map(|(index, s)| match s.role {
        Role::On(Mission::Bombard(at)) => Some((index, at, s.seat)),
        _ => None,
    });
    let Some((squad, at, seat)) = next else { return land(war, state) };
    if targets(state, at, seat).is_empty() {
        at_hand_mut(state).squad_mut(squad).role = Role::On(Mission::StayOff);
        return next_strike(war, state);
    }
    at_hand_mut(state).moment = Moment::ChooseStrike { squad };
}

/// What a squad may bombard.
pub(super) fn strikes(_war: &impl War, state: &State, squad: u8) -> Choices {
    let own = at_hand(state).squad(squad);
    let at = box_of(own).expect("a bombarding squad has a box");
    targets(state, at, own.seat).into_iter().map(Action::Strike).collect()
}

/// Aims a bombardment; without a doubt about its effect no dice are rolled.
pub(super) fn aim(war: &impl War, state: &mut State, squad: u8, target: Strike) {
    let odds = strike_odds(war, state, squad, target);
    let count = at_hand(state).squad(squad).count;
    if odds.is_never() {
        strike_rolled(war, state, squad, target, 0);
    } else if odds.is_always() {
        let most = strike_most(state, squad, target);
        strike_rolled(war, state, squad, target, most.min(count));
    } else {
        let battle = at_hand_mut(state);
        if count > MAX_DICE {
            battle.split(squad, count - MAX_DICE);
        }
        battle.moment = Moment::StrikeRoll { squad, target };
    }
}

/// The chance that one ship of a squad hits what it bombards.
// rule: imp.5.bombardment
pub(super) fn strike_odds(war: &impl War, state: &State, squad: u8, target: Strike) -> Odds {
    let own = at_hand(state).squad(squad);
    let at = box_of(own).expect("a bombarding squad has a box");
    let combat = war.combat();
    let defence = match target {
        Strike::Marker => marker_figures(war, state, at).bombarded,
        Strike::Unit(class) => grounded_defence(war, state, at, enemy_of(own.seat), class),
    };
    let modifier = if own.disrupted { combat.disrupted_attack } else { 0 };
    Odds(combat.missile_crt.favourable(war.figures(own.seat, own.class).missile, defence, modifier))
}

/// The defence on the ground of the first unit of a class to be hit: disrupted ones come first.
fn grounded_defence(war: &impl War, state: &State, at: BoxId, seat: Seat, class: Class) -> i8 {
    let figures = war.figures(seat, class);
    if figures.grounded > 0 {
        return figures.grounded;
    }
    let disrupted = victims(state, at, seat, class).any(|index| state.groups[index].disrupted);
    figures.screen + if disrupted { war.combat().disrupted_screen } else { 0 }
}

/// Indices of the groups of a class in a box.
fn victims(state: &State, at: BoxId, seat: Seat, class: Class) -> impl Iterator<Item = usize> + '_ {
    let matches = move |g: &Group| g.place == Place::Surface(at) && g.seat == seat && g.class == class;
    (0..state.groups.len()).filter(move |&index| matches(&state.groups[index]))
}

/// How many hits can have an effect.
pub(super) fn strike_most(state: &State, squad: u8, target: Strike) -> u8 {
    let own = at_hand(state).squad(squad);
    let at = box_of(own).expect("a bombarding squad has a box");
    match target {
        Strike::Marker => 1,
        Strike::Unit(class) => {
            let foe = enemy_of(own.seat);
            let disrupted = victims(state, at, foe, class).any(|index| state.groups[index].disrupted);
            victims(state, at, foe, class)
                .map(|index| &state.groups[index])
                .filter(|group| group.disrupted == disrupted)
                .map(|group| group.count)
                .fold(0, u8::saturating_add)
        }
    }
}

/// So many hits of a bombardment had an effect.
pub(super) fn strike_rolled(war: &impl War, state: &mut State, squad: u8, target: Strike, hits: u8) {
    let own = *at_hand(state).squad(squad);
    let at = box_of(&own).expect("a bombarding squad has a box");
    at_hand_mut(state).squad_mut(squad).role = Role::On(Mission::StayOff);
    match target {
        Strike::Marker if hits > 0 => state.markers[usize::from(at.0)].neutralised = true,
        Strike::Marker => {}
        Strike::Unit(class) => {
            for _ in 0..hits {
                kill_one(war, state, at, enemy_of(own.seat), class);
            }
        }
    }
    next_strike(war, state);
}

/// One unit of a class in a box is gone, a disrupted one if there is one.
fn kill_one(war: &impl War, state: &mut State, at: BoxId, seat: Seat, class: Class) {
    let victim = victims(state, at, seat, class)
        .max_by_key(|&index| (state.groups[index].disrupted, usize::MAX - index));
    let Some(index) = victim else { return };
    let one = Squad { count: 1, ..Squad::of(&state.groups[index]) };
    state.groups[index].count -= 1;
    if state.groups[index].count == 0 {
        state.groups.remove(index);
    }
    lose(war, state, &one);
}

/// Drops and landings; then all ships are back where they stay.
// rule: imp.5.landing
fn land(war: &impl War, state: &mut State) {
    let battle = state.battle.take().expect("a battle is at hand");
    let hex = Place::Space(battle.system);
    for squad in battle.squads.iter().filter(|squad| squad.is_alive()) {
        let (stays, box_taken) = match squad.role {
            Role::On(Mission::Drop(at)) => (hex, Some(at)),
            Role::On(Mission::Land(at)) => (Place::Surface(at), Some(at)),
            _ => (hex, None),
        };
        let mut ship = *squad;
        if let (Some(at), Cargo::One { class, disrupted }) = (box_taken, squad.cargo) {
            ship.cargo = Cargo::Empty;
            let passenger = Squad { class, disrupted, cargo: Cargo::Empty, ..ship };
            place(state, &[passenger], Place::Surface(at));
        }
        place(state, &[ship], stays);
    }
    sequence::next(war, state, battle.system, Part::Surface(0));
}
