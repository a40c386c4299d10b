//! A series of wars, and the peace between them.

use super::super::state::{Place, Step};
use super::super::{IMPERIAL, TERRAN, ThirdMillennium};
use super::{COURT, Table, first_war, wars};
use crate::core::{Game, Notation, Seat};

const WAR_TWO: &str = "war 2 began 10 peace 0 won 1,0";

/// The close-out of a turn, played to what follows.
fn evening(options: &[(&str, &str)], turn: u8, series: &str, lines: &str) -> Table {
    let moment = format!("turn {turn} segment 5 mover terran first terran left 0,0 passes 2");
    let mut table = at(options, &moment, series, lines, "initiative");
    table.game.begin_close_out(&mut table.state);
    table.game.settle(&mut table.state);
    table
}

fn at(options: &[(&str, &str)], moment: &str, series: &str, lines: &str, step: &str) -> Table {
    Table::on_whole_map(wars(options), moment, &format!("series {series}\n{lines}"), step)
}

/// A turn of peace in its action segment, the Terran's activation.
fn in_peace(options: &[(&str, &str)], lines: &str) -> Table {
    let moment = "turn 12 segment 1 mover terran first terran left 3,3 passes 0";
    at(options, moment, "war 1 began 0 peace 3 won 0,1", lines, "activate")
}

fn glory(points: i8) -> String {
    format!("glory {points} stock 0,0 fought 0")
}

fn winner(table: &Table) -> Option<Option<Seat>> {
    table.game.outcome(&table.state).map(|outcome| outcome.winner())
}

/// It begins as the first war does.
#[test]
fn i3m_16_wars() {
    let (series, single) = (wars(&[]), first_war(&[]));
    let text = |game: &ThirdMillennium| game.position_text(&game.initial_state());
    let first_line = "series war 1 began 0 peace 0 won 0,0\n";
    assert_eq!(text(&series).replace(first_line, ""), text(&single));
    let campaign = series.scenario.campaign.as_ref().unwrap();
    assert_eq!((campaign.wars, campaign.turns, campaign.growth), (4, 30, 5));
    // A war that is won is no end.
    let table = evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &glory(10));
    assert_eq!((winner(&table), table.state.series.won), (None, [0, 1]));
}

/// A die and 1: two to seven turns.
#[test]
fn i3m_u25_peace() {
    let mut table = evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &glory(0));
    assert!(table.has("step peace") && table.state.series.won == [1, 0]);
    assert_eq!(table.weights(), [1; 6]);
    let words: Vec<String> = (2..=7).map(|turns| format!("{turns} turns of peace")).collect();
    assert_eq!(table.outcomes(), words);
    table.roll("4 turns of peace");
    assert_eq!((table.state.turn, table.state.series.peace), (4, 4));
}

/// After the last turn of peace glory is 5, and the limits of the new war are those of its own turns.
#[test]
fn i3m_u25_start() {
    let table = evening(&[], 10, "war 1 began 0 peace 1 won 1,0", &glory(-3));
    assert!(table.has("series war 2 began 10 peace 0 won 1,0"), "{}", table.text());
    assert_eq!((table.state.glory, table.state.turn, table.state.step), (5, 11, Step::Intervention));
    let longer = evening(&[], 10, "war 1 began 0 peace 2 won 1,0", &glory(-3));
    assert_eq!((longer.state.glory, longer.state.series.peace), (-3, 1));
    for (turn, points, won) in [(13, 9, [1, 0]), (14, 9, [1, 1]), (17, 4, [2, 0]), (18, 6, [1, 1])] {
        let table = evening(&[], turn, WAR_TWO, &glory(points));
        assert_eq!(table.state.series.won, won, "turn {turn}, glory {points}");
    }
}

