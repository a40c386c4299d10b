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

use rusqlite::types::FromSqlError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, TransactionBehavior};
use spinward_agents::file::{FileError, check_place};
use spinward_agents::roster::AgentSpecError;
use thiserror::Error;

pub use answer::{Answer, Cell, Format};
pub use recorder::{Recorded, Recorder};
pub use settings::settings;

/// What takes a lab from each version to the next; the first one begins with an empty file.
const MIGRATIONS: [&str; 2] = [include_str!("version_1.sql"), include_str!("version_2.sql")];

/// The version of labs that this program writes.
pub const VERSION: u32 = MIGRATIONS.len() as u32;

/// Says in the file's header whose file it is (`PRAGMA application_id`): "Spwd".
const APPLICATION: i32 = i32::from_be_bytes(*b"Spwd");

/// What a lab of this version has: tables and views with the columns that are read.
const TABLES: [(&str, &str); 7] = [
    ("agents", "id, spec, identity"),
    ("settings", "id, game, scenario, preset, options, figures, setup, rules, program, seats, thinking"),
    ("matches", "id, setting, agents, luck, sprt, seed, plan, added"),
    ("games", "id, setting, dice, seating, a, b, score, luck, valued, length, course, stopped, replay"),
    ("entries", "match, meeting, pair, seating, game"),
    ("seats", "game, seat, player, \"return\", decisions, cpu_s, luck"),
    ("results", "id, a, b, score, returns"),
];

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
    /// It is of an older version and can't be brought up to date where it is.
    #[error(
        "{}: a lab of version {found}, which has to be brought up to version {VERSION}, and it can't be written where it is; copy it to a place \
         that can be written and use the copy", .path.display()
    )]
    Old {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A program that was killed left changes half made, and they can't be undone where the lab is.
    #[error(
        "{}: a program that was killed left {} beside it, by which what it had begun has to be rolled back, and nothing can be written \
         there; copy both files to a place that can be written and use the copy", .path.display(), .journal.display()
    )]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// What SQLite needs to roll back.
        journal: PathBuf,
    },
    /// It is not as this program writes labs: somebody else wrote into it, or it was cut off.
    #[error("{}: a damaged lab: {what}; take a copy from before, or record its games anew from the saves of their arenas", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, as a clause.
        what: String,
    },
    /// There is no place for a new one.
    #[error(transparent)]
    Place(#[from] FileError),
    /// An agent whose specification can't be read.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// A query that would change something.
    #[error("the lab is only read here: '{0}' would change something")]
    Writes(String),
    /// A statement that asks for nothing.
    #[error("'{0}' asks for nothing: a query has columns, as SELECT a, b, score FROM results")]
    NoQuery(String),
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
    /// If the file can't be written, is no lab, is damaged or of a newer version, or there is no folder for it.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        if !path.exists() {
            check_place(path)?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut lab = Self::connect(path, flags)?;
        let is_new = lab.identify()?;
        let found = lab.version().map_err(|error| lab.error(&error))?;
        let migrated = migrate(&mut lab.connection, &MIGRATIONS, is_new);
        migrated.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) if !is_new && found < VERSION => {
                LabError::Old { path: path.into(), found }
            }
            _ => lab.error(&error),
        })?;
        lab.check_tables()?;
        Ok(lab)
    }

    /// Opens a lab that is only read. One of an older version is brought up to date first, and what a killed program had begun is
    /// rolled back.
    ///
    /// # Errors
    /// If there is no such file, it is no lab, damaged or of a newer version, or it has to be written first and can't be.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        if !path.exists() {
            return Err(LabError::Missing(path.into()));
        }
        let mut lab = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut identified = lab.identify();
        if let Err(LabError::Unfinished { .. }) = identified {
            // SQLite rolls back once the file may be written.
            Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.identify()?;
            lab = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            identified = lab.identify();
        }
        if identified? {
            return Err(LabError::NoLab { path: path.into(), reason: "it is empty".into() });
        }
        if lab.version().map_err(|error| lab.error(&error))? == VERSION {
            lab.check_tables()?;
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
        // As an absolute path no name means anything else to SQLite, such as a database in memory.
        let place = std::path::absolute(path).unwrap_or_else(|_| path.into());
        let connection = Connection::open_with_flags(place, flags).map_err(failed)?;
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
                Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::SystemIoFailure)
                    if self.journal().exists() =>
                {
                    LabError::Unfinished { path: self.path.clone(), journal: self.journal() }
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

    /// Refuses a lab in which a table, a view or a column is missing.
    fn check_tables(&self) -> Result<(), LabError> {
        for (table, columns) in TABLES {
            let prepared = self.connection.prepare(&format!("SELECT {columns} FROM {table}"));
            if let Err(
                rusqlite::Error::SqlInputError { msg, .. } | rusqlite::Error::SqliteFailure(_, Some(msg)),
            ) = prepared
            {
                return Err(self.damaged(format!("table {table} is not as it should be ({msg})")));
            }
        }
        Ok(())
    }

    /// Hands every row of a query of our own to `read`, whose inner error ends it.
    fn each_row(
        &self,
        sql: &str,
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<Result<(), LabError>>,
    ) -> Result<(), LabError> {
        let error = |error| self.error(&error);
        let mut statement = self.connection.prepare(sql).map_err(error)?;
        let mut rows = statement.query([]).map_err(error)?;
        while let Some(row) = rows.next().map_err(error)? {
            read(row).map_err(error)??;
        }
        Ok(())
    }

    /// What SQLite says, with the file.
    fn error(&self, error: &rusqlite::Error) -> LabError {
        match error {
            rusqlite::Error::InvalidColumnType(_, column, kind) => {
                let kind = kind.to_string().to_lowercase();
                self.damaged(format!("a value of column {column} is of the wrong kind ({kind})"))
            }
            rusqlite::Error::IntegralValueOutOfRange(_, value) => {
                self.damaged(format!("{value} stands where it can't be"))
            }
            rusqlite::Error::FromSqlConversionFailure(_, kind, fault) => {
                let fault = match fault.downcast_ref::<FromSqlError>() {
                    Some(_) => kind.to_string().to_lowercase(),
                    None => fault.to_string(),
                };
                self.damaged(format!("a value is of the wrong kind ({fault})"))
            }
            _ => LabError::Sqlite { path: self.path.clone(), reason: words(error) },
        }
    }

    fn damaged(&self, what: String) -> LabError {
        LabError::Damaged { path: self.path.clone(), what }
    }

    /// What SQLite keeps beside the file while it writes: it stays where a program was killed.
    fn journal(&self) -> PathBuf {
        let mut journal = self.path.canonicalize().unwrap_or_else(|_| self.path.clone()).into_os_string();
        journal.push("-journal");
        journal.into()
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
        Some(ErrorCode::SystemIoFailure) => {
            "the system can't read or write all of it: is the disk full, or the file larger than allowed?"
                .into()
        }
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
