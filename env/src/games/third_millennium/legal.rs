//! Where legal actions go: into a list, or a count that stops early.

use super::action::Action;

/// A receiver of legal actions in canonical order.
pub(super) trait Offer {
    /// Takes the next legal action; true: no more are wanted.
    fn put(&mut self, action: Action) -> bool;
}

impl Offer for Vec<Action> {
    fn put(&mut self, action: Action) -> bool {
        self.push(action);
        false
    }
}

/// Looks for one of them.
pub(super) struct Sought {
    /// The action.
    pub(super) action: Action,
    /// Whether it came.
    pub(super) found: bool,
}

impl Offer for Sought {
    fn put(&mut self, action: Action) -> bool {
        self.found |= action == self.action;
        self.found
    }
}

/// Finds out whether there is only one.
#[derive(Default)]
pub(super) struct First {
    /// One of them.
    pub(super) action: Option<Action>,
    /// Whether a second came.
    pub(super) more: bool,
}

impl Offer for First {
    fn put(&mut self, action: Action) -> bool {
        self.more = self.action.is_some();
        self.action.get_or_insert(action);
        self.more
    }
}
