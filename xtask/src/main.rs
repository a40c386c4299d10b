//! The workspace's own commands: `cargo xtask --help`.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for terminals")]

mod check;
mod instructions;
mod libtorch;
mod process;
mod prove;
mod test;
mod train;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// The workspace's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Provide libtorch, which only learning needs (Linux on x86-64; needs a C++ compiler, Python 3 and pip).
    Setup,
    /// Set up, build and train: the main job, configs/training/quickstart.toml, unless told otherwise.
    Train {
        /// What `spinward train` takes: another configuration first, options after it.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Set up, build and run every check and test.
    Test,
    /// Set up, build and measure networks on this machine's CPU and GPU; without a GPU it says so.
    GpuCheck {
        /// What `spinward gpu-check` takes.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Check the workspace's invariants: layout, dependencies, what each crate may do.
    Check,
    /// Compare the instructions that fixed random games take with the committed counts, by callgrind.
    Instructions {
        /// Write the counts down instead.
        #[arg(long)]
        update: bool,
    },
    /// Lead a long proof, which leaves a dated table in docs/results/.
    Prove(prove::Prove),
    /// Measure Spinward beside its peers, which are installed below target/: the proof `peers`.
    BenchPeers(prove::peers::Options),
    /// Write docs/rules-coverage.md: which rules of the games have code and tests.
    Rules,
}

fn main() -> ExitCode {
    ctrlc::set_handler(|| std::process::exit(130)).expect("the first handler");
    let done = match Command::parse() {
        Command::Setup => libtorch::set_up(),
        Command::Train { arguments } => train::train(&arguments).map(|never| match never {}),
        Command::Test => test::test(),
        Command::GpuCheck { arguments } => train::gpu_check(&arguments).map(|never| match never {}),
        Command::Check => check::check(),
        Command::Instructions { update } => instructions::instructions(update),
        Command::Prove(asked) => prove::prove(asked),
        Command::BenchPeers(options) => prove::peers::prove(&options),
        Command::Rules => check::write_rules(),
    };
    report(done)
}

fn report(done: Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