/// Neither intervention nor appeals, unless the option says so; what the Empire asked for is forgotten with the war.
#[test]
fn i3m_u25_court() {
    let peace = "war 1 began 0 peace 3 won 1,0";
    let quiet = evening(&[], 9, peace, &glory(5));
    assert_eq!((quiet.state.segment, quiet.state.step), (0, Step::Build { after: None }));
    assert!(!quiet.offers("appeal for funds"));
    let mut heard = evening(&[("peace_court", "on")], 9, peace, &glory(5));
    assert_eq!(heard.state.step, Step::Intervention);
    heard.roll("nothing");
    assert!(heard.offers("appeal for funds"));
    let sent = format!("{}{}", COURT.replace("glory 0 offensive -", "glory 0 offensive 11,-3,20"), glory(-3));
    let war = evening(&[("peace_court", "on")], 10, "war 1 began 0 peace 1 won 1,0", &sent);
    let offensive = war.state.court.offensive.unwrap();
    assert_eq!(
        (war.state.glory, offensive.glory),
        (5, 5),
        "the new war's glory is no success of an offensive"
    );
    let lines = format!(
        "{}fleet imperial A at din active no known_with A emperor\nunits imperial fleet:A: BB\n{}",
        COURT.replace("glory 0 offensive -", "glory 5 offensive 4,10,20"),
        glory(10)
    );
    let table = evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &lines);
    assert!(table.has("step peace") && table.state.court.offensive.is_none(), "{}", table.text());
    assert!(!table.text().contains("BB"), "the Emperor goes home even after glory has risen");
}

/// One action segment by default, none or four as options.
#[test]
fn i3m_u25_segments() {
    for (option, expected) in [("0", 0), ("1", 1), ("4", 4)] {
        let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: DD\nglory 5 stock 0,0 fought 0";
        let moment = "turn 12 segment 0 mover terran first terran left 0,0 passes 0";
        let options = [("peace_segments", option)];
        let mut table = at(&options, moment, "war 1 began 0 peace 3 won 0,1", lines, "build -");
        table.game.settle(&mut table.state);
        let mut segments = 0;
        while table.state.turn == 12 {
            assert_eq!(table.state.step, Step::Initiative);
            segments += 1;
            table.roll("Terran 1, Imperial 1").act("pass");
        }
        assert_eq!(segments, expected);
    }
}

/// Lanes and hexes into systems with planets or ships of the enemy are closed, but for those with an own planet.
#[test]
fn i3m_u25_entry() {
    let lines = "fleet terran A at agi active no known_with A\nunits terran fleet:A: 2 DD\n\
                 fleet terran B at sol active no known_with B\nunits terran fleet:B: CL\n\
                 fleet imperial A at bar active no known_with A\nunits imperial fleet:A: SC\n\
                 fleet imperial B at alc active no known_with B\nunits imperial fleet:B: CL\n\
                 fleet imperial C at pro active no known_with C\nunits imperial fleet:C: SC\n\
                 world alpha_b imperial hits 0\noutpost agidda terran hits 0\noutpost barnard terran hits 0";
    let mut table = in_peace(&[], lines);
    table.act("activate fleet A");
    // Nusku is Imperial; at Barnard there is an own planet.
    assert!(!table.offers("to Nusku") && table.offers("to Barnard"), "{:?}", table.offered());
    table.act("to Barnard");
    assert_eq!(table.state.step, Step::Orders, "he goes on among enemies");
    table.act("to Sol").act("to Alpha Centauri");
    assert!(table.state.battle.is_none() && !table.has("step orbit"), "{}", table.text());
    let mut table = in_peace(&[], &lines.replace("fleet terran A at agi", "fleet terran A at jun"));
    table.act("activate fleet A");
    assert!(!table.offers("to Procyon"), "a free system with enemy ships");
    let beside = lines.replace("fleet terran A at agi", "fleet terran A at 1,-10");
    let mut beside = in_peace(&[], &beside);
    beside.act("activate fleet A");
    assert!(!beside.offers("one hex north-west") && beside.offers("one hex north"), "{:?}", beside.offered());
    let mut war = at(
        &[],
        "turn 12 segment 1 mover terran first terran left 3,3 passes 0",
        "war 2 began 10 peace 0 won 0,1",
        lines,
        "activate",
    );
    war.act("activate fleet A");
    assert!(war.offers("to Nusku"));
}

