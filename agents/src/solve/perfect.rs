use std::collections::HashMap;
use std::hash::Hash;

use spinward_env::core::{Game, Node, OutcomeIndex, Seat};

use super::{SolveError, require_perfect_information, require_two_seats_zero_sum};

/// The exact value of every position that can be reached from some start.
#[derive(Clone, Debug)]
pub struct Solution<K> {
    index: HashMap<K, u32>,
    values: Vec<f64>,
}

impl<K: Eq + Hash> Solution<K> {
    /// The expected return of seat 0 under optimal play from the position with this key; `None` if it can't be
    /// reached. Seat 1's is the opposite.
    pub fn value(&self, key: &K) -> Option<f64> {
        self.index.get(key).map(|&position| self.values[position as usize])
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}

/// Solves a game from `start`: expectiminimax where no position recurs, value iteration to `tolerance` within
/// every group of positions that can return to each other.
///
/// Positions with equal `key` are one position: the key leaves out what doesn't matter to the rest of the
/// game, such as a count of moves.
///
/// # Errors
/// If the game isn't for two seats, zero-sum and with perfect information, or has more than `max_positions`.
pub fn solve<G: Game, K: Eq + Hash>(
    game: &G,
    start: &G::State,
    key: impl Fn(&G::State) -> K,
    tolerance: f64,
    max_positions: usize,
) -> Result<Solution<K>, SolveError> {
    require_two_seats_zero_sum(game)?;
    require_perfect_information(game)?;
    let (index, graph) = explore(game, start, key, max_positions)?;
    let mut values = vec![0.0; graph.rules.len()];
    for group in graph.groups() {
        loop {
            let mut change = 0.0_f64;
            // Found last is deepest: from there values travel up fastest.
            for &position in group.iter().rev() {
                let value = graph.backed_up(position, &values);
                change = change.max((value - values[position as usize]).abs());
                values[position as usize] = value;
            }
            if group.len() == 1 || change <= tolerance {
                break;
            }
        }
    }
    Ok(Solution { index, values })
}

/// How a position gets its value.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Most,
    Least,
    Mean,
    Known(f64),
}

/// Positions and what follows them.
#[derive(Debug, Default)]
struct Graph {
    rules: Vec<Rule>,
    /// Where the links of a position begin; one more than there are positions.
    first: Vec<u32>,
    /// The next position and its weight.
    links: Vec<(u32, u32)>,
}

fn explore<G: Game, K: Eq + Hash>(
    game: &G,
    start: &G::State,
    key: impl Fn(&G::State) -> K,
    max_positions: usize,
) -> Result<(HashMap<K, u32>, Graph), SolveError> {
    let mut index = HashMap::from([(key(start), 0)]);
    let mut states = vec![start.clone()];
    let mut graph = Graph::default();
    let mut legal = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        next += 1;
        graph.first.push(graph.links.len() as u32);
        let mut link = |after: G::State, weight: u32| {
            let position = *index.entry(key(&after)).or_insert(states.len() as u32);
            if position as usize == states.len() {
                states.push(after);
            }
            graph.links.push((position, weight));
        };
        let rule = match game.node(&state) {
            Node::Terminal => {
                let outcome = game.outcome(&state).expect("a terminal node has an outcome");
                Rule::Known(f64::from(outcome.returns[0]))
            }
            Node::Chance => {
                for (k, &weight) in game.chance(&state).weights().iter().enumerate() {
                    let mut after = state.clone();
                    game.apply_outcome(&mut after, OutcomeIndex(k as u8)).expect("an outcome of this node");
                    link(after, weight);
                }
                Rule::Mean
            }
            Node::Decision(seat) => {
                game.legal_actions(&state, &mut legal);
                for &action in &legal {
                    let mut after = state.clone();
                    game.apply_legal(&mut after, action).expect("a legal action");
                    link(after, 1);
                }
                if seat == Seat::new(0) { Rule::Most } else { Rule::Least }
            }
        };
        graph.rules.push(rule);
        if states.len() > max_positions {
            return Err(SolveError::TooLarge(max_positions));
        }
    }
    graph.first.push(graph.links.len() as u32);
    Ok((index, graph))
}

