//! The promises about interrupted runs: killed at any moment or stopped by Ctrl-C, a deterministic run ends with the
//! same shards and weights as one that was left alone, byte by byte.
//!
//! This test has a `main` of its own, so that it can start itself as the process to be killed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spinward_training::checkpoint::{Checkpoint, CheckpointFolder};
use spinward_training::{Ended, TrainOptions, Trained, train};

fn main() {
    if let [_, command, run] = &std::env::args().collect::<Vec<_>>()[..]
        && command == "train-and-be-killed"
    {
        train_to_the_end(Path::new(run), &Arc::default());
        return;
    }
    let place = tempfile::tempdir().expect("a temporary folder");
    let alone = Run::finish(&place.path().join("alone"));
    killed_runs_end_the_same(&place.path().join("killed"), &alone);
    stopped_runs_end_the_same(&place.path().join("stopped"), &alone);
    what_is_lost_is_said(&place.path().join("alone"));
}

fn options(run: &Path) -> TrainOptions {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/training/tiny.toml");
    TrainOptions { config, run: Some(run.into()), ..TrainOptions::default() }
}

fn train_to_the_end(run: &Path, asked: &Arc<AtomicBool>) -> Trained {
    train(&options(run), Arc::clone(asked)).expect("training works")
}

/// What a run has left.
#[derive(PartialEq)]
struct Run {
    shards: BTreeMap<PathBuf, Vec<u8>>,
    checkpoint: Checkpoint,
}

impl Run {
    fn finish(run: &Path) -> Self {
        let trained = train_to_the_end(run, &Arc::default());
        assert_eq!(trained.ended, Ended::Finished);
        assert!(trained.clone.is_some() && trained.weights.exists());
        Self::read(run)
    }

    fn read(run: &Path) -> Self {
        let mut shards = BTreeMap::new();
        for entry in std::fs::read_dir(run.join("shards")).expect("shards") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "shard") {
                let name = path.file_name().map(PathBuf::from).expect("a name");
                shards.insert(name, std::fs::read(&path).expect("a shard"));
            }
        }
        let checkpoints = CheckpointFolder::open(run.join("checkpoints")).expect("checkpoints");
        let checkpoint = checkpoints.newest().expect("a good checkpoint").expect("a checkpoint");
        Self { shards, checkpoint }
    }

    fn assert_like(&self, other: &Self, what: &str) {
        assert_eq!(self.shards.keys().collect::<Vec<_>>(), other.shards.keys().collect::<Vec<_>>(), "{what}");
        assert!(self.shards == other.shards, "{what}: the shards differ");
        assert!(self.checkpoint.learner == other.checkpoint.learner, "{what}: weights or moments differ");
    }
}

/// Kills the process again and again, each time after it has done something more.
fn killed_runs_end_the_same(run: &Path, alone: &Run) {
    let mut kills = 0;
    loop {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .arg("train-and-be-killed")
            .arg(run)
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let ended = wait_for_progress(&mut child, run, kills);
        if ended {
            break;
        }
        child.kill().expect("it is running");
        child.wait().expect("it is dead");
        kills += 1;
        let checkpoints = CheckpointFolder::open(run.join("checkpoints")).expect("checkpoints");
        checkpoints.newest().expect("what has the name of a checkpoint is whole");
        if kills == 12 {
            Run::finish(run);
            break;
        }
    }
    assert!(kills >= 3, "only {kills} kills struck");
    Run::read(run).assert_like(alone, "killed");
}

/// Waits until the process has ended (`true`) or has written something: in turn a game, a checkpoint, or nothing yet.
fn wait_for_progress(child: &mut Child, run: &Path, kills: u32) -> bool {
    let watched = match kills % 3 {
        0 => run.join("shards/open.journal"),
        1 => run.join("checkpoints"),
        _ => run.join("run.lock"),
    };
    let stamp = || std::fs::metadata(&watched).and_then(|meta| meta.modified()).ok();
    let before = stamp();
    loop {
        if let Some(status) = child.try_wait().expect("a status") {
            assert!(status.success(), "{status}");
            return true;
        }
        if stamp() != before {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Asks the run to stop whenever it has written a checkpoint.
fn stopped_runs_end_the_same(run: &Path, alone: &Run) {
    let mut stops = 0;
    loop {
        let asked = Arc::new(AtomicBool::new(false));
        let stamp = || std::fs::metadata(run.join("checkpoints")).and_then(|meta| meta.modified()).ok();
        let before = stamp();
        let trained = std::thread::scope(|scope| {
            let training = scope.spawn(|| train_to_the_end(run, &asked));
            while stamp() == before && !training.is_finished() {
                std::thread::sleep(Duration::from_millis(1));
            }
            asked.store(true, Ordering::Relaxed);
            training.join().expect("training works")
        });
        if trained.ended == Ended::Finished {
            break;
        }
        stops += 1;
    }
    assert!(stops >= 2, "only {stops} stops struck");
    Run::read(run).assert_like(alone, "stopped");
}

/// A shard that is cut off later is left out with a sentence, and nothing else suffers.
fn what_is_lost_is_said(run: &Path) {
    let shards = std::fs::read_dir(run.join("shards")).expect("shards");
    let mut shards: Vec<_> = shards.map(|entry| entry.expect("an entry").path()).collect();
    shards.retain(|path| path.extension().is_some_and(|extension| extension == "shard"));
    shards.sort();
    let bytes = std::fs::read(&shards[0]).expect("a shard");
    std::fs::write(&shards[0], &bytes[..bytes.len() / 2]).expect("a place to write");
    train_to_the_end(run, &Arc::default());
    let log = std::fs::read_to_string(run.join("log.txt")).expect("a log");
    let name = shards[0].file_name().expect("a name").to_string_lossy();
    assert!(log.contains(&format!("{name} is damaged")) && log.contains("are lost to learning)"), "{log}");
}
