//! Surface combat by the base rules (rules 5 item 6), and free targets.

use std::collections::BTreeMap;

use super::*;
use crate::core::{planner_rng, uniform_index};
use crate::games::imperium::battle::muster::SquadKind;
use crate::games::imperium::state::{Role, Theatre};

fn base(options: &mut Options) {
    (options.surface, options.surface_rounds) = (false, false);
}

fn fight(phasing: Seat) -> Fight {
    Fight::new(phasing).with(base)
}

/// Two units combine against a world: 4 and 4 against 4 need 2+. The world does not attack, and the combat is over
/// when it is neutralised.
#[test]
fn imp_5_surface() {
    let mut fight =
        fight(TERRAN).ground(GROUND, TERRAN, &[(RegularTroops, 2)]).world(GROUND, IMPERIAL).begin();
    assert_eq!(fight.moment(), Moment::AttackRoll { step: 1, squad: 0 }, "one target, so no choice");
    fight.hit_die(2, 1);
    assert_eq!((fight.battle().round, fight.moment()), (2, Moment::AttackRoll { step: 1, squad: 0 }));
    fight.hit_die(2, 2);
    assert!(fight.is_over());
    assert!(fight.state.marker(BoxId(0)).neutralised);
    assert_eq!(
        fight.state.marker(BoxId(0)).holder,
        Some(TERRAN),
        "when one side has nothing left the other controls"
    );
}

/// The phasing side plans first: each unit takes part in one attack, as one or with others.
#[test]
fn imp_5_surface_attacks_are_planned() {
    let mut fight = fight(IMPERIAL)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1), (PlanetaryDefence, 1)])
        .ground(GROUND, IMPERIAL, &[(JumpTroops, 2)])
        .begin();
    assert_eq!((fight.decider(), fight.moment()), (IMPERIAL, Moment::Attack { squad: 2 }));
    let (troops, defence) = (fight.against(TERRAN, RegularTroops), fight.against(TERRAN, PlanetaryDefence));
    assert_eq!(fight.legal(), [troops, defence]);
    // One against the troops leaves the other the PD; both may go against either.
    fight.act(troops);
    assert_eq!(fight.legal(), [Action::Count(1), Action::Count(2)]);
    fight.act(Action::Count(1));
    assert_eq!((fight.decider(), fight.moment()), (TERRAN, Moment::Attack { squad: 1 }));
    // The troops attack one of two jump troops that are alike; the PD joins them or takes the other.
    assert_eq!(fight.legal().len(), 2);
}

/// To the finish: round after round until one side has no strength or nobody can hit.
#[test]
fn imp_5_surface_to_the_finish() {
    let mut fight = fight(TERRAN)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .begin();
    for round in 1..=5 {
        assert_eq!(fight.battle().round, round, "no initiative is rolled");
        fight.hit_die(5, 1).hit_die(5, 1);
    }
    fight.hit_die(5, 6).hit_die(5, 6);
    assert!(fight.is_over(), "both at once");
    assert!(fight.state.groups.is_empty());
    let fight = super::assault::fight(TERRAN)
        .ground(BoxId(3), IMPERIAL, &[(Fighter, 1)])
        .world(BoxId(3), TERRAN)
        .begin();
    assert!(fight.is_over(), "a fighter can't hit a homeworld");
}

/// Attacks use the surface table and the strengths of rules 5: PD 2, fighters 2, outposts 2 in defence only.
#[test]
fn imp_5_surface_strengths() {
    let mut fight = fight(TERRAN).ground(GROUND, TERRAN, &[(JumpTroops, 1)]).outpost(GROUND, IMPERIAL);
    fight.table.combat.surface_crt.needed.iter_mut().for_each(|needed| *needed += 1);
    let mut fight = fight.begin();
    // 5 against 2: 2+, and one more by the changed table.
    fight.hit_die(3, 2);
    assert_eq!(fight.battle().round, 2);
    let mut defended = super::assault::fight(TERRAN)
        .ground(GROUND, TERRAN, &[(Fighter, 2)])
        .ground(GROUND, IMPERIAL, &[(PlanetaryDefence, 1)])
        .begin();
    // 2 + 2 against 2: 3+; 2 against 2: 5+.
    defended.hit_die(3, 1).hit_die(5, 1);
    assert_eq!(defended.battle().round, 2);
}

/// Without combining every unit rolls for itself.
#[test]
fn imp_5_surface_without_combining() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| {
            base(options);
            options.surface_combining = false;
        })
        .ground(GROUND, TERRAN, &[(RegularTroops, 2)])
        .world(GROUND, IMPERIAL)
        .begin();
    // 4 against 4: 5+ each; one hit is as good as two.
    fight.roll(&[4, 5], 0);
    assert_eq!(fight.battle().round, 2);
}

