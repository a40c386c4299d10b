use std::collections::HashMap;
use std::sync::Arc;

use spinward_env::core::{Game, Information, PlannerRng, Seat, planner_rng};

use super::gumbel::{Halving, softmax};
use super::select::{Scratch, gumbel_noise};
use super::simulate::{Flight, Progress};
use super::tree::{Kind, NONE, Node, Tree, bytes_of, to_values};
use super::waypoints::Waypoints;
use super::{Position, SearchConfig};
use crate::agent::{AgentError, Decision};
use crate::evaluator::{Evaluation, EvaluatorError};

/// Simulations that end without an evaluation before a step returns to its driver all the same.
const UNASKED_SIMULATIONS: u32 = 256;

/// What a search wants next.
#[derive(Debug)]
pub enum Step<'a, G: Game> {
    /// These positions valued: call [`Search::answer`]. The list may be empty (long runs of simulations that end
    /// in finished games): then it only gives the driver a chance to stop.
    Evaluate(&'a [Position<G>]),
    /// Nothing more: the limit is reached.
    Decided(Decision<G::Action>),
}

/// What a tree takes; bytes are those allocated, room for more included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeMemory {
    /// Positions.
    pub nodes: usize,
    /// Bytes of the positions.
    pub node_bytes: usize,
    /// Actions of decisions and outcomes of chance nodes, tried or not.
    pub edges: usize,
    /// Bytes of the actions and outcomes.
    pub edge_bytes: usize,
}

impl TreeMemory {
    /// What two trees take together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            node_bytes: self.node_bytes + other.node_bytes,
            edges: self.edges + other.edges,
            edge_bytes: self.edge_bytes + other.edge_bytes,
        }
    }
}

/// A search of one decision after another of one game, in one seat.
///
/// [`Search::begin`] a game, [`Search::start`] a decision, then [`Search::step`] and [`Search::answer`] in turn
/// until it has decided. To stop early (time, a person's wish) stop stepping and call [`Search::finish`].
#[derive(Debug)]
pub struct Search<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) config: SearchConfig,
    pub(super) tree: Tree<G::Action>,
    pub(super) waypoints: Waypoints<G::State>,
    pub(super) rng: PlannerRng,
    /// Whether something is hidden or sealed, so that worlds are sampled.
    pub(super) hidden: bool,
    /// Where something is hidden: nodes by the view of the seat to decide.
    pub(super) known: HashMap<u64, u32>,
    pub(super) view: Option<G::View>,
    /// The state of the root: where nothing is hidden, or the search cheats.
    pub(super) root_state: Option<G::State>,
    /// What a search that cheats was shown for its next decision.
    shown: Option<G::State>,
    pub(super) viewer: Seat,
    pub(super) root: u32,
    pub(super) root_actions: Vec<G::Action>,
    pub(super) gumbel: Vec<f32>,
    /// Visits that the root's actions had before the schedule at hand began.
    pub(super) carried: Vec<u32>,
    /// Simulations under way through each of the root's actions.
    pub(super) pending: Vec<u32>,
    pub(super) halving: Halving,
    /// Simulations of the schedule at hand, and how many of them have begun.
    pub(super) schedule: (u32, u32),
    limit: Option<u32>,
    pub(super) visits: u32,
    pub(super) evaluations: u32,
    /// Actions and outcomes on the paths of these visits, summed.
    pub(super) depths: u64,
    /// Simulations under way are the first `flying` of these; the others keep their memory.
    pub(super) flights: Vec<Flight<G>>,
    pub(super) flying: usize,
    /// The visit count that the root considered when they began.
    pub(super) flying_level: u32,
    pub(super) positions: Vec<Position<G>>,
    /// The node that each open position stands for; as many as are open.
    pub(super) asked: Vec<u32>,
    pub(super) legal: Vec<G::Action>,
    pub(super) scratch: Scratch,
}

impl<G: Game> Search<G> {
    /// A search for this game.
    ///
    /// # Errors
    /// If a key of the configuration is out of range.
    pub fn new(game: Arc<G>, config: SearchConfig) -> Result<Self, AgentError> {
        config.check().map_err(|faults| AgentError::Failed(format!("search: {}", faults.join("; "))))?;
        let facts = game.facts();
        let hidden = facts.information == Information::Hidden || facts.simultaneous;
        Ok(Self {
            game,
            config,
            tree: Tree::new(),
            waypoints: Waypoints::new(),
            rng: planner_rng(0, 0),
            hidden,
            known: HashMap::new(),
            view: None,
            root_state: None,
            shown: None,
            viewer: Seat::new(0),
            root: NONE,
            root_actions: Vec::new(),
            gumbel: Vec::new(),
            carried: Vec::new(),
            pending: Vec::new(),
            halving: Halving::new(1, 1),
            schedule: (1, 0),
            limit: None,
            visits: 0,
            evaluations: 0,
            depths: 0,
            flights: Vec::new(),
            flying: 0,
            flying_level: 0,
            positions: Vec::new(),
            asked: Vec::new(),
            legal: Vec::new(),
            scratch: Scratch::default(),
        })
    }

