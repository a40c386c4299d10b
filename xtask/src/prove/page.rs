//! Dated pages in docs/results/.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};

use crate::workspace::root;

const RESULTS: &str = "docs/results";

/// The page of a proof of today.
pub(super) fn path(proof: &str) -> PathBuf {
    root().join(RESULTS).join(format!("{}-{proof}.md", today()))
}

/// Where proofs keep what their pages are made from.
pub(super) fn data() -> PathBuf {
    root().join(RESULTS).join("data")
}

/// Writes a page and says where.
///
/// # Errors
/// If it can't be written.
pub(super) fn write(proof: &str, text: &str) -> Result<()> {
    let page = path(proof);
    fs::write(&page, text).with_context(|| format!("can't write {}", page.display()))?;
    println!("{}", page.display());
    Ok(())
}

/// The day, as 2026-11-30 (UTC).
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date_of(seconds / 86_400)
}

/// The date of a day, counted from 1970-01-01: by eras of 400 years that begin in March.
fn date_of(day: u64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day_of_month = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day_of_month:02}")
}

/// The commit at hand, in short.
///
/// # Errors
/// If git can't say.
pub(super) fn commit() -> Result<String> {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root()).output();
    let output = output.context("can't run git")?;
    ensure!(output.status.success(), "git can't tell the commit");
    Ok(String::from_utf8_lossy(&output.stdout).trim().into())
}

/// The machine in words: its cores and, where the system says, what they are.
pub(super) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    match model {
        Some((_, model)) => format!("{cores} cores ({})", model.trim()),
        None => format!("{cores} cores"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, date) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (19_782, "2024-02-29"), (20_787, "2026-11-30")]
        {
            assert_eq!(date_of(day), date);
        }
    }
}
