//! Chance nodes of several interchangeable dice.

use crate::core::Chance;

/// The most dice of one chance node: more are rolled in several nodes, so that the weights stay exact in 32 bits.
pub(super) const MAX_DICE: u8 = 12;

/// How many of `dice` dice, up to [`MAX_DICE`], succeed, if each does with `favourable` chances in 6; all from `most` on are
/// one outcome. Outcome `k` stands for `k`.
pub(super) fn capped(dice: u8, favourable: u8, most: u8) -> Chance {
    let (dice, most) = (u32::from(dice.min(MAX_DICE)), usize::from(most));
    let shared = [3, 2, 1].into_iter().find(|d| favourable.is_multiple_of(*d) && 6 % d == 0).unwrap_or(1);
    let success = u32::from(favourable / shared);
    let failure = u32::from(6 / shared) - success;
    let mut weights: Vec<u32> = Vec::new();
    let mut ways = 1;
    for k in 0..=dice {
        let weight = ways * success.pow(k) * failure.pow(dice - k);
        ways = ways * (dice - k) / (k + 1);
        match weights.get_mut(most) {
            Some(last) => *last += weight,
            None => weights.push(weight),
        }
    }
    Chance::new(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_exact_and_capped() {
        assert_eq!(capped(2, 3, 9).weights(), [1, 2, 1]);
        assert_eq!(capped(3, 2, 1).weights(), [8, 19]);
        assert_eq!(capped(2, 1, 2).weights(), [25, 10, 1]);
        assert_eq!(capped(12, 1, 12).total(), 6_u32.pow(12));
    }
}
