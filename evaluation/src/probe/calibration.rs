//! Whether an evaluator's values mean what they say: of the positions that it gives 0.7, seven in ten should be won.
//!
//! Every decision with a choice is one prediction, for the seat that decides. The decisions of a game share its result, so
//! intervals count games, not decisions.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spinward_agents::evaluator::{Evaluations, EvaluatorError};
use spinward_agents::search::{Position, PositionEvaluator};
use spinward_env::core::{Node, Seat, stable_hash};
use spinward_env::games::CompleteGame;
use spinward_env::record::{Entry, Header, ReplayError, ReplayReader};
use thiserror::Error;

use crate::interval::{Interval, Sample, Z95};

/// Predictions are told apart by tenths.
const BINS: usize = 10;
/// Positions that are valued at once.
const BATCH: usize = 32;

/// An evaluator's predictions beside what came of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Whose values.
    pub evaluator: String,
    /// Who played the games.
    pub players: String,
    /// Games.
    pub games: usize,
    /// Predictions: decisions with a choice.
    pub predictions: usize,
    /// The mean squared difference between prediction and result, both as shares of the way from the worst return to the best:
    /// 0 at best, 0.25 for who always says one half of games without draws.
    pub brier: f64,
    /// Its 95 % interval, with games as the units.
    pub ci95: Interval,
    /// The same of who always says a seat's mean result: what there is to beat.
    pub reference: f64,
    /// What was predicted and what came of it, by tenths of the prediction; those without predictions are left out.
    pub bins: Vec<Bin>,
}

/// Predictions that are nearly alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// The mean prediction, 0 to 1.
    pub predicted: f64,
    /// The mean result, 0 to 1.
    pub observed: f64,
    /// Its 95 % interval: Wilson's for as many independent results as there are games in it.
    pub ci95: Interval,
    /// Predictions.
    pub predictions: usize,
    /// Games that they are of.
    pub games: usize,
}

/// Why predictions can't be compared.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// A replay is wrong.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A position can't be valued.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// No game was played to its end.
    #[error("no finished game to compare with")]
    NoGame,
}

#[derive(Clone, Copy)]
struct Prediction {
    game: usize,
    seat: usize,
    predicted: f64,
    result: f64,
}

/// Compares the values of an evaluator with the results of games, one by one.
pub struct Calibrator<G: CompleteGame> {
    game: Arc<G>,
    evaluator: Box<dyn PositionEvaluator<G>>,
    predictions: Vec<Prediction>,
    games: usize,
    /// What happened in each game, as a hash.
    seen: BTreeSet<u64>,
}

impl<G: CompleteGame> Calibrator<G> {
    /// Compares values of this evaluator.
    pub fn new(game: Arc<G>, evaluator: Box<dyn PositionEvaluator<G>>) -> Self {
        Self { game, evaluator, predictions: Vec::new(), games: 0, seen: BTreeSet::new() }
    }

    /// Takes a game into account: the replay's header and the lines after it. One that was stopped does not count, nor does one that
    /// repeats another of the same players with the same dice: of agents that play alike in every seat both games of a pair are the
    /// same. Says whether it counted.
    ///
    /// # Errors
    /// If the replay is wrong or a position can't be valued.
    pub fn add<'a>(
        &mut self,
        header: &Header,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<bool, CalibrationError> {
        let mut reader = ReplayReader::new(Arc::clone(&self.game), header)?;
        let mut positions = Vec::new();
        let mut legal = Vec::new();
        let mut outcome = None;
        let mut players = header.players.clone();
        players.sort();
        let mut course = stable_hash(&(header.seed, players));
        for line in lines {
            course = stable_hash(&(course, line));
            if let Node::Decision(viewer) = self.game.node(reader.state()) {
                self.game.legal_actions(reader.state(), &mut legal);
                if legal.len() > 1 {
                    let (state, actions) = (reader.state().clone(), legal.clone());
                    positions.push(Position { viewer, state, actions });
                }
            }
            if let Entry::End(end) = reader.line(line)? {
                outcome = end;
            }
        }
        let Some(outcome) = outcome else { return Ok(false) };
        if !self.seen.insert(course) {
            return Ok(false);
        }
        let (worst, best) = self.game.facts().returns;
        let share = |value: f32| f64::from((value - worst) / (best - worst)).clamp(0.0, 1.0);
        self.evaluator.begin(header.seed);
        let mut answers = Evaluations::default();
        for batch in positions.chunks(BATCH) {
            self.evaluator.evaluate_positions(&self.game, batch, &mut answers)?;
            for (position, answer) in batch.iter().zip(answers.iter()) {
                let seat = position.viewer.index();
                let (predicted, result) = (share(answer.values[seat]), share(outcome.returns[seat]));
                self.predictions.push(Prediction { game: self.games, seat, predicted, result });
            }
        }
        self.games += 1;
        Ok(true)
    }

