//! Puzzles: positions whose best actions are proven, and who finds them.
//!
//! A suite is a TOML file: what is played, and for each puzzle a position in the game's own notation, every action that is best,
//! what it is worth and what the best of the others is worth, why, and what it was made from. [`prove`] works all of that out again from the rules, by
//! solving everything that can follow.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spinward_agents::agent::{AgentError, Limits};
use spinward_agents::roster::{AgentSpec, AgentSpecError, Roster};
use spinward_agents::solve::{SolveError, solve};
use spinward_env::core::{Node, ParseError, Seat, Setup, SetupFaults, stable_hash};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use thiserror::Error;

use crate::config::{ConfigFaults, in_one_line, option_values};
use crate::interval::{Interval, Sample};

/// Values nearer than this are equal: less than any die can bring.
const EQUAL: f64 = 1e-6;

/// Puzzles of one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// What the suite is called.
    pub name: String,
    /// The puzzles, in the order of the file.
    pub puzzles: Vec<Puzzle>,
}

/// A position with its proven answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// What it is called: unique in its suite.
    pub name: String,
    /// Why the best actions are best, in a sentence.
    pub why: String,
    /// What it was made from: a remark, a rule, a search.
    pub source: String,
    /// The game and its options.
    pub setup: Setup,
    /// The position, in the game's notation.
    pub position: String,
    /// Every best action, in the game's notation.
    pub best: Vec<String>,
    /// What the seat that decides can expect of them: the expected return, to three decimals.
    pub value: f64,
    /// What it can expect of the best other action.
    pub second: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    name: String,
    game: String,
    scenario: String,
    #[serde(default)]
    puzzle: Vec<PuzzleFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    name: String,
    why: String,
    source: String,
    #[serde(default)]
    options: toml::Table,
    position: String,
    best: Vec<String>,
    value: f64,
    second: f64,
}

impl Suite {
    /// Reads a suite. Positions and actions are read when they are played.
    ///
    /// # Errors
    /// What is wrong with the text, and where; a suite without puzzles, and puzzles of the same name.
    pub fn from_toml(text: &str) -> Result<Self, ConfigFaults> {
        let file: SuiteFile =
            toml::from_str(text).map_err(|error| ConfigFaults(vec![in_one_line(text, &error)]))?;
        let mut faults = Vec::new();
        if file.puzzle.is_empty() {
            faults.push("puzzle: a suite needs one at least".into());
        }
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for puzzle in file.puzzle {
            if puzzles.iter().any(|other| other.name == puzzle.name) {
                faults.push(format!("puzzle '{}' is there twice", puzzle.name));
            }
            let options = option_values(puzzle.options, &mut faults);
            let setup = Setup { options, ..Setup::new(&file.game).scenario(&file.scenario) };
            let PuzzleFile { name, why, source, position, best, value, second, .. } = puzzle;
            puzzles.push(Puzzle { name, why, source, setup, position, best, value, second });
        }
        if faults.is_empty() { Ok(Self { name: file.name, puzzles }) } else { Err(ConfigFaults(faults)) }
    }
}

/// Why a puzzle can't be played or proven.
#[derive(Debug, Error)]
pub enum PuzzleFault {
    /// Its game can't be opened.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
    /// Its position or an action can't be read.
    #[error(transparent)]
    Notation(#[from] ParseError),
    /// Nobody has to decide there.
    #[error("nobody has to decide in this position")]
    NoDecision,
    /// An agent can't be made.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// An agent failed.
    #[error("{agent}: {error}")]
    Failed {
        /// Who.
        agent: String,
        /// How.
        error: AgentError,
    },
    /// It can't be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// It is not as the suite says.
    #[error("{0}")]
    Wrong(String),
}

/// A fault of a puzzle, with its name.
#[derive(Debug, Error)]
#[error("puzzle '{puzzle}': {fault}")]
pub struct PuzzleError {
    /// Its name.
    pub puzzle: String,
    /// What is wrong.
    pub fault: PuzzleFault,
}

/// What agents made of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleScores {
    /// The suite's name.
    pub suite: String,
    /// How many puzzles it has.
    pub puzzles: usize,
    /// Each agent's score.
    pub agents: Vec<PuzzleScore>,
}

/// What an agent made of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleScore {
    /// The agent.
    pub agent: String,
    /// Puzzles in which it chose a best action.
    pub solved: usize,
    /// The share of them, with Wilson's 95 % interval for puzzles like these.
    pub share: f64,
    /// See [`PuzzleScore::share`].
    pub ci95: Interval,
    /// The names of those in which it did not.
    pub missed: Vec<String>,
}

