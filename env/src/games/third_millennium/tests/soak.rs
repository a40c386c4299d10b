use std::sync::Arc;

use super::super::ThirdMillennium;
use super::super::action::Action;
use super::super::class::Class;
use super::super::state::{Group, PackedGroup, Place, State, Step};
use super::super::turn::CLOSE_OUT;
use super::{first_war, raid, wars};
use crate::conformance::{Budget, Trial, run_all};
use crate::core::{Dice, Game, Node, Notation, OptionDomain, Seat, Setup, planner_rng, uniform_index};

const MCNAIR: [(&str, &str); 3] = [("mcnair.11.31", "on"), ("mcnair.13.31", "on"), ("mcnair.17.11", "on")];

fn play(game: &ThirdMillennium, seed: u64) -> State {
    let mut state = game.initial_state();
    let mut dice = Dice::new(seed);
    let mut rng = planner_rng(seed, 1);
    let mut legal = Vec::new();
    let mut seen = (0, 0);
    for _ in 0..game.facts().max_events {
        match game.node(&state) {
            Node::Terminal => return state,
            Node::Chance => {
                let outcome = dice.roll(&game.chance(&state));
                game.apply_outcome(&mut state, outcome).unwrap();
            }
            Node::Decision(_) => {
                game.legal_actions(&state, &mut legal);
                assert!(legal.len() > 1, "forced decisions are not asked: {}", game.position_text(&state));
                game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
            }
        }
        check(game, &state);
        assert!((state.turn, state.segment) >= seen && state.segment <= CLOSE_OUT, "time goes on");
        seen = (state.turn, state.segment);
    }
    panic!("seed {seed}: longer than the bound");
}

/// What holds in every position.
fn check(game: &ThirdMillennium, state: &State) {
    for seat in Seat::all(2) {
        let groups: Vec<PackedGroup> = state.groups.packed_of(seat).to_vec();
        assert!(groups.is_sorted_by(|a, b| a.key() < b.key()), "groups in order, no two alike");
        for (id, fleet) in state.fleets.of(seat) {
            let fights = |ship: &super::super::state::Ship| {
                ship.unit.seat() == seat && ship.unit.group().place == Place::Fleet(id)
            };
            let fighting = state.battle.iter().any(|battle| battle.ships.iter().any(fights));
            let opened = match state.step {
                Step::Leave { counter: fleet, .. } | Step::Retinue { fleet, .. } => fleet == id,
                _ => false,
            };
            assert!(fighting || opened || state.groups.any_at(seat, Place::Fleet(id)), "no fleet is empty");
            let with = state.fleets.get(seat, fleet.known_with).unwrap();
            assert!(
                with.known_with == fleet.known_with && fleet.known_with <= id,
                "known by the first of them"
            );
        }
        let places = state.fleets.of(seat).map(|(id, _)| Place::Fleet(id));
        for place in places.chain(game.map.system_ids().map(Place::Port)) {
            assert!(
                state.battle.is_some() || game.hangar(state, seat, place) >= 0,
                "every fighter has a carrier"
            );
        }
        for class in Class::ALL {
            let aboard =
                |g: Group| u32::from(g.count) * g.aboard().filter(|t| t.class() == class).count() as u32;
            let have =
                game.counters_in_use(state, seat, class) + state.groups.of(seat).map(aboard).sum::<u32>();
            let limit = game.units.find(seat, class).map_or(0, |figures| figures.counters);
            assert!(have <= u32::from(limit), "{have} {class} of {seat}");
        }
    }
}

#[test]
fn every_first_war_ends() {
    let game = first_war(&[]);
    for seed in 0..6 {
        assert!(game.outcome(&play(&game, seed)).is_some());
    }
}

/// After several wars, and with turns of peace between them.
#[test]
fn every_series_ends() {
    for (seed, options) in
        [(0, &[][..]), (1, &MCNAIR), (2, &[("peace_segments", "4"), ("peace_court", "on")])]
    {
        let game = wars(options);
        let last = play(&game, seed);
        assert!(game.outcome(&last).is_some() && last.series.war > 1, "{}", game.position_text(&last));
    }
}

#[test]
fn every_raid_ends() {
    for options in [&[][..], &MCNAIR] {
        let game = raid(options);
        for seed in 0..30 {
            assert!(game.outcome(&play(&game, seed)).is_some());
        }
    }
}

/// Games in which each side has to find what it may do in its view.
const FROM_VIEWS: u64 = 2_000;

