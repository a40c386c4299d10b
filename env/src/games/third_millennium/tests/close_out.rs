use super::super::IMPERIAL;
use super::Table;
use crate::core::Game;

const CLOSE_OUT: &str = "turn 1 segment 5 mover terran first terran left 0,0 passes 2";

/// The Terran's maintenance with his ships as given.
fn upkeep(lines: &str) -> Table {
    let mut table = Table::at(&[], CLOSE_OUT, lines, "initiative");
    table.game.begin_close_out(&mut table.state);
    table.game.settle(&mut table.state);
    table
}

const AWAY: &str = "fleet terran A at agi active no known_with A\nunits terran fleet:A: ";

/// Away from bases a ship rolls its number or more; scouts and transports pass any roll.
#[test]
fn i3m_u14_maintenance() {
    let mut table = upkeep(&format!("{AWAY}DD, SC, CL"));
    table.act("roll for the rest");
    assert_eq!(table.weights(), [5, 1], "the DD on 2 and more");
    table.roll("passed");
    assert_eq!(table.weights(), [4, 2], "the CL on 3 and more");
    table.roll("passed");
    assert_eq!(table.state.turn, 2, "the SC needs no roll: {}", table.text());
}

/// Resources may be paid instead.
#[test]
fn i3m_u14_pay() {
    let mut table = upkeep(&format!("{AWAY}2 DD, SC, CL\nglory 5 stock 4,0 fought 0"));
    assert_eq!(table.offered(), ["DD from fleet A", "CL from fleet A", "roll for the rest"]);
    table.act("CL from fleet A");
    assert_eq!(table.state.sides[0].stock, 1);
    assert_eq!(table.weights(), [5, 1], "1 is too little for a DD, so they roll");
}

/// Beside a repair ship up to four ships have 1 more, those with the highest numbers; what then passes any roll has none.
#[test]
fn i3m_u14_repair_ship() {
    let lines = |ships: &str| format!("{AWAY}{ships}\nglory 5 stock 0,0 fought 0");
    let mut table = upkeep(&lines("AR, 3 DD, 2 CL"));
    // Both CL roll on 2 and more, two of DD and AR (2 each) pass with help, the other two roll.
    assert_eq!(table.weights(), [5, 1]);
    table.roll("passed").roll("failed");
    assert!(table.text().contains("CL!") && !table.text().contains("DD!"), "{}", table.text());
    assert_eq!(table.weights(), [5, 1], "the first without help");
    table.roll("passed").roll("passed");
    assert_eq!(table.state.turn, 2);
    assert_eq!(upkeep(&lines("CL")).weights(), [4, 2]);
    let elsewhere = format!("{}\nunits terran port:bar: AR", lines("CL"));
    assert_eq!(upkeep(&elsewhere).weights(), [4, 2], "it is in another system");
    let lost = "fleet terran A at lost:0,-6 active no known_with A\nunits terran fleet:A: AR, CL\nglory 5 stock 0,0 fought 0";
    let mut lost = upkeep(lost);
    assert_eq!(lost.weights(), [4, 2], "lost ships have no help");
    lost.roll("passed");
    assert_eq!(lost.weights(), [5, 1]);
}

/// Disrupted at the first failure, destroyed at the second; who passes recovers.
#[test]
fn i3m_u14_fail() {
    let rolled = |ship: &str, outcome: &str| {
        let mut table = upkeep(&format!("{AWAY}{ship}, SC\nglory 5 stock 0,0 fought 0"));
        table.roll(outcome);
        table.text().lines().find(|line| line.starts_with("units terran fleet:A")).map(String::from)
    };
    assert_eq!(rolled("DD", "failed").unwrap(), "units terran fleet:A: SC, DD!");
    assert_eq!(rolled("DD!", "failed").unwrap(), "units terran fleet:A: SC");
    assert_eq!(rolled("DD!", "passed").unwrap(), "units terran fleet:A: SC, DD");
}

