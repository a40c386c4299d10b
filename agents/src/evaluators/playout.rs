use rand::Rng;
use spinward_env::core::{Game, Node, PerSeat, PlannerRng, planner_rng, uniform_index};
use spinward_env::doctrine::Doctrine;

use super::estimated_returns;
use crate::evaluator::{Evaluation, EvaluatorError};
use crate::search::{Position, PositionEvaluator};

/// Values a position by playing on at random. It has no policy: every action alike.
#[derive(Debug)]
pub struct PlayoutEvaluator<G: Game> {
    rng: PlannerRng,
    max_decisions: u32,
    legal: Vec<G::Action>,
}

impl<G: Doctrine> PlayoutEvaluator<G> {
    /// Plays on for at most `max_decisions` unforced decisions, then takes the game's estimate.
    pub fn new(max_decisions: u32) -> Self {
        Self { rng: planner_rng(0, 3), max_decisions, legal: Vec::new() }
    }

    fn play(&mut self, game: &G, mut state: G::State) -> Result<PerSeat<f32>, EvaluatorError> {
        let mut decisions = 0;
        loop {
            match game.node(&state) {
                Node::Decision(_) => {
                    game.legal_actions(&state, &mut self.legal);
                    decisions += u32::from(self.legal.len() > 1);
                    if decisions > self.max_decisions {
                        return Ok(estimated_returns(game, &state));
                    }
                    let action = self.legal[uniform_index(&mut self.rng, self.legal.len())];
                    game.apply(&mut state, action).map_err(|e| EvaluatorError(e.to_string()))?;
                }
                Node::Chance => {
                    let outcome = game.chance(&state).draw(self.rng.next_u64());
                    game.apply_outcome(&mut state, outcome).map_err(|e| EvaluatorError(e.to_string()))?;
                }
                Node::Terminal => {
                    let outcome = game.outcome(&state);
                    return outcome
                        .map(|outcome| outcome.returns)
                        .ok_or_else(|| EvaluatorError("a finished game has no outcome".into()));
                }
            }
        }
    }
}

impl<G: Doctrine> PositionEvaluator<G> for PlayoutEvaluator<G> {
    fn begin(&mut self, seed: u64) {
        self.rng = planner_rng(seed, 3);
    }

    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
    ) -> Result<Vec<Evaluation>, EvaluatorError> {
        let mut answers = Vec::with_capacity(positions.len());
        for position in positions {
            let values = self.play(game, position.state.clone())?;
            answers.push(Evaluation { logits: vec![0.0; position.actions.len()], values });
        }
        Ok(answers)
    }
}
