use spinward_env::core::Game;

use crate::evaluator::{Evaluation, EvaluatorError};
use crate::search::{Position, PositionEvaluator};

/// Knows nothing: every action alike, every seat the same return.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstantEvaluator {
    /// The return it predicts for every seat.
    pub value: f32,
}

impl<G: Game> PositionEvaluator<G> for ConstantEvaluator {
    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
    ) -> Result<Vec<Evaluation>, EvaluatorError> {
        let seats = game.facts().seat_count();
        let answer = |position: &Position<G>| Evaluation {
            logits: vec![0.0; position.actions.len()],
            values: std::iter::repeat_n(self.value, seats).collect(),
        };
        Ok(positions.iter().map(answer).collect())
    }
}
