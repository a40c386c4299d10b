use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::core::{
    ActionCodec, ActionId, Dice, Event, EventOf, Game, IllegalAction, Node, Notation, Outcome, PerSeat, Seat,
};
use crate::encode::{Encode, ObservationMut};

/// Who takes care of a node that leaves nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolve {
    /// The environment, at once.
    Automatic,
    /// The caller, step by step.
    Stepwise,
}

/// How an [`Env`] behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnvConfig {
    /// Chance nodes: rolled at once, or by [`Env::roll`].
    pub chance: Resolve,
    /// Decisions with one legal action: made at once, or by [`Env::step`].
    pub forced: Resolve,
    /// Truncate a game that has not ended after this many events (decisions and rolls, forced ones included);
    /// `None`: only the rules end it.
    pub max_events: Option<u32>,
}

impl Default for EnvConfig {
    /// Every node without a choice is resolved at once; no limit on events.
    fn default() -> Self {
        Self { chance: Resolve::Automatic, forced: Resolve::Automatic, max_events: None }
    }
}

/// What a step led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What each seat gained by it, in seat order: zero until the game ends, then its return.
    pub rewards: PerSeat<f32>,
    /// The rules ended the game.
    pub terminated: bool,
    /// [`EnvConfig::max_events`] ended it; nobody has won, and the last position still has a value.
    pub truncated: bool,
}

/// An event after which a game can't go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {event}: {reason}")]
pub struct ResumeError {
    /// The event, counted from 1.
    pub event: u32,
    /// Why it can't have happened, as a clause.
    pub reason: String,
}

/// One game and its umpire, who owns the dice.
///
/// A clone plays on from the same position with fresh dice of its own, so that nobody can look at rolls to
/// come by cloning; planners clone [`Env::state`] instead, which has no dice at all.
#[derive(Debug)]
pub struct Env<G: Game> {
    game: Arc<G>,
    config: EnvConfig,
    dice: Dice,
    state: G::State,
    node: Node,
    legal: Vec<G::Action>,
    recent: Vec<EventOf<G>>,
    events: u32,
    truncated: bool,
    copies: AtomicU64,
}

impl<G: Game> Clone for Env<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            config: self.config,
            dice: self.dice.fork(self.copies.fetch_add(1, Ordering::Relaxed)),
            state: self.state.clone(),
            node: self.node,
            legal: self.legal.clone(),
            recent: self.recent.clone(),
            events: self.events,
            truncated: self.truncated,
            copies: AtomicU64::new(0),
        }
    }
}

impl<G: Game + ActionCodec + Notation> Env<G> {
    /// A game before its first decision. All dice follow from `seed`.
    pub fn new(game: Arc<G>, config: EnvConfig, seed: u64) -> Self {
        let state = game.initial_state();
        let node = game.node(&state);
        let mut env = Self {
            game,
            config,
            dice: Dice::new(seed),
            state,
            node,
            legal: Vec::new(),
            recent: Vec::new(),
            events: 0,
            truncated: false,
            copies: AtomicU64::new(0),
        };
        env.game.legal_actions(&env.state, &mut env.legal);
        env.settle();
        env
    }

    /// A game that goes on after these events, as a replay holds them: its dice fall as they would have fallen
    /// without the break.
    ///
    /// # Errors
    /// The first event that can't happen where it stands, or that the dice of this seed did not roll.
    pub fn resume(
        game: Arc<G>,
        config: EnvConfig,
        seed: u64,
        events: &[EventOf<G>],
    ) -> Result<Self, ResumeError> {
        let stepwise = EnvConfig { chance: Resolve::Stepwise, forced: Resolve::Stepwise, max_events: None };
        let mut env = Self::new(game, stepwise, seed);
        for (index, &event) in events.iter().enumerate() {
            let refuse = |reason: String| ResumeError { event: index as u32 + 1, reason };
            match (event, env.node) {
                (Event::Decision { seat, action }, Node::Decision(mover)) if seat == mover => {
                    env.step(action).map_err(|error| refuse(error.to_string()))?;
                }
                (Event::Chance(outcome), Node::Chance) => {
                    let rolled = env.dice.roll(&env.game.chance(&env.state));
                    if rolled != outcome {
                        let text = |outcome| env.game.outcome_text(&env.state, outcome);
                        let what = format!("'{}', but its seed rolls '{}'", text(outcome), text(rolled));
                        return Err(refuse(format!("the roll is {what}")));
                    }
                    let fell = env.game.apply_outcome_listed(&mut env.state, outcome, &mut env.legal);
                    fell.map_err(|error| refuse(error.to_string()))?;
                    env.events += 1;
                    env.settle();
                }
                (_, node) => return Err(refuse(format!("the node is {node:?}, the event is {event:?}"))),
            }
        }
        env.recent.clear();
        env.config = config;
        env.settle();
        Ok(env)
    }

