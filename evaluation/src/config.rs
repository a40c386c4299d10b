//! The arena's file: what `spinward arena CONFIG` reads.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use spinward_agents::file::without_types;
use spinward_agents::identity::identity;
use spinward_agents::roster::AgentSpec;
use spinward_agents::values;
use spinward_env::core::{ResolvedSetup, Setup};
use thiserror::Error;

use crate::arena::{ArenaPlan, SprtPlan, Thinking, Which};
use crate::sprt::Sprt;

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
    /// How long everyone may think.
    pub thinking: Thinking,
    /// Who values positions, where luck is measured.
    pub luck: Option<AgentSpec>,
    /// The test that ends a meeting.
    pub sprt: Option<SprtPlan>,
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
    seed: Option<Seed>,
    candidate: Option<String>,
    visits: Option<u32>,
    seconds: Option<f64>,
    cpu_seconds: Option<f64>,
    luck: Option<String>,
    sprt: Option<SprtTable>,
}

const KEYS: [&str; 13] = [
    "game",
    "scenario",
    "preset",
    "options",
    "agents",
    "pairs",
    "seed",
    "candidate",
    "visits",
    "seconds",
    "cpu_seconds",
    "luck",
    "sprt",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtTable {
    elo0: f64,
    elo1: f64,
    #[serde(default = "default_error")]
    alpha: f64,
    #[serde(default = "default_error")]
    beta: f64,
    scores: Option<Which>,
}

const fn default_error() -> f64 {
    0.05
}

const fn default_pairs() -> u32 {
    100
}

/// A seed of a file: a whole number, or one in quotes, since numbers of TOML end at 2^63.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed(u64);

impl From<Seed> for u64 {
    fn from(Seed(number): Seed) -> Self {
        number
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let number = match toml::Value::deserialize(value)? {
            toml::Value::Integer(number) => u64::try_from(number).ok(),
            toml::Value::String(text) => text.parse().ok(),
            _ => None,
        };
        let fault = || {
            let (most, plain) = (u64::MAX, i64::MAX);
            Error::custom(format!("seed: expected a whole number from 0 to {most}, in quotes above {plain}"))
        };
        number.map(Seed).ok_or_else(fault)
    }
}

/// What is wrong with a list of agents that are to meet each other in a game of this setup: of three and more nobody may be there
/// twice, by whatever names of files, since his games would count twice. An agent against itself alone is a match.
pub fn agent_that_is_there_twice(agents: &[AgentSpec], setup: &ResolvedSetup) -> Option<String> {
    if agents.len() < 3 {
        return None;
    }
    let mut earlier: BTreeMap<String, &AgentSpec> = BTreeMap::new();
    for agent in agents {
        let own = match identity(agent, setup) {
            Ok(own) => own,
            Err(fault) => return Some(format!("agents: '{agent}': {fault}")),
        };
        match earlier.insert(own, agent) {
            Some(same) if same == agent => {
                return Some(format!("agents: '{agent}' is there twice, and its games would count twice"));
            }
            Some(same) => {
                return Some(format!(
                    "agents: '{same}' and '{agent}' are the same agent, with the same in their files, and its games would count twice"
                ));
            }
            None => {}
        }
    }
    None
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
        let luck = file.luck.as_deref().map(values::specification).transpose();
        let luck = luck.unwrap_or_else(|error| {
            faults.push(error.to_string());
            None
        });
        if file.agents.len() < 2 {
            faults.push(format!("agents: an arena needs two at least, not {}", file.agents.len()));
        }
        let thinking = Thinking { visits: file.visits, seconds: file.seconds, cpu_seconds: file.cpu_seconds };
        faults.extend(thinking.faults());
        let sprt = file.sprt.map(|SprtTable { elo0, elo1, alpha, beta, scores }| SprtPlan {
            test: Sprt { elo0, elo1, alpha, beta },
            scores: scores.unwrap_or_else(|| Which::best(luck.is_some())),
        });
        if let Some(sprt) = &sprt {
            faults.extend(sprt.faults(luck.is_some()));
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
        let seed = file.seed.map_or(1, u64::from);
        Ok(Self { setup, agents, pairs: file.pairs, seed, candidate, thinking, luck, sprt })
    }

    /// The plan for the game that the setup made.
    pub fn plan(&self, setup: &ResolvedSetup) -> ArenaPlan {
        let mut plan =
            ArenaPlan::everyone_against_everyone(setup, self.agents.clone(), self.pairs, self.seed);
        plan.thinking = self.thinking;
        plan.luck = self.luck.as_ref().map(ToString::to_string);
        plan.sprt = self.sprt;
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
        Some(span) if error.message().contains("too large") => {
            format!(
                "line {}: a number above {}; a seed as large is written in quotes",
                line(span.start),
                i64::MAX
            )
        }
        Some(span) => format!("line {}: {}", line(span.start), without_types(error.message())),
        None => without_types(&error.to_string().trim_end().replace('\n', " ")),
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

    /// Numbers of TOML end at 2^63, seeds don't.
    #[test]
    fn every_seed_can_be_written() {
        let read = |seed: &str| {
            ArenaConfig::from_toml(&format!("game = 'pig'\nagents = ['random', 'greedy']\n{seed}"))
        };
        for (seed, number) in [
            ("", 1),
            ("seed = 0", 0),
            ("seed = 9223372036854775807", i64::MAX as u64),
            ("seed = '9223372036854775808'", 1 << 63),
            ("seed = '18446744073709551615'", u64::MAX),
        ] {
            assert_eq!(read(seed).unwrap().seed, number, "{seed}");
        }
        for seed in ["seed = -1", "seed = 'x'", "seed = 1.5", "seed = '18446744073709551616'"] {
            let fault = read(seed).unwrap_err().to_string();
            assert!(fault.contains("in quotes above 9223372036854775807"), "{fault}");
        }
        let fault = read("seed = 9223372036854775808").unwrap_err().to_string();
        assert!(fault.contains("line 3") && fault.contains("in quotes"), "{fault}");
    }

    /// Of three agents one that is there twice would count twice, under two names of files, too; two may be the same.
    #[test]
    fn nobody_is_there_twice() {
        let pig = Pig::from_setup(&Setup::new("pig")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let doctrine = |name: &str, hold_at: u32| {
            let file = folder.path().join(name);
            std::fs::write(&file, format!("game = \"pig\"\nhold_at = {hold_at}\n")).unwrap();
            format!("scripted:doctrine={}", file.display())
        };
        let fault = |agents: &[&str]| {
            agent_that_is_there_twice(&AgentSpec::list(&agents.join(",")).unwrap(), pig.setup())
        };
        let (one, copy, other) = (doctrine("one", 20), doctrine("copy", 20), doctrine("other", 25));
        assert_eq!(fault(&["random", "random"]), None);
        assert_eq!(fault(&["random", &one, &other]), None);
        let twice = "agents: 'random' is there twice, and its games would count twice";
        assert_eq!(fault(&["random", "greedy", "random"]).unwrap(), twice);
        let same = fault(&[&one, "random", &copy]).unwrap();
        assert!(same.starts_with(&format!("agents: '{one}' and '{copy}' are the same agent")), "{same}");
    }

    #[test]
    fn limits_luck_and_a_test_are_read_and_checked() {
        let read = |more: &str| {
            ArenaConfig::from_toml(&format!("game = 'pig'\nagents = ['random', 'greedy']\n{more}"))
        };
        let config =
            read("visits = 8\nluck = 'estimate'\nsprt = { elo0 = -5, elo1 = 5, scores = 'adjusted' }");
        let config = config.unwrap();
        assert_eq!((config.thinking.visits, config.luck), (Some(8), Some(AgentSpec::new("estimate"))));
        let sprt = config.sprt.unwrap();
        assert_eq!((sprt.test.elo0, sprt.test.alpha, sprt.scores), (-5.0, 0.05, Which::Adjusted));
        let scores = |more: &str| read(more).unwrap().sprt.unwrap().scores;
        assert_eq!(scores("sprt = { elo0 = 0, elo1 = 5 }"), Which::Raw);
        assert_eq!(scores("luck = 'network'\nsprt = { elo0 = 0, elo1 = 5 }"), Which::Adjusted);
        for (more, part) in [
            ("visits = 0", "visits: expected a whole number from 1"),
            ("seconds = 0", "seconds: expected seconds above 0"),
            ("sprt = { elo0 = 5, elo1 = 5 }", "sprt: elo0 (5) must be below elo1 (5)"),
            ("sprt = { elo0 = 0, elo1 = 9000 }", "within -1000 to 1000"),
            ("sprt = { elo0 = 0, elo1 = 5, beta = 0.5 }", "beta: expected a number above 0 and below 0.5"),
            ("sprt = { elo0 = 0, elo1 = 5, scores = 'adjusted' }", "needs luck"),
            ("sprt = { elo0 = 0 }", "elo1"),
            ("sprt = { elo0 = 0, elo1 = 5, gamma = 1 }", "gamma"),
        ] {
            let faults = read(more).unwrap_err().to_string();
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
