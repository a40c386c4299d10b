//! 95 % intervals of scores between 0 and 1.
//!
//! One seat of a match is a run of independent games: its score gets the Wilson score interval. A match is pairs
//! of games, the same dice with the seats swapped, whose two results hang together: the interval of its score is
//! built from those of its two seatings and their correlation (MOVER: Newcombe 1998, "Interval estimation for the
//! difference between independent proportions", method 10; Zou and Donner 2008). Unlike a normal interval it keeps
//! an honest width where a side always wins or an agent never loses.

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

/// The mean of two samples and its interval, where pairs of their scores have the correlation `correlation`,
/// -1 to 1.
pub fn mean_of_two(first: Sample, second: Sample, correlation: f64) -> (f64, Interval) {
    let ([low_1, high_1], [low_2, high_2]) = (first.wilson(), second.wilson());
    let mean = (first.mean + second.mean) / 2.0;
    let width = |a: f64, b: f64| (a * a + b * b + 2.0 * correlation * a * b).max(0.0).sqrt() / 2.0;
    let low = mean - width(first.mean - low_1, second.mean - low_2);
    let high = mean + width(high_1 - first.mean, high_2 - second.mean);
    (mean, [low.max(0.0), high.min(1.0)])
}

/// The first sample's mean less the second's and its interval, -1 to 1, where pairs of their scores have this correlation.
pub fn difference(first: Sample, second: Sample, correlation: f64) -> (f64, Interval) {
    let turned = Sample { mean: 1.0 - second.mean, ..second };
    let (mean, [low, high]) = mean_of_two(first, turned, -correlation);
    (2.0 * mean - 1.0, [2.0 * low - 1.0, 2.0 * high - 1.0])
}

/// The correlation of paired scores, -1 to 1; 0 where one side never varies.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (mean_a, mean_b) =
        (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
    let moment = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|&(a, b)| f(a - mean_a, b - mean_b)).sum::<f64>()
    };
    let (var_a, var_b, cov) = (moment(&|a, _| a * a), moment(&|_, b| b * b), moment(&|a, b| a * b));
    if var_a > 0.0 && var_b > 0.0 { (cov / (var_a * var_b).sqrt()).clamp(-1.0, 1.0) } else { 0.0 }
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

    /// Newcombe 1998, difference of 56/70 and 48/80 by method 10: 0.0524 to 0.3339. The mean of p and 1 - q is
    /// half of 1 + (p - q).
    #[test]
    fn mean_of_two_agrees_with_newcombe() {
        let first = Sample { count: 70.0, mean: 56.0 / 70.0 };
        let second = Sample { count: 80.0, mean: 1.0 - 48.0 / 80.0 };
        let (mean, interval) = mean_of_two(first, second, 0.0);
        assert!((mean - 0.6).abs() < 1e-12);
        close(interval, [(1.0 + 0.0524) / 2.0, (1.0 + 0.3339) / 2.0]);
    }

    /// Where the pairs agree, most of the width cancels.
    #[test]
    fn difference_agrees_with_newcombe() {
        let first = Sample { count: 70.0, mean: 56.0 / 70.0 };
        let second = Sample { count: 80.0, mean: 48.0 / 80.0 };
        let (mean, interval) = difference(first, second, 0.0);
        assert!((mean - 0.2).abs() < 1e-12);
        close(interval, [0.0524, 0.3339]);
        let (mean, [low, high]) = difference(first, first, 1.0);
        let (_, [apart_low, apart_high]) = difference(first, first, 0.0);
        assert!(mean.abs() < 1e-12 && 4.0 * (high - low) < apart_high - apart_low, "{low} {high}");
    }

    #[test]
    fn certain_results_keep_an_honest_width() {
        let sure = |mean| Sample { count: 20.0, mean };
        let (_, all_won) = mean_of_two(sure(1.0), sure(1.0), 0.0);
        assert!(all_won[0] > 0.85 && all_won[0] < 0.93 && all_won[1] == 1.0, "{all_won:?}");
        let (_, first_seat_wins) = mean_of_two(sure(1.0), sure(0.0), 0.0);
        assert!(first_seat_wins[0] < 0.45 && first_seat_wins[1] > 0.55, "{first_seat_wins:?}");
    }

    /// Simulated matches of 60 pairs, with sides even or lopsided and pairs independent or in step.
    #[test]
    fn the_true_score_lies_within_the_interval_95_times_in_100() {
        let mut rng = planner_rng(5, 0);
        let uniform = |rng: &mut PlannerRng| rng.next_u64() as f64 / u64::MAX as f64;
        for (first, second, in_step) in
            [(0.5, 0.5, 0.0), (0.7, 0.6, 0.0), (0.95, 0.2, 0.0), (0.6, 0.6, 0.5), (0.9, 0.85, 0.3)]
        {
            let (trials, mut covered) = (1000, 0);
            for _ in 0..trials {
                let pairs: Vec<(f64, f64)> = (0..60)
                    .map(|_| {
                        let (u, fresh, shared) = (uniform(&mut rng), uniform(&mut rng), uniform(&mut rng));
                        let v = if shared < in_step { u } else { fresh };
                        (f64::from(u < first), f64::from(v < second))
                    })
                    .collect();
                let sample = |pick: fn(&(f64, f64)) -> f64| Sample::of(pairs.iter().map(pick)).unwrap();
                let (_, [low, high]) = mean_of_two(sample(|p| p.0), sample(|p| p.1), correlation(&pairs));
                covered += u32::from((low..=high).contains(&((first + second) / 2.0)));
            }
            let share = f64::from(covered) / f64::from(trials);
            assert!((0.93..=0.985).contains(&share), "{first} {second} {in_step}: {share}");
        }
    }
}
