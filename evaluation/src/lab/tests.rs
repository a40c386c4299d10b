use std::sync::Arc;

use rusqlite::Connection;
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Game, Setup};
use spinward_env::games::pig::Pig;
use tempfile::TempDir;

use super::*;
use crate::arena::{ArenaPlan, ArenaRecord, Control, run};
use crate::page::lab::LabPage;
use crate::report::ArenaReport;

fn pig() -> Arc<Pig> {
    Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "20")).unwrap())
}

fn played(agents: &str, pairs: u32, seed: u64) -> ArenaRecord {
    let agents = AgentSpec::list(agents).unwrap();
    let plan = ArenaPlan::everyone_against_everyone(pig().setup(), agents, pairs, seed);
    let mut record = ArenaRecord::new(ArenaPlan { luck: Some("estimate".into()), ..plan });
    let mut control = Control { workers: Some(1), ..Control::default() };
    run(&pig(), &Roster::without_networks(), &mut record, &mut control).unwrap();
    record
}

fn record(path: &Path, games: &ArenaRecord) -> Recorded {
    let game = pig();
    let mut recorder =
        Recorder::new(Lab::open(path).unwrap(), game.setup(), &game.facts().seats, &games.plan).unwrap();
    for (index, played) in games.games.iter().enumerate() {
        let replay = path.parent().unwrap().join(format!("games/{index}.jsonl"));
        recorder.add(played, (index % 2 == 0).then_some(&replay)).unwrap();
    }
    recorder.flush().unwrap()
}

fn lab() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lab.db");
    (folder, path)
}

fn cells(path: &Path, sql: &str) -> Vec<Vec<Cell>> {
    Lab::read(path).unwrap().answer(sql).unwrap().rows
}

/// What comes back from a lab says the same as what went in.
#[test]
fn recorded_games_come_back() {
    let (_folder, path) = lab();
    let games = played("scripted,random,greedy", 6, 3);
    assert_eq!(record(&path, &games), Recorded { new: 36, known: 0, other: 0 });
    let lab = Lab::read(&path).unwrap();
    let [setting] = &settings(&lab).unwrap()[..] else { panic!("one setting") };
    assert_eq!(
        (&setting.seats[..], setting.replays.len()),
        (&["first".to_string(), "second".into()][..], 36)
    );
    assert_eq!(setting.replays[0], Some(path.parent().unwrap().join("games/0.jsonl")));
    let seats = pig().facts().seats.clone();
    let (back, own) = (ArenaReport::new(&setting.record, &seats), ArenaReport::new(&games, &seats));
    assert_eq!((back.pairs, back.ratings, back.cycles), (own.pairs, own.ratings, own.cycles));
    let sum = cells(&path, "SELECT sum(a_cpu_s) + sum(b_cpu_s), count(adjusted), sum(length) FROM results");
    let own_sum: f64 = games.games.iter().flat_map(|game| &game.cpu_s).sum();
    let lengths: u32 = games.games.iter().flat_map(|game| &game.decisions).sum();
    let [Cell::Real(cpu_s), count, length] = &sum[0][..] else { panic!("{sum:?}") };
    assert!((cpu_s - own_sum).abs() < 1e-9);
    assert_eq!((count, length), (&Cell::Integer(36), &Cell::Integer(i64::from(lengths))));
}

/// A game has one place in the lab: handed in again it stays as it is, and another result under its name is told.
#[test]
fn a_game_is_recorded_once() {
    let (_folder, path) = lab();
    let mut games = played("scripted,random", 4, 3);
    record(&path, &games);
    assert_eq!(record(&path, &games), Recorded { new: 0, known: 8, other: 0 });
    games.games[3].returns.reverse();
    let told = record(&path, &games);
    assert_eq!(told, Recorded { new: 0, known: 8, other: 1 });
    assert!(told.to_string().contains("8 were there already, 1 of these with another result"), "{told}");
    // More pairs of the same match are more of the same; another seed is another match.
    assert_eq!(record(&path, &played("scripted,random", 5, 3)).new, 2);
    assert_eq!(record(&path, &played("scripted,random", 1, 4)).new, 2);
    assert_eq!(cells(&path, "SELECT count(*) FROM games")[0], [Cell::Integer(12)]);
    assert_eq!(cells(&path, "SELECT count(*) FROM matches")[0], [Cell::Integer(2)]);
    assert_eq!(cells(&path, "SELECT count(*) FROM agents")[0], [Cell::Integer(2)]);
}

/// Matches add up, whichever agent is named first; an agent against itself says nothing of its strength.
#[test]
fn matches_of_one_setting_are_read_as_one() {
    let (_folder, path) = lab();
    for agents in ["scripted,random", "random,scripted", "random,random"] {
        record(&path, &played(agents, 10, 3));
    }
    let [setting] = &settings(&Lab::read(&path).unwrap()).unwrap()[..] else { panic!("one setting") };
    let report = ArenaReport::new(&setting.record, &["first", "second"]);
    assert_eq!((report.pairs.len(), report.pairs[0].games, setting.record.games.len()), (1, 40, 40));
    let alone =
        |agents: &str| ArenaReport::new(&played(agents, 10, 3), &["first", "second"]).pairs[0].clone();
    let (one, other) = (alone("scripted,random"), alone("random,scripted"));
    assert_eq!(report.pairs[0].a_wins, one.a_wins + other.b_wins);
    assert_eq!(report.pairs[0].a_by_seat[0].games, 20);
}

