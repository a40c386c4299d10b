use std::hash::Hash;

use xxhash_rust::xxh3::Xxh3Default;

/// The XXH3 hash of a value: the same in every run, for replays, caches and tests.
pub fn stable_hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Xxh3Default::new();
    value.hash(&mut hasher);
    hasher.digest()
}
