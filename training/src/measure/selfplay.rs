use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cpu_time::ThreadTime;
use serde::Serialize;
use spinward_agents::evaluator::{Evaluator, Leaf};
use spinward_agents::net::{Backend, open};
use spinward_env::games::CompleteGame;

use super::{TABLES, Watched, median, search, stop, weights};
use crate::error::TrainError;
use crate::play::{PlayError, Queue, SelfPlayWorker, Worker};
use crate::variations::Variations;

/// Batches that are kept to be run again by the network alone.
const KEPT_BATCHES: usize = 64;

/// What self-play on one thread comes to, with a network in pure Rust. Rates are per second of processor time, medians
/// of the repetitions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SelfPlaySpeed {
    /// Positions valued while games are played.
    pub evaluations_per_s: f64,
    /// Positions valued where the network does nothing but run the same batches again.
    pub network_evaluations_per_s: f64,
    /// The share of the processor time of self-play that is spent in the network, 0 to 1.
    pub network_share: f64,
    /// Positions of a batch, on average.
    pub leaves_per_batch: f64,
    /// Decisions with a choice.
    pub decisions_per_s: f64,
}

/// Plays and runs the network alone in turn; each time the network has as much processor time.
///
/// # Errors
/// If the network does not fit the game, or a game can't go on.
pub fn self_play_speed<G: CompleteGame>(
    game: &Arc<G>,
    repetitions: usize,
    time: Duration,
) -> Result<SelfPlaySpeed, TrainError> {
    let mut rounds = Vec::new();
    for round in 0..repetitions.max(1) {
        rounds.push(play_then_run_alone(game, round as u64, time)?);
    }
    let figure = |of: fn(&SelfPlaySpeed) -> f64| median(rounds.iter().map(of).collect());
    Ok(SelfPlaySpeed {
        evaluations_per_s: figure(|round| round.evaluations_per_s),
        network_evaluations_per_s: figure(|round| round.network_evaluations_per_s),
        network_share: figure(|round| round.network_share),
        leaves_per_batch: figure(|round| round.leaves_per_batch),
        decisions_per_s: figure(|round| round.decisions_per_s),
    })
}

fn play_then_run_alone<G: CompleteGame>(
    game: &Arc<G>,
    seed: u64,
    time: Duration,
) -> Result<SelfPlaySpeed, TrainError> {
    let weights = weights(&**game)?;
    let network = || open(&weights, &**game, Backend::Cpu, "the weights that are measured");
    let (stop, asked) = stop();
    let notes = Arc::new(Mutex::new(Notes::default()));
    let own = Arc::clone(&notes);
    let tell = move |leaves: &[Leaf], spent| {
        let mut notes = own.lock().unwrap_or_else(PoisonError::into_inner);
        notes.time += spent;
        if notes.kept.len() < KEPT_BATCHES {
            notes.kept.push(leaves.to_vec());
        }
        asked.fetch_or(notes.time >= time, Ordering::Relaxed);
    };
    let watched = Watched { network: network()?, tell };
    let games = Variations::from(Arc::clone(game));
    let mut worker = SelfPlayWorker::new(&games, seed, String::new(), Box::new(watched), search(), TABLES);
    let (finished, _games) = channel();
    let start = ThreadTime::now();
    let totals = worker.run(&Queue::new((0..1_000_000).collect()), &stop, &finished)?;
    let playing = start.elapsed().as_secs_f64();
    let notes = std::mem::take(&mut *notes.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(SelfPlaySpeed {
        evaluations_per_s: totals.evaluations as f64 / playing,
        network_evaluations_per_s: rate_alone(&mut *network()?, &notes.kept, time)?,
        network_share: notes.time.as_secs_f64() / playing,
        leaves_per_batch: totals.evaluations as f64 / totals.batches.max(1) as f64,
        decisions_per_s: totals.decisions as f64 / playing,
    })
}

/// Positions valued a second where these batches are run again and again.
fn rate_alone(network: &mut dyn Evaluator, batches: &[Vec<Leaf>], time: Duration) -> Result<f64, PlayError> {
    let (start, mut done) = (ThreadTime::now(), 0);
    for batch in batches.iter().cycle() {
        network.evaluate(batch)?;
        done += batch.len();
        if start.elapsed() >= time {
            break;
        }
    }
    Ok(done as f64 / start.elapsed().as_secs_f64())
}

/// What is known of the batches of self-play.
#[derive(Default)]
struct Notes {
    time: Duration,
    kept: Vec<Vec<Leaf>>,
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;

    use super::*;

    #[test]
    fn the_network_is_part_of_self_play() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let speed = self_play_speed(&game, 2, Duration::from_millis(50)).unwrap();
        assert!(speed.network_share > 0.0 && speed.network_share < 1.0, "{speed:?}");
        assert!(speed.leaves_per_batch > 1.0 && speed.leaves_per_batch <= (16 * TABLES) as f64, "{speed:?}");
        assert!(speed.evaluations_per_s > 0.0 && speed.network_evaluations_per_s > 0.0, "{speed:?}");
    }
}
