//! How many sequences of decisions and rolls lead on from positions of every registered game and scenario: a change of
//! what is legal shows here as a number. `tests/golden/GAME.SCENARIO.perft.txt` holds the counts, rolls counted by
//! outcomes whatever their weight; `SPINWARD_UPDATE_GOLDEN=1 cargo test -p spinward-env` writes them anew. For a scenario
//! with options make an empty file with their names ([`setups`]) first.

mod setups;

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use spinward_env::core::{Dice, Node, OutcomeIndex, planner_rng, uniform_index};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};

/// Positions of one random game, by the events before them.
const STARTS: [usize; 6] = [0, 10, 40, 100, 200, 1_000];
const SEED: u64 = 1977;
/// A depth with more sequences than this is not counted.
const MOST: u64 = 60_000;
/// Nor a depth beyond this.
const DEEPEST: usize = 12;

#[test]
fn sequences_are_counted() {
    let mut differences = Vec::new();
    for (name, setup) in setups::plain().into_iter().chain(setups::with_options(".perft.txt")) {
        let name = format!("{name}.perft.txt");
        let path = setups::golden(&name);
        let table = with_game(&setup, Count).unwrap();
        if std::env::var_os("SPINWARD_UPDATE_GOLDEN").is_some() {
            fs::write(&path, &table).unwrap();
        }
        match fs::read_to_string(&path) {
            Ok(kept) if kept == table => {}
            Ok(kept) => differences.extend(difference(&name, &kept, &table)),
            Err(error) => differences.push(format!("{name}: {error}; SPINWARD_UPDATE_GOLDEN=1 writes it")),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The first line that is another one.
fn difference(name: &str, kept: &str, table: &str) -> Option<String> {
    let (mut kept, mut found) = (kept.lines(), table.lines());
    loop {
        match (kept.next(), found.next()) {
            (None, None) => return None,
            (kept, found) if kept != found => {
                return Some(format!(
                    "{name}: '{}' was '{}'; SPINWARD_UPDATE_GOLDEN=1 writes it",
                    found.unwrap_or_default(),
                    kept.unwrap_or_default()
                ));
            }
            _ => {}
        }
    }
}

struct Count;

impl GameVisitor for Count {
    type Out = String;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> String {
        let mut table = format!(
            "# Sequences of N events from the position after so many events of a random game (seed {SEED}); forced\n\
             # decisions are no events. Of those that end the game before, the last column says how many.\n\
             events before | N | sequences | over before\n"
        );
        for (before, state) in starts(&*game) {
            for depth in 1..=DEEPEST {
                let mut counted = Counted::default();
                count(&*game, &state, depth, &mut counted);
                if counted.all() > MOST {
                    break;
                }
                _ = writeln!(table, "{before} | {depth} | {} | {}", counted.sequences, counted.over);
                if counted.sequences == 0 {
                    break;
                }
            }
        }
        table
    }
}

/// The positions to count from.
fn starts<G: CompleteGame>(game: &G) -> Vec<(usize, G::State)> {
    let (mut state, mut dice, mut rng) = (game.initial_state(), Dice::new(SEED), planner_rng(SEED, 0));
    let (mut starts, mut legal) = (Vec::new(), Vec::new());
    for events in 0..=*STARTS.last().unwrap() {
        let node = game.node(&state);
        if node == Node::Terminal {
            break;
        }
        if STARTS.contains(&events) {
            starts.push((events, state.clone()));
        }
        if node == Node::Chance {
            let outcome = dice.roll(&game.chance(&state));
            game.apply_outcome(&mut state, outcome).unwrap();
        } else {
            game.legal_actions(&state, &mut legal);
            game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
        }
    }
    starts
}

#[derive(Default)]
struct Counted {
    sequences: u64,
    over: u64,
}

impl Counted {
    const fn all(&self) -> u64 {
        self.sequences + self.over
    }
}

/// Adds the sequences of `depth` events from a position, as long as there are not too many.
fn count<G: CompleteGame>(game: &G, state: &G::State, depth: usize, counted: &mut Counted) {
    if depth == 0 {
        counted.sequences += 1;
        return;
    }
    if counted.all() > MOST {
        return;
    }
    match game.node(state) {
        Node::Terminal => counted.over += 1,
        Node::Chance => {
            for outcome in 0..game.chance(state).weights().len() {
                let mut next = state.clone();
                game.apply_outcome(&mut next, OutcomeIndex(outcome as u8)).unwrap();
                count(game, &next, depth - 1, counted);
            }
        }
        Node::Decision(_) => {
            let mut legal = Vec::new();
            game.legal_actions(state, &mut legal);
            for action in legal {
                let mut next = state.clone();
                game.apply(&mut next, action).unwrap();
                count(game, &next, depth - 1, counted);
            }
        }
    }
}
