//! Every registered game and scenario passes the whole battery; a new game gets it by being registered.
//!
//! Golden files in `tests/golden`, written anew by `SPINWARD_UPDATE_GOLDEN=1 cargo test -p spinward-env`:
//! - `GAME.SCENARIO.actions.txt`: what each action id means;
//! - `GAME.SCENARIO.stages.txt` (written by hand, optional): positions at the start of small stages, separated by empty
//!   lines, for `canonical_order_loses_nothing`;
//! - `GAME.SCENARIO.pairs.txt` (written by hand, needed where information is hidden): pairs of positions that a seat
//!   can't tell apart, for `view_has_no_leak`: a line `seat N`, a position, a line `or`, a position, an empty line;
//!   `GAME.SCENARIO+KEY=VALUE.pairs.txt` (optional) does so with options.

mod setups;

use std::fs;
use std::sync::Arc;

use spinward_env::conformance::{
    Budget, Failure, Trial, action_ids_stable, action_table, run_all, view_has_no_leak,
};
use spinward_env::core::{Information, Seat};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};

use setups::golden;

fn updating() -> bool {
    std::env::var_os("SPINWARD_UPDATE_GOLDEN").is_some()
}

#[test]
fn every_game_passes_the_battery() {
    let mut failures = Vec::new();
    for (name, setup) in setups::plain() {
        let found = with_game(&setup, Battery).unwrap_or_else(|faults| vec![faults.to_string()]);
        failures.extend(found.into_iter().map(|failure| format!("{name}: {failure}")));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

/// With the options of files of pairs, too.
#[test]
fn options_leak_nothing() {
    let mut failures = Vec::new();
    for (name, setup) in setups::with_options(".pairs.txt") {
        let found = with_game(&setup, Pairs { name: &name }).unwrap_or_else(|faults| Err(faults.to_string()));
        failures.extend(found.err().map(|failure| format!("{name}: {failure}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

struct Pairs<'a> {
    name: &'a str,
}

impl GameVisitor for Pairs<'_> {
    type Out = Result<(), String>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Result<(), String> {
        let small = Budget { games: 2, positions: 20, ..Budget::default() };
        let mut trial = Trial::new(game, small).map_err(|failure| failure.to_string())?;
        add_pairs(&mut trial, self.name)?;
        view_has_no_leak(&trial).map_err(|failure| failure.to_string())
    }
}

struct Battery;

impl GameVisitor for Battery {
    type Out = Vec<String>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Vec<String> {
        let name = format!("{}.{}", game.setup().game, game.setup().scenario);
        let mut failures: Vec<String> = check_action_ids(&*game, &name).err().into_iter().collect();
        match run(game, &name) {
            Ok(found) => failures.extend(found.iter().map(Failure::to_string)),
            Err(problem) => failures.push(problem),
        }
        failures
    }
}

fn run<G: CompleteGame>(game: Arc<G>, name: &str) -> Result<Vec<Failure>, String> {
    let hidden = game.facts().information == Information::Hidden;
    let mut trial = Trial::new(game, Budget::default()).map_err(|failure| failure.to_string())?;
    if let Some(text) = read_if_there(&format!("{name}.stages.txt"))? {
        let added = trial.add_stage_starts(blocks(&text));
        added.map_err(|error| format!("{name}.stages.txt: {error}"))?;
    }
    if !add_pairs(&mut trial, name)? && hidden {
        return Err(format!("information is hidden: {name}.pairs.txt is missing"));
    }
    Ok(run_all(&trial))
}

/// Adds the pairs of a file, if it is there.
fn add_pairs<G: CompleteGame>(trial: &mut Trial<G>, name: &str) -> Result<bool, String> {
    let Some(text) = read_if_there(&format!("{name}.pairs.txt"))? else { return Ok(false) };
    for block in blocks(&text) {
        add_pair(trial, block).map_err(|error| format!("{name}.pairs.txt: {error}"))?;
    }
    Ok(true)
}

fn read_if_there(name: &str) -> Result<Option<String>, String> {
    let path = golden(name);
    if !path.exists() {
        return Ok(None);
    }
    fs::read_to_string(&path).map(Some).map_err(|error| format!("{}: {error}", path.display()))
}

/// The parts between empty lines, without comment lines.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|block| !block.is_empty() && !block.starts_with('#'))
}

fn add_pair<G: CompleteGame>(trial: &mut Trial<G>, block: &str) -> Result<(), String> {
    let parts = block.split_once('\n').and_then(|(seat, texts)| Some((seat, texts.split_once("\nor\n")?)));
    let Some((seat, (one, other))) = parts else {
        return Err(format!("expected 'seat N', a position, 'or', a position, not '{block}'"));
    };
    let seats = trial.game.facts().seat_count();
    let seat = seat.strip_prefix("seat ").and_then(|n| n.parse().ok()).filter(|&n| n < seats);
    let seat = seat.ok_or_else(|| format!("expected 'seat N' with N below {seats} before '{one}'"))?;
    trial.add_hidden_pair(Seat::new(seat), [one, other]).map_err(|error| error.to_string())
}

fn check_action_ids<G: CompleteGame>(game: &G, name: &str) -> Result<(), String> {
    let path = golden(&format!("{name}.actions.txt"));
    if updating() {
        fs::write(&path, action_table(game)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let table = fs::read_to_string(&path)
        .map_err(|error| format!("{}: {error}; SPINWARD_UPDATE_GOLDEN=1 writes it", path.display()))?;
    action_ids_stable(game, &table).map_err(|failure| failure.to_string())
}
