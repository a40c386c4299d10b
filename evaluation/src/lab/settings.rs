use std::collections::BTreeMap;
use std::fmt::Display;

use rusqlite::Row;
use serde::de::DeserializeOwned;

use super::{Lab, LabError};
use crate::arena::{ArenaPlan, ArenaRecord, GameKey, PlayedGame, Thinking};
use crate::page::lab::{GamePlace, Replay, Setting, Tested};
use crate::report::ArenaReport;

/// The settings of a lab, in the order in which they were first recorded.
///
/// # Errors
/// If the lab is damaged.
pub fn settings(lab: &Lab) -> Result<Vec<Setting>, LabError> {
    let mut merged = read_settings(lab)?;
    read_games(lab, &mut merged)?;
    read_tests(lab, &mut merged)?;
    Ok(merged.into_values().map(|merged| merged.setting).collect())
}

/// A setting that grows game by game.
struct Merged {
    setting: Setting,
    rated: Places,
    alone: Places,
    /// The place of each game of the lab in the setting's records.
    games: BTreeMap<i64, GamePlace>,
}

/// Where the games of a lab belong in a record.
#[derive(Default)]
struct Places {
    /// The place of each agent of the lab, and of who plays against it by the same name.
    agents: BTreeMap<(i64, bool), usize>,
    /// The place of each meeting of two agents.
    meetings: BTreeMap<[usize; 2], usize>,
    /// The number of each pair of games: its meeting and dice.
    pairs: BTreeMap<(usize, String), u32>,
    /// How many pairs each meeting has.
    counts: Vec<u32>,
}

/// A text of the lab that other programs' text would not be: JSON of this kind.
fn json<T: DeserializeOwned>(lab: &Lab, text: &str, place: impl Display) -> Result<T, LabError> {
    serde_json::from_str(text).map_err(|_| lab.damaged(format!("{place} is not what it should be: '{text}'")))
}

/// All settings, without their games.
fn read_settings(lab: &Lab) -> Result<BTreeMap<i64, Merged>, LabError> {
    let sql = "SELECT id, game, scenario, preset, options, figures, rules, program, seats, thinking FROM settings ORDER BY id";
    let mut found = BTreeMap::new();
    lab.each_row(sql, |row| {
        let text = |index: usize| row.get::<_, String>(index);
        let id: i64 = row.get(0)?;
        let texts = (text(4)?, text(5)?, text(8)?, text(9)?);
        let plan = ArenaPlan {
            game: text(1)?,
            scenario: text(2)?,
            preset: text(3)?,
            options: vec![],
            figures: BTreeMap::new(),
            agents: vec![],
            meetings: vec![],
            pairs: 0,
            seed: 0,
            thinking: Thinking::default(),
            luck: None,
            sprt: None,
        };
        found.insert(id, (plan, row.get::<_, u32>(6)?, text(7)?, texts));
        Ok(Ok(()))
    })?;
    let whole =
        |(id, (mut plan, rules, program, texts)): (i64, (ArenaPlan, u32, String, (_, _, _, String)))| {
            let (options, figures, seats, thinking): (String, String, String, String) = texts;
            let place = |column: &str| format!("column {column} of row {id} of table settings");
            let options: BTreeMap<String, String> = json(lab, &options, place("options"))?;
            plan.options = options.into_iter().collect();
            plan.figures = json(lab, &figures, place("figures"))?;
            plan.thinking = json(lab, &thinking, place("thinking"))?;
            let seats: Vec<String> = json(lab, &seats, place("seats"))?;
            let setting = Setting { seats, rules, program, ..Setting::new(ArenaRecord::new(plan)) };
            let (rated, alone) = (Places::default(), Places::default());
            let merged = Merged { setting, rated, alone, games: BTreeMap::new() };
            Ok((id, merged))
        };
    found.into_iter().map(whole).collect()
}

/// A game as the lab has it, but for its seats.
struct Line {
    game: i64,
    setting: i64,
    dice: String,
    seating: usize,
    agents: [i64; 2],
    course: Option<String>,
    is_stopped: bool,
    replay: Option<String>,
}

