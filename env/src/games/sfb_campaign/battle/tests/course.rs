use super::super::force::Place;
use super::*;
use crate::core::planner_rng;

fn rules<'a>(figures: &'a BattleFigures, movement: &'a Movement) -> BattleRules<'a> {
    BattleRules { figures, movement, capture: true }
}

/// The rolls that a battle asks for, with these outcomes for the first ones.
fn asked(setup: &BattleSetup, outcomes: &[usize]) -> Vec<u32> {
    let (figures, movement) = (figures(), movement());
    let mut fight = Fight::new(setup.clone()).unwrap();
    for &outcome in outcomes {
        fight.chance(&rules(&figures, &movement)).expect("a roll is due");
        fight.apply(crate::core::OutcomeIndex(outcome as u8));
    }
    fight.chance(&rules(&figures, &movement)).map_or(vec![], |chance| chance.weights().to_vec())
}

const PLAIN: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

#[test]
fn sfb_11_4_tactics_are_two_dice_each() {
    let setup = setup("CA", "D7");
    assert_eq!(asked(&setup, &[]), PLAIN);
    assert_eq!(asked(&setup, &[0]), PLAIN);
    assert_eq!(asked(&setup, &[0, 0]), [2, 2, 2], "then the first die of round 1");
    // At half strength 125 BPV make 5.25 boxes, at one and a half 15.75.
    let (figures, movement) = (figures(), movement());
    for (tactic, damage) in [(0, 5), (5, 10), (10, 15)] {
        let mut fight = Fight::new(setup.clone()).unwrap();
        let mut rolls = told(&[tactic, 5, 0, 0]);
        fight.run(&rules(&figures, &movement), &mut rolls);
        let Some(last) = rolls.asked.last() else { panic!("rolls were asked for") };
        assert_eq!(last, &[2, 2, 2]);
        assert_eq!(fight.forces[1].fighters[0].damage, damage);
    }
}

#[test]
fn sfb_11_4_shifts_of_the_tactic_roll() {
    // 1 more: nothing makes 2, and 11 makes 12 as well.
    let merged = [1, 2, 3, 4, 5, 6, 5, 4, 3, 3];
    type Change = fn(&mut BattleSetup);
    let changes: [(&str, Change); 6] = [
        ("a scout", |setup| setup.sides[0].units[0].scout = 1),
        ("a captain", |setup| setup.sides[0].units[0].officers = vec![Officer::Captain]),
        ("home", |setup| setup.sides[0].home = true),
        ("control", |setup| setup.sides[0].units[0].control = 10),
        ("speed", |setup| setup.sides[1].units[0].warp = 25),
        ("no more than that", |setup| {
            setup.sides[0].home = true;
            setup.sides[0].units[0].control = 9;
        }),
    ];
    for (what, change) in changes {
        let mut setup = setup("CA", "D7");
        change(&mut setup);
        assert_eq!(asked(&setup, &[]), merged, "{what}");
    }
    let mut surprised = setup("CA", "D7");
    surprised.sides[0].surprise = true;
    assert_eq!(asked(&surprised, &[]), [1, 2, 3, 4, 5, 6, 5, 4, 6]);
    let mut scouts = setup("2 CA", "D7");
    scouts.sides[0].units.iter_mut().for_each(|unit| unit.scout = 2);
    assert_eq!(asked(&scouts, &[]), [1, 2, 3, 4, 5, 6, 5, 4, 6], "4 points ahead");
}

#[test]
fn sfb_11_4_tactics_of_a_cloaked_attacker() {
    let mut setup = setup("CA", "D7");
    setup.sides[0].units[0].cloak = true;
    assert_eq!(asked(&setup, &[]), [10, 23, 3]);
    assert_eq!(asked(&setup, &[0]), PLAIN);
    assert_eq!(asked(&setup, &[0, 0, 0, 0]), [3, 2, 1], "the enemy's die is 1 less");
    assert_eq!(asked(&setup, &[2, 0, 0, 0]), [1, 2, 3], "or 1 more");
}

#[test]
fn sfb_11_5_arrivals_of_reserves() {
    let mut setup = setup("CA", "D7");
    setup.sides[1].reserves = vec![Reserve { round: 2, units: vec![unit(201, "D7")] }];
    let mut forces = forces(&setup);
    forces[1].arrive(1);
    assert_eq!(forces[1].fighting().count(), 1);
    forces[1].arrive(2);
    assert_eq!((forces[1].fighting().count(), forces[1].whole), (2, 242_000));
}

/// After round 2: 45 percent of its own strength, 60 percent of the enemy's.
#[test]
fn sfb_11_6_withdraw_by_strength_and_odds() {
    let wants = |change: &dyn Fn(&mut BattleSetup)| {
        let mut setup = setup("2 CA", "2 D7");
        change(&mut setup);
        Fight::new(setup).unwrap().wants_to_leave(0)
    };
    assert!(!wants(&|_| ()));
    let hurt = |setup: &mut BattleSetup| setup.sides[0].units.iter_mut().for_each(|unit| unit.damage = 60);
    assert!(wants(&hurt));
    assert!(!wants(&|setup| {
        hurt(setup);
        setup.sides[0].doctrine.no_retreat = true;
    }));
    assert!(!wants(&|setup| {
        hurt(setup);
        setup.sides[0].retreat = None;
    }));
    let odds = |damage: u16| {
        wants(&|setup| {
            setup.sides[0].units.iter_mut().for_each(|unit| unit.damage = damage);
            setup.sides[0].doctrine.withdraw_at = 0;
        })
    };
    // 250 * (1 - 44/105) = 145.2 is 60 percent of 242.
    assert_eq!([43, 44, 45].map(odds), [false, false, true]);
}

