//! `spinward arena`: paired games between agents, on all cores.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use spinward_agents::file::{self, FileError, Files, make_folder, write_whole};
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_agents::values;
use spinward_env::core::Facts;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Header, setup_hash};
use spinward_evaluation::arena::{
    ArenaError, ArenaPlan, ArenaRecord, Control, GameKey, KeepError, SprtPlan, Thinking, Which, run,
};
use spinward_evaluation::config::{ArenaConfig, agent_that_is_there_twice};
use spinward_evaluation::report::{ArenaReport, RatingReport, standings};
use spinward_evaluation::sprt::Sprt;

use crate::exit::{Done, stop_flag, wrong_use};
use crate::lab::{self, Recorder};
use crate::save;
use crate::setup_options::{SetupOptions, seed};

/// Let agents play paired games and report their scores, cost and ratings.
///
/// Every pair is two games with the same dice and swapped seats. All cores play, one game each. Ctrl-C finishes the
/// games under way and saves them; --save FILE goes on from there.
///
/// What is played is said by a file or by options, never by both; --json, --replays, --save and --lab go with either.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  spinward arena --agents scripted,greedy,random --pairs 200 --seed 7\n  \
                        spinward arena configs/evaluation/ladder.toml --json"
)]
pub(crate) struct Arena {
    /// A file (TOML) that says what is played, by whom, how often and how long they think; options that say so are refused beside it.
    #[arg(conflicts_with_all = ["agents", "pairs", "seed", "scenario", "preset", "options", "data", "luck", "thinking", "sprt"])]
    config: Option<PathBuf>,
    /// Agents, separated by commas: NAME or NAME:KEY=VALUE:KEY=VALUE. Everyone meets everyone.
    #[arg(long, required_unless_present = "config")]
    agents: Option<String>,
    /// Pairs of games of each two agents.
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Decides all dice and the agents' randomness.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    thinking: ThinkingOptions,
    /// Also report scores less the luck of the dice, by the values of: estimate (the game's own, at a glance) or network
    /// (its shipped weights, or network:weights=FILE).
    #[arg(long, value_name = "EVALUATOR")]
    luck: Option<String>,
    /// End a meeting once its score is clearly that of ELO0 or that of ELO1 points of difference (5 % errors); scores without luck
    /// count where luck is measured.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_delimiter = ',', num_args = 1)]
    sprt: Vec<f64>,
    #[command(flatten)]
    setup: SetupOptions,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Write every game that is played as a replay into this folder; games that a save holds already are not played again.
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Keep the games in this file, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Record the games in this lab, too: an SQLite file that holds those of many arenas (`spinward lab`, `spinward report`); a new
    /// one if there is none, in a folder that is there.
    #[arg(long, value_name = "FILE")]
    lab: Option<PathBuf>,
}

impl Arena {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let config = self.config()?;
        self.check_files(&config.agents)?;
        let setup = config.setup.clone();
        let played = with_game(&setup, Match { arena: &self, config, out });
        played.map_err(|faults| match &self.config {
            Some(path) => wrong_use(format!("{}: {faults}", path.display())),
            None => wrong_use(faults),
        })?
    }

    fn config(&self) -> Result<ArenaConfig> {
        match (&self.config, &self.agents) {
            (Some(path), _) => {
                let name = path.display();
                let text = file::read_text(path)
                    .map_err(|error| wrong_use(error.or_one_of("configs/evaluation")))?;
                ArenaConfig::from_toml(&text).map_err(|faults| wrong_use(format!("{name}: {faults}")))
            }
            (None, agents) => {
                let agents = AgentSpec::list(agents.as_deref().unwrap_or_default()).map_err(wrong_use)?;
                if agents.len() < 2 {
                    return Err(wrong_use("--agents: an arena needs two agents at least"));
                }
                let luck = self.luck.as_deref().map(values::specification).transpose().map_err(wrong_use)?;
                let (thinking, sprt) = (self.thinking.thinking(), self.sprt()?);
                let mut faults = thinking.faults();
                faults.extend(sprt.iter().flat_map(|sprt| sprt.faults(luck.is_some())));
                if !faults.is_empty() {
                    return Err(wrong_use(faults.join("; ")));
                }
                let (setup, pairs, seed) = (self.setup.setup()?, self.pairs, self.seed);
                Ok(ArenaConfig { setup, agents, pairs, seed, candidate: None, thinking, luck, sprt })
            }
        }
    }
}

