//! The proof `mutants`: do the tests notice wrong rules?
//!
//! cargo-mutants lists every small change to the files that implement a game's rules (those with a `// rule:` comment). A
//! seeded sample of them is tried one by one in a clone of the repository: build, then the game's own tests. What was
//! tried stands in docs/results/data, so that the proof goes on where it stopped, on another machine, too, once that is
//! committed; it stays with the commit at which it began.

mod outcomes;
mod report;
mod sample;
mod trial;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;

use super::page;
use crate::process::run;
use crate::workspace::{cargo, root, target_folder};
use outcomes::Outcomes;

/// What to try.
#[derive(Args)]
pub(super) struct Options {
    /// The game whose rules are changed.
    #[arg(long, default_value = "imperium")]
    game: String,
    /// How many mutants the sample has.
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Decides which.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Try at most this many now.
    #[arg(long, value_name = "N")]
    take: Option<usize>,
    /// Begin anew with the commit at hand.
    #[arg(long)]
    fresh: bool,
}

/// The version that the sample depends on.
const CARGO_MUTANTS: &str = "27.1.0";

/// Where the proof keeps its things.
struct Place {
    folder: PathBuf,
    outcomes: PathBuf,
}

impl Place {
    fn new(game: &str) -> Result<Self> {
        let (folder, results) = (target_folder()?.join("prove/mutants"), page::data());
        for folder in [&folder, &results] {
            fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
        }
        Ok(Self { folder, outcomes: results.join(format!("mutants-{game}.txt")) })
    }

    /// The clone that is changed.
    fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    /// Where it is built.
    fn build(&self) -> PathBuf {
        self.folder.join("build")
    }
}

/// Tries mutants and writes the page.
///
/// # Errors
/// If cargo-mutants can't be installed, the tests fail without any change, or something can't be run.
pub(super) fn prove(options: &Options) -> Result<()> {
    let place = Place::new(&options.game)?;
    if options.fresh {
        let _ = fs::remove_file(&place.outcomes);
    }
    let mut outcomes = Outcomes::open(place.outcomes.clone(), &page::commit()?, options.seed)?;
    clone(&place, &outcomes.commit)?;
    let mutants = sample::draw(&cargo_mutants()?, &place.tree(), options)?;
    let open: Vec<_> = mutants.iter().filter(|mutant| !outcomes.has(&mutant.name)).collect();
    let take = options.take.unwrap_or(open.len()).min(open.len());
    eprintln!("{} of {} mutants tried, {take} to try now", mutants.len() - open.len(), mutants.len());
    let bench = trial::Bench { tree: place.tree(), build: place.build() };
    if take > 0 {
        bench.try_unchanged()?;
    }
    let start = Instant::now();
    for (done, mutant) in open.into_iter().take(take).enumerate() {
        let (outcome, seconds) = bench.try_mutant(mutant)?;
        outcomes.add(outcome, seconds, &mutant.name)?;
        let left = start.elapsed().as_secs_f64() / (done + 1) as f64 * (take - done - 1) as f64;
        eprintln!(
            "{outcome:<8} {seconds:>5.1} s  {}  ({} of {take}, {left:.0} s left)",
            mutant.name,
            done + 1
        );
    }
    report::write(&outcomes, &mutants, options)
}

/// cargo-mutants, installed below the target folder if it is not there.
fn cargo_mutants() -> Result<PathBuf> {
    let tools = target_folder()?.join("tools");
    let program = tools.join("bin/cargo-mutants");
    let version = Command::new(&program).args(["mutants", "--version"]).output();
    let is_there = version.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).trim() == format!("cargo-mutants {CARGO_MUTANTS}")
    });
    if !is_there {
        let version = format!("={CARGO_MUTANTS}");
        let mut install = cargo(&["install", "cargo-mutants", "--locked", "--force", "--version", &version]);
        run(install.arg("--root").arg(&tools))?;
    }
    Ok(program)
}

/// Clones the repository at a commit, or puts the clone back to it.
fn clone(place: &Place, commit: &str) -> Result<()> {
    let tree = place.tree();
    if !tree.join(".git").exists() {
        run(Command::new("git").args(["clone", "--quiet", "--local"]).arg(root()).arg(&tree))?;
    }
    run(Command::new("git").args(["fetch", "--quiet", "origin"]).current_dir(&tree))?;
    run(Command::new("git").args(["reset", "--quiet", "--hard", commit]).current_dir(&tree))
}
