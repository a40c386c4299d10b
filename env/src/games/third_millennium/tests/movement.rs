use super::super::{IMPERIAL, TERRAN};
use super::Table;
use crate::core::{Game, Notation};

const ALONE: &str = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: ";

/// The activation of `ships` at Sol.
fn fleet(ships: &str) -> Table {
    Table::new(&[], &format!("{ALONE}{ships}"))
}

/// Three jumps for light ships, two with any other.
#[test]
fn i3m_u6_jumps() {
    for (ships, more) in [("2 DD, SC", true), ("DD, TR", false)] {
        let mut table = fleet(ships);
        table.act("to Barnard").act("to Sol");
        assert_eq!(table.offers("to Barnard"), more, "{ships}");
    }
}

#[test]
fn i3m_u14_disrupted() {
    let mut table = fleet("DD, DD!");
    table.act("to Barnard");
    assert!(!table.has("step orders"), "one jump with a disrupted ship: {}", table.text());
}

/// Fighters aboard are cargo: their disruption holds nobody.
#[test]
fn i3m_u14_disrupted_cargo() {
    let mut table = fleet("CV, F!");
    table.act("to Barnard");
    assert!(table.has("step orders"), "{}", table.text());
}

/// At stars without planets a fleet stops, but for scouts, and where a transport waits.
#[test]
fn i3m_u6_dry() {
    for (ships, port, goes_on) in
        [("DD", "", false), ("SC", "", true), ("DD", "units terran port:bar: TR", true)]
    {
        let mut table = Table::new(&[], &format!("{ALONE}{ships}\n{port}"));
        let barnard = table.game.map.system("bar").unwrap();
        table.game.map.systems[barnard.index()].planets.clear();
        table.act("to Barnard");
        assert_eq!(table.has("step orders"), goes_on, "{ships} {port}");
    }
}

const MEETING: &str = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: 2 CL\n\
                       fleet imperial A at bar active no known_with A\nfleet imperial B at agi active no known_with A\n";

/// Enemies stop a fleet, and there is a battle.
#[test]
fn i3m_11_3_stop() {
    let mut table =
        Table::new(&[], &format!("{MEETING}units imperial fleet:A: DD\nunits imperial fleet:B: DD"));
    table.act("to Barnard");
    assert!(table.state.battle.is_some());
    let known = table.state.fleets.of(IMPERIAL).map(|(id, fleet)| (id.letter(), fleet.known_with.letter()));
    assert_eq!(known.collect::<Vec<_>>(), [('A', 'A'), ('B', 'B')], "the battle shows what is there");
}

/// Scouts alone don't block; where the fleet stops it fights them.
#[test]
fn i3m_11_3_scouts() {
    let mut table =
        Table::new(&[], &format!("{MEETING}units imperial fleet:A: 2 SC\nunits imperial fleet:B: DD"));
    table.act("to Barnard");
    assert!(table.state.battle.is_none() && table.offers("to Agidda"));
    table.act("stop");
    assert!(table.state.battle.is_some());
}

/// One die is a side's activations; the higher one begins, on a tie who did not begin before.
#[test]
fn i3m_u5_initiative() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: DD\n\
                 fleet imperial A at nus active no known_with A\nunits imperial fleet:A: DD";
    let moment = "turn 1 segment 1 mover imperial first terran left 0,0 passes 0";
    for (dice, begins) in [
        ("Terran 5, Imperial 2", TERRAN),
        ("Terran 1, Imperial 2", IMPERIAL),
        ("Terran 3, Imperial 3", IMPERIAL),
    ] {
        let mut table = Table::at(&[], moment, lines, "initiative");
        table.roll(dice);
        assert_eq!(table.state.mover, begins, "{dice}");
        assert_eq!(format!("Terran {}, Imperial {}", table.state.left[0], table.state.left[1]), dice);
    }
}

/// Where nobody can act in a segment both have passed: a fleet that returns from space and fights does nothing more.
#[test]
fn i3m_u5_passes_of_both() {
    let lines = "fleet terran A at lost:0,-5 active no known_with A\nunits terran fleet:A: CL, TR(RT5)\n\
                 units imperial port:agi: TR";
    let moment = "turn 1 segment 1 mover imperial first terran left 0,0 passes 2";
    let mut table = Table::at(&[("mcnair.17.11", "on")], moment, lines, "initiative");
    table.game.begin_segment(&mut table.state, 2);
    table.roll("back");
    table.state.battle.as_mut().unwrap().band = 0;
    table.roll("the range stays").roll("hits 1");
    assert!(table.has("step initiative") && table.state.segment == 3, "{}", table.text());
}

