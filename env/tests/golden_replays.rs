//! One game of every registered game and scenario, played by its doctrine with a share of random moves, is kept
//! as a replay (`tests/golden/GAME.SCENARIO.replay.jsonl`) and must play again line by line. A change of rules
//! shows here first; `SPINWARD_UPDATE_GOLDEN=1 cargo test -p spinward-env` writes the replays anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use spinward_env::core::{Event, Node, Setup, planner_rng, uniform_index};
use spinward_env::doctrine::DoctrineValues;
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};
use spinward_env::gym::{Env, EnvConfig};
use spinward_env::record::{ReplayWriter, verify_replay};

const SEED: u64 = 2026;

fn golden(game: &str, scenario: &str) -> PathBuf {
    let name = format!("{game}.{scenario}.replay.jsonl");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

#[test]
fn golden_replays_play_again() {
    let mut problems = Vec::new();
    for card in registry() {
        for scenario in &card.scenarios {
            let path = golden(card.id, scenario.id);
            if std::env::var_os("SPINWARD_UPDATE_GOLDEN").is_some() {
                let setup = Setup::new(card.id).scenario(scenario.id);
                fs::write(&path, with_game(&setup, Play).unwrap()).unwrap();
            }
            let shown = path.display();
            match fs::read_to_string(&path) {
                Err(error) => problems.push(format!("{shown}: {error}; SPINWARD_UPDATE_GOLDEN=1 writes it")),
                Ok(text) => match verify_replay(text.lines()) {
                    Err(error) => problems.push(format!("{shown}: {error}")),
                    Ok(summary) if summary.outcome.is_none() => problems.push(format!("{shown}: no result")),
                    Ok(_) => {}
                },
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

struct Play;

impl GameVisitor for Play {
    type Out = String;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> String {
        let (mut writer, mut text) = ReplayWriter::new(Arc::clone(&game), SEED, vec![]);
        let mut env = Env::new(game, EnvConfig::default(), SEED);
        let (mut rng, values) = (planner_rng(SEED, 0), DoctrineValues::defaults::<G>());
        let mut scores = Vec::new();
        let mut add = |events: &[Event<G::Action>]| {
            for &event in events {
                text.push('\n');
                text.push_str(&writer.event(event).unwrap());
            }
        };
        add(env.recent());
        while let Node::Decision(seat) = env.node() {
            let legal = env.legal();
            let mut index = uniform_index(&mut rng, legal.len());
            if uniform_index(&mut rng, 4) > 0 {
                env.game().rank(&env.view(seat), legal, &values, &mut scores);
                let better = |best: usize, k: usize| if scores[k] > scores[best] { k } else { best };
                index = (0..scores.len()).reduce(better).unwrap();
            }
            env.step(legal[index]).unwrap();
            add(env.recent());
        }
        text + "\n" + &writer.end() + "\n"
    }
}
