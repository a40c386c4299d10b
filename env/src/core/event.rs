use super::{Game, OutcomeIndex, Seat};

/// One thing that happened in a game: what a replay has a line for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event<A> {
    /// This seat decided.
    Decision {
        /// Who.
        seat: Seat,
        /// What.
        action: A,
    },
    /// The umpire drew.
    Chance(OutcomeIndex),
}

/// An [`Event`] of game `G`.
pub type EventOf<G> = Event<<G as Game>::Action>;
