//! `spinward balance`: equal agents on all sides, options as the factor, and the fair handicap.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use spinward_agents::file::{self, FileError, Files, write_whole};
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_evaluation::balance::config::{
    BalanceConfig, DEFAULT_GAMES, DEFAULT_HANDICAP_GAMES, MOST_GAMES, handicap_games_fault,
};
use spinward_evaluation::balance::plan::{BalancePlan, Effort, handicap_range};
use spinward_evaluation::balance::report::{BalanceReport, Widths};
use spinward_evaluation::balance::run::{BalanceError, BalanceRecord, Control, run};

use crate::exit::{Done, stop_flag, wrong_use};
use crate::save;
use crate::setup_options::{SetupOptions, seed};

/// Measure how fair a game is: the same agent on every side, options as the factor.
///
/// For each setting: how much each side wins, what the setting changes, and the fair handicap, the head start at which
/// both sides win half. Of two sides a win is told for each; a draw is half a win. All with 95 % intervals. All cores play,
/// one game each. Ctrl-C finishes the games under way and saves them; --save FILE goes on from there.
///
/// What comes out is true of this agent: one that plays a side badly makes that side look weak.
#[derive(Args)]
#[command(after_help = "Examples:\n  spinward balance configs/evaluation/balance.toml\n  \
                        spinward balance --scenario nusku-gap --factor preset=gdw-1990 --factor cobb.price\n\n\
                        A factor is KEY=VALUE, preset=ID, several of these with commas between them (one setting), or \
                        the KEY of a switch or word option alone: each of its other values.")]
pub(crate) struct Balance {
    /// A file that says what and how much (TOML); or say it with options.
    #[arg(conflicts_with_all = [
        "agent", "factors", "games", "handicap_games", "seed", "scenario", "preset", "options", "data"
    ])]
    config: Option<PathBuf>,
    /// The agent on every side: NAME or NAME:KEY=VALUE:KEY=VALUE.
    #[arg(long, default_value = "scripted")]
    agent: String,
    /// What is varied; may be given several times.
    #[arg(long = "factor", value_name = "KEY[=VALUE]")]
    factors: Vec<String>,
    /// Games of each setting for its win rates.
    #[arg(long, default_value_t = DEFAULT_GAMES, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_GAMES)))]
    games: u32,
    /// Games of each setting that look for its fair handicap, 20 or more, beside those for its win rates, which count for it, too; 0: it
    /// is not looked for.
    #[arg(long, default_value_t = DEFAULT_HANDICAP_GAMES, allow_negative_numbers = true, value_parser = handicap_games)]
    handicap_games: u32,
    /// Tell how many games an interval of a win rate takes that is this wide.
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    rate_width: Option<f64>,
    /// Tell how many games an interval of a fair handicap takes that is this wide, where one is looked for.
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    handicap_width: Option<f64>,
    /// Decides all dice and the agents' randomness.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    setup: SetupOptions,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Write the JSON document into this file, too.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep the games in this file, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

impl Balance {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let config = self.config()?;
        Files::default()
            .reads("the configuration", self.config.as_deref())
            .reads("--data", self.setup.data.as_deref())
            .reads("a file of the agent", config.effort.agent.files())
            .writes("--save", self.save.as_deref())
            .writes("--out", self.out.as_deref())
            .check()
            .map_err(wrong_use)?;
        let setup = config.setup.clone();
        let file = self.config.clone();
        let played = with_game(&setup, Match { balance: self, config, out });
        played.map_err(|faults| wrong_use(of_file(file.as_deref(), &faults)))?
    }

    fn config(&self) -> Result<BalanceConfig> {
        let mut config = match &self.config {
            Some(path) => {
                let text = file::read_text(path)
                    .map_err(|error| wrong_use(error.or_one_of("configs/evaluation")))?;
                BalanceConfig::from_toml(&text).map_err(|faults| wrong_use(of_file(Some(path), &faults)))?
            }
            None => BalanceConfig {
                setup: self.setup.setup()?,
                factors: self.factors.clone(),
                effort: Effort {
                    agent: self.agent.parse::<AgentSpec>().map_err(wrong_use)?,
                    games: self.games,
                    handicap_games: self.handicap_games,
                    seed: self.seed,
                },
                widths: Widths::default(),
            },
        };
        if self.handicap_width.is_some() && config.effort.handicap_games == 0 {
            return Err(wrong_use("--handicap-width: no fair handicap is looked for (0 handicap games)"));
        }
        config.widths.rate = self.rate_width.unwrap_or(config.widths.rate);
        config.widths.handicap = self.handicap_width.unwrap_or(config.widths.handicap);
        match config.widths.faults()[..] {
            [(key, expected), ..] => {
                Err(wrong_use(format!("--{}: expected {expected}", key.replace('_', "-"))))
            }
            [] => Ok(config),
        }
    }
}

