//! Which action a simulation takes.

use rand::Rng;
use spinward_env::core::{Game, PlannerRng};

use super::gumbel::{
    Arm, QRange, QTransform, choose_at_root, choose_by_puct, choose_by_uct, choose_inside, mixed_value,
    softmax,
};
use super::tree::{Edge, Kind};
use super::{Rescale, Search, Selection};

/// The actions of one decision as its seat sees them.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub arms: Vec<Arm>,
    /// The policy before search, where it was asked for.
    pub priors: Vec<f32>,
    /// The value that stands in for the Q of unvisited actions.
    pub unvisited: f32,
    /// What completed Q adds to each logit.
    pub transformed: Vec<f32>,
    /// The improved policy, where it was asked for.
    pub policy: Vec<f32>,
}

impl Scratch {
    fn completed_q(&self, action: usize) -> f32 {
        if self.arms[action].visits > 0 { self.arms[action].q } else { self.unvisited }
    }
}

/// A number from the standard Gumbel distribution.
pub(super) fn gumbel_noise(rng: &mut PlannerRng) -> f32 {
    (-(-unit(rng).ln()).ln()) as f32
}

/// A uniform number, above 0 and below 1.
fn unit(rng: &mut PlannerRng) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

impl<G: Game> Search<G> {
    /// The root's next action; `None` while it has to wait for simulations under way.
    pub(super) fn choose_root_action(&mut self) -> Option<usize> {
        if self.config.selection == Selection::Uct {
            return (self.flying == 0).then(|| self.choose_below(self.root));
        }
        let level = self.halving.level();
        if self.flying > 0 && level != self.flying_level {
            return None;
        }
        self.weigh(self.root, 0.0);
        let edges = self.tree.edges_of(self.root);
        let new_visits = |k: usize| edges[k].visits + self.pending[k] - self.carried[k];
        let Scratch { arms, transformed, .. } = &self.scratch;
        let slot = choose_at_root(arms, &self.gumbel, transformed, |k| new_visits(k) == level);
        self.halving.advance();
        self.flying_level = level;
        slot
    }

    /// The action that a simulation takes at an evaluated decision.
    pub(super) fn choose_below(&mut self, node: u32) -> usize {
        self.weigh(node, 0.0);
        let (low, high) = self.game.facts().returns;
        let (scratch, c) = (&self.scratch, self.config.exploration);
        let q01 = |action: usize| (scratch.completed_q(action) - low) / (high - low);
        match self.config.selection {
            Selection::Gumbel => {
                self.improve();
                choose_inside(&self.scratch.arms, &self.scratch.policy)
            }
            Selection::Puct => choose_by_puct(&scratch.arms, &scratch.priors, q01, c),
            Selection::Uct => choose_by_uct(&scratch.arms, q01, c),
        }
    }

    /// An action drawn from the policy of an evaluated decision.
    pub(super) fn draw_from_policy(&mut self, node: u32) -> usize {
        let mut left = unit(&mut self.rng) as f32;
        let edges = self.tree.edges_of(node);
        let reached = |edge: &Edge<G::Action>| {
            left -= edge.prior;
            left < 0.0
        };
        edges.iter().position(reached).unwrap_or(edges.len() - 1)
    }

    /// Fills the scratch with the actions of a decision, up to and with the transformed Q. With `shrinkage` k the Q
    /// of an action with n visits is shrunk towards the node's own evaluation by n / (n + k).
    pub(super) fn weigh(&mut self, node: u32, shrinkage: f32) {
        let Kind::Decision(seat) = self.tree.nodes[node as usize].kind else {
            unreachable!("only decisions have actions")
        };
        let raw = self.tree.nodes[node as usize].raw[seat.index()];
        let Scratch { arms, priors, unvisited, transformed, .. } = &mut self.scratch;
        let edges = self.tree.edges_of(node);
        arms.resize(edges.len(), Arm::default());
        priors.resize(edges.len(), 0.0);
        for ((arm, prior), edge) in arms.iter_mut().zip(&mut *priors).zip(edges) {
            *arm = Arm { logit: edge.logit, visits: edge.visits, q: edge.value[seat.index()] };
            *prior = edge.prior;
        }
        if shrinkage > 0.0 {
            for arm in &mut *arms {
                let n = arm.visits as f32;
                arm.q = (n * arm.q + shrinkage * raw) / (n + shrinkage);
            }
        }
        *unvisited = mixed_value(raw, arms, priors);
        let (low, high) = self.game.facts().returns;
        let range = match self.config.rescale {
            Rescale::Node => QRange::OfNode,
            Rescale::Returns => QRange::Fixed(low, high),
            Rescale::Off => QRange::AsIs,
        };
        let (c_visit, c_scale) = (self.config.c_visit, self.config.c_scale);
        QTransform { c_visit, c_scale, range }.apply(arms, *unvisited, transformed);
    }

    /// Adds the improved policy to the scratch that [`Search::weigh`] filled.
    pub(super) fn improve(&mut self) {
        let Scratch { arms, transformed, policy, .. } = &mut self.scratch;
        softmax(arms.iter().zip(&*transformed).map(|(arm, q)| arm.logit + q), policy);
    }
}