/// A fleet that drifts or comes back from space in peace does not come among enemies.
#[test]
fn i3m_u25_entry_by_chance() {
    let lines = "fleet terran A at 1,-10 active yes known_with A\nunits terran fleet:A: DD";
    let moment = "turn 12 segment 2 mover terran first terran left 3,3 passes 0";
    let series = "war 1 began 0 peace 3 won 0,1";
    let options = [("mcnair.17.11", "on"), ("peace_segments", "4")];
    let mut table = at(&options, moment, series, lines, "drift");
    table.roll("north-west");
    assert!(table.text().contains("fleet terran A at 1,-10"), "{}", table.text());
    let lines = "fleet terran A at lost:0,-10 active yes known_with A\nunits terran fleet:A: DD";
    let mut back = at(&options, moment, series, lines, "return A");
    back.roll("back");
    assert!(back.text().contains("fleet terran A at bar"), "{}", back.text());
}

/// Fleets, ships in port and troops among enemies go to the nearest own planet; monitors can't, and are given up.
#[test]
fn i3m_u25_home() {
    let lines = "fleet terran A at nus active no known_with A\nunits terran fleet:A: 2 DD\n\
                 fleet terran B at sir active no known_with B\nunits terran fleet:B: SC\n\
                 fleet imperial A at sir active no known_with A\nunits imperial fleet:A: SC\n\
                 units terran port:agi: CL, M\nunits terran planet:nusku: RT5\n\
                 outpost agidda imperial hits 0\noutpost nusku imperial hits 1\n";
    let table = evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &format!("{lines}{}", glory(0)));
    let table = rolled(table);
    for line in [
        "fleet terran A at bar active no known_with A",
        "fleet terran B at sol active no known_with B",
        "fleet imperial A at eps active no known_with A",
        "units terran port:bar: CL",
        "outpost nusku imperial hits 0",
    ] {
        assert!(table.has(line), "{line}:\n{}", table.text());
    }
    assert_eq!(
        table.state.groups.at(TERRAN, Place::Planet(table.game.map.site("barnard").unwrap())).count(),
        1
    );
    assert!(!table.text().contains(" M"), "{}", table.text());
}

/// What leaves the game when peace is made rolls no maintenance before: both results would be one.
#[test]
fn i3m_u25_home_without_a_roll() {
    let court = COURT.replace("glory 0 offensive -", "glory 5 offensive -");
    let lines = "fleet imperial A at sir active no known_with A emperor\nunits imperial fleet:A: BB\n\
                 units terran port:agi: M\noutpost agidda imperial hits 0\n";
    let close_out = |points| {
        evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &format!("{court}{lines}{}", glory(points)))
    };
    assert!(close_out(10).has("step peace"), "{}", close_out(10).text());
    assert!(close_out(6).has("step upkeep_roll 0"), "the war goes on, and glory has risen");
    // An offensive that brings nothing costs the glory that would have decided the war.
    let court = court.replace("offensive -", "offensive 3,10,20");
    let lines = format!("{court}{lines}{}", glory(10));
    assert!(evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &lines).has("step upkeep_roll 0"));
}

/// All that has to roll passes.
fn rolled(mut table: Table) -> Table {
    while matches!(table.state.step, Step::UpkeepRoll { .. } | Step::Upkeep { .. }) {
        match table.state.step {
            Step::Upkeep { .. } => table.act("roll for the rest"),
            _ => table.roll("passed"),
        };
    }
    table
}

/// Terra, or Gashidda and Dingir: at the close-out, in whichever war.
#[test]
fn i3m_u25_capitals() {
    let ends = |lines: &str| winner(&evening(&[], 12, WAR_TWO, &format!("{lines}{}", glory(5))));
    assert_eq!(ends(""), None);
    assert_eq!(ends("world terra imperial hits 0\n"), Some(Some(IMPERIAL)));
    assert_eq!(ends("world gashidda terran hits 0\n"), None);
    assert_eq!(ends("world dingir terran hits 0\n"), None);
    let both = "world gashidda terran hits 0\nworld dingir terran hits 0\n";
    assert_eq!(ends(both), Some(Some(TERRAN)));
    // All at once: the Terran has 4 worlds, the Imperial 4; and with Procyon 5.
    let all = format!("{both}world terra imperial hits 0\n");
    assert_eq!(ends(&all), Some(None));
    assert_eq!(ends(&format!("{all}world procyon terran hits 0\n")), Some(Some(TERRAN)));
}

