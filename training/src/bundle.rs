//! Bundles: one small file with which another machine goes on: the newest checkpoint and the newest part of the games.

use std::path::Path;
use std::sync::Arc;

use spinward_agents::file::{self, make_folder, write_whole};

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::error::TrainError;
use crate::games::{GameRecord, Shard, ShardEntry, ShardHeader};
use crate::sealed::{seal, unseal};

const MAGIC: &[u8; 8] = b"SPWBNDL1";

/// The largest bundle, in bytes.
pub const BUNDLE_LIMIT: usize = 4 << 20;

/// The files of a checkpoint, and one shard.
type Content = (Vec<(String, Vec<u8>)>, Vec<u8>);

/// Writes a bundle with as many of the newest `games` (given oldest first) as fit; its size in bytes.
///
/// # Errors
/// If the checkpoint alone is too large or the file can't be written.
pub fn write(
    path: &Path,
    checkpoint: &Checkpoint,
    header: &ShardHeader,
    games: &[Arc<GameRecord>],
) -> Result<usize, TrainError> {
    let failed = |reason: String| TrainError::Bundle { path: path.display().to_string(), reason };
    // Games shrink by a factor that only packing tells: halve their number until the bundle fits.
    let mut count = games.len();
    loop {
        let bytes = pack(checkpoint, header, &games[games.len() - count..]);
        if bytes.len() <= BUNDLE_LIMIT {
            write_whole(path, &bytes)?;
            return Ok(bytes.len());
        }
        if count == 0 {
            let size = bytes.len() as f64 / f64::from(1 << 20);
            let reason =
                format!("the network and its moments alone take {size:.1} MiB, more than a bundle's 4 MiB");
            return Err(failed(reason));
        }
        count = count * 3 / 4;
    }
}

fn pack(checkpoint: &Checkpoint, header: &ShardHeader, games: &[Arc<GameRecord>]) -> Vec<u8> {
    let shard = Shard { header: header.clone(), games: games.iter().map(|game| (**game).clone()).collect() };
    let mut checkpoint = checkpoint.clone();
    checkpoint.position.metrics_bytes = 0;
    checkpoint.position.shards = vec![ShardEntry {
        name: name_of(&shard),
        games: shard.games.len() as u64,
        decisions: shard.games.iter().map(|game| game.decisions.len() as u64).sum(),
    }];
    let content: Content = (checkpoint.to_files(), shard.to_bytes());
    seal(MAGIC, &content)
}

fn name_of(shard: &Shard) -> String {
    let ends = shard.games.first().zip(shard.games.last());
    ends.map_or("games-none.shard".into(), |(first, last)| {
        format!("games-{:08}-{:08}.shard", first.game, last.game)
    })
}

/// What a bundle holds.
#[derive(Debug)]
pub struct Bundle {
    /// Where the run stood.
    pub checkpoint: Checkpoint,
    shard: Shard,
}

impl Bundle {
    /// Reads a bundle.
    ///
    /// # Errors
    /// If it can't be read, is damaged, or holds games of something else than `header` says.
    pub fn read(path: &Path, header: &ShardHeader) -> Result<Self, TrainError> {
        let name = path.display().to_string();
        let failed = |reason: String| TrainError::Bundle { path: name.clone(), reason };
        let (files, shard): Content = unseal(MAGIC, &file::read(path)?).map_err(failed)?;
        let shard = Shard::from_bytes(&shard, &name)?;
        shard.check(header, &name)?;
        let place = |file: &str| format!("{name} ({file})");
        let read = |wanted: &str| {
            let found = files.iter().find(|(name, _)| name == wanted);
            let missing = || CheckpointError::Damaged { path: place(wanted), reason: "it is missing".into() };
            found.map(|(_, bytes)| bytes.clone()).ok_or_else(missing)
        };
        Ok(Self { checkpoint: Checkpoint::from_files(&place, &read)?, shard })
    }

    /// Writes its games into a folder of shards.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn save_games(&self, shards: &Path) -> Result<(), TrainError> {
        make_folder(shards)?;
        Ok(self.shard.save(&shards.join(name_of(&self.shard)))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::{LearnerState, Position};
    use spinward_agents::net::{Interface, NetworkConfig, Weights};
    use spinward_env::core::Setup;
    use spinward_env::games::pig::Pig;

    use crate::variations::Variations;

    fn parts(width: usize) -> (Checkpoint, ShardHeader) {
        let games = Variations::<Pig>::new(&[Setup::new("pig")]).unwrap();
        let network = NetworkConfig { layers: 1, width, heads: 1, ffn: 8 };
        let learner = LearnerState::new(Weights::random(network, Interface::of(&**games.first()), 1));
        (Checkpoint { position: Position::start(), learner }, ShardHeader::of(&games))
    }

    fn game(number: u64) -> Arc<GameRecord> {
        // Noise, so that it can't be packed.
        let events =
            (0..40_000u64).map(|i| (i + number).wrapping_mul(0x9E37_79B9_7F4A_7C15) as u16 >> 1).collect();
        Arc::new(GameRecord {
            game: number,
            network: String::new(),
            events,
            returns: vec![1.0, -1.0],
            margins: vec![],
            decisions: vec![],
        })
    }

    #[test]
    fn the_newest_games_that_fit_go_along() {
        let (place, (checkpoint, header)) = (tempfile::tempdir().unwrap(), parts(8));
        let path = place.path().join("a.bundle");
        let games: Vec<_> = (0..100).map(game).collect();
        let size = write(&path, &checkpoint, &header, &games).unwrap();
        assert!((BUNDLE_LIMIT / 2..=BUNDLE_LIMIT).contains(&size), "{size}");
        let shards = place.path().join("shards");
        let bundle = Bundle::read(&path, &header).unwrap();
        bundle.save_games(&shards).unwrap();
        let back = bundle.checkpoint;
        assert_eq!(back.learner, checkpoint.learner);
        let entry = &back.position.shards[0];
        let shard = Shard::load(&shards.join(&entry.name), &header).unwrap();
        assert_eq!(shard.games.last(), Some(&(*games[99]).clone()));
    }

    #[test]
    fn a_network_too_large_for_a_bundle_is_refused() {
        let (place, (checkpoint, header)) = (tempfile::tempdir().unwrap(), parts(512));
        let error = write(&place.path().join("a.bundle"), &checkpoint, &header, &[]).unwrap_err().to_string();
        assert!(error.contains("more than a bundle's 4 MiB"), "{error}");
    }
}
