//! The hot paths of every game and scenario, for `cargo bench -p spinward-env`: a random game, and legal list, copy
//! and encoded view of a position with a choice. `-- SCENARIO` picks one, `-- --test` runs each once.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::Rng;
use spinward_env::core::{Node, PlannerRng, Setup, planner_rng, uniform_index};
use spinward_env::encode::Observation;
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

/// How many games the positions come from.
const GAMES: u64 = 4;

fn games(criterion: &mut Criterion) {
    for card in registry() {
        for scenario in &card.scenarios {
            let name = format!("{}/{}", card.id, scenario.id);
            let setup = Setup::new(card.id).scenario(scenario.id);
            with_game(&setup, Benches { criterion, name }).expect("a scenario on a card can be played");
        }
    }
}

struct Benches<'c> {
    criterion: &'c mut Criterion,
    name: String,
}

impl GameVisitor for Benches<'_> {
    type Out = ();

    fn visit<G: CompleteGame>(self, game: Arc<G>) {
        let mut states = Vec::new();
        for seed in 0..GAMES {
            play(&*game, &mut planner_rng(seed, 0), |state| states.push(state.clone()));
        }
        let mut group = self.criterion.benchmark_group(self.name);
        let mut rng = planner_rng(GAMES, 0);
        group.bench_function("random game", |b| b.iter(|| play(&*game, &mut rng, |_| {})));
        let mut round = states.iter().cycle();
        let mut next = || round.next().expect("a game has choices");
        let mut legal = Vec::new();
        group.bench_function("legal list", |b| {
            b.iter(|| game.legal_actions(black_box(next()), &mut legal));
        });
        group.bench_function("copy", |b| b.iter(|| next().clone()));
        let mut observation = Observation::new(game.observation_spec());
        group.bench_function("encoded view", |b| {
            b.iter(|| {
                let state = next();
                if let Node::Decision(seat) = game.node(state) {
                    game.observe(&game.view(state, seat), observation.as_mut());
                }
            });
        });
    }
}

/// Plays a random game, showing every state with a choice.
fn play<G: CompleteGame>(game: &G, rng: &mut PlannerRng, mut show: impl FnMut(&G::State)) -> G::State {
    let (mut state, mut legal) = (game.initial_state(), Vec::new());
    loop {
        match game.node(&state) {
            Node::Terminal => return state,
            Node::Chance => {
                let outcome = game.chance(&state).draw(rng.next_u64());
                game.apply_outcome(&mut state, outcome).expect("it is one of the outcomes");
            }
            Node::Decision(_) => {
                game.legal_actions(&state, &mut legal);
                if legal.len() > 1 {
                    show(&state);
                }
                let action = legal[uniform_index(rng, legal.len())];
                game.apply(&mut state, action).expect("the game calls this action legal");
            }
        }
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
