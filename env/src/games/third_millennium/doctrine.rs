//! How to play: the outlook at a glance, and a doctrine that plays by rule of thumb.

use super::action::{Action, Shift};
use super::class::Class;
use super::position::enemy_of;
use super::state::{Battle, Group, Place, Planet, Stage, State, Step, SystemId, Target, Volley, Weapon};
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
            parameter("raid", 1.0, (0.0, 5.0), "How much enemy outposts and worlds draw fleets with troops."),
            parameter("guard", 0.5, (0.0, 3.0), "How much threatened own planets draw fleets."),
            parameter(
                "stack",
                6.0,
                (1.0, 20.0),
                "Ships that a fleet of the deployment gets before the next is opened.",
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
            Step::Muster { .. } => {
                f32::from(matches!(action, Action::Into(Target::Fleet(_))) && self.musters(action))
            }
            Step::Fill { .. } => self.fill(action),
            Step::Build { .. } => self.build(action),
            Step::Activate => self.activate(action),
            Step::Orders | Step::Controlled => self.order(action),
            Step::Contact => f32::from(action == Action::Scout) - 0.5 + self.eagerness(),
            Step::Matching => f32::from(action == Action::Done),
            Step::Orbit => self.attack(action),
            Step::Battle => self.tactics(action),
            Step::Ground => self.lose(action),
            _ => 0.0,
        }
    }

    /// Fleets of a few ships each, near the enemy.
    fn deploy(&self, action: Action) -> f32 {
        match action {
            Action::Into(Target::New(system)) => 1.0 + 0.1 * self.pull(system),
            _ => 0.0,
        }
    }

    /// Fleets are filled from what lies in port, and with troops.
    fn musters(&self, action: Action) -> bool {
        let Action::Into(Target::Fleet(fleet)) = action else { return false };
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return false };
        self.state.groups.any_at(self.seat, Place::Port(system)) || self.has_room(fleet)
    }

    fn has_room(&self, fleet: super::state::FleetId) -> bool {
        self.game.in_fleet(self.state, self.seat, fleet).any(|group| group.room() > 0)
    }

    fn fill(&self, action: Action) -> f32 {
        let Action::Pick(pick) = action else {
            let Step::Fill { into: Target::Fleet(fleet), .. } = self.state.step else { return 0.5 };
            let ships: u8 = self.game.in_fleet(self.state, self.seat, fleet).map(|group| group.count).sum();
            return if f32::from(ships) >= self.doctrine.get("stack") { 2.0 } else { 0.1 };
        };
        let Some(packed) = self.state.groups.packed_of(self.seat).get(usize::from(pick.0)) else {
            return 0.0;
        };
        let group = packed.group();
        match group.place {
            // What is in another fleet stays there.
            Place::Fleet(_) => -1.0,
            Place::Planet(_) => 1.5,
            _ if group.class == Class::AttackTransport => 1.4,
            _ => 1.0 - 0.01 * f32::from(group.class as u8),
        }
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

    fn activate(&self, action: Action) -> f32 {
        let Action::Activate(fleet) = action else { return 0.2 };
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return 0.0 };
        let best = super::map::systems_in(self.game.map.at(system).lanes)
            .map(|to| self.goal(to))
            .fold(0.0, f32::max);
        0.1 + best - self.goal(system).min(best)
    }

    fn order(&self, action: Action) -> f32 {
        let Some(here) = self.game.spot(self.state).system() else { return 0.0 };
        match action {
            Action::Jump(to) => self.goal(to) - self.goal(here) - 0.05,
            Action::Done => 0.0,
            Action::Into(Target::Fleet(fleet))
                if fleet == self.state.orders.fleet && self.has_room(fleet) =>
            {
                0.3
            }
            _ => -1.0,
        }
    }

    /// What the active fleet, or any other, wants in a system.
    fn goal(&self, to: SystemId) -> f32 {
        let enemy = enemy_of(self.seat);
        let fleets = self.state.fleets.at(enemy, to).count() as f32;
        let threat = self.expected_power() * fleets
            + self.state.groups.at(enemy, Place::Port(to)).map(|group| self.power(&group)).sum::<f32>();
        let own: f32 = self.active_power();
        let odds = own / threat.max(0.1);
        let bold = if threat == 0.0 {
            1.0
        } else {
            ((odds / self.doctrine.get("attack_odds")) - 1.0).clamp(-1.5, 1.0)
        };
        let carries = self
            .game
            .in_fleet(self.state, self.seat, self.state.orders.fleet)
            .any(|g| g.aboard().next().is_some());
        let prize = self.doctrine.get("raid") * if carries { 1.0 } else { 0.3 } * self.prize(to, enemy);
        let guard = self.doctrine.get("guard") * self.prize(to, self.seat) * f32::from(fleets > 0.0);
        let drive = if carries { 0.3 } else { 0.15 };
        bold * (prize + guard + 0.2 * fleets) + drive * self.pull(to)
    }

    /// Glory in the planets of a side in a system.
    fn prize(&self, at: SystemId, owner: Seat) -> f32 {
        let planets = self.game.map.at(at).planets.iter().map(|&planet| self.state.planet(planet));
        let worth = |planet: Planet| match planet.owner {
            Some(holder) if holder == owner => {
                if planet.world {
                    1.5
                } else {
                    1.0
                }
            }
            _ => 0.0,
        };
        planets.map(worth).sum()
    }

    /// How near a system is to planets of the enemy, 0 to 1.
    fn pull(&self, at: SystemId) -> f32 {
        let enemy = enemy_of(self.seat);
        let mut reached = at.bit();
        for steps in 0..12 {
            if super::map::systems_in(reached).any(|system| self.prize(system, enemy) > 0.0) {
                return 1.0 / (1.0 + steps as f32);
            }
            reached = super::map::systems_in(reached)
                .fold(reached, |mask, system| mask | self.game.map.at(system).lanes);
        }
        0.0
    }

    /// Fighting power of counters: dice times hits.
    fn power(&self, group: &Group) -> f32 {
        let figures = self.game.units.of(group.seat, group.class);
        let dice = f32::from(figures.beam) + f32::from(figures.torpedo);
        let half = if group.disrupted { 0.5 } else { 1.0 };
        f32::from(group.count) * (half * dice + f32::from(figures.defence - group.damage))
    }

    fn active_power(&self) -> f32 {
        let fleet = self.state.orders.fleet;
        self.game.in_fleet(self.state, self.seat, fleet).map(|group| self.power(&group)).sum()
    }

    /// Power of an enemy fleet, if all that is hidden were dealt out evenly.
    fn expected_power(&self) -> f32 {
        let enemy = enemy_of(self.seat);
        let all: f32 = self
            .state
            .groups
            .of(enemy)
            .filter(|g| matches!(g.place, Place::Fleet(_)))
            .map(|g| self.power(&g))
            .sum();
        all / (self.state.fleets.of(enemy).count() as f32).max(1.0)
    }

    fn eagerness(&self) -> f32 {
        let alone =
            super::position::scouts_only(self.game.in_fleet(self.state, self.seat, self.state.orders.fleet));
        if alone { 1.0 } else { -1.0 }
    }

    fn attack(&self, action: Action) -> f32 {
        match action {
            Action::Invade(planet) => {
                let troops: u8 = self
                    .game
                    .in_fleet(self.state, self.seat, self.state.orders.fleet)
                    .flat_map(|group| group.aboard().collect::<Vec<_>>())
                    .map(|troop| troop.strength())
                    .sum();
                let enemy = enemy_of(self.seat);
                let defence: u8 = self
                    .state
                    .groups
                    .at(enemy, Place::Planet(planet))
                    .map(|group| group.count * group.troop().map_or(3, |troop| troop.strength()))
                    .sum();
                let garrison = self.game.garrison(self.state, planet);
                let worth = if self.state.planet(planet).world { 2.0 } else { 1.0 };
                worth * (f32::from(troops) + 1.0 - f32::from(defence + garrison))
            }
            Action::Bombard(_) => -0.2,
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
                if own < 0.6 * enemy { 1.0 + self.prize(to, self.seat) } else { -1.0 }
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
