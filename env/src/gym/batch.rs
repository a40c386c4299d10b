use std::sync::Arc;

use thiserror::Error;

use super::{Env, EnvConfig, Resolve};
use crate::core::{ActionCodec, ActionId, IllegalAction, Node, Notation, PlannerRng, Seat, planner_rng};
use crate::encode::{Encode, ObservationMut};

/// What a [`VecEnv`] does with a lane whose game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The buffers show the ended game; the next step ignores the lane's action, starts a new game and gives
    /// no reward.
    NextStep,
    /// The same step starts a new game: rewards, terminated and truncated are the ended game's, everything else
    /// the new one's. What the ended game last looked like is in [`VecEnv::last_observations`].
    SameStep,
    /// The lane waits for [`VecEnv::reset_lane`]; its actions are ignored until then.
    Never,
}

/// How a [`VecEnv`] behaves. Dice are always rolled at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VecConfig {
    /// What happens to a lane whose game has ended.
    pub autoreset: Autoreset,
    /// Decisions with one legal action: made at once or left to the caller.
    pub forced: Resolve,
    /// Truncate a game after this many events.
    pub max_events: Option<u32>,
    /// Whether [`VecEnv::observations`] is kept up.
    pub observations: bool,
    /// Whether [`VecEnv::masks`] is kept up.
    pub masks: bool,
}

impl Default for VecConfig {
    /// New games on the next step, forced decisions made at once, no limit, observations and no masks.
    fn default() -> Self {
        Self {
            autoreset: Autoreset::NextStep,
            forced: Resolve::Automatic,
            max_events: None,
            observations: true,
            masks: false,
        }
    }
}

/// An action that the game in one lane refuses; no lane has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("lane {lane}: {error}")]
pub struct LaneError {
    /// Which lane.
    pub lane: usize,
    /// What is wrong with its action.
    pub error: IllegalAction,
}

/// Observations of all lanes, each from the point of view of the lane's seat to decide (seat 0 where the game
/// has ended).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservationBatch {
    /// `[lanes, values]`, each lane as [`Observation::values`](crate::encode::Observation::values).
    pub values: Vec<i16>,
    /// `[lanes, rows]`, each lane as [`Observation::present`](crate::encode::Observation::present).
    pub present: Vec<bool>,
}

impl ObservationBatch {
    fn lane(&mut self, lane: usize, lanes: usize) -> ObservationMut<'_> {
        let (values, rows) = (self.values.len() / lanes, self.present.len() / lanes);
        ObservationMut {
            values: &mut self.values[lane * values..][..values],
            present: &mut self.present[lane * rows..][..rows],
        }
    }
}

/// Many games of one kind, stepped together. All buffers are allocated once and overwritten by each step.
///
/// The games of a lane get the seeds `s0, s1, …`, where `s0` is the seed that the lane was reset with and the
/// others are drawn from a generator seeded by it: a lane's course depends on nothing but its seed and actions.
#[derive(Debug)]
pub struct VecEnv<G: Encode + ActionCodec + Notation> {
    config: VecConfig,
    lanes: Vec<Lane<G>>,
    observations: ObservationBatch,
    last_observations: ObservationBatch,
    masks: Vec<bool>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    /// The place of each lane's action in its legal list, while a step is made.
    choices: Vec<usize>,
}

#[derive(Debug)]
struct Lane<G: Encode + ActionCodec + Notation> {
    env: Env<G>,
    seeds: PlannerRng,
    legal: Vec<ActionId>,
}

const SEEDS_PURPOSE: u64 = 0x7665_6365_6e76;

impl<G: Encode + ActionCodec + Notation> VecEnv<G> {
    /// One lane per seed, each before the first decision of its first game.
    pub fn new(game: Arc<G>, config: VecConfig, seeds: &[u64]) -> Self {
        let env_config =
            EnvConfig { chance: Resolve::Automatic, forced: config.forced, max_events: config.max_events };
        let spec = game.observation_spec();
        let (count, actions, seats) = (seeds.len(), game.action_count(), game.facts().seat_count());
        let batch = |wanted: bool| ObservationBatch {
            values: vec![0; if wanted { count * spec.values() } else { 0 }],
            present: vec![false; if wanted { count * spec.rows() } else { 0 }],
        };
        let mut vec_env = Self {
            config,
            observations: batch(config.observations),
            last_observations: batch(config.observations && config.autoreset == Autoreset::SameStep),
            masks: vec![false; if config.masks { count * actions } else { 0 }],
            rewards: vec![0.0; count * seats],
            terminated: vec![false; count],
            truncated: vec![false; count],
            choices: Vec::with_capacity(count),
            lanes: seeds
                .iter()
                .map(|&seed| Lane {
                    env: Env::new(Arc::clone(&game), env_config, seed),
                    seeds: planner_rng(seed, SEEDS_PURPOSE),
                    legal: Vec::new(),
                })
                .collect(),
        };
        for lane in 0..count {
            vec_env.refresh(lane);
        }
        vec_env
    }

