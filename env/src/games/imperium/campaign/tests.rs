use super::super::class::Class;
use super::super::positions_for_tests::{first_war_with, set_world, surface_box, wars_with};
use super::super::state::{BoxId, Marker};
use super::*;
use crate::core::{Game, Node};

fn won_by(game: &Imperium, mut state: State, winner: Seat) -> State {
    state.turn = 8;
    state.court.glory = if winner == IMPERIAL { 10 } else { 0 };
    game.end_game_turn(&mut state, game.war().unwrap());
    state
}

#[test]
fn imp_15_5_wars() {
    let (game, single) = (wars_with(&[]), first_war_with(&[]));
    assert_eq!(game.war().unwrap().max_wars, 6);
    assert_eq!(game.initial_state(), single.initial_state(), "the first one is the scenario first-war");
    let state = won_by(&game, game.initial_state(), TERRAN);
    assert!(game.outcome(&state).is_none() && state.series.at_peace, "the series goes on");
    assert_eq!((state.series.won, state.series.first), ([1, 0], IMPERIAL));
    let state = won_by(&single, single.initial_state(), TERRAN);
    assert_eq!(single.node(&state), Node::Terminal, "a single war is over");
}

/// Budget and permissions of a war are kept; its civil war and the Emperor's silence are over.
#[test]
fn imp_15_5_wars_and_the_court() {
    let game = wars_with(&[]);
    let mut state = game.initial_state();
    (state.court.budget, state.court.civil_war, state.court.deaf_until) = (16, true, 9);
    state.court.permitted |= 1 << Class::Dreadnought.index();
    let court = won_by(&game, state.clone(), IMPERIAL).court;
    assert_eq!((court.budget, court.civil_war, court.deaf_until), (16, false, 0));
    assert_eq!(court.permitted, state.court.permitted);
}

#[test]
fn imp_15_5_victory_without_worlds() {
    let game = wars_with(&[]);
    for (winner, loser) in [(TERRAN, IMPERIAL), (IMPERIAL, TERRAN)] {
        let mut state = game.initial_state();
        let worlds = |state: &State, seat| state.markers.own_worlds(seat).count_ones() as usize;
        for k in 0..game.map.boxes.len() {
            if state.marker(BoxId(k as u8)).world == Some(loser) {
                game.take_box(&mut state, super::super::state::BoxId(k as u8), winner);
            }
        }
        assert!(worlds(&state, loser) > 0, "they are under an occupier");
        let state = won_by(&game, state, winner);
        let outcome = game.outcome(&state).expect("the loser has no world left");
        assert_eq!(outcome.winner(), Some(winner));
    }
    // One world is enough, even a neutralised one.
    let mut state = game.initial_state();
    for k in 0..game.map.boxes.len() {
        if state.marker(BoxId(k as u8)).world == Some(IMPERIAL) {
            state.markers.set(BoxId(k as u8), Marker::default());
        }
    }
    set_world(&game, &mut state, "lagash", IMPERIAL);
    state.markers.change(surface_box(&game, "lagash"), |marker| marker.neutralised = true);
    assert!(game.outcome(&won_by(&game, state, TERRAN)).is_none());
}

#[test]
fn imp_15_5_victory_by_the_last_war() {
    let game = wars_with(&[]);
    for (glory, winner) in [(4, Some(TERRAN)), (5, None), (6, Some(IMPERIAL))] {
        let mut state = game.initial_state();
        (state.series.war, state.turn, state.court.glory) = (6, 8, glory);
        game.end_game_turn(&mut state, game.war().unwrap());
        let outcome = game.outcome(&state).expect("six wars are all");
        let returns = match winner {
            Some(TERRAN) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        assert_eq!(outcome.returns[0], returns, "glory {glory}");
        assert_eq!(state.series.won.iter().sum::<u8>(), 1, "the war itself has a winner");
    }
}

#[test]
fn imp_15_5_margin() {
    let game = wars_with(&[]);
    let mut state = game.initial_state();
    (state.series.war, state.series.won) = (6, [4, 1]);
    (state.turn, state.court.glory) = (8, 10);
    game.end_game_turn(&mut state, game.war().unwrap());
    let outcome = game.outcome(&state).unwrap();
    assert_eq!(outcome.returns[1], 1.0, "who won the last war by glory has won the series");
    assert!((outcome.margins[0] - (4.0 - 2.0) / 6.0).abs() < 1e-6, "though the other won more wars");
}
