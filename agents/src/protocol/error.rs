//! Why a request is refused.

use serde::Serialize;
use serde_json::Value;

/// The closed list of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is no `verb {json object}` in UTF-8.
    BadJson,
    /// The line is longer than [`MAX_LINE`](super::MAX_LINE).
    TooLong,
    /// There is no such verb.
    UnknownVerb,
    /// There is no such option.
    UnknownOption,
    /// A field is missing, or its value is none that it takes.
    BadValue,
    /// `hello` comes first.
    NotReady,
    /// `new` comes first.
    NoSession,
    /// There is no such game.
    UnknownGame,
    /// There is no such preset or option of the game, or the value is none that it takes.
    BadRuleset,
    /// The game can't be opened so: no such scenario, no such agent for it.
    BadSetup,
    /// The event can't happen in this position.
    IllegalAction,
    /// It is about another position, or a search that is over.
    Stale,
    /// Host and engine see different things.
    Desync,
    /// It is not the session's seat that decides.
    NotYourSeat,
    /// The seat can't know that.
    HiddenState,
    /// The engine does not do that.
    Unsupported,
    /// A search is under way.
    Busy,
    /// There is not enough memory.
    OutOfMemory,
    /// The engine is at fault.
    Internal,
}

/// A request that is refused; nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) code: Code,
    /// What is wrong, where, and what would be right: a sentence without a full stop.
    pub(super) message: String,
    /// The same for programs.
    pub(super) detail: Option<Value>,
}

impl Refusal {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: None }
    }

    pub(super) fn with(self, detail: Value) -> Self {
        Self { detail: Some(detail), ..self }
    }
}
