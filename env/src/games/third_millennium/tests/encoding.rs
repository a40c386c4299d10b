//! What networks see.

use super::super::TERRAN;
use super::Table;
use crate::core::Game;
use crate::encode::{Encode, Observation};

/// Fleets, their counters and the systems that they are in share a hex; a counter has the letter of its fleet.
#[test]
fn observations_say_where_things_are() {
    let lines = "fleet terran A at bar active no known_with A\nunits terran fleet:A: DD\nunits terran port:sol: CL\n\
                 fleet imperial B at 1,-1 active no known_with B\nunits imperial fleet:B: SC";
    let table = Table::new(&[], lines);
    let (game, spec) = (&table.game, table.game.observation_spec());
    let mut seen = Observation::new(spec);
    game.observe(&game.view(&table.state, TERRAN), seen.as_mut());
    let value = |block: &str, row: usize, column: &str| {
        let index = spec.blocks.iter().position(|other| other.name == block).unwrap();
        let columns = &spec.blocks[index].columns;
        let column = columns.iter().position(|other| other.name == column).unwrap();
        seen.values[spec.first_value(index) + row * columns.len() + column]
    };
    let hex = |block: &str, row: usize| [value(block, row, "q"), value(block, row, "r")];
    let barnard = game.map.system("bar").unwrap().index();
    assert_eq!([hex("systems", barnard), hex("fleets", 0), hex("groups", 0)], [[2, -4]; 3]);
    assert_eq!(hex("planets", game.map.site("barnard").unwrap().index()), [2, -4]);
    assert_eq!([value("fleets", 0, "fleet A"), value("groups", 0, "fleet A")], [1, 1]);
    assert_eq!((hex("groups", 1), value("groups", 1, "fleet A")), ([0, 0], 0), "the CL lies at Sol");
    assert_eq!([hex("fleets", 13), hex("groups", 32)], [[1, -1]; 2]);
    assert_eq!([value("fleets", 13, "fleet B"), value("groups", 32, "fleet B")], [1, 1]);
}
