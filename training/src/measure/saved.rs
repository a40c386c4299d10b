use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use spinward_agents::evaluator::{Evaluation, Evaluator, EvaluatorError, Leaf};
use spinward_agents::evaluators::Cached;
use spinward_agents::net::{Backend, open};
use spinward_agents::search::SearchConfig;
use spinward_env::games::CompleteGame;

use super::{search, weights};
use crate::Stop;
use crate::error::TrainError;
use crate::play::{Queue, SelfPlayWorker, Worker};
use crate::variations::Variations;

/// Evaluations that the cache remembers at least.
const CACHED: usize = 1 << 16;

/// What reusing the tree and remembering evaluations save. Each figure is evaluations by the network per decision, mean
/// over the same games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Saved {
    /// Simulations of each decision.
    pub visits: u32,
    /// Games played for each figure.
    pub games: u64,
    /// Each search begins anew and remembers nothing.
    pub neither: f64,
    /// Each search begins with what the last one left below the position.
    pub reuse: f64,
    /// Each search begins anew; what the network was asked before is remembered.
    pub cache: f64,
    /// Both.
    pub both: f64,
}

impl Saved {
    /// The share of the evaluations that something spares, 0 to 1: `with` is what is left of them.
    pub fn share(&self, with: f64) -> f64 {
        1.0 - with / self.neither
    }
}

/// Counts evaluations over whole games of self-play, one game at a time.
///
/// # Errors
/// If the network does not fit the game, or a game can't go on.
pub fn saved<G: CompleteGame>(game: &Arc<G>, visits: u32, games: u64) -> Result<Saved, TrainError> {
    let (neither, cache) = evaluations(game, visits, games, false)?;
    let (reuse, both) = evaluations(game, visits, games, true)?;
    Ok(Saved { visits, games, neither, reuse, cache, both })
}

/// Evaluations a decision: those that the searches asked for, and those of them that were not remembered.
fn evaluations<G: CompleteGame>(
    game: &Arc<G>,
    visits: u32,
    games: u64,
    reuse: bool,
) -> Result<(f64, f64), TrainError> {
    let network = open(&weights(&**game)?, &**game, Backend::Cpu, "the weights that are measured")?;
    let cached = Shared(Arc::new(Mutex::new(Cached::new(network, CACHED))));
    let search = SearchConfig { simulations: visits, reuse, ..search() };
    let evaluator = Box::new(Shared(Arc::clone(&cached.0)));
    let variations = Variations::from(Arc::clone(game));
    let mut worker = SelfPlayWorker::new(&variations, 1, String::new(), evaluator, search, 1);
    let (finished, _games) = channel();
    let totals = worker.run(&Queue::new((0..games).collect()), &Stop::default(), &finished)?;
    let (_, missed) = cached.0.lock().unwrap_or_else(PoisonError::into_inner).hits_and_misses();
    let per_decision = |count: u64| count as f64 / totals.decisions.max(1) as f64;
    Ok((per_decision(totals.evaluations), per_decision(missed)))
}

/// A cache whose counts can still be read when a worker has it.
struct Shared(Arc<Mutex<Cached<Box<dyn Evaluator>>>>);

impl Evaluator for Shared {
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).evaluate(leaves)
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;

    use super::*;

    #[test]
    fn a_reused_tree_and_a_cache_save_evaluations() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "30")).unwrap());
        let saved = saved(&game, 16, 3).unwrap();
        assert!(saved.neither > 2.0 && saved.neither <= 17.0, "{saved:?}");
        assert!(saved.reuse < saved.neither && saved.cache < saved.neither, "{saved:?}");
        assert!(saved.both <= saved.reuse && saved.share(saved.both) > 0.0, "{saved:?}");
    }
}
