//! Sessions that are written down: lines of the host with `> `, the engine's with `< `, notes with `#`.
//! `SPINWARD_UPDATE_GOLDEN=1 cargo test -p spinward-agents --test protocol` writes the engine's lines anew.

use std::fs;
use std::path::{Path, PathBuf};

use spinward_agents::protocol::Engine;

use super::ask;

/// Where the lines of games and options stand; everywhere else they are left out.
const WITH_GAMES: &str = "handshake.txt";

/// What varies is masked.
fn masked(line: &str) -> String {
    let mut line = line.to_string();
    for (key, end) in [("\"elapsed_ms\":", ','), ("\"version\":", ',')] {
        if let Some(at) = line.find(key) {
            let from = at + key.len();
            let to = line[from..].find(end).map_or(line.len(), |length| from + length);
            line.replace_range(from..to, "…");
        }
    }
    line
}

/// The session with the lines that the engine says now.
fn played(session: &str, with_games: bool) -> String {
    let mut engine = Engine::new(|| ());
    let mut page = String::new();
    for line in session.lines().filter(|line| !line.starts_with("< ")) {
        page += &format!("{line}\n");
        let Some(request) = line.strip_prefix("> ") else { continue };
        let is_shown =
            |line: &String| with_games || !line.starts_with("game ") && !line.starts_with("option ");
        for said in ask(&mut engine, request).iter().filter(|line| is_shown(line)) {
            page += &format!("< {}\n", masked(said));
        }
    }
    page
}

/// Compares a page with its session played now, or writes it anew.
fn check(path: &Path, page: &str, session: &str, with_games: bool) {
    let now = played(session, with_games);
    if std::env::var_os("SPINWARD_UPDATE_GOLDEN").is_some() {
        return fs::write(path, page.replacen(session, &now, 1)).unwrap();
    }
    for (number, (written, said)) in session.lines().zip(now.lines()).enumerate() {
        assert_eq!(written, said, "{}: line {} of the session", path.display(), number + 1);
    }
    assert_eq!(session.lines().count(), now.lines().count(), "{}: another number of lines", path.display());
}

#[test]
fn sessions_go_as_they_are_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let paths: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() > 3, "{paths:?}");
    for path in paths {
        let page = fs::read_to_string(&path).unwrap();
        check(&path, &page, &page, path.file_name().is_some_and(|name| name == WITH_GAMES));
    }
}

#[test]
fn the_session_of_the_manual_goes_as_it_is_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let page = fs::read_to_string(&path).unwrap();
    let from = page.find("```\n> ").expect("a session") + 4;
    let session = &page[from..from + page[from..].find("```").unwrap()];
    check(&path, &page, session, false);
}
