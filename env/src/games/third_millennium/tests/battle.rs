use super::Table;

const MEETING: &str =
    "fleet terran A at sol active yes known_with A\nfleet imperial A at bar active no known_with A\n";

/// The Terran's fleet A goes from Sol to Barnard, where the Imperial fleet A is.
fn meeting(terran: &str, imperial: &str) -> Table {
    let lines = format!("{MEETING}units terran fleet:A: {terran}\nunits imperial fleet:A: {imperial}");
    let mut table = Table::new(&[], &lines);
    table.act("to Barnard");
    table
}

/// The same at band `band` before the beams of a round.
fn at_band(terran: &str, imperial: &str, band: u8) -> Table {
    let mut table = meeting(terran, imperial);
    table.state.battle.as_mut().unwrap().band = band;
    table.roll("the range stays");
    table
}

/// Who moved attacks; all ships of the system fight, from band 2 on.
#[test]
fn i3m_u7_attacker() {
    let table = meeting("DD", "DD");
    let battle = table.state.battle.as_ref().unwrap();
    assert_eq!((battle.attacker.index(), battle.band, battle.round), (0, 2, 1));
}

#[test]
fn i3m_u7_battle() {
    let lines = format!(
        "{MEETING}units terran fleet:A: DD\nunits imperial fleet:A: DD\nunits imperial port:bar: TR\n\
         fleet imperial B at bar active no known_with B\nunits imperial fleet:B: SC\nunits terran port:bar: M\n\
         fleet imperial C at agi active no known_with C\nunits imperial fleet:C: CL"
    );
    let mut table = Table::new(&[], &lines);
    table.act("to Barnard");
    let ships: Vec<&str> =
        table.state.battle.as_ref().unwrap().ships.iter().map(|ship| ship.unit.class().code()).collect();
    assert_eq!(ships, ["DD", "M", "DD", "SC", "TR"]);
}

/// The higher die; 1 more for fewer ships other than fighters, and 1 more if all are fast.
#[test]
fn i3m_u7_range() {
    let weights = |terran: &str, imperial: &str| meeting(terran, imperial).weights();
    assert_eq!(weights("DD", "DD"), [15, 6, 15]);
    assert_eq!(weights("DD", "2 DD"), [21, 5, 10], "fewer ships");
    assert_eq!(weights("DD, TR", "DD, SC"), [10, 5, 21], "all fast");
    assert_eq!(weights("DD", "DD, TR"), [26, 4, 6], "both");
}

/// A tie changes nothing; the winner keeps the range or changes it by one.
#[test]
fn i3m_u7_range_is_set_by_the_winner() {
    let mut table = meeting("DD, TR", "DD, TR");
    table.roll("Imperial sets the range");
    assert_eq!(table.offered(), ["close", "keep the range", "open"]);
    table.act("close");
    assert_eq!(table.state.battle.as_ref().unwrap().band, 1);
}

/// Beams hit on 4 and more at band 0, on 6 at band 1, and reach no further.
#[test]
fn i3m_u8_beams() {
    for (band, imperial, terran) in [(0, [1, 1], [1, 3]), (1, [5, 1], [25, 11])] {
        let mut table = at_band("DD", "DD", band);
        assert_eq!(table.weights(), imperial, "the Imperial's die at band {band}");
        assert_eq!(table.roll("hits 0").weights(), terran, "the Terran's 2 dice, of which one destroys");
    }
    let table = at_band("SC, TR", "SC, TR", 2);
    assert_eq!(table.state.battle.as_ref().unwrap().round, 2, "nobody reaches the other");
}

/// Torpedoes hit on 5 and more at bands 0 and 1, on 6 at band 2, and reach no further.
#[test]
fn i3m_u8_torpedoes() {
    for band in [0, 1] {
        let mut table = at_band("TB", "CR", band);
        table.roll("hits 0");
        assert_eq!(table.weights(), [32, 80, 131], "5 dice at a boat that can cancel one; band {band}");
    }
    let mut table = at_band("TB", "CR", 2);
    assert_eq!(table.weights(), [3125, 3125, 1526], "no beams");
    table.roll("hits 0");
    assert_eq!(table.weights(), [3125, 3125, 1250, 250, 26]);
    let table = at_band("TB", "CR", 3);
    assert_eq!(table.state.battle.as_ref().unwrap().round, 2);
}

/// A ship rolls as many dice as its factor, all at one target; of targets that nothing tells apart one is offered.
#[test]
fn i3m_u8_one_target() {
    let mut table = at_band("CL", "2 DD, SC", 0);
    assert_eq!(table.offered(), ["at SC (number 1)", "at DD (number 2)"]);
    table.act("at DD (number 2)");
    assert_eq!(table.state.battle.as_ref().unwrap().ships[2].aimed, [4, 0]);
}

