//! The search against mctx: `tests/mctx/make_vectors.py` made the vectors.

use std::sync::Arc;

use serde::Deserialize;
use spinward_agents::evaluator::{Evaluation, Evaluations, EvaluatorError};
use spinward_agents::search::gumbel::{
    Arm, Halving, QRange, QTransform, choose_at_root, choose_inside, mixed_value, softmax,
};
use spinward_agents::search::{Position, PositionEvaluator, Rescale, Search, SearchConfig, Step};
use spinward_env::core::{Game, Seat, Setup};
use spinward_env::games::connect_four::{ConnectFour, ConnectFourAction};

#[derive(Deserialize)]
struct Vectors {
    halving: Vec<HalvingCase>,
    nodes: Vec<NodeCase>,
    searches: Vec<SearchCase>,
}

#[derive(Deserialize)]
struct HalvingCase {
    considered: u32,
    simulations: u32,
    levels: Vec<u32>,
}

#[derive(Deserialize)]
struct NodeCase {
    rescale: bool,
    c_visit: f32,
    c_scale: f32,
    raw_value: f32,
    logits: Vec<f32>,
    visits: Vec<u32>,
    qvalues: Vec<f32>,
    gumbel: Vec<f32>,
    considered: u32,
    transformed: Vec<f32>,
    policy: Vec<f32>,
    root_choice: usize,
    inside_choice: usize,
}

#[derive(Deserialize)]
struct SearchCase {
    simulations: u32,
    considered: u32,
    c_scale: f32,
    gumbel: Vec<f32>,
    visits: Vec<u32>,
    qvalues: Vec<f32>,
    policy: Vec<f32>,
    action: u8,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("mctx/vectors.json")).unwrap()
}

fn assert_close(got: &[f32], expected: &[f32], what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}");
    for (a, b) in got.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-4 * b.abs().max(1.0), "{what}: {got:?} instead of {expected:?}");
    }
}

#[test]
fn the_halving_schedule_is_that_of_mctx() {
    for case in vectors().halving {
        let mut halving = Halving::new(case.considered, case.simulations);
        for (k, &level) in case.levels.iter().enumerate() {
            let (m, n) = (case.considered, case.simulations);
            assert_eq!(halving.level(), level, "simulation {k} of {n}, {m} considered");
            halving.advance();
        }
    }
}

#[test]
fn one_node_is_weighed_as_by_mctx() {
    for (i, case) in vectors().nodes.into_iter().enumerate() {
        let arms: Vec<Arm> = (0..case.logits.len())
            .map(|k| Arm { logit: case.logits[k], visits: case.visits[k], q: case.qvalues[k] })
            .collect();
        let (mut priors, mut transformed, mut policy) = (Vec::new(), Vec::new(), Vec::new());
        softmax(case.logits.iter().copied(), &mut priors);
        let range = if case.rescale { QRange::OfNode } else { QRange::AsIs };
        QTransform { c_visit: case.c_visit, c_scale: case.c_scale, range }.apply(
            &arms,
            mixed_value(case.raw_value, &arms, &priors),
            &mut transformed,
        );
        softmax(arms.iter().zip(&transformed).map(|(arm, q)| arm.logit + q), &mut policy);
        assert_close(&transformed, &case.transformed, &format!("completed Q of node {i}"));
        assert_close(&policy, &case.policy, &format!("improved policy of node {i}"));
        let root = choose_at_root(&arms, &case.gumbel, &transformed, |k| case.visits[k] == case.considered);
        assert_eq!(root, Some(case.root_choice), "root choice of node {i}");
        assert_eq!(choose_inside(&arms, &policy), case.inside_choice, "interior choice of node {i}");
    }
}

/// The made-up network of `make_vectors.py`.
struct MadeUp;

impl PositionEvaluator<ConnectFour> for MadeUp {
    fn evaluate_positions(
        &mut self,
        _game: &ConnectFour,
        positions: &[Position<ConnectFour>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        answers.replace(positions.iter().map(made_up).collect());
        Ok(())
    }
}

fn made_up(position: &Position<ConnectFour>) -> Evaluation {
    let seat = position.viewer.index();
    let stone = |owner: usize, cell: u64| {
        let (column, row) = (cell / 6, cell % 6);
        position.state.stones[owner] >> (7 * column + row) & 1
    };
    let term = |cell| stone(seat, cell) * (cell * 37 + 11) + stone(1 - seat, cell) * (cell * 53 + 5);
    let mix = (0..42).map(term).sum::<u64>() % 997;
    let logits = (0..7).map(|column| ((mix * (column + 3) * 31) % 1009) as f32 / 1009.0).collect();
    let value = mix as f32 / 498.5 - 1.0;
    let values = if seat == 0 { [value, -value] } else { [-value, value] };
    Evaluation { logits, values: values.into_iter().collect() }
}

#[test]
fn a_whole_search_goes_as_in_mctx() {
    let game = Arc::new(ConnectFour::from_setup(&Setup::new("connect_four")).unwrap());
    let view = game.view(&game.initial_state(), Seat::new(0));
    for (i, case) in vectors().searches.into_iter().enumerate() {
        let (max_considered, c_scale) = (case.considered, case.c_scale);
        let config = SearchConfig {
            max_considered,
            c_scale,
            rescale: Rescale::Node,
            leaves: 1,
            ..SearchConfig::default()
        };
        let mut search = Search::new(Arc::clone(&game), config).unwrap();
        search.begin(0);
        search.start(&view, Some(case.simulations)).unwrap();
        search.set_noise(&case.gumbel);
        let decision = loop {
            match search.step() {
                Step::Decided(decision) => break decision,
                Step::Evaluate(positions) => {
                    let mut answers = Evaluations::default();
                    MadeUp.evaluate_positions(&game, positions, &mut answers).unwrap();
                    search.answer(&answers).unwrap();
                }
            }
        };
        let (mut visits, mut qvalues, mut policy) = ([0; 7], [0.0; 7], [0.0; 7]);
        for line in &decision.report.lines {
            let ConnectFourAction::Drop { column } = line.action;
            visits[usize::from(column)] = line.visits;
            policy[usize::from(column)] = line.target;
            qvalues[usize::from(column)] = line.values.as_ref().map_or(0.0, |values| values[0]);
        }
        let expected: Vec<f32> =
            case.qvalues.iter().zip(&visits).map(|(&q, &n)| if n > 0 { q } else { 0.0 }).collect();
        assert_eq!(visits[..], case.visits[..], "visits of search {i}");
        assert_close(&qvalues, &expected, &format!("Q of search {i}"));
        assert_close(&policy, &case.policy, &format!("target of search {i}"));
        assert_eq!(decision.action, ConnectFourAction::Drop { column: case.action }, "choice of search {i}");
    }
}
