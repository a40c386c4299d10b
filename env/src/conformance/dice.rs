use std::sync::Arc;

use super::trial::{Chooser, apply_event};
use super::{Failure, Trial, fail};
use crate::core::{Dice, Event, MAX_OUTCOMES, Node, OutcomeIndex, planner_rng, uniform_index};
use crate::encode::Observation;
use crate::games::CompleteGame;
use crate::gym::{Env, EnvConfig, Resolve};

/// The weights of a chance node are positive integers that sum to the denominator without overflow, at most
/// [`MAX_OUTCOMES`] of them, and every outcome can be applied. A game that declares no chance has none.
///
/// # Errors
/// The first node where that is not so.
pub fn chance_sums_to_one<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "chance_sums_to_one";
    let game = &*trial.game;
    if game.facts().chance == trial.chances.is_empty() {
        let (declared, seen) = (game.facts().chance, trial.chances.len());
        return fail(name, format!("chance is declared {declared}, but {seen} chance nodes were seen"));
    }
    for state in &trial.chances {
        let chance = game.chance(state);
        let sum: u64 = chance.weights().iter().map(|&w| u64::from(w)).sum();
        let fine = (1..=MAX_OUTCOMES).contains(&chance.weights().len()) && !chance.weights().contains(&0);
        if !fine || u32::try_from(sum) != Ok(chance.total()) {
            return fail(name, format!("the weights are {:?} {}", chance.weights(), trial.at(state)));
        }
        for k in 0..chance.weights().len() {
            if let Err(error) = game.apply_outcome(&mut state.clone(), OutcomeIndex(k as u8)) {
                return fail(name, format!("{error} {}", trial.at(state)));
            }
        }
    }
    Ok(())
}

/// Outcomes with the same effect are one outcome.
///
/// # Errors
/// The first two that lead to the same state.
pub fn chance_merged<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let game = &*trial.game;
    for state in &trial.chances {
        let mut seen: Vec<G::State> = Vec::new();
        for k in 0..game.chance(state).weights().len() {
            let mut next = state.clone();
            if game.apply_outcome(&mut next, OutcomeIndex(k as u8)).is_err() {
                continue;
            }
            if let Some(twin) = seen.iter().position(|other| *other == next) {
                let what = format!("outcomes {twin} and {k} lead to the same state {}", trial.at(state));
                return fail("chance_merged", what);
            }
            seen.push(next);
        }
    }
    Ok(())
}

/// The same seed and the same choices give the same game, also with a second copy of the game.
///
/// # Errors
/// The first game that goes another way.
pub fn same_seed_same_game<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "same_seed_same_game";
    let game = match G::from_setup(&trial.game.setup().to_setup()) {
        Ok(game) => game,
        Err(faults) => return fail(name, format!("its own setup is refused: {faults}")),
    };
    // Last game first: a copy that remembers earlier games would go another way.
    for (number, played) in trial.played.iter().enumerate().rev() {
        let mut chooser = Chooser::new(&game, played.seed, number % 2 == 1);
        let (mut dice, mut state) = (Dice::new(played.seed), game.initial_state());
        for (at, &event) in played.events.iter().enumerate() {
            let node = game.node(&state);
            let again =
                if node == Node::Terminal { None } else { chooser.next(&game, &state, node, &mut dice) };
            if again != Some(event) {
                let seed = played.seed;
                return fail(name, format!("seed {seed}: event {at} was {event:?} and is now {again:?}"));
            }
            if let Err(error) = apply_event(&game, &mut state, event) {
                return fail(name, error);
            }
        }
        if state != played.last || game.state_hash(&state) != trial.game.state_hash(&played.last) {
            return fail(name, format!("seed {}: the last position differs", played.seed));
        }
    }
    Ok(())
}