/// At equal speed on 3 or more; a crippled ship is slower by two and has 1 less.
#[test]
fn sfb_11_8_escape_by_speed_and_state() {
    let (figures, movement) = (figures(), movement());
    let roll = |change: &dyn Fn(&mut BattleUnit)| {
        let mut setup = setup("CA", "D7");
        setup.sides[0].doctrine.withdraw_at = 100;
        setup.sides[0].units[0].damage = 1;
        change(&mut setup.sides[0].units[0]);
        let mut fight = Fight::new(setup).unwrap();
        let mut rolls = told(&[0]);
        let both = fight.withdraw(&rules(&figures, &movement), &mut rolls).unwrap();
        assert!(!both);
        (rolls.asked.first().cloned(), fight.forces[0].fighters[0].place, fight.forces[0].fighters[0].held)
    };
    assert_eq!(roll(&|_| ()), (Some(vec![2, 4]), Place::Fighting, true));
    assert_eq!(roll(&|unit| unit.cloak = true), (Some(vec![1, 5]), Place::Fighting, true));
    assert_eq!(roll(&|unit| unit.officers = vec![Officer::Navigator]), (None, Place::Gone, false));
    assert_eq!(roll(&|unit| unit.damage = 53), (Some(vec![5, 1]), Place::Fighting, true));
    assert_eq!(roll(&|unit| unit.damage = 80), (None, Place::Fighting, true), "2 hexes against 6: never");
}

#[test]
fn sfb_11_8_escape_of_both_ends_the_battle() {
    let (figures, movement) = (figures(), movement());
    let mut setup = setup("CA", "D7");
    for side in &mut setup.sides {
        side.doctrine.withdraw_at = 100;
        side.units[0].damage = 1;
    }
    let mut fight = Fight::new(setup).unwrap();
    assert!(fight.withdraw(&rules(&figures, &movement), &mut told(&[])).unwrap());
}

/// Rolled one by one a battle goes as it goes with all dice at hand.
#[test]
fn sfb_11_9_result_is_the_same_roll_by_roll() {
    let (figures, movement) = (figures(), movement());
    let rules = rules(&figures, &movement);
    for seed in 0..20 {
        let mut setup = setup("3 CA, 2 FF", "2 D7, DN");
        setup.sides[0].doctrine.board = true;
        setup.sides[1].units.iter_mut().for_each(|unit| unit.explosion = 20);
        let mut whole = Fight::new(setup.clone()).unwrap();
        whole.run(&rules, &mut planner_rng(seed, 0));
        let (mut steps, mut rng) = (Fight::new(setup.clone()).unwrap(), planner_rng(seed, 0));
        while let Some(chance) = steps.chance(&rules) {
            assert_eq!(steps.result(), None);
            let outcome = rng.roll(chance).unwrap();
            steps.apply(crate::core::OutcomeIndex(outcome as u8));
        }
        let result = steps.result().unwrap();
        assert_eq!(Some(&result), whole.result().as_ref());
        assert_eq!(result.violations(&setup), Vec::<String>::new());
        assert!(result.rounds <= 12);
    }
}

#[test]
fn sfb_11_1_setup_is_checked() {
    assert_eq!(setup("CA", "D7").faults(), Vec::<String>::new());
    let mut wrong = setup("2 CA", "D7");
    wrong.sides[0].units[1].id = 101;
    wrong.sides[1].units[0].damage = 109;
    wrong.sides[0].weapon_status = 4;
    wrong.sides[1].doctrine.intensity = 0;
    wrong.sides[1].retreat = Some([2, 0]);
    wrong.sides[0].reserves = vec![Reserve { round: 0, units: vec![] }];
    let faults = Fight::new(wrong).unwrap_err().join("\n");
    for part in [
        "two units have the number 101",
        "unit 101 has 109 damage, and is destroyed by 109",
        "weapon_status of seat 0 is 4, not 0 to 3",
        "intensity of seat 1 is 0, not 1 to 4",
        "seat 1 can't withdraw to [2, 0]: it is not next to [0, 0]",
        "reserves of seat 0 come in round 0",
    ] {
        assert!(faults.contains(part), "{part} is not in {faults}");
    }
}

#[test]
fn sfb_11_1_setup_goes_out_as_json_and_comes_back() {
    let setup = setup("CA, BS", "D7");
    let text = serde_json::to_string_pretty(&setup).unwrap();
    assert!(text.contains("\"class\": \"CA\"") && text.contains("\"kind\": \"fixed\""), "{text}");
    assert_eq!(serde_json::from_str::<BattleSetup>(&text).unwrap(), setup);
    let unknown = text.replace("\"ticket\"", "\"tickets\"");
    assert!(serde_json::from_str::<BattleSetup>(&unknown).unwrap_err().to_string().contains("unknown field"));
}
