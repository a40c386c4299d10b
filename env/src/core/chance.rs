use arrayvec::ArrayVec;

/// The most outcomes of one chance node: a joint roll is a chain of nodes, each with merged outcomes.
pub const MAX_OUTCOMES: usize = 36;

/// Which outcome of a chance node came up: an index into [`Chance::weights`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutcomeIndex(pub u8);

impl OutcomeIndex {
    /// The index into [`Chance::weights`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The outcomes of one chance node as integer weights over a common denominator: outcome `k` has probability
/// `weights()[k] / total()`, exactly. Outcomes with the same effect are merged and no weight is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    weights: ArrayVec<u32, MAX_OUTCOMES>,
}

impl Chance {
    /// Outcomes 0, 1, … with these weights.
    ///
    /// # Panics
    /// If there are no weights, more than [`MAX_OUTCOMES`], or one of them is zero.
    pub fn new(weights: impl IntoIterator<Item = u32>) -> Self {
        let weights: ArrayVec<u32, MAX_OUTCOMES> = weights.into_iter().collect();
        assert!(!weights.is_empty(), "a chance node has at least one outcome");
        assert!(weights.iter().all(|&w| w > 0), "an impossible outcome is left out, not given weight 0");
        Self { weights }
    }

    /// `count` outcomes of equal weight: a fair die, a shuffled card.
    pub fn uniform(count: usize) -> Self {
        Self::new(std::iter::repeat_n(1, count))
    }

    /// The weight of each outcome, at least 1.
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// The common denominator: the sum of the weights.
    pub fn total(&self) -> u32 {
        self.weights.iter().sum()
    }

    /// The probability of each outcome, in order.
    pub fn probabilities(&self) -> impl Iterator<Item = f64> + '_ {
        let total = f64::from(self.total());
        self.weights.iter().map(move |&weight| f64::from(weight) / total)
    }

    /// The outcome whose interval of cumulative weight holds `point`, 0 to `total() - 1`.
    ///
    /// # Panics
    /// If `point` is not below [`Chance::total`].
    pub fn at(&self, point: u32) -> OutcomeIndex {
        let mut left = point;
        for (k, &weight) in self.weights.iter().enumerate() {
            if left < weight {
                return OutcomeIndex(k as u8);
            }
            left -= weight;
        }
        panic!("point {point} is beyond the total weight {}", self.total());
    }

    /// The outcome drawn by 64 uniformly random bits (multiply-shift, the same on every machine).
    pub fn draw(&self, bits: u64) -> OutcomeIndex {
        self.at(((u128::from(bits) * u128::from(self.total())) >> 64) as u32)
    }
}
