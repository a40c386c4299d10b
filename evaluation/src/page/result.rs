//! What the matches came to: ratings, the cross-table, and the meetings one by one.

use std::fmt::Write;

use super::escape;
use crate::interval::Interval;
use crate::report::{ArenaReport, PairReport, RatingReport, STOPPED, repeats, sprt_words, time_text};
use crate::sprt::Verdict;

pub(super) fn section(out: &mut String, arena: &ArenaReport) {
    _ = writeln!(
        out,
        "<section>\n<h2>How strong it is</h2>\n<p>{} of {} games of {}, seed {}. {ABOUT_GAMES}</p>",
        arena.games,
        arena.planned_games,
        escape(&arena.title()),
        arena.seed
    );
    if !arena.ratings.is_empty() {
        ratings(out, &arena.ratings, &[]);
        cross_table(out, arena, None);
        meetings(out, &arena.pairs);
        cycles(out, arena);
    }
    *out += "</section>\n";
}

/// What readers of scores must know.
pub(super) const ABOUT_GAMES: &str = "Games are played in pairs with the same dice and swapped sides. A score is the \
                                      share of points: a win 1, a draw ½. Brackets hold 95 % intervals.";

/// The ladder; `columns` are further columns, each a heading and a text for every agent.
pub(super) fn ratings(out: &mut String, ratings: &[RatingReport], columns: &[(&str, Vec<String>)]) {
    let low = ratings.iter().map(|rating| rating.ci95[0]).fold(f64::INFINITY, f64::min);
    let high = ratings.iter().map(|rating| rating.ci95[1]).fold(f64::NEG_INFINITY, f64::max);
    let part = |elo: f64| 2.0 + 96.0 * (elo - low) / (high - low).max(1.0);
    *out += "<div class=\"scroll\" tabindex=\"0\"><table class=\"ratings\"><caption>Ratings: Elo points above the mean of all \
             agents</caption><thead><tr><th scope=\"col\">agent</th><th scope=\"col\">Elo</th>\
             <th scope=\"col\">95 %</th>";
    columns.iter().for_each(|(heading, _)| _ = write!(out, "<th scope=\"col\">{}</th>", escape(heading)));
    *out += "<th scope=\"col\" class=\"bar\">on a scale</th></tr></thead><tbody>\n";
    for (k, rating) in ratings.iter().enumerate() {
        let [from, to] = rating.ci95;
        _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{:+.0}</td><td>{from:+.0} to {to:+.0}</td>",
            escape(&rating.agent),
            rating.elo
        );
        columns.iter().for_each(|(_, texts)| _ = write!(out, "<td>{}</td>", escape(&texts[k])));
        bar(out, part(0.0).clamp(0.0, 100.0), [part(from), part(to)], part(rating.elo));
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n";
}

/// A cell with an interval and its estimate on a scale from 0 to 100, beside a line at `zero`.
pub(super) fn bar(out: &mut String, zero: f64, [from, to]: Interval, at: f64) {
    _ = write!(
        out,
        "<td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <path class=\"grid\" d=\"M{zero:.1} 0V10\"/><path class=\"interval\" d=\"M{from:.1} 5H{to:.1}\"/>\
         <path class=\"point\" d=\"M{at:.1} 1V9\"/></svg></td>"
    );
}

/// Rows against columns, strongest first: all games, or those in which the row's agent had this seat.
pub(super) fn cross_table(out: &mut String, arena: &ArenaReport, seat: Option<&str>) {
    let agents: Vec<&str> = arena.ratings.iter().map(|rating| rating.agent.as_str()).collect();
    let side = seat.map_or_else(String::new, |seat| format!(" as {}", escape(seat)));
    _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"cross\"><caption>Cross-table: score of the row's agent{side} \
         against the column's</caption><thead><tr><td></td>"
    );
    for agent in &agents {
        _ = write!(out, "<th scope=\"col\">{}</th>", escape(agent));
    }
    *out += "</tr></thead><tbody>\n";
    for row in &agents {
        _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(row));
        for column in &agents {
            match seat.map_or_else(
                || meeting(&arena.pairs, row, column),
                |seat| meeting_in_seat(&arena.pairs, row, column, seat),
            ) {
                // The shade runs from one hue to the other; the number says the same.
                Some((score, [low, high])) => {
                    let side = if score >= 0.5 { "better" } else { "worse" };
                    let strength = (score - 0.5).abs() * 2.0;
                    _ = write!(
                        out,
                        "<td class=\"{side}\" style=\"--strength:{strength:.2}\">{score:.3}<small>{low:.3}–{high:.3}\
                         </small></td>"
                    );
                }
                None => *out += if row == column { "<td class=\"self\">·</td>" } else { "<td>–</td>" },
            }
        }
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n";
}

