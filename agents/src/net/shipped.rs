use include_dir::{Dir, include_dir};
use spinward_env::core::ResolvedSetup;

use super::{Weights, WeightsError};

/// `agents/weights`, inside the program.
static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/weights");

/// The file of the weights that ship for a game's scenario, if there are any.
pub(crate) fn shipped_file(setup: &ResolvedSetup) -> Option<&'static [u8]> {
    Some(SHIPPED.get_file(path(setup))?.contents())
}

fn path(setup: &ResolvedSetup) -> String {
    format!("{}/{}.safetensors", setup.game, setup.scenario)
}

/// The weights that ship for a game's scenario, if there are any, with the name that errors call them by.
///
/// # Errors
/// If they are damaged, which a test rules out.
pub fn shipped(setup: &ResolvedSetup) -> Result<Option<(String, Weights)>, WeightsError> {
    let Some(file) = shipped_file(setup) else { return Ok(None) };
    let name = format!("shipped weights {}", path(setup));
    Weights::from_bytes(file, &name).map(|weights| Some((name, weights)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use spinward_env::core::Setup;
    use spinward_env::games::{CompleteGame, GameVisitor, with_game};

    use super::*;
    use crate::net::Interface;

    struct Fit;

    impl GameVisitor for Fit {
        type Out = ();

        fn visit<G: CompleteGame>(self, game: Arc<G>) {
            let (name, weights) = shipped(game.setup()).unwrap().expect("the file is there");
            weights.check_fits(&Interface::of(&*game), &name).unwrap();
        }
    }

    #[test]
    fn shipped_weights_fit_the_scenario_that_they_are_named_after() {
        for folder in SHIPPED.dirs() {
            let game = folder.path().to_str().unwrap();
            for file in
                folder.files().filter(|file| file.path().extension().is_some_and(|e| e == "safetensors"))
            {
                let scenario = file.path().file_stem().unwrap().to_str().unwrap();
                with_game(&Setup::new(game).scenario(scenario), Fit).unwrap();
                assert!(SHIPPED.contains(file.path().with_extension("md")), "{scenario} has no recipe");
            }
        }
    }
}
