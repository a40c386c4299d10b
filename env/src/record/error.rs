use thiserror::Error;

use crate::core::SetupFaults;

/// The first line of a replay that is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.told_at(*.line))]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// What is wrong with a line of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayFault {
    /// It is no line of a replay.
    #[error("not a line of a replay: {0}")]
    Malformed(String),
    /// The line stops in its middle.
    #[error("cut off at column {column}; without this line the replay is whole up to event {events}")]
    CutLine {
        /// Where it stops, counted from 1.
        column: usize,
        /// How many events stand in whole lines before it.
        events: u32,
    },
    /// There is nothing at all.
    #[error("the file is empty")]
    Empty,
    /// The lines stop before the result: the file was cut off here.
    #[error("the replay ends here, before its result")]
    CutOff,
    /// There is more after the result.
    #[error("the replay goes on after its result")]
    AfterEnd,
    /// The header names a game or setup that can't be opened.
    #[error("{0}")]
    Setup(SetupFaults),
    /// The replay says one thing and the game another.
    #[error("{what} differs: the replay says {file}, the game says {game}")]
    Differs {
        /// What differs: `rules version`, `view of seat 1`, `action id`.
        what: String,
        /// What the replay says.
        file: String,
        /// What the game says.
        game: String,
    },
    /// The event can't happen in the position it stands at.
    #[error("this can't happen here: {0}")]
    Impossible(String),
}

impl ReplayFault {
    pub(super) fn differs(what: impl Into<String>, file: impl ToString, game: impl ToString) -> Self {
        Self::Differs { what: what.into(), file: file.to_string(), game: game.to_string() }
    }

    fn told_at(&self, line: usize) -> String {
        match self {
            Self::Empty => self.to_string(),
            Self::CutLine { column, .. } if line == 1 => {
                format!("line 1: cut off at column {column}, so nothing of the replay is left")
            }
            _ => format!("line {line}: {self}"),
        }
    }

    pub(super) fn at(self, line: usize) -> ReplayError {
        ReplayError { line, fault: self }
    }
}
