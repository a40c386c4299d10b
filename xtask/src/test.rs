//! `cargo xtask test`: every check of the workspace, stage by stage, the first failure last on the screen.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::process::{line, run};
use crate::workspace::cargo;
use crate::{check, libtorch};

/// The packages that libtorch and SQLite change; the others have been tested without them. With the battery the rules are
/// compiled as the whole workspace's tests had them, so not once more.
const FEATURES: [&str; 10] = [
    "--package",
    "spinward",
    "--package",
    "spinward-agents",
    "--package",
    "spinward-evaluation",
    "--package",
    "spinward-training",
    "--features",
    "torch,lab,spinward-env/conformance",
];

/// Runs all stages.
///
/// # Errors
/// The name of the first stage that failed, and why.
pub(crate) fn test() -> Result<()> {
    let mut stages = Stages::default();
    stages.stage("libtorch", libtorch::set_up)?;
    stages.stage("format", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    stages.stage("check", check::check)?;
    let clippy = ["clippy", "--quiet", "--workspace", "--all-targets"];
    stages.stage("lints", || run(&mut cargo(&clippy)))?;
    stages.stage("lints, torch and lab", || run(cargo(&clippy[..2]).arg("--all-targets").args(FEATURES)))?;
    stages.stage("docs", || {
        let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
        run(doc.env("RUSTDOCFLAGS", "--deny warnings"))
    })?;
    let mut counts = Counts::default();
    let test = ["test", "--workspace"];
    stages.stage("tests", || run_tests(&mut cargo(&test), &mut counts))?;
    stages.stage("tests, torch and lab", || run_tests(cargo(&test[..1]).args(FEATURES), &mut counts))?;

    eprintln!();
    for (name, time) in &stages.done {
        eprintln!("{:>8.1} s  {name}", time.as_secs_f64());
    }
    println!("{} passed, {} failed", counts.passed, counts.failed);
    Ok(())
}

#[derive(Default)]
struct Stages {
    done: Vec<(&'static str, Duration)>,
}

impl Stages {
    fn stage(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        eprintln!("-- {name}");
        let start = Instant::now();
        let result = work();
        let time = start.elapsed();
        eprintln!("-- {name}: {:.1} s", time.as_secs_f64());
        self.done.push((name, time));
        result.with_context(|| format!("stage '{name}' failed"))
    }
}

/// How many tests the test runner reported.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    passed: u64,
    failed: u64,
}

impl Counts {
    /// Adds a line of the test runner, if it is one that counts: `test result: ok. 3 passed; 0 failed; …`.
    fn add(&mut self, line: &str) {
        let Some((_, results)) =
            line.strip_prefix("test result: ").and_then(|result| result.split_once(". "))
        else {
            return;
        };
        for result in results.split("; ") {
            match result.split_once(' ').map(|(count, what)| (count.parse::<u64>(), what)) {
                Some((Ok(count), "passed")) => self.passed += count,
                Some((Ok(count), "failed")) => self.failed += count,
                _ => {}
            }
        }
    }
}

/// Runs a test command, passing its output on and counting its tests.
fn run_tests(command: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("can't run cargo")?;
    let output = BufReader::new(child.stdout.take().expect("it is piped"));
    for text in output.lines() {
        let text = text?;
        println!("{text}");
        counts.add(&text);
    }
    let status = child.wait()?;
    if status.success() { Ok(()) } else { bail!("'{}' failed ({status})", line(command)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_the_test_runner_add_up() {
        let mut counts = Counts::default();
        counts.add("running 4 tests");
        counts.add(
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out; finished in 0.01s",
        );
        counts.add("test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out");
        assert_eq!(counts, Counts { passed: 13, failed: 2 });
    }
}
