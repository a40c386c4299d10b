//! The win curve of a side over its handicap, and the handicap at which it wins half.
//!
//! The log odds of a win grow in a straight line with the handicap: `slope · (handicap - fair)`. Where they are zero, both
//! sides win half: the fair handicap, what bioassay calls the median effective dose. Estimated by maximum likelihood, with
//! the interval of the profile likelihood, which stays right where the slope is barely known (Williams 1986, "Interval
//! estimation of the median lethal dose", Biometrics 42: 641-645). The slope is never negative: resources do not hurt their
//! owner. A draw counts as half a win and half a loss, which makes intervals wider than need be where there are many.

/// Half the 95 % quantile of chi-square with one degree of freedom: how far the log likelihood may fall within the
/// interval.
const FALL: f64 = 3.841_458_820_694_124 / 2.0;

/// The steepest slope: a handicap of one more multiplies the odds by 150.
const STEEPEST: f64 = 5.0;

/// What a side scored at one handicap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The handicap; negative where the other side has it.
    pub handicap: f64,
    /// Games played.
    pub games: f64,
    /// Its points: a win 1, a draw ½.
    pub points: f64,
}

/// The handicap at which the side wins half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fair {
    /// The estimate; `None`: it lies beyond the handicaps that can be given.
    pub estimate: Option<f64>,
    /// The 95 % interval; `None`: it goes on beyond the handicaps that can be given.
    pub interval: [Option<f64>; 2],
    /// The log odds per unit of handicap, 0 and more.
    pub slope: f64,
}

/// Estimates the fair handicap, sought between the two ends of `range`.
pub fn fair_handicap(points: &[Point], range: [f64; 2]) -> Fair {
    let profile = |fair: f64| log_likelihood(points, fair, best_slope(points, fair));
    let estimate = highest(&profile, range);
    let least = profile(estimate) - FALL;
    let [low, high] = range;
    let end = |limit: f64| (profile(limit) < least).then(|| crossing(&profile, least, estimate, limit));
    Fair {
        estimate: (low < estimate && estimate < high).then_some(estimate),
        interval: [end(low), end(high)],
        slope: best_slope(points, estimate),
    }
}

/// The logarithm of the likelihood of the scores, but for a constant.
fn log_likelihood(points: &[Point], fair: f64, slope: f64) -> f64 {
    let of = |point: &Point| {
        let odds = slope * (point.handicap - fair);
        // ln(1 + e^x) without overflow.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        -point.points * softplus(-odds) - (point.games - point.points) * softplus(odds)
    };
    points.iter().map(of).sum()
}

/// The most likely slope where the fair handicap is this. The likelihood is concave in the slope.
fn best_slope(points: &[Point], fair: f64) -> f64 {
    let derivative = |slope: f64| {
        points.iter().fold((0.0, 0.0), |(first, second), point| {
            let distance = point.handicap - fair;
            let won = 1.0 / (1.0 + (-slope * distance).exp());
            let surplus = point.points - point.games * won;
            let spread = point.games * won * (1.0 - won);
            (first + distance * surplus, second + distance * distance * spread)
        })
    };
    let (mut low, mut high) = (0.0, STEEPEST);
    if derivative(low).0 <= 0.0 {
        return low;
    }
    if derivative(high).0 >= 0.0 {
        return high;
    }
    // Newton's steps, and halves where they leave the bracket.
    let mut slope = low;
    for _ in 0..60 {
        let (first, second) = derivative(slope);
        *(if first > 0.0 { &mut low } else { &mut high }) = slope;
        let step = slope + first / second;
        let next = if low < step && step < high { step } else { (low + high) / 2.0 };
        if (next - slope).abs() < 1e-10 {
            return next;
        }
        slope = next;
    }
    slope
}

