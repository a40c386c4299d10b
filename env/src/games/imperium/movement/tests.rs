//! Movement, rule by rule, on the whole map.

use super::super::legal::Listed;
use super::super::positions_for_tests::{
    first_war, first_war_with, ground, in_sight, ships, surface_box, system,
};
use super::super::state::{Cargo, IMPERIAL, TERRAN};
use super::*;

const SCOUT: Kind = Kind { class: Class::Scout, disrupted: false, carrying: None };

fn movement(phase: Phase) -> (Imperium, State) {
    let (game, mut state) = first_war();
    state.phase = phase;
    state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
    (game, state)
}

fn hex(game: &Imperium, id: &str) -> Place {
    Place::Space(system(game, id))
}

fn legal(game: &Imperium, state: &State) -> Vec<Action> {
    let mut list = Vec::new();
    game.offer(&in_sight(game, state), &mut Listed { list: &mut list, any_order: false });
    list
}

fn can_go(game: &Imperium, state: &State, from: Place, kind: Kind, to: Place) -> bool {
    game.destinations(&in_sight(game, state), from, kind) >> place_number(to) & 1 == 1
}

#[test]
fn imp_3_2_jump() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
    let goes = |state: &State, id| can_go(&game, state, hex(&game, "sol"), SCOUT, hex(&game, id));
    assert!(goes(&state, "nusku") && goes(&state, "dingir"), "any number of lanes");
    ships(&game, &mut state, "barnard", IMPERIAL, Class::Transport, 1);
    assert!(goes(&state, "nusku"), "transports do not stop movement");
    for id in ["barnard", "agidda"] {
        ships(&game, &mut state, id, IMPERIAL, Class::Scout, 1);
    }
    assert!(goes(&state, "barnard"));
    assert!(!goes(&state, "agidda") && !goes(&state, "nusku"), "enemy combat ships do");
}

#[test]
fn imp_3_2_fuel() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "procyon", TERRAN, Class::Scout, 1);
    let goes = |state: &State, from, id| can_go(&game, state, hex(&game, from), SCOUT, hex(&game, id));
    ships(&game, &mut state, "nusku", IMPERIAL, Class::Scout, 1);
    assert!(goes(&state, "procyon", "sirius"));
    assert!(!goes(&state, "procyon", "tau_ceti"), "no fuel at Sirius");
    assert!(!goes(&state, "sirius", "procyon"), "nor for the way back");
    let tanker = Group { disrupted: true, ..Group::new(hex(&game, "sirius"), TERRAN, Class::Tanker, 1) };
    state.add(tanker);
    assert!(goes(&state, "procyon", "tau_ceti") && goes(&state, "sirius", "procyon"), "a tanker fuels");
}

#[test]
fn imp_3_2_fuel_of_a_tanker_for_itself() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "procyon", TERRAN, Class::Tanker, 1);
    ships(&game, &mut state, "procyon", TERRAN, Class::Scout, 2);
    let tanker = Kind { class: Class::Tanker, ..SCOUT };
    let procyon = hex(&game, "procyon");
    assert_eq!(legal(&game, &state)[0], Action::Select { at: procyon, kind: tanker }, "tankers first");
    game.act(&mut state, Action::Select { at: procyon, kind: tanker });
    game.act(&mut state, Action::Destination(hex(&game, "sirius")));
    game.act(&mut state, Action::Select { at: procyon, kind: SCOUT });
    game.act(&mut state, Action::Count(2));
    let to = Action::Destination(hex(&game, "tau_ceti"));
    assert!(legal(&game, &state).contains(&to), "the fleet follows through the system it opened");
    game.act(&mut state, to);
    assert_eq!(
        legal(&game, &state)[0],
        Action::Select { at: hex(&game, "sirius"), kind: tanker },
        "tankers last"
    );
}

#[test]
fn imp_3_2_box() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ground(&game, &mut state, "nusku", IMPERIAL, Class::Scout, 1);
    state.phasing = IMPERIAL;
    let nusku = Place::Surface(surface_box(&game, "nusku"));
    assert!(can_go(&game, &state, nusku, SCOUT, hex(&game, "dingir")));
    ships(&game, &mut state, "nusku", TERRAN, Class::Scout, 1);
    assert!(can_go(&game, &state, nusku, SCOUT, hex(&game, "nusku")), "it may rise");
    assert!(!can_go(&game, &state, nusku, SCOUT, hex(&game, "apishal")), "but must fight before it jumps");
}

