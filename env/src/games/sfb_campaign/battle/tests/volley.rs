use super::super::volley::fire;
use super::*;

/// Fires one round of these sides; what is rolled is told, and what was asked is returned with the damage of each unit.
fn volley(setup: &BattleSetup, round: u8, outcomes: &[usize]) -> (Vec<Vec<u32>>, [Vec<u16>; 2]) {
    let (mut forces, mut rolls) = (forces(setup), told(outcomes));
    fire(&mut forces, round, &figures(), &mut rolls).unwrap();
    assert!(rolls.outcomes.is_empty(), "every roll that was told was asked for");
    let damage = forces.map(|force| force.fighters.iter().map(|fighter| fighter.damage).collect());
    (rolls.asked, damage)
}

/// Intensity 2 and 2: 20 or 25 or 30 percent; 125 BPV * 0.42 * 0.20 = 10.5 boxes, 121: 10.16.
#[test]
fn sfb_11_5_damage_of_one_against_one() {
    let (asked, damage) = volley(&setup("CA", "D7"), 3, &[0, 0]);
    assert_eq!(asked, [[2, 2, 2], [2, 2, 2]]);
    assert_eq!(damage, [vec![10], vec![10]]);
    let (_, damage) = volley(&setup("CA", "D7"), 3, &[2, 1]);
    assert_eq!(damage, [vec![12], vec![15]], "121 * 0.42 * 0.25 = 12.7, 125 * 0.42 * 0.30 = 15.75");
}

#[test]
fn sfb_11_5_damage_carries_parts_of_a_box_over() {
    let (mut forces, mut rolls) = (forces(&setup("CA", "SB")), told(&[0, 0, 0, 0]));
    for round in [3, 4] {
        forces[0].fighters[0].damage = 0;
        fire(&mut forces, round, &figures(), &mut rolls).unwrap();
    }
    assert_eq!(forces[1].fighters[0].damage, 21, "twice 10.5");
}

#[test]
fn sfb_11_3_weapon_status_of_the_first_rounds() {
    for (status, first, second, third) in [(3, 10, 10, 10), (2, 9, 10, 10), (1, 7, 9, 10), (0, 4, 7, 10)] {
        let mut setup = setup("CA", "D7");
        setup.sides[0].weapon_status = status;
        let boxes = [1, 2, 3].map(|round| volley(&setup, round, &[0, 0]).1[1][0]);
        assert_eq!(boxes, [first, second, third], "weapon status {status}");
    }
}

#[test]
fn sfb_11_5_coefficient_by_scouts_and_ambush() {
    let mut setup = setup("CA", "D7");
    setup.sides[0].units[0].scout = 1;
    let (asked, _) = volley(&setup, 1, &[0, 0]);
    assert_eq!(asked, [vec![2, 2, 2], vec![3, 2, 1]], "the blind side rolls 1 less");
    let (mut forces, mut rolls) = (forces(&setup), told(&[0, 0, 0, 0]));
    forces[1].ambush = 1;
    fire(&mut forces, 1, &figures(), &mut rolls).unwrap();
    fire(&mut forces, 2, &figures(), &mut rolls).unwrap();
    assert_eq!(rolls.asked[1], [2, 2, 2], "its ambush makes up for it in round 1");
    assert_eq!(rolls.asked[3], [3, 2, 1]);
}

#[test]
fn sfb_11_5_intensity_is_the_sum_of_both() {
    let mut setup = setup("CA", "D7");
    setup.sides[0].doctrine.intensity = 4;
    setup.sides[1].doctrine.intensity = 4;
    let (_, damage) = volley(&setup, 3, &[0, 2]);
    assert_eq!(damage, [vec![20], vec![15]], "30 percent, and 40");
}

#[test]
fn sfb_11_5_intensity_against_a_base_is_the_others_choice() {
    let mut setup = setup("CA", "BS");
    setup.sides[0].doctrine.intensity = 1;
    setup.sides[1].doctrine.intensity = 4;
    let (asked, damage) = volley(&setup, 3, &[0, 0]);
    assert_eq!(asked[0], [2, 2, 2], "15, 20 and 25 percent");
    assert_eq!(damage, [vec![7], vec![7]]);
}

