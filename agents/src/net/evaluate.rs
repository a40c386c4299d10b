use spinward_env::core::Game;
use spinward_env::encode::Encode;

use super::{Batch, CpuNetwork, Heads, Layout, Weights, WeightsError};
use crate::evaluator::{Evaluation, Evaluator, EvaluatorError, Leaf};

/// What multiplies the matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Pure Rust on the CPU.
    Cpu,
    /// libtorch.
    #[cfg(feature = "torch")]
    Torch(super::torch::Placement),
}

/// Opens a network as an evaluator of positions of `game`; `path` names the weights in errors.
///
/// # Errors
/// If the weights were made for something else.
pub fn open<G: Game + Encode>(
    weights: &Weights,
    game: &G,
    backend: Backend,
    path: &str,
) -> Result<Box<dyn Evaluator>, WeightsError> {
    weights.check_fits(&super::Interface::of(game), path)?;
    let layout = Layout::new(game.observation_spec(), game.facts());
    Ok(match backend {
        Backend::Cpu => Box::new(CpuEvaluator { network: CpuNetwork::new(weights, &layout), layout }),
        #[cfg(feature = "torch")]
        Backend::Torch(placement) => Box::new(super::torch::TorchEvaluator::new(weights, layout, placement)),
    })
}

/// An evaluator that runs a network in pure Rust.
#[derive(Debug)]
pub struct CpuEvaluator {
    network: CpuNetwork,
    layout: Layout,
}

impl Evaluator for CpuEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
        let batch = Batch::new(&self.layout, leaves);
        Ok(evaluations(&self.layout, leaves, &batch, &self.network.forward(&batch, super::Want::Play)))
    }
}

/// Turns what the heads say into evaluations, one per leaf.
pub(super) fn evaluations(layout: &Layout, leaves: &[Leaf], batch: &Batch, heads: &Heads) -> Vec<Evaluation> {
    let slots = layout.returns.seats() + 1;
    leaves
        .iter()
        .enumerate()
        .map(|(i, leaf)| {
            let shares = softmax(&heads.outcome[i * slots..(i + 1) * slots]);
            let actions = batch.action_starts[i] as usize..batch.action_starts[i + 1] as usize;
            Evaluation {
                logits: heads.policy[actions].to_vec(),
                values: layout.returns.returns(&shares, leaf.viewer),
            }
        })
        .collect()
}

/// Probabilities from logits.
pub fn softmax(logits: &[f32]) -> Vec<f32> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits.iter().map(|x| (x - top).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|p| p / sum).collect()
}
