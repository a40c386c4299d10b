//! What the search promises: it finds the truth, asks for what it should, and can be stopped at any time.

use std::sync::Arc;
use std::time::Duration;

use spinward_agents::agent::{Agent, Decision, Limits};
use spinward_agents::evaluator::{Evaluation, Evaluations};
use spinward_agents::evaluators::ConstantEvaluator;
use spinward_agents::search::{
    ChanceLeaf, Position, PositionEvaluator, Rescale, Search, SearchAgent, SearchConfig, Selection, Step,
};
use spinward_agents::solve::solve;
use spinward_env::core::{Game, Node, Notation, OutcomeIndex, Seat, Setup, planner_rng, uniform_index};
use spinward_env::games::connect_four::{ConnectFour, ConnectFourState};
use spinward_env::games::goofspiel::{Goofspiel, GoofspielAction};
use spinward_env::games::kuhn_poker::{KuhnAction, KuhnPoker};
use spinward_env::games::pig::{Pig, PigState};

fn game<G: Game>(setup: Setup) -> Arc<G> {
    Arc::new(G::from_setup(&setup).unwrap())
}

fn constant<G: Game>(game: &Arc<G>, positions: &[Position<G>]) -> Vec<Evaluation> {
    let mut answers = Evaluations::default();
    ConstantEvaluator::default().evaluate_positions(&**game, positions, &mut answers).unwrap();
    answers.to_vec()
}

/// Searches to the end without a network; also gives how many positions each step asked for.
fn run<G: Game>(game: &Arc<G>, search: &mut Search<G>) -> (Decision<G::Action>, Vec<usize>) {
    let mut batches = Vec::new();
    loop {
        match search.step() {
            Step::Decided(decision) => return (decision, batches),
            Step::Evaluate(positions) => {
                assert!(
                    positions.iter().all(|p| p.actions.len() != 1),
                    "a forced decision needs no evaluation"
                );
                batches.push(positions.len());
                let answers = constant(game, positions);
                search.answer(&answers).unwrap();
            }
        }
    }
}

fn decide<G: Game>(
    game: &Arc<G>,
    state: &G::State,
    seat: usize,
    config: SearchConfig,
) -> Decision<G::Action> {
    let visits = config.simulations;
    let mut search = Search::new(Arc::clone(game), config).unwrap();
    search.begin(1);
    search.start(&game.view(state, Seat::new(seat)), Some(visits)).unwrap();
    run(game, &mut search).0
}

/// Every way to search, with as many simulations.
fn every_config(simulations: u32) -> Vec<SearchConfig> {
    let default = SearchConfig { simulations, ..SearchConfig::default() };
    let returns = SearchConfig { rescale: Rescale::Returns, c_scale: 1.0, ..default.clone() };
    vec![
        SearchConfig { chance_leaf: ChanceLeaf::Sample, ..default.clone() },
        SearchConfig { selection: Selection::Puct, ..default.clone() },
        SearchConfig { selection: Selection::Uct, leaves: 1, ..default.clone() },
        SearchConfig { gumbel_noise: true, shrinkage: 4.0, ..returns.clone() },
        returns,
        default,
    ]
}

fn pig_key(target: u16) -> impl Fn(&PigState) -> ([u16; 2], u16, Seat, bool) {
    move |state| {
        let scores = state.scores.map(|score| score.min(target));
        let total = state.turn_total.min(target - scores[state.turn.index()]);
        (scores, total, state.turn, state.rolling)
    }
}

#[test]
fn many_simulations_find_the_value_of_a_race_with_dice() {
    let game = game::<Pig>(Setup::new("pig").set("target", "10"));
    let start = game.initial_state();
    let truth = solve(&*game, &start, pig_key(10), 1e-9, 10_000).unwrap();
    let behind = PigState { scores: [2, 8], turn_total: 4, ..start.clone() };
    let ahead = PigState { scores: [6, 7], turn_total: 3, ..start };
    for state in [behind, ahead] {
        let exact = truth.value(&pig_key(10)(&state)).unwrap();
        for config in every_config(4000) {
            let decision = decide(&game, &state, 0, config.clone());
            let got = f64::from(decision.report.values.as_ref().unwrap()[0]);
            assert!((got - exact).abs() < 0.1, "{got} instead of {exact} with {config:?}");
            let after = |action| {
                let mut after = state.clone();
                game.apply(&mut after, action).unwrap();
                truth.value(&pig_key(10)(&after)).unwrap()
            };
            let loss = exact - after(decision.action);
            assert!(loss < 0.02, "{:?} loses {loss} with {config:?}", decision.action);
        }
    }
}

