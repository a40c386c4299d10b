//! Labs that are none, and questions that can't be answered.

use std::fs;
use std::path::Path;

use super::{Row, answer, files, refusal, spinward, words};

const ARENA: &str = "arena --scenario pig --pairs 1 --agents scripted,random --lab";

/// Command lines on a good lab, with what their answer must name.
const LINES: [(&str, &str); 19] = [
    ("lab sql lab.db DELETE·FROM·games", "DELETE FROM games"),
    ("lab sql lab.db PRAGMA·user_version=9", "user_version"),
    ("lab sql lab.db VACUUM·INTO·'copy.db'", "copy.db"),
    ("lab sql lab.db SELECT·elo·FROM·results", "elo"),
    ("lab sql lab.db SELEC·1", "SELEC"),
    ("lab sql lab.db begin", "begin"),
    ("lab sql lab.db", "<QUERY>"),
    ("lab export lab.db", "--format"),
    ("lab export lab.db --format xml", "xml"),
    ("report lab.db --runs games", "no run"),
    ("report lab.db --results suite.toml", "suite.toml"),
    ("report lab.db -o lab.db", "lab.db"),
    ("report lab.db -o ./run/../lab.db", "lab.db"),
    ("report lab.db --runs run -o run/metrics.jsonl", "metrics.jsonl"),
    ("arena --scenario pig --agents scripted,random --save lab.db --lab lab.db", "lab.db"),
    ("arena --scenario pig --agents scripted,random --save lab.db-journal --lab lab.db", "lab.db-journal"),
    ("report lab.db -o lab.db-journal", "belongs to the lab"),
    ("report lab.db -o run/../lab.db-wal", "belongs to the lab"),
    ("report lab.db -o lab.db-shm", "belongs to the lab"),
];

/// Commands that read a lab, or write into it.
const COMMANDS: [&str; 4] =
    ["lab sql bad.db SELECT·1", "lab export bad.db --format csv", "report bad.db", "arena"];

pub(super) fn table() -> Vec<Row> {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    files::examples(folder);
    let made = answer(folder, spinward().args(words(ARENA)).arg("lab.db"));
    assert_eq!(made.code, Some(0), "{made:?}");
    let mut rows = Vec::new();
    let mut attempt = |line: &str, what: &str, named: &str| {
        let arguments: Vec<String> = words(line).iter().map(|word| word.replace('·', " ")).collect();
        let answer = refusal(folder, spinward().args(&arguments), named, what);
        rows.push(Row { command: line.replace('·', " "), what: what.into(), answer });
    };
    for (line, named) in LINES {
        attempt(line, "what is asked", named);
    }
    let bad = folder.join("bad.db");
    for (what, bytes) in damages(folder) {
        for command in COMMANDS {
            fs::write(&bad, &bytes).unwrap();
            let line = if command == "arena" { format!("{ARENA} bad.db") } else { command.to_string() };
            attempt(&line, what, "bad.db");
        }
    }
    fs::remove_file(&bad).unwrap();
    for command in &COMMANDS[..3] {
        attempt(command, "a lab that is not there", "bad.db");
    }
    attempt(&format!("{ARENA} run"), "a folder is in the way", "run");
    attempt(&format!("{ARENA} game.jsonl/new.db"), "a file stands where a folder should", "game.jsonl");
    attempt(&format!("{ARENA} nowhere/new.db"), "there is no such folder", "nowhere");
    let line = "lab export lab.db --format csv";
    let out = fs::OpenOptions::new().append(true).open(folder.join("lab.db")).unwrap();
    let answer = refusal(folder, spinward().args(words(line)).stdout(out), "standard output", "its output");
    rows.push(Row { command: format!("{line} >> lab.db"), what: "the output is the lab".into(), answer });
    rows
}

/// No part of the table, as all that is not permitted: labs that have to be written before they are read.
#[cfg(feature = "lab")]
#[test]
fn what_a_lab_needs_where_nothing_can_be_written_is_said() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let made = answer(folder, spinward().args(words(ARENA)).arg("lab.db"));
    assert_eq!(made.code, Some(0), "{made:?}");
    let good = fs::read(folder.join("lab.db")).unwrap();
    // The version stands in SQLite's header.
    let mut old = good.clone();
    old[63] = 1;
    // The head of a journal: a lab of no page is what it goes back to.
    let journal =
        [&[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7][..], &[0; 14], &[2, 0, 0, 0, 16, 0]].concat();
    fs::write(folder.join("old.db"), old).unwrap();
    fs::write(folder.join("cut.db"), good).unwrap();
    fs::write(folder.join("cut.db-journal"), [&journal[..], &[0; 484]].concat()).unwrap();
    let ask = |lab: &str, named: &str| {
        let line = format!("lab sql {lab} SELECT·1");
        let arguments: Vec<String> = words(&line).iter().map(|word| word.replace('·', " ")).collect();
        super::places::where_nothing_can_be_written(folder, |mut command| {
            refusal(folder, command.args(&arguments), named, "no permission").said
        })
    };
    if let Some(said) = ask("old.db", "old.db") {
        assert!(
            said.starts_with("old.db: a lab of version 1, which has to be brought up to version 2"),
            "{said}"
        );
    }
    if let Some(said) = ask("cut.db", "cut.db-journal") {
        assert!(said.contains("has to be rolled back, and nothing can be written there"), "{said}");
    }
}

/// Files that are no labs, each with what is wrong.
fn damages(folder: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let good = fs::read(folder.join("lab.db")).unwrap();
    // Where SQLite's header has the application's number and the number of the version (big-endian).
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        bytes
    };
    vec![
        ("a letter", b"Dear Sir,\n\nplease find the war enclosed.\n".repeat(40)),
        ("random bytes", (0..=255).cycle().map(|byte: u8| byte.wrapping_mul(167)).take(2000).collect()),
        ("the database of another program", with(71, 0)),
        ("a lab of a newer version", with(63, 9)),
        ("a lab that is cut off", good[..good.len() / 2].to_vec()),
    ]
}
