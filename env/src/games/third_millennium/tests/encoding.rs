//! What networks see.

use super::super::{IMPERIAL, TERRAN};
use super::Table;
use crate::core::{Game, Seat};
use crate::encode::{Encode, Observation};

/// A value of what a side sees by block, row and column.
fn value(table: &Table, seat: Seat, block: &str, row: usize, column: &str) -> i16 {
    let (game, spec) = (&table.game, table.game.observation_spec());
    let mut seen = Observation::new(spec);
    game.observe(&game.view(&table.state, seat), seen.as_mut());
    let index = spec.blocks.iter().position(|other| other.name == block).unwrap();
    let columns = &spec.blocks[index].columns;
    let column = columns.iter().position(|other| other.name == column).unwrap();
    seen.values[spec.first_value(index) + row * columns.len() + column]
}

/// Fleets, their counters and the systems that they are in share a hex; a counter has the letter of its fleet.
#[test]
fn observations_say_where_things_are() {
    let lines = "fleet terran A at bar active no known_with A\nunits terran fleet:A: DD\nunits terran port:sol: CL\n\
                 fleet imperial B at 1,-1 active no known_with B\nunits imperial fleet:B: SC";
    let table = Table::new(&[], lines);
    let game = &table.game;
    let value = |block: &str, row: usize, column: &str| value(&table, TERRAN, block, row, column);
    let hex = |block: &str, row: usize| [value(block, row, "q"), value(block, row, "r")];
    let barnard = game.map.system("bar").unwrap().index();
    assert_eq!([hex("systems", barnard), hex("fleets", 0), hex("groups", 0)], [[2, -4]; 3]);
    assert_eq!(hex("planets", game.map.site("barnard").unwrap().index()), [2, -4]);
    assert_eq!([value("fleets", 0, "fleet A"), value("groups", 0, "fleet A")], [1, 1]);
    assert_eq!((hex("groups", 1), value("groups", 1, "fleet A")), ([0, 0], 0), "the CL lies at Sol");
    assert_eq!([hex("fleets", 13), hex("groups", 32)], [[1, -1]; 2]);
    assert_eq!([value("fleets", 13, "fleet B"), value("groups", 32, "fleet B")], [1, 1]);
}

/// Who fires with what, what is under attack and how many hits are left.
#[test]
fn observations_say_what_fires() {
    let battle = |planet: &str, bombards: &str, stage: &str| {
        let lines = format!(
            "battle bar attacker terran fleet A from sol planet {planet} bombardment {bombards} round 2 band 1 winner terran {stage}\n\
             fleet terran A at bar active yes known_with A\nfleet imperial A at bar active no known_with A\n\
             ship terran fleet:A CA aimed 0,0 hits 0\nship imperial fleet:A DD aimed 3,0 hits 2\n"
        );
        Table::at(&[], "turn 1 segment 2 mover terran first terran left 3,3 passes 0", &lines, "battle")
    };
    for (stage, fire) in [
        ("hits space:beam 1", "beams in space"),
        ("hits space:torpedo 1", "torpedoes in space"),
        ("hits fighters:torpedo 1", "torpedoes of fighters"),
        ("hits defences 1", "planetary defences"),
        ("allot beam 2", "beams of escorts"),
    ] {
        let table = battle("-", "no", stage);
        assert_eq!(value(&table, TERRAN, "combat", 0, fire), 1, "{stage}");
        assert_eq!(value(&table, IMPERIAL, "ships", 1, "hits to counter"), 2);
    }
    let table = battle("barnard", "yes", "bombard 4 1");
    let planet = table.game.map.site("barnard").unwrap().index();
    assert_eq!(value(&table, TERRAN, "planets", planet, "under attack"), 1);
    let in_combat = |seat, column| value(&table, seat, "combat", 0, column);
    assert_eq!(["dice of escorts", "hits of escorts"].map(|column| in_combat(TERRAN, column)), [4, 1]);
    assert_eq!([TERRAN, IMPERIAL].map(|seat| in_combat(seat, "own attack")), [1, 0]);
    assert_eq!([TERRAN, IMPERIAL].map(|seat| in_combat(seat, "own range")), [1, 0]);
    let sol = table.game.map.system("sol").unwrap().index();
    assert_eq!(value(&table, TERRAN, "systems", sol, "way back from battle"), 1);
}

/// Who strikes on a planet, in which round and with what.
#[test]
fn observations_say_how_the_ground_combat_stands() {
    let lines = "ground barnard attacker imperial landed 0,5 round 2 hits 1,0 strike imperial yes 2 3\n\
                 units terran planet:barnard: RT3/1\nunits imperial planet:barnard: JT5";
    let moment = "turn 1 segment 2 mover imperial first terran left 3,3 passes 0";
    let table = Table::at(&[], moment, lines, "ground");
    let seen = |column| value(&table, TERRAN, "combat", 0, column);
    let columns = ["ground", "own ground attack", "first strike", "ground round", "own hits"];
    assert_eq!(columns.map(seen), [1, 0, 1, 2, 1]);
    assert_eq!(["own jump troops landed", "enemy jump troops landed"].map(seen), [0, 5]);
    assert_eq!(["dice that hit easily", "other dice", "strike"].map(seen), [2, 3, 1]);
    assert_eq!(value(&table, TERRAN, "groups", 32, "jump troops"), 5);
    assert_eq!(value(&table, TERRAN, "groups", 32, "regular troops"), 0);
}

/// What is being built, for whom, when and where; what scouts reported; what the Empire asks for.
#[test]
fn observations_say_what_is_open_to_both() {
    let lines = "court budget 10 withheld 2 level 0 heard no glory 0 offensive 3,6,40\ndue 4 imperial 2 DD nus\n\
                 report terran nus turn 1 segment 3 warships 1,2 auxiliaries 3";
    let moment = "turn 2 segment 2 mover terran first terran left 3,3 passes 0";
    let table = Table::war(&[], moment, lines, "activate");
    let due = |column| value(&table, IMPERIAL, "due", 0, column);
    assert_eq!(["own", "turns to come", "count", "class DD"].map(due), [1, 2, 2, 1]);
    let nusku = table.game.map.system("nus").unwrap().index();
    let report = |column| value(&table, TERRAN, "systems", nusku, column);
    assert_eq!(report("own report, its age"), 5);
    let counted = ["own report, capital", "own report, light", "own report, auxiliaries"].map(report);
    assert_eq!(counted, [1, 2, 3]);
    assert_eq!(report("enemy scouts' report"), 0);
    let turn = |seat, column| value(&table, seat, "turn", 0, column);
    assert_eq!([TERRAN, IMPERIAL].map(|seat| turn(seat, "glory that it must exceed")), [-1, 1]);
    assert_eq!([turn(TERRAN, "worth of the offensive"), turn(TERRAN, "withheld")], [40, 2]);
}
