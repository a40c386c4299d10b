//! Maintenance of the fix kit and of the base game, rule by rule.

use super::super::legal::Listed;
use super::super::positions_for_tests::{first_war, first_war_with, ships, surface_box, system};
use super::super::state::{Cargo, IMPERIAL, TERRAN};
use super::*;
use crate::core::{Game, Setup};

fn disrupted(game: &Imperium, state: &mut State, id: &str, class: Class, count: u8) {
    let place = Place::Space(system(game, id));
    state.add(Group { disrupted: true, ..Group::new(place, state.phasing, class, count) });
}

/// The example of 14.8: 27 factors of ships at Nusku/Dushaam, which gives 26.
fn example() -> (Imperium, State) {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    state.sides[1].stock = 5;
    disrupted(&game, &mut state, "nusku", Class::Battleship, 1);
    disrupted(&game, &mut state, "nusku", Class::Destroyer, 1);
    for (class, count) in
        [(Class::AttackCruiser, 1), (Class::HeavyCruiser, 2), (Class::Destroyer, 3), (Class::Transport, 2)]
    {
        ships(&game, &mut state, "nusku", IMPERIAL, class, count);
    }
    (game, state)
}

fn routine(game: &Imperium, state: &State) -> Vec<Action> {
    let mut list = Vec::new();
    game.offer_routine(state, None, &mut Listed { list: &mut list, any_order: false });
    list
}

#[test]
fn cobb_maintenance_overhaul() {
    let (game, mut state) = example();
    let at = Place::Space(system(&game, "nusku"));
    let battleship = Kind { class: Class::Battleship, disrupted: true, carrying: None };
    game.choose_overhaul(&mut state, at, battleship);
    assert_eq!(state.sides[1].stock, 0);
    let ship = state.groups_at(at).find(|g| g.class == Class::Battleship).unwrap();
    assert!(!ship.disrupted && ship.used == Used::PROVIDED);
    assert_eq!(game.shortage(&state).excess[usize::from(system(&game, "nusku").0)], 22 - 26);
    game.end_routine(&mut state);
    assert_eq!(state.step, Step::Build { after: None }, "all get routine maintenance");
    let destroyers = state.groups_at(at).filter(|g| g.class == Class::Destroyer && g.disrupted);
    assert_eq!(destroyers.map(|g| g.count).sum::<u8>(), 1, "the disrupted destroyer stays disrupted");
}

#[test]
fn cobb_maintenance_overhaul_needs_a_world() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    state.sides[1].stock = 9;
    disrupted(&game, &mut state, "apishal", Class::Destroyer, 1);
    let mut list = Vec::new();
    game.offer_overhauls(&state, None, &mut Listed { list: &mut list, any_order: false });
    assert_eq!(list, [Action::Done]);
    disrupted(&game, &mut state, "nusku", Class::Destroyer, 1);
    state.markers.change(surface_box(&game, "nusku"), |marker| marker.neutralised = true);
    list.clear();
    game.offer_overhauls(&state, None, &mut Listed { list: &mut list, any_order: false });
    assert_eq!(list, [Action::Done], "the world is neutralised");
}

#[test]
fn cobb_maintenance_limit() {
    let (game, mut state) = first_war();
    for (id, limit) in [("alpha_centauri", 40), ("sol", 20), ("barnard", 6), ("procyon", 0)] {
        assert_eq!(game.routine_limit(&state, TERRAN, usize::from(system(&game, id).0)), limit, "{id}");
    }
    let nusku = usize::from(system(&game, "nusku").0);
    assert_eq!(game.routine_limit(&state, IMPERIAL, nusku), 26);
    state.phasing = IMPERIAL;
    ships(&game, &mut state, "apishal", IMPERIAL, Class::Destroyer, 2);
    ships(&game, &mut state, "apishal", IMPERIAL, Class::LightCruiser, 2);
    let at = Place::Space(system(&game, "apishal"));
    let kind = |class| Kind { class, disrupted: false, carrying: None };
    assert_eq!(routine(&game, &state).len(), 2, "8 of 6 factors: no end before something is left out");
    assert_eq!(game.least_left_out(&state, at, kind(Class::Destroyer)), 1);
    game.leave_out(&mut state, at, kind(Class::LightCruiser), 1);
    assert!(routine(&game, &state).contains(&Action::Done));
}

