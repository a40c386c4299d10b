//! Agents by name: what `--agents random,greedy,rollout-mcts:visits=200` means.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use spinward_env::core::ResolvedSetup;
use spinward_env::doctrine::DoctrineValues;
use spinward_env::games::CompleteGame;
use thiserror::Error;

use crate::agent::Agent;
use crate::baseline::{GreedyAgent, RandomAgent, ScriptedAgent, parse_doctrine};
use crate::evaluators::{DoctrineEvaluator, Horizon, PlayoutEvaluator};
use crate::file;
use crate::names::unknown_name;
use crate::net::{self, Backend, Weights};
use crate::policy::PolicyAgent;
use crate::search::{ChanceLeaf, Encoded, PositionEvaluator, SearchAgent, SearchConfig, Selection};

/// The option that names a doctrine file.
const DOCTRINE: &str = "doctrine";
/// The option that names a file of weights.
const WEIGHTS: &str = "weights";

/// An agent as commands and files write it: `NAME` or `NAME:KEY=VALUE:KEY=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentSpec {
    /// The name of an entry of a [`Roster`].
    pub name: String,
    /// What differs from the entry's defaults.
    pub options: BTreeMap<String, String>,
}

/// Why an agent could not be made: every reason, each a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} '{spec}': {}", .faults.join("; "))]
pub struct AgentSpecError {
    /// What was to be made: `agent` or `evaluator`.
    pub what: &'static str,
    /// The specification.
    pub spec: String,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

impl AgentSpec {
    /// The agent of this name, with its defaults.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), options: BTreeMap::new() }
    }

    /// The agents of a comma-separated list.
    ///
    /// # Errors
    /// The first specification that can't be read.
    pub fn list(text: &str) -> Result<Vec<Self>, AgentSpecError> {
        text.split(',').map(|spec| spec.trim().parse()).collect()
    }

    /// The files that its options name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [DOCTRINE, WEIGHTS].into_iter().filter_map(|key| self.options.get(key)).map(Path::new)
    }

    /// This specification's error.
    pub fn error(&self, faults: Vec<String>) -> AgentSpecError {
        AgentSpecError { what: "agent", spec: self.to_string(), faults }
    }

    /// Reads the options, collecting every fault; ends with [`OptionReader::finish`].
    pub fn reader(&self) -> OptionReader<'_> {
        OptionReader { spec: self, known: Vec::new(), faults: Vec::new() }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.options.iter().try_for_each(|(key, value)| write!(f, ":{key}={value}"))
    }
}

impl FromStr for AgentSpec {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<Self, AgentSpecError> {
        let mut parts = text.split(':');
        let mut spec = Self::new(parts.next().unwrap_or_default().trim());
        let mut faults = Vec::new();
        if spec.name.is_empty() {
            faults.push("expected NAME or NAME:KEY=VALUE".into());
        }
        for part in parts {
            match part.split_once('=') {
                Some((key, value)) => {
                    if spec.options.insert(key.trim().into(), value.trim().into()).is_some() {
                        faults.push(format!("'{}' is set twice", key.trim()));
                    }
                }
                None => faults.push(format!("'{part}' is not KEY=VALUE")),
            }
        }
        if faults.is_empty() {
            Ok(spec)
        } else {
            Err(AgentSpecError { what: "agent", spec: text.into(), faults })
        }
    }
}

/// Reads the options of a specification one by one.
#[derive(Debug)]
pub struct OptionReader<'a> {
    spec: &'a AgentSpec,
    known: Vec<String>,
    faults: Vec<String>,
}

impl<'a> OptionReader<'a> {
    /// The text of an option, if it is set.
    pub fn text(&mut self, key: &str) -> Option<&'a str> {
        self.known.push(key.into());
        self.spec.options.get(key).map(String::as_str)
    }

    /// The value of an option, or `default`; `expected` says in words what it takes.
    pub fn value<T: FromStr>(&mut self, key: &str, default: T, expected: &str) -> T {
        match self.text(key).map(str::parse) {
            None => default,
            Some(Ok(value)) => value,
            Some(Err(_)) => {
                let got = &self.spec.options[key];
                self.faults.push(format!("{key}={got}: expected {expected}"));
                default
            }
        }
    }

    /// Notes a fault that the caller found.
    pub fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    /// Ends reading.
    ///
    /// # Errors
    /// Every fault so far, and every option that was never asked for, with the nearest that was.
    pub fn finish(mut self) -> Result<(), AgentSpecError> {
        for key in self.spec.options.keys().filter(|key| !self.known.contains(key)) {
            self.faults.push(unknown_name("option", key, self.known.iter().map(String::as_str)));
        }
        if self.faults.is_empty() { Ok(()) } else { Err(self.spec.error(self.faults)) }
    }
}

