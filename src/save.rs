//! Games that are saved while they are played, and gone on with.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use spinward_agents::file::{self, FileError, make_folder, write_whole};
use spinward_evaluation::arena::{ResumeError, Saved};

use crate::exit::wrong_use;

/// How often games are saved, and how often it is said how far they have come where there is no terminal for a bar.
pub(crate) const EVERY: Duration = Duration::from_secs(10);

/// What a file of saved games holds, by `resume`; `None` if no file is named or there is none yet. `games` counts what is told.
///
/// # Errors
/// If the file can't be read or `resume` refuses it.
pub(crate) fn saved<R>(
    path: Option<&Path>,
    resume: impl FnOnce(&str) -> Result<Saved<R>, ResumeError>,
    games: impl FnOnce(&R) -> usize,
) -> Result<Option<R>> {
    let Some(path) = path else { return Ok(None) };
    let text = match file::read_text(path) {
        Err(error) if error.is_missing() => return Ok(None),
        read => read.map_err(wrong_use)?,
    };
    let saved = resume(&text).map_err(|error| wrong_use(format!("{}: {error}", path.display())))?;
    let Saved { record, is_cut } = saved;
    let cut = if is_cut { "; the file was cut off, games at its end are played again" } else { "" };
    eprintln!("{}: going on after {} games{cut}", path.display(), games(&record));
    Ok(Some(record))
}

/// Saves games in a file, in a folder that is made if need be.
pub(crate) fn save(path: &Path, text: &str) -> Result<(), FileError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    write_whole(path, text.as_bytes())
}

/// Saves games that were interrupted where nobody said where to: below runs/, by what they are and hold.
pub(crate) fn save_unasked(what: &str, text: &str) -> Result<PathBuf, FileError> {
    let name = format!("{what}-{:016x}.json", spinward_env::core::stable_hash(text.as_bytes()));
    let path = Path::new("runs").join(name);
    save(&path, text).map(|()| path)
}
