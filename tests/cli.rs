//! The program as its users meet it: golden outputs, exit codes, bad input, Ctrl-C.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Each file of `tests/cmd/` shows commands with their output; `[..]` stands for what varies. Those that read their
/// input have it beside them.
#[test]
fn commands_print_what_is_written_down() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
    if cfg!(feature = "lab") {
        cases.case("tests/cmd/lab/*.trycmd");
    }
}

/// Whatever needs a lab says how to get one where the program was built without.
#[cfg(not(feature = "lab"))]
#[test]
fn a_program_without_labs_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lab.db");
    std::fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    for line in [
        &["arena", "--scenario", "pig", "--agents", "scripted,random", "--lab", file][..],
        &["lab", "sql", file, "SELECT 1"],
        &["lab", "export", file, "--format", "csv"],
        &["report", file],
    ] {
        let output = spinward().args(line).output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line:?}: {words}");
        assert!(words.contains("--features lab"), "{line:?}: {words}");
    }
}

/// A lab that can't be written any more loses no game: the arena is played and told to its end, its games are saved, and the error comes last.
#[cfg(all(unix, feature = "lab"))]
#[test]
fn a_lab_that_fails_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let arena = |shell: &str, more: &[&str]| {
        let mut command = Command::new("sh");
        command.args(["-c", shell, env!("CARGO_BIN_EXE_spinward")]).current_dir(folder.path());
        command.args(["arena", "--scenario", "pig", "--agents", "scripted,random", "--lab", "lab.db"]);
        command.args(more).output().unwrap()
    };
    let plain = "exec \"$0\" \"$@\"";
    assert!(arena(plain, &["--pairs", "400", "--seed", "2"]).status.success());
    // No file may grow beyond the lab's size now: there is room for a save of the games, and none in the lab.
    let blocks = std::fs::metadata(folder.path().join("lab.db")).unwrap().len() / 512 + 2;
    let full = arena(&format!("ulimit -f {blocks}; {plain}"), &["--pairs", "100", "--seed", "1"]);
    let (told, words) = (String::from_utf8_lossy(&full.stdout), String::from_utf8_lossy(&full.stderr));
    assert_eq!(full.status.code(), Some(1), "{words}");
    assert!(told.contains("200 of 200 games"), "{told}");
    assert!(words.contains("its games are not recorded there"), "{words}");
    let save = words.lines().find_map(|line| line.strip_prefix("saved: --save ")?.split(' ').next());
    let save = save.expect("games are saved");
    let again = arena(plain, &["--pairs", "100", "--seed", "1", "--save", save]);
    let words = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success() && words.contains("going on after 200 games"), "{words}");
    assert!(words.contains("lab.db: 200 games recorded"), "{words}");
}

fn spinward() -> Command {
    Command::new(env!("CARGO_BIN_EXE_spinward"))
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_an_arena_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("games.json");
    let arena = |pairs: &str| {
        let mut command = spinward();
        command
            .args(["arena", "--scenario", "pig", "--agents", "scripted,random", "--json"])
            .args(["--pairs", pairs, "--save"])
            .arg(&save);
        command
    };
    let mut child =
        arena("1000000").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut words = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = words.next().unwrap().unwrap();
    assert!(first.ends_with("of 2000000 games"), "{first}");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let rest: Vec<String> = words.map_while(Result::ok).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");

    let resumed = arena("1").output().unwrap();
    let notes = String::from_utf8_lossy(&resumed.stderr).into_owned();
    assert!(notes.contains("going on after 2 games"), "{notes}");
    let report: serde_json::Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!((&report["games"], &report["planned_games"]), (&2.into(), &2.into()));
}

