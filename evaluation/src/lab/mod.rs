//! The lab: the games of many arenas in one SQLite file (feature `lab`).
//!
//! A [`Lab`] is opened to record ([`Recorder`]: games go in by batches, and a game that is there already stays as it is) or
//! to read. [`Lab::answer`] answers SQL, [`settings()`] turns the games back into [`ArenaRecord`](crate::arena::ArenaRecord)s, one
//! for everything that can be compared; [`page::lab`](crate::page::lab) makes one HTML file of them. The tables are explained
//! in docs/evaluation.md.

mod answer;
mod recorder;
mod settings;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use thiserror::Error;

pub use answer::{Answer, Cell, Format};
pub use recorder::{Recorded, Recorder};
pub use settings::settings;

/// What takes a lab from each version to the next; the first one begins with an empty file.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

/// The version of labs that this program writes.
pub const VERSION: u32 = MIGRATIONS.len() as u32;

/// Says in the file's header whose file it is (`PRAGMA application_id`): "Spwd".
const APPLICATION: i32 = i32::from_be_bytes(*b"Spwd");

/// How long to wait for another program that writes into the lab.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open lab.
#[derive(Debug)]
pub struct Lab {
    path: PathBuf,
    connection: Connection,
}

/// Why a lab can't be used.
#[derive(Debug, Error)]
pub enum LabError {
    /// There is no such file.
    #[error("can't read {}: there is no such file", .0.display())]
    Missing(PathBuf),
    /// It is a file of something else.
    #[error("{}: no lab: {reason}", .path.display())]
    NoLab {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// A newer program wrote it.
    #[error("{}: a lab of version {found}; this program knows versions up to {VERSION}", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A query that would change something.
    #[error("the lab is only read here: '{0}' would change something")]
    Writes(String),
    /// SQLite refuses.
    #[error("{}: {reason}", .path.display())]
    Sqlite {
        /// The lab.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
}

impl Lab {
    /// Opens a lab to record into it: a new one if there is no file, and one of an older version is brought up to date.
    ///
    /// # Errors
    /// If the file can't be written, is no lab or is of a newer version.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut lab = Self::connect(path, flags)?;
        let is_new = lab.identify()?;
        migrate(&mut lab.connection, &MIGRATIONS, is_new).map_err(|error| lab.error(&error))?;
        Ok(lab)
    }

    /// Opens a lab that is only read. One of an older version is brought up to date first.
    ///
    /// # Errors
    /// If there is no such file, it is no lab or of a newer version, or it is older and can't be written.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        if !path.exists() {
            return Err(LabError::Missing(path.into()));
        }
        let lab = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if lab.identify()? {
            return Err(LabError::NoLab { path: path.into(), reason: "it is empty".into() });
        }
        if lab.version().map_err(|error| lab.error(&error))? == VERSION {
            return Ok(lab);
        }
        drop(lab);
        drop(Self::open(path)?);
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, LabError> {
        let failed = |error: rusqlite::Error| LabError::Sqlite { path: path.into(), reason: words(&error) };
        if path.is_dir() {
            return Err(LabError::NoLab { path: path.into(), reason: "it is a folder, not a file".into() });
        }
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        Ok(Self { path: path.into(), connection })
    }

    /// Whether the file is empty; otherwise it must be a lab of a version that this program knows.
    fn identify(&self) -> Result<bool, LabError> {
        let pragma = |name: &str| self.connection.query_row(name, [], |row| row.get::<_, i64>(0));
        let tables = pragma("SELECT count(*) FROM sqlite_master").map_err(|error| {
            match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => {
                    LabError::NoLab { path: self.path.clone(), reason: "it is no SQLite file".into() }
                }
                _ => self.error(&error),
            }
        })?;
        if tables == 0 {
            return Ok(true);
        }
        let application = pragma("PRAGMA application_id").map_err(|error| self.error(&error))?;
        if application != i64::from(APPLICATION) {
            let reason = "it is the SQLite file of another program".into();
            return Err(LabError::NoLab { path: self.path.clone(), reason });
        }
        let found = self.version().map_err(|error| self.error(&error))?;
        if found > VERSION { Err(LabError::Newer { path: self.path.clone(), found }) } else { Ok(false) }
    }

    fn version(&self) -> rusqlite::Result<u32> {
        version(&self.connection)
    }

    /// What SQLite says, with the file.
    fn error(&self, error: &rusqlite::Error) -> LabError {
        LabError::Sqlite { path: self.path.clone(), reason: words(error) }
    }

    /// The folder that the lab lies in: replays below it are noted relative to it.
    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Brings a database up to date, all of it or nothing.
fn migrate(connection: &mut Connection, migrations: &[&str], is_new: bool) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)? as usize;
    for migration in migrations.iter().skip(found) {
        transaction.execute_batch(migration)?;
    }
    if is_new {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    if found < migrations.len() {
        transaction.pragma_update(None, "user_version", migrations.len())?;
    }
    transaction.commit()
}

/// What SQLite says, in words where it is one of the things that go wrong with files.
fn words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen) => {
            "it can't be opened: is there such a folder, and may you write there?".into()
        }
        Some(ErrorCode::DiskFull) => "there is no room left on the disk".into(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program is writing into it".into()
        }
        Some(ErrorCode::ReadOnly) => "it may not be written".into(),
        Some(ErrorCode::NotADatabase) => "it is no SQLite file".into(),
        Some(ErrorCode::DatabaseCorrupt) => "it is damaged (SQLite: database disk image is malformed)".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
