//! The first war as a scenario, and how it ends.

use super::super::map::systems_in;
use super::super::state::Place;
use super::super::{IMPERIAL, TERRAN};
use super::{Table, first_war};
use crate::core::{Game, Seat};

/// Planets, counters and Resources of both sides, and the glory to begin with.
#[test]
fn i3m_u26_first_war() {
    let game = first_war(&[]);
    let start = game.initial_state();
    let store = |seat: Seat| -> Vec<(&str, u8)> {
        start.groups.at(seat, Place::Store).map(|group| (group.class.code(), group.count)).collect()
    };
    assert_eq!(store(TERRAN), [("SC", 6), ("TB", 2), ("DD", 4), ("CL", 2), ("AT", 1), ("TR", 3)]);
    assert_eq!(store(IMPERIAL), [("SC", 5), ("DD", 6), ("CL", 3), ("CR", 2), ("AT", 1), ("TR", 4)]);
    let planets = |seat: Seat, world: bool| {
        let own = game
            .map
            .planet_ids()
            .filter(|&id| start.planet(id).owner == Some(seat) && start.planet(id).world == world);
        own.map(|id| game.map.planet(id).id.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(planets(TERRAN, true), ["terra", "alpha_a", "alpha_b"]);
    assert_eq!(planets(TERRAN, false), ["mars", "barnard"]);
    assert_eq!(planets(IMPERIAL, true), ["dingir", "gashidda", "ishkur", "tau_ceti", "epsilon_eridani"]);
    assert_eq!(planets(IMPERIAL, false).len(), 10);
    assert_eq!((start.glory, start.court.budget, game.scenario.fleets), (5, 10, 12));
    assert_eq!(systems_in(game.scenario.entries).count(), 4);
    assert_eq!(game.map.systems.len(), 40);
}

/// Turns 1 to 3: 10 and 0, then a point nearer each turn; after turn 8 above 5 the Imperial has won, else the Terran.
#[test]
fn i3m_u25_limits() {
    let winner = |turn: u8, glory: i8| {
        let moment = format!("turn {turn} segment 5 mover terran first terran left 0,0 passes 2");
        let lines = format!("glory {glory} stock 0,0 fought 0");
        let mut table = Table::war(&[], &moment, &lines, "initiative");
        table.game.begin_close_out(&mut table.state);
        table.game.settle(&mut table.state);
        table.game.outcome(&table.state).map(|outcome| outcome.winner())
    };
    let limits = [(1, 0, 10), (2, 0, 10), (3, 0, 10), (4, 1, 9), (5, 2, 8), (6, 3, 7), (7, 4, 6), (8, 5, 6)];
    for (turn, low, high) in limits {
        assert_eq!(winner(turn, low), Some(Some(TERRAN)), "turn {turn}");
        assert_eq!(winner(turn, high), Some(Some(IMPERIAL)), "turn {turn}");
        if turn < 8 {
            assert_eq!([winner(turn, low + 1), winner(turn, high - 1)], [None, None], "turn {turn}");
        }
    }
}
