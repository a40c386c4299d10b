//! `spinward train`: self-play training, then the matches that show what came of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use spinward_agents::file::{self, Files};
use spinward_agents::net::Weights;
use spinward_agents::roster::{AgentSpec, Roster, network_agent};
use spinward_agents::search::SearchConfig;
use spinward_env::core::stable_hash;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_evaluation::arena::{ArenaPlan, ArenaRecord};
use spinward_evaluation::report::ArenaReport;
use spinward_training::config::Config;
use spinward_training::{Ended, TrainError, TrainOptions, Trained, train};

use crate::arena::{Keeper, play, saved_or_new};
use crate::exit::{Done, stop_flag, wrong_use};
use crate::report::write_page;

/// Train an agent by self-play and measure it. The same command goes on with a run that was stopped.
///
/// Learning needs a build with feature torch: `cargo xtask train` sets it up, builds and trains.
#[derive(Args)]
#[command(after_help = "Example: spinward train configs/training/tiny.toml --run runs/first")]
pub(crate) struct Train {
    /// What to train and how (TOML).
    config: PathBuf,
    /// The run's folder; runs/ and the name of the configuration unless told otherwise.
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
    /// When this sitting ends, write the small file that another machine needs to go on.
    #[arg(long, value_name = "FILE")]
    bundle: Option<PathBuf>,
    /// Begin the run with a bundle.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Pairs of games of each meeting in the matches after training; 0: no matches.
    #[arg(long, default_value_t = 100)]
    pairs: u32,
}

impl Train {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        Files::default()
            .reads("the configuration", [&*self.config])
            .reads("--from", self.from.as_deref())
            .writes("--bundle", self.bundle.as_deref())
            .check()
            .map_err(wrong_use)?;
        let options = TrainOptions {
            config: self.config.clone(),
            run: self.run.clone(),
            bundle: self.bundle.clone(),
            from: self.from.clone(),
        };
        let stop = stop_flag()?;
        let trained = train(&options, Arc::clone(&stop)).map_err(|error| match error {
            TrainError::Config(_)
            | TrainError::Setup(_)
            | TrainError::OtherRun { .. }
            | TrainError::OtherNetwork { .. }
            | TrainError::NoTorch => wrong_use(error),
            other => other.into(),
        })?;
        if trained.ended == Ended::Stopped {
            return Ok(Done::Stopped);
        }
        writeln!(out, "weights: {}", trained.weights.display())?;
        if self.pairs == 0 {
            writeln!(out, "report: {}", write_page(&trained.run)?.display())?;
            return Ok(Done::Whole);
        }
        let config = Config::load(&trained.run.join("config.toml"))?;
        let search = config.search().map_err(|(key, problem)| anyhow!("{key}: {problem}"))?;
        let search = SearchConfig { gumbel_noise: false, ..search };
        with_game(&config.setup(), Matches { trained: &trained, search, pairs: self.pairs, stop: &stop, out })
            .map_err(wrong_use)?
    }
}

/// The matches after training: the trained agent against everyone, and the yardsticks against each other.
struct Matches<'a, W> {
    trained: &'a Trained,
    /// How the trained agent searches: as in self-play, without the noise.
    search: SearchConfig,
    pairs: u32,
    stop: &'a AtomicBool,
    out: &'a mut W,
}

/// Who meets whom, by name; meetings of agents that are not there are left out.
const MEETINGS: [(&str, &str); 10] = [
    ("trained", "random"),
    ("trained", "greedy"),
    ("trained", "scripted"),
    ("trained", "clone"),
    ("trained", "policy"),
    ("policy", "greedy"),
    ("policy", "scripted"),
    ("clone", "scripted"),
    ("scripted", "greedy"),
    ("greedy", "random"),
];

impl<W: Write> GameVisitor for Matches<'_, W> {
    type Out = Result<Done>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Done> {
        let run = &self.trained.run;
        let mut roster = Roster::without_networks();
        add_network(&mut roster, "trained", &self.trained.weights, Some(self.search.clone()))?;
        add_network(&mut roster, "policy", &self.trained.weights, None)?;
        let mut names = vec!["trained", "policy", "scripted", "greedy", "random"];
        if let Some(clone) = &self.trained.clone {
            add_network(&mut roster, "clone", clone, None)?;
            names.insert(2, "clone");
        }
        let agents = names.iter().map(|name| AgentSpec::new(*name)).collect();
        // Other weights make it another match, so that games of an earlier state of the run never count.
        let seed = stable_hash(&file::read(&self.trained.weights)?);
        let mut plan = ArenaPlan::everyone_against_everyone(game.setup(), agents, self.pairs, seed);
        let index = |name: &str| names.iter().position(|other| *other == name);
        plan.meetings = MEETINGS.iter().filter_map(|(a, b)| Some((index(a)?, index(b)?))).collect();

        let save = run.join("arena-games.json");
        let seats = &game.facts().seats;
        let saved = saved_or_new(plan.clone(), game.facts(), Some(&save));
        let mut record = saved.unwrap_or_else(|error| {
            eprintln!("{error}: the matches begin anew");
            ArenaRecord::new(plan)
        });
        let keeper = Keeper::new(&record, Some(&save), None);
        play(&game, &roster, &mut record, self.stop, keeper)?;
        let report = ArenaReport::new(&record, seats);
        let json = serde_json::to_string_pretty(&report)? + "\n";
        file::write_whole(&run.join("arena.json"), json.as_bytes())?;
        write!(self.out, "{report}")?;
        writeln!(self.out, "\nreport: {}", write_page(run)?.display())?;
        Ok(if record.is_complete() { Done::Whole } else { Done::Stopped })
    }
}

fn add_network<G: CompleteGame>(
    roster: &mut Roster<G>,
    name: &'static str,
    file: &Path,
    search: Option<SearchConfig>,
) -> Result<()> {
    let origin = file.display().to_string();
    let weights = Weights::load(file).with_context(|| format!("can't play with {origin}"))?;
    roster.add(name, "a network of this run", move |game, spec| {
        spec.reader().finish()?;
        network_agent(game, spec, &weights, &origin, search.clone())
    });
    Ok(())
}
