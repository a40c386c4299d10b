use std::fmt;
use std::path::{Path, absolute};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Map, Value, json};
use spinward_agents::identity::identity;
use spinward_agents::roster::AgentSpec;
use spinward_env::core::ResolvedSetup;
use spinward_env::games::registry;
use spinward_env::record::setup_hash;

use super::{Lab, LabError};
use crate::arena::{ArenaPlan, GameKey, PlayedGame, scores};

/// The version of the program: it says which rules, doctrines and agents there are.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Games that wait to be written, at most: what a killed program loses.
const BATCH: usize = 200;
/// How long a game waits to be written, about.
const PATIENCE: Duration = Duration::from_secs(5);

/// Records the games of one arena into a lab, batch by batch; what waits is written at the end, too.
#[derive(Debug)]
pub struct Recorder {
    lab: Lab,
    place: Place,
    waiting: Vec<(PlayedGame, Option<String>)>,
    last: Instant,
    /// Whether the lab refused a batch: what waits is kept for [`Recorder::flush`].
    has_failed: bool,
    recorded: Recorded,
}

/// What became of the games that were handed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Games that are new to the lab.
    pub new: usize,
    /// Games that it had already, from this arena or another one.
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
                ", {other} of these with another result, which stays: who thinks by the clock plays no game twice"
            )?;
        }
        Ok(())
    }
}

impl Recorder {
    /// Records the games of this plan, of a game with this setup and these seats.
    ///
    /// # Errors
    /// If the lab can't be written, or an agent can't be told from others: its specification or a file of it can't be read.
    pub fn new(lab: Lab, setup: &ResolvedSetup, seats: &[&str], plan: &ArenaPlan) -> Result<Self, LabError> {
        let place = Place::new(&lab, setup, seats, plan)?;
        let (waiting, recorded) = (Vec::new(), Recorded::default());
        Ok(Self { lab, place, waiting, last: Instant::now(), has_failed: false, recorded })
    }

