//! Rules engines of interstellar board wargames, wrapped as gym-style environments.
//!
//! A game is rules + scenario + options, immutable and shared; its state is a small value that planners
//! clone. Dice are explicit: the engine names the outcomes of a chance node with exact weights, and an umpire
//! draws. One whole game:
//!
//! ```
//! use spinward_env::core::{Dice, Game, Node, Setup, planner_rng, uniform_index};
//! use spinward_env::games::pig::Pig;
//!
//! let game = Pig::from_setup(&Setup::new("pig"))?;
//! let (mut dice, mut rng) = (Dice::new(7), planner_rng(7, 0));
//! let (mut state, mut legal) = (game.initial_state(), Vec::new());
//! loop {
//!     match game.node(&state) {
//!         Node::Decision(_) => {
//!             game.legal_actions(&state, &mut legal);
//!             game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())])?;
//!         }
//!         Node::Chance => {
//!             let outcome = dice.roll(&game.chance(&state));
//!             game.apply_outcome(&mut state, outcome)?;
//!         }
//!         Node::Terminal => break,
//!     }
//! }
//! assert_eq!(game.outcome(&state).unwrap().returns.iter().sum::<f32>(), 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read on in this order: [`core`] (the vocabulary), [`games`] (the registry), [`encode`], [`doctrine`],
//! [`scene`], [`profile`], [`gym`] (environments), [`record`] (replays and setups as text), and
//! behind feature `conformance` the battery that every game passes.

#![forbid(unsafe_code)]

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod core;
pub mod doctrine;
pub mod encode;
mod figures;
pub mod games;
pub mod gym;
pub mod profile;
pub mod record;
pub mod scene;
