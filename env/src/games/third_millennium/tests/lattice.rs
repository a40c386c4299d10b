//! U-7's faithful battle on the lattice.

use super::super::state::{Square, Stage, Volley, Way, Weapon};
use super::Table;

const ON: (&str, &str) = ("space_battle", "lattice");

/// The Terran's fleet A goes from Sol to Barnard, where the Imperial fleet A is.
fn meeting(terran: &str, imperial: &str) -> Table {
    let lines = format!(
        "fleet terran A at sol active yes known_with A\nunits terran fleet:A: {terran}\n\
         fleet imperial A at bar active no known_with A\nunits imperial fleet:A: {imperial}"
    );
    let mut table = Table::new(&[ON], &lines);
    table.act("to Barnard");
    table
}

/// A Terran ship at 0,2,1 and an Imperial one at this square, before a volley of the Terran's.
fn at(square: &str, terran: &str, weapon: &str) -> Table {
    let lines = format!(
        "fleet terran A at bar active yes known_with A\nfleet imperial A at bar active no known_with A\n\
         battle bar attacker terran fleet A from sol planet - bombardment no round 3 band 0 winner - aim space:{weapon} 0\n\
         ship terran fleet:A {terran} aimed 0,0 hits 0 at 0,2,1\nship imperial fleet:A CR aimed 0,0 hits 0 at {square}\n\
         ship imperial fleet:A CR aimed 0,0 hits 0 at {square}"
    );
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    Table::at(&[ON], moment, &lines, "battle")
}

/// Five columns, five rows, three levels; the sides at opposite ends; the range is the most squares along an axis.
#[test]
fn i3m_u7_lattice() {
    let table = meeting("DD", "2 DD");
    let squares: Vec<[i8; 3]> =
        table.state.battle.as_ref().unwrap().ships.iter().map(|ship| ship.square.place()).collect();
    assert_eq!(squares, [[0, 2, 1], [4, 2, 1], [4, 2, 1]]);
    let distance = |a, b| Square::at(a).unwrap().distance(Square::at(b).unwrap());
    assert_eq!(
        [distance([0, 2, 1], [4, 2, 1]), distance([1, 0, 0], [3, 3, 2]), distance([2, 2, 0], [2, 2, 2])],
        [4, 3, 2]
    );
    assert!(
        [[5, 0, 0], [0, 5, 0], [0, 0, 3], [-1, 0, 0]].into_iter().all(|place| Square::at(place).is_none())
    );
    let neighbours = |place| Way::all().filter(|way| Square::at(place).unwrap().step(*way).is_some()).count();
    assert_eq!([neighbours([2, 2, 1]), neighbours([0, 2, 1]), neighbours([0, 0, 0])], [27, 18, 8]);
}

/// Without the option there is one range for all.
#[test]
fn i3m_u7_lattice_is_an_option() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD\n\
                 fleet imperial A at bar active no known_with A\nunits imperial fleet:A: DD";
    let mut table = Table::new(&[], lines);
    table.act("to Barnard").roll("Terran sets the range");
    assert_eq!(table.state.battle.as_ref().unwrap().stage, Stage::Shift);
}

/// Fighters first, two squares; then fast ships, then the others, one; of each who lost the roll before who won it.
#[test]
fn i3m_u7_speed() {
    let mut table = meeting("DD, CV, F", "SC, CA");
    table.roll("Imperial sets the range");
    let mover = |table: &Table| match table.state.battle.as_ref().unwrap().stage {
        Stage::Steer { ship, taken } => {
            (table.state.battle.as_ref().unwrap().ships[usize::from(ship)].unit.class().code(), taken)
        }
        stage => panic!("{stage:?}"),
    };
    let mut order = vec![];
    for to in ["1,2,1", "2,2,1", "1,2,1", "3,2,1", "0,2,1", "4,2,1"] {
        order.push(mover(&table));
        table.act(&format!("to square {to}"));
    }
    assert_eq!(order, [("F", 0), ("F", 1), ("DD", 0), ("SC", 0), ("CV", 0), ("CA", 0)]);
    let mut other = meeting("DD, CV, F", "SC, CA");
    other.roll("Terran sets the range").act("to square 0,2,1");
    assert_eq!(
        mover(&other),
        ("SC", 0),
        "a fighter that stays takes no second step; the winner's DD moves last"
    );
}

