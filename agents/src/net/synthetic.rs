//! Made-up observations of any size, for measurements and tests of the backends.

use spinward_env::core::{Facts, Information, PlannerRng, Seat, Utility, planner_rng, uniform_index};
use spinward_env::encode::{ActionToken, Block, Column, Observation, ObservationSpec, Relation, RowIndex};

use super::{Interface, Layout, NetworkConfig, Tensor, Weights};
use crate::evaluator::Leaf;

/// A made-up game of two seats: a map of `sites` places with a relation between them, and `units` rows that come
/// and go.
#[derive(Debug)]
pub struct Synthetic {
    /// The shape of its observations.
    pub spec: ObservationSpec,
    /// Its facts.
    pub facts: Facts,
}

impl Synthetic {
    /// Two side rows, one turn row, `sites` places and room for `units`.
    pub fn new(sites: usize, units: usize) -> Self {
        let columns =
            |count: usize| (0..count).map(|i| Column::new(format!("c{i}"), "units", 0.125)).collect();
        let block = |name, rows, count| Block { name, rows, columns: columns(count) };
        let rows = 3 + sites + units;
        let category = |from: usize, to: usize| match (from, to) {
            (3.., 3..) if from < 3 + sites && to < 3 + sites => 1 + (from.abs_diff(to) % 6) as u8,
            _ => 0,
        };
        let pairs = (0..rows * rows).map(|pair| category(pair / rows, pair % rows)).collect();
        let spec = ObservationSpec {
            version: 1,
            blocks: vec![
                block("sides", 2, 8),
                block("turn", 1, 12),
                block("sites", sites, 24),
                block("units", units, 8),
            ],
            relations: vec![Relation { name: "distance", categories: 7, pairs }],
            sides: 0,
            sites: Some(2),
            verbs: vec!["done", "move", "take"],
            max_quantity: 7,
        };
        let facts = Facts {
            seats: vec!["first", "second"],
            chance: true,
            simultaneous: false,
            information: Information::Perfect,
            utility: Utility::ZeroSum,
            returns: (-1.0, 1.0),
            max_events: 1000,
        };
        Self { spec, facts }
    }

    /// What a forward pass needs.
    pub fn layout(&self) -> Layout {
        Layout::new(&self.spec, &self.facts)
    }

    /// Weights with no number left at its start, so that every part of the network has an effect.
    pub fn weights(&self, network: NetworkConfig, seed: u64) -> Weights {
        let weights = Weights::random(network, Interface::of_spec("synthetic", 1, &self.spec), seed);
        let mut rng = planner_rng(seed, 1);
        let stir = |tensor: &Tensor, rng: &mut PlannerRng| Tensor {
            data: tensor.data.iter().map(|x| x + 0.2 * (unit(rng) - 0.5)).collect(),
            shape: tensor.shape.clone(),
        };
        let tensors = weights.tensors().map(|(name, t)| (name.to_string(), stir(t, &mut rng))).collect();
        weights.with_tensors(tensors).expect("the shapes are the same")
    }

    /// Random leaves; about `share` of the unit rows are present.
    pub fn leaves(&self, count: usize, share: f32, seed: u64) -> Vec<Leaf> {
        let mut rng = planner_rng(seed, 2);
        (0..count).map(|_| self.leaf(share, &mut rng)).collect()
    }

    fn leaf(&self, share: f32, rng: &mut PlannerRng) -> Leaf {
        let mut observation = Observation::new(&self.spec);
        let mut out = observation.as_mut();
        for (b, block) in self.spec.blocks.iter().enumerate() {
            for row in 0..block.rows {
                if b < 3 || unit(rng) < share {
                    let mut writer = out.row(&self.spec, b, row);
                    (0..block.columns.len()).for_each(|_| {
                        writer.put(uniform_index(rng, 9) as i64);
                    });
                }
            }
        }
        let viewer = Seat::new(uniform_index(rng, 2));
        let actions = (0..2 + uniform_index(rng, 20)).map(|i| ActionToken {
            verb: uniform_index(rng, 3) as u8,
            row: (i > 0).then(|| RowIndex(uniform_index(rng, self.spec.rows()) as u16)),
            quantity: uniform_index(rng, 8) as u8,
        });
        Leaf { viewer, actions: actions.collect(), observation }
    }
}

fn unit(rng: &mut PlannerRng) -> f32 {
    uniform_index(rng, 1 << 24) as f32 / (1 << 24) as f32
}
