//! Places where nothing can be written: a full disk, no permission, a folder in the way.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::{Row, files, refusal, spinward, words};

const ARENA: &str = "arena --scenario pig --pairs 1 --agents scripted,random";

/// Commands that write a file, with its place.
const WRITERS: [(&str, &str); 9] = [
    ("arena --scenario pig --pairs 1 --agents scripted,random --save", "new.json"),
    ("arena --scenario pig --pairs 1 --agents scripted,random --save", "saved.json"),
    ("balance balance.toml --save", "new-games.json"),
    ("balance balance.toml --out", "report.json"),
    ("replay game.jsonl --svg", "new.svg"),
    ("report run --html", "new.html"),
    ("report run --screen", "screen.svg"),
    ("report run", "run/report.html"),
    ("play pig --watch scripted,random --save", "new-play.jsonl"),
];

/// Commands that would write over a file of their own, with what their answer must name.
const OVER_INPUTS: [(&str, &str); 16] = [
    ("replay game.jsonl --svg game.jsonl", "--svg game.jsonl"),
    ("replay game.jsonl --svg folder/../game.jsonl", "--svg folder/../game.jsonl"),
    ("balance balance.toml --out balance.toml", "--out balance.toml"),
    ("balance balance.toml --save games.json --out games.json", "--out games.json"),
    (
        "balance --scenario pig --handicap-games 0 --games 1 --agent scripted:doctrine=doctrine.toml --out doctrine.toml",
        "--out doctrine.toml",
    ),
    ("play --load play.jsonl --picture play.jsonl", "--picture play.jsonl"),
    (
        "probe calibration --scenario pig --games 2 --agents scripted:doctrine=doctrine.toml,random --out doctrine.toml",
        "--out doctrine.toml",
    ),
    ("probe calibration games --out games/war.jsonl", "--out games/war.jsonl"),
    ("train train.toml --bundle train.toml", "--bundle train.toml"),
    (
        "arena --scenario pig --pairs 1 --agents scripted,random --replays games --save games/1-scripted-random-0000-0.jsonl",
        "--save games/1-scripted-random-0000-0.jsonl",
    ),
    (
        "arena --scenario pig --pairs 1 --agents scripted,random --replays new --save folder/../new/save.jsonl",
        "--save folder/../new/save.jsonl",
    ),
    ("probe calibration games --out games/new.jsonl", "--out games/new.jsonl"),
    ("balance balance.toml --out a-lab.db", "--out a-lab.db"),
    ("arena --scenario pig --pairs 1 --agents scripted,random --save a-lab.db-wal", "--save a-lab.db-wal"),
    (
        "arena --scenario pig --pairs 1 --agents scripted,random --replays a-lab.db-journal",
        "--replays a-lab.db-journal",
    ),
    ("arena --scenario pig --pairs 1 --agents scripted,random --replays others", "is of another match"),
];

