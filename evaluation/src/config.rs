//! The arena's file: what `spinward arena CONFIG` reads.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use spinward_agents::roster::AgentSpec;
use spinward_env::core::{ResolvedSetup, Setup};
use thiserror::Error;

use crate::arena::ArenaPlan;

/// An arena as its file describes it. Every key is explained in `configs/evaluation/ladder.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct ArenaConfig {
    /// What is played.
    pub setup: Setup,
    /// Who plays.
    pub agents: Vec<AgentSpec>,
    /// Pairs of games per meeting, at least 1.
    pub pairs: u32,
    /// Decides dice and agents' randomness.
    pub seed: u64,
    /// Only this agent's meetings, where not everyone meets everyone.
    pub candidate: Option<AgentSpec>,
}

/// Everything that is wrong with a configuration, not just the first thing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ConfigFaults(pub Vec<String>);

impl fmt::Display for ConfigFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

#[derive(Deserialize)]
struct ArenaFile {
    game: String,
    scenario: Option<String>,
    preset: Option<String>,
    #[serde(default)]
    options: toml::Table,
    agents: Vec<String>,
    #[serde(default = "default_pairs")]
    pairs: u32,
    #[serde(default = "default_seed")]
    seed: u64,
    candidate: Option<String>,
}

const KEYS: [&str; 8] = ["game", "scenario", "preset", "options", "agents", "pairs", "seed", "candidate"];

const fn default_pairs() -> u32 {
    100
}

const fn default_seed() -> u64 {
    1
}

impl ArenaConfig {
    /// Reads a configuration. The setup is checked when the game is opened.
    ///
    /// # Errors
    /// All faults at once: text that is no TOML, unknown keys with the nearest valid one, values of a wrong kind,
    /// fewer than two agents.
    pub fn from_toml(text: &str) -> Result<Self, ConfigFaults> {
        let table: toml::Table =
            text.parse().map_err(|error| ConfigFaults(vec![in_one_line(text, &error)]))?;
        let mut faults: Vec<String> = table
            .keys()
            .filter(|key| !KEYS.contains(&key.as_str()))
            .map(|key| unknown_key(key, &KEYS))
            .collect();
        let file = match ArenaFile::deserialize(table) {
            Ok(file) => file,
            Err(error) => {
                faults.push(in_one_line(text, &error));
                return Err(ConfigFaults(faults));
            }
        };
        let mut agent = |text: &String| {
            let spec = text.parse::<AgentSpec>();
            spec.map_err(|error| faults.push(error.to_string())).ok()
        };
        let agents: Vec<AgentSpec> = file.agents.iter().filter_map(&mut agent).collect();
        let candidate = file.candidate.as_ref().and_then(&mut agent);
        if file.agents.len() < 2 {
            faults.push(format!("agents: an arena needs two at least, not {}", file.agents.len()));
        }
        if let Some(candidate) = candidate.as_ref().filter(|candidate| !agents.contains(candidate)) {
            faults.push(format!("candidate: '{candidate}' is not one of the agents"));
        }
        if file.pairs == 0 {
            faults.push("pairs: expected a whole number from 1".into());
        }
        let mut setup =
            Setup { game: file.game, scenario: file.scenario, preset: file.preset, ..Setup::default() };
        setup.options = option_values(file.options, &mut faults);
        if !faults.is_empty() {
            return Err(ConfigFaults(faults));
        }
        Ok(Self { setup, agents, pairs: file.pairs, seed: file.seed, candidate })
    }

    /// The plan for the game that the setup made.
    pub fn plan(&self, setup: &ResolvedSetup) -> ArenaPlan {
        let mut plan =
            ArenaPlan::everyone_against_everyone(setup, self.agents.clone(), self.pairs, self.seed);
        if let Some(index) = self.agents.iter().position(|agent| Some(agent) == self.candidate.as_ref()) {
            plan.meetings =
                (0..self.agents.len()).filter(|&other| other != index).map(|other| (index, other)).collect();
        }
        plan
    }
}

/// The options of a file: words, numbers, or true and false for switches. Other values are faults.
pub(crate) fn option_values(options: toml::Table, faults: &mut Vec<String>) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for (key, value) in options {
        match value {
            toml::Value::String(text) => drop(values.insert(key, text)),
            toml::Value::Integer(number) => drop(values.insert(key, number.to_string())),
            toml::Value::Boolean(on) => drop(values.insert(key, if on { "on" } else { "off" }.into())),
            other => faults.push(format!("options.{key}: expected a string, not {}", other.type_str())),
        }
    }
    values
}

/// What is wrong with the text, and in which line where that is known.
pub(crate) fn in_one_line(text: &str, error: &toml::de::Error) -> String {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    match error.span() {
        Some(span) => format!("line {}: {}", line(span.start), error.message()),
        None => error.to_string().trim_end().replace('\n', " "),
    }
}

/// The answer to a key that is none of `keys`.
pub(crate) fn unknown_key(key: &str, keys: &[&str]) -> String {
    let nearest = keys.iter().max_by(|a, b| strsim::jaro(key, a).total_cmp(&strsim::jaro(key, b)));
    match nearest {
        Some(name) if strsim::jaro(key, name) > 0.75 => format!("no key '{key}'; did you mean '{name}'?"),
        _ => format!("no key '{key}'; there is {}", keys.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_env::core::Game;
    use spinward_env::games::pig::Pig;

    #[test]
    fn every_fault_of_a_file_is_reported() {
        let text =
            "game = 'pig'\nagent = 'x'\npairz = 3\npairs = 0\nagents = ['random:x']\ncandidate = 'greedy'";
        let faults = ArenaConfig::from_toml(text).unwrap_err().to_string();
        for part in ["'agents'?", "'pairs'?", "needs two", "KEY=VALUE", "'greedy' is not one of", "from 1"] {
            assert!(faults.contains(part), "{part}: {faults}");
        }
    }

    #[test]
    fn a_candidate_meets_everyone_and_the_others_do_not_meet() {
        let text = "game = 'pig'\nagents = ['random', 'greedy', 'scripted']\ncandidate = 'greedy'\noptions = { target = 50 }";
        let config = ArenaConfig::from_toml(text).unwrap();
        let game = Pig::from_setup(&config.setup).unwrap();
        assert_eq!(game.setup().integer("target"), 50);
        assert_eq!(config.plan(game.setup()).meetings, [(1, 0), (1, 2)]);
    }
}
