use std::sync::Arc;

use rusqlite::Connection;
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Game, Setup};
use spinward_env::games::pig::Pig;
use tempfile::TempDir;

use super::*;
use crate::arena::{ArenaPlan, ArenaRecord, Control, GameKey, PlayedGame, SprtPlan, Which, run};
use crate::page::lab::{LabPage, Setting};
use crate::report::ArenaReport;
use crate::sprt::{Sprt, Verdict};

fn pig() -> Arc<Pig> {
    Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "20")).unwrap())
}

fn plan(agents: &str, pairs: u32, seed: u64) -> ArenaPlan {
    let agents = AgentSpec::list(agents).unwrap();
    let plan = ArenaPlan::everyone_against_everyone(pig().setup(), agents, pairs, seed);
    ArenaPlan { luck: Some("estimate".into()), ..plan }
}

fn played(agents: &str, pairs: u32, seed: u64) -> ArenaRecord {
    play(plan(agents, pairs, seed))
}

fn play(plan: ArenaPlan) -> ArenaRecord {
    let mut record = ArenaRecord::new(plan);
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

/// The only setting of a lab.
fn setting(path: &Path) -> Setting {
    let mut settings = settings(&Lab::read(path).unwrap()).unwrap();
    assert_eq!(settings.len(), 1);
    settings.remove(0)
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
    let setting = setting(&path);
    assert_eq!((setting.rules, &*setting.program), (1, env!("CARGO_PKG_VERSION")));
    assert_eq!(
        (&setting.seats[..], setting.replays.len()),
        (&["first".to_string(), "second".into()][..], 18)
    );
    assert_eq!(setting.replays[0].file, path.parent().unwrap().join("games/0.jsonl"));
    let seats = pig().facts().seats.clone();
    let (back, own) = (ArenaReport::new(&setting.record, &seats), ArenaReport::new(&games, &seats));
    assert_eq!((back.pairs, back.ratings, back.cycles), (own.pairs, own.ratings, own.cycles));
    let sum = cells(&path, "SELECT sum(a_cpu_s) + sum(b_cpu_s), count(luck), sum(length) FROM results");
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

/// Matches add up, whichever agent is named first; games of an agent against itself stay apart.
#[test]
fn matches_of_one_setting_are_read_as_one() {
    let (_folder, path) = lab();
    for (agents, seed) in [("scripted,random", 3), ("random,scripted", 4), ("random,random", 5)] {
        record(&path, &played(agents, 10, seed));
    }
    let setting = setting(&path);
    let report = ArenaReport::new(&setting.record, &["first", "second"]);
    assert_eq!((report.pairs.len(), report.pairs[0].games, setting.record.games.len()), (1, 40, 40));
    let itself = ArenaReport::new(&setting.alone, &["first", "second"]);
    assert_eq!((itself.agents, itself.pairs[0].games), (vec!["random".into(), "random".into()], 20));
    let alone = |agents: &str, seed| {
        ArenaReport::new(&played(agents, 10, seed), &["first", "second"]).pairs[0].clone()
    };
    let (one, other) = (alone("scripted,random", 3), alone("random,scripted", 4));
    assert_eq!(report.pairs[0].a_wins, one.a_wins + other.b_wins);
    assert_eq!(report.pairs[0].a_by_seat[0].games, 20);
}

fn sprt(elo1: f64) -> Option<SprtPlan> {
    let test = Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
    Some(SprtPlan { test, scores: Which::Raw })
}

/// The same dice and agents are the same game, whatever else the arena was: another test, other values for luck, agents named the other
/// way round, one more agent, the same agent under another path.
#[test]
fn a_game_counts_once_in_whatever_arena_it_was_played() {
    let (folder, path) = lab();
    let doctrine = |name: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, "game = \"pig\"\nhold_at = 20\n").unwrap();
        format!("scripted:doctrine={}", file.display())
    };
    let (one, copy) = (doctrine("one.toml"), doctrine("copy.toml"));
    let first = play(plan(&format!("{one},random"), 10, 3));
    assert_eq!(record(&path, &first), Recorded { new: 20, known: 0, other: 0 });
    let again = |plan: ArenaPlan, new: usize| {
        let games = play(plan);
        let told = record(&path, &games);
        assert_eq!(told, Recorded { new, known: games.games.len() - new, other: 0 });
    };
    let same = plan(&format!("{one},random"), 10, 3);
    again(ArenaPlan { luck: None, ..same.clone() }, 0);
    again(ArenaPlan { sprt: sprt(900.0), ..same }, 0);
    again(plan(&format!("random,{one}"), 10, 3), 0);
    again(plan(&format!("greedy,{one},random"), 10, 3), 40);
    assert_eq!(setting(&path).record.games.len(), 60);
    // The other path is another text, but the same agent.
    let moved = play(plan(&format!("{copy},random"), 10, 3));
    let told = record(&path, &moved);
    assert_eq!((told.new, told.known), (0, 20));
    let setting = setting(&path);
    let report = ArenaReport::new(&setting.record, &["first", "second"]);
    let own = ArenaReport::new(&first, &["first", "second"]);
    let of = report.pairs.iter().find(|pair| pair.a == one && pair.b == "random").unwrap();
    assert_eq!((of.games, of.ci95, &of.adjusted), (20, own.pairs[0].ci95, &own.pairs[0].adjusted));
}

