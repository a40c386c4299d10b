//! The figures of a run.

use std::fs::{File, OpenOptions};
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use tensorboard_rs::summary_writer::SummaryWriter;

/// The figures of a run: one JSON object a line in `metrics.jsonl`, which is the truth, mirrored to TensorBoard.
#[derive(Debug)]
pub struct Metrics {
    file: File,
    bytes: u64,
    mirror: Mirror,
}

impl Metrics {
    /// Goes on with `metrics.jsonl` after `bytes` bytes (what an interrupted sitting wrote beyond is dropped) and with a
    /// new folder of TensorBoard files, `tb/0001` and on.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn open(run: &Path, bytes: u64) -> std::io::Result<Self> {
        let path = run.join("metrics.jsonl");
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        let bytes = bytes.min(file.metadata()?.len());
        file.set_len(bytes)?;
        file.seek(std::io::SeekFrom::End(0))?;
        Ok(Self { file, bytes, mirror: Mirror::open(&new_sitting(&run.join("tb"))?) })
    }

    /// Bytes written so far, those of earlier sittings included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the figures of one event: `kind` says which, `step` is the learner's.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&mut self, kind: &str, step: u64, figures: &[(&str, f64)]) -> std::io::Result<()> {
        let mut line = Map::new();
        line.insert("kind".into(), kind.into());
        line.insert("step".into(), step.into());
        for &(name, figure) in figures {
            line.insert(name.into(), rounded(figure));
            self.mirror.scalar(&format!("{kind}/{name}"), figure, step);
        }
        let mut text = Value::Object(line).to_string();
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        self.bytes += text.len() as u64;
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
fn new_sitting(folder: &Path) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let mut number = 1;
    loop {
        let path = folder.join(format!("{number:04}"));
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// TensorBoard's files. The writer panics where it should report an error; then the mirror ends and the run goes on.
struct Mirror(Option<SummaryWriter>);

impl std::fmt::Debug for Mirror {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Mirror" } else { "Mirror (ended)" })
    }
}

impl Mirror {
    fn open(folder: &Path) -> Self {
        Self(catch_unwind(|| SummaryWriter::new(folder)).ok())
    }

    fn scalar(&mut self, tag: &str, value: f64, step: u64) {
        let Some(writer) = &mut self.0 else { return };
        let written = catch_unwind(AssertUnwindSafe(|| writer.add_scalar(tag, value as f32, step as usize)));
        if written.is_err() {
            self.end();
        }
    }

    fn end(&mut self) {
        let writer = self.0.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(writer)));
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.end();
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
