//! What a training run is told: one TOML file. `configs/training/*.toml` comment every key.

mod check;
mod read;

use std::path::Path;

use serde::{Deserialize, Serialize};
use spinward_agents::file::read_text;
use spinward_agents::net::NetworkConfig;
use spinward_agents::search::SearchConfig;
use spinward_env::core::{Setup, SetupFaults};
use spinward_env::record::setup_from_toml;
use thiserror::Error;

/// A whole training configuration. Every key but `setup.game` has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// What is played: game, scenario, preset, options.
    pub setup: toml::Table,
    /// Settings that take turns from game to game: keys of a setup that differ from `setup`, each its own table; none:
    /// every game is that of `setup`.
    pub variations: Vec<toml::Table>,
    /// Seeds, cores, the promise of a trajectory.
    pub run: RunConfig,
    /// The size of the network.
    pub network: NetworkKeys,
    /// Generation 0: games of the scripted agent to copy.
    pub clone: CloneConfig,
    /// The later generations: games against itself.
    pub selfplay: SelfPlayConfig,
    /// What the learner does with the games.
    pub learning: LearningConfig,
    /// Which games the learner still looks at.
    pub window: WindowConfig,
    /// How many checkpoints stay.
    pub checkpoints: CheckpointConfig,
    /// What differs where there is a GPU.
    pub gpu: GpuConfig,
}

/// Keys of `[run]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunConfig {
    /// Every random number of the run follows from it.
    pub seed: u64,
    /// One-thread workers for games and for learning; 0: as many as the machine has cores.
    pub workers: usize,
    /// Whether an interrupted run must equal an uninterrupted one, byte by byte, on the same machine type. Takes one
    /// worker and no time budgets.
    pub deterministic: bool,
    /// Whether the next generation's games are played while one is learnt from.
    pub overlap: OverlapChoice,
}

/// Whether playing and learning overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OverlapChoice {
    /// Where the learner has a GPU, unless the run is deterministic.
    Auto,
    /// Generation g + 1 plays with the weights that played generation g, while generation g is learnt from.
    On,
    /// They take turns: each generation plays with the newest weights.
    Off,
}

/// Keys of `[network]`; see [`NetworkConfig`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NetworkKeys {
    /// Transformer layers.
    pub layers: usize,
    /// Numbers per token.
    pub width: usize,
    /// Attention heads per layer.
    pub heads: usize,
    /// Hidden numbers per token in a layer's feed-forward part.
    pub ffn: usize,
}

/// Keys of `[clone]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CloneConfig {
    /// Games of the scripted agent against itself; 0: no warm start.
    pub games: u32,
    /// Share of its decisions that are made at random instead, so that the games differ; these are not copied.
    pub random_share: f32,
    /// Times each of its decisions is learnt from.
    pub passes: f32,
    /// Time for generation 0, playing and learning, in minutes; 0: no limit.
    pub minutes: f64,
}

/// Keys of `[selfplay]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelfPlayConfig {
    /// Generations after generation 0; 0: until the time is up.
    pub generations: u32,
    /// Games of one generation.
    pub games: u32,
    /// Time for all generations after generation 0, playing and learning, in minutes; 0: no limit.
    pub minutes: f64,
    /// Simulations of each search.
    pub visits: u32,
    /// The weight of a search's values against the network's policy; see [`SearchConfig::c_scale`].
    pub value_scale: f32,
    /// The range from which these values are brought to 0 to 1: `node`, `returns` or `off`; see [`SearchConfig::rescale`].
    pub rescale: String,
    /// How far values from few visits are drawn towards the network's own; see [`SearchConfig::shrinkage`].
    pub shrinkage: f32,
    /// Games that one worker plays at the same time, their leaves in one batch.
    pub tables: usize,
    /// What evaluates positions during play.
    pub backend: BackendChoice,
}

/// What evaluates positions during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BackendChoice {
    /// `torch` where there is a GPU and the program was built for it, else `rust`.
    Auto,
    /// Pure Rust on the CPU.
    Rust,
    /// libtorch.
    Torch,
}

