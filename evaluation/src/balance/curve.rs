//! The win curve of a side over its handicap, and the handicap at which it wins half.
//!
//! The log odds of a win grow in a straight line with the handicap, with a kink at zero, since a head start is worth
//! something else to either side: three numbers, the log odds without a handicap and a slope for each side. Where the log
//! odds are zero both sides win half: the fair handicap, what bioassay calls the median effective dose. Estimated by maximum
//! likelihood, with the interval of the profile likelihood, which stays right where a slope is barely known (Williams
//! 1986, "Interval estimation of the median lethal dose", Biometrics 42: 641-645). Slopes are never negative: resources do
//! not hurt their owner. A draw counts as half a win and half a loss, which makes intervals wider than need be where there
//! are many.

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
    /// Whether every game below some handicap was lost and every one above it was won: then the steeper the curve the better it
    /// fits, and neither slope nor interval are known.
    pub is_separated: bool,
}

/// Estimates the fair handicap, sought between the two ends of `range`.
pub fn fair_handicap(points: &[Point], range: [f64; 2]) -> Fair {
    let profile = |fair: f64| Line::best(points, fair).log_likelihood;
    let estimate = highest(&profile, range);
    let least = profile(estimate) - FALL;
    let [low, high] = range;
    let end = |limit: f64| (profile(limit) < least).then(|| crossing(&profile, least, estimate, limit));
    Fair {
        estimate: (low < estimate && estimate < high).then_some(estimate),
        interval: [end(low), end(high)],
        slope: Line::best(points, estimate).slopes[0],
        is_separated: is_separated(points),
    }
}

/// Whether the side scored nothing below some handicap and everything above it.
fn is_separated(points: &[Point]) -> bool {
    let scoring = points.iter().filter(|point| point.points > 0.0).map(|point| point.handicap);
    let losing = points.iter().filter(|point| point.points < point.games).map(|point| point.handicap);
    let (lowest, highest) = (scoring.fold(f64::INFINITY, f64::min), losing.fold(f64::NEG_INFINITY, f64::max));
    lowest >= highest && lowest.is_finite() && highest.is_finite()
}

/// A win curve with a given fair handicap.
struct Line {
    /// The slope on the side of the fair handicap, then that on the other side.
    slopes: [f64; 2],
    /// The logarithm of the likelihood of the scores, but for a constant.
    log_likelihood: f64,
}

/// How the log likelihood of a line changes with its slopes.
struct Tilt {
    gradient: [f64; 2],
    /// The negative second derivatives: of the first slope, of both, of the second.
    information: [f64; 3],
}

impl Line {
    /// The most likely curve with this fair handicap. The likelihood is concave in the slopes: Newton's steps, halved while
    /// they lead down, within what slopes may be.
    fn best(points: &[Point], fair: f64) -> Self {
        let mut slopes = [1.0 / 64.0; 2];
        let mut height = log_likelihood(points, fair, slopes);
        for _ in 0..100 {
            let mut step = newton_step(&tilt(points, fair, slopes), slopes);
            let mut rise = 0.0;
            for _ in 0..40 {
                let next = [0, 1].map(|k| (slopes[k] + step[k]).clamp(0.0, STEEPEST));
                let reached = log_likelihood(points, fair, next);
                if reached > height {
                    (rise, slopes, height) = (reached - height, next, reached);
                    break;
                }
                step = step.map(|part| part / 2.0);
            }
            if rise < 1e-12 {
                break;
            }
        }
        Self { slopes, log_likelihood: height }
    }
}

/// What the two slopes are multiplied with at a handicap: together they give the log odds.
fn arms(handicap: f64, fair: f64) -> [f64; 2] {
    let is_across = if fair < 0.0 { handicap > 0.0 } else { handicap < 0.0 };
    if is_across { [-fair, handicap] } else { [handicap - fair, 0.0] }
}

fn log_likelihood(points: &[Point], fair: f64, slopes: [f64; 2]) -> f64 {
    let of = |point: &Point| {
        let arms = arms(point.handicap, fair);
        let odds = slopes[0] * arms[0] + slopes[1] * arms[1];
        // ln(1 + e^x) without overflow.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        -point.points * softplus(-odds) - (point.games - point.points) * softplus(odds)
    };
    points.iter().map(of).sum()
}

fn tilt(points: &[Point], fair: f64, slopes: [f64; 2]) -> Tilt {
    let mut tilt = Tilt { gradient: [0.0; 2], information: [0.0; 3] };
    for point in points {
        let [a, b] = arms(point.handicap, fair);
        let won = 1.0 / (1.0 + (-(slopes[0] * a + slopes[1] * b)).exp());
        let surplus = point.points - point.games * won;
        let spread = point.games * won * (1.0 - won);
        tilt.gradient = [tilt.gradient[0] + a * surplus, tilt.gradient[1] + b * surplus];
        let [first, both, second] = tilt.information;
        tilt.information = [first + a * a * spread, both + a * b * spread, second + b * b * spread];
    }
    tilt
}

