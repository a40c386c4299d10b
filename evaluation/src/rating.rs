//! Ratings: the Bradley-Terry model by maximum likelihood.
//!
//! An agent of strength `s` scores `1 / (1 + exp(t - s))` against one of strength `t`; a draw is half a win and half
//! a loss. Strengths are centred on zero and written on the Elo scale (400 points: ten to one). Intervals are
//! those of the Fisher information, relative to the mean of all agents; draws make them wider than need be.

/// What two players scored against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// One player, an index.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Points of `a`: a win 1, a draw ½.
    pub a_points: f64,
    /// Points of `b`.
    pub b_points: f64,
}

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Strength in Elo points; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo points.
    pub half_width: f64,
}

/// Elo points per unit of log odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Points that every player is taken to have scored against every other, on top of what was played: half a
/// drawn game, so that nobody's strength is infinite and players who never met can be compared.
pub const PRIOR_POINTS: f64 = 0.25;

/// The rating of each of `players` players. `prior` is usually [`PRIOR_POINTS`]; with 0 the result is the plain
/// maximum-likelihood estimate, which exists only where everyone won and lost something along some chain of meetings.
pub fn bradley_terry(players: usize, meetings: &[Meeting], prior: f64) -> Vec<Rating> {
    let mut points = vec![vec![prior; players]; players];
    for meeting in meetings {
        points[meeting.a][meeting.b] += meeting.a_points;
        points[meeting.b][meeting.a] += meeting.b_points;
    }

    let mut strength = vec![0.0; players];
    let mut covariance = vec![vec![0.0; players]; players];
    for _ in 0..200 {
        let (gradient, information) = slope_and_information(&points, &strength);
        covariance = centred_inverse(information);
        let step: Vec<f64> =
            covariance.iter().map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum()).collect();
        // A Newton step from afar can overshoot where the curve is flat.
        let longest = step.iter().fold(0.0_f64, |longest, s: &f64| longest.max(s.abs()));
        let scale = 1.0_f64.min(1.0 / longest.max(1e-300));
        strength.iter_mut().zip(&step).for_each(|(s, step)| *s += scale * step);
        if longest < 1e-10 {
            break;
        }
    }
    let rate = |player: usize| Rating {
        elo: ELO * strength[player],
        half_width: super::interval::Z95 * ELO * covariance[player][player].max(0.0).sqrt(),
    };
    (0..players).map(rate).collect()
}

fn slope_and_information(points: &[Vec<f64>], strength: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let (mut gradient, mut information) = (vec![0.0; players], vec![vec![0.0; players]; players]);
    for a in 0..players {
        for b in (0..players).filter(|&b| b != a) {
            let games = points[a][b] + points[b][a];
            let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
            gradient[a] += points[a][b] - games * expected;
            let weight = games * expected * (1.0 - expected);
            information[a][a] += weight;
            information[a][b] -= weight;
        }
    }
    (gradient, information)
}

/// The inverse of the information among strengths that sum to zero (adding 1/n everywhere makes the matrix
/// regular; taking 1/n off the inverse leaves the part that sums to zero).
fn centred_inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let share = 1.0 / n as f64;
    matrix.iter_mut().flatten().for_each(|value| *value += share);
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
    inverse.iter_mut().flatten().for_each(|value| *value -= share);
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
        for (a, b) in (0..7).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let (a_points, b_points) = (f64::from(wins[a][b]), f64::from(wins[b][a]));
            meetings.push(Meeting { a, b, a_points, b_points });
        }
        let ratings = bradley_terry(7, &meetings, 0.0);
        let expected = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        for (rating, expected) in ratings.iter().zip(expected) {
            let got = (rating.elo - ratings[6].elo) / ELO;
            assert!((got - expected).abs() < 1e-4, "{got} instead of {expected}");
        }
    }

    #[test]
    fn an_agent_that_never_loses_gets_a_finite_rating() {
        let meetings = [Meeting { a: 0, b: 1, a_points: 100.0, b_points: 0.0 }];
        let ratings = bradley_terry(2, &meetings, PRIOR_POINTS);
        assert!(ratings[0].elo > 300.0 && ratings[0].elo < 1000.0, "{ratings:?}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    #[test]
    fn simulated_players_get_their_strengths_back() {
        let truth = [-300.0, -100.0, 50.0, 350.0];
        let mut rng = planner_rng(3, 0);
        let (mut inside, trials) = (0, 200);
        for _ in 0..trials {
            let mut meetings = Vec::new();
            for a in 0..4 {
                for b in 0..a {
                    let chance = 1.0 / (1.0 + 10.0_f64.powf((truth[b] - truth[a]) / 400.0));
                    let wins =
                        (0..100).filter(|_| (rng.next_u64() as f64) < chance * u64::MAX as f64).count();
                    let a_points = wins as f64;
                    meetings.push(Meeting { a, b, a_points, b_points: 100.0 - a_points });
                }
            }
            let ratings = bradley_terry(4, &meetings, 0.0);
            inside += ratings.iter().zip(truth).filter(|(r, t)| (r.elo - t).abs() <= r.half_width).count();
        }
        let share = inside as f64 / (4 * trials) as f64;
        assert!((0.92..=0.98).contains(&share), "{share}");
    }
}
