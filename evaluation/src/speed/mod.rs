//! How fast a game runs on one core. Rates are medians of repetitions, measured in processor time of the thread,
//! so that a busy neighbour does not count. A decision counts when it has at least two legal actions: forced
//! decisions and chance outcomes on the way to it are part of its price.

mod search;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use rand::Rng;
use serde::Serialize;
use spinward_agents::agent::AgentError;
use spinward_agents::evaluators::{ConstantEvaluator, Horizon, PlayoutEvaluator};
use spinward_env::core::{ActionId, Node, PlannerRng, planner_rng, stable_hash, uniform_index};
use spinward_env::encode::Observation;
use spinward_env::games::CompleteGame;
use spinward_env::gym::{Autoreset, VecConfig, VecEnv};

use search::tree_memory;
pub use search::{PeakedEvaluator, SEARCH_VISITS, Searches, gumbel, uct};

/// The figures of one game and scenario. All rates are per second on one core.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Unforced decisions in games between random players.
    pub random_play_per_s: f64,
    /// Such games.
    pub random_games_per_s: f64,
    /// Unforced decisions of such a game, on average.
    pub decisions_per_game: f64,
    /// The share of decisions with one legal action, 0 to 1.
    pub forced_share: f64,
    /// Copies of a state from such a game.
    pub clone_per_s: f64,
    /// Bytes of a state.
    pub state_bytes: usize,
    /// Legal lists of an unforced decision.
    pub legal_per_s: f64,
    /// Views made and encoded at an unforced decision.
    pub encode_per_s: f64,
    /// Unforced decisions in a batch of 64 environments without observations.
    pub vec_steps_per_s: f64,
    /// The same with observations.
    pub vec_obs_steps_per_s: f64,
    /// Simulations of a search of [`SEARCH_VISITS`] per decision whose evaluator costs nothing and likes all
    /// actions alike: wide trees. What is left is the price of the tree and the rules.
    pub search_sims_per_s: f64,
    /// Decisions and rolls from the root to a valued position there, on average.
    pub search_depth: f64,
    /// The same where priors and values are a peaked hash of the position: deep trees.
    pub search_sims_per_s_peaked: f64,
    /// Decisions and rolls from the root to a valued position there, on average.
    pub search_depth_peaked: f64,
    /// Bytes a position takes in such trees, on average, room for more included.
    pub tree_bytes_per_node: f64,
    /// Bytes an action or outcome takes in them, on average, room for more included.
    pub tree_bytes_per_edge: f64,
    /// Simulations of a UCT search whose leaves are valued by one random playout to the end of the player turn.
    pub turn_rollout_sims_per_s: f64,
    /// Unforced decisions of such a playout, on average.
    pub turn_rollout_decisions: f64,
    /// Simulations of a UCT search whose leaves are valued by one random playout to the end of the game.
    pub rollout_sims_per_s: f64,
    /// Unforced decisions of such a playout, on average.
    pub rollout_decisions: f64,
}

/// What the same games always come to: it changes with the rules, the canonical order or the hashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checksum {
    /// Legal actions, summed over all decisions of the games.
    pub nodes: u64,
    /// A hash of the final states, 16 hexadecimal digits.
    pub hash: String,
}

/// How long to measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Repetitions of each figure, at least 1; the median counts.
    pub repetitions: usize,
    /// Processor time of one repetition.
    pub time: Duration,
}

const LANES: u64 = 64;
const SAMPLED_STATES: usize = 512;
const CHECKSUM_GAMES: u64 = 64;

