//! What golden files are about: every scenario of every registered game as it comes, `GAME.SCENARIO`, and with options where
//! there is a file of that name, `GAME.SCENARIO+KEY=VALUE+KEY=VALUE` (or `preset=ID`).

use std::fs;
use std::path::{Path, PathBuf};

use spinward_env::core::Setup;
use spinward_env::games::registry;

/// Where golden files lie.
pub(super) fn golden(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file)
}

/// Every scenario as it comes, by the name that its golden files begin with.
pub(super) fn plain() -> Vec<(String, Setup)> {
    let cards = registry();
    let scenarios =
        cards.iter().flat_map(|card| card.scenarios.iter().map(|scenario| (card.id, scenario.id)));
    scenarios.map(|(game, id)| (format!("{game}.{id}"), Setup::new(game).scenario(id))).collect()
}

/// Scenarios with options, by files with this ending, in order.
pub(super) fn with_options(ending: &str) -> Vec<(String, Setup)> {
    let files = fs::read_dir(golden("")).unwrap().map(|entry| entry.unwrap().file_name());
    let names = files.filter_map(|file| Some(file.to_str()?.strip_suffix(ending)?.to_string()));
    let mut found: Vec<(String, Setup)> =
        names.filter_map(|name| Some((name.clone(), setup(&name)?))).collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

fn setup(name: &str) -> Option<Setup> {
    let (scenario, options) = name.split_once('+')?;
    let (game, scenario) = scenario.split_once('.')?;
    options.split('+').try_fold(Setup::new(game).scenario(scenario), |setup, option| {
        Some(match option.split_once('=')? {
            ("preset", id) => setup.preset(id),
            (key, value) => setup.set(key, value),
        })
    })
}
