//! One simulation: begun at the root, valued at its end, counted on the way back up.

use spinward_env::core::{Game, OutcomeIndex, Seat};

use super::chance::{outcome_at, spread_point};
use super::tree::{Kind, NONE, Values, to_values};
use super::{Position, Search};

/// A simulation under way.
#[derive(Debug)]
pub(super) struct Flight<G: Game> {
    /// Nodes passed, each with the number of the action or outcome taken there.
    pub path: Vec<(u32, u32)>,
    pub at: u32,
    /// The seat that decided last.
    pub viewer: Seat,
    /// Where worlds are sampled: the state that it has reached in its own.
    pub world: Option<G::State>,
}

/// How a simulation stands.
pub(super) enum Progress {
    /// It waits for the evaluation of the node that it is at.
    Waits,
    /// It is over, and its last position is worth this.
    Ended(Values),
}

impl<G: Game> Search<G> {
    /// Begins a simulation with a root action.
    pub(super) fn launch(&mut self, slot: usize) -> Progress {
        let flight = self.flying;
        self.make_ready(flight);
        self.flying += 1;
        self.pending[slot] += 1;
        if self.hidden { self.fly_in_a_world(flight, slot) } else { self.descend(flight, slot) }
    }

    /// Puts a flight at the root.
    pub(super) fn make_ready(&mut self, flight: usize) {
        if flight == self.flights.len() {
            self.flights.push(Flight { path: Vec::new(), at: NONE, viewer: self.viewer, world: None });
        }
        let flight = &mut self.flights[flight];
        flight.path.clear();
        (flight.at, flight.viewer) = (self.root, self.viewer);
    }

    /// Goes on with a simulation whose node was evaluated: it is over, unless the policy there only says what
    /// another seat does under seal.
    pub(super) fn resume(&mut self, flight: usize) -> Progress {
        if self.is_drawn(flight) {
            let slot = self.draw_from_policy(self.flights[flight].at);
            return self.act_and_fly(flight, slot);
        }
        Progress::Ended(self.tree.nodes[self.flights[flight].at as usize].value)
    }

    /// The outcome that a chance node shows next.
    pub(super) fn next_outcome(&mut self, node: u32) -> OutcomeIndex {
        let weights = self.tree.branches_of(node).iter().map(|branch| branch.weight);
        let total = weights.clone().sum();
        let chance = &self.tree.nodes[node as usize];
        let outcome = outcome_at(spread_point(chance.phase, chance.draws), weights, total);
        self.tree.nodes[node as usize].draws += 1;
        outcome
    }

    pub(super) fn returns(&self, state: &G::State) -> Values {
        to_values(&self.game.outcome(state).expect("the game is over").returns)
    }

    /// Opens the root for evaluation.
    pub(super) fn ask_root(&mut self) {
        let world = self.world();
        self.root = self.tree.add_decision(self.viewer, &self.root_actions);
        if self.hidden {
            self.known.insert(self.view_key(&world, self.viewer), self.root);
        }
        open_position(&mut self.positions, self.asked.len(), &world);
        self.ask(self.root, self.viewer);
    }

    /// Asks for the evaluation of a node whose state is in the next open position.
    pub(super) fn ask(&mut self, node: u32, viewer: Seat) {
        let position = &mut self.positions[self.asked.len()];
        self.asked.push(node);
        position.viewer = viewer;
        position.actions.clear();
        if let Kind::Decision(seat) = self.tree.nodes[node as usize].kind {
            position.viewer = seat;
            position.actions.extend(self.tree.edges_of(node).iter().map(|edge| edge.action));
        }
    }

    /// Ends a simulation: counts it along its path, and brings every value there up to date. Where positions
    /// form a tree a parent takes over its child's value; where worlds are sampled it averages what came back.
    pub(super) fn land(&mut self, flight: usize, end: Values) {
        let path = std::mem::take(&mut self.flights[flight].path);
        let mut below = end;
        for &(node, slot) in path.iter().rev() {
            if self.hidden {
                let edge = &self.tree.edges_of(node)[slot as usize];
                let share = 1.0 / (edge.visits + 1) as f32;
                below = std::array::from_fn(|seat| edge.value[seat] + (end[seat] - edge.value[seat]) * share);
            }
            self.tree.visited(node, slot, below);
            below = self.tree.nodes[node as usize].value;
        }
        self.pending[path[0].1 as usize] -= 1;
        self.depths += path.len() as u64;
        self.flights[flight].path = path;
        self.visits += 1;
    }
}

/// Puts a state into the next open position, number `open`.
pub(super) fn open_position<G: Game>(positions: &mut Vec<Position<G>>, open: usize, state: &G::State) {
    match positions.get_mut(open) {
        Some(position) => position.state.clone_from(state),
        None => positions.push(Position { viewer: Seat::new(0), state: state.clone(), actions: Vec::new() }),
    }
}
