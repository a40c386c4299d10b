//! How fast searches run on one core.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use spinward_agents::agent::{AgentError, Decision};
use spinward_agents::evaluator::{Evaluations, EvaluatorError};
use spinward_agents::evaluators::ConstantEvaluator;
use spinward_agents::search::{
    ChanceLeaf, Position, PositionEvaluator, Search, SearchConfig, Selection, Step, TreeMemory,
};
use spinward_env::core::{Game, Node};
use spinward_env::games::CompleteGame;

use super::{Effort, rate};

/// Simulations of each decision that is measured.
pub const SEARCH_VISITS: u32 = 800;

/// The search whose price without a network is measured.
pub fn gumbel() -> SearchConfig {
    SearchConfig { simulations: SEARCH_VISITS, ..SearchConfig::default() }
}

/// The search whose price with playouts is measured.
pub fn uct() -> SearchConfig {
    SearchConfig { selection: Selection::Uct, chance_leaf: ChanceLeaf::Sample, ..gumbel() }
}

/// Searches of one position after another, each from an empty tree.
#[derive(Debug)]
pub struct Searches<G: Game, E> {
    game: Arc<G>,
    search: Search<G>,
    /// What values their leaves.
    pub evaluator: E,
    answers: Evaluations,
    visits: u64,
    depths: f64,
    memory: TreeMemory,
}

impl<G: CompleteGame, E: PositionEvaluator<G>> Searches<G, E> {
    /// Searches of this kind.
    ///
    /// # Errors
    /// If the configuration is out of range.
    pub fn new(game: &Arc<G>, config: SearchConfig, evaluator: E) -> Result<Self, AgentError> {
        let search = Search::new(Arc::clone(game), config)?;
        let (game, answers, memory) = (Arc::clone(game), Evaluations::default(), TreeMemory::default());
        Ok(Self { game, search, evaluator, answers, visits: 0, depths: 0.0, memory })
    }

    /// Searches the decision at hand.
    ///
    /// # Errors
    /// If there is none, or the evaluator failed.
    pub fn search(&mut self, state: &G::State) -> Result<Decision<G::Action>, AgentError> {
        let Node::Decision(seat) = self.game.node(state) else {
            return Err(AgentError::NothingToDecide("the position waits for no decision".into()));
        };
        self.search.begin(1);
        self.evaluator.begin(1);
        self.search.start(&self.game.view(state, seat), Some(self.search.config().simulations))?;
        let failed = |error: EvaluatorError| AgentError::Failed(error.to_string());
        loop {
            let answered = match self.search.step() {
                Step::Evaluate(positions) => {
                    self.evaluator.evaluate_positions(&self.game, positions, &mut self.answers)
                }
                Step::Decided(decision) => {
                    self.visits += u64::from(decision.report.visits);
                    self.depths += self.search.mean_depth() * f64::from(decision.report.visits);
                    self.memory = self.memory.plus(self.search.memory());
                    return Ok(decision);
                }
            };
            answered.map_err(failed)?;
            self.search.answer(&self.answers).map_err(failed)?;
        }
    }

    /// Simulations a second over these positions in turn.
    pub(super) fn rate(&mut self, effort: Effort, states: &[G::State]) -> Result<f64, AgentError> {
        let mut states = states.iter().cycle();
        let mut failure = None;
        let rate = rate(effort, || match self.search(states.next().expect("they go round")) {
            Ok(decision) => u64::from(decision.report.visits),
            Err(error) => {
                failure = Some(error);
                0
            }
        });
        failure.map_or(Ok(rate), Err)
    }

    /// Decisions and rolls from a root to a valued position, mean over all simulations so far.
    pub fn mean_depth(&self) -> f64 {
        self.depths / self.visits.max(1) as f64
    }

    /// What the trees took, summed over all so far. A search keeps the memory of its largest tree.
    pub fn memory(&self) -> TreeMemory {
        self.memory
    }
}

/// What wide and deep trees of some positions take, each grown anew.
pub(super) fn tree_memory<G: CompleteGame>(
    game: &Arc<G>,
    states: &[G::State],
) -> Result<TreeMemory, AgentError> {
    const TREES: usize = 16;
    let mut memory = TreeMemory::default();
    for state in states.iter().take(TREES) {
        let mut wide = Searches::new(game, gumbel(), ConstantEvaluator::default())?;
        let mut deep = Searches::new(game, gumbel(), PeakedEvaluator)?;
        wide.search(state)?;
        deep.search(state)?;
        memory = memory.plus(wide.memory()).plus(deep.memory());
    }
    Ok(memory)
}

/// Costs next to nothing; priors and values are a hash of the position. It likes one action of each position, as a
/// trained policy does. A position is what is to be decided there, and by whom; to waiting dice it is all one.
#[derive(Clone, Copy, Debug, Default)]
pub struct PeakedEvaluator;

impl<G: Game> PositionEvaluator<G> for PeakedEvaluator {
    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        const LIKED: f32 = 5.0;
        const LARGEST_VALUE: f32 = 0.1;
        let seats = game.facts().seat_count();
        answers.clear();
        for position in positions {
            let mut hash = CheapHasher(position.viewer.index() as u64);
            position.actions.hash(&mut hash);
            let (answer, hash) = (answers.push(position.actions.len()), hash.finish());
            if !position.actions.is_empty() {
                answer.logits[hash as usize % position.actions.len()] = LIKED;
            }
            let value = LARGEST_VALUE * ((hash >> 40) as f32 / (1_u64 << 23) as f32 - 1.0);
            answer.values.extend((0..seats).map(|seat| if seat == 0 { value } else { -value }));
        }
        Ok(())
    }
}

/// One multiplication a number: what is measured is the search.
struct CheapHasher(u64);

impl Hasher for CheapHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(27);
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
