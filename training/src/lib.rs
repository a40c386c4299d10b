//! Training by self-play: games, shards, learner, checkpoints.
//!
//! A run is a row of generations. Each plays games, then learns from the newest part of all games: generation 0 copies
//! the scripted agent, the others play against themselves. `spinward train` calls [`train`]; the same call goes on with a
//! run that was stopped or killed.
//!
//! Read on in this order: [`config`] (what a run is told), [`variations`] (the games it plays), [`play`] (workers that play games), [`games`] (finished games
//! on disk), [`samples`] (from games to what is learnt), `learner` (gradient descent, feature `torch`), [`checkpoint`],
//! `run` (how it all goes round, feature `torch`), [`folder`], [`metrics`], [`console`] and [`bundle`] (what a run leaves).
//!
//! [`measure`] says what self-play costs, `gpu_check` measures a machine. Learning needs libtorch, behind feature `torch`; everything else works without it.

#![forbid(unsafe_code)]

pub mod bundle;
pub mod checkpoint;
pub mod config;
pub mod console;
mod error;
pub mod folder;
pub mod games;
#[cfg(feature = "torch")]
pub mod gpu_check;
#[cfg(feature = "torch")]
pub mod learner;
pub mod measure;
pub mod metrics;
pub mod play;
#[cfg(feature = "torch")]
mod run;
pub mod samples;
pub mod screen;
mod sealed;
mod stop;
mod tensorboard;
mod train;
pub mod variations;

pub use error::TrainError;
pub use stop::Stop;
pub use train::{Ended, TrainOptions, Trained, train};
