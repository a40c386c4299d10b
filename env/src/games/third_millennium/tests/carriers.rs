//! U-10: fighters aboard.

use super::super::state::{Volley, Weapon};
use super::Table;

/// The Terran's Reinforcements at Sol.
fn muster(lines: &str) -> Table {
    Table::at(&[], "turn 1 segment 0 mover terran first terran left 0,0 passes 0", lines, "muster -")
}

const FLEET: &str = "fleet terran A at sol active no known_with A\nunits terran fleet:A: ";

/// A Terran CV carries 3 fighters, a BB 1; an Imperial CV 2 and a BB none; other ships carry none.
#[test]
fn i3m_u10_carried() {
    let mut table = muster(&format!("{FLEET}SC, CV, BB\nunits terran planet:terra: 5 F"));
    table.act("fill fleet A");
    // The first is the only choice.
    for _ in 0..3 {
        table.act("F from Terra");
    }
    assert!(table.has("units terran fleet:A: SC, CV, BB, 4 F") && table.has("units terran planet:terra: F"));
    let none = muster(&format!("{FLEET}SC, TR\nunits terran planet:terra: 5 F"));
    assert!(!none.offers("fill fleet A"));
    let carries = |seat, class: &str| {
        none.game.units.of(seat, super::super::class::Class::from_code(class).unwrap()).fighters
    };
    let carriers =
        ["CV", "BB"].map(|class| [super::super::TERRAN, super::super::IMPERIAL].map(|s| carries(s, class)));
    assert_eq!(carriers, [[3, 2], [1, 0]]);
}

/// They land again on own planets.
#[test]
fn i3m_u10_carried_and_landed() {
    let mut table = muster(&format!("{FLEET}SC, CV, 2 F"));
    table.act("land on Mars").act("done");
    assert!(table.has("units terran fleet:A: SC, CV, F") && table.has("units terran planet:mars: F"));
}

/// A carrier that goes to another fleet takes along what would have no room any more; others stay, or are picked.
#[test]
fn i3m_u4_carried() {
    let mut table = muster(&format!("{FLEET}SC, 2 CV, 4 F"));
    table.act("new fleet at Sol").act("CV from fleet A");
    assert!(table.has("units terran fleet:A: SC, CV, 3 F") && table.has("units terran fleet:B: CV, F"));
    table.act("F from fleet A");
    assert!(table.has("units terran fleet:A: SC, CV, 2 F") && table.has("units terran fleet:B: CV, 2 F"));
    let mut port = muster(&format!("{FLEET}SC, CV, 3 F"));
    port.act("leave ships at Sol").act("CV from fleet A");
    assert!(port.has("units terran port:sol: CV, 3 F") && port.has("units terran fleet:A: SC"));
}

/// Fighters and monitors don't leave their system by themselves: no fleet takes them without carriers.
#[test]
fn i3m_u10_bound() {
    let table = muster(&format!("{FLEET}SC\nunits terran port:sol: M\nunits terran planet:terra: F"));
    assert!(!table.offers("fill fleet A") && !table.offers("new fleet at Sol"), "{:?}", table.offered());
}

/// At band 1 fighters may count as at band 0: where that is another number, they hit on it.
#[test]
fn i3m_u10_near() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: CV, F\n\
                 fleet imperial A at bar active no known_with A\nunits imperial fleet:A: DD";
    let mut table = Table::new(&[], lines);
    table.act("to Barnard");
    table.game.combat.space.torpedo = vec![4, 6];
    let mut number = |ship: usize, band| {
        let battle = table.state.battle.as_mut().unwrap();
        battle.band = band;
        table.game.needed(battle, Volley::Space(Weapon::Torpedo), &battle.ships[ship], &battle.ships[2])
    };
    assert_eq!([number(0, 0), number(0, 1)], [4, 6], "the carrier");
    assert_eq!([number(1, 0), number(1, 1), number(1, 2)], [4, 4, 0], "its fighter");
}

/// Fighters return after a battle to any carrier of their side there; those without room are lost.
#[test]
fn i3m_u10_recovery() {
    let battle = "battle bar attacker terran fleet A from sol planet - bombardment no round 6 band 2 winner - hits space:torpedo 0\n\
                  ship terran fleet:A CV/1 aimed 0,9 hits 0\nship terran fleet:A F aimed 0,0 hits 0\n\
                  ship terran fleet:A F aimed 0,0 hits 0\nship terran fleet:A TR aimed 0,0 hits 0";
    let fleets =
        "fleet terran A at bar active yes known_with A\nfleet imperial A at bar active no known_with A";
    let enemy = "ship imperial fleet:A TR aimed 0,0 hits 0";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut alone = Table::at(&[], moment, &format!("{fleets}\n{battle}\n{enemy}"), "battle");
    alone.roll("hits 4").roll("cancelled 0");
    assert!(alone.has("units terran fleet:A: TR") && !alone.text().contains(" F"), "{}", alone.text());
    let other = "fleet terran B at bar active no known_with B";
    let ship = "ship terran fleet:B BB aimed 0,0 hits 0";
    let mut with = Table::at(&[], moment, &format!("{fleets}\n{other}\n{battle}\n{ship}\n{enemy}"), "battle");
    with.roll("hits 4").roll("cancelled 0");
    assert!(with.has("units terran fleet:B: BB, F"), "one of two has room: {}", with.text());
}

/// When a carrier is lost outside of a battle its fighters are lost with it.
#[test]
fn i3m_u10_lost() {
    let lines = "fleet terran A at agi active no known_with A\nunits terran fleet:A: TR, CV!, F*\n\
                 glory 5 stock 0,0 fought 0";
    let moment = "turn 1 segment 5 mover terran first terran left 0,0 passes 0";
    let mut table = Table::at(&[], moment, lines, "upkeep_roll 0");
    table.roll("failed");
    assert!(!table.text().contains("CV") && !table.text().contains(" F"), "{}", table.text());
    let mut passed = Table::at(&[], moment, lines, "upkeep_roll 0");
    passed.roll("passed");
    assert!(passed.text().contains("CV, ") && passed.text().contains(" F"), "{}", passed.text());
}

/// A carrier that leaves a battle takes fighters of its fleet with it, as many as it has room for.
#[test]
fn i3m_u10_leave() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: BB, CV, 4 F\n\
                 fleet imperial A at bar active no known_with A\nunits imperial fleet:A: SC, TR";
    let mut table = Table::new(&[], lines);
    table.act("to Barnard").roll("Terran sets the range").act("open");
    table.act("withdraw to Sol").act("BB (number 1) leaves");
    assert!(table.has("units terran fleet:B: BB, F"), "{}", table.text());
    let battle = table.state.battle.as_ref().unwrap();
    let left: Vec<&str> = battle.ships.iter().map(|ship| ship.unit.class().code()).collect();
    assert_eq!(left, ["CV", "F", "F", "F", "SC", "TR"]);
}
