use spinward_agents::file::{FileError, in_words};
use spinward_agents::net::WeightsError;
use spinward_env::core::SetupFaults;
use thiserror::Error;

use crate::checkpoint::CheckpointError;
use crate::config::ConfigError;
use crate::games::ShardError;
#[cfg(feature = "torch")]
use crate::learner::LearnerError;
use crate::play::PlayError;

/// Why training did not start or go on. Whatever was finished before is on disk.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The configuration can't be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The setup can't be used.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
    /// A checkpoint can't be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Weights can't be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A shard can't be written.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A game could not be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Learning failed.
    #[cfg(feature = "torch")]
    #[error(transparent)]
    Learner(#[from] LearnerError),
    /// A file can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// What was measured can't be written.
    #[error("can't write the output: {}", in_words(.0))]
    Output(std::io::Error),
    /// Another process trains in this folder.
    #[error("{run}: another process is training there; --run takes another folder")]
    Busy {
        /// The folder.
        run: String,
    },
    /// The folder holds another run.
    #[error("{run} holds a run whose {key} is not the same; --run takes another folder")]
    OtherRun {
        /// The folder.
        run: String,
        /// The key that differs.
        key: &'static str,
    },
    /// A checkpoint or bundle is of another network than the configuration.
    #[error("{place} holds a network of {found}, the configuration asks for {wanted}")]
    OtherNetwork {
        /// The checkpoint or bundle.
        place: String,
        /// The size of its network.
        found: String,
        /// The size in the configuration.
        wanted: String,
    },
    /// A bundle can't be read, written or started from.
    #[error("bundle {path}: {reason}")]
    Bundle {
        /// The file.
        path: String,
        /// Why, as a clause.
        reason: String,
    },
    /// No game of the window can be learnt from.
    #[error("generation {generation} has no decision to learn from: every game is forced or damaged")]
    NothingToLearn {
        /// The generation.
        generation: u32,
    },
    /// A device computes something else than pure Rust does.
    #[error("{device} disagrees with pure Rust: logits differ by {difference}")]
    Disagreement {
        /// The device.
        device: String,
        /// The largest difference of two logits.
        difference: f32,
    },
    /// This program was built without libtorch.
    #[error(
        "learning needs libtorch, and this program was built without it: `cargo xtask setup` provides it, `cargo xtask train` builds with it (feature `torch`) and trains"
    )]
    NoTorch,
}
