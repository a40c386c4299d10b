//! What the doctrine does in peace, and that its parameters do what they say.

use super::super::tests::{Table, wars};
use super::*;
use crate::core::{Game, Notation};

const PEACE: &str = "series war 1 began 0 peace 4 won 0,1\n";

fn in_peace(segment: u8, lines: &str, step: &str) -> Table {
    let moment = format!("turn 12 segment {segment} mover terran first terran left 3,3 passes 0");
    Table::on_whole_map(wars(&[]), &moment, &format!("{PEACE}{lines}"), step)
}

/// What the doctrine of the mover likes best, with these parameters changed.
fn choice(table: &Table, change: &[(&str, f32)]) -> String {
    let mut values = DoctrineValues::defaults::<ThirdMillennium>();
    for &(key, value) in change {
        values.set::<ThirdMillennium>(key, value).unwrap();
    }
    let (mut legal, mut scores) = (Vec::new(), Vec::new());
    table.game.legal_actions(&table.state, &mut legal);
    let view = table.game.view(&table.state, table.state.mover);
    table.game.rank(&view, &legal, &values, &mut scores);
    assert_eq!(scores.len(), legal.len());
    let best = (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
    table.game.action_text(&table.state, legal[best])
}

/// In peace a fleet that is away comes home to a world.
#[test]
fn fleets_spend_a_peace_at_home() {
    let mut table =
        in_peace(1, "fleet terran A at jun active no known_with A\nunits terran fleet:A: 2 CL", "activate");
    assert_eq!(choice(&table, &[]), "activate fleet A");
    table.act("activate fleet A");
    assert_eq!(choice(&table, &[]), "to Sol");
}

/// An empty transport goes to a planet that grows into a world, and settles there before the money goes elsewhere.
#[test]
fn transports_settle_in_peace() {
    let lines = "glory 5 stock 9,0 fought 0\nfleet terran A at jun active no known_with A\nunits terran fleet:A: CL, TR";
    let mut table = in_peace(1, lines, "activate");
    table.act("activate fleet A");
    assert_eq!(choice(&table, &[("terran.settle", 0.0)]), "to Sol");
    assert_eq!(
        choice(&table, &[]),
        "to Procyon",
        "Junction is free and habitable, Procyon, too, and nearer to the enemy"
    );
    table.act("to Procyon");
    assert_eq!(choice(&table, &[]), "stop");
    let moment = "turn 2 segment 1 mover terran first terran left 3,3 passes 0";
    let mut war = Table::on_whole_map(wars(&[]), moment, lines, "activate");
    war.act("activate fleet A");
    let [none, all] = [0.0, 5.0].map(|value| choice(&war, &[("terran.settle", value)]));
    assert_eq!(none, all, "in war they stay with the fleet");
    let shop = in_peace(0, lines, "build -");
    assert_ne!(choice(&shop, &[]), "done");
    let poor = in_peace(0, &lines.replace("stock 9,0", "stock 4,0"), "build -");
    assert_eq!(choice(&poor, &[]), "build an outpost on Junction");
}

/// Each side has its own values.
#[test]
fn parameters_are_of_one_side() {
    let lines = "glory 5 stock 30,0 fought 0\nunits terran planet:terra: RT6";
    let shop = in_peace(0, lines, "build -");
    let none = [("terran.scouts", 0.0), ("terran.transports", 0.0), ("terran.attack_transports", 0.0)];
    let no_troops = [&none[..], &[("terran.troops", 0.0)]].concat();
    let capital = [&no_troops[..], &[("terran.capital", 3.0)]].concat();
    let other = [&no_troops[..], &[("imperial.capital", 3.0)]].concat();
    assert!(choice(&shop, &none).starts_with("build RT"), "{}", choice(&shop, &none));
    assert!(choice(&shop, &no_troops).starts_with("build TB"), "{}", choice(&shop, &no_troops));
    assert_eq!(choice(&shop, &other), choice(&shop, &no_troops));
    assert!(choice(&shop, &capital).starts_with("build B2"), "{}", choice(&shop, &capital));
}