/// New weights or another doctrine in an old file are another agent, and its name tells.
#[test]
fn another_content_of_a_file_is_another_agent() {
    let (folder, path) = lab();
    let file = folder.path().join("own.toml");
    let spec = format!("scripted:doctrine={}", file.display());
    for hold_at in [20, 25] {
        std::fs::write(&file, format!("game = \"pig\"\nhold_at = {hold_at}\n")).unwrap();
        assert_eq!(record(&path, &play(plan(&format!("{spec},random"), 2, 3))).new, 4);
    }
    let names = cells(&path, "SELECT DISTINCT a FROM results ORDER BY a");
    assert_eq!(names.len(), 2);
    for name in &names {
        assert!(name[0].to_string().starts_with("scripted:doctrine="), "{name:?}");
        assert!(!name[0].to_string().contains("own.toml"), "{name:?}");
    }
}

/// Verdicts are told, and what a test may have stopped is marked until the same games come from an arena without one.
#[test]
fn games_that_a_test_may_have_stopped_are_marked() {
    let (folder, path) = lab();
    let tested = play(ArenaPlan { sprt: sprt(400.0), ..plan("scripted,random", 100, 3) });
    assert!(tested.games.len() < 200);
    record(&path, &tested);
    let before = setting(&path);
    assert!(before.stopped.iter().all(|stopped| *stopped) && before.tests.len() == 1);
    let (test, own) = (&before.tests[0], ArenaReport::new(&tested, &["first", "second"]));
    assert_eq!((&*test.a, &*test.b, test.sprt.verdict), ("scripted", "random", Verdict::H1));
    assert_eq!(test.sprt, own.pairs[0].sprt.clone().unwrap());
    let html = |settings: &[Setting]| {
        let page =
            LabPage { name: "l", settings, runs: &[], balances: &[], probes: &[], folder: folder.path() };
        page.html()
    };
    let page = html(&[before]);
    assert!(page.contains("lean towards what it accepted") && page.contains("H1 accepted: +400 Elo"));
    record(&path, &played("scripted,random", 100, 3));
    let after = setting(&path);
    assert!(after.stopped.iter().all(|stopped| !stopped) && after.record.games.len() == 200);
    assert!(!html(&[after]).contains("lean towards"));
}

