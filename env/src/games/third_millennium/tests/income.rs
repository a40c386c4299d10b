use super::super::class::Class;
use super::super::{IMPERIAL, TERRAN};
use super::{COURT, COURT_DAY, Table, first_war, raid};
use crate::core::Game;

/// Both sides have their income at once: 6 Resources in each turn of a raid, that of their planets in a war.
#[test]
fn i3m_u3_production() {
    let game = raid(&[]);
    let mut state = game.initial_state();
    game.begin_turn(&mut state);
    assert_eq!(state.sides.map(|side| side.stock), [6, 6]);
    let game = first_war(&[]);
    let mut state = game.initial_state();
    assert_eq!(state.sides.map(|side| side.stock), [15, 15]);
    game.produce(&mut state);
    assert_eq!(state.sides.map(|side| side.stock), [15 + 10 + 4 + 4 + 1 + 1, 15 + 10 + 5 + 10]);
}

/// A stock holds 99; more is lost.
#[test]
fn i3m_8_stock() {
    let game = raid(&[]);
    let mut state = game.initial_state();
    state.sides[0].stock = 97;
    game.produce(&mut state);
    assert_eq!(state.sides[0].stock, 99);
}

fn income(lines: &str) -> [u8; 2] {
    let table = Table::war(&[], COURT_DAY, lines, "build -");
    [TERRAN, IMPERIAL].map(|seat| table.game.income(&table.state, seat))
}

/// Terra 10, other worlds 4, outposts 1, if connected to Terra; cut off, worlds pay half, rounded down, outposts nothing.
#[test]
fn i3m_u16_terran() {
    assert_eq!(income("")[0], 20);
    assert_eq!(income("outpost procyon terran hits 0")[0], 21);
    assert_eq!(income("world procyon terran hits 0")[0], 24);
    let at = |system: &str| {
        format!("fleet imperial A at {system} active no known_with A\nunits imperial fleet:A: SC")
    };
    // Alpha Centauri: 8 become 4; Barnard: 1 becomes 0; with Sol itself closed nothing is connected.
    assert_eq!(income(&at("alc"))[0], 16);
    assert_eq!(income(&at("bar"))[0], 19);
    assert_eq!(income(&at("sol"))[0], 5 + 2 + 2);
    assert_eq!(income("world terra imperial hits 0")[0], 2 + 2);
}

/// A standing budget, and 1 for each connected world or outpost; what is withheld comes off the budget only.
#[test]
fn i3m_u16_imperial() {
    assert_eq!(income("")[1], 10 + 15);
    assert_eq!(income(&COURT.replace("budget 10", "budget 13"))[1], 13 + 15);
    assert_eq!(income(&COURT.replace("withheld 0", "withheld 3"))[1], 7 + 15);
    assert_eq!(income(&COURT.replace("withheld 0", "withheld 99"))[1], 15);
    // At Sirius, Epsilon Eridani and Tau Ceti still reach Gashidda; at Zaggisi, Apishal, Nusku and Dushaam reach nothing.
    let at =
        |system: &str| format!("fleet terran A at {system} active no known_with A\nunits terran fleet:A: SC");
    assert_eq!(income(&at("sir"))[1], 25);
    assert_eq!(income(&at("zag"))[1], 10 + 15 - 4);
    assert_eq!(income("outpost nusku terran hits 0")[1], 10 + 15 - 2, "and Dushaam behind it");
}

/// The tried variant: 3 for each connected world.
#[test]
fn i3m_u16_imperial_worlds_that_pay_more() {
    let moment = "turn 2 segment 0 mover imperial first terran left 0,0 passes 0";
    for (pay, budget) in [("1", 25), ("2", 30), ("3", 35)] {
        let table = Table::war(&[("imperial_world", pay)], moment, "", "intervention");
        assert_eq!(table.game.income(&table.state, IMPERIAL), budget);
    }
}

const TRANSPORT: &str =
    "fleet terran A at pro active no known_with A\nunits terran fleet:A: TR, DD\nglory 5 stock 4,4 fought 0";
const TERRAN_DAY: &str = "turn 2 segment 0 mover terran first terran left 0,0 passes 0";

