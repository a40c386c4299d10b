//! Set-up positions for tests of rules that no scenario's opening can show.

use super::Imperium;
use super::class::Class;
use super::setup::{Scenario, empty_state};
use super::state::{BoxId, Group, IMPERIAL, Marker, Phase, Place, State, Step, SystemId, TERRAN};
use crate::core::{Seat, Setup};

fn game_with(setup: Setup, options: &[(&str, &str)]) -> Imperium {
    let setup = options.iter().fold(setup, |setup, (key, value)| setup.set(*key, *value));
    Imperium::new(setup.resolve(&super::rules::card()).unwrap()).unwrap()
}

/// `nusku-gap` as it comes.
pub(super) fn nusku_gap() -> Imperium {
    nusku_gap_with(&[])
}

/// `nusku-gap` with these options.
pub(super) fn nusku_gap_with(options: &[(&str, &str)]) -> Imperium {
    game_with(Setup::new("imperium").scenario("nusku-gap"), options)
}

/// `duel` with these fleets.
pub(super) fn duel(fleets: &str) -> Imperium {
    duel_with(fleets, &[])
}

/// `duel` with these fleets and options.
pub(super) fn duel_with(fleets: &str, options: &[(&str, &str)]) -> Imperium {
    game_with(Setup::new("imperium").scenario("duel").set("fleets", fleets), options)
}

/// `first-war` with these options.
pub(super) fn first_war_with(options: &[(&str, &str)]) -> Imperium {
    game_with(Setup::new("imperium").scenario("first-war"), options)
}

/// `wars` with these options.
pub(super) fn wars_with(options: &[(&str, &str)]) -> Imperium {
    game_with(Setup::new("imperium").scenario("wars"), options)
}

/// `first-war` without sublight; everything is permitted, and the map starts empty.
pub(super) fn whole_map() -> Imperium {
    let mut game = first_war_with(&[("sublight", "off")]);
    let everything = (1 << Class::COUNT) - 1;
    if let Scenario::War(war) = &mut game.scenario {
        (war.build, war.permissible) = ([everything; 2], everything);
    }
    game.start = empty_state(TERRAN, Phase::Production);
    game.start.court.glory = 5;
    game.start.court.budget = game.tables.income.imperial_budget;
    game.start.court.permitted = everything;
    game.start.step = Step::Build { after: None };
    game
}

/// The same with sublight, and all that names and shows it.
pub(super) fn with_sublight(mut game: Imperium) -> Imperium {
    let with = first_war_with(&[]);
    (game.rules, game.codec, game.encoder) = (with.rules, with.codec, with.encoder);
    game
}

/// A position with what stands in the way and where yards are as it would be if the phase had begun so.
pub(super) fn in_sight(game: &Imperium, state: &State) -> State {
    State { obstacles: game.obstacles(state), yards: game.yards(state), ..state.clone() }
}

/// The opening of the first war by the fix kit's list (rules 10, 14.10), markers only.
pub(super) fn first_war() -> (Imperium, State) {
    let game = whole_map();
    let mut state = game.start.clone();
    for world in ["sol", "alpha_centauri_a", "alpha_centauri_b"] {
        set_world(&game, &mut state, world, TERRAN);
    }
    for outpost in ["barnard", "proxima", "junction"] {
        set_outpost(&game, &mut state, outpost, TERRAN);
    }
    for world in ["dingir", "gashidda", "ishkur", "tau_ceti", "epsilon_eridani", "nusku"] {
        set_world(&game, &mut state, world, IMPERIAL);
    }
    for outpost in [
        "shulgi",
        "kinunir",
        "shulgiili",
        "enki_kalamma",
        "shuruppak",
        "markhashi",
        "zaggisi",
        "apishal",
        "dushaam",
    ] {
        set_outpost(&game, &mut state, outpost, IMPERIAL);
    }
    (game, state)
}

pub(super) fn system(game: &Imperium, id: &str) -> SystemId {
    game.map.system(id).unwrap()
}

pub(super) fn surface_box(game: &Imperium, id: &str) -> BoxId {
    game.map.surface_box(id).unwrap()
}

pub(super) fn set_world(game: &Imperium, state: &mut State, id: &str, seat: Seat) {
    let marker = Marker { world: Some(seat), outpost: None, neutralised: false, holder: Some(seat) };
    state.markers.set(surface_box(game, id), marker);
}

pub(super) fn set_outpost(game: &Imperium, state: &mut State, id: &str, seat: Seat) {
    let marker = Marker { world: None, outpost: Some(seat), neutralised: false, holder: Some(seat) };
    state.markers.set(surface_box(game, id), marker);
}

/// Puts ships into the hex of a system.
pub(super) fn ships(game: &Imperium, state: &mut State, id: &str, seat: Seat, class: Class, count: u8) {
    state.add(Group::new(Place::Space(system(game, id)), seat, class, count));
}

/// Puts units into a box.
pub(super) fn ground(game: &Imperium, state: &mut State, id: &str, seat: Seat, class: Class, count: u8) {
    state.add(Group::new(Place::Surface(surface_box(game, id)), seat, class, count));
}
