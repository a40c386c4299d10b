//! The proof `puzzles`: every answer of every suite, solved again by the program itself, and what the built-in agents make of them.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::page;
use crate::process::run;
use crate::workspace::{cargo, root, target_folder};

const SUITES: &str = "evaluation/suites";
/// Positions that may follow a puzzle's; some 2 KiB each are kept.
const POSITIONS: &str = "1000000";
const AGENTS: &str = "random,greedy,scripted,rollout-mcts:visits=200,scripted-search:visits=16,scripted-search:visits=64,\
                      scripted-search:visits=256";

/// Proves and writes the page.
///
/// # Errors
/// If the program can't be built or an answer is wrong.
pub(super) fn prove() -> Result<()> {
    run(&mut cargo(&["build", "--release", "--package", "spinward"]))?;
    let commit = page::commit()?;
    let mut text = format!(
        "# Puzzles, {}\n\nWritten by `cargo xtask prove puzzles` at commit {commit} on {}; what puzzles are: [evaluation.md](../evaluation.md).\n",
        page::today(),
        page::machine()
    );
    for suite in suites()? {
        let start = Instant::now();
        let proven = probe(&[&suite, "--prove", POSITIONS])?;
        let time = start.elapsed().as_secs();
        let scores = probe(&[&suite, "--agents", AGENTS])?;
        _ = write!(
            text,
            "\n`spinward probe puzzles {suite} --agents {AGENTS}`:\n\n```text\n{scores}```\n\n\
             `spinward probe puzzles {suite} --prove {POSITIONS}`, {time} s:\n\n```text\n{proven}```\n"
        );
    }
    page::write("puzzles", &text)
}

/// What `spinward probe puzzles` prints.
fn probe(arguments: &[&str]) -> Result<String> {
    let program = target_folder()?.join("release/spinward");
    let mut command = Command::new(&program);
    command.args(["probe", "puzzles"]).args(arguments).current_dir(root()).stdout(Stdio::piped());
    let output = command.spawn().and_then(|child| child.wait_with_output());
    let output = output.with_context(|| format!("can't run {}", program.display()))?;
    if !output.status.success() {
        bail!("'spinward probe puzzles {}' failed ({})", arguments.join(" "), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The suites, by name.
fn suites() -> Result<Vec<String>> {
    let entries = fs::read_dir(root().join(SUITES)).with_context(|| format!("can't list {SUITES}"))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(format!("{SUITES}/{}", entry?.file_name().to_string_lossy()));
    }
    names.sort();
    Ok(names)
}
