//! Exact answers for games that are small enough: the truth that searches and networks are measured against.
//!
//! [`solve`] knows the value of every position of a two-seat zero-sum game with perfect information, with dice
//! or without, where positions may recur. [`cfr`] finds an equilibrium where cards are hidden, and
//! [`best_response_value`] proves how near it is.

mod hidden;
mod perfect;

pub use hidden::{Strategy, best_response_value, cfr, expected_value, exploitability};
pub use perfect::{Solution, solve};

use spinward_env::core::{Game, Information, Utility};
use thiserror::Error;

/// Why a game could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The solver can't solve games of this kind.
    #[error("can't solve this game: {0}")]
    Unsuited(&'static str),
    /// There are too many positions.
    #[error("can't solve this game: it has more than {0} positions")]
    TooLarge(usize),
}

fn require_two_seats_zero_sum<G: Game>(game: &G) -> Result<(), SolveError> {
    let facts = game.facts();
    if facts.seat_count() != 2 || facts.utility != Utility::ZeroSum {
        return Err(SolveError::Unsuited("the solver needs two seats whose returns sum to zero"));
    }
    Ok(())
}

fn require_perfect_information<G: Game>(game: &G) -> Result<(), SolveError> {
    if game.facts().information != Information::Perfect || game.facts().simultaneous {
        return Err(SolveError::Unsuited("the solver needs perfect information"));
    }
    Ok(())
}
