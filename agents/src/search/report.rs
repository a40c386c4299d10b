//! What a search says about its decision.

use spinward_env::core::{Game, PerSeat};

use super::gumbel::choose_at_root;
use super::tree::{NONE, Values};
use super::{Search, Selection};
use crate::agent::{Decision, Line, Report};

impl<G: Game> Search<G> {
    /// The decision as it stands; `None` before the root was evaluated. Simulations under way do not count.
    ///
    /// The action is the best of those with the most visits. [`Line::target`] is the improved policy from
    /// completed Q (for `uct` the share of visits), and the report's values are those of that policy.
    pub fn finish(&mut self) -> Option<Decision<G::Action>> {
        if let [action] = self.root_actions[..] {
            let line = Line { action, prior: 1.0, target: 1.0, visits: 0, values: None };
            return Some(Decision { action, report: Report { lines: vec![line], ..Report::default() } });
        }
        if self.root == NONE || !self.tree.nodes[self.root as usize].evaluated {
            return None;
        }
        self.weigh(self.root, self.config.shrinkage);
        self.improve();
        let targets = match self.config.selection {
            Selection::Uct => self.visit_shares(),
            Selection::Gumbel | Selection::Puct => self.scratch.policy.clone(),
        };
        let chosen = self.best_of_most_visited();
        let seats = self.game.facts().seat_count();
        let edges = self.tree.edges_of(self.root);
        let line = |(k, &target): (usize, &f32)| Line {
            action: edges[k].action,
            prior: self.scratch.priors[k],
            target,
            visits: edges[k].visits,
            values: (edges[k].visits > 0).then(|| per_seat(&edges[k].value, seats)),
        };
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by(|&a, &b| {
            let rank = |k: usize| (k == chosen, edges[k].visits);
            rank(b).cmp(&rank(a)).then(targets[b].total_cmp(&targets[a]))
        });
        let lines: Vec<Line<G::Action>> = targets.iter().enumerate().map(line).collect();
        let report = Report {
            values: Some(per_seat(&self.value_of_policy(&targets), seats)),
            lines: order.into_iter().map(|k| lines[k].clone()).collect(),
            visits: self.visits,
            evaluations: self.evaluations,
        };
        Some(Decision { action: edges[chosen].action, report })
    }

    /// Of the root's actions with the most visits the one that noise, logit and Q put first. Visits of this schedule
    /// count alone once it has visited every action that it considers.
    fn best_of_most_visited(&mut self) -> usize {
        self.weigh(self.root, 0.0);
        let edges = self.tree.edges_of(self.root);
        let young = self.config.selection == Selection::Uct || self.halving.level() == 0;
        let visits = |k: usize| edges[k].visits - if young { 0 } else { self.carried[k] };
        let most = (0..edges.len()).map(visits).max().unwrap_or(0);
        let scratch = &self.scratch;
        choose_at_root(&scratch.arms, &self.gumbel, &scratch.transformed, |k| visits(k) == most)
            .expect("a decision has at least one action")
    }

    fn visit_shares(&self) -> Vec<f32> {
        let edges = self.tree.edges_of(self.root);
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let share =
            |visits: u32| if all == 0 { 1.0 / edges.len() as f32 } else { visits as f32 / all as f32 };
        edges.iter().map(|edge| share(edge.visits)).collect()
    }

    /// The values of playing `policy` at the root: the Q of visited actions; for the others, the root's own mean.
    fn value_of_policy(&self, policy: &[f32]) -> Values {
        let root = &self.tree.nodes[self.root as usize];
        let mut values = [0.0; spinward_env::core::MAX_SEATS];
        for (edge, share) in self.tree.edges_of(self.root).iter().zip(policy) {
            let q = if edge.visits > 0 { &edge.value } else { &root.value };
            for (value, q) in values.iter_mut().zip(q) {
                *value += share * q;
            }
        }
        values
    }
}

fn per_seat(values: &Values, seats: usize) -> PerSeat<f32> {
    values[..seats].iter().copied().collect()
}