/// Beams hit on 4 in the same square, on 6 from the next one; torpedoes on 5, and on 6 at two squares.
#[test]
fn i3m_u7_lattice_ranges() {
    let number = |square: &str, weapon| {
        let table = at(square, "CL", if weapon == Weapon::Beam { "beam" } else { "torpedo" });
        let battle = table.state.battle.as_ref().unwrap();
        table.game.needed(battle, Volley::Space(weapon), &battle.ships[0], &battle.ships[1])
    };
    let squares = ["0,2,1", "1,1,0", "2,2,1", "3,2,1"];
    assert_eq!(squares.map(|square| number(square, Weapon::Beam)), [4, 6, 0, 0]);
    assert_eq!(squares.map(|square| number(square, Weapon::Torpedo)), [5, 5, 6, 0]);
}

/// Dice from near and from far at one target are rolled apart.
#[test]
fn i3m_u8_dice_from_two_squares() {
    let lines = "fleet terran A at bar active yes known_with A\nfleet imperial A at bar active no known_with A\n\
         battle bar attacker terran fleet A from sol planet - bombardment no round 3 band 0 winner - hits space:beam 1\n\
         ship terran fleet:A CL aimed 0,0 hits 0 at 0,2,1\nship imperial fleet:A BB aimed 2,4 hits 0 at 1,2,1\n\
         ship terran fleet:A TR aimed 0,0 hits 0 at 0,2,1";
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let mut table = Table::at(&[ON], moment, lines, "battle");
    assert_eq!(table.weights(), [1, 2, 1], "two dice on 4 and more");
    table.roll("hits 1");
    assert_eq!(table.weights(), [625, 500, 171], "four dice on 6; two more hits destroy");
}

/// Two rounds more than on bands; then the attacker goes back.
#[test]
fn i3m_u7_rounds_on_the_lattice() {
    let mut table = meeting("TR", "TR");
    for round in 1..=8 {
        assert_eq!(table.state.battle.as_ref().unwrap().round, round);
        table.roll("the range stays").act("to square 0,2,1").act("to square 4,2,1");
    }
    assert!(table.state.battle.is_none() && table.has("fleet terran A at sol active yes known_with A"));
}

/// The winner's ships leave from two squares on, each by itself; where a fleet stays together all of it has to be so far.
#[test]
fn i3m_u11_withdrawal_on_the_lattice() {
    let withdrawal = |lines: &str| {
        let lines = format!(
            "fleet terran A at bar active yes known_with A\nfleet imperial A at bar active no known_with A\n\
             battle bar attacker terran fleet A from sol planet - bombardment no round 3 band 0 winner terran range\n\
             ship terran fleet:A SC aimed 0,0 hits 0 at 3,2,1\nship terran fleet:A TR aimed 0,0 hits 0 at 2,2,1\n\
             ship imperial fleet:A TR aimed 0,0 hits 0 at 4,2,1\n{lines}"
        );
        let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
        let mut table = Table::at(&[ON], moment, &lines, "battle");
        table.roll("Terran sets the range");
        table.act("to square 3,2,1").act("to square 4,2,1").act("to square 2,2,1").roll("hits 0");
        table
    };
    let mut table = withdrawal("");
    table.act("withdraw to Sol");
    assert!(table.has("units terran fleet:B: TR"), "the SC is too near: {}", table.text());
    let others = "fleet terran B at sol active no known_with B\nunits terran fleet:B: SC\n\
                  fleet terran C at sol active no known_with C\nunits terran fleet:C: SC\n\
                  fleet terran D at sol active no known_with D\nunits terran fleet:D: SC";
    let whole = withdrawal(others);
    assert_eq!(whole.state.battle.as_ref().unwrap().round, 4, "nobody leaves");
}
