use std::fmt::Write;

use super::{Failure, Trial, fail};
use crate::core::{ActionCodec, ActionId, Event, Game, MAX_ACTION_IDS, stable_hash};
use crate::games::CompleteGame;

/// Every id below the count names an action with this id, no id beyond it does, and every action that was
/// offered or played has an id.
///
/// # Errors
/// The first id or action where that is not so.
pub fn codec_bijection<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let name = "codec_bijection";
    let game = &*trial.game;
    let count = game.action_count();
    for id in (0..count).map(|id| ActionId(id as u16)) {
        match game.action_from_id(id) {
            None => return fail(name, format!("id {} names no action", id.0)),
            Some(action) if game.action_id(action) != id => {
                return fail(
                    name,
                    format!("id {} names {action:?}, whose id is {}", id.0, game.action_id(action).0),
                );
            }
            Some(_) => {}
        }
    }
    for id in [count, count + 1, usize::from(u16::MAX)] {
        if let Some(action) = game.action_from_id(ActionId(id as u16)) {
            return fail(name, format!("id {id} is beyond the count {count} but names {action:?}"));
        }
    }
    let mut actions = Vec::new();
    let mut legal = Vec::new();
    for state in &trial.positions {
        game.legal_actions(state, &mut legal);
        actions.append(&mut legal);
    }
    actions.extend(trial.played.iter().flat_map(|played| &played.events).filter_map(|event| match event {
        Event::Decision { action, .. } => Some(*action),
        Event::Chance(_) => None,
    }));
    for action in actions {
        let id = game.action_id(action);
        let back = game.action_from_id(id);
        if back != Some(action) {
            return fail(name, format!("{action:?} has id {}, which names {back:?}", id.0));
        }
    }
    Ok(())
}

/// No game has more than [`MAX_ACTION_IDS`] action ids.
///
/// # Errors
/// How many there are.
pub fn codec_below_4096<G: CompleteGame>(trial: &Trial<G>) -> Result<(), Failure> {
    let count = trial.game.action_count();
    if count == 0 || count > MAX_ACTION_IDS {
        return fail("codec_below_4096", format!("there are {count} action ids, not 1 to {MAX_ACTION_IDS}"));
    }
    Ok(())
}

/// Up to this many ids the table lists every one.
const LISTED: usize = 512;
/// Beyond, one line stands for this many.
const BLOCK: usize = 64;

/// The meaning of every action id, as text for a golden file: one line per id, or for large codecs one line per
/// block of ids with the first action and a hash of them all.
pub fn action_table<G: Game + ActionCodec>(game: &G) -> String {
    let count = game.action_count();
    let named = |id: usize| match game.action_from_id(ActionId(id as u16)) {
        Some(action) => format!("{action:?}"),
        None => "nothing".into(),
    };
    let mut text = format!("action version {}, {count} ids\n", G::card().action_version);
    let step = if count <= LISTED { 1 } else { BLOCK };
    for first in (0..count).step_by(step) {
        let end = count.min(first + step);
        let _ = write!(text, "{first} {}", named(first));
        if end - first > 1 {
            let names: Vec<String> = (first..end).map(named).collect();
            let _ = write!(text, " to {} {:016x}", end - 1, stable_hash(names.join("\n").as_bytes()));
        }
        text.push('\n');
    }
    text
}

/// The ids mean what the golden table says. A change of ids needs a new
/// [`Card::action_version`](crate::core::Card) and a new table.
///
/// # Errors
/// The first line that differs.
pub fn action_ids_stable<G: Game + ActionCodec>(game: &G, golden: &str) -> Result<(), Failure> {
    let table = action_table(game);
    let (mut now, mut then) = (table.lines(), golden.lines());
    loop {
        match (now.next(), then.next()) {
            (None, None) => return Ok(()),
            (now, then) if now == then => {}
            (now, then) => {
                let what = format!("the table says {then:?}, the game says {now:?}");
                return fail("action_ids_stable", what);
            }
        }
    }
}
