//! What counters cost and how they fight: `data/units.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::class::Class;
use super::state::Troop;
use crate::core::Seat;

/// The figures of one class on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Beam dice.
    #[serde(default)]
    pub beam: u8,
    /// Torpedo dice.
    #[serde(default)]
    pub torpedo: u8,
    /// Hits that destroy it, 1 to 4.
    pub defence: u8,
    /// Dice against torpedo hits.
    #[serde(default)]
    pub countermeasures: u8,
    /// Fighters that it carries.
    #[serde(default)]
    pub fighters: u8,
    /// What a maintenance die must show, or Resources to pay instead; 0: none is rolled.
    #[serde(default)]
    pub maintenance: u8,
    /// Counters of the side.
    pub counters: u8,
    /// Resources.
    pub cost: u8,
    /// Turns until it is there.
    pub turns: u8,
    /// What is printed on the counters of troops.
    #[serde(default)]
    pub strengths: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    terran: Option<Figures>,
    imperial: Option<Figures>,
}

/// The figures of every class.
#[derive(Clone, Debug)]
pub struct Units([[Option<Figures>; Class::COUNT]; 2]);

impl Units {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    // rule: i3m.2.1.ships
    // rule: i3m.2.2.troops
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let lines: BTreeMap<String, Line> = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut units = Self(Default::default());
        let mut faults = Vec::new();
        for (code, line) in lines {
            let Some(class) = Class::from_code(&code) else {
                faults.push(format!("no class '{code}'"));
                continue;
            };
            for (seat, figures) in [line.terran, line.imperial].into_iter().enumerate() {
                let Some(figures) = figures else { continue };
                if !(1..=4).contains(&figures.defence) {
                    faults.push(format!("{code} has defence {}, not 1 to 4", figures.defence));
                }
                if class.is_troops() && figures.strengths.iter().any(|&s| Troop::new(class, s).is_none()) {
                    faults.push(format!("{code}: strengths go from 2 to 6, those of JT from 4 to 6"));
                }
                units.0[seat][class.index()] = Some(figures);
            }
        }
        if faults.is_empty() { Ok(units) } else { Err(faults) }
    }

    /// Takes classes out that the options in force don't have.
    // rule: i3m.16.units
    pub fn keep(&mut self, in_play: impl Fn(Class) -> bool) {
        for class in Class::ALL.into_iter().filter(|class| !in_play(*class)) {
            self.0.iter_mut().for_each(|figures| figures[class.index()] = None);
        }
    }

    /// The figures of a class; `None`: the side has no such counters.
    pub fn find(&self, seat: Seat, class: Class) -> Option<&Figures> {
        self.0[seat.index()][class.index()].as_ref()
    }

    /// The figures of a class that is on the map.
    ///
    /// # Panics
    /// If the side has no such counters.
    pub fn of(&self, seat: Seat, class: Class) -> &Figures {
        self.find(seat, class).expect("no counter of a class that its side has not")
    }
}