/// Keys of `[learning]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LearningConfig {
    /// Decisions per step.
    pub batch: usize,
    /// Times a new decision is learnt from, on average over its life.
    pub passes: f32,
    /// At most this many decisions of one game in one generation's learning.
    pub rows_per_game: usize,
    /// The largest step size.
    pub rate: f64,
    /// What is left of the step size at the end of the run, 0 to 1; it falls along half a cosine.
    pub final_rate: f64,
    /// Steps over which the step size rises to its largest.
    pub warmup_steps: u64,
    /// Decay of matrices per step, times the step size.
    pub weight_decay: f64,
    /// The largest norm of a gradient; longer ones are shortened to it.
    pub clip: f64,
    /// How much of the average of weights stays at each step, 0 to below 1. Games are played with the average.
    pub average: f64,
    /// Share of the search's value in the value to learn, 0 to 1; the rest is the game's result.
    pub search_value: f32,
    /// Weight of the loss of the policy.
    pub policy: f64,
    /// Weight of the loss of the outcome.
    pub outcome: f64,
    /// Weight of the loss of the final margin.
    pub margin: f64,
    /// Weight of the loss of the final owners.
    pub owner: f64,
}

/// Keys of `[window]`: with `n` decisions so far, the newest
/// `start * (1 + scale * ((n / start)^exponent - 1) / exponent)` are learnt from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowConfig {
    /// Decisions up to which the window holds all.
    pub start: u64,
    /// How its growth bends, above 0 to 1.
    pub exponent: f64,
    /// How fast it grows just above `start`, 0 to 1.
    pub scale: f64,
}

/// Keys of `[checkpoints]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckpointConfig {
    /// The newest this many stay, and generation 0's weights as well.
    pub keep: usize,
    /// Steps between checkpoints within one generation's learning; 0: only at its end.
    pub every_steps: u64,
}

/// Keys of `[gpu]`. None has an effect where there is no GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GpuConfig {
    /// Whether matrices are multiplied in bf16, the rest staying f32.
    pub bf16: bool,
    /// Whether batches go to the GPU through pinned memory.
    pub pinned: bool,
}

/// Why a configuration can't be used: every reason at once, each with its file and line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.join("\n"))]
pub struct ConfigError(pub Vec<String>);

impl Config {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = read_text(path)
            .map_err(|error| ConfigError(vec![error.or_one_of("configs/training").to_string()]))?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Reads a configuration; `file` names it in errors.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(text: &str, file: &str) -> Result<Self, ConfigError> {
        let config = read::read(text, file)?;
        let faults = check::faults(&config);
        if faults.is_empty() {
            return Ok(config);
        }
        let line = |key: &str| read::line_of(text, key).map_or(String::new(), |line| format!(":{line}"));
        Err(ConfigError(
            faults
                .into_iter()
                .map(|(key, problem)| format!("{file}{}: {key}: {problem}", line(&key)))
                .collect(),
        ))
    }

