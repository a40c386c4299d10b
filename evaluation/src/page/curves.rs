//! The charts of a run's metrics.

use serde_json::{Map, Value};

use super::chart::{Chart, Line, Scale};

type Figures = Map<String, Value>;

/// The values of `key` in the lines of a kind.
pub(super) fn values<'a>(
    metrics: &'a [Figures],
    kind: &'a str,
    key: &'a str,
) -> impl Iterator<Item = f64> + 'a {
    let lines = metrics.iter().filter(move |line| line.get("kind").and_then(Value::as_str) == Some(kind));
    lines.filter_map(move |line| line.get(key)?.as_f64())
}

/// The curves that have figures; `seats` are the names of the game's seats, as far as they are known.
pub(super) fn charts(metrics: &[Figures], seats: &[&str]) -> Vec<Chart> {
    let by_step = |key: &str, name: &str| line(metrics, "learning", key, name, |_, step| step);
    let by_generation = |key: &str, name: &str| line(metrics, "games", key, name, |number, _| number);
    let chart = |title: &str, meaning: &str, x_name: &str, range, lines| Chart {
        title: title.into(),
        meaning: meaning.into(),
        x_name: x_name.into(),
        x_scale: Scale::Whole,
        range,
        lines,
    };
    let losses = |title, meaning, key, name| chart(title, meaning, "step", None, vec![by_step(key, name)]);
    let games =
        |title, meaning, key, name| chart(title, meaning, "generation", None, vec![by_generation(key, name)]);
    let share = Some((0.0, 1.0));
    let mut won: Vec<Line> = (0..6)
        .map(|seat| {
            let name = seats.get(seat).map_or_else(|| format!("seat {seat}"), |name| name.to_string());
            by_generation(&format!("won_seat_{seat}"), &name)
        })
        .filter(|line| !line.points.is_empty())
        .collect();
    let drawn = by_generation("drawn", "drawn");
    if drawn.points.iter().any(|point| point.1 > 0.0) {
        won.push(drawn);
    }
    let balance = "Share of self-play games that each side won, by generation.";
    let agreement = "Share of decisions where the network's first choice is that of the target.";
    let owner = losses(
        "Owner loss",
        "How far the predicted owners of places are from those at the end of the game.",
        "owner",
        "loss",
    );
    let mut charts = vec![
        losses(
            "Policy loss",
            "Cross-entropy with the decisions that the search preferred, in nats.",
            "policy",
            "loss",
        ),
        losses("Outcome loss", "Cross-entropy with how the games ended, in nats.", "outcome", "loss"),
        losses(
            "Margin loss",
            "How far the predicted margin is from that at the end of the game.",
            "margin",
            "loss",
        ),
        chart("Agreement", agreement, "step", share, vec![by_step("agreement", "share")]),
        games(
            "Error of the search's values",
            "Mean squared difference between the search's value and the result, first seat; values lie between -1 and 1.",
            "value_error",
            "squared error",
        ),
        chart("Balance of the sides", balance, "generation", share, won),
        games(
            "Length of games",
            "Unforced decisions of all sides in one game.",
            "decisions_per_game",
            "decisions",
        ),
        games(
            "Openness of the search's choice",
            "Entropy of the search's target, in nats: 0 where one decision has all the weight.",
            "target_entropy",
            "nats",
        ),
        games(
            "Speed",
            "Evaluations by the network a second during self-play.",
            "evaluations_per_s",
            "evaluations/s",
        ),
    ];
    if owner.lines[0].points.iter().any(|point| point.1 != 0.0) {
        charts.insert(3, owner);
    }
    charts.retain(Chart::has_points);
    charts
}

/// `key` over the number of the line within its kind, or over its step.
fn line(metrics: &[Figures], kind: &str, key: &str, name: &str, x: fn(f64, f64) -> f64) -> Line {
    let lines = metrics.iter().filter(|line| line.get("kind").and_then(Value::as_str) == Some(kind));
    let points = lines.enumerate().filter_map(|(number, line)| {
        Some((x(number as f64, line.get("step")?.as_f64()?), line.get(key)?.as_f64()?))
    });
    Line::joined(name, points.collect())
}