#[test]
fn i3m_u8_dice() {
    let mut table = at_band("CL", "CR", 0);
    assert_eq!(
        table.state.battle.as_ref().unwrap().ships.iter().map(|s| s.aimed[0]).collect::<Vec<_>>(),
        [4, 4]
    );
    table.roll("hits 0");
    assert_eq!(table.weights(), [1, 4, 11], "4 dice on 4+, two hits destroy");
}

/// A disrupted ship has half its factors.
#[test]
fn i3m_u14_half() {
    let table = at_band("CL!", "DD!, TR", 0);
    let aimed = |table: &Table| {
        table.state.battle.as_ref().unwrap().ships.iter().map(|s| s.aimed[0]).collect::<Vec<_>>()
    };
    assert_eq!(aimed(&table), [0, 0, 0]);
    let mut table = table;
    table.act("at DD! (number 1)");
    assert_eq!(aimed(&table)[1], 2, "half of 4");
}

/// Torpedo hits may be cancelled, beam hits not: each die of countermeasures stops one on 5 and more.
#[test]
fn i3m_u9_countermeasures() {
    let mut first = at_band("TB", "CR", 2);
    first.roll("hits 1");
    assert_eq!(first.outcomes(), ["cancelled 0", "cancelled 1"]);
    assert_eq!(first.weights(), [2, 1], "one die of the boat");
    first.roll("cancelled 1");
    assert_eq!(first.state.battle.as_ref().unwrap().ships[0].damage(), 0);
}

/// Hits add up; at the class's defence the ship is destroyed, below that damage stays.
#[test]
fn i3m_u9_destroyed() {
    let mut table = at_band("CL", "CR", 0);
    table.roll("hits 0").roll("hits 1");
    let damage = |table: &Table| {
        table.state.battle.as_ref().map(|b| b.ships.iter().map(|s| s.damage()).collect::<Vec<_>>())
    };
    assert_eq!(damage(&table), Some(vec![0, 1]));
    // Torpedoes: five of the CR at the CL, two of the CL at the CR.
    table.roll("hits 0").roll("hits 2");
    table.roll("cancelled 0");
    assert!(table.state.battle.is_none() && !table.text().contains("CR"), "{}", table.text());
}

/// What beams destroy still fires its torpedoes: ships are removed when both are done.
#[test]
fn i3m_u7_removal() {
    let mut table = at_band("CL", "CR, TR", 0);
    table.act("at CR (number 1)").roll("hits 1").roll("hits 2");
    let battle = table.state.battle.as_ref().unwrap();
    assert_eq!(
        battle.ships.iter().map(|ship| ship.damage()).collect::<Vec<_>>(),
        [1, 2, 0],
        "the wrecks are there"
    );
    assert_eq!(
        battle.ships.iter().map(|ship| ship.aimed[0]).collect::<Vec<_>>(),
        [0, 0, 2],
        "and one has a target"
    );
    table.roll("hits 0");
    assert!(table.state.battle.is_none() && table.has("units imperial fleet:A: TR"), "{}", table.text());
}

/// After six rounds the attacker goes back to where he came from; if that is barred both stay.
#[test]
fn i3m_u7_rounds() {
    let last = |lines: &str| {
        let mut table = Table::new(
            &[],
            &format!("{MEETING}units terran fleet:A: SC, TR\nunits imperial fleet:A: SC, TR\n{lines}"),
        );
        table.act("to Barnard");
        for round in 1..=6 {
            assert_eq!(table.state.battle.as_ref().unwrap().round, round);
            table.roll("the range stays");
        }
        table
    };
    assert!(last("").has("fleet terran A at sol active yes known_with A"));
    let barred = last("fleet imperial B at sol active no known_with B\nunits imperial fleet:B: SC");
    assert!(barred.has("fleet terran A at bar active yes known_with A"));
    let by_ships_in_port = last("units imperial port:sol: TR");
    assert!(by_ships_in_port.has("fleet terran A at bar active yes known_with A"));
}

/// Of the attacker's fleets those go back that came in this move, the one split off under 11.31 as well; who was there
/// stays.
#[test]
fn i3m_u7_rounds_of_all_that_came() {
    let lines = format!(
        "{MEETING}units terran fleet:A: 2 SC, TR\nunits imperial fleet:A: SC, TR\n\
         fleet terran C at bar active no known_with C\nunits terran fleet:C: TR"
    );
    let mut table = Table::new(&[("mcnair.11.31", "on")], &lines);
    table.act("to Barnard").act("scout").roll("success").act("leave 1 light").act("stop");
    for _ in 1..=6 {
        table.roll("the range stays");
    }
    for line in [
        "A at sol active yes known_with A",
        "B at sol active yes known_with B",
        "C at bar active no known_with C",
    ] {
        assert!(table.has(&format!("fleet terran {line}")), "{line}: {}", table.text());
    }
}