/// Makes an agent for a game from the options of its specification.
pub type Build<G> =
    Box<dyn Fn(&Arc<G>, &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentSpecError> + Send + Sync>;

/// Agents that play with the weights that ship for the scenario where no others are named.
pub(crate) const SHIPS: [&str; 2] = ["trained", "policy"];

/// The agents that can be asked for by name.
pub struct Roster<G: CompleteGame> {
    entries: Vec<Entry<G>>,
}

struct Entry<G: CompleteGame> {
    name: String,
    summary: String,
    build: Build<G>,
}

impl<G: CompleteGame> fmt::Debug for Roster<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| &entry.name)).finish()
    }
}

impl<G: CompleteGame> Roster<G> {
    /// The agents that need no network.
    pub fn without_networks() -> Self {
        let mut roster = Self { entries: Vec::new() };
        roster.add("random", "any legal action, all equally likely", |game, spec| {
            spec.reader().finish()?;
            Ok(Box::new(RandomAgent::new(Arc::clone(game))))
        });
        roster.add("greedy", "looks one plan ahead by the game's own estimate", |game, spec| {
            spec.reader().finish()?;
            Ok(Box::new(GreedyAgent::new(Arc::clone(game))))
        });
        roster.add(
            "scripted",
            "plays the game's doctrine (doctrine=FILE, or its parameters as options)",
            |game, spec| Ok(Box::new(ScriptedAgent::new(Arc::clone(game), doctrine_of::<G>(spec)?))),
        );
        roster.add(
            "rollout-mcts",
            "UCT with random playouts (visits=N, horizon=turn or end, depth=N decisions, exploration=C)",
            |game, spec| {
                let mut reader = spec.reader();
                let config = rollout_config(&mut reader);
                let horizon = reader.value("horizon", Horizon::End, "turn or end");
                let depth = reader.value("depth", 200, "a number of decisions");
                reader.finish()?;
                search_agent(game, spec, config, PlayoutEvaluator::new(horizon, depth))
            },
        );
        roster.add(
            "scripted-search",
            "Gumbel search guided by the game's doctrine and estimate (options of the search)",
            |game, spec| {
                let mut reader = spec.reader();
                let config = read_search_config(&mut reader, SearchConfig::default());
                let sharpness = reader.value("sharpness", 3.0, "a number");
                reader.finish()?;
                let doctrine = DoctrineValues::defaults::<G>();
                search_agent(game, spec, config, DoctrineEvaluator::new(doctrine, sharpness))
            },
        );
        roster
    }

    /// Adds an agent; one of the same name is replaced.
    pub fn add<F>(&mut self, name: impl Into<String>, summary: impl Into<String>, build: F)
    where
        F: Fn(&Arc<G>, &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentSpecError> + Send + Sync + 'static,
    {
        let name = name.into();
        self.entries.retain(|entry| entry.name != name);
        self.entries.push(Entry { name, summary: summary.into(), build: Box::new(build) });
    }

    /// Adds agents that play with a network: `trained` (search), `policy` (no search) and `clone` (imitates the
    /// scripted agent). Their options are `weights=FILE` and those of the search; `visits=0` plays the policy
    /// alone. Without a file the first two take the weights that ship for the scenario.
    pub fn with_networks(mut self) -> Self {
        let kinds = [
            ("trained", "a network with Gumbel search", SearchConfig::default().simulations),
            ("policy", "a network without search", 0),
            ("clone", "a network that imitates the scripted agent, without search", 0),
        ];
        for (name, summary, visits) in kinds {
            let ships = SHIPS.contains(&name);
            let summary = format!("{summary} (weights=FILE, visits=N, options of the search)");
            self.add(name, summary, move |game, spec| {
                let mut reader = spec.reader();
                let visits = reader.value("visits", visits, "a number of simulations");
                let config = read_search_config(&mut reader, SearchConfig::default());
                let weights = read_weights(&mut reader, game.setup(), ships);
                reader.finish()?;
                let (origin, weights) = weights.expect("a missing file is a fault");
                network_agent(game, spec, &weights, &origin, (visits > 0).then_some(config))
            });
        }
        self
    }

    /// Names and summaries, in the order in which they were added.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|entry| (entry.name.as_str(), entry.summary.as_str()))
    }

