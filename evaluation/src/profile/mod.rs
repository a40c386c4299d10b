//! What players did over many games: the counters that a game reads off its replays, added up by player and side, and
//! two players of a side compared.
//!
//! [`read_game`] turns a replay into marks, [`ProfileReport`] adds up games.

mod compare;
mod report;
mod words;

use std::sync::Arc;

use spinward_env::core::Outcome;
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
    let mut profile = GameProfile { players, outcome: None, marks: Vec::new() };
    for line in lines {
        let before = reader.state().clone();
        match reader.line(line)? {
            Entry::Event(event) => game.profile(&before, &event, reader.state(), &mut profile.marks),
            Entry::End(outcome) => profile.outcome = outcome,
        }
    }
    Ok(profile)
}

#[cfg(test)]
mod tests;
