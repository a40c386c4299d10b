//! The board of the faithful space battle: five squares by five on three levels.

/// Squares along each axis.
const SIZE: [i8; 3] = [5, 5, 3];

/// A square of the board. Its column, 0 to 4, leads from the attacker's end to the defender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A way of a step: a square further or none along each axis. 0 to 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way(pub u8);

impl Square {
    /// The first square; that of every ship in battles that are not on the board.
    pub const CORNER: Self = Self(0);

    /// The square at a column, row and level; `None`: the board has none there.
    pub fn at(place: [i8; 3]) -> Option<Self> {
        let inside = place.iter().zip(SIZE).all(|(at, size)| (0..size).contains(at));
        inside.then_some(Self((place[0] + SIZE[0] * (place[1] + SIZE[1] * place[2])) as u8))
    }

    /// The middle of the attacker's end column, or of the defender's.
    pub const fn start(attacks: bool) -> Self {
        let column = if attacks { 0 } else { SIZE[0] - 1 };
        Self((column + SIZE[0] * (SIZE[1] / 2 + SIZE[1] * (SIZE[2] / 2))) as u8)
    }

    /// Its column, row and level.
    pub const fn place(self) -> [i8; 3] {
        let number = self.0 as i8;
        [number % SIZE[0], number / SIZE[0] % SIZE[1], number / (SIZE[0] * SIZE[1])]
    }

    /// Squares between two: the most along an axis, 0 to 4.
    // rule: i3m.u7.lattice
    pub fn distance(self, other: Self) -> u8 {
        let (one, other) = (self.place(), other.place());
        one.iter().zip(other).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
    }

    /// The square that a step leads to; `None`: off the board.
    pub fn step(self, way: Way) -> Option<Self> {
        let (place, offsets) = (self.place(), way.offsets());
        Self::at(std::array::from_fn(|axis| place[axis] + offsets[axis]))
    }
}

impl Way {
    /// How many there are.
    pub const COUNT: u8 = 27;
    /// No step at all.
    pub const STAY: Self = Self(Self::COUNT / 2);

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// -1, 0 or 1 along each axis.
    const fn offsets(self) -> [i8; 3] {
        let number = self.0 as i8;
        [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1]
    }
}
