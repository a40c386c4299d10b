//! Deployment, and how fleets are put together: ships are picked one by one into what was named before.

use super::action::{Action, Pick};
use super::class::Class;
use super::legal::Offer;
use super::map::{PlanetId, SystemId, systems_in};
use super::position::enemy_of;
use super::state::{FleetId, Group, Occasion, PackedGroup, Place, Spot, State, Step, Target};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::Seat;

impl ThirdMillennium {
    /// Where the next fleet of the deployment may be, if there is a ship for it.
    // rule: i3m.16.deployment
    pub(super) fn offer_deployment(&self, state: &State, offer: &mut impl Offer) -> bool {
        let bases = self.bases(state, state.mover);
        let spare = state.fleets.spare(state.mover, self.scenario.fleets).is_some();
        let ships = state.groups.at(state.mover, Place::Store).any(|group| group.class.jumps());
        let places = self.map.system_ids().filter(|at| spare && ships && bases & at.bit() != 0);
        let mut targets = places.map(|at| Action::Into(Target::New(at)));
        targets.any(|action| offer.put(action)) || offer.put(Action::Done)
    }

    /// The rest lies at the base, and the other side deploys, or the first turn begins.
    pub(super) fn end_deployment(&self, state: &mut State) {
        let base = self.map.planet(self.scenario.base[state.mover.index()]).system;
        let home = Place::Planet(self.scenario.base[state.mover.index()]);
        let fighters: Vec<Group> =
            state.groups.at(state.mover, Place::Store).filter(|g| g.class == Class::Fighter).collect();
        fighters
            .into_iter()
            .for_each(|group| state.groups.change(group, |group| Group { place: home, ..group }));
        state.groups.relocate(state.mover, Place::Store, Place::Port(base));
        if state.mover == IMPERIAL {
            state.mover = TERRAN;
            state.step = Step::Deploy;
        } else {
            self.begin_turn(state);
        }
    }

    /// What may be filled next in Reinforcements, anywhere, among enemies too.
    // rule: i3m.u4.combine
    pub(super) fn offer_muster(&self, state: &State, last: Option<Target>, offer: &mut impl Offer) -> bool {
        let targets = self.targets(state, last, |_| true);
        targets.into_iter().any(|target| offer.put(Action::Into(target))) || offer.put(Action::Done)
    }

    /// What the active fleet may be split into or filled from, before it moves: scouts that are free to go among enemies
    /// take nobody along, whatever these are.
    // rule: i3m.u4.activation
    pub(super) fn reorganisations(&self, state: &State) -> Vec<Target> {
        let enemy = enemy_of(state.mover);
        match self.system_of(state, state.mover, state.orders.fleet) {
            Some(system)
                if !state.orders.under_way && (state.at_peace() || !self.may_block(state, enemy, system)) =>
            {
                self.targets(state, state.orders.mustered, |at| at == system)
            }
            _ => vec![],
        }
    }

    fn targets(&self, state: &State, last: Option<Target>, wanted: impl Fn(SystemId) -> bool) -> Vec<Target> {
        let seat = state.mover;
        let fleets =
            state.fleets.of(seat).filter_map(|(id, fleet)| Some((Target::Fleet(id), fleet.at.system()?)));
        let spare = state.fleets.spare(seat, self.scenario.fleets).is_some();
        let own = state.fleets.systems(seat);
        let lies = |at: &SystemId| state.groups.any_at(seat, Place::Port(*at));
        let present = self.map.system_ids().filter(lies).fold(own, |mask, at| mask | at.bit());
        let systems = || systems_in(present).filter(|at| wanted(*at));
        let new = systems().filter(|_| spare).map(|at| (Target::New(at), at));
        let ports = systems().filter(|at| own & at.bit() != 0).map(|at| (Target::Port(at), at));
        let planets = self.map.planet_ids().filter(|&id| state.planet(id).owner == Some(seat));
        let planets = planets.map(|id| (Target::Planet(id), self.map.planet(id).system));
        let planets = planets.filter(|(_, at)| present & at.bit() != 0);
        let all = fleets.chain(new).chain(ports).chain(planets);
        let free = all.filter(|&(target, at)| {
            let next = match target {
                Target::New(_) => last <= Some(target),
                _ => last < Some(target),
            };
            next && wanted(at)
        });
        let open = free.filter(|&(target, _)| {
            let occasion = self.occasion(state);
            self.sources(state, (target, target), occasion, 0).next().is_some()
        });
        open.map(|(target, _)| target).collect()
    }

