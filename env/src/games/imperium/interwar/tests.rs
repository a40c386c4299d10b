use super::super::action::Action;
use super::super::positions_for_tests::{
    first_war, ground, in_sight, set_outpost, set_world, ships, surface_box, system, wars_with,
};
use super::super::state::Cargo;
use super::*;
use crate::core::{Dice, Game, Node, OutcomeIndex};

/// Just after the last player turn of a war that this side wins by glory.
fn won_by(game: &Imperium, mut state: State, winner: Seat) -> State {
    state.turn = 8;
    state.court.glory = if winner == IMPERIAL { 10 } else { 0 };
    game.end_game_turn(&mut state, game.war().unwrap());
    state
}

fn wars() -> (Imperium, State) {
    let game = wars_with(&[]);
    let state = game.initial_state();
    (game, state)
}

fn roll(game: &Imperium, state: &mut State, outcome: u8) {
    game.apply_outcome(state, OutcomeIndex(outcome)).unwrap();
}

/// A peace of so many turns, in which no ship wears out: up to production.
fn peace_of(game: &Imperium, state: &mut State, turns: u8) {
    assert_eq!(state.step, Step::Peace(Peace::Length));
    roll(game, state, turns - 2);
    while let Step::Peace(Peace::Attrition { .. }) = state.step {
        roll(game, state, 0);
    }
}

/// Both sides build nothing and set up as they like, until the next war begins.
fn to_the_next_war(game: &Imperium, state: &mut State) {
    let mut legal = Vec::new();
    while state.series.at_peace {
        game.legal_actions(state, &mut legal);
        let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
        game.apply(state, action).unwrap();
    }
}

/// Counters of a class that are bought or granted but not there yet.
fn on_order(state: &State, seat: Seat, class: Class) -> u8 {
    state.due.iter().filter(|due| (due.seat, due.class) == (seat, class)).map(|due| due.count).sum()
}

fn ids(game: &Imperium, boxes: u64) -> Vec<String> {
    bits(boxes).map(|k| game.map.boxes[k].id.clone()).collect()
}

#[test]
fn imp_8_untenable() {
    let (game, mut state) = first_war();
    assert_eq!(game.untenable(&state, TERRAN) | game.untenable(&state, IMPERIAL), 0, "nothing at the start");
    for id in ["procyon", "mirabilis", "ishimshulgi"] {
        set_outpost(&game, &mut state, id, TERRAN);
    }
    assert_eq!(
        ids(&game, game.untenable(&state, TERRAN)),
        ["ishimshulgi"],
        "all its lanes lead through Nusku"
    );
    for id in ["nusku", "dushaam"] {
        state.markers.change(surface_box(&game, id), |marker| marker.neutralised = true);
    }
    assert_eq!(game.untenable(&state, TERRAN), 0, "neutralised markers are in nobody's way");
}

#[test]
fn imp_8_untenable_outposts_beside_an_enemy_world() {
    let (game, mut state) = first_war();
    set_outpost(&game, &mut state, "dushaam", TERRAN);
    assert_eq!(game.untenable(&state, TERRAN), 0, "the lanes lead to it, not through it");
    set_outpost(&game, &mut state, "apishal", TERRAN);
    assert_eq!(ids(&game, game.untenable(&state, TERRAN)), ["apishal"]);
    // The Empire's own way home from Apishal is not Terran.
    for id in ["shulgi", "shulgiili"] {
        set_outpost(&game, &mut state, id, TERRAN);
    }
    set_outpost(&game, &mut state, "zaggisi", IMPERIAL);
    state.markers.set(surface_box(&game, "nusku"), Marker::default());
    assert_eq!(ids(&game, game.untenable(&state, IMPERIAL)), ["zaggisi"], "with Terrans on both ways");
}

