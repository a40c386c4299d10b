use std::collections::BTreeMap;

use super::{Card, OptionDomain, SetupFault, SetupFaults};

/// What to play, as a file or a command line says it. Anything can be written here; only
/// [`Game::from_setup`](super::Game::from_setup) turns it into a game, and it reports all faults at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The scenario's id; `None`: the game's default.
    pub scenario: Option<String>,
    /// The preset's id; `None`: the game's default.
    pub preset: Option<String>,
    /// Options that differ from the preset.
    pub options: BTreeMap<String, String>,
    /// Figures that differ from the game's data, as TOML values, by the key of the
    /// [`Figure`](super::Figure).
    pub figures: BTreeMap<String, String>,
}

impl Setup {
    /// The default scenario and preset of a game.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), ..Self::default() }
    }

    /// The same, with this scenario.
    pub fn scenario(self, id: impl Into<String>) -> Self {
        Self { scenario: Some(id.into()), ..self }
    }

    /// The same, with this preset.
    pub fn preset(self, id: impl Into<String>) -> Self {
        Self { preset: Some(id.into()), ..self }
    }

    /// The same, with this option.
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.insert(key.into(), value.into());
        self
    }

    /// The same, with this figure corrected to a TOML value.
    pub fn correct(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.figures.insert(key.into(), value.into());
        self
    }

    /// Checks every name and value against a card and fills in every default.
    ///
    /// # Errors
    /// All faults: another game's setup, an unknown scenario, preset or option (with the nearest name), an
    /// option that the scenario does not take, a value outside its domain, corrected figures of a game that has none.
    /// The figures themselves are for the game to check.
    pub fn resolve(&self, card: &Card) -> Result<ResolvedSetup, SetupFaults> {
        let mut faults = Vec::new();
        let mut fault = |at: &str, problem: String| faults.push(SetupFault { at: at.into(), problem });
        if self.game != card.id {
            fault("game", format!("this is '{}', not '{}'", card.id, self.game));
        }
        let scenario =
            choose(self.scenario.as_deref(), card.scenarios.iter().map(|s| s.id)).unwrap_or_else(|problem| {
                fault("scenario", problem);
                card.scenarios[0].id
            });
        let preset =
            choose(self.preset.as_deref(), card.presets.iter().map(|p| p.id)).unwrap_or_else(|problem| {
                fault("preset", problem);
                card.presets[0].id
            });

        let preset_values = card.presets.iter().find(|p| p.id == preset).map_or(&[][..], |p| &p.values);
        let offered = |scenarios: &[&str]| scenarios.is_empty() || scenarios.contains(&scenario);
        let mut values: BTreeMap<&'static str, String> = card
            .options
            .iter()
            .filter(|option| offered(option.scenarios))
            .map(|option| (option.key, option.default.to_string()))
            .collect();
        for &(key, value) in preset_values {
            values.entry(key).and_modify(|v| *v = value.to_string());
        }
        for (key, value) in &self.options {
            let Some(option) = card.options.iter().find(|option| option.key == key) else {
                fault(key, unknown("option", key, card.options.iter().map(|o| o.key)));
                continue;
            };
            if !offered(option.scenarios) {
                fault(
                    key,
                    format!("scenario '{scenario}' does not take it (only {})", option.scenarios.join(", ")),
                );
            } else if let Err(problem) = option.domain.check(value) {
                fault(key, problem);
            } else {
                values.insert(option.key, value.clone());
            }
        }
        if !card.takes_figures {
            let problem = format!("{} has no figures to correct", card.id);
            faults.extend(
                self.figures.keys().map(|key| SetupFault { at: key.clone(), problem: problem.clone() }),
            );
        }
        if !faults.is_empty() {
            return Err(SetupFaults(faults));
        }
        Ok(ResolvedSetup { game: card.id, scenario, preset, values, figures: self.figures.clone() })
    }
}

/// A setup with nothing left to guess: known ids and a value for every option of its scenario.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResolvedSetup {
    /// The game's id.
    pub game: &'static str,
    /// The scenario's id.
    pub scenario: &'static str,
    /// The preset's id.
    pub preset: &'static str,
    values: BTreeMap<&'static str, String>,
    figures: BTreeMap<String, String>,
}

impl ResolvedSetup {
    /// The value of a word option.
    ///
    /// # Panics
    /// Like all of these getters, if the scenario has no such option: the keys are the game's own.
    pub fn word(&self, key: &str) -> &str {
        &self.values[key]
    }

    /// Whether a switch is on.
    pub fn switch(&self, key: &str) -> bool {
        self.values[key] == "on"
    }

    /// The value of an integer option.
    pub fn integer(&self, key: &str) -> i64 {
        self.values[key].parse().expect("checked by OptionDomain::check")
    }

    /// Whether the scenario takes this option.
    pub fn has(&self, key: &str) -> bool {
        self.values.contains_key(key)
    }

    /// Every option with its value, by key.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// The figures that differ from the game's data, as TOML values, by key.
    pub const fn figures(&self) -> &BTreeMap<String, String> {
        &self.figures
    }

    /// The setup that resolves to this one, with every value written out.
    pub fn to_setup(&self) -> Setup {
        Setup {
            game: self.game.into(),
            scenario: Some(self.scenario.into()),
            preset: Some(self.preset.into()),
            options: self.values.iter().map(|(k, v)| (k.to_string(), v.clone())).collect(),
            figures: self.figures.clone(),
        }
    }
}

impl OptionDomain {
    /// # Errors
    /// What values would be right.
    pub fn check(&self, value: &str) -> Result<(), String> {
        match self {
            Self::Switch if value == "on" || value == "off" => Ok(()),
            Self::Switch => Err(format!("'{value}' is neither on nor off")),
            Self::Words(words) if words.contains(&value) => Ok(()),
            Self::Words(words) => Err(unknown("value", value, words.iter().copied())),
            Self::Integer { min, max } => match value.parse::<i64>() {
                Ok(n) if (*min..=*max).contains(&n) => Ok(()),
                _ => Err(format!("'{value}' is not a whole number from {min} to {max}")),
            },
        }
    }
}

fn choose(
    wanted: Option<&str>,
    mut offered: impl Iterator<Item = &'static str> + Clone,
) -> Result<&'static str, String> {
    match wanted {
        None => Ok(offered.next().expect("a card offers at least one")),
        Some(id) => offered.clone().find(|&o| o == id).ok_or_else(|| unknown("id", id, offered)),
    }
}

fn unknown<'a>(what: &str, got: &str, offered: impl Iterator<Item = &'a str>) -> String {
    let offered: Vec<&str> = offered.collect();
    let nearest = offered.iter().max_by(|a, b| strsim::jaro(got, a).total_cmp(&strsim::jaro(got, b)));
    match nearest {
        Some(name) if strsim::jaro(got, name) > 0.75 => format!("no {what} '{got}'; did you mean '{name}'?"),
        _ => format!("no {what} '{got}'; there is {}", offered.join(", ")),
    }
}
