//! Every agent that needs no network plays every registered game.

use std::sync::Arc;

use spinward_agents::agent::{Agent, Limits};
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Dice, Node, Seat, Setup};
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

/// Decisions after which a game is left: enough to meet dice, seals and hidden things.
const DECISIONS: usize = 40;

struct Play<'a>(&'a AgentSpec);

impl GameVisitor for Play<'_> {
    type Out = Vec<String>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Vec<String> {
        let seats = game.facts().seat_count();
        let roster = Roster::without_networks();
        let mut agents: Vec<Box<dyn Agent<G>>> =
            (0..seats).map(|_| roster.build(&game, self.0).unwrap()).collect();
        Seat::all(seats).for_each(|seat| agents[seat.index()].begin(seat, 5));
        let (mut state, mut dice, mut played) = (game.initial_state(), Dice::new(3), Vec::new());
        let limits = Limits { visits: Some(12), ..Limits::default() };
        loop {
            match game.node(&state) {
                Node::Decision(seat) if played.len() < DECISIONS => {
                    let view = game.view(&state, seat);
                    let decision = agents[seat.index()].decide(&view, &limits).unwrap();
                    played.push(game.action_text(&state, decision.action));
                    game.apply(&mut state, decision.action).unwrap();
                }
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                }
                Node::Decision(_) | Node::Terminal => return played,
            }
        }
    }
}

#[test]
fn every_agent_plays_every_game_and_the_same_seed_plays_the_same() {
    for agent in [
        "random",
        "greedy",
        "scripted",
        "rollout-mcts:depth=20",
        "scripted-search",
        "scripted-search:noise=true:selection=puct",
    ] {
        let spec: AgentSpec = agent.parse().unwrap();
        let three_seats = Setup::new("goofspiel").set("seats", "3");
        for setup in registry().iter().map(|card| Setup::new(card.id)).chain([three_seats]) {
            let play = || with_game(&setup, Play(&spec)).unwrap();
            let first = play();
            assert!(!first.is_empty(), "{agent} at {setup:?}");
            assert_eq!(first, play(), "{agent} at {setup:?} with the same seed");
        }
    }
}