/// Measures a game.
///
/// # Errors
/// If the search can't play it.
pub fn measure<G: CompleteGame>(game: &Arc<G>, effort: Effort) -> Result<Speed, AgentError> {
    let mut random = RandomGames::new(&**game, 1);
    let mut random_games = 0_u64;
    let random_play_per_s = rate(effort, || {
        let before = random.unforced;
        random.play(|_| {});
        random_games += 1;
        random.unforced - before
    });
    let decisions_per_game = random.unforced as f64 / random_games as f64;
    let forced_share = random.forced as f64 / (random.forced + random.unforced) as f64;
    let states = sample_states(&**game);
    let (mut legal, mut observation) = (Vec::new(), Observation::new(game.observation_spec()));
    let count = states.len() as u64;
    let mut wide = Searches::new(game, gumbel(), ConstantEvaluator::default())?;
    let mut deep = Searches::new(game, gumbel(), PeakedEvaluator)?;
    let mut turns = Searches::new(game, uct(), PlayoutEvaluator::new(Horizon::PlayerTurn, u32::MAX))?;
    let mut games = Searches::new(game, uct(), PlayoutEvaluator::new(Horizon::End, u32::MAX))?;
    let search_sims_per_s = wide.rate(effort, &states)?;
    let search_sims_per_s_peaked = deep.rate(effort, &states)?;
    let memory = tree_memory(game, &states)?;
    let turn_rollout_sims_per_s = turns.rate(effort, &states)?;
    let rollout_sims_per_s = games.rate(effort, &states)?;
    Ok(Speed {
        random_play_per_s,
        random_games_per_s: random_play_per_s / decisions_per_game,
        decisions_per_game,
        forced_share,
        clone_per_s: rate(effort, || {
            states.iter().for_each(|state| drop(black_box(state.clone())));
            count
        }),
        state_bytes: size_of::<G::State>(),
        legal_per_s: rate(effort, || {
            for state in &states {
                game.legal_actions(state, &mut legal);
                black_box(&legal);
            }
            count
        }),
        encode_per_s: rate(effort, || {
            for state in &states {
                if let Node::Decision(seat) = game.node(state) {
                    game.observe(&game.view(state, seat), observation.as_mut());
                    black_box(&observation);
                }
            }
            count
        }),
        vec_steps_per_s: batch_rate(game, effort, false),
        vec_obs_steps_per_s: batch_rate(game, effort, true),
        search_sims_per_s,
        search_depth: wide.mean_depth(),
        search_sims_per_s_peaked,
        search_depth_peaked: deep.mean_depth(),
        tree_bytes_per_node: memory.node_bytes as f64 / memory.nodes as f64,
        tree_bytes_per_edge: memory.edge_bytes as f64 / memory.edges as f64,
        turn_rollout_sims_per_s,
        turn_rollout_decisions: turns.evaluator.mean_length(),
        rollout_sims_per_s,
        rollout_decisions: games.evaluator.mean_length(),
    })
}

/// Plays the same games as ever and says what they came to.
pub fn checksum<G: CompleteGame>(game: &G) -> Checksum {
    let (mut nodes, mut finals) = (0, Vec::new());
    for seed in 0..CHECKSUM_GAMES {
        let mut random = RandomGames::new(game, seed);
        let end = random.play(|_| {});
        finals.push(game.state_hash(&end));
        nodes += random.actions;
    }
    Checksum { nodes, hash: format!("{:016x}", stable_hash(&finals)) }
}

