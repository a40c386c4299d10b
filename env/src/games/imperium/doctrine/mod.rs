//! How to play Imperium: the outlook at a glance, and a doctrine for each side that plays by rule of thumb.

mod board;
mod campaign;
mod fire;
mod lanes;
mod mind;
mod outlook;
mod parameters;
mod plan;
mod purchases;
mod supply;
mod tactics;
#[cfg(test)]
mod tests;

use self::mind::Mind;
use self::parameters::Parameters;
use super::Imperium;
use super::action::Action;
use super::state::State;
use crate::core::{OpenView, PerSeat};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};

impl Doctrine for Imperium {
    fn estimate(&self, state: &State) -> PerSeat<f32> {
        let imperial = outlook::imperial(self, state);
        [-imperial, imperial].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        parameters::all()
    }

    fn rank(
        &self,
        view: &OpenView<State>,
        legal: &[Action],
        doctrine: &DoctrineValues,
        scores: &mut Vec<f32>,
    ) {
        scores.clear();
        let mind = Mind::new(self, &view.state, view.seat, Parameters::of(view.seat, doctrine));
        match &view.state.battle {
            Some(battle) => mind.tactics(battle, legal, scores),
            None => mind.direct(legal, scores),
        }
    }
}
