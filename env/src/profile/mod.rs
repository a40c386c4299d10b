//! What players did in a game, beside how it ended: named counters that a game reads off its own events. The command
//! that adds them up over many games knows no game.

use crate::core::{EventOf, Game, Seat};

/// A game that tells what its players did.
pub trait Profile: Game {
    /// The series that the game keeps, in the order in which they are shown; none: it declares no profile.
    fn profile_series() -> &'static [Series] {
        &[]
    }

    /// Adds to `marks` what an event that led from `before` to `after` stands for, forced decisions after it among them.
    fn profile(
        &self,
        _before: &Self::State,
        _event: &EventOf<Self>,
        _after: &Self::State,
        _marks: &mut Vec<Mark>,
    ) {
    }
}

/// A kind of thing that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// Its name in documents for machines.
    pub key: &'static str,
    /// What is counted, as a heading.
    pub title: &'static str,
    /// How the marks of a turn come together.
    pub kind: SeriesKind,
}

/// How the marks of a turn come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// Things that happen: a game's sum over its turns is its total.
    Sum,
    /// A quantity at the end of each turn: a game's total is its mean over the turns played.
    Level,
}

/// One thing that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The key of its [`Series`].
    pub series: &'static str,
    /// What exactly: a class, a place.
    pub item: String,
    /// Whose it is.
    pub seat: Seat,
    /// The game's turn, from 1.
    pub turn: u32,
    /// How many or how much.
    pub amount: i32,
}

/// Writes the marks of an event.
#[derive(Debug)]
pub struct Scribe<'a> {
    /// The turn that it writes down, from 1.
    pub turn: u32,
    /// Where to.
    pub marks: &'a mut Vec<Mark>,
}

impl Scribe<'_> {
    /// One mark.
    pub fn note(&mut self, series: &'static str, item: impl Into<String>, seat: Seat, amount: i32) {
        self.marks.push(Mark { series, item: item.into(), seat, turn: self.turn, amount });
    }
}
