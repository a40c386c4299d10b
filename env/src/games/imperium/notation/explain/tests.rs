//! Explanations against the figures of the rules.

use super::super::super::positions_for_tests::{
    duel, first_war, first_war_with, ground, nusku_gap, nusku_gap_with, ships, system, wars_with,
};
use super::*;
use crate::core::{Chance, Dice, Node, Notation};
use crate::games::imperium::battle;
use crate::games::imperium::setup::empty_state;
use crate::games::imperium::state::{Group, IMPERIAL, Moment, Range, Role, TERRAN};

/// Every legal choice of a state with its explanation.
fn explained(game: &Imperium, state: &State) -> Vec<(String, String)> {
    let Node::Decision(seat) = game.node(state) else { panic!("a decision is due") };
    let view = game.view(state, seat);
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal.iter().map(|&action| (game.action_text(state, action), game.explain(&view, action))).collect()
}

fn of(choices: &[(String, String)], text: &str) -> String {
    let found = choices.iter().find(|(own, _)| own == text);
    found.unwrap_or_else(|| panic!("{text} is not among {choices:?}")).1.clone()
}

#[test]
fn what_is_built_has_its_figures_and_price() {
    let game = nusku_gap();
    let choices = explained(&game, &game.initial_state());
    assert_eq!(
        of(&choices, "build DD at Sol"),
        "destroyer (beam 3, missile 1, screen 2): 3 RU each, enough for 3, there at once; beside RT, JT, PD"
    );
}

#[test]
fn how_many_are_built_shows_what_they_cost_together() {
    let game = nusku_gap();
    let mut state = game.initial_state();
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let build = legal.iter().find(|action| game.action_text(&state, **action) == "build DD at Sol");
    game.apply(&mut state, *build.unwrap()).unwrap();
    let words: Vec<String> = explained(&game, &state).into_iter().map(|(_, words)| words).collect();
    let stock = game.initial_state().sides[TERRAN.index()].stock;
    let expected: Vec<String> =
        (1..=3).map(|count| format!("costs {} RU, leaves {}", 3 * count, stock - 3 * count)).collect();
    assert_eq!(words, expected);
}

#[test]
fn an_appeal_shows_its_price_and_every_decree_with_its_chance() {
    let game = nusku_gap();
    let mut state = game.initial_state();
    state.phasing = IMPERIAL;
    state.step = Step::Appeal;
    let choices = explained(&game, &state);
    let words = of(&choices, "appeal for military aid");
    assert!(words.starts_with("costs 1 glory at once, then two dice: "), "{words}");
    let shares: f64 = words
        .split('%')
        .filter_map(|part| part.trim().rsplit(' ').next().and_then(|n| n.parse::<f64>().ok()))
        .sum();
    assert!((97.0..=103.0).contains(&shares), "{shares} in {words}");
}

/// Long range: a destroyer's missiles (Terran 1, Imperial 3) against a screen of 2.
#[test]
fn imp_4_3_table_in_words() {
    let game = duel("small");
    let mut dice = Dice::new(5);
    let (mut declared, mut matched) = (0, 0);
    for _ in 0..40 {
        let mut state = game.initial_state();
        while state.step != Step::Over {
            match game.node(&state) {
                Node::Chance => {
                    let text = game.explain_roll(&state);
                    let odds = text.contains(" %") || text.starts_with("initiative:");
                    assert!(odds, "{text}");
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                }
                Node::Decision(_) => {
                    let choices = explained(&game, &state);
                    for (action, words) in &choices {
                        if action.starts_with("fire ") {
                            declared += 1;
                            assert!(words.contains("each hits"), "{action}: {words}");
                        } else if action.starts_with("against ") {
                            matched += 1;
                            assert!(words.contains("hit"), "{action}: {words}");
                        }
                    }
                    let mut legal = Vec::new();
                    game.legal_actions(&state, &mut legal);
                    let k = (state.battle.as_ref().map_or(0, |b| usize::from(b.round)) * 7 + legal.len())
                        % legal.len();
                    let range = legal.iter().position(|a| *a == Action::SetRange(Range::Short));
                    game.apply(&mut state, legal[range.unwrap_or(k)]).unwrap();
                }
                Node::Terminal => break,
            }
        }
    }
    assert!(declared > 50 && matched > 50, "{declared} declarations, {matched} matches");
}

