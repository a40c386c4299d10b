//! The file that `spinward balance CONFIG` reads.

use serde::Deserialize;
use spinward_agents::roster::AgentSpec;
use spinward_env::core::Setup;

use super::plan::{Effort, ROUNDS};
use super::report::Widths;
use crate::config::{ConfigFaults, Seed, in_one_line, option_values, unknown_key};

/// A balance as its file describes it. Every key is explained in `configs/evaluation/balance.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceConfig {
    /// The base.
    pub setup: Setup,
    /// What is varied; see [`super::plan::BalancePlan::new`].
    pub factors: Vec<String>,
    /// By whom and how much.
    pub effort: Effort,
    /// The widths for which the games needed are told.
    pub widths: Widths,
}

/// Games for the win rates of a variant, unless told otherwise.
pub const DEFAULT_GAMES: u32 = 400;
/// Games for the fair handicap of a variant, unless told otherwise.
pub const DEFAULT_HANDICAP_GAMES: u32 = 400;
/// The fewest games that look for a fair handicap: each round plays two handicaps.
pub const LEAST_HANDICAP_GAMES: u32 = 2 * ROUNDS;
/// The most games of a variant: all of them are kept in memory.
pub const MOST_GAMES: u32 = 1_000_000;

#[derive(Deserialize)]
struct BalanceFile {
    game: String,
    scenario: Option<String>,
    preset: Option<String>,
    #[serde(default)]
    options: toml::Table,
    agent: Option<String>,
    #[serde(default)]
    factors: Vec<String>,
    games: Option<u32>,
    handicap_games: Option<u32>,
    rate_width: Option<f64>,
    handicap_width: Option<f64>,
    seed: Option<Seed>,
}

const KEYS: [&str; 11] = [
    "game",
    "scenario",
    "preset",
    "options",
    "agent",
    "factors",
    "games",
    "handicap_games",
    "rate_width",
    "handicap_width",
    "seed",
];

impl BalanceConfig {
    /// Reads a configuration. Setup and factors are checked when the game is opened.
    ///
    /// # Errors
    /// All faults at once: text that is no TOML, unknown keys with the nearest valid one, values of a wrong kind or out
    /// of range.
    pub fn from_toml(text: &str) -> Result<Self, ConfigFaults> {
        let table: toml::Table =
            text.parse().map_err(|error| ConfigFaults(vec![in_one_line(text, &error)]))?;
        let unknown = table.keys().filter(|key| !KEYS.contains(&key.as_str()));
        let mut faults: Vec<String> = unknown.map(|key| unknown_key(key, &KEYS)).collect();
        let file = match BalanceFile::deserialize(table) {
            Ok(file) => file,
            Err(error) => {
                faults.push(in_one_line(text, &error));
                return Err(ConfigFaults(faults));
            }
        };
        let agent = file.agent.as_deref().unwrap_or("scripted").parse::<AgentSpec>();
        let options = option_values(file.options, &mut faults);
        let default = Widths::default();
        let widths = Widths {
            rate: file.rate_width.unwrap_or(default.rate),
            handicap: file.handicap_width.unwrap_or(default.handicap),
        };
        let games = file.games.unwrap_or(DEFAULT_GAMES);
        let handicap_games = file.handicap_games.unwrap_or(DEFAULT_HANDICAP_GAMES);
        if !(1..=MOST_GAMES).contains(&games) {
            faults.push(format!("games: expected a whole number from 1 to {MOST_GAMES}"));
        }
        faults.extend(handicap_games_fault(handicap_games).map(|fault| format!("handicap_games: {fault}")));
        if file.handicap_width.is_some() && handicap_games == 0 {
            faults.push("handicap_width: no fair handicap is looked for where handicap_games = 0".into());
        }
        faults
            .extend(widths.faults().into_iter().map(|(key, expected)| format!("{key}: expected {expected}")));
        match agent {
            Ok(agent) if faults.is_empty() => Ok(Self {
                setup: Setup {
                    game: file.game,
                    scenario: file.scenario,
                    preset: file.preset,
                    options,
                    ..Setup::default()
                },
                factors: file.factors,
                effort: Effort { agent, games, handicap_games, seed: file.seed.map_or(1, u64::from) },
                widths,
            }),
            Ok(_) => Err(ConfigFaults(faults)),
            Err(error) => {
                faults.push(error.to_string());
                Err(ConfigFaults(faults))
            }
        }
    }
}

/// What is wrong with a number of games that look for a fair handicap.
pub fn handicap_games_fault(games: u32) -> Option<String> {
    (games != 0 && !(LEAST_HANDICAP_GAMES..=MOST_GAMES).contains(&games)).then(|| {
        format!(
            "expected 0, or a whole number from {LEAST_HANDICAP_GAMES} (two games in each of {ROUNDS} rounds) to {MOST_GAMES}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_file_is_reported() {
        let text = "game = 'x'\nagnt = 'x'\ngames = 0\nhandicap_width = 0.0\nrate_width = 2\nagent = 'a:b'";
        let faults = BalanceConfig::from_toml(text).unwrap_err().to_string();
        for part in
            ["'agent'?", "games: expected", "handicap_width: expected", "rate_width: expected", "KEY=VALUE"]
        {
            assert!(faults.contains(part), "{part}: {faults}");
        }
    }

    #[test]
    fn a_game_is_enough() {
        let seeded = BalanceConfig::from_toml("game = 'x'\nseed = '18446744073709551615'").unwrap();
        assert_eq!(seeded.effort.seed, u64::MAX);
        let config = BalanceConfig::from_toml("game = 'x'\n[options]\nswitch = true\nsize = 3").unwrap();
        assert_eq!((config.effort.agent.name.as_str(), config.effort.games), ("scripted", DEFAULT_GAMES));
        assert_eq!(config.setup.options["switch"], "on");
        assert_eq!(config.setup.options["size"], "3");
        assert!(config.factors.is_empty());
    }
}
