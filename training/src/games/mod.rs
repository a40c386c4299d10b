//! Finished games on disk: records, shards, and the store that holds those of a run.

mod record;
mod shard;
mod store;

pub use record::{DecisionRecord, GameRecord, ReplayMismatch};
pub use shard::{Journal, Shard, ShardError, ShardHeader};
pub use store::{GameStore, SHARD_GAMES, ShardEntry};