    /// The text that reads back as this configuration, every key written out.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("plain data")
    }

    /// What is played; with variations, the first of them.
    ///
    /// # Panics
    /// Never for a configuration that was read: its setups were checked.
    pub fn setup(&self) -> Setup {
        self.setups().expect("checked when the configuration was read").swap_remove(0)
    }

    /// Everything that is played, at least one setup.
    ///
    /// # Errors
    /// All faults of the setups' texts. Whether they make games is for [`Variations`](crate::variations::Variations) to
    /// say.
    pub fn setups(&self) -> Result<Vec<Setup>, SetupFaults> {
        let base = std::iter::once(self.setup.clone()).filter(|_| self.variations.is_empty());
        let tables = base.chain(self.variations.iter().map(|own| overlaid(&self.setup, own)));
        tables.map(|table| setup_from_toml(&table.to_string())).collect()
    }

    /// The size of the network.
    pub fn network(&self) -> NetworkConfig {
        let NetworkKeys { layers, width, heads, ffn } = self.network;
        NetworkConfig { layers, width, heads, ffn }
    }

    /// The search of self-play.
    ///
    /// # Errors
    /// The key that can't be used, and what would be right.
    pub fn search(&self) -> Result<SearchConfig, (String, String)> {
        let play = &self.selfplay;
        let rescale = play.rescale.parse().map_err(|problem| ("selfplay.rescale".to_string(), problem))?;
        let search = SearchConfig {
            simulations: play.visits,
            c_scale: play.value_scale,
            shrinkage: play.shrinkage,
            rescale,
            gumbel_noise: true,
            ..SearchConfig::default()
        };
        search.check().map_err(|faults| ("selfplay".to_string(), faults.join("; ")))?;
        Ok(search)
    }

    /// How many one-thread workers there are.
    pub fn workers(&self) -> usize {
        match self.run.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            count => count,
        }
    }

    /// What must stay the same for a run to go on; the first key that does not.
    pub fn foreign_key(&self, earlier: &Self) -> Option<&'static str> {
        let same = [
            ("setup", self.setup == earlier.setup),
            ("variations", self.variations == earlier.variations),
            ("network", self.network == earlier.network),
            ("run.seed", self.run.seed == earlier.run.seed),
            ("run.deterministic", self.run.deterministic == earlier.run.deterministic),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(key, _)| key)
    }
}

/// A setup with some of its keys replaced; tables (options, figures) are merged.
fn overlaid(setup: &toml::Table, own: &toml::Table) -> toml::Table {
    let mut table = setup.clone();
    for (key, value) in own {
        match (table.get_mut(key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => below.extend(above.clone()),
            _ => drop(table.insert(key.clone(), value.clone())),
        }
    }
    table
}

impl Default for Config {
    fn default() -> Self {
        Self {
            setup: toml::Table::new(),
            variations: Vec::new(),
            run: RunConfig::default(),
            network: NetworkKeys::default(),
            clone: CloneConfig::default(),
            selfplay: SelfPlayConfig::default(),
            learning: LearningConfig::default(),
            window: WindowConfig::default(),
            checkpoints: CheckpointConfig::default(),
            gpu: GpuConfig::default(),
        }
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self { seed: 1, workers: 0, deterministic: false, overlap: OverlapChoice::Auto }
    }
}

impl Default for NetworkKeys {
    fn default() -> Self {
        let NetworkConfig { layers, width, heads, ffn } = NetworkConfig::default();
        Self { layers, width, heads, ffn }
    }
}

impl Default for CloneConfig {
    fn default() -> Self {
        Self { games: 400, random_share: 0.05, passes: 2.0, minutes: 0.0 }
    }
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        let SearchConfig { simulations, c_scale, shrinkage, .. } = SearchConfig::default();
        Self {
            generations: 0,
            games: 64,
            minutes: 0.0,
            visits: simulations,
            value_scale: c_scale,
            rescale: "returns".into(),
            shrinkage,
            tables: 16,
            backend: BackendChoice::Auto,
        }
    }
}

impl Default for LearningConfig {
    fn default() -> Self {
        Self {
            batch: 128,
            passes: 2.0,
            rows_per_game: 64,
            rate: 2e-3,
            final_rate: 0.1,
            warmup_steps: 50,
            weight_decay: 0.02,
            clip: 1.0,
            average: 0.98,
            search_value: 0.3,
            policy: 1.0,
            outcome: 1.0,
            margin: 0.15,
            owner: 0.15,
        }
    }
}

impl Default for WindowConfig {
    fn default() -> Self {
        Self { start: 20_000, exponent: 0.75, scale: 0.4 }
    }
}

impl Default for CheckpointConfig {
    fn default() -> Self {
        Self { keep: 3, every_steps: 200 }
    }
}

