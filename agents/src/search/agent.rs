use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use spinward_env::core::{Game, Seat};

use super::{PositionEvaluator, Search, SearchConfig, Step};
use crate::agent::{Agent, AgentError, Decision, Limits};
use crate::evaluator::{Evaluations, EvaluatorError};

/// Plays what a [`Search`] decides, with an evaluator of its own.
#[derive(Debug)]
pub struct SearchAgent<G: Game, E> {
    game: Arc<G>,
    search: Search<G>,
    evaluator: E,
    answers: Evaluations,
}

impl<G: Game, E: PositionEvaluator<G>> SearchAgent<G, E> {
    /// A player of this game.
    ///
    /// # Errors
    /// If a key of the configuration is out of range.
    pub fn new(game: Arc<G>, config: SearchConfig, evaluator: E) -> Result<Self, AgentError> {
        let search = Search::new(Arc::clone(&game), config)?;
        Ok(Self { search, game, evaluator, answers: Evaluations::default() })
    }
}

impl<G: Game, E: PositionEvaluator<G>> Agent<G> for SearchAgent<G, E> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        let seed = seed ^ (1 + seat.index() as u64) << 32;
        self.search.begin(seed);
        self.evaluator.begin(seed);
    }

    fn show(&mut self, state: &G::State) {
        self.search.show(state);
    }

    /// Without limits it makes [`SearchConfig::simulations`].
    fn decide(&mut self, view: &G::View, limits: &Limits) -> Result<Decision<G::Action>, AgentError> {
        let clock = Clock::start();
        let visits = match limits {
            Limits { visits: None, time: None, cpu: None, .. } => Some(self.search.config().simulations),
            Limits { visits, .. } => *visits,
        };
        self.search.start(view, visits)?;
        loop {
            if (clock.is_late(limits) || limits.stop.is_stopped())
                && let Some(decision) = self.search.finish()
            {
                return Ok(decision);
            }
            let answered = match self.search.step() {
                Step::Decided(decision) => return Ok(decision),
                Step::Evaluate(positions) => {
                    self.evaluator.evaluate_positions(&self.game, positions, &mut self.answers)
                }
            };
            let failed = |e: EvaluatorError| AgentError::Failed(e.to_string());
            answered.map_err(failed)?;
            self.search.answer(&self.answers).map_err(failed)?;
        }
    }
}

/// When a decision was asked for.
struct Clock {
    wall: Instant,
    cpu: ThreadTime,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), cpu: ThreadTime::now() }
    }

    fn is_late(&self, limits: &Limits) -> bool {
        let over = |limit: Option<Duration>, spent: &dyn Fn() -> Duration| {
            limit.is_some_and(|limit| spent() >= limit)
        };
        over(limits.time, &|| self.wall.elapsed()) || over(limits.cpu, &|| self.cpu.elapsed())
    }
}
