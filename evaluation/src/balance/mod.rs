//! Balance: equal agents on all sides, the options of a game as the factor. How much each side wins under each setting,
//! what a setting changes, and the **fair handicap**: the head start at which equal agents win half.
//!
//! Read on in this order: [`plan`] (factors and variants), [`run`] (the games, on all cores), [`curve`] (the fair
//! handicap and its interval), [`search`] (which handicaps are played), [`report`] (what came out), [`config`] (the file).

pub mod config;
pub mod curve;
pub mod plan;
pub mod report;
pub mod run;
pub mod search;

#[cfg(test)]
mod tests;
