//! Hexes of half a parsec in axial coordinates.

/// A hex: Sol is at (0, 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Columns to trailing (the right).
    pub q: i8,
    /// Along the other axis.
    pub r: i8,
}

/// The directions from a hex, clockwise from the upper right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Heading {
    /// Upper right.
    NorthEast,
    /// Lower right.
    SouthEast,
    /// Down.
    South,
    /// Lower left.
    SouthWest,
    /// Upper left.
    NorthWest,
    /// Up.
    North,
}

impl Heading {
    /// All of them, clockwise.
    pub const ALL: [Self; 6] =
        [Self::NorthEast, Self::SouthEast, Self::South, Self::SouthWest, Self::NorthWest, Self::North];

    /// Its name in texts.
    pub const fn word(self) -> &'static str {
        ["north-east", "south-east", "south", "south-west", "north-west", "north"][self as usize]
    }

    /// The heading `steps` further clockwise.
    pub const fn clockwise(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % 6]
    }
}

/// Columns of the board, both ends included.
const COLUMNS: (i8, i8) = (-18, 14);
/// Twice the row of the later setting's map less that of Sol, counted down: both ends included. (Rows 19.5 to 33.5.)
const ROWS: (i8, i8) = (-15, 13);

impl Hex {
    /// The distance in hexes.
    pub fn distance(self, other: Self) -> u8 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// The next hex in a direction; `None` off the board.
    pub fn next(self, heading: Heading) -> Option<Self> {
        let (q, r) = match heading {
            Heading::NorthEast => (1, -1),
            Heading::SouthEast => (1, 0),
            Heading::South => (0, 1),
            Heading::SouthWest => (-1, 1),
            Heading::NorthWest => (-1, 0),
            Heading::North => (0, -1),
        };
        Some(Self { q: self.q + q, r: self.r + r }).filter(|hex| hex.is_on_board())
    }

    /// Whether the board has it.
    pub fn is_on_board(self) -> bool {
        let row = self.r + self.q.div_euclid(2);
        (COLUMNS.0..=COLUMNS.1).contains(&self.q) && (ROWS.0..=ROWS.1).contains(&row)
    }

    /// The middle of the hex in map units, from the board's upper left.
    pub fn centre(self) -> (f32, f32) {
        let (x, y) =
            (f32::from(self.q - COLUMNS.0), f32::from(self.r) + f32::from(self.q) / 2.0 - f32::from(ROWS.0));
        (x * 0.45, y * 0.5)
    }
}
