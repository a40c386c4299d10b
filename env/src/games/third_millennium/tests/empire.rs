//! What the Empire does, asked and unasked.

use super::super::IMPERIAL;
use super::super::class::Class;
use super::{COURT, COURT_DAY, Table};
use crate::core::Game;

const FLEET: &str = "fleet imperial A at din active no known_with A\nunits imperial fleet:A: 2 CL, DD, TR\n";

/// The dice of the Intervention, with these lines.
fn intervention(lines: &str) -> Table {
    Table::war(&[], COURT_DAY, lines, "intervention")
}

fn imperial_stock(table: &Table) -> u8 {
    table.state.sides[IMPERIAL.index()].stock
}

/// Each turn begins with two dice: 2 recall, 3 no budget, 4 and 5 less of it, 9 Resources, 10 an offensive, 11 the Emperor
/// (the number is of a source), 12 a CA and 1 for good.
#[test]
fn i3m_u19_intervention() {
    let table = intervention(FLEET);
    let chances: Vec<(String, u32)> = table.outcomes().into_iter().zip(table.weights()).collect();
    let expected = [
        ("recall of 7", 6),
        ("withheld 99", 12),
        ("withheld 3", 18),
        ("budget -1", 24),
        ("nothing", 96),
        ("Resources 5", 24),
        ("offensive 5", 3),
        ("offensive 10", 3),
        ("offensive 15", 3),
        ("offensive 20", 3),
        ("offensive 25", 3),
        ("offensive 30", 3),
        ("Emperor 60", 4),
        ("Emperor 90", 4),
        ("Emperor 120", 4),
        ("budget +1, CA", 6),
    ];
    assert_eq!(chances, expected.map(|(text, weight)| (text.to_string(), weight)));
    let mut start = table.game.initial_state();
    table.game.begin_turn(&mut start);
    assert_eq!(start.step, super::super::state::Step::Intervention);
}

/// Budgets never fall below 8; what changes nothing is nothing.
#[test]
fn i3m_u19_intervention_least_budget() {
    let mut poor = intervention(&format!("{FLEET}{}", COURT.replace("budget 10", "budget 8")));
    assert!(!poor.outcomes().contains(&"budget -1".into()));
    poor.roll("nothing");
    assert_eq!(poor.state.court.budget, 8);
    let mut cut = intervention(FLEET);
    cut.roll("budget -1");
    assert_eq!(cut.state.court.budget, 9);
}

/// What a full stock would lose, or does not miss, is nothing: 25 more come in Production.
#[test]
fn i3m_8_stock_of_what_the_empire_gives() {
    let outcomes = |stock: u8| intervention(&format!("{FLEET}glory 5 stock 0,{stock} fought 0")).outcomes();
    let has = |stock: u8, text: &str| outcomes(stock).iter().any(|outcome| outcome == text);
    assert!(has(69, "Resources 5") && has(71, "Resources 3") && !has(74, "Resources 5"));
    assert!(has(76, "withheld 3") && !has(77, "withheld 3") && has(83, "withheld 99"));
    assert!(!has(84, "withheld 99"), "the budget is 10");
}

/// Withheld budgets are missing once.
#[test]
fn i3m_u19_intervention_withheld() {
    for (outcome, stock) in [("nothing", 25), ("withheld 3", 22), ("withheld 99", 15), ("Resources 5", 30)] {
        let mut table = intervention(&format!("{FLEET}glory 5 stock 0,0 fought 0"));
        table.roll(outcome).act("no appeal");
        assert_eq!((imperial_stock(&table), table.state.court.withheld), (stock, 0), "{outcome}");
    }
}

/// A third of the ships' worth goes home, and the Imperial picks: of 2 CL, DD, TR (23) ships worth 7.
#[test]
fn i3m_u19_recall() {
    let mut table = intervention(FLEET);
    table.roll("recall of 7");
    assert_eq!(
        table.offered(),
        ["DD from fleet A", "CL from fleet A"],
        "after the TR alone nothing would be left"
    );
    table.act("DD from fleet A");
    assert_eq!(table.offered(), ["CL from fleet A", "TR from fleet A"], "2 more");
    table.act("TR from fleet A");
    assert!(table.has("units imperial fleet:A: 2 CL") && table.has("step appeal"), "{}", table.text());
    // Neither the Emperor's ships nor lost ones can be called.
    let lines = "fleet imperial A at din active no known_with A emperor\nunits imperial fleet:A: BB\n\
                 fleet imperial B at lost:0,0 active no known_with B\nunits imperial fleet:B: CL\n\
                 units imperial planet:dingir: F, PD";
    assert!(!intervention(lines).outcomes().iter().any(|text| text.starts_with("recall")));
}

