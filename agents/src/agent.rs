//! What an agent is: something that is shown a view and decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spinward_env::core::{Game, PerSeat, Seat};
use thiserror::Error;

/// Something that plays a seat. It decides by views; only yardsticks that cheat look at what [`Agent::show`] shows.
pub trait Agent<G: Game>: Send {
    /// Gets ready for a new game in this seat and forgets the last one. All its randomness follows from `seed`.
    fn begin(&mut self, seat: Seat, seed: u64);

    /// The position of the decision that comes next, from umpires that let agents cheat. Whoever plays fair ignores it, as the
    /// default does.
    fn show(&mut self, _state: &G::State) {}

    /// Chooses one of the viewer's legal actions.
    ///
    /// # Errors
    /// If the viewer has nothing to decide, or what the agent relies on (a network, a process) failed.
    fn decide(&mut self, view: &G::View, limits: &Limits) -> Result<Decision<G::Action>, AgentError>;
}

/// How long an agent may think about one decision. Where several are set the first to be reached counts; where
/// none is, the agent's own default does.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At most this many simulations.
    pub visits: Option<u32>,
    /// At most this long on the clock.
    pub time: Option<Duration>,
    /// At most this much processor time of the thread that asks.
    pub cpu: Option<Duration>,
    /// Who waits may want the answer now.
    pub stop: Stop,
}

/// Tells an agent in another thread to decide at once, by what it knows so far. Agents that search look at it after each
/// batch of positions, others decide at once anyhow. The default is never stopped.
#[derive(Clone, Debug, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// One that its copies can be stopped by.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Stops whoever has a copy.
    pub fn stop(&self) {
        if let Some(stopped) = &self.0 {
            stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether somebody did.
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|stopped| stopped.load(Ordering::Relaxed))
    }
}

/// A decision and what the agent thought about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// The action to play.
    pub action: A,
    /// What stands behind it.
    pub report: Report<A>,
}

/// What an agent can say about a decision. Whatever it has no opinion on is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<A> {
    /// The expected return of each seat.
    pub values: Option<PerSeat<f32>>,
    /// The candidates, best first.
    pub lines: Vec<Line<A>>,
    /// Simulations made for this decision.
    pub visits: u32,
    /// Positions valued by a network or playout for it.
    pub evaluations: u32,
}

impl<A> Default for Report<A> {
    fn default() -> Self {
        Self { values: None, lines: Vec::new(), visits: 0, evaluations: 0 }
    }
}

/// One candidate action.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The action.
    pub action: A,
    /// The policy's probability before search, 0 to 1.
    pub prior: f32,
    /// The improved policy's probability after search, 0 to 1; what a network learns.
    pub target: f32,
    /// Simulations through this action.
    pub visits: u32,
    /// The expected return of each seat after it.
    pub values: Option<PerSeat<f32>>,
}

/// Why an agent could not decide.
#[derive(Debug, Error)]
pub enum AgentError {
    /// It was asked at the wrong moment.
    #[error("nothing to decide: {0}")]
    NothingToDecide(String),
    /// It can't play this game at all.
    #[error("can't play this game: {0}")]
    Unsuited(String),
    /// What it relies on failed.
    #[error("{0}")]
    Failed(String),
}
