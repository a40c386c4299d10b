//! Saved games as text: a heading, then a line for each game, so that a file that lost its end still has what is whole of it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use spinward_agents::file::without_types;
use spinward_env::core::{Facts, Utility};

use crate::arena::ResumeError;

/// Saved games that can be gone on with.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<R> {
    /// The games.
    pub record: R,
    /// Whether the text was cut off: the games that stood at its end are missing.
    pub is_cut: bool,
}

/// The text of a record, which is one JSON document.
pub(crate) fn text(version: u32, plan: &impl Serialize, games: &[impl Serialize]) -> String {
    let plan = serde_json::to_string(plan).expect("plain data");
    let games: Vec<String> =
        games.iter().map(|game| serde_json::to_string(game).expect("plain data")).collect();
    format!("{{\"version\":{version},\"plan\":{plan},\"games\":[\n{}\n]}}\n", games.join(",\n"))
}

/// Reads the text of a record; of one that was cut off, the games whose lines are whole.
///
/// # Errors
/// If it is no such text.
pub(crate) fn read<R: DeserializeOwned>(text: &str) -> Result<Saved<R>, ResumeError> {
    match serde_json::from_str(text) {
        Ok(record) => Ok(Saved { record, is_cut: false }),
        Err(error) if error.is_eof() => {
            let whole = text.rfind('\n').map(|end| text[..end].trim_end_matches(','));
            let record = whole.and_then(|lines| serde_json::from_str(&format!("{lines}]}}")).ok());
            record.map(|record| Saved { record, is_cut: true }).ok_or(ResumeError::Cut)
        }
        Err(error) => Err(ResumeError::Malformed(without_types(&error.to_string()))),
    }
}

/// That a game of a text can't have been played, and in which line that is where each game has one.
pub(crate) fn impossible<G: DeserializeOwned + PartialEq>(
    text: &str,
    (index, game): (usize, &G),
    fault: String,
) -> ResumeError {
    let is_it =
        |line: &str| serde_json::from_str::<G>(line.trim_end_matches(',')).is_ok_and(|own| own == *game);
    let has_line = text.lines().nth(index + 1).is_some_and(is_it);
    let number = index + 1;
    let place =
        if has_line { format!("line {} (game {number})", index + 2) } else { format!("game {number}") };
    ResumeError::Impossible { place, fault }
}

/// What is wrong with the returns of a game's seats, and what would be right.
pub(crate) fn fault_of_returns(facts: &Facts, returns: &[f32]) -> Option<String> {
    let ((worst, best), seats) = (facts.returns, facts.seat_count());
    if returns.len() != seats {
        let found = returns.len();
        return Some(format!("returns: it has {found}; one for each of the {seats} seats would be right"));
    }
    let mut each = facts.seats.iter().zip(returns);
    if let Some((seat, own)) = each.find(|(_, own)| !(worst..=best).contains(*own)) {
        return Some(format!("returns: {seat} has {own}; a number from {worst} to {best} would be right"));
    }
    let sum: f32 = returns.iter().sum();
    (facts.utility == Utility::ZeroSum && sum.abs() > SUM_ERROR).then(|| {
        format!("returns: their sum is {sum}; 0 would be right, since one seat wins what others lose")
    })
}

/// How far from 0 the sum of returns may be by rounding.
const SUM_ERROR: f32 = 1e-4;