    /// What came out; the names are those of the evaluator and of who played.
    ///
    /// # Errors
    /// If there was no finished game with a decision.
    pub fn report(&self, evaluator: &str, players: &str) -> Result<Calibration, CalibrationError> {
        let all = &self.predictions;
        let brier = Sample::of(all.iter().map(|p| (p.predicted - p.result).powi(2)));
        let brier = brier.ok_or(CalibrationError::NoGame)?.mean;
        let means: Vec<f64> = Seat::all(self.game.facts().seat_count())
            .map(|seat| {
                let own = all.iter().filter(|p| p.seat == seat.index()).map(|p| p.result);
                Sample::of(own).map_or(0.5, |own| own.mean)
            })
            .collect();
        let reference = Sample::of(all.iter().map(|p| (means[p.seat] - p.result).powi(2)));
        let bin = |bin: usize| {
            let of = |p: &&Prediction| ((p.predicted * BINS as f64) as usize).min(BINS - 1) == bin;
            let own: Vec<&Prediction> = all.iter().filter(of).collect();
            let games: BTreeSet<usize> = own.iter().map(|p| p.game).collect();
            let observed = Sample::of(own.iter().map(|p| p.result))?.mean;
            Some(Bin {
                predicted: Sample::of(own.iter().map(|p| p.predicted))?.mean,
                observed,
                ci95: Sample { count: games.len() as f64, mean: observed }.wilson(),
                predictions: own.len(),
                games: games.len(),
            })
        };
        Ok(Calibration {
            evaluator: evaluator.into(),
            players: players.into(),
            games: self.games,
            predictions: all.len(),
            brier,
            ci95: self.interval(brier),
            reference: reference.ok_or(CalibrationError::NoGame)?.mean,
            bins: (0..BINS).filter_map(bin).collect(),
        })
    }

    /// The interval of a mean over predictions that hang together within games (the ratio estimator's).
    fn interval(&self, mean: f64) -> Interval {
        if self.games < 2 {
            return [0.0, 1.0];
        }
        let mut of_game = vec![0.0; self.games];
        self.predictions.iter().for_each(|p| of_game[p.game] += (p.predicted - p.result).powi(2) - mean);
        let games = self.games as f64;
        let squares: f64 = of_game.iter().map(|sum| sum * sum).sum();
        let spread = (squares * games / (games - 1.0)).sqrt() / self.predictions.len() as f64;
        [(mean - Z95 * spread).max(0.0), (mean + Z95 * spread).min(1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_agents::agent::Limits;
    use spinward_agents::roster::{AgentSpec, Roster};
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::{Pig, PigState};

    use crate::game::{Player, Watch, play};

    /// Knows the score and takes half of the lead in hundreds for the value, or shouts.
    struct Lead(f32);

    impl PositionEvaluator<Pig> for Lead {
        fn evaluate_positions(
            &mut self,
            _: &Pig,
            positions: &[Position<Pig>],
            answers: &mut Evaluations,
        ) -> Result<(), EvaluatorError> {
            answers.clear();
            for Position { state: PigState { scores, .. }, actions, .. } in positions {
                let lead = (f32::from(scores[0]) - f32::from(scores[1])) / 100.0 * self.0;
                let values = [lead.clamp(-1.0, 1.0), -lead.clamp(-1.0, 1.0)];
                answers.push(actions.len()).values.extend(values);
            }
            Ok(())
        }
    }

    fn calibrated(scale: f32, games: u64) -> Calibration {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let mut calibrator = Calibrator::new(Arc::clone(&game), Box::new(Lead(scale)));
        let agent = || Roster::without_networks().build(&game, &AgentSpec::new("scripted")).unwrap();
        for seed in 0..games {
            let mut table = [Player { agent: agent(), seed }, Player { agent: agent(), seed }];
            let watch = Watch { names: Some(vec!["one".into(), "two".into()]), luck: None };
            let replay = play(&game, seed, &mut table, &Limits::default(), watch).unwrap().replay;
            let header = Header::parse(&replay[0]).unwrap();
            assert!(calibrator.add(&header, replay[1..].iter().map(String::as_str)).unwrap());
        }
        calibrator.report("lead", "scripted").unwrap()
    }

    /// Who knows the score beats who knows nothing; who shouts is found out, though he knows as much.
    #[test]
    fn good_values_beat_the_mean_and_shouting_does_not() {
        let (calm, loud, mute) = (calibrated(1.0, 300), calibrated(1000.0, 300), calibrated(0.0, 300));
        assert_eq!((calm.games, mute.bins.len()), (300, 1));
        assert!((mute.brier - 0.25).abs() < 1e-9 && mute.reference < 0.25, "{mute:?}");
        assert!(calm.ci95[1] < calm.reference, "{calm:?}");
        assert!(loud.ci95[0] > calm.ci95[1], "{loud:?} {calm:?}");
        for bin in &calm.bins {
            assert!(
                bin.ci95[0] <= bin.observed && bin.observed <= bin.ci95[1] && bin.games <= 300,
                "{bin:?}"
            );
        }
        let certain = loud.bins.last().unwrap();
        assert!(certain.predicted > 0.99 && certain.ci95[1] < 0.9, "{certain:?}");
    }

    /// The two games of a pair between agents that play alike are one game.
    #[test]
    fn a_game_counts_once() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let mut calibrator = Calibrator::new(Arc::clone(&game), Box::new(Lead(1.0)));
        let agent = || Roster::without_networks().build(&game, &AgentSpec::new("scripted")).unwrap();
        let mut add = |dice: u64| {
            let mut table = [Player { agent: agent(), seed: 1 }, Player { agent: agent(), seed: 2 }];
            let watch = Watch { names: Some(vec![]), luck: None };
            let replay = play(&game, dice, &mut table, &Limits::default(), watch).unwrap().replay;
            let header = Header::parse(&replay[0]).unwrap();
            calibrator.add(&header, replay[1..].iter().map(String::as_str)).unwrap()
        };
        assert_eq!([1, 1, 2].map(&mut add), [true, false, true]);
    }

    /// A game that was stopped has no result to compare with.
    #[test]
    fn an_unfinished_game_does_not_count() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let (_, header) = spinward_env::record::ReplayWriter::new(Arc::clone(&game), 1, vec![]);
        let mut calibrator = Calibrator::new(game, Box::new(Lead(1.0)));
        assert!(!calibrator.add(&Header::parse(&header).unwrap(), []).unwrap());
        assert!(matches!(calibrator.report("lead", ""), Err(CalibrationError::NoGame)));
    }
}