/// The position after that many random drops, unless the game is over before.
fn random_position(game: &ConnectFour, drops: usize, seed: u64) -> Option<ConnectFourState> {
    let (mut state, mut legal, mut rng) = (game.initial_state(), Vec::new(), planner_rng(seed, 0));
    for _ in 0..drops {
        game.legal_actions(&state, &mut legal);
        let action = *legal.get(uniform_index(&mut rng, legal.len().max(1)))?;
        game.apply(&mut state, action).unwrap();
    }
    (game.node(&state) != Node::Terminal).then_some(state)
}

#[test]
fn many_simulations_find_a_best_move_without_dice() {
    let game = game::<ConnectFour>(Setup::new("connect_four"));
    let mut tried = 0;
    for state in (0..200).filter_map(|seed| random_position(&game, 26, seed)) {
        let truth = solve(&*game, &state, Clone::clone, 0.0, 1_000_000).unwrap();
        let value = |action| {
            let mut after = state.clone();
            game.apply(&mut after, action).unwrap();
            truth.value(&after).unwrap()
        };
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        let best = truth.value(&state).unwrap();
        if legal.iter().filter(|&&action| value(action) == best).count() > 1 {
            continue;
        }
        tried += 1;
        for config in every_config(3000) {
            let decision = decide(&game, &state, 0, config.clone());
            assert_eq!(value(decision.action), best, "{:?} with {config:?}", decision.action);
        }
        if tried == 4 {
            return;
        }
    }
    panic!("only {tried} positions have a single best move");
}

/// With a king it is right to call and with a jack to pass, whatever the other holds.
#[test]
fn hidden_cards_are_searched_over_sampled_deals() {
    let game = game::<KuhnPoker>(Setup::new("kuhn_poker"));
    for (position, best) in [("K Q pb", KuhnAction::Bet), ("J Q pb", KuhnAction::Pass)] {
        let state = game.parse_position(position).unwrap();
        let config = SearchConfig { simulations: 200, ..SearchConfig::default() };
        assert_eq!(decide(&game, &state, 0, config).action, best, "at {position}");
    }
    let state = game.parse_position("Q K pb").unwrap();
    let decision = decide(&game, &state, 0, SearchConfig { simulations: 2000, ..SearchConfig::default() });
    let call = decision.report.lines.iter().find(|line| line.action == KuhnAction::Bet).unwrap();
    // The other holds the king or the jack, both as likely: the search can't know which.
    assert!(call.values.as_ref().unwrap()[0].abs() < 0.15, "{call:?}");
}

/// With the queen it is right to call a jack and to fold to a king, which only a search that cheats can tell apart.
#[test]
fn a_search_that_cheats_knows_the_deal() {
    let game = game::<KuhnPoker>(Setup::new("kuhn_poker"));
    let config = SearchConfig { simulations: 200, cheat: true, ..SearchConfig::default() };
    for (position, best) in [("Q K pb", KuhnAction::Pass), ("Q J pb", KuhnAction::Bet)] {
        let state = game.parse_position(position).unwrap();
        let view = game.view(&state, Seat::new(0));
        let evaluator = ConstantEvaluator::default();
        let mut agent = SearchAgent::new(Arc::clone(&game), config.clone(), evaluator).unwrap();
        agent.begin(Seat::new(0), 1);
        agent.show(&state);
        assert_eq!(agent.decide(&view, &Limits::default()).unwrap().action, best, "at {position}");
        let again = agent.decide(&view, &Limits::default()).unwrap_err().to_string();
        assert!(again.contains("it cheats, and is not shown the position"), "{again}");
    }
}

/// Under seal a bid is compared with bids drawn for the others, so that the sure win is found.
#[test]
fn sealed_bids_are_compared_with_drawn_bids_of_others() {
    let game = game::<Goofspiel>(Setup::new("goofspiel").scenario("cards-4"));
    let mut state = game.initial_state();
    game.apply_outcome(&mut state, OutcomeIndex(3)).unwrap();
    let decision = decide(&game, &state, 0, SearchConfig { simulations: 4000, ..SearchConfig::default() });
    let value = |text: &str| {
        let line = decision.report.lines.iter().find(|line| game.action_text(&state, line.action) == text);
        line.unwrap_or_else(|| panic!("no bid '{text}'")).values.as_ref().unwrap()[0]
    };
    // The prize of 4 points against uniform bids: the highest card is better than the lowest.
    let lowest = game.action_text(&state, GoofspielAction::Bid { card: 1 });
    let highest = game.action_text(&state, GoofspielAction::Bid { card: 4 });
    assert!(value(&highest) > value(&lowest) + 0.1, "{} and {}", value(&highest), value(&lowest));
}

#[test]
fn independent_root_actions_share_a_batch() {
    let game = game::<ConnectFour>(Setup::new("connect_four"));
    let mut search = Search::new(Arc::clone(&game), SearchConfig::default()).unwrap();
    search.start(&game.view(&game.initial_state(), Seat::new(0)), Some(16)).unwrap();
    let (decision, batches) = run(&game, &mut search);
    // The root alone, then sequential halving: all seven, the best three, then the best two again and again.
    assert_eq!(batches, [1, 7, 3, 2, 2, 2]);
    assert_eq!((decision.report.visits, decision.report.evaluations), (16, 17));
}