/// Lets agents decide in every puzzle; `seed` decides their randomness.
///
/// # Errors
/// The first puzzle that can't be played, with its name.
pub fn attempt(suite: &Suite, agents: &[AgentSpec], seed: u64) -> Result<PuzzleScores, PuzzleError> {
    let mut missed: Vec<Vec<String>> = vec![Vec::new(); agents.len()];
    for puzzle in &suite.puzzles {
        let fault = |fault| PuzzleError { puzzle: puzzle.name.clone(), fault };
        // Who plays by chance draws anew for each puzzle.
        let seed = stable_hash(format!("{seed}/{}", puzzle.name).as_bytes());
        let played = with_game(&puzzle.setup, Sitting { puzzle, agents, seed });
        let chosen = played.map_err(PuzzleFault::Setup).and_then(|chosen| chosen).map_err(fault)?;
        for (missed, chosen) in missed.iter_mut().zip(chosen) {
            if !puzzle.best.contains(&chosen) {
                missed.push(puzzle.name.clone());
            }
        }
    }
    let puzzles = suite.puzzles.len();
    let score = |(agent, missed): (&AgentSpec, Vec<String>)| {
        let solved = puzzles - missed.len();
        let share = solved as f64 / puzzles as f64;
        let ci95 = Sample { count: puzzles as f64, mean: share }.wilson();
        PuzzleScore { agent: agent.to_string(), solved, share, ci95, missed }
    };
    let agents = agents.iter().zip(missed).map(score).collect();
    Ok(PuzzleScores { suite: suite.name.clone(), puzzles, agents })
}

/// What each agent chooses.
struct Sitting<'a> {
    puzzle: &'a Puzzle,
    agents: &'a [AgentSpec],
    seed: u64,
}

impl GameVisitor for Sitting<'_> {
    type Out = Result<Vec<String>, PuzzleFault>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let (state, seat) = open(&*game, self.puzzle)?;
        let view = game.view(&state, seat);
        let roster = Roster::without_networks().with_networks();
        let mut chosen = Vec::with_capacity(self.agents.len());
        for spec in self.agents {
            let mut agent = roster.build(&game, spec)?;
            agent.begin(seat, self.seed);
            let decision = agent.decide(&view, &Limits::default());
            let failed = |error| PuzzleFault::Failed { agent: spec.to_string(), error };
            chosen.push(game.action_text(&state, decision.map_err(failed)?.action));
        }
        Ok(chosen)
    }
}

/// The position of a puzzle and who decides there; its answers must be legal.
fn open<G: CompleteGame>(game: &G, puzzle: &Puzzle) -> Result<(G::State, Seat), PuzzleFault> {
    let state = game.parse_position(&puzzle.position)?;
    let Node::Decision(seat) = game.node(&state) else { return Err(PuzzleFault::NoDecision) };
    for text in &puzzle.best {
        game.parse_action(&state, text)?;
    }
    Ok((state, seat))
}

/// Proves what a puzzle says: solves every position that can follow, at most `most` of them, and says how many there were.
///
/// # Errors
/// If there are more, or the suite says something else than the rules.
pub fn prove(puzzle: &Puzzle, most: usize) -> Result<usize, PuzzleError> {
    let proven = with_game(&puzzle.setup, Proof { puzzle, most });
    let proven = proven.map_err(PuzzleFault::Setup).and_then(|proven| proven);
    proven.map_err(|fault| PuzzleError { puzzle: puzzle.name.clone(), fault })
}

struct Proof<'a> {
    puzzle: &'a Puzzle,
    most: usize,
}

impl GameVisitor for Proof<'_> {
    type Out = Result<usize, PuzzleFault>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
        let (state, _) = open(&*game, self.puzzle)?;
        let Solved { values, positions } = values(&*game, &state, self.most)?;
        let (best, value, second) = best_of(&values);
        let Puzzle { best: says, value: own, second: other, .. } = self.puzzle;
        let sorted =
            |list: &[String]| list.iter().cloned().map(|text| (text, ())).collect::<BTreeMap<_, _>>();
        if sorted(&best) != sorted(says) {
            return Err(PuzzleFault::Wrong(format!("the best are {best:?}, not {says:?}")));
        }
        if (value - own).abs() > 6e-4 || (second - other).abs() > 6e-4 {
            let says =
                format!("the best is worth {value:.4} and the next {second:.4}, not {own} and {other}");
            return Err(PuzzleFault::Wrong(says));
        }
        Ok(positions)
    }
}

/// A decision solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Each legal action with the expected return of the seat that decides, if both play their best after it.
    pub values: Vec<(String, f64)>,
    /// How many positions can follow.
    pub positions: usize,
}

/// Solves a decision exactly.
///
/// # Errors
/// If the game isn't for two seats, zero-sum and with perfect information, nobody has to decide, or more than `most` positions
/// follow.
pub fn values<G: CompleteGame>(game: &G, state: &G::State, most: usize) -> Result<Solved, PuzzleFault> {
    let Node::Decision(seat) = game.node(state) else { return Err(PuzzleFault::NoDecision) };
    let solution = solve(game, state, |state| game.state_hash(state), 1e-9, most)?;
    let sign = if seat.index() == 0 { 1.0 } else { -1.0 };
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let value = |&action: &G::Action| {
        let mut after = state.clone();
        game.apply(&mut after, action).expect("a legal action");
        let value = solution.value(&game.state_hash(&after)).expect("it follows");
        (game.action_text(state, action), sign * value)
    };
    Ok(Solved { values: legal.iter().map(value).collect(), positions: solution.positions() })
}

/// The best actions, what they are worth, and what the best of the others is worth.
pub fn best_of(values: &[(String, f64)]) -> (Vec<String>, f64, f64) {
    let most = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let (best, others): (Vec<_>, Vec<_>) = values.iter().partition(|(_, value)| *value > most - EQUAL);
    let second = others.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    (best.into_iter().map(|(text, _)| text.clone()).collect(), most, second)
}

#[cfg(test)]
mod tests;
