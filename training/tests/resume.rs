//! The promises about interrupted runs: killed at any moment or stopped by Ctrl-C, a deterministic run ends with the
//! same shards and weights as one that was left alone, byte by byte.
//!
//! This test has a `main` of its own, so that it can start itself as the process to be killed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spinward_agents::net::Weights;
use spinward_env::games::pig::Pig;
use spinward_training::checkpoint::{Checkpoint, CheckpointFolder, Phase};
use spinward_training::config::Config;
use spinward_training::games::{GameRecord, GameStore, ShardHeader};
use spinward_training::variations::Variations;
use spinward_training::{Ended, TrainOptions, Trained, train};

fn main() {
    if let [_, command, config, run] = &std::env::args().collect::<Vec<_>>()[..]
        && command == "train"
    {
        if let Err(error) = train(&options(Path::new(config), Path::new(run)), Arc::default()) {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            std::process::exit(1);
        }
        return;
    }
    let place = tempfile::tempdir().expect("a temporary folder");
    let alone = Run::finish(&tiny(), &place.path().join("alone"));
    killed_runs_end_the_same(&place.path().join("killed"), &alone);
    stopped_runs_end_the_same(&place.path().join("stopped"), &alone);
    runs_on_a_full_disk_end_the_same(&place.path().join("full"), &alone);
    what_is_lost_is_said(&place.path().join("alone"));
    overlapping_generations_play_with_the_weights_before(place.path());
    killed_overlapping_runs_lose_no_finished_game(place.path());
}

/// A deterministic run.
fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/training/tiny.toml")
}

/// The same where playing and learning overlap, with two generations more.
fn overlapping(folder: &Path) -> PathBuf {
    let mut text = std::fs::read_to_string(tiny()).expect("the configuration");
    for (from, to) in [
        ("deterministic = true", "deterministic = false"),
        ("overlap = \"auto\"", "overlap = \"on\""),
        ("generations = 2", "generations = 4"),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let path = folder.join("overlapping.toml");
    std::fs::write(&path, text).expect("a place to write");
    path
}

fn options(config: &Path, run: &Path) -> TrainOptions {
    TrainOptions { config: config.into(), run: Some(run.into()), ..TrainOptions::default() }
}

fn train_to_the_end(config: &Path, run: &Path, asked: &Arc<AtomicBool>) -> Trained {
    train(&options(config, run), Arc::clone(asked)).expect("training works")
}

/// Starts this program as a process that trains.
fn process(config: &Path, run: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .arg("train")
        .args([config, run])
        .stderr(Stdio::null())
        .spawn()
        .expect("a process")
}

/// What a run has left.
#[derive(PartialEq)]
struct Run {
    shards: BTreeMap<PathBuf, Vec<u8>>,
    checkpoint: Checkpoint,
}

impl Run {
    fn finish(config: &Path, run: &Path) -> Self {
        let trained = train_to_the_end(config, run, &Arc::default());
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
        let mut child = process(&tiny(), run);
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
            Run::finish(&tiny(), run);
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
            let training = scope.spawn(|| train_to_the_end(&tiny(), run, &asked));
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

/// Lets the process run where no file may grow beyond a limit, as on a disk that is full: each time it ends with a
/// sentence that names the file. With more room the same command goes on, and the run ends as if nothing had happened.
fn runs_on_a_full_disk_end_the_same(run: &Path, alone: &Run) {
    let mut named = BTreeSet::new();
    // In blocks of 512 bytes.
    for blocks in [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 1 << 20] {
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f $3; exec \"$0\" train \"$1\" \"$2\""])
            .arg(std::env::current_exe().expect("this program"))
            .args([&tiny(), run])
            .arg(blocks.to_string())
            .output()
            .expect("a process");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{said}");
        if output.status.success() {
            break;
        }
        assert_eq!(output.status.code(), Some(1), "{said}");
        let error = said
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("error: can't write "))
            .expect("a sentence");
        let (file, why) = error.split_once(": ").expect("what and why");
        assert_eq!(why, "the file would be larger than the system allows", "{said}");
        named.insert(file.rsplit('/').next().unwrap_or(file).to_string());
        let checkpoints = CheckpointFolder::open(run.join("checkpoints")).expect("checkpoints");
        checkpoints.newest().expect("what has the name of a checkpoint is whole");
    }
    assert!(named.len() >= 3, "only these files met the limit: {named:?}");
    Run::finish(&tiny(), run).assert_like(alone, "on a full disk");
}

