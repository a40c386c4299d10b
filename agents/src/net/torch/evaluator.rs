use tch::no_grad;

use super::{Placement, TorchNetwork};
use crate::evaluator::{Evaluation, Evaluator, EvaluatorError, Leaf};
use crate::net::{Batch, Layout, Want, Weights, evaluate::evaluations};

/// An evaluator that runs a network on libtorch.
#[derive(Debug)]
pub struct TorchEvaluator {
    network: TorchNetwork,
    layout: Layout,
}

impl TorchEvaluator {
    /// Prepares weights.
    ///
    /// # Panics
    /// If the weights were made for another interface than the layout's.
    pub fn new(weights: &Weights, layout: Layout, placement: Placement) -> Self {
        Self { network: TorchNetwork::new(weights, &layout, placement, false), layout }
    }
}

impl Evaluator for TorchEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
        let batch = Batch::new(&self.layout, leaves);
        let heads = no_grad(|| self.network.forward(&batch, Want::Play).to_heads())
            .map_err(|error| EvaluatorError(error.to_string()))?;
        Ok(evaluations(&self.layout, leaves, &batch, &heads))
    }
}
