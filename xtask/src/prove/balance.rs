//! The proof `balance`: every `configs/evaluation/balance*.toml`, by the program itself.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::page;
use crate::process::run;
use crate::workspace::{cargo, root, target_folder};

const CONFIGS: &str = "configs/evaluation";

/// Measures and writes the page.
///
/// # Errors
/// If the program can't be built or a measurement fails.
pub(super) fn prove() -> Result<()> {
    run(&mut cargo(&["build", "--release", "--package", "spinward"]))?;
    let program = target_folder()?.join("release/spinward");
    let commit = page::commit()?;
    let mut text = format!(
        "# Balance of the games, {}\n\nWritten by `cargo xtask prove balance` at commit {commit} on {}; what the tables mean: [balance.md](../balance.md).\n",
        page::today(),
        page::machine()
    );
    for config in configs()? {
        let name = format!("{CONFIGS}/{config}");
        let saved = target_folder()?.join(format!("prove/balance/{commit}-{config}.json"));
        eprintln!("-- {name}");
        let (start, is_new) = (Instant::now(), !saved.exists());
        let mut measuring = Command::new(&program);
        measuring.args(["balance", &name, "--save"]).arg(&saved).current_dir(root()).stdout(Stdio::piped());
        let output = measuring.spawn().and_then(|child| child.wait_with_output());
        let output = output.with_context(|| format!("can't run {}", program.display()))?;
        if !output.status.success() {
            bail!("'spinward balance {name}' failed ({}); the same command goes on", output.status);
        }
        let time = start.elapsed().as_secs();
        let time = if is_new { format!("; {time} s") } else { String::new() };
        let table = String::from_utf8_lossy(&output.stdout).into_owned();
        _ = write!(text, "\n`spinward balance {name}`{time}:\n\n```text\n{table}```\n");
    }
    page::write("balance", &text)
}

/// The configurations, by name.
fn configs() -> Result<Vec<String>> {
    let folder: PathBuf = root().join(CONFIGS);
    let entries = fs::read_dir(&folder).with_context(|| format!("can't list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name.starts_with("balance") && name.ends_with(".toml"));
    names.sort();
    Ok(names)
}
