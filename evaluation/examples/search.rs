//! Searches seeded positions and says what came out: `search GAME SCENARIO wide|deep|turns|games SEARCHES`.
//!
//! `wide` and `deep` are Gumbel searches with evaluators that cost nothing, `turns` and `games` UCT with playouts to the
//! end of the player turn or of the game. The hash is that of every decision, with visits and values of every action: it
//! must not change where a change claims to be one of speed only. For instructions a simulation, run it under callgrind
//! with some searches and with none.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use spinward_agents::agent::AgentError;
use spinward_agents::evaluators::{ConstantEvaluator, Horizon, PlayoutEvaluator};
use spinward_agents::search::{PositionEvaluator, SearchConfig};
use spinward_env::core::{Setup, stable_hash};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_evaluation::speed::{PeakedEvaluator, Searches, gumbel, sample_states, uct};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario, load, searches] = &arguments[..] else {
        return Err("expected GAME SCENARIO wide|deep|turns|games SEARCHES".into());
    };
    let visit = Visit { load: load.clone(), searches: searches.parse()? };
    let report = with_game(&Setup::new(game).scenario(scenario), visit)??;
    writeln!(std::io::stdout(), "{report}")?;
    Ok(())
}

struct Visit {
    load: String,
    searches: usize,
}

impl GameVisitor for Visit {
    type Out = Result<String, AgentError>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let playouts = |horizon| PlayoutEvaluator::<G>::new(horizon, u32::MAX);
        match self.load.as_str() {
            "wide" => self.run(&game, gumbel(), ConstantEvaluator::default()),
            "deep" => self.run(&game, gumbel(), PeakedEvaluator),
            "turns" => self.run(&game, uct(), playouts(Horizon::PlayerTurn)),
            "games" => self.run(&game, uct(), playouts(Horizon::End)),
            other => Err(AgentError::Failed(format!("'{other}' is none of wide, deep, turns, games"))),
        }
    }
}

impl Visit {
    fn run<G: CompleteGame, E: PositionEvaluator<G>>(
        &self,
        game: &Arc<G>,
        config: SearchConfig,
        evaluator: E,
    ) -> Result<String, AgentError> {
        let mut searches = Searches::new(game, config, evaluator)?;
        let (mut hash, mut visits) = (0, 0);
        for state in sample_states(&**game).iter().cycle().take(self.searches) {
            let decision = searches.search(state)?;
            visits += decision.report.visits;
            for line in &decision.report.lines {
                let value = line.values.as_ref().map_or(0, |values| (values[0] * 1000.0).round() as i64);
                hash = stable_hash(&(hash, game.action_id(line.action), line.visits, value));
            }
        }
        let (depth, memory) = (searches.mean_depth(), searches.memory());
        Ok(format!(
            "{visits} simulations, {depth:.2} deep, {} nodes in {} bytes, {} edges in {} bytes, hash {hash:016x}",
            memory.nodes, memory.node_bytes, memory.edges, memory.edge_bytes
        ))
    }
}
