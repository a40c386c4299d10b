use std::collections::BTreeMap;

use spinward_agents::net::torch::tch;
use tch::{Kind, Tensor};

const FIRST_DECAY: f64 = 0.9;
const SECOND_DECAY: f64 = 0.98;
const EPSILON: f64 = 1e-8;

/// AdamW (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019) on named tensors, with moments that can
/// be saved.
#[derive(Debug)]
pub(super) struct AdamW {
    moments: [BTreeMap<String, Tensor>; 2],
}

impl AdamW {
    pub(super) fn new(moments: [BTreeMap<String, Tensor>; 2]) -> Self {
        Self { moments }
    }

    pub(super) fn moments(&self) -> &[BTreeMap<String, Tensor>; 2] {
        &self.moments
    }

    /// Shortens the gradients to this norm, all together; the norm they had.
    pub(super) fn clip(&self, gradients: &BTreeMap<String, Tensor>, largest: f64) -> f64 {
        let squares: Vec<Tensor> = gradients.values().map(|g| g.square().sum(None::<Kind>)).collect();
        let norm = Tensor::stack(&squares, 0).sum(None::<Kind>).sqrt().double_value(&[]);
        if norm > largest {
            gradients.values().for_each(|gradient| {
                let _ = gradient.shallow_clone().g_mul_scalar_(largest / norm);
            });
        }
        norm
    }

    /// Takes step number `step` (the first is 1) at this step size.
    pub(super) fn update(
        &mut self,
        tensors: &mut BTreeMap<String, Tensor>,
        gradients: &BTreeMap<String, Tensor>,
        step: u64,
        rate: f64,
        weight_decay: f64,
    ) {
        let correction = |decay: f64| 1.0 - decay.powf(step as f64);
        let (first_correction, second_correction) = (correction(FIRST_DECAY), correction(SECOND_DECAY));
        let [firsts, seconds] = &mut self.moments;
        for (name, gradient) in gradients {
            let named = "every gradient has its tensor and its moments";
            let tensor = tensors.get_mut(name).expect(named);
            let (first, second) = (firsts.get_mut(name).expect(named), seconds.get_mut(name).expect(named));
            let _ = first.lerp_(gradient, 1.0 - FIRST_DECAY);
            let _ = second.lerp_(&gradient.square(), 1.0 - SECOND_DECAY);
            let scale = (&*second / second_correction).sqrt() + EPSILON;
            let change = &*first / first_correction / scale;
            if decays(name, tensor) {
                let _ = tensor.g_mul_scalar_(1.0 - rate * weight_decay);
            }
            let _ = tensor.g_sub_(&(change * rate));
        }
    }
}

/// Whether a tensor is a matrix that multiplies tokens: norms, biases and tables of embeddings do not decay.
fn decays(name: &str, tensor: &Tensor) -> bool {
    tensor.dim() == 2 && !name.starts_with("relation.") && name != "policy.verb" && name != "policy.quantity"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(values: &[f32]) -> BTreeMap<String, Tensor> {
        BTreeMap::from([("a".to_string(), Tensor::from_slice(values))])
    }

    fn adamw() -> AdamW {
        AdamW::new([named(&[0.0, 0.0]), named(&[0.0, 0.0])])
    }

    /// The first step moves every number by the step size, against its gradient's sign; the second follows the moments.
    /// Figures worked out by hand.
    #[test]
    fn the_first_steps_are_those_of_the_formula() {
        let (mut optimiser, mut tensors) = (adamw(), named(&[1.0, -2.0]));
        optimiser.update(&mut tensors, &named(&[0.5, -4.0]), 1, 0.1, 0.0);
        let close = |tensor: &Tensor, wanted: [f64; 2]| {
            (0..2).for_each(|i| assert!((tensor.double_value(&[i]) - wanted[i as usize]).abs() < 1e-6));
        };
        close(&tensors["a"], [0.9, -1.9]);
        optimiser.update(&mut tensors, &named(&[-0.5, -4.0]), 2, 0.1, 0.0);
        // first: 0.9 * 0.05 - 0.05 = -0.005, / 0.19; second: (0.98 * 0.02 + 0.02) * 0.25 / 0.0396 = 0.25.
        close(&tensors["a"], [0.9 + 0.1 * (0.005 / 0.19) / 0.5, -1.8]);
    }

    #[test]
    fn long_gradients_are_shortened_all_together() {
        let gradients = named(&[3.0, 4.0]);
        assert!((adamw().clip(&gradients, 1.0) - 5.0).abs() < 1e-6);
        assert!((gradients["a"].double_value(&[0]) - 0.6).abs() < 1e-6);
        assert!((adamw().clip(&gradients, 2.0) - 1.0).abs() < 1e-6);
        assert!((gradients["a"].double_value(&[1]) - 0.8).abs() < 1e-6);
    }
}
