use std::fmt;

use thiserror::Error;

/// An action that the rules refuse; the state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal action: '{action}' - {reason}{}; state unchanged", .rule.map(|r| format!(" (rule {r})")).unwrap_or_default())]
pub struct IllegalAction {
    /// The action in the game's notation.
    pub action: String,
    /// Why it is refused, as a clause.
    pub reason: String,
    /// The id of the rule that refuses it, where one rule does.
    pub rule: Option<&'static str>,
}

impl IllegalAction {
    /// Choice `choice`, counted from 0, of a legal list of `listed` actions, which has no such place.
    pub fn choice(choice: usize, listed: usize) -> Self {
        Self {
            action: format!("choice {choice}"),
            reason: format!("the legal list has {listed} actions, counted from 0"),
            rule: None,
        }
    }
}

/// An outcome that the chance node at hand does not have; the state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("impossible outcome {outcome}: {reason}; state unchanged")]
pub struct IllegalOutcome {
    /// The index that was given.
    pub outcome: usize,
    /// Why it can't be, as a clause.
    pub reason: String,
}

/// Text that is not an action, an outcome or a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("can't read '{text}': {reason}")]
pub struct ParseError {
    /// The text, or the part of it, that can't be read.
    pub text: String,
    /// What was expected instead, as a clause.
    pub reason: String,
}

/// One thing that is wrong with a [`Setup`](super::Setup).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at}: {problem}")]
pub struct SetupFault {
    /// Where: `game`, `scenario`, `preset`, or the key of an option.
    pub at: String,
    /// What is wrong and what would be right, as a sentence without a full stop.
    pub problem: String,
}

/// Everything that is wrong with a [`Setup`](super::Setup), not just the first thing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}
