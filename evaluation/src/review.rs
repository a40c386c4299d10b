//! What decided a game: the luck of every roll and the loss of every decision, by a judge's values.
//!
//! The luck of a roll is the value of the position that it led to less the mean over all that it could have led to.
//! Summed over a game it says how much of the result was dice: what is left has the same expectation for any judge,
//! and less spread for a good one. The loss of a decision is the value of the best choice that the judge's search
//! found less that of the choice made. Both are as good as the judge.

use std::sync::Arc;

use serde::Serialize;
use spinward_agents::agent::{Agent, AgentError, Limits};
use spinward_agents::evaluator::EvaluatorError;
use spinward_agents::search::PositionEvaluator;
use spinward_env::core::{Event, Outcome, OutcomeIndex, PerSeat, Seat};
use spinward_env::games::CompleteGame;
use spinward_env::record::{Entry, Header, ReplayError, ReplayReader};
use thiserror::Error;

use crate::luck::luck_of_roll;

/// Who values positions and decisions.
pub struct Judge<G: CompleteGame> {
    /// Values the positions that rolls lead to.
    pub evaluator: Box<dyn PositionEvaluator<G>>,
    /// Searches decisions; its report must have a line for every choice that is to be valued.
    pub searcher: Box<dyn Agent<G>>,
    /// Simulations of a decision at least; every choice gets at least two.
    pub visits: u32,
}

/// A decision with a choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionReview {
    /// Its number among the events, from 1.
    pub event: u32,
    /// Who decided: the number of the seat.
    pub seat: usize,
    /// What was chosen.
    pub action: String,
    /// What the judge would have chosen.
    pub best: String,
    /// The return that the judge expects of its choice for the seat that decided; `None`: it does not say.
    pub value: Option<f32>,
    /// By how much less it expects of the choice made, 0 and more; `None`: its search did not look at it.
    pub loss: Option<f32>,
}

/// A roll with more than one outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollReview {
    /// Its number among the events, from 1.
    pub event: u32,
    /// What it decided.
    pub what: String,
    /// How it fell.
    pub outcome: String,
    /// How likely that was, 0 to 1.
    pub probability: f64,
    /// What it brought each seat, in returns, beyond what was to be expected.
    pub luck: Vec<f32>,
}

/// A game under review.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Every decision with a choice.
    pub decisions: Vec<DecisionReview>,
    /// Every roll.
    pub rolls: Vec<RollReview>,
    /// How the game ended; `None`: it was stopped before.
    pub outcome: Option<Outcome>,
}

/// Why a game can't be reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The replay is wrong.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The judge has no value for a position.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// The judge can't search a decision.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

impl Review {
    /// The luck of each of `seats` seats over the whole game, in returns.
    pub fn luck(&self, seats: usize) -> PerSeat<f32> {
        let sum = |seat: Seat| self.rolls.iter().map(|roll| roll.luck[seat.index()]).sum();
        Seat::all(seats).map(sum).collect()
    }

    /// What each of `seats` seats lost by its decisions over the whole game, in returns.
    pub fn loss(&self, seats: usize) -> PerSeat<f32> {
        let of = |seat: usize| self.decisions.iter().filter(move |decision| decision.seat == seat);
        (0..seats).map(|seat| of(seat).filter_map(|decision| decision.loss).sum()).collect()
    }

    /// The `count` events that moved expectations most, the largest first: indices into decisions and rolls.
    pub fn swings(&self, count: usize) -> Vec<Swing> {
        let decisions = self.decisions.iter().enumerate();
        let decisions = decisions.filter_map(|(k, d)| d.loss.map(|loss| (loss, Swing::Decision(k))));
        let rolls = self.rolls.iter().enumerate().map(|(k, roll)| {
            let most = roll.luck.iter().copied().fold(0.0_f32, |most, luck| most.max(luck.abs()));
            (most, Swing::Roll(k))
        });
        let mut swings: Vec<(f32, Swing)> = decisions.chain(rolls).filter(|(size, _)| *size > 0.0).collect();
        swings.sort_by(|a, b| b.0.total_cmp(&a.0));
        swings.into_iter().take(count).map(|(_, swing)| swing).collect()
    }
}

/// An event that moved expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swing {
    /// Index into [`Review::decisions`].
    Decision(usize),
    /// Index into [`Review::rolls`].
    Roll(usize),
}

/// Reviews the game of a replay, whose last lines may be missing. `lines` are those after the header.
///
/// # Errors
/// If the replay is wrong or the judge fails.
pub fn review<'a, G: CompleteGame>(
    game: &Arc<G>,
    header: &Header,
    lines: impl IntoIterator<Item = &'a str>,
    judge: &mut Judge<G>,
) -> Result<Review, ReviewError> {
    let mut reader = ReplayReader::new(Arc::clone(game), header)?;
    let mut review = Review { decisions: vec![], rolls: vec![], outcome: None };
    judge.searcher.begin(Seat::new(0), header.seed);
    judge.evaluator.begin(header.seed);
    for line in lines {
        let before = reader.state().clone();
        let event = match reader.line(line)? {
            Entry::End(outcome) => {
                review.outcome = outcome;
                continue;
            }
            Entry::Event(event) => event,
        };
        let number = reader.events();
        match event {
            Event::Decision { seat, action } => {
                review.decisions.extend(judge.decision(game, &before, (seat, action), number)?);
            }
            Event::Chance(outcome) => review.rolls.extend(judge.roll(game, &before, outcome, number)?),
        }
    }
    Ok(review)
}

