//! `spinward probe`: what a rating does not tell of an agent.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::{Args, Subcommand};
use spinward_agents::file::{Files, read_text, write_whole};
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_agents::values;
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::Header;
use spinward_evaluation::arena::{ArenaError, ArenaPlan, ArenaRecord, Control, GameKey, run};
use spinward_evaluation::probe::calibration::{CalibrationError, Calibrator};
use spinward_evaluation::probe::puzzles::{Suite, attempt, prove};
use spinward_evaluation::probe::thinking::{plan, thinking};
use spinward_evaluation::probe::{Probe as Probed, ProbeReport};

use crate::arena::{self, Keeper, saved_or_new};
use crate::exit::{Done, stop_flag, wrong_use};
use crate::profile::{open, replay_files};
use crate::save;
use crate::setup_options::{SetupOptions, seed};

/// Tell what a rating does not: whether values mean what they say, what thinking longer brings, and who solves puzzles.
///
/// docs/evaluation.md explains what the figures mean. `spinward report LAB --results FILE` shows them as plots.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  spinward probe calibration --values network --agents scripted,greedy --games 200\n  \
                  spinward probe thinking --agent trained --visits 1,4,16,64 --against scripted --pairs 100\n  \
                  spinward probe puzzles evaluation/suites/duels.toml --agents greedy,scripted"
)]
pub(crate) struct Probe {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Calibration(Calibration),
    Thinking(Thinking),
    Puzzles(Puzzles),
}

/// What is played, by which dice.
#[derive(Args)]
struct Played {
    /// Decides all dice and the agents' randomness.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Where the document goes.
#[derive(Args)]
struct Output {
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Write the JSON document into this file, too.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Compare values with results: of the positions that get 0.7, seven in ten should be won.
///
/// Games that take long are better played by `spinward arena --save FILE --replays DIR`, which can be stopped and gone on with,
/// and compared by `spinward probe calibration DIR`.
#[derive(Args)]
struct Calibration {
    /// Replays (JSON Lines), and folders of them, all of one setup; without any, games are played.
    #[arg(conflicts_with_all = ["agents", "games", "seed", "scenario", "preset", "options", "data"])]
    replays: Vec<PathBuf>,
    /// Whose values: estimate (the game's own, at a glance) or network (its shipped weights, or network:weights=FILE).
    #[arg(long, value_name = "EVALUATOR", default_value = "estimate")]
    values: String,
    /// The two agents that play, separated by a comma; they take turns in the seats.
    #[arg(long, default_value = "scripted,scripted")]
    agents: String,
    /// Games that are played; an odd number plays one more. Of an agent that plays the same in both games of a pair one counts.
    #[arg(long, default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    output: Output,
}

/// Measure what thinking longer brings: one agent at several numbers of simulations against a fixed opponent.
///
/// Ctrl-C finishes the games under way and tells what they come to; --save FILE goes on from there.
#[derive(Args)]
struct Thinking {
    /// Who thinks: NAME or NAME:KEY=VALUE:KEY=VALUE, an agent that searches; how long is said by --visits alone.
    #[arg(long)]
    agent: String,
    /// Simulations a decision, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "1,4,16,64", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Vec<u32>,
    /// The opponent.
    #[arg(long, default_value = "scripted")]
    against: String,
    /// Pairs of games at each number of simulations.
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Keep the games in this file, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    output: Output,
}

/// Let agents solve positions whose best actions are proven.
#[derive(Args)]
struct Puzzles {
    /// The suite (TOML): positions with their best actions, and why.
    suite: PathBuf,
    /// Agents, separated by commas: NAME or NAME:KEY=VALUE:KEY=VALUE.
    #[arg(long, default_value = "random,greedy,scripted")]
    agents: String,
    /// Decides the agents' randomness.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
    /// Prove the suite's answers again instead, solving at most so many positions for each.
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u32).range(1..))]
    prove: Option<u32>,
    #[command(flatten)]
    output: Output,
}

