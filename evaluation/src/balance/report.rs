//! What a balance came to, as a document for machines and a table for people.

use std::fmt;

use serde::{Deserialize, Serialize};
use spinward_env::core::Seat;

use super::curve::{Fair, Point, fair_handicap};
use super::run::BalanceRecord;
use crate::interval::{Interval, Sample, Z95, difference};
use crate::report::write_table;

/// Widths of 95 % intervals for which the games needed are told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widths {
    /// Of a win rate, from its lower to its upper end, above 0 and below 1.
    pub rate: f64,
    /// Of a fair handicap, in its own units, above 0.
    pub handicap: f64,
}

impl Default for Widths {
    fn default() -> Self {
        Self { rate: 0.05, handicap: 4.0 }
    }
}

impl Widths {
    /// The keys that are out of range, each with what is expected.
    pub fn faults(self) -> Vec<(&'static str, &'static str)> {
        let rate = !(0.001..1.0).contains(&self.rate);
        let handicap = !(0.01..=1000.0).contains(&self.handicap);
        let rate = rate.then_some(("rate_width", "a number from 0.001 to below 1"));
        rate.into_iter().chain(handicap.then_some(("handicap_width", "a number from 0.01 to 1000"))).collect()
    }
}

/// The document that `spinward balance --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BalanceReport {
    /// `spinward/balance/1`.
    pub schema: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The preset of the base.
    pub preset: String,
    /// The agent on every side.
    pub agent: String,
    /// The seed of all games.
    pub seed: u64,
    /// How each side did in each variant without a handicap.
    pub rates: Vec<RateReport>,
    /// What each setting changes for each side, compared with the base.
    pub effects: Vec<EffectReport>,
    /// The fair handicap of each variant.
    pub fair_handicap: Vec<FairReport>,
    /// Games that were played.
    pub games: usize,
    /// Games that the plan has.
    pub planned_games: u64,
}

/// A side's results in a variant without a handicap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateReport {
    /// The variant.
    pub option: String,
    /// The side's name.
    pub side: String,
    /// Its share of points (a win 1, a draw ½), 0 to 1.
    pub estimate: f64,
    /// The 95 % interval (Wilson).
    pub ci95: Interval,
    /// Games.
    pub games: usize,
    /// Games drawn, as far as this side goes.
    pub draws: usize,
    /// Games for an interval of this width.
    pub games_needed: GamesNeeded,
}

/// What a setting changes for a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectReport {
    /// The variant.
    pub option: String,
    /// The side's name.
    pub side: String,
    /// Its share of points less that in the base, -1 to 1.
    pub estimate: f64,
    /// The 95 % interval (Bonett and Price, see [`mod@crate::interval`]).
    pub ci95: Interval,
    /// Games of the variant; the base has as many of the same dice.
    pub games: usize,
}

/// The head start at which both sides win half.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FairReport {
    /// The variant.
    pub option: String,
    /// The side that a positive handicap is given to; a negative one is given to the other.
    pub side: String,
    /// The fair handicap; `null`: it lies beyond what can be given.
    pub estimate: Option<f64>,
    /// The 95 % interval (profile likelihood); `null`: it goes on beyond what can be given.
    pub ci95: [Option<f64>; 2],
    /// Log odds of a win per unit of handicap.
    pub slope: f64,
    /// Whether every game below some handicap was lost and every one above it was won: slope, interval and games needed mean
    /// little then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub separated: bool,
    /// By how much it differs from that of the base.
    pub change: Option<f64>,
    /// The 95 % interval of the change.
    pub change_ci95: Option<Interval>,
    /// Games, those without a handicap among them.
    pub games: usize,
    /// Games for an interval of this width, half of each round on either side; `null` where the interval is open.
    pub games_needed: Option<GamesNeeded>,
    /// What the side scored at each handicap.
    pub curve: Vec<CurvePoint>,
}

/// How many games it takes to know something this well.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GamesNeeded {
    /// The width of the 95 % interval.
    pub width: f64,
    /// Games.
    pub games: u64,
}

