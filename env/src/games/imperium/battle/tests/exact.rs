//! The chain of merged rolls is exact: against every die of every ship rolled by itself.

use std::collections::BTreeMap;

use super::*;
use crate::core::{planner_rng, uniform_index};

/// Sound and disrupted survivors by side and class.
type Fleet = Vec<(Seat, Class, bool)>;
type Distribution = BTreeMap<Fleet, f64>;

/// One ship of the fight by itself.
#[derive(Clone, Copy)]
struct Ship {
    seat: Seat,
    class: Class,
    disrupted: bool,
    alive: bool,
    fire: Fire,
    target: Option<usize>,
    /// The enemy ships of its group.
    group: [Option<usize>; 4],
    hits: u8,
}

/// Every ship of a battle whose fire has been declared.
fn ships_of(battle: &Battle) -> Vec<Ship> {
    let first: Vec<usize> = battle
        .squads
        .iter()
        .scan(0, |sum, s| {
            let at = *sum;
            *sum += usize::from(s.count);
            Some(at)
        })
        .collect();
    let mut ships = Vec::new();
    for (index, squad) in (0..).zip(battle.squads.iter()) {
        let mut foes = super::super::allocation::group(battle, index);
        let foes: [Option<u8>; 4] = std::array::from_fn(|_| foes.next());
        for k in 0..usize::from(squad.count) {
            let target =
                squad.target.filter(|&t| battle.squad(t).count > 0).map(|t| first[usize::from(t)] + k);
            ships.push(Ship {
                seat: squad.seat,
                class: squad.class,
                disrupted: squad.disrupted,
                alive: true,
                fire: squad.fire,
                target,
                group: foes.map(|foe| foe.map(|foe| first[usize::from(foe)] + k)),
                hits: squad.hits,
            });
        }
    }
    ships
}

/// The rules of 4.1 to 4.2 and 14.3 to 14.5 once more, ship by ship and die by die.
struct DieByDie<'t> {
    table: &'t Table,
    short: bool,
    result: Distribution,
}

