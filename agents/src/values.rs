//! Who values positions, by name: what luck is measured by, and who judges a game in review.

use std::sync::Arc;

use spinward_env::doctrine::DoctrineValues;
use spinward_env::games::CompleteGame;

use crate::evaluators::DoctrineEvaluator;
use crate::names::unknown_name;
use crate::net::{self, Backend};
use crate::roster::{AgentSpec, AgentSpecError, read_weights};
use crate::search::{Encoded, PositionEvaluator};

const NAMES: [&str; 2] = ["estimate", "network"];

/// How sharply the doctrine's ranks are told apart where the game's own estimate also has to rank choices.
const SHARPNESS: f32 = 3.0;

/// The specification of an evaluator: `NAME` or `NAME:KEY=VALUE`.
///
/// # Errors
/// If it can't be read.
pub fn specification(text: &str) -> Result<AgentSpec, AgentSpecError> {
    text.parse().map_err(of_evaluator)
}

/// The evaluator of a specification: `estimate`, the game's own at a glance, or `network`, with `weights=FILE` or the
/// weights that ship for the scenario.
///
/// # Errors
/// If there is no such name, or its options are wrong.
pub fn evaluator<G: CompleteGame>(
    game: &Arc<G>,
    spec: &AgentSpec,
) -> Result<Box<dyn PositionEvaluator<G>>, AgentSpecError> {
    open(game, spec).map_err(of_evaluator)
}

/// Specifications are the same for agents and evaluators; who reads of a fault is told which it is in.
fn of_evaluator(error: AgentSpecError) -> AgentSpecError {
    AgentSpecError { what: "evaluator", ..error }
}

fn open<G: CompleteGame>(
    game: &Arc<G>,
    spec: &AgentSpec,
) -> Result<Box<dyn PositionEvaluator<G>>, AgentSpecError> {
    let mut reader = spec.reader();
    match spec.name.as_str() {
        "estimate" => {
            reader.finish()?;
            Ok(Box::new(DoctrineEvaluator::new(DoctrineValues::defaults::<G>(), SHARPNESS)))
        }
        "network" => {
            let weights = read_weights(&mut reader, game.setup(), true);
            reader.finish()?;
            let (origin, weights) = weights.expect("a missing file is a fault");
            let network = net::open(&weights, &**game, Backend::Cpu, &origin);
            Ok(Box::new(Encoded(network.map_err(|error| spec.error(vec![error.to_string()]))?)))
        }
        name => Err(spec.error(vec![unknown_name("evaluator", name, NAMES.into_iter())])),
    }
}