    /// Starts over in every lane.
    ///
    /// # Panics
    /// If there is not one seed per lane.
    pub fn reset(&mut self, seeds: &[u64]) {
        assert_eq!(seeds.len(), self.lanes.len(), "one seed per lane");
        for (lane, &seed) in seeds.iter().enumerate() {
            self.reset_lane(lane, seed);
        }
    }

    /// Starts over in one lane.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn reset_lane(&mut self, lane: usize, seed: u64) {
        self.lanes[lane].seeds = planner_rng(seed, SEEDS_PURPOSE);
        self.begin(lane, seed);
    }

    /// Makes one decision in every lane: `actions` is `[lanes]`. The entry of a lane whose game has ended is
    /// ignored, see [`Autoreset`].
    ///
    /// # Errors
    /// The first lane whose action is not legal; no lane has changed.
    ///
    /// # Panics
    /// If there is not one action per lane.
    pub fn step(&mut self, actions: &[ActionId]) -> Result<(), LaneError> {
        assert_eq!(actions.len(), self.lanes.len(), "one action per lane");
        self.choices.clear();
        for (lane, (&id, entry)) in actions.iter().zip(&self.lanes).enumerate() {
            match entry.legal.iter().position(|&legal| legal == id) {
                Some(choice) => self.choices.push(choice),
                None if entry.env.is_over() => self.choices.push(0),
                None => return Err(LaneError { lane, error: entry.refusal(id) }),
            }
        }
        for lane in 0..self.lanes.len() {
            self.step_lane(lane, self.choices[lane]);
        }
        Ok(())
    }

    fn step_lane(&mut self, lane: usize, choice: usize) {
        let entry = &mut self.lanes[lane];
        if entry.env.is_over() {
            if self.config.autoreset == Autoreset::NextStep {
                let seed = entry.next_seed();
                self.begin(lane, seed);
            } else {
                self.set_result(lane, &[], self.terminated[lane], self.truncated[lane]);
            }
            return;
        }
        let step = entry.env.step_choice(choice).expect("it is a place in the legal list");
        self.set_result(lane, &step.rewards, step.terminated, step.truncated);
        if (step.terminated || step.truncated) && self.config.autoreset == Autoreset::SameStep {
            if self.config.observations {
                let lanes = self.lanes.len();
                self.lanes[lane].observe(self.last_observations.lane(lane, lanes));
            }
            let seed = self.lanes[lane].next_seed();
            self.lanes[lane].env.reset(seed);
        }
        self.refresh(lane);
    }

    fn begin(&mut self, lane: usize, seed: u64) {
        self.lanes[lane].env.reset(seed);
        self.set_result(lane, &[], false, false);
        self.refresh(lane);
    }

    fn set_result(&mut self, lane: usize, rewards: &[f32], terminated: bool, truncated: bool) {
        let seats = self.rewards.len() / self.lanes.len();
        let row = &mut self.rewards[lane * seats..][..seats];
        row.fill(0.0);
        row[..rewards.len()].copy_from_slice(rewards);
        self.terminated[lane] = terminated;
        self.truncated[lane] = truncated;
    }

    fn refresh(&mut self, lane: usize) {
        let lanes = self.lanes.len();
        let entry = &mut self.lanes[lane];
        entry.env.legal_ids(&mut entry.legal);
        if self.config.masks {
            let actions = entry.env.game().action_count();
            entry.env.mask(&mut self.masks[lane * actions..][..actions]);
        }
        if self.config.observations {
            entry.observe(self.observations.lane(lane, lanes));
        }
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// The game in a lane.
    ///
    /// # Panics
    /// Like all getters with a lane, if there is no such lane.
    pub fn env(&self, lane: usize) -> &Env<G> {
        &self.lanes[lane].env
    }

    /// The seat to decide in a lane; `None` where the game has ended.
    pub fn to_move(&self, lane: usize) -> Option<Seat> {
        match self.lanes[lane].env.node() {
            Node::Decision(seat) if !self.lanes[lane].env.is_over() => Some(seat),
            _ => None,
        }
    }

    /// The legal actions of a lane in canonical order; empty where the game has ended.
    pub fn legal(&self, lane: usize) -> &[ActionId] {
        &self.lanes[lane].legal
    }

    /// `[lanes, action_count]`: whether the action is legal. Empty unless [`VecConfig::masks`].
    pub fn masks(&self) -> &[bool] {
        &self.masks
    }

    /// What the seat to decide sees in each lane. Empty unless [`VecConfig::observations`].
    pub fn observations(&self) -> &ObservationBatch {
        &self.observations
    }

    /// How the last ended game of each lane looked at its end, from seat 0. Kept up only with
    /// [`Autoreset::SameStep`] and [`VecConfig::observations`], else empty.
    pub fn last_observations(&self) -> &ObservationBatch {
        &self.last_observations
    }

    /// `[lanes, seats]`: what each seat gained by the last step.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// `[lanes]`: whether the rules have ended the game.
    pub fn terminated(&self) -> &[bool] {
        &self.terminated
    }

    /// `[lanes]`: whether the limit on events has ended the game.
    pub fn truncated(&self) -> &[bool] {
        &self.truncated
    }
}

