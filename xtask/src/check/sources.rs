//! Rust sources as the checks read them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders that hold Rust sources of crates.
const FOLDERS: [&str; 6] = ["src", "env", "agents", "training", "evaluation", "xtask"];

/// A Rust source file.
#[derive(Debug)]
pub(super) struct RustFile {
    /// From the workspace's root, with `/`.
    pub(super) path: String,
    /// As it is.
    pub(super) text: String,
}

impl RustFile {
    /// Whether the file is part of a crate as others see it: not a test, bench or example.
    pub(super) fn is_product(&self) -> bool {
        !["tests/", "benches/", "examples/"].iter().any(|folder| self.path.contains(&format!("/{folder}")))
            && !self.path.ends_with("/tests.rs")
            && !self.path.starts_with("xtask/")
    }

    /// The lines that are code, with their numbers: no comments, and nothing from the first `#[cfg(test)]` on
    /// (unit tests come last in a file).
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
            .map(|(index, line)| (index + 1, line))
    }

    /// A breach in a line of this file.
    pub(super) fn breach(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

/// Every Rust file of the workspace, by path.
pub(super) fn rust_files(root: &Path) -> Result<Vec<RustFile>> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(root, &root.join(folder), &mut files)?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<RustFile>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("can't list {}", folder.display()))?;
    for entry in entries {
        let path: PathBuf = entry?.path();
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(root, &path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).with_context(|| format!("can't read {}", path.display()))?;
            let path = path.strip_prefix(root).expect("found below it").to_string_lossy().into_owned();
            files.push(RustFile { path, text });
        }
    }
    Ok(())
}

/// Whether a line has this word, not as a part of a longer one.
pub(super) fn has_word(line: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(part_of_word) && !line[at + word.len()..].starts_with(part_of_word)
    })
}

#[cfg(test)]
pub(super) fn file(path: &str, text: &str) -> RustFile {
    RustFile { path: path.into(), text: text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_unit_tests_are_not_code() {
        let file = file("env/src/a.rs", "//! one\nlet two = 2;\n  // three\n#[cfg(test)]\nmod tests {}");
        assert_eq!(file.code().collect::<Vec<_>>(), [(2, "let two = 2;")]);
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("use small::pig::Pig;", "pig"));
        assert!(!has_word("let pigment = spigot;", "pig"));
    }
}