#[test]
fn cobb_maintenance_frontier_in_words() {
    let (game, mut state) = first_war();
    state.phasing = TERRAN;
    state.phase = Phase::Production;
    let at = Place::Space(system(&game, "sol"));
    state.add(Group { disrupted: true, ..Group::new(at, TERRAN, Class::Destroyer, 2) });
    state.step = Step::Routine { after: None };
    let choices = explained(&game, &state);
    assert_eq!(
        of(&choices, "select DD* at Sol"),
        "2 of them; each left out casts a die: lost on 1 (17 %), recovers on 3+ (67 %)"
    );
    ships(&game, &mut state, "procyon", TERRAN, Class::LightCruiser, 1);
    game.end_routine(&mut state);
    assert_eq!(
        game.explain_roll(&state),
        "frontier maintenance of 1 CL at Procyon: each is disrupted on 1 to 3 (50 %)"
    );
}

/// What is told of matches and of those who join them, against how many do.
#[test]
fn matches_are_told_with_their_counts() {
    let game = duel("large");
    let mut dice = Dice::new(9);
    let busy = |state: &State, seat: Seat| -> u8 {
        let own = state.battle.iter().flat_map(|battle| battle.squads.iter()).filter(|s| s.seat == seat);
        own.filter(|s| matches!(s.role, Role::Paired { .. } | Role::Doubling { .. })).map(|s| s.count).sum()
    };
    let mut told = [[0; 2]; 2];
    for _ in 0..10 {
        let mut state = game.initial_state();
        for _ in 0..300 {
            let seat = match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                    continue;
                }
                Node::Decision(seat) => seat,
            };
            let mut legal = Vec::new();
            game.legal_actions(&state, &mut legal);
            let action = legal[usize::from(dice.roll(&Chance::uniform(legal.len())).0)];
            let moment = state.battle.as_ref().unwrap().moment;
            if let (Moment::Match { .. } | Moment::Double { .. }, Action::Against { .. }) = (moment, action) {
                let text = game.narrate(&state, action);
                let mut after = state.clone();
                battle::act(&game, &mut after, action);
                let now = after.battle.as_ref().unwrap().moment;
                let open = matches!(now, Moment::MatchCount { .. } | Moment::DoubleCount { .. });
                let joined = busy(&after, seat) - busy(&state, seat);
                assert_eq!(text.contains(" of "), open, "{text}");
                assert!(open || text.starts_with(&format!("{joined} ")), "{joined}: {text}");
                let doubling = matches!(moment, Moment::Double { .. });
                told[usize::from(doubling)][usize::from(open)] += 1;
            }
            game.apply(&mut state, action).unwrap();
        }
    }
    assert!(told.iter().flatten().all(|count| *count > 0), "{told:?}");
}

#[test]
fn troops_attack_on_the_ground() {
    let (game, mut state) = first_war();
    (state.phasing, state.phase) = (TERRAN, Phase::FirstCombat);
    let at = Place::Surface(game.map.surface_box("dushaam").unwrap());
    state.add(Group::new(at, TERRAN, Class::RegularTroops, 2));
    state.step = Step::Battle;
    battle::begin_phase(&game, &mut state);
    game.settle(&mut state);
    while game.node(&state) != Node::Chance {
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        game.apply(&mut state, legal[0]).unwrap();
    }
    let text = game.explain_roll(&state);
    assert!(text.starts_with("the Terran's 1 RT attack the marker: each hits "), "{text}");
}

/// Two Terran regular troops (4 each) before Imperial regular (4) and jump troops (5), phasing player Terran.
fn landing(options: &[(&str, &str)]) -> (Imperium, State) {
    let game = nusku_gap_with(options);
    let mut state = empty_state(TERRAN, Phase::FirstCombat);
    ground(&game, &mut state, "agidda", TERRAN, Class::RegularTroops, 2);
    for class in [Class::RegularTroops, Class::JumpTroops] {
        ground(&game, &mut state, "agidda", IMPERIAL, class, 1);
    }
    battle::begin_phase(&game, &mut state);
    game.settle(&mut state);
    (game, state)
}

/// Base: 4 against 4 needs a 5, 8 against 4 a 2 (the table never gives better), 8 against 5 a 2.
#[test]
fn imp_5_surface_in_words() {
    let (game, mut state) = landing(&battle::BASE);
    assert_eq!(game.chapter(&state), "Turn 1, Terran first combat; fighting on Agidda, round 1");
    let choices = explained(&game, &state);
    assert_eq!(
        of(&choices, "against #1, 1 RT"),
        "1 hits 1 RT on 5+ (33 %), a hit destroys; 2 together hit 1 RT on 2+ (83 %), a hit destroys"
    );
    let both = "2 together hit 1 JT on 2+ (83 %), a hit destroys";
    assert_eq!(of(&choices, "against #2, 1 JT"), both, "who passes the first over goes there with all");
    let against = game.parse_action(&state, "against #1, 1 RT").unwrap();
    game.apply(&mut state, against).unwrap();
    let counts = explained(&game, &state);
    assert_eq!(of(&counts, "count 2"), "2 together hit 1 RT on 2+ (83 %), a hit destroys");
}

