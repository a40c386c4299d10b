//! The folder of a run: where everything lies, and who may write there.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use serde_json::json;
use spinward_agents::file::{FileError, make_folder, write_whole};
use spinward_env::games::CompleteGame;

use crate::config::Config;
use crate::error::TrainError;
use crate::games::ShardHeader;
use crate::variations::Variations;

/// A run's folder, locked against a second process.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// The folder of a run: `given`, or `runs/` and the name of the configuration.
    pub fn path_for(config: &Path, given: Option<&Path>) -> PathBuf {
        let name = config.file_stem().unwrap_or_else(|| "run".as_ref());
        given.map_or_else(|| Path::new("runs").join(name), Path::to_path_buf)
    }

    /// Opens the folder, or makes it.
    ///
    /// # Errors
    /// If it can't be made or another process trains there.
    pub fn open(path: &Path) -> Result<Self, TrainError> {
        make_folder(path)?;
        let lock_path = path.join("run.lock");
        let lock = File::create(&lock_path).map_err(|error| FileError::writing(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.into(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(TrainError::Busy { run: path.display().to_string() }),
            Err(TryLockError::Error(error)) => Err(FileError::writing(&lock_path, error).into()),
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A place in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Refuses a folder that holds another run.
    ///
    /// # Errors
    /// If it holds a run with another setup, network or seed, or what it holds can't be read.
    pub fn check(&self, config: &Config) -> Result<(), TrainError> {
        let path = self.join("config.toml");
        if !path.exists() {
            return Ok(());
        }
        match config.foreign_key(&Config::load(&path)?) {
            Some(key) => Err(TrainError::OtherRun { run: self.path.display().to_string(), key }),
            None => Ok(()),
        }
    }

    /// Writes down what is trained and with what.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn describe<G: CompleteGame>(
        &self,
        config: &Config,
        games: &Variations<G>,
    ) -> Result<(), TrainError> {
        self.write("config.toml", config.to_toml().as_bytes())?;
        let card = G::card();
        let versions = json!({
            "program": env!("CARGO_PKG_VERSION"),
            "game": card.id,
            "rules": card.rules_version,
            "actions": card.action_version,
            "encoding": card.encoding_version,
            "setup": format!("{:016x}", ShardHeader::of(games).setup),
        });
        self.write("versions.json", format!("{versions:#}\n").as_bytes())
    }

    /// Writes a file of the folder: whole or not at all.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        Ok(write_whole(&self.join(name), bytes)?)
    }
}