#[test]
fn imp_9_exchange() {
    let (game, mut state) = wars();
    game.take_box(&mut state, surface_box(&game, "ishkur"), TERRAN);
    game.take_box(&mut state, surface_box(&game, "tau_ceti"), TERRAN);
    state.markers.change(surface_box(&game, "tau_ceti"), |marker| marker.outpost = Some(TERRAN));
    set_outpost(&game, &mut state, "zaggisi", TERRAN);
    let state = won_by(&game, state, TERRAN);
    assert_eq!(state.court.glory, 0, "the exchange changes no glory");
    assert!(state.marker(surface_box(&game, "zaggisi")).is_empty(), "behind the Imperial lines");
    let tau_ceti = state.marker(surface_box(&game, "tau_ceti"));
    assert_eq!(
        (tau_ceti.world, tau_ceti.outpost),
        (Some(IMPERIAL), Some(TERRAN)),
        "a conqueror's outpost stays"
    );
    assert_eq!(state.marker(surface_box(&game, "ishkur")).holder, Some(TERRAN));
    let conquered = surface_box(&game, "ishkur").bit() | surface_box(&game, "tau_ceti").bit();
    assert_eq!(state.series.conquered, conquered);
}

/// What is taken back of earlier conquests brings no glory; what is lost again does.
#[test]
fn imp_9_conquest() {
    let (game, mut state) = wars();
    let ishkur = surface_box(&game, "ishkur");
    game.take_box(&mut state, ishkur, TERRAN);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 12);
    to_the_next_war(&game, &mut state);
    assert_eq!((state.series.war, state.court.glory), (2, 5));
    game.take_box(&mut state, ishkur, IMPERIAL);
    assert_eq!((state.court.glory, state.marker(ishkur).holder), (5, Some(IMPERIAL)));
    game.take_box(&mut state, ishkur, TERRAN);
    assert_eq!(state.court.glory, 1);
}

/// Where worlds are booked at the end of a war, those of earlier wars are not booked again.
#[test]
fn imp_9_conquest_booked_once() {
    let game = wars_with(&[("world_glory", "war_end")]);
    let mut state = game.initial_state();
    game.take_box(&mut state, surface_box(&game, "ishkur"), TERRAN);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 2);
    to_the_next_war(&game, &mut state);
    assert_eq!(state.court.glory, 5);
    assert_eq!(won_by(&game, state, IMPERIAL).court.glory, 10, "nothing is taken from 10");
}

#[test]
fn imp_9_peace() {
    let (game, state) = wars();
    let state = won_by(&game, state, IMPERIAL);
    assert_eq!(game.node(&state), Node::Chance);
    assert_eq!(game.chance(&state).weights(), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    for (outcome, turns) in [(0, 2), (10, 12)] {
        let mut state = state.clone();
        roll(&game, &mut state, outcome);
        assert_eq!(state.series.peace, turns);
    }
    assert!(game.apply_outcome(&mut state.clone(), OutcomeIndex(11)).is_err());
}

#[test]
fn imp_8_maturing() {
    let (game, mut state) = wars();
    for id in ["mirabilis", "procyon"] {
        set_outpost(&game, &mut state, id, TERRAN);
    }
    let [mirabilis, procyon] = ["mirabilis", "procyon"].map(|id| surface_box(&game, id));
    let nusku = surface_box(&game, "nusku");
    game.take_box(&mut state, nusku, TERRAN);
    state.markers.change(nusku, |marker| marker.outpost = Some(TERRAN));
    state.markers.change(nusku, |marker| marker.neutralised = false);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 4);
    assert_eq!(state.marker(mirabilis).outpost, Some(TERRAN), "four turns are not enough");
    to_the_next_war(&game, &mut state);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 2);
    let worlds = [mirabilis, nusku].map(|at| state.marker(at));
    assert_eq!(worlds, [Marker::of(TERRAN, true); 2], "separate peaces add up, and the old world is gone");
    assert_eq!(state.series.conquered & nusku.bit(), 0);
    assert_eq!(state.marker(procyon), Marker::of(TERRAN, false), "not on a secondary");
}

/// A neutralised outpost is no friendly one when the peace begins.
#[test]
fn imp_8_maturing_of_friendly_outposts() {
    let (game, mut state) = wars();
    set_outpost(&game, &mut state, "mirabilis", TERRAN);
    set_outpost(&game, &mut state, "procyon", TERRAN);
    let mirabilis = surface_box(&game, "mirabilis");
    state.markers.change(mirabilis, |marker| marker.neutralised = true);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 12);
    assert_eq!(state.marker(mirabilis), Marker::of(TERRAN, false));
}