/// At an own connected outpost six ships need no roll, those with the highest numbers first.
#[test]
fn i3m_u14_bases() {
    let lines = "fleet terran A at bar active no known_with A\nunits terran fleet:A: 5 DD, 2 CL\nglory 5 stock 0,0 fought 0";
    let mut table = upkeep(lines);
    assert_eq!(table.weights(), [5, 1], "one DD is too many");
    table.roll("failed");
    assert!(table.has("units terran fleet:A: 4 DD, DD!, 2 CL"), "{}", table.text());
    assert_eq!(upkeep(&lines.replace("bar", "sol")).state.turn, 2, "a world serves twenty");
    let cut = format!("{lines}\nfleet imperial A at sol active no known_with A\nunits imperial fleet:A: SC");
    let mut cut = upkeep(&cut);
    cut.roll("passed");
    assert_eq!(cut.state.turn, 1, "cut off, all of them roll");
}

/// Fighters on own planets need no roll; where these are connected they recover like ships at the base.
#[test]
fn i3m_u14_bases_of_fighters_ashore() {
    let ashore = "units terran planet:barnard: F!\nglory 5 stock 0,0 fought 0";
    assert!(upkeep(ashore).has("units terran planet:barnard: F"));
    let cut = format!("{ashore}\nfleet imperial A at sol active no known_with A\nunits imperial fleet:A: SC");
    assert!(upkeep(&cut).has("units terran planet:barnard: F!"), "they neither pass nor fail");
    let helped = upkeep(&format!("{cut}\nunits terran port:bar: AR"));
    assert!(helped.has("units terran planet:barnard: F"), "a repair ship helps: {}", helped.text());
}

/// All damage at an own connected world, a point at an outpost, none elsewhere.
#[test]
fn i3m_u15_repair() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: CS/1\n\
                 fleet terran B at bar active no known_with B\nunits terran fleet:B: M/2\n\
                 fleet terran C at agi active no known_with C\nunits terran fleet:C: AT/1\n\
                 units terran planet:terra: RT5/1\nglory 5 stock 0,0 fought 0";
    let mut table = upkeep(lines);
    table.roll("passed");
    for line in ["fleet:A: CS", "fleet:B: M/1", "fleet:C: AT/1", "planet:terra: RT5"] {
        assert!(table.has(&format!("units terran {line}")), "{line}: {}", table.text());
    }
}

/// Beside a repair ship each ship repairs a point, and one disrupted ship recovers.
#[test]
fn i3m_u15_repair_ship() {
    let lines = "fleet terran A at agi active no known_with A\n\
                 units terran fleet:A: AR, 2 CS/1, BB/2!\nglory 5 stock 0,0 fought 0";
    let mut table = upkeep(lines);
    // BB (4) on 3 and more, CS (3) on 2 and more; the AR passes with help.
    assert_eq!(table.weights(), [4, 2]);
    table.roll("passed").roll("failed").roll("failed");
    assert_eq!(table.state.turn, 2, "{}", table.text());
    assert!(table.has("units terran fleet:A: CS, CS!, BB/1, AR"), "{}", table.text());
}

/// After turn 2: 6 glory and more the Imperial, 4 and less the Terran, 5 a draw.
#[test]
fn i3m_16_verdict() {
    for (glory, returns) in [(4, [1.0, -1.0]), (5, [0.0, 0.0]), (6, [-1.0, 1.0])] {
        let mut table = Table::at(
            &[],
            &CLOSE_OUT.replace("turn 1", "turn 2"),
            &format!("glory {glory} stock 0,0 fought 0"),
            "initiative",
        );
        table.game.begin_close_out(&mut table.state);
        table.game.settle(&mut table.state);
        let outcome = table.game.outcome(&table.state).unwrap();
        assert_eq!(outcome.returns[..], returns, "{glory}");
        assert_eq!(outcome.winner().is_none(), glory == 5);
    }
    assert_eq!(IMPERIAL.index(), 1);
}
