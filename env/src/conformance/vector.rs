use std::sync::Arc;

use super::{Failure, Trial, fail};
use crate::core::{ActionId, Node, Seat, uniform_index};
use crate::encode::Observation;
use crate::games::CompleteGame;
use crate::gym::{Autoreset, Env, EnvConfig, VecConfig, VecEnv};

const LANES: usize = 3;
const STEPS: usize = 150;

/// A [`VecEnv`] shows lane by lane what single [`Env`]s show: legal lists, masks, observations, rewards and
/// ends, through resets.
///
/// # Errors
/// The first step and lane that differs.
pub fn vector_equals_scalar<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "vector_equals_scalar";
    let mut rng = trial.rng(24);
    let limit = Some(trial.game.facts().max_events.min(100));
    let config =
        VecConfig { autoreset: Autoreset::NextStep, max_events: limit, masks: true, ..VecConfig::default() };
    let single = EnvConfig { max_events: limit, ..EnvConfig::default() };
    let seeds: Vec<u64> = (0..LANES as u64).map(|lane| trial.budget.seed ^ lane).collect();
    let mut batch = VecEnv::new(Arc::clone(&trial.game), config, &seeds);
    let mut envs: Vec<Env<G>> =
        seeds.iter().map(|&seed| Env::new(Arc::clone(&trial.game), single, seed)).collect();
    for step in 0..STEPS {
        for (lane, env) in envs.iter().enumerate() {
            if let Some(what) = difference(&batch, lane, env) {
                return fail(name, format!("step {step}, lane {lane}: {what} {}", trial.at(env.state())));
            }
        }
        let pick = |lane: usize| match batch.legal(lane) {
            [] => ActionId(0),
            legal => legal[uniform_index(&mut rng, legal.len())],
        };
        let actions: Vec<ActionId> = (0..LANES).map(pick).collect();
        if let Err(error) = batch.step(&actions) {
            return fail(name, format!("step {step}: {error}"));
        }
        for (lane, env) in envs.iter_mut().enumerate() {
            let (mut rewards, mut ended) = (vec![0.0; env.game().facts().seat_count()], (false, false));
            if env.is_over() {
                env.reset(batch.env(lane).seed());
            } else {
                match env.step_id(actions[lane]) {
                    Ok(result) => {
                        rewards = result.rewards.to_vec();
                        ended = (result.terminated, result.truncated);
                    }
                    Err(error) => return fail(name, format!("step {step}, lane {lane}: {error}")),
                }
            }
            let seats = rewards.len();
            let same = batch.rewards()[lane * seats..][..seats] == rewards
                && (batch.terminated()[lane], batch.truncated()[lane]) == ended;
            if !same {
                return fail(
                    name,
                    format!("step {step}, lane {lane}: rewards or end differ {}", trial.at(env.state())),
                );
            }
        }
    }
    Ok(())
}

fn difference<G: CompleteGame>(batch: &VecEnv<G>, lane: usize, env: &Env<G>) -> Option<&'static str> {
    let game = env.game();
    let mut legal = Vec::new();
    env.legal_ids(&mut legal);
    let mut mask = vec![false; game.action_count()];
    env.mask(&mut mask);
    let to_move = match env.node() {
        Node::Decision(seat) if !env.is_over() => Some(seat),
        _ => None,
    };
    let mut look = Observation::new(game.observation_spec());
    env.observe(to_move.unwrap_or(Seat::new(0)), look.as_mut());
    let (values, rows) = (look.values.len(), look.present.len());
    let seen = batch.observations();
    if batch.to_move(lane) != to_move {
        Some("the seat to decide differs")
    } else if batch.legal(lane) != legal {
        Some("the legal list differs")
    } else if batch.masks()[lane * mask.len()..][..mask.len()] != mask {
        Some("the mask differs")
    } else if seen.values[lane * values..][..values] != look.values
        || seen.present[lane * rows..][..rows] != look.present
    {
        Some("the observation differs")
    } else {
        None
    }
}