#[test]
fn imp_8_maturing_starts_anew_when_the_outpost_is_lost() {
    let (game, mut state) = wars();
    set_outpost(&game, &mut state, "mirabilis", TERRAN);
    let mirabilis = surface_box(&game, "mirabilis");
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 4);
    game.take_box(&mut state, mirabilis, IMPERIAL);
    assert_eq!(state.series.maturing[usize::from(mirabilis.0)], 0);
}

#[test]
fn imp_9_recovery() {
    let (game, mut state) = wars();
    let [sol, agidda, nusku, ishkur] =
        ["alpha_centauri_a", "barnard", "nusku", "ishkur"].map(|id| surface_box(&game, id));
    for at in [sol, agidda, nusku] {
        state.markers.change(at, |marker| marker.neutralised = true);
    }
    game.take_box(&mut state, ishkur, TERRAN);
    let mut state = won_by(&game, state, IMPERIAL);
    peace_of(&game, &mut state, 7);
    assert!([sol, agidda, nusku].iter().all(|&at| !state.marker(at).neutralised));
    assert!(state.marker(ishkur).neutralised, "a world under an occupier");
}

#[test]
fn imp_9_attrition() {
    let (game, mut state) = wars();
    state.groups.clear();
    ships(&game, &mut state, "sol", TERRAN, Class::Destroyer, 3);
    ships(&game, &mut state, "sol", TERRAN, Class::Scout, 5);
    let carrier = Group::new(Place::Space(system(&game, "sol")), TERRAN, Class::Mothership, 1);
    state.add(Group { cargo: Cargo::Fighters { sound: 6, disrupted: 0 }, ..carrier });
    ships(&game, &mut state, "barnard", TERRAN, Class::Fighter, 10);
    state.due.clear();
    let mut state = won_by(&game, state, TERRAN);
    roll(&game, &mut state, 0);
    let attrition = |class, left| Step::Peace(Peace::Attrition { seat: TERRAN, class, left });
    assert_eq!(state.step, attrition(Class::Destroyer, 3));
    assert_eq!(game.chance(&state).weights(), [125, 75, 15, 1], "each is lost on a 1");
    roll(&game, &mut state, 2);
    assert_eq!(state.step, attrition(Class::Fighter, 16), "those aboard, too");
    roll(&game, &mut state, 4);
    assert_eq!(state.step, attrition(Class::Fighter, 4), "twelve dice at once");
    roll(&game, &mut state, 1);
    assert_eq!(state.step, attrition(Class::Mothership, 1));
    roll(&game, &mut state, 1);
    assert!(matches!(state.step, Step::Build { .. }));
    let left = |class| state.counters(TERRAN, class);
    let left = [Class::Destroyer, Class::Fighter, Class::Mothership, Class::Scout].map(left);
    assert_eq!(left, [1, 11, 0, 5], "scouts last");
    assert_eq!(state.sides[0].destroyed, [0; Class::COUNT], "nobody has shot them: they are not replaced");
}

/// Monitors stay where they are, so it matters which of them wears out.
#[test]
fn imp_9_attrition_is_chosen() {
    let (game, mut state) = wars();
    state.groups.clear();
    ships(&game, &mut state, "sol", TERRAN, Class::Monitor, 1);
    ships(&game, &mut state, "barnard", TERRAN, Class::Monitor, 2);
    let mut state = won_by(&game, state, TERRAN);
    roll(&game, &mut state, 5);
    roll(&game, &mut state, 1);
    assert_eq!(game.node(&state), Node::Decision(TERRAN));
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let kind = Kind { class: Class::Monitor, disrupted: false, carrying: None };
    let at = |id| Action::Select { at: Place::Space(system(&game, id)), kind };
    assert_eq!(legal, [at("barnard"), at("sol")]);
    game.apply(&mut state, at("sol")).unwrap();
    assert_eq!(state.groups.len(), 1);
    assert_eq!(
        (state.groups.at(0).place, state.groups.at(0).count),
        (Place::Space(system(&game, "barnard")), 2)
    );
}

