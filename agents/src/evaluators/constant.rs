use spinward_env::core::Game;

use crate::evaluator::{Evaluations, EvaluatorError};
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
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        let seats = game.facts().seat_count();
        answers.clear();
        for position in positions {
            let answer = answers.push(position.actions.len());
            answer.values.extend(std::iter::repeat_n(self.value, seats));
        }
        Ok(())
    }
}
