//! Ratings: how strong each agent is, how much the first seat is worth and how often games are drawn, by maximum likelihood.
//!
//! Strengths are those of Bradley and Terry (1952), with draws after Davidson (1970) and an advantage of the first seat
//! after Davidson and Beaver (1977): where an agent of strength `s` has the first seat and one of strength `t` the second, win,
//! draw and loss stand to each other as `exp(s + h/2)`, `exp(d + (s + t)/2)` and `exp(t - h/2)`. Strengths are centred on zero
//! and written on the Elo scale (400 points: ten to one). Intervals are those of the Fisher information.

use crate::interval::Z95;

/// What two players came to in the games in which one of them had the first seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Who had the first seat, an index.
    pub first: usize,
    /// Who had the second.
    pub second: usize,
    /// Games that `first` won.
    pub wins: f64,
    /// Games that nobody won.
    pub draws: f64,
    /// Games that `second` won.
    pub losses: f64,
}

/// A strength or an advantage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo points; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo points.
    pub half_width: f64,
}

/// What the meetings say about everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The strength of each player, relative to their mean.
    pub players: Vec<Rating>,
    /// By how much the first seat is worth more than the second: between equals the first seat's player wins as often against the
    /// second's as one who is so many points stronger does without seats.
    pub first_seat: Rating,
    /// The share of draws between equals, 0 to 1.
    pub draws: f64,
}

/// Elo points per unit of log odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Games that every player is taken to have won in either seat against every other, on top of what was played: half a
/// game in all, so that nobody's strength is infinite and players who never met can be compared.
pub const PRIOR_GAMES: f64 = 0.125;

/// The ratings of so many players. `prior` is usually [`PRIOR_GAMES`]; with 0 the result is the plain
/// maximum-likelihood estimate, which exists only where everyone won and lost something along some chain of meetings.
pub fn rate(players: usize, meetings: &[Meeting], prior: f64) -> Ratings {
    let mut meetings = meetings.to_vec();
    for (first, second) in (0..players).flat_map(|a| (0..players).map(move |b| (a, b))) {
        if first != second && prior > 0.0 {
            meetings.push(Meeting { first, second, wins: prior, draws: 0.0, losses: prior });
        }
    }
    let model = Model { players, has_draws: meetings.iter().any(|meeting| meeting.draws > 0.0) };
    let mut parameters = vec![0.0; model.size()];
    let mut covariance = vec![vec![0.0; model.size()]; model.size()];
    for _ in 0..200 {
        let (gradient, information) = model.slope_and_information(&meetings, &parameters);
        covariance = centred_inverse(information, players);
        let step: Vec<f64> =
            covariance.iter().map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum()).collect();
        // A Newton step from afar can overshoot where the curve is flat.
        let longest = step.iter().fold(0.0_f64, |longest, s: &f64| longest.max(s.abs()));
        let scale = 1.0_f64.min(1.0 / longest.max(1e-300));
        parameters.iter_mut().zip(&step).for_each(|(s, step)| *s += scale * step);
        if longest < 1e-10 {
            break;
        }
    }
    let rating = |k: usize| Rating {
        elo: ELO * parameters[k],
        half_width: Z95 * ELO * covariance[k][k].max(0.0).sqrt(),
    };
    let of_draws = if model.has_draws { parameters[players + 1].exp() } else { 0.0 };
    let of_seats = 2.0 * (parameters[players] / 2.0).cosh();
    Ratings {
        players: (0..players).map(rating).collect(),
        first_seat: rating(players),
        draws: of_draws / (of_draws + of_seats),
    }
}

/// Which parameters there are: the players' strengths, the first seat's advantage and, where there are draws, their
/// frequency.
struct Model {
    players: usize,
    has_draws: bool,
}

impl Model {
    fn size(&self) -> usize {
        self.players + 1 + usize::from(self.has_draws)
    }

