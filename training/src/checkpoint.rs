//! Checkpoints: everything a run needs to go on, beside its shards. One folder each, complete or absent.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spinward_agents::net::{Precision, Tensor, Weights, WeightsError, tensors_from_bytes, tensors_to_bytes};
use thiserror::Error;

use crate::games::ShardEntry;

const FORMAT: u32 = 1;
const MOMENTS_KEY: &str = "spinward-moments";

/// What the learner carries from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnerState {
    /// Steps so far.
    pub step: u64,
    /// The weights as learnt.
    pub weights: Weights,
    /// Their moving average: what plays.
    pub average: Weights,
    /// Per tensor the moving average of its gradient.
    pub first_moments: BTreeMap<String, Tensor>,
    /// Per tensor the moving average of its gradient's squares.
    pub second_moments: BTreeMap<String, Tensor>,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    format: u32,
    /// The generation at work; 0 copies the scripted agent.
    pub generation: u32,
    /// What it is doing.
    pub phase: Phase,
    /// The number of its first game.
    pub first_game: u64,
    /// How many games it has.
    pub games: u64,
    /// Seconds spent on generation 0.
    pub clone_seconds: f64,
    /// Seconds spent on the later generations.
    pub selfplay_seconds: f64,
    /// Seconds that the last generation's learning took.
    pub last_learning_seconds: f64,
    /// Steps of the learner.
    pub step: u64,
    /// Bytes of `metrics.jsonl` that belong to all this.
    pub metrics_bytes: u64,
    /// The shards so far.
    pub shards: Vec<ShardEntry>,
}

/// What a generation is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "doing")]
pub enum Phase {
    /// Playing its games.
    Playing,
    /// Learning from the window.
    Learning {
        /// Steps that this learning has in all.
        steps: u64,
        /// Steps of it that are done.
        done: u64,
    },
    /// Nothing more: the run has ended.
    Ended,
}

/// A checkpoint in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Where the run stands.
    pub position: Position,
    /// What the learner carries.
    pub learner: LearnerState,
}

/// Why a checkpoint can't be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// A file of it can't be read or written.
    #[error("checkpoint {path}: {source}")]
    File {
        /// The file or folder.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of it is damaged.
    #[error("checkpoint {path} is damaged: {reason}; remove its folder to go on from the one before")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, as a clause.
        reason: String,
    },
    /// Its weights can't be used.
    #[error("checkpoint: {0}; remove its folder to go on from the one before")]
    Weights(#[from] WeightsError),
}

impl LearnerState {
    /// The start of learning from these weights.
    pub fn new(weights: Weights) -> Self {
        let zeros: BTreeMap<String, Tensor> = weights
            .tensors()
            .map(|(name, t)| {
                (name.to_string(), Tensor { shape: t.shape.clone(), data: vec![0.0; t.data.len()] })
            })
            .collect();
        let average = weights.clone();
        Self { step: 0, weights, average, first_moments: zeros.clone(), second_moments: zeros }
    }

    fn moments_to_bytes(&self) -> Vec<u8> {
        let named = |kind: &str, moments: &BTreeMap<String, Tensor>| {
            moments.iter().map(|(name, t)| (format!("{kind}/{name}"), t.clone())).collect::<Vec<_>>()
        };
        let all =
            named("first", &self.first_moments).into_iter().chain(named("second", &self.second_moments));
        tensors_to_bytes(&all.collect(), Precision::F32, (MOMENTS_KEY, self.step.to_string()))
    }
}

impl Position {
    /// Before the first game.
    pub fn start() -> Self {
        Self {
            format: FORMAT,
            generation: 0,
            phase: Phase::Playing,
            first_game: 0,
            games: 0,
            clone_seconds: 0.0,
            selfplay_seconds: 0.0,
            last_learning_seconds: 0.0,
            step: 0,
            metrics_bytes: 0,
            shards: Vec::new(),
        }
    }
}