impl Command {
    /// Refuses to write over what is read, or the document over the saved games.
    fn check_files(&self) -> Result<()> {
        // What can't be read is told later.
        let agents = |text: &str| AgentSpec::list(text).unwrap_or_default();
        let mut folders: &[PathBuf] = &[];
        let (output, read, save, agents, setup) = match self {
            Self::Calibration(Calibration { output, replays, values, agents: both, played, .. }) => {
                let read = replay_files(replays).unwrap_or_default();
                folders = replays;
                (output, read, None, [agents(values), agents(both)].concat(), Some(&played.setup))
            }
            Self::Thinking(Thinking { output, save, agent, against, played, .. }) => {
                let agents = [agents(agent), agents(against)].concat();
                (output, vec![], save.as_deref(), agents, Some(&played.setup))
            }
            Self::Puzzles(Puzzles { output, suite, agents: asked, .. }) => {
                (output, vec![suite.clone()], None, agents(asked), None)
            }
        };
        // Documents among replays would be read as replays next time.
        if let Some(out) = &output.out {
            let folders = folders.iter().filter(|folder| folder.is_dir()).map(PathBuf::as_path);
            Files::default()
                .writes("--out", [&**out])
                .fills("the replays in", folders, "jsonl")
                .check()
                .map_err(wrong_use)?;
        }
        Files::default()
            .reads("what is read", read.iter().map(PathBuf::as_path))
            .reads("--data", setup.and_then(|setup| setup.data.as_deref()))
            .reads("a file of an agent", agents.iter().flat_map(AgentSpec::files))
            .writes("--save", save)
            .writes("--out", output.out.as_deref())
            .check()
            .map_err(wrong_use)
    }
}

impl Probe {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        self.command.check_files()?;
        match self.command {
            Command::Calibration(asked) => {
                let output = &asked.output;
                write(out, output, &asked.report()?)
            }
            Command::Thinking(asked) => {
                let setup = asked.played.setup.setup()?;
                let (report, done) = with_game(&setup, Thinks(&asked)).map_err(wrong_use)??;
                write(out, &asked.output, &report)?;
                Ok(done)
            }
            Command::Puzzles(asked) => asked.run(out),
        }
    }
}

fn write(out: &mut impl Write, output: &Output, report: &ProbeReport) -> Result<Done> {
    let json = serde_json::to_string_pretty(report)? + "\n";
    if let Some(path) = &output.out {
        write_whole(path, json.as_bytes())?;
    }
    if output.json {
        out.write_all(json.as_bytes())?
    } else {
        write!(out, "{report}")?
    }
    Ok(Done::Whole)
}

/// Plays a plan that takes no interruption (Ctrl-C ends the program), and tells its replays in the order of the plan: sums do
/// not depend on which game ended first.
fn replays_of<G: CompleteGame>(game: &Arc<G>, plan: ArenaPlan) -> Result<Vec<Vec<String>>> {
    let mut replays: Vec<(GameKey, Vec<String>)> = Vec::new();
    let mut on_game = |record: &ArenaRecord, replay: &[String]| {
        replays.extend(record.games.last().map(|game| (game.key, replay.to_vec())));
        Ok(())
    };
    let mut control = Control { replays: true, on_game: Some(&mut on_game), ..Control::default() };
    let roster = Roster::without_networks().with_networks();
    run(game, &roster, &mut ArenaRecord::new(plan), &mut control).map_err(in_short)?;
    replays.sort();
    Ok(replays.into_iter().map(|(_, replay)| replay).collect())
}

/// An agent that can't be made is the caller's to mend.
fn in_short(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Agent(error) => wrong_use(error),
        error => error.into(),
    }
}

impl Calibration {
    fn report(&self) -> Result<ProbeReport> {
        let mut files = Vec::new();
        for path in replay_files(&self.replays)? {
            let replay = open(&path)?;
            files.push((replay.name, replay.header, replay.text));
        }
        let (setup, name): (Setup, String) = match files.first() {
            Some((name, header, _)) => (header.setup.clone(), format!("{name}: ")),
            None if !self.replays.is_empty() => {
                return Err(wrong_use(
                    "no replay (*.jsonl) there; `spinward arena --replays DIR` writes some",
                ));
            }
            None => (self.played.setup.setup()?, String::new()),
        };
        let calibrates = Calibrates { asked: self, files };
        with_game(&setup, calibrates).map_err(|faults| wrong_use(format!("{name}{faults}")))?
    }
}

struct Calibrates<'a> {
    asked: &'a Calibration,
    files: Vec<(String, Header, String)>,
}

