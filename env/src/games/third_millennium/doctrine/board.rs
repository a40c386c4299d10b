//! What a side sees on the map: prizes, threats, powers.

use super::super::class::Class;
use super::super::map::{PlanetId, SystemId, Type, systems_in};
use super::super::position::enemy_of;
use super::super::state::{FleetId, Group, Place, Planet};
use super::Mind;

/// What a counter of enemy mines in its way is worth to a fleet.
const MINES: f32 = 0.2;

impl Mind<'_> {
    /// What a fleet may reach from a system: the best gain, less for each jump that it is away.
    pub(super) fn outlook(&self, fleet: FleetId, from: SystemId) -> f32 {
        let open = !self.game.barred_in_peace(self.state, self.seat);
        let (mut reached, mut edge, mut weight) = (from.bit(), from.bit(), 1.0);
        let mut best = 0.0_f32;
        while edge != 0 {
            for system in systems_in(edge) {
                best = best.max(weight * self.gain(fleet, system));
            }
            let next = systems_in(edge).fold(0, |mask, system| mask | self.game.map.at(system).lanes);
            edge = next & open & !reached;
            reached |= edge;
            weight *= self.parameters.patience;
        }
        let mines = f32::from(self.state.field(enemy_of(self.seat), from).counters);
        best + self.gain(fleet, from).min(0.0) - MINES * mines.min(2.0)
    }

    /// What a fleet has from being in a system: planets to take or to cover, enemies to beat or to fear.
    pub(super) fn gain(&self, fleet: FleetId, at: SystemId) -> f32 {
        if self.state.at_peace() {
            return self.station(at) + self.claim(fleet, at);
        }
        let (threat, power) = (self.threat(at), self.fleet_power(fleet));
        let odds = power / threat.max(0.1);
        if threat > 0.0 && odds < self.parameters.attack_odds {
            return -1.0;
        }
        let own = self.game.map.at(at).planets.iter().map(|&planet| self.state.planet(planet));
        let covered = own.filter(|planet| planet.owner == Some(self.seat) && self.is_threatened(at));
        let cover: f32 = covered.map(|planet| if planet.world { 4.0 } else { 1.0 }).sum();
        let others = self.parameters.gather * self.company(fleet, at);
        0.03 * threat + self.prize(fleet, at) + self.parameters.guard * cover + others
    }

    /// What it is to spend a peace in a system: at own planets ships are looked after, nearer to the enemy is better.
    fn station(&self, at: SystemId) -> f32 {
        let worlds = self.game.worlds(self.state, self.seat) & at.bit() != 0;
        let bases = self.game.bases(self.state, self.seat) & at.bit() != 0;
        0.5 * f32::from(bases) + 0.5 * f32::from(worlds) + self.pull(at)
    }

    /// What a fleet with an empty transport has from free planets in a system, which may become worlds.
    fn claim(&self, fleet: FleetId, at: SystemId) -> f32 {
        let settles = |group: Group| group.class == Class::Transport && group.aboard().next().is_none();
        let empty = self.game.in_fleet(self.state, self.seat, fleet).any(settles);
        if !empty || self.state.sides[self.seat.index()].stock < self.game.politics.outpost.cost {
            return 0.0;
        }
        let grows = |&planet: &PlanetId| self.game.map.planet(planet).kind == Type::H;
        let planets = self.game.map.at(at).planets.iter();
        let free = planets.filter(|&&planet| self.state.planet(planet) == Planet::default());
        free.map(|planet| if grows(planet) { 4.0 } else { 0.5 }).sum::<f32>() * self.parameters.settle
    }

    /// Power of the strongest other own fleet in a system, if it is stronger than this one.
    fn company(&self, fleet: FleetId, at: SystemId) -> f32 {
        let own = self.state.fleets.at(self.seat, at).filter(|&other| other != fleet);
        let best = own.map(|other| self.fleet_power(other)).fold(0.0, f32::max);
        if best > self.fleet_power(fleet) { best } else { 0.0 }
    }

    /// What a fleet may take in a system.
    pub(super) fn prize(&self, fleet: FleetId, at: SystemId) -> f32 {
        let troops = self.troops(fleet);
        let enemy = self.game.map.at(at).planets.iter().filter(|&&planet| {
            self.state.planet(planet).owner == Some(enemy_of(self.seat)) && troops > self.defence(planet)
        });
        let glory = enemy.map(|&planet| if self.state.planet(planet).world { 4.0 } else { 1.0 });
        self.parameters.raid * glory.sum::<f32>()
    }

    /// Whether enemy fleets are next to a system.
    pub(super) fn is_threatened(&self, at: SystemId) -> bool {
        self.state.fleets.systems(enemy_of(self.seat)) & (self.game.map.at(at).lanes | at.bit()) != 0
    }

    /// Strength of the troops in a fleet.
    pub(super) fn troops(&self, fleet: FleetId) -> f32 {
        let aboard = |group: Group| -> u16 {
            group.aboard().map(|troop| u16::from(troop.strength())).sum::<u16>() * u16::from(group.count)
        };
        f32::from(self.game.in_fleet(self.state, self.seat, fleet).map(aboard).sum::<u16>())
    }

    /// Strength of what holds an enemy planet.
    pub(super) fn defence(&self, planet: PlanetId) -> f32 {
        let units = self.state.groups.at(enemy_of(self.seat), Place::Planet(planet));
        let strength =
            |group: Group| f32::from(group.count) * group.troop().map_or(4.0, |t| f32::from(t.strength()));
        units.map(strength).sum::<f32>() + f32::from(self.game.garrison(self.state, planet))
    }

    /// How near a system is to planets of the enemy, 0 to 1.
    pub(super) fn pull(&self, at: SystemId) -> f32 {
        let enemy = self.game.bases(self.state, enemy_of(self.seat));
        let mut reached = at.bit();
        for steps in 0..12 {
            if reached & enemy != 0 {
                return 1.0 / (1.0 + steps as f32);
            }
            reached = systems_in(reached).fold(reached, |mask, system| mask | self.game.map.at(system).lanes);
        }
        0.0
    }

    /// Power of enemy ships in a system: what is known, and an even share of what is hidden for each fleet.
    pub(super) fn threat(&self, at: SystemId) -> f32 {
        let enemy = enemy_of(self.seat);
        let port: f32 = self.state.groups.at(enemy, Place::Port(at)).map(|group| self.power(&group)).sum();
        let fleets = self.state.fleets.at(enemy, at).filter_map(|id| {
            let first = self.state.fleets.get(enemy, id)?.known_with;
            let together = self.state.fleets.known_with(enemy, first).count() as f32;
            let all: f32 =
                self.state.groups.at(enemy, Place::Fleet(first)).map(|group| self.power(&group)).sum();
            Some(all / together)
        });
        port + fleets.sum::<f32>()
    }

    /// Fighting power of counters: dice times hits.
    pub(super) fn power(&self, group: &Group) -> f32 {
        let figures = self.game.units.of(group.seat, group.class);
        let dice = f32::from(figures.beam) + f32::from(figures.torpedo);
        let half = if group.disrupted { 0.5 } else { 1.0 };
        f32::from(group.count) * (half * dice + f32::from(figures.defence - group.damage))
    }

    pub(super) fn fleet_power(&self, fleet: FleetId) -> f32 {
        self.game.in_fleet(self.state, self.seat, fleet).map(|group| self.power(&group)).sum()
    }
}