    /// How the log odds of each result depend on the parameters: `(parameter, factor)`.
    fn results(&self, meeting: &Meeting) -> Vec<(f64, Vec<(usize, f64)>)> {
        let (first, second, seat) = (meeting.first, meeting.second, self.players);
        let mut results = vec![
            (meeting.wins, vec![(first, 1.0), (seat, 0.5)]),
            (meeting.losses, vec![(second, 1.0), (seat, -0.5)]),
        ];
        if self.has_draws {
            results.push((meeting.draws, vec![(first, 0.5), (second, 0.5), (seat + 1, 1.0)]));
        }
        results
    }

    fn slope_and_information(&self, meetings: &[Meeting], parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = self.size();
        let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for meeting in meetings {
            let results = self.results(meeting);
            let odds: Vec<f64> = results
                .iter()
                .map(|(_, parts)| parts.iter().map(|&(k, factor)| factor * parameters[k]).sum::<f64>().exp())
                .collect();
            let (sum, games) =
                (odds.iter().sum::<f64>(), results.iter().map(|(count, _)| count).sum::<f64>());
            let mut mean = vec![0.0; size];
            for ((count, parts), odds) in results.iter().zip(&odds) {
                let probability = odds / sum;
                for &(k, factor) in parts {
                    gradient[k] += (count - games * probability) * factor;
                    mean[k] += probability * factor;
                    for &(l, other) in parts {
                        information[k][l] += games * probability * factor * other;
                    }
                }
            }
            for (k, row) in information.iter_mut().enumerate() {
                row.iter_mut().zip(&mean).for_each(|(value, other)| *value -= games * mean[k] * other);
            }
        }
        (gradient, information)
    }
}

