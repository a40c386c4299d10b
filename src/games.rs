//! `spinward games`: what there is to play.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use spinward_env::core::{Card, Facts, Information, OptionDomain, Setup, Utility};
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

use crate::exit::{Done, wrong_use};

/// List games with their scenarios, presets, options and facts.
#[derive(Args)]
#[command(after_help = "Example: spinward games --json")]
pub(crate) struct Games {
    /// Only this game.
    game: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let mut games = Vec::new();
        for card in registry() {
            if self.game.as_ref().is_none_or(|game| game == card.id) {
                let facts = with_game(&Setup::new(card.id), FactsOf).map_err(wrong_use)?;
                games.push((card, facts));
            }
        }
        if let (Some(game), true) = (&self.game, games.is_empty()) {
            let ids: Vec<&str> = registry().iter().map(|card| card.id).collect();
            return Err(wrong_use(format!("no game '{game}'; there is {}", ids.join(", "))));
        }
        if self.json {
            let games: Vec<Value> = games.iter().map(|(card, facts)| game_json(card, facts)).collect();
            writeln!(out, "{:#}", json!({ "schema": "spinward/games/1", "games": games }))?;
        } else {
            for (card, facts) in &games {
                print_game(out, card, facts)?;
            }
        }
        Ok(Done::Whole)
    }
}

struct FactsOf;

impl GameVisitor for FactsOf {
    type Out = Facts;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Facts {
        game.facts().clone()
    }
}

fn game_json(card: &Card, facts: &Facts) -> Value {
    let options = card.options.iter().map(|option| {
        json!({
            "key": option.key,
            "default": option.default,
            "domain": domain_json(&option.domain),
            "summary": option.summary,
            "scenarios": option.scenarios,
        })
    });
    let presets = card.presets.iter().map(|preset| {
        let values: serde_json::Map<String, Value> =
            preset.values.iter().map(|(key, value)| ((*key).into(), json!(value))).collect();
        json!({ "id": preset.id, "summary": preset.summary, "values": values })
    });
    json!({
        "id": card.id,
        "title": card.title,
        "summary": card.summary,
        "scenarios": card.scenarios.iter().map(|s| json!({ "id": s.id, "summary": s.summary })).collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
        "facts": {
            "seats": facts.seats,
            "chance": facts.chance,
            "simultaneous": facts.simultaneous,
            "information": information(facts),
            "utility": utility(facts),
            "returns": [facts.returns.0, facts.returns.1],
            "max_events": facts.max_events,
        },
        "versions": { "rules": card.rules_version, "actions": card.action_version, "encoding": card.encoding_version },
    })
}

fn domain_json(domain: &OptionDomain) -> Value {
    match domain {
        OptionDomain::Switch => json!({ "words": ["on", "off"] }),
        OptionDomain::Words(words) => json!({ "words": words }),
        OptionDomain::Integer { min, max } => json!({ "min": min, "max": max }),
    }
}

fn information(facts: &Facts) -> &'static str {
    match facts.information {
        Information::Perfect => "perfect",
        Information::Hidden => "hidden",
    }
}

fn utility(facts: &Facts) -> &'static str {
    match facts.utility {
        Utility::ZeroSum => "zero-sum",
        Utility::General => "general",
    }
}

fn print_game(out: &mut impl Write, card: &Card, facts: &Facts) -> Result<()> {
    writeln!(out, "{}: {}", card.id, card.title)?;
    writeln!(out, "  {}", card.summary)?;
    let chance = if facts.chance { "dice or cards" } else { "no chance" };
    let sealed = if facts.simultaneous { ", simultaneous decisions" } else { "" };
    writeln!(
        out,
        "  seats: {}; {chance}, {} information, {}{sealed}",
        facts.seats.join(", "),
        information(facts),
        utility(facts)
    )?;
    let lists = [
        ("scenarios", card.scenarios.iter().map(|s| (s.id.to_string(), s.summary)).collect::<Vec<_>>()),
        ("presets", card.presets.iter().map(|p| (p.id.to_string(), p.summary)).collect()),
        (
            "options",
            card.options
                .iter()
                .map(|o| (format!("{}={} ({})", o.key, o.default, domain_text(&o.domain)), o.summary))
                .collect(),
        ),
    ];
    for (name, entries) in lists.iter().filter(|(_, entries)| !entries.is_empty()) {
        writeln!(out, "  {name}:")?;
        let width = entries.iter().map(|(id, _)| id.chars().count()).max().unwrap_or(0);
        for (id, summary) in entries {
            writeln!(out, "    {id:<width$}  {summary}")?;
        }
    }
    Ok(writeln!(out)?)
}

fn domain_text(domain: &OptionDomain) -> String {
    match domain {
        OptionDomain::Switch => "on or off".into(),
        OptionDomain::Words(words) => words.join(", "),
        OptionDomain::Integer { min, max } => format!("{min} to {max}"),
    }
}
