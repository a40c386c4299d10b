//! What can't be is refused; what is not refused can be played to the end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::super::Imperium;
use super::super::battle::BASE;
use super::super::positions_for_tests::{duel_with, first_war_with, nusku_gap, nusku_gap_with, wars_with};
use crate::core::{Dice, Game, Node, Notation, PlannerRng, planner_rng, uniform_index};

/// Plays at random to the end, or for so many events; what the positions on the way look like is for `see`.
fn play(game: &Imperium, text: &str, seed: u64, events: u32, mut see: impl FnMut(String)) {
    let mut state = game.parse_position(text).unwrap();
    let (mut dice, mut rng, mut legal) = (Dice::new(seed), planner_rng(seed, 1), Vec::new());
    for event in 0..events {
        match game.node(&state) {
            Node::Terminal => return,
            Node::Chance => {
                let outcome = dice.roll(&game.chance(&state));
                if game.apply_outcome(&mut state, outcome).is_err() {
                    return;
                }
            }
            Node::Decision(_) => {
                game.legal_actions(&state, &mut legal);
                assert!(!legal.is_empty(), "somebody has a choice");
                let action = legal[uniform_index(&mut rng, legal.len())];
                // There may be no room for so many kinds of counters: that is told, too.
                if game.apply(&mut state, action).is_err() {
                    return;
                }
            }
        }
        if event % 37 == 0 || state.battle.is_some() && event % 7 == 0 {
            see(game.position_text(&state));
        }
    }
}

/// Words that stand for one another in mutations.
const WORDS: [&[&str]; 9] = [
    &["SC", "DD", "CL", "CR", "CS", "B1", "B2", "MB", "M", "F", "MS", "TR", "AO", "RT", "JT", "PD", "OP"],
    &["ter", "imp"],
    &["terran", "imperial"],
    &["Sol", "Nusku/Dushaam", "Apishal", "Agidda", "Barnard's Star", "Procyon", "hex 1413"],
    &["production", "first movement", "first combat", "reaction movement", "second combat"],
    &["hold", "beam", "missile", "time-on-target", "suicide", "defensive-beam", "high-intensity"],
    &["unassigned", "out", "paired 0", "paired 1", "doubling 0", "doubling 2", "stay off"],
    &["long", "short", "disengage"],
    &[
        "initiative roll",
        "choose range",
        "match",
        "double",
        "declare",
        "fire roll",
        "disruption roll",
        "choose mission",
        "jump roll",
        "break off",
        "choose retreat",
        "attack",
        "declare target",
    ],
];

/// A position text with one thing changed.
fn mutated(text: &str, rng: &mut PlannerRng) -> String {
    let mut pick = |count: usize| uniform_index(rng, count);
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let at = pick(lines.len());
    let line = lines[at].clone();
    match pick(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, line),
        2 | 3 => {
            let known = WORDS.iter().flat_map(|list| list.iter().map(move |word| (*list, *word)));
            let there: Vec<_> = known.filter(|(_, word)| line.contains(word)).collect();
            if !there.is_empty() {
                let (list, word) = there[pick(there.len())];
                lines[at] = line.replacen(word, list[pick(list.len())], 1);
            }
        }
        4 => {
            let parts: Vec<&str> = line.split("; ").collect();
            let gone = pick(parts.len());
            let kept: Vec<&str> =
                parts.iter().enumerate().filter(|(k, _)| *k != gone).map(|(_, part)| *part).collect();
            lines[at] = kept.join("; ");
        }
        _ => {
            let starts: Vec<usize> =
                line.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(k, _)| k).collect();
            if !starts.is_empty() {
                let start = starts[pick(starts.len())];
                let number = ["0", "1", "2", "3", "5", "7", "12", "31", "99", "255"][pick(10)];
                lines[at].replace_range(start..=start, number);
            }
        }
    }
    lines.join("\n")
}

/// How many changed positions of each game are tried.
const MUTATIONS: usize = 150;

/// Positions of every kind with something changed are refused with a sentence, or played to the end.
#[test]
fn what_is_not_refused_is_playable() {
    let drawn = [&BASE[..], &[("cobb.maintenance", "off"), ("troop_strength", "drawn")]].concat();
    let games = [
        nusku_gap(),
        nusku_gap_with(&drawn),
        duel_with("medium", &BASE),
        duel_with("small", &[]),
        first_war_with(&[("imperial_setup", "listed")]),
        first_war_with(&[("deployment", "free")]),
        wars_with(&[]),
    ];
    let mut rng = planner_rng(5, 0);
    let (mut refused, mut played) = (0, 0);
    for (seed, game) in games.iter().enumerate() {
        let mut positions = Vec::new();
        let opening = game.position_text(&game.initial_state());
        play(game, &opening, seed as u64, 4000, |text| positions.push(text));
        for _ in 0..MUTATIONS {
            let position = &positions[uniform_index(&mut rng, positions.len())];
            let mut text = mutated(position, &mut rng);
            if uniform_index(&mut rng, 2) == 0 {
                text = mutated(&text, &mut rng);
            }
            match game.parse_position(&text) {
                Err(error) => {
                    refused += 1;
                    assert!(error.reason.contains(' '), "no sentence: {error}");
                }
                Ok(_) => {
                    played += 1;
                    let end = catch_unwind(AssertUnwindSafe(|| play(game, &text, 1, 3000, |_| ())));
                    assert!(end.is_ok(), "this was taken, but can't be played:\n{text}");
                }
            }
        }
    }
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played");
}

/// What can't be is told with what and where, and what would be right.
#[test]
fn what_cannot_be_is_told() {
    let gap = nusku_gap();
    let opening = gap.position_text(&gap.initial_state());
    let duel = duel_with("small", &[]);
    let battle = duel.position_text(&duel.initial_state());
    let squad = battle.lines().find(|line| line.starts_with("  ter ")).unwrap();
    let none = squad.replacen(|c: char| c.is_ascii_digit(), "0", 1);
    let step = opening.lines().nth(1).unwrap();
    let moving = opening.replace("; production", "; first movement");
    let pending = "step: destination; ships 3 BB from Sol; stage march; last 0";
    for (game, text, told) in [
        (
            &gap,
            opening.replace("ter 1 SC, ter 1 DD", "ter 1 SC, ter 1 DD, ter 1 CR"),
            "the Terran has no CR: it has SC, DD, ",
        ),
        (&gap, opening.replace("ter 1 SC, ter 1 DD", "ter 30 SC, ter 1 DD"), " SC of the Terran: there are "),
        (
            &gap,
            opening.replace("ter 1 SC, ter 1 DD", "ter 1 SC, ter 1 DD, ter 1 RT"),
            "RT at Agidda: only ships stand in a hex",
        ),
        (&gap, opening.replace("glory 5;", "glory 50;"), "glory 50: expected 0 to 10"),
        (&gap, opening.replace("turn 1;", "turn 9;"), "turn 9: expected 1 to 3"),
        (&gap, moving.replace(step, pending), "3 ships picked: there are 0 of them that may move now"),
        (&gap, opening.replace(step, pending), "this step does not belong to the phase"),
        (&duel, battle.replace("round 1;", "round 0;"), "round 0 of the battle: expected 1 to "),
        (&duel, battle.replace("round 1;", "round 99;"), "round 99 of the battle: expected 1 to "),
        (&duel, battle.replace(squad, &none), "no counters: one at least"),
    ] {
        let error = game.parse_position(&text).unwrap_err().to_string();
        assert!(error.contains(told), "{told}: {error}");
    }
}
