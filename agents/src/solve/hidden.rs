use std::collections::{BTreeMap, HashMap};

use spinward_env::core::{Game, Node, OutcomeIndex, Seat};

use super::{SolveError, require_two_seats_zero_sum};

/// How both seats play: for each view of a seat to decide the probability of each legal action, in canonical
/// order. Views it doesn't list are played uniformly.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    probabilities: HashMap<u64, Vec<f64>>,
}

impl Strategy {
    /// The probability of each of the `actions` legal actions of this view.
    pub fn at<G: Game>(&self, game: &G, view: &G::View, actions: usize) -> Vec<f64> {
        self.by_key(game.view_hash(view), actions)
    }

    /// Plays so at this view.
    pub fn set<G: Game>(&mut self, game: &G, view: &G::View, probabilities: Vec<f64>) {
        self.probabilities.insert(game.view_hash(view), probabilities);
    }

    fn by_key(&self, key: u64, actions: usize) -> Vec<f64> {
        self.probabilities.get(&key).cloned().unwrap_or_else(|| vec![1.0 / actions as f64; actions])
    }
}

/// What follows a state, with the probability of each continuation where chance decides.
fn outcomes<G: Game>(game: &G, state: &G::State) -> Vec<(G::State, f64)> {
    let chance = game.chance(state);
    let after = |(k, probability)| {
        let mut after = state.clone();
        game.apply_outcome(&mut after, OutcomeIndex(k as u8)).expect("an outcome of this node");
        (after, probability)
    };
    chance.probabilities().enumerate().map(after).collect()
}

fn continuations<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let after = |action| {
        let mut after = state.clone();
        game.apply_legal(&mut after, action).expect("a legal action");
        after
    };
    legal.into_iter().map(after).collect()
}

fn view_key<G: Game>(game: &G, state: &G::State, seat: Seat) -> u64 {
    game.view_hash(&game.view(state, seat))
}

fn return_of<G: Game>(game: &G, state: &G::State, seat: Seat) -> f64 {
    f64::from(game.outcome(state).expect("a terminal node has an outcome").returns[seat.index()])
}

/// The expected return of seat 0 when both seats play this strategy.
///
/// # Errors
/// If the game isn't for two seats and zero-sum.
pub fn expected_value<G: Game>(game: &G, strategy: &Strategy) -> Result<f64, SolveError> {
    require_two_seats_zero_sum(game)?;
    Ok(value_from(game, &game.initial_state(), strategy))
}

fn value_from<G: Game>(game: &G, state: &G::State, strategy: &Strategy) -> f64 {
    match game.node(state) {
        Node::Terminal => return_of(game, state, Seat::new(0)),
        Node::Chance => {
            outcomes(game, state).iter().map(|(after, p)| p * value_from(game, after, strategy)).sum()
        }
        Node::Decision(seat) => {
            let after = continuations(game, state);
            let policy = strategy.by_key(view_key(game, state, seat), after.len());
            after.iter().zip(policy).map(|(after, p)| p * value_from(game, after, strategy)).sum()
        }
    }
}

/// The most that `seat` can expect against the other seat's part of a strategy. The views of `seat` must
/// remember all that it saw and did.
///
/// # Errors
/// If the game isn't for two seats and zero-sum.
pub fn best_response_value<G: Game>(game: &G, strategy: &Strategy, seat: Seat) -> Result<f64, SolveError> {
    require_two_seats_zero_sum(game)?;
    Ok(respond(game, strategy, seat, vec![(game.initial_state(), 1.0)]))
}

/// How far a strategy is from an equilibrium: what a seat gains on average by its best response, 0 or more.
///
/// # Errors
/// If the game isn't for two seats and zero-sum.
pub fn exploitability<G: Game>(game: &G, strategy: &Strategy) -> Result<f64, SolveError> {
    let gain = |seat| best_response_value(game, strategy, Seat::new(seat));
    Ok((gain(0)? + gain(1)?) / 2.0)
}

/// The summed value of histories that `seat` has told apart only by what it saw since. Each is played on to the
/// next decision of `seat`; those that look alike to it there are decided together.
fn respond<G: Game>(game: &G, strategy: &Strategy, seat: Seat, mut histories: Vec<(G::State, f64)>) -> f64 {
    let mut value = 0.0;
    let mut alike: BTreeMap<u64, Vec<(G::State, f64)>> = BTreeMap::new();
    while let Some((state, weight)) = histories.pop() {
        match game.node(&state) {
            Node::Terminal => value += weight * return_of(game, &state, seat),
            Node::Chance => {
                histories.extend(outcomes(game, &state).into_iter().map(|(after, p)| (after, weight * p)));
            }
            Node::Decision(mover) if mover == seat => {
                alike.entry(view_key(game, &state, seat)).or_default().push((state, weight));
            }
            Node::Decision(mover) => {
                let after = continuations(game, &state);
                let policy = strategy.by_key(view_key(game, &state, mover), after.len());
                let played = after.into_iter().zip(policy).filter(|(_, p)| *p > 0.0);
                histories.extend(played.map(|(after, p)| (after, weight * p)));
            }
        }
    }
    for together in alike.into_values() {
        let mut per_action: Vec<Vec<(G::State, f64)>> = Vec::new();
        for (state, weight) in together {
            let after = continuations(game, &state);
            per_action.resize_with(after.len(), Vec::new);
            per_action.iter_mut().zip(after).for_each(|(list, after)| list.push((after, weight)));
        }
        let responses = per_action.into_iter().map(|list| respond(game, strategy, seat, list));
        value += responses.fold(f64::NEG_INFINITY, f64::max);
    }
    value
}

