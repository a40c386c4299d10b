//! Pages of one HTML file that load nothing: that of a run (what was trained, how it learnt and how strong it became), and
//! that of a [`lab`].

mod alone;
mod chart;
mod curves;
mod documents;
pub mod lab;
mod result;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use spinward_agents::file::{FileError, read_text};
use thiserror::Error;

use crate::report::ArenaReport;
use chart::number;

const STYLE: &str = include_str!("style.css");

/// What the folder of a run holds, as far as the page tells of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFiles {
    /// The name of the run: that of its folder.
    pub name: String,
    /// `config.toml`.
    pub config: Option<String>,
    /// `versions.json`: names and values.
    pub versions: Vec<(String, String)>,
    /// The lines of `metrics.jsonl`.
    pub metrics: Vec<Map<String, Value>>,
    /// `arena.json`.
    pub arena: Option<ArenaReport>,
    /// Names of the files and folders that are there; folders end in `/`.
    pub entries: Vec<String>,
}

/// Why the folder of a run can't be read.
#[derive(Debug, Error)]
pub enum RunFilesError {
    /// A file of it can't be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not the folder of a run.
    #[error("{}: no run: there is neither metrics.jsonl nor arena.json", .folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
    },
    /// A file of it is not what its name says.
    #[error("{}: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, as a clause.
        reason: String,
    },
}

impl RunFiles {
    /// Reads the folder of a run, finished or not.
    ///
    /// # Errors
    /// If it holds neither `metrics.jsonl` nor `arena.json`, or a file of it can't be read or is not what its name says;
    /// the last line of `metrics.jsonl` may be cut off.
    pub fn read(folder: &Path) -> Result<Self, RunFilesError> {
        let name = folder.canonicalize().map_err(|error| FileError::reading(folder, error))?;
        let name = name.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let versions = match text(folder, "versions.json")? {
            Some(text) => parse::<Map<String, Value>>(folder, "versions.json", &text)?,
            None => Map::new(),
        };
        let word = |value: Value| value.as_str().map_or_else(|| value.to_string(), String::from);
        let metrics = text(folder, "metrics.jsonl")?;
        let arena = text(folder, "arena.json")?;
        if metrics.is_none() && arena.is_none() {
            return Err(RunFilesError::NoRun { folder: folder.into() });
        }
        Ok(Self {
            name,
            config: text(folder, "config.toml")?,
            versions: versions.into_iter().map(|(name, value)| (name, word(value))).collect(),
            metrics: metrics.map_or(Ok(vec![]), |text| metrics_lines(folder, &text))?,
            arena: arena.map(|text| parse(folder, "arena.json", &text)).transpose()?,
            entries: entries(folder)?,
        })
    }

    /// The page.
    pub fn page(&self) -> String {
        let mut out = head(&self.name, "Spinward run");
        self.summary(&mut out);
        out += "</header>\n<main>\n";
        if let Some(arena) = &self.arena {
            result::section(&mut out, arena);
        }
        self.curves(&mut out);
        self.about(&mut out);
        out += "</main>\n</body>\n</html>\n";
        out
    }

    /// The few numbers to know first.
    fn summary(&self, out: &mut String) {
        let sum = |kind: &str, key: &str| curves::values(&self.metrics, kind, key).sum::<f64>();
        let generations = curves::values(&self.metrics, "games", "games").count();
        let steps = self.metrics.iter().filter_map(|line| line.get("step")?.as_f64()).fold(0.0, f64::max);
        let mut facts: Vec<(&str, String)> = Vec::new();
        if let Some((_, game)) = self.versions.iter().find(|(name, _)| name == "game") {
            facts.push(("game", game.clone()));
        } else if let Some(arena) = &self.arena {
            facts.push(("game", format!("{}/{}", arena.game, arena.scenario)));
        }
        if generations > 0 {
            facts.push(("generations", number(generations as f64)));
            facts.push(("games", number(sum("games", "games"))));
            facts.push(("decisions", number(sum("games", "decisions"))));
            facts.push(("learning steps", number(steps)));
        }
        if let Some(best) = self.arena.as_ref().and_then(|arena| arena.ratings.first()) {
            facts.push(("strongest", format!("{}, {:+.0} Elo", best.agent, best.elo)));
        }
        write_facts(out, &facts);
    }

