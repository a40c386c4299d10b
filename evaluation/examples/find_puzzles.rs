//! Finds puzzles: plays games between the agents named, solves every decision from which few enough positions follow, and prints
//! those where the best choice is worth clearly more than the others, as entries of a suite.
//!
//! `cargo run --release -p spinward-evaluation --example find_puzzles -- GAME SCENARIO OPTION=VALUE AGENTS GAMES POSITIONS MARGIN`

use std::collections::BTreeSet;
use std::sync::Arc;

use spinward_agents::agent::Limits;
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Node, Seat, Setup};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::gym::{Env, EnvConfig};
use spinward_evaluation::probe::puzzles::{best_of, values};

struct Search {
    agents: Vec<AgentSpec>,
    games: u64,
    positions: usize,
    margin: f64,
}

impl GameVisitor for Search {
    type Out = String;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> String {
        let roster = Roster::without_networks().with_networks();
        let mut greedy = roster.build(&game, &AgentSpec::new("greedy")).expect("greedy plays everything");
        let (mut text, mut seen) = (String::new(), BTreeSet::new());
        for seed in 0..self.games {
            let mut env = Env::new(Arc::clone(&game), EnvConfig::default(), seed);
            let build = |k: usize| roster.build(&game, &self.agents[(seed as usize + k) % self.agents.len()]);
            let mut table: Vec<_> =
                (0..game.facts().seat_count()).map(|k| build(k).unwrap_or_else(|e| panic!("{e}"))).collect();
            Seat::all(table.len()).zip(&mut table).for_each(|(seat, agent)| agent.begin(seat, seed));
            while let Node::Decision(seat) = env.node() {
                let state = env.state().clone();
                let solved =
                    seen.insert(game.state_hash(&state)).then(|| values(&*game, &state, self.positions));
                if let Some(Ok(solved)) = solved {
                    let (best, value, second) = best_of(&solved.values);
                    if value - second >= self.margin && second > f64::NEG_INFINITY {
                        greedy.begin(seat, seed);
                        let choice =
                            greedy.decide(&game.view(&state, seat), &Limits::default()).expect("it decides");
                        let finds = best.contains(&game.action_text(&state, choice.action));
                        let (position, why) = (game.position_text(&state), game.chapter(&state));
                        let positions = solved.positions;
                        text += &format!(
                            "# greedy {finds}, {positions} positions, seed {seed}: {:?}\n[[puzzle]]\nname = \"\"\nwhy = \"{why}\"\nsource = \"\"\n\
                             position = '''\n{position}'''\nbest = {best:?}\nvalue = {value:.3}\nsecond = {second:.3}\n\n",
                            solved.values
                        );
                    }
                }
                let action = table[seat.index()]
                    .decide(&env.view(seat), &Limits::default())
                    .expect("it decides")
                    .action;
                env.step(action).expect("a legal action");
            }
        }
        text
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario, option, agents, games, positions, margin] = &arguments[..] else {
        panic!("GAME SCENARIO OPTION=VALUE AGENTS GAMES POSITIONS MARGIN")
    };
    let (key, value) = option.split_once('=').expect("OPTION=VALUE");
    let setup = Setup::new(game.as_str()).scenario(scenario.as_str()).set(key, value);
    let search = Search {
        agents: AgentSpec::list(agents).unwrap_or_else(|error| panic!("{error}")),
        games: games.parse().expect("a number of games"),
        positions: positions.parse().expect("a number of positions"),
        margin: margin.parse().expect("a margin"),
    };
    let found = with_game(&setup, search).unwrap_or_else(|faults| panic!("{faults}"));
    std::io::Write::write_all(&mut std::io::stdout(), found.as_bytes()).expect("somebody reads");
}
