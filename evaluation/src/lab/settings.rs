use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use rusqlite::Row;

use super::{Lab, LabError};
use crate::arena::{ArenaPlan, ArenaRecord, GameKey, PlayedGame, Thinking};
use crate::page::lab::Setting;

/// A game as the lab has it, but for its seats.
struct Line {
    game: i64,
    of: i64,
    agents: [i64; 2],
    key: GameKey,
    replay: Option<String>,
}

/// The settings of a lab, in the order in which they were first recorded.
///
/// # Errors
/// If the lab is damaged.
pub fn settings(lab: &Lab) -> Result<Vec<Setting>, LabError> {
    read(lab).map_err(|error| lab.error(&error))
}

fn read(lab: &Lab) -> rusqlite::Result<Vec<Setting>> {
    let connection = &lab.connection;
    let specs: BTreeMap<i64, String> = connection
        .prepare("SELECT id, spec FROM agents")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let (mut merged, setting_of) = headings(lab)?;
    let mut lines = connection
        .prepare("SELECT id, match, a, b, meeting, pair, seating, replay FROM games ORDER BY id")?;
    let mut lines = lines.query([])?;
    let mut seats = connection
        .prepare("SELECT game, \"return\", decisions, cpu_s, luck FROM seats ORDER BY game, seat")?;
    let mut seats = seats.query([])?;
    let mut seat = seats.next()?;
    while let Some(row) = lines.next()? {
        let line = Line::read(row)?;
        let mut game =
            PlayedGame { key: line.key, returns: vec![], cpu_s: vec![], decisions: vec![], luck: vec![] };
        while let Some(row) = seat {
            let of: i64 = row.get(0)?;
            if of > line.game {
                break;
            }
            if of == line.game {
                game.returns.push(row.get::<_, f64>(1)? as f32);
                game.decisions.push(row.get(2)?);
                game.cpu_s.push(row.get(3)?);
                game.luck.extend(row.get::<_, Option<f64>>(4)?);
            }
            seat = seats.next()?;
        }
        let replay = line.replay.as_ref().map(|path| lab.folder().join(path));
        if let Some(setting) = setting_of.get(&line.of).and_then(|&index| merged.get_mut(index)) {
            setting.add(&specs, &line, game, replay);
        }
    }
    Ok(merged.into_iter().map(|merged| merged.setting).collect())
}

/// A setting that grows game by game.
struct Merged {
    setting: Setting,
    /// The place of each agent of the lab.
    agents: BTreeMap<i64, usize>,
    /// The place of each meeting of two agents.
    meetings: BTreeMap<[usize; 2], usize>,
    /// The number of each pair of games: its match, meeting and number there.
    pairs: BTreeMap<(i64, usize, u32), u32>,
    /// How many pairs each meeting has.
    counts: Vec<u32>,
}

/// A setting without games for each that there is, and which one each match belongs to.
fn headings(lab: &Lab) -> rusqlite::Result<(Vec<Merged>, BTreeMap<i64, usize>)> {
    let mut found: Vec<Merged> = Vec::new();
    let (mut known, mut of) = (BTreeMap::new(), BTreeMap::new());
    let mut statement = lab.connection.prepare(
        "SELECT id, game, scenario, preset, options, thinking, seats, setup, plan FROM matches ORDER BY id",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let text = |index: usize| row.get::<_, String>(index);
        let same = (text(7)?, text(5)?);
        let index = match known.entry(same) {
            Entry::Occupied(index) => *index.get(),
            Entry::Vacant(place) => {
                let options: BTreeMap<String, String> = serde_json::from_str(&text(4)?).unwrap_or_default();
                let thinking: Thinking = serde_json::from_str(&text(5)?).unwrap_or_default();
                let whole: Option<ArenaPlan> = serde_json::from_str(&text(8)?).ok();
                let plan = ArenaPlan {
                    game: text(1)?,
                    scenario: text(2)?,
                    preset: text(3)?,
                    options: options.into_iter().collect(),
                    figures: whole.map(|plan| plan.figures).unwrap_or_default(),
                    agents: vec![],
                    meetings: vec![],
                    pairs: 0,
                    seed: 0,
                    thinking,
                    luck: None,
                    sprt: None,
                };
                let seats = serde_json::from_str(&text(6)?).unwrap_or_default();
                found.push(Merged {
                    setting: Setting { seats, record: ArenaRecord::new(plan), replays: vec![] },
                    agents: BTreeMap::new(),
                    meetings: BTreeMap::new(),
                    pairs: BTreeMap::new(),
                    counts: vec![],
                });
                *place.insert(found.len() - 1)
            }
        };
        of.insert(row.get(0)?, index);
    }
    Ok((found, of))
}

impl Line {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            game: row.get(0)?,
            of: row.get(1)?,
            agents: [row.get(2)?, row.get(3)?],
            key: GameKey { meeting: row.get(4)?, pair: row.get(5)?, seating: row.get(6)? },
            replay: row.get(7)?,
        })
    }
}

impl Merged {
    fn add(
        &mut self,
        specs: &BTreeMap<i64, String>,
        line: &Line,
        mut game: PlayedGame,
        replay: Option<PathBuf>,
    ) {
        let [a, b] = line.agents;
        let whole = game.returns.len() == self.setting.seats.len();
        if a == b || !whole || line.key.seating > 1 {
            return;
        }
        let plan = &mut self.setting.record.plan;
        let mut place = |agent: i64| {
            *self.agents.entry(agent).or_insert_with(|| {
                plan.agents.push(specs.get(&agent).cloned().unwrap_or_default());
                plan.agents.len() - 1
            })
        };
        let (a, b) = (place(a), place(b));
        let both = [a.min(b), a.max(b)];
        let meeting = *self.meetings.entry(both).or_insert_with(|| {
            plan.meetings.push((both[0], both[1]));
            self.counts.push(0);
            plan.meetings.len() - 1
        });
        let count = &mut self.counts[meeting];
        let pair = *self.pairs.entry((line.of, line.key.meeting, line.key.pair)).or_insert_with(|| {
            *count += 1;
            *count - 1
        });
        plan.pairs = plan.pairs.max(pair + 1);
        // Where the meeting is noted the other way round, so are its seatings.
        let seating = if a < b { line.key.seating } else { 1 - line.key.seating };
        game.key = GameKey { meeting, pair, seating };
        self.setting.record.games.push(game);
        self.setting.replays.push(replay);
    }
}
