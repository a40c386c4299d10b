//! Playing the next generation while one is learnt from.
//!
//! Generation g + 1 then plays with the weights that played generation g: those that stand in the folder when g's learning
//! begins. Finished games are kept as they end, as always. A run that is killed loses the games under way and the steps
//! since its last checkpoint; when it goes on, the games that are missing are played by the same weights as before, or by
//! newer ones if g's learning had ended. Which network played a game stands in its record.

use std::ops::Range;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::Instant;

use spinward_agents::net::Weights;
use spinward_agents::net::torch::cuda_problem;
use spinward_env::games::CompleteGame;

use super::learn::Learnt;
use super::{Ahead, LATEST, Run};
use crate::Stop;
use crate::config::OverlapChoice;
use crate::error::TrainError;
use crate::play::{PlayError, play};

/// Games to be played ahead.
pub(super) struct NextGames {
    /// All games of their generation.
    all: Range<u64>,
    /// Those that are not finished yet.
    missing: Vec<u64>,
    /// What plays them.
    weights: Weights,
    /// When they have to end.
    deadline: Option<Instant>,
}

impl<G: CompleteGame> Run<G> {
    /// What can be played while this generation is learnt from.
    pub(super) fn next_games(&self, start: Instant) -> Result<Option<NextGames>, TrainError> {
        // Generation 0 has no network before it.
        if !self.overlaps() || self.cloning() || self.is_last() {
            return Ok(None);
        }
        let first = self.position.first_game + self.position.games;
        let all = first..first + u64::from(self.config.selfplay.games);
        let missing = self.missing(all.clone());
        let latest = self.folder.join("checkpoints").join(LATEST);
        let weights = match latest.exists() {
            true => Weights::load(&latest)?,
            // The run began with a bundle.
            false => self.learner.average.clone(),
        };
        let deadline = self.playing_deadline(start);
        Ok((!missing.is_empty()).then_some(NextGames { all, missing, weights, deadline }))
    }

    /// Learns on this thread while others play; both come to their end.
    pub(super) fn learn_while_playing(
        &mut self,
        next: NextGames,
        steps: u64,
        done: u64,
        stop: &Stop,
    ) -> Result<Learnt, TrainError> {
        let start = Instant::now();
        let variations = Arc::clone(&self.games);
        let workers = self.network_workers(&variations, &next.weights, next.missing.len())?;
        let store = Arc::clone(&self.store);
        let playing_stop = stop.with_deadline(next.deadline);
        let (learnt, played) = thread::scope(|scope| {
            let playing = scope.spawn(move || {
                let played = play(workers, next.missing, &playing_stop, &mut |ended| match ended {
                    Some(record) => {
                        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
                        store.add(record, next.all.clone()).map_err(TrainError::from)
                    }
                    None => Ok(()),
                });
                if played.is_err() {
                    playing_stop.fail();
                }
                (played, start.elapsed().as_secs_f64())
            });
            let learnt = self.learn(steps, done, stop);
            if learnt.is_err() {
                stop.fail();
            }
            (learnt, playing.join())
        });
        let (played, seconds) = played.map_err(|_| PlayError::Died)?;
        self.ahead = Ahead { totals: played?, seconds };
        learnt
    }

    fn overlaps(&self) -> bool {
        match self.config.run.overlap {
            OverlapChoice::On => true,
            OverlapChoice::Off => false,
            OverlapChoice::Auto => !self.config.run.deterministic && cuda_problem().is_none(),
        }
    }

    /// Whether no generation follows the one at work.
    fn is_last(&self) -> bool {
        let (generation, play) = (self.position.generation, &self.config.selfplay);
        let by_count = play.generations > 0 && generation >= play.generations;
        // Its learning, and that of the next one.
        let needed = self.position.selfplay_seconds + 2.0 * self.learning_reserve();
        by_count || play.minutes > 0.0 && needed >= play.minutes * 60.0
    }
}