const TWO_EACH: &str = "fleet terran A at sol active no known_with A\nunits terran fleet:A: DD\n\
                        fleet terran B at alc active no known_with A\nunits terran fleet:B: DD\n\
                        fleet imperial A at nus active no known_with A\nunits imperial fleet:A: DD";

/// By turns, each fleet once a segment.
#[test]
fn i3m_u5_activation() {
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, TWO_EACH, "activate");
    assert_eq!(table.offered(), ["activate fleet A", "activate fleet B", "pass"]);
    table.act("activate fleet A").act("stop");
    assert_eq!((table.state.mover, table.state.left), (IMPERIAL, [2, 3]));
    table.act("activate fleet A").act("stop");
    assert_eq!(table.offered(), ["activate fleet B", "pass"]);
}

/// A pass takes no activation; two in a row end the segment.
#[test]
fn i3m_u5_passes() {
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, TWO_EACH, "activate");
    table.act("pass");
    assert_eq!((table.state.left, table.state.segment), ([3, 3], 2));
    table.act("pass");
    assert_eq!(table.state.segment, 3);
    let mut table = Table::at(&[], &moment.replace("left 3,3", "left 1,0"), TWO_EACH, "activate");
    table.act("pass");
    assert_eq!(table.state.segment, 3, "who has no activation left has passed");
}

/// A fleet of scouts may look: a die and the scouts make 6. Then it goes on, or stays unseen.
#[test]
fn i3m_u22_scouting() {
    let enemy = "fleet imperial A at bar active no known_with A\nunits imperial fleet:A: 2 DD, TR";
    for (scouts, good) in [("SC", 2), ("2 SC", 3), ("3 SC", 4), ("4 SC", 4)] {
        let mut table = Table::new(&[], &format!("{ALONE}{scouts}\n{enemy}"));
        table.act("to Barnard").act("scout");
        assert_eq!(table.weights(), [6 * good, 4 * (6 - good), 2 * (6 - good)], "{scouts}");
        table.roll("success");
        assert_eq!(table.state.orders.sighted, Some([0, 2, 1]));
        assert!(table.offers("to Agidda"));
        table.act("stop");
        assert!(table.state.battle.is_none(), "unseen");
    }
    let mut table = Table::new(&[], &format!("{ALONE}2 SC\n{enemy}"));
    table.act("to Barnard").act("scout").roll("failure");
    assert!(table.state.battle.is_some());
    let mut table = Table::new(&[], &format!("{ALONE}2 SC\n{enemy}"));
    table.act("to Barnard").act("scout").roll("failure, escape");
    assert!(table.has("fleet terran A at sol active yes known_with A"), "{}", table.text());
    let mut table = Table::new(&[], &format!("{ALONE}SC, DD\n{enemy}"));
    table.act("to Barnard");
    assert!(table.state.battle.is_some(), "with any other ship it fights");
}

/// What was told stays told when the move ends with it, and both sides have heard it; under 11.31 nobody tells auxiliaries.
#[test]
fn i3m_u22_report() {
    let enemy = "fleet imperial A at bar active no known_with A\nunits imperial fleet:A: 2 DD, CA, TR";
    let orders =
        "orders A made 2 allowance 3 from alc mustered - under_way yes sighted - unseen no repulsed no\n";
    let lines =
        format!("{orders}fleet terran A at sol active yes known_with A\nunits terran fleet:A: SC\n{enemy}");
    let report = "report terran bar turn 1 segment 2 warships 1,2 auxiliaries 1";
    let mut table = Table::new(&[], &lines);
    table.act("to Barnard").act("scout").roll("success");
    assert!(table.has(report), "{}", table.text());
    for seat in [TERRAN, IMPERIAL] {
        let known = table.game.position_text(&table.game.view(&table.state, seat).state);
        assert!(known.contains(report), "{known}");
    }
    let mixed = lines.replace("SC\n", "SC, 3 DD\n").replace("made 2", "made 1");
    let mut table = Table::new(&[("mcnair.11.31", "on")], &mixed);
    table.act("to Barnard").act("scout").roll("success");
    assert!(table.has("report terran bar turn 1 segment 2 warships 1,2 auxiliaries -"), "{}", table.text());
}

