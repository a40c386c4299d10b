//! Who plays whom: paired games on all cores, one thread per worker, stopped between games and resumed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::Rng;
use serde::{Deserialize, Serialize};
use spinward_agents::agent::{Agent, Limits};
use spinward_agents::file::FileError;
use spinward_agents::roster::{AgentSpec, AgentSpecError, Roster};
use spinward_env::core::{ResolvedSetup, Seat, planner_rng};
use spinward_env::games::CompleteGame;
use thiserror::Error;

use crate::game::{GameError, Player, play};
use crate::parallel::{cores, on_all_cores};

/// What is to be played. Two plans are the same match when they are equal but for [`ArenaPlan::pairs`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaPlan {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The preset's id.
    pub preset: String,
    /// Every option with its value.
    pub options: Vec<(String, String)>,
    /// The agents, as [`AgentSpec`] writes them.
    pub agents: Vec<String>,
    /// Who meets whom: indices into `agents`.
    pub meetings: Vec<(usize, usize)>,
    /// How many pairs of games each meeting has.
    pub pairs: u32,
    /// Decides every die and every agent's randomness.
    pub seed: u64,
}

impl ArenaPlan {
    /// Every agent against every other.
    pub fn everyone_against_everyone(
        setup: &ResolvedSetup,
        agents: Vec<AgentSpec>,
        pairs: u32,
        seed: u64,
    ) -> Self {
        let count = agents.len();
        Self {
            game: setup.game.into(),
            scenario: setup.scenario.into(),
            preset: setup.preset.into(),
            options: setup.values().map(|(key, value)| (key.into(), value.into())).collect(),
            agents: agents.iter().map(ToString::to_string).collect(),
            meetings: (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect(),
            pairs,
            seed,
        }
    }

    /// Who holds each of `seats` seats: the agents of the meeting take turns round the table, the first one in
    /// the even seats of seating 0 and in the odd seats of seating 1.
    pub fn holders(&self, meeting: usize, seating: usize, seats: usize) -> Vec<usize> {
        let (a, b) = self.meetings[meeting];
        (0..seats).map(|seat| if (seat + seating).is_multiple_of(2) { a } else { b }).collect()
    }

    fn same_match(&self, other: &Self) -> bool {
        Self { pairs: 0, ..self.clone() } == Self { pairs: 0, ..other.clone() }
    }

    /// How many games there are.
    fn game_count(&self) -> u64 {
        u64::from(self.pairs) * self.meetings.len() as u64 * 2
    }

    /// The game with this number: pair by pair, so that all meetings grow evenly.
    fn game(&self, number: u64) -> Option<GameKey> {
        let a_pair = self.meetings.len() as u64 * 2;
        (number < self.game_count()).then(|| GameKey {
            meeting: (number % a_pair / 2) as usize,
            pair: (number / a_pair) as u32,
            seating: (number % 2) as usize,
        })
    }
}

/// Which game of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameKey {
    /// Index into [`ArenaPlan::meetings`].
    pub meeting: usize,
    /// Which pair of games, from 0.
    pub pair: u32,
    /// 0 or 1: the two games of a pair have the same dice and swapped seats.
    pub seating: usize,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which.
    pub key: GameKey,
    /// The return of each seat.
    pub returns: Vec<f32>,
    /// Seconds of processor time of each seat.
    pub cpu_s: Vec<f64>,
    /// Decisions with at least two legal actions, of each seat.
    pub decisions: Vec<u32>,
}

/// A plan and the games played so far: what is saved and resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaRecord {
    /// The format, [`ArenaRecord::VERSION`].
    pub version: u32,
    /// What is to be played.
    pub plan: ArenaPlan,
    /// What was, in the order in which the games ended.
    pub games: Vec<PlayedGame>,
}

/// Why saved games can't be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// It can't be read.
    #[error("no saved games: {0}")]
    Malformed(String),
    /// It is of another format.
    #[error("saved games of format {found}; this program reads format {}", ArenaRecord::VERSION)]
    Version {
        /// Its format.
        found: u32,
    },
    /// It is another match.
    #[error("saved games of another match: {0} differ")]
    OtherMatch(String),
}

