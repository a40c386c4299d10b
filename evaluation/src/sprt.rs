//! The sequential test between two agents: games are played in pairs until their scores speak clearly for one of two
//! hypotheses, that the first agent is `elo0` points stronger than the second or that it is `elo1` points stronger.
//!
//! The likelihood ratio is the generalised one: each hypothesis fixes the mean score of a pair only, and is given the
//! most likely distribution of pair scores with that mean. So nothing is assumed about draws, about sides that win
//! more often than others or about how the two games of a pair hang together; with a win, a draw and a loss in each
//! game of a pair the scores take five values (the pentanomial test). Luck-adjusted scores take any value, and the
//! same test. Van den Bergh, "A practical introduction to the GSPRT" (2017) and its notes on multinomials; Wald (1945)
//! for the bounds.

use serde::{Deserialize, Serialize};

/// Two hypotheses and how often either may be wrongly accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// By how many Elo points the first agent is stronger if hypothesis 0 is true.
    pub elo0: f64,
    /// The same for hypothesis 1; larger than `elo0`.
    pub elo1: f64,
    /// How often hypothesis 1 is accepted where hypothesis 0 is true, above 0 and below ½.
    pub alpha: f64,
    /// How often hypothesis 0 is accepted where hypothesis 1 is true, above 0 and below ½.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Neither yet.
    Continue,
    /// Hypothesis 0 is accepted.
    H0,
    /// Hypothesis 1 is accepted.
    H1,
}

/// Scores of pairs, the mean of the first agent's points in both games (0 to 1 where luck is not taken off), and how often
/// each came up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairScores {
    values: Vec<(f64, f64)>,
}

/// How often each score that has not come up is taken to have: so that a run of equal results is no proof.
const UNSEEN: f64 = 1e-3;

impl PairScores {
    /// No pairs yet. A win, a draw and a loss in each game make five scores.
    pub fn new() -> Self {
        Self { values: [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| (score, 0.0)).to_vec() }
    }

    /// Adds a pair.
    pub fn add(&mut self, score: f64) {
        match self.values.iter_mut().find(|(value, _)| *value == score) {
            Some((_, count)) => *count += 1.0,
            None => self.values.push((score, 1.0)),
        }
    }

    /// How many pairs there are.
    pub fn count(&self) -> f64 {
        self.values.iter().map(|(_, count)| count).sum()
    }

    fn observed(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        self.values.iter().map(|&(score, count)| (score, count.max(UNSEEN)))
    }

    /// The multiplier `x` of the most likely distribution with this mean: the probability of a score is its share among
    /// the scores observed, divided by `1 + x (score - mean)`. It is the root of a falling function, found by halving.
    fn multiplier(&self, mean: f64) -> f64 {
        let scores = || self.observed().map(|(score, _)| score);
        let (least, most) =
            (scores().fold(f64::INFINITY, f64::min), scores().fold(f64::NEG_INFINITY, f64::max));
        let (mut low, mut high) = (-1.0 / (most - mean), 1.0 / (mean - least));
        while high - low > 1e-12 * (high.abs() + low.abs()) {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            let excess =
                |(score, count): (f64, f64)| count * (score - mean) / (1.0 + middle * (score - mean));
            let (end, value) = (self.observed().map(excess).sum::<f64>(), middle);
            *(if end > 0.0 { &mut low } else { &mut high }) = value;
        }
        (low + high) / 2.0
    }
}

