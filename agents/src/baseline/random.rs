use std::sync::Arc;

use spinward_env::core::{Game, PlannerRng, Seat, planner_rng, uniform_index};

use super::{legal_actions, without_opinion};
use crate::agent::{Agent, AgentError, Decision, Limits};

/// Plays any legal action, all equally likely.
#[derive(Debug)]
pub struct RandomAgent<G: Game> {
    game: Arc<G>,
    rng: PlannerRng,
    legal: Vec<G::Action>,
}

impl<G: Game> RandomAgent<G> {
    /// A random player of this game.
    pub fn new(game: Arc<G>) -> Self {
        Self { game, rng: planner_rng(0, 0), legal: Vec::new() }
    }
}

impl<G: Game> Agent<G> for RandomAgent<G> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.rng = planner_rng(seed, 1 + seat.index() as u64);
    }

    fn decide(&mut self, view: &G::View, _limits: &Limits) -> Result<Decision<G::Action>, AgentError> {
        legal_actions(&*self.game, view, &mut self.legal)?;
        Ok(without_opinion(self.legal[uniform_index(&mut self.rng, self.legal.len())]))
    }
}
