//! Running other programs.

use std::convert::Infallible;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Runs a command to its end, its output on this terminal.
///
/// # Errors
/// If it can't be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("can't run {}", program(command)))?;
    if status.success() { Ok(()) } else { bail!("'{}' failed ({status})", line(command)) }
}

/// Becomes the command: it takes this process's place, its signals and its exit code.
///
/// # Errors
/// If it can't be started.
pub(crate) fn become_command(command: &mut Command) -> Result<Infallible> {
    let error = command.exec();
    Err(error).with_context(|| format!("can't run {}", program(command)))
}

/// The command as one line, long arguments cut short.
pub(crate) fn line(command: &Command) -> String {
    let arguments = command.get_args().map(|argument| {
        let argument = argument.to_string_lossy();
        match argument.char_indices().nth(60) {
            Some((end, _)) => format!("{}…", argument[..end].trim_end()),
            None => argument.into_owned(),
        }
    });
    std::iter::once(program(command)).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn program(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}
