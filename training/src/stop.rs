use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When to stop: at a person's wish, at a moment, or because something failed elsewhere. Clones share the wishes.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
    failed: Arc<AtomicBool>,
}

impl Stop {
    /// Stops when this flag is set (by Ctrl-C, for example).
    pub fn new(asked: Arc<AtomicBool>) -> Self {
        Self { asked, ..Self::default() }
    }

    /// The same, and at this moment at the latest.
    pub fn with_deadline(&self, deadline: Option<Instant>) -> Self {
        let earlier = [self.deadline, deadline].into_iter().flatten().min();
        Self { deadline: earlier, ..self.clone() }
    }

    /// The same, and when something fails that only those share that are made from this one.
    pub fn with_failure_of_its_own(&self) -> Self {
        Self { failed: Arc::default(), ..self.clone() }
    }

    /// Stops all that share it: something failed.
    pub fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Whether something failed.
    pub fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Whether it is time to stop.
    pub fn now(&self) -> bool {
        self.asked() || self.failed() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether a person asked for it.
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}
