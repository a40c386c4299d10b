//! How far a unit moves in a turn (8.1, 8.2).

use crate::games::sfb_campaign::campaign::Movement;

/// Hexes a turn of a unit with this warp when it was whole, and this damage of so many boxes: its warp falls by as much of its boxes as is gone beyond a quarter.
// rule: sfb.8.1.hexes
// rule: sfb.8.2.damage
pub fn hexes(warp: u8, boxes: u16, damage: u16, movement: &Movement) -> u8 {
    // In quarters of boxes, so that all is exact.
    let whole = 4 * u32::from(boxes);
    let lost = (4 * u32::from(damage)).saturating_sub(u32::from(boxes));
    let left = u32::from(warp) * (whole - lost.min(whole));
    let makes = |(least, _): &(&u8, &u8)| left >= u32::from(**least) * whole;
    let steps = movement.warp.iter().zip(&movement.hexes);
    steps.into_iter().find(makes).map_or(movement.slowest, |(_, hexes)| *hexes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sfb_campaign::campaign::Campaign;

    fn movement() -> Movement {
        Campaign::parse(include_str!("../data/campaign.toml")).unwrap().movement
    }

    #[test]
    fn sfb_8_1_hexes_by_warp() {
        let of = |warp| hexes(warp, 100, 0, &movement());
        assert_eq!([30, 29, 25, 24, 20, 19, 15, 14, 10, 9, 0].map(of), [6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
    }

    #[test]
    fn sfb_8_2_damage_beyond_a_quarter_slows() {
        let of = |damage| hexes(30, 100, damage, &movement());
        assert_eq!([0, 25, 26, 41, 42, 58, 59, 75, 76, 99].map(of), [6, 6, 5, 5, 4, 4, 3, 3, 2, 1]);
    }
}
