//! `spinward report`: the page and the picture that a run's folder is turned into.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use spinward_agents::file::{read_text, write_whole};
use spinward_evaluation::page::RunFiles;
use spinward_training::screen::Screen;

use crate::exit::{Done, wrong_use};

/// Write the page that explains a run: how it learnt, how strong it became, what was trained.
#[derive(Args)]
#[command(
    after_help = "Example: spinward report runs/tiny\n         spinward report runs/tiny --screen training.svg"
)]
pub(crate) struct Report {
    /// The folder of a run, finished or not.
    dir: PathBuf,
    /// Where the page goes; report.html in the folder unless told otherwise. Its links lead into the folder only from
    /// there.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the run's screen, as training shows it on a terminal, as an SVG picture instead of the page.
    #[arg(long, value_name = "FILE", conflicts_with = "html")]
    screen: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Report {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Done> {
        let page = match &self.screen {
            Some(picture) => {
                write_whole(picture, screen_picture(&self.dir)?.as_bytes())?;
                picture.clone()
            }
            None => {
                let page = self.html.clone().unwrap_or_else(|| self.dir.join("report.html"));
                let files = RunFiles::read(&self.dir).map_err(wrong_use)?;
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
