//! Dice of interchangeable counters as one roll: how many of `n` dice succeed, with exact integer weights.

use crate::core::Chance;
pub(super) use crate::games::imperium::odds::MAX_DICE;
use crate::games::imperium::odds::binomial;

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

/// Of 36 rolls of two dice: the holder's total is higher, equal, lower, when his bonus exceeds the other's by
/// `lead`.
pub(super) fn initiative_weights(lead: i8) -> [u32; 3] {
    let mut weights = [0; 3];
    for holder in 1..=6_i8 {
        for other in 1..=6 {
            let k = match (holder + lead).cmp(&other) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            weights[k] += 1;
        }
    }
    weights
}
