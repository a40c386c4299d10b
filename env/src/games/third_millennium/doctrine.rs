//! How to play: the outlook at a glance, and a doctrine that plays by rule of thumb.

use super::action::{Action, Shift};
use super::class::{Class, Role};
use super::map::systems_in;
use super::position::{enemy_of, scouts_only};
use super::state::{
    Battle, FleetId, Group, Occasion, Place, PlanetId, Stage, State, Step, SystemId, Target, Volley, Weapon,
};
use super::view::View;
use super::{IMPERIAL, ThirdMillennium};
use crate::core::{PerSeat, Seat};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};

/// Resources that a side's ships are worth when the outlook is even either way.
const EVEN: f32 = 60.0;

impl Doctrine for ThirdMillennium {
    fn estimate(&self, state: &State) -> PerSeat<f32> {
        let imperial = match self.result(state) {
            Some(outcome) => outcome.returns[IMPERIAL.index()],
            None => {
                let glory = f32::from(state.glory - self.scenario.glory) / 4.0;
                let fleets = (self.worth(state, IMPERIAL) - self.worth(state, enemy_of(IMPERIAL))) / EVEN;
                (glory + 0.5 * fleets).tanh()
            }
        };
        [0.0 - imperial, imperial].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        let parameter = |key, default, range, summary| DoctrineParameter { key, default, range, summary };
        vec![
            parameter(
                "attack_odds",
                1.1,
                (0.3, 5.0),
                "A fleet attacks where it has this many times the enemy's power.",
            ),
            parameter(
                "leave_odds",
                0.6,
                (0.0, 2.0),
                "Fleets leave a battle where they have less than this part of the enemy's power.",
            ),
            parameter(
                "raid",
                1.0,
                (0.0, 5.0),
                "How much a point of glory in enemy planets draws fleets with troops.",
            ),
            parameter("guard", 0.2, (0.0, 3.0), "How much one in threatened own planets draws fleets."),
            parameter(
                "patience",
                0.7,
                (0.1, 1.0),
                "What a gain one jump further away is worth, as part of its worth.",
            ),
        ]
    }

    fn rank(&self, view: &View, legal: &[Action], doctrine: &DoctrineValues, scores: &mut Vec<f32>) {
        let mind = Mind { game: self, state: &view.state, seat: view.seat, doctrine };
        scores.clear();
        scores.extend(legal.iter().map(|&action| mind.score(action)));
    }
}

impl ThirdMillennium {
    /// Resources in the ships and troops of a side.
    fn worth(&self, state: &State, seat: Seat) -> f32 {
        let fighting =
            state.battle.iter().flat_map(|battle| battle.ships.iter().map(|ship| ship.unit.group()));
        let all = state.groups.of(seat).chain(fighting.filter(|group| group.seat == seat));
        all.map(|group| f32::from(group.count) * f32::from(self.units.of(seat, group.class).cost)).sum()
    }
}

/// One side's thoughts on a decision.
struct Mind<'a> {
    game: &'a ThirdMillennium,
    state: &'a State,
    seat: Seat,
    doctrine: &'a DoctrineValues,
}

