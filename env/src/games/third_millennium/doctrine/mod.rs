//! How to play: the outlook at a glance, and a doctrine that plays by rule of thumb. [`administration`] is what it does
//! with ships and Resources, [`orders`] with fleets, [`tactics`] in battles; [`board`] is what it sees on the map.

mod administration;
mod board;
mod orders;
mod parameters;
mod tactics;
#[cfg(test)]
mod tests;

use self::parameters::Parameters;
use super::action::Action;
use super::state::{State, Step};
use super::view::View;
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{PerSeat, Seat};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};

/// Resources that a side's ships are worth when the outlook is even either way.
const EVEN: f32 = 60.0;

impl Doctrine for ThirdMillennium {
    fn estimate(&self, state: &State) -> PerSeat<f32> {
        let imperial = match self.result(state) {
            Some(outcome) => outcome.returns[IMPERIAL.index()],
            None => {
                let glory = f32::from(state.glory - self.scenario.glory) / 4.0;
                let fleets = (self.worth(state, IMPERIAL) - self.worth(state, TERRAN)) / EVEN;
                match self.scenario.campaign {
                    Some(_) => (0.25 * (glory + 0.5 * fleets) + 0.3 * self.lead_in_worlds(state)).tanh(),
                    None => (glory + 0.5 * fleets).tanh(),
                }
            }
        };
        [0.0 - imperial, imperial].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        parameters::all()
    }

    fn rank(&self, view: &View, legal: &[Action], doctrine: &DoctrineValues, scores: &mut Vec<f32>) {
        let parameters = Parameters::of(view.seat, doctrine);
        let mind = Mind { game: self, state: &view.state, seat: view.seat, parameters };
        scores.clear();
        scores.extend(legal.iter().map(|&action| mind.score(action)));
    }
}

impl ThirdMillennium {
    /// Imperial worlds less Terran ones, which decide a series.
    fn lead_in_worlds(&self, state: &State) -> f32 {
        let worlds = |seat| self.count_of_worlds(state, seat) as f32;
        worlds(IMPERIAL) - worlds(TERRAN)
    }

    /// Resources in the ships and troops of a side.
    fn worth(&self, state: &State, seat: Seat) -> f32 {
        let fighting =
            state.battle.iter().flat_map(|battle| battle.ships.iter().map(|ship| ship.unit.group()));
        let all = state.groups.of(seat).chain(fighting.filter(|group| group.seat == seat));
        all.map(|group| f32::from(group.count) * f32::from(self.units.of(seat, group.class).cost)).sum()
    }
}

/// One side's thoughts on a decision.
struct Mind<'a> {
    game: &'a ThirdMillennium,
    state: &'a State,
    seat: Seat,
    parameters: Parameters,
}

impl Mind<'_> {
    fn score(&self, action: Action) -> f32 {
        match self.state.step {
            Step::Deploy => self.deploy(action),
            Step::Muster { .. } => self.muster(action),
            Step::Fill { into, occasion, .. } => self.fill(into, occasion, action),
            Step::Appeal => self.appeal(action),
            Step::Gift { .. } | Step::Emperor { .. } => self.entry(action),
            Step::Offensive { .. } => self.offensive(action),
            Step::Recall { .. } => self.recall(action),
            Step::Build { .. } => self.build(action),
            Step::Activate => self.activate(action),
            Step::Orders | Step::Controlled => self.order(action),
            Step::Lay => f32::from(action == Action::Done),
            Step::Contact => self.contact(action),
            Step::Matching => f32::from(action != Action::Done),
            Step::Orbit => self.attack(action),
            Step::Battle => self.tactics(action),
            Step::Ground => self.lose(action),
            Step::Upkeep { .. } => self.upkeep(action),
            _ => 0.0,
        }
    }
}
