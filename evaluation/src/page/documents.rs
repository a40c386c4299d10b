//! What other commands found out, as charts and tables: calibration, thinking time, puzzles, balance.

use std::fmt::Write;

use super::chart::{Chart, Drawn, Line, Scale, number};
use super::escape;
use super::result::bar;
use crate::balance::report::BalanceReport;
use crate::interval::Interval;
use crate::probe::calibration::Calibration;
use crate::probe::puzzles::PuzzleScores;
use crate::probe::thinking::Thinking;

/// What was predicted against what came true.
pub(super) fn reliability(calibration: &Calibration) -> Chart {
    let Calibration { evaluator, players, games, predictions, brier, ci95: [low, high], reference, bins } =
        calibration;
    let line = Line {
        name: "came true".into(),
        points: bins.iter().map(|bin| (bin.predicted, bin.observed)).collect(),
        intervals: bins.iter().map(|bin| bin.ci95).collect(),
        drawn: Drawn::Joined,
    };
    let guide = Line {
        name: "right values".into(),
        points: vec![(0.0, 0.0), (1.0, 1.0)],
        intervals: vec![],
        drawn: Drawn::Guide,
    };
    Chart {
        title: format!("Calibration of {evaluator}"),
        meaning: format!(
            "What was predicted against what came of it, in {} decisions of {} games of {players}; on the dotted line values mean \
             what they say. Brier score {brier:.3} ({low:.3} to {high:.3}); who always says the mean has {reference:.3}.",
            number(*predictions as f64),
            number(*games as f64)
        ),
        x_name: "predicted share".into(),
        x_scale: Scale::Linear,
        range: Some((0.0, 1.0)),
        lines: vec![line, guide],
    }
}

/// The score over simulations.
pub(super) fn thinking_chart(thinking: &Thinking) -> Chart {
    let Thinking { agent, against, points } = thinking;
    Chart {
        title: format!("What thinking brings {agent}"),
        meaning: format!("Score against {against}, with 95 % intervals, over simulations a decision."),
        x_name: "simulations a decision".into(),
        x_scale: Scale::Log(number),
        range: Some((0.0, 1.0)),
        lines: vec![Line {
            name: agent.clone(),
            points: points.iter().map(|point| (f64::from(point.visits), point.score)).collect(),
            intervals: points.iter().map(|point| point.ci95).collect(),
            drawn: Drawn::Joined,
        }],
    }
}

/// Who solved how many.
pub(super) fn puzzles(out: &mut String, scores: &PuzzleScores) {
    _ = writeln!(
        out,
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"ratings\"><caption>Puzzles: {} of {}</caption><thead><tr>\
         <th scope=\"col\">agent</th><th scope=\"col\">solved</th><th scope=\"col\">95 %</th>\
         <th scope=\"col\" class=\"bar\">share solved, 0 to 1</th></tr></thead><tbody>",
        scores.puzzles,
        escape(&scores.suite)
    );
    for score in &scores.agents {
        let [low, high] = score.ci95;
        _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{low:.3} to {high:.3}</td>",
            escape(&score.agent),
            score.solved
        );
        bar(out, 0.0, [100.0 * low, 100.0 * high], 100.0 * score.share);
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n";
}

/// What settings change, and the fair handicaps.
pub(super) fn balance(out: &mut String, report: &BalanceReport) {
    let BalanceReport { game, scenario, preset, agent, games, .. } = report;
    _ = writeln!(
        out,
        "<section>\n<h2>Balance of {}/{} ({})</h2>\n<p>{} games with {} on every side. What a setting changes of a side's share of \
         points, and the head start at which both sides win half; all with 95 % intervals.</p>",
        escape(game),
        escape(scenario),
        escape(preset),
        number(*games as f64),
        escape(agent)
    );
    let effects = report
        .effects
        .iter()
        .map(|effect| (format!("{}: {}", effect.option, effect.side), effect.estimate, effect.ci95, 3));
    scale_table(out, "Effects on the share of points", &effects.collect::<Vec<_>>());
    let handicaps = report.fair_handicap.iter().filter_map(|fair| {
        let ends = [fair.ci95[0]?, fair.ci95[1]?];
        Some((format!("{}: for {}", fair.option, fair.side), fair.estimate?, ends, 1))
    });
    scale_table(out, "Fair handicaps (below 0: for the other side)", &handicaps.collect::<Vec<_>>());
    *out += "</section>\n";
}

/// Estimates with their intervals, each with its decimals, on a common scale around 0.
fn scale_table(out: &mut String, caption: &str, rows: &[(String, f64, Interval, usize)]) {
    if rows.is_empty() {
        return;
    }
    let most = rows.iter().flat_map(|(_, _, ends, _)| ends.map(f64::abs)).fold(0.0, f64::max).max(1e-9);
    let part = |value: f64| 50.0 + 48.0 * value / most;
    _ = writeln!(
        out,
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"ratings\"><caption>{}</caption><thead><tr><th scope=\"col\">setting</th>\
         <th scope=\"col\">estimate</th><th scope=\"col\">95 %</th><th scope=\"col\" class=\"bar\">on a scale</th></tr></thead><tbody>",
        escape(caption)
    );
    for (name, estimate, [low, high], decimals) in rows {
        _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{estimate:+.decimals$}</td><td>{low:+.decimals$} to {high:+.decimals$}</td>",
            escape(name)
        );
        bar(out, 50.0, [part(*low), part(*high)], part(*estimate));
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n";
}
