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

/// Whoever holds a fleet up is no mere scout, in every world of that fleet's side.
#[test]
fn i3m_11_3_scouts_hold_nobody_in_any_world() {
    let lines = "orders A made 1 allowance 3 from bar mustered - under_way yes sighted - unseen no repulsed no\n\
                 fleet terran A at agi active yes known_with A\nunits terran fleet:A: 2 SC\n\
                 fleet imperial A at agi active no known_with A\nfleet imperial B at nus active no known_with A\n\
                 units imperial fleet:A: DD\nunits imperial fleet:B: 3 SC, TR";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    for step in ["contact", "scouting"] {
        let table = Table::at(&[], moment, lines, step);
        let view = table.game.view(&table.state, TERRAN);
        let mut rng = planner_rng(5, 6);
        let mut worlds = HashSet::new();
        for _ in 0..400 {
            let world = table.game.sample_world(&view, &mut rng);
            let agidda = table.game.map.system("agi").unwrap();
            assert!(table.game.blocks(&world, IMPERIAL, agidda), "{}", table.game.position_text(&world));
            assert_eq!(table.game.view(&world, TERRAN), view);
            worlds.insert(world);
        }
        // There are the DD, the TR or both, each with up to 3 scouts; at Nusku at least one ship stays.
        assert_eq!(worlds.len(), 4 + 4 + 3, "{step}");
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

/// What the Terran sees that he may do is what he may do.
fn sees_what_he_may_do(table: &Table) -> bool {
    let (mut legal, mut seen) = (Vec::new(), Vec::new());
    table.game.legal_actions(&table.state, &mut legal);
    table.game.legal_in_view(&table.game.view(&table.state, TERRAN), &mut seen);
    seen == legal
}

/// Scouts that stand unseen among enemies take nobody along and part with nobody, whatever the enemies are: their side
/// does not know.
#[test]
fn i3m_u4_activation_of_unseen_scouts() {
    let lines = "fleet terran A at bar active yes known_with A\nunits terran fleet:A: 2 SC\n\
                 fleet imperial A at nus active no known_with A\nfleet imperial B at agi active no known_with A\n\
                 units imperial fleet:A: SC, DD\nunits imperial fleet:B: DD";
    let mut table = Table::new(&[], lines);
    table.act("to Agidda").act("scout").roll("success").act("stop").act("pass");
    table.roll("Terran 5, Imperial 2").act("activate fleet A");
    assert!(table.offers("to Nusku") && !table.offers("new fleet at Agidda"), "{:?}", table.offered());
    assert!(sees_what_he_may_do(&table));
}

/// The same where the enemies are scouts, of a fleet that may have been more; once they are known he may split.
#[test]
fn i3m_u4_activation_beside_scouts() {
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    for (known_with, splits) in [("A", false), ("B", true)] {
        let lines = format!(
            "fleet terran A at agi active no known_with A\nunits terran fleet:A: 2 SC\n\
             fleet imperial A at nus active no known_with A\nunits imperial fleet:A: 2 DD\n\
             fleet imperial B at agi active no known_with {known_with}\nunits imperial fleet:B: SC"
        );
        let mut table = Table::at(&[], moment, &lines, "activate");
        table.act("activate fleet A");
        assert_eq!(table.offers("new fleet at Agidda"), splits, "known with {known_with}");
        assert!(sees_what_he_may_do(&table));
    }
}

/// Ships that scouts don't hold see that they are scouts, as who enters does: in space between the lanes, too.
#[test]
fn i3m_11_3_scouts_that_hold_nobody_are_seen() {
    for (segment, options, at) in [(2, &[][..], "agi"), (2, &[("mcnair.17.11", "on")], "0,-5")] {
        let moment = format!("turn 1 segment {segment} mover terran first terran left 3,3 passes 0");
        let lines = format!(
            "fleet terran A at {at} active no known_with A\nunits terran fleet:A: 2 DD\n\
             fleet imperial A at nus active no known_with A\nunits imperial fleet:A: 2 DD\n\
             fleet imperial B at {at} active no known_with A\nunits imperial fleet:B: SC"
        );
        let mut table = Table::at(options, &moment, &lines, "activate");
        table.act("activate fleet A");
        assert!(table.has(&format!("fleet imperial B at {at} active no known_with B")), "{}", table.text());
        assert_eq!(table.offers("new fleet at Agidda"), at == "agi");
        assert!(sees_what_he_may_do(&table));
    }
}

/// Who is activated among ships that would hold him and does not fight has scouts only, in every world of the other side.
#[test]
fn i3m_u7_goes_on_in_every_world() {
    let lines = "fleet terran A at agi active no known_with A\nfleet terran B at sol active no known_with A\n\
                 units terran fleet:A: 2 SC\nunits terran fleet:B: 3 DD, CL, 2 TR\n\
                 fleet imperial A at agi active no known_with A\nunits imperial fleet:A: DD";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, lines, "activate");
    table.act("activate fleet A");
    let view = table.game.view(&table.state, IMPERIAL);
    let mut rng = planner_rng(5, 4);
    let mut worlds = HashSet::new();
    for _ in 0..100 {
        let world = table.game.sample_world(&view, &mut rng);
        let text = table.game.position_text(&world);
        let fleet = text.lines().find(|line| line.starts_with("units terran fleet:A")).unwrap();
        assert!(fleet.ends_with(": SC") || fleet.ends_with(": 2 SC"), "{fleet}");
        assert_eq!(table.game.view(&world, IMPERIAL), view);
        worlds.insert(world);
    }
    assert_eq!(worlds.len(), 2, "one scout or both");
}