impl DieByDie<'_> {
    fn step_of(&self, fire: Fire) -> usize {
        match fire {
            Fire::Hold => 0,
            Fire::Beam | Fire::Missile | Fire::HighIntensity if !self.table.combat.options.fire => 2,
            Fire::DefensiveBeam | Fire::DefensiveMissile => 1,
            Fire::Suicide => 2,
            Fire::Beam => 3,
            Fire::Missile | Fire::HighIntensity => 4,
            Fire::TimeOnTarget => 5,
        }
    }

    fn hit_chance(&self, ship: &Ship, target: &Ship) -> f64 {
        let own = self.table.figures(ship.seat, ship.class);
        let other = self.table.figures(target.seat, target.class);
        let (factor, mut modifier) = match ship.fire {
            Fire::Beam | Fire::DefensiveBeam => (own.beam, 0),
            Fire::Suicide => (own.beam + 2, 0),
            Fire::HighIntensity => (own.missile + 2, -i8::from(self.short)),
            Fire::TimeOnTarget => (own.missile, 1 - i8::from(self.short)),
            _ => (own.missile, -i8::from(self.short)),
        };
        modifier -= i8::from(ship.disrupted);
        let needed = (5 - (factor - (other.screen - i8::from(target.disrupted)))).max(2);
        (1..=6).filter(|die| die + modifier >= needed).count() as f64 / 6.0
    }

    /// Whom a ship fires at: its target while it lives, else by `cobb_retarget` the first of its group that does.
    fn target_of(&self, ships: &[Ship], ship: &Ship) -> Option<usize> {
        let lives = |&target: &usize| ships[target].alive;
        let other = || ship.group.into_iter().flatten().find(lives);
        let retarget = self.table.combat.options.retarget;
        ship.target
            .and_then(|target| Some(target).filter(lives).or_else(|| if retarget { other() } else { None }))
    }

    /// Ship `from` and those after it fire in `step`.
    fn shots(&mut self, ships: &[Ship], step: usize, from: usize, chance: f64) {
        let next = (from..ships.len()).find(|&i| {
            let ship = &ships[i];
            ship.alive && self.step_of(ship.fire) == step && self.target_of(ships, ship).is_some()
        });
        let Some(i) = next else { return self.effects(ships, step, 0, chance) };
        let target = self.target_of(ships, &ships[i]).expect("it has one");
        let p = self.hit_chance(&ships[i], &ships[target]);
        if p < 1.0 {
            self.shots(ships, step, i + 1, chance * (1.0 - p));
        }
        if p > 0.0 {
            let mut hit = ships.to_vec();
            hit[target].hits += 1;
            self.shots(&hit, step, i + 1, chance * p);
        }
    }

    fn effects(&mut self, ships: &[Ship], step: usize, from: usize, chance: f64) {
        let Some(i) = (from..ships.len()).find(|&i| ships[i].hits > 0) else {
            let mut ships = ships.to_vec();
            for ship in ships.iter_mut().filter(|s| step == 2 && s.fire == Fire::Suicide) {
                ship.alive = false;
            }
            return if step == 5 {
                self.book(&ships, chance)
            } else {
                self.shots(&ships, step + 1, 0, chance)
            };
        };
        let screen = self.table.figures(ships[i].seat, ships[i].class).screen;
        let destroys = !self.table.combat.options.hits;
        let saved = if destroys || ships[i].hits > 1 || ships[i].disrupted || screen < 2 {
            0.0
        } else {
            f64::from((screen - 1).min(6)) / 6.0
        };
        let mut after = ships.to_vec();
        after[i].hits = 0;
        if saved < 1.0 {
            let mut lost = after.clone();
            lost[i].alive = false;
            self.effects(&lost, step, i + 1, chance * (1.0 - saved));
        }
        if saved > 0.0 {
            after[i].disrupted = true;
            self.effects(&after, step, i + 1, chance * saved);
        }
    }

    fn book(&mut self, ships: &[Ship], chance: f64) {
        let mut fleet: Fleet =
            ships.iter().filter(|s| s.alive).map(|s| (s.seat, s.class, s.disrupted)).collect();
        fleet.sort_unstable();
        *self.result.entry(fleet).or_default() += chance;
    }
}

fn fleet_of(fight: &Fight) -> Fleet {
    let mut fleet = Fleet::new();
    let mut add =
        |seat, class, disrupted, count: u8| fleet.extend((0..count).map(|_| (seat, class, disrupted)));
    match &fight.state.battle {
        Some(battle) => battle.squads.iter().for_each(|s| add(s.seat, s.class, s.disrupted, s.count)),
        None => fight.state.groups.iter().for_each(|g| add(g.seat, g.class, g.disrupted, g.count)),
    }
    fleet.sort_unstable();
    fleet
}

/// The chain of rolls of this round to its end.
fn chain(fight: &Fight, round: u8, chance: f64, result: &mut Distribution) {
    if fight.is_over() || fight.battle().round != round {
        *result.entry(fleet_of(fight)).or_default() += chance;
        return;
    }
    let weights = fight.weights();
    let total: u32 = weights.iter().sum();
    for (k, &weight) in (0_u8..).zip(&weights) {
        let mut after = fight.clone();
        after.roll(&weights, k);
        chain(&after, round, chance * f64::from(weight) / f64::from(total), result);
    }
}

fn assert_same(fight: &Fight) {
    let battle = fight.battle();
    let Moment::FireRoll { step, .. } = battle.moment else { panic!("{:?}", battle.moment) };
    let mut by_die =
        DieByDie { table: &fight.table, short: battle.range == Range::Short, result: Distribution::new() };
    by_die.shots(&ships_of(battle), usize::from(step), 0, 1.0);
    let mut merged = Distribution::new();
    chain(fight, battle.round, 1.0, &mut merged);
    assert!((merged.values().sum::<f64>() - 1.0).abs() < 1e-9);
    let keys = |d: &Distribution| d.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&merged), keys(&by_die.result), "{battle:?}");
    for (fleet, chance) in &merged {
        assert!((chance - by_die.result[fleet]).abs() < 1e-9, "{fleet:?} in {battle:?}");
    }
}

