use serde::{Deserialize, Serialize};
use spinward_env::core::{ActionCodec, ActionId, Game, Node, Outcome, OutcomeIndex};
use thiserror::Error;

/// A finished game with what its players thought: enough to replay it and to learn from it, and no tensor, so that a
/// new encoder needs no new games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the run.
    pub game: u64,
    /// The name of the network that played ([`Weights::id`](spinward_agents::net::Weights::id)); empty for the scripted
    /// agent.
    pub network: String,
    /// Every event in order: the id of the action or the index of the outcome.
    pub events: Vec<u16>,
    /// The return of each seat.
    pub returns: Vec<f32>,
    /// The margin of each seat, -1 to 1.
    pub margins: Vec<f32>,
    /// The decisions that can be learnt from, in order of events.
    pub decisions: Vec<DecisionRecord>,
}

/// What was thought about one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionRecord {
    /// The event it led to: an index into [`GameRecord::events`].
    pub event: u32,
    /// The policy to learn: places in the legal list and their probabilities in 65535ths; the rest have none.
    pub policy: Vec<(u16, u16)>,
    /// The expected return of each seat after the search; empty where nothing was searched.
    pub values: Vec<f32>,
    /// Simulations of the search; 0 where nothing was searched.
    pub visits: u32,
}

/// Why a recorded game can't be played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, event {event}: {reason}")]
pub struct ReplayMismatch {
    /// The game's number in the run.
    pub game: u64,
    /// The event, counted from 0.
    pub event: usize,
    /// What differs, as a clause.
    pub reason: String,
}

impl DecisionRecord {
    /// The policy target in 65535ths, without what rounds to nothing.
    pub fn compress(probabilities: impl Iterator<Item = f32>) -> Vec<(u16, u16)> {
        let parts = probabilities.map(|p| (p.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16);
        parts.enumerate().filter(|(_, part)| *part > 0).map(|(place, part)| (place as u16, part)).collect()
    }

    /// The probability of every place of a legal list of `count` actions; they sum to 1.
    pub fn probabilities(&self, count: usize) -> Vec<f32> {
        let sum: u32 = self.policy.iter().map(|&(_, part)| u32::from(part)).sum();
        let mut all = vec![0.0; count];
        for &(place, part) in &self.policy {
            if let Some(p) = all.get_mut(usize::from(place)) {
                *p = f32::from(part) / sum.max(1) as f32;
            }
        }
        all
    }
}

impl GameRecord {
    /// The outcome that was recorded.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            returns: self.returns.iter().copied().take(spinward_env::core::MAX_SEATS).collect(),
            margins: self.margins.iter().copied().take(spinward_env::core::MAX_SEATS).collect(),
        }
    }

    /// Plays the game again; `before` is shown the state before each event. The final state.
    ///
    /// # Errors
    /// The first event that the rules refuse, or an outcome that is not the recorded one.
    pub fn replay<G: Game + ActionCodec>(
        &self,
        game: &G,
        mut before: impl FnMut(usize, &G::State),
    ) -> Result<G::State, ReplayMismatch> {
        let mut state = game.initial_state();
        let mismatch = |event: usize, reason: String| ReplayMismatch { game: self.game, event, reason };
        for (event, &code) in self.events.iter().enumerate() {
            before(event, &state);
            match game.node(&state) {
                Node::Decision(_) => {
                    let action = game
                        .action_from_id(ActionId(code))
                        .ok_or_else(|| mismatch(event, format!("there is no action {code}")))?;
                    game.apply(&mut state, action).map_err(|e| mismatch(event, e.to_string()))?;
                }
                Node::Chance => {
                    let outcome = u8::try_from(code)
                        .map_err(|_| mismatch(event, format!("there is no outcome {code}")))?;
                    game.apply_outcome(&mut state, OutcomeIndex(outcome))
                        .map_err(|e| mismatch(event, e.to_string()))?;
                }
                Node::Terminal => return Err(mismatch(event, "the game is over already".into())),
            }
        }
        match game.outcome(&state) {
            None => Err(mismatch(self.events.len(), "the game is not over".into())),
            Some(outcome) if outcome != self.outcome() => {
                Err(mismatch(self.events.len(), "it ends otherwise than it did when it was played".into()))
            }
            Some(_) => Ok(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_survives_its_compression() {
        let policy = DecisionRecord::compress([0.75, 0.0, 0.25].into_iter());
        assert_eq!(policy.len(), 2);
        let record = DecisionRecord { event: 0, policy, values: vec![], visits: 16 };
        for (p, q) in record.probabilities(3).iter().zip([0.75, 0.0, 0.25]) {
            assert!((p - q).abs() < 1e-4);
        }
    }
}