impl ArenaRecord {
    /// The format of saved arenas.
    pub const VERSION: u32 = 1;

    /// A match with no games yet.
    pub fn new(plan: ArenaPlan) -> Self {
        Self { version: Self::VERSION, plan, games: Vec::new() }
    }

    /// A saved match of a game with this many seats, to be gone on with by this plan. Games beyond the plan's pairs are
    /// left out.
    ///
    /// # Errors
    /// If the text is no saved arena, or one of another match, or holds what can't have been played.
    pub fn resume(plan: ArenaPlan, seats: usize, text: &str) -> Result<Self, ResumeError> {
        let saved: Self =
            serde_json::from_str(text).map_err(|error| ResumeError::Malformed(error.to_string()))?;
        if saved.version != Self::VERSION {
            return Err(ResumeError::Version { found: saved.version });
        }
        if !plan.same_match(&saved.plan) {
            return Err(ResumeError::OtherMatch(differences(&plan, &saved.plan)));
        }
        let mut seen = BTreeSet::new();
        for (index, game) in saved.games.iter().enumerate() {
            let PlayedGame { key, returns, cpu_s, decisions } = game;
            let is_planned = key.meeting < plan.meetings.len() && key.seating < 2 && seen.insert(*key);
            if !is_planned || [returns.len(), cpu_s.len(), decisions.len()] != [seats; 3] {
                return Err(ResumeError::Malformed(format!("game {} can't have been played", index + 1)));
            }
        }
        let games = saved.games.into_iter().filter(|game| game.key.pair < plan.pairs).collect();
        Ok(Self { version: Self::VERSION, plan, games })
    }

    /// The text to save.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    /// How many games the plan has.
    pub fn planned(&self) -> usize {
        self.plan.game_count() as usize
    }

    /// Whether every game was played.
    pub fn is_complete(&self) -> bool {
        self.games.len() >= self.planned()
    }
}

fn differences(plan: &ArenaPlan, saved: &ArenaPlan) -> String {
    let parts = [
        ("game", plan.game == saved.game),
        ("scenario", plan.scenario == saved.scenario),
        ("preset", plan.preset == saved.preset),
        ("options", plan.options == saved.options),
        ("agents", plan.agents == saved.agents),
        ("meetings", plan.meetings == saved.meetings),
        ("seed", plan.seed == saved.seed),
    ];
    parts.iter().filter(|(_, same)| !same).map(|(part, _)| *part).collect::<Vec<_>>().join(", ")
}

/// How the caller steers a running arena and hears from it.
pub struct Control<'a> {
    /// Set to stop: the games under way are finished, no new one begins.
    pub stop: &'a AtomicBool,
    /// How many games run at once; `None`: one per core.
    pub workers: Option<usize>,
    /// Whether replays are written.
    pub replays: bool,
    /// Called after each game, with its replay (empty unless [`Control::replays`]). An error stops the arena.
    pub on_game: Option<&'a mut OnGame<'a>>,
}

/// What [`Control::on_game`] calls.
pub type OnGame<'a> = dyn FnMut(&ArenaRecord, &[String]) -> Result<(), FileError> + 'a;

impl Default for Control<'_> {
    /// All cores, no replays, nobody listening.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { stop: &NEVER, workers: None, replays: false, on_game: None }
    }
}

/// Why an arena ended early; the games until then are in the record.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An agent can't be made.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// A game could not be played to its end.
    #[error("{players}, pair {pair}: {error}")]
    Game {
        /// Who played.
        players: String,
        /// Which pair.
        pair: u32,
        /// What happened.
        error: GameError,
    },
    /// [`Control::on_game`] failed.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Plays what the record's plan still lacks. `Ok` also when stopped: see [`ArenaRecord::is_complete`].
