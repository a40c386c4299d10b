use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

/// What one round measured: rates per second of processor time by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Round(pub(super) BTreeMap<String, f64>);

impl Round {
    /// Adds what a peer printed: a line `NAME RATE` for each figure.
    pub(super) fn read_lines(&mut self, text: &str) -> Result<()> {
        for line in text.lines() {
            let rate = line.split_once(' ').and_then(|(name, rate)| Some((name, rate.trim().parse().ok()?)));
            let (name, rate) =
                rate.with_context(|| format!("a peer printed '{line}' instead of NAME RATE"))?;
            self.0.insert(name.into(), rate);
        }
        Ok(())
    }

    /// Adds the figures of a scenario of `spinward bench --json`, as `spinward.KEY`.
    pub(super) fn read_bench(&mut self, text: &str, scenario: &str) -> Result<()> {
        let document: Value = serde_json::from_str(text).context("'spinward bench' printed no JSON")?;
        let figures = document[scenario].as_object();
        let figures = figures.with_context(|| format!("'spinward bench' did not measure {scenario}"))?;
        let figures = figures.iter().filter_map(|(key, figure)| Some((key, figure.as_f64()?)));
        self.0.extend(figures.map(|(key, figure)| (format!("spinward.{key}"), figure)));
        Ok(())
    }
}

/// The rounds of this commit, each a line of a file.
pub(super) struct Rounds {
    path: PathBuf,
    rounds: Vec<Round>,
}

impl Rounds {
    /// The rounds that are there already; none of them where they are to be forgotten.
    ///
    /// # Errors
    /// If there is a file that can't be read.
    pub(super) fn open(path: PathBuf, fresh: bool) -> Result<Self> {
        if fresh || !path.exists() {
            let _ = fs::remove_file(&path);
            return Ok(Self { path, rounds: Vec::new() });
        }
        let text = fs::read_to_string(&path).with_context(|| format!("can't read {}", path.display()))?;
        let read = |line: &str| serde_json::from_str(line).ok().map(Round);
        // The last line of an interrupted sitting may be cut off.
        Ok(Self { path, rounds: text.lines().map_while(read).collect() })
    }

    pub(super) fn len(&self) -> usize {
        self.rounds.len()
    }

    pub(super) fn all(&self) -> &[Round] {
        &self.rounds
    }

    /// Keeps a round.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn add(&mut self, round: Round) -> Result<()> {
        self.rounds.push(round);
        let mut text = String::new();
        for round in &self.rounds {
            text += &serde_json::to_string(&round.0)?;
            text.push('\n');
        }
        let open = OpenOptions::new().create(true).write(true).truncate(true).open(&self.path);
        let written = open.and_then(|mut file| file.write_all(text.as_bytes()));
        written.with_context(|| format!("can't write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_bench_are_read_by_name() {
        let mut round = Round::default();
        round.read_lines("a.b 12.5\nc 3\n").unwrap();
        round.read_bench(r#"{"schema": "x", "g/s": {"clone_per_s": 7.0, "checksum": {}}}"#, "g/s").unwrap();
        let names: Vec<(&str, f64)> = round.0.iter().map(|(name, &rate)| (name.as_str(), rate)).collect();
        assert_eq!(names, [("a.b", 12.5), ("c", 3.0), ("spinward.clone_per_s", 7.0)]);
        assert!(round.read_lines("nonsense").unwrap_err().to_string().contains("'nonsense'"));
        assert!(round.read_bench("{}", "g/s").unwrap_err().to_string().contains("g/s"));
    }

    #[test]
    fn a_sitting_goes_on_after_its_last_whole_round() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rounds.jsonl");
        let mut rounds = Rounds::open(path.clone(), false).unwrap();
        rounds.add(Round([("a".to_string(), 1.0)].into())).unwrap();
        rounds.add(Round([("a".to_string(), 2.0)].into())).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 4]).unwrap();
        assert_eq!(
            Rounds::open(path.clone(), false).unwrap().all(),
            [Round([("a".to_string(), 1.0)].into())]
        );
        assert_eq!(Rounds::open(path, true).unwrap().len(), 0);
    }
}
