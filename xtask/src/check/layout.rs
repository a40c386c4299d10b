//! What lies at the top of the workspace, one place for versions and lints, and the length of files.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::sources::RustFile;

/// Everything at the top level.
const TOP: [&str; 18] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "CHANGELOG.md",
    "src",
    "tests",
    "env",
    "agents",
    "training",
    "evaluation",
    "configs",
    "docs",
    "xtask",
    "rustfmt.toml",
    "clippy.toml",
    "deny.toml",
];

const MEMBERS: [&str; 5] = ["env", "agents", "training", "evaluation", "xtask"];

/// Files longer than this are worth a note.
const LONG_FILE_LINES: usize = 500;

pub(super) fn breaches(root: &Path) -> Result<Vec<String>> {
    let mut found = top_level(&tracked(root)?);
    for member in MEMBERS {
        let path = format!("{member}/Cargo.toml");
        let manifest = fs::read_to_string(root.join(&path)).with_context(|| format!("can't read {path}"))?;
        found.extend(manifest_breaches(&path, &manifest));
    }
    Ok(found)
}

/// Every file under version control.
fn tracked(root: &Path) -> Result<Vec<String>> {
    let output =
        Command::new("git").args(["ls-files"]).current_dir(root).output().context("can't run git")?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect())
}

fn top_level(files: &[String]) -> Vec<String> {
    let mut names: Vec<&str> = files.iter().map(|file| file.split('/').next().unwrap_or(file)).collect();
    names.dedup();
    names
        .into_iter()
        .filter(|name| !TOP.contains(name) && !name.starts_with('.'))
        .map(|name| format!("{name}: does not belong at the top level (docs/architecture.md, Workspace)"))
        .collect()
}

/// Versions stand in the workspace's manifest only, and so do lints. A package may name itself, with features, for
/// its own tests.
fn manifest_breaches(path: &str, manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut section = "";
    for (index, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
        } else if section.ends_with("dependencies")
            && line.contains('=')
            && !["workspace = true", "path = \".\""].iter().any(|allowed| line.contains(allowed))
        {
            found.push(format!("{path}:{}: versions stand in the root Cargo.toml: `{line}`", index + 1));
        }
    }
    if !manifest.contains("[lints]\nworkspace = true") {
        found.push(format!("{path}: lints are the workspace's: `[lints] workspace = true`"));
    }
    found
}

/// A note for each file that has grown long.
pub(super) fn long_files(files: &[RustFile]) -> Vec<String> {
    files
        .iter()
        .map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > LONG_FILE_LINES)
        .map(|(file, lines)| format!("{} has {lines} lines", file.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stray_file_at_the_top_is_a_breach() {
        let files = ["Cargo.toml", "env/src/lib.rs", ".gitignore", "notes.txt"].map(String::from);
        assert_eq!(
            top_level(&files),
            ["notes.txt: does not belong at the top level (docs/architecture.md, Workspace)"]
        );
    }

    #[test]
    fn a_version_in_a_member_is_a_breach() {
        let manifest = "[dependencies]\nserde.workspace = true\nrand = \"0.9\"\n[lints]\nworkspace = true";
        let found = manifest_breaches("env/Cargo.toml", manifest);
        assert_eq!(found, ["env/Cargo.toml:3: versions stand in the root Cargo.toml: `rand = \"0.9\"`"]);
    }

    #[test]
    fn missing_lints_are_a_breach() {
        assert_eq!(manifest_breaches("env/Cargo.toml", "[package]\nname = \"x\"").len(), 1);
    }
}
