//! Everything that decides: baselines, search, networks.
//!
//! Read on in this order: [`agent`] (what an agent is), [`evaluator`] (what values a position).

pub mod agent;
pub mod evaluator;
