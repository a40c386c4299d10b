//! The arithmetic of Gumbel AlphaZero (Danihelka et al., "Policy improvement by planning with Gumbel", 2022),
//! as mctx computes it: pure functions over the actions of one node. `tests/mctx` compares them with vectors
//! made by mctx.

/// What selection reads of one action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arm {
    /// The policy's logit; only differences matter.
    pub logit: f32,
    /// Visits so far.
    pub visits: u32,
    /// The mean return of the seat to decide after this action; read only where `visits` is not 0.
    pub q: f32,
}

/// How Q is turned into something that adds to logits: `(c_visit + most visits) * c_scale * rescaled Q`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QTransform {
    /// Visits added to the most visits of any action. mctx: 50.
    pub c_visit: f32,
    /// The weight of Q. mctx: 0.1.
    pub c_scale: f32,
    /// The range that Q is brought to 0 to 1 from.
    pub range: QRange,
}

/// The range that Q is brought to 0 to 1 from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QRange {
    /// The smallest and the largest completed Q of the node (mctx's `rescale_values=True`).
    OfNode,
    /// A fixed smallest and largest Q.
    Fixed(f32, f32),
    /// Q is taken as it is (mctx's `rescale_values=False`).
    AsIs,
}

/// Which visit count sequential halving considers, simulation by simulation: the root visits the best of the
/// actions that have exactly that many visits.
///
/// With `m` considered actions and `n` simulations, each of the `log2 m` phases spends `n / log2 m` simulations on
/// the actions still considered, then drops half of them; at the end two are left.
#[derive(Clone, Debug)]
pub struct Halving {
    considered: u32,
    phases: u32,
    simulations: u32,
    level: u32,
    rounds_left: u32,
    round_left: u32,
}

impl Halving {
    /// The schedule for this many considered actions (capped by the caller at the legal ones) and simulations.
    pub fn new(considered: u32, simulations: u32) -> Self {
        let considered = considered.max(1);
        let phases = considered.next_power_of_two().trailing_zeros();
        let mut halving =
            Self { considered, phases, simulations, level: 0, rounds_left: 0, round_left: considered };
        halving.rounds_left = halving.rounds();
        halving
    }

    /// The visit count considered by the simulation at hand.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Goes on to the next simulation.
    pub fn advance(&mut self) {
        self.round_left -= 1;
        if self.round_left > 0 {
            return;
        }
        self.level += 1;
        self.rounds_left -= 1;
        if self.rounds_left == 0 {
            self.considered = if self.considered == 1 { 1 } else { (self.considered / 2).max(2) };
            self.rounds_left = self.rounds();
        }
        self.round_left = self.considered;
    }

    fn rounds(&self) -> u32 {
        (self.simulations / (self.phases * self.considered).max(1)).max(1)
    }
}

/// Replaces `out` by the policy that the logits stand for.
pub fn softmax(logits: impl Iterator<Item = f32>, out: &mut Vec<f32>) {
    out.clear();
    out.extend(logits);
    let most = out.iter().fold(f32::NEG_INFINITY, |most, &logit| if logit > most { logit } else { most });
    for logit in out.iter_mut() {
        *logit = exp(*logit - most);
    }
    let sum: f32 = out.iter().sum();
    out.iter_mut().for_each(|p| *p /= sum);
}

/// e to the power of `x`, which is 0 or less: to 2e-7 of it, and 1e-38 from -87 down. Without calls and branches, so that
/// the compiler does several at a time.
///
/// 2^n * e^r with a whole n and |r| <= ln 2 / 2; the coefficients are those of expf in Cephes.
fn exp(x: f32) -> f32 {
    /// Adding it leaves the whole part, with the exponent's offset of 127, in the lowest bits.
    const WHOLE: f32 = 12_582_912.0 + 127.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + WHOLE;
    let n = shifted - WHOLE;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    let p = 1.987_569_2e-4;
    let p = p * r + 1.398_2e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 0.166_666_66;
    let p = p * r + 0.5;
    let power = p * r * r + r + 1.0;
    power * f32::from_bits(shifted.to_bits() << 23)
}

/// The value that stands in for the Q of unvisited actions: the network's value mixed with the Q of visited
/// actions, weighted by their priors (appendix D of the paper). `priors` is the policy before search.
pub fn mixed_value(raw_value: f32, arms: &[Arm], priors: &[f32]) -> f32 {
    let (mut visits, mut weight, mut sum) = (0, 0.0, 0.0);
    for (arm, &prior) in arms.iter().zip(priors) {
        if arm.visits > 0 {
            let prior = if prior > f32::MIN_POSITIVE { prior } else { f32::MIN_POSITIVE };
            visits += arm.visits;
            weight += prior;
            sum += prior * arm.q;
        }
    }
    if visits == 0 {
        return raw_value;
    }
    (raw_value + visits as f32 * sum / weight) / (1 + visits) as f32
}