///
/// # Errors
/// The first thing that went wrong; games that had begun are finished first.
pub fn run<G: CompleteGame>(
    game: &Arc<G>,
    roster: &Roster<G>,
    record: &mut ArenaRecord,
    control: &mut Control<'_>,
) -> Result<(), ArenaError> {
    let done: BTreeSet<GameKey> = record.games.iter().map(|game| game.key).collect();
    let agents = record.plan.agents.iter().map(|text| text.parse()).collect::<Result<Vec<AgentSpec>, _>>()?;
    for spec in &agents {
        roster.build(game, spec)?;
    }
    let plan = record.plan.clone();
    let open = record.planned().saturating_sub(done.len());
    let workers = control.workers.unwrap_or_else(cores).clamp(1, open.max(1));
    let jobs = (0..).map_while(|number| plan.game(number)).filter(|key| !done.contains(key));
    let replays = control.replays;
    let worker = || {
        let idle = agents.iter().map(|_| Vec::new()).collect();
        let mut worker = Worker { game, roster, plan: &plan, agents: &agents, idle };
        move |key| worker.play(key, replays)
    };
    let on_game = &mut control.on_game;
    let heard = |(game, replay): (PlayedGame, Vec<String>)| {
        record.games.push(game);
        match on_game {
            Some(on_game) => Ok(on_game(record, &replay)?),
            None => Ok(()),
        }
    };
    on_all_cores(jobs, workers, control.stop, worker, heard)
}

struct Worker<'a, G: CompleteGame> {
    game: &'a Arc<G>,
    roster: &'a Roster<G>,
    plan: &'a ArenaPlan,
    agents: &'a [AgentSpec],
    /// Agents that have no seat at the moment, by their index: they are made once and play many games.
    idle: Vec<Vec<Box<dyn Agent<G>>>>,
}

impl<G: CompleteGame> Worker<'_, G> {
    fn play(&mut self, key: GameKey, replay: bool) -> Result<(PlayedGame, Vec<String>), ArenaError> {
        let seats = self.game.facts().seat_count();
        let holders = self.plan.holders(key.meeting, key.seating, seats);
        let mut seeds = planner_rng(self.plan.seed, u64::from(key.pair) + 1);
        let dice = seeds.next_u64();
        let own_seeds = planner_rng(seeds.next_u64(), 2 * key.meeting as u64 + key.seating as u64);
        let mut table = self.seat(&holders, own_seeds)?;
        let names = replay.then(|| holders.iter().map(|&agent| self.plan.agents[agent].clone()).collect());
        let result = play(self.game, dice, &mut table, &Limits::default(), names);
        for (&holder, player) in holders.iter().zip(table) {
            self.idle[holder].push(player.agent);
        }
        let result = result.map_err(|error| ArenaError::Game {
            players: holders
                .iter()
                .map(|&a| self.plan.agents[a].as_str())
                .collect::<Vec<_>>()
                .join(" against "),
            pair: key.pair,
            error,
        })?;
        let played = PlayedGame {
            key,
            returns: result.returns.to_vec(),
            cpu_s: result.cpu.iter().map(|time| time.as_secs_f64()).collect(),
            decisions: result.decisions.to_vec(),
        };
        Ok((played, result.replay))
    }

    fn seat(&mut self, holders: &[usize], mut seeds: impl Rng) -> Result<Vec<Player<G>>, AgentSpecError> {
        let mut table = Vec::with_capacity(holders.len());
        for &holder in holders {
            let agent = match self.idle[holder].pop() {
                Some(agent) => agent,
                None => self.roster.build(self.game, &self.agents[holder])?,
            };
            table.push(Player { agent, seed: seeds.next_u64() });
        }
        Ok(table)
    }
}

/// The share of points of the agent in `seat`, 0 to 1: against each seat of the other agent a larger return is
/// a win, an equal one a draw.
pub fn points_of_seat(seat: Seat, holders: &[usize], returns: &[f32]) -> f64 {
    let others: Vec<f32> = holders
        .iter()
        .zip(returns)
        .filter(|(holder, _)| **holder != holders[seat.index()])
        .map(|(_, value)| *value)
        .collect();
    let own = returns[seat.index()];
    let points = |&other: &f32| {
        if own > other {
            1.0
        } else if own < other {
            0.0
        } else {
            0.5
        }
    };
    others.iter().map(points).sum::<f64>() / others.len() as f64
}

#[cfg(test)]
mod tests;
