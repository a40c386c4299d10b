//! Self-play, shards, learner, checkpoints.

#![forbid(unsafe_code)]

pub mod config;
pub mod games;
pub mod samples;