/// Every game with its seats, a row for each seat, or one for a game without any.
const GAMES: &str = "SELECT id, setting, dice, seating, a, b, course, stopped, replay, seat, \"return\", decisions, cpu_s, seats.luck
                     FROM games LEFT JOIN seats ON seats.game = games.id ORDER BY id, seat";

impl Line {
    /// A game without its seats yet.
    fn read(row: &Row<'_>) -> rusqlite::Result<(Self, PlayedGame)> {
        let line = Self {
            game: row.get(0)?,
            setting: row.get(1)?,
            dice: row.get(2)?,
            seating: row.get(3)?,
            agents: [row.get(4)?, row.get(5)?],
            course: row.get(6)?,
            is_stopped: row.get(7)?,
            replay: row.get(8)?,
        };
        let key = GameKey { meeting: 0, pair: 0, seating: line.seating };
        let (returns, cpu_s, decisions, luck) = (vec![], vec![], vec![], vec![]);
        Ok((line, PlayedGame { key, returns, cpu_s, decisions, luck, course: None }))
    }
}

/// All games with their seats.
fn read_games(lab: &Lab, merged: &mut BTreeMap<i64, Merged>) -> Result<(), LabError> {
    let mut names = BTreeMap::new();
    lab.each_row("SELECT id, name FROM players", |row| {
        names.insert(row.get::<_, i64>(0)?, row.get::<_, String>(1)?);
        Ok(Ok(()))
    })?;
    let mut add = |(line, game): (Line, PlayedGame)| {
        let added = match merged.get_mut(&line.setting) {
            Some(setting) => setting.add(lab, &names, &line, game),
            None => Err(format!("it is of setting {}, which is not there", line.setting)),
        };
        added.map_err(|fault| lab.damaged(format!("game {} of table games: {fault}", line.game)))
    };
    let mut current: Option<(Line, PlayedGame)> = None;
    lab.each_row(GAMES, |row| {
        let id: i64 = row.get(0)?;
        if current.as_ref().is_none_or(|(line, _)| line.game != id) {
            let whole = current.replace(Line::read(row)?);
            if let Err(fault) = whole.map_or(Ok(()), &mut add) {
                return Ok(Err(fault));
            }
        }
        let Some((_, game)) = &mut current else { return Ok(Ok(())) };
        if row.get::<_, Option<i64>>(9)?.is_some() {
            game.returns.push(row.get::<_, f64>(10)? as f32);
            game.decisions.push(row.get(11)?);
            game.cpu_s.push(row.get(12)?);
            game.luck.extend(row.get::<_, Option<f64>>(13)?);
        }
        Ok(Ok(()))
    })?;
    current.map_or(Ok(()), add)
}

impl Merged {
    /// # Errors
    /// What is wrong with the game.
    fn add(
        &mut self,
        lab: &Lab,
        names: &BTreeMap<i64, String>,
        line: &Line,
        mut game: PlayedGame,
    ) -> Result<(), String> {
        let (seats, wanted) = (game.returns.len(), self.setting.seats.len());
        if seats != wanted {
            return Err(format!("table seats has {seats} of its {wanted} seats"));
        }
        if game.luck.iter().chain(&game.cpu_s).any(|value| !value.is_finite()) {
            return Err("a value of table seats is no number".into());
        }
        let course = line.course.as_deref().map(|text| u64::from_str_radix(text, 16)).transpose();
        game.course = course.map_err(|_| "its course is no number".to_string())?;
        if !game.luck.is_empty() && game.luck.len() != wanted {
            return Err("luck is there for some of its seats only".into());
        }
        let is_alone = line.agents[0] == line.agents[1];
        let (places, record) = match is_alone {
            true => (&mut self.alone, &mut self.setting.alone),
            false => (&mut self.rated, &mut self.setting.record),
        };
        game.key = places.key(&mut record.plan, names, line)?;
        let place = GamePlace { is_alone, index: record.games.len() };
        record.games.push(game);
        self.games.insert(line.game, place);
        if !is_alone {
            self.setting.stopped.push(line.is_stopped);
        }
        let replay = line.replay.as_ref().map(|path| Replay { file: lab.folder().join(path), game: place });
        self.setting.replays.extend(replay);
        Ok(())
    }
}

