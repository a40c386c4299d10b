//! What came of the mutants tried so far: a text file, a line for each.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

/// What came of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A test failed.
    Caught,
    /// The tests did not end in time: so they would have been noticed, too.
    Timeout,
    /// Every test passed.
    Missed,
    /// It does not compile.
    Unviable,
}

const WORDS: [(Outcome, &str); 4] = [
    (Outcome::Caught, "caught"),
    (Outcome::Timeout, "timeout"),
    (Outcome::Missed, "missed"),
    (Outcome::Unviable, "unviable"),
];

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(outcome, _)| outcome == self).map_or("", |(_, word)| word);
        f.pad(word)
    }
}

/// A mutant that was tried.
#[derive(Debug, PartialEq)]
pub(super) struct Tried {
    pub(super) outcome: Outcome,
    pub(super) seconds: f64,
    pub(super) name: String,
}

/// The file and what it holds.
#[derive(Debug)]
pub(super) struct Outcomes {
    file: PathBuf,
    /// The commit that is tried.
    pub(super) commit: String,
    pub(super) tried: Vec<Tried>,
}

impl Outcomes {
    /// Opens the file, or begins one for this commit. A seed other than the file's needs a new one.
    pub(super) fn open(file: PathBuf, commit: &str, seed: u64) -> Result<Self> {
        let name = file.display().to_string();
        let text = fs::read_to_string(&file).unwrap_or_default();
        let mut lines = text.lines();
        let Some(first) = lines.next() else {
            fs::write(&file, format!("commit {commit} seed {seed}\n"))
                .with_context(|| format!("can't write {name}"))?;
            return Ok(Self { file, commit: commit.into(), tried: Vec::new() });
        };
        let words: Vec<&str> = first.split(' ').collect();
        let ["commit", begun, "seed", of_seed] = words[..] else { bail!("{name}: line 1: '{first}'") };
        ensure!(of_seed == seed.to_string(), "{name} is of seed {of_seed}; --fresh begins anew with {seed}");
        let tried = lines.enumerate().map(|(index, line)| {
            parse(line).with_context(|| format!("{name}: line {}: '{line}'", index + 2))
        });
        Ok(Self { commit: begun.into(), tried: tried.collect::<Result<_>>()?, file })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.tried.iter().any(|tried| tried.name == name)
    }

    pub(super) fn add(&mut self, outcome: Outcome, seconds: f64, name: &str) -> Result<()> {
        let mut file = OpenOptions::new().append(true).open(&self.file)?;
        writeln!(file, "{outcome} {seconds:.1} {name}")?;
        self.tried.push(Tried { outcome, seconds, name: name.into() });
        Ok(())
    }
}

fn parse(line: &str) -> Option<Tried> {
    let (word, rest) = line.split_once(' ')?;
    let (seconds, name) = rest.split_once(' ')?;
    let (outcome, _) = *WORDS.iter().find(|(_, known)| *known == word)?;
    Some(Tried { outcome, seconds: seconds.parse().ok()?, name: name.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_tried_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("outcomes.txt");
        let mut outcomes = Outcomes::open(file.clone(), "abc", 1).unwrap();
        outcomes.add(Outcome::Missed, 12.34, "a.rs:1:2: replace + with - in f").unwrap();
        outcomes.add(Outcome::Timeout, 60.0, "b").unwrap();
        let again = Outcomes::open(file.clone(), "def", 1).unwrap();
        assert_eq!(again.commit, "abc", "it stays with the commit at which it began");
        assert!(again.has("b") && again.has("a.rs:1:2: replace + with - in f") && !again.has("a.rs"));
        assert_eq!((again.tried[0].outcome, again.tried[0].seconds), (Outcome::Missed, 12.3));
        assert!(Outcomes::open(file.clone(), "def", 2).unwrap_err().to_string().contains("--fresh"));
        fs::write(&file, "commit abc seed 1\nlost").unwrap();
        assert!(Outcomes::open(file, "abc", 1).unwrap_err().to_string().contains("line 2: 'lost'"));
    }
}
