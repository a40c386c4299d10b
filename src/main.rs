//! Train, measure and lend AI agents for interstellar board wargames: `spinward --help`.
//!
//! One thin file per command: it parses, calls the library that does the work, and prints.

#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "a program for terminals; standard output goes through a writer")]

mod arena;
mod balance;
mod bench;
mod engine;
mod exit;
mod games;
mod gpu_check;
mod lab;
mod play;
mod probe;
mod profile;
mod replay;
mod report;
mod review;
mod rules;
mod save;
mod setup_options;
mod train;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use exit::Done;

/// Train, measure and lend AI agents for interstellar board wargames.
#[derive(Parser)]
#[command(name = "spinward", version, subcommand_required = true, arg_required_else_help = true)]
enum Command {
    Arena(arena::Arena),
    Balance(balance::Balance),
    Bench(bench::Bench),
    Engine(engine::Engine),
    Games(games::Games),
    GpuCheck(gpu_check::GpuCheck),
    Lab(lab::Lab),
    Play(play::Play),
    Probe(probe::Probe),
    Profile(profile::Profile),
    Replay(replay::Replay),
    Report(report::Report),
    Review(review::Review),
    Rules(rules::Rules),
    Train(train::Train),
}

fn main() -> ExitCode {
    #[cfg(unix)]
    exit::survive_limits();
    let mut out = io::stdout().lock();
    let done = match Command::parse() {
        Command::Arena(arena) => arena.run(&mut out),
        Command::Balance(balance) => balance.run(&mut out),
        Command::Bench(bench) => bench.run(&mut out),
        Command::Engine(engine) => engine.run(&mut out),
        Command::Games(games) => games.run(&mut out),
        Command::GpuCheck(check) => check.run(&mut out),
        Command::Lab(lab) => lab.run(&mut out),
        Command::Play(play) => play.run(&mut out),
        Command::Probe(probe) => probe.run(&mut out),
        Command::Profile(profile) => profile.run(&mut out),
        Command::Replay(replay) => replay.run(&mut out),
        Command::Report(report) => report.run(&mut out),
        Command::Review(review) => review.run(&mut out),
        Command::Rules(rules) => rules.run(&mut out),
        Command::Train(train) => train.run(&mut out),
    };
    exit::code(done.and_then(|done: Done| Ok(out.flush().map(|()| done)?)))
}