/// Scouts that come from beside the lanes may look, too; they go no further, and have no way back.
#[test]
fn i3m_u22_scouting_from_beside_the_lanes() {
    let moment = "turn 1 segment 1 mover terran first terran left 3,3 passes 0";
    let come = |options: &[(&str, &str)], ships: &str| {
        let lines = format!(
            "fleet terran A at 0,-5 active yes known_with A\nunits terran fleet:A: {ships}\n\
             fleet imperial A at agi active no known_with A\nunits imperial fleet:A: 2 DD, TR"
        );
        let mut table = Table::at(options, moment, &lines, "orders");
        table.act("one hex north");
        table
    };
    let mut table = come(&[], "2 SC");
    assert_eq!(table.offered(), ["fight", "scout"]);
    table.act("scout");
    assert_eq!((table.outcomes(), table.weights()), (vec!["success".into(), "failure".into()], vec![18, 18]));
    table.roll("success");
    assert!(table.state.battle.is_none() && table.has("fleet terran A at agi active yes known_with A"));
    assert!(table.has("step activate"), "the hex was the whole activation");
    let mut seen = come(&[], "2 SC");
    seen.act("scout").roll("failure");
    assert!(seen.state.battle.is_some());
    let mixed = come(&[("mcnair.11.31", "on")], "SC, 4 DD");
    assert!(mixed.state.battle.is_some(), "11.31 needs jumps that are left");
}

const BETWEEN: &str = "fleet terran A at 0,-1 active no known_with A\nunits terran fleet:A: SC, TR\n\
                       fleet imperial A at 0,-2 active no known_with A\nunits imperial fleet:A: ";

/// Fleets meet in empty hexes as in systems. Nobody withdraws or falls back from there; it goes on at the next activation.
#[test]
fn i3m_u6_empty_hex() {
    let moment = "turn 1 segment 1 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, &format!("{BETWEEN}SC, TR"), "activate");
    table.act("activate fleet A").act("one hex north");
    assert!(
        table.has("step battle") && table.text().contains("battle 0,-2 attacker terran"),
        "{}",
        table.text()
    );
    table.roll("Terran sets the range").act("open");
    assert_eq!(table.state.battle.as_ref().map(|battle| battle.round), Some(2), "no lane leads away");
    for _ in 2..=6 {
        table.roll("the range stays");
    }
    for side in ["terran A at 0,-2 active yes", "imperial A at 0,-2 active no"] {
        assert!(table.has(&format!("fleet {side} known_with A")), "{}", table.text());
    }
    table.act("activate fleet A");
    assert_eq!(table.state.battle.as_ref().map(|battle| battle.attacker), Some(IMPERIAL));
}

/// Scouts by themselves are met by who stops there, but hold nobody.
#[test]
fn i3m_u6_empty_hex_with_scouts() {
    let moment = "turn 1 segment 1 mover imperial first terran left 3,3 passes 0";
    let lines = BETWEEN.replace("0,-2", "0,-1").replace("SC, TR", "2 SC");
    let mut table = Table::at(&[], moment, &format!("{lines}DD"), "activate");
    table.act("activate fleet A");
    assert!(table.has("step orders") && table.offers("one hex north"), "{}", table.text());
    table.act("stop");
    assert!(table.state.battle.is_some());
}

/// A fleet that drifts into another meets it, too.
#[test]
fn i3m_u6_empty_hex_by_chance() {
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[("mcnair.17.11", "on")], moment, &format!("{BETWEEN}SC, TR"), "drift");
    table.roll("north");
    assert!(table.text().contains("battle 0,-2 attacker terran"), "{}", table.text());
}

/// Off the lanes only in the first segment, without a roll.
#[test]
fn i3m_17_1_first_segment() {
    let moment =
        |segment: u8| format!("turn 1 segment {segment} mover terran first terran left 3,3 passes 0");
    let first = Table::at(&[], &moment(1), &format!("{ALONE}DD"), "orders");
    assert_eq!(first.offered().iter().filter(|text| text.starts_with("one hex")).count(), 6);
    let second = Table::at(&[], &moment(2), &format!("{ALONE}DD"), "orders");
    assert!(!second.offered().iter().any(|text| text.starts_with("one hex") || text == "leave the lanes"));
    let adrift = "fleet terran A at 0,-1 active no known_with A\nunits terran fleet:A: DD\n\
                  fleet terran B at sol active no known_with B\nunits terran fleet:B: DD";
    assert!(
        !Table::at(&[], &moment(2), adrift, "activate").offers("activate fleet A"),
        "it waits for the next turn"
    );
    assert!(Table::at(&[], &moment(1), adrift, "activate").offers("activate fleet A"));
}

/// One hex, and the activation is over; by hexes a fleet comes to systems again.
#[test]
fn i3m_17_1_one_hex() {
    let moment = "turn 1 segment 1 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, &format!("{ALONE}DD"), "orders");
    table.act("one hex north");
    assert!(table.text().contains("fleet terran A at 0,-1"), "{}", table.text());
    assert!(!table.has("step orders"));
    let mut table = Table::at(
        &[],
        moment,
        "fleet terran A at 0,-1 active yes known_with A\nunits terran fleet:A: DD",
        "orders",
    );
    table.act("one hex south");
    assert!(table.text().contains("fleet terran A at sol"));
}