    /// The configuration.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Forgets the last game. All randomness of the next follows from `seed`.
    pub fn begin(&mut self, seed: u64) {
        self.rng = planner_rng(seed, 2);
        self.forget();
        self.view = None;
    }

    fn forget(&mut self) {
        self.waypoints.clear();
        self.tree.clear();
        self.known.clear();
        self.root = NONE;
    }

    /// Shows a search that cheats the position whose decision is started next; any other looks away.
    pub fn show(&mut self, state: &G::State) {
        if self.config.cheat && self.hidden {
            self.shown = Some(state.clone());
        }
    }

    /// Starts on the viewer's decision. `visits` is how many simulations to make beyond those that a reused tree
    /// brings along; `None`: until the driver stops.
    ///
    /// # Errors
    /// If the viewer has nothing to decide, or the search cheats and was not shown the position.
    pub fn start(&mut self, view: &G::View, visits: Option<u32>) -> Result<(), AgentError> {
        self.game.legal_in_view(view, &mut self.root_actions);
        self.viewer = self.game.viewer(view);
        if self.root_actions.is_empty() {
            let node = self.game.node_in_view(view);
            let problem = format!("{} was asked, but the node is {node:?}", self.viewer);
            return Err(AgentError::NothingToDecide(problem));
        }
        self.limit = visits;
        (self.visits, self.evaluations, self.depths, self.flying) = (0, 0, 0, 0);
        self.asked.clear();
        if self.hidden {
            self.forget();
            self.root_state = self.shown.take();
            if self.config.cheat && self.root_state.is_none() {
                let problem =
                    "it cheats, and is not shown the position at this table (spinward arena shows it)";
                return Err(AgentError::Unsuited(problem.into()));
            }
        } else {
            let state = self.game.sample_world(view, &mut self.rng);
            self.keep_below(&state);
            self.root_state = Some(state);
        }
        self.view = Some(view.clone());
        let count = self.root_actions.len();
        self.pending.clear();
        self.pending.resize(count, 0);
        self.gumbel.clear();
        self.gumbel.resize(count, 0.0);
        if self.config.gumbel_noise {
            let rng = &mut self.rng;
            self.gumbel.iter_mut().for_each(|noise| *noise = gumbel_noise(rng));
        }
        self.schedule_from(visits.unwrap_or(self.config.simulations));
        Ok(())
    }

    /// Replaces the noise at the root of the decision at hand, one number per action in canonical order, to make
    /// a search again that was made elsewhere.
    ///
    /// # Panics
    /// If there is not one number per action.
    pub fn set_noise(&mut self, noise: &[f32]) {
        self.gumbel.copy_from_slice(noise);
    }

    /// Keeps of the tree what is below the position that came about, if it is in there.
    fn keep_below(&mut self, state: &G::State) {
        let nodes = if self.config.reuse { self.tree.nodes.len() as u32 } else { 0 };
        let found = (0..nodes).find(|&node| self.may_be_root(node) && self.state_of(node) == state);
        match found {
            Some(root) => {
                self.tree.keep_below(root);
                self.waypoints.clear();
                self.root = 0;
            }
            None => self.forget(),
        }
    }

    /// Whether a node is an evaluated decision between the actions at hand.
    fn may_be_root(&self, node: u32) -> bool {
        let Node { kind, evaluated, .. } = self.tree.nodes[node as usize];
        let actions = || self.tree.edges_of(node).iter().map(|edge| edge.action);
        evaluated && kind == Kind::Decision(self.viewer) && actions().eq(self.root_actions.iter().copied())
    }

    /// Begins a schedule of sequential halving; visits made so far are not part of it.
    fn schedule_from(&mut self, simulations: u32) {
        self.carried.clear();
        if self.root == NONE {
            self.carried.resize(self.root_actions.len(), 0);
        } else {
            self.carried.extend(self.tree.edges_of(self.root).iter().map(|edge| edge.visits));
        }
        let considered = self.config.max_considered.min(self.root_actions.len() as u32);
        self.halving = Halving::new(considered, simulations);
        self.schedule = (simulations.max(1), 0);
    }

