//! Every registered game and scenario passes the whole battery; a new game gets it by being registered.
//!
//! Golden files in `tests/golden`, written anew by `SPINWARD_UPDATE_GOLDEN=1 cargo test -p spinward-env`:
//! - `GAME.SCENARIO.actions.txt`: what each action id means;
//! - `GAME.SCENARIO.stages.txt` (written by hand, optional): positions at the start of small stages, separated by empty
//!   lines, for `canonical_order_loses_nothing`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use spinward_env::conformance::{Budget, Failure, Trial, action_ids_stable, action_table, run_all};
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn updating() -> bool {
    std::env::var_os("SPINWARD_UPDATE_GOLDEN").is_some()
}

#[test]
fn every_game_passes_the_battery() {
    let mut failures = Vec::new();
    for card in registry() {
        for scenario in &card.scenarios {
            let setup = Setup::new(card.id).scenario(scenario.id);
            let found = with_game(&setup, Battery).unwrap_or_else(|faults| vec![faults.to_string()]);
            failures.extend(found.into_iter().map(|f| format!("{}/{}: {f}", card.id, scenario.id)));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
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
    let mut trial = Trial::new(game, Budget::default()).map_err(|failure| failure.to_string())?;
    let stages = golden(&format!("{name}.stages.txt"));
    if stages.exists() {
        let text = fs::read_to_string(&stages).map_err(|error| format!("{}: {error}", stages.display()))?;
        let texts = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
        trial.add_stage_starts(texts).map_err(|error| format!("{}: {error}", stages.display()))?;
    }
    Ok(run_all(&trial))
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