impl Arena {
    /// Refuses to write over what is read, and to save games where the lab or a replay is.
    fn check_files(&self, agents: &[AgentSpec]) -> Result<()> {
        Files::default()
            .reads("the configuration", self.config.as_deref())
            .reads("--data", self.setup.data.as_deref())
            .reads("a file of an agent", agents.iter().flat_map(AgentSpec::files))
            .writes_database("--lab", self.lab.as_deref())
            .beside_databases("what belongs to the lab", self.lab.as_deref())
            .writes("--save", self.save.as_deref())
            .fills("--replays", self.replays.as_deref(), "jsonl")
            .check()
            .map_err(wrong_use)
    }

    /// The test of `--sprt`: by scores without luck where luck is measured.
    fn sprt(&self) -> Result<Option<SprtPlan>> {
        let test = match self.sprt[..] {
            [] => return Ok(None),
            [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
            _ => return Err(wrong_use("--sprt: expected two numbers, ELO0,ELO1")),
        };
        Ok(Some(SprtPlan { test, scores: Which::best(self.luck.is_some()) }))
    }
}

/// How long everyone may think.
#[derive(Args)]
#[group(id = "thinking", multiple = true)]
struct ThinkingOptions {
    /// Every agent that searches makes this many simulations a decision, whatever its own options say.
    #[arg(long, value_name = "N")]
    visits: Option<u32>,
    /// Every agent that searches thinks this many seconds a decision.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Every agent that searches uses this many seconds of processor time a decision.
    #[arg(long, value_name = "S")]
    cpu_seconds: Option<f64>,
}

impl ThinkingOptions {
    fn thinking(&self) -> Thinking {
        Thinking { visits: self.visits, seconds: self.seconds, cpu_seconds: self.cpu_seconds }
    }
}

/// The record to go on with, of a game with these facts: the saved one, or an empty one.
///
/// # Errors
/// If the file can't be read or holds another match.
pub(crate) fn saved_or_new(plan: ArenaPlan, facts: &Facts, save: Option<&Path>) -> Result<ArenaRecord> {
    let resume = |text: &str| ArenaRecord::resume(plan.clone(), facts, text);
    let saved = save::saved(save, resume, ArenaRecord::played)?;
    Ok(saved.unwrap_or_else(|| ArenaRecord::new(plan)))
}

struct Match<'a, W> {
    arena: &'a Arena,
    config: ArenaConfig,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Match<'_, W> {
    type Out = Result<Done>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Done> {
        let arena = self.arena;
        let seats = &game.facts().seats;
        let roster = Roster::without_networks().with_networks();
        for agent in &self.config.agents {
            // What can't play touches no file.
            roster.build(&game, agent).map_err(wrong_use)?;
        }
        if let Some(fault) = agent_that_is_there_twice(&self.config.agents, game.setup()) {
            return Err(wrong_use(match &arena.config {
                Some(path) => format!("{}: {fault}", path.display()),
                None => format!("--{fault}"),
            }));
        }
        let mut record = saved_or_new(self.config.plan(game.setup()), game.facts(), arena.save.as_deref())?;
        let stop = stop_flag()?;
        if let Some(folder) = &arena.replays {
            check_replays(folder, &record.plan, setup_hash(game.setup()))?;
            make_folder(folder).map_err(wrong_use)?;
            if record.games.is_empty() {
                warn_of_other_replays(folder);
            } else {
                tell_of_missing_replays(folder, &record);
            }
        }
        if let Some(path) = &arena.save {
            // Whether there is room for the games is better known before they are played.
            save(path, &record).map_err(wrong_use)?;
        }
        let mut keeper = Keeper::new(&record, arena.save.as_deref(), arena.replays.as_deref());
        if let Some(path) = &arena.lab {
            let recorder = lab::recorder(path, game.setup(), seats, &record)?;
            keeper.record(recorder, path, &record).map_err(ArenaError::Keep)?;
        }
        let played = play(&game, &roster, &mut record, &stop, keeper);
        let saved = match &arena.save {
            // Games that could not be kept where they were to be are not lost.
            None if (played.is_err() || !record.is_complete()) && !record.games.is_empty() => {
                save::save_unasked("arena", &record.to_json()).map(Some)
            }
            _ => Ok(None),
        };
        let report = ArenaReport::new(&record, seats);
        if arena.json {
            writeln!(self.out, "{}", serde_json::to_string_pretty(&report)?)?;
        } else if !record.games.is_empty() {
            write!(self.out, "{report}")?;
        }
        if let Ok(Some(path)) = &saved {
            eprintln!("saved: --save {} goes on from here", path.display());
        }
        match played {
            Err(ArenaError::Agent(error)) => return Err(wrong_use(error)),
            played => played?,
        }
        saved?;
        Ok(if record.is_complete() { Done::Whole } else { Done::Stopped })
    }
}

