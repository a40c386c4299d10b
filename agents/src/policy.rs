//! An evaluator's policy as a player, without search.

use std::sync::Arc;

use spinward_env::core::{Game, PlannerRng, Seat, planner_rng};

use crate::agent::{Agent, AgentError, Decision, Limits, Line, Report};
use crate::evaluator::{Evaluation, Evaluations};
use crate::search::gumbel::softmax;
use crate::search::{Position, PositionEvaluator};

/// Plays the action that the policy likes best, the first of equals.
#[derive(Debug)]
pub struct PolicyAgent<G: Game, E> {
    game: Arc<G>,
    evaluator: E,
    rng: PlannerRng,
}

impl<G: Game, E: PositionEvaluator<G>> PolicyAgent<G, E> {
    /// A player of this game.
    pub fn new(game: Arc<G>, evaluator: E) -> Self {
        Self { game, evaluator, rng: planner_rng(0, 0) }
    }
}

impl<G: Game, E: PositionEvaluator<G>> Agent<G> for PolicyAgent<G, E> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.rng = planner_rng(seed, 1 + seat.index() as u64);
        self.evaluator.begin(seed);
    }

    fn decide(&mut self, view: &G::View, _limits: &Limits) -> Result<Decision<G::Action>, AgentError> {
        let mut actions = Vec::new();
        self.game.legal_in_view(view, &mut actions);
        let viewer = self.game.viewer(view);
        if actions.is_empty() {
            let node = self.game.node_in_view(view);
            return Err(AgentError::NothingToDecide(format!("{viewer} was asked, but the node is {node:?}")));
        }
        if let [action] = actions[..] {
            return Ok(Decision { action, report: Report::default() });
        }
        let state = self.game.sample_world(view, &mut self.rng);
        let position = Position { viewer, state, actions };
        let mut answers = Evaluations::default();
        self.evaluator
            .evaluate_positions(&self.game, std::slice::from_ref(&position), &mut answers)
            .map_err(|e| AgentError::Failed(e.to_string()))?;
        let [Evaluation { logits, values }] = &answers[..] else {
            return Err(AgentError::Failed("the evaluator gave no answer".into()));
        };
        if logits.len() != position.actions.len() {
            return Err(AgentError::Failed("the evaluator gave no logit for some action".into()));
        }
        let mut policy = Vec::new();
        softmax(logits.iter().copied(), &mut policy);
        let line =
            |(&action, &p): (&G::Action, &f32)| Line { action, prior: p, target: p, visits: 0, values: None };
        let mut lines: Vec<Line<G::Action>> = position.actions.iter().zip(&policy).map(line).collect();
        lines.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let report = Report { values: Some(values.clone()), lines, visits: 0, evaluations: 1 };
        Ok(Decision { action: report.lines[0].action, report })
    }
}
