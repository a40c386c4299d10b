//! Where things are, and cargo as this workspace calls it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The workspace's folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// `cargo` with these arguments, in the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root()).env("LD_LIBRARY_PATH", library_path());
    command
}

/// The folder that cargo builds into.
///
/// # Errors
/// If cargo can't say.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let metadata = cargo_metadata::MetadataCommand::new()
        .current_dir(root())
        .no_deps()
        .exec()
        .context("can't ask cargo for its target folder")?;
    Ok(metadata.target_directory.into())
}

/// Where programs look for libraries, libtorch last. Binaries find it by themselves beside the workspace, but
/// not when `CARGO_TARGET_DIR` puts them elsewhere or `RUSTFLAGS` replaces the link arguments.
pub(crate) fn library_path() -> OsString {
    let mut path = std::env::var_os("LD_LIBRARY_PATH").filter(|path| !path.is_empty()).unwrap_or_default();
    if !path.is_empty() {
        path.push(":");
    }
    path.push(root().join(".libtorch/lib"));
    path
}
