//! Every plan of allocation can be given, and in one way only.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::core::{planner_rng, uniform_index};
use crate::games::imperium::state::Role;

/// A line: the ship attacked or matched on each side, and who else attacks the first or the second.
type Line = (Option<Class>, Option<Class>, Vec<Class>, Vec<Class>);
/// All lines of a round, as a bag.
type Plan = Vec<Line>;

/// The plan of a battle that has come to its declarations, Terran ships first in each line.
fn plan_of(battle: &Battle) -> Plan {
    let mut plan = Plan::new();
    let joined = |index: u8| {
        let mut classes: Vec<Class> = battle.doublers(index).map(|d| battle.squad(d).class).collect();
        classes.sort_unstable();
        classes
    };
    for (index, squad) in battle.alive() {
        let Role::Paired { foe } = squad.role else { continue };
        if squad.seat == TERRAN {
            let line = (Some(squad.class), Some(battle.squad(foe).class), joined(index), joined(foe));
            plan.extend((0..squad.count).map(|_| line.clone()));
        }
    }
    plan.sort();
    plan
}

/// Follows every choice to the declarations.
fn all_plans(fight: &Fight, plans: &mut BTreeMap<Plan, usize>) {
    if matches!(fight.moment(), Moment::Declare { .. } | Moment::DeclareTarget { .. }) {
        *plans.entry(plan_of(fight.battle())).or_default() += 1;
        return;
    }
    for action in fight.legal() {
        let mut next = fight.clone();
        next.act(action);
        all_plans(&next, plans);
    }
}

/// The plans of matching ship by ship: the shorter line is matched completely, the rest joins or stays out.
struct ShipByShip {
    own: Vec<Class>,
    foes: Vec<Class>,
    most: usize,
    plans: BTreeSet<Plan>,
    own_first: bool,
}

impl ShipByShip {
    /// `opponents[i]` is whom own ship `i` meets.
    fn matched(&mut self, opponents: &mut Vec<Option<usize>>) {
        let pairs = opponents.iter().flatten().count();
        if opponents.len() == self.own.len() {
            if pairs == self.own.len().min(self.foes.len()) {
                self.doubled(opponents, &mut Vec::new());
            }
            return;
        }
        for foe in (0..self.foes.len()).filter(|foe| !opponents.contains(&Some(*foe))).collect::<Vec<_>>() {
            opponents.push(Some(foe));
            self.matched(opponents);
            opponents.pop();
        }
        opponents.push(None);
        self.matched(opponents);
        opponents.pop();
    }

    /// `joins[k]` is the line that the `k`-th surplus ship joins, by the number of the own ship in it.
    fn doubled(&mut self, opponents: &[Option<usize>], joins: &mut Vec<Option<usize>>) {
        let own_surplus = self.own.len() > self.foes.len();
        let surplus: Vec<Class> = if own_surplus {
            (0..self.own.len()).filter(|&i| opponents[i].is_none()).map(|i| self.own[i]).collect()
        } else {
            (0..self.foes.len()).filter(|&f| !opponents.contains(&Some(f))).map(|f| self.foes[f]).collect()
        };
        if joins.len() == surplus.len() {
            let mut plan: Plan = (0..self.own.len())
                .filter_map(|i| {
                    let foe = opponents[i]?;
                    let mut others: Vec<Class> =
                        (0..joins.len()).filter(|&k| joins[k] == Some(i)).map(|k| surplus[k]).collect();
                    others.sort_unstable();
                    let (own, foe) = (Some(self.own[i]), Some(self.foes[foe]));
                    let (on_own, on_foe) = if own_surplus { (vec![], others) } else { (others, vec![]) };
                    Some(if self.own_first { (own, foe, on_own, on_foe) } else { (foe, own, on_foe, on_own) })
                })
                .collect();
            plan.sort();
            self.plans.insert(plan);
            return;
        }
        for line in (0..self.own.len()).filter(|&i| opponents[i].is_some()).collect::<Vec<_>>() {
            if joins.iter().filter(|join| **join == Some(line)).count() + 1 < self.most {
                joins.push(Some(line));
                self.doubled(opponents, joins);
                joins.pop();
            }
        }
        joins.push(None);
        self.doubled(opponents, joins);
        joins.pop();
    }
}

#[test]
fn cobb_allocation_layout_of_every_plan_once() {
    let classes = [Destroyer, LightCruiser, StrikeCruiser];
    for seed in 0..120 {
        let mut rng = planner_rng(seed, 5);
        let phasing = SEATS[uniform_index(&mut rng, 2)];
        let mut fight = Fight::new(phasing);
        fight.table.combat.attackers = 2 + (seed % 2) as u8;
        let mut fleets = [vec![], vec![]];
        for seat in SEATS {
            let mut numbers = [0_u8; 3];
            for _ in 0..1 + uniform_index(&mut rng, 4) {
                let k = uniform_index(&mut rng, 3);
                numbers[k] += 1;
                fleets[seat.index()].push(classes[k]);
            }
            for (class, count) in classes.into_iter().zip(numbers).filter(|&(_, count)| count > 0) {
                fight = fight.ships(seat, &[(class, count)]);
            }
        }
        let mut given = BTreeMap::new();
        let most = usize::from(fight.table.combat.attackers);
        all_plans(&fight.begin(), &mut given);
        let [terran, imperial] = fleets;
        let (own, foes) = if phasing == TERRAN { (terran, imperial) } else { (imperial, terran) };
        let mut by_ship =
            ShipByShip { own, foes, most, plans: BTreeSet::new(), own_first: phasing == TERRAN };
        by_ship.matched(&mut Vec::new());
        assert!(given.values().all(|&ways| ways == 1), "seed {seed}: a plan in several ways, {given:?}");
        assert_eq!(given.into_keys().collect::<BTreeSet<_>>(), by_ship.plans, "seed {seed}");
    }
}
