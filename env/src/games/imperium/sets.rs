//! Sets of numbered things as the bits of a word, and which things go with which.

/// The numbers of the bits set, lowest first.
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lowest)
    })
}

/// Bits looked up at a time.
const STEP: usize = 8;
/// As many steps as the systems and boxes of any map need.
const STEPS: usize = 5;

/// For each of up to 40 things, a set of things by bit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Relation {
    /// What goes with each set of [`STEP`] neighbouring things.
    rows: Box<[[u64; 1 << STEP]; STEPS]>,
}

impl Relation {
    /// The relation that joins thing `k` with the `k`th of these sets.
    ///
    /// # Panics
    /// If there are more than 40.
    pub(super) fn new(sets: impl IntoIterator<Item = u64>) -> Self {
        let sets: Vec<u64> = sets.into_iter().collect();
        assert!(sets.len() <= STEPS * STEP, "{} things", sets.len());
        let union =
            |some: &[u64], chosen| bits(chosen).fold(0, |set, k| set | some.get(k).copied().unwrap_or(0));
        let mut rows = Box::new([[0; 1 << STEP]; STEPS]);
        for (row, some) in rows.iter_mut().zip(sets.chunks(STEP)) {
            *row = std::array::from_fn(|chosen| union(some, chosen as u64));
        }
        Self { rows }
    }

    /// All that goes with any of these.
    pub(super) fn image(&self, mut things: u64) -> u64 {
        let mut set = 0;
        for row in &*self.rows {
            set |= row[things as usize & ((1 << STEP) - 1)];
            things >>= STEP;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::core::planner_rng;

    #[test]
    fn the_image_of_a_set_is_the_union_of_those_of_its_members() {
        let mut rng = planner_rng(0, 0);
        for things in 0..=40 {
            let sets: Vec<u64> = (0..things).map(|_| rng.next_u64() & rng.next_u64()).collect();
            let relation = Relation::new(sets.iter().copied());
            for _ in 0..20 {
                let chosen = rng.next_u64() & rng.next_u64() & ((1 << 40) - 1);
                let union = bits(chosen).filter_map(|k| sets.get(k)).fold(0, |union, set| union | set);
                assert_eq!(relation.image(chosen), union, "{chosen:b} of {sets:?}");
            }
        }
    }
}