/// The Imperial takes permitted ships for so much, all at one entry; they are there in the same turn.
#[test]
fn i3m_u19_offensive() {
    let mut table = intervention(&format!("{FLEET}glory 5 stock 0,0 fought 0"));
    table.roll("offensive 10");
    let offered = table.offered();
    assert!(
        offered.contains(&"build CL at Gashidda".into()) && !offered.iter().any(|text| text.contains("CR"))
    );
    assert!(
        !offered.iter().any(|text| text.contains("build M") || text.contains("Tau Ceti") || text == "done")
    );
    table.act("build DD at Gashidda");
    assert_eq!(table.offered(), ["build DD at Gashidda", "build TR at Gashidda", "done"]);
    table.act("build TR at Gashidda").act("done");
    assert_eq!(imperial_stock(&table), 0, "they cost nothing");
    table.act("no appeal");
    assert!(table.has("units imperial port:gas: DD, TR"), "{}", table.text());
    assert!(table.has("court budget 10 withheld 0 level 0 heard yes glory 0 offensive 3,5,7"));
    let busy = intervention(&format!("{FLEET}{}", COURT.replace("offensive -", "offensive 3,5,7")));
    assert!(!busy.outcomes().iter().any(|text| text.starts_with("offensive")), "one at a time");
}

const EVENING: &str = "turn 3 segment 5 mover imperial first terran left 0,0 passes 2";

fn close_out(moment: &str, lines: &str) -> Table {
    let mut table = Table::war(&[], moment, lines, "initiative");
    table.game.begin_close_out(&mut table.state);
    table.game.settle(&mut table.state);
    table
}

/// Unless glory rises by 1 within two turns, ships worth as much again go home, and 1 glory.
#[test]
fn i3m_u19_offensive_that_brings_nothing() {
    let court = COURT.replace("offensive -", "offensive 3,5,13");
    let lines = |glory: u8| format!("{FLEET}{court}glory {glory} stock 0,0 fought 0");
    let failed = close_out(EVENING, &lines(5));
    assert!(failed.text().contains("step recall 13"), "{}", failed.text());
    assert_eq!((failed.state.glory, failed.state.court.offensive), (4, None));
    let early = close_out(&EVENING.replace("turn 3", "turn 2"), &lines(5));
    assert_eq!((early.state.turn, early.state.glory), (3, 5), "there is another turn");
    assert!(early.state.court.offensive.is_some());
    let done = close_out(&EVENING.replace("turn 3", "turn 2"), &lines(6));
    assert_eq!((done.state.glory, done.state.court.offensive), (6, None));
}

/// A fleet drawn from all counters that are left, whatever the permissions, at Dingir or Gashidda.
#[test]
fn i3m_u19_emperor() {
    let mut table = intervention(FLEET);
    table.roll("Emperor 60");
    assert_eq!(table.offered(), ["to Dingir", "to Gashidda"]);
    table.act("to Gashidda");
    assert!(table.has("fleet imperial B at gas active no known_with B emperor"));
    let drawn: Vec<(String, u32)> = table.outcomes().into_iter().zip(table.weights()).collect();
    for (class, left) in [("BB", 4), ("CA", 5), ("CL", 5), ("DD", 12), ("TR", 7), ("AR", 1)] {
        assert!(drawn.contains(&(class.into(), left)), "{drawn:?}");
    }
    assert!(!drawn.iter().any(|(class, _)| ["M", "F", "PD", "RT"].contains(&class.as_str())));
    table.roll("BB").roll("BB").roll("SC").roll("DD").roll("DD");
    assert!(!table.outcomes().contains(&"CL".into()), "2 are left: {:?}", table.outcomes());
    table.roll("TR");
    assert!(
        table.has("units imperial fleet:B: SC, 2 DD, 2 BB, TR") && table.has("step appeal"),
        "{}",
        table.text()
    );
    let here =
        format!("{FLEET}fleet imperial B at gas active no known_with B emperor\nunits imperial fleet:B: BB");
    assert!(!intervention(&here).outcomes().iter().any(|text| text.starts_with("Emperor")), "he is here");
}

/// If glory does not rise in a turn the fleet leaves in its close-out.
#[test]
fn i3m_u19_emperor_leaves() {
    let lines = |glory: u8| {
        let court = COURT.replace("glory 0", "glory 5");
        format!(
            "{court}fleet imperial A at din active no known_with A emperor\nunits imperial fleet:A: BB\nglory {glory} stock 0,0 fought 0"
        )
    };
    assert!(!close_out(EVENING, &lines(5)).text().contains("fleet imperial A"));
    let stays = close_out(EVENING, &lines(6));
    assert!(stays.has("fleet imperial A at din active no known_with A emperor"));
    assert_eq!(stays.state.court.glory, 6, "now it has to rise above that");
}