/// The inverse of the information among strengths that sum to zero (adding 1/n to all of theirs makes the matrix regular;
/// taking 1/n off the inverse leaves the part that sums to zero).
fn centred_inverse(mut matrix: Vec<Vec<f64>>, players: usize) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let share = 1.0 / players as f64;
    let centre = |matrix: &mut Vec<Vec<f64>>, by: f64| {
        let rows = matrix.iter_mut().take(players);
        rows.for_each(|row| row.iter_mut().take(players).for_each(|value| *value += by));
    };
    centre(&mut matrix, share);
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))
            .expect("there are rows left");
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let divisor = matrix[column][column];
        for row in [&mut matrix[column], &mut inverse[column]] {
            row.iter_mut().for_each(|value| *value /= divisor);
        }
        for i in (0..n).filter(|&i| i != column) {
            let factor = matrix[i][column];
            for j in 0..n {
                matrix[i][j] -= factor * matrix[column][j];
                inverse[i][j] -= factor * inverse[column][j];
            }
        }
    }
    centre(&mut inverse, -share);
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use spinward_env::core::planner_rng;

    /// Baseball, American League 1987 (Agresti, "Categorical Data Analysis", table 10.10): Milwaukee, Detroit,
    /// Toronto, New York, Boston, Cleveland, Baltimore. The strengths relative to Baltimore are those of Agresti
    /// and of the R package BradleyTerry2.
    #[test]
    fn ratings_agree_with_agresti() {
        let wins: [[u32; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut meetings = Vec::new();
        for (first, second) in (0..7).flat_map(|a| (0..7).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            // Who was at home is not in the table: half of the games each.
            let (wins, losses) = (f64::from(wins[first][second]) / 2.0, f64::from(wins[second][first]) / 2.0);
            meetings.push(Meeting { first, second, wins, draws: 0.0, losses });
        }
        let ratings = rate(7, &meetings, 0.0);
        let expected = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        for (rating, expected) in ratings.players.iter().zip(expected) {
            let got = (rating.elo - ratings.players[6].elo) / ELO;
            assert!((got - expected).abs() < 1e-4, "{got} instead of {expected}");
        }
        assert!(ratings.first_seat.elo.abs() < 1e-6 && ratings.draws == 0.0, "{ratings:?}");
    }

    /// With two players the estimates have a closed form: Davidson (1970), section 3. Strengths stand to each other as wins, and
    /// draws to the geometric mean of wins; a seat's advantage does the same to the results of two seatings.
    #[test]
    fn two_players_have_the_closed_form_of_davidson() {
        let seated = |first, second, wins, draws, losses| Meeting { first, second, wins, draws, losses };
        let even = rate(2, &[seated(0, 1, 30.0, 20.0, 10.0), seated(1, 0, 10.0, 20.0, 30.0)], 0.0);
        assert!(((even.players[0].elo - even.players[1].elo) / ELO - 3.0_f64.ln()).abs() < 1e-9, "{even:?}");
        assert!(even.first_seat.elo.abs() < 1e-6);
        let draws_to_wins = 40.0 / (60.0_f64 * 20.0).sqrt();
        assert!((even.draws - draws_to_wins / (draws_to_wins + 2.0)).abs() < 1e-9, "{even:?}");
        let seats = rate(2, &[seated(0, 1, 30.0, 20.0, 10.0), seated(1, 0, 30.0, 20.0, 10.0)], 0.0);
        assert!((seats.first_seat.elo / ELO - 3.0_f64.ln()).abs() < 1e-9, "{seats:?}");
        assert!(seats.players[0].elo.abs() < 1e-6);
    }

    #[test]
    fn an_agent_that_never_loses_gets_a_finite_rating() {
        let meetings = [(0, 1), (1, 0)].map(|(first, second)| {
            let (wins, losses) = if first == 0 { (50.0, 0.0) } else { (0.0, 50.0) };
            Meeting { first, second, wins, draws: 0.0, losses }
        });
        let ratings = rate(2, &meetings, PRIOR_GAMES).players;
        assert!(ratings[0].elo > 300.0 && ratings[0].elo < 1000.0, "{ratings:?}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    /// Four players of known strength, a first seat worth 80 points, one game in four between equals drawn.
    #[test]
    fn simulated_players_get_their_strengths_back() {
        let (truth, seat, drawn) = ([-300.0, -100.0, 50.0, 350.0], 80.0 / ELO, 0.25);
        let draws = (drawn / (1.0 - drawn) * 2.0 * (seat / 2.0_f64).cosh()).ln();
        let mut rng = planner_rng(3, 0);
        let (mut inside, mut seat_inside, mut drawn_mean, trials) = (0, 0, 0.0, 200);
        for _ in 0..trials {
            let mut meetings = Vec::new();
            for (first, second) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                let (s, t) = (truth[first] / ELO, truth[second] / ELO);
                let [win, draw, loss] = [s + seat / 2.0, draws + (s + t) / 2.0, t - seat / 2.0].map(f64::exp);
                let mut meeting = Meeting { first, second, wins: 0.0, draws: 0.0, losses: 0.0 };
                for _ in 0..50 {
                    let at = rng.next_u64() as f64 / u64::MAX as f64 * (win + draw + loss);
                    let result = match at {
                        at if at < win => &mut meeting.wins,
                        at if at < win + draw => &mut meeting.draws,
                        _ => &mut meeting.losses,
                    };
                    *result += 1.0;
                }
                meetings.push(meeting);
            }
            let ratings = rate(4, &meetings, 0.0);
            let holds = |rating: &Rating, truth: f64| (rating.elo - truth).abs() <= rating.half_width;
            inside +=
                ratings.players.iter().zip(truth).filter(|(rating, truth)| holds(rating, *truth)).count();
            seat_inside += usize::from(holds(&ratings.first_seat, seat * ELO));
            drawn_mean += ratings.draws / f64::from(trials);
        }
        let share = |inside: usize, of: i32| inside as f64 / f64::from(of);
        assert!((0.92..=0.98).contains(&share(inside, 4 * trials)), "{}", share(inside, 4 * trials));
        assert!((0.90..=0.99).contains(&share(seat_inside, trials)), "{}", share(seat_inside, trials));
        assert!((drawn_mean - drawn).abs() < 0.01, "{drawn_mean}");
    }
}
