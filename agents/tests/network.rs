//! Networks on real positions of every registered game: half precision, and libtorch beside pure Rust.

use std::sync::Arc;

use spinward_agents::evaluator::{Evaluation, Leaf};
use spinward_agents::net::{Backend, Interface, NetworkConfig, Precision, Tensor, Weights, open, softmax};
use spinward_agents::search::Position;
use spinward_env::core::{Dice, Node, Setup, planner_rng, uniform_index};
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

/// Positions taken from random games of each game.
const POSITIONS: usize = 64;

/// Values the same positions with two networks that should agree; gives the largest difference of any probability
/// of the policy and of any expected return.
struct Compare {
    precision: Precision,
    backend: Backend,
}

impl GameVisitor for Compare {
    type Out = (f32, f32);

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> (f32, f32) {
        let leaves = positions(&*game);
        let weights = learnt(&*game);
        let other = Weights::from_bytes(&weights.to_bytes(self.precision), "memory").unwrap();
        let value = |weights: &Weights, backend| {
            open(weights, &*game, backend, "memory").unwrap().evaluate(&leaves).unwrap()
        };
        let (exact, close) = (value(&weights, Backend::Cpu), value(&other, self.backend));
        let pairs = || exact.iter().zip(&close);
        let policy = |e: &Evaluation| softmax(&e.logits);
        (
            pairs().map(|(a, b)| largest(policy(a), policy(b))).fold(0.0, f32::max),
            pairs().map(|(a, b)| largest(a.values.clone(), b.values.clone())).fold(0.0, f32::max),
        )
    }
}

/// Weights in which no tensor is zero, as fresh ones have.
fn learnt<G: CompleteGame>(game: &G) -> Weights {
    let fresh = Weights::random(NetworkConfig::default(), Interface::of(game), 11);
    let tensors = fresh.tensors().map(|(name, tensor)| {
        let moved = tensor.data.iter().enumerate().map(|(i, x)| x + 0.1 * (i as f32).sin());
        (name.to_string(), Tensor { shape: tensor.shape.clone(), data: moved.collect() })
    });
    fresh.with_tensors(tensors.collect()).unwrap()
}

fn largest(a: impl IntoIterator<Item = f32>, b: impl IntoIterator<Item = f32>) -> f32 {
    a.into_iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max)
}

/// What the seats to decide saw in random games, as a search would ask for it.
fn positions<G: CompleteGame>(game: &G) -> Vec<Leaf> {
    let (mut leaves, mut legal, mut rng) = (Vec::new(), Vec::new(), planner_rng(7, 0));
    for seed in 0.. {
        let (mut state, mut dice) = (game.initial_state(), Dice::new(seed));
        loop {
            match game.node(&state) {
                Node::Decision(viewer) => {
                    game.legal_actions(&state, &mut legal);
                    let position = Position { state: state.clone(), viewer, actions: legal.clone() };
                    leaves.push(position.encode(game));
                    if leaves.len() == POSITIONS {
                        return leaves;
                    }
                    game.apply(&mut state, legal[uniform_index(&mut rng, legal.len())]).unwrap();
                }
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                }
                Node::Terminal => break,
            }
        }
    }
    unreachable!("games go on for ever")
}

fn assert_agree(precision: Precision, backend: Backend, limit: f32) {
    for card in registry() {
        let (policy, values) = with_game(&Setup::new(card.id), Compare { precision, backend }).unwrap();
        assert!(policy <= limit && values <= limit, "{}: policy {policy:e}, values {values:e}", card.id);
    }
}

/// The stated limit of what ships: no probability and no expected return is off by more than a hundredth.
#[test]
fn half_precision_changes_no_answer_by_more_than_a_hundredth() {
    assert_agree(Precision::F16, Backend::Cpu, 0.01);
}

#[cfg(feature = "torch")]
#[test]
fn libtorch_and_pure_rust_agree_on_real_positions() {
    use spinward_agents::net::torch::Placement;
    assert_agree(Precision::F32, Backend::Torch(Placement::best(false, false)), 1e-4);
}