#[test]
fn imp_9_monitors() {
    let (game, mut state) = wars();
    state.groups.clear();
    let monitor = Group::new(Place::Space(system(&game, "procyon")), TERRAN, Class::Monitor, 1);
    state.add(Group { disrupted: true, ..monitor });
    ground(&game, &mut state, "sol", TERRAN, Class::RegularTroops, 2);
    let transport = Group::new(Place::Space(system(&game, "agidda")), TERRAN, Class::Transport, 2);
    state.add(Group {
        cargo: Cargo::One { class: Class::JumpTroops, disrupted: false, strength: 0 },
        ..transport
    });
    state.sides[TERRAN.index()].stock = 20;
    let mut state = won_by(&game, state, TERRAN);
    assert_eq!(
        state.groups.iter().collect::<Vec<_>>(),
        [monitor],
        "where it was, and sound for the next war"
    );
    let store = state.sides[0].to_deploy;
    let stored =
        [Class::RegularTroops, Class::JumpTroops, Class::Transport].map(|class| store[class.index()]);
    assert_eq!(stored, [2, 2, 2]);
    peace_of(&game, &mut state, 5);
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let places = |class| {
        let built = legal.iter().filter_map(|action| match action {
            Action::Build { class: built, at } if *built == class => Some(at.bit()),
            _ => None,
        });
        ids(&game, built.fold(0, |mask, bit| mask | bit))
    };
    assert_eq!(places(Class::Destroyer).len(), 1, "it is set up anywhere afterwards");
    let yards = ["barnard", "sol", "alpha_centauri_a", "alpha_centauri_b", "proxima", "junction"];
    let mut monitors = places(Class::Monitor);
    monitors.sort();
    let mut expected = yards.to_vec();
    expected.sort();
    assert_eq!(monitors, expected, "a monitor is where it was built");
    let barnard = surface_box(&game, "barnard");
    game.apply(&mut state, Action::Build { class: Class::Monitor, at: barnard }).unwrap();
    assert_eq!(
        state.step,
        Step::Quantity(super::super::action::Quantity::Build { class: Class::Monitor, at: barnard, most: 2 })
    );
    game.apply(&mut state, Action::Count(2)).unwrap();
    assert!(state.groups.iter().any(|g| g.place == Place::Space(system(&game, "barnard")) && g.count == 2));
    game.legal_actions(&state, &mut legal);
    assert!(!legal.contains(&Action::Build { class: Class::Monitor, at: barnard }), "6 of 6 factors");
}

#[test]
fn imp_9_stock() {
    let (game, opening) = wars();
    for (stock, after) in [(99, 20 + 27), (20, 20 + 27), (7, 7 + 27)] {
        let mut state = opening.clone();
        state.sides[TERRAN.index()].stock = stock;
        let mut state = won_by(&game, state, TERRAN);
        peace_of(&game, &mut state, 7);
        assert_eq!(state.sides[TERRAN.index()].stock, after, "{stock} RU");
    }
}

/// The income is not cut by the 20 RU that are kept, and stops at 99.
#[test]
fn imp_9_stock_has_room_for_income() {
    let (game, mut state) = wars();
    for id in ["procyon", "mirabilis", "ember", "dismal", "forlorn", "agidda"] {
        set_world(&game, &mut state, id, TERRAN);
    }
    for id in ["meshan", "kagukhasaggan", "lagash", "amarku", "epsilon_indi"] {
        set_world(&game, &mut state, id, TERRAN);
    }
    state.sides[TERRAN.index()].stock = 99;
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 7);
    assert_eq!(state.sides[TERRAN.index()].stock, 99);
}

#[test]
fn cobb_interwar_income() {
    let (game, state) = wars();
    for winner in [TERRAN, IMPERIAL] {
        let mut state = state.clone();
        (state.court.budget, state.sides[TERRAN.index()].stock) = (12, 0);
        // The civil war of the last war is over.
        state.court.civil_war = true;
        let mut state = won_by(&game, state, winner);
        peace_of(&game, &mut state, 7);
        let stocks = [0, 1].map(|seat: usize| state.sides[seat].stock);
        assert_eq!(
            stocks,
            [27, 12 + 12 + 9],
            "a full turn's income for both, with what was decreed to the budget"
        );
    }
}

