//! U-11: who leaves a battle.

use super::Table;

/// The Terran's fleet has gone from Sol to Barnard, won the range roll and opened the range; he may leave.
fn open(terran: &str, lines: &str) -> Table {
    let lines = format!(
        "fleet terran A at sol active yes known_with A\nunits terran fleet:A: {terran}\n\
         fleet imperial A at bar active no known_with A\nunits imperial fleet:A: SC, TR\n{lines}"
    );
    let mut table = Table::new(&[], &lines);
    table.act("to Barnard").roll("Terran sets the range").act("open");
    table
}

/// Any of his ships leave, to one place, picked in order; of ships that nothing tells apart one is offered.
#[test]
fn i3m_u11_ships() {
    let mut table = open("SC, 2 DD, TR", "");
    table.act("withdraw to Sol");
    assert_eq!(
        table.offered(),
        ["SC (number 0) leaves", "DD (number 1) leaves", "TR (number 3) leaves"],
        "one has to"
    );
    table.act("DD (number 1) leaves");
    assert_eq!(table.offered(), ["DD (number 2) leaves", "TR (number 3) leaves", "no more leave"]);
    table.act("no more leave");
    assert!(
        table.has("fleet terran B at sol active yes known_with B") && table.has("units terran fleet:B: DD")
    );
    let battle = table.state.battle.as_ref().unwrap();
    let left: Vec<&str> = battle.ships.iter().map(|ship| ship.unit.class().code()).collect();
    assert_eq!(
        (left.as_slice(), battle.round),
        (["SC", "DD", "TR", "SC", "TR"].as_slice(), 2),
        "they fight on"
    );
}

/// Who leaves with all his ships keeps his counter; the battle is over.
#[test]
fn i3m_u11_ships_of_a_whole_fleet() {
    let mut table = open("DD, TR", "");
    table.act("withdraw to Sol").act("DD (number 0) leaves").act("TR (number 1) leaves");
    assert!(
        table.has("fleet terran A at sol active yes known_with A")
            && table.has("units terran fleet:A: DD, TR")
    );
    assert!(table.state.battle.is_none() && table.state.fleets.of(super::super::TERRAN).count() == 1);
}

/// Ships that part from two fleets are one new fleet; a fleet that goes whole stays as it is.
#[test]
fn i3m_u11_counter() {
    let second = "fleet terran B at bar active no known_with B\nunits terran fleet:B: CL, CA";
    let mut table = open("SC, DD, TR", second);
    table.act("withdraw to Sol").act("SC (number 0) leaves").act("CL (number 3) leaves").act("no more leave");
    assert!(
        table.has("units terran fleet:C: SC, CL")
            && table.has("fleet terran C at sol active yes known_with C")
    );
    let mut whole = open("SC, DD, TR", second);
    whole
        .act("withdraw to Sol")
        .act("SC (number 0) leaves")
        .act("CL (number 3) leaves")
        .act("CA (number 4) leaves");
    assert!(
        whole.has("units terran fleet:B: CL, CA")
            && whole.has("fleet terran B at sol active no known_with B")
    );
    assert!(whole.has("units terran fleet:C: SC"), "{}", whole.text());
}

/// Without a spare counter (a side has four in the raid) a fleet leaves whole or not at all.
#[test]
fn i3m_u11_counter_is_needed() {
    let others = "fleet terran B at sol active no known_with B\nunits terran fleet:B: SC\n\
                  fleet terran C at sol active no known_with C\nunits terran fleet:C: SC\n\
                  fleet terran D at bar active no known_with D\nunits terran fleet:D: TR";
    let mut table = open("SC, DD, TR", others);
    table.act("withdraw to Sol").act("DD (number 1) leaves").act("no more leave");
    assert!(
        table.has("units terran fleet:A: SC, DD, TR")
            && table.has("fleet terran A at sol active yes known_with A")
    );
    assert!(table.state.battle.is_some(), "fleet D fights on");
}

/// The counter of a fleet that is destroyed is free for ships that leave the battle: they don't fall back in its place,
/// nor attack a planet.
#[test]
fn i3m_u11_counter_of_the_fleet_that_moved() {
    let lines = "orders A made 1 allowance 2 from sol mustered - under_way yes sighted - unseen no repulsed no\n\
                 fleet terran B at bar active no known_with B\nfleet imperial A at bar active no known_with A\n\
                 battle bar attacker terran fleet A from sol planet - bombardment no round 6 band 2 winner terran withdraw\n\
                 ship terran fleet:B SC aimed 0,0 hits 0\nship terran fleet:B AT(RT5) aimed 0,0 hits 0\n\
                 ship imperial fleet:A TR aimed 0,0 hits 0";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, lines, "battle");
    table.act("withdraw to Agidda").act("AT(RT5) (number 1) leaves");
    assert!(table.has("fleet terran A at agi active no known_with A"), "{}", table.text());
    assert!(table.has("units terran fleet:A: AT(RT5)") && table.has("step activate"), "{}", table.text());
}