/// A lab of version 1 as it was written then: one game in two arenas, agents turned round, and a view that only new SQLite reads.
#[test]
fn labs_of_version_1_are_brought_up_to_date() {
    let (_folder, path) = lab();
    let mut old = Connection::open(&path).unwrap();
    migrate(&mut old, &MIGRATIONS[..1], true).unwrap();
    old.execute_batch(
        "INSERT INTO agents VALUES (1, 'scripted'), (2, 'random'), (3, 'trained');
         INSERT INTO matches SELECT id, 'pig', 'standard', 'standard', '{\"target\":\"20\"}', 'hash', '[\"first\",\"second\"]', '{}', luck,
           '3', plan, '0.1.0', '2026-11-30T00:00:00Z'
         FROM (SELECT 1 AS id, NULL AS luck, '{\"sprt\":{\"test\":1}}' AS plan UNION SELECT 2, 'estimate', '{}');
         INSERT INTO games VALUES (1, 1, 0, 0, 0, '77', 1, 2, 1, NULL, 9, NULL), (2, 2, 0, 0, 0, '77', 2, 1, 0.5, 0.25, 9, 'r.jsonl'),
           (3, 2, 0, 0, 1, '77', 2, 1, 0, -0.25, 9, NULL), (4, 2, 1, 0, 0, '77', 3, 3, 0.5, 0.5, 9, NULL), (5, 2, 1, 0, 1, '77', 3, 3, 0.5, 0.5, 9, NULL),
           (6, 1, 0, 1, 0, '78', 1, 2, 1, 0.75, 9, NULL), (7, 2, 0, 1, 1, '78', 2, 1, 0, NULL, 9, 's.jsonl');
         INSERT INTO seats SELECT games.id, seat, 'a', 1 - 2 * seat, 3, 0.1, NULL FROM games, (SELECT 0 AS seat UNION SELECT 1);",
    )
    .unwrap();
    drop(old);
    let rows = cells(&path, "SELECT id, a, b, seating, luck, stopped, returns FROM results ORDER BY id");
    // Of games 1 and 3, the same dice with the same agents in the same seats, the one that no test could stop is kept.
    let ids: Vec<&Cell> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(ids, [2, 3, 4, 5, 6].map(Cell::Integer).iter().collect::<Vec<_>>());
    let text = |text: &str| Cell::Text(text.into());
    assert_eq!(
        rows[0][1..],
        [
            text("random"),
            text("scripted"),
            Cell::Integer(0),
            Cell::Real(0.25),
            Cell::Integer(0),
            text("[1.0,-1.0]")
        ]
    );
    // Of games 6 and 7 luck and replay are kept, and that no test can have stopped both.
    assert_eq!(
        cells(&path, "SELECT luck, stopped, replay FROM results WHERE id = 6")[0],
        [Cell::Real(0.25), Cell::Integer(0), text("s.jsonl")]
    );
    assert_eq!(
        cells(&path, "SELECT game FROM entries ORDER BY match, meeting, pair, seating")[0],
        [Cell::Integer(3)]
    );
    assert_eq!(cells(&path, "SELECT identity FROM agents WHERE id = 3")[0], [text("trained:files=unknown")]);
    assert_eq!(cells(&path, "SELECT rules, program FROM settings")[0], [Cell::Integer(0), text("0.1.0")]);
}

/// SQLite before 3.44 knows no order inside an aggregate, and reads no table of a file in which a view has one.
#[test]
fn older_sqlite_reads_the_lab() {
    let (_folder, path) = lab();
    record(&path, &played("scripted,random", 1, 3));
    for row in cells(&path, "SELECT sql FROM sqlite_master WHERE sql LIKE '%json_group_array%'") {
        let sql = row[0].to_string();
        let inside = sql.split("json_group_array(").nth(1).unwrap().split(')').next().unwrap();
        assert_eq!(inside, "\"return\"");
    }
    assert_eq!(
        cells(&path, "SELECT returns FROM results WHERE id = 1")[0],
        [Cell::Text("[1.0,-1.0]".into())]
    );
}