    fn curves(&self, out: &mut String) {
        let seats = self.arena.as_ref().and_then(|arena| arena.pairs.first());
        let seats: Vec<&str> =
            seats.map_or(vec![], |pair| pair.a_by_seat.iter().map(|seat| seat.name.as_str()).collect());
        let charts = curves::charts(&self.metrics, &seats);
        if charts.is_empty() {
            return;
        }
        *out += "<section>\n<h2>How it learnt</h2>\n<p>Generation 0 plays and copies the scripted agent, where the run \
                 has a warm start; each later generation plays against itself and then learns.</p>\n\
                 <div class=\"charts\">\n";
        charts.iter().for_each(|chart| *out += &chart.figure());
        *out += "</div>\n</section>\n";
    }

    fn about(&self, out: &mut String) {
        *out += "<section>\n<h2>What was trained</h2>\n";
        if !self.versions.is_empty() {
            *out += "<div class=\"scroll\"><table class=\"plain\"><caption>Versions</caption><tbody>\n";
            for (name, value) in &self.versions {
                let (name, value) = (escape(name), escape(value));
                _ = writeln!(out, "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>");
            }
            *out += "</tbody></table></div>\n";
        }
        if let Some(config) = &self.config {
            let config = escape(config);
            _ = writeln!(
                out,
                "<details><summary>Configuration (config.toml)</summary>\n<pre>{config}</pre></details>"
            );
        }
        if !self.entries.is_empty() {
            *out += "<h3>Files</h3>\n<ul class=\"files\">\n";
            for entry in &self.entries {
                let (link, entry) = (escape(&percent(entry)), escape(entry));
                _ = writeln!(out, "<li><a href=\"{link}\">{entry}</a></li>");
            }
            *out += "</ul>\n";
        }
        *out += "</section>\n";
    }
}

/// A page up to the first lines of its header.
fn head(name: &str, kind: &str) -> String {
    let name = escape(name);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name} – {kind}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <p class=\"kind\">{kind}</p>\n<h1>{name}</h1>\n"
    )
}

/// The few numbers to know first: names and values.
fn write_facts(out: &mut String, facts: &[(&str, String)]) {
    *out += "<dl class=\"facts\">\n";
    for (name, value) in facts {
        _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(value));
    }
    *out += "</dl>\n";
}

fn text(folder: &Path, name: &str) -> Result<Option<String>, RunFilesError> {
    match read_text(&folder.join(name)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn parse<T: serde::de::DeserializeOwned>(folder: &Path, name: &str, text: &str) -> Result<T, RunFilesError> {
    serde_json::from_str(text)
        .map_err(|error| RunFilesError::Malformed { path: folder.join(name), reason: error.to_string() })
}

fn metrics_lines(folder: &Path, text: &str) -> Result<Vec<Map<String, Value>>, RunFilesError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut metrics = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(figures) => metrics.push(figures),
            // A run that goes on, or was killed, may be in the middle of it.
            Err(_) if index + 1 == lines.len() && !text.ends_with('\n') => {}
            Err(error) => {
                let reason = format!("line {}: {error}", index + 1);
                return Err(RunFilesError::Malformed { path: folder.join("metrics.jsonl"), reason });
            }
        }
    }
    Ok(metrics)
}

fn entries(folder: &Path) -> Result<Vec<String>, FileError> {
    let failed = |error| FileError::reading(folder, error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') || [".lock", ".tmp"].iter().any(|end| name.ends_with(end));
        if !hidden && name != "report.html" {
            let is_folder = entry.file_type().map_err(failed)?.is_dir();
            names.push(if is_folder { name + "/" } else { name });
        }
    }
    names.sort();
    Ok(names)
}

/// A file's name as a relative link.
fn percent(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let part = |byte: u8| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") };
    name.bytes().map(part).collect()
}

/// Text as HTML wants it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