    fn occasion(&self, state: &State) -> Occasion {
        match state.step {
            Step::Muster { .. } => Occasion::Reinforcements,
            Step::Deploy => Occasion::Deployment,
            _ => Occasion::Activation,
        }
    }

    /// The groups, with their numbers, of which counters may go into a target, from the key `after` on. A new fleet leaves at
    /// least one ship in each fleet that it is made from, so that every one takes another counter and they come to an end.
    fn sources<'a>(
        &'a self,
        state: &'a State,
        (named, into): (Target, Target),
        occasion: Occasion,
        after: u32,
    ) -> impl Iterator<Item = (u8, Group)> + 'a {
        let own = state.groups.packed_of(state.mover).iter().enumerate();
        let next = own.filter(move |(_, packed)| packed.key() >= after);
        let all = next.map(|(index, packed)| (index as u8, packed.group()));
        let splits = matches!(named, Target::New(_));
        let stays = move |group: &Group| match group.place {
            Place::Fleet(from) if splits => {
                self.jumpers(state, state.mover, from) == 1 && group.class.jumps()
            }
            _ => false,
        };
        all.filter(move |(_, group)| self.goes_into(state, group, into, occasion) && !stays(group))
    }

    fn goes_into(&self, state: &State, group: &Group, into: Target, occasion: Occasion) -> bool {
        let seat = state.mover;
        if occasion == Occasion::Deployment {
            return group.place == Place::Store
                && (group.class != Class::Fighter || self.has_room(state, into));
        }
        let system = match into {
            Target::Fleet(fleet) => self.system_of(state, seat, fleet),
            Target::New(system) | Target::Port(system) => Some(system),
            Target::Planet(planet) => Some(self.map.planet(planet).system),
        };
        let at = match group.place {
            Place::Fleet(fleet) => self.system_of(state, seat, fleet),
            Place::Port(at) => Some(at),
            Place::Planet(planet) => Some(self.map.planet(planet).system),
            Place::Store => None,
        };
        if at != system || !self.takes_part(state, group, into, occasion) {
            return false;
        }
        // Of the Emperor's ships none leaves him, and none joins them.
        // rule: i3m.u19.emperor
        let emperor = state.fleets.emperor(seat);
        let ships =
            matches!(into, Target::Fleet(_) | Target::New(_) | Target::Port(_)) && !group.class.is_troops();
        let his = matches!(group.place, Place::Fleet(from) if Some(from) == emperor)
            || matches!(into, Target::Fleet(to) if Some(to) == emperor);
        if ships && his {
            return false;
        }
        let flies = group.class == Class::Fighter;
        match (into, group.place) {
            (Target::Fleet(fleet), Place::Fleet(from)) if fleet == from => false,
            (Target::Port(_), Place::Port(_)) => false,
            (Target::Fleet(_) | Target::New(_) | Target::Port(_), Place::Fleet(_) | Place::Port(_)) => {
                group.class.jumps() || flies && self.has_room(state, into)
            }
            (Target::Fleet(fleet), Place::Planet(planet)) => {
                let room = match group.class {
                    Class::Fighter => self.has_room(state, into),
                    // rule: i3m.u4.load
                    class if class.is_troops() => {
                        group.damage == 0 && self.in_fleet(state, seat, fleet).any(|ship| ship.room() > 0)
                    }
                    _ => false,
                };
                room && state.planet(planet).owner != Some(enemy_of(seat))
            }
            (Target::Planet(_), Place::Fleet(_) | Place::Port(_)) => flies || group.aboard().next().is_some(),
            _ => false,
        }
    }

    /// Whether carriers have room for another fighter.
    // rule: i3m.u4.carried
    fn has_room(&self, state: &State, into: Target) -> bool {
        let place = match into {
            Target::Fleet(fleet) => Place::Fleet(fleet),
            Target::Port(system) => Place::Port(system),
            Target::New(_) | Target::Planet(_) => return false,
        };
        self.hangar(state, state.mover, place) > 0
    }

    /// On activation ships only join or leave the active fleet, and none that were active before join it.
    fn takes_part(&self, state: &State, group: &Group, into: Target, occasion: Occasion) -> bool {
        if occasion != Occasion::Activation {
            return true;
        }
        let active = state.orders.fleet;
        let fresh = |id: FleetId| state.fleets.get(state.mover, id).is_some_and(|fleet| !fleet.activated);
        match group.place {
            Place::Fleet(from) if from == active => !matches!(into, Target::Fleet(to) if !fresh(to)),
            Place::Fleet(from) => into == Target::Fleet(active) && fresh(from),
            _ => into == Target::Fleet(active),
        }
    }

    pub(super) fn offer_picks(
        &self,
        state: &State,
        target: (Target, Target),
        occasion: Occasion,
        (picked, after): (bool, u32),
        offer: &mut impl Offer,
    ) -> bool {
        self.sources(state, target, occasion, after).any(|(index, _)| offer.put(Action::Pick(Pick(index))))
            || (picked && offer.put(Action::Done))
    }

    /// One counter of the group goes where it was named for.
    pub(super) fn pick(
        &self,
        state: &mut State,
        (named, into): (Target, Target),
        occasion: Occasion,
        pick: Pick,
    ) {
        let seat = state.mover;
        let Some(packed) = state.groups.packed_of(seat).get(usize::from(pick.0)).copied() else { return };
        let one = Group { count: 1, ..packed.group() };
        let into = self.opened(state, seat, into, one.place);
        match (into, one.place) {
            (Target::Planet(planet), _) if one.class == Class::Fighter => {
                state.groups.change(one, |group| Group { place: Place::Planet(planet), ..group });
            }
            (Target::Fleet(fleet), Place::Planet(_)) if one.class == Class::Fighter => {
                state.groups.change(one, |group| Group { place: Place::Fleet(fleet), ..group });
            }
            (Target::Planet(planet), _) => unload(state, one, planet),
            (Target::Fleet(fleet), Place::Planet(_)) => load(state, one, fleet),
            (Target::Fleet(fleet), from) => {
                if let Place::Fleet(from) = from {
                    state.fleets.mix(seat, from, fleet);
                }
                state.groups.change(one, |group| Group { place: Place::Fleet(fleet), ..group });
                self.take_along(state, seat, from, Place::Fleet(fleet));
            }
            (Target::Port(system) | Target::New(system), _) => {
                state.groups.change(one, |group| Group { place: Place::Port(system), ..group });
                self.take_along(state, seat, one.place, Place::Port(system));
            }
        }
        self.close_empty(state, seat);
        // A ship that unloads is another group afterwards, of an earlier key.
        let after = if matches!(into, Target::Planet(_)) { 0 } else { packed.key() };
        state.step = Step::Fill { named, into, occasion, picked: true, after };
        if self.sources(state, (named, into), occasion, after).next().is_none() {
            self.end_fill(state, named, occasion);
        }
    }

    /// A new fleet is opened by the first ship that goes there. What comes from a fleet is known only with it.
    fn opened(&self, state: &mut State, seat: Seat, into: Target, from: Place) -> Target {
        let Target::New(system) = into else { return into };
        let Some(fleet) = state.fleets.spare(seat, self.scenario.fleets) else { return into };
        let with = match from {
            Place::Fleet(from) => Some(from),
            Place::Store => state.fleets.of(seat).next().map(|(first, _)| first),
            _ => None,
        };
        state.fleets.open(seat, fleet, Spot::System(system), with);
        Target::Fleet(fleet)
    }

    /// No more goes there.
    pub(super) fn end_fill(&self, state: &mut State, named: Target, occasion: Occasion) {
        match occasion {
            Occasion::Deployment if state.groups.any_at(state.mover, Place::Store) => {
                state.step = Step::Deploy
            }
            Occasion::Deployment => self.end_deployment(state),
            Occasion::Reinforcements => state.step = Step::Muster { last: Some(named) },
            Occasion::Activation => {
                state.orders.mustered = Some(named);
                if state.fleets.get(state.mover, state.orders.fleet).is_some() {
                    state.step = Step::Orders;
                } else {
                    self.end_activation(state);
                }
            }
        }
    }
}

/// Troops go aboard the first ship that has room: attack transports before transports, the fuller first.
// rule: i3m.u4.load
fn load(state: &mut State, troops: Group, fleet: FleetId) {
    let ships = state.groups.at(troops.seat, Place::Fleet(fleet)).filter(|ship| ship.room() > 0);
    let ship =
        ships.min_by_key(|ship| (ship.class != Class::AttackTransport, ship.room(), PackedGroup::new(ship)));
    let (Some(ship), Some(troop)) = (ship, troops.troop()) else { return };
    state.groups.remove(troops);
    state.groups.change(Group { count: 1, ..ship }, |ship| Group {
        cargo: ship.cargo.with(troop).unwrap_or(ship.cargo),
        ..ship
    });
}

/// The strongest troops aboard go down.
fn unload(state: &mut State, ship: Group, planet: PlanetId) {
    let Some((troop, rest)) = ship.cargo.unload() else { return };
    state.groups.change(ship, |ship| Group { cargo: rest, ..ship });
    state.groups.add(Group::troops(ship.seat, Place::Planet(planet), troop));
}
