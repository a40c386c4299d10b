//! Two players of one side: what each does more of.

use serde::Serialize;
use spinward_env::profile::Series;

use super::report::{Games, mean};
use crate::interval::{Interval, Z95};

/// An item of two players of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The side's name.
    pub side: String,
    /// The series' key.
    pub series: String,
    /// The item.
    pub item: String,
    /// One player, and how many he has a game.
    pub a: String,
    /// His mean a game.
    pub a_per_game: f64,
    /// The other player.
    pub b: String,
    /// His mean a game.
    pub b_per_game: f64,
    /// The first mean less the second.
    pub difference: f64,
    /// Its 95 % interval by the spread between games (normal: too narrow below some twenty games each); `null`: a player
    /// has one game only.
    pub ci95: Option<Interval>,
}

impl Comparison {
    /// How sure it is that the two differ: the distance of the interval's middle from 0 in half widths.
    pub(super) fn clearness(&self) -> f64 {
        self.ci95.map_or(0.0, |[low, high]| match high - low {
            0.0 if self.difference == 0.0 => 0.0,
            width => self.difference.abs() / (width / 2.0),
        })
    }
}

/// Every item of both players, the clearest difference first.
pub(super) fn compare(side: &str, series: &[Series], a: &Games<'_>, b: &Games<'_>) -> Vec<Comparison> {
    let mut found = Vec::new();
    for series in series {
        for item in &a.items(series) | &b.items(series) {
            let [of_a, of_b] = [a, b].map(|games| games.totals(series, &item));
            let [a_per_game, b_per_game] = [&of_a, &of_b].map(|totals| mean(totals).unwrap_or(0.0));
            let difference = a_per_game - b_per_game;
            let half_width =
                squared_error(&of_a).zip(squared_error(&of_b)).map(|(a, b)| Z95 * (a + b).sqrt());
            found.push(Comparison {
                side: side.into(),
                series: series.key.into(),
                item,
                a: a.agent.into(),
                a_per_game,
                b: b.agent.into(),
                b_per_game,
                difference,
                ci95: half_width.map(|half| [difference - half, difference + half]),
            });
        }
    }
    found.sort_by(|x, y| y.clearness().total_cmp(&x.clearness()));
    found
}

/// The squared standard error of a mean; `None` for fewer than two values.
fn squared_error(values: &[f64]) -> Option<f64> {
    let (count, mean) = (values.len() as f64, mean(values)?);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (values.len() > 1).then(|| squares / (count - 1.0) / count)
}
