//! How long units last out of supply (7.6, 7.7).

use super::campaign::Supply;

/// The supply status of a unit with full stores, by its size class from 1; smaller than the last is as the last.
// rule: sfb.7.6.status
pub fn full(size: u8, figures: &Supply) -> u8 {
    figures.status[usize::from(size).clamp(1, figures.status.len()) - 1]
}

/// A unit's supply status after a turn, and whether it breaks down.
// rule: sfb.7.7.turn
pub fn after_turn(status: u8, size: u8, in_supply: bool, at_rest: bool, figures: &Supply) -> (u8, bool) {
    match (in_supply, at_rest) {
        (true, true) => ((status + figures.recovery).min(full(size, figures)), false),
        (true, false) => (status, false),
        (false, _) => (status.saturating_sub(1), status == 0),
    }
}

/// Boxes that a breakdown costs by its die: so many percent for each point, rounded up; a unit is never destroyed by it.
// rule: sfb.7.8.breakdown
pub fn breakdown(die: u8, boxes: u16, damage: u16, figures: &Supply) -> u16 {
    let lost = (u32::from(boxes) * u32::from(die) * u32::from(figures.breakdown)).div_ceil(100);
    (lost as u16).min((boxes - 1).saturating_sub(damage))
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::*;

    fn figures() -> Supply {
        Campaign::parse(include_str!("data/campaign.toml")).unwrap().supply
    }

    #[test]
    fn sfb_7_6_status_by_size_class() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(|size| full(size, &figures())), [12, 6, 4, 2, 1, 1, 1]);
    }

    #[test]
    fn sfb_7_7_turn_out_of_supply_and_back() {
        let figures = figures();
        let mut seen = vec![(full(3, &figures), false)];
        for _ in 0..6 {
            seen.push(after_turn(seen[seen.len() - 1].0, 3, false, true, &figures));
        }
        assert_eq!(seen, [(4, false), (3, false), (2, false), (1, false), (0, false), (0, true), (0, true)]);
        assert_eq!(after_turn(0, 3, true, true, &figures), (2, false));
        assert_eq!(after_turn(3, 3, true, true, &figures), (4, false), "not above its stores");
        assert_eq!(after_turn(2, 3, true, false, &figures), (2, false), "it moved");
    }

    #[test]
    fn sfb_7_8_breakdown_by_the_die() {
        let of = |die, damage| breakdown(die, 105, damage, &figures());
        assert_eq!([1, 2, 6].map(|die| of(die, 0)), [6, 11, 32]);
        assert_eq!((of(6, 90), of(6, 104)), (14, 0), "never destroyed");
    }
}
