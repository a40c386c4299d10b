//! The options by which commands say what to play.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use spinward_agents::file::read_text;
use spinward_env::core::{Card, Setup};
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};
use spinward_env::record::figures_from_toml;

use crate::exit::wrong_use;

/// What to play.
#[derive(Args, Clone, Debug)]
pub(crate) struct SetupOptions {
    /// GAME/SCENARIO, a GAME (its first scenario), or a SCENARIO that only one game has. See `spinward games`.
    #[arg(long, value_name = "ID", help_heading = "What to play")]
    pub(crate) scenario: Option<String>,
    /// A named set of options; the game's first one unless told otherwise.
    #[arg(long, value_name = "NAME", help_heading = "What to play")]
    pub(crate) preset: Option<String>,
    /// An option that differs from the preset; may be given several times.
    #[arg(long = "set", value_name = "OPTION=VALUE", help_heading = "What to play")]
    pub(crate) options: Vec<String>,
    /// Correct figures of the game's data by a file; see `spinward rules`.
    #[arg(long, value_name = "FILE", help_heading = "What to play")]
    pub(crate) data: Option<PathBuf>,
}

impl SetupOptions {
    /// The setup that the options describe; names are checked when the game is opened.
    ///
    /// # Errors
    /// If no game or several have the scenario, an option is not OPTION=VALUE, or the file of figures can't be read or makes no game.
    pub(crate) fn setup(&self) -> Result<Setup> {
        let cards = registry();
        let mut setup = match &self.scenario {
            None => Setup::new(cards[0].id),
            Some(id) => find(&cards, id)?,
        };
        setup.preset.clone_from(&self.preset);
        for option in &self.options {
            let Some((key, value)) = option.split_once('=') else {
                return Err(wrong_use(format!("--set {option}: expected OPTION=VALUE")));
            };
            if let Some(before) = setup.options.get(key) {
                let problem =
                    format!("--set {key}: it is set twice, to {before} and to {value}; once would be right");
                return Err(wrong_use(problem));
            }
            setup = setup.set(key, value);
        }
        if let Some(file) = &self.data {
            let corrected = Setup { figures: read_figures(file)?, ..setup.clone() };
            // What is wrong without the file is not its fault.
            if let (Err(faults), Ok(())) = (with_game(&corrected, Open), with_game(&setup, Open)) {
                return Err(wrong_use(format!("{}: {faults}", file.display())));
            }
            setup = corrected;
        }
        Ok(setup)
    }

    /// Whether any of them is given.
    pub(crate) fn is_empty(&self) -> bool {
        self.scenario.is_none() && self.preset.is_none() && self.options.is_empty() && self.data.is_none()
    }
}

/// Opens a game, and nothing else.
pub(crate) struct Open;

impl GameVisitor for Open {
    type Out = ();

    fn visit<G: CompleteGame>(self, _game: Arc<G>) {}
}

/// Reads a seed of a command line.
///
/// # Errors
/// If it is none, with what would be right.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Reads a file of corrected figures; what they say is checked when a game is opened.
///
/// # Errors
/// If it can't be read or is no TOML.
pub(crate) fn read_figures(file: &Path) -> Result<BTreeMap<String, String>> {
    let text = read_text(file).map_err(wrong_use)?;
    figures_from_toml(&text).map_err(|faults| wrong_use(format!("{}: {faults}", file.display())))
}

fn find(cards: &[Card], id: &str) -> Result<Setup> {
    if let Some((game, scenario)) = id.split_once('/') {
        return Ok(Setup::new(game).scenario(scenario));
    }
    if cards.iter().any(|card| card.id == id) {
        return Ok(Setup::new(id));
    }
    let having: Vec<&str> = cards
        .iter()
        .filter(|card| card.scenarios.iter().any(|scenario| scenario.id == id))
        .map(|card| card.id)
        .collect();
    match having[..] {
        [game] => Ok(Setup::new(game).scenario(id)),
        [] => Err(wrong_use(format!("no game or scenario '{id}'; `spinward games` lists them"))),
        _ => {
            let choices: Vec<String> = having.iter().map(|game| format!("{game}/{id}")).collect();
            Err(wrong_use(format!("--scenario {id}: which of {}?", choices.join(", "))))
        }
    }
}