impl Mind<'_> {
    fn score(&self, action: Action) -> f32 {
        match self.state.step {
            Step::Deploy => self.deploy(action),
            Step::Muster { .. } => self.muster(action),
            Step::Fill { into, occasion, .. } => self.fill(into, occasion, action),
            Step::Build { .. } => self.build(action),
            Step::Activate => self.activate(action),
            Step::Orders | Step::Controlled => self.order(action),
            Step::Contact => self.contact(action),
            Step::Matching => f32::from(action != Action::Done),
            Step::Orbit => self.attack(action),
            Step::Battle => self.tactics(action),
            Step::Ground => self.lose(action),
            _ => 0.0,
        }
    }

    /// The main fleet at the base, where the troops are; scouts in another near the enemy.
    fn deploy(&self, action: Action) -> f32 {
        let Action::Into(Target::New(system)) = action else { return 0.0 };
        let base = self.game.map.planet(self.game.scenario.base[self.seat.index()]).system;
        match self.state.fleets.of(self.seat).count() {
            0 => f32::from(system == base) + 0.1,
            _ => 0.1 + self.pull(system),
        }
    }

    /// Fleets take up what lies in port, and troops as far as they have room.
    fn muster(&self, action: Action) -> f32 {
        match action {
            Action::Into(Target::Fleet(fleet)) if self.wants_more(fleet) => 1.0,
            Action::Done => 0.5,
            _ => 0.0,
        }
    }

    fn wants_more(&self, fleet: FleetId) -> bool {
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return false };
        let mut own = self.game.map.at(system).planets.iter();
        let troops = own.any(|&planet| {
            self.state.groups.at(self.seat, Place::Planet(planet)).any(|group| group.class.is_troops())
        });
        let room = self.game.in_fleet(self.state, self.seat, fleet).any(|group| group.room() > 0);
        self.state.groups.any_at(self.seat, Place::Port(system)) || troops && room
    }

    fn fill(&self, into: Target, occasion: Occasion, action: Action) -> f32 {
        let Action::Pick(pick) = action else { return 0.5 };
        let Some(packed) = self.state.groups.packed_of(self.seat).get(usize::from(pick.0)) else {
            return 0.0;
        };
        let group = packed.group();
        let first = self.state.fleets.of(self.seat).count() <= 1;
        match group.place {
            // What is in another fleet stays there.
            Place::Fleet(_) => -1.0,
            Place::Planet(_) => 1.0 + 0.1 * group.troop().map_or(0.0, |troop| f32::from(troop.strength())),
            Place::Store if first && group.class == Class::Scout && self.has_scout(into) => 0.0,
            _ if occasion == Occasion::Deployment && !first && group.class.role() == Role::Auxiliary => 0.0,
            _ => 1.0 - 0.01 * f32::from(group.class as u8),
        }
    }

    fn has_scout(&self, into: Target) -> bool {
        matches!(into, Target::Fleet(fleet) if self.game.scouts_in(self.state, self.seat, fleet) > 0)
    }

    fn build(&self, action: Action) -> f32 {
        match action {
            Action::Build { class, at } => {
                let cost = f32::from(self.game.units.of(self.seat, class).cost);
                self.power(&Group::new(self.seat, Place::Store, class, 1)) / cost + 0.01 * self.pull(at)
            }
            _ => 0.1,
        }
    }

    /// The fleet that has most to gain by moving.
    fn activate(&self, action: Action) -> f32 {
        let Action::Activate(fleet) = action else { return 0.02 };
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return 0.0 };
        let here = self.outlook(fleet, system);
        let around = systems_in(self.game.map.at(system).lanes).map(|to| self.outlook(fleet, to));
        let attacks = if self.prize(fleet, system) > 0.0 { 0.5 } else { 0.0 };
        around.fold(0.0, f32::max) - here + attacks
    }

    fn order(&self, action: Action) -> f32 {
        let fleet = self.state.orders.fleet;
        let Some(here) = self.game.spot(self.state).system() else { return 0.0 };
        match action {
            Action::Jump(to) => self.outlook(fleet, to) - self.outlook(fleet, here),
            Action::Done => 0.01,
            Action::Into(Target::Fleet(into)) if into == fleet && self.wants_more(fleet) => 5.0,
            _ => -1.0,
        }
    }

    /// Scouts by themselves look; others only where they would rather not fight.
    fn contact(&self, action: Action) -> f32 {
        let fleet = self.state.orders.fleet;
        let alone = scouts_only(self.game.in_fleet(self.state, self.seat, fleet));
        let Some(here) = self.game.spot(self.state).system() else { return 0.0 };
        let outnumbered = self.threat(here) > self.fleet_power(fleet);
        f32::from((action == Action::Scout) == (alone || outnumbered))
    }

    /// What a fleet may reach from a system: the best gain, less for each jump that it is away.
    fn outlook(&self, fleet: FleetId, from: SystemId) -> f32 {
        let decay = self.doctrine.get("patience");
        let (mut reached, mut weight, mut best) = (from.bit(), 1.0, f32::NEG_INFINITY);
        for _ in 0..8 {
            for system in systems_in(reached) {
                best = best.max(weight * self.gain(fleet, system));
            }
            reached = systems_in(reached).fold(reached, |mask, system| mask | self.game.map.at(system).lanes);
            weight *= decay;
        }
        best.max(0.0) + self.gain(fleet, from).min(0.0)
    }

    /// What a fleet has from being in a system: planets to take or to cover, enemies to beat or to fear.
    fn gain(&self, fleet: FleetId, at: SystemId) -> f32 {
        let (threat, power) = (self.threat(at), self.fleet_power(fleet));
        let odds = power / threat.max(0.1);
        if threat > 0.0 && odds < self.doctrine.get("attack_odds") {
            return -1.0;
        }
        let own = self.game.map.at(at).planets.iter().map(|&planet| self.state.planet(planet));
        let covered = own.filter(|planet| planet.owner == Some(self.seat) && self.is_threatened(at));
        let cover: f32 = covered.map(|planet| if planet.world { 4.0 } else { 1.0 }).sum();
        0.03 * threat + self.prize(fleet, at) + self.doctrine.get("guard") * cover
    }

    /// What a fleet may take in a system.
    fn prize(&self, fleet: FleetId, at: SystemId) -> f32 {
        let troops = self.troops(fleet);
        let enemy = self.game.map.at(at).planets.iter().filter(|&&planet| {
            self.state.planet(planet).owner == Some(enemy_of(self.seat)) && troops > self.defence(planet)
        });
        let glory = enemy.map(|&planet| if self.state.planet(planet).world { 4.0 } else { 1.0 });
        self.doctrine.get("raid") * glory.sum::<f32>()
    }

    /// Whether enemy fleets are next to a system.
    fn is_threatened(&self, at: SystemId) -> bool {
        self.state.fleets.systems(enemy_of(self.seat)) & (self.game.map.at(at).lanes | at.bit()) != 0
    }

    /// Strength of the troops in a fleet.
    fn troops(&self, fleet: FleetId) -> f32 {
        let aboard = |group: Group| -> u16 {
            group.aboard().map(|troop| u16::from(troop.strength())).sum::<u16>() * u16::from(group.count)
        };
        f32::from(self.game.in_fleet(self.state, self.seat, fleet).map(aboard).sum::<u16>())
    }

    /// Strength of what holds an enemy planet.
    fn defence(&self, planet: PlanetId) -> f32 {
        let units = self.state.groups.at(enemy_of(self.seat), Place::Planet(planet));
        let strength =
            |group: Group| f32::from(group.count) * group.troop().map_or(4.0, |t| f32::from(t.strength()));
        units.map(strength).sum::<f32>() + f32::from(self.game.garrison(self.state, planet))
    }

    /// How near a system is to planets of the enemy, 0 to 1.
    fn pull(&self, at: SystemId) -> f32 {
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
    fn threat(&self, at: SystemId) -> f32 {
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
    fn power(&self, group: &Group) -> f32 {
        let figures = self.game.units.of(group.seat, group.class);
        let dice = f32::from(figures.beam) + f32::from(figures.torpedo);
        let half = if group.disrupted { 0.5 } else { 1.0 };
        f32::from(group.count) * (half * dice + f32::from(figures.defence - group.damage))
    }

    fn fleet_power(&self, fleet: FleetId) -> f32 {
        self.game.in_fleet(self.state, self.seat, fleet).map(|group| self.power(&group)).sum()
    }

    fn attack(&self, action: Action) -> f32 {
        match action {
            Action::Invade(planet) => {
                let worth = if self.state.planet(planet).world { 4.0 } else { 1.0 };
                worth * (self.troops(self.state.orders.fleet) - self.defence(planet))
            }
            Action::Bombard(_) => 0.1,
            _ => 0.0,
        }
    }

    fn tactics(&self, action: Action) -> f32 {
        let Some(battle) = &self.state.battle else { return 0.0 };
        match (battle.stage, action) {
            (Stage::Shift, Action::Shift(shift)) => {
                let beams =
                    self.total(battle, self.seat, true) - self.total(battle, enemy_of(self.seat), true);
                let near = if beams >= 0.0 { 1.0 } else { -1.0 };
                match shift {
                    Shift::Close if battle.band > 1 => 1.0,
                    Shift::Close => near,
                    Shift::Keep => 0.0,
                    Shift::Open => -0.5 - near,
                }
            }
            (Stage::Aim { volley, .. }, Action::Aim { ship: target }) => self.aim(battle, volley, target),
            (Stage::Allot { .. }, Action::Aim { ship }) => {
                let target = battle.ships[usize::from(ship)].unit.group();
                f32::from(target.class == Class::PlanetaryDefence) + f32::from(target.damage)
            }
            (Stage::Withdraw, Action::Withdraw(to)) => {
                let (own, enemy) =
                    (self.strength(battle, self.seat), self.strength(battle, enemy_of(self.seat)));
                let home = f32::from(self.game.bases(self.state, self.seat) & to.bit() != 0);
                if own < self.doctrine.get("leave_odds") * enemy { 1.0 + home } else { -1.0 }
            }
            _ => 0.0,
        }
    }

    fn total(&self, battle: &Battle, seat: Seat, beams: bool) -> f32 {
        let dice = |class: Class| {
            let figures = self.game.units.of(seat, class);
            f32::from(if beams { figures.beam } else { figures.torpedo })
        };
        battle.ships.iter().filter(|ship| ship.unit.seat() == seat).map(|ship| dice(ship.unit.class())).sum()
    }

    fn strength(&self, battle: &Battle, seat: Seat) -> f32 {
        battle
            .ships
            .iter()
            .filter(|ship| ship.unit.seat() == seat)
            .map(|ship| self.power(&ship.unit.group()))
            .sum()
    }

    /// Worth of the target, and how far the dice on it fall short of what destroys it.
    fn aim(&self, battle: &Battle, volley: Volley, target: u8) -> f32 {
        let target = &battle.ships[usize::from(target)];
        let group = target.unit.group();
        let figures = self.game.units.of(group.seat, group.class);
        let torpedo = matches!(volley, Volley::Space(Weapon::Torpedo));
        let stops = if torpedo { f32::from(figures.countermeasures) / 3.0 } else { 0.0 };
        let chance = f32::from(7 - self.game.hits_on(battle, volley)) / 6.0;
        let missing = f32::from(figures.defence - group.damage) + stops - chance * f32::from(target.aimed);
        let loaded = group.aboard().next().is_some();
        let worth = f32::from(figures.cost) + if loaded { 8.0 } else { 0.0 };
        if missing <= 0.0 { 0.05 * worth } else { worth / (0.5 + missing) }
    }

    /// The garrison first, then the weakest troops.
    fn lose(&self, action: Action) -> f32 {
        match action {
            Action::Garrison => 2.0,
            Action::Capture => 1.0,
            Action::Pick(pick) => {
                let group = self
                    .state
                    .groups
                    .packed_of(self.seat)
                    .get(usize::from(pick.0))
                    .map(|packed| packed.group());
                let strength = group.and_then(|group| group.troop()).map_or(3, |troop| troop.strength());
                1.0 - 0.1 * f32::from(strength) + 0.5 * f32::from(group.map_or(0, |group| group.damage))
            }
            _ => 0.0,
        }
    }
}
