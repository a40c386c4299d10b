//! Evaluators that need no network, and a cache for those that do.

mod cached;
mod constant;
mod doctrine;
mod playout;

pub use cached::Cached;
pub use constant::ConstantEvaluator;
pub use doctrine::DoctrineEvaluator;
pub use playout::{Horizon, PlayoutEvaluator};

use spinward_env::core::PerSeat;
use spinward_env::doctrine::Doctrine;

/// The game's estimate (-1 to 1) brought to the range of its returns.
fn estimated_returns<G: Doctrine>(game: &G, state: &G::State) -> PerSeat<f32> {
    let (low, high) = game.facts().returns;
    game.estimate(state).iter().map(|estimate| low + (estimate + 1.0) / 2.0 * (high - low)).collect()
}
