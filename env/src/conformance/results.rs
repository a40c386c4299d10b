use super::trial::apply_event;
use super::{Failure, Trial, fail};
use crate::core::{Dice, Event, Node, Outcome, Utility};
use crate::doctrine::DoctrineValues;
use crate::games::CompleteGame;

/// Rounding of `f32` sums over six seats.
const ROUNDING: f32 = 1e-5;

/// Every game ends, with no more events than declared.
///
/// # Errors
/// The first game that goes on.
pub fn ends_within_bound<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let bound = trial.game.facts().max_events as usize;
    for played in &trial.played {
        let (seed, length) = (played.seed, played.events.len());
        if trial.game.node(&played.last) != Node::Terminal || length > bound {
            let what = format!(
                "the game with seed {seed} has not ended after {length} events, {bound} are declared"
            );
            return fail("ends_within_bound", what);
        }
    }
    let stubborn: [(&str, Choose); 2] = [("first", |_| 0), ("last", |count| count - 1)];
    for (which, choose) in stubborn {
        if !ends(trial, bound, choose)? {
            let what = format!(
                "where always the {which} legal action is taken, {bound} events, as declared, end no game"
            );
            return fail("ends_within_bound", what);
        }
    }
    Ok(())
}

/// The place of the action that is taken among so many legal ones.
type Choose = fn(usize) -> usize;

/// Whether a game ends in so many events when each choice among a number of legal actions is made alike: whoever plays so
/// stays in a circle of decisions for ever, where random play leaves it.
fn ends<G: CompleteGame>(trial: &Trial<G>, bound: usize, choose: Choose) -> Result<bool, Failure> {
    let (game, mut dice) = (&*trial.game, Dice::new(trial.budget.seed));
    let (mut state, mut legal) = (game.initial_state(), Vec::new());
    for _ in 0..bound {
        let event = match game.node(&state) {
            Node::Terminal => return Ok(true),
            Node::Chance => Event::Chance(dice.roll(&game.chance(&state))),
            Node::Decision(seat) => {
                game.legal_actions(&state, &mut legal);
                if legal.is_empty() {
                    return fail("ends_within_bound", format!("nothing is legal {}", trial.at(&state)));
                }
                Event::Decision { seat, action: legal[choose(legal.len())] }
            }
        };
        if let Err(refusal) = apply_event(game, &mut state, event) {
            return fail("ends_within_bound", format!("{refusal} {}", trial.at(&state)));
        }
    }
    Ok(game.node(&state) == Node::Terminal)
}

/// There is an outcome exactly at terminal nodes, with a return in the declared range and a margin from -1 to 1
/// for each seat.
///
/// # Errors
/// The first position where that is not so.
pub fn returns_in_range<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "returns_in_range";
    let facts = trial.game.facts();
    let (low, high) = facts.returns;
    for state in &trial.positions {
        let Some(Outcome { returns, margins }) = trial.game.outcome(state) else {
            if trial.game.node(state) == Node::Terminal {
                return fail(name, format!("no outcome though it is over {}", trial.at(state)));
            }
            continue;
        };
        let fits = |values: &[f32], low: f32, high: f32| {
            values.len() == facts.seat_count()
                && values.iter().all(|v| (low - ROUNDING..=high + ROUNDING).contains(v))
        };
        if trial.game.node(state) != Node::Terminal {
            return fail(name, format!("an outcome though it is not over {}", trial.at(state)));
        }
        if !fits(&returns, low, high) {
            return fail(name, format!("returns {returns:?} are not in {low} to {high} {}", trial.at(state)));
        }
        if !fits(&margins, -1.0, 1.0) {
            return fail(name, format!("margins {margins:?} are not in -1 to 1 {}", trial.at(state)));
        }
    }
    Ok(())
}

/// Where the utility is zero-sum the returns sum to zero.
///
/// # Errors
/// The first outcome that does not.
pub fn zero_sum_where_declared<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    if trial.game.facts().utility != Utility::ZeroSum {
        return Ok(());
    }
    for state in &trial.positions {
        let Some(outcome) = trial.game.outcome(state) else { continue };
        if outcome.returns.iter().sum::<f32>().abs() > ROUNDING {
            let what = format!("returns {:?} do not sum to zero {}", outcome.returns, trial.at(state));
            return fail("zero_sum_where_declared", what);
        }
    }
    Ok(())
}

/// The estimate is within -1 and 1 for each seat and sums to zero where the utility does; the doctrine gives
/// every legal action a finite score; its parameters have their defaults within their ranges.
///
/// # Errors
/// The first position or parameter where that is not so.
pub fn doctrine_is_sound<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "doctrine_is_sound";
    let game = &*trial.game;
    for parameter in G::doctrine_parameters() {
        let (low, high) = parameter.range;
        if !(low..=high).contains(&parameter.default) {
            return fail(name, format!("the default of '{}' is outside {low} to {high}", parameter.key));
        }
    }
    let values = DoctrineValues::defaults::<G>();
    let (mut legal, mut scores) = (Vec::new(), vec![f32::NAN; 3]);
    for state in &trial.positions {
        let estimate = game.estimate(state);
        let bounded = estimate.len() == game.facts().seat_count() && estimate.iter().all(|e| e.abs() <= 1.0);
        let zero_sum = game.facts().utility == Utility::ZeroSum;
        if !bounded || (zero_sum && estimate.iter().sum::<f32>().abs() > ROUNDING) {
            return fail(name, format!("the estimate is {estimate:?} {}", trial.at(state)));
        }
        let Node::Decision(seat) = game.node(state) else { continue };
        game.legal_actions(state, &mut legal);
        game.rank(&game.view(state, seat), &legal, &values, &mut scores);
        if scores.len() != legal.len() || scores.iter().any(|score| !score.is_finite()) {
            return fail(
                name,
                format!("{} actions have the scores {scores:?} {}", legal.len(), trial.at(state)),
            );
        }
    }
    Ok(())
}
