use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spinward_agents::file::{FileError, make_folder};

use super::{GameRecord, Journal, Shard, ShardError, ShardHeader};

/// Games in a full shard.
pub const SHARD_GAMES: u64 = 32;

/// What is known of a shard without opening it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardEntry {
    /// Its file name.
    pub name: String,
    /// How many games it holds.
    pub games: u64,
    /// How many decisions of these can be learnt from.
    pub decisions: u64,
}

/// All finished games of a run: the shards of its folder and the journal of those that have no shard yet.
#[derive(Debug)]
pub struct GameStore {
    folder: PathBuf,
    header: ShardHeader,
    journal: Journal,
    /// Those in the journal.
    open: BTreeMap<u64, Arc<GameRecord>>,
    /// Those in shards, as far as they are still of use.
    sealed: BTreeMap<u64, Arc<GameRecord>>,
    shards: BTreeMap<String, ShardEntry>,
}

impl GameStore {
    /// Opens the folder of a run's shards. The sentences say which of those `known` from a checkpoint are missing, and
    /// what the journal has lost.
    ///
    /// # Errors
    /// If the folder can't be read or the journal can't be written, or with every shard that is damaged or foreign:
    /// going on without its games is for a person to decide, by removing it.
    pub fn open(
        folder: &Path,
        header: ShardHeader,
        known: &[ShardEntry],
    ) -> Result<(Self, Vec<String>), ShardError> {
        let failed = |error| FileError::reading(folder, error);
        make_folder(folder)?;
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".shard") {
                names.push(name);
            }
        }
        names.sort();
        let (journal, journalled, cut_off) = Journal::open(folder.join("open.journal"))?;
        let mut store = Self {
            folder: folder.into(),
            header,
            journal,
            open: BTreeMap::new(),
            sealed: BTreeMap::new(),
            shards: BTreeMap::new(),
        };
        let mut losses = Vec::from_iter(cut_off);
        let mut unusable = Vec::new();
        for name in &names {
            match Shard::load(&folder.join(name), &store.header) {
                Ok(shard) => store.keep(name, shard.games.into_iter().map(Arc::new).collect()),
                Err(error) => unusable.push(format!(
                    "{error}; the run goes on without its games when it is removed{}",
                    loss(known, name)
                )),
            }
        }
        if !unusable.is_empty() {
            return Err(ShardError::Unusable(unusable));
        }
        for entry in known.iter().filter(|entry| !names.contains(&entry.name)) {
            let path = folder.join(&entry.name);
            let (path, games, decisions) = (path.display(), entry.games, entry.decisions);
            losses.push(format!(
                "shard {path} is missing: {games} games with {decisions} decisions are lost to learning"
            ));
        }
        for game in journalled {
            if !store.sealed.contains_key(&game.game) {
                store.open.insert(game.game, Arc::new(game));
            }
        }
        Ok((store, losses))
    }

    /// Whether this game is finished (and not out of use).
    pub fn has(&self, game: u64) -> bool {
        self.open.contains_key(&game) || self.sealed.contains_key(&game)
    }

    /// The finished games with numbers in this range.
    pub fn range(&self, games: Range<u64>) -> impl Iterator<Item = &Arc<GameRecord>> {
        self.sealed.range(games.clone()).chain(self.open.range(games)).map(|(_, game)| game)
    }

    /// Keeps a finished game for good. `generation` holds the numbers of all games of its generation: each
    /// [`SHARD_GAMES`] of them, counted from its start, make a shard when they are complete.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, game: GameRecord, generation: Range<u64>) -> Result<(), ShardError> {
        let number = game.game;
        self.journal.add(&game)?;
        self.open.insert(number, Arc::new(game));
        let block = block_of(number, &generation);
        let complete = block.clone().all(|number| self.open.contains_key(&number));
        if complete { self.write_shard(block) } else { Ok(()) }
    }

    /// Puts the games of a generation that has ended into shards, full or not.
    ///
    /// # Errors
    /// If one can't be written.
    pub fn seal(&mut self, generation: Range<u64>) -> Result<(), ShardError> {
        while let Some((&number, _)) = self.open.range(generation.clone()).next() {
            self.write_shard(block_of(number, &generation))?;
        }
        Ok(())
    }

    /// Every shard, in the order of their games.
    pub fn shards(&self) -> Vec<ShardEntry> {
        self.shards.values().cloned().collect()
    }

    /// All decisions of all shards of games before this one.
    pub fn decisions(&self, before: u64) -> u64 {
        self.shards.range(..shard_name(before, "")).map(|(_, shard)| shard.decisions).sum()
    }

    /// The newest games in shards, before this one, that together hold this many decisions, newest last; older ones are
    /// let go from memory.
    pub fn window(&mut self, decisions: u64, before: u64) -> Vec<Arc<GameRecord>> {
        let mut left = decisions;
        let mut first = 0;
        for (&number, game) in self.sealed.range(..before).rev() {
            first = number;
            left = left.saturating_sub(game.decisions.len() as u64);
            if left == 0 {
                break;
            }
        }
        self.sealed = self.sealed.split_off(&first);
        self.sealed.range(..before).map(|(_, game)| Arc::clone(game)).collect()
    }

    fn write_shard(&mut self, block: Range<u64>) -> Result<(), ShardError> {
        let mut games: Vec<Arc<GameRecord>> = self.range(block.clone()).cloned().collect();
        games.sort_by_key(|game| game.game);
        let name = shard_name(block.start, &format!("-{:08}.shard", block.end - 1));
        let copies = games.iter().map(|game| (**game).clone()).collect();
        Shard { header: self.header.clone(), games: copies }.save(&self.folder.join(&name))?;
        self.keep(&name, games);
        self.open.retain(|number, _| !block.contains(number));
        self.journal.replace(self.open.values().map(|game| &**game))
    }

    fn keep(&mut self, name: &str, games: Vec<Arc<GameRecord>>) {
        let entry = ShardEntry {
            name: name.into(),
            games: games.len() as u64,
            decisions: games.iter().map(|game| game.decisions.len() as u64).sum(),
        };
        self.shards.insert(name.into(), entry);
        self.sealed.extend(games.into_iter().map(|game| (game.game, game)));
    }
}

