use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinward_agents::file::{self, FileError, write_whole};
use spinward_env::core::stable_hash;
use spinward_env::games::CompleteGame;
use spinward_env::record::setup_hash;
use thiserror::Error;

use super::GameRecord;
use crate::sealed::{seal, unseal};
use crate::variations::Variations;

const MAGIC: &[u8; 8] = b"SPWSHRD1";

/// What every game of a shard has in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The game's id.
    pub game: String,
    /// The hash of the setup with every option written out; of all of them, in order, where games vary.
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
    /// The file or its folder can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is cut off or changed.
    #[error("shard {path} is damaged: {reason}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, as a clause.
        reason: String,
    },
    /// Shards of a run can't be used: a sentence each.
    #[error("{}", .0.join("\n"))]
    Unusable(Vec<String>),
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
    /// The header of shards of these games.
    pub fn of<G: CompleteGame>(games: &Variations<G>) -> Self {
        let card = G::card();
        let mut hashes = games.all().map(|game| setup_hash(game.setup()));
        let first = hashes.next().unwrap_or_default();
        Self {
            game: card.id.into(),
            setup: hashes.fold(first, |all, own| stable_hash(&(all, own))),
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
        Ok(write_whole(path, &self.to_bytes())?)
    }

    /// Reads a file and refuses games of something else than `wanted`.
    ///
    /// # Errors
    /// If it can't be read, is damaged or foreign.
    pub fn load(path: &Path, wanted: &ShardHeader) -> Result<Self, ShardError> {
        let name = path.display().to_string();
        let shard = Self::from_bytes(&file::read(path)?, &name)?;
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
    /// Opens the journal and reads the games in it. What is cut off or changed is dropped; the sentence says so.
    ///
    /// # Errors
    /// If it can't be read or written.
    pub fn open(path: PathBuf) -> Result<(Self, Vec<GameRecord>, Option<String>), ShardError> {
        let bytes = match file::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        let (games, lost) = read_journal(&bytes);
        let loss = (lost > 0).then(|| {
            format!("{}: {lost} bytes are cut off or changed; their games are played again", path.display())
        });
        if lost > 0 || bytes.is_empty() {
            write_whole(&path, &games.iter().flat_map(journal_entry).collect::<Vec<u8>>())?;
        }
        let file = append_to(&path)?;
        Ok((Self { path, file }, games, loss))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), ShardError> {
        let written = self.file.write_all(&journal_entry(game));
        Ok(written.map_err(|error| FileError::writing(&self.path, error))?)
    }

    /// Replaces the content by these games.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn replace<'a>(&mut self, games: impl Iterator<Item = &'a GameRecord>) -> Result<(), ShardError> {
        let bytes: Vec<u8> = games.flat_map(journal_entry).collect();
        write_whole(&self.path, &bytes)?;
        self.file = append_to(&self.path)?;
        Ok(())
    }
}

fn append_to(path: &Path) -> Result<fs::File, FileError> {
    fs::OpenOptions::new().append(true).open(path).map_err(|error| FileError::writing(path, error))
}

/// Length in 4 bytes, the first 8 bytes of the SHA-256, the record.
fn journal_entry(game: &GameRecord) -> Vec<u8> {
    let body = postcard::to_stdvec(game).expect("plain data");
    let mut entry = (body.len() as u32).to_le_bytes().to_vec();
    entry.extend_from_slice(&Sha256::digest(&body)[..8]);
    entry.extend(body);
    entry
}

/// The whole games of a journal, and how many of its bytes are none. After a game whose bytes were changed the next one
/// is found by its length; where that was changed, too, the rest is lost.
fn read_journal(bytes: &[u8]) -> (Vec<GameRecord>, usize) {
    let (mut games, mut whole, mut at) = (Vec::new(), 0, 0);
    while let Some((head, rest)) = bytes[at..].split_at_checked(12) {
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(body) = rest.get(..length) else { break };
        at += 12 + length;
        if Sha256::digest(body)[..8] == head[4..]
            && let Ok(game) = postcard::from_bytes(body)
        {
            games.push(game);
            whole += 12 + length;
        }
    }
    (games, bytes.len() - whole)
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
        let (mut journal, games, loss) = Journal::open(path.clone()).unwrap();
        assert!(games.is_empty() && loss.is_none());
        journal.add(&game(0)).unwrap();
        journal.add(&game(1)).unwrap();
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        let (mut journal, games, loss) = Journal::open(path.clone()).unwrap();
        assert_eq!(games, [game(0)]);
        assert!(loss.unwrap().contains("are cut off or changed; their games are played again"));
        journal.add(&game(2)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(path.clone()).unwrap().1, [game(0), game(2)]);
        // A game that was changed takes none of those after it along.
        let mut bytes = fs::read(&path).unwrap();
        bytes[20] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(Journal::open(path).unwrap().1, [game(2)]);
    }
}
