//! The page of the proof: what was caught, and what survived for which reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::Result;

use super::super::page;
use super::outcomes::{Outcome, Outcomes, Tried};
use super::sample::Mutant;
use super::{CARGO_MUTANTS, Options};

/// What stands where nobody has given a reason yet.
const OPEN: &str = "to be looked at";

pub(super) fn write(outcomes: &Outcomes, sample: &[Mutant], options: &Options) -> Result<()> {
    let tried: Vec<&Tried> =
        outcomes.tried.iter().filter(|tried| sample.iter().any(|mutant| mutant.name == tried.name)).collect();
    let proof = format!("mutants-{}", options.game);
    let old = fs::read_to_string(page::path(&proof)).unwrap_or_default();
    let mut text = format!(
        "# Mutants of the rules of {}, {}\n\nWritten by `cargo xtask prove mutants --game {} --sample {} --seed {}` on {}, with cargo-mutants {CARGO_MUTANTS}: small changes to the \
         files that\nimplement rules (those with a `// rule:` comment) at commit {}, each built and put to the game's own tests, one by one ([all of them](data/mutants-{}.txt)). Reasons are written by hand and stay.\n\n",
        options.game,
        page::today(),
        options.game,
        options.sample,
        options.seed,
        page::machine(),
        outcomes.commit,
        options.game
    );
    text += &summary(&tried, sample.len());
    text += "\n## Survivors\n\n| mutant | reason |\n|---|---|\n";
    let reasons = reasons(&old);
    let mut survivors: Vec<&str> = tried
        .iter()
        .filter(|tried| tried.outcome == Outcome::Missed)
        .map(|tried| tried.name.as_str())
        .collect();
    survivors.sort_unstable();
    for name in survivors {
        let cell = cell(name);
        let reason = reasons.get(&cell).map_or(OPEN, String::as_str);
        _ = writeln!(text, "| {cell} | {reason} |");
    }
    page::write(&proof, &text)
}

fn summary(tried: &[&Tried], sample: usize) -> String {
    let count = |outcome| tried.iter().filter(|tried| tried.outcome == outcome).count();
    let [caught, timeout, missed, unviable] =
        [Outcome::Caught, Outcome::Timeout, Outcome::Missed, Outcome::Unviable].map(count);
    let noticed = caught + timeout;
    let share = 100.0 * noticed as f64 / (noticed + missed).max(1) as f64;
    let seconds = tried.iter().map(|tried| tried.seconds).sum::<f64>() / tried.len().max(1) as f64;
    format!(
        "| tried | of | caught | timed out | missed | do not compile | noticed | seconds each |\n|---|---|---|---|---|---|---|---|\n\
         | {} | {sample} | {caught} | {timeout} | {missed} | {unviable} | {share:.1} % | {seconds:.1} |\n\nNoticed: caught or timed out, of those that compile.\n",
        tried.len()
    )
}

/// A mutant's name within a table.
fn cell(name: &str) -> String {
    format!("`{}`", name.replace('|', "\\|"))
}

/// The reasons that a page gives, by the mutant's cell.
fn reasons(page: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let (mutant, reason) = line.strip_prefix("| ")?.strip_suffix(" |")?.split_once("` | ")?;
        Some((format!("{mutant}`"), reason.to_string()))
    };
    page.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_leave_out_what_does_not_compile() {
        let tried = |outcome| Tried { outcome, seconds: 2.0, name: String::new() };
        let all = [Outcome::Caught, Outcome::Timeout, Outcome::Caught, Outcome::Missed, Outcome::Unviable]
            .map(tried);
        let text = summary(&all.iter().collect::<Vec<_>>(), 9);
        assert!(text.contains("| 5 | 9 | 2 | 1 | 1 | 1 | 75.0 % | 2.0 |"), "{text}");
    }

    #[test]
    fn reasons_stay_with_their_mutants() {
        let name = cell("a.rs:1:1: replace | with & in f");
        let found = reasons(&format!("| mutant | reason |\n|---|---|\n| {name} | it does not matter |\n"));
        assert_eq!(found.get(&name).map(String::as_str), Some("it does not matter"));
    }
}
