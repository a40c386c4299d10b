//! Luck: what the dice of a game brought each seat beyond what was to be expected.
//!
//! The luck of a roll is the value of the position that it led to less the mean, by the rules' own probabilities, over all
//! that it could have led to. Whatever values are taken, the mean of a roll's luck is zero: so a result less the luck of its
//! game has the same expectation as the result, and less spread where the values are good. Backgammon programs report it
//! ("variance reduction"), and AIVAT (Burch et al. 2018) does the same for poker; here the probabilities are known exactly.

use std::collections::HashMap;
use std::sync::Arc;

use spinward_agents::evaluator::{Evaluations, EvaluatorError};
use spinward_agents::search::{Position, PositionEvaluator};
use spinward_env::core::{Event, EventOf, Game, Node, OutcomeIndex, PerSeat, Seat};

/// Measures the luck of games while they are played.
pub struct LuckMeter<G: Game> {
    game: Arc<G>,
    evaluator: Box<dyn PositionEvaluator<G>>,
    state: G::State,
    luck: PerSeat<f64>,
}

impl<G: Game> LuckMeter<G> {
    /// A meter that values positions by this evaluator, which sees everything.
    pub fn new(game: Arc<G>, evaluator: Box<dyn PositionEvaluator<G>>) -> Self {
        let state = game.initial_state();
        let luck = none(&*game);
        Self { game, evaluator, state, luck }
    }

    /// Begins a new game.
    pub fn begin(&mut self, seed: u64) {
        self.evaluator.begin(seed);
        self.state = self.game.initial_state();
        self.luck = none(&*self.game);
    }

    /// Follows the game by an event that happened.
    ///
    /// # Errors
    /// If the evaluator fails.
    pub fn event(&mut self, event: EventOf<G>) -> Result<(), EvaluatorError> {
        match event {
            Event::Decision { action, .. } => {
                self.game.apply(&mut self.state, action).expect("the game went so");
            }
            Event::Chance(fell) => {
                let rolled = luck_of_roll(&*self.game, &mut *self.evaluator, &self.state, fell)?;
                for (sum, luck) in self.luck.iter_mut().zip(rolled.iter().flatten()) {
                    *sum += luck;
                }
                self.game.apply_outcome(&mut self.state, fell).expect("the game went so");
            }
        }
        Ok(())
    }

    /// The luck of each seat since the game began, in returns.
    pub fn luck(&self) -> &PerSeat<f64> {
        &self.luck
    }
}

fn none<G: Game>(game: &G) -> PerSeat<f64> {
    Seat::all(game.facts().seat_count()).map(|_| 0.0).collect()
}

/// Positions that are valued for one roll, at most.
const MOST_ENDS: usize = 512;

/// What the outcome `fell` of the chance node `before` brought each seat beyond the mean over all outcomes, in returns;
/// `None` where there is one outcome only.
///
/// Values are taken where the dice have come to rest: an outcome after which more dice are due is worth the mean over all positions
/// that they can lead to, since networks learn at decisions and value what lies between two rolls badly. Where there are more than
/// 512 of them, the roll is not valued either: its luck counts as none, which leaves scores unbiased.
///
/// # Errors
/// If the evaluator fails.
pub fn luck_of_roll<G: Game>(
    game: &G,
    evaluator: &mut dyn PositionEvaluator<G>,
    before: &G::State,
    fell: OutcomeIndex,
) -> Result<Option<PerSeat<f64>>, EvaluatorError> {
    let chance = game.chance(before);
    let outcomes = chance.weights().len();
    if outcomes < 2 {
        return Ok(None);
    }
    let Some(ends) = Ends::of_roll(game, before, outcomes) else { return Ok(Some(none(game))) };
    let values = ends.values(game, evaluator)?;
    let luck = |seat: Seat| {
        let after = |outcome: usize| ends.mean(outcome, |place| f64::from(values[place][seat.index()]));
        let mean: f64 = chance.probabilities().enumerate().map(|(k, p)| p * after(k)).sum();
        after(fell.index()) - mean
    };
    Ok(Some(Seat::all(game.facts().seat_count()).map(luck).collect()))
}

