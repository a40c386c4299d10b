use std::ops::Range;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use spinward_agents::net::torch::cuda_problem;
use spinward_agents::net::{Backend, Weights, open};
use spinward_env::games::CompleteGame;

use super::Run;
use super::figures::PlayFigures;
use crate::checkpoint::Phase;
use crate::config::{BackendChoice, ConfigError};
use crate::console::duration_text;
use crate::error::TrainError;
use crate::play::{ScriptedWorker, SelfPlayWorker, Worker, play};
use crate::variations::Variations;

impl<G: CompleteGame> Run<G> {
    /// Plays the games of this generation that are not finished yet.
    pub(super) fn play_generation(&mut self) -> Result<(), TrainError> {
        let start = Instant::now();
        self.plan_generation();
        let first = self.position.first_game;
        let games = first..first + self.position.games;
        let missing = self.missing(games.clone());
        let stop = self.stop.with_deadline(self.playing_deadline(start));
        let time_left = self.time_left_text(start);
        let (generation, all) = (self.position.generation, self.position.games);
        let mut done = all - missing.len() as u64;
        let mut decisions = 0;
        let variations = Arc::clone(&self.games);
        let workers = match self.cloning() {
            true => self.scripted_workers(&variations, missing.len()),
            false => self.network_workers(&variations, &self.learner.average, missing.len())?,
        };
        let (store, console) = (Arc::clone(&self.store), &mut self.console);
        let mut totals = play(workers, missing, &stop, &mut |ended| {
            if let Some(record) = ended {
                done += 1;
                decisions += record.decisions.len();
                store.lock().unwrap_or_else(PoisonError::into_inner).add(record, games.clone())?;
            }
            console.progress(|| {
                let rate = decisions as f64 / start.elapsed().as_secs_f64();
                format!(
                    "generation {generation}: {done} of {all} games, {rate:.0} decisions/s{}",
                    time_left(start)
                )
            });
            Ok::<(), TrainError>(())
        })?;
        let ahead = std::mem::take(&mut self.ahead);
        totals.add(ahead.totals);
        let seconds = self.spend(start) + ahead.seconds;
        if self.stop.asked() {
            return self.save();
        }
        self.store().seal(games.clone())?;
        let mut figures = PlayFigures::default();
        self.store().range(games).for_each(|game| figures.add(game));
        let new = figures.decisions();
        if new == 0 && !self.cloning() {
            // The time was up before a game ended.
            self.position.phase = Phase::Ended;
            return self.save();
        }
        self.console.say(&format!("generation {generation}: {}", figures.sentence(seconds, &totals)));
        self.figures("games", self.learner.step, &figures.list(seconds, self.config.workers(), &totals))?;
        let passes = if self.cloning() { self.config.clone.passes } else { self.config.learning.passes };
        let steps = (new as f64 * f64::from(passes) / self.config.learning.batch as f64).ceil() as u64;
        self.position.phase = Phase::Learning { steps, done: 0 };
        self.save()
    }

    /// Fixes how many games the generation has, when it begins.
    fn plan_generation(&mut self) {
        if self.position.games == 0 {
            self.position.games = match self.cloning() {
                true => self.config.clone.games.into(),
                false => self.config.selfplay.games.into(),
            };
        }
    }

    /// Those games that are not finished yet.
    pub(super) fn missing(&self, games: Range<u64>) -> Vec<u64> {
        let store = self.store();
        games.filter(|&game| !store.has(game)).collect()
    }

    fn scripted_workers<'g>(&self, games: &'g Variations<G>, count: usize) -> Vec<Box<dyn Worker + 'g>> {
        let (seed, share) = (self.config.run.seed, self.config.clone.random_share);
        let worker = |_| Box::new(ScriptedWorker::new(games, seed, share)) as Box<dyn Worker>;
        (0..self.config.workers().min(count)).map(worker).collect()
    }

    /// Workers that let these weights play against themselves.
    pub(super) fn network_workers<'g>(
        &self,
        games: &'g Variations<G>,
        weights: &Weights,
        count: usize,
    ) -> Result<Vec<Box<dyn Worker + 'g>>, TrainError> {
        let play = &self.config.selfplay;
        let backend = match play.backend {
            BackendChoice::Rust => Backend::Cpu,
            BackendChoice::Torch => Backend::Torch(self.placement()),
            BackendChoice::Auto if cuda_problem().is_none() => Backend::Torch(self.placement()),
            BackendChoice::Auto => Backend::Cpu,
        };
        let network = weights.id();
        let search =
            self.config.search().map_err(|(key, problem)| ConfigError(vec![format!("{key}: {problem}")]))?;
        (0..self.config.workers().min(count))
            .map(|_| {
                let evaluator = open(weights, &**games.first(), backend, "the run's own weights")?;
                let (seed, name, search) = (self.config.run.seed, network.clone(), search.clone());
                let worker = SelfPlayWorker::new(games, seed, name, evaluator, search, play.tables);
                Ok(Box::new(worker) as Box<dyn Worker>)
            })
            .collect()
    }

    /// When playing has to end so that learning still fits into the time of its stage.
    pub(super) fn playing_deadline(&self, start: Instant) -> Option<Instant> {
        let seconds = match self.cloning() {
            true if self.config.clone.minutes > 0.0 => {
                // Half of the warm start's time at most is for playing.
                self.config.clone.minutes * 30.0 - self.position.clone_seconds
            }
            false if self.config.selfplay.minutes > 0.0 => {
                let budget = self.config.selfplay.minutes * 60.0;
                budget - self.position.selfplay_seconds - self.learning_reserve()
            }
            _ => return None,
        };
        Some(start + Duration::from_secs_f64(seconds.max(0.0)))
    }

    /// What to say about the time that is left in the run at a moment of this stage.
    fn time_left_text(&self, start: Instant) -> impl Fn(Instant) -> String + use<G> {
        let play = &self.config.selfplay;
        let (spent, minutes) = (self.position.selfplay_seconds, play.minutes);
        let (generation, generations) = (self.position.generation, play.generations);
        move |_| {
            let now = spent + start.elapsed().as_secs_f64();
            let left = match generation {
                0 => return String::new(),
                _ if minutes > 0.0 => minutes * 60.0 - now,
                1 => return String::new(),
                _ => {
                    spent / f64::from(generation - 1) * f64::from(generations + 1 - generation)
                        - (now - spent)
                }
            };
            format!(", {} left", duration_text(left))
        }
    }
}
