//! Every column, relation and verb of every registered game and scenario is listed in
//! `tests/golden/GAME.SCENARIO.columns.md`, so that a changed encoding shows as a readable difference.
//! `SPINWARD_UPDATE_GOLDEN=1 cargo test -p spinward-env` writes the pages anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use spinward_env::core::Setup;
use spinward_env::encode::ObservationSpec;
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

#[test]
fn columns_are_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for card in registry() {
        for scenario in &card.scenarios {
            let page = with_game(&Setup::new(card.id).scenario(scenario.id), Columns).unwrap();
            let path = folder.join(format!("{}.{}.columns.md", card.id, scenario.id));
            if std::env::var_os("SPINWARD_UPDATE_GOLDEN").is_some() {
                fs::write(&path, &page).unwrap();
            }
            let listed = fs::read_to_string(&path).unwrap_or_default();
            assert!(listed == page, "{} is out of date: SPINWARD_UPDATE_GOLDEN=1 writes it", path.display());
        }
    }
}

struct Columns;

impl GameVisitor for Columns {
    type Out = String;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> String {
        let setup = game.setup();
        page(&format!("{}, {}", setup.game, setup.scenario), game.observation_spec())
    }
}

fn page(title: &str, spec: &ObservationSpec) -> String {
    let mut page =
        format!("# What a network sees: {title}\n\n`own` and `enemy` are from the viewer's side. ");
    page += "A network reads value x scale.\n";
    for block in &spec.blocks {
        let _ = write!(
            page,
            "\n## `{}`: {} rows\n\n| # | column | unit | scale |\n|---|---|---|---|\n",
            block.name, block.rows
        );
        for (index, column) in block.columns.iter().enumerate() {
            let _ = writeln!(page, "| {index} | {} | {} | {} |", column.name, column.unit, column.scale);
        }
    }
    if !spec.relations.is_empty() {
        page += "\n## Relations\n\n| relation | categories |\n|---|---|\n";
    }
    for relation in &spec.relations {
        let _ = writeln!(page, "| {} | {} |", relation.name, relation.categories);
    }
    let _ = write!(page, "\n## Verbs\n\n{}\n", spec.verbs.join(", "));
    page
}