#[test]
fn cobb_maintenance_routine() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    ships(&game, &mut state, "apishal", IMPERIAL, Class::LightCruiser, 2);
    assert_eq!(routine(&game, &state), [Action::Done], "a sound ship within the limit is kept");
    disrupted(&game, &mut state, "apishal", Class::Destroyer, 1);
    assert_eq!(routine(&game, &state).len(), 2, "a disrupted ship may be left out on purpose");
}

#[test]
fn cobb_maintenance_frontier() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    ships(&game, &mut state, "procyon", IMPERIAL, Class::HeavyCruiser, 1);
    game.end_routine(&mut state);
    let Step::Frontier { group, destroyed } = state.step else { panic!("the cruiser rolls") };
    assert_eq!(game.frontier_chance(&state, group, destroyed).weights(), [1, 2], "disrupted on 1 to 4 of 6");
    game.frontier_rolled(&mut state, group, destroyed, 1);
    assert!(state.groups.at(0).disrupted);
    assert_eq!(state.step, Step::Build { after: None });
}

#[test]
fn cobb_maintenance_one_destroys() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    disrupted(&game, &mut state, "apishal", Class::Destroyer, 3);
    let at = Place::Space(system(&game, "apishal"));
    let kind = Kind { class: Class::Destroyer, disrupted: true, carrying: None };
    game.leave_out(&mut state, at, kind, 3);
    game.end_routine(&mut state);
    let roll = |state: &mut State, outcome| {
        let Step::Frontier { group, destroyed } = state.step else { panic!("dice are due") };
        let weights = game.frontier_chance(state, group, destroyed).weights().to_vec();
        game.frontier_rolled(state, group, destroyed, outcome);
        weights
    };
    assert_eq!(roll(&mut state, 1), [125, 75, 15, 1], "destroyed on 1");
    assert_eq!(roll(&mut state, 1), [1, 8, 16], "of the others 3 to 6 recover, 2 stays disrupted");
    assert_eq!(state.sides[1].destroyed[Class::Destroyer.index()], 1);
    let counts: Vec<(bool, u8)> = state.groups.iter().map(|g| (g.disrupted, g.count)).collect();
    assert_eq!(counts, [(false, 1), (true, 1)]);
}

fn by_the_base_game() -> (Imperium, State) {
    let (mut game, mut state) = first_war();
    game.rules.kit_maintenance = false;
    state.phasing = IMPERIAL;
    (game, state)
}

fn frontier_weights(game: &Imperium, state: &State) -> Vec<u32> {
    let Step::Frontier { group, destroyed } = state.step else {
        panic!("dice are due, not {:?}", state.step)
    };
    game.frontier_chance(state, group, destroyed).weights().to_vec()
}

#[test]
fn imp_6_maintenance_at_worlds() {
    let (game, mut state) = by_the_base_game();
    state.sides[1].stock = 9;
    ships(&game, &mut state, "nusku", IMPERIAL, Class::HeavyCruiser, 1);
    disrupted(&game, &mut state, "nusku", Class::HeavyCruiser, 1);
    let at = Place::Space(system(&game, "nusku"));
    let kind = |disrupted| Kind { class: Class::HeavyCruiser, disrupted, carrying: None };
    game.choose_overhaul(&mut state, at, kind(false));
    assert_eq!(state.sides[1].stock, 5, "the number for a sound ship");
    game.choose_overhaul(&mut state, at, kind(true));
    assert_eq!(state.sides[1].stock, 0, "one more for a disrupted one");
    game.end_overhauls(&mut state);
    assert_eq!(state.step, Step::Build { after: None });
    assert!(state.groups.iter().all(|group| !group.disrupted));
}

