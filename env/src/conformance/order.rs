use std::collections::HashSet;

use super::support::outcomes;
use super::{Failure, Trial, fail};
use crate::core::{Game, Node};
use crate::games::CompleteGame;

/// How many states a stage may have to be enumerated: first the small ones everywhere, then larger ones as far
/// as the budget goes.
const STAGE_STATES: [usize; 2] = [250, 4_000];

/// The canonical order of decisions loses nothing: from the start of a stage, the positions in which it can end
/// are the same under [`Game::legal_actions`] and under [`Game::actions_in_any_order`] (taken by
/// [`Game::apply_in_any_order`]). Stages too large to enumerate are left out, but a game that reduces orders must
/// have one that is not. Where no sampled position reduces orders there is nothing to enumerate.
///
/// # Errors
/// The first stage with an end that one of them misses.
pub fn canonical_order_loses_nothing<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "canonical_order_loses_nothing";
    let game = &*trial.game;
    if !reduces_orders(trial) {
        return Ok(());
    }
    let mut starts: Vec<&G::State> = trial.stage_starts.iter().collect();
    let mut reduced = 0;
    for most in STAGE_STATES {
        let mut left = trial.budget.states;
        let mut larger = Vec::new();
        for start in starts {
            if left == 0 {
                break;
            }
            let [free, ordered] = [Order::Any, Order::Canonical].map(|order| ends(game, start, order, most));
            left = left.saturating_sub(free.visited + ordered.visited);
            let (Some(free_ends), Some(ordered_ends)) = (free.ends, ordered.ends) else {
                larger.push(start);
                continue;
            };
            reduced += usize::from(ordered.reduced);
            if free_ends != ordered_ends {
                let missed = free_ends.difference(&ordered_ends).count();
                let invented = ordered_ends.difference(&free_ends).count();
                let what = format!("{missed} ends of this stage are lost and {invented} are new");
                return fail(name, format!("{what} {}", trial.at(start)));
            }
        }
        starts = larger;
    }
    if reduced == 0 {
        return fail(name, "orders are reduced, but no stage was small enough to enumerate");
    }
    Ok(())
}

fn reduces_orders<G: CompleteGame>(trial: &Trial<G>) -> bool {
    trial.positions.iter().chain(&trial.stage_starts).any(|state| is_reduced(&*trial.game, state))
}

fn is_reduced<G: Game>(game: &G, state: &G::State) -> bool {
    let (mut ordered, mut free) = (Vec::new(), Vec::new());
    game.legal_actions(state, &mut ordered);
    game.actions_in_any_order(state, &mut free);
    ordered.len() != free.len()
}

#[derive(Clone, Copy)]
enum Order {
    Canonical,
    Any,
}

fn decisions<G: Game>(game: &G, state: &G::State, order: Order) -> Vec<G::State> {
    let mut offered = Vec::new();
    match order {
        Order::Canonical => game.legal_actions(state, &mut offered),
        Order::Any => game.actions_in_any_order(state, &mut offered),
    }
    let all = offered.into_iter().map(|action| {
        let mut next = state.clone();
        let done = match order {
            Order::Canonical => game.apply(&mut next, action),
            Order::Any => game.apply_in_any_order(&mut next, action),
        };
        done.ok().map(|()| next)
    });
    all.flatten().collect()
}

struct Exploration {
    /// The hashes of the states in which the stage has ended; `None` where there are too many states.
    ends: Option<HashSet<u64>>,
    visited: usize,
    /// Whether any state on the way offered less than the free order does.
    reduced: bool,
}

/// Follows all decisions and dice until the stage or the game ends.
fn ends<G: Game>(game: &G, start: &G::State, order: Order, most: usize) -> Exploration {
    let stage = game.stage(start);
    let mut seen = HashSet::from([game.state_hash(start)]);
    let mut open = vec![start.clone()];
    let mut found = HashSet::new();
    let mut reduced = false;
    while let Some(state) = open.pop() {
        let next = match game.node(&state) {
            Node::Chance => outcomes(game, &state),
            Node::Decision(_) => {
                reduced |= is_reduced(game, &state);
                decisions(game, &state, order)
            }
            Node::Terminal => Vec::new(),
        };
        for state in next {
            let hash = game.state_hash(&state);
            if game.node(&state) == Node::Terminal || game.stage(&state) != stage {
                found.insert(hash);
            } else if seen.insert(hash) {
                open.push(state);
            }
        }
        if seen.len() + found.len() > most {
            return Exploration { ends: None, visited: most, reduced };
        }
    }
    Exploration { visited: seen.len() + found.len(), ends: Some(found), reduced }
}
