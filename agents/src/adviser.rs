//! Who gives hints and answers engines. He thinks in a thread of his own, so that a frontend stays awake meanwhile.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use spinward_env::core::{Game, Seat};

use crate::agent::{Agent, AgentError, Decision, Limits, Stop};

/// An agent that is asked for advice.
pub(crate) struct Adviser<G: Game> {
    name: String,
    at: Place<G>,
}

enum Place<G: Game> {
    Here(Box<dyn Agent<G>>),
    Thinking {
        stop: Stop,
        answer: Receiver<Thought<G>>,
    },
    /// He broke down while thinking.
    Gone,
}

/// The agent comes back with what he thought.
type Thought<G> = (Box<dyn Agent<G>>, Advice<G>);
type Advice<G> = Result<Decision<<G as Game>::Action>, AgentError>;

impl<G: Game> Adviser<G> {
    pub(crate) const fn new(name: String, agent: Box<dyn Agent<G>>) -> Self {
        Self { name, at: Place::Here(agent) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Forgets what he knows of a game, and what he is thinking about.
    pub(crate) fn begin(&mut self, seat: Seat, seed: u64) {
        self.cancel();
        if let Place::Here(agent) = &mut self.at {
            agent.begin(seat, seed);
        }
    }

    /// Begins to think about a view, and about nothing else, within these limits. `wake` is called once there is something to be
    /// had from [`Adviser::advice`].
    pub(crate) fn ask(&mut self, view: G::View, limits: Limits, wake: impl FnOnce() + Send + 'static) {
        self.cancel();
        let Place::Here(mut agent) = std::mem::replace(&mut self.at, Place::Gone) else { return };
        let (sender, answer) = channel();
        let stop = Stop::new();
        let limits = Limits { stop: stop.clone(), ..limits };
        thread::spawn(move || {
            // Dropped in reverse: who is woken finds the answer, or that there will be none.
            let _wake = AtLast(Some(wake));
            let sender = sender;
            let advice = agent.decide(&view, &limits);
            // Nobody listens any more once the game is left.
            let _ = sender.send((agent, advice));
        });
        self.at = Place::Thinking { stop, answer };
    }

    /// Asks for the advice at once, by what he knows so far.
    pub(crate) fn hurry(&self) {
        if let Place::Thinking { stop, .. } = &self.at {
            stop.stop();
        }
    }

    /// His advice, once he has thought; `None`: he is thinking, or was not asked.
    pub(crate) fn advice(&mut self) -> Option<Advice<G>> {
        let Place::Thinking { answer, .. } = &self.at else { return None };
        match answer.try_recv() {
            Ok((agent, advice)) => {
                self.at = Place::Here(agent);
                Some(advice)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(self.broke_down()),
        }
    }

    /// His advice, waited for.
    pub(crate) fn wait(&mut self) -> Advice<G> {
        let Place::Thinking { answer, .. } = &self.at else { return self.broke_down() };
        match answer.recv() {
            Ok((agent, advice)) => {
                self.at = Place::Here(agent);
                advice
            }
            Err(_) => self.broke_down(),
        }
    }

    pub(crate) const fn is_thinking(&self) -> bool {
        matches!(self.at, Place::Thinking { .. })
    }

    /// Stops thinking; what he has thought is forgotten.
    pub(crate) fn cancel(&mut self) {
        if self.is_thinking() {
            self.hurry();
            drop(self.wait());
        }
    }

    fn broke_down(&mut self) -> Advice<G> {
        self.at = Place::Gone;
        Err(AgentError::Failed(format!("{} broke down", self.name)))
    }
}

/// Whoever leaves a game leaves nobody thinking.
impl<G: Game> Drop for Adviser<G> {
    fn drop(&mut self) {
        self.hurry();
    }
}

/// Does something when it is dropped, be it by a panic.
struct AtLast<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for AtLast<F> {
    fn drop(&mut self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}
