//! How battles are resolved: `data/battle.toml`.

use serde::Deserialize;

/// The figures. What they mean stands in the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleFigures {
    /// Hundredths of a box for each BPV of strength.
    pub k: u16,
    /// Rounds of a battle, at most.
    pub max_rounds: u8,
    /// Boxes that hit one unit at a time.
    pub packet: u16,
    /// What the die of a unit that withdraws must make.
    pub escape_target: i8,
    /// Percent of strength that hits, by the sum of intensities from 2 and the die from 1.
    pub coefficients: [[u8; 6]; 7],
    /// Casualties of boarding, by the die and the attackers, both from 1.
    pub boarding: [[u8; 10]; 6],
    /// Percent of fire in rounds 1 and 2, by weapon status from 0.
    pub weapon_status: [[u8; 2]; 4],
}

impl BattleFigures {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let figures: Self = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let ranges: [(&str, i64, [i64; 2]); 4] = [
            ("k", figures.k.into(), [1, 500]),
            ("max_rounds", figures.max_rounds.into(), [1, 30]),
            ("packet", figures.packet.into(), [1, 50]),
            ("escape_target", figures.escape_target.into(), [-10, 20]),
        ];
        let mut faults: Vec<String> = ranges
            .into_iter()
            .filter(|(_, figure, [least, most])| !(least..=most).contains(&figure))
            .map(|(name, figure, [least, most])| format!("{name} is {figure}, not {least} to {most}"))
            .collect();
        let percent = figures.coefficients.iter().flatten().chain(figures.weapon_status.iter().flatten());
        faults.extend(
            percent.filter(|&&share| share > 100).map(|share| format!("{share} percent is more than 100")),
        );
        if faults.is_empty() { Ok(figures) } else { Err(faults) }
    }
}
