use std::collections::{HashMap, HashSet};

use super::{Failure, Trial, fail};
use crate::core::{Game, Information, Node, OutcomeIndex, Seat};
use crate::games::CompleteGame;

/// How many groups of states with one view are sampled.
const GROUPS: usize = 300;
/// Samples per state of a group, so that a state with at least an eighth of its fair share is missed with a
/// chance of `e^-8`, times 8 before giving up.
const SAMPLES: usize = 64;
const ROUNDS: usize = 8;

/// Every state that a seat can't tell from the true one is sampled sooner or later, for games that
/// [`Budget::states`](super::Budget::states) is enough to enumerate.
///
/// # Errors
/// The first state that is never sampled.
pub fn sampled_worlds_have_full_support<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "sampled_worlds_have_full_support";
    let game = &*trial.game;
    if game.facts().information == Information::Perfect {
        return Ok(());
    }
    let Some(states) = enumerate(game, trial.budget.states) else { return Ok(()) };
    let mut rng = trial.rng(22);
    for (seat, mut members) in groups(trial, states).into_iter().take(GROUPS) {
        let view = game.view(&members[0], seat);
        for _ in 0..ROUNDS * SAMPLES * members.len() {
            let world = game.sample_world(&view, &mut rng);
            members.retain(|state| *state != world);
            if members.is_empty() {
                break;
            }
        }
        if let Some(missing) = members.first() {
            return fail(name, format!("{seat} never gets the world {}", trial.at(missing)));
        }
    }
    Ok(())
}

/// The states that share a seat's view and the node it shows, two or more each; in an order that follows from
/// the trial's seed.
fn groups<G: CompleteGame>(trial: &Trial<G>, states: Vec<G::State>) -> Vec<(Seat, Vec<G::State>)> {
    let game = &*trial.game;
    let mut groups: HashMap<(Seat, u64), Vec<G::State>> = HashMap::new();
    for state in states {
        for seat in trial.seats() {
            let view = game.view(&state, seat);
            if game.node_in_view(&view) == game.node(&state) {
                groups.entry((seat, game.view_hash(&view))).or_default().push(state.clone());
            }
        }
    }
    let mut groups: Vec<_> = groups.into_iter().filter(|(_, members)| members.len() > 1).collect();
    let salt = trial.budget.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    groups.sort_by_key(|&((seat, hash), _)| (hash ^ salt, seat));
    groups.into_iter().map(|((seat, _), members)| (seat, members)).collect()
}

/// Every reachable state, or `None` where there are more than `most`.
fn enumerate<G: Game>(game: &G, most: usize) -> Option<Vec<G::State>> {
    let first = game.initial_state();
    let mut seen = HashSet::from([game.state_hash(&first)]);
    let mut states = vec![first];
    let mut next = 0;
    while next < states.len() {
        for state in successors(game, &states[next]) {
            if seen.insert(game.state_hash(&state)) {
                states.push(state);
            }
        }
        if states.len() > most {
            return None;
        }
        next += 1;
    }
    Some(states)
}

fn successors<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    match game.node(state) {
        Node::Terminal => Vec::new(),
        Node::Chance => outcomes(game, state),
        Node::Decision(_) => {
            let mut legal = Vec::new();
            game.legal_actions(state, &mut legal);
            let all = legal.into_iter().map(|action| {
                let mut next = state.clone();
                game.apply(&mut next, action).ok().map(|()| next)
            });
            all.flatten().collect()
        }
    }
}

/// The states that the outcomes of a chance node lead to.
pub(super) fn outcomes<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let all = (0..game.chance(state).weights().len()).map(|k| {
        let mut next = state.clone();
        game.apply_outcome(&mut next, OutcomeIndex(k as u8)).ok().map(|()| next)
    });
    all.flatten().collect()
}