impl<G: Encode + ActionCodec + Notation> Lane<G> {
    fn next_seed(&mut self) -> u64 {
        rand::Rng::next_u64(&mut self.seeds)
    }

    fn observe(&self, out: ObservationMut<'_>) {
        let seat = match self.env.node() {
            Node::Decision(seat) if !self.env.is_over() => seat,
            _ => Seat::new(0),
        };
        self.env.observe(seat, out);
    }

    fn refusal(&self, id: ActionId) -> IllegalAction {
        let game = self.env.game();
        let action = match game.action_from_id(id) {
            Some(action) => game.action_text(self.env.state(), action),
            None => format!("action id {}", id.0),
        };
        IllegalAction { action, reason: "it is not in the legal list".into(), rule: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Game, Setup};
    use crate::games::pig::Pig;

    fn envs(autoreset: Autoreset) -> VecEnv<Pig> {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "10")).unwrap());
        let config = VecConfig { autoreset, masks: true, ..VecConfig::default() };
        VecEnv::new(game, config, &[1, 2, 3])
    }

    fn play_until_an_end(envs: &mut VecEnv<Pig>) -> usize {
        for step in 0.. {
            let hold = step % 3 == 2;
            envs.step(&[ActionId(hold.into()); 3]).unwrap();
            if let Some(lane) = envs.terminated().iter().position(|&t| t) {
                return lane;
            }
        }
        unreachable!()
    }

    #[test]
    fn next_step_shows_the_end_and_then_a_new_game() {
        let mut envs = envs(Autoreset::NextStep);
        let lane = play_until_an_end(&mut envs);
        assert_eq!((envs.to_move(lane), envs.legal(lane).len()), (None, 0));
        assert_eq!(envs.rewards()[lane * 2..][..2].iter().map(|r| r.abs()).sum::<f32>(), 2.0);
        envs.step(&[ActionId(0); 3]).unwrap();
        assert!(!envs.terminated()[lane] && envs.env(lane).events() == 0);
        assert_eq!(envs.rewards()[lane * 2..][..2], [0.0, 0.0]);
    }

    #[test]
    fn same_step_keeps_the_last_observation() {
        let mut envs = envs(Autoreset::SameStep);
        let lane = play_until_an_end(&mut envs);
        assert!(envs.env(lane).events() == 0 && envs.to_move(lane).is_some());
        let values = envs.observations().values.len() / 3;
        let scores = |batch: &ObservationBatch| batch.values[lane * values] + batch.values[lane * values + 2];
        assert!(scores(envs.last_observations()) >= 10);
        assert_eq!(scores(envs.observations()), 0);
    }

    #[test]
    fn never_waits_for_the_caller() {
        let mut envs = envs(Autoreset::Never);
        let lane = play_until_an_end(&mut envs);
        envs.step(&[ActionId(1); 3]).unwrap();
        assert!(envs.terminated()[lane]);
        assert_eq!(envs.rewards()[lane * 2..][..2], [0.0, 0.0]);
        envs.reset_lane(lane, 9);
        assert!(!envs.terminated()[lane] && envs.legal(lane).len() == 2);
    }

    #[test]
    fn an_illegal_action_in_one_lane_changes_none() {
        let mut envs = envs(Autoreset::NextStep);
        let before = envs.env(0).state().clone();
        let error = envs.step(&[ActionId(0), ActionId(7), ActionId(0)]).unwrap_err();
        assert_eq!((error.lane, envs.env(0).state()), (1, &before));
        assert_eq!(envs.masks(), [true; 6]);
    }
}
