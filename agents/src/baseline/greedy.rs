use std::sync::Arc;

use spinward_env::core::{Information, Node, OutcomeIndex, PlannerRng, Seat, planner_rng, uniform_index};
use spinward_env::doctrine::Doctrine;

use super::legal_actions;
use crate::agent::{Agent, AgentError, Decision, Limits, Report};

/// The most unforced decisions of one plan.
const PLAN_DECISIONS: u32 = 4;
/// The most states looked at for one decision, shared evenly by its actions.
const PLAN_STATES: usize = 1024;
/// How many chained chance nodes are averaged exactly; a state beyond them is estimated as it waits.
const CHANCE_DEPTH: u32 = 2;
/// How many worlds a decision is averaged over where something is hidden or sealed.
const WORLDS: usize = 8;

/// Looks one plan ahead and no further.
///
/// Actions are micro-decisions, and an order half given changes nothing yet. So one ply is one *plan*: the
/// decisions that the seat takes in a row within one [`Game::stage`](spinward_env::core::Game::stage), at most four unforced ones. A plan ends
/// early where another seat, another stage, dice or the end of the game come next. An action is worth the best
/// [`Doctrine::estimate`] for the seat that some plan beginning with it reaches; chance after a plan is
/// averaged over its exact outcomes, two chance nodes deep. Plans are enumerated shortest first within a fixed
/// number of states.
///
/// Of equal actions it prefers one whose plan ends the run (when nothing gains, pass), then the shortest plan,
/// then the first in the legal list. Doctrine ranks play no part.
///
/// Where something is hidden or sealed, the worth is averaged over a few sampled worlds, and the sealed
/// decisions of other seats are drawn at random.
#[derive(Debug)]
pub struct GreedyAgent<G: Doctrine> {
    game: Arc<G>,
    seat: Seat,
    rng: PlannerRng,
    legal: Vec<G::Action>,
    plans: Vec<(G::State, u32)>,
    states_seen: u32,
}

/// What an action promises, summed over worlds.
#[derive(Clone, Copy, Debug)]
struct Promise {
    worth: f32,
    ends_run: bool,
    decisions: u32,
}

impl Promise {
    fn better_than(&self, other: &Self) -> bool {
        let ends = (self.ends_run, std::cmp::Reverse(self.decisions));
        self.worth > other.worth
            || self.worth == other.worth && ends > (other.ends_run, std::cmp::Reverse(other.decisions))
    }
}

impl<G: Doctrine> GreedyAgent<G> {
    /// A greedy player of this game.
    pub fn new(game: Arc<G>) -> Self {
        Self {
            game,
            seat: Seat::new(0),
            rng: planner_rng(0, 0),
            legal: Vec::new(),
            plans: Vec::new(),
            states_seen: 0,
        }
    }

    /// The best promise of a plan whose first decision led to `state`.
    fn best_plan(&mut self, state: G::State, stage: u32, budget: usize) -> Promise {
        let mut legal = Vec::new();
        let mut best: Option<Promise> = None;
        self.plans.clear();
        self.plans.push((state, 1));
        let mut next = 0;
        while next < self.plans.len() {
            let (state, decisions) = self.plans[next].clone();
            next += 1;
            let goes_on =
                self.game.node(&state) == Node::Decision(self.seat) && self.game.stage(&state) == stage;
            let worth = if goes_on {
                self.outlook(&state)
            } else {
                self.expected_outlook(state.clone(), CHANCE_DEPTH)
            };
            let promise = Promise { worth, ends_run: !goes_on, decisions };
            if best.is_none_or(|best| promise.better_than(&best)) {
                best = Some(promise);
            }
            if !goes_on {
                continue;
            }
            self.game.legal_actions(&state, &mut legal);
            let decisions = decisions + u32::from(legal.len() > 1);
            if decisions > PLAN_DECISIONS {
                continue;
            }
            for &action in &legal {
                if self.plans.len() >= budget {
                    break;
                }
                let mut after = state.clone();
                if self.game.apply_legal(&mut after, action).is_ok() {
                    self.plans.push((after, decisions));
                }
            }
        }
        self.states_seen += self.plans.len() as u32;
        best.expect("the first state was looked at")
    }

