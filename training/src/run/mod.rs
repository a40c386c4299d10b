//! A run: generation after generation, each first plays games and then learns from the window. Where the two overlap,
//! the next generation's games are played meanwhile.

mod figures;
mod learn;
mod overlap;
mod play;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use spinward_agents::file::read_text;
use spinward_agents::net::torch::Placement;
use spinward_agents::net::{Interface, Layout, Precision, Weights};
use spinward_env::games::CompleteGame;

use crate::Stop;
use crate::bundle::{self, Bundle};
use crate::checkpoint::{Checkpoint, CheckpointFolder, LearnerState, Phase, Position};
use crate::config::Config;
use crate::console::{Console, duration_text};
use crate::error::TrainError;
use crate::folder::RunFolder;
use crate::games::{GameStore, ShardHeader};
use crate::metrics::Metrics;
use crate::play::Totals;
use crate::train::{Ended, Trained};
use crate::variations::Variations;

/// The weights to play with, in the folder of checkpoints.
const LATEST: &str = "latest.safetensors";
/// The same weights in half precision, as they ship.
const HALF: &str = "half.safetensors";
/// The weights that only copied the scripted agent.
const CLONE: &str = "clone.safetensors";

/// Playing that was done ahead of its generation.
#[derive(Debug, Default)]
struct Ahead {
    totals: Totals,
    seconds: f64,
}

/// A run being worked on.
pub(crate) struct Run<G: CompleteGame> {
    games: Arc<Variations<G>>,
    config: Config,
    folder: RunFolder,
    checkpoints: CheckpointFolder,
    /// Shared with those who play while the learner works.
    store: Arc<Mutex<GameStore>>,
    /// What was done for the next generation while this one was learnt from.
    ahead: Ahead,
    position: Position,
    learner: LearnerState,
    console: Console,
    metrics: Metrics,
    stop: Stop,
}

impl<G: CompleteGame> Run<G> {
    /// Opens a run where it was left, or begins it: with a bundle or with random weights.
    pub(crate) fn open(
        games: Variations<G>,
        config: Config,
        path: &Path,
        from: Option<&Path>,
        stop: Stop,
    ) -> Result<Self, TrainError> {
        let folder = RunFolder::open(path)?;
        folder.check(&config)?;
        let checkpoints = CheckpointFolder::open(folder.join("checkpoints"))?;
        let header = ShardHeader::of(&games);
        let interface = Interface::of(&**games.first());
        if let Some(bundle) = from {
            if checkpoints.newest()?.is_some() {
                let reason = "this run has begun already; --run takes another folder".into();
                return Err(TrainError::Bundle { path: bundle.display().to_string(), reason });
            }
            let content = Bundle::read(bundle, &header)?;
            check_fits(&content.checkpoint, &config, &interface, &bundle.display().to_string())?;
            content.save_games(&folder.join("shards"))?;
            checkpoints.save(&content.checkpoint, config.checkpoints.keep)?;
        }
        let found = checkpoints.newest()?;
        let resumed = found.is_some();
        let checkpoint = match found {
            Some(checkpoint) => checkpoint,
            None => Checkpoint {
                position: Position::start(),
                learner: LearnerState::new(Weights::random(
                    config.network(),
                    interface.clone(),
                    config.run.seed,
                )),
            },
        };
        let place = checkpoints.list()?.last().map_or_else(String::new, |path| path.display().to_string());
        check_fits(&checkpoint, &config, &interface, &place)?;
        folder.describe(&config, &games)?;
        let (store, losses) = GameStore::open(&folder.join("shards"), header, &checkpoint.position.shards)?;
        let mut console = Console::open(&folder.join("log.txt"))?;
        let metrics = Metrics::open(folder.path(), checkpoint.position.metrics_bytes)?;
        console.go_on_after(&read_text(&folder.join("metrics.jsonl"))?);
        let Checkpoint { position, learner } = checkpoint;
        let (place, step) = (folder.path().display(), position.step);
        console.say(&match resumed {
            true => format!("{place}: going on with generation {} at step {step}", position.generation),
            false => format!("{place}: {} numbers in the network", learner.weights.count()),
        });
        losses.iter().for_each(|loss| console.say(loss));
        let store = Arc::new(Mutex::new(store));
        let ahead = Ahead::default();
        Ok(Self {
            games: Arc::new(games),
            config,
            folder,
            checkpoints,
            store,
            ahead,
            position,
            learner,
            console,
            metrics,
            stop,
        })
    }

