//! Saved games as text: a heading, then a line for each game, so that a file that lost its end still has what is whole of it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use spinward_agents::file::without_types;

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
    let malformed = |error: serde_json::Error| ResumeError::Malformed(without_types(&error.to_string()));
    match serde_json::from_str(text) {
        Ok(record) => Ok(Saved { record, is_cut: false }),
        Err(error) if error.is_eof() => {
            let whole = text.rfind('\n').map(|end| text[..end].trim_end_matches(','));
            let record = whole.and_then(|lines| serde_json::from_str(&format!("{lines}]}}")).ok());
            record.map(|record| Saved { record, is_cut: true }).ok_or(malformed(error))
        }
        Err(error) => Err(malformed(error)),
    }
}
