use std::collections::HashSet;

use super::super::{IMPERIAL, TERRAN};
use super::{Table, wars};
use crate::core::{Game, Notation, planner_rng};

const FLEETS: &str = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD\n\
                      fleet imperial A at nus active no known_with A\nfleet imperial B at agi active no known_with A\n";

/// Which ships are in which fleet is hidden; how many of each there are in both together is not.
#[test]
fn i3m_u4_hidden() {
    let view = |ships: &str, seat| {
        let table = Table::new(&[], &format!("{FLEETS}{ships}"));
        table.game.view(&table.state, seat)
    };
    let one = "units imperial fleet:A: 2 DD\nunits imperial fleet:B: SC";
    let other = "units imperial fleet:A: SC, DD\nunits imperial fleet:B: DD";
    let more = "units imperial fleet:A: SC, DD\nunits imperial fleet:B: 2 DD";
    assert_eq!(view(one, TERRAN), view(other, TERRAN));
    assert_ne!(view(one, IMPERIAL), view(other, IMPERIAL));
    assert_ne!(view(one, TERRAN), view(more, TERRAN));
}

/// Records don't tell what was picked.
#[test]
fn i3m_u4_hidden_in_records() {
    let moment = "turn 1 segment 0 mover terran first terran left 0,0 passes 0";
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: SC\nunits terran port:sol: CL, DD";
    let mut table = Table::at(&[], moment, lines, "muster -");
    table.act("fill fleet A");
    let mut legal = Vec::new();
    table.game.legal_actions(&table.state, &mut legal);
    let told: HashSet<String> =
        legal.iter().map(|&action| table.game.narrate(&table.state, action)).collect();
    assert_eq!((legal.len(), told.len()), (2, 1), "{told:?}");
    assert!(told.contains("picks a ship or troops for fleet A"));
}

/// A fleet that was seen is known; when it mixes with another, only both together are.
#[test]
fn i3m_u4_hidden_again_after_mixing() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD\n\
                 fleet imperial A at nus active no known_with A\nunits imperial fleet:A: 2 DD, SC\n\
                 fleet imperial B at nus active no known_with B\nunits imperial fleet:B: CL";
    let moment = "turn 1 segment 0 mover imperial first terran left 0,0 passes 0";
    let mut table = Table::at(&[], moment, lines, "muster -");
    table.act("fill fleet A");
    assert!(
        table.has("fleet imperial B at nus active no known_with B")
            || table.text().contains("fleet:A: SC, 2 DD, CL")
    );
    let mut table = Table::at(&[], moment, lines, "muster -");
    table.act("new fleet at Nusku").act("DD from fleet A").act("done");
    let known: Vec<char> =
        table.state.fleets.of(IMPERIAL).map(|(_, fleet)| fleet.known_with.letter()).collect();
    assert_eq!(known, ['A', 'B', 'A'], "what left A is known with it only");
    table.state.fleets.reveal(IMPERIAL, super::super::state::FleetId(0));
    let known: Vec<char> =
        table.state.fleets.of(IMPERIAL).map(|(_, fleet)| fleet.known_with.letter()).collect();
    assert_eq!(known, ['A', 'B', 'C'], "and when A is seen, so is what left it");
}

/// Every way to deal the ships out comes up, and no other.
#[test]
fn i3m_u4_hidden_worlds_have_full_support() {
    let table = Table::new(&[], &format!("{FLEETS}units imperial fleet:A: 2 DD\nunits imperial fleet:B: SC"));
    let view = table.game.view(&table.state, TERRAN);
    let mut rng = planner_rng(5, 0);
    let mut worlds = HashSet::new();
    for _ in 0..400 {
        let world = table.game.sample_world(&view, &mut rng);
        assert_eq!(table.game.view(&world, TERRAN), view);
        worlds.insert(world);
    }
    // Of 2 DD and an SC: SC | 2 DD, SC DD | DD, DD | SC DD, 2 DD | SC.
    assert_eq!(worlds.len(), 4);
}

/// In peace, too, whoever moves.
#[test]
fn i3m_u4_hidden_worlds_in_peace() {
    let lines = "series war 1 began 0 peace 3 won 0,1\nfleet terran A at sol active no known_with A\n\
                 units terran fleet:A: DD\nfleet imperial A at tau active no known_with A\n\
                 fleet imperial B at zag active no known_with A\n\
                 units imperial fleet:A: 2 DD\nunits imperial fleet:B: SC";
    for (mover, step) in [("terran", "activate"), ("imperial", "activate"), ("imperial", "orders")] {
        let moment = format!("turn 12 segment 1 mover {mover} first terran left 3,3 passes 0");
        let table = Table::on_whole_map(wars(&[]), &moment, lines, step);
        let view = table.game.view(&table.state, TERRAN);
        let mut rng = planner_rng(5, 3);
        let mut worlds = HashSet::new();
        for _ in 0..400 {
            let world = table.game.sample_world(&view, &mut rng);
            assert_eq!(table.game.view(&world, TERRAN), view);
            worlds.insert(world);
        }
        assert_eq!(worlds.len(), 4, "{mover}, {step}");
    }
}

/// A fleet that goes on after its second jump has light ships only, in every world.
#[test]
fn i3m_u6_jumps_in_every_world() {
    let lines = "orders A made 2 allowance 3 from bar mustered - under_way yes sighted - unseen no repulsed no\n\
                 fleet imperial A at sol active yes known_with A\nfleet imperial B at nus active no known_with A\n\
                 units imperial fleet:A: DD\nunits imperial fleet:B: 3 TR, DD";
    let moment = "turn 1 segment 2 mover imperial first terran left 3,3 passes 0";
    let table = Table::at(&[], moment, lines, "orders");
    let view = table.game.view(&table.state, TERRAN);
    let mut rng = planner_rng(5, 1);
    for _ in 0..100 {
        let world = table.game.sample_world(&view, &mut rng);
        let fleet = table.game.jumps_of(&world, IMPERIAL, super::super::state::FleetId(0));
        assert_eq!(fleet, 3);
        assert_eq!(table.game.view(&world, TERRAN), view);
    }
}

/// The numbers that scouts have seen hold in every world of their side.
#[test]
fn mcnair_11_31_reveal_in_every_world() {
    let lines = "orders A made 1 allowance 3 from bar mustered - under_way yes sighted 1,1,0 unseen no repulsed no\n\
                 fleet terran A at agi active yes known_with A\nunits terran fleet:A: SC, 3 DD\n\
                 fleet imperial A at agi active no known_with A\nfleet imperial B at nus active no known_with A\n\
                 units imperial fleet:A: CA, DD\nunits imperial fleet:B: CA, 3 SC, TR";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let table = Table::at(&[("mcnair.11.31", "on")], moment, lines, "matching");
    let view = table.game.view(&table.state, TERRAN);
    let mut rng = planner_rng(5, 2);
    let mut worlds = HashSet::new();
    for _ in 0..200 {
        let world = table.game.sample_world(&view, &mut rng);
        let agidda = table.game.map.system("agi").unwrap();
        assert_eq!(table.game.sighting(&world, agidda, false), [1, 1, 0]);
        assert_eq!(table.game.view(&world, TERRAN), view);
        worlds.insert(world);
    }
    // The light ship is a DD or an SC; the TR is here or there.
    assert_eq!(worlds.len(), 4);
    let other = table.game.view(&table.state, IMPERIAL);
    assert_eq!(
        other.state.orders.sighted, None,
        "the other side knows what was told, not to whom it matters"
    );
}
