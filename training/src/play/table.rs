use spinward_env::core::{ActionCodec, Dice, Game, Node, Seat, stable_hash};

use super::PlayError;
use crate::games::{DecisionRecord, GameRecord};

/// A game being played and recorded. Its dice follow from the run's seed and its number alone.
#[derive(Debug)]
pub(super) struct Table<'g, G: Game> {
    pub(super) game: &'g G,
    pub(super) state: G::State,
    dice: Dice,
    record: GameRecord,
    pub(super) legal: Vec<G::Action>,
}

/// What one search (or a rule) thought of a decision.
pub(super) struct Thought {
    /// See [`DecisionRecord::policy`].
    pub(super) policy: Vec<(u16, u16)>,
    /// See [`DecisionRecord::values`].
    pub(super) values: Vec<f32>,
    /// See [`DecisionRecord::visits`].
    pub(super) visits: u32,
}

/// The seed of one game of a run for one purpose.
pub(super) fn game_seed(run_seed: u64, game: u64, purpose: &str) -> u64 {
    stable_hash(&(purpose, run_seed, game))
}

impl<'g, G: Game + ActionCodec> Table<'g, G> {
    pub(super) fn new(game: &'g G, run_seed: u64, number: u64, network: &str) -> Self {
        Self {
            game,
            state: game.initial_state(),
            dice: Dice::new(game_seed(run_seed, number, "dice")),
            record: GameRecord {
                game: number,
                network: network.into(),
                events: Vec::new(),
                returns: Vec::new(),
                margins: Vec::new(),
                decisions: Vec::new(),
            },
            legal: Vec::new(),
        }
    }

    /// The game's number in the run.
    pub(super) fn number(&self) -> u64 {
        self.record.game
    }

    /// Rolls dice and makes forced decisions until a seat has a choice, whose actions are then in `legal`; `None` when
    /// the game is over.
    pub(super) fn advance(&mut self) -> Result<Option<Seat>, PlayError> {
        loop {
            match self.game.node(&self.state) {
                Node::Chance => {
                    let outcome = self.dice.roll(&self.game.chance(&self.state));
                    self.record.events.push(outcome.index() as u16);
                    self.game.apply_outcome(&mut self.state, outcome).map_err(|error| PlayError::Game {
                        game: self.number(),
                        reason: error.to_string(),
                    })?;
                }
                Node::Decision(seat) => {
                    self.game.legal_actions(&self.state, &mut self.legal);
                    match self.legal[..] {
                        [forced] => self.play(forced)?,
                        _ => return Ok(Some(seat)),
                    }
                }
                Node::Terminal => return Ok(None),
            }
        }
    }

    /// Makes a decision; with a thought it is recorded to be learnt from.
    pub(super) fn decide(&mut self, action: G::Action, thought: Option<Thought>) -> Result<(), PlayError> {
        if let Some(Thought { policy, values, visits }) = thought {
            let event = self.record.events.len() as u32;
            self.record.decisions.push(DecisionRecord { event, policy, values, visits });
        }
        self.play(action)
    }

    fn play(&mut self, action: G::Action) -> Result<(), PlayError> {
        self.record.events.push(self.game.action_id(action).0);
        self.game
            .apply(&mut self.state, action)
            .map_err(|error| PlayError::Game { game: self.number(), reason: error.to_string() })
    }

    /// The record of the finished game.
    pub(super) fn finish(mut self) -> GameRecord {
        if let Some(outcome) = self.game.outcome(&self.state) {
            self.record.returns = outcome.returns.to_vec();
            self.record.margins = outcome.margins.to_vec();
        }
        self.record
    }
}