impl Places {
    /// Which game of a plan this is; what the plan lacks of it is added.
    ///
    /// # Errors
    /// If an agent is not there.
    fn key(
        &mut self,
        plan: &mut ArenaPlan,
        names: &BTreeMap<i64, String>,
        line: &Line,
    ) -> Result<GameKey, String> {
        let [a, b] = line.agents;
        let mut place = |agent: i64, is_second_self: bool| {
            let name = names.get(&agent).ok_or_else(|| format!("its agent {agent} is not there"))?;
            Ok::<usize, String>(*self.agents.entry((agent, is_second_self)).or_insert_with(|| {
                plan.agents.push(name.clone());
                plan.agents.len() - 1
            }))
        };
        let (a, b) = (place(a, false)?, place(b, a == b)?);
        let both = [a.min(b), a.max(b)];
        let meeting = *self.meetings.entry(both).or_insert_with(|| {
            plan.meetings.push((both[0], both[1]));
            self.counts.push(0);
            plan.meetings.len() - 1
        });
        let count = &mut self.counts[meeting];
        let pair = *self.pairs.entry((meeting, line.dice.clone())).or_insert_with(|| {
            *count += 1;
            *count - 1
        });
        plan.pairs = plan.pairs.max(pair + 1);
        // Where the meeting is noted the other way round, so are its seatings.
        let seating = if a < b { line.seating } else { 1 - line.seating };
        Ok(GameKey { meeting, pair, seating })
    }
}

/// What sequential tests said: each match with one is put together again, and its test is worked out anew.
fn read_tests(lab: &Lab, merged: &mut BTreeMap<i64, Merged>) -> Result<(), LabError> {
    let mut entries: BTreeMap<i64, Vec<(GameKey, i64)>> = BTreeMap::new();
    let sql = "SELECT match, meeting, pair, seating, game FROM entries
               WHERE match IN (SELECT id FROM matches WHERE sprt IS NOT NULL) ORDER BY match, meeting, pair, seating";
    lab.each_row(sql, |row| {
        let key = GameKey { meeting: row.get(1)?, pair: row.get(2)?, seating: row.get(3)? };
        entries.entry(row.get(0)?).or_default().push((key, row.get(4)?));
        Ok(Ok(()))
    })?;
    let mut plans: Vec<(i64, i64, String)> = Vec::new();
    lab.each_row("SELECT id, setting, plan FROM matches WHERE sprt IS NOT NULL ORDER BY id", |row| {
        plans.push((row.get(0)?, row.get(1)?, row.get(2)?));
        Ok(Ok(()))
    })?;
    for (id, setting, plan) in plans {
        let of_match: ArenaPlan = json(lab, &plan, format!("column plan of row {id} of table matches"))?;
        let lost = |what: &str| lab.damaged(format!("row {id} of table matches: {what}"));
        let Some(merged) = merged.get_mut(&setting) else { return Err(lost("its setting is not there")) };
        let mut record = ArenaRecord::new(ArenaPlan { pairs: u32::MAX, ..of_match });
        for (key, game) in entries.remove(&id).unwrap_or_default() {
            if key.meeting >= record.plan.meetings.len() {
                return Err(lost("it has no such meeting as its entries say"));
            }
            let place = merged.games.get(&game);
            record
                .games
                .extend(place.map(|&place| PlayedGame { key, ..merged.setting.game(place).1.clone() }));
        }
        let seats: Vec<&str> = merged.setting.seats.iter().map(String::as_str).collect();
        let tested = ArenaReport::new(&record, &seats).pairs.into_iter().filter_map(|pair| {
            let (a, b) = (pair.a, pair.b);
            Some(Tested { a, b, sprt: pair.sprt? })
        });
        merged.setting.tests.extend(tested);
    }
    Ok(())
}
