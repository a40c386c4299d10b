//! Agents that learn nothing: the yardsticks of everything that does.

mod doctrine_file;
mod greedy;
mod random;
mod scripted;

pub use doctrine_file::{DoctrineFaults, parse_doctrine};
pub use greedy::GreedyAgent;
pub use random::RandomAgent;
pub use scripted::ScriptedAgent;

use spinward_env::core::Game;

use crate::agent::{AgentError, Decision, Report};

/// The viewer's legal actions.
fn legal_actions<G: Game>(game: &G, view: &G::View, legal: &mut Vec<G::Action>) -> Result<(), AgentError> {
    game.legal_in_view(view, legal);
    if legal.is_empty() {
        let (viewer, node) = (game.viewer(view), game.node_in_view(view));
        return Err(AgentError::NothingToDecide(format!("{viewer} was asked, but the node is {node:?}")));
    }
    Ok(())
}

fn without_opinion<A>(action: A) -> Decision<A> {
    Decision { action, report: Report::default() }
}
