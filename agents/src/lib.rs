//! Everything that decides: baselines, search, networks.
//!
//! Read on in this order: [`agent`] (what an agent is), [`baseline`] (agents that learn nothing), [`evaluator`]
//! (what values a position), [`search`], [`evaluators`] (those that need no network), [`net`] (networks), [`policy`]
//! (play without search), [`roster`] (agents by name), [`mod@identity`] (which of them are the same), [`values`] (evaluators by name), [`session`] (a game with people
//! at the table), [`protocol`] (an opponent for other programs), [`solve`] (exact answers to measure against). [`file`](mod@file) reads and writes whole files.

mod adviser;
pub mod agent;
pub mod baseline;
pub mod evaluator;
pub mod evaluators;
pub mod file;
pub mod identity;
mod names;
pub mod net;
pub mod policy;
pub mod protocol;
pub mod roster;
pub mod search;
pub mod session;
pub mod solve;
pub mod values;
