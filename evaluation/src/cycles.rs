//! Who is best where agents beat each other in circles: Nash averaging and alpha-rank.
//!
//! Ratings put agents in a line. Where rock beats scissors, scissors paper and paper rock, all have the same rating, and a second
//! copy of scissors lifts rock. Nash averaging (Balduzzi et al. 2018) asks which mixture of agents no agent beats: copies share
//! their weight, and what is beaten by a mixture weighs nothing. Alpha-rank (Omidshafiei et al. 2019) asks which agents last
//! where a small population of one kind is invaded by single agents of another.
//!
//! Both take `scores[i][j]`, the share of points of `i` against `j`, with `scores[i][j] + scores[j][i] = 1`.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// What Nash averaging says.
#[derive(Clone, Debug, PartialEq)]
pub struct NashAverage {
    /// The weight of each agent in the mixture that no agent beats; of all such mixtures the one with the largest entropy.
    pub weights: Vec<f64>,
    /// Each agent's share of points against that mixture: ½ for those that have weight, at most ½ for the others.
    pub scores: Vec<f64>,
}

/// By how much a mixture may be beaten and still counts as unbeaten: what the solver's arithmetic needs.
const TOLERANCE: f64 = 1e-9;

/// The Nash average of one agent and more; `None` if the solver fails.
///
/// The mixtures that no agent beats are the solutions of linear inequalities; the one with the largest entropy is found
/// among them by linear programs (Frank and Wolfe 1956).
pub fn nash_average(scores: &[Vec<f64>]) -> Option<NashAverage> {
    let agents = scores.len();
    let corners: Option<Vec<Vec<f64>>> = (0..agents)
        .map(|agent| {
            let mut goal = vec![0.0; agents];
            goal[agent] = 1.0;
            unbeaten(scores, &goal)
        })
        .collect();
    let corners = corners?;
    let mut weights: Vec<f64> =
        (0..agents).map(|agent| corners.iter().map(|c| c[agent]).sum::<f64>() / agents as f64).collect();
    for _ in 0..500 {
        let slope: Vec<f64> = weights.iter().map(|&w| if w > 1e-12 { -w.ln() } else { 0.0 }).collect();
        let corner = unbeaten(scores, &slope)?;
        let gain: f64 = slope.iter().zip(corner.iter().zip(&weights)).map(|(s, (c, w))| s * (c - w)).sum();
        if gain < 1e-7 {
            break;
        }
        weights = most_even_between(&weights, &corner);
    }
    let against =
        |agent: usize| scores[agent].iter().zip(&weights).map(|(score, weight)| score * weight).sum();
    Some(NashAverage { scores: (0..agents).map(against).collect(), weights })
}

/// The mixture that no agent beats and for which `goal` is largest.
fn unbeaten(scores: &[Vec<f64>], goal: &[f64]) -> Option<Vec<f64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<_> = goal.iter().map(|&value| problem.add_var(value, (0.0, 1.0))).collect();
    problem.add_constraint(weights.iter().map(|&weight| (weight, 1.0)), ComparisonOp::Eq, 1.0);
    for row in scores {
        let lead = weights.iter().zip(row).map(|(&weight, score)| (weight, score - 0.5));
        problem.add_constraint(lead, ComparisonOp::Le, TOLERANCE);
    }
    let solution = problem.solve().ok()?;
    Some(weights.iter().map(|&weight| solution[weight].max(0.0)).collect())
}

