//! Battle cruisers (9.4) and the Guard (9.3).

use super::super::class::{Class, Role};
use super::super::state::FleetId;
use super::super::{IMPERIAL, TERRAN};
use super::{COURT_DAY, Table, first_war, raid};
use crate::core::Notation;

const CRUISERS: (&str, &str) = ("battle_cruisers", "on");
const GUARD: (&str, &str) = ("imperial_guard", "on");
const MOMENT: &str = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";

#[test]
fn i3m_u21_battle_cruisers() {
    let game = first_war(&[CRUISERS]);
    let figures = |seat| {
        let f = game.units.of(seat, Class::BattleCruiser);
        [f.beam, f.torpedo, f.defence, f.countermeasures, f.maintenance, f.counters, f.cost, f.turns]
    };
    assert_eq!(figures(TERRAN), [7, 6, 2, 3, 4, 3, 18, 3]);
    assert_eq!(figures(IMPERIAL), [4, 8, 2, 3, 4, 3, 17, 3]);
}

/// Three jumps if only with light ships.
#[test]
fn i3m_u21_speed() {
    let jumps = |ships: &str| {
        let lines = format!("fleet terran A at sol active yes known_with A\nunits terran fleet:A: {ships}");
        let table = Table::war(&[CRUISERS], MOMENT, &lines, "orders");
        table.game.jumps_of(&table.state, TERRAN, FleetId(0))
    };
    assert_eq!(["BC, DD", "BC", "BC, CA", "BC, TR"].map(jumps), [3, 3, 2, 2]);
}

/// Under 11.31 they are counted, and left behind, as capital ships.
#[test]
fn mcnair_11_31_battle_cruiser() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: 2 SC, BC\n\
                 fleet imperial A at bar active no known_with A\nunits imperial fleet:A: BC, DD";
    let mut table = Table::war(&[CRUISERS, ("mcnair.11.31", "on")], MOMENT, lines, "orders");
    table.act("to Barnard").act("scout").roll("success");
    assert_eq!(table.state.orders.sighted, Some([1, 1, 0]));
    assert_eq!(table.offered(), ["fight", "leave 1 light"], "with the BC");
    assert_eq!(Class::BattleCruiser.role(), Role::Capital);
}

/// Counters of an option are no counters of the game without it.
#[test]
fn i3m_16_units() {
    let position = |option: &[(&str, &str)], class: &str| {
        let game = first_war(option);
        let text = game.position_text(&crate::core::Game::initial_state(&game));
        let text = text.replace("step deploy", &format!("units imperial port:din: {class}\nstep deploy"));
        game.parse_position(&text).map(|_| ()).map_err(|error| error.reason)
    };
    for (class, option) in [("BC", CRUISERS), ("FS", GUARD), ("ML", ("mines", "on")), ("MS", ("mines", "on"))]
    {
        assert_eq!(position(&[option], class), Ok(()));
        assert_eq!(position(&[], class), Err(format!("seat 1 has no {class}")));
    }
    assert!(raid(&[]).units.find(TERRAN, Class::BattleCruiser).is_none());
}

/// The Guard: on 11 no third die, but always the same fleet, beside all counters of the game.
#[test]
fn i3m_9_3_guard() {
    let emperors = |table: &Table| -> Vec<String> {
        table.outcomes().into_iter().filter(|outcome| outcome.starts_with("Emperor")).collect()
    };
    let without = Table::war(&[], COURT_DAY, "", "intervention");
    assert_eq!(emperors(&without), ["Emperor 60", "Emperor 90", "Emperor 120"]);
    let mut table = Table::war(&[GUARD], COURT_DAY, "", "intervention");
    assert_eq!(emperors(&table), ["Emperor 175"], "5 x 23 and 4 x 15");
    table.roll("Emperor 175").act("to Dingir");
    assert!(table.has("units imperial fleet:A: 4 CA, 4 BB, FS"), "{}", table.text());
    assert_eq!(table.state.counters(IMPERIAL, Class::Dreadnought), 4);
    assert_eq!(table.game.counters_in_use(&table.state, IMPERIAL, Class::Dreadnought), 0);
    let flagship = table.game.units.of(IMPERIAL, Class::Flagship);
    let dreadnought = table.game.units.of(IMPERIAL, Class::Dreadnought);
    let factors = |f: &super::super::units::Figures| [f.beam, f.torpedo, f.defence, f.countermeasures];
    assert_eq!(factors(flagship), factors(dreadnought).map(|factor| factor + 1));
}

/// Four glory are lost with the flagship; with another ship none.
#[test]
fn i3m_u19_flagship() {
    let lost = |ship: &str| {
        let lines = format!(
            "fleet terran A at din active yes known_with A\nfleet imperial A at din active no known_with A emperor\n\
             battle din attacker terran fleet A from shu planet - bombardment no round 1 band 2 winner - hits space:torpedo 1\n\
             ship terran fleet:A TB aimed 0,0 hits 0\nship imperial fleet:A {ship} aimed 0,9 hits 0\n\
             ship imperial fleet:A CA aimed 0,0 hits 0"
        );
        let mut table = Table::war(&[GUARD], MOMENT, &lines, "battle");
        let hits = table.weights().len() - 1;
        table.roll(&format!("hits {hits}")).roll("cancelled 0");
        table.state.glory
    };
    assert_eq!((lost("FS/3"), lost("BB/2")), (1, 5));
}