/// Replays of other games in a folder would be added up with those to come; those of another match stay.
#[test]
fn a_folder_with_replays_of_earlier_games_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let words = |seed: &str| {
        let mut arena = spinward();
        arena.args([
            "arena",
            "--scenario",
            "pig",
            "--agents",
            "scripted,random",
            "--pairs",
            "1",
            "--seed",
            seed,
        ]);
        let played = arena.arg("--replays").arg(folder.path()).output().unwrap();
        (played.status.success(), String::from_utf8_lossy(&played.stderr).into_owned())
    };
    let (played, said) = words("1");
    assert!(played && !said.contains("earlier games"), "{said}");
    let (played, said) = words("1");
    assert!(played && said.contains("holds 2 replays of earlier games"), "{said}");
    let (played, said) = words("2");
    assert!(!played && said.contains("is of another match and would be written over"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_a_balance_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("games.json");
    let balance = || {
        let mut command = spinward();
        command.args([
            "balance",
            "--scenario",
            "pig",
            "--games",
            "1000000",
            "--handicap-games",
            "0",
            "--save",
        ]);
        command.arg(&save).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    for expected in [" of 1000000 games", "going on after "] {
        let mut child = balance().spawn().expect("the program runs");
        let mut words = BufReader::new(child.stderr.take().unwrap()).lines();
        let first = words.next().unwrap().unwrap();
        assert!(first.contains(expected), "{first}");
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let rest: Vec<String> = words.map_while(Result::ok).collect();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child =
        spinward().args(["games", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// The picture in docs/playing.md is made by the command that it shows.
#[test]
fn the_picture_of_the_screen_is_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("play.svg");
    let made =
        spinward().args(["play", "imperium", "--seed", "1", "--picture"]).arg(&picture).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let same =
        std::fs::read(&picture).unwrap() == std::fs::read("docs/pictures/play.svg").unwrap_or_default();
    assert!(same, "docs/pictures/play.svg differs from what the command in docs/playing.md makes");
}

/// A game that Ctrl-C ends goes on where it was.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_game_saved() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.jsonl");
    let mut child = spinward()
        .args(["play", "pig", "--seed", "7", "--save"])
        .arg(&save)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "roll").unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(told.any(|line| line.starts_with("First: roll")));
    assert!(told.any(|line| line.contains("roll or hold?")));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{notes}");
    assert!(notes.contains("goes on with it"), "{notes}");
    let loaded = spinward().args(["play", "--load"]).arg(&save).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&loaded.stdout).into_owned();
    assert!(text.contains("Going on after 2 events."), "{text}");
}

/// The picture in README is made by the command that README shows.
#[test]
fn the_picture_of_a_position_is_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("position.svg");
    let replay = "env/tests/golden/imperium.nusku-gap.replay.jsonl";
    let made = spinward().args(["replay", replay, "--at", "120", "--svg"]).arg(&picture).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let same = std::fs::read(&picture).unwrap() == std::fs::read("docs/pictures/position.svg").unwrap();
    assert!(same, "docs/pictures/position.svg differs from what the command in README makes");
}

/// Everybody keeps his seat when a game is loaded, unless another is named.
#[test]
fn a_loaded_game_is_played_by_whom_it_was_or_by_whom_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.jsonl");
    let play = |arguments: &[&str]| {
        let output =
            spinward().args(["play", "--plain"]).args(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let path = save.to_str().unwrap();
    play(&["connect_four", "--against", "greedy", "--seed", "1", "--save", path]);
    let players = |arguments: &[&str]| play(&[&["--load", path], arguments].concat());
    assert!(players(&[]).contains("played by greedy"));
    assert!(
        players(&["--seat", "1"]).contains("played by greedy"),
        "the agent changes seats with the person"
    );
    assert!(players(&["--against", "random"]).contains("played by random"));
}

/// Two programs on one file: the second to save leaves, and the game stays as the other saved it.
#[test]
fn a_save_file_belongs_to_one_program() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.jsonl");
    let mut child = spinward()
        .args(["play", "connect_four", "--plain", "--seed", "1", "--save"])
        .arg(&save)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Type the number")), "the first program plays");
    let mut saved = std::fs::read_to_string(&save).unwrap();
    saved.push(' ');
    std::fs::write(&save, &saved).unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"1\n").unwrap();
    let rest: Vec<String> = lines.collect();
    let output = child.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{rest:?}");
    assert!(words.contains("another program has written to"), "{words}");
    assert_eq!(std::fs::read_to_string(&save).unwrap(), saved);
}

/// README says so: an agent with the weights that ship needs no file.
#[test]
fn the_shipped_weights_play() {
    let folder = tempfile::tempdir().unwrap();
    let output = spinward()
        .args(["play", "imperium", "--against", "trained:visits=16", "--plain", "--seed", "1", "--save"])
        .arg(folder.path().join("game.jsonl"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("trained:visits=16"));
}
