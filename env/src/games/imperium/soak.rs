//! Random play to the end, with what must hold at every step.

use std::sync::Arc;

use super::Imperium;
use super::battle;
use super::class::Class;
use super::positions_for_tests::{duel, duel_with, first_war_with, nusku_gap, nusku_gap_with, wars_with};
use super::state::{Fire, Group, IMPERIAL, MAX_GROUPS, MAX_SQUADS, Role, Squad, State, TERRAN};
use crate::conformance::{Budget, Trial, run_all};
use crate::core::{Dice, Game, Node, Notation, planner_rng, uniform_index};

const GAMES: u64 = 25;

fn play(game: &Imperium, seed: u64) -> State {
    let mut state = game.initial_state();
    let mut dice = Dice::new(seed);
    let mut rng = planner_rng(seed, 1);
    let mut legal = Vec::new();
    for _ in 0..game.facts().max_events {
        match game.node(&state) {
            Node::Terminal => return state,
            Node::Chance => {
                let outcome = dice.roll(&game.chance(&state));
                game.apply_outcome(&mut state, outcome).unwrap();
            }
            Node::Decision(_) => {
                game.legal_actions(&state, &mut legal);
                assert!(legal.len() > 1, "forced decisions are not asked");
                game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
            }
        }
        check(game, &state);
    }
    panic!("seed {seed}: longer than the bound");
}

fn check(game: &Imperium, state: &State) {
    let text = game.position_text(state);
    assert_eq!(game.parse_position(&text).as_ref(), Ok(state), "{text}");
    for (a, b) in state.groups.iter().zip(state.groups.iter().skip(1)) {
        assert!(a < b && Group { count: b.count, ..a } != b, "groups in order, no two alike");
    }
    assert_eq!(state.yards, game.yards(state), "building changes no yard");
    assert_eq!(state.obstacles, game.obstacles(state), "nothing but tankers moves out of the way");
    if game.war().is_some() && state.battle.is_none() {
        for (seat, class) in [TERRAN, IMPERIAL].into_iter().flat_map(|s| Class::ALL.map(|class| (s, class))) {
            let have = state.counters(seat, class);
            assert!(have <= game.units.limit(class, seat), "{have} {class} of {seat}");
        }
    }
    let squads = state.battle.as_ref().map_or(0, |battle| battle.squads.len());
    assert!(
        state.groups.len() <= MAX_GROUPS * 5 / 6 && squads <= MAX_SQUADS * 2 / 3,
        "there is room to spare"
    );
    for squad in state.battle.iter().flat_map(|battle| battle.squads.iter()) {
        assert!(squad.count > 0 || squad == Squad::GONE, "{squad:?}");
        let aims = squad.target.is_some() || squad.fire == Fire::Suicide;
        assert!(squad.fire == Fire::Hold || aims, "its shot is done: {squad:?}");
        assert!(squad.fire != Fire::Hold || !aims || matches!(squad.role, Role::On(_)), "{squad:?}");
    }
    for marker in game.map.box_ids().map(|at| state.marker(at)) {
        assert_eq!(marker.holder.is_some(), !marker.is_empty(), "a box has a holder while it has a marker");
        assert!(marker.outpost.is_none() || marker.outpost == marker.holder, "an outpost holds its box");
    }
}

#[test]
fn every_war_ends() {
    let game = nusku_gap();
    for seed in 0..GAMES {
        let outcome = game.outcome(&play(&game, seed)).unwrap();
        assert!(outcome.winner().is_some(), "a war in the gap has no draw");
    }
}

#[test]
fn every_duel_ends() {
    for fleets in ["small", "medium", "large"] {
        let game = duel(fleets);
        for seed in 0..GAMES {
            let outcome = game.outcome(&play(&game, seed)).unwrap();
            assert!(outcome.margins.iter().all(|margin| (-1.0..=1.0).contains(margin)));
        }
    }
}

/// With one switch of combat off after the other, and all of them.
#[test]
fn every_war_by_the_base_rules_ends() {
    let alone = battle::BASE.iter().map(std::slice::from_ref);
    for switches in alone.chain([&battle::BASE[..]]) {
        for game in [nusku_gap_with(switches), duel_with("medium", switches), duel_with("large", switches)] {
            for seed in 0..8 {
                assert!(game.outcome(&play(&game, seed)).is_some(), "{switches:?}");
            }
        }
    }
}

/// The battery that every game passes, by the base rules.
#[test]
fn the_base_rules_pass_the_battery() {
    for game in [nusku_gap_with(&battle::BASE), duel_with("medium", &battle::BASE)] {
        let trial = Trial::new(Arc::new(game), Budget::default()).unwrap();
        let failures: Vec<String> = run_all(&trial).iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

#[test]
fn every_first_war_ends() {
    for (sublight, seed) in [("on", 0), ("on", 1), ("off", 2)] {
        let game = first_war_with(&[("sublight", sublight)]);
        let outcome = game.outcome(&play(&game, seed)).unwrap();
        assert!(outcome.winner().is_some(), "a first war has no draw");
    }
}

#[test]
fn every_series_of_wars_ends() {
    for (options, seed) in [(&[][..], 0), (&[("cobb.interwar", "off")], 1), (&[("deployment", "free")], 2)] {
        let game = wars_with(options);
        let state = play(&game, seed);
        let outcome = game.outcome(&state).unwrap();
        assert!((-1.0..=1.0).contains(&outcome.margins[0]));
        assert_eq!(state.series.won.iter().sum::<u8>(), state.series.war);
    }
}

/// The Imperial gets motherships, or fighters, too, when the Terran has them.
#[test]
fn imp_7_3_carriers() {
    let bit = |class: Class| 1 << class.index();
    for (unlock, locked) in
        [("ms", bit(Class::Mothership)), ("ms_f", bit(Class::Mothership) | bit(Class::Fighter))]
    {
        let game = first_war_with(&[("imperial_unlock", unlock)]);
        let mut state = game.initial_state();
        let carriers = bit(Class::Mothership) | bit(Class::Fighter);
        assert_eq!(state.court.permitted & carriers, carriers & !locked, "{unlock}");
        let sol = game.map.surface_box("sol").unwrap();
        for class in [Class::Mothership, Class::Fighter] {
            game.build(&mut state, class, sol, 1);
        }
        assert_eq!(state.court.permitted & carriers, carriers, "{unlock}");
    }
}
