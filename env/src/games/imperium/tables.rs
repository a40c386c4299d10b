//! Money, the court and glory: `data/economy.toml`, checked.

use serde::Deserialize;

use super::class::Class;

#[cfg(test)]
const FILE: &str = include_str!("data/economy.toml");

/// Everything that `data/economy.toml` says.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// The most RU a side keeps.
    pub stock_max: u8,
    /// Income of a turn.
    pub income: Income,
    /// Limits of routine maintenance.
    pub maintenance: RoutineFactors,
    /// Classes on the map only in their owner's next Maintenance and Production Phase, by bit.
    pub next_turn: u32,
    /// Classes that are built at connected outposts, too, by bit.
    pub anywhere_connected: u32,
    /// The most PD in one box.
    pub pd_per_box: u8,
    /// Imperial replacements.
    pub replacements: Replacements,
    /// What glory there is.
    pub glory: Glory,
    /// Added to the roll of an appeal if a Terran capital ship exists.
    pub capital_bonus: u8,
    /// None of these is permitted before the one before it.
    pub ladder: Vec<Class>,
    /// What an economic appeal brings.
    pub economic_appeal: Vec<Decree>,
    /// What a military appeal brings.
    pub military_appeal: Vec<Decree>,
    /// What an intervention brings.
    pub intervention: Vec<Decree>,
    /// Added to the intervention roll from some glory on.
    pub glory_bonus: Bonus,
    /// Added to the intervention roll from some game turn on.
    pub turn_bonus: Bonus,
    /// Added to the intervention roll from some war of a series on.
    pub war_bonus: Bonus,
    /// Classes that a civil war recalls, by bit.
    pub recallable: u32,
    /// What happens between wars.
    pub interwar: Interwar,
    /// Classes whose ships don't wear out in a peace, by bit.
    pub spared_in_peace: u32,
}

/// Income of a turn, RU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// Of each connected Terran world.
    pub connected_world: u8,
    /// Of each other unneutralised Terran world.
    pub unconnected_world: u8,
    /// Of each connected Terran outpost.
    pub connected_outpost: u8,
    /// The Imperial budget at the start.
    pub imperial_budget: i8,
    /// Of each unneutralised Imperial world.
    pub imperial_world: u8,
    /// Of each connected Imperial outpost.
    pub imperial_outpost: u8,
}

/// Maintenance factors for routine maintenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoutineFactors {
    /// Of each friendly outpost.
    pub outpost_factors: u16,
    /// Of each friendly world.
    pub world_factors: u16,
}

/// Imperial replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacements {
    /// The first game turn with a replacement.
    pub from_turn: u8,
    /// What the ship replaced may cost at most, RU.
    pub max_price: u8,
    /// What comes if no ship can be replaced.
    pub otherwise: Class,
}

/// Glory: start and changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glory {
    /// At the start of a war.
    pub start: i8,
    /// Of a world conquered.
    pub world: i8,
    /// Of an outpost destroyed.
    pub outpost: i8,
    /// Of making an appeal.
    pub appeal: i8,
    /// The least glory at which an appeal is heard.
    pub appeal_needs: i8,
    /// The ends of the track.
    pub track: [i8; 2],
}

/// What happens between wars.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interwar {
    /// Dice that are rolled for the game turns of a peace, 1 to 6.
    pub peace_dice: u8,
    /// Turns of peace after which an outpost on a primary box is a world.
    pub turns_to_mature: u8,
    /// A ship wears out on a die up to this, 0 to 6.
    pub eliminated_on: u8,
    /// Codes of classes that don't: see [`Tables::spared_in_peace`].
    spared: Vec<String>,
    /// RU of a stock beyond this are lost.
    pub stock_kept: u8,
    /// Base rules: the income of the loser, in halves of a turn's income.
    pub loser_halves: u8,
    /// The same of the winner.
    pub winner_halves: u8,
}

/// A bonus that starts somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// From here on.
    pub from: i8,
    /// How much.
    pub add: u8,
}