#[test]
fn imp_9_interwar() {
    for (winner, stocks) in [(TERRAN, [27 / 2, 31]), (IMPERIAL, [27, 31 / 2])] {
        let game = wars_with(&[("cobb.interwar", "off")]);
        let mut state = game.initial_state();
        state.sides[TERRAN.index()].stock = 0;
        let mut state = won_by(&game, state, winner);
        peace_of(&game, &mut state, 7);
        assert_eq!([0, 1].map(|seat: usize| state.sides[seat].stock), stocks, "half of it for the winner");
    }
}

#[test]
fn cobb_interwar_order() {
    let (game, state) = wars();
    for winner in [TERRAN, IMPERIAL] {
        let loser = enemy_of(winner);
        let mut state = won_by(&game, state.clone(), winner);
        peace_of(&game, &mut state, 9);
        let mut builders = Vec::new();
        while matches!(state.step, Step::Build { .. }) {
            builders.push(game.decider(&state).unwrap());
            game.apply(&mut state, Action::Done).unwrap();
        }
        assert_eq!(builders, [winner, loser]);
        let (mut placers, mut legal) = (Vec::new(), Vec::new());
        while state.series.at_peace {
            placers.push(game.decider(&state).unwrap());
            game.legal_actions(&state, &mut legal);
            game.apply(&mut state, legal[0]).unwrap();
        }
        placers.dedup();
        assert_eq!(placers, [winner, loser], "the loser sets up second");
        assert_eq!(state.phasing, loser, "and attacks first");
        assert_eq!((state.series.war, state.turn, state.court.glory), (2, 1, 5));
    }
}

/// Each player's first turn of a war is without maintenance, in later wars, too.
#[test]
fn imp_15_5_order() {
    let (game, state) = wars();
    let mut state = won_by(&game, state, IMPERIAL);
    peace_of(&game, &mut state, 9);
    to_the_next_war(&game, &mut state);
    assert_eq!(state.phasing, TERRAN);
    assert!(matches!(state.step, Step::Build { .. }), "{:?}", state.step);
    // The turns of a war go by its first player.
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 9);
    to_the_next_war(&game, &mut state);
    assert_eq!((state.phasing, state.turn), (IMPERIAL, 1));
    let (mut dice, mut legal, mut seen) = (Dice::new(4), Vec::new(), vec![(IMPERIAL, 1)]);
    while state.turn < 3 && !state.series.at_peace {
        match game.node(&state) {
            Node::Chance => {
                let outcome = dice.roll(&game.chance(&state));
                game.apply_outcome(&mut state, outcome).unwrap();
            }
            _ => {
                game.legal_actions(&state, &mut legal);
                let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
                game.apply(&mut state, action).unwrap();
            }
        }
        seen.push((state.phasing, state.turn));
    }
    seen.dedup();
    assert_eq!(seen[..4], [(IMPERIAL, 1), (TERRAN, 1), (IMPERIAL, 2), (TERRAN, 2)]);
}

#[test]
fn imp_9_redeployment() {
    let (game, mut state) = wars();
    state.groups.clear();
    set_outpost(&game, &mut state, "procyon", TERRAN);
    game.take_box(&mut state, surface_box(&game, "ishkur"), TERRAN);
    let place = Place::Space(system(&game, "agidda"));
    state.add(Group { disrupted: true, spent: true, ..Group::new(place, TERRAN, Class::Destroyer, 2) });
    ground(&game, &mut state, "ishkur", TERRAN, Class::RegularTroops, 1);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 9);
    for _ in 0..2 {
        game.apply(&mut state, Action::Done).unwrap();
    }
    let mut legal = Vec::new();
    let mut offered = |state: &State| {
        game.legal_actions(state, &mut legal);
        let place = |action: &Action| match action {
            Action::Destination(Place::Space(at)) => game.map.at(*at).id.clone(),
            Action::Destination(Place::Surface(at)) => game.map.surface(*at).id.clone(),
            other => panic!("{other:?}"),
        };
        let mut places: Vec<String> = legal.iter().map(place).collect();
        places.sort();
        places
    };
    let own = ["alpha_centauri", "barnard", "junction", "procyon", "proxima", "sol"];
    assert_eq!(offered(&state), own, "systems with own markers");
    let sol = Place::Space(system(&game, "sol"));
    game.apply(&mut state, Action::Destination(sol)).unwrap();
    let destroyers = Group::new(sol, TERRAN, Class::Destroyer, 2);
    assert!(state.groups.iter().any(|group| group == destroyers), "sound, with missiles in their racks");
    let boxes = ["alpha_centauri_a", "alpha_centauri_b", "barnard", "junction", "procyon", "proxima", "sol"];
    assert_eq!(
        offered(&state),
        boxes,
        "troops in own boxes; not on the conquered world without an own marker"
    );
}

