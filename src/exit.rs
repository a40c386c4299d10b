//! How the program ends: 0 done, 1 failed, 2 wrong use, 130 stopped with everything saved.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use spinward_agents::file::in_words;

/// How a command ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// All of it is done.
    Whole,
    /// It did its work, and the answer is no: a replay differs, a check fails. The reason is printed.
    Negative,
    /// Ctrl-C stopped it; what it has is saved.
    Stopped,
}

/// An error that the caller of the program can mend: a name, a value, a file's content.
#[derive(Debug)]
struct WrongUse(String);

/// A [`WrongUse`] as an error.
pub(crate) fn wrong_use(problem: impl fmt::Display) -> anyhow::Error {
    WrongUse(problem.to_string()).into()
}

impl fmt::Display for WrongUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUse {}

/// The exit code; an error is printed as one sentence on standard error.
pub(crate) fn code(done: Result<Done>) -> ExitCode {
    match done {
        Ok(Done::Whole) => ExitCode::SUCCESS,
        Ok(Done::Negative) => ExitCode::FAILURE,
        Ok(Done::Stopped) => ExitCode::from(130),
        // The reader of a pipe has seen enough: `spinward games | head`.
        Err(error)
            if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Whatever else is read or written says its name: an error without one comes from standard output.
            match error.downcast_ref::<io::Error>() {
                Some(error) => eprintln!("error: can't write the output: {}", in_words(error)),
                None => eprintln!("error: {error:#}"),
            }
            if error.is::<WrongUse>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// A file that grows past the largest size allowed (`ulimit -f`) is a write that fails, and is told like a full disk, instead
/// of a signal that ends the program at once.
#[cfg(unix)]
pub(crate) fn survive_limits() {
    let told_by_the_write = Arc::new(AtomicBool::new(false));
    // Where no signal can be handled the program ends as every other does.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, told_by_the_write);
}

/// A Ctrl-C that follows another one sooner than this is the same wish: a terminal tells every process of its group, and
/// programs that started this one may pass theirs on.
const ONE_WISH: Duration = Duration::from_millis(500);

/// What a Ctrl-C means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// Finish and save what is under way.
    Stop,
    /// It was said already.
    Same,
    /// End now, whatever is lost.
    AtOnce,
}

/// The wish of a Ctrl-C at `now`, where the first one came at `first`.
fn wish(first: Option<Instant>, now: Instant) -> Wish {
    match first {
        None => Wish::Stop,
        Some(first) if now.duration_since(first) < ONE_WISH => Wish::Same,
        Some(_) => Wish::AtOnce,
    }
}

/// Becomes true at the first Ctrl-C; the second ends the program at once, unless it follows right behind the first.
///
/// # Errors
/// If signals can't be handled.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first = None;
    ctrlc::set_handler(move || {
        let now = Instant::now();
        match wish(first, now) {
            Wish::Stop => {
                first = Some(now);
                flag.store(true, Ordering::Relaxed);
                eprintln!("stopping: what is under way is finished and saved (Ctrl-C again: stop at once)");
            }
            Wish::Same => {}
            Wish::AtOnce => std::process::exit(130),
        }
    })
    .context("can't handle Ctrl-C")?;
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_signals_at_once_are_one_wish() {
        let start = Instant::now();
        assert_eq!(wish(None, start), Wish::Stop);
        assert_eq!(wish(Some(start), start + Duration::from_millis(3)), Wish::Same);
        assert_eq!(wish(Some(start), start + Duration::from_secs(2)), Wish::AtOnce);
    }
}