    /// What the search wants next. Called again before [`Search::answer`], it wants the same.
    ///
    /// # Panics
    /// If no decision was started.
    pub fn step(&mut self) -> Step<'_, G> {
        assert!(self.view.is_some(), "a decision is started before it is searched");
        if self.asked.is_empty() && !self.decided() {
            self.gather();
        }
        if self.asked.is_empty() && self.decided() {
            return Step::Decided(self.finish().expect("the root is known"));
        }
        Step::Evaluate(&self.positions[..self.asked.len()])
    }

    fn decided(&self) -> bool {
        if self.root_actions.len() == 1 {
            return true;
        }
        self.root != NONE
            && self.tree.nodes[self.root as usize].evaluated
            && (self.limit.is_some_and(|limit| self.visits >= limit)
                || self.tree.nodes.len() >= self.config.max_nodes)
    }

    /// Starts simulations until some wait and no other is independent of them.
    fn gather(&mut self) {
        if self.root == NONE {
            self.ask_root();
            return;
        }
        for _ in 0..UNASKED_SIMULATIONS {
            let begun = self.visits + self.flying as u32;
            if self.flying >= self.config.leaves || self.limit.is_some_and(|limit| begun >= limit) {
                break;
            }
            if self.schedule.1 == self.schedule.0 {
                if self.flying > 0 {
                    break;
                }
                self.schedule_from(self.schedule.0.saturating_mul(2));
            }
            let Some(slot) = self.choose_root_action() else { break };
            self.schedule.1 += 1;
            if let Progress::Ended(values) = self.launch(slot) {
                self.flying -= 1;
                self.land(self.flying, values);
            }
        }
    }

    /// Takes in the evaluations of the positions that [`Search::step`] gave, in their order.
    ///
    /// # Errors
    /// If their number, the number of logits or of values is wrong, or one is not finite; the search is
    /// unchanged.
    pub fn answer(&mut self, evaluations: &[Evaluation]) -> Result<(), EvaluatorError> {
        self.check_answer(evaluations)?;
        let asked = std::mem::take(&mut self.asked);
        for (&node, evaluation) in asked.iter().zip(evaluations) {
            self.tree.evaluated(node, to_values(&evaluation.values));
            if let Kind::Decision(_) = self.tree.nodes[node as usize].kind {
                self.set_policy(node, &evaluation.logits);
            }
        }
        self.evaluations += asked.len() as u32;
        self.asked = asked;
        self.asked.clear();

        let mut waiting = 0;
        for flight in 0..self.flying {
            match self.resume(flight) {
                Progress::Waits => {
                    self.flights.swap(waiting, flight);
                    waiting += 1;
                }
                Progress::Ended(values) => self.land(flight, values),
            }
        }
        self.flying = waiting;
        Ok(())
    }

    /// Decisions and rolls from the position to a valued one, mean over the visits of this decision.
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / f64::from(self.visits.max(1))
    }

    /// What the tree takes.
    pub fn memory(&self) -> TreeMemory {
        TreeMemory {
            nodes: self.tree.nodes.len(),
            node_bytes: bytes_of(&self.tree.nodes),
            edges: self.tree.edges.len() + self.tree.branches.len(),
            edge_bytes: bytes_of(&self.tree.edges) + bytes_of(&self.tree.branches),
        }
    }

    fn set_policy(&mut self, node: u32, logits: &[f32]) {
        let priors = &mut self.scratch.priors;
        softmax(logits.iter().copied(), priors);
        for ((edge, &logit), &prior) in self.tree.edges_of_mut(node).iter_mut().zip(logits).zip(&*priors) {
            (edge.logit, edge.prior) = (logit, prior);
        }
    }

    fn check_answer(&self, evaluations: &[Evaluation]) -> Result<(), EvaluatorError> {
        let (asked, got) = (self.asked.len(), evaluations.len());
        if asked != got {
            return Err(EvaluatorError(format!("{asked} positions were asked, {got} were answered")));
        }
        let seats = self.game.facts().seat_count();
        for (position, evaluation) in self.positions.iter().zip(evaluations) {
            let (actions, logits) = (position.actions.len(), evaluation.logits.len());
            if actions != logits {
                return Err(EvaluatorError(format!("{logits} logits for {actions} actions")));
            }
            if evaluation.values.len() != seats {
                let got = evaluation.values.len();
                return Err(EvaluatorError(format!("{got} values for {seats} seats")));
            }
            if !evaluation.logits.iter().chain(&evaluation.values).all(|x| x.is_finite()) {
                return Err(EvaluatorError("a logit or a value is not a finite number".into()));
            }
        }
        Ok(())
    }
}