    /// Starts over with other dice.
    pub fn reset(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.state = self.game.initial_state();
        self.events = 0;
        self.truncated = false;
        self.copies = AtomicU64::new(0);
        self.recent.clear();
        self.game.legal_actions(&self.state, &mut self.legal);
        self.settle();
    }

    /// Makes a decision for the seat to move.
    ///
    /// # Errors
    /// If the action is not legal, no decision is due, or the game has ended; nothing changes.
    pub fn step(&mut self, action: G::Action) -> Result<Step, IllegalAction> {
        let refuse = |reason: &str| {
            let action = self.game.action_text(&self.state, action);
            Err(IllegalAction { action, reason: reason.into(), rule: None })
        };
        if self.is_over() {
            return refuse("the game is over");
        }
        if self.node == Node::Chance {
            return refuse("dice are to be rolled first");
        }
        match self.legal.iter().position(|&legal| legal == action) {
            Some(choice) => self.step_choice(choice),
            // The rules say why not.
            None => match self.game.apply(&mut self.state.clone(), action) {
                Err(error) => Err(error),
                Ok(()) => refuse("it is not in the legal list"),
            },
        }
    }

    /// Makes the decision with this place in [`Env::legal`].
    ///
    /// # Errors
    /// If there is no such place, as where no decision is due; nothing changes.
    pub fn step_choice(&mut self, choice: usize) -> Result<Step, IllegalAction> {
        let (Node::Decision(seat), Some(&action)) = (self.node, self.legal.get(choice)) else {
            return Err(IllegalAction::choice(choice, self.legal.len()));
        };
        self.recent.clear();
        self.choose(seat, action, choice)?;
        self.settle();
        Ok(self.result())
    }

    /// Makes the decision with this id.
    ///
    /// # Errors
    /// As [`Env::step`]; an id that names no action is an error too.
    pub fn step_id(&mut self, id: ActionId) -> Result<Step, IllegalAction> {
        match self.game.action_from_id(id) {
            Some(action) => self.step(action),
            None => Err(IllegalAction {
                action: format!("action id {}", id.0),
                reason: format!("ids go from 0 to {}", self.game.action_count() - 1),
                rule: None,
            }),
        }
    }

    /// Rolls the dice that are due; `None`, and nothing changes, if none are. Needed only where
    /// [`EnvConfig::chance`] is [`Resolve::Stepwise`].
    pub fn roll(&mut self) -> Option<Step> {
        if self.truncated || self.node != Node::Chance {
            return None;
        }
        self.recent.clear();
        self.draw();
        self.settle();
        Some(self.result())
    }

    /// Replaces `out` by the ids of the legal actions, in canonical order.
    pub fn legal_ids(&self, out: &mut Vec<ActionId>) {
        out.clear();
        out.extend(self.legal.iter().map(|&action| self.game.action_id(action)));
    }

