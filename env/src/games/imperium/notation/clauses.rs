//! Lines of clauses, `name; key value; flag`: how steps, moments and books are written and read.

use std::fmt::{self, Display};

use super::words::unreadable;
use crate::core::ParseError;

/// A line being written.
#[derive(Clone, Debug)]
pub(super) struct Clauses(String);

impl Clauses {
    pub(super) fn new(name: impl Display) -> Self {
        Self(name.to_string())
    }

    /// Adds `; key value`.
    pub(super) fn with(mut self, key: &str, value: impl Display) -> Self {
        self.0 += &format!("; {key} {value}");
        self
    }

    /// Adds `; key value` where there is a value.
    pub(super) fn maybe(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds `; word` where it is true.
    pub(super) fn flag(mut self, word: &str, on: bool) -> Self {
        if on {
            self.0 += &format!("; {word}");
        }
        self
    }
}

impl Display for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A line being read: every clause must be asked for exactly once.
#[derive(Debug)]
pub(super) struct Reader<'t> {
    line: &'t str,
    /// The first clause.
    pub(super) name: &'t str,
    rest: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(line: &'t str) -> Self {
        let mut parts = line.split("; ");
        Self { line, name: parts.next().unwrap_or_default(), rest: parts.collect() }
    }

    /// The value of this key, if it is there.
    pub(super) fn maybe(&mut self, key: &str) -> Option<&'t str> {
        let value = |part: &'t str| part.strip_prefix(key)?.strip_prefix(' ');
        let at = self.rest.iter().position(|part| value(part).is_some())?;
        value(self.rest.remove(at))
    }

    /// The value of this key.
    pub(super) fn get(&mut self, key: &str) -> Result<&'t str, ParseError> {
        self.maybe(key).ok_or_else(|| unreadable(self.line, format!("'; {key} …' is missing")))
    }

    /// Whether this word stands alone between semicolons.
    pub(super) fn flag(&mut self, word: &str) -> bool {
        let at = self.rest.iter().position(|part| *part == word);
        at.map(|at| self.rest.remove(at)).is_some()
    }

    /// Refuses what was not asked for.
    pub(super) fn finish(self) -> Result<(), ParseError> {
        match self.rest.first() {
            None => Ok(()),
            Some(part) => Err(unreadable(part, format!("'{}' does not take this", self.name))),
        }
    }
}