/// Where a function that rises and then falls is highest: an even grid, then golden sections. Of equal heights the
/// one nearest to no handicap.
fn highest(height: &impl Fn(f64) -> f64, [low, high]: [f64; 2]) -> f64 {
    const CELLS: usize = 40;
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let at = |k: usize| low + (high - low) * k as f64 / CELLS as f64;
    let mut grid: Vec<(f64, f64)> = (0..=CELLS).map(|k| (at(k), height(at(k)))).collect();
    grid.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let best = grid.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best });
    let Some((middle, top)) = best else { return low };
    let cell = (high - low) / CELLS as f64;
    let (mut left, mut right) = ((middle - cell).max(low), (middle + cell).min(high));
    while right - left > 1e-6 {
        let (a, b) = (right - GOLDEN * (right - left), left + GOLDEN * (right - left));
        if height(a) >= height(b) { right = b } else { left = a }
    }
    // The ends of the range are never met by golden sections, and a flat top has no highest place.
    let found = (left + right) / 2.0;
    [low, high, found].into_iter().find(|&place| height(place) > top).unwrap_or(middle)
}

/// Where a function falls below `least` between `inside`, where it is not, and `outside`.
fn crossing(height: &impl Fn(f64) -> f64, least: f64, mut inside: f64, mut outside: f64) -> f64 {
    while (outside - inside).abs() > 1e-6 {
        let middle = (inside + outside) / 2.0;
        *(if height(middle) >= least { &mut inside } else { &mut outside }) = middle;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: [f64; 2] = [-99.0, 99.0];

    fn point(handicap: f64, games: f64, points: f64) -> Point {
        Point { handicap, games, points }
    }

    /// Two handicaps and a line through both: the fair one lies between them as their log odds say, the slope is that
    /// of the line.
    #[test]
    fn two_points_are_met_exactly() {
        let fair = fair_handicap(&[point(0.0, 100.0, 20.0), point(30.0, 100.0, 60.0)], RANGE);
        let odds = |p: f64| (p / (1.0 - p)).ln();
        let slope = (odds(0.6) - odds(0.2)) / 30.0;
        assert!((fair.slope - slope).abs() < 1e-6, "{fair:?}");
        assert!((fair.estimate.unwrap() - -odds(0.2) / slope).abs() < 1e-4, "{fair:?}");
    }

    /// The ends of the interval are where the likelihood ratio is that of 95 %: searched by brute force over slopes.
    #[test]
    fn the_interval_ends_where_the_likelihood_has_fallen() {
        let points = [point(0.0, 50.0, 12.0), point(10.0, 50.0, 21.0), point(25.0, 50.0, 38.0)];
        let fair = fair_handicap(&points, RANGE);
        let profile = |fair: f64| {
            let slopes = (0..5000).map(|k| f64::from(k) * 1e-4);
            slopes.map(|slope| log_likelihood(&points, fair, slope)).fold(f64::MIN, f64::max)
        };
        let top = profile(fair.estimate.unwrap());
        for end in fair.interval {
            assert!((top - profile(end.unwrap()) - FALL).abs() < 1e-3, "{fair:?}");
        }
        assert!(fair.interval[0] < fair.estimate && fair.estimate < fair.interval[1]);
    }

    #[test]
    fn a_hopeless_side_needs_more_than_there_is() {
        let lost = [point(0.0, 50.0, 0.0), point(99.0, 50.0, 3.0)];
        let fair = fair_handicap(&lost, RANGE);
        assert_eq!((fair.estimate, fair.interval[1]), (None, None));
        assert!(fair.interval[0].unwrap() > 80.0, "{fair:?}");
    }

    #[test]
    fn handicaps_that_do_nothing_leave_everything_open() {
        let even = fair_handicap(&[point(0.0, 40.0, 20.0), point(50.0, 40.0, 20.0)], RANGE);
        assert_eq!((even.estimate, even.interval, even.slope), (Some(0.0), [None, None], 0.0));
        let lost = fair_handicap(&[point(0.0, 40.0, 10.0), point(50.0, 40.0, 10.0)], RANGE);
        assert_eq!((lost.estimate, lost.interval[1]), (None, None));
        assert!(lost.interval[0].unwrap() > 50.0, "{lost:?}");
    }

    #[test]
    fn results_without_overlap_have_a_finite_answer() {
        let fair = fair_handicap(&[point(0.0, 30.0, 0.0), point(10.0, 30.0, 30.0)], RANGE);
        let [low, high] = fair.interval.map(Option::unwrap);
        assert!(0.0 <= low && low < high && high <= 10.0, "{fair:?}");
        assert!((fair.estimate.unwrap() - 5.0).abs() < 0.1, "{fair:?}");
    }
}
