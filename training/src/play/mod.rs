//! Playing the games of a generation: one-thread workers take numbers from a queue and send finished games back.

mod scripted;
mod selfplay;
mod table;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use spinward_agents::evaluator::EvaluatorError;
use thiserror::Error;

pub use scripted::ScriptedWorker;
pub use selfplay::SelfPlayWorker;

use crate::games::GameRecord;
use crate::stop::Stop;

/// Why a worker could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The rules refused what a player did, or a search could not be made.
    #[error("game {game}: {reason}")]
    Game {
        /// The game's number in the run.
        game: u64,
        /// Why, as a clause.
        reason: String,
    },
    /// The network failed.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// A worker's thread died.
    #[error("a self-play worker stopped unexpectedly")]
    Died,
}

/// Numbers of the games still to be played.
#[derive(Debug)]
pub struct Queue {
    numbers: Vec<u64>,
    next: AtomicUsize,
    aborted: AtomicBool,
}

impl Queue {
    /// These games, in this order.
    pub fn new(numbers: Vec<u64>) -> Self {
        Self { numbers, next: AtomicUsize::new(0), aborted: AtomicBool::new(false) }
    }

    /// The next game to play, if there is one left.
    pub fn next(&self) -> Option<u64> {
        if self.aborted() {
            return None;
        }
        self.numbers.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    /// Whether all workers are to drop what they play.
    pub fn aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    /// Makes all workers drop what they play: something failed.
    pub fn abort(&self) {
        self.aborted.store(true, Ordering::Relaxed);
    }
}

/// What workers did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Decisions with more than one legal action.
    pub decisions: u64,
    /// Positions valued by the network.
    pub evaluations: u64,
    /// Calls of the network.
    pub batches: u64,
    /// Time in the network, summed over the workers.
    pub evaluating: Duration,
}

impl Totals {
    /// Adds what others did.
    pub fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.evaluations += other.evaluations;
        self.batches += other.batches;
        self.evaluating += other.evaluating;
    }
}

/// Something that plays games on one thread.
pub trait Worker: Send {
    /// Plays games of the queue until it is empty or it is time to stop; unfinished games are dropped then.
    ///
    /// # Errors
    /// If a game can't go on.
    fn run(&mut self, queue: &Queue, stop: &Stop, finished: &Sender<GameRecord>)
    -> Result<Totals, PlayError>;
}

/// Lets each worker run on a thread of its own. `event` is called on this thread with every game that ends, and with
/// `None` at least twice a second.
///
/// # Errors
/// The first error of a worker or of `event`.
pub fn play<E: From<PlayError>>(
    workers: Vec<Box<dyn Worker + '_>>,
    numbers: Vec<u64>,
    stop: &Stop,
    event: &mut dyn FnMut(Option<GameRecord>) -> Result<(), E>,
) -> Result<Totals, E> {
    let queue = Queue::new(numbers);
    let (finished, games) = channel();
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .into_iter()
            .map(|mut worker| {
                let (queue, finished) = (&queue, finished.clone());
                scope.spawn(move || {
                    let totals = worker.run(queue, stop, &finished);
                    if totals.is_err() {
                        queue.abort();
                    }
                    totals
                })
            })
            .collect();
        drop(finished);
        let mut result = Ok(());
        while result.is_ok() {
            result = match games.recv_timeout(Duration::from_millis(500)) {
                Ok(game) => event(Some(game)),
                Err(RecvTimeoutError::Timeout) => event(None),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        if result.is_err() {
            queue.abort();
        }
        drop(games);
        let mut totals = Totals::default();
        for thread in threads {
            match thread.join().unwrap_or(Err(PlayError::Died)) {
                Ok(own) => totals.add(own),
                Err(error) => result = result.and(Err(error.into())),
            }
        }
        result.map(|()| totals)
    })
}
