//! 95 % intervals of scores between 0 and 1.
//!
//! One seat of a match is a run of independent games: its score gets the Wilson score interval. A match is pairs
//! of games, the same dice with the seats swapped, whose two results hang together: a pair is one score, and the mean of
//! such scores gets the adjusted Wald interval of Bonett and Price (2012, "Adjusted Wald confidence interval for a
//! difference of binomial proportions based on paired data", Journal of Educational and Behavioral Statistics 37: 479-488):
//! that of the scores with one pair more that is won and one more that is lost. So a handful of pairs, or pairs that are all
//! alike, never look as if they said more than they can.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The two ends of a 95 % interval.
pub type Interval = [f64; 2];

/// Scores of independent games or units, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many, at least 1.
    pub count: f64,
    /// Their mean, 0 to 1.
    pub mean: f64,
}

impl Sample {
    /// The sample of these scores; `None` if there are none.
    pub fn of(scores: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (count, sum) =
            scores.into_iter().fold((0.0, 0.0), |(count, sum), score| (count + 1.0, sum + score));
        (count > 0.0).then(|| Self { count, mean: sum / count })
    }

    /// The Wilson score interval of the mean. Draws count as half a point with the variance of a win or a loss,
    /// which makes the interval wider than need be where there are many, never too narrow.
    pub fn wilson(self) -> Interval {
        let (n, p, z2) = (self.count, self.mean, Z95 * Z95);
        let middle = p + z2 / (2.0 * n);
        let half = Z95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        [((middle - half) / scale).clamp(0.0, p), ((middle + half) / scale).clamp(p, 1.0)]
    }
}

/// The mean of scores of pairs, each from 0 to 1, and its interval; `None` if there are none.
pub fn mean_of_pairs(scores: &[f64]) -> Option<(f64, Interval)> {
    with_two_more(scores, Z95)
}

/// The same of scores without luck, which may lie outside 0 to 1 while what they estimate does not: with the quantile of Student's t, since
/// they take more values than a handful of pairs shows.
pub fn mean_of_adjusted_pairs(scores: &[f64]) -> Option<(f64, Interval)> {
    let freedom = scores.len() as f64 + 1.0;
    let t = StudentsT::new(0.0, 1.0, freedom).expect("degrees of freedom above 0").inverse_cdf(0.975);
    with_two_more(scores, t)
}

fn with_two_more(scores: &[f64], quantile: f64) -> Option<(f64, Interval)> {
    let mean = Sample::of(scores.iter().copied())?.mean;
    let more = || scores.iter().copied().chain([0.0, 1.0]);
    let n = (scores.len() + 2) as f64;
    let middle = more().sum::<f64>() / n;
    let variance = more().map(|score| (score - middle).powi(2)).sum::<f64>() / n;
    let half = quantile * (variance / n).sqrt();
    Some((mean, [(middle - half).max(0.0).min(mean), (middle + half).min(1.0).max(mean)]))
}

