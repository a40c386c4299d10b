//! Self-play, shards, learner, checkpoints.

#![forbid(unsafe_code)]
