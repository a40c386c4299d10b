//! What a game knows about playing itself: a quick estimate of a position, and a doctrine that ranks a
//! legal list. Agents build greedy and scripted players from these; a network learns from the latter first.

mod by_side;

use std::collections::BTreeMap;

use crate::core::{Game, PerSeat};

pub(crate) use by_side::parameters_by_side;

/// A game's own knowledge of how to play it.
pub trait Doctrine: Game {
    /// The outlook of each seat, from -1 (lost) to 1 (won), at a glance. Sums to zero where the utility does.
    fn estimate(&self, state: &Self::State) -> PerSeat<f32>;

    /// The parameters that a doctrine file may set.
    fn doctrine_parameters() -> Vec<DoctrineParameter>;

    /// Replaces `scores` by one score per legal action of the view: the doctrine plays the highest, and the
    /// first of equals.
    fn rank(
        &self,
        view: &Self::View,
        legal: &[Self::Action],
        doctrine: &DoctrineValues,
        scores: &mut Vec<f32>,
    );
}

/// One number that shapes a doctrine.
#[derive(Clone, Debug, PartialEq)]
pub struct DoctrineParameter {
    /// The key in doctrine files.
    pub key: &'static str,
    /// The value when a file does not set it.
    pub default: f32,
    /// The smallest and the largest value allowed.
    pub range: (f32, f32),
    /// What it does, in a sentence.
    pub summary: &'static str,
}

/// A value for every parameter of a game's doctrine.
#[derive(Clone, Debug, PartialEq)]
pub struct DoctrineValues {
    values: BTreeMap<&'static str, f32>,
}

impl DoctrineValues {
    /// Every parameter of `G` at its default.
    pub fn defaults<G: Doctrine>() -> Self {
        Self { values: G::doctrine_parameters().into_iter().map(|p| (p.key, p.default)).collect() }
    }

    /// Sets one parameter.
    ///
    /// # Errors
    /// What would be right, if `G` has no such parameter or the value is outside its range.
    pub fn set<G: Doctrine>(&mut self, key: &str, value: f32) -> Result<(), String> {
        let parameters = G::doctrine_parameters();
        let Some(parameter) = parameters.iter().find(|p| p.key == key) else {
            let keys: Vec<&str> = parameters.iter().map(|p| p.key).collect();
            return Err(format!("no doctrine parameter '{key}'; there is {}", keys.join(", ")));
        };
        let (min, max) = parameter.range;
        if !(min..=max).contains(&value) {
            return Err(format!("{key} = {value} is outside {min} to {max}"));
        }
        self.values.insert(parameter.key, value);
        Ok(())
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// If the game has no such parameter: the keys are the game's own.
    pub fn get(&self, key: &str) -> f32 {
        self.values[key]
    }
}