/// The mixture of the largest entropy on the line between two.
fn most_even_between(from: &[f64], to: &[f64]) -> Vec<f64> {
    let at = |part: f64| -> Vec<f64> { from.iter().zip(to).map(|(a, b)| a + part * (b - a)).collect() };
    let slope = |part: f64| -> f64 {
        let mixed = at(part);
        let terms = mixed.iter().zip(from.iter().zip(to)).filter(|(weight, _)| **weight > 1e-15);
        terms.map(|(weight, (a, b))| -weight.ln() * (b - a)).sum()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        *(if slope(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    at(low)
}

/// Intensity of selection: how much more often the better of two agents is copied.
const SELECTION: f64 = 10.0;

/// Agents in the population.
const POPULATION: f64 = 50.0;

/// How much of the time each agent's kind holds the whole population, by alpha-rank with one population of 50 and
/// intensity 10, where the payoff of a game is +1 for a win and -1 for a loss. They sum to 1; no agents: nothing.
pub fn alpha_rank(scores: &[Vec<f64>]) -> Vec<f64> {
    let agents = scores.len();
    let rate = |from: usize, to: usize| fixation(2.0 * (scores[to][from] - 0.5));
    let rates = (0..agents).map(|from| (0..agents).map(|to| rate(from, to)).collect()).collect();
    stationary(rates)
}

/// How likely one agent that earns so much more than the others takes over their population.
fn fixation(lead: f64) -> f64 {
    if lead.abs() < 1e-12 {
        return 1.0 / POPULATION;
    }
    (-SELECTION * lead).exp_m1() / (-SELECTION * POPULATION * lead).exp_m1()
}

/// The stationary distribution of a chain with these rates between different states, by elimination without differences
/// (Grassmann, Taksar and Heyman 1985).
fn stationary(mut rates: Vec<Vec<f64>>) -> Vec<f64> {
    let states = rates.len();
    for last in (1..states).rev() {
        let out: f64 = rates[last][..last].iter().sum();
        for from in 0..last {
            rates[from][last] /= out;
            for to in (0..last).filter(|&to| to != from) {
                let by_way = rates[from][last] * rates[last][to];
                rates[from][to] += by_way;
            }
        }
    }
    let mut weights = vec![1.0; states];
    for state in 1..states {
        weights[state] = (0..state).map(|from| weights[from] * rates[from][state]).sum();
    }
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores by who beats whom: `beats[i]` lists those that `i` always beats; others draw.
    fn scores(beats: &[&[usize]]) -> Vec<Vec<f64>> {
        let score = |i: usize, j: usize| match (beats[i].contains(&j), beats[j].contains(&i)) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => 0.5,
        };
        (0..beats.len()).map(|i| (0..beats.len()).map(|j| score(i, j)).collect()).collect()
    }

    fn close(got: &[f64], expected: &[f64]) {
        assert!(
            got.iter().zip(expected).all(|(g, e)| (g - e).abs() < 1e-3),
            "{got:?}, expected {expected:?}"
        );
    }

    /// Rock, paper, scissors, and a second copy of scissors: Balduzzi et al., section 3: copies change nothing for the others.
    #[test]
    fn copies_share_their_weight() {
        let third = 1.0 / 3.0;
        let three = nash_average(&scores(&[&[2], &[0], &[1]])).unwrap();
        close(&three.weights, &[third; 3]);
        let four = nash_average(&scores(&[&[2, 3], &[0], &[1], &[1]])).unwrap();
        close(&four.weights, &[third, third, third / 2.0, third / 2.0]);
        close(&four.scores, &[0.5; 4]);
    }

    #[test]
    fn whoever_beats_everybody_has_all_the_weight() {
        let mut line = scores(&[&[1, 2], &[2], &[]]);
        (line[0][1], line[1][0]) = (0.6, 0.4);
        let average = nash_average(&line).unwrap();
        close(&average.weights, &[1.0, 0.0, 0.0]);
        close(&average.scores, &[0.5, 0.4, 0.0]);
        assert!(alpha_rank(&line)[0] > 0.99, "{:?}", alpha_rank(&line));
    }

    #[test]
    fn equals_weigh_the_same_and_a_weak_agent_nothing() {
        let average = nash_average(&scores(&[&[3], &[3], &[3], &[]])).unwrap();
        let third = 1.0 / 3.0;
        close(&average.weights, &[third, third, third, 0.0]);
        close(&alpha_rank(&scores(&[&[2, 3], &[0, 3], &[1, 3], &[]])), &[third, third, third, 0.0]);
    }

    /// Uneven rock, paper, scissors with leads a, b and c: the weights stand to each other as b, c and a.
    #[test]
    fn uneven_cycles_have_their_known_mixture() {
        let (a, b, c) = (0.1, 0.2, 0.3);
        let half = 0.5;
        let table = vec![
            vec![half, half - a, half + c],
            vec![half + a, half, half - b],
            vec![half - c, half + b, half],
        ];
        let average = nash_average(&table).unwrap();
        close(&average.weights, &[b / 0.6, c / 0.6, a / 0.6]);
    }

    /// Of two kinds the time each holds the population stands as exp(intensity (population - 1) lead): Omidshafiei et al.,
    /// from the ratio of the two fixation probabilities.
    #[test]
    fn two_kinds_have_their_known_shares() {
        let lead = 0.004;
        let score = 0.5 + lead / 2.0;
        let shares = alpha_rank(&[vec![0.5, score], vec![1.0 - score, 0.5]]);
        let ratio = (SELECTION * (POPULATION - 1.0) * lead).exp();
        assert!((shares[0] / shares[1] - ratio).abs() < 1e-9 * ratio, "{shares:?} {ratio}");
    }

    #[test]
    fn one_agent_and_none_are_no_trouble() {
        assert_eq!(alpha_rank(&[vec![0.5]]), [1.0]);
        assert_eq!(nash_average(&[vec![0.5]]).unwrap().weights, [1.0]);
        assert!(alpha_rank(&[]).is_empty());
    }
}
