//! The figures of a run.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use spinward_agents::file::{FileError, make_folder};

use crate::tensorboard::EventFile;

/// The figures of a run: one JSON object a line in `metrics.jsonl`, which is the truth, mirrored to TensorBoard.
pub struct Metrics {
    path: PathBuf,
    file: File,
    bytes: u64,
    mirror_path: PathBuf,
    mirror: EventFile,
}

impl Metrics {
    /// Goes on with `metrics.jsonl` after `bytes` bytes (what an interrupted sitting wrote beyond is dropped) and with a
    /// new folder of TensorBoard files, `tb/0001` and on.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn open(run: &Path, bytes: u64) -> Result<Self, FileError> {
        let path = run.join("metrics.jsonl");
        let open = || {
            let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
            let bytes = bytes.min(file.metadata()?.len());
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0))?;
            Ok((file, bytes))
        };
        let (file, bytes) = open().map_err(|error| FileError::writing(&path, error))?;
        let mirror_path = new_sitting(&run.join("tb"))?;
        let mirror =
            EventFile::create(&mirror_path).map_err(|error| FileError::writing(&mirror_path, error))?;
        Ok(Self { path, file, bytes, mirror_path, mirror })
    }

    /// Bytes written so far, those of earlier sittings included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the figures of one event: `kind` says which, `step` is the learner's.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&mut self, kind: &str, step: u64, figures: &[(&str, f64)]) -> Result<(), FileError> {
        let mut line = Map::new();
        line.insert("kind".into(), kind.into());
        line.insert("step".into(), step.into());
        for &(name, figure) in figures {
            line.insert(name.into(), rounded(figure));
        }
        let mut text = Value::Object(line).to_string();
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| FileError::writing(&self.path, error))?;
        self.bytes += text.len() as u64;
        for &(name, figure) in figures {
            let written = self.mirror.scalar(&format!("{kind}/{name}"), figure as f32, step);
            written.map_err(|error| FileError::writing(&self.mirror_path, error))?;
        }
        Ok(())
    }
}

/// Six digits are enough and keep the lines short; what is no number is null.
fn rounded(figure: f64) -> Value {
    format!("{figure:.6}")
        .parse::<f64>()
        .ok()
        .and_then(serde_json::Number::from_f64)
        .map_or(Value::Null, Value::Number)
}

/// The folder for this sitting: two writers in one folder would destroy each other's files.
fn new_sitting(folder: &Path) -> Result<PathBuf, FileError> {
    make_folder(folder)?;
    let mut number = 1;
    loop {
        let path = folder.join(format!("{number:04}"));
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(FileError::writing(&path, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sitting_wrote_beyond_its_checkpoint_is_dropped() {
        let run = tempfile::tempdir().unwrap();
        let mut metrics = Metrics::open(run.path(), 0).unwrap();
        metrics.write("learning", 1, &[("policy", 0.5)]).unwrap();
        let checkpoint = metrics.bytes();
        metrics.write("learning", 2, &[("policy", f64::NAN)]).unwrap();
        drop(metrics);
        let mut metrics = Metrics::open(run.path(), checkpoint).unwrap();
        metrics.write("learning", 2, &[("policy", 0.25)]).unwrap();
        drop(metrics);
        let text = std::fs::read_to_string(run.path().join("metrics.jsonl")).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let line = |step, policy| serde_json::json!({ "kind": "learning", "step": step, "policy": policy });
        assert_eq!(lines, [line(1, 0.5), line(2, 0.25)]);
        assert!(run.path().join("tb/0002").is_dir());
    }
}