impl QTransform {
    /// Replaces `out` by what each action's completed Q adds to its logit. `unvisited` is [`mixed_value`].
    pub fn apply(&self, arms: &[Arm], unvisited: f32, out: &mut Vec<f32>) {
        out.resize(arms.len(), 0.0);
        let mut most = 0;
        for (q, arm) in out.iter_mut().zip(arms) {
            *q = if arm.visits > 0 { arm.q } else { unvisited };
            most = most.max(arm.visits);
        }
        let (low, width) = match self.range {
            QRange::OfNode => {
                let low = out.iter().fold(f32::INFINITY, |low, &q| if q < low { q } else { low });
                let high = out.iter().fold(f32::NEG_INFINITY, |high, &q| if q > high { q } else { high });
                (low, (high - low).max(1e-8))
            }
            QRange::Fixed(low, high) => (low, (high - low).max(1e-8)),
            QRange::AsIs => (0.0, 1.0),
        };
        let scale = (self.c_visit + most as f32) * self.c_scale;
        out.iter_mut().for_each(|q| *q = scale * ((*q - low) / width));
    }
}

/// The best action at the root, by Gumbel noise, logit and transformed Q, among those that `considered` lets
/// through; the first of equals.
pub fn choose_at_root(
    arms: &[Arm],
    gumbel: &[f32],
    transformed: &[f32],
    considered: impl Fn(usize) -> bool,
) -> Option<usize> {
    let most = arms.iter().map(|arm| arm.logit).fold(f32::NEG_INFINITY, f32::max);
    let score = |k: usize| (gumbel[k] + (arms[k].logit - most) + transformed[k]).max(-1e9);
    first_best((0..arms.len()).filter(|&k| considered(k)).map(|k| (k, score(k))))
}

/// The action inside the tree whose visits lag furthest behind `policy`, the improved policy; the first of
/// equals.
pub fn choose_inside(arms: &[Arm], policy: &[f32]) -> usize {
    let all = 1.0 + arms.iter().map(|arm| arm.visits).sum::<u32>() as f32;
    let lags = arms.iter().zip(policy).map(|(arm, policy)| policy - arm.visits as f32 / all);
    first_best(lags.enumerate()).expect("a decision has at least one action")
}

/// PUCT inside the tree: transformed Q (0 to 1) plus the prior's bonus, as MuZero has it.
pub fn choose_by_puct(arms: &[Arm], priors: &[f32], q01: impl Fn(usize) -> f32, c: f32) -> usize {
    let all = arms.iter().map(|arm| arm.visits).sum::<u32>() as f32;
    let c = c + ((all + 19652.0 + 1.0) / 19652.0).ln();
    let score =
        |(k, arm): (usize, &Arm)| (k, q01(k) + c * priors[k] * all.max(1.0).sqrt() / (1 + arm.visits) as f32);
    first_best(arms.iter().enumerate().map(score)).expect("a decision has at least one action")
}

/// UCB1: unvisited actions first, then Q (0 to 1) plus the bonus of the rarely tried.
pub fn choose_by_uct(arms: &[Arm], q01: impl Fn(usize) -> f32, c: f32) -> usize {
    let all = arms.iter().map(|arm| arm.visits).sum::<u32>() as f32;
    let score = |(k, arm): (usize, &Arm)| match arm.visits {
        0 => (k, f32::INFINITY),
        n => (k, q01(k) + c * (all.ln() / n as f32).sqrt()),
    };
    first_best(arms.iter().enumerate().map(score)).expect("a decision has at least one action")
}

fn first_best(scores: impl Iterator<Item = (usize, f32)>) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (k, score) in scores {
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((k, score));
        }
    }
    best.map(|(k, _)| k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_the_power_of_e() {
        for step in 0..87_000 {
            let x = -0.001 * step as f32;
            let exact = f64::from(x).exp();
            let error = (f64::from(exp(x)) / exact - 1.0).abs();
            assert!(error < 2e-7, "e^{x}: off by {error}");
        }
        assert!(exp(-1000.0) < 2e-38 && exp(f32::NEG_INFINITY) < 2e-38);
    }
}
