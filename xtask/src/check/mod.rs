//! `cargo xtask check`: the invariants of docs/architecture.md, read from `cargo metadata` and the sources.

mod dependencies;
mod documents;
mod games;
mod layout;
mod purity;
mod rules;
mod sources;

use std::path::Path;

use anyhow::{Result, bail};

use crate::workspace::root;

/// Checks everything and reports every breach at once.
///
/// # Errors
/// How many breaches there are; each is printed.
pub(crate) fn check() -> Result<()> {
    let (breaches, notes) = examine(root())?;
    for note in notes {
        eprintln!("note: {note}");
    }
    for breach in &breaches {
        eprintln!("breach: {breach}");
    }
    if breaches.is_empty() { Ok(()) } else { bail!("{} of the workspace's rules are broken", breaches.len()) }
}

/// Writes docs/rules-coverage.md: which rules have code and tests.
///
/// # Errors
/// If the sources can't be read or the page can't be written.
pub(crate) fn write_rules() -> Result<()> {
    rules::write(root(), &sources::rust_files(root())?)
}

/// The files of the games' rules: those that name a rule which they implement, from the workspace's root.
///
/// # Errors
/// If the sources can't be read.
pub(crate) fn rule_files(root: &Path) -> Result<Vec<String>> {
    let files = sources::rust_files(root)?;
    Ok(files.iter().filter(|file| rules::names_a_rule(file)).map(|file| file.path.clone()).collect())
}

/// Every breach in this workspace, and what is worth a note without being one.
fn examine(root: &Path) -> Result<(Vec<String>, Vec<String>)> {
    let files = sources::rust_files(root)?;
    let mut breaches = dependencies::breaches(root)?;
    breaches.extend(layout::breaches(root)?);
    breaches.extend(games::breaches(root, &files)?);
    breaches.extend(purity::breaches(&files));
    breaches.extend(rules::breaches(root, &files)?);
    breaches.extend(documents::breaches(root)?);
    Ok((breaches, layout::long_files(&files)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_keeps_its_rules() {
        let (breaches, _) = examine(root()).unwrap();
        assert_eq!(breaches, Vec::<String>::new());
    }
}
