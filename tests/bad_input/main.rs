//! What the program says to bad input: every command, every kind of file, every way for it to be wrong. The table of what
//! was tried and what came back is docs/bad-input.md; `UPDATE_GOLDEN=1 cargo test --test bad_input --features torch`
//! writes it anew.
//!
//! Each case must end with an exit code of 1 or 2 and one error that says what and where, without a panic, and must leave
//! every file as it was.

mod files;
mod labs;
mod places;
mod training;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The page, from the workspace's root.
const PAGE: &str = "docs/bad-input.md";

const INTRODUCTION: &str = "# Bad input

What the program was given and what came back: the exit code (1: failed, 2: wrong use) and the error on standard error.
`cargo test --test bad_input` tries every line again (those of labs with `--features lab`, those of training runs with `--features
torch`) and that no file was changed by it; with `UPDATE_GOLDEN=1` it writes them anew. `…` stands for a temporary folder, or for the rest of a list.
";

#[test]
fn bad_input_is_answered_by_what_and_where() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let written = fs::read_to_string(&path).unwrap_or_default();
    let mut page = INTRODUCTION.to_string();
    for (title, table, is_built) in SECTIONS {
        // What this build can't try stays as it is.
        page += &if is_built { section(title, &table()) } else { section_of(&written, title) };
    }
    let complaints = COMPLAINTS.lock().unwrap();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return fs::write(&path, &page).unwrap();
    }
    for (number, (written, page)) in written.lines().zip(page.lines()).enumerate() {
        assert_eq!(written, page, "{PAGE}, line {}", number + 1);
    }
    assert_eq!(written.lines().count(), page.lines().count(), "{PAGE} has another number of lines");
}

/// The sections of the page: their titles, how they are made, and whether this build tries them. Builds with torch try what
/// needs it alone: the rest is tried without.
const SECTIONS: [(&str, Table, bool); 5] = [
    ("Files", files::table, cfg!(not(feature = "torch"))),
    ("Values", values::table, cfg!(not(feature = "torch"))),
    ("Places", places::table, cfg!(not(feature = "torch"))),
    ("Labs (with SQLite)", labs::table, cfg!(feature = "lab")),
    ("Training runs (with libtorch)", training::table, cfg!(feature = "torch")),
];

/// Makes the rows of a section.
type Table = fn() -> Vec<Row>;

/// A section as it stands in the page.
fn section_of(page: &str, title: &str) -> String {
    let Some(at) = page.find(&format!("\n## {title}")) else { return String::new() };
    let end = page[at + 1..].find("\n## ").map_or(page.len(), |end| at + 1 + end);
    page[at..end].into()
}

#[cfg(not(feature = "torch"))]
#[test]
fn what_the_program_was_built_without_is_said() {
    let place = tempfile::tempdir().unwrap();
    files::examples(place.path());
    for line in ["train train.toml", "gpu-check --scenario pig"] {
        let answer = refusal(place.path(), spinward().args(words(line)), "cargo xtask setup", "no libtorch");
        assert_eq!(answer.code, Some(2), "{answer:?}");
    }
}

/// A line of the table: what was tried, and what came back.
struct Row {
    command: String,
    what: String,
    answer: Answer,
}

/// How the program ended.
#[derive(Debug)]
struct Answer {
    code: Option<i32>,
    /// The error, or the last line said where there is none.
    said: String,
}

fn section(title: &str, rows: &[Row]) -> String {
    let mut text =
        format!("\n## {title}: {} cases\n\n| command | what is wrong | code | answer |\n", rows.len());
    text += "|---|---|---|---|\n";
    for Row { command, what, answer } in rows {
        let cell = |text: &str| text.replace('|', "\\|").replace('\n', "<br>");
        let code = answer.code.map_or("killed".into(), |code| code.to_string());
        _ = writeln!(text, "| `{command}` | {} | {code} | {} |", cell(what), cell(&answer.said));
    }
    text
}

fn spinward() -> Command {
    Command::new(env!("CARGO_BIN_EXE_spinward"))
}

/// Runs the program in a folder.
fn answer(folder: &Path, command: &mut Command) -> Answer {
    let output = command.current_dir(folder).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("panicked") {
        COMPLAINTS.lock().unwrap().push(format!("a panic: {command:?}: {said}"));
    }
    let last = said.trim_end().lines().last().unwrap_or_default();
    let error = match said.find("error: ") {
        // What clap adds about usage is no part of the answer.
        Some(at) => said[at + 7..].split("\n\n").next().unwrap_or_default().trim_end(),
        None => last,
    };
    let said = short(&error.replace(&folder.display().to_string(), "…"));
    Answer { code: output.status.code(), said }
}

/// Long lists of what there is grow with the program: their first item is enough here.
fn short(error: &str) -> String {
    let Some(at) = error.find("here is ") else { return error.into() };
    match error[at..].split(", ").collect::<Vec<_>>()[..] {
        [first, _, _, ..] => format!("{}{first}, …", &error[..at]),
        _ => error.into(),
    }
}

/// Answers that are not as they should be.
static COMPLAINTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Runs the program on something that is wrong, and notes what an answer to bad input lacks: `named` must be in it.
fn refusal(folder: &Path, command: &mut Command, named: &str, what: &str) -> Answer {
    let before = contents(folder);
    let answer = answer(folder, command);
    let after = contents(folder);
    let complain = |lack: String| {
        COMPLAINTS.lock().unwrap().push(format!("{what}: {lack}: {command:?}: {answer:?}"));
    };
    if !matches!(answer.code, Some(1 | 2)) {
        complain("not refused".into());
    }
    if !answer.said.contains(named) {
        complain(format!("'{named}' is not named"));
    }
    if answer.said.len() < named.len() + 8 || answer.said.contains("os error") {
        complain("no sentence for people".into());
    }
    for (path, _) in before.iter().filter(|(path, bytes)| after.get(*path) != Some(*bytes)) {
        complain(format!("{} was changed", path.display()));
    }
    answer
}

/// The words of a command line.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Every file below a folder with its bytes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else if !path.ends_with("run.lock") && !path.ends_with("log.txt") {
            let bytes = fs::read(&path).expect("a file");
            all.insert(path, bytes);
        }
    }
    all
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let (entry, path) = (entry.expect("an entry").file_name(), from);
        let (from, to) = (path.join(&entry), to.join(&entry));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("a copy");
        }
    }
}
