use std::collections::HashMap;

use spinward_env::core::stable_hash;

use crate::evaluator::{Evaluation, Evaluator, EvaluatorError, Leaf};

/// Remembers evaluations by what the network was shown: viewer, observation and action tokens.
///
/// It is made for one set of weights. Searches and games may share it.
#[derive(Debug)]
pub struct Cached<E> {
    inner: E,
    capacity: usize,
    recent: HashMap<u64, Evaluation>,
    older: HashMap<u64, Evaluation>,
    hits: u64,
    misses: u64,
}

impl<E: Evaluator> Cached<E> {
    /// Remembers at least the last `capacity` evaluations, and at most twice as many.
    pub fn new(inner: E, capacity: usize) -> Self {
        Self { inner, capacity, recent: HashMap::new(), older: HashMap::new(), hits: 0, misses: 0 }
    }

    /// How many leaves were answered from memory, and how many were not.
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits, self.misses)
    }

    fn recall(&mut self, key: u64) -> Option<Evaluation> {
        if let Some(known) = self.recent.get(&key) {
            return Some(known.clone());
        }
        let known = self.older.remove(&key)?;
        self.remember(key, known.clone());
        Some(known)
    }

    fn remember(&mut self, key: u64, evaluation: Evaluation) {
        if self.recent.len() >= self.capacity {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(key, evaluation);
    }
}

impl<E: Evaluator> Evaluator for Cached<E> {
    fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
        let keys: Vec<u64> =
            leaves.iter().map(|leaf| stable_hash(&(leaf.viewer, &leaf.observation, &leaf.actions))).collect();
        let mut answers: Vec<Option<Evaluation>> = keys.iter().map(|&key| self.recall(key)).collect();
        let unknown: Vec<usize> = (0..leaves.len()).filter(|&k| answers[k].is_none()).collect();
        self.hits += (leaves.len() - unknown.len()) as u64;
        self.misses += unknown.len() as u64;
        if !unknown.is_empty() {
            let asked: Vec<Leaf> = unknown.iter().map(|&k| leaves[k].clone()).collect();
            let fresh = self.inner.evaluate(&asked)?;
            if fresh.len() != asked.len() {
                let problem = format!("{} leaves were asked, {} were answered", asked.len(), fresh.len());
                return Err(EvaluatorError(problem));
            }
            for (k, evaluation) in unknown.into_iter().zip(fresh) {
                self.remember(keys[k], evaluation.clone());
                answers[k] = Some(evaluation);
            }
        }
        Ok(answers.into_iter().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Game, Seat, Setup};
    use spinward_env::games::pig::Pig;

    use super::*;
    use crate::search::Position;

    /// Answers with how often it was asked.
    struct Counting(u32);

    impl Evaluator for Counting {
        fn evaluate(&mut self, leaves: &[Leaf]) -> Result<Vec<Evaluation>, EvaluatorError> {
            self.0 += leaves.len() as u32;
            let values = [self.0 as f32, 0.0].into_iter().collect();
            Ok(leaves
                .iter()
                .map(|_| Evaluation { logits: vec![0.0; 2], values: Clone::clone(&values) })
                .collect())
        }
    }

    #[test]
    fn a_leaf_is_evaluated_once_and_another_viewer_is_another_leaf() {
        let game = Pig::from_setup(&Setup::new("pig")).unwrap();
        let leaf = |seat| {
            Position::<Pig> { viewer: Seat::new(seat), state: game.initial_state(), actions: vec![] }
                .encode(&game)
        };
        let mut cached = Cached::new(Counting(0), 8);
        let asked = [leaf(0), leaf(1)];
        let first = cached.evaluate(&asked).unwrap();
        assert_eq!(cached.evaluate(&asked).unwrap(), first);
        assert_eq!(cached.hits_and_misses(), (2, 2));
        assert_eq!(cached.inner.0, 2);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut cached = Cached::new(Counting(0), 2);
        let answer = |x: f32| Evaluation { logits: vec![], values: [x].into_iter().collect() };
        (0..10).for_each(|key| cached.remember(key, answer(key as f32)));
        assert!(cached.recent.len() + cached.older.len() <= 4);
        assert_eq!(cached.recall(9), Some(answer(9.0)));
        assert_eq!(cached.recall(0), None);
    }
}
