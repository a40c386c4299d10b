//! Where a series of wars stands.

/// A series of wars; a single war is a series of one. All of it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    /// The war at hand, from 1; in peace, the war that is over.
    pub war: u8,
    /// The turn before the first of this war.
    pub began: u8,
    /// Turns of peace left, the one at hand among them; 0: there is war.
    pub peace: u8,
    /// Wars won by each seat.
    pub won: [u8; 2],
}

impl Default for Series {
    fn default() -> Self {
        Self { war: 1, began: 0, peace: 0, won: [0; 2] }
    }
}