    /// Works until the run ends or is asked to stop; either way everything is saved.
    pub(crate) fn go(&mut self) -> Result<Ended, TrainError> {
        loop {
            match self.position.phase {
                Phase::Playing if self.is_complete() => {
                    self.position.phase = Phase::Ended;
                    self.save()?;
                }
                Phase::Playing => self.play_generation()?,
                Phase::Learning { steps, done } => self.learn_generation(steps, done)?,
                Phase::Ended => {
                    let seconds = self.position.clone_seconds + self.position.selfplay_seconds;
                    let (generations, step) = (self.position.generation, self.position.step);
                    self.console.say(&format!(
                        "the run has ended: {generations} generations, {step} steps, {}",
                        duration_text(seconds)
                    ));
                    return Ok(Ended::Finished);
                }
            }
            if self.stop.asked() && self.position.phase != Phase::Ended {
                self.console.say("stopped; the same command goes on");
                return Ok(Ended::Stopped);
            }
        }
    }

    /// What this sitting leaves.
    pub(crate) fn trained(&self, ended: Ended) -> Result<Trained, TrainError> {
        let path = |name: &str| self.folder.join("checkpoints").join(name);
        let (weights, clone) = (path(LATEST), path(CLONE));
        if !weights.exists() {
            self.learner.average.save(&weights, Precision::F32)?;
        }
        self.learner.average.save(&path(HALF), Precision::F16)?;
        let clone = clone.exists().then_some(clone);
        Ok(Trained { ended, run: self.folder.path().into(), weights, clone })
    }

    /// Writes what another machine needs to go on with this run.
    pub(crate) fn write_bundle(&mut self, path: &Path) -> Result<(), TrainError> {
        let checkpoint = Checkpoint { position: self.position.clone(), learner: self.learner.clone() };
        let games = self.store().window(u64::MAX, u64::MAX);
        let size = bundle::write(path, &checkpoint, &ShardHeader::of(&self.games), &games)?;
        self.console.say(&format!(
            "{}: {:.1} MiB to go on with elsewhere",
            path.display(),
            size as f64 / 1048576.0
        ));
        Ok(())
    }

    fn save(&mut self) -> Result<(), TrainError> {
        self.position.step = self.learner.step;
        self.position.metrics_bytes = self.metrics.bytes();
        let shards = self.store().shards();
        self.position.shards = shards;
        let checkpoint = Checkpoint { position: self.position.clone(), learner: self.learner.clone() };
        self.checkpoints.save(&checkpoint, self.config.checkpoints.keep)?;
        Ok(())
    }

    fn figures(&mut self, kind: &str, step: u64, figures: &[(&str, f64)]) -> Result<(), TrainError> {
        self.console.figures(kind, figures);
        Ok(self.metrics.write(kind, step, figures)?)
    }

    /// The finished games. Whoever held them when a thread died had only added whole ones.
    fn store(&self) -> MutexGuard<'_, GameStore> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where networks run, for learning and for playing on libtorch.
    fn placement(&self) -> Placement {
        Placement::best(self.config.gpu.bf16, self.config.gpu.pinned)
    }

    fn layout(&self) -> Layout {
        Layout::new(self.games.first().observation_spec(), self.games.first().facts())
    }

    fn cloning(&self) -> bool {
        self.position.generation == 0
    }

    /// Whether the generations or the time are used up.
    fn is_complete(&self) -> bool {
        let (generation, play) = (self.position.generation, &self.config.selfplay);
        let by_count = play.generations > 0 && generation > play.generations;
        // The next generation must be able to learn from what it plays.
        let reserve = self.learning_reserve();
        let by_time = play.minutes > 0.0 && self.position.selfplay_seconds + reserve >= play.minutes * 60.0;
        generation > 0 && (by_count || by_time)
    }

    /// Seconds that learning is expected to take.
    fn learning_reserve(&self) -> f64 {
        1.2 * self.position.last_learning_seconds
    }

    /// How much of the run after generation 0 is done, 0 to 1, with `share` of the generation at work.
    fn progress(&self, share: f64) -> f64 {
        let play = &self.config.selfplay;
        if self.cloning() {
            return 0.0;
        }
        let generations = f64::from(self.position.generation - 1) + share;
        let by_count = if play.generations > 0 { generations / f64::from(play.generations) } else { 0.0 };
        let by_time =
            if play.minutes > 0.0 { self.position.selfplay_seconds / (play.minutes * 60.0) } else { 0.0 };
        by_count.max(by_time).min(1.0)
    }

    /// Adds the time since `start` to what the stage has used.
    fn spend(&mut self, start: Instant) -> f64 {
        let seconds = start.elapsed().as_secs_f64();
        match self.cloning() {
            true => self.position.clone_seconds += seconds,
            false => self.position.selfplay_seconds += seconds,
        }
        seconds
    }
}

/// Refuses a checkpoint of another game or network than the run's; `place` names it.
fn check_fits(
    checkpoint: &Checkpoint,
    config: &Config,
    interface: &Interface,
    place: &str,
) -> Result<(), TrainError> {
    let LearnerState { weights, average, .. } = &checkpoint.learner;
    for weights in [weights, average] {
        weights.check_fits(interface, place)?;
        if weights.network != config.network() {
            let (found, wanted) = (weights.network.to_string(), config.network().to_string());
            return Err(TrainError::OtherNetwork { place: place.into(), found, wanted });
        }
    }
    Ok(())
}
