//! Games added up by player and side.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use spinward_env::core::Seat;
use spinward_env::profile::{Series, SeriesKind};

use super::GameProfile;
use super::compare::{Comparison, compare};
use crate::arena::scores::points_of_seat;

/// The document that `spinward profile --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProfileReport {
    /// `spinward/profile/1`.
    pub schema: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Games, each once.
    pub games: usize,
    /// Replays that repeat one of them, and do not count.
    #[serde(skip_serializing_if = "is_none")]
    pub repeats: usize,
    /// Those of them that were stopped before their end.
    pub unfinished: usize,
    /// Every player in every side that he played, by side, then name.
    pub agents: Vec<AgentProfile>,
    /// What two players of a side did differently; empty for sides with another number of players.
    pub comparisons: Vec<Comparison>,
}

/// What a player did in one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentProfile {
    /// The player.
    pub agent: String,
    /// The side's name.
    pub side: String,
    /// Games played.
    pub games: usize,
    /// The share of points in finished games (a win 1, a draw ½), 0 to 1; `null`: none is finished.
    pub score: Option<f64>,
    /// Games that reached each turn, from turn 1.
    pub reached: Vec<usize>,
    /// What was counted, in the game's order; series without a mark are left out.
    pub series: Vec<SeriesReport>,
}

/// One series of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesReport {
    /// Its key.
    pub series: String,
    /// Its heading.
    pub title: String,
    /// `sum`: things that happened; `level`: a quantity at the end of each turn.
    pub kind: &'static str,
    /// Its items, by name.
    pub items: Vec<ItemReport>,
}

/// One item of a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemReport {
    /// The item.
    pub item: String,
    /// A sum: how many a game. A level: its mean over the turns of a game.
    pub per_game: f64,
    /// The mean in each turn, from turn 1, over the games that reached it.
    pub by_turn: Vec<f64>,
}

/// The games of one player in one side.
pub(super) struct Games<'a> {
    pub(super) agent: &'a str,
    pub(super) seat: Seat,
    pub(super) games: Vec<&'a GameProfile>,
}

impl Games<'_> {
    /// An item's total in each game: the sum of a series of sums, the mean over turns of a level.
    pub(super) fn totals(&self, series: &Series, item: &str) -> Vec<f64> {
        let total = |game: &&GameProfile| {
            let own = game
                .marks
                .iter()
                .filter(|mark| mark.seat == self.seat && mark.series == series.key && mark.item == item);
            let sum = own.map(|mark| f64::from(mark.amount)).sum::<f64>();
            match series.kind {
                SeriesKind::Sum => sum,
                SeriesKind::Level => sum / f64::from(game.turns()),
            }
        };
        self.games.iter().map(total).collect()
    }

    /// The items of a series that have a mark.
    pub(super) fn items(&self, series: &Series) -> BTreeSet<String> {
        let marks = self.games.iter().flat_map(|game| &game.marks);
        let own = marks.filter(|mark| mark.seat == self.seat && mark.series == series.key);
        own.map(|mark| mark.item.clone()).collect()
    }

    fn report(&self, side: &str, all_series: &[Series]) -> AgentProfile {
        let turns = self.games.iter().map(|game| game.turns()).max().unwrap_or(0);
        let reached: Vec<usize> =
            (1..=turns).map(|turn| self.games.iter().filter(|game| game.turns() >= turn).count()).collect();
        let finished: Vec<f64> = self.games.iter().filter_map(|game| score(game, self.seat)).collect();
        let series = all_series.iter().filter_map(|series| {
            let items: Vec<ItemReport> =
                self.items(series).into_iter().map(|item| self.item(series, item, &reached)).collect();
            let kind = match series.kind {
                SeriesKind::Sum => "sum",
                SeriesKind::Level => "level",
            };
            let (key, title) = (series.key.to_string(), series.title.to_string());
            (!items.is_empty()).then_some(SeriesReport { series: key, title, kind, items })
        });
        AgentProfile {
            agent: self.agent.into(),
            side: side.into(),
            games: self.games.len(),
            score: mean(&finished),
            series: series.collect(),
            reached,
        }
    }

    fn item(&self, series: &Series, item: String, reached: &[usize]) -> ItemReport {
        let mut by_turn = vec![0.0; reached.len()];
        for mark in self.games.iter().flat_map(|game| &game.marks) {
            if mark.seat == self.seat && mark.series == series.key && mark.item == item {
                by_turn[mark.turn.max(1) as usize - 1] += f64::from(mark.amount);
            }
        }
        by_turn.iter_mut().zip(reached).for_each(|(sum, games)| *sum /= *games as f64);
        let per_game = mean(&self.totals(series, &item)).unwrap_or(0.0);
        ItemReport { item, per_game, by_turn }
    }
}

impl ProfileReport {
    /// The report of games of one scenario, each of which counts once; `seats` are the names of its seats.
    pub fn new(
        (game, scenario): (&str, &str),
        seats: &[&str],
        series: &[Series],
        games: &[GameProfile],
    ) -> Self {
        let mut seen = BTreeSet::new();
        let all = games.len();
        let games: Vec<&GameProfile> = games.iter().filter(|game| seen.insert(game.course)).collect();
        let mut by_player: BTreeMap<(usize, &str), Vec<&GameProfile>> = BTreeMap::new();
        for &profile in &games {
            for (seat, player) in profile.players.iter().enumerate() {
                by_player.entry((seat, player.as_str())).or_default().push(profile);
            }
        }
        let players: Vec<Games<'_>> = by_player
            .into_iter()
            .map(|((seat, agent), games)| Games { agent, seat: Seat::new(seat), games })
            .collect();
        let comparisons = seats.iter().enumerate().flat_map(|(seat, side)| {
            let own: Vec<&Games<'_>> = players.iter().filter(|games| games.seat.index() == seat).collect();
            match own[..] {
                [a, b] => compare(side, series, a, b),
                _ => Vec::new(),
            }
        });
        let comparisons = comparisons.collect();
        Self {
            schema: "spinward/profile/1".into(),
            game: game.into(),
            scenario: scenario.into(),
            games: games.len(),
            repeats: all - games.len(),
            unfinished: games.iter().filter(|game| game.outcome.is_none()).count(),
            agents: players.iter().map(|games| games.report(seats[games.seat.index()], series)).collect(),
            comparisons,
        }
    }
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

fn score(game: &GameProfile, seat: Seat) -> Option<f64> {
    let returns = game.outcome.as_ref()?.returns.to_vec();
    let holders: Vec<usize> = (0..returns.len()).collect();
    Some(points_of_seat(seat, &holders, &returns))
}

pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
