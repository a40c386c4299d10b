//! A simulation where everything is known: down the tree without a state, then the state of what is new.

use rand::Rng;
use spinward_env::core::{Chance, Game, Node as Next, OutcomeIndex, Seat};

use super::simulate::{Progress, open_position};
use super::tree::{Kind, NONE, Node};
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
            let mut at = self.tree.child(parent, slot);
            if at == NONE {
                self.replay(flight, replayed);
                at = self.add_child(flight, parent, slot);
                replayed = Some(self.flights[flight].path.len() + 1);
            }
            let flown = &mut self.flights[flight];
            flown.path.push((parent, slot));
            flown.at = at;
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

    /// Brings the next open position to the state at the end of a path; `replayed` steps of it are in there already.
    fn replay(&mut self, flight: usize, replayed: Option<usize>) {
        let first = replayed.unwrap_or_else(|| self.begin_replay(flight));
        for step in first..self.flights[flight].path.len() {
            let (node, slot) = self.flights[flight].path[step];
            self.take(flight, node, slot);
            let child = self.tree.child(node, slot);
            let Node { visits, after_forced, .. } = self.tree.nodes[child as usize];
            if after_forced {
                self.list_actions();
                self.skip_forced(flight);
            }
            let viewer = self.flights[flight].viewer;
            self.waypoints.offer(child, visits, &self.positions[self.asked.len()].state, viewer);
        }
    }

    /// Brings the next open position to the last node of a path whose state is kept; returns how many steps lead there.
    fn begin_replay(&mut self, flight: usize) -> usize {
        let flight = &mut self.flights[flight];
        let nodes = flight.path.iter().skip(1).map(|&(node, _)| node).chain([flight.at]);
        let kept = (1..).zip(nodes).filter_map(|(step, node)| Some((step, self.waypoints.at(node)?))).last();
        let root = self.root_state.as_ref().expect("a decision was started");
        let (step, state, viewer) = match kept {
            Some((step, waypoint)) => (step, &waypoint.state, waypoint.viewer),
            None => (0, root, self.viewer),
        };
        flight.viewer = viewer;
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
                self.game.apply_legal(state, action).expect("a legal action of this position");
            }
            _ => {
                let outcome = OutcomeIndex(slot as u8);
                self.game.apply_outcome(state, outcome).expect("an outcome of this position");
            }
        }
    }

    /// The same; the actions of the state that follows are then in `legal`.
    fn take_listed(&mut self, flight: usize, node: u32, slot: u32) {
        let state = &mut self.positions[self.asked.len()].state;
        match self.tree.nodes[node as usize].kind {
            Kind::Decision(seat) => {
                self.flights[flight].viewer = seat;
                self.legal.clear();
                self.legal.extend(self.tree.edges_of(node).iter().map(|edge| edge.action));
                let taken = self.game.apply_listed(state, &mut self.legal, slot as usize);
                taken.expect("a legal action of this position");
            }
            _ => {
                let outcome = OutcomeIndex(slot as u8);
                let taken = self.game.apply_outcome_listed(state, outcome, &mut self.legal);
                taken.expect("an outcome of this position");
            }
        }
    }

    /// The actions of the next open position.
    fn list_actions(&mut self) {
        self.game.legal_actions(&self.positions[self.asked.len()].state, &mut self.legal);
    }

    /// Takes forced decisions and certain outcomes in the next open position, whose actions are in `legal`; so are those
    /// of the position that it comes to. Says where that is and whether it took any.
    fn skip_forced(&mut self, flight: usize) -> (Arrival, bool) {
        let state = &mut self.positions[self.asked.len()].state;
        let mut forced = false;
        loop {
            match self.game.node(state) {
                Next::Decision(seat) => {
                    if self.legal.len() > 1 {
                        return (Arrival::Decision(seat), forced);
                    }
                    self.flights[flight].viewer = seat;
                    self.game.apply_listed(state, &mut self.legal, 0).expect("the only legal action");
                }
                Next::Chance => {
                    let chance = self.game.chance(state);
                    if chance.weights().len() > 1 {
                        return (Arrival::Chance(chance), forced);
                    }
                    let taken = self.game.apply_outcome_listed(state, OutcomeIndex(0), &mut self.legal);
                    taken.expect("the only outcome");
                }
                Next::Terminal => return (Arrival::Terminal, forced),
            }
            forced = true;
        }
    }

    /// A new node below action or outcome `slot` of `parent`, whose state is in the next open position: that of the new
    /// node comes to be there.
    fn add_child(&mut self, flight: usize, parent: u32, slot: u32) -> u32 {
        self.take_listed(flight, parent, slot);
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
        let flight = &mut self.flights[0];
        flight.path.extend(self.tree.way_up(node));
        flight.path.reverse();
        flight.at = node;
        self.replay(0, None);
        &self.positions[0].state
    }
}
