//! What thinking longer brings: the same agent with several numbers of simulations against a fixed opponent.

use serde::{Deserialize, Serialize};
use spinward_agents::roster::AgentSpec;
use spinward_env::core::ResolvedSetup;

use crate::arena::{ArenaPlan, ArenaRecord};
use crate::interval::Interval;
use crate::report::ArenaReport;

/// An agent's score by how long it thinks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// Who thinks.
    pub agent: String,
    /// Against whom.
    pub against: String,
    /// The score at each number of simulations, in their order.
    pub points: Vec<ThinkingPoint>,
}

/// An agent's score at one number of simulations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThinkingPoint {
    /// Simulations a decision.
    pub visits: u32,
    /// The share of points, 0 to 1.
    pub score: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// Games.
    pub games: usize,
    /// Seconds of processor time a decision.
    pub cpu_s: f64,
}

/// The arena of this probe: the opponent first, then the agent once for each number of simulations; each meets the opponent.
pub fn plan(
    setup: &ResolvedSetup,
    agent: &AgentSpec,
    visits: &[u32],
    against: &AgentSpec,
    pairs: u32,
    seed: u64,
) -> ArenaPlan {
    let with = |&visits: &u32| {
        let mut agent = agent.clone();
        agent.options.insert("visits".into(), visits.to_string());
        agent
    };
    let agents: Vec<AgentSpec> = [against.clone()].into_iter().chain(visits.iter().map(with)).collect();
    let mut plan = ArenaPlan::everyone_against_everyone(setup, agents, pairs, seed);
    plan.meetings = (1..=visits.len()).map(|k| (k, 0)).collect();
    plan
}

/// What the games of such a plan came to; numbers of simulations without a whole pair of games are left out.
pub fn thinking(record: &ArenaRecord, seats: &[&str], agent: &AgentSpec, visits: &[u32]) -> Thinking {
    let report = ArenaReport::new(record, seats);
    let point = |(k, &visits): (usize, &u32)| {
        let pair = report.pairs.iter().find(|pair| pair.a == record.plan.agents[k + 1])?;
        let cpu_s = pair.a_cpu_s / pair.a_decisions.max(1) as f64;
        Some(ThinkingPoint { visits, score: pair.a_score, ci95: pair.ci95, games: pair.games, cpu_s })
    };
    Thinking {
        agent: agent.to_string(),
        against: record.plan.agents[0].clone(),
        points: visits.iter().enumerate().filter_map(point).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::arena::{Control, run};
    use spinward_agents::roster::Roster;
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::connect_four::ConnectFour;

    /// A search of one simulation sees nothing of what threatens; one of two hundred does.
    #[test]
    fn who_thinks_longer_scores_more() {
        let game = Arc::new(ConnectFour::from_setup(&Setup::new("connect_four")).unwrap());
        let (agent, against) = (AgentSpec::new("rollout-mcts"), AgentSpec::new("random"));
        let visits = [1, 200];
        let mut record = ArenaRecord::new(plan(game.setup(), &agent, &visits, &against, 30, 3));
        run(&game, &Roster::without_networks(), &mut record, &mut Control::default()).unwrap();
        let Thinking { points, against, .. } = thinking(&record, &game.facts().seats, &agent, &visits);
        assert_eq!((points.len(), points[1].games, against.as_str()), (2, 60, "random"));
        assert!(points[1].score > 0.9 && points[1].ci95[0] > points[0].score, "{points:?}");
        assert!(points[1].cpu_s > points[0].cpu_s, "{points:?}");
    }
}
