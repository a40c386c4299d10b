//! `cargo xtask prove`: proofs that take longer than tests may, each of which leaves a dated table in docs/results/.

mod balance;
mod mutants;
mod page;
pub(crate) mod peers;
mod puzzles;

use anyhow::{Result, bail};
use clap::{CommandFactory, Parser, Subcommand};

/// The long proofs.
#[derive(Parser)]
pub(crate) struct Prove {
    /// List the proofs.
    #[arg(long)]
    list: bool,
    #[command(subcommand)]
    proof: Option<Proof>,
}

#[derive(Subcommand)]
enum Proof {
    /// Do the tests notice wrong rules? A seeded sample of mutants of a game's rule files, one at a time; resumes where
    /// it stopped. Some 20 seconds a mutant on one core; installs cargo-mutants below target/ by itself.
    Mutants(mutants::Options),
    /// What do the options of the games do to their sides? Every configs/evaluation/balance*.toml; some ten minutes of two
    /// cores; resumes where it stopped.
    Balance,
    /// Are the answers of the puzzles in evaluation/suites/ right, and who finds them? Solves everything that can follow; some minutes of
    /// one core.
    Puzzles,
    /// How fast is Spinward beside OpenSpiel, board-game and shakmaty? Installs them below target/ by itself; some two minutes of
    /// one core; resumes where it stopped. `cargo xtask bench-peers` is the same.
    Peers(peers::Options),
}

/// Runs a proof, or lists them.
///
/// # Errors
/// If the proof can't be led, with the reason.
pub(crate) fn prove(asked: Prove) -> Result<()> {
    match asked.proof {
        _ if asked.list => {
            list();
            Ok(())
        }
        Some(Proof::Mutants(options)) => mutants::prove(&options),
        Some(Proof::Balance) => balance::prove(),
        Some(Proof::Puzzles) => puzzles::prove(),
        Some(Proof::Peers(options)) => peers::prove(&options),
        None => bail!("which proof? `cargo xtask prove --list` lists them"),
    }
}

fn list() {
    for proof in Prove::command().get_subcommands() {
        println!(
            "{:<9} {}",
            proof.get_name(),
            proof.get_about().map(ToString::to_string).unwrap_or_default()
        );
    }
}