/// Where the dice come to rest after a roll: at decisions, and where the game is over.
struct Ends<G: Game> {
    positions: Vec<G::State>,
    /// For each outcome of the roll, how likely dice alone lead from it to which position.
    paths: Vec<Vec<(f64, usize)>>,
}

impl<G: Game> Ends<G> {
    /// `None` if there are too many.
    fn of_roll(game: &G, before: &G::State, outcomes: usize) -> Option<Self> {
        let (mut positions, mut places) = (Vec::new(), HashMap::new());
        let (mut paths, mut count) = (vec![Vec::new(); outcomes], 0);
        for (k, paths) in paths.iter_mut().enumerate() {
            let mut rolling = vec![(1.0, after(game, before, k))];
            while let Some((share, state)) = rolling.pop() {
                if matches!(game.node(&state), Node::Chance) {
                    let next = game.chance(&state);
                    let ways = next.probabilities().enumerate();
                    rolling.extend(ways.map(|(k, p)| (share * p, after(game, &state, k))));
                    continue;
                }
                let place = *places.entry(game.state_hash(&state)).or_insert(positions.len());
                if place == positions.len() {
                    positions.push(state);
                }
                paths.push((share, place));
                count += 1;
                if count > MOST_ENDS {
                    return None;
                }
            }
        }
        Some(Self { positions, paths })
    }

    /// The mean of a value over where an outcome leads to.
    fn mean(&self, outcome: usize, value: impl Fn(usize) -> f64) -> f64 {
        self.paths[outcome].iter().map(|&(share, place)| share * value(place)).sum()
    }

    /// What each seat can expect in every position: the result where the game is over.
    fn values(
        &self,
        game: &G,
        evaluator: &mut dyn PositionEvaluator<G>,
    ) -> Result<Vec<PerSeat<f32>>, EvaluatorError> {
        let mut values: Vec<Option<PerSeat<f32>>> =
            self.positions.iter().map(|state| Some(game.outcome(state)?.returns)).collect();
        let open: Vec<usize> = (0..values.len()).filter(|&place| values[place].is_none()).collect();
        let position = |&place: &usize| {
            let state = self.positions[place].clone();
            let viewer = match game.node(&state) {
                Node::Decision(seat) => seat,
                Node::Chance | Node::Terminal => Seat::new(0),
            };
            // Values are asked for, not what to do: no action needs a logit.
            Position { viewer, state, actions: Vec::new() }
        };
        let positions: Vec<Position<G>> = open.iter().map(position).collect();
        if !positions.is_empty() {
            let mut answers = Evaluations::default();
            evaluator.evaluate_positions(game, &positions, &mut answers)?;
            for (&place, answer) in open.iter().zip(answers.iter()) {
                values[place] = Some(answer.values.clone());
            }
        }
        let missing = || EvaluatorError("positions were asked that were not answered".into());
        values.into_iter().map(|value| value.ok_or_else(missing)).collect()
    }
}

