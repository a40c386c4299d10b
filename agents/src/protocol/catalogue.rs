//! What `hello` says of the games, and which game a `new` means.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use spinward_env::core::{Card, Information, Setup, SetupFault, SetupFaults};
use spinward_env::games::{CompleteGame, GameVisitor, TypeVisitor, registry, with_game, with_type};

use super::error::{Code, Refusal};
use super::wire;
use crate::names::unknown_name;
use crate::roster::Roster;

/// The line of every game.
pub(super) fn games() -> Vec<wire::Game> {
    let line = |card: Card| {
        let (seats, facts) = with_game(&Setup::new(card.id), FactsOf).ok()?;
        Some(wire::Game {
            id: card.id,
            title: card.title,
            rules_version: card.rules_version,
            action_version: card.action_version,
            seats,
            facts,
            scenarios: card.scenarios.iter().map(|scenario| scenario.id).collect(),
            rulesets: card.presets.iter().map(|preset| preset.id).collect(),
        })
    };
    registry().into_iter().filter_map(line).collect()
}

struct FactsOf;

impl GameVisitor for FactsOf {
    type Out = (Vec<&'static str>, wire::Facts);

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let facts = game.facts();
        let hidden = facts.information == Information::Hidden;
        (facts.seats.clone(), wire::Facts { chance: facts.chance, simultaneous: facts.simultaneous, hidden })
    }
}

/// The names of the agents, the same for every game.
pub(super) fn agents() -> Vec<String> {
    let first = registry().into_iter().next();
    first.and_then(|card| with_type(card.id, AgentNames).ok()).unwrap_or_default()
}

struct AgentNames;

impl TypeVisitor for AgentNames {
    type Out = Vec<String>;

    fn visit<G: CompleteGame>(self) -> Vec<String> {
        Roster::<G>::without_networks().with_networks().entries().map(|(name, _)| name.into()).collect()
    }
}

/// The setup that a `new` asks for; its names are checked when the game is opened.
///
/// # Errors
/// If there is no such game, or the ruleset is neither a name nor an object of options.
pub(super) fn setup(new: &wire::New) -> Result<Setup, Refusal> {
    let ids: Vec<&str> = registry().iter().map(|card| card.id).collect();
    if !ids.contains(&new.game.as_str()) {
        return Err(Refusal::new(
            Code::UnknownGame,
            format!("game: {}", unknown_name("game", &new.game, ids)),
        ));
    }
    let mut setup = Setup { scenario: new.scenario.clone(), ..Setup::new(&new.game) };
    match &new.ruleset {
        None => {}
        Some(Value::String(preset)) => setup.preset = Some(preset.clone()),
        Some(Value::Object(options)) => read_ruleset(options, &mut setup)?,
        Some(_) => {
            let message =
                "ruleset: expected the name of a ruleset, or an object of options with an optional preset";
            return Err(Refusal::new(Code::BadRuleset, message));
        }
    }
    Ok(setup)
}

fn read_ruleset(options: &Map<String, Value>, setup: &mut Setup) -> Result<(), Refusal> {
    for (key, value) in options {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bool(on) => if *on { "on" } else { "off" }.into(),
            Value::Number(number) => number.to_string(),
            _ => {
                let message = format!("ruleset.{key}: expected a word, a number, true or false");
                return Err(Refusal::new(Code::BadRuleset, message));
            }
        };
        if key == "preset" {
            setup.preset = Some(text);
        } else {
            setup.options.insert(key.clone(), text);
        }
    }
    Ok(())
}

/// Why a game can't be opened.
pub(super) fn refused(SetupFaults(faults): &SetupFaults) -> Refusal {
    let of_rules = |fault: &SetupFault| !["game", "scenario"].contains(&fault.at.as_str());
    let code = if faults.iter().any(of_rules) { Code::BadRuleset } else { Code::BadSetup };
    let told: Vec<Value> =
        faults.iter().map(|fault| json!({ "at": fault.at, "problem": fault.problem })).collect();
    Refusal::new(code, SetupFaults(faults.clone()).to_string()).with(json!({ "faults": told }))
}