    /// Sets `mask[id]` for the legal actions and clears the rest. `mask` is `[action_count]`.
    ///
    /// # Panics
    /// If `mask` is shorter than [`ActionCodec::action_count`].
    pub fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        for &action in &self.legal {
            mask[usize::from(self.game.action_id(action).0)] = true;
        }
    }

    fn result(&self) -> Step {
        let rewards = match self.outcome() {
            Some(outcome) => outcome.returns,
            None => std::iter::repeat_n(0.0, self.game.facts().seat_count()).collect(),
        };
        Step { rewards, terminated: self.is_terminated(), truncated: self.truncated }
    }

    /// Goes on to the next node that the caller has a say in.
    fn settle(&mut self) {
        loop {
            self.node = self.game.node(&self.state);
            if self.node == Node::Terminal {
                return;
            }
            if self.config.max_events.is_some_and(|limit| self.events >= limit) {
                self.truncated = true;
                self.legal.clear();
                return;
            }
            match (self.node, &self.legal[..]) {
                (Node::Chance, _) if self.config.chance == Resolve::Automatic => self.draw(),
                (Node::Decision(seat), &[only]) if self.config.forced == Resolve::Automatic => {
                    self.choose(seat, only, 0).expect("the game calls this action legal");
                }
                _ => return,
            }
        }
    }

    fn choose(&mut self, seat: Seat, action: G::Action, choice: usize) -> Result<(), IllegalAction> {
        self.game.apply_listed(&mut self.state, &mut self.legal, choice)?;
        self.recent.push(Event::Decision { seat, action });
        self.events += 1;
        Ok(())
    }

    fn draw(&mut self) {
        let outcome = self.dice.roll(&self.game.chance(&self.state));
        let rolled = self.game.apply_outcome_listed(&mut self.state, outcome, &mut self.legal);
        rolled.expect("the dice draw what the game offers");
        self.recent.push(Event::Chance(outcome));
        self.events += 1;
    }
}

impl<G: Game> Env<G> {
    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.dice.seed()
    }

    /// The full truth: for umpires, records and perfect-information planners. Agents get [`Env::view`].
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who moves next.
    pub fn node(&self) -> Node {
        self.node
    }

    /// What a seat may know.
    pub fn view(&self, seat: Seat) -> G::View {
        self.game.view(&self.state, seat)
    }

    /// The legal actions in canonical order; empty unless a decision is due.
    pub fn legal(&self) -> &[G::Action] {
        &self.legal
    }

    /// What happened in the last reset, step or roll, in order: what a recorder writes down.
    pub fn recent(&self) -> &[EventOf<G>] {
        &self.recent
    }

    /// Decisions and rolls since the reset, forced ones included.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Whether the rules have ended the game.
    pub fn is_terminated(&self) -> bool {
        self.node == Node::Terminal
    }

    /// Whether the limit on events has ended the game.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Whether the game has ended, by the rules or by the limit.
    pub fn is_over(&self) -> bool {
        self.truncated || self.is_terminated()
    }

    /// How the game ended by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }
}

