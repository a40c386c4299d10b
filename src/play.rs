//! `spinward play`: a person against agents in the terminal, or agents to watch.

mod keeper;
mod line;
mod screen;
pub(crate) mod words;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use spinward_agents::file::{Files, read_text, write_whole};
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_agents::session::{Player, Session, Table};
use spinward_env::core::{Facts, Information, Setup, SetupFaults};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Header, ReplayError};

use crate::exit::{Done, wrong_use};
use crate::setup_options::{SetupOptions, seed};

use keeper::Keeper;

/// Play a game against an agent in the terminal, or watch agents play.
///
/// Every choice is listed and explained with its odds; dice are the umpire's and are shown as they fall. The game is
/// saved after every event, as a replay that --load goes on with: quitting, Ctrl-C and a lost connection lose nothing.
/// A game that agents play among themselves is saved more rarely the longer it is, and at its end.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  spinward play GAME\n  spinward play GAME --seat imperial --against scripted-search:visits=64\n  \
                        spinward play GAME --watch scripted,greedy\n  spinward play --load game.jsonl\n\n\
                        docs/playing.md tells how to play, docs/README.md where a game is explained to beginners."
)]
pub(crate) struct Play {
    /// The game; with a scenario as GAME/SCENARIO. See `spinward games`.
    #[arg(conflicts_with_all = ["scenario", "load"])]
    game: Option<String>,
    #[command(flatten)]
    setup: SetupOptions,
    /// Decides all dice and the agents' randomness; drawn anew unless told.
    #[arg(long, value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Your seat: a name or a number; the first unless told otherwise.
    #[arg(long)]
    seat: Option<String>,
    /// Who plays the other seats: an agent as NAME or NAME:KEY=VALUE, or `person` for someone beside you; in a new game
    /// `scripted` unless told otherwise.
    #[arg(long, value_name = "AGENT")]
    against: Option<String>,
    /// Watch these agents, one for each seat, separated by commas.
    #[arg(long, value_name = "AGENTS", conflicts_with_all = ["seat", "against"])]
    watch: Option<String>,
    /// Who gives hints.
    #[arg(long, value_name = "AGENT", default_value = "scripted")]
    adviser: String,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "preset", "options", "data", "seed"])]
    load: Option<PathBuf>,
    /// Where the game is saved; a new file in runs/play/ unless told otherwise.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Plain lines, for screen readers and pipes; so it is where input or output is no terminal.
    #[arg(long)]
    plain: bool,
    /// Write the first screen as an SVG picture instead of playing.
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    picture: Option<PathBuf>,
}

/// Columns and rows of a picture.
const PICTURE: (u16, u16) = (120, 40);

/// A saved game as text.
struct Saved {
    name: String,
    header: Header,
    text: String,
}

impl Play {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let saved = self.load.as_deref().map(read).transpose()?;
        let setup = match &saved {
            Some(saved) => saved.header.setup.clone(),
            None => self.setup()?,
        };
        let seat_taker = Seating { play: &self, saved: saved.as_ref() };
        let refused = |faults: SetupFaults| match &saved {
            Some(saved) => wrong_use(format!("{}: line 1: {faults}", saved.name)),
            None => wrong_use(faults),
        };
        let mut session = with_game(&setup, seat_taker).map_err(refused)??;
        let path = self.save_path(&*session)?;
        self.check_files(&path, session.players())?;
        let loaded = saved.as_ref().filter(|_| self.load.as_ref() == Some(&path));
        let mut keeper = Keeper::new(path, saved.is_some(), loaded.map(|saved| saved.text.as_str()));
        if let Some(path) = &self.picture {
            let picture = screen::picture(&mut *session, &mut keeper, PICTURE)?;
            write_whole(path, picture.as_bytes())?;
            return Ok(Done::Whole);
        }
        keeper.save(&*session)?;
        if self.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            keeper.tell_on_signals(|| ())?;
            return line::play(&mut *session, &mut io::stdin().lock(), out, &mut keeper);
        }
        keeper.tell_on_signals(ratatui::restore)?;
        screen::play(&mut *session, &mut keeper)
    }

    fn setup(&self) -> Result<Setup> {
        let scenario = self.game.clone().or_else(|| self.setup.scenario.clone());
        SetupOptions { scenario, ..self.setup.clone() }.setup()
    }

    /// Refuses to write over what is read, or one thing over another.
    fn check_files(&self, save: &Path, players: &[Player]) -> Result<()> {
        let adviser: AgentSpec = self.adviser.parse().map_err(wrong_use)?;
        let agents = players.iter().filter_map(|player| match player {
            Player::Person => None,
            Player::Agent(spec) => Some(spec),
        });
        let loaded = self.load.as_deref().filter(|load| *load != save);
        Files::default()
            .reads("the game of --load", loaded)
            .reads("--data", self.setup.data.as_deref())
            .reads("a file of an agent", agents.chain([&adviser]).flat_map(AgentSpec::files))
            .writes("the saved game", [save])
            .writes("--picture", self.picture.as_deref())
            .check()
            .map_err(wrong_use)
    }

    /// Where the game is saved: as told, where it came from, or a file of its own.
    fn save_path(&self, session: &dyn Session) -> Result<PathBuf> {
        if let Some(path) = &self.save {
            let name = path.display();
            if path.is_dir() {
                return Err(wrong_use(format!("--save {name} is a folder; a file in it would be right")));
            }
            if path.exists() && self.load.as_ref() != Some(path) {
                return Err(wrong_use(format!("{name} is there already; --load {name} goes on with it")));
            }
            return Ok(path.clone());
        }
        if let Some(path) = &self.load {
            return Ok(path.clone());
        }
        let setup = session.setup();
        let name = format!("{}-{}-{}", setup.game, setup.scenario, session.seed());
        let file = |copy: u32| match copy {
            1 => format!("{name}.jsonl"),
            _ => format!("{name}-{copy}.jsonl"),
        };
        let folder = Path::new("runs/play");
        let free = (1..).map(|copy| folder.join(file(copy))).find(|path| !path.exists());
        free.context("runs/play is full")
    }
}

