//! Dice of interchangeable counters as one roll: how many of `n` dice succeed, with exact integer weights.

use crate::core::Chance;
pub(super) use crate::games::imperium::odds::MAX_DICE;
use crate::games::imperium::odds::{self, binomial};

/// The chance of one die: so many favourable faces of six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Odds(pub(super) u8);

impl Odds {
    pub(super) const NEVER: Self = Self(0);

    pub(super) const fn is_never(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn is_always(self) -> bool {
        self.0 >= 6
    }
}

/// Outcome `k`: `k` of `dice` dice, 1 to [`MAX_DICE`], succeed; the last outcome stands for `most` and more.
pub(super) fn successes(odds: Odds, dice: u8, most: u8) -> Chance {
    let all = binomial(dice, odds.0, 6);
    if most >= dice {
        return all;
    }
    let (each, rest) = all.weights().split_at(usize::from(most));
    Chance::new(each.iter().copied().chain([rest.iter().sum()]))
}

/// How many outcomes [`successes`] has.
pub(super) fn outcomes(odds: Odds, dice: u8, most: u8) -> usize {
    odds::outcomes(dice, odds.0, 6).min(usize::from(most) + 1)
}

/// Of 36 rolls of two dice: the holder's total is higher, equal, lower, when his bonus exceeds the other's by
/// `lead`.
pub(super) fn initiative_weights(lead: i8) -> [u32; 3] {
    // The other's die exceeds the holder's by more than `n` (0 to 5) in so many of the 36 throws.
    let above = |n: i8| if n < 5 { (5 - n) as u32 * (6 - n) as u32 / 2 } else { 0 };
    let equal = (6 - lead.abs()).max(0) as u32;
    let fewer = above(lead.abs());
    let more = 36 - equal - fewer;
    if lead >= 0 { [more, equal, fewer] } else { [fewer, equal, more] }
}
