//! How strong everyone is, by all meetings together.

use super::{CycleReport, RatingReport, SeatsReport};
use crate::arena::ArenaPlan;
use crate::arena::scores::{Pair, sample};
use crate::cycles::{alpha_rank, nash_average};
use crate::interval::Interval;
use crate::rating::{Meeting, PRIOR_GAMES, Rating, Ratings, rate};

/// All meetings of those who have at least one whole pair of games.
pub(super) struct Strength<'a> {
    plan: &'a ArenaPlan,
    played: &'a [Vec<Pair<'a>>],
    /// Who met someone.
    met: Vec<usize>,
    ratings: Ratings,
    seats: usize,
}

impl<'a> Strength<'a> {
    pub(super) fn new(plan: &'a ArenaPlan, played: &'a [Vec<Pair<'a>>], seats: usize) -> Self {
        let has_met = |agent: usize| {
            let of = plan.meetings.iter().zip(played).filter(|(_, pairs)| !pairs.is_empty());
            of.map(|(meeting, _)| meeting).any(|&(a, b)| a == agent || b == agent)
        };
        let met: Vec<usize> = (0..plan.agents.len()).filter(|&agent| has_met(agent)).collect();
        let index = |agent: usize| met.iter().position(|&other| other == agent).expect("it met someone");
        let mut meetings = Vec::new();
        for (&(a, b), pairs) in plan.meetings.iter().zip(played).filter(|(_, pairs)| !pairs.is_empty()) {
            for seating in 0..2 {
                let count = |counts: fn(f64) -> bool| {
                    sample(pairs).iter().filter(|pair| counts(pair.points[seating])).count() as f64
                };
                let (won, drawn, lost) = (
                    count(|points| points > 0.5),
                    count(|points| points == 0.5),
                    count(|points| points < 0.5),
                );
                let (first, second) = if seating == 0 { (a, b) } else { (b, a) };
                let (wins, losses) = if seating == 0 { (won, lost) } else { (lost, won) };
                let (first, second) = (index(first), index(second));
                meetings.push(Meeting { first, second, wins, draws: drawn, losses });
            }
        }
        let ratings = rate(met.len(), &meetings, PRIOR_GAMES);
        Self { plan, played, met, ratings, seats }
    }

    /// From best to worst.
    pub(super) fn ratings(&self) -> Vec<RatingReport> {
        let report = |(rating, &agent): (&Rating, &usize)| RatingReport {
            agent: self.plan.agents[agent].clone(),
            elo: rounded(rating.elo),
            ci95: interval(rating),
        };
        let mut ratings: Vec<RatingReport> = self.ratings.players.iter().zip(&self.met).map(report).collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        ratings
    }

    pub(super) fn first_seat(&self) -> Option<SeatsReport> {
        let Ratings { first_seat, draws, .. } = &self.ratings;
        let told = self.seats == 2 && !self.met.is_empty();
        told.then(|| SeatsReport { elo: rounded(first_seat.elo), ci95: interval(first_seat), draws: *draws })
    }

    pub(super) fn cycles(&self) -> Option<Vec<CycleReport>> {
        let scores = self.payoffs().filter(|scores| scores.len() >= 3)?;
        let (nash, alpha) = (nash_average(&scores)?, alpha_rank(&scores));
        let report = |(k, agent): (usize, &String)| CycleReport {
            agent: agent.clone(),
            nash: rounded(nash.weights[k]),
            nash_score: rounded(nash.scores[k]),
            alpha_rank: rounded(alpha[k]),
        };
        let mut cycles: Vec<CycleReport> = self.plan.agents.iter().enumerate().map(report).collect();
        cycles.sort_by(|a, b| b.nash.total_cmp(&a.nash).then(b.alpha_rank.total_cmp(&a.alpha_rank)));
        Some(cycles)
    }

    /// The score of everyone against everyone; `None` unless all met.
    fn payoffs(&self) -> Option<Vec<Vec<f64>>> {
        let agents = self.plan.agents.len();
        let mut scores: Vec<Vec<Option<f64>>> = vec![vec![None; agents]; agents];
        for (&(a, b), pairs) in self.plan.meetings.iter().zip(self.played) {
            let points: f64 = pairs.iter().flat_map(|pair| pair.points).sum();
            let score = (!pairs.is_empty()).then(|| points / (2 * pairs.len()) as f64);
            (scores[a][b], scores[b][a]) = (score, score.map(|score| 1.0 - score));
        }
        (0..agents).for_each(|agent| scores[agent][agent] = Some(0.5));
        scores.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}

fn interval(rating: &Rating) -> Interval {
    [rating.elo - rating.half_width, rating.elo + rating.half_width].map(rounded)
}

/// To a millionth: what lies below is the arithmetic's, and no zero has a sign.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}
