//! `spinward lab`: the file that the games of many arenas are recorded in.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use spinward_agents::file::Files;

use crate::exit::{Done, wrong_use};

/// Ask the file that arenas record their games in (`spinward arena --lab FILE`), or export it.
///
/// A lab is an SQLite file; docs/evaluation.md explains its tables. Here it is only read, but that one of an older version is brought up to date first.
#[derive(Args)]
#[command(after_help = "Examples:\n  spinward arena configs/evaluation/ladder.toml --lab lab.db\n  \
                  spinward lab sql lab.db 'SELECT setting, a, b, count(*), avg(score) FROM results GROUP BY setting, a, b'\n  \
                  spinward lab export lab.db --format csv > games.csv")]
pub(crate) struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer a query in SQL: as a table, or for other programs.
    Sql {
        /// The lab.
        file: PathBuf,
        /// What is asked, in SQLite's SQL. The view `results` has a row for every game.
        query: String,
        /// Print CSV or one JSON document instead of a table.
        #[arg(long, value_enum)]
        format: Option<Format>,
    },
    /// Write every game with what it came to.
    Export {
        /// The lab.
        file: PathBuf,
        /// As lines of values between commas, or as one JSON document.
        #[arg(long, value_enum)]
        format: Format,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Csv,
    Json,
}

impl Lab {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let (Command::Sql { file, .. } | Command::Export { file, .. }) = &self.command;
        Files::default()
            .reads("the lab", [&**file])
            .beside_databases("what belongs to the lab", [&**file])
            .check()
            .map_err(wrong_use)?;
        match self.command {
            Command::Sql { file, query, format } => with_lab::sql(out, &file, &query, format),
            Command::Export { file, format } => with_lab::export(out, &file, format),
        }?;
        Ok(Done::Whole)
    }
}

pub(crate) use with_lab::{Recorder, page, recorder};

#[cfg(feature = "lab")]
mod with_lab {
    use std::io::Write;
    use std::path::{Path, PathBuf};

    use anyhow::Result;
    use spinward_env::core::ResolvedSetup;
    use spinward_evaluation::arena::ArenaRecord;
    use spinward_evaluation::lab::{self, Answer, Lab};
    use spinward_evaluation::page::RunFiles;
    use spinward_evaluation::page::lab::LabPage;

    use super::Format;
    use crate::exit::wrong_use;
    use crate::report::Results;

    pub(crate) use lab::Recorder;

    /// Opens the lab, a new one if need be, for the games of a record.
    pub(crate) fn recorder(
        path: &Path,
        setup: &ResolvedSetup,
        seats: &[&str],
        record: &ArenaRecord,
    ) -> Result<Recorder> {
        let lab = Lab::open(path).map_err(wrong_use)?;
        Recorder::new(lab, setup, seats, &record.plan).map_err(wrong_use)
    }

    /// The page of a lab, which will lie at `page`.
    pub(crate) fn page(file: &Path, page: &Path, runs: &[PathBuf], results: &Results) -> Result<String> {
        let settings = Lab::read(file).and_then(|lab| lab::settings(&lab)).map_err(wrong_use)?;
        let runs = runs.iter().map(|run| RunFiles::read(run)).collect::<Result<Vec<_>, _>>();
        let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let lab = LabPage {
            name: &name,
            settings: &settings,
            runs: &runs.map_err(wrong_use)?,
            balances: &results.balances,
            probes: &results.probes,
            folder: page.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        };
        Ok(lab.html())
    }

    pub(super) fn sql(out: &mut impl Write, file: &Path, query: &str, format: Option<Format>) -> Result<()> {
        let answer = Lab::read(file).and_then(|lab| lab.answer(query)).map_err(wrong_use)?;
        write(out, &answer, format)
    }

    pub(super) fn export(out: &mut impl Write, file: &Path, format: Format) -> Result<()> {
        let games = Lab::read(file).and_then(|lab| lab.games()).map_err(wrong_use)?;
        write(out, &games, Some(format))
    }

    fn write(out: &mut impl Write, answer: &Answer, format: Option<Format>) -> Result<()> {
        match format {
            None => write!(out, "{answer}")?,
            Some(Format::Csv) => out.write_all(answer.written(lab::Format::Csv).as_bytes())?,
            Some(Format::Json) => out.write_all(answer.written(lab::Format::Json).as_bytes())?,
        }
        Ok(())
    }
}

/// Without the feature every use of a lab says how to get it.
#[cfg(not(feature = "lab"))]
mod with_lab {
    use std::convert::Infallible;
    use std::io::Write;
    use std::path::{Path, PathBuf};

    use anyhow::Result;
    use spinward_env::core::ResolvedSetup;
    use spinward_evaluation::arena::{ArenaRecord, PlayedGame};

    use super::Format;
    use crate::exit::wrong_use;
    use crate::report::Results;

    /// There is none.
    pub(crate) enum Recorder {}

    impl Recorder {
        pub(crate) fn add(&mut self, _: &PlayedGame, _: Option<&Path>) -> Result<(), Infallible> {
            match *self {}
        }

        pub(crate) fn flush(&mut self) -> Result<&'static str, Infallible> {
            match *self {}
        }
    }

    fn missing<T>() -> Result<T> {
        Err(wrong_use(
            "labs (SQLite) need a build with feature lab and a C compiler: `cargo build --release --features lab`",
        ))
    }

    pub(crate) fn recorder(_: &Path, _: &ResolvedSetup, _: &[&str], _: &ArenaRecord) -> Result<Recorder> {
        missing()
    }

    pub(crate) fn page(_: &Path, _: &Path, _: &[PathBuf], _: &Results) -> Result<String> {
        missing()
    }

    pub(super) fn sql(_: &mut impl Write, _: &Path, _: &str, _: Option<Format>) -> Result<()> {
        missing()
    }

    pub(super) fn export(_: &mut impl Write, _: &Path, _: Format) -> Result<()> {
        missing()
    }
}
