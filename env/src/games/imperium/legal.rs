//! Where legal actions go: into a list, a test, or a count that stops early.

use super::action::Action;

/// A receiver of legal actions in canonical order.
pub(super) trait Offer {
    /// Takes the next legal action; true: no more are wanted.
    fn put(&mut self, action: Action) -> bool;

    /// Whether the canonical order of commuting decisions is to be left out of account.
    fn any_order(&self) -> bool {
        false
    }

    /// Whether what comes has to come in canonical order.
    fn in_order(&self) -> bool {
        true
    }

    /// The one action that matters, where only one does: enumerations may leave out what is another.
    fn sought(&self) -> Option<Action> {
        None
    }

    /// Takes what `others` offers and then, last in canonical order, [`Action::Done`].
    fn put_with_end(&mut self, others: impl FnOnce(&mut Self) -> bool) -> bool {
        others(self) || self.put(Action::Done)
    }

    /// Takes every count from `least` to `most`.
    fn put_counts(&mut self, least: u8, most: u8) -> bool {
        match self.sought() {
            Some(Action::Count(count)) => (least..=most).contains(&count) && self.put(Action::Count(count)),
            _ => (least..=most).any(|count| self.put(Action::Count(count))),
        }
    }

    /// Whether it matters if this action is legal.
    fn wants(&self, action: Action) -> bool {
        self.sought().is_none_or(|sought| sought == action)
    }
}

/// Collects all of them.
pub(super) struct Listed<'a> {
    /// Where to.
    pub(super) list: &'a mut Vec<Action>,
    /// See [`Offer::any_order`].
    pub(super) any_order: bool,
}

impl Offer for Listed<'_> {
    fn put(&mut self, action: Action) -> bool {
        self.list.push(action);
        false
    }

    fn any_order(&self) -> bool {
        self.any_order
    }
}

/// Looks for one of them.
pub(super) struct Sought {
    /// The action.
    pub(super) action: Action,
    /// Whether it came.
    pub(super) found: bool,
    /// See [`Offer::any_order`].
    pub(super) any_order: bool,
}

impl Offer for Sought {
    fn put(&mut self, action: Action) -> bool {
        self.found |= action == self.action;
        self.found
    }

    fn any_order(&self) -> bool {
        self.any_order
    }

    fn sought(&self) -> Option<Action> {
        Some(self.action)
    }

    fn put_with_end(&mut self, others: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.action == Action::Done { self.put(Action::Done) } else { others(self) }
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

    fn in_order(&self) -> bool {
        false
    }

    fn put_with_end(&mut self, others: impl FnOnce(&mut Self) -> bool) -> bool {
        self.put(Action::Done) || others(self)
    }
}
