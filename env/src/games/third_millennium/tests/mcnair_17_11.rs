//! 17.11, sentence by sentence.

use super::super::hex::Heading;
use super::super::state::Spot;
use super::super::{IMPERIAL, TERRAN};
use super::Table;
use crate::core::Game;

const ON: &[(&str, &str)] = &[("mcnair.17.11", "on")];

/// A fleet at this spot in segment 3, about to find its way.
fn adrift(options: &[(&str, &str)], ships: &str, at: &str) -> Table {
    let lines = format!(
        "fleet terran A at {at} active no known_with A\nunits terran fleet:A: {ships}\n\
         fleet imperial A at nus active no known_with A\nunits imperial fleet:A: DD"
    );
    let moment = "turn 1 segment 3 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(options, moment, &lines, "activate");
    table.act("activate fleet A");
    table
}

/// In segments 2, 3 and 4, from a system or from an empty hex; in segment 1 as before.
#[test]
fn mcnair_17_11_segments() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD";
    for segment in 1..=4 {
        let moment = format!("turn 1 segment {segment} mover terran first terran left 3,3 passes 0");
        let risk = Table::at(ON, &moment, lines, "orders").offers("leave the lanes");
        let free = Table::at(ON, &moment, lines, "orders").offers("one hex north");
        assert_eq!((risk, free), (segment > 1, segment == 1));
        assert!(!Table::at(&[], &moment, lines, "orders").offers("leave the lanes"));
    }
    assert!(adrift(ON, "DD", "0,-1").has("step navigate"));
}

/// Two dice, plus the hexes to the nearest own planet, less the scouts. The note's check: net 5 is 10, 11 and 15 of 36.
#[test]
fn mcnair_17_11_roll() {
    // Barnard is at (2, -4), Sol at (0, 0), Alpha Centauri at (4, -2).
    let drift = |ships: &str, at: &str| {
        let table = adrift(ON, ships, at);
        table.game.drift(&table.state)
    };
    assert_eq!(drift("DD", "10,-5"), Some(6));
    assert_eq!(drift("DD, 2 SC", "10,-5"), Some(4));
    assert_eq!(drift("DD", "2,-2"), Some(2));
    let table = adrift(ON, "DD, SC", "10,-5");
    assert_eq!(table.weights(), [10, 11, 15], "net 5");
    let mut table = Table::new(ON, "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD");
    table.act("leave the lanes");
    assert_eq!(table.weights(), [33, 3], "distance 0 at an own planet: never lost");
}

/// 10 or less: one hex, whichever he wishes, or he stays.
#[test]
fn mcnair_17_11_controlled() {
    let mut table = adrift(ON, "DD", "10,-5");
    table.roll("on course");
    assert_eq!(table.offered().len(), 7);
    table.act("one hex south");
    assert!(table.has("fleet terran A at 10,-4 active yes known_with A"));
    let mut table = adrift(ON, "DD", "10,-5");
    table.roll("on course").act("stay");
    assert!(table.has("fleet terran A at 10,-5 active yes known_with A"));
}

/// 11 or 12: a die from the direction that stands for 1, clockwise. The example: north-east is 1, so 4 is south-west.
#[test]
fn mcnair_17_11_random() {
    assert_eq!(Heading::NorthEast.clockwise(3), Heading::SouthWest);
    let mut table = adrift(ON, "DD", "10,-5");
    table.roll("adrift");
    assert_eq!(table.weights(), [1; 6]);
    table.roll("south-west");
    assert!(table.has("fleet terran A at 9,-4 active yes known_with A"), "{}", table.text());
}

/// Off the board a fleet stays where it is, or by the other reading is lost.
#[test]
fn mcnair_17_11_random_off_the_board() {
    let corner = "2,-16";
    let mut stays = adrift(&[ON[0]], "DD, 9 SC", corner);
    assert!(stays.outcomes().contains(&"adrift".to_string()), "{:?}", stays.outcomes());
    stays.roll("adrift");
    assert_eq!(stays.weights(), [1, 1, 1, 3]);
    stays.roll("off the board");
    assert!(stays.has(&format!("fleet terran A at {corner} active yes known_with A")));
    let mut lost = adrift(&[ON[0], ("off_map", "lost")], "DD, 9 SC", corner);
    lost.roll("adrift").roll("off the board");
    assert!(lost.has(&format!("fleet terran A at lost:{corner} active yes known_with A")));
}

