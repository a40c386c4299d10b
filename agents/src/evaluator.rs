//! What values a position for a search: a network, a playout, a constant.

use spinward_env::core::{PerSeat, Seat};
use spinward_env::encode::{ActionToken, Observation};
use thiserror::Error;

/// A position that a search wants valued.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// From whose point of view it is encoded: the seat to decide, or at a chance node the seat that decided last.
    pub viewer: Seat,
    /// What that seat sees.
    pub observation: Observation,
    /// The viewer's legal actions, in canonical order; empty at a chance node.
    pub actions: Vec<ActionToken>,
}

/// What an evaluator says of a [`Leaf`].
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Policy logits, one per action of the leaf, in its order. Only differences matter.
    pub logits: Vec<f32>,
    /// The expected return of each seat, in absolute seat order.
    pub values: PerSeat<f32>,
}

/// Values positions, many at a time.
pub trait Evaluator: Send {
    /// One evaluation per leaf, in order.
    ///
    /// # Errors
    /// If what stands behind the evaluator failed.
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError>;
}

/// Why an evaluator gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("evaluation failed: {0}")]
pub struct EvaluatorError(pub String);
