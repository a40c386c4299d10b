//! What is played: factors become variants of one setup, and every game of every variant has a number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spinward_agents::roster::AgentSpec;
use spinward_env::core::{Card, OptionDomain, ResolvedSetup, Setup, SetupFaults};
use spinward_env::games::CompleteGame;
use thiserror::Error;

/// The variant that the others are compared with.
pub const BASE: &str = "base";

/// Rounds of the search for the fair handicap.
pub const ROUNDS: u32 = 10;

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalancePlan {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The base, then one for each setting of each factor.
    pub variants: Vec<Variant>,
    /// The agent on every side, as [`AgentSpec`] writes it.
    pub agent: String,
    /// Games of each variant without a handicap, for the win rates.
    pub games: u32,
    /// Games of each variant that look for the fair handicap; 0: it is not looked for.
    pub handicap_games: u32,
    /// Decides every die and every agent's randomness. Games of the same number have the same dice in every variant.
    pub seed: u64,
}

/// One setting of the options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// [`BASE`], or what differs from it.
    pub name: String,
    /// The preset's id.
    pub preset: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// Figures that differ from the game's data.
    pub figures: BTreeMap<String, String>,
}

/// Why a balance can't be planned: every reason, each a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.join("; "))]
pub struct PlanFaults(pub Vec<String>);

/// How much is played, by whom, with which dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Effort {
    /// The agent on every side.
    pub agent: AgentSpec,
    /// See [`BalancePlan::games`], at least 1.
    pub games: u32,
    /// See [`BalancePlan::handicap_games`].
    pub handicap_games: u32,
    /// See [`BalancePlan::seed`].
    pub seed: u64,
}

impl BalancePlan {
    /// The plan for a game: `setup` is the base, and each factor is `KEY=VALUE`, `preset=ID`, several of these with commas
    /// between them, or the `KEY` of a switch or a word option alone, which stands for all its other values.
    ///
    /// # Errors
    /// All faults: of the factors, of the setups that they lead to, and a handicap that can't be looked for.
    pub fn new<G: CompleteGame>(
        game: &G,
        setup: &Setup,
        factors: &[String],
        effort: &Effort,
    ) -> Result<Self, PlanFaults> {
        let card = G::card();
        let base = game.setup();
        let mut variants = vec![Variant::of(BASE, base)];
        let mut faults = Vec::new();
        for factor in factors {
            let settings = match settings(factor, &card, base) {
                Ok(settings) => settings,
                Err(fault) => {
                    faults.push(format!("factor '{factor}': {fault}"));
                    continue;
                }
            };
            for setting in settings {
                let name = setting.iter().map(in_text).collect::<Vec<_>>().join(",");
                match changed(setup, &setting).resolve(&card) {
                    Err(SetupFaults(problems)) => {
                        faults.extend(problems.iter().map(|problem| format!("factor '{factor}': {problem}")));
                    }
                    Ok(resolved) if same_game(&resolved, base) => {
                        faults.push(format!(
                            "factor '{factor}': {name} changes nothing, it is what the base has"
                        ));
                    }
                    Ok(resolved) if let Some(idle) = idle_part(setup, &setting, &card, &resolved) => {
                        let idle = in_text(idle);
                        faults.push(format!("factor '{factor}': {idle} changes nothing there; leave it out"));
                    }
                    Ok(resolved) => {
                        let variant = Variant::of(&name, &resolved);
                        match variants.iter().find(|other| other.options == variant.options) {
                            Some(other) if other.name == name => {
                                faults.push(format!("factor '{factor}': {name} is there twice"));
                            }
                            Some(Variant { name: other, .. }) => {
                                faults.push(format!("factor '{factor}': {name} is the same as {other}"));
                            }
                            None => variants.push(variant),
                        }
                    }
                }
            }
        }
        if effort.handicap_games > 0 {
            faults.extend(handicap_fault::<G>(base, &variants));
        }
        if !faults.is_empty() {
            return Err(PlanFaults(faults));
        }
        Ok(Self {
            game: base.game.into(),
            scenario: base.scenario.into(),
            variants,
            agent: effort.agent.to_string(),
            games: effort.games,
            handicap_games: effort.handicap_games,
            seed: effort.seed,
        })
    }

    /// The setup of a variant with a handicap, which is positive for the second seat and negative for the first.
    pub fn setup<G: CompleteGame>(&self, variant: usize, handicap: i32) -> Setup {
        let Variant { preset, options, figures, .. } = &self.variants[variant];
        let setup = Setup {
            game: self.game.clone(),
            scenario: Some(self.scenario.clone()),
            preset: Some(preset.clone()),
            options: options.clone(),
            figures: figures.clone(),
        };
        match (handicap, G::handicaps()) {
            (0, _) => setup,
            (_, [first, second]) => {
                setup.set(*first, (-handicap).max(0).to_string()).set(*second, handicap.max(0).to_string())
            }
            _ => setup,
        }
    }

    /// How many games there are.
    pub fn planned(&self) -> u64 {
        self.variants.len() as u64 * (u64::from(self.games) + u64::from(self.handicap_games))
    }

