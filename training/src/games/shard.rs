use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinward_agents::net::write_whole;
use spinward_env::core::Game;
use spinward_env::record::setup_hash;
use thiserror::Error;

use super::GameRecord;
use crate::sealed::{seal, unseal};

const MAGIC: &[u8; 8] = b"SPWSHRD1";

/// What every game of a shard has in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The game's id.
    pub game: String,
    /// The hash of the setup with every option written out.
    pub setup: u64,
    /// The version of the rules.
    pub rules_version: u32,
    /// The version of the action ids.
    pub action_version: u32,
}

/// Finished games in one file, never changed once it has its name. The file is a
/// sealed `(ShardHeader, Vec<GameRecord>)` that begins with `SPWSHRD1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// What all its games have in common.
    pub header: ShardHeader,
    /// The games, by number.
    pub games: Vec<GameRecord>,
}

/// Why a shard can't be used.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The file can't be read or written.
    #[error("shard {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It is cut off or changed.
    #[error("shard {path} is damaged: {reason}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, as a clause.
        reason: String,
    },
    /// It holds games of something else.
    #[error("shard {path} holds other games: {reason}")]
    Foreign {
        /// The file.
        path: String,
        /// What differs, as a clause.
        reason: String,
    },
}

impl ShardHeader {
    /// The header of shards of this game.
    pub fn of<G: Game>(game: &G) -> Self {
        let card = G::card();
        Self {
            game: card.id.into(),
            setup: setup_hash(game.setup()),
            rules_version: card.rules_version,
            action_version: card.action_version,
        }
    }

    fn difference(&self, wanted: &Self) -> Option<String> {
        if self.game != wanted.game {
            return Some(format!("of '{}', not of '{}'", self.game, wanted.game));
        }
        if self.setup != wanted.setup {
            return Some("of another scenario or other options".into());
        }
        if self.rules_version != wanted.rules_version || self.action_version != wanted.action_version {
            return Some("played under another version of the rules".into());
        }
        None
    }
}

impl Shard {
    /// The bytes of the file; the same games give the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(MAGIC, &(&self.header, &self.games))
    }

    /// Reads the bytes of a file; `path` names it in errors.
    ///
    /// # Errors
    /// If they are not a whole shard.
    pub fn from_bytes(bytes: &[u8], path: &str) -> Result<Self, ShardError> {
        let (header, games) =
            unseal(MAGIC, bytes).map_err(|reason| ShardError::Damaged { path: path.into(), reason })?;
        Ok(Self { header, games })
    }

    /// Writes the file: whole or not at all.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, path: &Path) -> Result<(), ShardError> {
        write_whole(path, &self.to_bytes())
            .map_err(|source| ShardError::File { path: path.display().to_string(), source })
    }

    /// Reads a file and refuses games of something else than `wanted`.
    ///
    /// # Errors
    /// If it can't be read, is damaged or foreign.
    pub fn load(path: &Path, wanted: &ShardHeader) -> Result<Self, ShardError> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|source| ShardError::File { path: name.clone(), source })?;
        let shard = Self::from_bytes(&bytes, &name)?;
        shard.check(wanted, &name)?;
        Ok(shard)
    }

    /// Refuses games of something else than `wanted`; `path` names the shard in the error.
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, wanted: &ShardHeader, path: &str) -> Result<(), ShardError> {
        match self.header.difference(wanted) {
            Some(reason) => Err(ShardError::Foreign { path: path.into(), reason }),
            None => Ok(()),
        }
    }
}

/// Games that are finished while their shard is not full yet: each is appended with its own checksum as soon as it
/// ends, so that no finished game is ever lost.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: fs::File,
}