/// Reads a number of games that look for a fair handicap.
fn handicap_games(text: &str) -> Result<u32, String> {
    let games = text.parse().unwrap_or(u32::MAX);
    handicap_games_fault(games).map_or(Ok(games), Err)
}

/// What is wrong, and with which file if there is one.
fn of_file(file: Option<&Path>, faults: &impl std::fmt::Display) -> String {
    file.map_or_else(|| faults.to_string(), |file| format!("{}: {faults}", file.display()))
}

struct Match<'a, W> {
    balance: Balance,
    config: BalanceConfig,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Match<'_, W> {
    type Out = Result<Done>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Done> {
        let Self { balance, config, out } = self;
        let roster = Roster::<G>::without_networks().with_networks();
        roster
            .build(&game, &config.effort.agent)
            .map_err(|error| wrong_use(of_file(balance.config.as_deref(), &error)))?;
        let plan = BalancePlan::new(&*game, &config.setup, &config.factors, &config.effort)
            .map_err(|faults| wrong_use(of_file(balance.config.as_deref(), &faults)))?;
        let seats = &game.facts().seats;
        let stop = stop_flag()?;
        let resume = |text: &str| BalanceRecord::resume(plan.clone(), game.facts(), text);
        let saved = save::saved(balance.save.as_deref(), resume, |record| record.games.len())?;
        let mut record = saved.unwrap_or_else(|| BalanceRecord::new(plan));
        let report =
            |record: &BalanceRecord| BalanceReport::new(record, seats, handicap_range::<G>(), config.widths);
        // Whether there is room for the results is better known before the games are played.
        if let Some(path) = &balance.save {
            save::save(path, &record.to_json()).map_err(wrong_use)?;
        }
        if let Some(path) = &balance.out {
            write_report(path, &report(&record)).map_err(wrong_use)?;
        }
        let played = play(&roster, &mut record, &stop, balance.save.as_deref());
        let unfinished = !record.is_complete() && !record.games.is_empty();
        let unasked =
            (unfinished && balance.save.is_none()).then(|| save::save_unasked("balance", &record.to_json()));
        let report = report(&record);
        if let Some(path) = &balance.out {
            write_report(path, &report)?;
        }
        if balance.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        } else if !record.games.is_empty() {
            write!(out, "{report}")?;
        }
        played?;
        if let Some(path) = unasked.transpose()? {
            eprintln!("saved: --save {} goes on from here", path.display());
        }
        Ok(if record.is_complete() { Done::Whole } else { Done::Stopped })
    }
}

/// Plays what the record lacks, shows how far it has come, and saves it now and then and at the end.
fn play<G: CompleteGame>(
    roster: &Roster<G>,
    record: &mut BalanceRecord,
    stop: &AtomicBool,
    save: Option<&Path>,
) -> Result<()> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")
        .expect("the template is right");
    let bar = ProgressBar::new(record.plan.planned()).with_style(style);
    bar.set_position(record.games.len() as u64);
    bar.reset_eta();
    let (start, before) = (Instant::now(), record.games.len());
    let (mut last_word, mut last_save) = (None::<Instant>, Instant::now());
    let mut on_game = |record: &BalanceRecord| {
        bar.set_position(record.games.len() as u64);
        if bar.is_hidden() && last_word.is_none_or(|last| last.elapsed() >= save::EVERY) {
            eprintln!("{}", progress(record, before, start.elapsed()));
            last_word = Some(Instant::now());
        }
        if let (Some(path), true) = (save, last_save.elapsed() >= save::EVERY) {
            save::save(path, &record.to_json())?;
            last_save = Instant::now();
        }
        Ok(())
    };
    let played = run(roster, record, &mut Control { stop, on_game: &mut on_game });
    bar.finish_and_clear();
    if let (Some(path), false) = (save, record.games.is_empty()) {
        save::save(path, &record.to_json())?;
    }
    played.map_err(|error| match error {
        BalanceError::Agent(error) => wrong_use(error),
        error => error.into(),
    })
}

/// How far the games have come, their rate and the time left, where there is no terminal for a bar.
fn progress(record: &BalanceRecord, before: usize, time: Duration) -> String {
    let (done, planned) = (record.games.len(), record.plan.planned());
    let rate = (done - before) as f64 / time.as_secs_f64().max(1e-9);
    let left = (planned.saturating_sub(done as u64)) as f64 / rate;
    format!("{done} of {planned} games, {rate:.0} a second, {left:.0} s left")
}

fn write_report(path: &Path, report: &BalanceReport) -> Result<(), FileError> {
    let json = serde_json::to_string_pretty(report).expect("plain data");
    write_whole(path, format!("{json}\n").as_bytes())
}
