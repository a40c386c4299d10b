//! What a patrol finds (9.3, 9.4).

use super::campaign::Detection;

/// The target of a patrol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Target {
    /// Whether it evades.
    pub evading: bool,
    /// Whether it is cloaked.
    pub cloaked: bool,
}

/// Dice of six with which a patrol finds a target with warp at this distance in hexes: 6 is without a die, 0 never.
///
/// `always`: whatever the target does, the first hex is without a die (`patrol_auto`).
// rule: sfb.9.3.patrol
// rule: sfb.9.4.auto
pub fn dice_that_find(distance: u8, scout: bool, target: Target, always: bool, figures: &Detection) -> u8 {
    let Some(step) = distance.checked_sub(1) else { return 6 };
    let Some(&needed) = figures.patrol.get(usize::from(step)) else { return 0 };
    if needed <= 1 && always {
        return 6;
    }
    let shift = if scout { i16::from(figures.scout) } else { 0 }
        + if target.evading { i16::from(figures.evading) } else { 0 }
        + if target.cloaked { i16::from(figures.cloaked) } else { 0 };
    (7 + shift - i16::from(needed)).clamp(0, 6) as u8
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::*;

    fn find(scout: bool, evading: bool, cloaked: bool, always: bool) -> [u8; 6] {
        let figures = Campaign::parse(include_str!("data/campaign.toml")).unwrap().detection;
        [0, 1, 2, 3, 4, 5]
            .map(|distance| dice_that_find(distance, scout, Target { evading, cloaked }, always, &figures))
    }

    #[test]
    fn sfb_9_3_patrol_by_distance_and_state() {
        assert_eq!(find(false, false, false, true), [6, 6, 5, 4, 3, 0]);
        assert_eq!(find(true, false, false, true), [6, 6, 6, 6, 5, 0]);
        assert_eq!(find(false, true, false, true), [6, 6, 4, 3, 2, 0]);
        assert_eq!(find(false, false, true, true), [6, 6, 2, 1, 0, 0]);
        assert_eq!(find(false, true, true, true), [6, 6, 1, 0, 0, 0]);
        assert_eq!(find(true, true, true, true), [6, 6, 3, 2, 1, 0]);
    }

    #[test]
    fn sfb_9_4_auto_may_be_a_die_after_all() {
        assert_eq!(find(false, true, false, false)[1], 5, "an evader slips on a 1");
        assert_eq!(find(false, false, true, false)[1], 3, "a cloaked one on 1 to 3");
        assert_eq!(find(false, false, false, false)[1], 6);
    }
}
