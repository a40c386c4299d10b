//! `cargo xtask train` and `gpu-check`: set libtorch up, build, and become the program's own command.

use std::convert::Infallible;
use std::process::Command;

use anyhow::Result;

use crate::libtorch;
use crate::process::{become_command, run};
use crate::workspace::{cargo, library_path, root, target_folder};

/// What trains when no configuration is named: the main job.
const QUICKSTART: &str = "configs/training/quickstart.toml";

/// Trains with these arguments of `spinward train`; the first is the configuration unless it is an option.
///
/// # Errors
/// If setup or the build fails.
pub(crate) fn train(arguments: &[String]) -> Result<Infallible> {
    let mut spinward = spinward_with_torch()?;
    spinward.arg("train");
    if arguments.first().is_none_or(|first| first.starts_with('-')) {
        spinward.arg(QUICKSTART);
    }
    become_command(spinward.args(arguments))
}

/// Measures with these arguments of `spinward gpu-check`.
///
/// # Errors
/// If setup or the build fails.
pub(crate) fn gpu_check(arguments: &[String]) -> Result<Infallible> {
    become_command(spinward_with_torch()?.arg("gpu-check").args(arguments))
}

fn spinward_with_torch() -> Result<Command> {
    libtorch::set_up()?;
    run(&mut cargo(&["build", "--release", "--features", "torch,lab", "--package", "spinward"]))?;
    let mut spinward = Command::new(target_folder()?.join("release/spinward"));
    spinward.current_dir(root()).env("LD_LIBRARY_PATH", library_path());
    Ok(spinward)
}
