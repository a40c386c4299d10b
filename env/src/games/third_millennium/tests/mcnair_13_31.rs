//! 13.31, sentence by sentence. Mars and Barnard are bare rock.

use super::super::state::{Stage, Volley, Weapon};
use super::Table;

const ON: (&str, &str) = ("mcnair.13.31", "on");

/// The Imperial's fleet comes from Agidda to Barnard, on whose planet `defence` is.
fn at_barnard(options: &[(&str, &str)], fleet: &str, defence: &str) -> Table {
    let mut table = above_barnard(options, fleet, defence);
    table.act("invade Barnard");
    table
}

fn above_barnard(options: &[(&str, &str)], fleet: &str, defence: &str) -> Table {
    let lines = format!(
        "fleet imperial A at agi active yes known_with A\nunits imperial fleet:A: {fleet}\nunits terran planet:barnard: {defence}"
    );
    let moment = "turn 1 segment 2 mover imperial first imperial left 3,3 passes 0";
    let mut table = Table::at(options, moment, &lines, "orders");
    table.act("to Barnard");
    if table.has("step orders") {
        table.act("stop");
    }
    table
}

fn stage(table: &Table) -> Stage {
    table.state.battle.as_ref().unwrap().stage
}

/// Only on planets of type X, and only with the rule.
#[test]
fn mcnair_13_31_condition() {
    let volley = |table: &Table| match stage(table) {
        Stage::Aim { volley, .. } => volley,
        stage => panic!("{stage:?}"),
    };
    assert_eq!(volley(&at_barnard(&[ON], "2 DD, AT(RT5)", "F")), Volley::Fighters(Weapon::Beam));
    assert_eq!(volley(&at_barnard(&[], "2 DD, AT(RT5)", "F")), Volley::Fighters(Weapon::Torpedo));
    // Agidda has an atmosphere.
    let lines = "fleet terran A at bar active yes known_with A\nunits terran fleet:A: 2 DD, AT(RT5)\nunits imperial planet:agidda: F";
    let mut air = Table::new(&[ON], lines);
    air.act("to Agidda").act("stop").act("invade Agidda");
    assert_eq!(volley(&air), Volley::Fighters(Weapon::Torpedo));
}

/// The article speaks of Invasion Combat and of "the planet being invaded": no beams in a bombardment.
#[test]
fn mcnair_13_31_condition_is_an_invasion() {
    let mut table = above_barnard(&[ON], "2 DD, AT(RT5)", "F");
    table.act("bombard Barnard");
    assert!(matches!(stage(&table), Stage::Aim { volley: Volley::Fighters(Weapon::Torpedo), .. }));
}

/// In addition to torpedoes: after the beams of a step come its torpedoes.
#[test]
fn mcnair_13_31_also() {
    let mut table = at_barnard(&[ON], "2 CA, AT(RT5)", "F");
    table.act("at AT(RT5) (number 2)").roll("hits 0");
    assert!(matches!(stage(&table), Stage::Aim { volley: Volley::Fighters(Weapon::Torpedo), .. }));
    table.act("at AT(RT5) (number 2)").roll("hits 0");
    assert!(matches!(stage(&table), Stage::Escorts { weapon: Weapon::Beam, dice: 3, .. }));
    table.roll("hits 0");
    assert!(matches!(stage(&table), Stage::Escorts { weapon: Weapon::Torpedo, dice: 4, .. }));
}

/// Defending fighters roll a die for each beam factor and hit on 5 or 6; what they destroy is out before the torpedoes.
#[test]
fn mcnair_13_31_step2() {
    let mut table = at_barnard(&[ON], "DD, AT(RT5)", "F");
    table.act("at DD (number 0)");
    assert_eq!(table.weights(), [2, 1]);
    table.roll("hits 1");
    assert!(!table.text().contains("DD"), "the only torpedo target is the AT: {}", table.text());
}

/// A fighter counts as 1 beam; as printed on its counter it has none.
#[test]
fn i3m_u2_fighter_beam() {
    for (factor, dice) in [("1", 1), ("2", 2), ("3", 3)] {
        let mut table = at_barnard(&[ON, ("fighter_beam_13_31", factor)], "DD, AT(RT5)", "F");
        table.act("at DD (number 0)");
        assert_eq!(table.weights().iter().sum::<u32>(), 3_u32.pow(dice));
    }
    let printed = at_barnard(&[ON, ("fighter_beam_13_31", "0")], "DD, AT(RT5)", "F");
    assert!(matches!(stage(&printed), Stage::Aim { volley: Volley::Fighters(Weapon::Torpedo), .. }));
}

