//! Rules against the figures that their description gives, where a test needs more than one module.

use super::Imperium;
use super::action::Action;
use super::class::Class::{self, *};
use super::legal::Listed;
use super::positions_for_tests::{
    first_war, first_war_with, ground, in_sight, nusku_gap, set_outpost, ships, surface_box, system,
};
use super::rules::MarkerList;
use super::state::{
    Cargo, Due, Group, IMPERIAL, MAX_GROUPS, OrderStage, Orders, Phase, Place, State, Step, TERRAN,
};
use super::units::Units;
use crate::core::{Dice, Game, Node, Seat, Setup, planner_rng, uniform_index};

/// Price, then maintenance number, beams, missiles, screen and counters of each side that has the class.
type Line = (Class, u8, Option<[u8; 5]>, Option<[u8; 5]>);

const SHIPS: [Line; 15] = [
    (Scout, 2, Some([1, 1, 1, 1, 9]), Some([1, 0, 2, 1, 11])),
    (Destroyer, 3, Some([2, 3, 1, 2, 12]), Some([2, 1, 3, 2, 11])),
    (LightCruiser, 6, Some([3, 5, 2, 3, 6]), Some([2, 2, 4, 3, 7])),
    (HeavyCruiser, 12, None, Some([4, 3, 5, 4, 5])),
    (StrikeCruiser, 10, Some([3, 3, 7, 5, 5]), Some([3, 2, 7, 5, 5])),
    (AttackCruiser, 14, Some([3, 6, 5, 5, 4]), Some([4, 3, 5, 5, 5])),
    (Dreadnought, 16, None, Some([5, 3, 7, 5, 3])),
    (Battleship, 18, Some([5, 8, 7, 6, 6]), Some([5, 4, 8, 6, 4])),
    (GreatBattleship, 22, Some([4, 9, 8, 8, 4]), Some([4, 5, 9, 7, 4])),
    (MissileBoat, 4, Some([2, 0, 6, 1, 10]), None),
    (Monitor, 6, Some([3, 6, 4, 7, 5]), Some([3, 4, 6, 6, 5])),
    (Fighter, 1, Some([2, 1, 2, 2, 21]), Some([2, 1, 2, 2, 21])),
    (Mothership, 8, Some([3, 0, 1, 1, 4]), Some([3, 0, 1, 1, 4])),
    (Transport, 1, Some([1, 0, 0, 1, 8]), Some([1, 0, 0, 1, 8])),
    (Tanker, 2, Some([1, 0, 0, 1, 2]), Some([1, 0, 0, 1, 2])),
];

fn lines() -> impl Iterator<Item = (Class, u8, Seat, [u8; 5])> {
    SHIPS.into_iter().flat_map(|(class, price, terran, imperial)| {
        [(TERRAN, terran), (IMPERIAL, imperial)]
            .into_iter()
            .filter_map(move |(seat, line)| line.map(|line| (class, price, seat, line)))
    })
}

#[test]
fn imp_2_1_prices() {
    let units = Units::load(true).unwrap();
    for (class, price, seat, [number, ..]) in lines() {
        assert_eq!((units.price(class, seat), units.maintenance(class, seat)), (price, number), "{class}");
    }
    for (class, price) in [(RegularTroops, 2), (JumpTroops, 3), (PlanetaryDefence, 10), (Outpost, 3)] {
        assert_eq!((units.price(class, TERRAN), units.price(class, IMPERIAL)), (price, price), "{class}");
    }
}

#[test]
fn imp_2_2_factors() {
    let units = Units::load(true).unwrap();
    for (class, _, seat, [_, beam, missile, screen, limit]) in lines() {
        let factors = units.factors(class, seat);
        let found = [factors.beam, factors.missile, factors.screen].map(u16::from);
        assert_eq!(found, [beam, missile, screen].map(u16::from), "{class} of {seat}");
        assert_eq!(units.limit(class, seat), limit, "{class} of {seat}");
    }
    let none: Vec<_> = SHIPS.iter().filter(|line| line.2.is_none() || line.3.is_none()).collect();
    for &&(class, _, terran, imperial) in &none {
        let limits = (units.limit(class, TERRAN), units.limit(class, IMPERIAL));
        assert_eq!((limits.0 == 0, limits.1 == 0), (terran.is_none(), imperial.is_none()), "{class}");
    }
}

#[test]
fn imp_2_2_capital() {
    let units = Units::load(true).unwrap();
    let capital: Vec<Class> = Class::ALL.into_iter().filter(|&class| units.is_capital(class)).collect();
    assert_eq!(capital, [Dreadnought, Battleship, GreatBattleship]);
}

