//! Questions about a position that several rules ask.

use arrayvec::ArrayVec;

use super::class::Class;
use super::map::{Map, PlanetId, SystemId, systems_in};
use super::state::{FLEETS, FleetId, Group, Place, Planet, Spot, State};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::Seat;

/// The other side.
pub(super) const fn enemy_of(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

/// The name of a side.
pub(super) const fn side_name(seat: Seat) -> &'static str {
    ["Terran", "Imperial"][seat.index()]
}

/// Whether these ships are scouts and nothing else.
pub(super) fn scouts_only(mut ships: impl Iterator<Item = Group>) -> bool {
    ships.all(|group| group.class == Class::Scout)
}

/// The systems of planets of a side that satisfy `wanted`, by bit.
pub(super) fn systems_with(map: &Map, state: &State, wanted: impl Fn(&Planet) -> bool) -> u64 {
    let planets = map.planet_ids().filter(|&planet| wanted(&state.planet(planet)));
    planets.fold(0, |mask, planet| mask | map.planet(planet).system.bit())
}

impl ThirdMillennium {
    /// The places of a side's ships at a spot: fleets, and what lies in a system without a fleet.
    pub(super) fn places_at(&self, state: &State, seat: Seat, spot: Spot) -> ArrayVec<Place, { FLEETS + 1 }> {
        state.fleets.at(seat, spot).map(Place::Fleet).chain(spot.system().map(Place::Port)).collect()
    }

    /// The ships of a side at a spot that fight in space.
    pub(super) fn ships_in(
        &self,
        state: &State,
        seat: Seat,
        spot: impl Into<Spot>,
    ) -> impl Iterator<Item = Group> {
        let places = self.places_at(state, seat, spot.into());
        places.into_iter().flat_map(move |place| state.groups.at(seat, place))
    }

    /// Whether a side has ships at a spot.
    pub(super) fn is_present(&self, state: &State, seat: Seat, spot: impl Into<Spot>) -> bool {
        self.places_at(state, seat, spot.into()).into_iter().any(|place| match place {
            Place::Fleet(_) => true,
            port => state.groups.any_at(seat, port),
        })
    }

    /// Systems, by bit, with ships of a side.
    pub(super) fn occupied(&self, state: &State, seat: Seat) -> u64 {
        state.fleets.systems(seat) | state.groups.ports(seat)
    }

    /// The system of a fleet, if it is in one.
    pub(super) fn system_of(&self, state: &State, seat: Seat, fleet: FleetId) -> Option<SystemId> {
        state.fleets.get(seat, fleet).and_then(|fleet| fleet.at.system())
    }

    /// The counters in a fleet.
    pub(super) fn in_fleet<'a>(
        &self,
        state: &'a State,
        seat: Seat,
        fleet: FleetId,
    ) -> impl Iterator<Item = Group> + 'a {
        state.groups.at(seat, Place::Fleet(fleet))
    }

    /// How many ships in a fleet jump by themselves.
    pub(super) fn jumpers(&self, state: &State, seat: Seat, fleet: FleetId) -> u8 {
        self.in_fleet(state, seat, fleet).filter(|group| group.class.jumps()).map(|group| group.count).sum()
    }

    /// How many counters of a class are in a fleet.
    pub(super) fn count_in_fleet(&self, state: &State, seat: Seat, fleet: FleetId, class: Class) -> u8 {
        let counters = self.in_fleet(state, seat, fleet).filter(|group| group.class == class);
        counters.map(|group| group.count).sum()
    }

    /// How many scouts are in a fleet.
    pub(super) fn scouts_in(&self, state: &State, seat: Seat, fleet: FleetId) -> u8 {
        self.count_in_fleet(state, seat, fleet, Class::Scout)
    }

    /// Systems, by bit, that are connected to a side's source: Terra, or the Imperial entries. Lanes lead through systems
    /// without enemy ships and planets.
    // rule: i3m.u16.connection
    pub(super) fn connected(&self, state: &State, seat: Seat) -> u64 {
        let enemy = enemy_of(seat);
        let closed = self.occupied(state, enemy)
            | systems_with(&self.map, state, |planet| planet.owner == Some(enemy));
        let mut reached = self.heads(state, seat) & !closed;
        let mut last = reached;
        while last != 0 {
            let next = systems_in(last).fold(0, |mask, at| mask | self.map.at(at).lanes);
            last = next & !closed & !reached;
            reached |= last;
        }
        reached
    }

    /// Where the connection of a side begins, by bit.
    fn heads(&self, state: &State, seat: Seat) -> u64 {
        if seat == IMPERIAL {
            return self.scenario.entries;
        }
        let home = |planet: &PlanetId| {
            self.map.planet(*planet).home == Some(TERRAN) && state.planet(*planet).owner == Some(TERRAN)
        };
        let homes = self.map.planet_ids().filter(home);
        homes.fold(0, |mask, planet| mask | self.map.planet(planet).system.bit())
    }

    /// Systems, by bit, with worlds of a side.
    pub(super) fn worlds(&self, state: &State, seat: Seat) -> u64 {
        systems_with(&self.map, state, |planet| planet.owner == Some(seat) && planet.world)
    }

    /// Systems, by bit, with worlds or outposts of a side.
    pub(super) fn bases(&self, state: &State, seat: Seat) -> u64 {
        systems_with(&self.map, state, |planet| planet.owner == Some(seat))
    }

    /// Hits that an outpost or world takes, and dice that it rolls.
    // rule: i3m.u12.garrison
    pub(super) fn garrison(&self, state: &State, planet: PlanetId) -> u8 {
        let figures = &self.combat.invasion;
        match state.planet(planet) {
            super::state::Planet { owner: None, .. } => 0,
            super::state::Planet { world: false, .. } => figures.outpost,
            super::state::Planet { owner, .. } if owner == self.map.planet(planet).home => figures.home,
            _ => figures.world,
        }
    }

    /// Jumps of a fleet, by its ships: fighters aboard are cargo.
    // rule: i3m.u6.jumps
    // rule: i3m.u14.disrupted
    // rule: i3m.u21.speed
    pub(super) fn jumps_of(&self, state: &State, seat: Seat, fleet: FleetId) -> u8 {
        let figures = &self.combat.jumps;
        let (mut light, mut sound) = (true, true);
        for group in self.in_fleet(state, seat, fleet).filter(|group| group.class.jumps()) {
            light &= group.class.is_fast();
            sound &= !group.disrupted;
        }
        match (sound, light) {
            (false, _) => figures.disrupted,
            (true, false) => figures.other,
            (true, true) => figures.light,
        }
    }

    /// Takes fleets without ships off the map.
    pub(super) fn close_empty(&self, state: &mut State, seat: Seat) {
        for index in 0..super::state::FLEETS as u8 {
            let fleet = FleetId(index);
            if state.fleets.get(seat, fleet).is_some() && !state.groups.any_at(seat, Place::Fleet(fleet)) {
                state.fleets.close(seat, fleet);
            }
        }
    }

    /// A fleet goes to a system.
    pub(super) fn send(&self, state: &mut State, seat: Seat, fleet: FleetId, to: SystemId) {
        if let Some(fleet) = state.fleets.get_mut(seat, fleet) {
            fleet.at = Spot::System(to);
        }
    }

    /// Imperial and Terran glory change hands.
    // rule: i3m.u25.glory
    pub(super) fn score(&self, state: &mut State, taker: Seat, world: bool) {
        let worth = if world { 4 } else { 1 };
        state.glory += if taker == IMPERIAL { worth } else { -worth };
    }
}