impl Journal {
    /// Opens the journal and reads the games in it; a record that was cut off at the end is dropped.
    ///
    /// # Errors
    /// If it can't be read or written.
    pub fn open(path: PathBuf) -> Result<(Self, Vec<GameRecord>), ShardError> {
        let failed = |source| ShardError::File { path: path.display().to_string(), source };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let (games, whole) = read_journal(&bytes);
        write_whole(&path, &bytes[..whole]).map_err(failed)?;
        let file = fs::OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok((Self { path, file }, games))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), ShardError> {
        self.file.write_all(&journal_entry(game)).map_err(|source| self.failed(source))
    }

    /// Replaces the content by these games.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn replace<'a>(&mut self, games: impl Iterator<Item = &'a GameRecord>) -> Result<(), ShardError> {
        let bytes: Vec<u8> = games.flat_map(journal_entry).collect();
        let failed = |source| ShardError::File { path: self.path.display().to_string(), source };
        write_whole(&self.path, &bytes).map_err(failed)?;
        self.file = fs::OpenOptions::new().append(true).open(&self.path).map_err(failed)?;
        Ok(())
    }

    fn failed(&self, source: std::io::Error) -> ShardError {
        ShardError::File { path: self.path.display().to_string(), source }
    }
}

/// Length in 4 bytes, the first 8 bytes of the SHA-256, the record.
fn journal_entry(game: &GameRecord) -> Vec<u8> {
    let body = postcard::to_stdvec(game).expect("plain data");
    let mut entry = (body.len() as u32).to_le_bytes().to_vec();
    entry.extend_from_slice(&Sha256::digest(&body)[..8]);
    entry.extend(body);
    entry
}

/// The games of a journal, and how many of its bytes are whole records.
fn read_journal(bytes: &[u8]) -> (Vec<GameRecord>, usize) {
    let (mut games, mut whole) = (Vec::new(), 0);
    while let Some((head, rest)) = bytes[whole..].split_at_checked(12) {
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(body) = rest.get(..length).filter(|body| Sha256::digest(body)[..8] == head[4..]) else {
            break;
        };
        let Ok(game) = postcard::from_bytes(body) else { break };
        games.push(game);
        whole += 12 + length;
    }
    (games, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> GameRecord {
        GameRecord {
            game: number,
            network: "0123".into(),
            events: (0..50).collect(),
            returns: vec![1.0, -1.0],
            margins: vec![0.5, -0.5],
            decisions: vec![],
        }
    }

    fn shard() -> Shard {
        let header = ShardHeader { game: "pig".into(), setup: 7, rules_version: 1, action_version: 1 };
        Shard { header, games: vec![game(0), game(1)] }
    }

    #[test]
    fn a_shard_gives_back_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.shard");
        shard().save(&path).unwrap();
        assert_eq!(Shard::load(&path, &shard().header).unwrap(), shard());
    }

    #[test]
    fn a_cut_or_changed_shard_is_named() {
        let bytes = shard().to_bytes();
        for cut in [0, 20, bytes.len() / 2, bytes.len() - 1] {
            let error = Shard::from_bytes(&bytes[..cut], "a.shard").unwrap_err();
            assert!(error.to_string().starts_with("shard a.shard is damaged: "), "{error}");
        }
        let mut changed = bytes.clone();
        changed[30] ^= 1;
        assert!(matches!(Shard::from_bytes(&changed, "a.shard"), Err(ShardError::Damaged { .. })));
    }

    #[test]
    fn foreign_shards_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.shard");
        shard().save(&path).unwrap();
        let wanted = ShardHeader { setup: 8, ..shard().header };
        let error = Shard::load(&path, &wanted).unwrap_err().to_string();
        assert!(error.ends_with("holds other games: of another scenario or other options"), "{error}");
    }

    #[test]
    fn a_journal_keeps_every_whole_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("open.journal");
        let (mut journal, games) = Journal::open(path.clone()).unwrap();
        assert!(games.is_empty());
        journal.add(&game(0)).unwrap();
        journal.add(&game(1)).unwrap();
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        let (mut journal, games) = Journal::open(path.clone()).unwrap();
        assert_eq!(games, [game(0)]);
        journal.add(&game(2)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(path).unwrap().1, [game(0), game(2)]);
    }
}