fn read(path: &Path) -> Result<Saved> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(wrong_use)?;
    let first = text.lines().next().unwrap_or_default();
    let header = Header::parse(first)
        .map_err(|fault| wrong_use(format!("{name}: {}", ReplayError { line: 1, fault })))?;
    Ok(Saved { name, header, text })
}

/// Seats everybody at the game that is opened.
struct Seating<'a> {
    play: &'a Play,
    saved: Option<&'a Saved>,
}

impl GameVisitor for Seating<'_> {
    type Out = Result<Box<dyn Session>>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let roster = Roster::without_networks().with_networks();
        let adviser: AgentSpec = self.play.adviser.parse().map_err(wrong_use)?;
        let players = self.players(&game.facts().seats)?;
        check_discretion(game.facts(), &players)?;
        let table = match self.saved {
            None => {
                let seed = self.play.seed.unwrap_or_else(|| RandomState::new().hash_one("seed") >> 32);
                Table::new(game, &roster, players, &adviser, seed).map_err(wrong_use)?
            }
            Some(saved) => {
                let lines = saved.text.trim_end().lines().skip(1);
                Table::load(game, &roster, players, &adviser, &saved.header, lines)
                    .map_err(|error| wrong_use(format!("{}: {error}", saved.name)))?
            }
        };
        Ok(Box::new(table))
    }
}

impl Seating<'_> {
    /// Who plays which seat: as told; else as before, or in a new game the person first and agents for the rest.
    fn players(&self, seats: &[&str]) -> Result<Vec<Player>> {
        let Play { seat, against, watch, .. } = self.play;
        if let Some(watch) = watch {
            return watched(watch, seats);
        }
        let before = self.saved.and_then(|saved| players_before(saved, seats.len()));
        let person = before.as_ref().and_then(|players| players.iter().position(|p| *p == Player::Person));
        let mut players = match before {
            Some(players) if seat.is_none() && against.is_none() => return Ok(players),
            Some(players) => players,
            None => vec![Player::Agent(AgentSpec::new("scripted")); seats.len()],
        };
        let own = match seat {
            None => person.unwrap_or(0),
            Some(name) => crate::replay::seat_named(seats, name)?.index(),
        };
        if let Some(person) = person {
            players.swap(own, person);
        }
        if let Some(against) = against {
            players.fill(against.parse().map_err(wrong_use)?);
        }
        players[own] = Player::Person;
        Ok(players)
    }
}

/// Agents for all seats.
fn watched(watch: &str, seats: &[&str]) -> Result<Vec<Player>> {
    let agents = AgentSpec::list(watch).map_err(wrong_use)?;
    if agents.len() != seats.len() {
        let (count, names) = (seats.len(), seats.join(", "));
        return Err(wrong_use(format!("--watch {watch}: expected {count} agents, one for each of {names}")));
    }
    Ok(agents.into_iter().map(Player::Agent).collect())
}

/// Who played a saved game; `None` where the replay names nobody that can be had here.
fn players_before(saved: &Saved, seats: usize) -> Option<Vec<Player>> {
    let players: Result<Vec<Player>, _> = saved.header.players.iter().map(|name| name.parse()).collect();
    players.ok().filter(|players| players.len() == seats)
}

/// Refuses two people at one screen where each would read what is hidden from him.
fn check_discretion(facts: &Facts, players: &[Player]) -> Result<()> {
    let people = players.iter().filter(|player| **player == Player::Person).count();
    if people > 1 && (facts.information == Information::Hidden || facts.simultaneous) {
        return Err(wrong_use(
            "this game hides things, and two people at one screen would read each other's; one person against agents would be right",
        ));
    }
    Ok(())
}
