//! A game at a table, for people and agents, without any terminal: whose turn it is, what may be chosen and what
//! that means, what has happened, undo, hints, and the game as a replay that can be gone on with.
//!
//! [`Table`] is the typed game; frontends drive it as a [`Session`], which is the same for every game. A person
//! sees his seat's view and no more: events that he can't tell from others are not told.

mod choice;
mod log;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use spinward_env::core::{Outcome, ResolvedSetup, Seat};
use spinward_env::gym::ResumeError;
use spinward_env::record::ReplayError;
use spinward_env::scene::Scene;
use thiserror::Error;

use crate::agent::AgentError;
use crate::roster::{AgentSpec, AgentSpecError};

pub use choice::{Choice, Miss, find};
pub use log::{Entry, Roll};
pub use table::Table;

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Someone at the frontend.
    Person,
    /// An agent.
    Agent(AgentSpec),
}

/// How a person is written where an agent could stand, in options and in replays.
const PERSON: &str = "person";

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<Self, AgentSpecError> {
        if text == PERSON { Ok(Self::Person) } else { text.parse().map(Self::Agent) }
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat's person chooses: [`Session::choose`].
    Person(Seat),
    /// This seat's agent decides: [`Session::advance`].
    Agent(Seat),
    /// This seat has one legal action: [`Session::advance`].
    Forced(Seat),
    /// Dice fall: [`Session::advance`].
    Dice,
    /// The game is over.
    Over,
}

/// What an agent would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The agent.
    pub adviser: String,
    /// Index of its choice in [`Session::choices`].
    pub choice: usize,
    /// What it expects for the seat that decides, 0 (the worst return) to 1 (the best); `None`: it does not say.
    pub expects: Option<f32>,
    /// Other choices that it looked at, with what it expects of them, the best first.
    pub others: Vec<(usize, f32)>,
}

/// Why a session does not do what it was asked to.
#[derive(Debug, Error)]
pub enum SessionError {
    /// There is no such choice, or nobody is to choose.
    #[error("{0}")]
    NoChoice(String),
    /// There is nothing to take back.
    #[error("{0}")]
    NoUndo(&'static str),
    /// An agent can't be made.
    #[error(transparent)]
    Spec(#[from] AgentSpecError),
    /// An agent failed or chose what the rules refuse.
    #[error("{agent} as {seat} failed: {reason}")]
    Agent {
        /// Who it is.
        agent: String,
        /// Its seat by name.
        seat: String,
        /// What went wrong.
        reason: String,
    },
    /// An adviser failed.
    #[error("no hint: {0}")]
    Hint(#[from] AgentError),
    /// A saved game can't be read.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A saved game can't be gone on with.
    #[error(transparent)]
    Resume(#[from] ResumeError),
}

/// A game under way, the same for every game.
pub trait Session {
    /// The title of the game.
    fn title(&self) -> &'static str;

    /// What is played.
    fn setup(&self) -> &ResolvedSetup;

    /// The seed of the dice.
    fn seed(&self) -> u64;

    /// The abbreviations of the game, each with what it means.
    fn glossary(&self) -> Vec<(String, String)>;

    /// The names of the seats.
    fn seats(&self) -> &[&'static str];

    /// Who plays them.
    fn players(&self) -> &[Player];

    /// Whose view is shown: the person's seat; of several persons the one who decides, or did so last.
    fn viewer(&self) -> Seat;

    /// What happens next.
    fn turn(&self) -> Turn;

    /// What the person is asked; empty unless it is his turn.
    fn question(&self) -> String;

    /// What the person may choose, in canonical order; empty unless it is his turn.
    fn choices(&self) -> &[Choice];

    /// The drawing of what the viewer sees.
    fn scene(&self) -> Scene;

    /// How many events there were.
    fn events(&self) -> usize;

    /// What happened from event `from` on (0: the first), as the viewer knows it.
    fn log(&self, from: usize) -> Vec<Entry>;

    /// The person's choice, an index into [`Session::choices`].
    ///
    /// # Errors
    /// If there is no such choice; nothing changes.
    fn choose(&mut self, choice: usize) -> Result<(), SessionError>;

    /// The next event that no person chooses: a roll, an agent's decision, a forced one. Nothing happens where a
    /// person is to choose or the game is over.
    ///
    /// # Errors
    /// If an agent fails; nothing changes.
    fn advance(&mut self) -> Result<(), SessionError>;

    /// Takes the last choice of a person back, with what followed from it. Where dice have fallen since, it stays;
    /// where something is hidden or sealed, also where another seat has decided since.
    ///
    /// # Errors
    /// Why nothing is taken back.
    fn undo(&mut self) -> Result<(), SessionError>;

    /// Asks the adviser what he would choose; he thinks in a thread of his own, about this choice alone.
    ///
    /// # Errors
    /// If no person is to choose.
    fn ask_hint(&mut self) -> Result<(), SessionError>;

    /// What the adviser would choose, once he knows; `None`: he is still thinking, or was not asked.
    fn hint_given(&mut self) -> Option<Result<Hint, SessionError>>;

    /// Whether the adviser is thinking.
    fn is_advised(&self) -> bool;

    /// The adviser need not think any more.
    fn cancel_hint(&mut self);

    /// What the adviser would choose, waited for.
    ///
    /// # Errors
    /// If no person is to choose, or the adviser fails.
    fn hint(&mut self) -> Result<Hint, SessionError>;

    /// The game so far as a replay: what [`Table::load`] goes on from.
    fn replay(&self) -> String;

    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
}