fn court(game: &Imperium, state: &State) -> Vec<(u32, String)> {
    let chance = game.court_chance(state);
    chance.weights().iter().enumerate().map(|(k, &w)| (w, game.court_text(state, k))).collect()
}

fn assert_court(game: &Imperium, state: &State, expected: &[(u32, &str)]) {
    let found = court(game, state);
    let found: Vec<(u32, &str)> = found.iter().map(|(weight, text)| (*weight, text.as_str())).collect();
    assert_eq!(found, expected);
}

fn imperial_turn() -> (Imperium, State) {
    let game = nusku_gap();
    let mut state = game.start.clone();
    state.phasing = IMPERIAL;
    (game, state)
}

#[test]
fn imp_7_5_intervention_by_the_table() {
    let (game, mut state) = imperial_turn();
    state.step = Step::Intervention;
    let table = [
        (1, "civil war, recall 2"),
        (2, "glory -1"),
        (3, "no appeals until turn 2"),
        (4, "RU -2"),
        (16, "nothing"),
        (4, "RU +4"),
        (3, "free 1 SC, free 1 DD"),
        (2, "free 1 CL"),
        (1, "glory +1"),
    ];
    assert_court(&game, &state, &table);
    // +1 for glory 8 and +1 for turn 5: rolls from 4 to 14.
    state.court.glory = 8;
    state.turn = 5;
    let table = [
        (1, "no appeals until turn 6"),
        (2, "RU -2"),
        (12, "nothing"),
        (6, "RU +4"),
        (5, "free 1 SC, free 1 DD"),
        (4, "free 1 CL"),
        (3, "glory +1"),
        (2, "permission CR"),
        (1, "free 1 CR"),
    ];
    assert_court(&game, &state, &table);
}

#[test]
fn imp_7_4_appeal_for_money() {
    let (game, mut state) = imperial_turn();
    state.step = Step::AppealRoll { military: false };
    let table = [
        (3, "glory -1"),
        (7, "nothing"),
        (11, "RU +6"),
        (5, "RU +10"),
        (4, "RU +14"),
        (3, "budget +2"),
        (2, "budget +4"),
        (1, "budget +6"),
    ];
    assert_court(&game, &state, &table);
}

#[test]
fn imp_7_4_permission() {
    let (game, mut state) = imperial_turn();
    state.step = Step::AppealRoll { military: true };
    let before = [
        (3, "glory -1"),
        (7, "nothing"),
        (11, "free 2 DD"),
        (5, "permission CR, free 1 CR"),
        (4, "permission CS"),
        (3, "permission CA"),
        (2, "permission B1, free 1 CS"),
    ];
    assert_court(&game, &state, &[&before[..], &[(1, "permission B1")]].concat());
    state.court.permitted |= 1 << HeavyCruiser.index() | 1 << Dreadnought.index();
    let found = court(&game, &state);
    assert_eq!(found[3], (5, "free 1 CR".into()), "what is permitted already is no news");
    assert_eq!(found[7], (1, "permission B2".into()));
}

#[test]
fn imp_7_5_civil_war() {
    let (game, mut state) = imperial_turn();
    state.step = Step::Intervention;
    assert!(game.court_rolled(&mut state, 0));
    let mut list = Vec::new();
    game.offer(&state, &mut Listed { list: &mut list, any_order: false });
    let classes: Vec<Class> = list
        .iter()
        .map(|action| match action {
            Action::Select { kind, .. } => kind.class,
            action => panic!("{action:?}"),
        })
        .collect();
    assert_eq!(classes, [LightCruiser, HeavyCruiser], "cruisers and capital ships only");
    game.act(&mut state, list[1]);
    assert_eq!((state.counters(IMPERIAL, HeavyCruiser), state.step), (0, Step::Recall { left: 1 }));
    assert_eq!(game.income(&state, IMPERIAL), 4, "no budget for the rest of the war");
}

#[test]
fn imp_6_first_turn() {
    let game = nusku_gap();
    let mut maintained = [false; 2];
    for seed in 0..10 {
        let mut state = game.initial_state();
        let (mut dice, mut rng, mut legal) = (Dice::new(seed), planner_rng(seed, 2), Vec::new());
        while game.node(&state) != Node::Terminal {
            if matches!(state.step, Step::Overhaul { .. } | Step::Routine { .. } | Step::Frontier { .. }) {
                assert!(state.turn > 1);
                maintained[state.phasing.index()] = true;
            }
            if game.node(&state) == Node::Chance {
                let outcome = dice.roll(&game.chance(&state));
                game.apply_outcome(&mut state, outcome).unwrap();
            } else {
                game.legal_actions(&state, &mut legal);
                game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
            }
        }
    }
    assert_eq!(maintained, [true; 2]);
}