#[test]
fn a_search_can_be_stopped_any_time_after_the_first_evaluation() {
    let game = game::<ConnectFour>(Setup::new("connect_four"));
    let mut search = Search::new(Arc::clone(&game), SearchConfig::default()).unwrap();
    search.start(&game.view(&game.initial_state(), Seat::new(0)), None).unwrap();
    assert!(search.finish().is_none(), "nothing is known yet");
    for round in 0..200 {
        let Step::Evaluate(positions) = search.step() else { panic!("no limit was set") };
        let answers = constant(&game, positions);
        search.answer(&answers).unwrap();
        let decision = search.finish().unwrap_or_else(|| panic!("round {round}"));
        let visits: u32 = decision.report.lines.iter().map(|line| line.visits).sum();
        assert_eq!(visits, decision.report.visits, "round {round}");
        let targets: f32 = decision.report.lines.iter().map(|line| line.target).sum();
        assert!((targets - 1.0).abs() < 1e-4, "round {round}: {targets}");
    }
}

#[test]
fn what_is_below_the_next_position_is_kept() {
    let game = game::<ConnectFour>(Setup::new("connect_four"));
    let mut search = Search::new(Arc::clone(&game), SearchConfig::default()).unwrap();
    let mut state = game.initial_state();
    search.start(&game.view(&state, Seat::new(0)), Some(200)).unwrap();
    let (decision, _) = run(&game, &mut search);
    let below = decision.report.lines[0].visits;
    game.apply(&mut state, decision.action).unwrap();
    search.start(&game.view(&state, Seat::new(1)), Some(20)).unwrap();
    let (next, batches) = run(&game, &mut search);
    assert_eq!(next.report.visits, 20, "the budget counts new visits");
    assert_eq!(next.report.lines.iter().map(|line| line.visits).sum::<u32>(), below - 1 + 20);
    assert!(batches[0] > 1, "the root is known already");
}

#[test]
fn without_time_the_policy_decides() {
    let game = game::<ConnectFour>(Setup::new("connect_four"));
    let mut agent =
        SearchAgent::new(Arc::clone(&game), SearchConfig::default(), ConstantEvaluator::default()).unwrap();
    agent.begin(Seat::new(0), 1);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let view = game.view(&game.initial_state(), Seat::new(0));
    let report = agent.decide(&view, &limits).unwrap().report;
    assert_eq!((report.visits, report.evaluations), (0, 1));
}

/// Shrunk all the way, what the search saw does not move the target from the prior.
#[test]
fn shrinkage_draws_targets_towards_the_prior() {
    let game = game::<Pig>(Setup::new("pig").set("target", "10"));
    let state = PigState { scores: [6, 7], turn_total: 3, ..game.initial_state() };
    let target_of_best = |shrinkage| {
        let returns = SearchConfig { rescale: Rescale::Returns, c_scale: 0.01, ..SearchConfig::default() };
        let config = SearchConfig { shrinkage, simulations: 200, ..returns };
        decide(&game, &state, 0, config).report.lines.iter().map(|line| line.target).fold(0.0, f32::max)
    };
    let targets = [0.0, 50.0, 1e6].map(target_of_best);
    assert!(targets[0] > targets[1] && targets[1] > targets[2], "{targets:?}");
    assert!((targets[2] - 0.5).abs() < 1e-3, "{targets:?}");
}

#[test]
fn wrong_answers_are_refused_and_change_nothing() {
    let game = game::<ConnectFour>(Setup::new("connect_four"));
    let mut search = Search::new(Arc::clone(&game), SearchConfig::default()).unwrap();
    search.start(&game.view(&game.initial_state(), Seat::new(0)), Some(16)).unwrap();
    let Step::Evaluate(positions) = search.step() else { panic!("the root is unknown") };
    let right = constant(&game, positions);
    let mut short = right.clone();
    short[0].logits.pop();
    let mut infinite = right.clone();
    infinite[0].values[1] = f32::NAN;
    for (wrong, problem) in [
        (&[][..], "1 positions were asked, 0"),
        (&short, "6 logits for 7"),
        (&infinite, "not a finite number"),
    ] {
        let error = search.answer(wrong).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    search.answer(&right).unwrap();
    assert_eq!(run(&game, &mut search).0.report.visits, 16);
}

#[test]
fn a_configuration_out_of_range_is_refused_with_all_faults() {
    let game = game::<Pig>(Setup::new("pig"));
    let config = SearchConfig { simulations: 0, c_visit: f32::NAN, ..SearchConfig::default() };
    let error = Search::new(game, config).unwrap_err().to_string();
    assert!(error.contains("simulations") && error.contains("c_visit"), "{error}");
}
