//! A game is one folder and one line of the registry; nothing else names it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::sources::{RustFile, has_word};

const GAMES: &str = "env/src/games";
/// The registry itself: the two files that list modules.
const REGISTRY: [&str; 2] = ["env/src/games/mod.rs", "env/src/games/small/mod.rs"];
/// Where naming a game is a breach.
const WATCHED: [&str; 5] = ["env/src/", "agents/", "evaluation/", "training/", "src/"];

pub(super) fn breaches(root: &Path, files: &[RustFile]) -> Result<Vec<String>> {
    let mut games = modules(&root.join(GAMES))?;
    games.remove("small");
    games.extend(modules(&root.join(GAMES).join("small"))?);
    let registry = root.join(REGISTRY[0]);
    let registry =
        fs::read_to_string(&registry).with_context(|| format!("can't read {}", registry.display()))?;
    let implemented = |game: &&String| {
        files.iter().any(|file| {
            belongs_to(file, game) && file.code().any(|(_, line)| line.starts_with("impl Game for "))
        })
    };
    let mut found = unregistered(games.iter().filter(implemented), &registry);
    found.extend(naming(&games, files));
    Ok(found)
}

/// The modules of a folder: subfolders and files, without `mod.rs`.
fn modules(folder: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(|| format!("can't list {}", folder.display()))? {
        let path = entry?.path();
        let is_module = path.is_dir() || path.extension().is_some_and(|extension| extension == "rs");
        if let Some(name) = path.file_stem().and_then(|stem| stem.to_str()).filter(|_| is_module) {
            names.insert(name.to_string());
        }
    }
    names.remove("mod");
    Ok(names)
}

fn unregistered<'a>(games: impl Iterator<Item = &'a String>, registry: &str) -> Vec<String> {
    let listed = registry
        .split_once("\ngames![")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(listed, _)| listed);
    games
        .filter(|game| !has_word(listed, game))
        .map(|game| format!("{}: game {game} is not in the list games![…]", REGISTRY[0]))
        .collect()
}

/// Whether a file is the game's own: in its folder, or its one file.
fn belongs_to(file: &RustFile, game: &str) -> bool {
    let small = format!("{GAMES}/small/{game}");
    file.path.starts_with(&format!("{GAMES}/{game}/"))
        || file.path.strip_prefix(&small).is_some_and(|rest| rest.starts_with(['.', '/']))
}

fn naming(games: &BTreeSet<String>, files: &[RustFile]) -> Vec<String> {
    let watched = |file: &&RustFile| {
        file.is_product()
            && WATCHED.iter().any(|folder| file.path.starts_with(folder))
            && !REGISTRY.contains(&file.path.as_str())
    };
    let mut found = Vec::new();
    for file in files.iter().filter(watched) {
        for (number, line) in file.code() {
            for game in games.iter().filter(|game| has_word(line, game) && !belongs_to(file, game)) {
                found.push(file.breach(number, &format!("names the game {game}")));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sources::file;
    use super::*;

    fn games() -> BTreeSet<String> {
        BTreeSet::from(["pig".into(), "imperium".into()])
    }

    #[test]
    fn a_game_outside_the_registry_is_a_breach() {
        let registry = "pub use small::imperium;\n\ngames![pig::Pig];\n";
        assert_eq!(unregistered(games().iter(), registry).len(), 1);
    }

    #[test]
    fn only_a_games_own_files_and_the_registry_name_it() {
        let files = [
            file("env/src/games/small/pig.rs", "id: \"pig\","),
            file("env/src/games/imperium/turn.rs", "use crate::games::imperium::map;"),
            file("env/src/games/mod.rs", "games![pig::Pig];"),
            file("agents/tests/play.rs", "play(\"pig\")"),
            file("agents/src/level.rs", "/// As in pig.\nif id == \"pig\" {"),
            file("env/src/games/imperium/map.rs", "use super::super::small::pig;"),
        ];
        assert_eq!(
            naming(&games(), &files),
            [
                "agents/src/level.rs:2: names the game pig",
                "env/src/games/imperium/map.rs:1: names the game pig"
            ]
        );
    }
}