#[test]
fn imp_6_maintenance_frontier() {
    let (game, opening) = by_the_base_game();
    // Sound and disrupted, with and without an outpost: how many of six faces disrupt, or mend.
    for (place, is_disrupted, weights) in [
        ("apishal", false, vec![1, 1]),
        ("procyon", false, vec![1, 2]),
        ("apishal", true, vec![2, 1]),
        ("procyon", true, vec![5, 1]),
    ] {
        let mut state = opening.clone();
        let class =
            if is_disrupted && place == "apishal" { Class::HeavyCruiser } else { Class::AttackCruiser };
        assert_eq!(game.units.maintenance(class, IMPERIAL), 4);
        let group = Group::new(Place::Space(system(&game, place)), IMPERIAL, class, 1);
        state.add(Group { disrupted: is_disrupted, ..group });
        game.end_overhauls(&mut state);
        let found = frontier_weights(&game, &state);
        assert_eq!(found, weights, "{place}, disrupted {is_disrupted}");
        let Step::Frontier { group, destroyed } = state.step else { unreachable!() };
        assert!(game.frontier_rolled(&mut state, group, destroyed, 1));
        assert_eq!(state.groups.at(0).disrupted, !is_disrupted, "failed, or mended");
        assert_eq!(state.step, Step::Build { after: None });
    }
}

#[test]
fn imp_6_maintenance_of_number_one() {
    let (game, mut state) = by_the_base_game();
    ships(&game, &mut state, "apishal", IMPERIAL, Class::Scout, 3);
    game.end_overhauls(&mut state);
    assert_eq!(state.step, Step::Build { after: None }, "number 1 never fails at an outpost");
    ships(&game, &mut state, "procyon", IMPERIAL, Class::Scout, 1);
    game.end_overhauls(&mut state);
    assert_eq!(frontier_weights(&game, &state), [5, 1]);
}

/// Fighters aboard need nothing; a mothership that is lost takes them along.
#[test]
fn cobb_maintenance_frontier_spares_fighters_aboard() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    let at = Place::Space(system(&game, "apishal"));
    let cargo = Cargo::Fighters { sound: 6, disrupted: 0 };
    state.add(Group { cargo, disrupted: true, ..Group::new(at, IMPERIAL, Class::Mothership, 1) });
    assert_eq!(routine(&game, &state).last(), Some(&Action::Done), "3 of 6 factors");
    let kind = Kind { class: Class::Mothership, disrupted: true, carrying: Some(Class::Fighter) };
    game.leave_out(&mut state, at, kind, 1);
    game.end_routine(&mut state);
    let Step::Frontier { group, destroyed } = state.step else { panic!("the mothership rolls") };
    game.frontier_rolled(&mut state, group, destroyed, 1);
    let lost = state.sides[1].destroyed;
    assert_eq!((lost[Class::Mothership.index()], lost[Class::Fighter.index()]), (1, 6));
    assert_eq!((state.groups.len(), state.step), (0, Step::Build { after: None }));
}

/// A ship between systems is nobody's friend: it casts its die wherever its home lies.
#[test]
fn cobb_maintenance_frontier_between_systems() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    state.sides[1].stock = 9;
    state.add(Group::new(Place::Hex { column: 5, row: 12 }, IMPERIAL, Class::Destroyer, 1));
    let mut list = Vec::new();
    game.offer_overhauls(&state, None, &mut Listed { list: &mut list, any_order: false });
    assert_eq!((list, routine(&game, &state)), (vec![Action::Done], vec![Action::Done]));
    game.end_routine(&mut state);
    let Step::Frontier { group, destroyed } = state.step else { panic!("the destroyer rolls") };
    assert_eq!(game.frontier_chance(&state, group, destroyed).weights(), [2, 1], "disrupted on 1 and 2");
}

/// The table of 14.8: how many faces of six disrupt, and destroy, keep and mend a disrupted ship. Number 6 is what an
/// owner of the game might correct a figure to.
#[test]
fn cobb_maintenance_frontier_by_number() {
    let setup = Setup::new("imperium").scenario("first-war").correct("units.BB.maintenance", "6");
    let game = Imperium::from_setup(&setup).unwrap();
    let (_, opening) = first_war();
    for (number, class) in [
        (1, Class::Scout),
        (2, Class::Destroyer),
        (3, Class::StrikeCruiser),
        (4, Class::HeavyCruiser),
        (5, Class::Battleship),
        (6, Class::GreatBattleship),
    ] {
        assert_eq!(game.units.maintenance(class, IMPERIAL), number);
        let rolled = |is_disrupted: bool, faces: [u8; 3]| {
            let mut state = opening.clone();
            state.phasing = IMPERIAL;
            let ship = Group::new(Place::Space(system(&game, "procyon")), IMPERIAL, class, 1);
            state.add(Group { disrupted: is_disrupted, ..ship });
            game.end_routine(&mut state);
            let mut found = [0.0; 3];
            all_rolls(&game, &state, 6.0, &mut found);
            for (found, faces) in found.into_iter().zip(faces) {
                assert!((found - f64::from(faces)).abs() < 1e-9, "number {number}: {found} of six");
            }
        };
        rolled(false, [0, number, 6 - number]);
        rolled(true, [1, number - 1, 6 - number]);
    }
}