/// After the fourth war worlds are counted: 3 and 5 at the start.
#[test]
fn i3m_u25_worlds() {
    let last = |lines: &str, points: i8| {
        evening(&[], 22, "war 4 began 20 peace 0 won 1,2", &format!("{lines}{}", glory(points)))
    };
    let outcome = |lines: &str, points: i8| {
        let table = last(lines, points);
        table.game.outcome(&table.state).map(|outcome| (outcome.returns[0], outcome.margins[0]))
    };
    assert_eq!(outcome("", 5), None, "the war is not over");
    assert_eq!(outcome("", 0), Some((-1.0, 0.0)), "two wars won by each");
    let one_each = "world procyon terran hits 0\nworld ishkur terran hits 0\n";
    assert_eq!(outcome("world ishkur terran hits 0\n", 10), Some((0.0, -0.5)), "4 each");
    assert_eq!(outcome(one_each, 10), Some((1.0, -0.5)));
    let third = evening(&[], 22, "war 3 began 20 peace 0 won 1,1", &format!("{one_each}{}", glory(0)));
    assert!(third.has("step peace"));
}

/// In turn 30 it is over, in war and in peace.
#[test]
fn i3m_u25_cap() {
    for series in ["war 3 began 27 peace 0 won 1,1", "war 3 began 20 peace 4 won 1,1"] {
        let ends = |turn, lines: &str| winner(&evening(&[], turn, series, &format!("{lines}{}", glory(5))));
        assert_eq!(ends(28, ""), None);
        assert_eq!(ends(30, ""), Some(Some(IMPERIAL)));
        assert_eq!(ends(30, "world ishkur terran hits 0\n"), Some(None));
    }
    // A world that grows in that turn counts.
    let grows = "outpost procyon terran hits 0\ngrown procyon 4\nworld ishkur terran hits 0\n";
    let table = evening(&[], 30, "war 3 began 20 peace 4 won 1,1", &format!("{grows}{}", glory(5)));
    assert_eq!(winner(&table), Some(Some(TERRAN)));
    let game = wars(&[]);
    let mut state = game.initial_state();
    assert_eq!(game.last_turn(&state), 30);
    (state.series.war, state.series.began, state.turn) = (4, 18, 19);
    assert_eq!(game.last_turn(&state), 26, "what comes after the last turn of the last war is not built");
}

/// 1 less, never below 8, whoever won.
#[test]
fn i3m_u16_after_war() {
    for (before, after) in [(10, 9), (9, 8), (8, 8)] {
        for points in [0, 10] {
            let court = COURT.replace("budget 10", &format!("budget {before}"));
            let lines = format!("{court}{}", glory(points));
            let table = evening(&[], 3, "war 1 began 0 peace 0 won 0,0", &lines);
            assert_eq!(table.state.court.budget, after);
        }
    }
}

/// Outposts on habitable planets: those of five turns of peace are worlds, whether or not there was war between.
#[test]
fn i3m_u17_growth() {
    let lines = "outpost procyon terran hits 0\ngrown procyon 3\noutpost loki terran hits 0\n";
    let peace = |option: &str| {
        evening(&[("growth", option)], 12, "war 1 began 0 peace 3 won 1,0", &format!("{lines}{}", glory(5)))
    };
    let mut table = peace("adds_up");
    assert!(table.has("grown procyon 4") && !table.text().contains("grown loki"), "{}", table.text());
    assert!(table.has("grown nusku 1"), "Nusku is habitable, too");
    table.game.grow(&mut table.state, table.game.scenario.campaign.as_ref().unwrap());
    assert!(table.has("world procyon terran hits 0") && !table.text().contains("grown procyon"));
    // A new peace: turns of the one before count, or do not.
    for (option, left) in [("adds_up", 3), ("in_one_peace", 0)] {
        let moment = "turn 12 segment 5 mover terran first terran left 0,0 passes 2";
        let mut table = at(&[("growth", option)], moment, "war 1 began 0 peace 0 won 1,0", lines, "peace");
        table.roll("2 turns of peace");
        let procyon = table.game.map.site("procyon").unwrap();
        assert_eq!(table.state.planet(procyon).grown, left, "{option}");
    }
    // In war nothing grows, and who takes the outpost begins anew.
    let war = evening(&[], 12, WAR_TWO, &format!("{lines}{}", glory(5)));
    assert!(war.has("grown procyon 3"));
}