impl Sprt {
    /// The log likelihood ratio at which hypothesis 0 and hypothesis 1 are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of how much likelier the scores are if hypothesis 1 is true than if hypothesis 0 is.
    pub fn log_likelihood_ratio(&self, pairs: &PairScores) -> f64 {
        let (mean0, mean1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (x0, x1) = (pairs.multiplier(mean0), pairs.multiplier(mean1));
        let of = |(score, count): (f64, f64)| {
            count * ((x0 * (score - mean0)).ln_1p() - (x1 * (score - mean1)).ln_1p())
        };
        pairs.observed().map(of).sum()
    }

    /// What the scores say.
    pub fn verdict(&self, pairs: &PairScores) -> Verdict {
        let ([low, high], ratio) = (self.bounds(), self.log_likelihood_ratio(pairs));
        if pairs.count() > 0.0 && ratio >= high {
            Verdict::H1
        } else if pairs.count() > 0.0 && ratio <= low {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

/// The share of points that goes with so many Elo points.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use spinward_env::core::{PlannerRng, planner_rng};

    fn scores(counts: [u32; 5]) -> PairScores {
        let mut pairs = PairScores::new();
        pairs.values.iter_mut().zip(counts).for_each(|((_, count), n)| *count = f64::from(n));
        pairs
    }

    /// Tests of Stockfish that fishtest ended in 2020 and 2021, when its hypotheses were in logistic Elo, with the ratio
    /// that it printed: pull requests 2950, 2971, 3098, 3209, 3273 and 3331 of official-stockfish/Stockfish.
    #[test]
    fn ratios_are_those_of_fishtest() {
        for (counts, elo0, elo1, published) in [
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97),
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([115, 2196, 11328, 2317, 136], -0.25, 1.25, 2.94),
            ([14, 1030, 14318, 1163, 19], 0.25, 1.25, 2.93),
            ([5, 418, 6043, 506, 12], 0.25, 1.25, 2.92),
            ([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
        ] {
            let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            let ratio = test.log_likelihood_ratio(&scores(counts));
            assert!((ratio - published).abs() <= 0.0051, "{ratio} instead of {published}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let [low, high] = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }.bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn no_pairs_and_equal_results_prove_nothing_at_once() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.verdict(&PairScores::new()), Verdict::Continue);
        assert_eq!(test.verdict(&scores([0, 0, 0, 0, 3])), Verdict::Continue);
        assert_eq!(test.verdict(&scores([0, 0, 0, 0, 300])), Verdict::H1);
        assert_eq!(test.verdict(&scores([300, 0, 0, 0, 0])), Verdict::H0);
    }

    #[test]
    fn scores_beside_the_five_count_like_them() {
        let test = Sprt { elo0: -10.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let mut adjusted = PairScores::new();
        [0.61, 0.4, 1.02, -0.05, 0.55, 0.55].into_iter().for_each(|score| adjusted.add(score));
        assert_eq!(adjusted.count(), 6.0);
        let mirrored = |pairs: &PairScores| {
            let mut other = PairScores::new();
            pairs
                .values
                .iter()
                .for_each(|&(score, count)| (0..count as u32).for_each(|_| other.add(1.0 - score)));
            other
        };
        let (ratio, turned) =
            (test.log_likelihood_ratio(&adjusted), test.log_likelihood_ratio(&mirrored(&adjusted)));
        assert!(ratio > 0.0 && (ratio + turned).abs() < 1e-9, "{ratio} {turned}");
    }

    /// How often a test accepts hypothesis 1, and after how many pairs it ends on average. Scores are those of a game
    /// with draws whose sides are not even: a third of the pairs is split whoever is stronger.
    fn simulated(test: &Sprt, true_elo: f64, tests: u32) -> (f64, f64) {
        let mut rng = planner_rng(11, true_elo.to_bits());
        let uniform = |rng: &mut PlannerRng| rng.next_u64() as f64 / u64::MAX as f64;
        let (split, draw) = (0.3, 0.15);
        // Of the other pairs, this share of games is won: the mean of all is the expected score.
        let won = (expected_score(true_elo) - 0.5 * split) / (1.0 - split);
        let game = |rng: &mut PlannerRng| match uniform(rng) {
            u if u < draw => 0.25,
            u if u < draw + (won - draw / 2.0) => 0.5,
            _ => 0.0,
        };
        let (mut accepted, mut pairs_played) = (0, 0.0);
        for _ in 0..tests {
            let mut pairs = PairScores::new();
            let verdict = loop {
                pairs.add(if uniform(&mut rng) < split { 0.5 } else { game(&mut rng) + game(&mut rng) });
                match test.verdict(&pairs) {
                    Verdict::Continue => {}
                    verdict => break verdict,
                }
            };
            accepted += u32::from(verdict == Verdict::H1);
            pairs_played += pairs.count();
        }
        (f64::from(accepted) / f64::from(tests), pairs_played / f64::from(tests))
    }

    /// 10,000 simulated tests each: with elo0 = -30 and elo1 = 30 and equal errors of 0.05 hypothesis 1 is accepted at most
    /// about 1 in 20 times at elo0, half the times at 0 and at least 19 in 20 times at elo1.
    #[test]
    fn error_rates_hold() {
        let test = Sprt { elo0: -30.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        let [(at_0, pairs), (between, _), (at_1, _)] =
            [-30.0, 0.0, 30.0].map(|elo| simulated(&test, elo, 10_000));
        assert!(at_0 <= 0.055, "{at_0}");
        assert!((between - 0.5).abs() < 0.025, "{between}");
        assert!(at_1 >= 0.945, "{at_1}");
        assert!(pairs < 300.0, "{pairs}");
    }
}