/// Nothing but the outcome of a chance node is random: every question asked twice has the same answer, every
/// action and outcome applied twice the same result.
///
/// # Errors
/// The first one that does not.
pub fn no_rng_outside_chance<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let game = &*trial.game;
    let differs = |what: String, state| {
        fail("no_rng_outside_chance", format!("{what} differs the second time {}", trial.at(state)))
    };
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let mut looks = [Observation::new(game.observation_spec()), Observation::new(game.observation_spec())];
    for state in trial.positions.iter().chain(&trial.chances) {
        game.legal_actions(state, &mut first);
        game.legal_actions(state, &mut second);
        if first != second {
            return differs("the legal list".into(), state);
        }
        for &action in &first {
            let mut results = [state.clone(), state.clone()];
            let done = results.each_mut().map(|result| game.apply(result, action).is_ok());
            if results[0] != results[1] || done[0] != done[1] {
                return differs(format!("the result of {action:?}"), state);
            }
        }
        if game.node(state) == Node::Chance {
            if game.chance(state) != game.chance(state) {
                return differs("the chance node".into(), state);
            }
            for k in (0..game.chance(state).weights().len()).map(|k| OutcomeIndex(k as u8)) {
                let mut results = [state.clone(), state.clone()];
                let done = results.each_mut().map(|result| game.apply_outcome(result, k).is_ok());
                if results[0] != results[1] || done[0] != done[1] {
                    return differs(format!("the result of outcome {}", k.0), state);
                }
            }
        }
        for seat in trial.seats() {
            let views = [game.view(state, seat), game.view(state, seat)];
            for (view, look) in views.iter().zip(&mut looks) {
                game.observe(view, look.as_mut());
            }
            if views[0] != views[1] || looks[0] != looks[1] || game.scene(&views[0]) != game.scene(&views[1])
            {
                return differs(format!("what {seat} sees"), state);
            }
        }
    }
    Ok(())
}

const SEEDS: u64 = 8;
const CLONES: usize = 4;
const ROLLS: usize = 24;

/// Cloning an environment does not show the rolls to come: clones roll otherwise than the original. (A state can't show them: it is rebuilt from events alone by the other checks.)
///
/// # Errors
/// If clones roll what the original then rolls.
pub fn future_dice_unreachable<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "future_dice_unreachable";
    if !trial.game.facts().chance {
        return Ok(());
    }
    let limit = Some(trial.game.facts().max_events);
    let config = EnvConfig { chance: Resolve::Stepwise, max_events: limit, ..EnvConfig::default() };
    let (mut alike, mut clones) = (0, 0);
    for seed in 0..SEEDS {
        let mut env = Env::new(Arc::clone(&trial.game), config, seed);
        let copies: Vec<Env<G>> = (0..CLONES).map(|_| env.clone()).collect();
        let (truth, likelihood) = rolls(&mut env, seed);
        // Where one series of rolls is likely anyway, rolling it again proves nothing.
        for mut copy in copies.into_iter().filter(|_| likelihood <= 0.5) {
            alike += u32::from(rolls(&mut copy, seed).0 == truth);
            clones += 1;
        }
    }
    if clones > 0 && alike == clones {
        return fail(name, format!("all of {clones} clones rolled what the original then rolled"));
    }
    Ok(())
}

/// The next rolls of an environment under choices that follow from `seed`, and how likely they were.
fn rolls<G: CompleteGame>(env: &mut Env<G>, seed: u64) -> (Vec<OutcomeIndex>, f64) {
    let mut rng = planner_rng(seed, 3);
    let (mut rolls, mut likelihood) = (Vec::new(), 1.0);
    for _ in 0..env.game().facts().max_events {
        if env.is_over() {
            break;
        }
        match env.node() {
            Node::Chance => {
                let weights = env.game().chance(env.state());
                env.roll();
                if let Some(&Event::Chance(outcome)) = env.recent().first() {
                    likelihood *= weights.probabilities().nth(outcome.index()).unwrap_or(1.0);
                    rolls.push(outcome);
                }
            }
            Node::Decision(_) if rolls.len() < ROLLS => {
                let action = env.legal()[uniform_index(&mut rng, env.legal().len())];
                if env.step(action).is_err() {
                    break;
                }
            }
            _ => break,
        }
    }
    (rolls, likelihood)
}