/// 13 or more: lost, with its last place noted. Without an own planet a fleet is always lost.
#[test]
fn mcnair_17_11_lost() {
    let mut table = adrift(ON, "DD", "10,-5");
    table.roll("lost in space");
    assert!(table.has("fleet terran A at lost:10,-5 active yes known_with A"));
    assert_eq!(table.state.mover, IMPERIAL);
    let mut nowhere = adrift(ON, "DD", "10,-5");
    nowhere.state.planets.iter_mut().for_each(|planet| planet.owner = None);
    assert_eq!(nowhere.weights(), [36]);
}

const LOST: &str = "fleet terran A at lost:1,-1 active no known_with A\nunits terran fleet:A: DD, CL\n\
                    fleet imperial A at nus active yes known_with A\nunits imperial fleet:A: DD";

/// Two dice at the end of every later segment: on 12 it is back in the nearest system.
#[test]
fn mcnair_17_11_return() {
    let moment = "turn 1 segment 3 mover imperial first terran left 0,0 passes 1";
    let mut table = Table::at(ON, moment, LOST, "activate");
    table.game.pass(&mut table.state);
    assert_eq!(table.weights(), [1, 35]);
    let mut gone = Table::at(ON, moment, LOST, "activate");
    gone.game.pass(&mut gone.state);
    gone.roll("still lost");
    assert_eq!(gone.state.segment, 4, "it rolls once a segment");
    table.roll("back");
    table.game.settle(&mut table.state);
    let sol = table.game.map.system("sol").unwrap();
    assert_eq!(table.game.system_of(&table.state, TERRAN, super::super::state::FleetId(0)), Some(sol));
    // Not at the end of the segment in which it was lost.
    let mut just =
        Table::at(ON, moment, &LOST.replace("lost:1,-1 active no", "lost:1,-1 active yes"), "activate");
    just.game.pass(&mut just.state);
    assert_eq!(just.state.segment, 4);
}

/// The owner picks among systems that are equally near.
#[test]
fn mcnair_17_11_return_among_equals() {
    // 1,-2 is 2 hexes from Sol at 0,0 and from Barnard at 2,-4, and 4 from Agidda at 0,-6.
    let lines = LOST.replace("lost:1,-1", "lost:1,-2");
    let moment = "turn 1 segment 3 mover terran first terran left 0,0 passes 2";
    let table = Table::at(ON, moment, &lines, "reappear A");
    assert_eq!(table.offered(), ["to Sol", "to Barnard"]);
}

/// Enemies in the nearest system don't change it: there is a battle at once, and the fleet that returns attacks.
#[test]
fn i3m_u24_return_battle() {
    let lines = LOST.replace("imperial A at nus", "imperial A at sol");
    let moment = "turn 1 segment 3 mover imperial first terran left 0,0 passes 1";
    let mut table = Table::at(ON, moment, &lines, "activate");
    table.game.pass(&mut table.state);
    table.roll("back");
    let battle = table.state.battle.as_ref().unwrap();
    assert_eq!((battle.attacker, battle.ships.len()), (TERRAN, 3));
    assert!(matches!(table.game.spot(&table.state), Spot::System(_) | Spot::Hex(_)));
}

/// Lost ships roll maintenance in every close-out, and nothing may be spent on them.
#[test]
fn mcnair_17_11_maintenance() {
    let moment = "turn 1 segment 5 mover terran first terran left 0,0 passes 2";
    let mut table = Table::at(ON, moment, LOST, "initiative");
    table.game.begin_close_out(&mut table.state);
    table.game.settle(&mut table.state);
    assert_eq!(table.state.sides[0].stock, 6, "no payment is offered");
    assert_eq!(table.weights(), [5, 1]);
    table.roll("failed");
    assert_eq!(table.weights(), [4, 2]);
    table.roll("failed");
    assert!(table.has("units terran fleet:A: DD!, CL!"), "{}", table.text());
    assert!(table.game.outcome(&table.state).is_none());
}
