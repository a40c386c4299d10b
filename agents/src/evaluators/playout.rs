use std::str::FromStr;

use rand::Rng;
use spinward_env::core::{Game, Node, PerSeat, PlannerRng, planner_rng, uniform_index};
use spinward_env::doctrine::Doctrine;

use super::estimated_returns;
use crate::evaluator::{Evaluations, EvaluatorError};
use crate::names::unknown_name;
use crate::search::{Position, PositionEvaluator};

/// How far a playout goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// To the end of the game.
    #[default]
    End,
    /// To the end of the player turn, where the game's estimate values what was reached; to the end of the game where
    /// it counts no player turns.
    PlayerTurn,
}

impl FromStr for Horizon {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "end" => Ok(Self::End),
            "turn" => Ok(Self::PlayerTurn),
            _ => Err(unknown_name("horizon", text, ["turn", "end"])),
        }
    }
}

/// Values a position by playing on at random. It has no policy: every action alike.
#[derive(Debug)]
pub struct PlayoutEvaluator<G: Game> {
    rng: PlannerRng,
    horizon: Horizon,
    max_decisions: u32,
    state: Option<G::State>,
    legal: Vec<G::Action>,
    playouts: u64,
    decisions: u64,
}

impl<G: Doctrine> PlayoutEvaluator<G> {
    /// Plays on to the horizon, but for at most `max_decisions` unforced decisions, then takes the game's estimate.
    pub fn new(horizon: Horizon, max_decisions: u32) -> Self {
        Self {
            rng: planner_rng(0, 3),
            horizon,
            max_decisions,
            state: None,
            legal: Vec::new(),
            playouts: 0,
            decisions: 0,
        }
    }

    /// Unforced decisions of a playout, mean over all so far.
    pub fn mean_length(&self) -> f64 {
        self.decisions as f64 / self.playouts.max(1) as f64
    }

    fn play(&mut self, game: &G, start: &G::State) -> Result<PerSeat<f32>, EvaluatorError> {
        let mut state = self.state.take().unwrap_or_else(|| start.clone());
        state.clone_from(start);
        self.playouts += 1;
        let returns = self.play_on(game, &mut state);
        self.state = Some(state);
        returns
    }

    /// Plays on from `state`, and says what the seats can expect where that ends.
    fn play_on(&mut self, game: &G, state: &mut G::State) -> Result<PerSeat<f32>, EvaluatorError> {
        let turn = game.player_turn(state);
        let mut decisions = 0;
        game.legal_actions(state, &mut self.legal);
        loop {
            match game.node(state) {
                Node::Terminal => {
                    let outcome = game.outcome(state);
                    return outcome
                        .map(|outcome| outcome.returns)
                        .ok_or_else(|| EvaluatorError("a finished game has no outcome".into()));
                }
                _ if self.horizon == Horizon::PlayerTurn && game.player_turn(state) != turn => {
                    return Ok(estimated_returns(game, state));
                }
                Node::Decision(_) => {
                    if self.legal.len() > 1 {
                        if decisions == self.max_decisions {
                            return Ok(estimated_returns(game, state));
                        }
                        decisions += 1;
                        self.decisions += 1;
                    }
                    let choice = uniform_index(&mut self.rng, self.legal.len());
                    let applied = game.apply_listed(state, &mut self.legal, choice);
                    applied.map_err(|e| EvaluatorError(e.to_string()))?;
                }
                Node::Chance => {
                    let outcome = game.chance(state).draw(self.rng.next_u64());
                    let rolled = game.apply_outcome_listed(state, outcome, &mut self.legal);
                    rolled.map_err(|e| EvaluatorError(e.to_string()))?;
                }
            }
        }
    }
}

impl<G: Doctrine> PositionEvaluator<G> for PlayoutEvaluator<G> {
    fn begin(&mut self, seed: u64) {
        self.rng = planner_rng(seed, 3);
    }

    fn evaluate_positions(
        &mut self,
        game: &G,
        positions: &[Position<G>],
        answers: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        answers.clear();
        for position in positions {
            let values = self.play(game, &position.state)?;
            answers.push(position.actions.len()).values = values;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::core::{Seat, Setup};
    use spinward_env::games::connect_four::ConnectFour;
    use spinward_env::games::pig::{Pig, PigState};

    use super::*;

    fn length<G: Doctrine>(game: &G, state: &G::State, horizon: Horizon) -> f64 {
        let mut evaluator = PlayoutEvaluator::new(horizon, u32::MAX);
        for seed in 0..2000 {
            PositionEvaluator::<G>::begin(&mut evaluator, seed);
            evaluator.play(game, state).unwrap();
        }
        evaluator.mean_length()
    }

    /// A turn of pig at random ends with each decision with 1/2 + 1/2 * 1/6 = 7/12, so that it has 12/7 decisions; the
    /// game goes on.
    #[test]
    fn a_playout_to_the_end_of_the_turn_has_the_length_of_the_turn() {
        let game = Pig::from_setup(&Setup::new("pig")).unwrap();
        let start = game.initial_state();
        let turn = length(&game, &start, Horizon::PlayerTurn);
        assert!((turn - 12.0 / 7.0).abs() < 0.1, "{turn}");
        assert!(length(&game, &start, Horizon::End) > 20.0);
    }

    /// A game that ends within the turn is worth what it returns.
    #[test]
    fn the_end_of_the_game_comes_before_that_of_the_turn() {
        let game = Pig::from_setup(&Setup::new("pig").set("target", "10")).unwrap();
        let state = PigState { scores: [9, 0], turn_total: 3, ..game.initial_state() };
        let mut evaluator = PlayoutEvaluator::new(Horizon::PlayerTurn, u32::MAX);
        let mut best = f32::MIN;
        for _ in 0..20 {
            best = best.max(evaluator.play(&game, &state).unwrap()[Seat::new(0).index()]);
        }
        assert_eq!(best, 1.0);
    }

    /// In connect four each drop is a turn of its own.
    #[test]
    fn a_turn_may_be_one_decision() {
        let game = ConnectFour::from_setup(&Setup::new("connect_four")).unwrap();
        assert_eq!(length(&game, &game.initial_state(), Horizon::PlayerTurn), 1.0);
    }
}