impl Checkpoint {
    /// The files of a checkpoint by name; the same checkpoint gives the same bytes.
    pub fn to_files(&self) -> Vec<(String, Vec<u8>)> {
        let position = serde_json::to_vec_pretty(&self.position).expect("plain data");
        vec![
            ("weights.safetensors".into(), self.learner.weights.to_bytes(Precision::F32)),
            ("average.safetensors".into(), self.learner.average.to_bytes(Precision::F32)),
            ("moments.safetensors".into(), self.learner.moments_to_bytes()),
            ("position.json".into(), position),
        ]
    }

    /// Reads a checkpoint from its files; `read` gives the bytes of one and `place` names it in errors.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub fn from_files(
        place: &dyn Fn(&str) -> String,
        read: &dyn Fn(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, CheckpointError> {
        let bytes =
            |name: &str| read(name).map_err(|source| CheckpointError::File { path: place(name), source });
        let damaged = |name: &str, reason: String| CheckpointError::Damaged { path: place(name), reason };
        let position: Position = serde_json::from_slice(&bytes("position.json")?)
            .map_err(|error| damaged("position.json", error.to_string()))?;
        if position.format != FORMAT {
            let reason = format!("its format is {}, this program reads format {FORMAT}", position.format);
            return Err(damaged("position.json", reason));
        }
        let weights =
            |name: &str| Weights::from_bytes(&bytes(name)?, &place(name)).map_err(CheckpointError::from);
        let (weights, average) = (weights("weights.safetensors")?, weights("average.safetensors")?);
        let moments = "moments.safetensors";
        let (all, step) =
            tensors_from_bytes(&bytes(moments)?, MOMENTS_KEY).map_err(|reason| damaged(moments, reason))?;
        if step != position.step.to_string() {
            return Err(damaged(
                moments,
                format!("it belongs to step {step}, not to step {}", position.step),
            ));
        }
        let part = |kind: &str| {
            let own =
                all.iter().filter_map(|(name, t)| Some((name.strip_prefix(kind)?.to_string(), t.clone())));
            let own: BTreeMap<String, Tensor> = own.collect();
            // The moments have the names and shapes of the weights.
            weights.with_tensors(own.clone()).map_err(|reason| damaged(moments, reason))?;
            Ok::<_, CheckpointError>(own)
        };
        let (first_moments, second_moments) = (part("first/")?, part("second/")?);
        let step = position.step;
        Ok(Self { position, learner: LearnerState { step, weights, average, first_moments, second_moments } })
    }
}

/// The checkpoints of a run.
#[derive(Clone, Debug)]
pub struct CheckpointFolder(PathBuf);

impl CheckpointFolder {
    /// The folder, made if it is not there.
    ///
    /// # Errors
    /// If it can't be made, or the remains of an unfinished checkpoint can't be removed.
    pub fn open(path: PathBuf) -> Result<Self, CheckpointError> {
        let folder = Self(path);
        fs::create_dir_all(&folder.0).map_err(|source| folder.failed(&folder.0, source))?;
        let unfinished = folder.0.join("unfinished");
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(|source| folder.failed(&unfinished, source))?;
        }
        Ok(folder)
    }

