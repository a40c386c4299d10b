use std::sync::Arc;

use rand::Rng;

use super::{Failure, fail};
use crate::core::{
    Dice, Event, EventOf, Game, Node, ParseError, PlannerRng, Seat, planner_rng, uniform_index,
};
use crate::doctrine::DoctrineValues;
use crate::games::CompleteGame;

/// How much a battery tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What all randomness follows from.
    pub seed: u64,
    /// How many games are played: half of them at random, half mostly by the game's doctrine.
    pub games: usize,
    /// How many positions are sampled from all these games.
    pub positions: usize,
    /// How many actions a check tries in all where it tries many per position.
    pub tries: usize,
    /// How many states a check may enumerate.
    pub states: usize,
}

impl Default for Budget {
    /// Enough to find mistakes, some seconds for a wargame.
    fn default() -> Self {
        Self { seed: 1, games: 8, positions: 100, tries: 100_000, states: 30_000 }
    }
}

/// A game with what was sampled from it.
#[derive(Debug)]
pub struct Trial<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// How much is tried.
    pub budget: Budget,
    pub(super) played: Vec<Played<G>>,
    /// Positions of every kind, the first and all last ones among them.
    pub(super) positions: Vec<G::State>,
    /// Positions that wait for dice.
    pub(super) chances: Vec<G::State>,
    /// Positions in which a stage has just begun.
    pub(super) stage_starts: Vec<G::State>,
    /// Positions that a seat must not be able to tell apart.
    pub(super) hidden_pairs: Vec<(Seat, [G::State; 2])>,
}

/// A game that was played.
#[derive(Debug)]
pub(super) struct Played<G: Game> {
    pub(super) seed: u64,
    pub(super) events: Vec<EventOf<G>>,
    pub(super) last: G::State,
}

const STAGE_STARTS: usize = 200;

impl<G: CompleteGame> Trial<G> {
    /// Plays the games and samples the positions.
    ///
    /// # Errors
    /// If the game refuses what it offered.
    pub fn new(game: Arc<G>, budget: Budget) -> Result<Self, Failure> {
        let mut trial = Self {
            game,
            budget,
            played: vec![],
            positions: vec![],
            chances: vec![],
            stage_starts: vec![],
            hidden_pairs: vec![],
        };
        let mut sampler =
            Sampler { rng: planner_rng(budget.seed, 1), seen: 0, chances_seen: 0, starts_seen: 0 };
        for number in 0..budget.games {
            let seed = budget.seed.wrapping_mul(1000) + number as u64;
            trial.play(seed, number % 2 == 1, &mut sampler)?;
        }
        trial.positions.push(trial.game.initial_state());
        trial.positions.extend(trial.played.iter().map(|played| played.last.clone()));
        Ok(trial)
    }

