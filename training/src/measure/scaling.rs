use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde::Serialize;
use spinward_agents::evaluator::Leaf;
use spinward_agents::net::{Backend, open};
use spinward_env::games::CompleteGame;

use super::{TABLES, Watched, median, search, stop, weights};
use crate::error::TrainError;
use crate::play::{PlayError, Queue, SelfPlayWorker, Totals, Worker};
use crate::variations::Variations;

/// What a second thread brings, by the wall clock: one thread and two in turn, medians of the repetitions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scaling {
    /// A loop that needs nothing but registers: what the machine gives a second thread at the time.
    pub registers: Speedup,
    /// Self-play: two independent workers of one thread each.
    pub workers: Speedup,
    /// A learner step shared by two workers; none where the program was built without libtorch.
    pub learner: Option<Speedup>,
}

/// What one thread and two get done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speedup {
    /// Units a second of one thread.
    pub one: f64,
    /// Units a second of two threads together.
    pub two: f64,
    /// The median of `two / one` over the repetitions.
    pub ratio: f64,
}

impl Speedup {
    fn of(pairs: &[(f64, f64)]) -> Self {
        Self {
            one: median(pairs.iter().map(|pair| pair.0).collect()),
            two: median(pairs.iter().map(|pair| pair.1).collect()),
            ratio: median(pairs.iter().map(|pair| pair.1 / pair.0).collect()),
        }
    }
}

/// Measures one thread and two of everything in turn, so long each time.
///
/// # Errors
/// If the network does not fit the game, a game can't go on, or learning fails.
pub fn scaling<G: CompleteGame>(
    game: &Arc<G>,
    repetitions: usize,
    time: Duration,
) -> Result<Scaling, TrainError> {
    let (mut registers, mut workers, mut learner) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..repetitions.max(1) {
        registers.push((register_rate(1, time), register_rate(2, time)));
        workers.push((worker_rate(game, 1, time)?, worker_rate(game, 2, time)?));
        learner.extend(learner_rates()?);
    }
    Ok(Scaling {
        registers: Speedup::of(&registers),
        workers: Speedup::of(&workers),
        learner: (!learner.is_empty()).then(|| Speedup::of(&learner)),
    })
}

/// What threads get done together in a second; each returns how much it did.
fn rate_of<E: Send>(threads: usize, work: impl Fn(usize) -> Result<u64, E> + Sync) -> Result<f64, E> {
    let start = Instant::now();
    let done = std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("the work does not panic"))
            .sum::<Result<u64, E>>()
    })?;
    Ok(done as f64 / start.elapsed().as_secs_f64())
}

/// Steps a second of a generator that lives in a register.
fn register_rate(threads: usize, time: Duration) -> f64 {
    const STEPS: u64 = 1 << 20;
    let work = |thread: usize| {
        let (start, mut done, mut x) = (Instant::now(), 0, 0x9E37_79B9_7F4A_7C15 + thread as u64);
        while start.elapsed() < time {
            for _ in 0..STEPS {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
            }
            done += STEPS;
        }
        black_box(x);
        Ok::<u64, std::convert::Infallible>(done)
    };
    rate_of(threads, work).unwrap_or_else(|never| match never {})
}

/// Evaluations a second of self-play workers that share nothing.
fn worker_rate<G: CompleteGame>(game: &Arc<G>, threads: usize, time: Duration) -> Result<f64, TrainError> {
    let weights = weights(&**game)?;
    let work = |thread: usize| {
        let network = open(&weights, &**game, Backend::Cpu, "the weights that are measured")
            .map_err(|error| PlayError::Game { game: 0, reason: error.to_string() })?;
        let ((stop, asked), start) = (stop(), Instant::now());
        let tell = move |_: &[Leaf], _| {
            asked.fetch_or(start.elapsed() >= time, Ordering::Relaxed);
        };
        let watched = Box::new(Watched { network, tell });
        let games = Variations::from(Arc::clone(game));
        let mut worker = SelfPlayWorker::new(&games, thread as u64, String::new(), watched, search(), TABLES);
        let (finished, _games) = channel();
        let queue = Queue::new((0..1_000_000).collect());
        worker.run(&queue, &stop, &finished).map(|Totals { evaluations, .. }| evaluations)
    };
    Ok(rate_of::<PlayError>(threads, work)?)
}

/// Decisions learnt from a second by one worker and by two that share each batch.
#[cfg(feature = "torch")]
fn learner_rates() -> Result<Option<(f64, f64)>, TrainError> {
    use crate::gpu_check::cpu_learner_rate;
    Ok(Some((cpu_learner_rate(1)?, cpu_learner_rate(2)?)))
}

#[cfg(not(feature = "torch"))]
fn learner_rates() -> Result<Option<(f64, f64)>, TrainError> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;

    use super::*;

    #[test]
    fn both_sides_of_a_ratio_are_measured() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let scaling = scaling(&game, 1, Duration::from_millis(20)).unwrap();
        for speedup in [scaling.registers, scaling.workers] {
            assert!(speedup.one > 0.0 && (speedup.ratio - speedup.two / speedup.one).abs() < 1e-9);
        }
    }

    #[test]
    fn threads_are_counted_together() {
        let rate = |threads| rate_of::<()>(threads, |_| Ok(1_000_000)).unwrap();
        assert!(rate(2) > 0.0);
        assert_eq!(rate_of(2, |thread| if thread == 0 { Ok(1) } else { Err("no") }), Err("no"));
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!((median(vec![3.0, 1.0, 2.0]), median(vec![4.0, 1.0])), (2.0, 2.5));
    }
}
