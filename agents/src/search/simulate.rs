//! One simulation: from the root down to a position to value, and its value back up.

use rand::Rng;
use spinward_env::core::{Game, Node as Next, OutcomeIndex, Seat};

use super::chance::{outcome_at, spread_point};
use super::tree::{Kind, NONE, Values, to_values};
use super::{ChanceLeaf, Position, Search};

/// A simulation under way.
#[derive(Debug)]
pub(super) struct Flight<G: Game> {
    state: G::State,
    /// Nodes passed, each with the number of the action or outcome taken there.
    path: Vec<(u32, u32)>,
    at: u32,
    /// The seat that decided last.
    viewer: Seat,
}

/// How a simulation stands.
pub(super) enum Progress {
    /// It waits for the evaluation of the node that it is at.
    Waits,
    /// It is over, and its last position is worth this.
    Ended(Values),
}

impl<G: Game> Search<G> {
    /// The state that a simulation begins with.
    pub(super) fn world(&mut self) -> G::State {
        match &self.root_state {
            Some(state) if !self.hidden => state.clone(),
            _ => {
                let view = self.view.as_ref().expect("a decision was started");
                self.game.sample_world(view, &mut self.rng)
            }
        }
    }

    /// Begins a simulation with a root action.
    pub(super) fn launch(&mut self, slot: usize) {
        let state = self.world();
        let (at, viewer) = (self.root, self.viewer);
        match self.flights.get_mut(self.flying) {
            None => self.flights.push(Flight { state, path: Vec::new(), at, viewer }),
            Some(flight) => {
                flight.path.clear();
                (flight.state, flight.at, flight.viewer) = (state, at, viewer);
            }
        }
        self.flying += 1;
        self.act(self.flying - 1, slot);
    }

    /// Takes action `slot` of the decision that a simulation is at.
    fn act(&mut self, flight: usize, slot: usize) {
        let flight = &mut self.flights[flight];
        if let Kind::Decision(seat) = self.tree.nodes[flight.at as usize].kind {
            flight.viewer = seat;
        }
        let edge = &mut self.tree.edges_of_mut(flight.at)[slot];
        edge.pending += 1;
        flight.path.push((flight.at, slot as u32));
        self.game.apply(&mut flight.state, edge.action).expect("a legal action of this position");
    }

    /// Goes on with a simulation that has just acted.
    pub(super) fn fly(&mut self, flight: usize) -> Progress {
        loop {
            self.skip_forced(flight);
            if let (Next::Terminal, true) = (self.game.node(&self.flights[flight].state), self.hidden) {
                return Progress::Ended(self.returns(&self.flights[flight].state));
            }
            let at = self.enter_child(flight);
            let node = &self.tree.nodes[at as usize];
            match node.kind {
                Kind::Terminal => return Progress::Ended(node.value),
                Kind::Decision(_) if node.evaluated => {
                    let slot = self.choose_or_draw(flight);
                    self.act(flight, slot);
                }
                Kind::Chance if node.evaluated || self.config.chance_leaf == ChanceLeaf::Sample => {
                    self.roll(flight);
                }
                Kind::Decision(_) | Kind::Chance => {
                    self.ask_where(flight);
                    return Progress::Waits;
                }
            }
        }
    }

    /// Goes on with a simulation whose node was evaluated: it is over, unless the policy there only says what
    /// another seat does under seal.
    pub(super) fn resume(&mut self, flight: usize) -> Progress {
        let Flight { at, state, .. } = &self.flights[flight];
        let node = &self.tree.nodes[*at as usize];
        match node.kind {
            Kind::Decision(seat) if seat != self.viewer && self.game.is_sealed(state) => {
                let slot = self.draw_from_policy(*at);
                self.act(flight, slot);
                self.fly(flight)
            }
            _ => Progress::Ended(node.value),
        }
    }

    fn choose_or_draw(&mut self, flight: usize) -> usize {
        let Flight { at, state, .. } = &self.flights[flight];
        match self.tree.nodes[*at as usize].kind {
            Kind::Decision(seat) if seat != self.viewer && self.game.is_sealed(state) => {
                self.draw_from_policy(*at)
            }
            _ => self.choose_below(*at),
        }
    }

    /// Shows the next outcome of the chance node that a simulation is at.
    fn roll(&mut self, flight: usize) {
        let Flight { state, path, at, .. } = &mut self.flights[flight];
        let branches = self.tree.branches_of(*at);
        let weights = branches.iter().map(|branch| branch.weight);
        let node = &self.tree.nodes[*at as usize];
        let outcome = outcome_at(spread_point(node.phase, node.draws), weights.clone(), weights.sum());
        self.tree.nodes[*at as usize].draws += 1;
        path.push((*at, outcome.index() as u32));
        self.game.apply_outcome(state, outcome).expect("an outcome of this position");
    }