/// One row of the appeal or intervention table: what the Emperor decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Decree {
    /// The lowest and the highest roll of the row.
    pub rolls: [u8; 2],
    /// Glory won or lost.
    pub glory: i8,
    /// RU with the next income.
    pub ru: i8,
    /// Added to the budget for good.
    pub budget: i8,
    /// The first of these that is still forbidden is permitted.
    pub permit: Vec<Class>,
    /// Free ships.
    pub ships: Vec<(Class, u8)>,
    /// What comes instead of a ship without a counter left.
    pub otherwise: Option<Class>,
    /// The budget is nothing for the rest of the war.
    pub civil_war: bool,
    /// How many counters are recalled.
    pub recall: u8,
    /// For how many turns, this one among them, no appeal is heard.
    pub deaf_turns: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EconomyFile {
    stock_max: u8,
    income: Income,
    maintenance: RoutineFactors,
    production: ProductionLines,
    replacements: ReplacementLines,
    glory: Glory,
    appeal: AppealLines,
    intervention: InterventionLines,
    interwar: Interwar,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProductionLines {
    next_turn: Vec<String>,
    anywhere_connected: Vec<String>,
    pd_per_box: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplacementLines {
    from_turn: u8,
    max_price: u8,
    otherwise: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AppealLines {
    capital_bonus: u8,
    ladder: Vec<String>,
    economic: Vec<DecreeLine>,
    military: Vec<DecreeLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InterventionLines {
    glory_bonus: Bonus,
    turn_bonus: Bonus,
    war_bonus: Bonus,
    rows: Vec<DecreeLine>,
    recallable: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DecreeLine {
    rolls: [u8; 2],
    #[serde(default)]
    glory: i8,
    #[serde(default)]
    ru: i8,
    #[serde(default)]
    budget: i8,
    #[serde(default)]
    permit: Vec<String>,
    #[serde(default)]
    ships: String,
    otherwise: Option<String>,
    #[serde(default)]
    civil_war: bool,
    #[serde(default)]
    recall: u8,
    #[serde(default)]
    deaf_turns: u8,
}

impl Tables {
    /// The figures of the file as it comes.
    #[cfg(test)]
    pub fn load() -> Result<Self, Vec<String>> {
        Self::parse(FILE)
    }

    /// The figures of this file.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, Vec<String>> {
        let file: EconomyFile =
            toml::from_str(text).map_err(|error| vec![format!("economy.toml: {error}")])?;
        let mut faults = Vec::new();
        let tables = Self::build(&file, &mut faults);
        for (name, rows, highest) in [
            ("appeal.economic", &tables.economic_appeal, 13),
            ("appeal.military", &tables.military_appeal, 13),
            ("intervention", &tables.intervention, 15),
        ] {
            let mut next = 2;
            for decree in rows {
                if decree.rolls[0] != next || decree.rolls[1] < next {
                    faults.push(format!("economy.toml: {name} has a gap or overlap at {next}"));
                }
                next = decree.rolls[1] + 1;
            }
            if next != highest + 1 {
                faults.push(format!("economy.toml: {name} ends at {}, not at {highest}", next - 1));
            }
        }
        tables.check(&mut faults);
        if faults.is_empty() { Ok(tables) } else { Err(faults) }
    }

    fn check(&self, faults: &mut Vec<String>) {
        let Glory { start, track: [low, high], world, outpost, appeal, .. } = self.glory;
        let income = &self.income;
        let decrees =
            || [&self.economic_appeal, &self.military_appeal, &self.intervention].into_iter().flatten();
        let changes = decrees().flat_map(|decree| [decree.glory, decree.ru / 9, decree.budget]);
        for (what, sound) in [
            ("stock_max is 1 to 99", (1..=99).contains(&self.stock_max)),
            ("glory.track goes up, from -99 to 99", -99 <= low && low < high && high <= 99),
            ("glory.start lies on the track", (low..=high).contains(&start)),
            (
                "changes of glory are -20 to 20",
                [world, outpost, appeal].iter().all(|g| (-20..=20).contains(g)),
            ),
            ("interwar.eliminated_on is 0 to 6", self.interwar.eliminated_on <= 6),
            ("interwar.peace_dice is 1 to 6", (1..=6).contains(&self.interwar.peace_dice)),
            (
                "interwar: turns_to_mature is 1 to 99, halves of income are at most 9",
                (1..=99).contains(&self.interwar.turns_to_mature)
                    && self.interwar.loser_halves.max(self.interwar.winner_halves) <= 9,
            ),
            ("income.imperial_budget is 0 to 60", (0..=60).contains(&income.imperial_budget)),
            (
                "routine factors are at most 999",
                self.maintenance.outpost_factors.max(self.maintenance.world_factors) <= 999,
            ),
            (
                "decrees change glory and budget by at most 10, RU by at most 90",
                changes.into_iter().all(|c| (-10..=10).contains(&c)),
            ),
            (
                "a decree grants at most 4 classes of ships, silences and recalls at most 9",
                decrees().all(|d| d.ships.len() <= 4 && d.deaf_turns <= 9 && d.recall <= 9),
            ),
        ] {
            if !sound {
                faults.push(format!("economy.toml: {what}"));
            }
        }
    }

    fn build(file: &EconomyFile, faults: &mut Vec<String>) -> Self {
        let mut decrees = |lines: &[DecreeLine]| lines.iter().map(|line| line.decree(faults)).collect();
        let economic_appeal = decrees(&file.appeal.economic);
        let military_appeal = decrees(&file.appeal.military);
        let intervention = decrees(&file.intervention.rows);
        Self {
            stock_max: file.stock_max,
            income: file.income,
            maintenance: file.maintenance,
            next_turn: mask(&classes(&file.production.next_turn, faults)),
            anywhere_connected: mask(&classes(&file.production.anywhere_connected, faults)),
            pd_per_box: file.production.pd_per_box,
            replacements: Replacements {
                from_turn: file.replacements.from_turn,
                max_price: file.replacements.max_price,
                otherwise: class(&file.replacements.otherwise, faults),
            },
            glory: file.glory,
            capital_bonus: file.appeal.capital_bonus,
            ladder: classes(&file.appeal.ladder, faults),
            economic_appeal,
            military_appeal,
            intervention,
            glory_bonus: file.intervention.glory_bonus,
            turn_bonus: file.intervention.turn_bonus,
            war_bonus: file.intervention.war_bonus,
            recallable: mask(&classes(&file.intervention.recallable, faults)),
            spared_in_peace: mask(&classes(&file.interwar.spared, faults)),
            interwar: file.interwar.clone(),
        }
    }
}

impl DecreeLine {
    fn decree(&self, faults: &mut Vec<String>) -> Decree {
        Decree {
            rolls: self.rolls,
            glory: self.glory,
            ru: self.ru,
            budget: self.budget,
            permit: classes(&self.permit, faults),
            ships: counters(&self.ships, faults),
            otherwise: self.otherwise.as_ref().map(|code| class(code, faults)),
            civil_war: self.civil_war,
            recall: self.recall,
            deaf_turns: self.deaf_turns,
        }
    }
}

/// Reads a list like `CL, 2 DD`; what can't be read becomes a fault.
pub fn counters(text: &str, faults: &mut Vec<String>) -> Vec<(Class, u8)> {
    let lines = text.split(',').map(str::trim).filter(|line| !line.is_empty());
    let mut list: Vec<(Class, u8)> = Vec::new();
    for line in lines {
        let (count, code) = line.split_once(' ').unwrap_or(("1", line));
        match (count.parse(), Class::from_code(code.trim())) {
            (Ok(count @ 1..), Some(class)) => list.push((class, count)),
            _ => faults.push(format!("'{line}' is not a number and a class, like '2 DD'")),
        }
    }
    list
}

/// The classes of a list of codes; an unknown one becomes a fault.
pub fn classes(codes: &[String], faults: &mut Vec<String>) -> Vec<Class> {
    codes.iter().map(|code| class(code, faults)).collect()
}

/// The classes as bits [`Class::index`].
pub fn mask(classes: &[Class]) -> u32 {
    classes.iter().fold(0, |mask, class| mask | 1 << class.index())
}

fn class(code: &str, faults: &mut Vec<String>) -> Class {
    Class::from_code(code).unwrap_or_else(|| {
        faults.push(format!("no class '{code}'"));
        Class::Scout
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imp_7_5_intervention_and_appeals_cover_every_roll() {
        let tables = Tables::load().unwrap();
        assert_eq!(tables.intervention.len(), 12);
        assert_eq!(tables.economic_appeal.last().unwrap().budget, 6);
        assert_eq!(tables.military_appeal[3].ships, [(Class::HeavyCruiser, 1)]);
    }

    #[test]
    fn a_list_of_counters_names_what_it_cannot_read() {
        let mut faults = Vec::new();
        let list = counters("CL, 2 DD, 0 SC, XX", &mut faults);
        assert_eq!(list, [(Class::LightCruiser, 1), (Class::Destroyer, 2)]);
        assert_eq!(faults.len(), 2);
    }
}