    /// Hands in a game, with its replay file if there is one.
    ///
    /// # Errors
    /// If a batch is due and can't be written: it is said once, and all that is handed in later waits for [`Recorder::flush`].
    pub fn add(&mut self, game: &PlayedGame, replay: Option<&Path>) -> Result<(), LabError> {
        let replay = replay.map(|path| self.replay(path));
        self.waiting.push((game.clone(), replay));
        if !self.has_failed && (self.waiting.len() >= BATCH || self.last.elapsed() >= PATIENCE) {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what waits, and says what became of all games so far.
    ///
    /// # Errors
    /// If it can't be written; it still waits then.
    pub fn flush(&mut self) -> Result<Recorded, LabError> {
        let written = self.write();
        self.has_failed = written.is_err();
        let written = written.map_err(|error| self.lab.error(&error))?;
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
        for (game, replay) in &self.waiting {
            self.place.enter(&transaction, game, replay.as_deref(), &mut recorded)?;
        }
        transaction.commit()?;
        Ok(recorded)
    }
}

/// Where the games of an arena belong.
#[derive(Debug)]
struct Place {
    plan: ArenaPlan,
    setting: i64,
    id: i64,
    /// The lab's agent for each of the plan's.
    agents: Vec<i64>,
}

/// A game that the lab has.
struct Found {
    id: i64,
    /// Whether its `a` is the one whom the plan calls `b`.
    is_turned: bool,
}

impl Place {
    /// The match with its setting and agents; what is not there is entered.
    fn new(lab: &Lab, setup: &ResolvedSetup, seats: &[&str], plan: &ArenaPlan) -> Result<Self, LabError> {
        let identity = |text: &String| {
            let spec: AgentSpec = text.parse()?;
            Ok(identity(&spec, setup)?)
        };
        let identities = plan.agents.iter().map(identity).collect::<Result<Vec<String>, LabError>>()?;
        Self::enter_match(lab, setup, seats, plan, &identities).map_err(|error| lab.error(&error))
    }

    fn enter_match(
        lab: &Lab,
        setup: &ResolvedSetup,
        seats: &[&str],
        plan: &ArenaPlan,
        identities: &[String],
    ) -> rusqlite::Result<Self> {
        let connection = &lab.connection;
        let text = |value: Value| value.to_string();
        let options: Map<String, Value> =
            plan.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let card = registry().into_iter().find(|card| card.id == plan.game);
        let rules = card.map_or(0, |card| card.rules_version);
        let same = params![format!("{:016x}", setup_hash(setup)), rules, PROGRAM, text(json!(plan.thinking))];
        connection.execute(
            "INSERT INTO settings (setup, rules, program, thinking, game, scenario, preset, options, figures, seats)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
            &[
                same,
                params![
                    plan.game,
                    plan.scenario,
                    plan.preset,
                    text(Value::Object(options)),
                    text(json!(plan.figures)),
                    text(json!(seats))
                ],
            ]
            .concat()[..],
        )?;
        let setting = connection.query_row(
            "SELECT id FROM settings WHERE setup = ?1 AND rules = ?2 AND program = ?3 AND thinking = ?4",
            same,
            |row| row.get(0),
        )?;
        let mut agents = Vec::with_capacity(plan.agents.len());
        for (spec, identity) in plan.agents.iter().zip(identities) {
            connection.execute(
                "INSERT INTO agents (spec, identity) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [spec, identity],
            )?;
            let id = "SELECT id FROM agents WHERE identity = ?1";
            agents.push(connection.query_row(id, [identity], |row| row.get::<_, i64>(0))?);
        }
        // What may differ between sittings of one match is left out.
        let whole = serde_json::to_string(&ArenaPlan { pairs: 0, ..plan.clone() }).expect("plain data");
        let same = params![setting, whole, text(json!(agents))];
        connection.execute(
            "INSERT INTO matches (setting, plan, agents, luck, sprt, seed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
            &[same, params![plan.luck, plan.sprt.map(|sprt| text(json!(sprt))), plan.seed.to_string()]]
                .concat()[..],
        )?;
        let id = connection.query_row(
            "SELECT id FROM matches WHERE setting = ?1 AND plan = ?2 AND agents = ?3",
            same,
            |row| row.get(0),
        )?;
        Ok(Self { plan: plan.clone(), setting, id, agents })
    }

    /// Enters a game: as a new one, or as one more place of a game that the lab has.
    fn enter(
        &self,
        lab: &Connection,
        game: &PlayedGame,
        replay: Option<&str>,
        recorded: &mut Recorded,
    ) -> rusqlite::Result<()> {
        let id = match self.find(lab, game)? {
            Some(found) => {
                recorded.known += 1;
                recorded.other += usize::from(!has_returns(lab, found.id, &game.returns)?);
                self.add_to(lab, &found, game, replay)?;
                found.id
            }
            None => {
                recorded.new += 1;
                self.insert(lab, game, replay)?
            }
        };
        let GameKey { meeting, pair, seating } = game.key;
        lab.prepare_cached(
            "INSERT INTO entries (match, meeting, pair, seating, game) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        )?
        .execute(params![self.id, meeting, pair, seating, id])?;
        Ok(())
    }

    /// The agents of a game, as the plan calls them.
    fn players(&self, game: &PlayedGame) -> (i64, i64) {
        let (a, b) = self.plan.meetings[game.key.meeting];
        (self.agents[a], self.agents[b])
    }

    /// The same game, if it is there: the same dice, the same agents in the same seats.
    fn find(&self, lab: &Connection, game: &PlayedGame) -> rusqlite::Result<Option<Found>> {
        let ((a, b), seating) = (self.players(game), game.key.seating);
        let place = params![self.setting, self.plan.dice(game.key.pair).to_string(), a, b, seating];
        lab.prepare_cached(
            "SELECT id, a <> ?3 FROM games WHERE setting = ?1 AND dice = ?2
             AND ((a = ?3 AND b = ?4 AND seating = ?5) OR (?3 <> ?4 AND a = ?4 AND b = ?3 AND seating = 1 - ?5))",
        )?
        .query_row(place, |row| Ok(Found { id: row.get(0)?, is_turned: row.get(1)? }))
        .optional()
    }

    fn insert(&self, lab: &Connection, game: &PlayedGame, replay: Option<&str>) -> rusqlite::Result<i64> {
        let (a, b) = self.players(game);
        let length: u32 = game.decisions.iter().sum();
        let luck = scores::luck(&self.plan, game);
        lab.prepare_cached(
            "INSERT INTO games (setting, dice, seating, a, b, score, luck, valued, length, course, stopped, replay)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            self.setting,
            self.plan.dice(game.key.pair).to_string(),
            game.key.seating,
            a,
            b,
            scores::points(&self.plan, game),
            luck,
            self.plan.luck.as_ref().filter(|_| luck.is_some()),
            length,
            game.course.map(|course| format!("{course:016x}")),
            self.plan.sprt.is_some(),
            replay
        ])?;
        let id = lab.last_insert_rowid();
        let mut seat_of = lab.prepare_cached(
            "INSERT INTO seats (game, seat, player, \"return\", decisions, cpu_s, luck)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        let holders = self.plan.holders(game.key.meeting, game.key.seating, game.returns.len());
        for (seat, holder) in holders.into_iter().enumerate() {
            seat_of.execute(params![
                id,
                seat,
                if holder == self.plan.meetings[game.key.meeting].0 { "a" } else { "b" },
                f64::from(game.returns[seat]),
                game.decisions[seat],
                game.cpu_s[seat],
                game.luck.get(seat)
            ])?;
        }
        Ok(id)
    }

    /// What this arena knows more of a game: its luck, its course, its replay, or that no test stopped it.
    fn add_to(
        &self,
        lab: &Connection,
        found: &Found,
        game: &PlayedGame,
        replay: Option<&str>,
    ) -> rusqlite::Result<()> {
        let luck = scores::luck(&self.plan, game).map(|luck| if found.is_turned { -luck } else { luck });
        let is_measured: bool = lab
            .prepare_cached("SELECT luck IS NOT NULL FROM games WHERE id = ?1")?
            .query_row([found.id], |row| row.get(0))?;
        let luck = luck.filter(|_| !is_measured);
        lab.prepare_cached(
            "UPDATE games SET luck = coalesce(luck, ?2), valued = coalesce(valued, ?3), course = coalesce(course, ?4),
             stopped = stopped AND ?5, replay = coalesce(replay, ?6) WHERE id = ?1",
        )?
        .execute(params![
            found.id,
            luck,
            self.plan.luck.as_ref().filter(|_| luck.is_some()),
            game.course.map(|course| format!("{course:016x}")),
            self.plan.sprt.is_some(),
            replay
        ])?;
        if luck.is_some() {
            let mut seat_of =
                lab.prepare_cached("UPDATE seats SET luck = ?3 WHERE game = ?1 AND seat = ?2")?;
            for (seat, luck) in game.luck.iter().enumerate() {
                seat_of.execute(params![found.id, seat, luck])?;
            }
        }
        Ok(())
    }
}

fn has_returns(lab: &Connection, game: i64, returns: &[f32]) -> rusqlite::Result<bool> {
    let mut of_game = lab.prepare_cached("SELECT \"return\" FROM seats WHERE game = ?1 ORDER BY seat")?;
    let found = of_game.query_map([game], |row| row.get::<_, f64>(0))?;
    let found = found.map(|value| value.map(|value| value as f32)).collect::<rusqlite::Result<Vec<f32>>>()?;
    Ok(found == returns)
}
