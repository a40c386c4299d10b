//! `spinward profile`: what the players of recorded games did.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use spinward_agents::file::{FileError, read_text};
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Header, ReplayError};
use spinward_evaluation::profile::{GameProfile, ProfileReport, read_game};

use crate::exit::{Done, wrong_use};

/// Tell what the players of recorded games did: what a game counts of builds, control, contacts and the like, by turn.
///
/// Where two players played a side, what each does more of is told, too, with 95 % intervals.
#[derive(Args)]
#[command(after_help = "Examples:\n  spinward arena --agents scripted,greedy --pairs 20 --replays games\n  \
                        spinward profile games\n  spinward profile one.jsonl two.jsonl --json")]
pub(crate) struct Profile {
    /// Replays (JSON Lines), and folders whose replays all count. All games are of one scenario.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// A replay with its first line read.
pub(crate) struct Replay {
    pub(crate) name: String,
    pub(crate) header: Header,
    pub(crate) text: String,
}

impl Profile {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let mut replays = Vec::new();
        for path in replay_files(&self.games)? {
            replays.push(open(&path)?);
        }
        let Some(first) = replays.first() else { return Err(wrong_use(nothing_in(&self.games))) };
        let (setup, name) = (first.header.setup.clone(), first.name.clone());
        let reading = Reading { replays, asked: &self, out };
        with_game(&setup, reading).map_err(|faults| wrong_use(format!("{name}: {faults}")))?
    }
}

/// The files that are named, and the replays in the folders that are, by name; each once, however often it is named.
pub(crate) fn replay_files(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| wrong_use(FileError::reading(path, error)))?;
        let mut own = Vec::new();
        for entry in entries {
            let file = entry.map_err(|error| wrong_use(FileError::reading(path, error)))?.path();
            own.extend(file.extension().is_some_and(|extension| extension == "jsonl").then_some(file));
        }
        own.sort();
        files.extend(own);
    }
    let mut seen = HashSet::new();
    // A file that is not there is told when it is read.
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(files)
}

fn nothing_in(named: &[PathBuf]) -> String {
    let names: Vec<String> = named.iter().map(|path| path.display().to_string()).collect();
    format!("no replay (*.jsonl) in {}; `spinward arena --replays DIR` writes some", names.join(", "))
}

pub(crate) fn open(path: &Path) -> Result<Replay> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(wrong_use)?;
    let first = text.lines().next().unwrap_or_default();
    let header = Header::parse(first)
        .map_err(|fault| wrong_use(format!("{name}: {}", ReplayError { line: 1, fault })))?;
    Ok(Replay { name, header, text })
}

struct Reading<'a, W> {
    replays: Vec<Replay>,
    asked: &'a Profile,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Reading<'_, W> {
    type Out = Result<Done>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<Done> {
        let resolved = game.setup();
        if G::profile_series().is_empty() {
            return Err(wrong_use(format!("{} declares no profile: it counts nothing", resolved.game)));
        }
        let mut games = Vec::new();
        for replay in &self.replays {
            games.push(read::<G>(replay, (resolved.game, resolved.scenario))?);
        }
        if let Some(warning) = mixed(&self.replays) {
            eprintln!("warning: {warning}");
        }
        let names = (resolved.game, resolved.scenario);
        let report = ProfileReport::new(names, &game.facts().seats, G::profile_series(), &games);
        if self.asked.json {
            writeln!(self.out, "{}", serde_json::to_string_pretty(&report)?)?;
        } else {
            write!(self.out, "{report}")?;
        }
        Ok(Done::Whole)
    }
}

/// That the games were played by several sets of rules, if they were: how many by which, and in what these differ.
fn mixed(replays: &[Replay]) -> Option<String> {
    let mut sets: Vec<(&Replay, usize)> = Vec::new();
    for replay in replays {
        match sets.iter_mut().find(|(first, _)| first.header.setup_hash == replay.header.setup_hash) {
            Some((_, games)) => *games += 1,
            None => sets.push((replay, 1)),
        }
    }
    let ([(first, _), others @ ..], 2..) = (&sets[..], sets.len()) else { return None };
    let is_other = |key: &&String| {
        let value = |replay: &Replay| replay.header.setup.options.get(*key).cloned();
        others.iter().any(|(other, _)| value(other) != value(first))
    };
    let differing: Vec<&str> =
        first.header.setup.options.keys().filter(is_other).map(String::as_str).collect();
    let in_what = if differing.is_empty() { "figures of the game".into() } else { differing.join(", ") };
    let set = |(replay, games): &(&Replay, usize)| {
        let (name, preset) = (&replay.name, replay.header.setup.preset.as_deref().unwrap_or_default());
        format!("{games} as {name} (preset {preset})")
    };
    let told: Vec<String> = sets.iter().map(set).collect();
    let count = sets.len();
    Some(format!(
        "these counts mix games of {count} sets of rules: {}; they differ in {in_what}",
        told.join(", ")
    ))
}

/// Reads a replay of this game and scenario, under whatever options.
fn read<G: CompleteGame>(replay: &Replay, (id, scenario): (&str, &str)) -> Result<GameProfile> {
    let Replay { name, header, text } = replay;
    let at_fault = |fault: &dyn std::fmt::Display| wrong_use(format!("{name}: {fault}"));
    let setup: &Setup = &header.setup;
    let of_another = |other: &str| {
        at_fault(&format!(
            "a game of {other}; the first one is of {id}/{scenario}, and all must be of one scenario"
        ))
    };
    if setup.game != id {
        return Err(of_another(&setup.game));
    }
    let game = G::from_setup(setup).map_err(|faults| at_fault(&faults))?;
    if game.setup().scenario != scenario {
        return Err(of_another(&format!("{id}/{}", game.setup().scenario)));
    }
    read_game(&Arc::new(game), header, text.lines().skip(1)).map_err(|error| at_fault(&error))
}

#[cfg(test)]
mod tests {
    use spinward_env::core::Game as _;
    use spinward_env::record::ReplayWriter;

    use super::*;

    #[test]
    fn games_of_other_rules_are_told_apart() {
        let replay = |name: &str, target: &str| {
            let setup = Setup::new("pig").preset("standard").set("target", target);
            let game = spinward_env::games::pig::Pig::from_setup(&setup).unwrap();
            let (_, text) = ReplayWriter::new(Arc::new(game), 1, vec![]);
            Replay { name: name.into(), header: Header::parse(&text).unwrap(), text }
        };
        assert_eq!(mixed(&[replay("a", "20"), replay("b", "20")]), None);
        let told = mixed(&[replay("a", "20"), replay("b", "30"), replay("c", "20")]).unwrap();
        assert_eq!(
            told,
            "these counts mix games of 2 sets of rules: 2 as a (preset standard), 1 as b (preset standard); they differ in target"
        );
    }

    #[test]
    fn a_replay_counts_once_however_often_it_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        fs::write(&file, "").unwrap();
        let roundabout = folder.path().join(".").join("a.jsonl");
        let absent = PathBuf::from("absent.jsonl");
        let named = [absent.clone(), file.clone(), roundabout, folder.path().to_path_buf()];
        assert_eq!(replay_files(&named).unwrap(), [absent, file]);
    }
}
