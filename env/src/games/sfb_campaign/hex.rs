//! Hexes of the campaign's map in axial coordinates, the middle of the map at (0, 0).

/// A hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Columns to the right.
    pub q: i8,
    /// Along the other axis.
    pub r: i8,
}

/// The steps to the neighbours of a hex, each a sixth of a turn from the one before.
const STEPS: [Hex; 6] =
    [Hex::new(1, 0), Hex::new(0, 1), Hex::new(-1, 1), Hex::new(-1, 0), Hex::new(0, -1), Hex::new(1, -1)];

impl Hex {
    /// The middle of the map.
    pub const CENTRE: Self = Self::new(0, 0);

    /// The hex at these coordinates.
    pub const fn new(q: i8, r: i8) -> Self {
        Self { q, r }
    }

    /// The distance in hexes.
    pub fn distance(self, other: Self) -> u8 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// The six hexes around it, on the map or not.
    pub fn neighbours(self) -> [Self; 6] {
        STEPS.map(|step| Self::new(self.q + step.q, self.r + step.r))
    }

    /// Where it comes to when the map is turned by so many sixths about its middle.
    pub fn turned(self, sixths: usize) -> Self {
        (0..sixths % 6).fold(self, |hex, _| Self::new(-hex.r, hex.q + hex.r))
    }

    /// The hexes at a distance from the middle, in order around it: `6 * radius` of them, or the middle itself.
    pub fn ring(radius: u8) -> Vec<Self> {
        let radius = radius as i8;
        if radius == 0 {
            return vec![Self::CENTRE];
        }
        let side = |sixth| (0..radius).map(move |step| Self::new(radius - step, step).turned(sixth));
        (0..6).flat_map(side).collect()
    }

    /// Every hex of a map with this radius, in order of coordinates.
    // rule: sfb.17.1.board
    pub fn board(radius: u8) -> Vec<Self> {
        let reach = radius as i8;
        let all = (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| Self::new(q, r)));
        all.filter(|hex| hex.distance(Self::CENTRE) <= radius).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sfb_17_1_board_is_a_hexagon() {
        for radius in 0..=12 {
            let (board, wide) = (Hex::board(radius), usize::from(radius));
            assert_eq!(board.len(), 3 * wide * (wide + 1) + 1);
            assert!(board.is_sorted());
            let ring: Vec<Hex> =
                board.into_iter().filter(|hex| hex.distance(Hex::CENTRE) == radius).collect();
            let mut around = Hex::ring(radius);
            assert!(around.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
            around.sort();
            assert_eq!(around, ring);
        }
    }

    #[test]
    fn turning_keeps_distances() {
        let (one, other) = (Hex::new(3, -1), Hex::new(-2, 4));
        for sixths in 0..6 {
            assert_eq!(one.turned(sixths).distance(other.turned(sixths)), one.distance(other));
        }
        assert_eq!(one.turned(3), Hex::new(-3, 1));
        assert_eq!(one.turned(6), one);
        assert!(one.neighbours().iter().all(|next| next.distance(one) == 1));
    }
}
