use super::super::result::{BattleResult, UnitResult};
use super::*;

fn told_of(id: u32, damage: u16, status: UnitStatus) -> UnitResult {
    UnitResult { id, damage, status, marines_lost: 0 }
}

/// A result that can be: the defender's cruiser is destroyed, its base is taken.
fn fine() -> (BattleSetup, BattleResult) {
    let mut setup = setup("2 CA", "D7, BS");
    setup.sides[0].units[0].damage = 5;
    setup.sides[1].reserves = vec![Reserve { round: 9, units: vec![unit(201, "D7")] }];
    let units = vec![
        told_of(1, 20, UnitStatus::Stays),
        told_of(2, 90, UnitStatus::Withdrawn([1, 0])),
        told_of(101, 109, UnitStatus::Destroyed),
        told_of(102, 100, UnitStatus::Captured(0)),
        told_of(201, 0, UnitStatus::Absent),
    ];
    (setup, BattleResult { ticket: 7, rounds: 5, holds_hex: Some(0), units })
}

#[test]
fn sfb_11_10_violations_of_a_good_result_are_none() {
    let (setup, result) = fine();
    let text = serde_json::to_string(&result).unwrap();
    let read: BattleResult = serde_json::from_str(&text).unwrap();
    assert_eq!(read, result);
    assert_eq!(read.violations(&setup), Vec::<String>::new());
}

#[test]
fn sfb_11_10_violations_are_all_named() {
    type Change = fn(&mut BattleResult);
    let cases: [(Change, &str); 17] = [
        (|result| result.ticket = 8, "it is of battle 8, not 7"),
        (|result| result.holds_hex = Some(5), "seat 5 holds the hex and was not there"),
        (|result| result.holds_hex = Some(1), "seat 1 does not hold the hex alone: enemies stay"),
        (
            |result| {
                result.units[0].status = UnitStatus::Withdrawn([1, 0]);
            },
            "seat 0 holds the hex without a unit",
        ),
        (|result| _ = result.units.remove(0), "unit 1 is missing"),
        (|result| result.units.push(told_of(2, 90, UnitStatus::Stays)), "unit 2 is there 2 times"),
        (|result| result.units.push(told_of(9, 0, UnitStatus::Stays)), "unit 9 was not in the battle"),
        (|result| result.units[0].damage = 4, "unit 1: damage 4 is less than the 5 before"),
        (|result| result.units[0].damage = 106, "unit 1: damage 106 is more than its 105 boxes"),
        (|result| result.units[0].damage = 105, "unit 1: it is destroyed by 105 damage, and only then"),
        (|result| result.units[2].damage = 108, "unit 101: it is destroyed by 109 damage, and only then"),
        (|result| result.units[0].marines_lost = 11, "unit 1: 11 of 10 boarding parties are lost"),
        (
            |result| result.units[3].status = UnitStatus::Captured(1),
            "unit 102: it is captured by seat 1, which is not the enemy",
        ),
        (
            |result| result.units[3].status = UnitStatus::Withdrawn([-1, 0]),
            "unit 102: it can't move, and has withdrawn",
        ),
        (
            |result| result.units[1].status = UnitStatus::Withdrawn([2, 0]),
            "unit 2: it has withdrawn to [2, 0], which is not next to [0, 0]",
        ),
        (
            |result| result.units[1].status = UnitStatus::Withdrawn([0, 1]),
            "unit 2: it has withdrawn to [0, 1], where its side may not go",
        ),
        (
            |result| result.units[1].status = UnitStatus::Absent,
            "unit 2: it was there from the start, and is absent",
        ),
    ];
    for (change, expected) in cases {
        let (setup, mut result) = fine();
        change(&mut result);
        let found = result.violations(&setup);
        assert!(found.iter().any(|fault| fault == expected), "{expected}: {found:?}");
    }
}