impl Graph {
    fn links_of(&self, position: u32) -> &[(u32, u32)] {
        let position = position as usize;
        &self.links[self.first[position] as usize..self.first[position + 1] as usize]
    }

    fn backed_up(&self, position: u32, values: &[f64]) -> f64 {
        let next = || self.links_of(position).iter().map(|&(next, weight)| (values[next as usize], weight));
        match self.rules[position as usize] {
            Rule::Most => next().map(|(value, _)| value).fold(f64::NEG_INFINITY, f64::max),
            Rule::Least => next().map(|(value, _)| value).fold(f64::INFINITY, f64::min),
            Rule::Mean => {
                let sum = next().map(|(value, weight)| value * f64::from(weight)).sum::<f64>();
                sum / next().map(|(_, weight)| f64::from(weight)).sum::<f64>()
            }
            Rule::Known(value) => value,
        }
    }

    /// The groups of positions that can return to each other, each after all groups that it leads to (Tarjan,
    /// "Depth-first search and linear graph algorithms", 1972).
    fn groups(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let count = self.rules.len();
        let (mut order, mut lowest) = (vec![NEW; count], vec![0; count]);
        let (mut grouped, mut open, mut groups) = (vec![false; count], Vec::new(), Vec::new());
        let mut walk: Vec<(u32, usize)> = vec![(0, 0)];
        let mut found = 0;
        while let Some((position, link)) = walk.pop() {
            let at = position as usize;
            if link == 0 {
                (order[at], lowest[at]) = (found, found);
                found += 1;
                open.push(position);
            } else {
                let (child, _) = self.links_of(position)[link - 1];
                if !grouped[child as usize] {
                    lowest[at] = lowest[at].min(lowest[child as usize]);
                }
            }
            match self.links_of(position).get(link) {
                Some(&(child, _)) => {
                    walk.push((position, link + 1));
                    if order[child as usize] == NEW {
                        walk.push((child, 0));
                    }
                }
                None if lowest[at] == order[at] => {
                    let begin = open.iter().rposition(|&p| p == position).expect("it is open");
                    let group = open.split_off(begin);
                    group.iter().for_each(|&p| grouped[p as usize] = true);
                    groups.push(group);
                }
                None => {}
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::Setup;
    use spinward_env::games::connect_four::ConnectFour;
    use spinward_env::games::kuhn_poker::KuhnPoker;
    use spinward_env::games::pig::{Pig, PigState};

    use super::*;

    /// What matters in Pig: no count of events, and no points beyond the target.
    fn pig_key(state: &PigState) -> ([u16; 2], u16, Seat, bool) {
        let scores = state.scores.map(|score| score.min(100));
        let total = state.turn_total.min(100 - scores[state.turn.index()]);
        (scores, total, state.turn, state.rolling)
    }

    /// Neller and Presser: "the first player wins with probability 0.5306".
    #[test]
    fn the_first_player_wins_53_06_percent_of_pig() {
        let game = Pig::from_setup(&Setup::new("pig")).unwrap();
        let start = game.initial_state();
        let solution = solve(&game, &start, pig_key, 1e-7, 4_000_000).unwrap();
        let wins = (1.0 + solution.value(&pig_key(&start)).unwrap()) / 2.0;
        assert!((wins - 0.5306).abs() < 0.00005, "{wins} over {} positions", solution.positions());
    }

    #[test]
    fn games_that_the_solver_does_not_fit_are_refused() {
        let kuhn = KuhnPoker::from_setup(&Setup::new("kuhn_poker")).unwrap();
        let refused = solve(&kuhn, &kuhn.initial_state(), |s| s.clone(), 0.0, 100).unwrap_err();
        assert!(refused.to_string().contains("perfect information"), "{refused}");
        let connect = ConnectFour::from_setup(&Setup::new("connect_four")).unwrap();
        let refused = solve(&connect, &connect.initial_state(), |s| s.clone(), 0.0, 100).unwrap_err();
        assert_eq!(refused, SolveError::TooLarge(100));
    }
}
