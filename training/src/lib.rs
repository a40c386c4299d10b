//! Self-play, shards, learner, checkpoints.

#![forbid(unsafe_code)]

pub mod checkpoint;
pub mod config;
pub mod games;
pub mod play;
pub mod samples;
mod sealed;
mod stop;

pub use stop::Stop;
