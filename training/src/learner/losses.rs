use spinward_agents::net::torch::{Placement, TorchHeads, tch};
use spinward_agents::net::{Batch, Layout, MARGIN_BINS, NONE};
use tch::{Kind, Tensor};

use super::LearnerError;
use crate::config::LearningConfig;
use crate::samples::Sample;

/// The losses of a step, in nats, averaged over its samples and not weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Cross entropy of the policy.
    pub policy: f64,
    /// Cross entropy of the outcome.
    pub outcome: f64,
    /// Cross entropy of the final margin.
    pub margin: f64,
    /// Cross entropy of the final owner, averaged over the sites.
    pub owner: f64,
    /// Share of decisions where policy and target prefer the same action, 0 to 1.
    pub agreement: f64,
    /// The norm of the gradient before it was shortened.
    pub gradient_norm: f64,
}

impl Losses {
    /// Adds another part of the same batch.
    pub(super) fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.outcome += other.outcome;
        self.margin += other.margin;
        self.owner += other.owner;
        self.agreement += other.agreement;
    }
}

/// Losses still in libtorch.
pub(super) struct LossTensors([Tensor; 5]);

impl LossTensors {
    pub(super) fn read(&self) -> Result<Losses, LearnerError> {
        let values = Vec::<f64>::try_from(Tensor::stack(&self.0, 0).detach().to_kind(Kind::Double))?;
        let [policy, outcome, margin, owner, agreement] = values[..] else { return Err(LearnerError::Died) };
        Ok(Losses { policy, outcome, margin, owner, agreement, gradient_norm: 0.0 })
    }
}

/// The weighted sum to minimise, and its parts; averaged over the `all` samples of the whole batch.
pub(super) fn losses(
    heads: &TorchHeads,
    batch: &Batch,
    samples: &[Sample],
    layout: &Layout,
    config: &LearningConfig,
    all: usize,
    placement: Placement,
) -> (Tensor, LossTensors) {
    let zero = || Tensor::zeros([] as [i64; 0], (Kind::Float, placement.device));
    let (policy, agreement) = policy_loss(&heads.policy, batch, samples, placement);
    let outcomes: Vec<f32> = samples.iter().flat_map(|sample| sample.outcome.iter().copied()).collect();
    let outcome = cross_entropy(&heads.outcome, &outcomes, placement);
    let margins: Vec<f32> = samples.iter().flat_map(|sample| margin_target(sample.margin)).collect();
    let margin = heads.margin.as_ref().map_or_else(zero, |logits| cross_entropy(logits, &margins, placement));
    let owner = heads
        .owner
        .as_ref()
        .map_or_else(zero, |logits| owner_loss(logits, batch, samples, layout, placement));
    let [policy, outcome, margin, owner, agreement] =
        [policy, outcome, margin, owner, agreement].map(|sum| sum / all as f64);
    let total =
        &policy * config.policy + &outcome * config.outcome + &margin * config.margin + &owner * config.owner;
    (total, LossTensors([policy, outcome, margin, owner, agreement]))
}

/// The summed cross entropy of rows of logits with rows of probabilities.
fn cross_entropy(logits: &Tensor, targets: &[f32], placement: Placement) -> Tensor {
    let targets = placement.upload(&Tensor::from_slice(targets)).view_as(logits);
    -(logits.log_softmax(-1, Kind::Float) * targets).sum(None::<Kind>)
}

/// The summed cross entropy over legal lists of different lengths, and how often the first choices agree.
fn policy_loss(logits: &Tensor, batch: &Batch, samples: &[Sample], placement: Placement) -> (Tensor, Tensor) {
    let longest = samples.iter().map(|sample| sample.policy.len()).max().unwrap_or(0).max(1);
    let absent = batch.actions.len() as i64;
    let mut places = vec![absent; samples.len() * longest];
    let mut targets = vec![0.0; samples.len() * longest];
    for (i, sample) in samples.iter().enumerate() {
        for (k, &probability) in sample.policy.iter().enumerate() {
            places[i * longest + k] = i64::from(batch.action_starts[i]) + k as i64;
            targets[i * longest + k] = probability;
        }
    }
    let masked = Tensor::full([1], -1e9, (Kind::Float, placement.device));
    let shape = [samples.len() as i64, longest as i64];
    let places = placement.upload(&Tensor::from_slice(&places));
    let logits = Tensor::cat(&[logits.shallow_clone(), masked], 0).index_select(0, &places).view(shape);
    let loss = cross_entropy(&logits, &targets, placement);
    let targets = placement.upload(&Tensor::from_slice(&targets)).view(shape);
    let same = logits.argmax(-1, false).eq_tensor(&targets.argmax(-1, false));
    (loss, same.sum(Kind::Float))
}

/// A margin's two nearest bins, in proportion.
fn margin_target(margin: f32) -> [f32; MARGIN_BINS] {
    let place = (margin.clamp(-1.0, 1.0) + 1.0) / 2.0 * (MARGIN_BINS - 1) as f32;
    let below = (place.floor() as usize).min(MARGIN_BINS - 2);
    let mut bins = [0.0; MARGIN_BINS];
    bins[below + 1] = place - below as f32;
    bins[below] = 1.0 - bins[below + 1];
    bins
}

/// The summed cross entropy of owners, averaged over the sites that are there.
fn owner_loss(
    logits: &Tensor,
    batch: &Batch,
    samples: &[Sample],
    layout: &Layout,
    placement: Placement,
) -> Tensor {
    let (sites, slots) = (layout.sites(), layout.returns.seats() + 1);
    let mut targets = vec![0.0; samples.len() * sites * slots];
    for (i, sample) in samples.iter().enumerate() {
        let tokens = &batch.sites[i * sites..(i + 1) * sites];
        let there = tokens.iter().filter(|&&token| token != NONE).count().max(1);
        for (site, &owner) in sample.owners.iter().enumerate().filter(|(site, _)| tokens[*site] != NONE) {
            targets[(i * sites + site) * slots + usize::from(owner)] = 1.0 / there as f32;
        }
    }
    cross_entropy(logits, &targets, placement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_lies_between_its_bins() {
        for margin in [-1.0, -0.33, 0.0, 0.5, 1.0] {
            let bins = margin_target(margin);
            let mean: f32 = bins.iter().enumerate().map(|(i, p)| p * (i as f32 / 10.0 - 1.0)).sum();
            assert!(
                (mean - margin).abs() < 1e-5 && (bins.iter().sum::<f32>() - 1.0).abs() < 1e-5,
                "{bins:?}"
            );
        }
    }
}
