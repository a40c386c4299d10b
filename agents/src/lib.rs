//! Everything that decides: baselines, search, networks.
//!
//! Read on in this order: [`agent`] (what an agent is), [`baseline`] (agents that learn nothing), [`evaluator`]
//! (what values a position), [`net`] (networks), [`roster`] (agents by name).

pub mod agent;
pub mod baseline;
pub mod evaluator;
mod names;
pub mod net;
pub mod roster;