/// Units that don't combine: 4 against 4 needs a 5, whatever their number.
#[test]
fn imp_5_surface_without_combining_in_words() {
    let (game, state) = landing(&[("cobb.surface", "off"), ("surface_combining", "off")]);
    let words = of(&explained(&game, &state), "against #1, 1 RT");
    assert!(words.ends_with("2, each hits 1 RT on 5+ (33 %), a hit destroys"), "{words}");
}

/// Placing says what a marker brings, how far the enemy is, and what a system still keeps up.
#[test]
fn imp_15_4_free_in_words() {
    let game = first_war_with(&[("imperial_setup", "listed"), ("deployment", "free")]);
    let mut state = game.initial_state();
    let worlds = explained(&game, &state);
    let nusku = of(&worlds, "world at Amarku surface");
    assert!(nusku.starts_with("2 RU a turn, keeps up ships to 20 factors; "), "{nusku}");
    while !matches!(state.step, Step::Place(Placing::Units { seat: TERRAN, class: Class::Destroyer, .. })) {
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        game.apply(&mut state, legal[0]).unwrap();
    }
    let ships = explained(&game, &state);
    let sol = of(&ships, "deploy DD at Sol");
    assert!(
        sol.contains(" from the nearest enemy box, ")
            && sol.contains(" of 20 maintenance factors taken, 2 each"),
        "{sol}"
    );
}

#[test]
fn every_class_is_in_the_glossary() {
    let meanings = nusku_gap().glossary();
    assert!(Class::ALL.iter().all(|class| meanings.iter().any(|(code, _)| code == class.code())));
    let cruiser = meanings.iter().find(|(code, _)| code == "CL").unwrap();
    assert_eq!(cruiser.1, "light cruiser: Terran 5-2-3, Imperial 2-4-3 (beam-missile-screen)");
}

/// A peace says who has won, what is worn out, and that what is built is set up afterwards.
#[test]
fn a_peace_in_words() {
    let game = wars_with(&[]);
    let mut state = game.initial_state();
    (state.turn, state.court.glory, state.sides[1].stock) = (8, 10, 20);
    ships(&game, &mut state, "nusku", IMPERIAL, Class::Monitor, 1);
    ships(&game, &mut state, "dingir", IMPERIAL, Class::Monitor, 1);
    game.end_game_turn(&mut state, game.war().unwrap());
    let words = "war 1 is won by the Imperial: the turns of peace are the sum of 2 dice";
    assert_eq!(game.explain_roll(&state), words);
    assert_eq!(game.outcome_text(&state, crate::core::OutcomeIndex(3)), "peace of 5 turns");
    game.apply_outcome(&mut state, crate::core::OutcomeIndex(3)).unwrap();
    while game.node(&state) == Node::Chance {
        let words = game.explain_roll(&state);
        assert!(words.starts_with("attrition of ") && words.contains("each wears out with 17 %"), "{words}");
        let lost = u8::from(words.starts_with("attrition of 2 M of the Imperial"));
        game.apply_outcome(&mut state, crate::core::OutcomeIndex(lost)).unwrap();
    }
    let view = game.view(&state, IMPERIAL);
    assert_eq!(game.question(&view), "In the peace M (monitor) wear out: which? 1 to go.");
    let dingir = of(&explained(&game, &state), "select M at Dingir");
    assert!(dingir.starts_with("monitor ") && dingir.ends_with(" leaves the map; 1 there"), "{dingir}");
    game.apply(
        &mut state,
        Action::Select {
            at: Place::Space(system(&game, "dingir")),
            kind: Kind { class: Class::Monitor, disrupted: false, carrying: None },
        },
    )
    .unwrap();
    while game.node(&state) == Node::Chance {
        game.apply_outcome(&mut state, crate::core::OutcomeIndex(0)).unwrap();
    }
    let choices = explained(&game, &state);
    assert!(of(&choices, "build DD at Dingir").contains(", set up before the next war"));
    assert!(of(&choices, "build M at Nusku").contains(", there at once"));
    assert_eq!(of(&choices, "done"), "keep 51 RU for the next war");
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let told = |text: &str| {
        let action = legal.iter().find(|action| game.action_text(&state, **action) == text);
        game.narrate(&state, *action.unwrap())
    };
    assert_eq!(told("build DD at Dingir"), "build DD for the next war");
    assert_eq!(told("build M at Nusku"), "build M at Nusku");
}
