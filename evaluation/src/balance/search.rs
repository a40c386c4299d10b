//! Which handicaps to play next: the sequential design of Wu (1985, "Efficient sequential designs with binary data",
//! Journal of the American Statistical Association 80: 974-984). After each round the win curve is fitted, and the next
//! round is played on both sides of where it says that the game is fair. The likelihood of the results does not depend on
//! how the handicaps were chosen, so that all rounds enter one fit.

use super::curve::{Point, fair_handicap};

/// Log odds at which the two handicaps of a round lie from the fair one: 0.38 and 0.62 of the games won. Nearer ones would
/// tell too little of the slope, which the interval needs; the curve is the less straight the further they are.
const SPREAD: f64 = 0.5;

/// The two handicaps of the next round, whole numbers within `range`, the lower one first.
pub fn next_handicaps(points: &[Point], range: [i32; 2]) -> [i32; 2] {
    let ends = range.map(f64::from);
    // What is taken to have happened at the ends of the range, so that the first rounds have a curve: a quarter of a game,
    // nine parts in ten won or lost.
    let assumed = [(ends[0], 0.1), (ends[1], 0.9)];
    let mut all = points.to_vec();
    all.extend(assumed.map(|(handicap, share)| Point { handicap, games: 0.25, points: 0.25 * share }));
    let fitted = fair_handicap(&all, ends);
    let nearest_end = if mean(points) < 0.5 { ends[1] } else { ends[0] };
    let middle = fitted.estimate.unwrap_or(nearest_end);
    let reach = (SPREAD / fitted.slope.max(1e-6)).max(1.0);
    [middle - reach, middle + reach].map(|place| place.clamp(ends[0], ends[1]).round() as i32)
}

fn mean(points: &[Point]) -> f64 {
    let sum = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>();
    sum(|point| point.points) / sum(|point| point.games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use spinward_env::core::planner_rng;
    use std::collections::BTreeMap;

    const RANGE: [i32; 2] = [-99, 99];

    #[test]
    fn the_first_round_gives_to_the_side_that_loses() {
        let played = |points| [Point { handicap: 0.0, games: 100.0, points }];
        let [low, high] = next_handicaps(&played(30.0), RANGE);
        assert!(low < high && low + high > 40, "{low} {high}");
        let [low, high] = next_handicaps(&played(70.0), RANGE);
        assert!(low < high && low + high < -40, "{low} {high}");
        let [low, high] = next_handicaps(&played(50.0), RANGE);
        assert!((low + high).abs() <= 2, "{low} {high}");
    }

    /// The whole procedure on win curves that are known: 100 games without a handicap, then ten rounds of 40.
    #[test]
    fn the_interval_holds_the_fair_handicap_95_times_in_100() {
        let mut found = Vec::new();
        for (curve, (fair, slope, other)) in [
            (0.0, 0.05, 0.05),
            (13.0, 0.1, 0.02),
            (-40.0, 0.03, 0.05),
            (60.0, 0.08, 0.08),
            (2.5, 0.4, 0.2),
            (-3.0, 0.02, 0.06),
        ]
        .into_iter()
        .enumerate()
        {
            let (mut covered, mut off, trials) = (0, 0.0, 200);
            for trial in 0..trials {
                let mut rng = planner_rng(11, curve as u64 * 1000 + trial);
                let mut played: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
                let mut play = |handicap: i32, games: u32, played: &mut BTreeMap<i32, (f64, f64)>| {
                    let handicap = f64::from(handicap);
                    let is_across = fair * handicap < 0.0;
                    let odds =
                        if is_across { other * handicap - slope * fair } else { slope * (handicap - fair) };
                    let chance = 1.0 / (1.0 + (-odds).exp());
                    let won =
                        (0..games).filter(|_| rng.next_u64() as f64 / u64::MAX as f64 <= chance).count();
                    let tally = played.entry(handicap as i32).or_default();
                    *tally = (tally.0 + f64::from(games), tally.1 + won as f64);
                };
                let points = |played: &BTreeMap<i32, (f64, f64)>| -> Vec<Point> {
                    let point = |(&handicap, &(games, points)): (&i32, &(f64, f64))| Point {
                        handicap: handicap.into(),
                        games,
                        points,
                    };
                    played.iter().map(point).collect()
                };
                play(0, 100, &mut played);
                for _ in 0..10 {
                    for handicap in next_handicaps(&points(&played), RANGE) {
                        play(handicap, 20, &mut played);
                    }
                }
                let fitted = fair_handicap(&points(&played), RANGE.map(f64::from));
                let [low, high] = fitted.interval;
                covered +=
                    u32::from(low.is_none_or(|low| low <= fair) && high.is_none_or(|high| fair <= high));
                off += fitted.estimate.unwrap_or(99.0_f64.copysign(fair)) - fair;
            }
            let share = f64::from(covered) / trials as f64;
            let bias = off / trials as f64 * slope;
            found.push((fair, slope, share, bias));
        }
        // At the kink itself both slopes are free, and the interval is wider than need be.
        let is_right =
            |(_, _, share, bias): &(f64, f64, f64, f64)| (0.91..=0.995).contains(share) && bias.abs() < 0.05;
        assert!(found.iter().all(is_right), "fair handicap, slope, share, bias in log odds: {found:?}");
    }
}