impl<G: CompleteGame> Judge<G> {
    fn decision(
        &mut self,
        game: &Arc<G>,
        before: &G::State,
        (seat, action): (Seat, G::Action),
        event: u32,
    ) -> Result<Option<DecisionReview>, ReviewError> {
        let mut legal = Vec::new();
        game.legal_actions(before, &mut legal);
        if legal.len() < 2 {
            return Ok(None);
        }
        let visits = self.visits.max(2 * legal.len() as u32);
        let limits = Limits { visits: Some(visits), ..Limits::default() };
        let decision = self.searcher.decide(&game.view(before, seat), &limits)?;
        let lines = &decision.report.lines;
        let value = |action| {
            let line = lines.iter().find(|line| line.action == action);
            line.and_then(|line| line.values.as_ref()).map(|values| values[seat.index()])
        };
        // What the search would choose, not what it thinks best of after a visit or two: that would be luck.
        let (own, best) = (value(action), value(decision.action));
        Ok(Some(DecisionReview {
            event,
            seat: seat.index(),
            action: game.narrate(before, action),
            best: game.narrate(before, decision.action),
            value: best,
            loss: own.zip(best).map(|(own, best)| (best - own).max(0.0)),
        }))
    }

    fn roll(
        &mut self,
        game: &Arc<G>,
        before: &G::State,
        fell: OutcomeIndex,
        event: u32,
    ) -> Result<Option<RollReview>, ReviewError> {
        let Some(luck) = luck_of_roll(&**game, &mut *self.evaluator, before, fell)? else { return Ok(None) };
        Ok(Some(RollReview {
            event,
            what: game.explain_roll(before),
            outcome: game.outcome_text(before, fell),
            probability: game.chance(before).probabilities().nth(fell.index()).unwrap_or(0.0),
            luck: luck.iter().map(|&luck| luck as f32).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_agents::evaluators::DoctrineEvaluator;
    use spinward_agents::search::{SearchAgent, SearchConfig};
    use spinward_env::core::{Game, Setup};
    use spinward_env::doctrine::DoctrineValues;
    use spinward_env::games::connect_four::{ConnectFour, ConnectFourAction};
    use spinward_env::games::pig::{Pig, PigAction};
    use spinward_env::gym::{Env, EnvConfig};
    use spinward_env::record::ReplayWriter;

    fn judge<G: CompleteGame>(game: &Arc<G>) -> Judge<G> {
        let evaluator = || DoctrineEvaluator::new(DoctrineValues::defaults::<G>(), 3.0);
        let config = SearchConfig { max_considered: 256, ..SearchConfig::default() };
        let searcher = SearchAgent::new(Arc::clone(game), config, evaluator()).unwrap();
        Judge { evaluator: Box::new(evaluator()), searcher: Box::new(searcher), visits: 200 }
    }

    fn played<G: CompleteGame>(game: &Arc<G>, seed: u64, actions: &[G::Action]) -> Vec<String> {
        let (mut writer, header) = ReplayWriter::new(Arc::clone(game), seed, vec![]);
        let mut env = Env::new(Arc::clone(game), EnvConfig::default(), seed);
        let mut lines = vec![header];
        for &action in actions {
            env.step(action).unwrap();
            lines.extend(env.recent().iter().map(|&event| writer.event(event).unwrap()));
        }
        lines.push(writer.end());
        lines
    }

    fn reviewed<G: CompleteGame>(game: &Arc<G>, lines: &[String]) -> Review {
        let header = Header::parse(&lines[0]).unwrap();
        review(game, &header, lines[1..].iter().map(String::as_str), &mut judge(game)).unwrap()
    }

    /// By Pig's estimate a point of a hundred is worth 0.01, so that a roll brings 20/6 hundredths on average.
    #[test]
    fn the_luck_of_a_roll_is_its_value_less_the_mean() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        for seed in 0..8 {
            let review = reviewed(&game, &played(&game, seed, &[PigAction::Roll]));
            let roll = &review.rolls[0];
            let die: f32 = roll.outcome.strip_prefix("die ").unwrap().parse().unwrap();
            let points = if die == 1.0 { 0.0 } else { die };
            let expected = (points - 20.0 / 6.0) / 100.0;
            assert!((roll.luck[0] - expected).abs() < 1e-6, "{roll:?}, expected {expected}");
            assert!((roll.luck[1] + expected).abs() < 1e-6 && (roll.probability - 1.0 / 6.0).abs() < 1e-9);
            assert_eq!((review.luck(2).to_vec(), review.outcome), (roll.luck.clone(), None));
        }
    }

    /// The first seat has three in a column and drops elsewhere: the win was there to take.
    #[test]
    fn a_win_that_was_missed_is_a_loss() {
        let game = Arc::new(ConnectFour::from_setup(&Setup::new("connect_four")).unwrap());
        let drop = |column| ConnectFourAction::Drop { column };
        let moves = [0, 1, 0, 1, 0, 1, 6].map(drop);
        let review = reviewed(&game, &played(&game, 1, &moves));
        let missed = review.decisions.last().unwrap();
        assert_eq!((missed.best.as_str(), missed.action.as_str(), missed.seat), ("drop a", "drop g", 0));
        assert!(missed.loss.unwrap() > 0.5 && missed.value.unwrap() > 0.9, "{missed:?}");
        assert_eq!(review.swings(1), [Swing::Decision(6)]);
        assert!(review.loss(2)[0] >= missed.loss.unwrap());
        let taken = reviewed(&game, &played(&game, 1, &[0, 1, 0, 1, 0, 1, 0].map(drop)));
        assert_eq!(taken.decisions.last().unwrap().loss, Some(0.0));
        assert!(taken.outcome.is_some());
    }
}