/// `cobb_surface_initiative_effect`: nobody matches, nobody rolls for it, everybody attacks whom he likes.
#[test]
fn reading_surface_initiative_effect_none() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.surface_free_targets = true)
        .ground(GROUND, TERRAN, &[(JumpTroops, 2)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .world(GROUND, IMPERIAL)
        .begin();
    let troops = fight.against(IMPERIAL, RegularTroops);
    assert!(fight.legal().contains(&troops));
    fight.act(troops).act(Action::Count(2));
    // 5 against 4 each: 4+; 4 against 5: 6.
    fight.roll(&[1, 3], 0).hit_die(6, 1);
    assert_eq!((fight.battle().round, fight.moment()), (2, Moment::Attack { squad: 0 }));
}

type Survivors = Vec<(Seat, SquadKind)>;

fn survivors(fight: &Fight) -> Survivors {
    let mut list = Survivors::new();
    match &fight.state.battle {
        Some(battle) => {
            for (_, squad) in battle.alive() {
                list.extend((0..squad.count).map(|_| (squad.seat, squad.kind())));
            }
        }
        None => {
            for group in &fight.state.groups {
                let kind = Squad::of(&group).kind();
                list.extend((0..group.count).map(|_| (group.seat, kind)));
            }
            for seat in
                SEATS.into_iter().filter(|&seat| super::super::control::stands(&fight.state, GROUND, seat))
            {
                list.push((seat, Squad { class: Outpost, marker: true, ..Squad::GONE }.kind()));
            }
        }
    }
    list.sort_unstable();
    list
}

/// The chance that each unit attacked is hit, attack by attack and die by die: rules 5 item 6 once more.
fn hit_chance(fight: &Fight, target: u8, gone: &[u8]) -> f64 {
    let (battle, combat) = (fight.battle(), &fight.table.combat);
    let strength = |s: &Squad| if s.marker { 0 } else { fight.table.figures(s.seat, s.class).surface };
    let victim = battle.squad(target);
    let defence = match (victim.marker, fight.state.marker(BoxId(0)).world) {
        (true, Some(_)) => 4,
        (true, None) => 2,
        _ => strength(&victim) - i8::from(victim.disrupted),
    };
    let attackers =
        battle.alive().filter(|(i, s)| s.role == Role::Doubling { foe: target } && !gone.contains(i));
    let units: Vec<Squad> =
        attackers.flat_map(|(_, s)| std::iter::repeat_n(s, usize::from(s.count))).collect();
    let faces = |strength: i8, modifier: i8| {
        let needed = (5 - (strength - defence)).max(2);
        (1..=6).filter(|die| die + modifier >= needed).count() as f64 / 6.0
    };
    if units.is_empty() {
        0.0
    } else if !combat.options.surface && combat.options.surface_combining {
        let modifier = -i8::from(units.iter().all(|s| s.disrupted));
        faces(units.iter().map(&strength).sum(), modifier)
    } else {
        1.0 - units.iter().map(|s| 1.0 - faces(strength(s), -i8::from(s.disrupted))).product::<f64>()
    }
}

/// Every unit attacked by the seats of this step, one after the other.
fn die_by_die(
    fight: &Fight,
    steps: &[Vec<Seat>],
    gone: &[u8],
    before: &[u8],
    from: u8,
    chance: f64,
    result: &mut BTreeMap<Survivors, f64>,
) {
    let battle = fight.battle();
    let Some(seats) = steps.first() else {
        let mut list = Survivors::new();
        for (_, squad) in battle.alive().filter(|(i, _)| !gone.contains(i)) {
            list.extend((0..squad.count).map(|_| (squad.seat, squad.kind())));
        }
        list.sort_unstable();
        *result.entry(list).or_default() += chance;
        return;
    };
    let attacked =
        |&(index, squad): &(u8, Squad)| index >= from && (seats.len() == 2 || !seats.contains(&squad.seat));
    let next = battle.alive().filter(attacked).find(|&(index, _)| hit_chance(fight, index, before) > 0.0);
    let Some((index, _)) = next else {
        return die_by_die(fight, &steps[1..], gone, gone, 0, chance, result);
    };
    let p = hit_chance(fight, index, before);
    if p < 1.0 {
        die_by_die(fight, steps, gone, before, index + 1, chance * (1.0 - p), result);
    }
    let mut hit = gone.to_vec();
    hit.push(index);
    die_by_die(fight, steps, &hit, before, index + 1, chance * p, result);
}

fn chain(fight: &Fight, round: u8, chance: f64, result: &mut BTreeMap<Survivors, f64>) {
    if fight.is_over()
        || fight.battle().round != round
        || !matches!(fight.moment(), Moment::AttackRoll { .. })
    {
        *result.entry(survivors(fight)).or_default() += chance;
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

/// The chain of merged rolls against every attack by itself, for plans at random; and every plan that can be given
/// is another one.
#[test]
fn chain_of_attacks_is_exact() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut rng = planner_rng(seed, 5);
        let mut fight = Fight::new(SEATS[uniform_index(&mut rng, 2)]).with(|options| {
            options.surface_rounds = false;
            options.surface = seed % 4 == 3;
            options.surface_free_targets = true;
            options.surface_combining = seed % 4 < 2;
            options.surface_initiative_first = seed % 8 == 7;
        });
        for seat in SEATS {
            for class in [RegularTroops, JumpTroops, Fighter, PlanetaryDefence] {
                let count = uniform_index(&mut rng, 3) as u8;
                if count > 0 {
                    let disrupted = class == Fighter && uniform_index(&mut rng, 3) == 0;
                    fight = fight.add(Place::Surface(GROUND), seat, class, disrupted, Cargo::Empty, count);
                }
            }
        }
        if seed % 3 == 0 {
            fight = fight.outpost(GROUND, IMPERIAL);
        }
        let mut fight = fight.begin();
        while !fight.is_over() && matches!(fight.moment(), Moment::Attack { .. } | Moment::AttackCount { .. })
        {
            let legal = fight.legal();
            fight.act(legal[uniform_index(&mut rng, legal.len())]);
        }
        if fight.is_over() || !matches!(fight.moment(), Moment::AttackRoll { step: 1, .. }) {
            continue;
        }
        // Attacks that are sure to hit have been resolved before the first roll.
        if fight.battle().alive().any(|(_, squad)| squad.hits > 0) {
            continue;
        }
        let first = fight.battle().initiative;
        let steps = if fight.table.combat.options.surface_initiative_first {
            vec![vec![first], vec![crate::games::imperium::position::enemy_of(first)]]
        } else {
            vec![SEATS.to_vec()]
        };
        let (mut merged, mut by_die) = (BTreeMap::new(), BTreeMap::new());
        chain(&fight, fight.battle().round, 1.0, &mut merged);
        die_by_die(&fight, &steps, &[], &[], 0, 1.0, &mut by_die);
        let keys = |d: &BTreeMap<Survivors, f64>| d.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&merged), keys(&by_die), "{:?}", fight.battle());
        for (list, chance) in &merged {
            assert!((chance - by_die[list]).abs() < 1e-9, "{list:?} in {:?}", fight.battle());
        }
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
}