    /// The outlook after the sealed decisions of others and up to `depth` chance nodes.
    fn expected_outlook(&mut self, mut state: G::State, depth: u32) -> f32 {
        while let (Node::Decision(seat), true) = (self.game.node(&state), self.game.is_sealed(&state)) {
            if seat == self.seat {
                break;
            }
            let mut legal = Vec::new();
            self.game.legal_actions(&state, &mut legal);
            let action = legal[uniform_index(&mut self.rng, legal.len())];
            if self.game.apply_legal(&mut state, action).is_err() {
                break;
            }
        }
        if self.game.node(&state) != Node::Chance || depth == 0 {
            return self.outlook(&state);
        }
        let chance = self.game.chance(&state);
        let mut sum = 0.0;
        for (k, probability) in chance.probabilities().enumerate() {
            let mut after = state.clone();
            if self.game.apply_outcome(&mut after, OutcomeIndex(k as u8)).is_ok() {
                sum += probability * f64::from(self.expected_outlook(after, depth - 1));
            }
        }
        sum as f32
    }

    /// The outlook of the seat at a glance, -1 to 1.
    fn outlook(&self, state: &G::State) -> f32 {
        match self.game.outcome(state) {
            None => self.game.estimate(state)[self.seat.index()],
            Some(outcome) => {
                let (low, high) = self.game.facts().returns;
                2.0 * (outcome.returns[self.seat.index()] - low) / (high - low) - 1.0
            }
        }
    }
}

impl<G: Doctrine> Agent<G> for GreedyAgent<G> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.seat = seat;
        self.rng = planner_rng(seed, 1 + seat.index() as u64);
    }

    fn decide(&mut self, view: &G::View, _limits: &Limits) -> Result<Decision<G::Action>, AgentError> {
        self.seat = self.game.viewer(view);
        let mut legal = std::mem::take(&mut self.legal);
        legal_actions(&*self.game, view, &mut legal)?;
        self.states_seen = 0;
        let mut promises = vec![Promise { worth: 0.0, ends_run: true, decisions: 0 }; legal.len()];
        let facts = self.game.facts();
        let open = facts.information == Information::Perfect && !facts.simultaneous;
        let worlds = if legal.len() == 1 {
            0
        } else if open {
            1
        } else {
            WORLDS
        };
        let budget = (PLAN_STATES / worlds.max(1) / legal.len()).max(1);
        for _ in 0..worlds {
            let world = self.game.sample_world(view, &mut self.rng);
            let stage = self.game.stage(&world);
            for (&action, promise) in legal.iter().zip(&mut promises) {
                let mut after = world.clone();
                self.game.apply(&mut after, action).map_err(|e| AgentError::Failed(e.to_string()))?;
                let plan = self.best_plan(after, stage, budget);
                promise.worth += plan.worth / worlds as f32;
                promise.ends_run &= plan.ends_run;
                promise.decisions += plan.decisions;
            }
        }
        let mut best = 0;
        for (k, promise) in promises.iter().enumerate() {
            if promise.better_than(&promises[best]) {
                best = k;
            }
        }
        let report = Report { evaluations: self.states_seen, ..Report::default() };
        let action = legal[best];
        self.legal = legal;
        Ok(Decision { action, report })
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::{Pig, PigAction, PigState};

    use super::*;

    /// The outlook of Pig counts the turn total, so that rolling gains 20/6 points and risks a sixth of it.
    #[test]
    fn greedy_holds_at_twenty_in_pig() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let mut agent = GreedyAgent::new(Arc::clone(&game));
        agent.begin(Seat::new(0), 1);
        for (turn_total, expected) in [(0, PigAction::Roll), (19, PigAction::Roll), (21, PigAction::Hold)] {
            let state = PigState { turn_total, ..game.initial_state() };
            let view = game.view(&state, Seat::new(0));
            assert_eq!(agent.decide(&view, &Limits::default()).unwrap().action, expected, "at {turn_total}");
        }
    }

    #[test]
    fn a_seat_with_nothing_to_decide_is_told_so() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let mut agent = GreedyAgent::new(Arc::clone(&game));
        let view = game.view(&game.initial_state(), Seat::new(1));
        let error = agent.decide(&view, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("seat 1 was asked"), "{error}");
    }
}
