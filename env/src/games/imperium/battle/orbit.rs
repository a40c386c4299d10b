//! Ships that hold the hex against the boxes below: missions, planetary fire, bombardment, drops and landings
//! (rules 5 and 14.3).

use super::control::{boxes_with_units, stands, units};
use super::fire::{end_step, screen};
use super::muster::{lose, open, put, stayed};
use super::odds::{MAX_DICE, Odds};
use super::presence::Presence;
use super::stage::{Progress, Stage};
use super::strength::marker_figures;
use super::{War, at_hand, at_hand_mut};
use crate::core::Seat;
use crate::games::imperium::action::Action;
use crate::games::imperium::class::Class;
use crate::games::imperium::legal::Offer;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::sets::bits;
use crate::games::imperium::state::{
    BoxId, Cargo, Group, IMPERIAL, Mission, Moment, Place, Role, Squad, State, Strike, SystemId, TERRAN,
    Theatre,
};

/// Begins the interaction where one side alone has ships in the hex and some of them can do something.
// rule: imp.5.orbit
pub(super) fn begin(
    war: &impl War,
    state: &mut State,
    presence: &Presence,
    system: SystemId,
) -> Option<Progress> {
    let bit = system.bit();
    let actor = match presence.ships.map(|ships| ships & bit != 0) {
        [true, false] => TERRAN,
        [false, true] => IMPERIAL,
        _ => return None,
    };
    let tasks = Tasks::above(war, state, system, actor, presence.boxes[enemy_of(actor).index()]);
    let hex = Place::Space(system);
    let able = |group: &Group| stayed(group) && !tasks.of(war, &Squad::of(group)).is_empty();
    if tasks.hostile == 0 || !state.groups_at(hex).any(|group| able(&group)) {
        return None;
    }
    open(state, (system, actor), Theatre::Orbit { actor }, hex, able);
    Some(next_mission(state))
}

/// What the boxes of a system offer to ships above them, by bit.
struct Tasks {
    /// Boxes with an enemy to deal with.
    hostile: u64,
    /// Those of them with something to bombard.
    strikable: u64,
}

/// The boxes, by bit, in which a ship can do each kind of mission.
#[derive(Clone, Copy)]
struct Missions {
    bombard: u64,
    drop: u64,
    land: u64,
}

impl Tasks {
    /// The tasks for an actor above the boxes of a system; `foes` are the boxes anywhere that have his enemies.
    fn above(war: &impl War, state: &State, system: SystemId, actor: Seat, foes: u64) -> Self {
        let boxes = war.boxes(system).iter().copied().filter(|at| foes & at.bit() != 0);
        boxes.fold(Self { hostile: 0, strikable: 0 }, |tasks, at| Self {
            hostile: tasks.hostile | at.bit(),
            strikable: tasks.strikable | if has_target(state, at, actor) { at.bit() } else { 0 },
        })
    }

    /// Everything that a ship of this kind can do.
    // rule: imp.5.missions
    fn of(&self, war: &impl War, squad: &Squad) -> Missions {
        let passenger = match squad.cargo {
            Cargo::One { class, .. } => Some(class),
            _ => None,
        };
        let landed = |class: Class| class.is_troops() || class == Class::Fighter;
        let armed = war.figures(squad.seat, squad.class).missile > 0 && !squad.spent;
        let lands = squad.class == Class::Fighter || passenger.is_some_and(landed);
        Missions {
            // rule: imp.5.bombardment
            bombard: if armed { self.strikable } else { 0 },
            drop: if passenger == Some(Class::JumpTroops) { self.hostile } else { 0 },
            land: if lands { self.hostile } else { 0 },
        }
    }
}

impl Missions {
    const fn is_empty(self) -> bool {
        self.bombard | self.drop | self.land == 0
    }

    /// In canonical order.
    fn all(self) -> impl Iterator<Item = Mission> {
        let each = |mask, mission: fn(BoxId) -> Mission| bits(mask).map(move |at| mission(BoxId(at as u8)));
        each(self.bombard, Mission::Bombard)
            .chain(each(self.drop, Mission::Drop))
            .chain(each(self.land, Mission::Land))
    }
}

/// The boxes, by bit, with a unit of a seat in them or in its hands.
fn boxes_with(state: &State, seat: Seat) -> u64 {
    boxes_with_units(state, seat) | state.held_boxes(seat)
}

