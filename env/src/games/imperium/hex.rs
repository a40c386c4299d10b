//! The hex grid between the systems: half a parsec a hex. Columns run to the right, rows down; hexes have their
//! sides above and below, and even columns lie half a row lower. The sources leave that parity open; it is the
//! usual one of such maps.

/// The columns of the map, 1 to this.
pub const COLUMNS: u8 = 26;
/// The rows of the map, 1 to this.
pub const ROWS: u8 = 20;

/// The hexes of the map.
pub const HEXES: usize = COLUMNS as usize * ROWS as usize;

/// A column is narrower than a row is high.
const COLUMN_WIDTH: f32 = 0.866;

/// A way out of a hex, clockwise from the top of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Heading {
    /// Up.
    North,
    /// Right and up.
    NorthEast,
    /// Right and down.
    SouthEast,
    /// Down.
    South,
    /// Left and down.
    SouthWest,
    /// Left and up.
    NorthWest,
}

impl Heading {
    /// All six, in canonical order.
    pub const ALL: [Self; 6] =
        [Self::North, Self::NorthEast, Self::SouthEast, Self::South, Self::SouthWest, Self::NorthWest];
}

/// The number of a hex (column, row), column by column from 0; `None` off the map.
pub fn number((column, row): (u8, u8)) -> Option<usize> {
    let on_map = (1..=COLUMNS).contains(&column) && (1..=ROWS).contains(&row);
    on_map.then(|| usize::from(column - 1) * usize::from(ROWS) + usize::from(row - 1))
}

/// The hex next to this one (column, row); `None` beyond the edge of the map.
pub fn neighbour((column, row): (u8, u8), heading: Heading) -> Option<(u8, u8)> {
    let lower = i8::from(column % 2 == 0);
    let (right, down) = match heading {
        Heading::North => (0, -1),
        Heading::NorthEast => (1, lower - 1),
        Heading::SouthEast => (1, lower),
        Heading::South => (0, 1),
        Heading::SouthWest => (-1, lower),
        Heading::NorthWest => (-1, lower - 1),
    };
    let hex = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
    ((1..=COLUMNS).contains(&hex.0) && (1..=ROWS).contains(&hex.1)).then_some(hex)
}

/// How many hexes a ship enters on the shortest way from one hex to another.
pub fn distance(a: (u8, u8), b: (u8, u8)) -> u8 {
    // Rows counted along a slanted axis, so that a step to the right and down changes only the column.
    let slanted = |(column, row): (u8, u8)| i16::from(row) - i16::from(column.div_ceil(2));
    let right = i16::from(b.0) - i16::from(a.0);
    let down = slanted(b) - slanted(a);
    right.abs().max(down.abs()).max((right + down).abs()) as u8
}

/// The centre of a hex in a drawing, in rows: to the right, down.
pub fn centre((column, row): (u8, u8)) -> (f32, f32) {
    let half = if column % 2 == 0 { 0.5 } else { 0.0 };
    (f32::from(column) * COLUMN_WIDTH, f32::from(row) + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = (u8, u8)> {
        (1..=COLUMNS).flat_map(|column| (1..=ROWS).map(move |row| (column, row)))
    }

    #[test]
    fn every_step_leads_back_and_is_one_row_long() {
        for hex in all() {
            for (k, &heading) in Heading::ALL.iter().enumerate() {
                let Some(next) = neighbour(hex, heading) else { continue };
                assert_eq!(neighbour(next, Heading::ALL[(k + 3) % 6]), Some(hex));
                let ((ax, ay), (bx, by)) = (centre(hex), centre(next));
                assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-3, "{hex:?} {heading:?}");
            }
        }
    }

    #[test]
    fn hexes_end_at_the_edge() {
        let ways =
            |hex| Heading::ALL.into_iter().filter(|&heading| neighbour(hex, heading).is_some()).count();
        assert_eq!((ways((1, 1)), ways((26, 20)), ways((2, 1)), ways((13, 10))), (2, 2, 5, 6));
    }

    #[test]
    fn distance_is_the_number_of_steps() {
        let from = (13, 10);
        let mut reached = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(hex, steps)) = reached.get(next) {
            assert_eq!((distance(from, hex), distance(hex, from)), (steps, steps), "{hex:?}");
            for to in Heading::ALL.into_iter().filter_map(|heading| neighbour(hex, heading)) {
                if reached.iter().all(|(seen, _)| *seen != to) {
                    reached.push((to, steps + 1));
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), all().count());
    }
}