/// The score of one agent against another in this seat, and its interval. Two seats share each game, so that what one agent
/// has in a seat the other lacks in the other.
fn meeting_in_seat(pairs: &[PairReport], of: &str, against: &str, seat: &str) -> Option<(f64, Interval)> {
    pairs.iter().find_map(|pair| {
        if pair.a == of && pair.b == against {
            let own = pair.a_by_seat.iter().find(|own| own.name == seat)?;
            Some((own.score, own.ci95))
        } else if pair.b == of && pair.a == against && pair.a_by_seat.len() == 2 {
            let other = pair.a_by_seat.iter().find(|other| other.name != seat)?;
            Some((1.0 - other.score, [1.0 - other.ci95[1], 1.0 - other.ci95[0]]))
        } else {
            None
        }
    })
}

/// The score of one agent against another, and its interval.
fn meeting(pairs: &[PairReport], of: &str, against: &str) -> Option<(f64, Interval)> {
    pairs.iter().find_map(|pair| {
        if pair.a == of && pair.b == against {
            Some((pair.a_score, pair.ci95))
        } else if pair.b == of && pair.a == against {
            Some((1.0 - pair.a_score, [1.0 - pair.ci95[1], 1.0 - pair.ci95[0]]))
        } else {
            None
        }
    })
}

pub(super) fn meetings(out: &mut String, pairs: &[PairReport]) {
    let seats = pairs.first().map_or(&[][..], |pair| &pair.a_by_seat);
    let (adjusted, tested) =
        (pairs.iter().any(|pair| pair.adjusted.is_some()), pairs.iter().any(|pair| pair.sprt.is_some()));
    *out += "<details open><summary>Every meeting, by side</summary><div class=\"scroll\" tabindex=\"0\"><table><thead><tr>\
             <th scope=\"col\">a</th><th scope=\"col\" class=\"word\">b</th><th scope=\"col\">games</th>\
             <th scope=\"col\">score of a</th>";
    if adjusted {
        *out += "<th scope=\"col\">without luck</th>";
    }
    for seat in seats {
        _ = write!(out, "<th scope=\"col\">a as {}</th>", escape(&seat.name));
    }
    *out += "<th scope=\"col\">won / drawn / lost</th><th scope=\"col\">CPU a decision: a</th>\
             <th scope=\"col\">b</th>";
    if tested {
        *out += "<th scope=\"col\" class=\"word\">sequential test</th>";
    }
    *out += "</tr></thead><tbody>\n";
    let score = |score: f64, [low, high]: Interval| format!("{score:.3}<small>{low:.3}–{high:.3}</small>");
    let cost = |cpu_s: f64, decisions: u64| time_text(cpu_s / decisions.max(1) as f64);
    for pair in pairs {
        _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"word\">{}</td><td>{}</td><td>{}</td>",
            escape(&pair.a),
            escape(&pair.b),
            pair.games,
            score(pair.a_score, pair.ci95)
        );
        if adjusted {
            let text = pair.adjusted.as_ref().map(|adjusted| score(adjusted.score, adjusted.ci95));
            _ = write!(out, "<td>{}</td>", text.as_deref().unwrap_or("–"));
        }
        for seat in &pair.a_by_seat {
            _ = write!(out, "<td>{}</td>", score(seat.score, seat.ci95));
        }
        _ = write!(
            out,
            "<td>{} / {} / {}</td><td>{}</td><td>{}</td>",
            pair.a_wins,
            pair.draws,
            pair.b_wins,
            cost(pair.a_cpu_s, pair.a_decisions),
            cost(pair.b_cpu_s, pair.b_decisions)
        );
        if tested {
            let words = pair.sprt.as_ref().map(sprt_words);
            _ = write!(out, "<td class=\"word\">{}</td>", escape(words.as_deref().unwrap_or("–")));
        }
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n";
    for (pair, words) in pairs.iter().filter_map(|pair| Some((pair, repeats(pair)?))) {
        _ = writeln!(out, "<p>{} against {}: {words}.</p>", escape(&pair.a), escape(&pair.b));
    }
    if pairs.iter().any(|pair| pair.sprt.as_ref().is_some_and(|sprt| sprt.verdict != Verdict::Continue)) {
        _ = writeln!(out, "<p>{STOPPED}</p>");
    }
    *out += "</details>\n";
}

/// Who is best where agents beat each other in circles.
pub(super) fn cycles(out: &mut String, arena: &ArenaReport) {
    let Some(cycles) = &arena.cycles else { return };
    *out += "<div class=\"scroll\" tabindex=\"0\"><table><caption>Without putting everyone in a line: Nash averaging and \
             alpha-rank</caption><thead><tr><th scope=\"col\">agent</th><th scope=\"col\">in the unbeaten mixture</th>\
             <th scope=\"col\">score against it</th><th scope=\"col\">alpha-rank</th></tr></thead><tbody>\n";
    for cycle in cycles {
        _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td></tr>",
            escape(&cycle.agent),
            cycle.nash,
            cycle.nash_score,
            cycle.alpha_rank
        );
    }
    *out += "</tbody></table></div>\n";
}