/// Two destroyers doubled upon by two light cruisers and two missile boats.
#[test]
fn chain_of_rolls_is_exact_with_doubling() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(LightCruiser, 2), (MissileBoat, 2)])
        .ships(IMPERIAL, &[(LightCruiser, 2)])
        .begin();
    let foe = fight.against(IMPERIAL, LightCruiser);
    fight.act(foe).act(Action::Count(2)).act(foe).act(Action::Count(2));
    fight.declare(Fire::TimeOnTarget).declare(Fire::Missile).declare(Fire::Missile);
    let boats = fight.against(TERRAN, MissileBoat);
    fight.act(boats);
    assert_same(&fight);
}

/// Small fleets at random, with doubling, disrupted ships and every kind of fire, at both ranges.
#[test]
fn chain_of_rolls_is_exact() {
    compare_random_fights(|_, _| {});
}

/// The same where fire finds another target.
#[test]
fn chain_of_rolls_with_other_targets_is_exact() {
    compare_random_fights(|options, _| options.retarget = true);
}

/// The same by the base rules, and with each of their parts alone.
#[test]
fn chain_of_rolls_of_the_base_rules_is_exact() {
    compare_random_fights(|options, seed| {
        options.initiative = false;
        options.fire = seed % 3 == 1;
        options.hits = seed % 3 == 2;
    });
}

fn compare_random_fights(change: impl Fn(&mut Options, u64)) {
    let terran = [Scout, Destroyer, LightCruiser, AttackCruiser, MissileBoat, Fighter, Mothership, Transport];
    let imperial =
        [Scout, Destroyer, LightCruiser, HeavyCruiser, StrikeCruiser, Battleship, Fighter, Transport];
    let mut compared = 0;
    for seed in 0..400 {
        let mut rng = planner_rng(seed, 1);
        let mut fight = Fight::new(SEATS[uniform_index(&mut rng, 2)]).with(|options| change(options, seed));
        fight.table.combat.attackers = 2 + (seed % 3 == 0) as u8;
        for (seat, classes) in [(TERRAN, terran), (IMPERIAL, imperial)] {
            for _ in 0..1 + uniform_index(&mut rng, 2) {
                let class = classes[uniform_index(&mut rng, classes.len())];
                let disrupted = uniform_index(&mut rng, 4) == 0;
                let count = 1 + uniform_index(&mut rng, 2) as u8;
                fight = fight.add(Place::Space(HERE), seat, class, disrupted, Cargo::Empty, count);
            }
        }
        let mut fight = fight.begin();
        while !fight.is_over() {
            match fight.moment() {
                Moment::FireRoll { .. } => {
                    assert_same(&fight);
                    compared += 1;
                    break;
                }
                Moment::InitiativeRoll if fight.battle().round > 2 => break,
                Moment::InitiativeRoll => {
                    let weights = fight.weights();
                    fight.roll(&weights, 0);
                }
                Moment::ChooseRange => {
                    fight.act(Action::SetRange(Range::Short));
                }
                Moment::BreakOff { .. } => {
                    fight.act(Action::FightOn);
                }
                Moment::Declare { .. } if fight.battle().round == 1 && seed % 2 == 0 => {
                    fight.declare(Fire::Hold);
                }
                // Certain hits have come first: this round is not compared.
                Moment::DisruptionRoll { .. } => {
                    let weights = fight.weights();
                    fight.roll(&weights, 0);
                }
                _ => {
                    let legal = fight.legal();
                    fight.act(legal[uniform_index(&mut rng, legal.len())]);
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}