/// The limits of the kit hold between wars, for what was bought, too; what fits nowhere comes in the first turn.
#[test]
fn cobb_setup_limit_between_wars() {
    let (game, mut state) = wars();
    state.groups.clear();
    for k in 0..game.map.boxes.len() {
        if state.marker(BoxId(k as u8)).world == Some(TERRAN) && game.map.boxes[k].id != "alpha_centauri_a" {
            state.markers.set(BoxId(k as u8), Marker::default());
        }
    }
    for id in ["barnard", "proxima", "junction"] {
        state.markers.set(surface_box(&game, id), Marker::default());
    }
    ships(&game, &mut state, "alpha_centauri", TERRAN, Class::StrikeCruiser, 5);
    ships(&game, &mut state, "alpha_centauri", TERRAN, Class::AttackCruiser, 3);
    ships(&game, &mut state, "alpha_centauri", TERRAN, Class::Scout, 1);
    let mut state = won_by(&game, state, TERRAN);
    peace_of(&game, &mut state, 9);
    to_the_next_war(&game, &mut state);
    let at = system(&game, "alpha_centauri");
    assert_eq!(
        game.factors_at(&state, TERRAN, at),
        1 + 5 * 3 + 3,
        "a scout, five strike cruisers and one attack cruiser of 20 factors"
    );
    let waiting: Vec<_> = state.due.iter().map(|due| (due.class, due.count, due.turn)).collect();
    assert_eq!(waiting, [(Class::AttackCruiser, 2, 1)]);
    assert_eq!(state.due[0].at, Some(surface_box(&game, "alpha_centauri_a")), "not at the lost homeworld");
}

/// PD beyond one a box come to the first own world as soon as there is room.
#[test]
fn imp_7_3_pd_per_box_between_wars() {
    let (game, mut state) = wars();
    state.groups.clear();
    ground(&game, &mut state, "sol", TERRAN, Class::PlanetaryDefence, 8);
    let mut state = won_by(&game, state, IMPERIAL);
    peace_of(&game, &mut state, 9);
    to_the_next_war(&game, &mut state);
    let sol = surface_box(&game, "sol");
    let waiting = |state: &State| on_order(state, TERRAN, Class::PlanetaryDefence);
    assert_eq!((game.defences(&state, sol), waiting(&state)), (1, 2), "six own boxes for eight");
    state.turn += 1;
    game.deliver(&mut state);
    assert_eq!((game.defences(&state, sol), waiting(&state)), (1, 2));
    state.groups.retain(|group| group.place != Place::Surface(sol));
    state.turn += 1;
    game.deliver(&mut state);
    assert_eq!((game.defences(&state, sol), waiting(&state)), (1, 1));
}

/// A position in which more ships wear out than there are is refused.
#[test]
fn positions_of_a_peace_fit_together() {
    use crate::core::Notation;
    let (game, state) = wars();
    let mut state = in_sight(&game, &won_by(&game, state, TERRAN));
    roll(&game, &mut state, 5);
    let text = game.position_text(&state);
    assert_eq!(game.parse_position(&text).as_ref(), Ok(&state));
    assert!(text.contains("step: attrition roll; of ter DD; left 2"), "{text}");
    for (other, reason) in [
        ("attrition roll; of ter DD; left 3", "more ships than there are"),
        ("attrition roll; of ter DD; left 0", "one ship or more"),
        ("attrition roll; of ter RT; left 1", "one ship or more"),
        ("scrap; of ter M; lost 1; left 1", "more ships than there are"),
    ] {
        let wrong = text.replace("attrition roll; of ter DD; left 2", other);
        let error = game.parse_position(&wrong).unwrap_err();
        assert!(error.reason.contains(reason), "{other}: {error:?}");
    }
    let error = game.parse_position(&text.replace("; at peace", "")).unwrap_err();
    assert!(error.reason.contains("a step of peace needs peace"), "{error:?}");
}
