//! One game between agents, with what it cost and what happened.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use spinward_agents::agent::{Agent, AgentError, Limits};
use spinward_agents::evaluator::EvaluatorError;
use spinward_env::core::{IllegalAction, Node, PerSeat, Seat, stable_hash};
use spinward_env::games::CompleteGame;
use spinward_env::gym::{Env, EnvConfig};
use spinward_env::record::ReplayWriter;
use thiserror::Error;

use crate::luck::LuckMeter;

/// What a game came to.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The return of each seat.
    pub returns: PerSeat<f32>,
    /// Processor time that each seat's agent took on its thread.
    pub cpu: PerSeat<Duration>,
    /// Decisions with at least two legal actions, of each seat.
    pub decisions: PerSeat<u32>,
    /// What the dice brought each seat beyond what was to be expected, in returns; empty unless asked for.
    pub luck: PerSeat<f64>,
    /// A hash of everything that was decided and drawn, in its order: games of one course are the same game.
    pub course: u64,
    /// The replay, line by line; empty unless asked for.
    pub replay: Vec<String>,
}

/// An agent at the table.
pub struct Player<G: CompleteGame> {
    /// Who decides.
    pub agent: Box<dyn Agent<G>>,
    /// Decides the agent's own randomness in this game.
    pub seed: u64,
}

/// What is kept of a game besides its result.
pub struct Watch<'a, G: CompleteGame> {
    /// A replay, if it is set: who plays each seat.
    pub names: Option<Vec<String>>,
    /// Luck, if it is set.
    pub luck: Option<&'a mut LuckMeter<G>>,
}

impl<G: CompleteGame> Default for Watch<'_, G> {
    fn default() -> Self {
        Self { names: None, luck: None }
    }
}

/// Why a game could not be played to its end.
#[derive(Debug, Error)]
pub enum GameError {
    /// An agent failed.
    #[error("{seat} failed: {error}")]
    Agent {
        /// Whose agent.
        seat: Seat,
        /// How.
        error: AgentError,
    },
    /// An agent chose what the rules refuse.
    #[error("{seat}: {error}")]
    Illegal {
        /// Whose agent.
        seat: Seat,
        /// What the rules say.
        error: IllegalAction,
    },
    /// Luck can't be measured.
    #[error(transparent)]
    Luck(#[from] EvaluatorError),
}

/// Plays one game. Dice follow from `seed`; `table` holds one player per seat. Forced decisions, dice and what is kept by `watch`
/// are the umpire's and cost nobody time.
///
/// # Errors
/// If an agent fails or chooses an illegal action, or luck can't be measured.
pub fn play<G: CompleteGame>(
    game: &Arc<G>,
    seed: u64,
    table: &mut [Player<G>],
    limits: &Limits,
    mut watch: Watch<'_, G>,
) -> Result<GameResult, GameError> {
    let mut env = Env::new(Arc::clone(game), EnvConfig::default(), seed);
    let mut recorder = watch.names.take().map(|names| {
        let (writer, header) = ReplayWriter::new(Arc::clone(game), seed, names);
        Recorder { writer, lines: vec![header] }
    });
    let mut cpu: PerSeat<Duration> = table.iter().map(|_| Duration::ZERO).collect();
    let mut decisions: PerSeat<u32> = table.iter().map(|_| 0).collect();
    let mut course = 0;
    if let Some(meter) = &mut watch.luck {
        meter.begin(seed);
    }
    for (seat, player) in Seat::all(table.len()).zip(table.iter_mut()) {
        player.agent.begin(seat, player.seed);
    }
    loop {
        if let Some(recorder) = &mut recorder {
            recorder.follow(&env);
        }
        if let Some(meter) = &mut watch.luck {
            env.recent().iter().try_for_each(|&event| meter.event(event))?;
        }
        course = env.recent().iter().fold(course, |course, event| stable_hash(&(course, event)));
        let Node::Decision(seat) = env.node() else { break };
        let view = env.view(seat);
        table[seat.index()].agent.show(env.state());
        let start = ThreadTime::now();
        let decided = table[seat.index()].agent.decide(&view, limits);
        cpu[seat.index()] += start.elapsed();
        decisions[seat.index()] += 1;
        let decision = decided.map_err(|error| GameError::Agent { seat, error })?;
        env.step(decision.action).map_err(|error| GameError::Illegal { seat, error })?;
    }
    let outcome = env.outcome().expect("only the rules end this game");
    let replay = recorder.map_or_else(Vec::new, Recorder::finish);
    let luck = watch.luck.map_or_else(PerSeat::new, |meter| meter.luck().clone());
    Ok(GameResult { returns: outcome.returns, cpu, decisions, luck, course, replay })
}

struct Recorder<G: CompleteGame> {
    writer: ReplayWriter<G>,
    lines: Vec<String>,
}

impl<G: CompleteGame> Recorder<G> {
    fn follow(&mut self, env: &Env<G>) {
        for &event in env.recent() {
            self.lines.push(self.writer.event(event).expect("the environment did it"));
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.lines.push(self.writer.end());
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_agents::roster::{AgentSpec, Roster};
    use spinward_env::core::{Game, Setup};
    use spinward_env::games::pig::Pig;
    use spinward_env::record::verify_replay;

    #[test]
    fn the_replay_of_a_game_verifies() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let agent = || Roster::without_networks().build(&game, &AgentSpec::new("random")).unwrap();
        let mut table = [Player { agent: agent(), seed: 1 }, Player { agent: agent(), seed: 2 }];
        let names = vec!["one".into(), "two".into()];
        let watch = Watch { names: Some(names), luck: None };
        let result = play(&game, 7, &mut table, &Limits::default(), watch).unwrap();
        let summary = verify_replay(result.replay.iter().map(String::as_str)).unwrap();
        assert_eq!(summary.outcome.unwrap().returns, result.returns);
        assert_eq!(summary.header.players, ["one", "two"]);
        assert!(result.decisions.iter().all(|&count| count > 0));
    }

    /// The same seeds: the same course; other dice: another.
    #[test]
    fn games_of_one_course_are_the_same_game() {
        let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
        let agent = || Roster::without_networks().build(&game, &AgentSpec::new("scripted")).unwrap();
        let mut table = [Player { agent: agent(), seed: 1 }, Player { agent: agent(), seed: 2 }];
        let [one, again, other] = [7, 7, 8]
            .map(|dice| play(&game, dice, &mut table, &Limits::default(), Watch::default()).unwrap().course);
        assert!(one == again && one != other);
    }
}