/// The program is killed: what was not written is lost, what was is whole.
#[test]
fn what_a_killed_program_wrote_stays() {
    let (_folder, path) = lab();
    let (games, game) = (played("scripted,random", 150, 3), pig());
    let mut recorder =
        Recorder::new(Lab::open(&path).unwrap(), game.setup(), &game.facts().seats, &games.plan).unwrap();
    games.games.iter().for_each(|game| recorder.add(game, None).unwrap());
    drop(recorder);
    let Cell::Integer(kept) = cells(&path, "SELECT count(*) FROM games")[0][0] else { panic!("a number") };
    assert!((200..=300).contains(&kept), "{kept} of 300, at most 200 were waiting");
    assert_eq!(cells(&path, "SELECT count(*) FROM seats")[0], [Cell::Integer(2 * kept)]);
    assert_eq!(record(&path, &games).new, 300 - kept as usize);
}

#[test]
fn migrations_lead_from_every_version_to_the_newest() {
    let steps = ["CREATE TABLE a (x);", "ALTER TABLE a ADD COLUMN y;", "INSERT INTO a VALUES (1, 2);"];
    for version in 0..=steps.len() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &steps[..version], true).unwrap();
        migrate(&mut connection, &steps, false).unwrap();
        let rows: u32 = connection.query_row("SELECT count(y) FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!((rows, super::version(&connection).unwrap()), (1, 3), "from version {version}");
    }
    // All of it or nothing.
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, &["CREATE TABLE a (x);", "nonsense"], true).unwrap_err();
    assert_eq!(super::version(&connection).unwrap(), 0);
}

#[test]
fn files_that_are_no_labs_are_refused() {
    let (folder, path) = lab();
    let words = |path: &Path| {
        let (open, read) = (Lab::open(path).map(drop), Lab::read(path).map(drop));
        [open, read].map(|opened| opened.map_or_else(|error| error.to_string(), |()| "opened".into()))
    };
    assert!(Lab::read(&path).unwrap_err().to_string().ends_with("there is no such file"));
    std::fs::write(&path, b"Dear Sir,\n\nplease find the war enclosed.\n".repeat(40)).unwrap();
    words(&path).iter().for_each(|words| assert!(words.contains("it is no SQLite file"), "{words}"));
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE a (x)").unwrap();
    words(&path).iter().for_each(|words| assert!(words.contains("of another program"), "{words}"));
    std::fs::remove_file(&path).unwrap();
    drop(Lab::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", VERSION + 1).unwrap();
    words(&path).iter().for_each(|words| assert!(words.contains("a lab of version 2"), "{words}"));
    words(folder.path()).iter().for_each(|words| assert!(words.contains("it is a folder"), "{words}"));
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(Lab::read(&empty).unwrap_err().to_string().ends_with("it is empty"));
    assert!(Lab::open(&empty).is_ok());
}

#[test]
fn queries_are_answered_and_change_nothing() {
    let (folder, path) = lab();
    record(&path, &played("scripted,random", 2, 3));
    let before = std::fs::read(&path).unwrap();
    let lab = Lab::read(&path).unwrap();
    let answer = lab.answer("SELECT 1 AS n, 'a, \"b\"' AS t, NULL AS z, 0.5 AS r, x'ff' AS b").unwrap();
    assert_eq!(answer.written(Format::Csv), "n,t,z,r,b\r\n1,\"a, \"\"b\"\"\",,0.5,ff\r\n");
    let document: serde_json::Value = serde_json::from_str(&answer.written(Format::Json)).unwrap();
    let row = serde_json::json!({ "n": 1, "t": "a, \"b\"", "z": null, "r": 0.5, "b": "ff" });
    assert_eq!((&document["schema"], &document["rows"][0]), (&"spinward/lab/1".into(), &row));
    assert_eq!(lab.games().unwrap().rows.len(), 4);
    let other = folder.path().join("other.db").display().to_string();
    for sql in [
        "DELETE FROM games",
        "INSERT INTO agents (spec) VALUES ('x')",
        "DROP TABLE games",
        "PRAGMA user_version = 7",
        &format!("VACUUM INTO '{other}'"),
        &format!("ATTACH '{other}' AS other"),
        "SELEC 1",
        "SELECT nothing FROM games",
        "SELECT 1; SELECT 2",
        "",
    ] {
        let refused = lab.answer(sql);
        assert!(refused.is_err(), "{sql}: {refused:?}");
    }
    drop(lab);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert!(!Path::new(&other).exists());
}

#[test]
fn the_page_tells_what_the_lab_holds() {
    let (folder, path) = lab();
    record(&path, &played("scripted,random,greedy", 6, 3));
    let settings = settings(&Lab::read(&path).unwrap()).unwrap();
    let page = |folder: &Path| {
        LabPage { name: "a <lab>", settings: &settings, runs: &[], balances: &[], probes: &[], folder }.html()
    };
    let html = page(folder.path());
    for part in [
        "<h1>a &lt;lab&gt;</h1>",
        "pig/standard (standard; target=20)",
        "score of the row's agent as second against",
        "<h3>Rating against cost</h3>",
        "<h3>Length of games</h3>",
        "<a href=\"games/34.jsonl\">34.jsonl</a>",
        "in order of play",
    ] {
        assert!(html.contains(part), "{part} is missing");
    }
    assert!(!html.contains("NaN") && !html.contains("inf") && !html.contains("http"));
    assert!(page(&folder.path().join("pages")).contains("<a href=\"../games/34.jsonl\">"));
    assert!(page(Path::new("/")).contains("games/34.jsonl\">"));
    let nothing =
        LabPage { name: "new", settings: &[], runs: &[], balances: &[], probes: &[], folder: Path::new(".") };
    assert!(nothing.html().ends_with("</html>\n"));
}