/// The name of a shard whose first game is this one, by which shards are in the order of their games.
fn shard_name(first: u64, rest: &str) -> String {
    format!("games-{first:08}{rest}")
}

/// The numbers of the games that share a shard with this one.
fn block_of(number: u64, generation: &Range<u64>) -> Range<u64> {
    let start = number - (number - generation.start) % SHARD_GAMES;
    start..(start + SHARD_GAMES).min(generation.end)
}

fn loss(known: &[ShardEntry], name: &str) -> String {
    known.iter().find(|entry| entry.name == name).map_or(String::new(), |entry| {
        format!(" ({} games with {} decisions are lost to learning then)", entry.games, entry.decisions)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::DecisionRecord;

    fn header() -> ShardHeader {
        ShardHeader { game: "pig".into(), setup: 7, rules_version: 1, action_version: 1 }
    }

    fn game(number: u64) -> GameRecord {
        let decision = DecisionRecord { event: 0, policy: vec![(0, u16::MAX)], values: vec![], visits: 0 };
        GameRecord {
            game: number,
            network: String::new(),
            events: vec![number as u16],
            returns: vec![1.0, -1.0],
            margins: vec![0.0, 0.0],
            decisions: vec![decision; 2],
        }
    }

    fn open(folder: &Path) -> (GameStore, Vec<String>) {
        GameStore::open(folder, header(), &[]).unwrap()
    }

    #[test]
    fn games_are_kept_in_any_order_and_over_sittings() {
        let folder = tempfile::tempdir().unwrap();
        let generation = 0..40;
        let (mut store, _) = open(folder.path());
        for number in (0..35).rev() {
            store.add(game(number), generation.clone()).unwrap();
        }
        assert_eq!(store.shards().len(), 1);
        drop(store);
        let (mut store, losses) = open(folder.path());
        assert!(losses.is_empty(), "{losses:?}");
        assert!((0..35).all(|number| store.has(number)) && !store.has(35));
        store.seal(generation).unwrap();
        assert_eq!(store.shards().iter().map(|s| s.games).collect::<Vec<_>>(), [32, 3]);
        assert_eq!((store.decisions(u64::MAX), store.decisions(32)), (70, 64));
        let before: Vec<_> = store.window(3, 32).iter().map(|g| g.game).collect();
        assert_eq!(before, [30, 31]);
        assert_eq!(store.window(5, u64::MAX).iter().map(|g| g.game).collect::<Vec<_>>(), [32, 33, 34]);
    }

    #[test]
    fn a_damaged_shard_is_refused_and_its_removal_loses_only_its_own_games() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = open(folder.path());
        (0..64).for_each(|number| store.add(game(number), 0..64).unwrap());
        let known = store.shards();
        drop(store);
        let path = folder.path().join(&known[0].name);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let error = GameStore::open(folder.path(), header(), &known).unwrap_err().to_string();
        assert!(error.contains("games-00000000-00000031.shard is damaged"), "{error}");
        assert!(error.ends_with("(32 games with 64 decisions are lost to learning then)"), "{error}");
        fs::remove_file(&path).unwrap();
        let (store, losses) = GameStore::open(folder.path(), header(), &known).unwrap();
        assert_eq!(losses.len(), 1);
        assert!(
            losses[0].ends_with("is missing: 32 games with 64 decisions are lost to learning"),
            "{losses:?}"
        );
        assert!(!store.has(0) && store.has(32));
    }
}
