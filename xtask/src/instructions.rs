//! `cargo xtask instructions`: how many instructions fixed random games take, by callgrind, beside the committed
//! counts. Unlike seconds they do not depend on what else the machine does, so that a slower engine is seen in CI.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::run;
use crate::workspace::{cargo, root, target_folder};

/// The committed counts.
const FILE: &str = "xtask/instructions.txt";
const HEADER: &str = "\
# Instructions of `spinward bench --checksum-only --scenario …` without features, by callgrind on x86-64.
# `cargo xtask instructions` compares, with `--update` it writes this file: say in the commit why.
";
const SCENARIOS: [&str; 2] = ["imperium/nusku-gap", "imperium/first-war"];
/// Percent more than the committed count that pass: compilers and C libraries differ by less.
const TOLERANCE: f64 = 3.0;

/// Counts and compares; with `update` writes the counts down instead.
///
/// # Errors
/// If a scenario takes more than the committed count and the tolerance, or nothing could be counted.
pub(crate) fn instructions(update: bool) -> Result<()> {
    if !has_valgrind() {
        println!("SKIPPED: valgrind is not to be had here");
        return Ok(());
    }
    run(&mut cargo(&["build", "--quiet", "--release", "--package", "spinward"]))?;
    let counts = SCENARIOS.into_iter().map(|scenario| Ok((scenario, count(scenario)?)));
    let counts: Vec<(&str, u64)> = counts.collect::<Result<_>>()?;
    let path = root().join(FILE);
    if update {
        let mut text = HEADER.to_string();
        counts.iter().for_each(|(scenario, count)| writeln!(text, "{scenario} {count}").expect("a string"));
        return fs::write(path, text).with_context(|| format!("can't write {FILE}"));
    }
    let committed = fs::read_to_string(path).with_context(|| format!("can't read {FILE}"))?;
    let mut slower = Vec::new();
    for (scenario, count) in counts {
        match compare(&committed, scenario, count) {
            Ok(line) => println!("{line}"),
            Err(line) => slower.push(line),
        }
    }
    if slower.is_empty() { Ok(()) } else { bail!("{}", slower.join("\n")) }
}

/// Whether valgrind is here, or could be installed.
fn has_valgrind() -> bool {
    let is_here = || Command::new("valgrind").arg("--version").output().is_ok_and(|it| it.status.success());
    let install = || Command::new("apt-get").args(["install", "--yes", "--quiet", "valgrind"]).output();
    is_here() || install().is_ok_and(|it| it.status.success()) && is_here()
}

/// The instructions of the fixed games of a scenario.
fn count(scenario: &str) -> Result<u64> {
    let program = target_folder()?.join("release/spinward");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    command.args(["bench", "--checksum-only", "--scenario", scenario]);
    let output = command.output().context("can't run valgrind")?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    match collected.and_then(|(_, count)| count.trim().parse().ok()) {
        Some(count) if output.status.success() => Ok(count),
        _ => bail!("valgrind counted nothing for {scenario}: {}", report.trim()),
    }
}

/// What a count is beside the committed one; an error where it is too much.
fn compare(committed: &str, scenario: &str, count: u64) -> Result<String, String> {
    let line = committed.lines().find_map(|line| line.strip_prefix(scenario)?.strip_prefix(' '));
    let Some(before) = line.and_then(|number| number.parse::<u64>().ok()) else {
        return Err(format!("{FILE} has no count for {scenario}: cargo xtask instructions --update"));
    };
    let more = 100.0 * (count as f64 / before as f64 - 1.0);
    let what = format!("{scenario} takes {count} instructions, {more:+.1} % beside the {before} of {FILE}");
    if more > TOLERANCE {
        return Err(format!(
            "{what}, more than {TOLERANCE} % allow; if that is meant: cargo xtask instructions --update, and say why"
        ));
    }
    let faster = more < -TOLERANCE;
    Ok(what + if faster { "; keep it: cargo xtask instructions --update" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMITTED: &str = "# counts\nimperium/nusku-gap 1000\nimperium/first-war 5000\n";

    #[test]
    fn more_than_the_tolerance_is_refused_with_the_way_out() {
        let refused = compare(COMMITTED, "imperium/nusku-gap", 1031).unwrap_err();
        assert!(refused.contains("takes 1031 instructions, +3.1 % beside the 1000"), "{refused}");
        assert!(refused.contains("cargo xtask instructions --update"), "{refused}");
        assert!(compare(COMMITTED, "imperium/nusku-gap", 1029).is_ok());
    }

    #[test]
    fn less_passes_and_asks_to_be_kept() {
        assert!(compare(COMMITTED, "imperium/first-war", 4000).unwrap().contains("-20.0 %"));
        assert!(compare(COMMITTED, "imperium/first-war", 4000).unwrap().ends_with("--update"));
        assert!(!compare(COMMITTED, "imperium/first-war", 4990).unwrap().contains("--update"));
    }

    #[test]
    fn a_scenario_without_a_count_is_told() {
        assert!(compare(COMMITTED, "imperium/wars", 1).unwrap_err().contains("no count for imperium/wars"));
    }
}
