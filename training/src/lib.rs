//! Self-play, shards, learner, checkpoints.
