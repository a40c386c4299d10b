use super::super::boarding::board;
use super::super::force::Place;
use super::*;

/// Two cruisers and one enemy who has lost three fifths of his boxes.
fn prey() -> BattleSetup {
    let mut setup = setup("2 CA", "D7");
    setup.sides[0].doctrine.board = true;
    setup.sides[1].units[0].damage = 66;
    setup.sides[1].units[0].marines = 4;
    setup
}

fn boarded(setup: &BattleSetup, outcomes: &[usize]) -> (Vec<Vec<u32>>, [Force; 2]) {
    let (mut forces, mut rolls) = (forces(setup), told(outcomes));
    board(&mut forces, &figures(), &mut rolls).unwrap();
    assert!(rolls.outcomes.is_empty(), "every roll that was told was asked for");
    (rolls.asked, forces)
}

/// Ten parties kill as many as the die shows, four kill 0, 1, 1, 2, 2, 3.
#[test]
fn sfb_11_7_exchange_until_the_crew_is_gone() {
    let (asked, forces) = boarded(&prey(), &[3, 0]);
    assert_eq!(asked, [vec![1; 6], vec![1, 2, 2, 1]]);
    assert_eq!((forces[1].fighters[0].place, forces[1].fighters[0].marines), (Place::Taken, 0));
    let aboard: u8 = forces[0].fighters.iter().map(|fighter| fighter.marines).sum();
    assert_eq!(aboard, 20 - 4, "a tenth of its crew of 40 stays on the prize");
}

#[test]
fn sfb_11_7_exchange_of_a_marine_major() {
    let mut setup = prey();
    setup.sides[0].units[0].officers = vec![Officer::MarineMajor];
    // 12 parties are 10 and 2: two rolls.
    let (asked, _) = boarded(&setup, &[5, 0, 0]);
    assert_eq!(asked[1], [2, 4], "two parties kill one on 3 to 6");
}

#[test]
fn sfb_11_7_self_destruct_before_the_last_exchange() {
    // One party is killed and none of theirs, then the crew rolls.
    let (asked, forces) = boarded(&prey(), &[0, 0, 2]);
    assert_eq!(asked[2], [1, 2, 3]);
    assert!(forces[1].fighters[0].is_destroyed());
    let aboard: u8 = forces[0].fighters.iter().map(|fighter| fighter.marines).sum();
    assert_eq!(aboard, 20, "its boarders are back");
    let (_, forces) = boarded(&prey(), &[0, 0, 0, 0, 0]);
    assert!(forces[1].fighters[0].disarmed && !forces[1].fighters[0].is_destroyed());
    assert_eq!(forces[1].fighters[0].marines, 2);
}

#[test]
fn sfb_11_7_boarding_needs_a_wreck_and_twice_the_strength() {
    let untouched = |change: &dyn Fn(&mut BattleSetup)| {
        let mut setup = prey();
        change(&mut setup);
        boarded(&setup, &[]).0.is_empty()
    };
    assert!(untouched(&|setup| setup.sides[1].units[0].damage = 65), "59.6 percent");
    assert!(untouched(&|setup| setup.sides[0].doctrine.board = false));
    assert!(untouched(&|setup| setup.sides[1].units.push(unit(102, "D7"))), "odds below two to one");
    assert!(untouched(&|setup| setup.sides[1].units[0].kind = UnitKind::Fixed));
}