/// The mean by which the first score of a pair exceeds the second, both from 0 to 1, and its interval, -1 to 1; `None` if there
/// are no pairs.
pub fn difference(pairs: &[(f64, f64)]) -> Option<(f64, Interval)> {
    let scores: Vec<f64> = pairs.iter().map(|(first, second)| (first - second + 1.0) / 2.0).collect();
    let (mean, interval) = mean_of_pairs(&scores)?;
    let widened = |score: f64| 2.0 * score - 1.0;
    Some((widened(mean), interval.map(widened)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use spinward_env::core::{PlannerRng, planner_rng};

    fn close(got: Interval, expected: Interval) {
        assert!((got[0] - expected[0]).abs() < 6e-5 && (got[1] - expected[1]).abs() < 6e-5, "{got:?}");
    }

    /// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
    #[test]
    fn wilson_agrees_with_newcombe() {
        for (wins, games, expected) in [
            (81.0, 263.0, [0.2553, 0.3662]),
            (15.0, 148.0, [0.0624, 0.1605]),
            (0.0, 20.0, [0.0, 0.1611]),
            (1.0, 29.0, [0.0061, 0.1718]),
        ] {
            close(Sample { count: games, mean: wins / games }.wilson(), expected);
        }
    }

    /// Bonett and Price's formula: of n pairs `b` were decided one way and `c` the other.
    #[test]
    fn difference_is_that_of_bonett_and_price() {
        for (b, c, n) in [(9_u32, 2, 30_u32), (0, 0, 10), (7, 7, 14), (25, 0, 25)] {
            let pair = |k: u32| {
                (
                    f64::from(k < b || k >= b + c && k.is_multiple_of(2)),
                    f64::from(k >= b && (k < b + c || k.is_multiple_of(2))),
                )
            };
            let (mean, interval) = difference(&(0..n).map(pair).collect::<Vec<_>>()).unwrap();
            assert!((mean - (f64::from(b) - f64::from(c)) / f64::from(n)).abs() < 1e-12);
            let more = f64::from(n + 2);
            let (p, q) = ((f64::from(b) + 1.0) / more, (f64::from(c) + 1.0) / more);
            let half = Z95 * ((p + q - (p - q).powi(2)) / more).sqrt();
            close(interval, [(p - q - half).max(-1.0), (p - q + half).min(1.0)]);
        }
    }

    /// Pairs that are all alike say nothing of how far the next one may lie from them.
    #[test]
    fn certain_results_keep_an_honest_width() {
        let ends = |score: f64, pairs: usize| mean_of_pairs(&vec![score; pairs]).unwrap().1;
        let all_won = ends(1.0, 20);
        assert!(all_won[0] > 0.82 && all_won[0] < 0.93 && all_won[1] == 1.0, "{all_won:?}");
        let all_split = ends(0.5, 20);
        assert!(all_split[0] < 0.45 && all_split[1] > 0.55, "{all_split:?}");
        assert!(ends(0.5, 3)[0] < 0.3 && ends(0.5, 1000)[0] > 0.498);
    }

    /// Simulated matches, with sides even or lopsided, pairs independent, in step or split, from 5 pairs on.
    #[test]
    fn the_true_score_lies_within_the_interval_95_times_in_100() {
        let mut rng = planner_rng(5, 0);
        let uniform = |rng: &mut PlannerRng| rng.next_u64() as f64 / u64::MAX as f64;
        // How often each of the two games is won; how often both are decided by the same number; how often the pair is split instead.
        for (first, second, in_step, split) in [
            (0.5, 0.5, 0.0, 0.0),
            (0.7, 0.6, 0.0, 0.0),
            (0.95, 0.2, 0.0, 0.0),
            (0.6, 0.6, 0.5, 0.0),
            (0.9, 0.85, 0.3, 0.0),
            (1.0, 1.0, 0.0, 0.8),
            (1.0, 1.0, 0.0, 0.97),
            (0.5, 0.5, 0.0, 0.95),
        ] {
            let truth = split / 2.0 + (1.0 - split) * (first + second) / 2.0;
            for pairs in [5, 20, 60] {
                let (trials, mut covered) = (1000, 0);
                for _ in 0..trials {
                    let scores: Vec<f64> = (0..pairs)
                        .map(|_| {
                            let draws: [f64; 4] = std::array::from_fn(|_| uniform(&mut rng));
                            let other = if draws[2] < in_step { draws[0] } else { draws[1] };
                            let won = f64::from(draws[0] < first) + f64::from(other < second);
                            if draws[3] < split { 0.5 } else { won / 2.0 }
                        })
                        .collect();
                    let (_, [low, high]) = mean_of_pairs(&scores).unwrap();
                    covered += u32::from((low..=high).contains(&truth));
                }
                let share = f64::from(covered) / f64::from(trials);
                assert!(share >= 0.92, "{first} {second} {in_step} {split}, {pairs} pairs: {share}");
            }
        }
    }
}
