use std::ops::RangeInclusive;

use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, TypeVisitor, with_type};

use super::{BackendChoice, Config, OverlapChoice};
use crate::variations::Variations;

/// Times a decision may be learnt from.
const MOST_PASSES: f64 = 1000.0;
/// A year.
const MOST_MINUTES: f64 = 525_600.0;
/// Games of one generation.
const MOST_GAMES: usize = 10_000_000;

/// Every value that can't be used: its key and what would be right.
pub(super) fn faults(config: &Config) -> Vec<(String, String)> {
    let mut list = Faults(Vec::new());
    list.setup(config);
    if let Err(problem) = config.network().check() {
        list.add("network", problem);
    }
    list.clone_and_selfplay(config);
    list.learning(config);
    list.deterministic(config);
    list.0
}

struct Faults(Vec<(String, String)>);

impl Faults {
    fn add(&mut self, key: &str, problem: impl Into<String>) {
        self.0.push((key.into(), problem.into()));
    }

    fn need(&mut self, key: &str, good: bool, problem: impl Into<String>) {
        if !good {
            self.add(key, problem);
        }
    }

    fn above_zero(&mut self, key: &str, value: f64) {
        self.need(key, value > 0.0 && value.is_finite(), format!("{value} is not a number above 0"));
    }

    fn whole(&mut self, key: &str, value: usize, right: RangeInclusive<usize>) {
        let (least, most) = (right.start(), right.end());
        self.need(key, right.contains(&value), format!("{value} is outside {least} to {most}"));
    }

    fn share(&mut self, key: &str, value: f64) {
        self.need(key, (0.0..=1.0).contains(&value), format!("{value} is outside 0 to 1"));
    }

    /// From 0 to `most`.
    fn up_to(&mut self, key: &str, value: f64, most: f64) {
        self.need(key, (0.0..=most).contains(&value), format!("{value} is outside 0 to {most}"));
    }

    fn setup(&mut self, config: &Config) {
        struct Open<'a>(&'a [Setup]);
        impl TypeVisitor for Open<'_> {
            type Out = Result<(), Vec<String>>;
            fn visit<G: CompleteGame>(self) -> Self::Out {
                Variations::<G>::new(self.0).map(drop)
            }
        }
        let key = if config.variations.is_empty() { "setup" } else { "variations" };
        match config.setups().and_then(|setups| with_type(&setups[0].game, Open(&setups))) {
            Ok(Ok(())) => {}
            Ok(Err(faults)) => faults.into_iter().for_each(|fault| self.add(key, fault)),
            Err(faults) => self.add(key, faults.to_string()),
        }
        for (index, own) in config.variations.iter().enumerate() {
            for word in ["game", "scenario"] {
                let problem = format!("variation {}: '{word}' is for [setup] alone", index + 1);
                self.need("variations", !own.contains_key(word), problem);
            }
        }
    }

    fn clone_and_selfplay(&mut self, config: &Config) {
        let (clone, play) = (&config.clone, &config.selfplay);
        self.share("clone.random_share", clone.random_share.into());
        self.up_to("clone.passes", clone.passes.into(), MOST_PASSES);
        self.up_to("clone.minutes", clone.minutes, MOST_MINUTES);
        self.up_to("selfplay.minutes", play.minutes, MOST_MINUTES);
        self.whole("run.workers", config.run.workers, 0..=1024);
        self.whole("clone.games", clone.games as usize, 0..=MOST_GAMES);
        self.whole("selfplay.games", play.games as usize, 1..=MOST_GAMES);
        self.whole("selfplay.visits", play.visits as usize, 1..=1_000_000);
        self.whole("selfplay.tables", play.tables, 1..=4096);
        if let Err((key, problem)) = config.search() {
            self.add(&key, problem);
        }
        if play.generations == 0 && play.minutes == 0.0 {
            self.add("selfplay", "nothing ends it: set selfplay.generations or selfplay.minutes");
        }
        if play.backend == BackendChoice::Torch && !cfg!(feature = "torch") {
            self.add("selfplay.backend", "this program was built without libtorch: use \"auto\" or \"rust\"");
        }
    }

    fn learning(&mut self, config: &Config) {
        let learning = &config.learning;
        self.whole("learning.batch", learning.batch, 1..=65_536);
        self.need("learning.rows_per_game", learning.rows_per_game > 0, "at least 1 would be right");
        self.up_to("learning.passes", learning.passes.into(), MOST_PASSES);
        self.above_zero("learning.rate", learning.rate);
        self.above_zero("learning.clip", learning.clip);
        self.share("learning.final_rate", learning.final_rate);
        self.share("learning.search_value", learning.search_value.into());
        let average = learning.average;
        self.need(
            "learning.average",
            (0.0..1.0).contains(&average),
            format!("{average} is outside 0 to below 1"),
        );
        self.up_to("learning.weight_decay", learning.weight_decay, 100.0);
        for (key, weight) in [
            ("learning.policy", learning.policy),
            ("learning.outcome", learning.outcome),
            ("learning.margin", learning.margin),
            ("learning.owner", learning.owner),
        ] {
            self.up_to(key, weight, 1000.0);
        }
        let window = &config.window;
        self.need("window.start", window.start > 0, "at least 1 would be right");
        self.share("window.scale", window.scale);
        self.share("window.exponent", window.exponent);
        self.above_zero("window.exponent", window.exponent);
        self.need("checkpoints.keep", config.checkpoints.keep > 0, "at least 1 stays");
    }

    fn deterministic(&mut self, config: &Config) {
        if !config.run.deterministic {
            return;
        }
        for (key, minutes) in
            [("clone.minutes", config.clone.minutes), ("selfplay.minutes", config.selfplay.minutes)]
        {
            self.need(key, minutes == 0.0, "run.deterministic can't go by the clock: count games instead");
        }
        let turns = config.run.overlap != OverlapChoice::On;
        self.need("run.overlap", turns, "run.deterministic takes \"off\" or \"auto\"");
        self.need("run.workers", config.run.workers == 1, "run.deterministic takes 1 worker");
        self.need(
            "selfplay.backend",
            config.selfplay.backend == BackendChoice::Rust,
            "run.deterministic takes \"rust\"",
        );
    }
}
