use std::fmt;
use std::path::{Path, absolute};
use std::time::{Duration, Instant};

use rusqlite::{OptionalExtension, params};
use serde_json::{Map, Value, json};
use spinward_env::core::ResolvedSetup;
use spinward_env::record::setup_hash;

use super::{Lab, LabError};
use crate::arena::{ArenaPlan, PlayedGame, scores};

/// Games that wait to be written, at most: what a killed program loses.
const BATCH: usize = 200;
/// How long a game waits to be written, about.
const PATIENCE: Duration = Duration::from_secs(5);

/// Records the games of one arena into a lab, batch by batch; what waits is written at the end, too.
#[derive(Debug)]
pub struct Recorder {
    lab: Lab,
    plan: ArenaPlan,
    id: i64,
    agents: Vec<i64>,
    waiting: Vec<(PlayedGame, Option<String>)>,
    last: Instant,
    recorded: Recorded,
}

/// What became of the games that were handed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Games that are new to the lab.
    pub new: usize,
    /// Games that it had already.
    pub known: usize,
    /// Those of them that it has with other returns, which stay as they are.
    pub other: usize,
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { new, known, other } = self;
        write!(f, "{new} games recorded")?;
        if *known > 0 {
            write!(f, ", {known} were there already")?;
        }
        if *other > 0 {
            write!(
                f,
                ", {other} of these with another result, which stays: agents or limits of time were not the same"
            )?;
        }
        Ok(())
    }
}

impl Recorder {
    /// Records the games of this plan, of a game with this setup and these seats.
    ///
    /// # Errors
    /// If the lab can't be written.
    pub fn new(lab: Lab, setup: &ResolvedSetup, seats: &[&str], plan: &ArenaPlan) -> Result<Self, LabError> {
        let (id, agents) = begin(&lab, setup, seats, plan).map_err(|error| lab.error(&error))?;
        let (plan, waiting) = (plan.clone(), Vec::new());
        Ok(Self { lab, plan, id, agents, waiting, last: Instant::now(), recorded: Recorded::default() })
    }

    /// Hands in a game, with its replay file if there is one.
    ///
    /// # Errors
    /// If a batch is due and can't be written.
    pub fn add(&mut self, game: &PlayedGame, replay: Option<&Path>) -> Result<(), LabError> {
        let replay = replay.map(|path| self.replay(path));
        self.waiting.push((game.clone(), replay));
        if self.waiting.len() >= BATCH || self.last.elapsed() >= PATIENCE {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what waits, and says what became of all games so far.
    ///
    /// # Errors
    /// If it can't be written; it is tried again with the next batch.
    pub fn flush(&mut self) -> Result<Recorded, LabError> {
        let written = self.write().map_err(|error| self.lab.error(&error))?;
        self.waiting.clear();
        self.last = Instant::now();
        self.recorded.new += written.new;
        self.recorded.known += written.known;
        self.recorded.other += written.other;
        Ok(self.recorded)
    }

    /// Where a replay lies: from the lab's folder where it is below that.
    fn replay(&self, path: &Path) -> String {
        let whole = |path: &Path| absolute(path).unwrap_or_else(|_| path.into());
        let path = whole(path);
        path.strip_prefix(whole(self.lab.folder())).unwrap_or(&path).display().to_string()
    }

    fn write(&mut self) -> rusqlite::Result<Recorded> {
        let mut recorded = Recorded::default();
        let transaction = self.lab.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO games (match, meeting, pair, seating, dice, a, b, score, adjusted, length, replay)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING RETURNING id",
            )?;
            let mut seat_of = transaction.prepare_cached(
                "INSERT INTO seats (game, seat, player, \"return\", decisions, cpu_s, luck)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            let mut returns_of = transaction.prepare_cached(
                "SELECT \"return\" FROM seats JOIN games ON games.id = seats.game
                 WHERE match = ?1 AND meeting = ?2 AND pair = ?3 AND seating = ?4 ORDER BY seat",
            )?;
            for (game, replay) in &self.waiting {
                let key = game.key;
                let (a, b) = self.plan.meetings[key.meeting];
                let score = scores::points(&self.plan, game);
                let adjusted = scores::luck(&self.plan, game).map(|luck| score - luck);
                let length: u32 = game.decisions.iter().sum();
                let (agent_a, agent_b) = (self.agents[a], self.agents[b]);
                let dice = self.plan.dice(key.pair).to_string();
                let id: Option<i64> = insert
                    .query_row(
                        params![
                            self.id,
                            key.meeting,
                            key.pair,
                            key.seating,
                            dice,
                            agent_a,
                            agent_b,
                            score,
                            adjusted,
                            length,
                            replay
                        ],
                        |row| row.get(0),
                    )
                    .optional()?;
                let Some(id) = id else {
                    let place = params![self.id, key.meeting, key.pair, key.seating];
                    let returns = returns_of.query_map(place, |row| row.get::<_, f64>(0))?;
                    let returns = returns.collect::<rusqlite::Result<Vec<f64>>>()?;
                    recorded.known += 1;
                    let same = returns.iter().zip(&game.returns).all(|(old, new)| *old as f32 == *new);
                    recorded.other += usize::from(!same);
                    continue;
                };
                let holders = self.plan.holders(key.meeting, key.seating, game.returns.len());
                for (seat, holder) in holders.into_iter().enumerate() {
                    seat_of.execute(params![
                        id,
                        seat,
                        if holder == a { "a" } else { "b" },
                        f64::from(game.returns[seat]),
                        game.decisions[seat],
                        game.cpu_s[seat],
                        game.luck.get(seat)
                    ])?;
                }
                recorded.new += 1;
            }
        }
        transaction.commit()?;
        Ok(recorded)
    }
}

/// The ids of the match and of its agents; both are entered if they are not there.
fn begin(
    lab: &Lab,
    setup: &ResolvedSetup,
    seats: &[&str],
    plan: &ArenaPlan,
) -> rusqlite::Result<(i64, Vec<i64>)> {
    // What may differ between sittings of one match is left out.
    let same = serde_json::to_string(&ArenaPlan { pairs: 0, ..plan.clone() }).expect("plain data");
    let options: Map<String, Value> =
        plan.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    let hash = format!("{:016x}", setup_hash(setup));
    let text = |value: Value| value.to_string();
    lab.connection.execute(
        "INSERT INTO matches (game, scenario, preset, options, setup, seats, thinking, luck, seed, plan, program)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING",
        params![
            plan.game,
            plan.scenario,
            plan.preset,
            text(Value::Object(options)),
            hash,
            text(json!(seats)),
            text(json!(plan.thinking)),
            plan.luck,
            plan.seed.to_string(),
            same,
            env!("CARGO_PKG_VERSION")
        ],
    )?;
    let id = lab.connection.query_row(
        "SELECT id FROM matches WHERE plan = ?1 AND setup = ?2",
        params![same, hash],
        |row| row.get(0),
    )?;
    let mut agents = Vec::with_capacity(plan.agents.len());
    for spec in &plan.agents {
        lab.connection.execute("INSERT INTO agents (spec) VALUES (?1) ON CONFLICT DO NOTHING", [spec])?;
        agents.push(
            lab.connection.query_row("SELECT id FROM agents WHERE spec = ?1", [spec], |row| row.get(0))?,
        );
    }
    Ok((id, agents))
}
