//! What a side knows: everything but which ships are in which enemy fleet, and what follows from that.
//!
//! A view is the state as its side would write it down: the ships of enemy fleets whose contents are known only together
//! stand in the first of these fleets, and what only the other side knows of the step at hand is blank. The side's own
//! decisions ask nothing of a state that this changes, so they follow from the view.

use super::ThirdMillennium;
use super::class::{Class, Role};
use super::legal::Offer;
use super::position::{enemy_of, scouts_only};
use super::state::{FleetId, Group, Occasion, PackedGroup, Place, Ship, State, Step, Target};
use crate::core::{PlannerRng, Seat, uniform_index};

/// What one side knows of a war.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The state, as far as the side knows it.
    pub state: State,
}

/// Worlds are drawn until one fits the node; most do at once.
const TRIES: usize = 2_000;

/// Writes down what `seat` does not know as it would: see [`View`].
// rule: i3m.u4.hidden
pub(super) fn blur(state: &State, seat: Seat) -> State {
    let enemy = enemy_of(seat);
    let mut seen = state.clone();
    let deploying = state.groups.any_at(enemy, Place::Store);
    seen.groups.rebuild(|group| {
        let place = match group.place {
            Place::Fleet(_) if group.seat == enemy && deploying => Place::Store,
            Place::Fleet(fleet) if group.seat == enemy => {
                Place::Fleet(state.fleets.get(enemy, fleet).map_or(fleet, |fleet| fleet.known_with))
            }
            other => other,
        };
        Some(Group { place, ..group })
    });
    // rule: i3m.9.2.hidden
    for field in seen.fields[enemy.index()].iter_mut().filter(|field| !field.known) {
        field.points = 0;
    }
    if state.mover == enemy {
        seen.orders.allowance = 0;
        seen.orders.sighted = None;
        match &mut seen.step {
            Step::Fill { after, .. } | Step::Upkeep { after } | Step::Recall { after, .. } => *after = 0,
            Step::UpkeepRoll { aided } => *aided = 0,
            _ => {}
        }
    }
    seen
}

impl ThirdMillennium {
    /// A state that gives this view: the ships of each set of fleets known together are dealt out at random, and dealt
    /// again until the enemy could be at the node at hand with them.
    pub(super) fn world(&self, view: &View, rng: &mut PlannerRng) -> State {
        let mut world = view.state.clone();
        for _ in 0..TRIES {
            world = view.state.clone();
            self.deal(&mut world, view.seat, rng);
            self.deal_mines(&mut world, view.seat, rng);
            let deploying = view.state.groups.any_at(enemy_of(view.seat), Place::Store);
            if self.complete(&mut world, view.seat, deploying, rng) {
                break;
            }
        }
        world
    }

    /// Deals out the ships of the enemy's fleets, none of them empty.
    fn deal(&self, world: &mut State, seat: Seat, rng: &mut PlannerRng) {
        let enemy = enemy_of(seat);
        if world.groups.any_at(enemy, Place::Store) {
            let mut places: Vec<Place> = world.fleets.of(enemy).map(|(id, _)| Place::Fleet(id)).collect();
            places.push(Place::Store);
            deal_out(world, enemy, Place::Store, &places, rng);
            return self.berth_fighters(world, enemy, &places, rng);
        }
        let firsts: Vec<FleetId> =
            world.fleets.of(enemy).filter(|(id, fleet)| fleet.known_with == *id).map(|(id, _)| id).collect();
        for first in firsts {
            let places: Vec<Place> = world.fleets.known_with(enemy, first).map(Place::Fleet).collect();
            if places.len() > 1 {
                deal_out(world, enemy, Place::Fleet(first), &places, rng);
                self.fit(world, seat, &places, rng);
            }
        }
    }

    /// Enemy mines of which nothing is known have any number of points that they may have; where sweepers are at work, one
    /// at least.
    fn deal_mines(&self, world: &mut State, seat: Seat, rng: &mut PlannerRng) {
        let enemy = enemy_of(seat);
        let swept = self.spot(world).system().filter(|_| matches!(world.step, Step::Sweep { .. }));
        for system in self.map.system_ids() {
            let field = world.field_mut(enemy, system);
            if !field.known {
                let least = u8::from(swept == Some(system)).min(field.most);
                field.points = least + uniform_index(rng, usize::from(field.most - least) + 1) as u8;
            }
        }
    }

