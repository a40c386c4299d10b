use std::sync::Arc;

use spinward_env::core::Seat;
use spinward_env::doctrine::{Doctrine, DoctrineValues};

use super::{legal_actions, without_opinion};
use crate::agent::{Agent, AgentError, Decision, Limits};

/// Plays what the game's doctrine ranks highest, the first of equals. It has no randomness.
#[derive(Debug)]
pub struct ScriptedAgent<G: Doctrine> {
    game: Arc<G>,
    doctrine: DoctrineValues,
    legal: Vec<G::Action>,
    scores: Vec<f32>,
}

impl<G: Doctrine> ScriptedAgent<G> {
    /// A player of this doctrine.
    pub fn new(game: Arc<G>, doctrine: DoctrineValues) -> Self {
        Self { game, doctrine, legal: Vec::new(), scores: Vec::new() }
    }
}

impl<G: Doctrine> Agent<G> for ScriptedAgent<G> {
    fn begin(&mut self, _seat: Seat, _seed: u64) {}

    fn decide(&mut self, view: &G::View, _limits: &Limits) -> Result<Decision<G::Action>, AgentError> {
        legal_actions(&*self.game, view, &mut self.legal)?;
        if self.legal.len() == 1 {
            return Ok(without_opinion(self.legal[0]));
        }
        self.game.rank(view, &self.legal, &self.doctrine, &mut self.scores);
        let mut best = 0;
        for (k, score) in self.scores.iter().enumerate() {
            if *score > self.scores[best] {
                best = k;
            }
        }
        Ok(without_opinion(self.legal[best]))
    }
}
