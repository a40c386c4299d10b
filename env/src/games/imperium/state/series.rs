//! Where a series of wars stands (rules 9, 15.5).

use std::hash::{Hash, Hasher};

use super::{MAX_BOXES, Seat};
use crate::games::imperium::class::Class;

/// A series of wars. A single war is a series of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The war at hand, from 1; in peace, the war that is over.
    pub war: u8,
    /// Wars won by each seat.
    pub won: [u8; 2],
    /// Who has the first player turn of each game turn of the war at hand; in peace, of the next one: the loser of
    /// the last.
    pub first: Seat,
    /// Whether there is peace: from the end of a war to the first player turn of the next.
    pub at_peace: bool,
    /// Game turns of the last peace; 0 before the first.
    pub peace: u8,
    /// Game turns of peace that the outpost on each primary box has seen.
    pub maturing: [u8; MAX_BOXES],
    /// Boxes, by bit, whose world was conquered in an earlier war and is still held: who takes it back conquers nothing.
    pub conquered: u64,
}

impl Series {
    /// Before the first war; `first` has the first player turn.
    pub const fn new(first: Seat) -> Self {
        Self { war: 1, won: [0; 2], first, at_peace: false, peace: 0, maturing: [0; MAX_BOXES], conquered: 0 }
    }
}

/// In the first war it adds nothing to the hash.
impl Hash for Series {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Self::new(self.first) {
            let Self { war, won, first, at_peace, peace, maturing, conquered } = self;
            (war, won, first, at_peace, peace, maturing, conquered).hash(state);
        }
    }
}

/// What is rolled or chosen between two wars, beside production and redeployment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Peace {
    /// How many game turns it lasts is rolled (2d6).
    Length,
    /// Ships that wear out are rolled.
    Attrition {
        /// Whose.
        seat: Seat,
        /// Their class.
        class: Class,
        /// How many still cast their die.
        left: u8,
    },
    /// Ships have worn out that stand where they stay: their owner chooses which.
    Scrap {
        /// Whose.
        seat: Seat,
        /// Their class.
        class: Class,
        /// How many are still to be chosen.
        lost: u8,
        /// How many of the class cast their die after that.
        left: u8,
    },
}
