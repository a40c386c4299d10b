//! The report as tables for people, and the words that the pages share with it.

use std::fmt::{self, Write as _};

use super::{AdjustedReport, ArenaReport, PairReport, SeatsReport, SprtReport};
use crate::arena::{Thinking, Which};
use crate::interval::Interval;
use crate::sprt::Verdict;

impl fmt::Display for ArenaReport {
    /// A table of meetings and one of ratings, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, seed {}: {} of {} games", self.title(), self.seed, self.games, self.planned_games)?;
        if let Some(thinking) = &self.thinking {
            writeln!(f, "who searches thinks: {}", thinking_words(thinking))?;
        }
        if let Some(evaluator) = &self.luck {
            writeln!(f, "luck by the values of: {evaluator}")?;
        }
        let mut rows = vec![vec!["a".into(), "b".into(), "games".into(), "score of a".into()]];
        let seats = self.pairs.first().map_or(&[][..], |pair| &pair.a_by_seat);
        let adjusted = self.pairs.iter().any(|pair| pair.adjusted.is_some());
        rows[0].extend(adjusted.then(|| "without luck".into()));
        rows[0].extend(seats.iter().map(|seat| format!("a as {}", seat.name)));
        rows[0].extend(["a won/drew/lost".into(), "CPU a decision: a".into(), "b".into()]);
        rows.extend(self.pairs.iter().map(|pair| pair_row(pair, adjusted)));
        write_table(f, &rows)?;
        self.pairs.iter().try_for_each(|pair| write_repeats(f, pair))?;
        self.pairs.iter().try_for_each(|pair| write_sprt(f, pair))?;
        if self
            .pairs
            .iter()
            .any(|pair| pair.sprt.as_ref().is_some_and(|sprt| sprt.verdict != Verdict::Continue))
        {
            writeln!(f, "{STOPPED}")?;
        }
        if !self.ratings.is_empty() {
            let mut rows = vec![vec!["agent".into(), "Elo".into(), "95 %".into()]];
            rows.extend(self.ratings.iter().map(|rating| {
                let [low, high] = rating.ci95;
                vec![rating.agent.clone(), format!("{:+.0}", rating.elo), format!("{low:+.0} to {high:+.0}")]
            }));
            f.write_char('\n')?;
            write_table(f, &rows)?;
        }
        if let Some(SeatsReport { elo, ci95: [low, high], draws }) = &self.first_seat {
            let draws = if *draws > 0.0 {
                format!("; {:.0} % draws between equals", 100.0 * draws)
            } else {
                String::new()
            };
            writeln!(f, "the first seat is worth {elo:+.0} Elo ({low:+.0} to {high:+.0}){draws}")?;
        }
        if let Some(cycles) = &self.cycles {
            let heading = ["agent", "in the unbeaten mixture", "score against it", "alpha-rank"];
            let mut rows = vec![heading.map(String::from).to_vec()];
            rows.extend(cycles.iter().map(|cycle| {
                let numbers = [cycle.nash, cycle.nash_score, cycle.alpha_rank];
                [cycle.agent.clone()].into_iter().chain(numbers.map(|x| format!("{x:.3}"))).collect()
            }));
            f.write_char('\n')?;
            write_table(f, &rows)?;
        }
        Ok(())
    }
}

fn thinking_words(thinking: &Thinking) -> String {
    let limits = [
        thinking.visits.map(|visits| format!("{visits} simulations")),
        thinking.seconds.map(|seconds| format!("{seconds} s")),
        thinking.cpu_seconds.map(|seconds| format!("{seconds} s of processor time")),
    ];
    format!("{} a decision", limits.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// What readers of scores must know where a test ended a meeting.
pub(crate) const STOPPED: &str = "A test ends a meeting when its score is extreme: the scores and ratings above lean towards what was accepted. \
                                  Quote the verdict.";

/// That games of a meeting are the same, in a line.
fn write_repeats(f: &mut fmt::Formatter<'_>, pair: &PairReport) -> fmt::Result {
    let Some(words) = repeats(pair) else { return Ok(()) };
    writeln!(f, "{} against {}: {words}", pair.a, pair.b)
}

/// `12 of 40 games differ`, where some are the same.
pub(crate) fn repeats(pair: &PairReport) -> Option<String> {
    let (different, games) = (pair.different_games?, pair.games);
    let count = if different == 2 { "; nothing was left to chance, so they count as one pair" } else { "" };
    Some(format!("{different} of {games} games differ{count}"))
}

/// How the sequential test of a meeting stands, in a line.
fn write_sprt(f: &mut fmt::Formatter<'_>, pair: &PairReport) -> fmt::Result {
    let Some(sprt) = &pair.sprt else { return Ok(()) };
    writeln!(f, "SPRT {} against {}: {}", pair.a, pair.b, sprt_words(sprt))
}

/// `H1 accepted: +20 Elo rather than +0; LLR +2.96 (-2.94, 2.94) after 58 pairs`.
pub(crate) fn sprt_words(sprt: &SprtReport) -> String {
    let SprtReport { test, scores, pairs, llr, bounds: [low, high], verdict } = sprt;
    let says = match verdict {
        Verdict::Continue => "undecided".into(),
        Verdict::H0 => format!("H0 accepted: {:+} Elo rather than {:+}", test.elo0, test.elo1),
        Verdict::H1 => format!("H1 accepted: {:+} Elo rather than {:+}", test.elo1, test.elo0),
    };
    let scores = match scores {
        Which::Raw => "",
        Which::Adjusted => " without luck",
    };
    format!("{says}; LLR {llr:+.2} ({low:.2}, {high:.2}) after {pairs} pairs{scores}")
}

fn pair_row(pair: &PairReport, adjusted: bool) -> Vec<String> {
    let score = |score: f64, [low, high]: Interval| format!("{score:.3} ({low:.3} to {high:.3})");
    let cost = |cpu_s: f64, decisions: u64| time_text(cpu_s / decisions.max(1) as f64);
    let mut row =
        vec![pair.a.clone(), pair.b.clone(), pair.games.to_string(), score(pair.a_score, pair.ci95)];
    row.extend(adjusted.then(|| match &pair.adjusted {
        Some(AdjustedReport { score: mean, ci95, .. }) => score(*mean, *ci95),
        None => "-".into(),
    }));
    row.extend(pair.a_by_seat.iter().map(|seat| score(seat.score, seat.ci95)));
    row.push(format!("{}/{}/{}", pair.a_wins, pair.draws, pair.b_wins));
    row.extend([cost(pair.a_cpu_s, pair.a_decisions), cost(pair.b_cpu_s, pair.b_decisions)]);
    row
}

/// A short time for people: `12.3 µs`, `4.5 ms`, `1.2 s`.
pub(crate) fn time_text(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", 1e6 * s),
        s if s < 1.0 => format!("{:.1} ms", 1e3 * s),
        s => format!("{s:.1} s"),
    }
}

/// Writes rows with their columns aligned; the first row is the heading.
pub(crate) fn write_table(f: &mut fmt::Formatter<'_>, rows: &[Vec<String>]) -> fmt::Result {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            write!(line, "{cell:<width$}  ", width = width(column))?;
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}
