//! What self-play and learning cost on this machine's processors. `spinward bench` prints it; nothing is written to files.

mod saved;
mod scaling;
mod selfplay;

pub use saved::{Saved, saved};
pub use scaling::{Scaling, Speedup, scaling};
pub use selfplay::{SelfPlaySpeed, self_play_speed};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::ThreadTime;
use spinward_agents::evaluator::{Evaluation, Evaluator, EvaluatorError, Leaf};
use spinward_agents::net::{self, Interface, NetworkConfig, Weights, WeightsError};
use spinward_agents::search::SearchConfig;
use spinward_env::games::CompleteGame;

use crate::Stop;

/// Games that a self-play worker plays at once, as in a run.
const TABLES: usize = 16;

/// How the main job searches.
fn search() -> SearchConfig {
    SearchConfig { gumbel_noise: true, ..SearchConfig::default() }
}

/// The weights that ship for the scenario, or random ones of the size of the main job.
fn weights<G: CompleteGame>(game: &G) -> Result<Weights, WeightsError> {
    let shipped = net::shipped(game.setup())?.map(|(_, weights)| weights);
    Ok(shipped.unwrap_or_else(|| Weights::random(NetworkConfig::default(), Interface::of(game), 1)))
}

/// The middle one of some figures, or the mean of the middle two.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    if figures.len() % 2 == 1 { figures[middle] } else { f64::midpoint(figures[middle - 1], figures[middle]) }
}

/// What a worker that is measured is told to stop by, and the flag that does it.
fn stop() -> (Stop, Arc<AtomicBool>) {
    let asked = Arc::new(AtomicBool::new(false));
    (Stop::new(Arc::clone(&asked)), asked)
}

/// A network that tells of every batch: its leaves and the processor time that they took.
struct Watched<F> {
    network: Box<dyn Evaluator>,
    tell: F,
}

impl<F: FnMut(&[Leaf], Duration) + Send> Evaluator for Watched<F> {
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
        let start = ThreadTime::now();
        let answers = self.network.evaluate(leaves)?;
        (self.tell)(leaves, start.elapsed());
        Ok(answers)
    }
}
