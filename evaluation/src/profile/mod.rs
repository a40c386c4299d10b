//! What players did over many games: the counters that a game reads off its replays, added up by player and side, and
//! two players of a side compared.
//!
//! [`read_game`] turns a replay into marks, [`ProfileReport`] adds up games.

mod compare;
mod report;
mod words;

use std::sync::Arc;

use spinward_env::core::{Outcome, stable_hash};
use spinward_env::games::CompleteGame;
use spinward_env::profile::Mark;
use spinward_env::record::{Entry, Header, ReplayError, ReplayReader};

pub use compare::Comparison;
pub use report::{AgentProfile, ItemReport, ProfileReport, SeriesReport};

/// Who sat where a replay does not say who did.
const UNNAMED: &str = "unnamed";

/// What the players of one game did.
#[derive(Clone, Debug, PartialEq)]
pub struct GameProfile {
    /// Who sat in each seat.
    pub players: Vec<String>,
    /// How it ended; `None`: it was stopped before.
    pub outcome: Option<Outcome>,
    /// Everything that the game counts.
    pub marks: Vec<Mark>,
    /// A hash of setup, dice, players and everything that happened: games of one course are one game.
    pub course: u64,
}

impl GameProfile {
    /// The last turn of which something is known, from 1.
    pub fn turns(&self) -> u32 {
        self.marks.iter().map(|mark| mark.turn).max().unwrap_or(1)
    }
}

/// Reads a replay, whose last lines may be missing. `lines` are those after the header.
///
/// # Errors
/// If the replay is wrong.
pub fn read_game<'a, G: CompleteGame>(
    game: &Arc<G>,
    header: &Header,
    lines: impl IntoIterator<Item = &'a str>,
) -> Result<GameProfile, ReplayError> {
    let mut reader = ReplayReader::new(Arc::clone(game), header)?;
    let mut players = header.players.clone();
    players.resize(game.facts().seat_count(), UNNAMED.into());
    let course = stable_hash(&(header.setup_hash, header.seed, &players));
    let mut profile = GameProfile { players, outcome: None, marks: Vec::new(), course };
    let mut calendar = Calendar::default();
    for line in lines {
        let before = reader.state().clone();
        profile.course = stable_hash(&(profile.course, line));
        match reader.line(line)? {
            Entry::Event(event) => {
                let first = profile.marks.len();
                game.profile(&before, &event, reader.state(), &mut profile.marks);
                calendar.run_on(&mut profile.marks[first..]);
            }
            Entry::End(outcome) => profile.outcome = outcome,
        }
    }
    Ok(profile)
}

/// Counts turns on where a game begins again with turn 1, as at the end of each war of a series.
#[derive(Default)]
struct Calendar {
    /// Turns before the first one of the present count.
    past: u32,
    /// The turn of the last event with marks, in the present count.
    now: u32,
    /// The last turn of all.
    last: u32,
}

impl Calendar {
    /// Puts the marks of an event, those of one turn or of one and the next, behind all earlier turns.
    fn run_on(&mut self, marks: &mut [Mark]) {
        let Some(turn) = marks.iter().map(|mark| mark.turn).min() else { return };
        if turn < self.now {
            self.past = self.last;
        }
        self.now = turn;
        for mark in marks {
            mark.turn += self.past;
            self.last = self.last.max(mark.turn);
        }
    }
}

#[cfg(test)]
mod tests;
