//! Who plays whom: paired games on all cores, one thread per worker, stopped between games and resumed.
//!
//! A [`ArenaPlan`] says what is played, [`run()`] plays it into an [`ArenaRecord`], and [`scores`](mod@scores) tells
//! what the games of two agents came to.

mod plan;
mod record;
mod run;
pub mod scores;

pub use crate::saved::Saved;
pub use plan::{ArenaPlan, GameKey, SprtPlan, Thinking, Which};
pub use record::{ArenaRecord, PlayedGame, ResumeError};
pub use run::{ArenaError, Control, KeepError, OnGame, run};

#[cfg(test)]
mod tests;