#[test]
fn imp_3_2_box_of_an_enemy_is_closed() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "nusku", TERRAN, Class::Scout, 1);
    let place = |id| Place::Surface(surface_box(&game, id));
    let goes = |to| can_go(&game, &state, hex(&game, "nusku"), SCOUT, to);
    assert!(!goes(place("nusku")) && !goes(place("dushaam")));
    assert!(goes(place("agidda")) && goes(place("sol")), "empty and own boxes are open");
}

#[test]
fn imp_3_2_monitor() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sol", TERRAN, Class::Monitor, 1);
    let monitor = Kind { class: Class::Monitor, ..SCOUT };
    let goes = |to| can_go(&game, &state, hex(&game, "sol"), monitor, to);
    assert!(!goes(hex(&game, "barnard")));
    assert!(goes(Place::Surface(surface_box(&game, "sol"))));
}

#[test]
fn imp_3_3_reaction() {
    let (game, mut state) = movement(Phase::ReactionMovement);
    ships(&game, &mut state, "nusku", IMPERIAL, Class::Destroyer, 1);
    let disrupted = Group { disrupted: true, ..Group::new(hex(&game, "nusku"), IMPERIAL, Class::Scout, 1) };
    state.add(disrupted);
    ships(&game, &mut state, "agidda", TERRAN, Class::Scout, 1);
    ships(&game, &mut state, "barnard", TERRAN, Class::Scout, 1);
    let destroyer = Kind { class: Class::Destroyer, ..SCOUT };
    let select = Action::Select { at: hex(&game, "nusku"), kind: destroyer };
    assert_eq!(legal(&game, &state), [select, Action::Done], "undisrupted ships only");
    game.act(&mut state, select);
    assert_eq!(
        legal(&game, &state),
        [Action::Destination(hex(&game, "agidda"))],
        "one jump, to phasing ships"
    );
    game.act(&mut state, Action::Destination(hex(&game, "agidda")));
    assert_eq!(legal(&game, &state), [Action::Done]);
}

#[test]
fn imp_6_movement_roll() {
    let (game, mut state) = movement(Phase::FirstMovement);
    state.phasing = IMPERIAL;
    let fleet =
        Group { disrupted: true, ..Group::new(hex(&game, "nusku"), IMPERIAL, Class::HeavyCruiser, 2) };
    state.add(fleet);
    let kind = fleet.kind();
    game.act(&mut state, Action::Select { at: fleet.place, kind });
    game.act(&mut state, Action::Count(2));
    let Step::MoveRoll { order, orders } = state.step else { panic!("disrupted ships roll") };
    assert_eq!(game.move_chance(&state, order).weights(), [1, 2, 1], "4 or more moves");
    game.move_rolled(&mut state, orders, order, 1);
    game.act(&mut state, Action::Destination(hex(&game, "apishal")));
    assert_eq!(legal(&game, &state), [Action::Done], "who failed does not try again");
    let places: Vec<Place> = state.groups_of(IMPERIAL).map(|group| group.place).collect();
    assert_eq!(places, [hex(&game, "apishal"), hex(&game, "nusku")]);
}

/// A mothership that flew, took fighters aboard and flies on has made its roll for this phase.
#[test]
fn imp_6_movement_roll_once_a_phase() {
    let (game, mut state) = movement(Phase::FirstMovement);
    let mothership = Group { disrupted: true, ..Group::new(hex(&game, "sol"), TERRAN, Class::Mothership, 1) };
    state.add(mothership);
    ships(&game, &mut state, "barnard", TERRAN, Class::Fighter, 1);
    game.act(&mut state, Action::Select { at: mothership.place, kind: mothership.kind() });
    let Step::MoveRoll { order, orders } = state.step else { panic!("it rolls") };
    game.move_rolled(&mut state, orders, order, 1);
    game.act(&mut state, Action::Destination(hex(&game, "barnard")));
    game.act(&mut state, Action::Load { class: Class::Fighter, at: hex(&game, "barnard") });
    let kind = Kind { carrying: Some(Class::Fighter), ..mothership.kind() };
    game.act(&mut state, Action::Select { at: hex(&game, "barnard"), kind });
    assert!(matches!(state.step, Step::Destination { .. }), "{:?}", state.step);
}

