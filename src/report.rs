//! `spinward report`: the page and the picture that a run's folder is turned into.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use spinward_agents::file::{Files, read_text, write_whole};
use spinward_evaluation::balance::report::BalanceReport;
use spinward_evaluation::page::RunFiles;
use spinward_evaluation::probe::ProbeReport;
use spinward_training::screen::Screen;

use crate::exit::{Done, wrong_use};
use crate::lab;

/// Write the page that explains a run (how it learnt, how strong it became, what was trained) or a lab (who is how strong).
#[derive(Args)]
#[command(
    after_help = "Examples:\n  spinward report runs/tiny\n  spinward report runs/tiny --screen training.svg\n  \
                  spinward report runs/lab.db --runs runs/tiny --results balance.json -o report.html"
)]
pub(crate) struct Report {
    /// The folder of a run, finished or not; or a lab, the file that `spinward arena --lab` recorded games in.
    place: PathBuf,
    /// Where the page goes: report.html in the run's folder, or beside the lab, unless told otherwise. Links of a run's page
    /// lead into the folder only from there.
    #[arg(short = 'o', long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the run's screen, as training shows it on a terminal, as an SVG picture instead of the page.
    #[arg(long, value_name = "FILE", conflicts_with = "html")]
    screen: Option<PathBuf>,
    /// Runs whose learning curves the page of a lab shows.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with = "screen")]
    runs: Vec<PathBuf>,
    /// Documents that the page of a lab shows: those of `spinward balance --out` and `spinward probe --out`.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "screen")]
    results: Vec<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Report {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let page = match &self.screen {
            Some(picture) => {
                self.check_files(picture)?;
                write_whole(picture, screen_picture(&self.place)?.as_bytes())?;
                picture.clone()
            }
            None if self.place.is_file() => {
                let page = self.html.clone().unwrap_or_else(|| self.place.with_extension("html"));
                self.check_files(&page)?;
                let html = lab::page(&self.place, &page, &self.runs, &Results::read(&self.results)?)?;
                write_whole(&page, html.as_bytes())?;
                page
            }
            None => {
                if !self.runs.is_empty() || !self.results.is_empty() {
                    let place = self.place.display();
                    return Err(wrong_use(format!(
                        "--runs and --results are for the page of a lab; {place} is none"
                    )));
                }
                let page = self.html.clone().unwrap_or_else(|| self.place.join("report.html"));
                self.check_files(&page)?;
                let files = RunFiles::read(&self.place).map_err(wrong_use)?;
                write_whole(&page, files.page().as_bytes())?;
                page
            }
        };
        if self.json {
            writeln!(
                out,
                "{:#}",
                json!({ "schema": "spinward/report/1", "file": page.display().to_string() })
            )?;
        } else {
            writeln!(out, "{}", page.display())?;
        }
        Ok(Done::Whole)
    }
}

impl Report {
    /// Refuses an output that is one of the files that are read: the lab, documents, files of runs.
    fn check_files(&self, output: &Path) -> Result<()> {
        let runs = [&self.place].into_iter().chain(&self.runs);
        let of_runs: Vec<PathBuf> = runs.flat_map(|run| RUN_FILES.map(|name| run.join(name))).collect();
        let read = [&self.place].into_iter().chain(&self.results).chain(&of_runs);
        let read = read.map(PathBuf::as_path);
        let lab = Some(&*self.place).filter(|place| place.is_file());
        Files::default()
            .reads("what is read", read)
            .beside_databases("what belongs to the lab", lab)
            .writes("the page", [output])
            .check()
            .map_err(wrong_use)
    }
}

/// What is read of a run's folder.
const RUN_FILES: [&str; 5] = ["config.toml", "versions.json", "metrics.jsonl", "arena.json", "log.txt"];

/// Documents of other commands.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) balances: Vec<BalanceReport>,
    pub(crate) probes: Vec<ProbeReport>,
}

impl Results {
    /// Reads documents, each by what it says it is.
    fn read(files: &[PathBuf]) -> Result<Self> {
        let mut results = Self::default();
        for file in files {
            let text = read_text(file).map_err(wrong_use)?;
            let fault = |fault: &dyn std::fmt::Display| wrong_use(format!("{}: {fault}", file.display()));
            let document: Value = serde_json::from_str(&text).map_err(|error| fault(&error))?;
            match document["schema"].as_str() {
                Some("spinward/balance/1") => {
                    results.balances.push(serde_json::from_value(document).map_err(|error| fault(&error))?);
                }
                Some("spinward/probe/1") => {
                    results.probes.push(serde_json::from_value(document).map_err(|error| fault(&error))?);
                }
                _ => return Err(fault(&"no document of `spinward balance --out` or `spinward probe --out`")),
            }
        }
        Ok(results)
    }
}

/// The screen of a run with the last line of its log.
fn screen_picture(run: &Path) -> Result<String> {
    let read = |name: &str| read_text(&run.join(name)).map_err(wrong_use);
    let log = read("log.txt")?;
    let last = log.lines().last().and_then(|line| line.split_once(' ')).map_or("", |(_time, line)| line);
    Ok(Screen::of_metrics(&read("metrics.jsonl")?).to_svg("spinward train", last))
}

/// Writes the page of a run into its folder.
///
/// # Errors
/// If something in the folder can't be read, or the page can't be written.
pub(crate) fn write_page(run: &Path) -> Result<PathBuf> {
    let page = run.join("report.html");
    let files = RunFiles::read(run).context("can't make the page of the run")?;
    write_whole(&page, files.page().as_bytes())?;
    Ok(page)
}