fn after<G: Game>(game: &G, before: &G::State, outcome: usize) -> G::State {
    let mut state = before.clone();
    game.apply_outcome(&mut state, OutcomeIndex(outcome as u8)).expect("the chance node has this outcome");
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_agents::agent::Limits;
    use spinward_agents::roster::{AgentSpec, Roster};
    use spinward_agents::values;
    use spinward_env::core::{Setup, planner_rng, stable_hash};
    use spinward_env::games::CompleteGame;
    use spinward_env::games::pig::Pig;

    use crate::game::{Player, Watch, play};

    /// Values without any meaning: a hash of the position, from -1 to 1.
    struct Nonsense;

    impl<G: CompleteGame> PositionEvaluator<G> for Nonsense {
        fn evaluate_positions(
            &mut self,
            game: &G,
            positions: &[Position<G>],
            answers: &mut Evaluations,
        ) -> Result<(), EvaluatorError> {
            answers.clear();
            for position in positions {
                let hash = stable_hash(format!("{:?}", position.state).as_bytes());
                let value = hash as f32 / u64::MAX as f32 * 2.0 - 1.0;
                let seats = game.facts().seat_count();
                answers.push(0).values = (0..seats).map(|k| if k == 0 { value } else { -value }).collect();
            }
            Ok(())
        }
    }

    /// What the first seat made of many games of Pig, and its luck in them.
    fn games(evaluator: Box<dyn PositionEvaluator<Pig>>, count: u64) -> Vec<(f64, f64)> {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "50")).unwrap());
        let mut meter = LuckMeter::new(Arc::clone(&game), evaluator);
        let agent = |name: &str| Roster::without_networks().build(&game, &AgentSpec::new(name)).unwrap();
        let mut table =
            [Player { agent: agent("scripted"), seed: 1 }, Player { agent: agent("greedy"), seed: 2 }];
        (0..count)
            .map(|seed| {
                let watch = Watch { names: None, luck: Some(&mut meter) };
                let result = play(&game, seed, &mut table, &Limits::default(), watch).unwrap();
                (f64::from(result.returns[0]), result.luck[0])
            })
            .collect()
    }

    fn mean_and_variance(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count;
        (mean, values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0))
    }

    /// Over 4,000 games the mean luck is zero whatever the values: within 3.5 standard errors, which chance breaks once in
    /// 2,000 runs (the seeds are fixed).
    fn has_no_bias(games: &[(f64, f64)]) {
        let (mean, variance) = mean_and_variance(games.iter().map(|(_, luck)| *luck));
        let error = (variance / games.len() as f64).sqrt();
        assert!(mean.abs() < 3.5 * error && error > 0.0, "{mean} with a standard error of {error}");
    }

    #[test]
    fn nonsense_is_unbiased_and_good_values_make_scores_narrower() {
        let nonsense = games(Box::new(Nonsense), 4000);
        has_no_bias(&nonsense);
        let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "50")).unwrap());
        let estimate = values::evaluator(&game, &AgentSpec::new("estimate")).unwrap();
        let good = games(estimate, 4000);
        has_no_bias(&good);
        let (_, raw) = mean_and_variance(good.iter().map(|(result, _)| *result));
        let (_, adjusted) = mean_and_variance(good.iter().map(|(result, luck)| result - luck));
        assert!(adjusted < 0.5 * raw, "{adjusted} of {raw}");
        let (_, worse) = mean_and_variance(nonsense.iter().map(|(result, luck)| result - luck));
        assert!(worse > raw, "values without meaning only add noise: {worse} of {raw}");
    }

    /// Over the outcomes of one roll, by their probabilities, luck is zero but for rounding.
    #[test]
    fn the_mean_luck_of_a_roll_is_zero() {
        let game = Pig::from_setup(&Setup::new("pig")).unwrap();
        let mut rng = planner_rng(5, 0);
        for _ in 0..20 {
            let mut state = game.initial_state();
            loop {
                match game.node(&state) {
                    Node::Terminal => break,
                    Node::Decision(_) => {
                        let mut actions = Vec::new();
                        game.legal_actions(&state, &mut actions);
                        let action = actions[rand::Rng::next_u64(&mut rng) as usize % actions.len()];
                        game.apply(&mut state, action).unwrap();
                    }
                    Node::Chance => {
                        let chance = game.chance(&state);
                        let luck = |k: usize| {
                            let fell = OutcomeIndex(k as u8);
                            luck_of_roll(&game, &mut Nonsense, &state, fell).unwrap().unwrap()[0]
                        };
                        let sum: f64 = chance.probabilities().enumerate().map(|(k, p)| p * luck(k)).sum();
                        assert!(sum.abs() < 1e-6, "{sum}");
                        let first = OutcomeIndex((rand::Rng::next_u64(&mut rng) % 6) as u8);
                        game.apply_outcome(&mut state, first).unwrap();
                    }
                }
            }
        }
    }
}