/// No ship leaves the Emperor's fleet, and none joins it; troops may.
#[test]
fn i3m_u19_emperor_keeps_his_ships() {
    let lines = "fleet imperial A at din active no known_with A emperor\nunits imperial fleet:A: BB, AT\n\
                 units imperial port:din: DD\nunits imperial planet:dingir: RT5";
    let table = Table::war(&[], COURT_DAY, lines, "muster -");
    assert_eq!(table.offered(), ["fill fleet A", "new fleet at Dingir", "done"]);
    let mut troops = Table::war(&[], COURT_DAY, lines, "muster -");
    troops.act("fill fleet A");
    assert!(troops.has("units imperial fleet:A: BB, AT(RT5)"), "{}", troops.text());
    for (emperor, builds) in [(" emperor", false), ("", true)] {
        let lines = format!(
            "fleet imperial A at mes active no known_with A{emperor}\nunits imperial fleet:A: BB, TR\n\
             glory 5 stock 9,9 fought 0"
        );
        let table = Table::war(&[], COURT_DAY, &lines, "build -");
        assert_eq!(table.offers("build an outpost on Meshan"), builds, "{:?}", table.offered());
    }
}

/// One appeal a turn, for funds or for forces, or none; two dice.
#[test]
fn i3m_u18_appeal() {
    let appeal = |text: &str| {
        let mut table = Table::war(&[], COURT_DAY, FLEET, "appeal");
        assert_eq!(table.offered(), ["no appeal", "appeal for funds", "appeal for forces"]);
        table.act(text);
        let chances: Vec<(String, u32)> = table.outcomes().into_iter().zip(table.weights()).collect();
        let chances = chances.into_iter().map(|(text, weight)| (text, weight / 6)).collect::<Vec<_>>();
        (table, chances)
    };
    let own = |list: &[(&str, u32)]| list.iter().map(|(text, n)| (text.to_string(), *n)).collect::<Vec<_>>();
    let (mut funds, chances) = appeal("appeal for funds");
    let expected = [
        ("glory -1", 6),
        ("nothing", 9),
        ("Resources 5", 6),
        ("Resources 10", 5),
        ("Resources 15", 4),
        ("budget +1", 3),
        ("budget +2", 2),
        ("budget +2, Resources 10", 1),
    ];
    assert_eq!(chances, own(&expected));
    funds.roll("budget +1");
    assert_eq!((funds.state.court.budget, funds.state.court.heard), (11, true));
    assert!(!funds.has("step appeal"), "one a turn");
    let (_, chances) = appeal("appeal for forces");
    let expected = [
        ("glory -1", 6),
        ("nothing", 9),
        ("DD,CL", 6),
        ("permissions 1", 5),
        ("permissions 1, CR", 4),
        ("permissions 2", 3),
        ("permissions 3, CA", 2),
        ("permissions 4", 1),
    ];
    assert_eq!(chances, own(&expected));
}

/// Funds cost 1 glory, forces 2, a refusal 1 more; without the glory there is no appeal.
#[test]
fn i3m_u18_cost() {
    let with =
        |glory: i8| Table::war(&[], COURT_DAY, &format!("{FLEET}glory {glory} stock 0,0 fought 0"), "appeal");
    assert_eq!(with(1).offered(), ["no appeal", "appeal for funds"]);
    let mut funds = with(5);
    funds.act("appeal for funds");
    assert_eq!(funds.state.glory, 4);
    let mut forces = with(5);
    forces.act("appeal for forces").roll("glory -1");
    assert_eq!(forces.state.glory, 2);
    let mut none = intervention(&format!("{FLEET}glory 0 stock 0,0 fought 0"));
    none.roll("nothing");
    assert!(none.text().contains("step muster"), "nobody is asked");
}

/// H. J. Cobb: no appeal below 2 glory.
#[test]
fn i3m_6_2_floor() {
    let lines = |glory: u8| format!("{FLEET}glory {glory} stock 0,0 fought 0");
    let on = [("cobb_6_2_floor", "on")];
    assert!(!Table::war(&on, COURT_DAY, &lines(1), "appeal").offers("appeal for funds"));
    assert!(Table::war(&on, COURT_DAY, &lines(2), "appeal").offers("appeal for funds"));
}