/// A side's results at one handicap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The handicap.
    pub handicap: i32,
    /// Games.
    pub games: usize,
    /// The share of points.
    pub score: f64,
}

impl BalanceReport {
    /// The report of a record; `seats` are the names of the game's seats, `range` its handicaps if it has them.
    pub fn new(record: &BalanceRecord, seats: &[&str], range: Option<[i32; 2]>, widths: Widths) -> Self {
        let plan = &record.plan;
        let mut report = Self {
            schema: "spinward/balance/1".into(),
            game: plan.game.clone(),
            scenario: plan.scenario.clone(),
            preset: plan.variants[0].preset.clone(),
            agent: plan.agent.clone(),
            seed: plan.seed,
            rates: Vec::new(),
            effects: Vec::new(),
            fair_handicap: Vec::new(),
            games: record.games.len(),
            planned_games: plan.planned(),
        };
        for variant in 0..plan.variants.len() {
            for (seat, side) in Seat::all(seats.len()).zip(seats) {
                report.rates.extend(rate(record, variant, (seat, side), widths.rate));
                report.effects.extend((variant > 0).then(|| effect(record, variant, (seat, side))).flatten());
            }
        }
        if let (Some(range), true, [_, second]) = (range, plan.handicap_games > 0, seats) {
            let range = range.map(f64::from);
            for variant in 0..plan.variants.len() {
                report.fair_handicap.extend(fair(record, variant, second, range, widths.handicap));
            }
            report.compare_handicaps();
        }
        report
    }

    /// Fills in by how much each fair handicap differs from the base's: intervals of differences from those of both
    /// (MOVER: Zou and Donner 2008). Common dice make them wider than need be.
    fn compare_handicaps(&mut self) {
        let whole = |report: &FairReport| Some((report.estimate?, report.ci95[0]?, report.ci95[1]?));
        let Some((base, base_low, base_high)) = self.fair_handicap.first().and_then(whole) else { return };
        for report in self.fair_handicap.iter_mut().skip(1) {
            let Some((own, low, high)) = whole(report) else { continue };
            let change = own - base;
            report.change = Some(change);
            report.change_ci95 = Some([
                change - (own - low).hypot(base_high - base),
                change + (high - own).hypot(base - base_low),
            ]);
        }
    }
}

fn rate(
    record: &BalanceRecord,
    variant: usize,
    (seat, side): (Seat, &str),
    width: f64,
) -> Option<RateReport> {
    let scores = record.scores(variant, seat);
    let sample = Sample::of(scores.values().copied())?;
    // Who has won everything so far may still lose: half a game is kept on either side.
    let least = 0.5 / scores.len() as f64;
    let mean = sample.mean.clamp(least, 1.0 - least);
    let games = 4.0 * Z95 * Z95 * mean * (1.0 - mean) / (width * width);
    Some(RateReport {
        option: record.plan.variants[variant].name.clone(),
        side: side.into(),
        estimate: sample.mean,
        ci95: sample.wilson(),
        games: scores.len(),
        draws: scores.values().filter(|score| **score == 0.5).count(),
        games_needed: GamesNeeded { width, games: games.ceil() as u64 },
    })
}

fn effect(record: &BalanceRecord, variant: usize, (seat, side): (Seat, &str)) -> Option<EffectReport> {
    let (own, base) = (record.scores(variant, seat), record.scores(0, seat));
    let pairs: Vec<(f64, f64)> =
        own.iter().filter_map(|(number, score)| Some((*score, *base.get(number)?))).collect();
    let (estimate, ci95) = difference(&pairs)?;
    let option = record.plan.variants[variant].name.clone();
    Some(EffectReport { option, side: side.into(), estimate, ci95, games: pairs.len() })
}

