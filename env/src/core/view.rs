use super::Seat;

/// The view of a game with perfect information: the whole state, seen by one seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpenView<S> {
    /// Whose view it is.
    pub seat: Seat,
    /// The state, all of it.
    pub state: S,
}