/// The units attacked, each with how many of which kind attack it.
type Plan = Vec<(SquadKind, Vec<(SquadKind, u8)>)>;

/// Every way to plan is one plan: with all choices taken, no two lead to the same attacks, and none is missing.
#[test]
fn every_plan_of_attacks_is_given_in_one_way() {
    let fight = fight(TERRAN)
        .ground(GROUND, TERRAN, &[(RegularTroops, 2), (JumpTroops, 2)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 2), (PlanetaryDefence, 1)])
        .begin();
    let mut plans: BTreeMap<Plan, u32> = BTreeMap::new();
    let mut open = vec![fight];
    while let Some(fight) = open.pop() {
        let planning = matches!(fight.moment(), Moment::Attack { .. } | Moment::AttackCount { .. })
            && fight.decider() == TERRAN;
        if planning {
            for action in fight.legal() {
                let mut next = fight.clone();
                next.act(action);
                open.push(next);
            }
            continue;
        }
        let battle = fight.battle();
        assert!(matches!(battle.theatre, Theatre::Surface(_)));
        let mut plan = Plan::new();
        for (index, target) in battle.alive().filter(|(_, s)| s.seat == IMPERIAL) {
            let mut attackers: BTreeMap<SquadKind, u8> = BTreeMap::new();
            for (_, squad) in battle.alive().filter(|(_, s)| s.role == Role::Doubling { foe: index }) {
                *attackers.entry(squad.kind()).or_default() += squad.count;
            }
            if !attackers.is_empty() {
                plan.push((target.kind(), attackers.into_iter().collect()));
            }
        }
        plan.sort();
        *plans.entry(plan).or_default() += 1;
    }
    assert!(plans.values().all(|&ways| ways == 1), "{plans:?}");
    // Two kinds of two units each against two like targets and another: 6 by 6 ways with the like ones told apart,
    // (36 + 4) / 2 without (Burnside: the swap leaves the ways of each kind that send as many to both: 2 by 2).
    assert_eq!(plans.len(), 20);
}