fn fair(
    record: &BalanceRecord,
    variant: usize,
    side: &str,
    range: [f64; 2],
    width: f64,
) -> Option<FairReport> {
    let curve = record.curve(variant, u32::MAX);
    let games = curve.iter().map(|point| point.games).sum::<f64>();
    if games == 0.0 {
        return None;
    }
    let Fair { estimate, interval, slope, is_separated } = fair_handicap(&curve, range);
    // Beside the games without a handicap, whose share of the information shrinks, width falls with the root of games.
    let needed = |low: f64, high: f64| (games * ((high - low) / width).powi(2)).ceil() as u64;
    let games_needed = match interval {
        [Some(low), Some(high)] => Some(GamesNeeded { width, games: needed(low, high) }),
        _ => None,
    };
    let point = |point: &Point| CurvePoint {
        handicap: point.handicap as i32,
        games: point.games as usize,
        score: point.points / point.games,
    };
    Some(FairReport {
        option: record.plan.variants[variant].name.clone(),
        side: side.into(),
        estimate,
        ci95: interval,
        slope,
        separated: is_separated,
        change: None,
        change_ci95: None,
        games: games as usize,
        games_needed,
        curve: curve.iter().map(point).collect(),
    })
}

impl fmt::Display for BalanceReport {
    /// Two tables, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, scenario, preset, agent, seed, games, planned_games, .. } = self;
        writeln!(
            f,
            "{game}/{scenario} ({preset}), {agent} on every side, seed {seed}: {games} of {planned_games} games"
        )?;
        let heading = ["option", "side", "wins", "95 %", "change", "95 %", "games", "needed"];
        let mut rows = vec![heading.map(String::from).to_vec()];
        rows.extend(self.rates.iter().map(|rate| self.rate_row(rate)));
        write_table(f, &rows)?;
        if let Some(needed) = self.rates.first().map(|rate| rate.games_needed) {
            writeln!(f, "needed: games for an interval of {} from end to end", needed.width)?;
        }
        let Some(first) = self.fair_handicap.first() else { return Ok(()) };
        writeln!(f, "\nFair handicap for {} (below 0: for the other side)", first.side)?;
        let heading = ["option", "handicap", "95 %", "change", "95 %", "games", "needed"];
        let mut rows = vec![heading.map(String::from).to_vec()];
        rows.extend(self.fair_handicap.iter().map(fair_row));
        write_table(f, &rows)?;
        if let Some(needed) = self.fair_handicap.iter().find_map(|fair| fair.games_needed) {
            writeln!(f, "needed: games for an interval of {} from end to end", needed.width)?;
        }
        for fair in self.fair_handicap.iter().filter(|fair| fair.separated) {
            writeln!(
                f,
                "{}: no game was won below some handicap and none lost above it, so the interval is not to be trusted; play more \
                 games for handicaps",
                fair.option
            )?;
        }
        Ok(())
    }
}

impl BalanceReport {
    fn rate_row(&self, rate: &RateReport) -> Vec<String> {
        let [low, high] = rate.ci95;
        let effect =
            self.effects.iter().find(|effect| effect.option == rate.option && effect.side == rate.side);
        let change = effect.map_or([String::new(), String::new()], |effect| {
            let [low, high] = effect.ci95;
            [format!("{:+.3}", effect.estimate), format!("{low:+.3} to {high:+.3}")]
        });
        let mut row = vec![
            rate.option.clone(),
            rate.side.clone(),
            format!("{:.3}", rate.estimate),
            format!("{low:.3} to {high:.3}"),
        ];
        row.extend(change);
        row.extend([rate.games.to_string(), rate.games_needed.games.to_string()]);
        row
    }
}

fn fair_row(fair: &FairReport) -> Vec<String> {
    let end = |end: Option<f64>| end.map_or_else(|| "beyond".into(), |end| format!("{end:+.1}"));
    let [low, high] = fair.ci95;
    let change = fair.change.map_or_else(String::new, |change| format!("{change:+.1}"));
    let [change_low, change_high] = fair.change_ci95.map_or([None; 2], |ends| ends.map(Some));
    let interval = if fair.change_ci95.is_some() {
        format!("{} to {}", end(change_low), end(change_high))
    } else {
        String::new()
    };
    let needed = fair.games_needed.map_or_else(|| "-".into(), |needed| needed.games.to_string());
    vec![
        fair.option.clone(),
        end(fair.estimate),
        format!("{} to {}", end(low), end(high)),
        change,
        interval,
        fair.games.to_string(),
        needed,
    ]
}
