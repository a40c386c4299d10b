//! Probes as tables for people.

use std::fmt;

use super::calibration::Calibration;
use super::puzzles::PuzzleScores;
use super::thinking::Thinking;
use super::{Probe, ProbeReport};
use crate::changes::in_words;
use crate::interval::Interval;
use crate::report::{time_text, write_table};

impl fmt::Display for ProbeReport {
    /// A heading and a table for each probe, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, probe) in self.probes.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let Self { game, scenario, preset, options, figures, .. } = self;
            write!(f, "{game}/{scenario} ({}): ", in_words(preset, options, figures))?;
            match probe {
                Probe::Calibration(calibration) => calibration.fmt(f)?,
                Probe::Thinking(thinking) => thinking.fmt(f)?,
                Probe::Puzzles(puzzles) => puzzles.fmt(f)?,
            }
        }
        Ok(())
    }
}

fn with_interval(value: f64, [low, high]: Interval) -> String {
    format!("{value:.3} ({low:.3} to {high:.3})")
}

fn table<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    heading: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> fmt::Result {
    let heading = heading.map(String::from).to_vec();
    write_table(f, &[heading].into_iter().chain(rows.map(Vec::from)).collect::<Vec<_>>())
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { evaluator, players, games, predictions, brier, ci95, reference, bins } = self;
        writeln!(f, "values of {evaluator} in {games} games of {players}, {predictions} decisions")?;
        writeln!(
            f,
            "Brier score {}; who always says the mean has {reference:.3}",
            with_interval(*brier, *ci95)
        )?;
        let rows = bins.iter().map(|bin| {
            [
                format!("{:.3}", bin.predicted),
                with_interval(bin.observed, bin.ci95),
                bin.predictions.to_string(),
                bin.games.to_string(),
            ]
        });
        table(f, ["predicted", "came true (95 %)", "decisions", "games"], rows)
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} against {}", self.agent, self.against)?;
        let rows = self.points.iter().map(|point| {
            [
                point.visits.to_string(),
                with_interval(point.score, point.ci95),
                point.games.to_string(),
                time_text(point.cpu_s),
            ]
        });
        table(f, ["simulations", "score (95 %)", "games", "CPU a decision"], rows)
    }
}

impl fmt::Display for PuzzleScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} puzzles", self.suite, self.puzzles)?;
        let rows = self.agents.iter().map(|score| {
            [score.agent.clone(), score.solved.to_string(), with_interval(score.share, score.ci95)]
        });
        table(f, ["agent", "solved", "share (95 %)"], rows)
    }
}
