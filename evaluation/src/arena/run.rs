use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spinward_agents::agent::{Agent, Limits};
use spinward_agents::roster::{AgentSpec, AgentSpecError, Roster};
use spinward_agents::values;
use spinward_env::games::CompleteGame;
use thiserror::Error;

use super::plan::{ArenaPlan, GameKey};
use super::record::{ArenaRecord, PlayedGame};
use crate::game::{GameError, Player, Watch, play};
use crate::luck::LuckMeter;
use crate::parallel::{cores, on_all_cores};

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
pub type OnGame<'a> = dyn FnMut(&ArenaRecord, &[String]) -> Result<(), KeepError> + 'a;

/// Why a game can't be kept, as the caller sees it.
pub type KeepError = Box<dyn Error + Send + Sync>;

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
    /// A game can't be kept: [`Control::on_game`] failed.
    #[error(transparent)]
    Keep(#[from] KeepError),
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
    let measured = record.plan.luck.as_ref().map(|text| values::specification(text)).transpose()?;
    if let Some(spec) = &measured {
        values::evaluator(game, spec)?;
    }
    let plan = record.plan.clone();
    let open = record.planned().saturating_sub(record.played());
    let workers = control.workers.unwrap_or_else(cores).clamp(1, open.max(1));
    let decided: Vec<AtomicBool> =
        (0..plan.meetings.len()).map(|meeting| AtomicBool::new(record.is_decided(meeting))).collect();
    let jobs = (0..).map_while(|number| plan.game(number));
    let jobs = jobs.filter(|key| !done.contains(key) && !decided[key.meeting].load(Ordering::Relaxed));
    let replays = control.replays;
    let worker = || {
        let idle = agents.iter().map(|_| Vec::new()).collect();
        let luck = measured.as_ref().map(|spec| {
            let evaluator = values::evaluator(game, spec).expect("it was made before");
            LuckMeter::new(Arc::clone(game), evaluator)
        });
        let limits = plan.thinking.limits();
        let mut worker = Worker { game, roster, plan: &plan, agents: &agents, limits, luck, idle };
        move |key| worker.play(key, replays)
    };
    let on_game = &mut control.on_game;
    let heard = |(game, replay): (PlayedGame, Vec<String>)| {
        let meeting = game.key.meeting;
        record.games.push(game);
        if record.plan.sprt.is_some() && record.is_decided(meeting) {
            decided[meeting].store(true, Ordering::Relaxed);
        }
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
    limits: Limits,
    /// Where luck is measured.
    luck: Option<LuckMeter<G>>,
    /// Agents that have no seat at the moment, by their index: they are made once and play many games.
    idle: Vec<Vec<Box<dyn Agent<G>>>>,
}

impl<G: CompleteGame> Worker<'_, G> {
    fn play(&mut self, key: GameKey, replay: bool) -> Result<(PlayedGame, Vec<String>), ArenaError> {
        let seats = self.game.facts().seat_count();
        let holders = self.plan.holders(key.meeting, key.seating, seats);
        let dice = self.plan.dice(key.pair);
        let mut table = self.seat(&holders, key)?;
        let names = replay.then(|| holders.iter().map(|&agent| self.plan.agents[agent].clone()).collect());
        let watch = Watch { names, luck: self.luck.as_mut() };
        let result = play(self.game, dice, &mut table, &self.limits, watch);
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
        let (worst, best) = self.game.facts().returns;
        let width = f64::from(best - worst);
        let played = PlayedGame {
            key,
            returns: result.returns.to_vec(),
            cpu_s: result.cpu.iter().map(|time| time.as_secs_f64()).collect(),
            decisions: result.decisions.to_vec(),
            luck: result.luck.iter().map(|luck| luck / width).collect(),
            course: Some(result.course),
        };
        Ok((played, result.replay))
    }

    fn seat(&mut self, holders: &[usize], key: GameKey) -> Result<Vec<Player<G>>, AgentSpecError> {
        let mut table = Vec::with_capacity(holders.len());
        for (seat, &holder) in holders.iter().enumerate() {
            let agent = match self.idle[holder].pop() {
                Some(agent) => agent,
                None => self.roster.build(self.game, &self.agents[holder])?,
            };
            table.push(Player { agent, seed: self.plan.own_seed(key, seat, holder) });
        }
        Ok(table)
    }
}