/// No fuel under enemy guns where every box is the enemy's.
#[test]
fn imp_3_2_fuel_of_an_enemy() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "dingir", TERRAN, Class::Scout, 1);
    let goes = |state: &State, id| can_go(&game, state, hex(&game, "dingir"), SCOUT, hex(&game, id));
    assert!(goes(&state, "shulgi"), "an enemy box alone does not matter");
    ships(&game, &mut state, "dingir", IMPERIAL, Class::Destroyer, 1);
    assert!(!goes(&state, "shulgi"));
    state.markers.set(surface_box(&game, "dingir"), Default::default());
    assert!(goes(&state, "shulgi"), "a neutral box fuels");
}

#[test]
fn cobb_disengage_jump_way_back() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
    game.act(&mut state, Action::Select { at: hex(&game, "sol"), kind: SCOUT });
    game.act(&mut state, Action::Destination(hex(&game, "agidda")));
    let entered = state.entered_from.of(system(&game, "agidda"));
    assert_eq!(entered, system(&game, "barnard").bit(), "the last system on the route");
}

#[test]
fn imp_3_2_jump_past_support_ships() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
    ships(&game, &mut state, "barnard", IMPERIAL, Class::Tanker, 2);
    let goes = |state: &State, id| can_go(&game, state, hex(&game, "sol"), SCOUT, hex(&game, id));
    assert!(goes(&state, "agidda"), "tankers alone do not stop movement");
    ships(&game, &mut state, "barnard", IMPERIAL, Class::Mothership, 1);
    assert!(goes(&state, "barnard") && !goes(&state, "agidda"), "a mothership is a combat ship");
}

#[test]
fn imp_3_2_fuel_is_not_given_by_an_enemy_tanker() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sirius", IMPERIAL, Class::Tanker, 1);
    ships(&game, &mut state, "nusku", IMPERIAL, Class::Scout, 1);
    assert!(!can_go(&game, &state, hex(&game, "procyon"), SCOUT, hex(&game, "tau_ceti")));
    assert!(!can_go(&game, &state, hex(&game, "sirius"), SCOUT, hex(&game, "procyon")));
}

#[test]
fn imp_3_2_fuel_leaves_with_the_tanker() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sirius", TERRAN, Class::Tanker, 1);
    ships(&game, &mut state, "sirius", TERRAN, Class::Scout, 1);
    let sirius = hex(&game, "sirius");
    assert!(can_go(&game, &state, sirius, SCOUT, hex(&game, "procyon")));
    game.act(&mut state, Action::Select { at: sirius, kind: Kind { class: Class::Tanker, ..SCOUT } });
    game.act(&mut state, Action::Destination(hex(&game, "procyon")));
    assert!(!can_go(&game, &state, sirius, SCOUT, hex(&game, "procyon")));
}

#[test]
fn imp_3_2_fuel_at_altair() {
    let (game, mut state) = movement(Phase::FirstMovement);
    state.phasing = IMPERIAL;
    let goes = |from, to| can_go(&game, &state, hex(&game, from), SCOUT, hex(&game, to));
    assert!(
        goes("zaggisi", "apishal") && goes("zaggisi", "altair"),
        "the lane past Altair needs no fuel there"
    );
    assert!(!goes("altair", "apishal"));
}

#[test]
fn imp_3_3_reaction_limits() {
    let (mut game, mut state) = movement(Phase::ReactionMovement);
    let from = Place::Space(system(&game, "proxima"));
    ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
    ships(&game, &mut state, "proxima", IMPERIAL, Class::Destroyer, 3);
    let kind = Kind { class: Class::Destroyer, disrupted: false, carrying: None };
    let may = |game: &Imperium, state: &State| game.destinations(&in_sight(game, state), from, kind);
    assert_eq!(may(&game, &state), 0, "Sol is two jumps away");
    game.rules.reaction_jumps = 2;
    assert_eq!(may(&game, &state), u128::from(system(&game, "sol").bit()));
    game.rules.reaction_ships = Some(2);
    let orders = Orders { stage: OrderStage::FirstCargo, last: 0 };
    game.choose_ships(&mut state, orders, from, kind);
    let Step::Quantity(Quantity::Move { order, orders }) = state.step else { panic!("{:?}", state.step) };
    assert_eq!(order.count, 2);
    game.go(&mut state, orders, order, Place::Space(system(&game, "sol")));
    assert_eq!(game.reactions_left(&state), 0);
}

