//! How the program ends: 0 done, 1 failed, 2 wrong use, 130 stopped with everything saved.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Becomes true at the first Ctrl-C; the second ends the program at once.
///
/// # Errors
/// If signals can't be handled.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("stopping: what is under way is finished and saved (Ctrl-C again: stop at once)");
    })
    .context("can't handle Ctrl-C")?;
    Ok(stop)
}