    /// Makes an agent for a game.
    ///
    /// # Errors
    /// If there is no such agent (with the list and the nearest name), or its options are wrong.
    pub fn build(&self, game: &Arc<G>, spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
        let Some(entry) = self.entries.iter().find(|entry| entry.name == spec.name) else {
            return Err(spec.error(vec![unknown_name("agent", &spec.name, self.entries().map(|e| e.0))]));
        };
        (entry.build)(game, spec)
    }
}

/// An agent that plays with a network: with this search, or its policy alone. `origin` names the weights in errors.
///
/// # Errors
/// If the weights were made for something else, or a key of the configuration is out of range.
pub fn network_agent<G: CompleteGame>(
    game: &Arc<G>,
    spec: &AgentSpec,
    weights: &Weights,
    origin: &str,
    search: Option<SearchConfig>,
) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
    let evaluator =
        net::open(weights, &**game, Backend::Cpu, origin).map_err(|e| spec.error(vec![e.to_string()]))?;
    match search {
        Some(config) => search_agent(game, spec, config, Encoded(evaluator)),
        None => Ok(Box::new(PolicyAgent::new(Arc::clone(game), Encoded(evaluator)))),
    }
}

/// A search agent, or what is wrong with its configuration.
///
/// # Errors
/// If a key of the configuration is out of range.
pub fn search_agent<G, E>(
    game: &Arc<G>,
    spec: &AgentSpec,
    config: SearchConfig,
    evaluator: E,
) -> Result<Box<dyn Agent<G>>, AgentSpecError>
where
    G: CompleteGame,
    E: PositionEvaluator<G> + 'static,
{
    let agent = SearchAgent::new(Arc::clone(game), config, evaluator);
    agent.map(|agent| Box::new(agent) as Box<dyn Agent<G>>).map_err(|e| spec.error(vec![e.to_string()]))
}

/// The weights of option `weights`, or else those that ship for the scenario, with the name that errors call them by;
/// `None` after noting a fault.
pub(crate) fn read_weights(
    reader: &mut OptionReader<'_>,
    setup: &ResolvedSetup,
    ships: bool,
) -> Option<(String, Weights)> {
    let found = match reader.text(WEIGHTS) {
        Some(file) => Weights::load(Path::new(file)).map(|weights| Some((file.to_string(), weights))),
        None if ships => net::shipped(setup),
        None => Ok(None),
    };
    match found {
        Ok(Some(found)) => return Some(found),
        Ok(None) if ships => {
            let (game, scenario) = (setup.game, setup.scenario);
            reader.fault(format!("weights=FILE is missing, and no weights ship for {game}/{scenario}"));
        }
        Ok(None) => reader.fault("weights=FILE is missing"),
        Err(error) => reader.fault(error.to_string()),
    }
    None
}

fn rollout_config(reader: &mut OptionReader<'_>) -> SearchConfig {
    let default = SearchConfig::default();
    SearchConfig {
        simulations: reader.value("visits", 200, "a number of simulations"),
        selection: Selection::Uct,
        exploration: reader.value("exploration", std::f32::consts::SQRT_2, "a number"),
        chance_leaf: ChanceLeaf::Sample,
        ..default
    }
}

/// Reads the options that every agent with a search takes: `visits`, `considered`, `c_visit`, `c_scale`,
/// `rescale`, `selection`, `exploration`, `chance_leaf`, `noise`, `reuse`, `leaves`, `cheat`.
pub fn read_search_config(reader: &mut OptionReader<'_>, default: SearchConfig) -> SearchConfig {
    SearchConfig {
        simulations: reader.value("visits", default.simulations, "a number of simulations"),
        max_considered: reader.value("considered", default.max_considered, "a number of actions"),
        c_visit: reader.value("c_visit", default.c_visit, "a number"),
        c_scale: reader.value("c_scale", default.c_scale, "a number"),
        rescale: reader.value("rescale", default.rescale, "node, returns or off"),
        selection: reader.value("selection", default.selection, "gumbel, puct or uct"),
        exploration: reader.value("exploration", default.exploration, "a number"),
        chance_leaf: reader.value("chance_leaf", default.chance_leaf, "afterstate or sample"),
        gumbel_noise: reader.value("noise", default.gumbel_noise, "true or false"),
        reuse: reader.value("reuse", default.reuse, "true or false"),
        leaves: reader.value("leaves", default.leaves, "a number of leaves"),
        cheat: reader.value("cheat", default.cheat, "true or false"),
        ..default
    }
}

