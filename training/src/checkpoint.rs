//! Checkpoints: everything a run needs to go on, beside its shards. One folder each, complete or absent.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinward_agents::file::{self, FileError, make_folder};
use spinward_agents::net::{Precision, Tensor, Weights, WeightsError, tensors_from_bytes, tensors_to_bytes};
use thiserror::Error;

use crate::games::ShardEntry;

const FORMAT: u32 = 2;
const MOMENTS_KEY: &str = "spinward-moments";
/// The checksums of a checkpoint's other files, in the form that `sha256sum -c` reads.
const CHECKSUMS: &str = "SHA256SUMS";

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
    /// A file or folder of it can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of it is damaged.
    #[error("checkpoint {path} is damaged: {reason}; remove its folder to go on from the one before")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, as a clause.
        reason: String,
    },
    /// A file of it can't be read.
    #[error("checkpoint: {0}; remove its folder to go on from the one before")]
    Unreadable(FileError),
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
        let mut files: Vec<(String, Vec<u8>)> = vec![
            ("weights.safetensors".into(), self.learner.weights.to_bytes(Precision::F32)),
            ("average.safetensors".into(), self.learner.average.to_bytes(Precision::F32)),
            ("moments.safetensors".into(), self.learner.moments_to_bytes()),
            ("position.json".into(), position),
        ];
        let sums = files.iter().map(|(name, bytes)| checksum_line(name, bytes)).collect::<String>();
        files.push((CHECKSUMS.into(), sums.into_bytes()));
        files
    }

    /// Reads a checkpoint from its files; `read` gives the bytes of one and `place` names it in errors.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub fn from_files(
        place: &dyn Fn(&str) -> String,
        read: &dyn Fn(&str) -> Result<Vec<u8>, CheckpointError>,
    ) -> Result<Self, CheckpointError> {
        let damaged = |name: &str, reason: String| CheckpointError::Damaged { path: place(name), reason };
        let sums = String::from_utf8(read(CHECKSUMS)?).unwrap_or_default();
        let bytes = |name: &str| {
            let bytes = read(name)?;
            match sums.contains(&checksum_line(name, &bytes)) {
                true => Ok(bytes),
                false => Err(damaged(name, format!("it is not what {CHECKSUMS} says: cut off or changed?"))),
            }
        };
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
        make_folder(&folder.0)?;
        let unfinished = folder.0.join("unfinished");
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(|error| FileError::writing(&unfinished, error))?;
        }
        Ok(folder)
    }

    /// The folders of all checkpoints, oldest first.
    ///
    /// # Errors
    /// If the folder can't be read.
    pub fn list(&self) -> Result<Vec<PathBuf>, CheckpointError> {
        let failed = |error| FileError::reading(&self.0, error);
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
            file::read(&path.join(name)).map_err(CheckpointError::Unreadable)
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
        if let Err(error) = write_all(&unfinished, &checkpoint.to_files(), &path) {
            // What could not be finished only takes up room.
            let _ = fs::remove_dir_all(&unfinished);
            return Err(error.into());
        }
        for old in earlier.iter().rev().skip(keep.saturating_sub(1)) {
            fs::remove_dir_all(old).map_err(|error| FileError::writing(old, error))?;
        }
        Ok(path)
    }
}

/// Writes files into a folder, which then gets its name.
fn write_all(folder: &Path, files: &[(String, Vec<u8>)], name: &Path) -> Result<(), FileError> {
    make_folder(folder)?;
    for (name, bytes) in files {
        file::write_whole(&folder.join(name), bytes)?;
    }
    fs::rename(folder, name).map_err(|error| FileError::writing(name, error))
}

fn checksum_line(name: &str, bytes: &[u8]) -> String {
    let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digest}  {name}\n")
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
