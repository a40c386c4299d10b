//! Documents say what is true: links lead somewhere, and the commands that README shows exist.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::CommandFactory;

pub(super) fn breaches(root: &Path) -> Result<Vec<String>> {
    let mut pages = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    for folder in ["docs", "configs", "env", "agents", "training", "evaluation"] {
        collect_pages(&root.join(folder), &mut pages)?;
    }
    let mut found = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).with_context(|| format!("can't read {}", page.display()))?;
        let name = page.strip_prefix(root).unwrap_or(page).display().to_string();
        let folder = page.parent().unwrap_or(root);
        found.extend(
            dead_links(&text, |target| folder.join(target).exists())
                .into_iter()
                .map(|target| format!("{name}: the link to {target} leads nowhere")),
        );
        if page == &root.join("README.md") {
            let in_program =
                |command: &str| root.join("src").join(format!("{}.rs", command.replace('-', "_"))).exists();
            found.extend(unknown_commands(&text, in_program));
        }
    }
    Ok(found)
}

fn collect_pages(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_pages(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

/// The targets of relative links `](target)` that don't exist.
fn dead_links(text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target.split('#').next().unwrap_or(target))
        .filter(|target| !target.is_empty() && !target.contains("://") && !exists(target))
        .map(String::from)
        .collect()
}

/// The commands in README's code that neither the program nor xtask has.
fn unknown_commands(readme: &str, in_program: impl Fn(&str) -> bool) -> Vec<String> {
    let xtask = crate::Command::command();
    let mut found = Vec::new();
    for line in readme.lines() {
        let line = line.trim_start_matches(['$', ' ']);
        let word = |prefix: &str| line.strip_prefix(prefix).and_then(|rest| rest.split_whitespace().next());
        if let Some(name) = word("cargo xtask ").filter(|name| xtask.find_subcommand(name).is_none()) {
            found.push(format!("README.md: there is no `cargo xtask {name}`"));
        }
        for prefix in ["spinward ", "cargo run --release -- ", "target/release/spinward "] {
            let is_command = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
            if let Some(name) = word(prefix).filter(is_command).filter(|name| !in_program(name)) {
                found.push(format!("README.md: there is no `spinward {name}`"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_must_lead_somewhere() {
        let text = "[a](docs/a.md) [b](b.md#part) [c](https://example.org/c) [d](#here)";
        assert_eq!(dead_links(text, |target| target == "docs/a.md"), ["b.md"]);
    }

    #[test]
    fn commands_in_readme_must_exist() {
        let readme = "cargo xtask test\n    cargo xtask tset\n$ spinward games\nspinward gamse --json\n";
        assert_eq!(
            unknown_commands(readme, |command| command == "games"),
            ["README.md: there is no `cargo xtask tset`", "README.md: there is no `spinward gamse`"]
        );
    }
}
