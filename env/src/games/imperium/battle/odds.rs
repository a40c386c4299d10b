//! Dice of interchangeable counters as one roll: how many of `n` dice succeed, with exact integer weights.

use arrayvec::ArrayVec;

use crate::core::Chance;

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

    /// Favourable and all cases, in lowest terms.
    const fn reduced(self) -> (u64, u64) {
        match self.0 {
            0 => (0, 1),
            1 => (1, 6),
            2 => (1, 3),
            3 => (1, 2),
            4 => (2, 3),
            5 => (5, 6),
            _ => (1, 1),
        }
    }

    /// The most dice whose joint weights fit a chance node.
    pub(super) const fn most_dice(self) -> u8 {
        match self.reduced().1 {
            6 => 12,
            3 => 20,
            _ => 31,
        }
    }
}

/// Outcome `k`: `k` of `dice` dice succeed; the last outcome stands for `most` and more.
pub(super) fn successes(odds: Odds, dice: u8, most: u8) -> Chance {
    let (favourable, all) = odds.reduced();
    let (n, top) = (u32::from(dice), usize::from(most.min(dice)));
    let mut weights: ArrayVec<u64, 32> = (0..=top).map(|_| 0).collect();
    let mut ways = 1_u64;
    for k in 0..=n {
        weights[top.min(k as usize)] += ways * favourable.pow(k) * (all - favourable).pow(n - k);
        ways = ways * u64::from(n - k) / u64::from(k + 1);
    }
    let shared = weights.iter().fold(0, |a, &b| gcd(a, b));
    Chance::new(weights.into_iter().map(|w| (w / shared) as u32))
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
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
