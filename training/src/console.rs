//! What a run says to people.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use indicatif::{ProgressBar, ProgressStyle};
use spinward_agents::file::{FileError, in_words};

use crate::screen::Screen;

/// What a run says to people: lines on standard error and in `log.txt`; on a terminal, below them, the screen of the
/// run with a line of progress that renew themselves.
#[derive(Debug)]
pub struct Console {
    log: File,
    log_failed: bool,
    /// Draws the screen; hidden where there is no terminal.
    block: ProgressBar,
    screen: Screen,
    shown: Option<Instant>,
}

impl Console {
    /// Goes on with this log.
    ///
    /// # Errors
    /// If it can't be opened.
    pub fn open(log: &Path) -> Result<Self, FileError> {
        let opened = OpenOptions::new().create(true).append(true).open(log);
        let log = opened.map_err(|error| FileError::writing(log, error))?;
        let style = ProgressStyle::with_template("{msg}").expect("the template is right");
        let block = ProgressBar::new_spinner().with_style(style);
        Ok(Self { log, log_failed: false, block, screen: Screen::default(), shown: None })
    }

    /// Takes in what earlier sittings of the run have measured: the text of its `metrics.jsonl`.
    pub fn go_on_after(&mut self, metrics: &str) {
        self.screen = Screen::of_metrics(metrics);
    }

    /// Takes in the figures of an event.
    pub fn figures(&mut self, kind: &str, figures: &[(&str, f64)]) {
        self.screen.add(kind, figures);
    }

    /// Says a line and logs it with the time (UTC).
    pub fn say(&mut self, line: &str) {
        self.block.suspend(|| {
            let _ = writeln!(std::io::stderr(), "{line}");
        });
        let logged = writeln!(self.log, "{} {line}", timestamp(SystemTime::now()));
        if let (Err(error), false) = (logged, self.log_failed) {
            self.log_failed = true;
            self.block.suspend(|| {
                let _ = writeln!(std::io::stderr(), "the log can't be written: {}", in_words(&error));
            });
        }
    }

    /// Shows how far things are, at most twice a second on a terminal and every 15 seconds elsewhere.
    pub fn progress(&mut self, line: impl FnOnce() -> String) {
        let terminal = !self.block.is_hidden();
        let pause = if terminal { Duration::from_millis(500) } else { Duration::from_secs(15) };
        if self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        if terminal {
            let mut lines = self.screen.lines();
            lines.push(line());
            self.block.set_message(lines.join("\n"));
        } else {
            let _ = writeln!(std::io::stderr(), "{}", line());
        }
    }
}

impl Drop for Console {
    /// The last screen stays.
    fn drop(&mut self) {
        let terminal = !self.block.is_hidden();
        self.block.finish_and_clear();
        if terminal {
            let mut error = std::io::stderr();
            self.screen.lines().iter().for_each(|line| _ = writeln!(error, "{line}"));
        }
    }
}

/// `2026-11-30T02:37:07Z`.
fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days to a civil date, counted in 400-year cycles from 1 March of the year 0.
    let days = days as i64 + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_cycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = cycle * 400 + year_of_cycle + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A length of time for people: `45 s`, `3 min 20 s`, `2 h 05 min`.
pub fn duration_text(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_dates() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(at(1_796_006_227), "2026-11-30T02:37:07Z");
    }

    #[test]
    fn lengths_of_time_are_short() {
        assert_eq!(duration_text(44.6), "45 s");
        assert_eq!(duration_text(200.0), "3 min 20 s");
        assert_eq!(duration_text(7500.0), "2 h 05 min");
    }
}