/// What counterfactual regret minimisation keeps of one view.
#[derive(Clone, Debug)]
struct Regrets {
    regrets: Vec<f64>,
    /// The policy of the walk at hand.
    policy: Vec<f64>,
    /// The policies so far, weighted by the own probability of coming here and by the iteration.
    played: Vec<f64>,
}

impl Regrets {
    fn new(actions: usize) -> Self {
        let policy = vec![1.0 / actions as f64; actions];
        Self { regrets: vec![0.0; actions], policy, played: vec![0.0; actions] }
    }

    /// Ends a walk.
    fn settle(&mut self) {
        self.regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
        self.policy = proportional(&self.regrets);
    }
}

fn proportional(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let uniform = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { uniform }).collect()
}

/// An approximate equilibrium by CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014):
/// regrets never below zero, seats updated in turn, averages weighted by the iteration. [`exploitability`] says how
/// near it came. Views must remember all that their seat saw and did.
///
/// # Errors
/// If the game isn't for two seats and zero-sum.
pub fn cfr<G: Game>(game: &G, iterations: u32) -> Result<Strategy, SolveError> {
    require_two_seats_zero_sum(game)?;
    let mut tables: HashMap<u64, Regrets> = HashMap::new();
    for iteration in 1..=iterations {
        for seat in Seat::all(2) {
            let mut pass = Pass { game, seat, weight: f64::from(iteration), tables: &mut tables };
            pass.walk(&game.initial_state(), 1.0, 1.0);
            tables.values_mut().for_each(Regrets::settle);
        }
    }
    let average = |(key, table): (u64, Regrets)| (key, proportional(&table.played));
    Ok(Strategy { probabilities: tables.into_iter().map(average).collect() })
}

/// One walk through the game that updates one seat.
struct Pass<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    weight: f64,
    tables: &'a mut HashMap<u64, Regrets>,
}

impl<G: Game> Pass<'_, G> {
    /// The expected return of the seat from here; `own` and `others` are the probabilities that it, and that all
    /// else, plays to here.
    fn walk(&mut self, state: &G::State, own: f64, others: f64) -> f64 {
        match self.game.node(state) {
            Node::Terminal => return_of(self.game, state, self.seat),
            Node::Chance => outcomes(self.game, state)
                .iter()
                .map(|(after, p)| p * self.walk(after, own, others * p))
                .sum(),
            Node::Decision(mover) => {
                let after = continuations(self.game, state);
                let key = view_key(self.game, state, mover);
                let table = self.tables.entry(key).or_insert_with(|| Regrets::new(after.len()));
                let policy = table.policy.clone();
                let mut values = Vec::with_capacity(after.len());
                for (after, p) in after.iter().zip(&policy) {
                    let (own, others) =
                        if mover == self.seat { (own * p, others) } else { (own, others * p) };
                    values.push(self.walk(after, own, others));
                }
                let value = values.iter().zip(&policy).map(|(value, p)| value * p).sum();
                if mover == self.seat {
                    let table = self.tables.get_mut(&key).expect("just entered");
                    for k in 0..policy.len() {
                        table.regrets[k] += others * (values[k] - value);
                        table.played[k] += self.weight * own * policy[k];
                    }
                }
                value
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::Setup;
    use spinward_env::games::kuhn_poker::KuhnPoker;

    use super::*;

    fn kuhn() -> KuhnPoker {
        KuhnPoker::from_setup(&Setup::new("kuhn_poker")).unwrap()
    }

    /// Kuhn: the first player loses 1/18 of a chip a game.
    #[test]
    fn the_equilibrium_of_kuhn_poker_costs_the_first_player_an_eighteenth() {
        let game = kuhn();
        let strategy = cfr(&game, 2000).unwrap();
        let (gain, value) =
            (exploitability(&game, &strategy).unwrap(), expected_value(&game, &strategy).unwrap());
        assert!(gain < 1e-3, "exploitable by {gain}");
        assert!((value + 1.0 / 18.0).abs() < 1e-3, "worth {value}");
    }

    /// Against uniform play the best responses are worth 1/2 and 5/12 of a chip (OpenSpiel gives the mean, 11/24).
    #[test]
    fn uniform_play_of_kuhn_poker_is_exploitable_by_eleven_twenty_fourths() {
        let game = kuhn();
        let gain = |seat| best_response_value(&game, &Strategy::default(), Seat::new(seat)).unwrap();
        assert!((gain(0) - 0.5).abs() < 1e-12, "{}", gain(0));
        assert!((gain(1) - 5.0 / 12.0).abs() < 1e-12, "{}", gain(1));
    }
}
