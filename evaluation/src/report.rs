//! What an arena came to, as a document for machines and a table for people.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};
use spinward_env::core::Seat;

use crate::arena::{ArenaRecord, PlayedGame, points_of_seat};
use crate::interval::{Interval, Sample, correlation, mean_of_two};
use crate::rating::{Meeting, PRIOR_POINTS, bradley_terry};

/// The document that `spinward arena --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaReport {
    /// `spinward/arena/1`.
    pub schema: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The preset's id.
    pub preset: String,
    /// The seed of the whole arena.
    pub seed: u64,
    /// The agents.
    pub agents: Vec<String>,
    /// The meetings of two agents that have at least one whole pair of games.
    pub pairs: Vec<PairReport>,
    /// The agents from best to worst; those without a whole pair of games are left out.
    pub ratings: Vec<RatingReport>,
    /// Games that were played.
    pub games: usize,
    /// Games that the plan has.
    pub planned_games: usize,
}

/// Two agents' meeting. Only whole pairs of games count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReport {
    /// One agent.
    pub a: String,
    /// The other.
    pub b: String,
    /// Games played.
    pub games: usize,
    /// Games in which `a` scored more than half.
    pub a_wins: usize,
    /// Games in which `b` did.
    pub b_wins: usize,
    /// Games in which neither did.
    pub draws: usize,
    /// The share of points of `a` (a win 1, a draw ½), 0 to 1.
    pub a_score: f64,
    /// Its 95 % interval, see [`mod@crate::interval`].
    pub ci95: Interval,
    /// The same by the seat that `a` sat in.
    pub a_by_seat: Vec<SeatReport>,
    /// Processor seconds of `a` in all games.
    pub a_cpu_s: f64,
    /// Processor seconds of `b`.
    pub b_cpu_s: f64,
    /// Unforced decisions of `a` in all games.
    pub a_decisions: u64,
    /// Unforced decisions of `b`.
    pub b_decisions: u64,
}

/// An agent's results in one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatReport {
    /// The seat's number.
    pub seat: usize,
    /// The seat's name.
    pub name: String,
    /// Games played in it.
    pub games: usize,
    /// The share of points, 0 to 1.
    pub score: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
}

/// An agent's strength, see [`mod@crate::rating`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingReport {
    /// The agent.
    pub agent: String,
    /// Elo points relative to the mean of all agents.
    pub elo: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
}

impl ArenaReport {
    /// The report of a record; `seats` are the names of the game's seats.
    pub fn new(record: &ArenaRecord, seats: &[&str]) -> Self {
        let plan = &record.plan;
        let mut meetings = Vec::new();
        let mut pairs = Vec::new();
        for (index, &(a, b)) in plan.meetings.iter().enumerate() {
            let games = whole_pairs(record, index);
            if let Some(pair) = pair_report(record, index, seats, &games) {
                let points = pair.a_score * pair.games as f64;
                meetings.push(Meeting { a, b, a_points: points, b_points: pair.games as f64 - points });
                pairs.push(pair);
            }
        }
        Self {
            schema: "spinward/arena/1".into(),
            game: plan.game.clone(),
            scenario: plan.scenario.clone(),
            preset: plan.preset.clone(),
            seed: plan.seed,
            agents: plan.agents.clone(),
            ratings: rating_reports(&plan.agents, &meetings),
            pairs,
            games: record.games.len(),
            planned_games: record.planned(),
        }
    }
}

fn rating_reports(agents: &[String], meetings: &[Meeting]) -> Vec<RatingReport> {
    let met: Vec<usize> = (0..agents.len())
        .filter(|&agent| meetings.iter().any(|meeting| meeting.a == agent || meeting.b == agent))
        .collect();
    let index = |agent: usize| met.iter().position(|&other| other == agent).expect("it met someone");
    let meetings: Vec<Meeting> =
        meetings.iter().map(|m| Meeting { a: index(m.a), b: index(m.b), ..*m }).collect();
    let mut ratings: Vec<RatingReport> = bradley_terry(met.len(), &meetings, PRIOR_POINTS)
        .into_iter()
        .zip(&met)
        .map(|(rating, &agent)| RatingReport {
            agent: agents[agent].clone(),
            elo: rating.elo,
            ci95: [rating.elo - rating.half_width, rating.elo + rating.half_width],
        })
        .collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    ratings
}

/// The two games of every pair of a meeting that has both, by pair.
fn whole_pairs(record: &ArenaRecord, meeting: usize) -> Vec<[&PlayedGame; 2]> {
    let mut games: Vec<&PlayedGame> =
        record.games.iter().filter(|game| game.key.meeting == meeting).collect();
    games.sort_by_key(|game| game.key);
    games
        .chunk_by(|a, b| a.key.pair == b.key.pair)
        .filter_map(|pair| <[&PlayedGame; 2]>::try_from(pair).ok())
        .collect()
}

