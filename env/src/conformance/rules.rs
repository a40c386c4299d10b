use std::collections::HashSet;

use super::{Failure, Trial, fail};
use crate::core::{ActionId, Node, OutcomeIndex};
use crate::games::CompleteGame;

/// At a decision there are legal actions, none twice, and of all actions that have an id [`Game::apply`] takes
/// exactly these; at other nodes there are none and it takes none.
///
/// # Errors
/// The first position where that is not so.
///
/// [`Game::apply`]: crate::core::Game::apply
pub fn legal_iff_apply<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "legal_iff_apply";
    let game = &*trial.game;
    let mut legal = Vec::new();
    for state in trial.positions_for(game.action_count()) {
        game.legal_actions(state, &mut legal);
        let set: HashSet<G::Action> = legal.iter().copied().collect();
        if set.len() != legal.len() {
            return fail(name, format!("an action is listed twice {}", trial.at(state)));
        }
        if legal.is_empty() == matches!(game.node(state), Node::Decision(_)) {
            let node = game.node(state);
            return fail(name, format!("{} legal actions at {node:?} {}", legal.len(), trial.at(state)));
        }
        for id in 0..game.action_count() {
            let Some(action) = game.action_from_id(ActionId(id as u16)) else { continue };
            let taken = game.apply(&mut state.clone(), action).is_ok();
            if taken != set.contains(&action) {
                let verdict = if taken { "taken though not listed" } else { "refused though listed" };
                return fail(name, format!("{action:?} is {verdict} {}", trial.at(state)));
            }
        }
        for &action in &legal {
            if let Err(error) = game.apply(&mut state.clone(), action) {
                return fail(name, format!("{error} {}", trial.at(state)));
            }
        }
    }
    Ok(())
}

/// An action or outcome that is refused leaves the state as it was.
///
/// # Errors
/// The first one that does not.
pub fn illegal_leaves_state_unchanged<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "illegal_leaves_state_unchanged";
    let game = &*trial.game;
    for state in trial.positions_for(game.action_count()) {
        let mut touched = state.clone();
        for id in 0..game.action_count() {
            let Some(action) = game.action_from_id(ActionId(id as u16)) else { continue };
            match game.apply(&mut touched, action) {
                Ok(()) => touched = state.clone(),
                Err(_) if touched == *state => {}
                Err(error) => return fail(name, format!("it changed: {error} {}", trial.at(state))),
            }
        }
        let outcomes = match game.node(state) {
            Node::Chance => game.chance(state).weights().len() as u8,
            _ => 0,
        };
        for outcome in [outcomes, u8::MAX].map(OutcomeIndex) {
            let taken = game.apply_outcome(&mut touched, outcome).is_ok();
            if taken || touched != *state {
                return fail(
                    name,
                    format!("outcome {} is not refused cleanly {}", outcome.0, trial.at(state)),
                );
            }
        }
    }
    Ok(())
}

/// Decisions with one legal action come to an end: no state comes twice.
///
/// # Errors
/// The first chain that returns to itself.
pub fn no_forced_chain_cycles<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "no_forced_chain_cycles";
    let game = &*trial.game;
    let mut legal = Vec::new();
    for start in &trial.positions {
        let mut state = start.clone();
        let mut seen = HashSet::new();
        loop {
            game.legal_actions(&state, &mut legal);
            let [only] = legal[..] else { break };
            if !seen.insert(game.state_hash(&state)) {
                return fail(name, format!("forced decisions go round for ever {}", trial.at(&state)));
            }
            if seen.len() > game.facts().max_events as usize {
                return fail(name, format!("forced decisions do not end {}", trial.at(start)));
            }
            if let Err(error) = game.apply(&mut state, only) {
                return fail(name, format!("{error} {}", trial.at(&state)));
            }
        }
    }
    Ok(())
}
