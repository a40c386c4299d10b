use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Chance, OutcomeIndex};

/// The umpire's dice. Event `n` of a game with seed `s` falls the same way on every machine and in every
/// version: it is the first word of ChaCha8 stream `n` under a key made of `s`.
///
/// Only the umpire (an `Env`, an arena, a server) owns dice; a state holds no seed, so no planner can look at
/// rolls to come. A clone is deliberately impossible: see [`Dice::fork`].
#[derive(Debug)]
pub struct Dice {
    seed: u64,
    event: u64,
}

impl Dice {
    /// Dice for a game with this seed, before its first event.
    pub const fn new(seed: u64) -> Self {
        Self::at(seed, 0)
    }

    /// The dice of a game with this seed after `event` outcomes.
    pub const fn at(seed: u64, event: u64) -> Self {
        Self { seed, event }
    }

    /// The game seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many outcomes have been drawn.
    pub const fn event(&self) -> u64 {
        self.event
    }

    /// Draws the next outcome.
    pub fn roll(&mut self, chance: &Chance) -> OutcomeIndex {
        let mut stream = self.generator();
        stream.set_stream(self.event);
        self.event += 1;
        chance.draw(stream.next_u64())
    }

    /// Fresh dice for a copy of the game, unrelated to the rolls still to come here; `copy` numbers the copies.
    pub fn fork(&self, copy: u64) -> Self {
        let mut stream = self.generator();
        stream.set_stream(u64::MAX - copy);
        Self::new(stream.next_u64() ^ self.event)
    }

    fn generator(&self) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..].copy_from_slice(b"spinward umpire dice 1\0\0");
        ChaCha8Rng::from_seed(key)
    }
}

/// The generator that agents and playouts use: pinned, so that a seed means the same on every platform.
pub type PlannerRng = Xoshiro256PlusPlus;

/// A planner's generator from a seed and a purpose number (so that two uses of one seed don't run in step).
pub fn planner_rng(seed: u64, purpose: u64) -> PlannerRng {
    PlannerRng::seed_from_u64(seed ^ purpose.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A uniformly random index below `count` (multiply-shift; the bias is below `count / 2^64`).
///
/// # Panics
/// In debug builds, if `count` is 0.
pub fn uniform_index(rng: &mut PlannerRng, count: usize) -> usize {
    debug_assert!(count > 0, "nothing to choose from");
    ((u128::from(rng.next_u64()) * count as u128) >> 64) as usize
}