impl<G: Encode> Env<G> {
    /// Writes what a seat sees: `values` and `present` as [`Encode::observation_spec`] lays them out.
    pub fn observe(&self, seat: Seat, out: ObservationMut<'_>) {
        self.game.observe(&self.view(seat), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Setup;
    use crate::games::pig::{Pig, PigAction};

    fn pig() -> Arc<Pig> {
        Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap())
    }

    fn stepwise() -> EnvConfig {
        EnvConfig { chance: Resolve::Stepwise, ..EnvConfig::default() }
    }

    #[test]
    fn the_same_seed_gives_the_same_rolls() {
        let play = |seed| {
            let mut env = Env::new(pig(), EnvConfig::default(), seed);
            (0..20).map(|_| env.step(PigAction::Roll).map(|_| env.recent()[1]).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(play(3), play(3));
        assert_ne!(play(3), play(4));
    }

    #[test]
    fn a_clone_has_dice_of_its_own() {
        let mut env = Env::new(pig(), EnvConfig::default(), 3);
        let mut copies = [env.clone(), env.clone()];
        let roll = |env: &mut Env<Pig>| {
            (0..30).map(|_| env.step(PigAction::Roll).map(|_| env.recent()[1]).unwrap()).collect::<Vec<_>>()
        };
        let truth = roll(&mut env);
        let [first, second] = [roll(&mut copies[0]), roll(&mut copies[1])];
        assert!(truth != first && truth != second && first != second);
    }

    #[test]
    fn stepwise_dice_wait_for_the_caller() {
        let mut env = Env::new(pig(), stepwise(), 3);
        assert_eq!(env.roll(), None);
        env.step(PigAction::Roll).unwrap();
        assert_eq!((env.node(), env.legal().len()), (Node::Chance, 0));
        assert!(env.step(PigAction::Roll).unwrap_err().reason.contains("rolled first"));
        assert!(env.roll().is_some());
        assert_ne!(env.node(), Node::Chance);
    }

    #[test]
    fn a_resumed_game_rolls_on_as_if_it_had_not_stopped() {
        let mut whole = Env::new(pig(), EnvConfig::default(), 3);
        let mut events = Vec::new();
        for turn in 0..30 {
            whole.step(PigAction::Roll).unwrap();
            events.extend_from_slice(whole.recent());
            if turn == 9 {
                let resumed = Env::resume(pig(), EnvConfig::default(), 3, &events).unwrap();
                assert_eq!((resumed.state(), resumed.events()), (whole.state(), whole.events()));
            }
        }
        let mut resumed = Env::resume(pig(), EnvConfig::default(), 3, &events[..20]).unwrap();
        for event in events[20..].chunks(2) {
            resumed.step(PigAction::Roll).unwrap();
            assert_eq!(resumed.recent(), event);
        }
    }

    #[test]
    fn events_that_the_seed_did_not_roll_are_refused() {
        let mut env = Env::new(pig(), EnvConfig::default(), 3);
        env.step(PigAction::Roll).unwrap();
        let mut events = env.recent().to_vec();
        let refused = |events: &[EventOf<Pig>], seed| {
            Env::resume(pig(), EnvConfig::default(), seed, events).unwrap_err().to_string()
        };
        events.swap(0, 1);
        assert!(refused(&events, 3).starts_with("event 1: the node is Decision"), "a roll comes first");
        events.swap(0, 1);
        let Event::Chance(outcome) = events[1] else { panic!("the roll is an event") };
        events[1] = Event::Chance(crate::core::OutcomeIndex((outcome.0 + 1) % 6));
        assert!(refused(&events, 3).starts_with("event 2: the roll is 'die "));
    }

    #[test]
    fn a_choice_is_a_place_in_the_legal_list() {
        let mut env = Env::new(pig(), stepwise(), 3);
        let before = env.state().clone();
        let refused = env.step_choice(2).unwrap_err().to_string();
        assert!(refused.contains("'choice 2' - the legal list has 2 actions, counted from 0"), "{refused}");
        assert_eq!(env.state(), &before);
        let roll = env.legal().iter().position(|&action| action == PigAction::Roll).unwrap();
        env.step_choice(roll).unwrap();
        assert_eq!(
            env.recent(),
            [Event::Decision { seat: crate::core::Seat::new(0), action: PigAction::Roll }]
        );
        assert!(env.step_choice(0).is_err(), "the dice are to be rolled first");
    }

    #[test]
    fn truncation_is_no_termination() {
        let mut env = Env::new(pig(), EnvConfig { max_events: Some(2), ..EnvConfig::default() }, 3);
        let step = env.step(PigAction::Roll).unwrap();
        assert_eq!(
            (step.terminated, step.truncated, step.rewards[..].to_vec()),
            (false, true, vec![0.0, 0.0])
        );
        assert!(env.legal().is_empty() && env.outcome().is_none());
        assert!(env.step(PigAction::Hold).unwrap_err().reason.contains("over"));
        env.reset(4);
        assert_eq!((env.is_over(), env.legal().len()), (false, 2));
    }

    #[test]
    fn an_unknown_id_changes_nothing() {
        let mut env = Env::new(pig(), EnvConfig::default(), 3);
        let before = env.state().clone();
        assert!(env.step_id(ActionId(9)).unwrap_err().to_string().contains("ids go from 0 to 1"));
        assert_eq!(env.state(), &before);
        let mut mask = [false; 2];
        env.mask(&mut mask);
        assert_eq!(mask, [true, true]);
    }
}