/// The median over repetitions of what `work` gets done a second; it returns how much it did.
fn rate(effort: Effort, mut work: impl FnMut() -> u64) -> f64 {
    let mut rates: Vec<f64> = (0..effort.repetitions)
        .map(|_| {
            let start = ThreadTime::now();
            let mut done = 0;
            loop {
                done += work();
                let time = start.elapsed();
                if time >= effort.time {
                    break done as f64 / time.as_secs_f64();
                }
            }
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// Games between random players, one after the other, with their counts.
struct RandomGames<'a, G: CompleteGame> {
    game: &'a G,
    start: G::State,
    rng: PlannerRng,
    legal: Vec<G::Action>,
    unforced: u64,
    forced: u64,
    actions: u64,
}

impl<'a, G: CompleteGame> RandomGames<'a, G> {
    fn new(game: &'a G, seed: u64) -> Self {
        let (start, rng) = (game.initial_state(), planner_rng(seed, 0x5BEED));
        Self { game, start, rng, legal: Vec::new(), unforced: 0, forced: 0, actions: 0 }
    }

    /// Plays a game to its end, showing every state with a choice.
    fn play(&mut self, mut show: impl FnMut(&G::State)) -> G::State {
        let mut state = self.start.clone();
        self.game.legal_actions(&state, &mut self.legal);
        loop {
            match self.game.node(&state) {
                Node::Terminal => return state,
                Node::Chance => {
                    let outcome = self.game.chance(&state).draw(self.rng.next_u64());
                    let rolled = self.game.apply_outcome_listed(&mut state, outcome, &mut self.legal);
                    rolled.expect("it is one of the outcomes");
                }
                Node::Decision(_) => {
                    self.actions += self.legal.len() as u64;
                    let choice = if self.legal.len() == 1 {
                        self.forced += 1;
                        0
                    } else {
                        self.unforced += 1;
                        show(&state);
                        uniform_index(&mut self.rng, self.legal.len())
                    };
                    let applied = self.game.apply_listed(&mut state, &mut self.legal, choice);
                    applied.expect("it is a place in the list");
                }
            }
        }
    }
}

/// States with a choice from all stages of random games.
pub fn sample_states<G: CompleteGame>(game: &G) -> Vec<G::State> {
    let mut states: Vec<G::State> = Vec::new();
    let mut keep = planner_rng(2, 0x5BEED);
    let mut seen = 0;
    let mut random = RandomGames::new(game, 3);
    while seen < 4 * SAMPLED_STATES {
        random.play(|state| {
            seen += 1;
            if states.len() < SAMPLED_STATES {
                states.push(state.clone());
            } else if let Some(place) = states.get_mut(uniform_index(&mut keep, seen)) {
                *place = state.clone();
            }
        });
    }
    states
}

fn batch_rate<G: CompleteGame>(game: &Arc<G>, effort: Effort, observations: bool) -> f64 {
    let config = VecConfig { autoreset: Autoreset::SameStep, observations, ..VecConfig::default() };
    let seeds: Vec<u64> = (0..LANES).collect();
    let mut lanes = VecEnv::new(Arc::clone(game), config, &seeds);
    let mut rng = planner_rng(4, 0x5BEED);
    let mut actions = vec![ActionId(0); lanes.lanes()];
    rate(effort, || {
        for (lane, action) in actions.iter_mut().enumerate() {
            let legal = lanes.legal(lane);
            *action = legal[uniform_index(&mut rng, legal.len())];
        }
        lanes.step(&actions).expect("every action is legal");
        LANES
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;

    #[test]
    fn figures_of_pig_are_what_its_rules_say() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "20")).unwrap());
        let speed = measure(&game, Effort { repetitions: 1, time: Duration::from_millis(1) }).unwrap();
        assert_eq!(speed.forced_share, 0.0);
        assert_eq!(speed.state_bytes, size_of::<<Pig as Game>::State>());
        assert!(speed.decisions_per_game > 5.0 && speed.random_play_per_s > 0.0);
        assert!(speed.search_sims_per_s > 0.0 && speed.rollout_sims_per_s > 0.0);
        assert!(speed.turn_rollout_decisions < speed.rollout_decisions);
        assert!(speed.tree_bytes_per_node <= 128.0, "{}", speed.tree_bytes_per_node);
        assert!(speed.tree_bytes_per_edge <= 64.0, "{}", speed.tree_bytes_per_edge);
        let games = speed.random_games_per_s * speed.decisions_per_game;
        assert!((games / speed.random_play_per_s - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_checksum_is_the_same_every_time_and_knows_the_rules() {
        let pig = |target: &str| Pig::from_setup(&Setup::new("pig").set("target", target)).unwrap();
        assert_eq!(checksum(&pig("20")), checksum(&pig("20")));
        assert_ne!(checksum(&pig("20")), checksum(&pig("21")));
    }
}