/// Newton's step; a slope at its bound that would leave it stays.
fn newton_step(tilt: &Tilt, slopes: [f64; 2]) -> [f64; 2] {
    let [g, h] = tilt.gradient;
    let [first, both, second] = tilt.information.map(|value| value + 1e-12);
    let is_held =
        |slope: f64, gradient: f64| slope <= 0.0 && gradient <= 0.0 || slope >= STEEPEST && gradient >= 0.0;
    let determinant = first * second - both * both;
    match (is_held(slopes[0], g), is_held(slopes[1], h)) {
        (true, true) => [0.0, 0.0],
        (true, false) => [0.0, h / second],
        (false, true) => [g / first, 0.0],
        (false, false) if determinant > 1e-9 * first * second => {
            [(second * g - both * h) / determinant, (first * h - both * g) / determinant]
        }
        (false, false) => [g / first, 0.0],
    }
}

/// Where a function that rises and then falls, flat parts allowed, is highest: ever finer grids. Of equal heights the place
/// nearest to no handicap.
fn highest(height: &impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    const CELLS: u32 = 20;
    const FINE: f64 = 1e-3;
    const EQUAL: f64 = 1e-8;
    let ends = [low, high];
    loop {
        let cell = (high - low) / f64::from(CELLS);
        let at = |k: u32| match low + cell * f64::from(k) {
            // The last place is the end itself: whether the highest place is one of the ends is asked for.
            _ if k == CELLS => high,
            near_zero if near_zero.abs() < FINE / 2.0 => 0.0,
            place => place,
        };
        let mut grid: Vec<(f64, f64)> = (0..=CELLS).map(|k| (at(k), height(at(k)))).collect();
        grid.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        let best =
            grid.iter().copied().reduce(|best, other| if other.1 > best.1 + EQUAL { other } else { best });
        let Some((middle, _)) = best.filter(|_| cell > FINE) else { return best.map_or(low, |best| best.0) };
        (low, high) = ((middle - cell).max(ends[0]), (middle + cell).min(ends[1]));
    }
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
        assert!((fair.slope - slope).abs() < 1e-4, "{fair:?}");
        assert!((fair.estimate.unwrap() - -odds(0.2) / slope).abs() < 2e-3, "{fair:?}");
    }

    /// One handicap may have both wins and losses: the curve is as steep as it may be there, too.
    #[test]
    fn scores_that_jump_from_nothing_to_everything_are_told() {
        let separated = |points: &[Point]| fair_handicap(points, RANGE).is_separated;
        assert!(separated(&[point(0.0, 10.0, 0.0), point(4.0, 10.0, 0.0), point(5.0, 10.0, 10.0)]));
        assert!(separated(&[point(0.0, 10.0, 0.0), point(4.0, 10.0, 3.0), point(5.0, 10.0, 10.0)]));
        assert!(!separated(&[point(0.0, 10.0, 1.0), point(4.0, 10.0, 3.0), point(5.0, 10.0, 10.0)]));
        assert!(!separated(&[point(0.0, 10.0, 0.0), point(4.0, 10.0, 0.0)]), "nothing was won yet");
    }

    /// The ends of the interval are where the likelihood ratio is that of 95 %: searched by brute force over slopes.
    #[test]
    fn the_interval_ends_where_the_likelihood_has_fallen() {
        let points = [point(0.0, 50.0, 12.0), point(10.0, 50.0, 21.0), point(25.0, 50.0, 38.0)];
        let fair = fair_handicap(&points, RANGE);
        let profile = |fair: f64| {
            let slopes = (0..5000).map(|k| [f64::from(k) * 1e-4, 0.0]);
            slopes.map(|slopes| log_likelihood(&points, fair, slopes)).fold(f64::MIN, f64::max)
        };
        let top = profile(fair.estimate.unwrap());
        for end in fair.interval {
            assert!((top - profile(end.unwrap()) - FALL).abs() < 1e-3, "{fair:?}");
        }
        assert!(fair.interval[0] < fair.estimate && fair.estimate < fair.interval[1]);
    }

    /// A head start is worth four times as much to one side: what is on the other side of zero says nothing of the slope.
    #[test]
    fn the_worth_of_a_head_start_differs_by_side() {
        let odds = |odds: f64| 1000.0 / (1.0 + (-odds).exp());
        let at = |handicap: f64| {
            let slope = if handicap < 0.0 { 0.01 } else { 0.04 };
            point(handicap, 1000.0, odds(slope * handicap - 0.4))
        };
        let fair = fair_handicap(&[at(-40.0), at(-20.0), at(0.0), at(20.0), at(40.0)], RANGE);
        assert!((fair.estimate.unwrap() - 10.0).abs() < 2e-3 && (fair.slope - 0.04).abs() < 1e-4, "{fair:?}");
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
        assert!((fair.estimate.unwrap() - 5.0).abs() < 1.5, "{fair:?}");
    }
}
