//! How far units move in a turn, and in which of its six pulses (section 8).

use super::campaign::Movement;

/// Pulses of a turn.
pub const PULSES: u8 = 6;

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

/// Hexes that are left of a move for those who evade, are cloaked, or both.
// rule: sfb.8.4.evade
pub const fn allowance(hexes: u8, evading: bool, cloaked: bool, movement: &Movement) -> u8 {
    let less = if evading { movement.evading } else { 0 } + if cloaked { movement.cloaked } else { 0 };
    hexes.saturating_sub(less)
}

/// Whether a unit with this allowance moves a hex in a pulse, 1 to 6: all allowances are spread evenly.
// rule: sfb.8.5.pulses
pub fn moves_in(allowance: u8, pulse: u8) -> bool {
    let by = |pulse: u8| allowance * pulse / PULSES;
    by(pulse) > by(pulse - 1)
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::*;

    fn movement() -> Movement {
        Campaign::parse(include_str!("data/campaign.toml")).unwrap().movement
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

    #[test]
    fn sfb_8_4_evade_costs_a_hex() {
        let of = |hexes, evading, cloaked| allowance(hexes, evading, cloaked, &movement());
        assert_eq!([of(6, false, false), of(6, true, false), of(6, true, true)], [6, 5, 4]);
        assert_eq!(of(1, true, true), 0);
    }

    #[test]
    fn sfb_8_5_pulses_add_up_to_the_allowance() {
        for allowance in 0..=6 {
            let moved = (1..=PULSES).filter(|pulse| moves_in(allowance, *pulse)).count();
            assert_eq!(moved, usize::from(allowance));
        }
        let of =
            |allowance| -> Vec<u8> { (1..=PULSES).filter(|pulse| moves_in(allowance, *pulse)).collect() };
        assert_eq!((of(1), of(2), of(3), of(4)), (vec![6], vec![3, 6], vec![2, 4, 6], vec![2, 3, 5, 6]));
    }
}