#[test]
fn imp_7_3_stock() {
    let (game, mut state) = first_war();
    state.sides[TERRAN.index()].stock = 95;
    game.collect_income(&mut state);
    assert_eq!(state.sides[TERRAN.index()].stock, 99);
}

fn may_build(game: &Imperium, state: &State, class: Class, id: &str) -> bool {
    let mut list = Vec::new();
    game.offer_builds(&in_sight(game, state), None, &mut Listed { list: &mut list, any_order: false });
    list.contains(&Action::Build { class, at: surface_box(game, id) })
}

#[test]
fn imp_7_3_places() {
    let (game, mut state) = first_war();
    state.sides[TERRAN.index()].stock = 99;
    set_outpost(&game, &mut state, "procyon", TERRAN);
    for id in ["sol", "alpha_centauri_a", "alpha_centauri_b"] {
        assert!(may_build(&game, &state, Destroyer, id) && may_build(&game, &state, Monitor, id), "{id}");
    }
    for class in [Monitor, PlanetaryDefence] {
        assert!(may_build(&game, &state, class, "procyon"), "{class} at a connected outpost");
    }
    assert!(!may_build(&game, &state, Destroyer, "procyon"));
    ships(&game, &mut state, "junction", IMPERIAL, Scout, 1);
    assert!(!may_build(&game, &state, Monitor, "procyon"), "its connection is cut");
    state.markers.change(surface_box(&game, "sol"), |marker| marker.neutralised = true);
    assert!(!may_build(&game, &state, Destroyer, "sol"));
}

#[test]
fn imp_7_3_production() {
    let (game, mut state) = imperial_turn();
    state.sides[IMPERIAL.index()].stock = 12;
    assert!(may_build(&game, &state, LightCruiser, "nusku"));
    assert!(!may_build(&game, &state, HeavyCruiser, "nusku"), "not permitted");
    state.court.permitted |= 1 << HeavyCruiser.index();
    assert!(may_build(&game, &state, HeavyCruiser, "nusku"));
    state.sides[IMPERIAL.index()].stock = 11;
    assert!(!may_build(&game, &state, HeavyCruiser, "nusku"), "one RU short");
    ships(&game, &mut state, "nusku", IMPERIAL, LightCruiser, 6);
    assert!(!may_build(&game, &state, LightCruiser, "nusku"), "no counter left");
}

#[test]
fn imp_7_3_pd_per_box() {
    let (game, mut state) = first_war();
    state.sides[TERRAN.index()].stock = 99;
    ground(&game, &mut state, "sol", TERRAN, PlanetaryDefence, 1);
    assert!(!may_build(&game, &state, PlanetaryDefence, "sol"));
    game.build(&mut state, PlanetaryDefence, surface_box(&game, "barnard"), 1);
    state.step = Step::Build { after: None };
    assert!(!may_build(&game, &state, PlanetaryDefence, "barnard"));
    assert!(may_build(&game, &state, PlanetaryDefence, "proxima"));
}

#[test]
fn imp_7_3_delivery_by_class() {
    let late = [HeavyCruiser, StrikeCruiser, AttackCruiser, Dreadnought, Battleship, GreatBattleship];
    for class in Class::ALL {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        state.sides[IMPERIAL.index()].stock = 99;
        game.build(&mut state, class, surface_box(&game, "nusku"), 1);
        assert_eq!(state.groups.is_empty(), late.contains(&class), "{class}");
        assert!(state.due.iter().all(|due| due.turn == 2), "{class}");
    }
}

#[test]
fn imp_9_start() {
    let game = nusku_gap();
    assert_eq!(game.start.court.glory, 5);
    let mut state = game.start.clone();
    state.change_glory(20, game.tables.glory.track);
    assert_eq!(state.court.glory, 10);
    state.change_glory(-20, game.tables.glory.track);
    assert_eq!(state.court.glory, 0);
}

#[test]
fn imp_15_0_handicap() {
    let with = Setup::new("imperium").scenario("nusku-gap").set("handicap_ru.imperial", "7");
    let game = Imperium::new(with.resolve(&super::rules::card()).unwrap()).unwrap();
    assert_eq!(game.start.sides[IMPERIAL.index()].stock, 7);
    let without = nusku_gap();
    assert_eq!(game.start.sides[TERRAN.index()], without.start.sides[TERRAN.index()]);
}

