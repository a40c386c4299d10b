//! From which systems each system was entered, five bytes a system.

use std::hash::{Hash, Hasher};

use super::{MAX_SYSTEMS, SystemId};

const BYTES: usize = MAX_SYSTEMS.div_ceil(8);

/// For each system a set of systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrances([[u8; BYTES]; MAX_SYSTEMS]);

impl Entrances {
    /// No system was entered.
    pub const NONE: Self = Self([[0; BYTES]; MAX_SYSTEMS]);

    /// The systems, by bit, from which this one was entered.
    pub fn of(&self, system: SystemId) -> u64 {
        let mut bytes = [0; 8];
        bytes[..BYTES].copy_from_slice(&self.0[usize::from(system.0)]);
        u64::from_le_bytes(bytes)
    }

    /// This system was entered from these, too; by bit.
    pub fn add(&mut self, system: SystemId, from: u64) {
        let set = (self.of(system) | from).to_le_bytes();
        self.0[usize::from(system.0)].copy_from_slice(&set[..BYTES]);
    }

    /// Every system with those that it was entered from, by bit.
    pub fn iter(&self) -> impl Iterator<Item = (SystemId, u64)> {
        (0..MAX_SYSTEMS as u8).map(|k| (SystemId(k), self.of(SystemId(k))))
    }
}

/// As a word for each system hashes.
impl Hash for Entrances {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut words = [0_u64; MAX_SYSTEMS];
        self.iter().for_each(|(system, from)| words[usize::from(system.0)] = from);
        words.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stable_hash;

    #[test]
    fn sets_of_systems_come_back_and_hash_as_words() {
        let (mut entrances, mut words) = (Entrances::NONE, [0_u64; MAX_SYSTEMS]);
        for (into, from) in [(0, 0b1001), (33, 1 << 33), (5, 1), (0, 1 << 20)] {
            entrances.add(SystemId(into), from);
            words[usize::from(into)] |= from;
        }
        assert_eq!(entrances.iter().map(|(_, from)| from).collect::<Vec<_>>(), words);
        assert_eq!(stable_hash(&entrances), stable_hash(&words));
    }
}
