//! The proof `peers`, and `cargo xtask bench-peers`: Spinward beside the nearest programs, in one sitting.
//!
//! OpenSpiel comes from Python's package index, board-game and shakmaty from the Rust registry; both are kept below the
//! target folder. A round measures each peer and then Spinward; ratios are those of one round, so that what else the
//! machine does at the time hits both. Rounds are kept, so that the proof goes on where it stopped.

mod install;
mod rounds;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::page;
use crate::process::{line, run};
use crate::workspace::{cargo, target_folder};
use rounds::{Round, Rounds};

/// How much to measure.
#[derive(Args)]
pub(crate) struct Options {
    /// Rounds of peers and Spinward in turn.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Processor time of each figure in a round.
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Measure once, briefly, and write no page: does it all still run?
    #[arg(long)]
    smoke: bool,
    /// Forget the rounds of an earlier sitting.
    #[arg(long)]
    fresh: bool,
}

/// Measures and writes the page.
///
/// # Errors
/// If something can't be installed (mostly for want of a network) or run.
pub(crate) fn prove(options: &Options) -> Result<()> {
    let folder = target_folder()?.join("peers");
    let peers = install::install(&folder)?;
    run(&mut cargo(&["build", "--release", "--package", "spinward"]))?;
    let spinward = target_folder()?.join("release/spinward");
    if options.smoke {
        let round = round(&peers, &spinward, 0.02)?;
        print!("{}", table::table(&[round])?);
        return Ok(());
    }
    let commit = page::commit()?;
    let mut rounds = Rounds::open(folder.join(format!("rounds-{commit}.jsonl")), options.fresh)?;
    while rounds.len() < options.rounds as usize {
        eprintln!("round {} of {}", rounds.len() + 1, options.rounds);
        rounds.add(round(&peers, &spinward, options.seconds)?)?;
    }
    let text = format!(
        "# Spinward and its peers, {}\n\nWritten by `cargo xtask bench-peers` at commit {commit} on {}; {} rounds, each peer and then Spinward.\n\n{}\n{}",
        page::today(),
        page::machine(),
        rounds.len(),
        table::table(rounds.all())?,
        table::NOTES
    );
    print!("{}", table::table(rounds.all())?);
    page::write("peers", &text)
}

/// The programs that measure peers.
struct Peers {
    python: PathBuf,
    open_spiel: PathBuf,
    rust: PathBuf,
}

/// Measures every peer and then Spinward.
fn round(peers: &Peers, spinward: &Path, seconds: f64) -> Result<Round> {
    let seconds = seconds.to_string();
    let mut round = Round::default();
    round.read_lines(&output(Command::new(&peers.rust).arg(&seconds))?)?;
    round.read_lines(&output(Command::new(&peers.python).arg(&peers.open_spiel).arg(&seconds))?)?;
    let mut bench = Command::new(spinward);
    bench.args([
        "bench",
        "--scenario",
        "imperium/first-war",
        "--repetitions",
        "1",
        "--json",
        "--seconds",
        &seconds,
    ]);
    round.read_bench(&output(&mut bench)?, "imperium/first-war")?;
    Ok(round)
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("can't run '{}'", line(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("'{}' failed ({}): {}", line(command), output.status, said.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
