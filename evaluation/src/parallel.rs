//! Jobs on all cores, one thread per worker, stopped between jobs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Does the jobs with `workers` workers, each made by `worker` on its own thread, and hands every result to `heard` on
/// this thread in the order in which they end. Once `stop` is set, or something failed, the jobs under way are finished
/// and no new one begins.
///
/// # Errors
/// The first one of a job or of `heard`.
pub(crate) fn on_all_cores<J, R, E, W>(
    jobs: impl Iterator<Item = J> + Send,
    workers: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut heard: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    E: Send,
    W: FnMut(J) -> Result<R, E>,
{
    let (jobs, failed) = (Mutex::new(jobs), AtomicBool::new(false));
    // A worker hands a result over before it begins the next job: none runs ahead of a stop or of a full disk.
    let (sender, receiver) = mpsc::sync_channel(0);
    let mut first_error = None;
    thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            let (sender, jobs, failed, worker) = (sender.clone(), &jobs, &failed, &worker);
            scope.spawn(move || {
                let mut work = worker();
                while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(job) = next else { break };
                    let result = work(job);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            if let Err(error) = result.and_then(&mut heard) {
                failed.store(true, Ordering::Relaxed);
                first_error.get_or_insert(error);
            }
        }
    });
    first_error.map_or(Ok(()), Err)
}

/// One worker per core.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
