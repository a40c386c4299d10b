//! Which outcome a chance node shows at its k-th visit.

use spinward_env::core::OutcomeIndex;

/// The golden ratio's fractional part in units of 2^-32: 0.618034.
const GOLDEN: u32 = 0x9E37_79B9;

/// The point of the `k`-th visit (from 0) in units of 2^-32: frac(u + k * 0.618034).
///
/// Over a uniformly random `phase` each visit alone is uniform, so every visit count is unbiased; over
/// successive visits the points spread evenly, so the outcomes seen so far are close to their weights.
pub fn spread_point(phase: u32, k: u32) -> u32 {
    phase.wrapping_add(k.wrapping_mul(GOLDEN))
}

/// The outcome whose interval of cumulative weight holds `point`, by the inverse of the distribution function.
pub fn outcome_at(point: u32, weights: impl Iterator<Item = u32>, total: u32) -> OutcomeIndex {
    let mut left = (u64::from(point) * u64::from(total)) >> 32;
    let mut last = 0;
    for (k, weight) in weights.enumerate() {
        last = k;
        if left < u64::from(weight) {
            break;
        }
        left -= u64::from(weight);
    }
    OutcomeIndex(last as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHASES: u32 = 1 << 14;

    fn shows(weights: &[u32], phase: u32, k: u32) -> usize {
        let total = weights.iter().sum();
        outcome_at(spread_point(phase << 18, k), weights.iter().copied(), total).index()
    }

    /// Averaged over the phase, every single visit has the exact distribution, so any number of visits has.
    #[test]
    fn every_visit_is_unbiased() {
        let weights = [1, 2, 5, 28];
        for k in 0..40 {
            let mut counts = [0_u32; 4];
            (0..PHASES).for_each(|phase| counts[shows(&weights, phase, k)] += 1);
            for (count, weight) in counts.iter().zip(weights) {
                let (got, exact) = (f64::from(*count) / f64::from(PHASES), f64::from(weight) / 36.0);
                assert!((got - exact).abs() < 2.0 / f64::from(PHASES), "visit {k}: {got} instead of {exact}");
            }
        }
    }

    /// The mean of n visits of a 1-in-6 gamble varies less than that of independent draws, p(1 - p) / n.
    #[test]
    fn the_mean_varies_less_than_that_of_independent_draws() {
        for visits in [2, 3, 5, 8, 16, 32] {
            let mean = |phase| {
                let hits = (0..visits).filter(|&k| shows(&[1, 5], phase, k) == 0).count();
                hits as f64 / f64::from(visits)
            };
            let variance =
                (0..PHASES).map(|phase| (mean(phase) - 1.0 / 6.0).powi(2)).sum::<f64>() / f64::from(PHASES);
            let independent = 5.0 / 36.0 / f64::from(visits);
            assert!(variance < 0.9 * independent, "{visits} visits: {variance} against {independent}");
        }
    }

    /// Showing the outcome with the largest deficit first would hide a 1-in-6 gamble for three visits in every
    /// node. Here it shows at the very first visit in a sixth of the nodes, within three in a half, and in every
    /// node within eight.
    #[test]
    fn a_one_in_six_gamble_shows_early() {
        let seen_within = |visits: u32| {
            let seen = |phase: &u32| (0..visits).any(|k| shows(&[5, 1], *phase, k) == 1);
            (0..PHASES).filter(seen).count() as f64 / f64::from(PHASES)
        };
        let shares = [1, 2, 3, 8].map(seen_within);
        for (share, expected) in shares.iter().zip([1.0 / 6.0, 2.0 / 6.0, 0.5, 1.0]) {
            assert!((share - expected).abs() < 0.001, "{shares:?}");
        }
    }
}
