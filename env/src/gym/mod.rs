//! Environments: [`Env`] is one game with its umpire, [`VecEnv`] many games of one kind stepped together into
//! batch buffers. No threads, no IO: a caller that wants both cores runs one `VecEnv` on each.
//!
//! ```
//! use std::sync::Arc;
//! use spinward_env::core::{Game, Node, Setup};
//! use spinward_env::games::pig::Pig;
//! use spinward_env::gym::{Env, EnvConfig};
//!
//! let game = Arc::new(Pig::from_setup(&Setup::new("pig"))?);
//! let mut env = Env::new(game, EnvConfig::default(), 7);
//! while let Node::Decision(seat) = env.node() {
//!     let _view = env.view(seat);
//!     let step = env.step(env.legal()[0])?;
//!     assert_eq!(step.rewards.len(), 2);
//! }
//! assert!(env.is_terminated());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod env;

pub use batch::{Autoreset, LaneError, ObservationBatch, VecConfig, VecEnv};
pub use env::{Env, EnvConfig, Resolve, ResumeError, Step};