impl Default for GpuConfig {
    fn default() -> Self {
        Self { bf16: false, pinned: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unknown_key_is_named_with_its_line_and_the_nearest() {
        let text = "[setup]\ngame = \"pig\"\n\n[lerning]\nbatch = 1\n\n[selfplay]\nvisit = 3\ngames = 4\n";
        let ConfigError(faults) = Config::parse(text, "a.toml").unwrap_err();
        assert_eq!(
            faults,
            [
                "a.toml:4: no key 'lerning'; did you mean 'learning'?",
                "a.toml:8: no key 'selfplay.visit'; did you mean 'selfplay.visits'?"
            ]
        );
    }

    #[test]
    fn every_bad_value_is_named_with_its_line() {
        let text =
            "[setup]\ngame = \"pog\"\n[network]\nwidth = 30\n[learning]\nclip = 0\n[clone]\ngames = 0\n";
        let ConfigError(faults) = Config::parse(text, "a.toml").unwrap_err();
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert!(faults[0].starts_with("a.toml:1: setup: game: no game 'pog'"), "{}", faults[0]);
        assert!(
            faults[1].starts_with("a.toml:3: network: network.width = 30 is not a multiple"),
            "{}",
            faults[1]
        );
        assert!(faults[3].starts_with("a.toml:6: learning.clip: 0 is not a number above 0"), "{}", faults[3]);
        assert!(faults[2].contains("set selfplay.generations or selfplay.minutes"), "{}", faults[2]);
    }

    #[test]
    fn a_value_of_a_wrong_type_is_named_with_its_line() {
        let ConfigError(faults) =
            Config::parse("[setup]\ngame = \"pig\"\n[run]\nseed = \"x\"\n", "a.toml").unwrap_err();
        assert!(faults[0].starts_with("a.toml:4: run.seed: invalid type: string"), "{faults:?}");
        assert!(faults[0].ends_with("expected a whole number from 0"), "{faults:?}");
    }

    #[test]
    fn the_resolved_text_reads_back() {
        let text = "[setup]\ngame = \"pig\"\noptions = { target = 50 }\n[selfplay]\ngenerations = 2\n";
        let config = Config::parse(text, "a.toml").unwrap();
        assert_eq!(Config::parse(&config.to_toml(), "resolved").unwrap(), config);
        assert_eq!(config.setup().options["target"], "50");
    }

    #[test]
    fn variations_are_the_setup_with_some_keys_replaced() {
        let text = "[setup]\ngame = \"imperium\"\nscenario = \"nusku-gap\"\noptions = { reaction_jumps = 2 }\n\
            [[variations]]\n[[variations]]\npreset = \"gdw-1990\"\noptions = { \"handicap_ru.terran\" = 20 }\n\
            [selfplay]\ngenerations = 2\n";
        let config = Config::parse(text, "a.toml").unwrap();
        let setups = config.setups().unwrap();
        assert_eq!((setups.len(), &setups[0]), (2, &config.setup()));
        assert_eq!((setups[0].preset.as_deref(), setups[1].preset.as_deref()), (None, Some("gdw-1990")));
        assert_eq!(setups[1].options["reaction_jumps"], "2");
        assert_eq!(setups[1].options["handicap_ru.terran"], "20");
        assert_eq!(Config::parse(&config.to_toml(), "resolved").unwrap(), config);
    }

    #[test]
    fn a_variation_that_can_not_be_played_is_named() {
        let text = "[setup]\ngame = \"pig\"\n[[variations]]\n[[variations]]\npreset = \"x\"\n[selfplay]\ngenerations = 2\n";
        let ConfigError(faults) = Config::parse(text, "a.toml").unwrap_err();
        assert!(faults[0].starts_with("a.toml:3: variations: variation 2: preset: "), "{faults:?}");
        for (line, said) in
            [("optoins = {}", "optoins: no such key"), ("game = \"imperium\"", "variation 1: 'game' is for")]
        {
            let text =
                format!("[setup]\ngame = \"pig\"\n[[variations]]\n{line}\n[selfplay]\ngenerations = 2\n");
            let ConfigError(faults) = Config::parse(&text, "a.toml").unwrap_err();
            assert!(faults[0].starts_with(&format!("a.toml:3: variations: {said}")), "{faults:?}");
        }
    }

    #[test]
    fn every_configuration_in_the_repository_is_good() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/training");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            Config::load(&entry.unwrap().path()).unwrap();
            count += 1;
        }
        assert!(count > 0);
    }
}
