use thiserror::Error;

use crate::core::SetupFaults;

/// The first line of a replay that is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// What is wrong with a line of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayFault {
    /// It is no line of a replay, or a cut-off one.
    #[error("not a line of a replay: {0}")]
    Malformed(String),
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

    pub(super) fn at(self, line: usize) -> ReplayError {
        ReplayError { line, fault: self }
    }
}
