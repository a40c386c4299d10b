use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When to stop: at a person's wish, at a moment, or because something failed elsewhere. Clones share the wish.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Stops when this flag is set (by Ctrl-C, for example).
    pub fn new(asked: Arc<AtomicBool>) -> Self {
        Self { asked, deadline: None }
    }

    /// The same, and at this moment at the latest.
    pub fn with_deadline(&self, deadline: Option<Instant>) -> Self {
        let earlier = [self.deadline, deadline].into_iter().flatten().min();
        Self { asked: Arc::clone(&self.asked), deadline: earlier }
    }

    /// Whether it is time to stop.
    pub fn now(&self) -> bool {
        self.asked() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether a person asked for it.
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}
