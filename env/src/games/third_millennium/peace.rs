//! Peace between two wars: how it is made, what is closed in it, what grows, and how it ends.

use super::ThirdMillennium;
use super::class::Class;
use super::map::{PlanetId, SystemId, Type, systems_in};
use super::position::{enemy_of, systems_with};
use super::rules::Growth;
use super::setup::Campaign;
use super::state::{FleetId, Group, Place, Planet, Spot, State, Step};
use super::{IMPERIAL, TERRAN};
use crate::core::{Chance, Seat};

impl ThirdMillennium {
    /// A war is over: the Empire gives less and asks nothing more, and everybody goes home.
    // rule: i3m.u16.after_war
    // rule: i3m.u25.court
    pub(super) fn make_peace(&self, state: &mut State) {
        let figures = &self.politics.income;
        let court = &mut state.court;
        court.budget = court.budget.saturating_sub(figures.after_war).max(figures.least_budget);
        court.offensive = None;
        self.dismiss_emperor(state);
        self.send_home(state);
        state.step = Step::Peace;
    }

    /// How long it is: outcome 0 stands for a die of 1.
    // rule: i3m.u25.peace
    pub(super) fn peace_chance(&self) -> Chance {
        Chance::uniform(6)
    }

    /// The turns of peace that an outcome stands for.
    pub(super) fn turns_of_peace(&self, outcome: usize) -> u8 {
        let more = self.scenario.campaign.as_ref().map_or(0, |campaign| campaign.peace);
        outcome as u8 + 1 + more
    }

    pub(super) fn peace_rolled(&self, state: &mut State, outcome: usize) {
        state.series.peace = self.turns_of_peace(outcome);
        if self.rules.growth == Growth::InOnePeace {
            state.planets.iter_mut().for_each(|planet| planet.grown = 0);
        }
        self.begin_turn(state);
    }

    /// Systems, by bit, that a side does not enter in peace: planets or ships of the enemy are there, and no own planet.
    // rule: i3m.u25.entry
    pub(super) fn barred_in_peace(&self, state: &State, seat: Seat) -> u64 {
        if state.at_peace() { self.hostile(state, seat) } else { 0 }
    }

    fn hostile(&self, state: &State, seat: Seat) -> u64 {
        let enemy = enemy_of(seat);
        let planets = |owner| systems_with(&self.map, state, |planet: &Planet| planet.owner == Some(owner));
        (self.occupied(state, enemy) | planets(enemy)) & !planets(seat)
    }

    /// Ships in hostile systems and troops on enemy planets go to the nearest own planet; what can't jump is given up.
    // rule: i3m.u25.home
    fn send_home(&self, state: &mut State) {
        let hostile = [TERRAN, IMPERIAL].map(|seat| self.hostile(state, seat));
        for seat in Seat::all(2) {
            let hostile = hostile[seat.index()];
            let abroad = |at: Spot| at.system().filter(|at| hostile & at.bit() != 0);
            let fleets: Vec<(FleetId, SystemId)> =
                state.fleets.of(seat).filter_map(|(id, fleet)| Some((id, abroad(fleet.at)?))).collect();
            for (fleet, at) in fleets {
                if let Some(home) = self.nearest_base(state, seat, at) {
                    self.send(state, seat, fleet, home);
                }
            }
            let groups: Vec<Group> = state.groups.of(seat).collect();
            for group in groups {
                self.send_group_home(state, hostile, group);
            }
        }
        state.planets.iter_mut().for_each(|planet| planet.hits = 0);
    }

    /// Whether a counter is given up when peace is made: it lies in a hostile system, and can't jump.
    pub(super) fn is_stranded_in_peace(&self, state: &State, group: &Group) -> bool {
        let Place::Port(at) = group.place else { return false };
        let jumps = group.class.jumps() || group.class == Class::Fighter;
        !jumps && self.hostile(state, group.seat) & at.bit() != 0
    }

    fn send_group_home(&self, state: &mut State, hostile: u64, group: Group) {
        let from = match group.place {
            Place::Port(at) if hostile & at.bit() != 0 => at,
            Place::Planet(planet) if state.planet(planet).owner == Some(enemy_of(group.seat)) => {
                self.map.planet(planet).system
            }
            _ => return,
        };
        let Some(home) = self.nearest_base(state, group.seat, from) else { return };
        let own = |&planet: &PlanetId| state.planet(planet).owner == Some(group.seat);
        let place = match group.place {
            Place::Port(_) if group.class.jumps() || group.class == Class::Fighter => Some(Place::Port(home)),
            Place::Port(_) => None,
            _ => self.map.at(home).planets.iter().copied().find(own).map(Place::Planet),
        };
        match place {
            Some(place) => state.groups.change(group, |group| Group { place, ..group }),
            None => state.groups.remove(group),
        }
    }

    /// The system with own planets that is fewest jumps away, the first on the map among equals.
    pub(super) fn nearest_base(&self, state: &State, seat: Seat, from: SystemId) -> Option<SystemId> {
        let bases = self.bases(state, seat);
        let mut reached = from.bit();
        loop {
            if let Some(base) = systems_in(reached & bases).next() {
                return Some(base);
            }
            let next = systems_in(reached).fold(reached, |mask, at| mask | self.map.at(at).lanes);
            if next == reached {
                return None;
            }
            reached = next;
        }
    }

    /// Outposts on habitable planets become worlds in time.
    // rule: i3m.u17.growth
    pub(super) fn grow(&self, state: &mut State, campaign: &Campaign) {
        for id in self.map.planet_ids() {
            let planet = &mut state.planets[id.index()];
            if planet.owner.is_none() || planet.world || self.map.planet(id).kind != Type::H {
                continue;
            }
            planet.grown += 1;
            if planet.grown >= campaign.growth {
                *planet = Planet::new(planet.owner, true);
            }
        }
    }

    /// The next turn of peace, or the first of the next war: glory begins anew, and an offensive that is under way has to
    /// raise that.
    // rule: i3m.u25.start
    pub(super) fn end_turn_of_peace(&self, state: &mut State) {
        let series = &mut state.series;
        series.peace -= 1;
        if series.peace == 0 {
            series.war += 1;
            series.began = state.turn;
            state.glory = self.scenario.glory;
            if let Some(offensive) = &mut state.court.offensive {
                offensive.glory = state.glory;
            }
        }
        self.begin_turn(state);
    }

    /// Whether the Empire is heard of in this turn.
    // rule: i3m.u25.court
    pub(super) fn empire_speaks(&self, state: &State) -> bool {
        !state.at_peace() || self.rules.peace_court
    }

    /// Action segments of the turn at hand.
    // rule: i3m.u25.segments
    pub(super) fn segments(&self, state: &State) -> u8 {
        if state.at_peace() { self.rules.peace_segments } else { super::turn::SEGMENTS }
    }
}