/// A fleet that stands among enemies fights when it is activated, before all else.
#[test]
fn i3m_u7_goes_on() {
    let lines = "fleet terran A at bar active no known_with A\nunits terran fleet:A: DD, TR\n\
                 fleet imperial A at bar active no known_with A\nunits imperial fleet:A: DD";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[], moment, lines, "activate");
    table.act("activate fleet A");
    assert!(table.state.battle.is_some());
    let mut scouts = Table::at(&[], moment, &lines.replace("DD, TR", "2 SC"), "activate");
    scouts.act("activate fleet A");
    assert!(scouts.state.battle.is_none() && scouts.offers("to Sol"), "scouts are unseen and free to go");
}

/// The winner of the range roll may leave from band 2 on, along a lane, to where no enemy fleets are.
#[test]
fn i3m_u11_withdrawal() {
    let mut table = Table::new(
        &[],
        &format!(
            "{MEETING}units terran fleet:A: SC, TR\nunits imperial fleet:A: SC, TR\nunits terran port:bar: M"
        ),
    );
    table.act("to Barnard").roll("Imperial sets the range").act("open");
    assert_eq!(table.offered(), ["withdraw to Sol", "withdraw to Agidda", "stay"]);
    table.act("withdraw to Agidda").act("SC (number 3) leaves").act("TR (number 4) leaves");
    assert!(table.has("fleet imperial A at agi active no known_with A") && table.state.battle.is_none());
    let mut near = meeting("SC, TR", "SC, TR");
    near.roll("Imperial sets the range").act("close");
    assert!(!near.offers("stay"), "not at band 1");
}

/// Ships in port are enemies, too.
#[test]
fn i3m_u11_withdrawal_past_ships_in_port() {
    let ships = "units terran fleet:A: SC, TR\nunits imperial fleet:A: SC, TR\nunits terran port:agi: TR";
    let mut table = Table::new(&[], &format!("{MEETING}{ships}\nunits terran port:sol: TR"));
    table.act("to Barnard").roll("Imperial sets the range").act("open");
    assert_eq!(table.state.battle.as_ref().map(|battle| battle.round), Some(2), "nobody can leave");
}

/// Fighters based on a planet fight beside other ships of their side; alone they wait for the landing.
#[test]
fn i3m_u10_shore() {
    let lines = "fleet terran A at bar active yes known_with A\nunits terran fleet:A: DD\n\
                 fleet imperial A at agi active no known_with A\nunits imperial planet:agidda: 2 F";
    let ships = |lines: String| {
        let mut table = Table::new(&[], &lines);
        table.act("to Agidda");
        table.state.battle.as_ref().map(|battle| battle.ships.len())
    };
    assert_eq!(ships(format!("{lines}\nunits imperial fleet:A: DD")), Some(4));
    let alone = lines.replace("fleet imperial A at agi active no known_with A\n", "");
    assert_eq!(ships(alone), None);
}

/// When all ships have left the battle is over: their fighters don't go on.
#[test]
fn i3m_u10_shore_after_a_withdrawal() {
    let lines = "fleet terran A at bar active yes known_with A\nunits terran fleet:A: SC, TR\n\
                 fleet imperial A at agi active no known_with A\nunits imperial fleet:A: TR\n\
                 units imperial planet:agidda: 2 F";
    let mut table = Table::new(&[], lines);
    table.act("to Agidda").roll("Imperial sets the range").act("open").act("withdraw to Nusku");
    assert!(
        table.state.battle.is_none() && table.has("units imperial planet:agidda: 2 F"),
        "{}",
        table.text()
    );
}

/// A fleet whose last ship is destroyed is gone at once, though the battle goes on.
#[test]
fn i3m_u9_destroyed_fleets_are_gone() {
    let lines = format!(
        "{MEETING}fleet imperial B at bar active no known_with B\nunits terran fleet:A: CL\nunits imperial fleet:A: SC\n\
         units imperial fleet:B: CR"
    );
    let mut table = Table::new(&[], &lines);
    table.act("to Barnard");
    table.state.battle.as_mut().unwrap().band = 0;
    table
        .roll("the range stays")
        .act("at SC (number 1)")
        .roll("hits 0")
        .roll("hits 1")
        .roll("hits 0")
        .roll("hits 0");
    assert_eq!(
        table.state.fleets.of(super::super::IMPERIAL).map(|(id, _)| id.letter()).collect::<Vec<_>>(),
        ['B']
    );
    assert_eq!(table.state.battle.as_ref().unwrap().round, 2);
}