    /// The numbers of the games of a round: those without a handicap in round 0, the rounds of the search from 1.
    pub fn numbers(&self, round: u32) -> std::ops::Range<u32> {
        let start = |round: u32| {
            let before = u64::from(self.handicap_games) * u64::from(round - 1) / u64::from(ROUNDS);
            self.games + before as u32
        };
        if round == 0 { 0..self.games } else { start(round)..start(round + 1) }
    }
}

impl Variant {
    fn of(name: &str, setup: &ResolvedSetup) -> Self {
        Self {
            name: name.into(),
            preset: setup.preset.into(),
            options: setup.values().map(|(key, value)| (key.into(), value.into())).collect(),
            figures: setup.figures().clone(),
        }
    }
}

type Setting = Vec<(String, String)>;

/// The settings that a factor stands for.
fn settings(factor: &str, card: &Card, base: &ResolvedSetup) -> Result<Vec<Setting>, String> {
    let parts: Vec<&str> = factor.split(',').map(str::trim).collect();
    if let [key] = parts[..]
        && !key.contains('=')
    {
        let values = other_values(key, card, base)?;
        return Ok(values.into_iter().map(|value| vec![(key.to_string(), value)]).collect());
    }
    let pair = |part: &&str| {
        let pair = part.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty());
        let (key, value) = pair.ok_or_else(|| format!("'{part}' is not KEY=VALUE"))?;
        Ok((key.trim().to_string(), value.trim().to_string()))
    };
    let setting: Setting = parts.iter().map(pair).collect::<Result<_, String>>()?;
    for (index, (key, value)) in setting.iter().enumerate() {
        if let Some((_, other)) = setting[..index].iter().find(|(earlier, _)| earlier == key) {
            return Err(format!("{key} is set twice, to {other} and to {value}; once would be right"));
        }
    }
    Ok(vec![setting])
}

/// The values of a switch or a word option but the one that the base has.
fn other_values(key: &str, card: &Card, base: &ResolvedSetup) -> Result<Vec<String>, String> {
    let Some(option) = card.options.iter().find(|option| option.key == key) else {
        // The words for an unknown option are those of setups.
        let SetupFaults(faults) =
            Setup::new(card.id).set(key, "").resolve(card).expect_err("an unknown option");
        return Err(faults.into_iter().map(|fault| fault.problem).collect::<Vec<_>>().join("; "));
    };
    let values: Vec<&str> = match option.domain {
        OptionDomain::Switch => vec!["on", "off"],
        OptionDomain::Words(words) => words.to_vec(),
        OptionDomain::Integer { min, max } => {
            return Err(format!("it takes numbers from {min} to {max}: say which, as {key}=NUMBER"));
        }
    };
    let own = if base.has(key) { base.word(key) } else { "" };
    Ok(values.into_iter().filter(|value| *value != own).map(String::from).collect())
}

fn in_text((key, value): &(String, String)) -> String {
    format!("{key}={value}")
}

fn changed<'a>(setup: &Setup, setting: impl IntoIterator<Item = &'a (String, String)>) -> Setup {
    setting.into_iter().fold(setup.clone(), |setup, (key, value)| match key.as_str() {
        "preset" => setup.preset(value),
        _ => setup.set(key, value),
    })
}

/// The part of a setting without which it would be the same.
fn idle_part<'a>(
    setup: &Setup,
    setting: &'a Setting,
    card: &Card,
    resolved: &ResolvedSetup,
) -> Option<&'a (String, String)> {
    setting.iter().find(|part| {
        let rest = setting.iter().filter(|other| other != part);
        changed(setup, rest).resolve(card).is_ok_and(|without| same_game(&without, resolved))
    })
}

fn same_game(a: &ResolvedSetup, b: &ResolvedSetup) -> bool {
    a.values().eq(b.values())
}

/// Why the fair handicap of this game can't be looked for.
fn handicap_fault<G: CompleteGame>(base: &ResolvedSetup, variants: &[Variant]) -> Option<String> {
    let keys = G::handicaps();
    let instead = "handicap_games = 0 leaves the search out";
    if keys.len() != 2 || !keys.iter().all(|key| base.has(key)) {
        let (game, scenario) = (base.game, base.scenario);
        return Some(format!("{game}/{scenario} has no handicaps for its sides ({instead})"));
    }
    let is_set = |key: &&&str| variants.iter().any(|variant| variant.options[**key] != "0");
    keys.iter().find(is_set).map(|key| format!("{key} is set, but it is what is to be found ({instead})"))
}

/// The largest handicaps, as the two ends of one scale: negative for the first seat, positive for the second.
pub fn handicap_range<G: CompleteGame>() -> Option<[i32; 2]> {
    let card = G::card();
    let largest = |key: &str| match card.options.iter().find(|option| option.key == key)?.domain {
        OptionDomain::Integer { max, .. } => i32::try_from(max).ok(),
        _ => None,
    };
    match G::handicaps() {
        [first, second] => Some([-largest(first)?, largest(second)?]),
        _ => None,
    }
}