/// H. J. Cobb: 1 more to either appeal if any capital ship is in Terran fleets; above 12 counts as 12.
#[test]
fn i3m_6_2_capital() {
    let chances = |option: &str, ship: &str| {
        let lines =
            format!("{FLEET}fleet terran A at sol active no known_with A\nunits terran fleet:A: {ship}");
        let mut table = Table::war(&[("cobb_6_2_capital", option)], COURT_DAY, &lines, "appeal");
        table.act("appeal for funds");
        table.weights().into_iter().map(|weight| weight / 6).collect::<Vec<_>>()
    };
    let plain = vec![6, 9, 6, 5, 4, 3, 2, 1];
    assert_eq!(chances("off", "CA"), plain);
    assert_eq!(chances("on", "CL"), plain);
    // 2 and 3 refuse, 4 and 5 are nothing, 11 and 12 are the best.
    assert_eq!(chances("on", "CA"), [3, 7, 5, 6, 5, 4, 3, 3]);
}

/// H. J. Cobb: an appeal that would grant only permissions already held counts 1 more, and is nothing if that is no news.
#[test]
fn i3m_6_2_raise() {
    let chances = |option: &str, level: u8| {
        let court = COURT.replace("level 0", &format!("level {level}"));
        let mut table =
            Table::war(&[("cobb_6_2_raise", option)], COURT_DAY, &format!("{FLEET}{court}"), "appeal");
        table.act("appeal for forces");
        let weights = table.weights().into_iter().map(|weight| weight / 6);
        table.outcomes().into_iter().zip(weights).collect::<Vec<(String, u32)>>()
    };
    let has =
        |list: &[(String, u32)], text: &str| list.iter().find(|(other, _)| other == text).map(|(_, n)| *n);
    // 8 is held and becomes 9: a CR.
    let one = chances("on", 1);
    assert_eq!((has(&one, "CR"), has(&one, "nothing")), (Some(5 + 4), Some(9)));
    assert_eq!(has(&chances("off", 1), "nothing"), Some(9 + 5));
    // 10 is held and becomes 11; 12 is held, and there is no more.
    let all = chances("on", 4);
    assert_eq!((has(&all, "CA"), has(&all, "nothing")), (Some(3 + 2), Some(9 + 1)));
}

/// Each level with those below: CR, CS, AT, AR, JT, CV; CA, B1; B2; BB.
#[test]
fn i3m_u18_permissions() {
    let builds = |level: u8| {
        let lines =
            format!("{}glory 5 stock 99,99 fought 0", COURT.replace("level 0", &format!("level {level}")));
        let table = Table::war(&[], COURT_DAY, &lines, "build -");
        let classes = Class::ALL.map(Class::code);
        classes
            .into_iter()
            .filter(|class| table.offers(&format!("build {class} at Gashidda")))
            .collect::<Vec<_>>()
    };
    assert_eq!(builds(0), ["SC", "DD", "CL", "TR", "M", "F", "PD", "RT"]);
    assert_eq!(builds(1), ["SC", "DD", "CL", "CS", "CR", "CV", "AR", "AT", "TR", "M", "F", "PD", "RT", "JT"]);
    let more = |level: u8| {
        builds(level).into_iter().filter(|class| !builds(level - 1).contains(class)).collect::<Vec<_>>()
    };
    assert_eq!((more(2), more(3), more(4)), (vec!["CA", "B1"], vec!["B2"], vec!["BB"]));
    let mut lower =
        Table::war(&[], COURT_DAY, &format!("{FLEET}{}", COURT.replace("level 0", "level 2")), "appeal");
    lower.act("appeal for forces").roll("CR");
    assert_eq!(lower.state.court.level, 2, "a lower permission takes nothing away");
}

/// Ships that are given enter at Dingir, Kinunir, Gashidda or Ishkur, and are there in the same turn.
#[test]
fn i3m_u18_ships() {
    let mut table = Table::war(&[], COURT_DAY, FLEET, "appeal");
    table.act("appeal for forces").roll("DD,CL");
    assert_eq!(table.offered(), ["to Dingir", "to Kinunir", "to Gashidda", "to Ishkur"]);
    table.act("to Ishkur");
    assert!(table.has("units imperial port:ish: DD, CL"), "{}", table.text());
    let enemy = "fleet terran A at din active no known_with A\nunits terran fleet:A: DD\n\
                 fleet imperial B at ish active no known_with B\nunits imperial fleet:B: CL\n";
    let mut closed = Table::war(&[], COURT_DAY, enemy, "appeal");
    closed.act("appeal for forces").roll("DD,CL");
    assert!(!closed.offers("to Dingir") && closed.offers("to Kinunir"));
}