#[test]
fn imp_3_3_reaction_needs_fuel() {
    let (game, mut state) = movement(Phase::ReactionMovement);
    ships(&game, &mut state, "sirius", IMPERIAL, Class::Scout, 1);
    ships(&game, &mut state, "procyon", TERRAN, Class::Scout, 1);
    assert_eq!(legal(&game, &state), [Action::Done]);
    ships(&game, &mut state, "sirius", IMPERIAL, Class::Tanker, 1);
    let select = |class| Action::Select { at: hex(&game, "sirius"), kind: Kind { class, ..SCOUT } };
    let fleet = [select(Class::Scout), select(Class::Tanker)];
    assert!(fleet.iter().all(|order| legal(&game, &state).contains(order)));
}

#[test]
fn imp_6_movement_roll_is_never_missed_by_a_tanker() {
    let (game, mut state) = movement(Phase::FirstMovement);
    let place = hex(&game, "procyon");
    let tanker = Group { disrupted: true, ..Group::new(place, TERRAN, Class::Tanker, 1) };
    state.add(tanker);
    game.act(&mut state, Action::Select { at: place, kind: tanker.kind() });
    assert!(matches!(state.step, Step::Destination { .. }), "its number is 1");
}

#[test]
fn imp_3_2_jump_of_fighters_alone() {
    let (game, mut state) = movement(Phase::FirstMovement);
    ships(&game, &mut state, "sol", TERRAN, Class::Fighter, 1);
    let fighter = Kind { class: Class::Fighter, ..SCOUT };
    let goes = |to| can_go(&game, &state, hex(&game, "sol"), fighter, to);
    assert!(goes(Place::Surface(surface_box(&game, "sol"))), "it may land");
    assert!(!goes(hex(&game, "barnard")));
}

/// Fighters aboard a mothership and a transport jump with them and may leave them in the hex they reach, even in a
/// tertiary system.
#[test]
fn imp_3_2_transport_of_fighters() {
    let (game, mut state) = movement(Phase::FirstMovement);
    let procyon = hex(&game, "procyon");
    ships(&game, &mut state, "procyon", TERRAN, Class::Fighter, 7);
    ships(&game, &mut state, "procyon", TERRAN, Class::Mothership, 1);
    ships(&game, &mut state, "procyon", TERRAN, Class::Transport, 1);
    game.act(&mut state, Action::Load { class: Class::Fighter, at: procyon });
    assert_eq!(legal(&game, &state).last(), Some(&Action::Count(7)), "six and one");
    game.act(&mut state, Action::Count(7));
    let sirius = hex(&game, "sirius");
    for class in [Class::Mothership, Class::Transport] {
        let kind = Kind { class, disrupted: false, carrying: Some(Class::Fighter) };
        game.act(&mut state, Action::Select { at: procyon, kind });
        game.act(&mut state, Action::Destination(sirius));
    }
    game.act(&mut state, Action::Unload { class: Class::Fighter, at: sirius });
    game.act(&mut state, Action::Count(7));
    let fighters = state.groups_at(sirius).filter(|g| g.class == Class::Fighter);
    assert_eq!(fighters.map(|g| g.count).sum::<u8>(), 7);
    assert!(state.groups_of(TERRAN).all(|g| g.cargo == Cargo::Empty && g.place == sirius));
}

#[test]
fn imp_1_3_systems_without_a_box_have_nowhere_to_land() {
    let (game, mut state) = movement(Phase::FirstMovement);
    let sirius = hex(&game, "sirius");
    let cargo = Cargo::One { class: Class::Outpost, disrupted: false, strength: 0 };
    state.add(Group { cargo, ..Group::new(sirius, TERRAN, Class::Transport, 1) });
    ships(&game, &mut state, "sirius", TERRAN, Class::Tanker, 1);
    assert!(!legal(&game, &state).iter().any(|action| matches!(action, Action::Unload { .. })));
    let monitor = Kind { class: Class::Monitor, ..SCOUT };
    assert_eq!(game.destinations(&in_sight(&game, &state), sirius, monitor), 0);
}

/// The kit's number of a missile boat is what it rolls to move, too.
#[test]
fn cobb_number_missile_boat_in_the_movement_roll() {
    for (switch, weights) in [("on", [1, 5]), ("off", [1, 2])] {
        let game = first_war_with(&[("cobb.number", switch)]);
        let (_, mut state) = movement(Phase::FirstMovement);
        let boat = Group { disrupted: true, ..Group::new(hex(&game, "sol"), TERRAN, Class::MissileBoat, 1) };
        state.add(boat);
        game.act(&mut state, Action::Select { at: boat.place, kind: boat.kind() });
        let Step::MoveRoll { order, .. } = state.step else { panic!("it rolls") };
        assert_eq!(game.move_chance(&state, order).weights(), weights, "{switch}");
    }
}
