//! Outposts that are built on free planets.

use super::ThirdMillennium;
use super::class::Class;
use super::map::PlanetId;
use super::position::enemy_of;
use super::state::{Group, Place, Planet, State};
use crate::core::Seat;

impl ThirdMillennium {
    /// The transport that an outpost can be built from on a free planet: an empty one that lies in the system, or is in the
    /// first fleet there; none of the Emperor's, and none among enemies.
    // rule: i3m.u17.outpost
    fn settlers(&self, state: &State, seat: Seat, planet: PlanetId) -> Option<Group> {
        let system = self.map.planet(planet).system;
        let free = state.planet(planet) == Planet::default();
        let enemy = enemy_of(seat);
        if !free || self.is_present(state, enemy, system) || state.groups.any_at(enemy, Place::Planet(planet))
        {
            return None;
        }
        let fleets = state.fleets.at(seat, system).filter(|&fleet| Some(fleet) != state.fleets.emperor(seat));
        let places = [Place::Port(system)].into_iter().chain(fleets.map(Place::Fleet));
        let mut ships = places.flat_map(|place| state.groups.at(seat, place));
        ships.find(|ship| ship.class == Class::Transport && ship.aboard().next().is_none())
    }

    /// Whether a side can build an outpost there now.
    pub(super) fn may_settle(&self, state: &State, seat: Seat, planet: PlanetId) -> bool {
        self.politics.outpost.cost <= state.sides[seat.index()].stock
            && self.settlers(state, seat, planet).is_some()
    }

    /// The transport is used up, and the outpost will stand next turn.
    pub(super) fn settle_planet(&self, state: &mut State, seat: Seat, planet: PlanetId) {
        let Some(transport) = self.settlers(state, seat, planet) else { return };
        state.groups.remove(Group { count: 1, ..transport });
        self.close_empty(state, seat);
        state.sides[seat.index()].stock -= self.politics.outpost.cost;
        state.planets[planet.index()].founder = Some(seat);
    }

    /// Outposts ordered last turn stand, but for those with enemy ships beside them, which wait.
    pub(super) fn open_outposts(&self, state: &mut State) {
        for planet in self.map.planet_ids() {
            let system = self.map.planet(planet).system;
            if let Some(founder) = state.planet(planet).founder
                && !self.is_present(state, enemy_of(founder), system)
            {
                state.planets[planet.index()] = Planet::new(Some(founder), false);
            }
        }
    }
}
