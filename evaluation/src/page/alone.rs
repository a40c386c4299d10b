//! Agents against themselves: what the seats are worth to them.

use std::fmt::Write;

use spinward_env::core::Seat;

use super::chart::number;
use super::escape;
use crate::arena::scores::{Pair, of_meeting, points_of_seat, sample};
use crate::arena::{ArenaRecord, PlayedGame};
use crate::interval::Sample;

/// The scores of each agent by seat, from a record in which everyone meets himself alone.
pub(super) fn table(out: &mut String, record: &ArenaRecord, seats: &[&str]) {
    if record.games.is_empty() {
        return;
    }
    _ = write!(
        out,
        "<h3>Against themselves</h3>\n<p>{} of the games are of an agent against itself. They say what the seats are worth to it, and \
         nothing of who is stronger, so they count in no rating.</p>\n<div class=\"scroll\" tabindex=\"0\"><table><caption>Score of an agent by \
         seat, against itself</caption><thead><tr><th scope=\"col\">agent</th><th scope=\"col\">pairs</th>\
         <th scope=\"col\">different games</th>",
        number(record.games.len() as f64)
    );
    seats.iter().for_each(|seat| _ = write!(out, "<th scope=\"col\">as {}</th>", escape(seat)));
    *out += "</tr></thead><tbody>\n";
    for (meeting, &(agent, _)) in record.plan.meetings.iter().enumerate() {
        let pairs = of_meeting(record, meeting);
        let games: Vec<&PlayedGame> = sample(&pairs).iter().flat_map(different).collect();
        let agent = escape(&record.plan.agents[agent]);
        _ = write!(out, "<tr><th scope=\"row\">{agent}</th><td>{}</td><td>{}</td>", pairs.len(), games.len());
        for seat in Seat::all(seats.len()) {
            let everyone: Vec<usize> = (0..seats.len()).collect();
            let points = games.iter().map(|game| points_of_seat(seat, &everyone, &game.returns));
            match Sample::of(points) {
                Some(points) => {
                    let [low, high] = points.wilson();
                    _ = write!(out, "<td>{:.3} ({low:.3} to {high:.3})</td>", points.mean);
                }
                None => *out += "<td>–</td>",
            }
        }
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n";
}

/// The games of a pair: one, where an agent that leaves nothing to chance played the same game in both seats.
fn different<'a>(pair: &Pair<'a>) -> Vec<&'a PlayedGame> {
    let [first, second] = pair.games;
    if first.course.is_some() && first.course == second.course { vec![first] } else { vec![first, second] }
}
