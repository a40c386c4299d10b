use std::sync::Arc;

use thiserror::Error;

use super::line::{BodyLine, EndKind, Header, hex, to_json, view_hashes};
use crate::core::{ActionCodec, Event, EventOf, Game, IllegalAction, IllegalOutcome, Node, Notation};

/// Turns a game into lines while it is played. It follows the game on a state of its own, so that it can only
/// write down what really can happen.
#[derive(Debug)]
pub struct ReplayWriter<G: Game> {
    game: Arc<G>,
    state: G::State,
    events: u32,
}

/// An event that can't happen in the position the writer stands at; nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The rules refuse the decision.
    #[error(transparent)]
    Action(#[from] IllegalAction),
    /// The chance node has no such outcome.
    #[error(transparent)]
    Outcome(#[from] IllegalOutcome),
    /// It is another seat's decision, or no decision at all.
    #[error("event {event}: {reason}")]
    OutOfTurn {
        /// The event, counted from 1.
        event: u32,
        /// What was expected.
        reason: String,
    },
}

/// Goes on to where an event leads.
///
/// # Errors
/// If it can't happen here.
pub(super) fn follow<G: Game>(
    game: &G,
    state: &mut G::State,
    number: u32,
    event: EventOf<G>,
) -> Result<(), RecordError> {
    match event {
        Event::Decision { seat, action } => {
            let node = game.node(state);
            if node != Node::Decision(seat) {
                let reason = format!("{seat} can't decide here, the node is {node:?}");
                return Err(RecordError::OutOfTurn { event: number, reason });
            }
            game.apply(state, action)?;
        }
        Event::Chance(outcome) => game.apply_outcome(state, outcome)?,
    }
    Ok(())
}

impl<G: Game + ActionCodec + Notation> ReplayWriter<G> {
    /// A writer at the start of a game, and the header line. `players` says who plays each seat, or is empty.
    pub fn new(game: Arc<G>, seed: u64, players: Vec<String>) -> (Self, String) {
        let header = Header::new(&*game, seed, players).to_line();
        let state = game.initial_state();
        (Self { game, state, events: 0 }, header)
    }

    /// The line of the next event, without a line end.
    ///
    /// # Errors
    /// If the event can't happen here.
    pub fn event(&mut self, event: EventOf<G>) -> Result<String, RecordError> {
        let number = self.events + 1;
        let before = self.state.clone();
        let views = |state: &G::State| view_hashes(&*self.game, state).into_iter().map(hex).collect();
        follow(&*self.game, &mut self.state, number, event)?;
        let line = match event {
            Event::Decision { seat, action } => BodyLine::Decision {
                event: number,
                seat: seat.index(),
                action: self.game.action_text(&before, action),
                id: self.game.action_id(action).0,
                views: views(&self.state),
            },
            Event::Chance(outcome) => BodyLine::Chance {
                event: number,
                outcome: self.game.outcome_text(&before, outcome),
                index: outcome.0,
                views: views(&self.state),
            },
        };
        self.events = number;
        Ok(to_json(&line))
    }

    /// The last line: the result, or that the game was stopped before it had one.
    pub fn end(&self) -> String {
        let outcome = self.game.outcome(&self.state);
        to_json(&BodyLine::End {
            end: self.events,
            result: if outcome.is_some() { EndKind::Terminated } else { EndKind::Truncated },
            returns: outcome.as_ref().map(|o| o.returns.to_vec()),
            margins: outcome.as_ref().map(|o| o.margins.to_vec()),
        })
    }

    /// The position that the lines so far lead to.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}
