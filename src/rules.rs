//! `spinward rules`: the figures of a game's data, where they come from, and an owner's corrections.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use spinward_env::core::{Card, Figure, Setup, SetupFaults};
use spinward_env::games::{CompleteGame, TypeVisitor, registry, with_game, with_type};

use crate::exit::{Done, wrong_use};
use crate::setup_options::{Open, read_figures};

/// Print the figures of a game with their sources, or check a file that corrects them.
#[derive(Args)]
#[command(after_help = "Examples:\n  spinward rules GAME --explain price\n  \
                        spinward rules GAME --data corrections.toml\n\n\
                        Tags: C confirmed by a source, I inferred from confirmed facts, G of the game that it descends from, M from memory, P proposed. \
                        A file of corrections is one for `--data` of every command that starts games.")]
pub(crate) struct Rules {
    /// The game.
    game: String,
    /// Only figures and options whose key has this in it.
    #[arg(long, value_name = "KEY")]
    explain: Option<String>,
    /// Check these corrections (TOML) in every scenario, and show the figures with them.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let mut figures = with_type(&self.game, Figures).map_err(wrong_use)?;
        let cards = registry();
        let Some(card) = cards.iter().find(|card| card.id == self.game) else { return Ok(Done::Whole) };
        if let Some(file) = &self.data {
            let corrected = read_figures(file)?;
            check(card, &corrected).map_err(|faults| wrong_use(format!("{}: {faults}", file.display())))?;
            correct(&mut figures, corrected, &file.display().to_string());
        }
        let wanted = |key: &str| self.explain.as_ref().is_none_or(|part| key.contains(part.as_str()));
        figures.retain(|figure| wanted(&figure.key));
        let explained = |key| self.explain.is_some() && wanted(key);
        let options: Vec<_> = card.options.iter().filter(|option| explained(option.key)).collect();
        if let (Some(key), true) = (&self.explain, figures.is_empty() && options.is_empty()) {
            return Err(wrong_use(format!(
                "--explain {key}: {} has no figure and no option with this in its key",
                self.game
            )));
        }
        if self.json {
            let figures: Vec<Value> = figures.iter().map(figure_json).collect();
            writeln!(
                out,
                "{:#}",
                json!({ "schema": "spinward/rules/1", "game": self.game, "figures": figures })
            )?;
            return Ok(Done::Whole);
        }
        for Figure { key, value, tag, source } in &figures {
            let tag = if tag.is_empty() { String::new() } else { format!("  [{tag}]") };
            let source = if source.is_empty() { String::new() } else { format!("  # {source}") };
            writeln!(out, "{key} = {value}{tag}{source}")?;
        }
        for option in options {
            writeln!(out, "option {} (default {}): {}", option.key, option.default, option.summary)?;
        }
        Ok(Done::Whole)
    }
}

struct Figures;

impl TypeVisitor for Figures {
    type Out = Vec<Figure>;

    fn visit<G: CompleteGame>(self) -> Vec<Figure> {
        G::figures()
    }
}

/// Opens every scenario with the corrections; reports each fault once.
fn check(card: &Card, figures: &BTreeMap<String, String>) -> Result<(), SetupFaults> {
    let mut faults = Vec::new();
    for scenario in &card.scenarios {
        let setup = Setup { figures: figures.clone(), ..Setup::new(card.id).scenario(scenario.id) };
        let found = with_game(&setup, Open).err().map_or(Vec::new(), |SetupFaults(found)| found);
        for fault in found {
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(SetupFaults(faults)) }
}

fn correct(figures: &mut Vec<Figure>, corrected: BTreeMap<String, String>, file: &str) {
    for (key, value) in corrected {
        let figure = Figure { key, value, tag: "owner".into(), source: file.into() };
        match figures.binary_search_by(|other| other.key.cmp(&figure.key)) {
            Ok(at) => figures[at] = figure,
            Err(at) => figures.insert(at, figure),
        }
    }
}

fn figure_json(Figure { key, value, tag, source }: &Figure) -> Value {
    json!({ "key": key, "value": value, "tag": tag, "source": source })
}