/// At every decision of many raids the side that decides sees exactly what it may do. Nobody likes to stop or to pass, so
/// that fleets of all kinds meet.
#[test]
fn i3m_u4_hidden_contents_decide_nothing() {
    let games = [raid(&[]), raid(&MCNAIR)];
    let (mut legal, mut seen) = (Vec::new(), Vec::new());
    for seed in 0..FROM_VIEWS {
        let game = &games[seed as usize % 2];
        let (mut state, mut dice, mut rng) = (game.initial_state(), Dice::new(seed), planner_rng(seed, 3));
        loop {
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                }
                Node::Decision(seat) => {
                    game.legal_actions(&state, &mut legal);
                    game.legal_in_view(&game.view(&state, seat), &mut seen);
                    assert_eq!(seen, legal, "seed {seed}, {seat}: {}", game.position_text(&state));
                    if uniform_index(&mut rng, 4) > 0 {
                        legal.retain(|action| *action != Action::Done);
                    }
                    game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
                }
            }
        }
    }
}

/// Every option of the game, each drawn by itself.
#[test]
fn mixed_options_can_be_played() {
    let card = super::super::rules::card();
    for seed in 0..8 {
        let mut rng = planner_rng(seed, 2);
        let scenario = ["raid", "first-war"][seed as usize % 2];
        let taken = card.options.iter().filter(|o| o.scenarios.is_empty() || o.scenarios.contains(&scenario));
        let setup = taken.fold(Setup::new("third_millennium").scenario(scenario), |setup, option| {
            let values: Vec<String> = match option.domain {
                OptionDomain::Switch => vec!["on".into(), "off".into()],
                OptionDomain::Words(words) => words.iter().map(|word| word.to_string()).collect(),
                OptionDomain::Integer { min, max } => vec![min.to_string(), max.to_string()],
            };
            setup.set(option.key, values[uniform_index(&mut rng, values.len())].clone())
        });
        let game = ThirdMillennium::from_setup(&setup).unwrap();
        assert!(game.outcome(&play(&game, seed)).is_some());
    }
}

/// With carriers, mines, battle cruisers, the Guard and the lattice.
#[test]
fn the_first_war_passes_the_battery_with_all_variants() {
    let options = [
        ("mines", "on"),
        ("battle_cruisers", "on"),
        ("imperial_guard", "on"),
        ("space_battle", "lattice"),
        ("mcnair.11.31", "on"),
        ("mcnair.17.11", "on"),
    ];
    let small = Budget { seed: 4, games: 2, positions: 20, tries: 3_000, states: 1_000 };
    let trial = Trial::new(Arc::new(first_war(&options)), small).unwrap();
    let failures: Vec<String> = run_all(&trial).iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A. administration, B. four action segments, C. close-out, turn by turn: [`play`] checks the order.
#[test]
fn i3m_3_turn() {
    let game = raid(&[]);
    let last = play(&game, 77);
    assert_eq!((last.turn, last.segment), (2, CLOSE_OUT));
}

#[test]
fn the_raid_passes_the_battery_with_mcnairs_rules() {
    let trial = Trial::new(Arc::new(raid(&MCNAIR)), Budget::default()).unwrap();
    let failures: Vec<String> = run_all(&trial).iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A series, too, in which peace is as busy as war.
#[test]
fn the_series_passes_the_battery_with_other_readings() {
    let options = [
        ("mcnair.17.11", "on"),
        ("peace_segments", "4"),
        ("peace_court", "on"),
        ("growth", "in_one_peace"),
        ("cobb_9_0", "on"),
    ];
    let small = Budget { seed: 4, games: 1, positions: 20, tries: 3_000, states: 1_000 };
    let trial = Trial::new(Arc::new(wars(&options)), small).unwrap();
    let failures: Vec<String> = run_all(&trial).iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// On the whole map, too, with every option that matters there.
#[test]
fn the_first_war_passes_the_battery_with_all_rules() {
    let options = [
        ("mcnair.11.31", "on"),
        ("mcnair.13.31", "on"),
        ("mcnair.17.11", "on"),
        ("cobb_6_2_capital", "on"),
        ("cobb_6_2_raise", "on"),
        ("cobb_9_0", "on"),
    ];
    let small = Budget { seed: 3, games: 2, positions: 20, tries: 3_000, states: 1_000 };
    let trial = Trial::new(Arc::new(first_war(&options)), small).unwrap();
    let failures: Vec<String> = run_all(&trial).iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