pub(super) fn table() -> Vec<Row> {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    files::examples(folder);
    fs::write(folder.join("file"), "in the way").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    fs::write(folder.join("a-lab.db"), b"SQLite format 3\0").unwrap();
    fs::create_dir(folder.join("others")).unwrap();
    fs::copy(folder.join("game.jsonl"), folder.join("others/1-scripted-random-0000-0.jsonl")).unwrap();
    let mut rows = Vec::new();
    let mut attempt = |line: &str, what: &str, command: &mut Command, named: &str| {
        let answer = refusal(folder, command, named, what);
        rows.push(Row { command: line.into(), what: what.into(), answer });
    };
    for (line, _) in &WRITERS[1..7] {
        for (target, what) in [
            ("folder", "a folder is in the way"),
            ("file/below", "a file stands where a folder should"),
            ("/dev/full", "no ordinary file"),
        ] {
            let line = format!("{line} {target}");
            attempt(&line, what, spinward().args(words(&line)), target);
        }
    }
    for line in ["replay game.jsonl --svg nowhere/new.svg", "report run --html nowhere/new.html"] {
        attempt(line, "there is no such folder", spinward().args(words(line)), "nowhere");
    }
    for (line, named) in OVER_INPUTS {
        attempt(line, "it would be written over what is read", spinward().args(words(line)), named);
    }
    let line = "replay - --svg game.jsonl < game.jsonl";
    let input = fs::File::open(folder.join("game.jsonl")).unwrap();
    let mut command = spinward();
    command.args(words("replay - --svg game.jsonl")).stdin(input);
    attempt(line, "it would be written over what is read", &mut command, "--svg game.jsonl");
    let line = format!("{ARENA} --save out.json > out.json");
    let output = fs::File::create(folder.join("out.json")).unwrap();
    let mut command = spinward();
    command.args(words(&format!("{ARENA} --save out.json"))).stdout(output);
    attempt(&line, "it would be written over what is written, too", &mut command, "out.json");
    fs::remove_file(folder.join("out.json")).unwrap();
    let line = "arena --scenario pig --agents scripted,nobody --save none.json";
    attempt(line, "what can't play touches no file", spinward().args(words(line)), "nobody");
    assert!(!folder.join("none.json").exists());
    let line = format!("{ARENA} --replays file");
    attempt(&line, "a file is in the way", spinward().args(words(&line)), "file");
    for (line, target) in WRITERS {
        let line = if target == "run/report.html" { line.into() } else { format!("{line} {target}") };
        attempt(&line, "the disk is full", &mut on_a_full_disk(&line), target);
        assert!(leftovers(folder).is_empty(), "{line}: {:?}", leftovers(folder));
    }
    let line = format!("{ARENA} --replays replays");
    attempt(&line, "the disk is full", &mut on_a_full_disk(&line), "replays");
    // Whichever of the two games ends first.
    let answer = &mut rows.last_mut().expect("the row of this attempt").answer;
    answer.said = answer.said.replace("0000-1.jsonl", "0000-0.jsonl");
    let mut attempt = |line: &str, what: &str, command: &mut Command, named: &str| {
        let answer = refusal(folder, command, named, what);
        rows.push(Row { command: line.into(), what: what.into(), answer });
    };
    for line in [
        "games",
        "games --json",
        ARENA,
        "balance balance.toml",
        "replay game.jsonl",
        "bench --scenario pig --seconds 0.001",
    ] {
        let out = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let line = format!("{line} > /dev/full");
        let args = words(line.split(" >").next().unwrap_or_default());
        attempt(&line, "the disk of the output is full", spinward().args(args).stdout(out), "the output");
    }
    rows
}

/// No part of the table: the superuser may write everywhere, and where he runs the tests an ordinary user may not be
/// able to run the program.
#[test]
fn what_is_not_permitted_is_said() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    files::examples(folder);
    let said = where_nothing_can_be_written(folder, |mut command| {
        let command = command.args(words("replay game.jsonl --svg new.svg"));
        refusal(folder, command, "new.svg", "no permission").said
    });
    assert_eq!(
        said.unwrap_or("can't write new.svg: this is not permitted".into()),
        "can't write new.svg: this is not permitted"
    );
}

/// What comes of the program where it may write nothing into a folder, and no file there; `None` where the program can't be run by
/// somebody who may not.
pub(super) fn where_nothing_can_be_written<T>(folder: &Path, run: impl FnOnce(Command) -> T) -> Option<T> {
    let all = || fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let permit = |folder_mode: u32, file_mode: u32| {
        let files = all().filter(|path| path.is_file());
        files.for_each(|file| fs::set_permissions(file, fs::Permissions::from_mode(file_mode)).unwrap());
        fs::set_permissions(folder, fs::Permissions::from_mode(folder_mode)).unwrap();
    };
    permit(0o555, 0o444);
    let command = || {
        let mut command = spinward();
        if fs::metadata(folder).unwrap().uid() == 0 {
            command.uid(65_534).gid(65_534);
        }
        command
    };
    let can_run =
        command().arg("--version").current_dir(folder).output().is_ok_and(|out| out.status.success());
    let came = can_run.then(|| run(command()));
    permit(0o755, 0o644);
    came
}

/// The program where every file may have 0 bytes: the nearest to a full disk that an ordinary user can make.
fn on_a_full_disk(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_spinward")).args(words(line));
    command
}

/// What unfinished writing left.
fn leftovers(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut left: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    left.retain(|path| path.extension().is_some_and(|extension| extension == "tmp"));
    left
}
