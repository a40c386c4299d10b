//! GDW *Imperium* with H. J. Cobb's fix kit: the game card is `README.md` beside this file.

pub mod action;
pub mod battle;
pub mod class;
mod glory;
pub mod map;
pub mod odds;
pub mod position;
#[cfg(test)]
mod positions_for_tests;
pub mod rules;
pub mod setup;
pub mod state;
pub mod tables;
pub mod units;

use crate::core::{ResolvedSetup, SetupFault, SetupFaults};

use map::Map;
use rules::Rules;
use setup::{Opening, Scenario};
use state::State;
use tables::Tables;
use units::Units;

/// The game: rules, figures, map and scenario, immutable and shared.
#[derive(Debug)]
pub struct Imperium {
    /// What this game was made from.
    pub setup: ResolvedSetup,
    /// The options in force.
    pub rules: Rules,
    /// What counters cost and how they fight.
    pub units: Units,
    /// Money, the court and glory.
    pub tables: Tables,
    /// The scenario's part of the map.
    pub map: Map,
    /// What the scenario adds to the rules.
    pub scenario: Scenario,
    /// The first position.
    pub start: State,
}

impl Imperium {
    /// The game of a setup.
    ///
    /// # Errors
    /// Everything that is wrong with the data and scenario files.
    pub fn new(setup: ResolvedSetup) -> Result<Self, SetupFaults> {
        let at = |file: &str| {
            let file = file.to_string();
            move |problems: Vec<String>| {
                let fault = |problem| SetupFault { at: file.clone(), problem };
                SetupFaults(problems.into_iter().map(fault).collect())
            }
        };
        let rules = Rules::new(&setup);
        let units = Units::load(true).map_err(at("units"))?;
        let tables = Tables::load().map_err(at("economy"))?;
        let Opening { scenario, map, state } =
            setup::open(&setup, &rules, &units, &tables).map_err(at(setup.scenario))?;
        Ok(Self { setup, rules, units, tables, map, scenario, start: state })
    }
}
