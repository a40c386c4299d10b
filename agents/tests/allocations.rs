//! A search that has warmed up allocates nothing: a binary of its own, since it counts in the global allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use spinward_agents::evaluator::Evaluations;
use spinward_agents::evaluators::{ConstantEvaluator, Horizon, PlayoutEvaluator};
use spinward_agents::search::{ChanceLeaf, PositionEvaluator, Search, SearchConfig, Selection, Step};
use spinward_env::core::{Game, Seat, Setup};
use spinward_env::doctrine::Doctrine;
use spinward_env::games::connect_four::ConnectFour;
use spinward_env::games::imperium::Imperium;
use spinward_env::games::pig::Pig;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: it hands everything to the system's allocator and counts in a thread-local cell that needs no allocation.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract, and `at` came from the system's allocator.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps `realloc`'s contract, and `at` came from the system's allocator.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations from the first step to the last answer of a search of the first decision.
fn allocations<G: Game>(
    game: &G,
    search: &mut Search<G>,
    evaluator: &mut impl PositionEvaluator<G>,
    answers: &mut Evaluations,
    visits: u32,
) -> u64 {
    search.begin(1);
    search.start(&game.view(&game.initial_state(), Seat::new(0)), None).unwrap();
    let before = COUNT.get();
    let mut evaluated = 0;
    while evaluated < visits {
        let Step::Evaluate(positions) = search.step() else { panic!("no limit was set") };
        evaluated += positions.len() as u32;
        evaluator.evaluate_positions(game, positions, answers).unwrap();
        search.answer(answers).unwrap();
    }
    COUNT.get() - before
}

fn assert_none_when_warm<G: Game>(
    setup: Setup,
    config: SearchConfig,
    mut evaluator: impl PositionEvaluator<G>,
) {
    let game = Arc::new(G::from_setup(&setup).unwrap());
    let mut search = Search::new(Arc::clone(&game), config).unwrap();
    let mut answers = Evaluations::default();
    let cold = allocations(&*game, &mut search, &mut evaluator, &mut answers, 3000);
    let warm = allocations(&*game, &mut search, &mut evaluator, &mut answers, 2000);
    assert!(cold > 0, "the count works");
    assert_eq!(warm, 0, "{}", setup.game);
}

fn uct() -> SearchConfig {
    SearchConfig { selection: Selection::Uct, chance_leaf: ChanceLeaf::Sample, ..SearchConfig::default() }
}

fn playouts<G: Doctrine>() -> PlayoutEvaluator<G> {
    PlayoutEvaluator::new(Horizon::PlayerTurn, u32::MAX)
}

#[test]
fn a_warm_search_allocates_nothing() {
    let gumbel = SearchConfig::default;
    assert_none_when_warm::<Pig>(Setup::new("pig"), gumbel(), ConstantEvaluator::default());
    assert_none_when_warm::<ConnectFour>(Setup::new("connect_four"), gumbel(), ConstantEvaluator::default());
    let war = || Setup::new("imperium").scenario("first-war");
    assert_none_when_warm::<Imperium>(war(), gumbel(), ConstantEvaluator::default());
    assert_none_when_warm::<Imperium>(war(), uct(), playouts());
}