/// 10 boxes are two packets; who is hurt draws less fire.
#[test]
fn sfb_11_5_packets_hit_one_unit_each() {
    let (asked, damage) = volley(&setup("CA", "2 FF"), 3, &[0, 0, 0, 0]);
    assert_eq!(asked[2], [71_000, 71_000]);
    assert_eq!(asked[3], [71_000 - 500 * 71 * 5 / 56, 71_000]);
    assert_eq!(damage[1], [10, 0]);
    let (_, damage) = volley(&setup("CA", "2 FF"), 3, &[0, 0, 0, 1]);
    assert_eq!(damage[1], [5, 5]);
}

#[test]
fn sfb_11_5_packets_overflow_to_the_next() {
    let mut setup = setup("CA", "2 FF");
    setup.sides[1].units[0].damage = 54;
    let (_, damage) = volley(&setup, 3, &[0, 0, 0]);
    assert_eq!(damage[1], [56, 8], "2 of 5, and all that follows hits the other one");
}

#[test]
fn sfb_11_5_targets_of_each_doctrine() {
    let mut setup = setup("2 CA", "2 FF, DN");
    setup.sides[1].units[1].scout = 1;
    setup.sides[1].units[2].control = 10;
    // 21 boxes; at two for one, 10 hit.
    let focus = |targeting| {
        let mut setup = setup.clone();
        setup.sides[0].doctrine.targeting = targeting;
        setup.sides[1].doctrine.targeting = targeting;
        setup.sides[1].units[0].damage = 5;
        let (_, damage) = volley(&setup, 3, &[0, 0]);
        damage[1].clone()
    };
    // The attackers are blind, one die: 20 percent for outcomes 0.
    assert_eq!(focus(Targeting::FocusWeakest), [15, 0, 0]);
    assert_eq!(focus(Targeting::FocusFlagship), [5, 0, 10]);
    assert_eq!(focus(Targeting::FocusScout), [5, 10, 0]);
}

#[test]
fn sfb_11_5_targets_that_are_crippled_draw_twice_the_fire() {
    let mut setup = setup("CA", "2 FF");
    setup.sides[0].doctrine.targeting = Targeting::Finish;
    setup.sides[1].units[0].damage = 28;
    let (asked, damage) = volley(&setup, 3, &[0, 0, 1, 1]);
    assert_eq!(asked[2], [2 * (71_000 - 500 * 71 * 28 / 56), 71_000]);
    assert_eq!(damage[1], [28, 9], "a tenth of 10 less");
}

#[test]
fn sfb_11_5_targets_behind_escorts() {
    let mut setup = setup("CA", "DN, FF");
    setup.sides[1].units[0].carrier = true;
    setup.sides[1].units[1].escort = true;
    // Each packet at the carrier is diverted on 4 to 6.
    let (asked, damage) = volley(&setup, 3, &[0, 0, 0, 1, 0, 0]);
    assert_eq!(asked[3], [3, 3]);
    assert_eq!(damage[1], [5, 5]);
}

#[test]
fn sfb_11_5_explosion_on_a_six() {
    let mut setup = setup("CA", "FF");
    setup.sides[1].units[0].damage = 50;
    setup.sides[1].units[0].explosion = 8;
    let (asked, damage) = volley(&setup, 3, &[0, 0, 1]);
    assert_eq!(asked[2], [5, 1]);
    assert_eq!(damage, [vec![8], vec![56]], "its own fire is less than a box");
    let (_, damage) = volley(&setup, 3, &[0, 0, 0]);
    assert_eq!(damage[0], [0]);
}

#[test]
fn sfb_11_2_strength_falls_with_damage_supply_and_company() {
    let mut setup = setup("CA, 2 FF", "D7");
    setup.sides[0].units[0].damage = 21;
    let strength = |setup: &BattleSetup| forces(setup)[0].strength(true);
    assert_eq!(strength(&setup), 100_000 + 2 * 71_000);
    setup.sides[0].units[0].unsupplied = true;
    assert_eq!(strength(&setup), 75_000 + 2 * 71_000);
    setup.sides[0].units[0].mauler = true;
    assert_eq!(strength(&setup), 75_000 + 2 * 71_000, "with two other ships");
    setup.sides[0].units.pop();
    assert_eq!(strength(&setup), 37_500 + 71_000, "alone with one");
}

#[test]
fn sfb_11_2_crippled_at_half_its_boxes() {
    let mut setup = setup("CA", "D7");
    let crippled = |damage| {
        setup.sides[0].units[0].damage = damage;
        forces(&setup)[0].fighters[0].is_crippled()
    };
    assert_eq!([52, 53].map(crippled), [false, true]);
}