/// Whether something can be bombarded in a box.
fn has_target(state: &State, at: BoxId, actor: Seat) -> bool {
    let foe = enemy_of(actor);
    stands(state, at, foe) || units(state, at, foe).next().is_some()
}

fn next_mission(state: &mut State) -> Progress {
    let battle = at_hand_mut(state);
    let next = battle.alive().find(|(_, s)| s.role == Role::Unassigned).map(|(index, _)| index);
    match next {
        Some(squad) => battle.moment = Moment::ChooseMission { squad },
        None => return Progress::Done(Stage::Missions),
    }
    Progress::Waiting
}

/// What the rest of a squad may do: missions in order, after those that others of its kind have been given.
pub(super) fn offer_missions<O: Offer>(war: &impl War, state: &State, squad: u8, offer: &mut O) -> bool {
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
    let tasks = Tasks::above(war, state, battle.system, own.seat, boxes_with(state, enemy_of(own.seat)));
    offer.put(Action::Undertake(Mission::StayOff))
        || tasks
            .of(war, &own)
            .all()
            .filter(|&mission| last.is_none_or(|last| mission > last))
            .any(|mission| offer.put(Action::Undertake(mission)))
}

/// Chooses a mission; how many go is asked for where it matters.
pub(super) fn undertake(state: &mut State, squad: u8, mission: Mission) -> Progress {
    let count = at_hand(state).squad(squad).count;
    if mission == Mission::StayOff || count == 1 {
        assign(state, squad, mission, count)
    } else {
        at_hand_mut(state).moment = Moment::MissionCount { squad, mission };
        Progress::Waiting
    }
}

/// `count` ships of a squad go.
pub(super) fn assign(state: &mut State, squad: u8, mission: Mission, count: u8) -> Progress {
    let battle = at_hand_mut(state);
    let part = if count == battle.squad(squad).count { squad } else { battle.split(squad, count) };
    battle.squad_mut(part).role = Role::On(mission);
    next_mission(state)
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
    planetary_odds_of(war, state, &at_hand(state).squad(squad), shooter).unwrap_or(Odds::NEVER)
}

/// The chance that a shooter hits a ship of a squad on its mission; `None` where there is no such shooter.
pub(super) fn planetary_odds_of(war: &impl War, state: &State, own: &Squad, shooter: u8) -> Option<Odds> {
    let combat = war.combat();
    let modifier = if own.disrupted { combat.planetary_at_disrupted } else { 0 };
    let factor = shooter_factor(war, state, own, shooter)?;
    Some(Odds(combat.planetary_crt.favourable(factor, screen(war, own), modifier)))
}

/// Begins planetary fire at the ships that come down.
pub(super) fn begin_planetary(war: &impl War, state: &mut State) -> Progress {
    let aim = |squad: &mut Squad| squad.target = (squad.role != Role::On(Mission::StayOff)).then_some(0);
    at_hand_mut(state).squads.change_each(aim);
    next_planetary(war, state)
}

fn next_planetary(war: &impl War, state: &mut State) -> Progress {
    loop {
        let next = at_hand(state).alive().find_map(|(i, s)| s.target.map(|k| (i, k)));
        let Some((squad, shooter)) = next else { break };
        let fires = shooter_factor(war, state, &at_hand(state).squad(squad), shooter).is_some();
        let odds = planetary_odds(war, state, squad, shooter);
        let battle = at_hand_mut(state);
        let own = battle.squad(squad);
        // A ship that is lost with one hit needs no second.
        let doomed =
            own.hits > 1 || (own.hits == 1 && super::fire::disruption_odds(war, battle, squad).is_never());
        if !fires || doomed {
            battle.squad_mut(squad).target = None;
        } else if odds.is_never() || odds.is_always() {
            battle.squad_mut(squad).target = Some(shooter + 1);
            if odds.is_always() {
                battle.hit(squad);
                if war.combat().options.planetary_shot_by_shot {
                    return end_step(war, state, 0);
                }
            }
        } else {
            if own.count > MAX_DICE {
                battle.split(squad, own.count - MAX_DICE);
            }
            battle.moment = Moment::PlanetaryRoll { squad, shooter };
            return Progress::Waiting;
        }
    }
    // rule: cobb.hits.planetary
    end_step(war, state, 0)
}

/// So many ships of a squad were hit by the shooter.
pub(super) fn planetary_rolled(war: &impl War, state: &mut State, squad: u8, hits: u8) -> Progress {
    let battle = at_hand_mut(state);
    let Squad { target, count, .. } = battle.squad(squad);
    battle.squad_mut(squad).target = target.map(|shooter| shooter + 1);
    if hits > 0 {
        let part = if hits < count { battle.split(squad, hits) } else { squad };
        battle.hit(part);
        if war.combat().options.planetary_shot_by_shot {
            return end_step(war, state, 0);
        }
    }
    next_planetary(war, state)
}

