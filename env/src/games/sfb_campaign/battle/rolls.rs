//! Rolls of a battle: the rules are written straight through, over a source of outcomes.

use crate::core::{Chance, OutcomeIndex, PlannerRng};
use rand::Rng;

/// A roll that is due and has not fallen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting(pub Box<Chance>);

/// Where outcomes come from.
pub trait Rolls {
    /// The outcome of a roll.
    ///
    /// # Errors
    /// If it has not fallen yet: the roll itself.
    fn roll(&mut self, chance: Chance) -> Result<usize, Awaiting>;

    /// An outcome with weights, of which some may be 0; no roll where one outcome is certain. More than can be told apart in one roll are drawn block by
    /// block.
    ///
    /// # Errors
    /// As [`Rolls::roll`].
    fn weighted(&mut self, weights: &[u32]) -> Result<usize, Awaiting> {
        if weights.len() > crate::core::MAX_OUTCOMES {
            let size = weights.len().div_ceil(crate::core::MAX_OUTCOMES);
            let blocks: Vec<u32> = weights.chunks(size).map(|block| block.iter().sum()).collect();
            let start = self.weighted(&blocks)? * size;
            let end = weights.len().min(start + size);
            return Ok(start + self.weighted(&weights[start..end])?);
        }
        let mut possible = weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
        let count = possible.clone().count();
        if count < 2 {
            return Ok(possible.next().map_or(0, |(index, _)| index));
        }
        let outcome = self.roll(Chance::new(possible.clone().map(|(_, weight)| *weight)))?;
        Ok(possible.nth(outcome).map_or(0, |(index, _)| index))
    }

    /// Whether a die with this added makes the target: no roll where it is certain.
    ///
    /// # Errors
    /// As [`Rolls::roll`].
    fn die_makes(&mut self, target: i8, shift: i8) -> Result<bool, Awaiting> {
        let good = (7 + i16::from(shift) - i16::from(target)).clamp(0, 6) as u32;
        Ok(self.weighted(&[6 - good, good])? == 1)
    }
}

impl Rolls for PlannerRng {
    fn roll(&mut self, chance: Chance) -> Result<usize, Awaiting> {
        Ok(chance.draw(self.next_u64()).index())
    }
}

/// Outcomes that have fallen, in order.
#[derive(Debug)]
pub(super) struct Fallen<'a>(pub(super) &'a [OutcomeIndex]);

impl Rolls for Fallen<'_> {
    fn roll(&mut self, chance: Chance) -> Result<usize, Awaiting> {
        let Some((first, rest)) = self.0.split_first() else { return Err(Awaiting(Box::new(chance))) };
        self.0 = rest;
        Ok(first.index())
    }
}