    /// Adds positions at the start of a stage, small enough for
    /// [`canonical_order_loses_nothing`](super::canonical_order_loses_nothing) to enumerate.
    ///
    /// # Errors
    /// If one is no position of the game.
    pub fn add_stage_starts<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), ParseError> {
        for text in texts {
            let state = self.game.parse_position(text)?;
            self.stage_starts.insert(0, state);
        }
        Ok(())
    }

    /// Adds two positions that `seat` must not be able to tell apart, for
    /// [`view_has_no_leak`](super::view_has_no_leak): what the game itself takes for hidden can't be the only witness.
    ///
    /// # Errors
    /// If one is no position of the game.
    pub fn add_hidden_pair(&mut self, seat: Seat, texts: [&str; 2]) -> Result<(), ParseError> {
        let [one, other] = texts.map(|text| self.game.parse_position(text));
        self.hidden_pairs.push((seat, [one?, other?]));
        Ok(())
    }

    fn play(&mut self, seed: u64, by_doctrine: bool, sampler: &mut Sampler) -> Result<(), Failure> {
        let game = Arc::clone(&self.game);
        let mut chooser = Chooser::new(&*game, seed, by_doctrine);
        let (mut dice, mut state, mut events) = (Dice::new(seed), game.initial_state(), Vec::new());
        let mut stage = None;
        let limit = game.facts().max_events as usize;
        loop {
            self.sample(&state, &mut stage, sampler);
            let node = game.node(&state);
            if node == Node::Terminal || events.len() > limit {
                break;
            }
            let Some(event) = chooser.next(&*game, &state, node, &mut dice) else {
                let at = game.position_text(&state);
                return fail("legal_iff_apply", format!("a decision without legal actions\n{at}"));
            };
            if let Err(refusal) = apply_event(&*game, &mut state, event) {
                let at = game.position_text(&state);
                let name = if node == Node::Chance { "chance_sums_to_one" } else { "legal_iff_apply" };
                return fail(name, format!("what is offered is refused: {refusal}\n{at}"));
            }
            events.push(event);
        }
        self.played.push(Played { seed, events, last: state });
        Ok(())
    }

    fn sample(&mut self, state: &G::State, stage: &mut Option<u32>, sampler: &mut Sampler) {
        let rng = &mut sampler.rng;
        keep(&mut self.positions, self.budget.positions, &mut sampler.seen, rng, state);
        if self.game.node(state) == Node::Chance {
            keep(&mut self.chances, self.budget.positions, &mut sampler.chances_seen, rng, state);
        }
        let now = self.game.stage(state);
        if *stage != Some(now) {
            *stage = Some(now);
            keep(&mut self.stage_starts, STAGE_STARTS, &mut sampler.starts_seen, rng, state);
        }
    }

    /// As many positions as leave a check with `per_position` tries each within [`Budget::tries`].
    pub(super) fn positions_for(&self, per_position: usize) -> impl Iterator<Item = &G::State> {
        let count = (self.budget.tries / per_position.max(1)).max(10);
        // Evenly over the sample, so that the last positions are among them.
        let step = self.positions.len().div_ceil(count).max(1);
        self.positions.iter().rev().step_by(step)
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.game.facts().seat_count())
    }

    pub(super) fn rng(&self, purpose: u64) -> PlannerRng {
        planner_rng(self.budget.seed, purpose)
    }

    /// Where a failure was found, for its text.
    pub(super) fn at(&self, state: &G::State) -> String {
        format!("in position\n{}", self.game.position_text(state))
    }
}

struct Sampler {
    rng: PlannerRng,
    seen: usize,
    chances_seen: usize,
    starts_seen: usize,
}

/// Reservoir sampling: each state seen has the same chance to be kept.
fn keep<S: Clone>(kept: &mut Vec<S>, room: usize, seen: &mut usize, rng: &mut PlannerRng, state: &S) {
    *seen += 1;
    if kept.len() < room {
        kept.push(state.clone());
    } else {
        let place = uniform_index(rng, *seen);
        if place < room {
            kept[place] = state.clone();
        }
    }
}

/// Plays both sides: at random, or mostly by the doctrine.
pub(super) struct Chooser<G: CompleteGame> {
    rng: PlannerRng,
    doctrine: Option<DoctrineValues>,
    legal: Vec<G::Action>,
    scores: Vec<f32>,
}

impl<G: CompleteGame> Chooser<G> {
    pub(super) fn new(_game: &G, seed: u64, by_doctrine: bool) -> Self {
        Self {
            rng: planner_rng(seed, 2),
            doctrine: by_doctrine.then(DoctrineValues::defaults::<G>),
            legal: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// The next event of a game that is not over; `None` where nothing is legal.
    pub(super) fn next(
        &mut self,
        game: &G,
        state: &G::State,
        node: Node,
        dice: &mut Dice,
    ) -> Option<EventOf<G>> {
        let Node::Decision(seat) = node else { return Some(Event::Chance(dice.roll(&game.chance(state)))) };
        game.legal_actions(state, &mut self.legal);
        if self.legal.is_empty() {
            return None;
        }
        let mut index = uniform_index(&mut self.rng, self.legal.len());
        if let Some(doctrine) = &self.doctrine
            && !self.rng.next_u32().is_multiple_of(8)
        {
            game.rank(&game.view(state, seat), &self.legal, doctrine, &mut self.scores);
            let better = |best: usize, k: usize| if self.scores[k] > self.scores[best] { k } else { best };
            index = (0..self.scores.len()).reduce(better).unwrap_or(index);
        }
        Some(Event::Decision { seat, action: self.legal[index] })
    }
}

/// Applies an event; what refuses it, as text.
pub(super) fn apply_event<G: Game>(game: &G, state: &mut G::State, event: EventOf<G>) -> Result<(), String> {
    match event {
        Event::Decision { action, .. } => game.apply(state, action).map_err(|error| error.to_string()),
        Event::Chance(outcome) => game.apply_outcome(state, outcome).map_err(|error| error.to_string()),
    }
}