/// Planetary fire has taken effect: where it does so shot by shot it goes on, else the survivors bombard, one squad
/// after the other.
pub(super) fn after_fire(war: &impl War, state: &mut State) -> Progress {
    if at_hand(state).alive().any(|(_, squad)| squad.target.is_some()) {
        return next_planetary(war, state);
    }
    next_strike(state)
}

fn next_strike(state: &mut State) -> Progress {
    let next = at_hand(state).alive().find_map(|(index, s)| match s.role {
        Role::On(Mission::Bombard(at)) => Some((index, at, s.seat)),
        _ => None,
    });
    let Some((squad, at, seat)) = next else { return land(state) };
    if !has_target(state, at, seat) {
        at_hand_mut(state).squad_mut(squad).role = Role::On(Mission::StayOff);
        return next_strike(state);
    }
    at_hand_mut(state).moment = Moment::ChooseStrike { squad };
    Progress::Waiting
}

/// What a squad may bombard.
pub(super) fn offer_strikes<O: Offer>(state: &State, squad: u8, offer: &mut O) -> bool {
    let own = at_hand(state).squad(squad);
    let at = box_of(&own).expect("a bombarding squad has a box");
    let foe = enemy_of(own.seat);
    if stands(state, at, foe) && offer.put(Action::Strike(Strike::Marker)) {
        return true;
    }
    let mut last = None;
    for class in units(state, at, foe) {
        if last != Some(class) && offer.put(Action::Strike(Strike::Unit(class))) {
            return true;
        }
        last = Some(class);
    }
    false
}

/// Whether a squad on this mission can bombard this.
pub(in super::super) fn may_strike(state: &State, own: &Squad, target: Strike) -> bool {
    let foe = enemy_of(own.seat);
    box_of(own).is_some_and(|at| match target {
        Strike::Marker => stands(state, at, foe),
        Strike::Unit(class) => units(state, at, foe).any(|other| other == class),
    })
}

/// Aims a bombardment; without a doubt about its effect no dice are rolled.
pub(super) fn aim(war: &impl War, state: &mut State, squad: u8, target: Strike) -> Progress {
    let odds = strike_odds(war, state, squad, target);
    if war.combat().options.disrupt_grounded && at_hand(state).squad(squad).count > MAX_DICE {
        // Those hit without a doubt may have to roll for disruption.
        let battle = at_hand_mut(state);
        battle.split(squad, battle.squad(squad).count - MAX_DICE);
    }
    let count = at_hand(state).squad(squad).count;
    if odds.is_never() {
        strike_rolled(war, state, squad, target, 0)
    } else if odds.is_always() {
        let most = strike_most(state, squad, target);
        strike_rolled(war, state, squad, target, most.min(count))
    } else {
        let battle = at_hand_mut(state);
        if count > MAX_DICE {
            battle.split(squad, count - MAX_DICE);
        }
        battle.moment = Moment::StrikeRoll { squad, target };
        Progress::Waiting
    }
}

/// The chance that one ship of a squad hits what it bombards.
// rule: imp.5.bombardment
pub(super) fn strike_odds(war: &impl War, state: &State, squad: u8, target: Strike) -> Odds {
    let own = at_hand(state).squad(squad);
    let at = box_of(&own).expect("a bombarding squad has a box");
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
    let disrupted = victims(state, at, seat, class).any(|index| state.groups.at(index).disrupted);
    figures.screen + if disrupted { war.combat().disrupted_screen } else { 0 }
}

/// Indices of the groups of a class in a box.
fn victims(state: &State, at: BoxId, seat: Seat, class: Class) -> impl Iterator<Item = usize> + '_ {
    let matches = move |g: &Group| g.place == Place::Surface(at) && g.seat == seat && g.class == class;
    (0..state.groups.len()).filter(move |&index| matches(&state.groups.at(index)))
}