/// Plays what the record lacks, with a bar, and saves it at the end where the keeper has a file.
///
/// # Errors
/// What went wrong; what was played is saved.
pub(crate) fn play<G: CompleteGame>(
    game: &Arc<G>,
    roster: &Roster<G>,
    record: &mut ArenaRecord,
    stop: &AtomicBool,
    mut keeper: Keeper<'_>,
) -> Result<(), ArenaError> {
    let replays = keeper.replays.is_some();
    let mut on_game = |record: &ArenaRecord, replay: &[String]| keeper.keep(record, replay);
    let mut control = Control { stop, workers: None, replays, on_game: Some(&mut on_game) };
    let played = run(game, roster, record, &mut control);
    keeper.bar.finish_and_clear();
    keeper.finish(record)?;
    played
}

/// Keeps replays, saves now and then, and shows how far the arena has come.
pub(crate) struct Keeper<'a> {
    save: Option<&'a Path>,
    replays: Option<&'a Path>,
    lab: Option<(Recorder, &'a Path)>,
    bar: ProgressBar,
    last_save: Instant,
    last_word: Option<Instant>,
    /// When the standings are next worked out.
    next_standings: Instant,
}

/// How often the standings below the bar change, at most.
const STANDINGS_EVERY: Duration = Duration::from_secs(1);