/// The example: of CA, 2 DD and AT one DD is lost to the beams of step 2 and the CA is hit; 5 + 2 + 0 beams are left.
#[test]
fn mcnair_13_31_step3_survivors() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: CA, 2 DD, AT(RT5)\n\
                 outpost barnard imperial hits 0\nunits imperial planet:barnard: 3 F, PD";
    let mut table = Table::new(&[ON], lines);
    table.act("to Barnard").act("stop").act("invade Barnard");
    table.act("at DD (number 0)").act("at DD (number 0)").act("at CA (number 2)");
    table.roll("hits 1").roll("hits 1");
    let ships = |table: &Table| -> Vec<(&str, u8)> {
        let ships = table.state.battle.as_ref().unwrap().ships.iter();
        ships.map(|ship| (ship.unit.class().code(), ship.damage())).collect()
    };
    assert_eq!(ships(&table)[..3], [("DD", 0), ("CA", 1), ("AT", 0)], "before any torpedo");
    for _ in 0..3 {
        table.act("at AT(RT5) (number 2)");
    }
    table.roll("hits 0");
    assert!(matches!(stage(&table), Stage::Escorts { weapon: Weapon::Beam, dice: 2, .. }));
    // Torpedoes of step 3: 5 + 1 + 2 of those that are left.
    table.roll("hits 0");
    assert!(matches!(stage(&table), Stage::Escorts { weapon: Weapon::Torpedo, dice: 2, .. }));
}

/// Surviving escorts and attack transports fire beams, then torpedoes: each 6 of the dice is a hit.
#[test]
fn mcnair_13_31_step3() {
    let mut table = at_barnard(&[ON], "CR, AT(RT5)", "PD");
    assert!(matches!(stage(&table), Stage::Escorts { weapon: Weapon::Beam, dice: 1, .. }));
    assert_eq!(table.weights(), [5, 1]);
    table.roll("hits 0");
    assert!(matches!(stage(&table), Stage::Escorts { weapon: Weapon::Torpedo, dice: 2, .. }));
}

/// All their beam factors, divided by three; the readings of what is left over. The example: 5 + 2 + 0 = 7, 2 dice.
#[test]
fn mcnair_13_31_third() {
    let dice = |reading: &str, fleet: &str| {
        let table = at_barnard(&[ON, ("third", reading)], fleet, "PD");
        match stage(&table) {
            Stage::Escorts { weapon: Weapon::Beam, dice, .. } => dice,
            _ => 0,
        }
    };
    for (fleet, down, nearest, least) in [
        ("DD, AT(RT5)", 0, 0, 1),
        ("2 DD, AT(RT5)", 0, 1, 1),
        ("3 DD, AT(RT5)", 1, 1, 1),
        ("CA, 2 DD, AT(RT5)", 2, 2, 2),
        ("CA, 3 DD, AT(RT5)", 2, 3, 2),
    ] {
        assert_eq!(
            [dice("down", fleet), dice("nearest", fleet), dice("at_least_one", fleet)],
            [down, nearest, least],
            "{fleet}"
        );
    }
}

/// The attacker allots the hits among fighters and planetary defences as he likes.
#[test]
fn mcnair_13_31_allot() {
    let mut table = at_barnard(&[ON], "2 CA, AT(RT5)", "PD");
    table.roll("hits 1");
    assert_eq!(table.state.battle.as_ref().unwrap().ships[3].damage(), 1, "the only one takes it");
    let mut table = at_barnard(&[ON], "2 CA, AT(RT5)", "F, PD");
    table.act("at AT(RT5) (number 2)").roll("hits 0").act("at AT(RT5) (number 2)").roll("hits 0");
    table.roll("hits 2");
    assert_eq!(table.offered(), ["at F (number 3)", "at PD (number 4)"]);
    table.act("at PD (number 4)").act("at F (number 3)");
    assert!(
        matches!(stage(&table), Stage::Escorts { weapon: Weapon::Torpedo, .. }),
        "what is out can't soak up torpedoes"
    );
    assert_eq!(table.state.battle.as_ref().unwrap().ships.len(), 4);
}