impl GameVisitor for Calibrates<'_> {
    type Out = Result<ProbeReport>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<ProbeReport> {
        let Self { asked, files } = self;
        let spec = values::specification(&asked.values).map_err(wrong_use)?;
        let evaluator = values::evaluator(&game, &spec).map_err(wrong_use)?;
        let mut calibrator = Calibrator::new(Arc::clone(&game), evaluator);
        for (name, header, text) in &files {
            let added = calibrator.add(header, text.lines().skip(1));
            added.map_err(|error| wrong_use(format!("{name}: {error}")))?;
        }
        let names: BTreeSet<&str> =
            files.iter().flat_map(|(_, header, _)| header.players.iter().map(String::as_str)).collect();
        let mut players = names.into_iter().collect::<Vec<_>>().join(", ");
        if files.is_empty() {
            let agents = AgentSpec::list(&asked.agents).map_err(wrong_use)?;
            if agents.len() != 2 {
                return Err(wrong_use("--agents: expected two agents with a comma between them"));
            }
            players = agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(" against ");
            let pairs = asked.games.div_ceil(2);
            let plan = ArenaPlan::everyone_against_everyone(game.setup(), agents, pairs, asked.played.seed);
            for lines in replays_of(&game, plan)? {
                let header = Header::parse(&lines[0]).expect("it was just written");
                calibrator.add(&header, lines[1..].iter().map(String::as_str))?;
            }
        }
        let calibration = calibrator.report(&asked.values, &players).map_err(|error| match error {
            CalibrationError::NoGame => wrong_use(error),
            error => error.into(),
        })?;
        Ok(ProbeReport::new(game.setup(), vec![Probed::Calibration(calibration)]))
    }
}

struct Thinks<'a>(&'a Thinking);

impl GameVisitor for Thinks<'_> {
    type Out = Result<(ProbeReport, Done)>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<(ProbeReport, Done)> {
        let Self(Thinking { agent, visits, against, pairs, save, played, .. }) = self;
        let agent: AgentSpec = agent.parse().map_err(wrong_use)?;
        let against: AgentSpec = against.parse().map_err(wrong_use)?;
        if let Some(own) = agent.options.get("visits") {
            return Err(wrong_use(format!(
                "--agent {agent}: --visits says how many simulations are made; leave visits={own} out"
            )));
        }
        let mut visits = visits.clone();
        visits.sort_unstable();
        if let Some([twice, _]) = visits.array_windows().find(|[one, next]| one == next) {
            return Err(wrong_use(format!("--visits: {twice} is there twice; once would be right")));
        }
        let plan = plan(game.setup(), &agent, &visits, &against, *pairs, played.seed);
        let seats = &game.facts().seats;
        let mut record = saved_or_new(plan, game.facts(), save.as_deref())?;
        let (stop, roster) = (stop_flag()?, Roster::without_networks().with_networks());
        let keeper = Keeper::new(&record, save.as_deref(), None);
        arena::play(&game, &roster, &mut record, &stop, keeper).map_err(in_short)?;
        if save.is_none() && !record.is_complete() && !record.games.is_empty() {
            let path = save::save_unasked("thinking", &record.to_json())?;
            eprintln!("saved: --save {} goes on from here", path.display());
        }
        let report =
            ProbeReport::new(game.setup(), vec![Probed::Thinking(thinking(&record, seats, &agent, &visits))]);
        Ok((report, if record.is_complete() { Done::Whole } else { Done::Stopped }))
    }
}

impl Puzzles {
    fn run(&self, out: &mut impl Write) -> Result<Done> {
        let name = self.suite.display();
        let text = read_text(&self.suite).map_err(|error| wrong_use(error.or_one_of("evaluation/suites")))?;
        let suite = Suite::from_toml(&text).map_err(|faults| wrong_use(format!("{name}: {faults}")))?;
        let at_fault = |error| wrong_use(format!("{name}: {error}"));
        if let Some(most) = self.prove {
            for puzzle in &suite.puzzles {
                let positions = prove(puzzle, most as usize).map_err(at_fault)?;
                writeln!(out, "{}: proven, {positions} positions", puzzle.name)?;
            }
            return Ok(Done::Whole);
        }
        let agents = AgentSpec::list(&self.agents).map_err(wrong_use)?;
        let scores = attempt(&suite, &agents, self.seed).map_err(at_fault)?;
        let setup = suite.puzzles[0].setup.clone();
        let report = with_game(&setup, Titled(scores)).map_err(wrong_use)?;
        write(out, &self.output, &report)
    }
}

/// Scores under the name of their game.
struct Titled(spinward_evaluation::probe::puzzles::PuzzleScores);

impl GameVisitor for Titled {
    type Out = ProbeReport;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> ProbeReport {
        ProbeReport::new(game.setup(), vec![Probed::Puzzles(self.0)])
    }
}
