//! What values a position for a search: a network, a playout, a constant.

use std::ops::{Deref, DerefMut};

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

/// The evaluations of one batch. Their memory is kept for the next.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    kept: Vec<Evaluation>,
    count: usize,
}

impl Evaluations {
    /// Begins a batch.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// One more evaluation, to be filled in: logits 0 for this many actions, no values.
    pub fn push(&mut self, actions: usize) -> &mut Evaluation {
        if self.count == self.kept.len() {
            self.kept.push(Evaluation { logits: Vec::new(), values: PerSeat::new() });
        }
        self.count += 1;
        let new = &mut self.kept[self.count - 1];
        new.logits.clear();
        new.logits.resize(actions, 0.0);
        new.values.clear();
        new
    }

    /// A batch that was made elsewhere.
    pub fn replace(&mut self, batch: Vec<Evaluation>) {
        self.count = batch.len();
        self.kept = batch;
    }
}

impl Deref for Evaluations {
    type Target = [Evaluation];

    fn deref(&self) -> &[Evaluation] {
        &self.kept[..self.count]
    }
}

impl DerefMut for Evaluations {
    fn deref_mut(&mut self) -> &mut [Evaluation] {
        &mut self.kept[..self.count]
    }
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