/// Adds up the chances that the one ship is destroyed, disrupted and sound in the end.
fn all_rolls(game: &Imperium, state: &State, chance: f64, found: &mut [f64; 3]) {
    let Step::Frontier { group, destroyed } = state.step else {
        let end = state.groups.get(0).map_or(0, |group| if group.disrupted { 1 } else { 2 });
        found[end] += chance;
        return;
    };
    for (outcome, p) in game.frontier_chance(state, group, destroyed).probabilities().enumerate() {
        let mut state = state.clone();
        game.frontier_rolled(&mut state, group, destroyed, outcome);
        all_rolls(game, &state, chance * p, found);
    }
}

/// The example of 14.8 with the disrupted destroyer left out: 1 destroys it, 2 leaves it as it is, 3 to 6 mend it.
#[test]
fn cobb_maintenance_one_destroys_by_choice() {
    let (game, mut state) = example();
    let at = Place::Space(system(&game, "nusku"));
    let kind = |class| Kind { class, disrupted: true, carrying: None };
    game.choose_overhaul(&mut state, at, kind(Class::Battleship));
    game.end_overhauls(&mut state);
    game.leave_out(&mut state, at, kind(Class::Destroyer), 1);
    game.end_routine(&mut state);
    assert_eq!(frontier_weights(&game, &state), [5, 1]);
    let Step::Frontier { group, .. } = state.step else { panic!("one destroyer rolls") };
    let mut lost = state.clone();
    game.frontier_rolled(&mut lost, group, None, 1);
    assert_eq!(lost.counters(IMPERIAL, Class::Destroyer), 3);
    game.frontier_rolled(&mut state, group, None, 0);
    assert_eq!(frontier_weights(&game, &state), [1, 4], "of 2 to 6, the 2 keeps it disrupted");
    game.frontier_rolled(&mut state, group, Some(0), 1);
    assert!(state.groups.iter().all(|group| !group.disrupted));
    assert_eq!(state.counters(IMPERIAL, Class::Destroyer), 4);
}

/// The price of an overhaul, the routine limit and the base game's die go by the kit's numbers.
#[test]
fn cobb_number_missile_boat_in_maintenance() {
    for (switch, number) in [("on", 2), ("off", 3)] {
        let game = first_war_with(&[("cobb.number", switch)]);
        let (_, mut state) = first_war();
        ships(&game, &mut state, "barnard", TERRAN, Class::MissileBoat, 2);
        assert_eq!(game.overhaul_price(TERRAN, Class::MissileBoat, true), number, "{switch}");
        assert_eq!(game.factors_at(&state, TERRAN, system(&game, "barnard")), 2 * u16::from(number));
        assert_eq!(game.needed(&state.groups.at(0), u64::MAX), number);
    }
}

/// With `cobb.maintenance` off nothing is left out for routine maintenance, and a 1 destroys nobody.
#[test]
fn imp_6_maintenance_destroys_nobody() {
    let (game, mut state) = by_the_base_game();
    disrupted(&game, &mut state, "procyon", Class::HeavyCruiser, 1);
    game.end_overhauls(&mut state);
    let Step::Frontier { group, destroyed } = state.step else { panic!("it rolls") };
    assert_eq!(game.frontier_chance(&state, group, destroyed).weights(), [5, 1]);
    game.frontier_rolled(&mut state, group, destroyed, 0);
    assert_eq!(state.groups.len(), 1, "a second failure: it stays disrupted");
    assert!(state.groups.at(0).disrupted);
}
