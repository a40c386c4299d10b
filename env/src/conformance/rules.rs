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

/// [`Game::apply_legal`], [`Game::apply_listed`] and [`Game::apply_outcome_listed`] lead where [`Game::apply`] and
/// [`Game::apply_outcome`] do, with the list of legal actions there; a place beyond the list changes nothing.
///
/// # Errors
/// The first position where that is not so.
///
/// [`Game::apply`]: crate::core::Game::apply
/// [`Game::apply_outcome`]: crate::core::Game::apply_outcome
/// [`Game::apply_legal`]: crate::core::Game::apply_legal
/// [`Game::apply_listed`]: crate::core::Game::apply_listed
/// [`Game::apply_outcome_listed`]: crate::core::Game::apply_outcome_listed
pub fn listed_like_applied<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "listed_like_applied";
    let game = &*trial.game;
    let legal_in = |state: &G::State| {
        let mut legal = Vec::new();
        game.legal_actions(state, &mut legal);
        legal
    };
    for state in trial.positions_for(1) {
        let legal = legal_in(state);
        let (mut same, mut list) = (state.clone(), legal.clone());
        let taken = game.apply_listed(&mut same, &mut list, legal.len()).is_ok();
        if taken || same != *state || list != legal {
            return fail(name, format!("place {} is not refused cleanly {}", legal.len(), trial.at(state)));
        }
        for (choice, &action) in legal.iter().enumerate() {
            let [mut applied, mut known, mut listed] = [(); 3].map(|()| state.clone());
            let mut list = legal.clone();
            let all = game.apply(&mut applied, action).is_ok()
                && game.apply_legal(&mut known, action).is_ok()
                && game.apply_listed(&mut listed, &mut list, choice).is_ok();
            if !all || applied != known || applied != listed || legal_in(&applied) != list {
                return fail(name, format!("{action:?} leads elsewhere {}", trial.at(state)));
            }
        }
        let outcomes = if game.node(state) == Node::Chance { game.chance(state).weights().len() } else { 0 };
        for outcome in (0..outcomes).map(|k| OutcomeIndex(k as u8)) {
            let (mut applied, mut listed, mut list) = (state.clone(), state.clone(), legal.clone());
            let both = game.apply_outcome(&mut applied, outcome).is_ok()
                && game.apply_outcome_listed(&mut listed, outcome, &mut list).is_ok();
            if !both || applied != listed || legal_in(&applied) != list {
                return fail(name, format!("outcome {} leads elsewhere {}", outcome.0, trial.at(state)));
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