    /// The folders of all checkpoints, oldest first.
    ///
    /// # Errors
    /// If the folder can't be read.
    pub fn list(&self) -> Result<Vec<PathBuf>, CheckpointError> {
        let failed = |source| self.failed(&self.0, source);
        let mut numbered = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if let Ok(number) = entry.file_name().to_string_lossy().parse::<u64>() {
                numbered.push((number, entry.path()));
            }
        }
        numbered.sort();
        Ok(numbered.into_iter().map(|(_, path)| path).collect())
    }

    /// The newest checkpoint.
    ///
    /// # Errors
    /// If it can't be read or is damaged.
    pub fn newest(&self) -> Result<Option<Checkpoint>, CheckpointError> {
        match self.list()?.last() {
            None => Ok(None),
            Some(path) => Self::load(path).map(Some),
        }
    }

    /// Reads the checkpoint in this folder.
    ///
    /// # Errors
    /// If it can't be read or is damaged.
    pub fn load(path: &Path) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::from_files(&|name| path.join(name).display().to_string(), &|name| {
            fs::read(path.join(name))
        })
    }

    /// Writes a checkpoint, whole or not at all, and removes all but the newest `keep`.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, checkpoint: &Checkpoint, keep: usize) -> Result<PathBuf, CheckpointError> {
        let earlier = self.list()?;
        let last = earlier.last().and_then(|path| path.file_name()?.to_string_lossy().parse::<u64>().ok());
        let path = self.0.join(format!("{:06}", last.map_or(0, |last| last + 1)));
        let unfinished = self.0.join("unfinished");
        fs::create_dir_all(&unfinished).map_err(|source| self.failed(&unfinished, source))?;
        for (name, bytes) in checkpoint.to_files() {
            let file = unfinished.join(name);
            let write = || {
                let mut handle = fs::File::create(&file)?;
                std::io::Write::write_all(&mut handle, &bytes)?;
                handle.sync_all()
            };
            write().map_err(|source| self.failed(&file, source))?;
        }
        fs::rename(&unfinished, &path).map_err(|source| self.failed(&path, source))?;
        for old in earlier.iter().rev().skip(keep.saturating_sub(1)) {
            fs::remove_dir_all(old).map_err(|source| self.failed(old, source))?;
        }
        Ok(path)
    }

    fn failed(&self, path: &Path, source: std::io::Error) -> CheckpointError {
        CheckpointError::File { path: path.display().to_string(), source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_agents::net::{Interface, NetworkConfig};
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;

    fn checkpoint(step: u64) -> Checkpoint {
        let game = Pig::from_setup(&Setup::new("pig")).unwrap();
        let network = NetworkConfig { layers: 1, width: 8, heads: 1, ffn: 8 };
        let mut learner = LearnerState::new(Weights::random(network, Interface::of(&game), step));
        learner.step = step;
        Checkpoint { position: Position { step, ..Position::start() }, learner }
    }

    #[test]
    fn the_newest_checkpoint_comes_back_and_old_ones_go() {
        let place = tempfile::tempdir().unwrap();
        let folder = CheckpointFolder::open(place.path().join("checkpoints")).unwrap();
        assert!(folder.newest().unwrap().is_none());
        (0..5).for_each(|step| drop(folder.save(&checkpoint(step), 2).unwrap()));
        assert_eq!(folder.newest().unwrap().unwrap(), checkpoint(4));
        assert_eq!(folder.list().unwrap().len(), 2);
    }

    #[test]
    fn an_unfinished_checkpoint_is_no_checkpoint() {
        let place = tempfile::tempdir().unwrap();
        let folder = CheckpointFolder::open(place.path().into()).unwrap();
        folder.save(&checkpoint(1), 2).unwrap();
        fs::create_dir(place.path().join("unfinished")).unwrap();
        fs::write(place.path().join("unfinished/weights.safetensors"), b"half").unwrap();
        let folder = CheckpointFolder::open(place.path().into()).unwrap();
        assert_eq!(folder.newest().unwrap().unwrap(), checkpoint(1));
        folder.save(&checkpoint(2), 2).unwrap();
        assert_eq!(folder.newest().unwrap().unwrap(), checkpoint(2));
    }

    #[test]
    fn a_damaged_checkpoint_is_named() {
        let place = tempfile::tempdir().unwrap();
        let folder = CheckpointFolder::open(place.path().into()).unwrap();
        let path = folder.save(&checkpoint(1), 2).unwrap().join("moments.safetensors");
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
        let error = folder.newest().unwrap_err().to_string();
        assert!(
            error.contains("moments.safetensors is damaged") && error.contains("go on from the one before"),
            "{error}"
        );
    }
}