fn pair_report(
    record: &ArenaRecord,
    meeting: usize,
    seats: &[&str],
    pairs: &[[&PlayedGame; 2]],
) -> Option<PairReport> {
    let plan = &record.plan;
    let (a, b) = plan.meetings[meeting];
    let holders = [0, 1].map(|seating| plan.holders(meeting, seating, seats.len()));
    let mut by_seat: Vec<Vec<f64>> = vec![Vec::new(); seats.len()];
    let mut scores = Vec::with_capacity(pairs.len());
    let (mut cpu_s, mut decisions, mut wins) = ([0.0; 2], [0; 2], [0; 3]);
    for games in pairs {
        let score_of_a = |seating: usize, by_seat: &mut Vec<Vec<f64>>| {
            let (game, holders) = (games[seating], &holders[seating]);
            let own = Seat::all(seats.len()).filter(|seat| holders[seat.index()] == a);
            Sample::of(own.map(|seat| {
                let points = points_of_seat(seat, holders, &game.returns);
                by_seat[seat.index()].push(points);
                points
            }))
            .map_or(0.5, |sample| sample.mean)
        };
        let pair = (score_of_a(0, &mut by_seat), score_of_a(1, &mut by_seat));
        for score in [pair.0, pair.1] {
            wins[if score > 0.5 {
                0
            } else if score < 0.5 {
                1
            } else {
                2
            }] += 1;
        }
        scores.push(pair);
        for (game, holders) in games.iter().zip(&holders) {
            for (seat, &holder) in holders.iter().enumerate() {
                cpu_s[usize::from(holder != a)] += game.cpu_s[seat];
                decisions[usize::from(holder != a)] += u64::from(game.decisions[seat]);
            }
        }
    }
    let first = Sample::of(scores.iter().map(|pair| pair.0))?;
    let second = Sample::of(scores.iter().map(|pair| pair.1))?;
    let (a_score, ci95) = mean_of_two(first, second, correlation(&scores));
    let a_by_seat = by_seat.into_iter().zip(seats).enumerate().filter_map(|(seat, (points, name))| {
        let sample = Sample::of(points)?;
        let (name, games) = (name.to_string(), sample.count as usize);
        Some(SeatReport { seat, name, games, score: sample.mean, ci95: sample.wilson() })
    });
    Some(PairReport {
        a: plan.agents[a].clone(),
        b: plan.agents[b].clone(),
        games: 2 * pairs.len(),
        a_wins: wins[0],
        b_wins: wins[1],
        draws: wins[2],
        a_score,
        ci95,
        a_by_seat: a_by_seat.collect(),
        a_cpu_s: cpu_s[0],
        b_cpu_s: cpu_s[1],
        a_decisions: decisions[0],
        b_decisions: decisions[1],
    })
}

impl fmt::Display for ArenaReport {
    /// A table of meetings and one of ratings, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}/{} ({}), seed {}: {} of {} games",
            self.game, self.scenario, self.preset, self.seed, self.games, self.planned_games
        )?;
        let mut rows = vec![vec!["a".into(), "b".into(), "games".into(), "score of a".into()]];
        let seats = self.pairs.first().map_or(&[][..], |pair| &pair.a_by_seat);
        rows[0].extend(seats.iter().map(|seat| format!("a as {}", seat.name)));
        rows[0].extend(["a won/drew/lost".into(), "CPU a decision: a".into(), "b".into()]);
        rows.extend(self.pairs.iter().map(pair_row));
        write_table(f, &rows)?;
        if !self.ratings.is_empty() {
            let mut rows = vec![vec!["agent".into(), "Elo".into(), "95 %".into()]];
            rows.extend(self.ratings.iter().map(|rating| {
                let [low, high] = rating.ci95;
                vec![rating.agent.clone(), format!("{:+.0}", rating.elo), format!("{low:+.0} to {high:+.0}")]
            }));
            f.write_char('\n')?;
            write_table(f, &rows)?;
        }
        Ok(())
    }
}

fn pair_row(pair: &PairReport) -> Vec<String> {
    let score = |score: f64, [low, high]: Interval| format!("{score:.3} ({low:.3} to {high:.3})");
    let cost = |cpu_s: f64, decisions: u64| time_text(cpu_s / decisions.max(1) as f64);
    let mut row =
        vec![pair.a.clone(), pair.b.clone(), pair.games.to_string(), score(pair.a_score, pair.ci95)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{ArenaPlan, GameKey};

    fn record(results: &[[f32; 2]]) -> ArenaRecord {
        let plan = ArenaPlan {
            game: "g".into(),
            scenario: "s".into(),
            preset: "p".into(),
            options: vec![],
            agents: vec!["x".into(), "y".into()],
            meetings: vec![(0, 1)],
            pairs: 10,
            seed: 1,
        };
        let mut record = ArenaRecord::new(plan);
        for (index, returns) in results.iter().enumerate() {
            record.games.push(PlayedGame {
                key: GameKey { meeting: 0, pair: index as u32 / 2, seating: index % 2 },
                returns: returns.to_vec(),
                cpu_s: vec![1.0, 0.5],
                decisions: vec![10, 20],
            });
        }
        record
    }

    #[test]
    fn only_whole_pairs_count_and_seats_are_told_apart() {
        // x wins from seat 0, loses and draws from seat 1; the last game has no partner yet.
        let record = record(&[[1.0, -1.0], [1.0, -1.0], [1.0, -1.0], [0.0, 0.0], [1.0, -1.0]]);
        let report = ArenaReport::new(&record, &["first", "second"]);
        let pair = &report.pairs[0];
        assert_eq!((pair.games, pair.a_wins, pair.b_wins, pair.draws), (4, 2, 1, 1));
        assert_eq!(pair.a_score, 0.625);
        assert_eq!(pair.a_by_seat.iter().map(|seat| seat.score).collect::<Vec<_>>(), [1.0, 0.25]);
        assert_eq!((pair.a_cpu_s, pair.b_cpu_s), (3.0, 3.0));
        assert_eq!((report.games, report.planned_games), (5, 20));
        assert!(report.ratings[0].agent == "x" && report.ratings[0].elo > 0.0);
    }

    #[test]
    fn a_record_without_games_has_an_empty_report() {
        let report = ArenaReport::new(&record(&[]), &["first", "second"]);
        assert!(report.pairs.is_empty() && report.ratings.is_empty());
        assert!(report.to_string().contains("0 of 20 games"));
    }
}
