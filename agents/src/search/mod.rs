//! One search for every game, pulled by its driver: Gumbel AlphaZero (or UCT) over decisions, dice, several
//! seats and hidden information. No thread, no clock and no evaluator inside.
//!
//! ```
//! use std::sync::Arc;
//! use spinward_agents::search::{Search, SearchConfig, Step};
//! use spinward_agents::evaluator::Evaluation;
//! use spinward_env::core::{Game, Seat, Setup};
//! use spinward_env::games::pig::Pig;
//!
//! let game = Arc::new(Pig::from_setup(&Setup::new("pig"))?);
//! let view = game.view(&game.initial_state(), Seat::new(0));
//! let mut search = Search::new(Arc::clone(&game), SearchConfig::default())?;
//! search.begin(7);
//! search.start(&view, Some(100))?;
//! let decision = loop {
//!     match search.step() {
//!         Step::Evaluate(positions) => {
//!             let answers: Vec<Evaluation> = positions
//!                 .iter()
//!                 .map(|p| Evaluation {
//!                     logits: vec![0.0; p.actions.len()],
//!                     values: [0.0, 0.0].into_iter().collect(),
//!                 })
//!                 .collect();
//!             search.answer(&answers)?;
//!         }
//!         Step::Decided(decision) => break decision,
//!     }
//! };
//! assert_eq!(decision.report.visits, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read on in this order: [`SearchConfig`], [`gumbel`] (selection), [`chance`] (which outcome is shown next),
//! `tree` (nodes and values), [`Search`], `descend` and `worlds` (a simulation where all is known, and where not).
//!
//! Nodes hold no states. A simulation replays from the root, or from the last node on its way whose state is among the
//! few that `waypoints` keeps, whatever the size of the tree.
//!
//! **What is searched.** Where everything is known, positions form a tree with explicit chance nodes. Where
//! something is hidden or sealed, every simulation draws a world from [`Game::sample_world`], decisions are
//! found again by the view of the seat that decides, dice are drawn, and in a sealed stage the decisions of
//! other seats are drawn from the policy as if they were dice. That is information-set search: it does not
//! bluff on purpose, it values no information that a decision would bring or give away, and its strategy need
//! not be near an equilibrium.
//!
//! [`Game::sample_world`]: spinward_env::core::Game::sample_world

mod agent;
pub mod chance;
mod config;
mod descend;
pub mod gumbel;
mod position;
mod report;
mod run;
mod select;
mod simulate;
mod tree;
mod waypoints;
mod worlds;

pub use agent::SearchAgent;
pub use config::{ChanceLeaf, Rescale, SearchConfig, Selection};
pub use position::{Encoded, Position, PositionEvaluator};
pub use run::{Search, Step, TreeMemory};
