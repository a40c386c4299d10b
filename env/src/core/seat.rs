use std::fmt;

use arrayvec::ArrayVec;

/// The most seats any game has.
pub const MAX_SEATS: usize = 6;

/// One value for each seat, in seat order; never longer than [`MAX_SEATS`].
pub type PerSeat<T> = ArrayVec<T, MAX_SEATS>;

/// A place at the table, 0 to `seats - 1`. Absolute: the same for every point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If `index` is [`MAX_SEATS`] or more.
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "no game has that many seats");
        Self(index as u8)
    }

    /// The number of the seat, 0 to `seats - 1`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table of `count`, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count).map(Self::new)
    }

    /// The seat `steps` places further round a table of `count`.
    pub const fn turned(self, steps: usize, count: usize) -> Self {
        Self::new((self.index() + steps) % count)
    }

    /// How many places after `origin` this seat sits at a table of `count`: 0 for `origin` itself. This is
    /// the order of side rows in an observation made for `origin`.
    pub const fn relative_to(self, origin: Self, count: usize) -> usize {
        (self.index() + count - origin.index()) % count
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}