    /// Takes forced decisions and certain outcomes; where worlds are sampled, also draws the dice.
    fn skip_forced(&mut self, flight: usize) {
        let Flight { state, viewer, .. } = &mut self.flights[flight];
        loop {
            match self.game.node(state) {
                Next::Decision(seat) => {
                    self.game.legal_actions(state, &mut self.legal);
                    if self.legal.len() != 1 {
                        return;
                    }
                    *viewer = seat;
                    self.game.apply(state, self.legal[0]).expect("the only legal action");
                }
                Next::Chance => {
                    let chance = self.game.chance(state);
                    let outcome = match chance.weights().len() {
                        1 => OutcomeIndex(0),
                        _ if self.hidden => chance.draw(self.rng.next_u64()),
                        _ => return,
                    };
                    self.game.apply_outcome(state, outcome).expect("an outcome of this position");
                }
                Next::Terminal => return,
            }
        }
    }

    /// Moves a simulation to the node of the state that it has reached, a new one if need be.
    fn enter_child(&mut self, flight: usize) -> u32 {
        let &(parent, slot) = self.flights[flight].path.last().expect("a simulation has acted");
        let linked = if self.hidden { NONE } else { self.child_of(parent, slot) };
        let at = if linked == NONE { self.find_or_add(flight) } else { linked };
        if linked == NONE && !self.hidden {
            self.link(parent, slot, at);
        }
        self.flights[flight].at = at;
        at
    }

    fn child_of(&self, parent: u32, slot: u32) -> u32 {
        match self.tree.nodes[parent as usize].kind {
            Kind::Chance => self.tree.branches_of(parent)[slot as usize].child,
            _ => self.tree.edges_of(parent)[slot as usize].child,
        }
    }

    fn link(&mut self, parent: u32, slot: u32, child: u32) {
        let node = &self.tree.nodes[parent as usize];
        let index = (node.first + slot) as usize;
        match node.kind {
            Kind::Chance => self.tree.branches[index].child = child,
            _ => self.tree.edges[index].child = child,
        }
    }

    fn find_or_add(&mut self, flight: usize) -> u32 {
        let state = self.flights[flight].state.clone();
        match self.game.node(&state) {
            Next::Decision(seat) => {
                match self.hidden.then(|| self.known.get(&self.key(&state, seat))).flatten() {
                    Some(&node) => node,
                    None => self.add_decision(&state, seat),
                }
            }
            Next::Chance => {
                let phase = self.rng.next_u64() as u32;
                self.tree.add_chance(self.game.chance(&state).weights(), phase)
            }
            Next::Terminal => {
                let returns = self.returns(&state);
                self.tree.add_terminal(returns)
            }
        }
    }

    /// A new node for a decision of this state.
    pub(super) fn add_decision(&mut self, state: &G::State, seat: Seat) -> u32 {
        let key = self.key(state, seat);
        self.game.legal_actions(state, &mut self.legal);
        let node = self.tree.add_decision(key, seat, &self.legal);
        if self.hidden {
            self.known.insert(key, node);
        }
        node
    }

    /// What a decision is found again by: the state, or where something is hidden what its seat sees.
    fn key(&self, state: &G::State, seat: Seat) -> u64 {
        if self.hidden {
            self.game.view_hash(&self.game.view(state, seat)).rotate_left(seat.index() as u32)
        } else if self.config.reuse {
            self.game.state_hash(state)
        } else {
            0
        }
    }

    fn returns(&self, state: &G::State) -> Values {
        to_values(&self.game.outcome(state).expect("the game is over").returns)
    }

    /// Asks for the evaluation of the node that a simulation is at, unless that was done already.
    fn ask_where(&mut self, flight: usize) {
        let at = self.flights[flight].at;
        if self.asked.contains(&at) {
            return;
        }
        let viewer = match self.tree.nodes[at as usize].kind {
            Kind::Decision(seat) => seat,
            _ => self.flights[flight].viewer,
        };
        let state = self.flights[flight].state.clone();
        self.ask(at, viewer, state);
    }

    /// Opens a position for a node.
    pub(super) fn ask(&mut self, node: u32, viewer: Seat, state: G::State) {
        let open = self.asked.len();
        self.asked.push(node);
        match self.positions.get_mut(open) {
            None => self.positions.push(Position { viewer, state, actions: Vec::new() }),
            Some(position) => (position.viewer, position.state) = (viewer, state),
        }
        let actions = &mut self.positions[open].actions;
        actions.clear();
        if let Kind::Decision(_) = self.tree.nodes[node as usize].kind {
            actions.extend(self.tree.edges_of(node).iter().map(|edge| edge.action));
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
        self.flights[flight].path = path;
        self.visits += 1;
    }
}
