use spinward_env::core::{Game, Seat};
use spinward_env::encode::{Encode, Observation};

use crate::evaluator::{Evaluation, Evaluations, Evaluator, EvaluatorError, Leaf};

/// A position that a search wants valued, in the game's own terms. Where something is hidden it is a sampled
/// world, and only what `viewer` may know of it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Position<G: Game> {
    /// The seat to decide, or at a chance node the seat that decided last.
    pub viewer: Seat,
    /// The state.
    pub state: G::State,
    /// The viewer's legal actions, in canonical order; empty at a chance node.
    pub actions: Vec<G::Action>,
}

impl<G: Encode> Position<G> {
    /// The position as a network reads it.
    pub fn encode(&self, game: &G) -> Leaf {
        let view = game.view(&self.state, self.viewer);
        let mut observation = Observation::new(game.observation_spec());
        game.observe(&view, observation.as_mut());
        let actions = self.actions.iter().map(|&action| game.action_token(&view, action)).collect();
        Leaf { viewer: self.viewer, observation, actions }
    }
}

/// Values positions in the game's own terms, many at a time: a playout, a doctrine, or a network behind
/// [`Encoded`].
pub trait PositionEvaluator<G: Game>: Send {
    /// Gets ready for a new game. All the evaluator's randomness, if it has any, follows from `seed`.
    fn begin(&mut self, _seed: u64) {}

    /// Replaces `answers` by one evaluation per position, in order; logits in the order of [`Position::actions`].
    ///
    /// # Errors
    /// If what stands behind the evaluator failed.
    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError>;
}

/// An [`Evaluator`] of encoded leaves as an evaluator of positions.
#[derive(Debug)]
pub struct Encoded<E>(pub E);

impl<G: Encode, E: Evaluator> PositionEvaluator<G> for Encoded<E> {
    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        let leaves: Vec<Leaf> = positions.iter().map(|position| position.encode(game)).collect();
        answers.replace(self.0.evaluate(&leaves)?);
        Ok(())
    }
}

impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
        (**self).evaluate(leaves)
    }
}

impl<G: Game, E: PositionEvaluator<G> + ?Sized> PositionEvaluator<G> for Box<E> {
    fn begin(&mut self, seed: u64) {
        (**self).begin(seed);
    }

    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        (**self).evaluate_positions(game, positions, answers)
    }
}