/// A transport on a free planet and 4 Resources; the outpost stands in the next turn's Reinforcements.
#[test]
fn i3m_u17_outpost() {
    let mut table = Table::war(&[], TERRAN_DAY, TRANSPORT, "build -");
    assert!(table.offers("build an outpost on Procyon"), "{:?}", table.offered());
    table.act("build an outpost on Procyon");
    assert_eq!(table.state.sides[0].stock, 0);
    assert!(
        table.has("units terran fleet:A: DD") && table.has("founding procyon terran"),
        "{}",
        table.text()
    );
    table.game.administrate(&mut table.state);
    assert!(table.has("outpost procyon terran hits 0") && !table.text().contains("founding"));
    for (lines, why) in [
        (TRANSPORT.replace("TR, DD", "TR(RT5), DD"), "it carries troops"),
        (TRANSPORT.replace("TR, DD", "AT, DD"), "it is no transport"),
        (TRANSPORT.replace("stock 4", "stock 3"), "it is too dear"),
        (TRANSPORT.replace("at pro", "at eps"), "the planet is not free"),
        (TRANSPORT.replace("at pro", "at sir"), "there is no planet"),
        (
            format!(
                "{TRANSPORT}\nfleet imperial A at pro active no known_with A\nunits imperial fleet:A: SC"
            ),
            "an enemy is there",
        ),
    ] {
        let table = Table::war(&[], TERRAN_DAY, &lines, "build -");
        assert!(!table.offered().iter().any(|text| text.contains("outpost")), "{why}");
    }
}

/// While enemies are beside it, an outpost is not finished.
#[test]
fn i3m_u17_outpost_waits_for_enemies_to_go() {
    let lines =
        "founding procyon terran\nfleet imperial A at pro active no known_with A\nunits imperial fleet:A: SC";
    let mut table = Table::war(&[], TERRAN_DAY, lines, "build -");
    table.game.administrate(&mut table.state);
    assert!(table.has("founding procyon terran"));
}

/// One planetary defence a planet, two on home worlds, counting those on order.
#[test]
fn i3m_u17_defences() {
    let built = |lines: &str, place: &str| {
        let mut table =
            Table::war(&[], TERRAN_DAY, &format!("glory 5 stock 99,0 fought 0\n{lines}"), "build -");
        let text = format!("build PD at {place}");
        let mut count = 0;
        while table.offers(&text) {
            table.act(&text);
            count += 1;
        }
        (count, table)
    };
    assert_eq!(built("", "Sol").0, 3, "Terra and Mars");
    assert_eq!(built("units terran planet:terra: PD", "Sol").0, 2);
    let (count, mut table) = built("units terran planet:alpha_a: PD", "Alpha Centauri");
    assert_eq!(count, 1);
    table.state.turn = 3;
    table.game.administrate(&mut table.state);
    assert!(table.has("units terran planet:alpha_b: PD"), "{}", table.text());
    assert_eq!(built("", "Alpha Centauri").0, 2, "one for each of its worlds");
}

/// H. J. Cobb's gates: CA after the loss of a CL or CS in battle, B2 after a CA, BB after a B2.
#[test]
fn i3m_9_0_gates() {
    let on = [("cobb_9_0", "on")];
    let builds = |options: &[(&str, &str)], lost: &str, class: &str| {
        let lines = format!("glory 5 stock 99,0 fought 0\n{lost}");
        Table::war(options, TERRAN_DAY, &lines, "build -").offers(&format!("build {class} at Sol"))
    };
    for (lost, ca, b, bb) in [
        ("", false, false, false),
        ("lost terran DD,TB", false, false, false),
        ("lost terran CL", true, false, false),
        ("lost terran CS", true, false, false),
        ("lost terran CA", false, true, false),
        ("lost terran CL,CA", true, true, false),
        ("lost terran B2", false, false, true),
    ] {
        assert_eq!(["CA", "B2", "BB"].map(|class| builds(&on, lost, class)), [ca, b, bb], "{lost}");
    }
    assert!(["CA", "B2", "BB"].iter().all(|class| builds(&[], "", class)));
    let cruisers = [("cobb_9_0", "on"), ("battle_cruisers", "on")];
    assert_eq!(["lost terran CL", "lost terran CA"].map(|lost| builds(&cruisers, lost, "BC")), [false, true]);
}

/// What is lost in battle is remembered, with the option.
#[test]
fn i3m_9_0_gates_open_by_battle() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: CL\n\
                 fleet imperial A at bar active yes known_with A\nunits imperial fleet:A: 2 CR";
    let moment = "turn 1 segment 2 mover imperial first terran left 3,3 passes 0";
    for (value, lost) in [("on", Class::LightCruiser.bit()), ("off", 0)] {
        let mut table = Table::war(&[("cobb_9_0", value)], moment, lines, "orders");
        table.act("to Sol").roll("the range stays");
        // Beams don't reach; the first CR's torpedoes hit, and nothing is cancelled.
        table.roll("hits 0");
        table.roll("hits 4").roll("cancelled 0");
        assert_eq!(table.state.sides[0].lost, lost, "{}", table.text());
    }
}
