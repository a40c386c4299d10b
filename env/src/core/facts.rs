/// What a game declares about itself. Algorithms check these and refuse what they can't play.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The names of the seats, in seat order: 1 to 6 of them.
    pub seats: Vec<&'static str>,
    /// Whether any node is a chance node.
    pub chance: bool,
    /// Whether some decisions are sealed until every seat has made its own.
    pub simultaneous: bool,
    /// What a seat knows of the state.
    pub information: Information,
    /// How the returns of the seats hang together.
    pub utility: Utility,
    /// The smallest and the largest return of a seat.
    pub returns: (f32, f32),
    /// No game has more decisions and chance outcomes than this, forced ones included.
    pub max_events: u32,
}

impl Facts {
    /// How many seats there are.
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }
}

/// What a seat knows of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// Every seat sees the whole state.
    Perfect,
    /// Something is hidden from some seat.
    Hidden,
}

/// How the returns of the seats hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utility {
    /// The returns of all seats sum to zero.
    ZeroSum,
    /// They need not.
    General,
}