/// A lab that refuses a batch loses nothing: what waits is written as soon as it can be.
#[test]
fn games_wait_for_a_lab_that_fails() {
    let (_folder, path) = lab();
    let (games, game) = (played("scripted,random", 150, 3), pig());
    let mut recorder =
        Recorder::new(Lab::open(&path).unwrap(), game.setup(), &game.facts().seats, &games.plan).unwrap();
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'no more games'); END",
        )
        .unwrap();
    let refused: Vec<String> = games
        .games
        .iter()
        .filter_map(|game| recorder.add(game, None).err())
        .map(|error| error.to_string())
        .collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].ends_with("lab.db: no more games"), "{refused:?}");
    assert!(recorder.flush().is_err());
    other.execute_batch("DROP TRIGGER full").unwrap();
    assert_eq!(recorder.flush().unwrap(), Recorded { new: 300, known: 0, other: 0 });
}

/// Whatever is missing or wrong in a lab is said: where, and what would be right.
#[test]
fn damage_is_told() {
    let (folder, path) = lab();
    record(&path, &played("scripted,random", 2, 3));
    let whole = std::fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged.db");
    for (damage, part) in [
        ("DROP VIEW results", "table results is not as it should be (no such table: results)"),
        ("DROP VIEW results; DROP TABLE entries", "table entries is not as it should be (no such table"),
        (
            "ALTER TABLE games RENAME COLUMN dice TO die",
            "table games is not as it should be (no such column: dice)",
        ),
        (
            "DELETE FROM seats WHERE game = 3 AND seat = 1",
            "game 3 of table games: table seats has 1 of its 2 seats",
        ),
        (
            "UPDATE seats SET \"return\" = 'won' WHERE game = 2",
            "a value of column return is of the wrong kind (text)",
        ),
        ("UPDATE games SET course = 'x' WHERE id = 4", "game 4 of table games: its course is no number"),
        (
            "UPDATE settings SET seats = 'two'",
            "column seats of row 1 of table settings is not what it should be: 'two'",
        ),
        (
            "PRAGMA foreign_keys = off; UPDATE games SET b = 9",
            "game 1 of table games: its agent 9 is not there",
        ),
        (
            "PRAGMA foreign_keys = off; UPDATE games SET setting = 9",
            "game 1 of table games: it is of setting 9",
        ),
        ("UPDATE matches SET sprt = '{}', plan = 'x'", "column plan of row 1 of table matches"),
    ] {
        std::fs::write(&damaged, &whole).unwrap();
        Connection::open(&damaged).unwrap().execute_batch(damage).unwrap();
        let read = Lab::read(&damaged).and_then(|lab| settings(&lab).map(drop));
        let words = read.err().map_or_else(|| "nothing".into(), |error| error.to_string());
        assert!(words.contains(part), "{damage}: {words}");
        assert!(words.contains("damaged.db: a damaged lab: ") && words.contains("take a copy"), "{words}");
    }
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
    words(&path).iter().for_each(|words| assert!(words.contains("a lab of version 3"), "{words}"));
    words(folder.path()).iter().for_each(|words| assert!(words.contains("it is a folder"), "{words}"));
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(Lab::read(&empty).unwrap_err().to_string().ends_with("it is empty"));
    assert!(Lab::open(&empty).is_ok());
    let nowhere = Lab::open(&folder.path().join("nowhere/lab.db")).unwrap_err().to_string();
    assert!(nowhere.contains("there is no folder") && !folder.path().join("nowhere").exists(), "{nowhere}");
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
    let same = lab.answer("SELECT 1 AS n, 2 AS n, 3 AS n_2, 4 AS n").unwrap();
    assert_eq!(same.written(Format::Csv), "n,n,n_2,n\r\n1,2,3,4\r\n");
    let document: serde_json::Value = serde_json::from_str(&same.written(Format::Json)).unwrap();
    assert_eq!(document["rows"][0], serde_json::json!({ "n": 1, "n_2": 2, "n_2_2": 3, "n_3": 4 }));
    assert_eq!(lab.games().unwrap().rows.len(), 4);
    for sql in ["begin", "COMMIT"] {
        let refused = lab.answer(sql).unwrap_err().to_string();
        assert!(refused.contains("asks for nothing"), "{sql}: {refused}");
    }
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

/// Games of an agent against itself are told, with what the seats are worth, their replays and their test.
#[test]
fn agents_against_themselves_are_on_the_page() {
    let (folder, path) = lab();
    let page = |path: &Path| {
        let settings = [setting(path)];
        let (name, folder) = ("l", folder.path());
        LabPage { name, settings: &settings, runs: &[], balances: &[], probes: &[], folder }.html()
    };
    record(&path, &play(ArenaPlan { sprt: sprt(20.0), ..plan("random,random", 10, 3) }));
    let alone = page(&path);
    for part in [
        "<dd>20</dd>",
        "No two agents have played a pair of games yet",
        "20 of the games are of an agent against itself",
        "<th scope=\"row\">random</th><td>10</td><td>20</td>",
        "<h3>Length of games</h3>",
        "games/18.jsonl",
        "undecided",
    ] {
        assert!(alone.contains(part), "{part} is missing");
    }
    // One that leaves nothing to chance plays both games of a pair alike: they are one.
    record(&path, &played("scripted,scripted", 10, 3));
    record(&path, &played("scripted,random", 5, 4));
    let both = page(&path);
    for part in ["<th scope=\"row\">scripted</th><td>10</td><td>10</td>", "<dd>50</dd>", "Cross-table"] {
        assert!(both.contains(part), "{part} is missing");
    }
}

/// What SQLite leaves beside a lab when a program is killed while it writes: the head of a journal, which says how many pages there were.
fn unfinished(path: &Path) -> PathBuf {
    let whole = std::fs::read(path).unwrap();
    let page = u32::from(u16::from_be_bytes([whole[16], whole[17]]));
    let pages = whole.len() as u32 / page;
    let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    [0, 0, pages, 512, page].iter().for_each(|number: &u32| journal.extend(number.to_be_bytes()));
    journal.resize(512, 0);
    // What it had begun to append.
    std::fs::write(path, [&whole[..], &vec![0; page as usize]].concat()).unwrap();
    let beside = path.with_file_name("lab.db-journal");
    std::fs::write(&beside, journal).unwrap();
    beside
}

#[test]
fn what_a_killed_program_had_begun_is_rolled_back() {
    let (_folder, path) = lab();
    record(&path, &played("scripted,random", 2, 3));
    let whole = std::fs::read(&path).unwrap();
    let journal = unfinished(&path);
    assert_eq!(setting(&path).record.games.len(), 4);
    assert!(!journal.exists() && std::fs::read(&path).unwrap() == whole);
}

/// No name means a database in memory, or anything else that is no file.
#[test]
fn every_name_is_that_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in [":memory:", "file::memory:", "file:a.db?mode=memory"] {
        let path = folder.path().join(name);
        let relative = Path::new(name);
        drop(Lab::open(&path).unwrap());
        assert!(path.is_file(), "{name}");
        assert!(matches!(Lab::read(relative), Err(LabError::Missing(_))), "{name}");
    }
}

/// Games that say nothing new move no rating, in the order of play either.
#[test]
fn repeated_pairs_are_rated_once() {
    let rated = |pairs: u32| {
        let (folder, path) = lab();
        let mut games = played("scripted,random", 1, 3);
        let first = games.games.clone();
        games.plan.pairs = pairs;
        for pair in 1..pairs {
            games.games.extend(
                first.iter().cloned().map(|game| PlayedGame { key: GameKey { pair, ..game.key }, ..game }),
            );
        }
        record(&path, &games);
        let settings = [setting(&path)];
        let page = LabPage {
            name: "l",
            settings: &settings,
            runs: &[],
            balances: &[],
            probes: &[],
            folder: folder.path(),
        };
        let page = page.html();
        let widths = page.split(" ± ").skip(1).map(|rest| rest.split('<').next().unwrap().to_string());
        widths.take(2).collect::<Vec<String>>()
    };
    assert_eq!(rated(1).len(), 2);
    assert_eq!(rated(60), rated(1));
}
