//! What planets pay, and what the Empire sends and allows: `data/politics.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::class::Class;
use super::state::Appeal;

/// Ships of the Guard, which battles have room for.
const MOST_GUARDS: i16 = 9;

/// The figures of the administrative segment. What they mean stands in the file.
#[derive(Clone, Debug)]
pub struct Politics {
    /// Resources of a turn.
    pub income: Income,
    /// What the Empire does unasked.
    pub intervention: Intervention,
    /// Appeals for funds and for forces.
    pub appeals: [Petition; 2],
    /// Classes, by bit [`Class::index`], that the Imperial may build at each level of permissions.
    pub permitted: Vec<u32>,
    /// Outposts that are built.
    pub outpost: Outpost,
    /// Planetary defences.
    pub defences: Defences,
    /// What the Emperor brings with him where the Guard is in play.
    pub guard: Guard,
}

/// Resources of a turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// Of Terra.
    pub home: u8,
    /// Of another Terran world.
    pub world: u8,
    /// Of a Terran outpost.
    pub outpost: u8,
    /// Of the Imperial at the start.
    pub budget: u8,
    /// What he has at least.
    pub least_budget: u8,
    /// What he loses of it after each war.
    pub after_war: u8,
    /// Of an Imperial outpost.
    pub connected: u8,
}

/// What the Empire does unasked.
#[derive(Clone, Debug)]
pub struct Intervention {
    /// Systems that the Emperor may come to.
    pub seats: Vec<String>,
    /// Turns in which an offensive has to bring glory.
    pub offensive_turns: u8,
    /// Glory that is lost otherwise.
    pub offensive_glory: i8,
    /// By two dice, then a third.
    pub events: Table,
}

/// An appeal.
#[derive(Clone, Debug)]
pub struct Petition {
    /// Glory that it costs.
    pub cost: i8,
    /// By two dice, then a third.
    pub events: Table,
}

/// Outposts that are built.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outpost {
    /// Resources, beside the transport.
    pub cost: u8,
    /// Turns until it stands.
    pub turns: u8,
}

/// Planetary defences.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defences {
    /// On a planet.
    pub planet: u8,
    /// On a home world.
    pub home: u8,
}

/// The Emperor's Guard.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Its ships.
    pub ships: Vec<(Class, u8)>,
    /// Glory that is lost with its flagship.
    pub glory: i8,
}

/// Events by the sum of two dice, from 2, and by a third die.
pub type Table = [[Event; 6]; 11];

/// What comes of the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Ships worth one part in so many are called home; as an outcome, their worth.
    pub recall: u16,
    /// Off this turn's budget.
    pub withheld: u8,
    /// For good.
    pub budget: i8,
    /// Once.
    pub stock: u8,
    /// Glory.
    pub glory: i8,
    /// Level of permissions.
    pub level: u8,
    /// A counter of each of these classes, by bit, arrives.
    pub ships: u32,
    /// Resources to be spent on ships at once.
    pub offensive: u8,
    /// Resources that the Emperor's fleet is worth.
    pub emperor: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoliticsFile {
    income: Income,
    intervention: InterventionLines,
    funds: PetitionLines,
    forces: PetitionLines,
    permissions: PermissionLines,
    outpost: Outpost,
    defences: Defences,
    guard: GuardLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuardLines {
    ships: BTreeMap<String, u8>,
    glory: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InterventionLines {
    seats: Vec<String>,
    offensive_turns: u8,
    offensive_glory: i8,
    events: [EventLine; 11],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PetitionLines {
    cost: i8,
    events: [EventLine; 11],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PermissionLines {
    start: Vec<String>,
    levels: Vec<Vec<String>>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct EventLine {
    recall: u16,
    withheld: u8,
    budget: i8,
    stock: u8,
    glory: i8,
    level: u8,
    ships: Vec<String>,
    offensive: [u8; 6],
    emperor: [u8; 6],
}

impl Politics {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let file: PoliticsFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut faults = check_ranges(&file);
        let mut permitted = vec![classes(&file.permissions.start, &mut faults)];
        for level in &file.permissions.levels {
            let before = permitted.last().copied().unwrap_or_default();
            permitted.push(before | classes(level, &mut faults));
        }
        let petition = |lines: PetitionLines, faults: &mut Vec<String>| Petition {
            cost: lines.cost,
            events: table(lines.events, faults),
        };
        let politics = Self {
            income: file.income,
            appeals: [petition(file.funds, &mut faults), petition(file.forces, &mut faults)],
            intervention: Intervention {
                seats: file.intervention.seats,
                offensive_turns: file.intervention.offensive_turns,
                offensive_glory: file.intervention.offensive_glory,
                events: table(file.intervention.events, &mut faults),
            },
            permitted,
            outpost: file.outpost,
            defences: file.defences,
            guard: Guard { ships: guards(&file.guard.ships, &mut faults), glory: file.guard.glory },
        };
        if faults.is_empty() { Ok(politics) } else { Err(faults) }
    }

    /// An appeal of this kind.
    pub const fn appeal(&self, appeal: Appeal) -> &Petition {
        &self.appeals[appeal as usize]
    }
}

/// Figures out of range, each in a sentence.
fn check_ranges(file: &PoliticsFile) -> Vec<String> {
    let mut faults = Vec::new();
    let mut within = |key: &str, figure: i16, least: i16, most: i16| {
        if !(least..=most).contains(&figure) {
            faults.push(format!("{key} is {figure}, not {least} to {most}"));
        }
    };
    within("intervention.offensive_turns", file.intervention.offensive_turns.into(), 1, 20);
    within("intervention.offensive_glory", file.intervention.offensive_glory.into(), 0, 20);
    within("funds.cost", file.funds.cost.into(), 0, 20);
    within("forces.cost", file.forces.cost.into(), 0, 20);
    within("outpost.turns", file.outpost.turns.into(), 0, 20);
    within("guard.glory", file.guard.glory.into(), 0, 20);
    let guards = file.guard.ships.values().map(|count| i16::from(*count)).sum();
    within("guard.ships in all", guards, 1, MOST_GUARDS);
    let tables = [&file.intervention.events, &file.funds.events, &file.forces.events];
    for line in tables.into_iter().flatten() {
        within("budget of an event", line.budget.into(), -20, 20);
        within("glory of an event", line.glory.into(), -20, 20);
    }
    faults
}

fn guards(lines: &BTreeMap<String, u8>, faults: &mut Vec<String>) -> Vec<(Class, u8)> {
    let mut guards = Vec::new();
    for (code, count) in lines {
        match Class::from_code(code) {
            Some(class) if *count > 0 => guards.push((class, *count)),
            Some(class) => faults.push(format!("guard: 1 {class} or more, not 0")),
            None => faults.push(format!("guard: no class '{code}'")),
        }
    }
    guards
}

fn classes(codes: &[String], faults: &mut Vec<String>) -> u32 {
    let mut mask = 0;
    for code in codes {
        match Class::from_code(code) {
            Some(class) => mask |= 1 << class.index(),
            None => faults.push(format!("no class '{code}'")),
        }
    }
    mask
}

fn table(lines: [EventLine; 11], faults: &mut Vec<String>) -> Table {
    lines.map(|line| {
        let event = Event {
            recall: line.recall,
            withheld: line.withheld,
            budget: line.budget,
            stock: line.stock,
            glory: line.glory,
            level: line.level,
            ships: classes(&line.ships, faults),
            ..Event::default()
        };
        std::array::from_fn(|die| Event {
            offensive: line.offensive[die],
            emperor: line.emperor[die],
            ..event
        })
    })
}
