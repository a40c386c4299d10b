//! Chance nodes of several interchangeable dice.

use crate::core::Chance;

/// The most dice of one chance node: more are rolled in several nodes, so that the weights stay exact in 32
/// bits.
pub const MAX_DICE: u8 = 12;

/// How many of `dice` dice, 1 to [`MAX_DICE`], succeed if each does with `favourable` chances in `of`. Outcome
/// `k` stands for [`successes`]`(dice, favourable, of, k)`.
///
/// # Panics
/// If there are more dice, or `of` is 0 or more than 6.
pub fn binomial(dice: u8, favourable: u8, of: u8) -> Chance {
    assert!((1..=MAX_DICE).contains(&dice) && (1..=6).contains(&of), "{dice} dice of {of}");
    if favourable == 0 || favourable >= of {
        return Chance::uniform(1);
    }
    let shared = greatest_divisor(u32::from(favourable), u32::from(of));
    let success = u32::from(favourable) / shared;
    let failure = u32::from(of) / shared - success;
    let mut ways = 1;
    Chance::new((0..=u32::from(dice)).map(|k| {
        let weight = ways * success.pow(k) * failure.pow(u32::from(dice) - k);
        ways = ways * (u32::from(dice) - k) / (k + 1);
        weight
    }))
}

/// How many outcomes [`binomial`] has with the same figures.
pub const fn outcomes(dice: u8, favourable: u8, of: u8) -> usize {
    if favourable == 0 || favourable >= of { 1 } else { dice as usize + 1 }
}

/// How many dice succeed in outcome `outcome` of [`binomial`] with the same figures.
pub const fn successes(dice: u8, favourable: u8, of: u8, outcome: usize) -> u8 {
    if favourable == 0 {
        0
    } else if favourable >= of {
        dice
    } else {
        outcome as u8
    }
}

/// How many of the 36 throws of two dice make a sum from `least` to `most`.
pub fn two_dice(least: u8, most: u8) -> u32 {
    (least.max(2)..=most.min(12)).map(|sum| 6 - u32::from(sum.abs_diff(7))).sum()
}

/// The sum of one to six dice. Outcome `k` stands for `dice + k`.
///
/// # Panics
/// If there are no dice, or more than six.
pub fn sum_of_dice(dice: u8) -> Chance {
    assert!((1..=6).contains(&dice), "{dice} dice to add up");
    let mut ways = vec![1_u32];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 5];
        for (sum, ways) in ways.into_iter().enumerate() {
            next[sum..sum + 6].iter_mut().for_each(|more| *more += ways);
        }
        ways = next;
    }
    Chance::new(ways)
}

const fn greatest_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_weights_are_exact_and_in_lowest_terms() {
        assert_eq!(binomial(2, 2, 6).weights(), [4, 4, 1]);
        assert_eq!(binomial(3, 3, 6).weights(), [1, 3, 3, 1]);
        assert_eq!(binomial(1, 5, 6).weights(), [1, 5]);
        let most = binomial(MAX_DICE, 1, 6);
        assert_eq!(most.weights().iter().map(|&w| u64::from(w)).sum::<u64>(), 6_u64.pow(12));
    }

    #[test]
    fn certain_dice_have_one_outcome() {
        assert_eq!(binomial(4, 6, 6).weights(), [1]);
        assert_eq!((successes(4, 6, 6, 0), successes(4, 0, 6, 0), successes(4, 2, 6, 3)), (4, 0, 3));
    }

    #[test]
    fn sums_of_dice() {
        assert_eq!(sum_of_dice(1).weights(), [1; 6]);
        assert_eq!(sum_of_dice(2).weights(), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        let most = sum_of_dice(6);
        assert_eq!((most.weights().len(), most.total()), (31, 6_u32.pow(6)));
    }

    #[test]
    fn two_dice_have_36_throws() {
        assert_eq!(
            (two_dice(0, 14), two_dice(2, 2), two_dice(6, 8), two_dice(12, 20)),
            (36, 1, 5 + 6 + 5, 1)
        );
        assert_eq!((two_dice(13, 14), two_dice(0, 1)), (0, 0));
    }
}
