use super::Seat;

/// Who moves next in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// This seat chooses one of at least one legal actions.
    Decision(Seat),
    /// The umpire draws one outcome of [`Game::chance`](super::Game::chance).
    Chance,
    /// The game is over and [`Game::outcome`](super::Game::outcome) is known.
    Terminal,
}
