//! What a network sees: named blocks of integer columns, static relations between rows, and tokens for the
//! legal actions. Plain slices; no tensor library.

mod observation;
mod spec;

pub use observation::{Observation, ObservationMut, RowWriter};
pub use spec::{Block, Column, ObservationSpec, Relation, RowIndex};

use crate::core::{Game, Seat};

/// What a network reads of one legal action: a verb and at most one row it points at or one quantity; the
/// rest of the plan stands in the observation. No two actions of one legal list share a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionToken {
    /// Index into [`ObservationSpec::verbs`].
    pub verb: u8,
    /// The row of the observation that the action names.
    pub row: Option<RowIndex>,
    /// The quantity that the action names, 0 to [`ObservationSpec::max_quantity`]; 0 where it names none.
    pub quantity: u8,
}

/// The encoding of a game.
pub trait Encode: Game {
    /// The shape of every observation of this game: fixed for a game and its scenario.
    fn observation_spec(&self) -> &ObservationSpec;

    /// Writes the observation of a view, from its seat's point of view. Positions that wait for dice are encoded
    /// like any other. `out` has the shape of [`Encode::observation_spec`]; what it held is overwritten.
    fn observe(&self, view: &Self::View, out: ObservationMut<'_>);

    /// The token of a legal action of this view.
    fn action_token(&self, view: &Self::View, action: Self::Action) -> ActionToken;

    /// Who holds each row of the block named by [`ObservationSpec::sites`] in a (final) state, in row order: a
    /// target for learning. Empty where the game has no sites.
    fn site_owners(&self, _state: &Self::State) -> Vec<Option<Seat>> {
        Vec::new()
    }
}
