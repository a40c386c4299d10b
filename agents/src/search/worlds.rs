//! A simulation where something is hidden or sealed: it plays on in a world of its own, and finds nodes by the view of
//! the seat to decide.

use rand::Rng;
use spinward_env::core::{Game, Node as Next, OutcomeIndex, Seat};

use super::Search;
use super::simulate::{Flight, Progress, open_position};
use super::tree::Kind;

impl<G: Game> Search<G> {
    /// A state that a simulation may begin with.
    pub(super) fn world(&mut self) -> G::State {
        match &self.root_state {
            Some(state) => state.clone(),
            None => {
                let view = self.view.as_ref().expect("a decision was started");
                self.game.sample_world(view, &mut self.rng)
            }
        }
    }

    /// Plays from the root of a new world with this action to a node to be valued.
    pub(super) fn fly_in_a_world(&mut self, flight: usize, slot: usize) -> Progress {
        self.flights[flight].world = Some(self.world());
        self.act_and_fly(flight, slot)
    }

    /// Takes an action where a simulation is and goes on.
    pub(super) fn act_and_fly(&mut self, flight: usize, slot: usize) -> Progress {
        self.act(flight, slot);
        loop {
            let Some(seat) = self.next_decision(flight) else {
                return Progress::Ended(self.returns(world_of(&self.flights[flight])));
            };
            let at = self.enter_by_view(flight, seat);
            self.flights[flight].at = at;
            if !self.tree.nodes[at as usize].evaluated {
                if !self.asked.contains(&at) {
                    let world = world_of(&self.flights[flight]);
                    open_position(&mut self.positions, self.asked.len(), world);
                    self.ask(at, seat);
                }
                return Progress::Waits;
            }
            let slot = if self.is_drawn(flight) { self.draw_from_policy(at) } else { self.choose_below(at) };
            self.act(flight, slot);
        }
    }

    /// Whether a simulation is at a decision that another seat takes under seal.
    pub(super) fn is_drawn(&self, flight: usize) -> bool {
        let flight = &self.flights[flight];
        match (self.tree.nodes[flight.at as usize].kind, &flight.world) {
            (Kind::Decision(seat), Some(world)) => seat != self.viewer && self.game.is_sealed(world),
            _ => false,
        }
    }

    fn act(&mut self, flight: usize, slot: usize) {
        let flight = &mut self.flights[flight];
        if let Kind::Decision(seat) = self.tree.nodes[flight.at as usize].kind {
            flight.viewer = seat;
        }
        flight.path.push((flight.at, slot as u32));
        let action = self.tree.edges_of(flight.at)[slot].action;
        self.game.apply(world_of_mut(flight), action).expect("a legal action of this position");
    }

    /// Draws dice and takes forced decisions; the seat whose decision is next, its actions in `legal`, or `None` where
    /// the game is over.
    fn next_decision(&mut self, flight: usize) -> Option<Seat> {
        let state = world_of_mut(&mut self.flights[flight]);
        loop {
            match self.game.node(state) {
                Next::Decision(seat) => {
                    self.game.legal_actions(state, &mut self.legal);
                    let [only] = self.legal[..] else { return Some(seat) };
                    self.game.apply_legal(state, only).expect("the only legal action");
                }
                Next::Chance => {
                    let chance = self.game.chance(state);
                    let outcome = match chance.weights().len() {
                        1 => OutcomeIndex(0),
                        _ => chance.draw(self.rng.next_u64()),
                    };
                    self.game.apply_outcome(state, outcome).expect("an outcome of this position");
                }
                Next::Terminal => return None,
            }
        }
    }

    /// The node of the view of the seat to decide, a new one if need be.
    fn enter_by_view(&mut self, flight: usize, seat: Seat) -> u32 {
        let key = self.view_key(world_of(&self.flights[flight]), seat);
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let node = self.tree.add_decision(seat, &self.legal);
        self.known.insert(key, node);
        node
    }

    /// What a decision is found again by.
    pub(super) fn view_key(&self, state: &G::State, seat: Seat) -> u64 {
        self.game.view_hash(&self.game.view(state, seat)).rotate_left(seat.index() as u32)
    }
}

fn world_of<G: Game>(flight: &Flight<G>) -> &G::State {
    flight.world.as_ref().expect("the simulation has a world")
}

fn world_of_mut<G: Game>(flight: &mut Flight<G>) -> &mut G::State {
    flight.world.as_mut().expect("the simulation has a world")
}