    /// Moves ships between fleets known together so that the active one could be where it is in its move, and those that
    /// were counted have the numbers that were seen.
    fn fit(&self, world: &mut State, seat: Seat, places: &[Place], rng: &mut PlannerRng) {
        let enemy = enemy_of(seat);
        if world.mover == enemy {
            let active = Place::Fleet(world.orders.fleet);
            if places.contains(&active) && (world.orders.under_way || self.slips(world)) {
                self.fit_mover(world, enemy, active, places, rng);
            }
        } else if let Some(counts) = world.orders.sighted {
            self.fit_sighting(world, enemy, counts, places, rng);
        }
        fill_empty(world, enemy, places, rng);
        self.berth_fighters(world, enemy, places, rng);
    }

    /// Fighters go to carriers that have room for them.
    fn berth_fighters(&self, world: &mut State, enemy: Seat, places: &[Place], rng: &mut PlannerRng) {
        let fighter = |group: &Group| group.class == Class::Fighter;
        for &place in places {
            while self.hangar(world, enemy, place) < 0 {
                let free = places.iter().copied().filter(|&other| self.hangar(world, enemy, other) > 0);
                let free: Vec<Place> = free.collect();
                if free.is_empty() {
                    return;
                }
                let to = free[uniform_index(rng, free.len())];
                move_one(world, enemy, &[place], to, rng, fighter);
            }
        }
    }

    /// A fleet that may still jump after its first jump has no disrupted ships, after its second only fast ones; one that
    /// looks around has scouts, and where only scouts may it has nothing else.
    fn fit_mover(
        &self,
        world: &mut State,
        enemy: Seat,
        active: Place,
        places: &[Place],
        rng: &mut PlannerRng,
    ) {
        let figures = &self.combat.jumps;
        let made = world.orders.made;
        let decides = matches!(world.step, Step::Orders | Step::Matching | Step::Leave { .. });
        let looks = matches!(world.step, Step::Contact | Step::Scouting);
        let bypasses = self.rules.bypass && world.orders.from.is_some();
        let scouts_only = world.orders.unseen || looks && !bypasses || self.slips(world);
        let bars = |group: &Group| {
            let slow = !group.class.is_fast() && made >= figures.other;
            decides && (slow || group.disrupted && group.class.jumps() && made >= figures.disrupted)
                || scouts_only && group.class != Class::Scout
        };
        let others: Vec<Place> = places.iter().copied().filter(|place| *place != active).collect();
        let barred: Vec<Group> = world.groups.at(enemy, active).filter(bars).collect();
        for group in barred {
            let to = others[uniform_index(rng, others.len())];
            world.groups.change(group, |group| Group { place: to, ..group });
        }
        let scouts = world.groups.at(enemy, active).any(|group| group.class == Class::Scout);
        if (looks || scouts_only) && !scouts {
            move_one(world, enemy, &others, active, rng, |group| group.class == Class::Scout);
        }
    }

    /// Capital and light warships in the system of the sighting are as many as were counted.
    fn fit_sighting(
        &self,
        world: &mut State,
        enemy: Seat,
        counts: [u8; 3],
        places: &[Place],
        rng: &mut PlannerRng,
    ) {
        let Some(system) = self.system_of(world, enemy_of(enemy), world.orders.fleet) else { return };
        let inside = |place: &&Place| match place {
            Place::Fleet(fleet) => self.system_of(world, enemy, *fleet) == Some(system),
            _ => false,
        };
        let (here, there): (Vec<&Place>, Vec<&Place>) = places.iter().partition(inside);
        let here: Vec<Place> = here.into_iter().copied().collect();
        let there: Vec<Place> = there.into_iter().copied().collect();
        if here.is_empty() || there.is_empty() {
            return;
        }
        let auxiliaries = world.orders.unseen;
        let roles: &[Role] = if auxiliaries {
            &[Role::Capital, Role::Light, Role::Auxiliary]
        } else {
            &[Role::Capital, Role::Light]
        };
        for (index, &role) in roles.iter().enumerate() {
            for _ in 0..usize::from(u8::MAX) {
                let now = self.sighting(world, system, auxiliaries)[index];
                let counted = |group: &Group| {
                    group.class.role() == role
                        && (auxiliaries || self.rules.scouts_count || group.class != Class::Scout)
                };
                match now.cmp(&counts[index]) {
                    std::cmp::Ordering::Less => {
                        let to = here[uniform_index(rng, here.len())];
                        move_one(world, enemy, &there, to, rng, counted);
                    }
                    std::cmp::Ordering::Greater => {
                        let to = there[uniform_index(rng, there.len())];
                        move_one(world, enemy, &here, to, rng, counted);
                    }
                    std::cmp::Ordering::Equal => break,
                }
            }
        }
    }

