//! Learning with libtorch: one step of gradient descent after another.

mod adamw;
mod losses;

use spinward_agents::net::torch::{Placement, TorchNetwork, plain_tensors, tch, use_threads};
use spinward_agents::net::{Batch, Layout, Tensor, Want, Weights};
use std::collections::BTreeMap;
use tch::{Device, TchError};
use thiserror::Error;

pub use losses::Losses;

use crate::checkpoint::LearnerState;
use crate::config::LearningConfig;
use crate::samples::Sample;
use adamw::AdamW;

/// Why learning could not go on.
#[derive(Debug, Error)]
pub enum LearnerError {
    /// libtorch failed.
    #[error("libtorch: {0}")]
    Torch(#[from] TchError),
    /// The numbers ran away.
    #[error("step {step}: the gradient is not a finite number; a smaller learning.rate would be safer")]
    Diverged {
        /// The step that failed; it had no effect.
        step: u64,
    },
    /// A worker's thread died.
    #[error("a learning worker stopped unexpectedly")]
    Died,
}

/// A network being learnt. On the CPU each worker works out the gradient of its share of a batch on a thread of its
/// own; the order in which shares are summed is fixed.
#[derive(Debug)]
pub struct Learner {
    layout: Layout,
    config: LearningConfig,
    /// The numbers that are learnt; every replica shares their memory.
    master: BTreeMap<String, tch::Tensor>,
    replicas: Vec<TorchNetwork>,
    optimiser: AdamW,
    average: BTreeMap<String, tch::Tensor>,
    weights: Weights,
    step: u64,
}

impl Learner {
    /// Goes on from a state, with this many workers (one where there is a GPU).
    ///
    /// # Panics
    /// If the weights were made for another interface than the layout's.
    pub fn new(
        placement: Placement,
        state: &LearnerState,
        layout: Layout,
        config: LearningConfig,
        workers: usize,
    ) -> Self {
        use_threads(1);
        let device = placement.device;
        let mut first = TorchNetwork::new(&state.weights, &layout, placement, true);
        let master: BTreeMap<_, _> =
            first.tensors().iter().map(|(name, tensor)| (name.clone(), tensor.detach())).collect();
        let count = if device == Device::Cpu { workers.max(1) } else { 1 };
        let mut replicas = vec![first];
        while replicas.len() < count {
            let mut replica = TorchNetwork::new(&state.weights, &layout, placement, false);
            for (name, tensor) in replica.tensors().iter_mut() {
                *tensor = master[name].detach().set_requires_grad(true);
            }
            replicas.push(replica);
        }
        let average = to_torch(state.average.tensors(), device);
        let moments = [&state.first_moments, &state.second_moments]
            .map(|moments| to_torch(moments.iter().map(|(name, t)| (name.as_str(), t)), device));
        Self {
            layout,
            config,
            master,
            replicas,
            optimiser: AdamW::new(moments),
            average,
            weights: state.weights.clone(),
            step: state.step,
        }
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Learns from one batch at this step size.
    ///
    /// # Errors
    /// If libtorch failed or the gradient is not finite; nothing has changed then.
    pub fn step(&mut self, samples: &[Sample], rate: f64) -> Result<Losses, LearnerError> {
        let share = samples.len().div_ceil(self.replicas.len()).max(1);
        let (layout, config, all) = (&self.layout, &self.config, samples.len());
        let parts: Vec<Result<Losses, LearnerError>> = std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .replicas
                .iter_mut()
                .zip(samples.chunks(share))
                .map(|(network, samples)| {
                    scope.spawn(move || gradient(network, layout, config, samples, all))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(Err(LearnerError::Died))).collect()
        });
        let mut losses = Losses::default();
        for part in parts {
            losses.add(part?);
        }
        let gradients = self.take_gradients();
        let norm = self.optimiser.clip(&gradients, self.config.clip);
        if !norm.is_finite() {
            return Err(LearnerError::Diverged { step: self.step });
        }
        losses.gradient_norm = norm;
        self.step += 1;
        tch::no_grad(|| {
            self.optimiser.update(&mut self.master, &gradients, self.step, rate, self.config.weight_decay);
            // Early on the average follows quickly, so that it does not remember the random start.
            let kept = self.config.average.min((self.step as f64 - 1.0) / (self.step as f64 + 9.0));
            for (name, average) in &mut self.average {
                let _ = average.lerp_(&self.master[name], 1.0 - kept);
            }
        });
        Ok(losses)
    }

    /// What to keep in a checkpoint.
    ///
    /// # Errors
    /// If libtorch failed to copy the numbers.
    pub fn state(&self) -> Result<LearnerState, LearnerError> {
        let whole = |tensors: &BTreeMap<String, tch::Tensor>| {
            Ok::<_, LearnerError>(
                self.weights.with_tensors(plain_tensors(tensors)?).expect("the shapes are the same"),
            )
        };
        let [first, second] = self.optimiser.moments();
        Ok(LearnerState {
            step: self.step,
            weights: whole(&self.master)?,
            average: whole(&self.average)?,
            first_moments: plain_tensors(first)?,
            second_moments: plain_tensors(second)?,
        })
    }

    /// The sum of all replicas' gradients, which are then cleared.
    fn take_gradients(&mut self) -> BTreeMap<String, tch::Tensor> {
        let mut sum: BTreeMap<String, tch::Tensor> = BTreeMap::new();
        for replica in &mut self.replicas {
            for (name, tensor) in replica.tensors().iter_mut() {
                let gradient = tensor.grad();
                if gradient.defined() {
                    let gradient = gradient.copy();
                    match sum.remove(name) {
                        Some(earlier) => drop(sum.insert(name.clone(), earlier + gradient)),
                        None => drop(sum.insert(name.clone(), gradient)),
                    }
                    tensor.zero_grad();
                }
            }
        }
        sum
    }
}

/// Works out the gradient of one worker's share of a batch of `all` samples.
fn gradient(
    network: &TorchNetwork,
    layout: &Layout,
    config: &LearningConfig,
    samples: &[Sample],
    all: usize,
) -> Result<Losses, LearnerError> {
    use_threads(1);
    let batch = Batch::new(layout, samples.iter().map(|sample| &sample.leaf));
    let heads = network.forward(&batch, Want::Everything);
    let (loss, losses) = losses::losses(&heads, &batch, samples, layout, config, all, network.placement());
    loss.f_backward()?;
    losses.read()
}

fn to_torch<'a>(
    tensors: impl Iterator<Item = (&'a str, &'a Tensor)>,
    device: Device,
) -> BTreeMap<String, tch::Tensor> {
    tensors
        .map(|(name, tensor)| {
            let shape: Vec<i64> = tensor.shape.iter().map(|&n| n as i64).collect();
            (name.to_string(), tch::Tensor::from_slice(&tensor.data).reshape(shape).to_device(device))
        })
        .collect()
}
