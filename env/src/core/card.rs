/// What a game offers, before any setup: the data behind `spinward games` and the game's own page.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The id that setups, commands and files use.
    pub id: &'static str,
    /// The name in full.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The scenarios; the first is the default.
    pub scenarios: Vec<ScenarioInfo>,
    /// The presets of options; the first is the default.
    pub presets: Vec<PresetInfo>,
    /// Every option that `--set` takes.
    pub options: Vec<OptionInfo>,
    /// Whether setups may correct the figures of the game's data.
    pub takes_figures: bool,
    /// Grows when the same actions and outcomes lead to another state.
    pub rules_version: u32,
    /// Grows when an action gets another id.
    pub action_version: u32,
    /// Grows when an observation changes.
    pub encoding_version: u32,
}

/// One scenario of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioInfo {
    /// Its id.
    pub id: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A named set of option values.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetInfo {
    /// Its id.
    pub id: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The options whose value differs from [`OptionInfo::default`], with that value.
    pub values: Vec<(&'static str, &'static str)>,
}

/// One option of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionInfo {
    /// The key, as in `--set KEY=VALUE`.
    pub key: &'static str,
    /// The value when neither the preset nor the setup says otherwise.
    pub default: &'static str,
    /// Which values it takes.
    pub domain: OptionDomain,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// The scenarios that take it; empty: all.
    pub scenarios: &'static [&'static str],
}

/// Which values an option takes.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionDomain {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in this range, both ends included.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
}
