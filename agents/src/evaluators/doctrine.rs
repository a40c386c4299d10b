use spinward_env::doctrine::{Doctrine, DoctrineValues};

use super::estimated_returns;
use crate::evaluator::{Evaluations, EvaluatorError};
use crate::search::{Position, PositionEvaluator};

/// The game's own knowledge as an evaluator: the doctrine's ranks as a policy, its estimate as values.
#[derive(Clone, Debug)]
pub struct DoctrineEvaluator {
    doctrine: DoctrineValues,
    sharpness: f32,
}

impl DoctrineEvaluator {
    /// An evaluator of this doctrine. The highest rank gets the logit `sharpness`, the lowest 0, the others in
    /// proportion.
    pub fn new(doctrine: DoctrineValues, sharpness: f32) -> Self {
        Self { doctrine, sharpness }
    }
}

impl<G: Doctrine> PositionEvaluator<G> for DoctrineEvaluator {
    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        answers.clear();
        for position in positions {
            let answer = answers.push(position.actions.len());
            answer.values = estimated_returns(game, &position.state);
            if position.actions.is_empty() {
                continue;
            }
            let logits = &mut answer.logits;
            let view = game.view(&position.state, position.viewer);
            game.rank(&view, &position.actions, &self.doctrine, logits);
            let low = logits.iter().copied().fold(f32::INFINITY, f32::min);
            let high = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let width = if high > low { high - low } else { 1.0 };
            logits.iter_mut().for_each(|logit| *logit = self.sharpness * (*logit - low) / width);
        }
        Ok(())
    }
}