impl<'a> Keeper<'a> {
    pub(crate) fn new(record: &ArenaRecord, save: Option<&'a Path>, replays: Option<&'a Path>) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left{msg}")
            .expect("the template is right");
        let bar = ProgressBar::new(record.planned() as u64).with_style(style);
        bar.set_position(record.played() as u64);
        bar.reset_eta();
        Self {
            save,
            replays,
            lab: None,
            bar,
            last_save: Instant::now(),
            last_word: None,
            next_standings: Instant::now(),
        }
    }

    /// Records the games in a lab: those of the plan that the record has, and all to come.
    fn record(&mut self, recorder: Recorder, path: &'a Path, record: &ArenaRecord) -> Result<(), KeepError> {
        let (recorder, _) = self.lab.insert((recorder, path));
        for game in record.counted() {
            let replay = self.replays.map(|folder| replay_file(folder, &record.plan, game.key));
            recorder.add(game, replay.filter(|file| file.exists()).as_deref())?;
        }
        Ok(())
    }

    /// Saves and records what waits, and says what the lab took.
    fn finish(&mut self, record: &ArenaRecord) -> Result<(), KeepError> {
        if let (Some(path), false) = (self.save, record.games.is_empty()) {
            save(path, record)?;
        }
        if let Some((recorder, path)) = &mut self.lab {
            let recorded =
                recorder.flush().map_err(|error| format!("{error}; its games are not recorded there"))?;
            eprintln!("{}: {recorded}", path.display());
        }
        Ok(())
    }

    /// The table below the bar: who is how strong so far. It takes two hundredths of the time at most.
    fn show_standings(&mut self, record: &ArenaRecord) {
        let start = Instant::now();
        if self.bar.is_hidden() || start < self.next_standings {
            return;
        }
        let seats = record.games.last().map_or(2, |game| game.returns.len());
        let mut table = String::new();
        for RatingReport { agent, elo, ci95: [low, high] } in standings(record, seats) {
            _ = fmt::Write::write_fmt(
                &mut table,
                format_args!("\n{elo:>+6.0}  {low:>+6.0} to {high:>+5.0}  {agent}"),
            );
        }
        self.bar.set_message(table);
        self.next_standings = Instant::now() + STANDINGS_EVERY.max(50 * start.elapsed());
    }

    fn keep(&mut self, record: &ArenaRecord, replay: &[String]) -> Result<(), KeepError> {
        self.bar.inc(1);
        self.show_standings(record);
        if self.bar.is_hidden() && self.last_word.is_none_or(|last| last.elapsed() >= save::EVERY) {
            eprintln!("{} of {} games", self.bar.position(), record.planned());
            self.last_word = Some(Instant::now());
        }
        let Some(game) = record.games.last() else { return Ok(()) };
        let file = self.replays.map(|folder| replay_file(folder, &record.plan, game.key));
        if let Some(file) = &file {
            write_whole(file, (replay.join("\n") + "\n").as_bytes())?;
        }
        if let Some((recorder, path)) = &mut self.lab {
            // The arena goes on without the lab, which gets one more chance at the end.
            if let Err(error) = recorder.add(game, file.as_deref()) {
                eprintln!(
                    "{error}; all games are recorded at the end, if {} can be written then",
                    path.display()
                );
            }
        }
        if let (Some(path), true) = (self.save, self.last_save.elapsed() >= save::EVERY) {
            save(path, record)?;
            self.last_save = Instant::now();
        }
        Ok(())
    }
}

/// Where the replay of a game goes.
fn replay_file(folder: &Path, plan: &ArenaPlan, key: GameKey) -> PathBuf {
    let (a, b) = plan.meetings[key.meeting];
    let name = |agent: usize| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        plan.agents[agent].chars().map(plain).collect::<String>()
    };
    let (meeting, pair, seating) = (key.meeting + 1, key.pair, key.seating);
    folder.join(format!("{meeting}-{}-{}-{pair:04}-{seating}.jsonl", name(a), name(b)))
}

/// Refuses a folder where the replays to come would be written over those of another match: a lab may point to them.
///
/// # Errors
/// The first replay that is in the way, by its dice or its setup.
fn check_replays(folder: &Path, plan: &ArenaPlan, setup: u64) -> Result<()> {
    for meeting in 0..plan.meetings.len() {
        let path = replay_file(folder, plan, GameKey { meeting, pair: 0, seating: 0 });
        let Ok(text) = file::read_text(&path) else { continue };
        let header = Header::parse(text.lines().next().unwrap_or_default());
        if header.is_ok_and(|header| header.seed != plan.dice(0) || header.setup_hash != setup) {
            return Err(wrong_use(format!(
                "--replays {}: {} is of another match and would be written over: another folder would be right",
                folder.display(),
                path.display()
            )));
        }
    }
    Ok(())
}

/// Says how many games of a save are not in the folder: saved games are not played again, and a save holds no replays.
fn tell_of_missing_replays(folder: &Path, record: &ArenaRecord) {
    let missing =
        record.counted().filter(|game| !replay_file(folder, &record.plan, game.key).exists()).count();
    if missing > 0 {
        let folder = folder.display();
        eprintln!(
            "{folder}: no replays of {missing} saved games, which are not played again; without --save all are"
        );
    }
}

/// Says that a folder holds replays already: `profile` would add up theirs and those to come.
fn warn_of_other_replays(folder: &Path) {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let others = files.filter(|file| file.path().extension().is_some_and(|end| end == "jsonl")).count();
    if others > 0 {
        eprintln!(
            "{} holds {others} replays of earlier games; those of the same name are written over, the others stay",
            folder.display()
        );
    }
}

fn save(path: &Path, record: &ArenaRecord) -> Result<(), FileError> {
    save::save(path, &record.to_json())
}
