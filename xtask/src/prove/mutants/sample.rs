//! Which mutants are tried.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Options;
use crate::check;

/// A small change to a rule file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mutant {
    /// Place and change, as cargo-mutants writes them.
    pub(super) name: String,
    /// The change, as a patch of the workspace's root.
    pub(super) patch: String,
}

impl Mutant {
    /// The module that the change is in, as the names of its tests begin: `games::imperium::economy`.
    pub(super) fn module(&self) -> String {
        let file = self.name.split(".rs:").next().unwrap_or_default();
        file.trim_start_matches("env/src/").trim_end_matches("/mod").replace('/', "::")
    }

    /// The module of its game: `games::imperium`.
    pub(super) fn game(&self) -> String {
        self.module().split("::").take(2).collect::<Vec<_>>().join("::")
    }
}

/// Draws mutants of the rule files of a game in a tree, the same for the same seed.
pub(super) fn draw(cargo_mutants: &Path, tree: &Path, options: &Options) -> Result<Vec<Mutant>> {
    let folder = format!("env/src/games/{}/", options.game);
    let files: Vec<String> =
        check::rule_files(tree)?.into_iter().filter(|file| file.starts_with(&folder)).collect();
    ensure!(!files.is_empty(), "no file below {folder} names a rule");
    let mut list = Command::new(cargo_mutants);
    list.args(["mutants", "--list", "--json", "--diff", "--package", "spinward-env"]).current_dir(tree);
    for file in &files {
        list.args(["--file", file]);
    }
    let output = list.output().context("can't run cargo-mutants")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo-mutants can't list mutants: {}", said.trim());
    let listed: Vec<Value> =
        serde_json::from_slice(&output.stdout).context("can't read the list of mutants")?;
    let mut mutants =
        listed.iter().map(mutant).collect::<Option<Vec<_>>>().context("a mutant lacks its patch")?;
    mutants.sort_by_cached_key(|mutant| rank(options.seed, &mutant.name));
    mutants.truncate(options.sample as usize);
    Ok(mutants)
}

fn mutant(listed: &Value) -> Option<Mutant> {
    let text = |key: &str| listed.get(key)?.as_str();
    let (file, diff) = (text("file")?, text("diff")?);
    // The first two lines name the change, not the file.
    let (_, hunks) = diff.split_once("\n@@")?;
    Some(Mutant { name: text("name")?.into(), patch: format!("--- a/{file}\n+++ b/{file}\n@@{hunks}") })
}

/// Where a mutant stands in the order of a seed.
fn rank(seed: u64, name: &str) -> Vec<u8> {
    Sha256::digest(format!("{seed} {name}")).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_mutant_becomes_a_patch_of_its_file() {
        let listed = serde_json::json!({
            "file": "env/a.rs", "name": "env/a.rs:1:1: replace a with b",
            "diff": "--- env/a.rs\n+++ replace a with b\n@@ -1 +1 @@\n-a\n+b\n",
        });
        let mutant = mutant(&listed).unwrap();
        assert_eq!(mutant.patch, "--- a/env/a.rs\n+++ b/env/a.rs\n@@ -1 +1 @@\n-a\n+b\n");
    }

    #[test]
    fn a_mutant_knows_its_module_and_game() {
        let mutant =
            |file: &str| Mutant { name: format!("{file}:1:1: replace a with b"), patch: String::new() };
        assert_eq!(mutant("env/src/games/imperium/economy.rs").module(), "games::imperium::economy");
        assert_eq!(mutant("env/src/games/imperium/battle/mod.rs").module(), "games::imperium::battle");
        assert_eq!(mutant("env/src/games/imperium/battle/mod.rs").game(), "games::imperium");
    }

    #[test]
    fn the_order_follows_from_the_seed() {
        let order = |seed| {
            let mut names: Vec<String> = (0..20).map(|k| k.to_string()).collect();
            names.sort_by_cached_key(|name| rank(seed, name));
            names
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }
}