    /// Fills in what only the other side knows of the step; false: it could not be at this step in this world.
    fn complete(&self, world: &mut State, seat: Seat, deploying: bool, rng: &mut PlannerRng) -> bool {
        let enemy = enemy_of(seat);
        if deploying && !world.groups.any_at(enemy, Place::Store) {
            return false;
        }
        if world
            .fleets
            .of(enemy)
            .any(|(id, _)| !world.groups.any_at(enemy, Place::Fleet(id)) && !may_be_empty(world, enemy, id))
        {
            return false;
        }
        let overfull = |id| self.hangar(world, enemy, Place::Fleet(id)) < 0;
        if !deploying && world.battle.is_none() && world.fleets.of(enemy).any(|(id, _)| overfull(id)) {
            return false;
        }
        if world.mover == seat {
            let Some(system) = self.spot(world).system() else { return true };
            let is_held = matches!(world.step, Step::Contact | Step::Scouting);
            return world
                .orders
                .sighted
                .is_none_or(|counts| self.sighting(world, system, world.orders.unseen) == counts)
                && (!is_held || self.blocks(world, enemy, system));
        }
        if self.slips(world) && !scouts_only(self.in_fleet(world, enemy, world.orders.fleet)) {
            return false;
        }
        if world.orders.under_way {
            let most = self.jumps_of(world, enemy, world.orders.fleet).max(world.orders.made);
            let goes_on = matches!(
                world.step,
                Step::Orders | Step::Matching | Step::Leave { .. } | Step::Mines { exit: Some(_), .. }
            );
            let least = (world.orders.made + u8::from(goes_on)).min(most);
            world.orders.allowance = least + uniform_index(rng, usize::from(most - least) + 1) as u8;
        }
        if let Step::Fill { into, occasion, picked, .. } = world.step {
            return self.complete_fill(world, into, occasion, picked, rng);
        }
        match world.step {
            Step::UpkeepRoll { .. } => self.complete_roll(world, rng),
            Step::Matching | Step::Leave { .. } => {
                world.orders.sighted = self.spot(world).system().map(|at| self.sighting(world, at, false));
                self.is_decision(world)
            }
            Step::Orders => {
                if world.orders.unseen {
                    world.orders.sighted = self.spot(world).system().map(|at| self.sighting(world, at, true));
                }
                self.is_decision(world)
            }
            Step::Upkeep { .. } => self.complete_picks(world, rng, |after| Step::Upkeep { after }),
            Step::Recall { left, .. } => {
                self.complete_picks(world, rng, |after| Step::Recall { left, after })
            }
            Step::Contact | Step::Scouting => self.may_scout(world, enemy, world.orders.fleet),
            _ => self.decider(world) != Some(enemy) || self.is_decision(world),
        }
    }

    /// The enemy may have come to any group from which on there is still a choice.
    fn complete_fill(
        &self,
        world: &mut State,
        into: Target,
        occasion: Occasion,
        picked: bool,
        rng: &mut PlannerRng,
    ) -> bool {
        let Step::Fill { named, .. } = world.step else { return false };
        let with = |after| Step::Fill { named, into, occasion, picked, after };
        let ordered = picked && !matches!(into, Target::Planet(_));
        let keys = if ordered { self.own_keys(world) } else { vec![0] };
        self.choose_progress(world, &keys, rng, with)
    }