/// How many hits can have an effect.
pub(super) fn strike_most(state: &State, squad: u8, target: Strike) -> u8 {
    let own = at_hand(state).squad(squad);
    let at = box_of(&own).expect("a bombarding squad has a box");
    match target {
        Strike::Marker => 1,
        Strike::Unit(class) => {
            let foe = enemy_of(own.seat);
            let disrupted = victims(state, at, foe, class).any(|index| state.groups.at(index).disrupted);
            victims(state, at, foe, class)
                .map(|index| state.groups.at(index))
                .filter(|group| group.disrupted == disrupted)
                .map(|group| group.count)
                .fold(0, u8::saturating_add)
        }
    }
}

/// So many hits of a bombardment had an effect.
pub(super) fn strike_rolled(
    war: &impl War,
    state: &mut State,
    squad: u8,
    target: Strike,
    hits: u8,
) -> Progress {
    let own = at_hand(state).squad(squad);
    let at = box_of(&own).expect("a bombarding squad has a box");
    match target {
        Strike::Marker if hits > 0 => state.markers.change(at, |marker| marker.neutralised = true),
        Strike::Marker => {}
        Strike::Unit(class) => {
            let odds = grounded_odds(war, state, squad, class);
            if hits > 0 && !odds.is_never() && !odds.is_always() {
                at_hand_mut(state).moment = Moment::GroundedRoll { squad, class, hits };
                return Progress::Waiting;
            }
            let disrupted = if odds.is_always() { hits } else { 0 };
            return grounded_rolled(war, state, (squad, class, hits), disrupted);
        }
    }
    struck(state, squad)
}

fn struck(state: &mut State, squad: u8) -> Progress {
    at_hand_mut(state).squad_mut(squad).role = Role::On(Mission::StayOff);
    next_strike(state)
}

/// The chance that a ship on the ground is disrupted by a bombardment instead of destroyed: none, unless the options say
/// so.
pub(super) fn grounded_odds(war: &impl War, state: &State, squad: u8, class: Class) -> Odds {
    let options = &war.combat().options;
    let own = at_hand(state).squad(squad);
    let (Some(at), foe) = (box_of(&own), enemy_of(own.seat)) else { return Odds::NEVER };
    let screen = war.figures(foe, class).screen;
    let disrupted = victims(state, at, foe, class).any(|index| state.groups.at(index).disrupted);
    if options.hits && options.disrupt_grounded && !disrupted && screen >= 2 {
        Odds((screen - 1).min(6) as u8)
    } else {
        Odds::NEVER
    }
}

/// So many of the units hit on the ground are disrupted, the others are destroyed.
pub(super) fn grounded_rolled(
    war: &impl War,
    state: &mut State,
    (squad, class, hits): (u8, Class, u8),
    disrupted: u8,
) -> Progress {
    let own = at_hand(state).squad(squad);
    let at = box_of(&own).expect("a bombarding squad has a box");
    let foe = enemy_of(own.seat);
    for _ in disrupted..hits {
        kill_one(war, state, at, foe, class);
    }
    for _ in 0..disrupted {
        let sound = victims(state, at, foe, class).find(|&index| !state.groups.at(index).disrupted);
        if let Some(index) = sound {
            let ship = state.take(index, 1);
            state.add(Group { disrupted: true, ..ship });
        }
    }
    struck(state, squad)
}

/// One unit of a class in a box is gone: a disrupted one if there is one, else the strongest.
fn kill_one(war: &impl War, state: &mut State, at: BoxId, seat: Seat, class: Class) {
    let victim = victims(state, at, seat, class).max_by_key(|&index| {
        let Group { disrupted, strength, .. } = state.groups.at(index);
        (disrupted, strength, usize::MAX - index)
    });
    let Some(index) = victim else { return };
    let one = state.take(index, 1);
    lose(war, state, &Squad::of(&one));
}

/// Drops and landings; then all ships are back where they stay.
// rule: imp.5.landing
fn land(state: &mut State) -> Progress {
    let State { battle, groups, .. } = state;
    let battle = battle.as_mut().expect("a battle is at hand");
    let hex = Place::Space(battle.system);
    for squad in battle.squads.iter() {
        let (stays, box_taken) = match squad.role {
            Role::On(Mission::Drop(at)) => (hex, Some(at)),
            Role::On(Mission::Land(at)) => (Place::Surface(at), Some(at)),
            _ => (hex, None),
        };
        let mut ship = squad;
        if let (Some(at), Cargo::One { class, disrupted, strength }) = (box_taken, squad.cargo) {
            ship.cargo = Cargo::Empty;
            put(groups, &Squad { class, disrupted, strength, ..ship }, Place::Surface(at));
        }
        put(groups, &ship, stays);
    }
    battle.squads.clear();
    Progress::Done(Stage::Battle)
}
