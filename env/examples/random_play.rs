//! Plays seeded random games and says what they came to: `random_play GAME SCENARIO GAMES [hash] [observe]`.
//!
//! With `hash`, every legal list, weight, stage and result goes into one running hash, and each sixteenth game
//! the whole positions too: it must not change where a change claims to be one of speed only. With `observe`, the view of
//! whoever decides is encoded, with both it goes into the hash. Without, it does no more than play: run it under
//! callgrind with some games and with none.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use spinward_env::core::{Node, Setup, planner_rng, stable_hash, uniform_index};
use spinward_env::encode::Observation;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, scenario, games, more @ ..] = &arguments[..] else {
        return Err("expected GAME SCENARIO GAMES [hash] [observe]".into());
    };
    if let Some(word) = more.iter().find(|word| !["hash", "observe"].contains(&word.as_str())) {
        return Err(format!("'{word}' is none of hash, observe").into());
    }
    let asked = |word: &str| more.iter().any(|asked| asked == word);
    let plays = Plays { games: games.parse()?, hash: asked("hash"), observe: asked("observe") };
    let report = with_game(&Setup::new(game.as_str()).scenario(scenario), plays)?;
    writeln!(std::io::stdout(), "{report}")?;
    Ok(())
}

struct Plays {
    games: u64,
    hash: bool,
    observe: bool,
}

impl GameVisitor for Plays {
    type Out = String;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> String {
        let (mut decisions, mut forced, mut rolls, mut hash) = (0_u64, 0_u64, 0_u64, 0_u64);
        let (mut legal, mut observation) = (Vec::new(), Observation::new(game.observation_spec()));
        for seed in 0..self.games {
            let (mut state, mut rng) = (game.initial_state(), planner_rng(seed, 0x5BEED));
            game.legal_actions(&state, &mut legal);
            loop {
                if self.hash {
                    hash = fingerprint(&*game, &state, hash, seed % 16 == 0);
                }
                match game.node(&state) {
                    Node::Terminal => break,
                    Node::Chance => {
                        rolls += 1;
                        let outcome = game.chance(&state).draw(rand::Rng::next_u64(&mut rng));
                        let rolled = game.apply_outcome_listed(&mut state, outcome, &mut legal);
                        rolled.expect("it is one of the outcomes");
                    }
                    Node::Decision(seat) => {
                        if self.observe {
                            game.observe(&game.view(&state, seat), observation.as_mut());
                        }
                        if self.observe && self.hash {
                            hash = stable_hash(&(hash, &observation));
                        }
                        *(if legal.len() > 1 { &mut decisions } else { &mut forced }) += 1;
                        let choice = uniform_index(&mut rng, legal.len());
                        game.apply_listed(&mut state, &mut legal, choice).expect("it is a place in the list");
                    }
                }
            }
        }
        let played = format!("{} games, {decisions} decisions, {forced} forced, {rolls} rolls", self.games);
        if self.hash { format!("{played}, hash {hash:016x}") } else { played }
    }
}

/// The running hash with one more position in it.
fn fingerprint<G: CompleteGame>(game: &G, state: &G::State, hash: u64, whole: bool) -> u64 {
    let mut legal = Vec::new();
    let weights = match game.node(state) {
        Node::Chance => game.chance(state).weights().to_vec(),
        _ => Vec::new(),
    };
    game.legal_actions(state, &mut legal);
    let result = game.outcome(state).map(|end| format!("{end:?}"));
    let text = whole.then(|| game.position_text(state));
    stable_hash(&(hash, game.node(state), game.stage(state), legal, weights, result, text))
}