    /// The enemy's repair ship, if he has one in a system, may have helped any number of ships.
    fn complete_roll(&self, world: &mut State, rng: &mut PlannerRng) -> bool {
        let most = self.workshop(world, world.mover).map_or(0, |_| self.combat.maintenance.repair_ship_aids);
        let aided = uniform_index(rng, usize::from(most) + 1) as u8;
        world.step = Step::UpkeepRoll { aided };
        self.upkeep_is_due(world, aided)
    }

    fn complete_picks(&self, world: &mut State, rng: &mut PlannerRng, step: impl Fn(u32) -> Step) -> bool {
        let mut keys = self.own_keys(world);
        keys.push(0);
        self.choose_progress(world, &keys, rng, step)
    }

    fn own_keys(&self, world: &State) -> Vec<u32> {
        world.groups.packed_of(world.mover).iter().map(|packed| packed.key()).collect()
    }

    fn choose_progress(
        &self,
        world: &mut State,
        keys: &[u32],
        rng: &mut PlannerRng,
        step: impl Fn(u32) -> Step,
    ) -> bool {
        let possible: Vec<u32> = keys
            .iter()
            .copied()
            .filter(|&after| {
                world.step = step(after);
                self.is_decision(world)
            })
            .collect();
        if possible.is_empty() {
            return false;
        }
        world.step = step(possible[uniform_index(rng, possible.len())]);
        true
    }

    /// Whether the decision at hand has at least two choices.
    fn is_decision(&self, world: &State) -> bool {
        let mut count = Two(0);
        self.offer(world, &mut count)
    }
}

/// Stops at the second action.
struct Two(u8);

impl Offer for Two {
    fn put(&mut self, _action: super::action::Action) -> bool {
        self.0 += 1;
        self.0 == 2
    }
}

/// Whether a fleet of this side may have no ships among the groups: it has just been opened, or all of them fight.
fn may_be_empty(world: &State, seat: Seat, id: FleetId) -> bool {
    let fights = |ship: &Ship| ship.unit.seat() == seat && ship.unit.group().place == Place::Fleet(id);
    let opened = match world.step {
        Step::Leave { counter: fleet, .. } | Step::Retinue { fleet, .. } => fleet == id,
        _ => false,
    };
    opened || world.battle.iter().any(|battle| battle.ships.iter().any(fights))
}

/// Deals the counters of one place out to several, each by itself.
fn deal_out(world: &mut State, seat: Seat, from: Place, places: &[Place], rng: &mut PlannerRng) {
    let pool: Vec<Group> = world.groups.at(seat, from).collect();
    for group in pool {
        for _ in 0..group.count {
            let to = places[uniform_index(rng, places.len())];
            world.groups.change(Group { count: 1, ..group }, |group| Group { place: to, ..group });
        }
    }
    fill_empty(world, seat, places, rng);
}

/// Each fleet that got nothing takes a counter from one that has several.
fn fill_empty(world: &mut State, seat: Seat, places: &[Place], rng: &mut PlannerRng) {
    for &place in places {
        if !world.groups.at(seat, place).any(|group| group.class.jumps()) && place != Place::Store {
            let rich = |from: &Place| {
                let ships = world.groups.at(seat, *from).filter(|group| group.class.jumps());
                ships.map(|group| u32::from(group.count)).sum::<u32>() > 1
            };
            let from: Vec<Place> =
                places.iter().copied().filter(|from| rich(from) || *from == Place::Store).collect();
            move_one(world, seat, &from, place, rng, |group| group.class.jumps());
        }
    }
}

/// Moves one of the counters that are `wanted` from one of several places.
fn move_one(
    world: &mut State,
    seat: Seat,
    from: &[Place],
    to: Place,
    rng: &mut PlannerRng,
    wanted: impl Fn(&Group) -> bool,
) {
    let groups: Vec<Group> =
        from.iter().flat_map(|&place| world.groups.at(seat, place)).filter(wanted).collect();
    let all: usize = groups.iter().map(|group| usize::from(group.count)).sum();
    if all == 0 {
        return;
    }
    let mut left = uniform_index(rng, all);
    for group in groups {
        if left < usize::from(group.count) {
            let one = Group { count: 1, ..group };
            debug_assert!(PackedGroup::new(&one).count() == 1);
            return world.groups.change(one, |group| Group { place: to, ..group });
        }
        left -= usize::from(group.count);
    }
}
