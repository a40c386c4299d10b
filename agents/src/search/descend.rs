//! A simulation where everything is known: down the tree without a state, then the state of what is new.

use rand::Rng;
use spinward_env::core::{Chance, Game, Node as Next, OutcomeIndex, Seat};

use super::simulate::{Progress, open_position};
use super::tree::{Kind, NONE};
use super::{ChanceLeaf, Search};

/// Where forced decisions end.
enum Arrival {
    Decision(Seat),
    Chance(Chance),
    Terminal,
}

impl<G: Game> Search<G> {
    /// Goes down from the root with this action to a node to be valued. The state of a new node comes to be in the next
    /// open position.
    pub(super) fn descend(&mut self, flight: usize, slot: usize) -> Progress {
        let mut replayed = None;
        let mut slot = slot as u32;
        loop {
            let parent = self.flights[flight].at;
            self.flights[flight].path.push((parent, slot));
            let mut at = self.tree.child(parent, slot);
            if at == NONE {
                replayed = Some(self.replay(flight, replayed));
                at = self.add_child(flight, parent, slot);
            }
            self.flights[flight].at = at;
            let node = &self.tree.nodes[at as usize];
            match node.kind {
                Kind::Terminal => return Progress::Ended(node.value),
                Kind::Decision(_) if node.evaluated => slot = self.choose_below(at) as u32,
                Kind::Chance if node.evaluated || self.config.chance_leaf == ChanceLeaf::Sample => {
                    slot = self.next_outcome(at).index() as u32;
                }
                Kind::Decision(_) | Kind::Chance => {
                    if !self.asked.contains(&at) {
                        self.replay(flight, replayed);
                        self.ask(at, self.flights[flight].viewer);
                    }
                    return Progress::Waits;
                }
            }
        }
    }

    /// Brings the next open position to the state after the last step of a path; `replayed` steps of it are in there
    /// already. Returns how many are now.
    fn replay(&mut self, flight: usize, replayed: Option<usize>) -> usize {
        let first = replayed.unwrap_or_else(|| self.begin_replay(flight));
        let steps = self.flights[flight].path.len();
        for step in first..steps {
            let (node, slot) = self.flights[flight].path[step];
            if step > first {
                let (visits, viewer) = (self.tree.nodes[node as usize].visits, self.flights[flight].viewer);
                self.waypoints.offer(node, visits, &self.positions[self.asked.len()].state, viewer);
            }
            self.take(flight, node, slot);
            let child = self.tree.child(node, slot);
            if child != NONE && self.tree.nodes[child as usize].after_forced {
                self.skip_forced(flight);
            }
        }
        steps
    }

    /// Brings the next open position to the last node of a path whose state is kept; returns how many steps lead there.
    fn begin_replay(&mut self, flight: usize) -> usize {
        let path = &self.flights[flight].path;
        let kept = path.iter().enumerate().rev();
        let kept = kept.take_while(|&(step, _)| step > 0).map(|(step, &(node, _))| (step, node));
        let kept = kept.filter_map(|(step, node)| Some((step, self.waypoints.at(node)?))).next();
        let root = self.root_state.as_ref().expect("a decision was started");
        let (step, state, viewer) = match kept {
            Some((step, waypoint)) => (step, &waypoint.state, waypoint.viewer),
            None => (0, root, self.viewer),
        };
        self.flights[flight].viewer = viewer;
        open_position(&mut self.positions, self.asked.len(), state);
        step
    }

    /// Takes an action or outcome of a node in the next open position.
    fn take(&mut self, flight: usize, node: u32, slot: u32) {
        let state = &mut self.positions[self.asked.len()].state;
        match self.tree.nodes[node as usize].kind {
            Kind::Decision(seat) => {
                self.flights[flight].viewer = seat;
                let action = self.tree.edges_of(node)[slot as usize].action;
                self.game.apply(state, action).expect("a legal action of this position");
            }
            _ => {
                let outcome = OutcomeIndex(slot as u8);
                self.game.apply_outcome(state, outcome).expect("an outcome of this position");
            }
        }
    }

    /// Takes forced decisions and certain outcomes in the next open position. Says where that ends and whether it took
    /// any; the actions of a decision are then in `legal`.
    fn skip_forced(&mut self, flight: usize) -> (Arrival, bool) {
        let state = &mut self.positions[self.asked.len()].state;
        let mut forced = false;
        loop {
            match self.game.node(state) {
                Next::Decision(seat) => {
                    self.game.legal_actions(state, &mut self.legal);
                    let [only] = self.legal[..] else { return (Arrival::Decision(seat), forced) };
                    self.flights[flight].viewer = seat;
                    self.game.apply(state, only).expect("the only legal action");
                }
                Next::Chance => {
                    let chance = self.game.chance(state);
                    if chance.weights().len() > 1 {
                        return (Arrival::Chance(chance), forced);
                    }
                    self.game.apply_outcome(state, OutcomeIndex(0)).expect("the only outcome");
                }
                Next::Terminal => return (Arrival::Terminal, forced),
            }
            forced = true;
        }
    }

    /// A new node for the state in the next open position, below what led there.
    fn add_child(&mut self, flight: usize, parent: u32, slot: u32) -> u32 {
        let (arrival, forced) = self.skip_forced(flight);
        let child = match arrival {
            Arrival::Decision(seat) => self.tree.add_decision(seat, &self.legal),
            Arrival::Chance(chance) => self.tree.add_chance(chance.weights(), self.rng.next_u64() as u32),
            Arrival::Terminal => {
                self.tree.add_terminal(self.returns(&self.positions[self.asked.len()].state))
            }
        };
        self.tree.nodes[child as usize].after_forced = forced;
        self.tree.link(parent, slot, child);
        child
    }

    /// The state of a node, in the first position, while no simulation is under way.
    pub(super) fn state_of(&mut self, node: u32) -> &G::State {
        self.make_ready(0);
        let path = &mut self.flights[0].path;
        path.extend(self.tree.way_up(node));
        path.reverse();
        self.replay(0, None);
        &self.positions[0].state
    }
}