/// A shard that is cut off later is refused with a sentence; when it is removed the run goes on and says what is lost.
fn what_is_lost_is_said(run: &Path) {
    let shards = std::fs::read_dir(run.join("shards")).expect("shards");
    let mut shards: Vec<_> = shards.map(|entry| entry.expect("an entry").path()).collect();
    shards.retain(|path| path.extension().is_some_and(|extension| extension == "shard"));
    shards.sort();
    let bytes = std::fs::read(&shards[0]).expect("a shard");
    std::fs::write(&shards[0], &bytes[..bytes.len() / 2]).expect("a place to write");
    let name = shards[0].file_name().expect("a name").to_string_lossy();
    let error =
        train(&options(&tiny(), run), Arc::default()).expect_err("a damaged shard is refused").to_string();
    assert!(error.contains(&format!("{name} is damaged")) && error.contains("when it is removed"), "{error}");
    std::fs::remove_file(&shards[0]).expect("it can be removed");
    train_to_the_end(&tiny(), run, &Arc::default());
    let log = std::fs::read_to_string(run.join("log.txt")).expect("a log");
    assert!(log.contains(&format!("{name} is missing: ")) && log.contains("are lost to learning"), "{log}");
}

/// Where playing and learning overlap, generations 1 and 2 are played by the clone, generation 3 by what generation 1
/// taught, and so on.
fn overlapping_generations_play_with_the_weights_before(place: &Path) {
    let (config, run) = (overlapping(place), place.join("overlapping"));
    let trained = train_to_the_end(&config, &run, &Arc::default());
    assert_eq!(trained.ended, Ended::Finished);
    let clone = Weights::load(&trained.clone.expect("a clone")).expect("weights").id();
    let games = finished_games(&config, &run);
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), (0..8 + 4 * 6).collect::<Vec<_>>());
    let networks = |generation: u64| {
        let first = 8 + 6 * (generation - 1);
        let names: BTreeSet<&str> = (first..first + 6).map(|game| games[&game].network.as_str()).collect();
        names.into_iter().collect::<Vec<_>>()
    };
    let played: Vec<_> = (1..=4).map(networks).collect();
    assert_eq!((&played[0], &played[1]), (&vec![&*clone], &vec![&*clone]));
    assert!(played[2].len() == 1 && played[3].len() == 1, "{played:?}");
    assert!(played[2] != played[1] && played[3] != played[2], "{played:?}");
}

/// Whatever is killed when: a game that was finished once is there in the end as it was.
fn killed_overlapping_runs_lose_no_finished_game(place: &Path) {
    let (config, run) = (overlapping(place), place.join("overlapping-killed"));
    let (mut finished, mut kills) = (BTreeMap::new(), 0);
    loop {
        let mut child = process(&config, &run);
        if kills == 12 || wait_for_progress(&mut child, &run, kills) {
            assert!(child.wait().expect("a status").success());
            break;
        }
        child.kill().expect("it is running");
        child.wait().expect("it is dead");
        kills += 1;
        let now = finished_games(&config, &run);
        assert!(finished.iter().all(|(number, game)| now.get(number) == Some(game)), "after kill {kills}");
        finished = now;
    }
    assert!(kills >= 3, "only {kills} kills struck");
    let now = finished_games(&config, &run);
    assert!(finished.iter().all(|(number, game)| now.get(number) == Some(game)), "in the end");
    assert_eq!(now.keys().copied().collect::<Vec<_>>(), (0..8 + 4 * 6).collect::<Vec<_>>());
    assert_eq!(Run::read(&run).checkpoint.position.phase, Phase::Ended);
}

/// All games of a run that is not at work.
fn finished_games(config: &Path, run: &Path) -> BTreeMap<u64, Arc<GameRecord>> {
    let setup = Config::load(config).expect("a configuration").setup();
    let header = ShardHeader::of(&Variations::<Pig>::new(&[setup]).expect("a game"));
    let (store, losses) = GameStore::open(&run.join("shards"), header, &[]).expect("games");
    assert!(losses.iter().all(|loss| loss.contains("open.journal")), "{losses:?}");
    store.range(0..u64::MAX).map(|game| (game.game, Arc::clone(game))).collect()
}