#[test]
fn imp_15_1_troop_strength() {
    let game = nusku_gap();
    for side in &game.figures {
        let strength = [RegularTroops, JumpTroops, PlanetaryDefence, Fighter, Scout, Outpost];
        assert_eq!(strength.map(|class| side[class.index()].surface), [4, 5, 2, 2, 0, 0]);
    }
}

#[test]
fn imp_15_0_presets() {
    let rules = |preset: &str| {
        let setup = Setup::new("imperium").scenario("first-war").preset(preset);
        Imperium::from_setup(&setup).unwrap().rules
    };
    let [kit, second, first] = ["cobb-2005", "gdw-1990", "gdw-1977"].map(rules);
    assert!(kit.kit_prices && kit.kit_numbers && kit.kit_maintenance && kit.setup_limit);
    assert!(!(second.kit_prices || second.kit_numbers || second.kit_maintenance || second.setup_limit));
    assert_eq!((kit.markers, second.markers), (MarkerList::Kit, MarkerList::Usual));
    let fighters = 1 << Fighter.index();
    assert_eq!((second.unlocked & fighters, first.unlocked & fighters), (0, fighters));
    assert_eq!(super::rules::Rules { unlocked: second.unlocked, ..first }, second, "no other difference");
}

#[test]
fn imp_10_set_up_usual() {
    let setup = Setup::new("imperium").scenario("first-war").preset("gdw-1990");
    let game = Imperium::from_setup(&setup).unwrap();
    let outposts = game.start.outposts(IMPERIAL);
    assert_eq!((game.start.worlds(IMPERIAL).count_ones(), outposts.count_ones()), (6, 9));
    assert_ne!(outposts & surface_box(&game, "agidda").bit(), 0);
    assert_eq!(game.income(&game.start, IMPERIAL), 31, "as with the other lists");
    assert_eq!(game.income(&game.start, TERRAN), 27);
    let with = |setup: Setup| Imperium::from_setup(&setup).unwrap().rules.markers;
    assert_eq!(with(setup.clone().set("cobb.setup_list", "on")), MarkerList::Kit);
    assert_eq!(with(setup.clone().set("imperial_setup", "by_list")), MarkerList::Usual);
    assert_eq!(with(setup.set("imperial_setup", "listed")), MarkerList::Listed);
}

#[test]
fn imp_15_1_sublight() {
    assert!(!nusku_gap().rules.sublight && first_war_with(&[]).rules.sublight);
    assert!(!first_war_with(&[("sublight", "off")]).rules.sublight);
    let refused = Imperium::from_setup(&Setup::new("imperium").scenario("duel").set("sublight", "on"));
    assert!(refused.unwrap_err().to_string().contains("does not take it"));
}

#[test]
fn imp_15_1_start_place() {
    for group in &nusku_gap().start.groups {
        assert_eq!(matches!(group.place, Place::Space(_)), group.class.is_ship(), "{group:?}");
        assert!(!group.disrupted && group.cargo == Cargo::Empty, "{group:?}");
    }
}

#[test]
fn imp_15_3_entry() {
    let (game, mut state) = imperial_turn();
    let apishal = Place::Space(system(&game, "apishal"));
    state.sides[IMPERIAL.index()].stock = 20;
    assert!(may_build(&game, &state, Destroyer, "apishal") && may_build(&game, &state, Destroyer, "nusku"));
    assert!(!may_build(&game, &state, Destroyer, "dushaam"));
    state.due.push(Due { turn: 1, seat: IMPERIAL, class: Tanker, at: None, count: 1 });
    let enemy = Group::new(apishal, TERRAN, Scout, 1);
    state.add(enemy);
    assert!(!may_build(&game, &state, Destroyer, "apishal"));
    game.deliver(&mut state);
    assert_eq!(state.due[0].turn, 2, "it waits while an enemy combat ship is at the entry");
    state.groups.retain(|group| *group != enemy);
    state.turn = 2;
    game.deliver(&mut state);
    assert!(state.groups_at(apishal).any(|group| group.class == Tanker));
}

#[test]
fn imp_15_3_replacement() {
    for (lost, returns) in [(HeavyCruiser, Destroyer), (LightCruiser, LightCruiser)] {
        let (game, mut state) = imperial_turn();
        state.turn = 2;
        state.sides[IMPERIAL.index()].destroyed[lost.index()] = 1;
        game.replace(&mut state, game.war().unwrap());
        assert_eq!(state.due[0].class, returns, "{lost} lost, at most 6 RU");
    }
}

