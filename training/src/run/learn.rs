use std::sync::Arc;
use std::time::Instant;

use spinward_agents::net::Precision;
use spinward_env::games::CompleteGame;

use super::{CLONE, LATEST, Run};
use crate::Stop;
use crate::checkpoint::Phase;
use crate::console::duration_text;
use crate::error::TrainError;
use crate::games::GameRecord;
use crate::learner::{Learner, Losses};
use crate::samples::{Sample, choose, encode, generation_rng, window_size};

/// Samples that are encoded at a time.
const ENCODED: usize = 16_384;
/// Steps whose losses are averaged into one line of metrics.
const STEPS_PER_LINE: u64 = 20;

impl<G: CompleteGame> Run<G> {
    /// Learns from the window, from step `done` of `steps` on; where playing and learning overlap, the next generation is
    /// played meanwhile.
    pub(super) fn learn_generation(&mut self, steps: u64, done: u64) -> Result<(), TrainError> {
        let start = Instant::now();
        let stop = self.stop.with_failure_of_its_own();
        let learnt = match self.next_games(start)? {
            None => self.learn(steps, done, &stop)?,
            Some(next) => self.learn_while_playing(next, steps, done, &stop)?,
        };
        let seconds = self.spend(start);
        if self.stop.asked() && learnt.step < steps {
            self.position.phase = Phase::Learning { steps, done: learnt.step };
            return self.save();
        }
        self.end_generation(seconds, learnt.step - done, learnt.average)
    }

    /// Learns until all steps are done, it is time to stop, or something failed elsewhere. What is learnt from follows
    /// from the run's seed, the generation and the games, so that an interrupted generation goes on as if nothing had
    /// happened.
    pub(super) fn learn(&mut self, steps: u64, done: u64, stop: &Stop) -> Result<Learnt, TrainError> {
        let start = Instant::now();
        let (generation, learning) = (self.position.generation, self.config.learning.clone());
        let window = self.window();
        if window.is_empty() && steps > 0 {
            return Err(TrainError::NothingToLearn { generation });
        }
        let per_game = if self.cloning() { usize::MAX } else { learning.rows_per_game };
        let mut rng = generation_rng(self.config.run.seed, generation);
        let choices = choose(&window, steps as usize * learning.batch, per_game, &mut rng);
        let (layout, workers) = (self.layout(), self.config.workers());
        let mut learner = Learner::new(self.placement(), &self.learner, layout, learning.clone(), workers);
        let mut average = AverageLosses::default();
        let mut step = done;
        let chunk = (ENCODED / learning.batch).max(1) * learning.batch;
        'learning: for choices in choices[(done as usize * learning.batch).min(choices.len())..].chunks(chunk)
        {
            let (samples, mismatches) = encode(&self.games, &window, choices, learning.search_value, workers);
            for mismatch in mismatches {
                self.console.say(&format!("{mismatch}; the game is not learnt from"));
            }
            for batch in samples.chunks(learning.batch) {
                if stop.asked() || stop.failed() || self.clone_time_is_up(start) {
                    break 'learning;
                }
                self.one_step(&mut learner, batch, step as f64 / steps as f64, &mut average)?;
                step += 1;
                let every = self.config.checkpoints.every_steps;
                if step.is_multiple_of(every) && step < steps {
                    self.learner = learner.state()?;
                    self.position.phase = Phase::Learning { steps, done: step };
                    self.save()?;
                }
                self.console.progress(|| {
                    let rate = (step - done) as f64 / start.elapsed().as_secs_f64();
                    let left = duration_text((steps - step) as f64 / rate);
                    format!(
                        "generation {generation}: learning, step {step} of {steps}, {rate:.1}/s, {left} left"
                    )
                });
            }
        }
        self.learner = learner.state()?;
        Ok(Learnt { step, average })
    }

    /// The games that are learnt from.
    fn window(&self) -> Vec<Arc<GameRecord>> {
        // Games of the next generation may be there already.
        let end = self.position.first_game + self.position.games;
        let mut store = self.store();
        let all = store.decisions(end);
        let size = if self.cloning() { all } else { window_size(&self.config.window, all) };
        store.window(size, end)
    }

    fn one_step(
        &mut self,
        learner: &mut Learner,
        batch: &[Sample],
        share: f64,
        average: &mut AverageLosses,
    ) -> Result<(), TrainError> {
        let rate = self.rate(learner.steps(), share);
        average.add(&learner.step(batch, rate)?, rate);
        if learner.steps().is_multiple_of(STEPS_PER_LINE) {
            self.figures("learning", learner.steps(), &average.take())?;
        }
        Ok(())
    }

    /// The step size: a short rise, then half a cosine over the generations after generation 0.
    fn rate(&self, step: u64, share: f64) -> f64 {
        let learning = &self.config.learning;
        let rise = ((step + 1) as f64 / learning.warmup_steps.max(1) as f64).min(1.0);
        let fall = 0.5 * (1.0 + (std::f64::consts::PI * self.progress(share)).cos());
        learning.rate * rise * (learning.final_rate + (1.0 - learning.final_rate) * fall)
    }

    fn clone_time_is_up(&self, start: Instant) -> bool {
        let minutes = self.config.clone.minutes;
        let spent = self.position.clone_seconds + start.elapsed().as_secs_f64();
        self.cloning() && minutes > 0.0 && spent >= minutes * 60.0
    }

    fn end_generation(
        &mut self,
        seconds: f64,
        steps: u64,
        mut average: AverageLosses,
    ) -> Result<(), TrainError> {
        let generation = self.position.generation;
        if average.steps > 0 {
            self.figures("learning", self.learner.step, &average.take())?;
        }
        let rate = steps as f64 / seconds.max(1e-9);
        self.console.say(&format!("generation {generation}: {steps} steps in {seconds:.0} s ({rate:.1}/s)"));
        let checkpoints = self.folder.join("checkpoints");
        if generation == 0 && self.config.clone.games > 0 {
            self.learner.average.save(&checkpoints.join(CLONE), Precision::F32)?;
        }
        self.learner.average.save(&checkpoints.join(LATEST), Precision::F32)?;
        self.position.last_learning_seconds = seconds;
        self.position.generation += 1;
        self.position.first_game += self.position.games;
        self.position.games = 0;
        self.position.phase = Phase::Playing;
        self.save()
    }
}

/// How far the learning of a generation has come.
pub(super) struct Learnt {
    step: u64,
    average: AverageLosses,
}

/// Losses since the last line of metrics.
#[derive(Debug, Default)]
struct AverageLosses {
    steps: u64,
    sums: [f64; 7],
}

impl AverageLosses {
    fn add(&mut self, losses: &Losses, rate: f64) {
        let Losses { policy, outcome, margin, owner, agreement, gradient_norm } = *losses;
        self.steps += 1;
        let figures = [policy, outcome, margin, owner, agreement, gradient_norm, rate];
        self.sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
    }

    fn take(&mut self) -> Vec<(&'static str, f64)> {
        const NAMES: [&str; 7] =
            ["policy", "outcome", "margin", "owner", "agreement", "gradient_norm", "rate"];
        let Self { steps, sums } = std::mem::take(self);
        NAMES.into_iter().zip(sums.map(|sum| sum / steps.max(1) as f64)).collect()
    }
}
