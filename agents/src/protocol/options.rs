//! The engine's options: what there is, what is set.

use serde_json::{Map, Value, json};

use super::catalogue;
use super::error::{Code, Refusal};
use super::line::shown;
use super::wire::OptionLine;
use crate::names::unknown_name;
use crate::roster::AgentSpec;

/// Every option with its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub(super) agent: AgentSpec,
    /// Simulations of a `go` without limits; 0: what the agent's own options say.
    pub(super) visits: u32,
    pub(super) seed: u64,
    /// Whether a `go` depends on nothing but position, options and limits.
    pub(super) deterministic: bool,
    /// How many lines an `info` has; 0: there is none.
    pub(super) multi_pv: u32,
    pub(super) move_overhead_ms: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            agent: AgentSpec::new("scripted-search"),
            visits: 0,
            seed: 0,
            deterministic: false,
            multi_pv: 1,
            move_overhead_ms: 50,
        }
    }
}

/// The most simulations.
pub(super) const MOST_VISITS: u32 = 10_000_000;
/// The most lines of an `info`.
pub(super) const MOST_LINES: u32 = 100;
/// The most milliseconds: a day.
pub(super) const MOST_MS: u64 = 86_400_000;

const NAMES: [&str; 6] = ["Agent", "Visits", "Seed", "Deterministic", "MultiPv", "MoveOverheadMs"];

impl Options {
    /// The lines that tell a host what there is.
    pub(super) fn lines() -> Vec<OptionLine> {
        let defaults = Self::default();
        let agents = catalogue::agents().join(", ");
        let int = |name, default: u64, max: u64, help: &str| OptionLine {
            name,
            kind: "int",
            default: default.into(),
            min: Some(0),
            max: Some(max),
            help: help.into(),
        };
        let other =
            |name, kind, default, help| OptionLine { name, kind, default, min: None, max: None, help };
        let agent = format!("Who decides: NAME or NAME:KEY=VALUE; the names are {agents}.");
        let deterministic =
            "Each go depends on nothing but position, options and limits; limits of time are refused.";
        let visits = "Simulations of a go without limits; 0: what the agent's options say.";
        let overhead =
            "Taken off each limit of time, for the way to the host and back; at least 1 ms is left.";
        vec![
            other("Agent", "text", defaults.agent.to_string().into(), agent),
            int("Visits", defaults.visits.into(), MOST_VISITS.into(), visits),
            int("Seed", defaults.seed, u64::MAX, "All randomness of the agent follows from it."),
            other("Deterministic", "bool", defaults.deterministic.into(), deterministic.into()),
            int("MultiPv", defaults.multi_pv.into(), MOST_LINES.into(), "Lines of an info; 0: no info."),
            int("MoveOverheadMs", defaults.move_overhead_ms, MOST_MS, overhead),
        ]
    }

    /// Every option with its value.
    pub(super) fn values(&self) -> Map<String, Value> {
        let values = [
            json!(self.agent.to_string()),
            json!(self.visits),
            json!(self.seed),
            json!(self.deterministic),
            json!(self.multi_pv),
            json!(self.move_overhead_ms),
        ];
        NAMES.into_iter().map(String::from).zip(values).collect()
    }

    /// The options with these values set, all or none.
    ///
    /// # Errors
    /// Every fault: options that there are not, values that they don't take.
    pub(super) fn with(&self, values: &Map<String, Value>) -> Result<Self, Refusal> {
        let (mut options, mut unknown, mut faults) = (self.clone(), false, Vec::new());
        for (name, value) in values {
            if !NAMES.contains(&name.as_str()) {
                unknown = true;
                faults.push(unknown_name("option", &shown(name), NAMES));
            } else if let Err(fault) = options.set(name, value) {
                faults.push(format!("{name}: {fault}"));
            }
        }
        let code = if unknown { Code::UnknownOption } else { Code::BadValue };
        if faults.is_empty() { Ok(options) } else { Err(Refusal::new(code, faults.join("; "))) }
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        match name {
            "Agent" => self.agent = agent(value)?,
            "Visits" => self.visits = whole(value, MOST_VISITS)?,
            "Seed" => self.seed = whole(value, u64::MAX)?,
            "Deterministic" => self.deterministic = value.as_bool().ok_or("expected true or false")?,
            "MultiPv" => self.multi_pv = whole(value, MOST_LINES)?,
            _ => self.move_overhead_ms = whole(value, MOST_MS)?,
        }
        Ok(())
    }
}

fn agent(value: &Value) -> Result<AgentSpec, String> {
    let text = value.as_str().ok_or("expected text: NAME or NAME:KEY=VALUE")?;
    let spec: AgentSpec = text.parse().map_err(|error: crate::roster::AgentSpecError| error.to_string())?;
    let names = catalogue::agents();
    if names.contains(&spec.name) {
        Ok(spec)
    } else {
        Err(unknown_name("agent", &shown(&spec.name), names.iter().map(String::as_str)))
    }
}

fn whole<N: TryFrom<u64> + Into<u64> + Copy>(value: &Value, most: N) -> Result<N, String> {
    let number = value.as_u64().filter(|&number| number <= most.into());
    number.and_then(|number| number.try_into().ok()).ok_or_else(|| {
        let most: u64 = most.into();
        format!("expected a whole number from 0 to {most}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: Value) -> Result<Options, Refusal> {
        Options::default().with(values.as_object().unwrap())
    }

    #[test]
    fn every_option_can_be_set_to_what_it_is() {
        let options = Options { visits: 3, deterministic: true, seed: u64::MAX, ..Options::default() };
        assert_eq!(Options::default().with(&options.values()), Ok(options));
        let defaults: Map<String, Value> =
            Options::lines().into_iter().map(|line| (line.name.into(), line.default)).collect();
        assert_eq!(defaults, Options::default().values());
    }

    #[test]
    fn every_fault_is_told() {
        let refusal = set(json!({"Visits": -1, "Thread": 4, "Agent": "gredy", "MultiPv": 2})).unwrap_err();
        assert_eq!(refusal.code, Code::UnknownOption);
        for part in ["Visits: expected a whole number from 0 to 10000000", "no option 'Thread'", "'greedy'"] {
            assert!(refusal.message.contains(part), "{}", refusal.message);
        }
        assert_eq!(set(json!({"Deterministic": 1})).unwrap_err().code, Code::BadValue);
        assert_eq!(set(json!({})), Ok(Options::default()));
    }
}
