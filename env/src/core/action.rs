use super::Game;

/// One more than the largest [`ActionId`] that any game may use.
pub const MAX_ACTION_IDS: usize = 4096;

/// The dense number of an action: stable for a game, scenario and [`Card::action_version`](super::Card), from
/// 0 to [`ActionCodec::action_count`] - 1. It is what `Discrete(n)` libraries see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(pub u16);

/// The bijection between a game's typed actions and dense ids.
pub trait ActionCodec: Game {
    /// How many ids there are, at most [`MAX_ACTION_IDS`].
    fn action_count(&self) -> usize;

    /// The id of an action that some state of this game may offer.
    fn action_id(&self, action: Self::Action) -> ActionId;

    /// The action with this id, or `None` beyond [`ActionCodec::action_count`]. Every id below the count names an action,
    /// whether or not any state offers it.
    fn action_from_id(&self, id: ActionId) -> Option<Self::Action>;
}