/// A doctrine from a file, from parameters given as options, or from both (the options win).
fn doctrine_of<G: CompleteGame>(spec: &AgentSpec) -> Result<DoctrineValues, AgentSpecError> {
    let mut reader = spec.reader();
    let mut values = DoctrineValues::defaults::<G>();
    if let Some(file) = reader.text(DOCTRINE) {
        let examples = format!("configs/agents/{}", G::card().id);
        match file::read_text(Path::new(file)).map_err(|error| error.or_one_of(&examples)) {
            Err(error) => reader.fault(error.to_string()),
            Ok(text) => match parse_doctrine::<G>(&text) {
                Ok(from_file) => values = from_file,
                Err(fault) => reader.fault(format!("{file}: {fault}")),
            },
        }
    }
    for parameter in G::doctrine_parameters() {
        if reader.text(parameter.key).is_some() {
            let number = reader.value(parameter.key, parameter.default, "a number");
            if let Err(fault) = values.set::<G>(parameter.key, number) {
                reader.fault(fault);
            }
        }
    }
    reader.finish()?;
    Ok(values)
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Game, Seat, Setup};
    use spinward_env::games::pig::{Pig, PigAction, PigState};

    use super::*;
    use crate::agent::Limits;
    use crate::net::{Interface, NetworkConfig, Precision};

    fn refusal(text: &str) -> String {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let built = text.parse().and_then(|spec| Roster::without_networks().build(&game, &spec));
        built.err().expect("refused").to_string()
    }

    #[test]
    fn a_specification_reads_back_as_it_was_written() {
        let list = AgentSpec::list("random, scripted:hold_at=25").unwrap();
        assert_eq!(list[0], AgentSpec::new("random"));
        assert_eq!(list[1].to_string(), "scripted:hold_at=25");
    }

    #[test]
    fn an_unknown_agent_is_answered_with_the_list_and_the_nearest() {
        let text = refusal("gredy");
        assert!(
            text.contains("did you mean 'greedy'") && text.contains("random, greedy, scripted"),
            "{text}"
        );
    }

    #[test]
    fn every_wrong_option_is_reported() {
        let text = refusal("scripted:hold=3:hold_at=x:doctrine=missing.toml");
        assert!(text.contains("no option 'hold'; did you mean 'hold_at'"), "{text}");
        assert!(text.contains("hold_at=x: expected a number"), "{text}");
        assert!(text.contains("missing.toml"), "{text}");
        assert!(refusal("random:seed").contains("'seed' is not KEY=VALUE"));
    }

    #[test]
    fn a_network_agent_plays_the_weights_of_its_file() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let roster = Roster::without_networks().with_networks();
        let weights = Weights::random(NetworkConfig::default(), Interface::of(&*game), 1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        weights.save(&path, Precision::F32).unwrap();
        for (name, visits) in [("trained", 16), ("policy", 0), ("clone", 0)] {
            let spec = AgentSpec::new(name);
            let spec = AgentSpec {
                options: BTreeMap::from([("weights".into(), path.to_str().unwrap().into())]),
                ..spec
            };
            let mut agent = roster.build(&game, &spec).unwrap();
            agent.begin(Seat::new(0), 1);
            let view = game.view(&game.initial_state(), Seat::new(0));
            let report = agent.decide(&view, &Limits::default()).unwrap().report;
            assert_eq!((report.visits, report.lines.len()), (visits, 2), "{name}");
        }
        let missing = roster.build(&game, &AgentSpec::new("trained")).err().unwrap().to_string();
        assert!(missing.contains("weights=FILE is missing"), "{missing}");
        let missing =
            roster.build(&game, &"policy:weights=none.st".parse().unwrap()).err().unwrap().to_string();
        assert!(missing.contains("none.st"), "{missing}");
    }

    #[test]
    fn the_options_of_a_scripted_agent_are_its_doctrine() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let spec = "scripted:hold_at=5".parse().unwrap();
        let mut agent = Roster::without_networks().build(&game, &spec).unwrap();
        agent.begin(Seat::new(0), 0);
        let state = PigState { turn_total: 6, ..game.initial_state() };
        let decision = agent.decide(&game.view(&state, Seat::new(0)), &Limits::default()).unwrap();
        assert_eq!(decision.action, PigAction::Hold);
    }
}
