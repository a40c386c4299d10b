//! What counters cost and how they fight: `data/units.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::class::{Class, Role};
use super::codec::MAX_LIGHT;
use super::position::side_name;
use super::state::Troop;
use crate::core::Seat;

/// Dice of a ship.
const MOST_DICE: u8 = 15;
/// Counters of a class, which a group has room for.
const MOST_ALIKE: u8 = 63;
/// Turns until a unit is there.
const MOST_TURNS: u8 = 20;
/// Ships of a side in a battle, beside those of the Guard.
const MOST_SHIPS: u32 = 113;
/// Counters of a side, beside those of the Guard.
const MOST_COUNTERS: u32 = 136;

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

/// The file: a line for each class, by its code.
pub(super) type UnitsFile = BTreeMap<String, Line>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
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
        let lines: UnitsFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut units = Self(Default::default());
        let mut faults = Vec::new();
        for (code, line) in lines {
            let Some(class) = Class::from_code(&code) else {
                faults.push(format!("no class '{code}'"));
                continue;
            };
            for (seat, figures) in [line.terran, line.imperial].into_iter().enumerate() {
                let Some(figures) = figures else { continue };
                check(class, &figures, &mut faults);
                units.0[seat][class.index()] = Some(figures);
            }
        }
        Seat::all(2).for_each(|seat| units.check_numbers(seat, &mut faults));
        if faults.is_empty() { Ok(units) } else { Err(faults) }
    }

    /// Whether a side has no more counters than lists, battles and action ids have room for.
    fn check_numbers(&self, seat: Seat, faults: &mut Vec<String>) {
        let count = |wanted: fn(Class) -> bool| -> u32 {
            let classes = Class::ALL.into_iter().filter(|class| wanted(*class));
            classes
                .filter_map(|class| self.find(seat, class))
                .map(|figures| u32::from(figures.counters))
                .sum()
        };
        let side = side_name(seat);
        for (what, most, have) in [
            ("light warships", u32::from(MAX_LIGHT), count(|class| class.role() == Role::Light)),
            ("ships", MOST_SHIPS, count(|class| !class.is_troops() && class != Class::PlanetaryDefence)),
            ("counters", MOST_COUNTERS, count(|_| true)),
        ] {
            if have > most {
                faults.push(format!("{have} {side} {what} are more than {most}"));
            }
        }
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

/// What is wrong with the figures of a class.
fn check(class: Class, figures: &Figures, faults: &mut Vec<String>) {
    let mut within = |what: &str, figure: u8, least: u8, most: u8| {
        if !(least..=most).contains(&figure) {
            faults.push(format!("{class} has {what} {figure}, not {least} to {most}"));
        }
    };
    within("defence", figures.defence, 1, 4);
    within("beam", figures.beam, 0, MOST_DICE);
    within("torpedo", figures.torpedo, 0, MOST_DICE);
    within("countermeasures", figures.countermeasures, 0, MOST_DICE);
    within("fighters", figures.fighters, 0, MOST_DICE);
    within("counters", figures.counters, 0, MOST_ALIKE);
    within("turns", figures.turns, 0, MOST_TURNS);
    if !class.is_troops() {
        return;
    }
    if figures.strengths.len() != usize::from(figures.counters) {
        faults.push(format!(
            "{class} has {} counters and {} strengths",
            figures.counters,
            figures.strengths.len()
        ));
    }
    if figures.strengths.iter().any(|&strength| Troop::new(class, strength).is_none()) {
        faults.push(format!("{class}: strengths go from 2 to 6, those of JT from 4 to 6"));
    }
}