#[test]
fn cobb_maintenance_keep() {
    let (game, mut state) = first_war();
    state.phasing = IMPERIAL;
    let at = Place::Space(system(&game, "apishal"));
    state.add(Group { disrupted: true, ..Group::new(at, IMPERIAL, Destroyer, 1) });
    state.add(Group::new(at, IMPERIAL, LightCruiser, 1));
    let before = state.groups.clone();
    game.end_routine(&mut state);
    assert_eq!(state.groups, before);
}

/// With an outpost or without, sound ships are disrupted on their number or less.
#[test]
fn cobb_maintenance_no_adjustment() {
    for (class, number) in
        [(Scout, 1), (Destroyer, 2), (StrikeCruiser, 3), (HeavyCruiser, 4), (Dreadnought, 5)]
    {
        for id in ["procyon", "apishal"] {
            let (game, mut state) = first_war();
            state.phasing = IMPERIAL;
            let group = Group::new(Place::Space(system(&game, id)), IMPERIAL, class, 1);
            state.add(group);
            if id == "apishal" {
                game.leave_out(&mut state, group.place, group.kind(), 1);
            }
            game.end_routine(&mut state);
            let Step::Frontier { group, destroyed } = state.step else { panic!("{class} rolls at {id}") };
            let weights = game.frontier_chance(&state, group, destroyed).weights().to_vec();
            assert_eq!(weights[1] * 6, number * (weights[0] + weights[1]), "{class} at {id}");
        }
    }
}

#[test]
fn imp_3_2_stacks() {
    let (game, mut state) = first_war();
    state.phase = Phase::FirstMovement;
    state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
    ships(&game, &mut state, "sol", TERRAN, Destroyer, 2);
    let group = state.groups.at(0);
    let goals = ["barnard", "junction"].map(|id| Place::Space(system(&game, id)));
    for (k, goal) in goals.into_iter().enumerate() {
        game.act(&mut state, Action::Select { at: group.place, kind: group.kind() });
        if k == 0 {
            game.act(&mut state, Action::Count(1));
        }
        game.act(&mut state, Action::Destination(goal));
    }
    assert_eq!(state.groups.iter().map(|group| group.place).collect::<Vec<_>>(), goals);
}

#[test]
fn a_state_takes_2_kib_at_most() {
    assert!(size_of::<State>() <= 2048, "{} bytes", size_of::<State>());
}

/// As many groups as there is room for; one of the two scouts at Sol alone would be one more.
fn full_position() -> (Imperium, State) {
    let (game, mut state) = first_war();
    state.groups.clear();
    state.phase = Phase::FirstMovement;
    state.step = Step::Orders(Orders { stage: OrderStage::March, last: 0 });
    ships(&game, &mut state, "sol", TERRAN, Scout, 2);
    for k in 1..MAX_GROUPS as u8 {
        let place = Place::Hex { column: 1 + k / 10, row: 1 + k % 10 };
        state.add(Group::new(place, IMPERIAL, Scout, 1));
    }
    let mut state = in_sight(&game, &state);
    let scouts = Action::Select { at: Place::Space(system(&game, "sol")), kind: state.groups.at(0).kind() };
    game.apply(&mut state, scouts).unwrap();
    game.apply(&mut state, Action::Count(1)).unwrap();
    (game, state)
}

#[test]
fn what_a_state_has_no_room_for_is_refused() {
    let (game, mut state) = full_position();
    let (before, mut legal) = (state.clone(), Vec::new());
    game.legal_actions(&state, &mut legal);
    let to_barnard = Action::Destination(Place::Space(system(&game, "barnard")));
    let error = game.apply(&mut state, to_barnard).unwrap_err().to_string();
    assert!(
        error.contains("'to Barnard's Star' - a position has room for 180 groups of counters"),
        "{error}"
    );
    assert_eq!(state, before);
    let (listed, choice) = (legal.clone(), legal.iter().position(|&action| action == to_barnard).unwrap());
    assert!(game.apply_listed(&mut state, &mut legal, choice).is_err());
    assert_eq!((&state, &legal), (&before, &listed), "neither state nor list has changed");
}

#[test]
fn what_a_state_has_no_room_for_is_seen_coming() {
    let (_, mut state) = first_war();
    assert!(!state.is_crowded());
    let (_, full) = full_position();
    assert!(full.is_crowded(), "too many groups");
    for class in [Scout, Destroyer, Fighter] {
        state.add(Group::new(Place::Surface(super::state::BoxId(0)), TERRAN, class, 25));
    }
    assert!(state.is_crowded(), "more counters in boxes than a battle has squads");
}
