//! Counts that tell whether two engines, or two versions of one, are the same.

use std::sync::Arc;

use spinward_env::core::{Dice, Game, Node, OutcomeIndex, Seat, stable_hash};
use spinward_env::games::CompleteGame;

use super::error::{Code, Refusal};
use super::wire;
use crate::agent::{Agent, Limits};
use crate::roster::{AgentSpec, Roster};

/// The longest sequences that are counted.
const MOST_DEPTH: u32 = 20;
/// The most sequences that are counted.
const MOST_SEQUENCES: u64 = 2_000_000;

/// How many sequences of `depth` events lead on from a position; games that end sooner count where they end.
///
/// # Errors
/// If there are too many.
pub(super) fn sequences<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<u64, Refusal> {
    if !(1..=MOST_DEPTH).contains(&depth) {
        return Err(Refusal::new(Code::BadValue, format!("depth: expected 1 to {MOST_DEPTH}")));
    }
    let mut counted = 0;
    if walk(game, state, depth, &mut counted) {
        return Ok(counted);
    }
    let message =
        format!("depth: there are more than {MOST_SEQUENCES} sequences; a smaller depth would be right");
    Err(Refusal::new(Code::BadValue, message))
}

/// Whether all could be counted.
fn walk<G: Game>(game: &G, state: &G::State, depth: u32, counted: &mut u64) -> bool {
    let node = game.node(state);
    if depth == 0 || node == Node::Terminal {
        *counted += 1;
        return *counted <= MOST_SEQUENCES;
    }
    if node == Node::Chance {
        return (0..game.chance(state).weights().len()).all(|index| {
            let mut next = state.clone();
            let fell = game.apply_outcome(&mut next, OutcomeIndex(index as u8)).is_ok();
            !fell || walk(game, &next, depth - 1, counted)
        });
    }
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal.into_iter().all(|action| {
        let mut next = state.clone();
        let applied = game.apply(&mut next, action).is_ok();
        !applied || walk(game, &next, depth - 1, counted)
    })
}

/// Who plays the bench: always the same, whatever the options.
const PLAYER: &str = "scripted-search";
/// Decisions of the bench.
const DECISIONS: u32 = 16;
/// Simulations of each.
const VISITS: u32 = 32;
const SEED: u64 = 1;

/// Plays the beginning of a game with itself and says what came of it.
///
/// # Errors
/// If the player fails.
pub(super) fn bench<G: CompleteGame>(game: &Arc<G>) -> Result<wire::Bench, Refusal> {
    let internal = |message: String| Refusal::new(Code::Internal, message);
    let roster = Roster::without_networks();
    let seats: Vec<Seat> = Seat::all(game.facts().seat_count()).collect();
    let mut players = Vec::new();
    for &seat in &seats {
        let built = roster.build(game, &AgentSpec::new(PLAYER));
        let mut player: Box<dyn Agent<G>> = built.map_err(|error| internal(error.to_string()))?;
        player.begin(seat, SEED);
        players.push(player);
    }
    let limits = Limits { visits: Some(VISITS), ..Limits::default() };
    let (mut state, mut dice) = (game.initial_state(), Dice::new(SEED));
    let mut bench = wire::Bench { decisions: 0, visits: 0, evaluations: 0, checksum: String::new() };
    let mut chosen = Vec::new();
    while bench.decisions < DECISIONS {
        match game.node(&state) {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = dice.roll(&game.chance(&state));
                game.apply_outcome(&mut state, outcome).map_err(|error| internal(error.to_string()))?;
            }
            Node::Decision(seat) => {
                let Some(player) = players.get_mut(seat.index()) else { break };
                let decided = player.decide(&game.view(&state, seat), &limits);
                let decision = decided.map_err(|error| internal(error.to_string()))?;
                bench.decisions += 1;
                bench.visits += u64::from(decision.report.visits);
                bench.evaluations += u64::from(decision.report.evaluations);
                let visits: Vec<u32> = decision.report.lines.iter().map(|line| line.visits).collect();
                chosen.push((game.action_id(decision.action).0, visits));
                game.apply(&mut state, decision.action).map_err(|error| internal(error.to_string()))?;
            }
        }
    }
    bench.checksum = format!("{:016x}", stable_hash(&chosen));
    Ok(bench)
}
