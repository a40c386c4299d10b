//! Files that are not what a command needs.

use std::fs;
use std::path::Path;

use spinward_agents::net::{Interface, NetworkConfig, Precision, Weights};
use spinward_env::core::{Game, Notation, Setup};
use spinward_env::games::pig::Pig;

use super::{Row, answer, copy, refusal, spinward, words};

/// A kind of file, by an example that the command takes.
struct Kind {
    name: &'static str,
    file: &'static str,
    command: &'static str,
    /// A piece of the example's text in which one flipped bit matters; empty for binary files: their middle.
    flipped: &'static str,
    /// What to replace so that the file is of another version, or of another game.
    other: &'static [(&'static str, &'static str, &'static str)],
}

const ARENA: &str = "arena --scenario pig --pairs 1 --agents";

fn kinds() -> Vec<Kind> {
    let kind = |name, file, command, flipped, other| Kind { name, file, command, flipped, other };
    vec![
        kind(
            "training configuration",
            "train.toml",
            "train train.toml",
            "generations =",
            &[
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("with an unknown option", "target = 20", "goal = 20"),
            ],
        ),
        kind(
            "evaluation configuration",
            "arena.toml",
            "arena arena.toml",
            "pairs",
            &[
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("of an unknown scenario", "\"standard\"", "\"first-war\""),
            ],
        ),
        kind(
            "balance configuration",
            "balance.toml",
            "balance balance.toml",
            "games",
            &[
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("with an unknown factor", "target=20", "goal=20"),
                ("with a handicap that there is not", "handicap_games = 0", "handicap_games = 40"),
            ],
        ),
        kind(
            "doctrine",
            "doctrine.toml",
            "arena --scenario pig --pairs 1 --agents scripted:doctrine=doctrine.toml,random",
            "hold_at",
            &[("of another game", "\"pig\"", "\"imperium\""), ("out of range", "25", "1e9")],
        ),
        kind(
            "weights",
            "weights.safetensors",
            "arena --scenario pig --pairs 1 --agents policy:weights=weights.safetensors,random",
            "",
            &[
                ("of another version", "\\\"format\\\":2", "\\\"format\\\":9"),
                ("of another game", "\\\"game\\\":\\\"pig\\\"", "\\\"game\\\":\\\"pog\\\""),
            ],
        ),
        kind(
            "replay",
            "game.jsonl",
            "replay game.jsonl",
            "roll",
            &[
                ("of another version", "{\"spinward_replay\":1", "{\"spinward_replay\":9"),
                ("of other rules", "\"rules\":1", "\"rules\":2"),
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("of another game", "\"game\":\"pig\"", "\"game\":\"connect_four\""),
            ],
        ),
        kind(
            "replay to review",
            "review.jsonl",
            "review review.jsonl",
            "roll",
            &[
                ("of another version", "{\"spinward_replay\":1", "{\"spinward_replay\":9"),
                ("of other rules", "\"rules\":1", "\"rules\":2"),
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("of another game", "\"game\":\"pig\"", "\"game\":\"connect_four\""),
            ],
        ),
        kind(
            "saved game",
            "play.jsonl",
            "play --load play.jsonl",
            "roll",
            &[
                ("of another version", "{\"spinward_replay\":1", "{\"spinward_replay\":9"),
                ("of other rules", "\"rules\":1", "\"rules\":2"),
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("of another game", "\"game\":\"pig\"", "\"game\":\"connect_four\""),
                ("of other dice", "\"seed\":", "\"seed\":1"),
            ],
        ),
        kind(
            "replay of a war",
            "games/war.jsonl",
            "profile games/war.jsonl",
            "against",
            &[
                ("of another version", "{\"spinward_replay\":1", "{\"spinward_replay\":9"),
                ("of an unknown game", "\"imperium\"", "\"imperia\""),
                ("of a false preset", "\"cobb-2005\"", "\"gdw-1990\""),
                ("of other dice", "\"seed\":", "\"seed\":1"),
            ],
        ),
        kind(
            "saved arena",
            "saved.json",
            "arena --scenario pig --pairs 1 --agents scripted,random --save saved.json",
            "plan",
            &[
                ("of another version", "{\"version\":1", "{\"version\":9"),
                ("of another match", "\"seed\":1", "\"seed\":2"),
                ("with a game that can't be", "\"meeting\":0", "\"meeting\":7"),
                ("with two winners", "-1.0", "1.0"),
            ],
        ),
        kind(
            "saved balance",
            "games.json",
            "balance balance.toml --save games.json",
            "plan",
            &[
                ("of another version", "{\"version\":1", "{\"version\":9"),
                ("of another plan", "\"seed\":1", "\"seed\":2"),
                ("with a game that can't be", "\"number\":0", "\"number\":7"),
                ("with two winners", "-1.0", "1.0"),
            ],
        ),
        kind(
            "suite of puzzles",
            "suite.toml",
            "probe puzzles suite.toml --agents random",
            "best =",
            &[
                ("of an unknown game", "\"pig\"", "\"pigg\""),
                ("with an action that can't be", "\"roll\"", "\"fly\""),
                ("with no position", "0 0 turn", "0 ? turn"),
            ],
        ),
        kind("figures of a run", "run/metrics.jsonl", "report run", "\"kind\"", &[]),
        kind(
            "matches of a run",
            "run/arena.json",
            "report run",
            "a_score",
            &[("of another version", "\"ratings\"", "\"elos\"")],
        ),
        kind("versions of a run", "run/versions.json", "report run", "{", &[]),
    ]
}

/// Puts an example of every kind into a folder.
pub(super) fn examples(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy(&root.join("tests/cmd/report.in/run"), &folder.join("run"));
    let training = fs::read_to_string(root.join("configs/training/tiny.toml")).unwrap();
    fs::write(folder.join("train.toml"), training).unwrap();
    let arena =
        "game = \"pig\"\nscenario = \"standard\"\nagents = [\"scripted\", \"random\"]\npairs = 1\nseed = 1\n";
    fs::write(folder.join("arena.toml"), arena).unwrap();
    let balance = "game = \"pig\"\nfactors = [\"target=20\"]\ngames = 1\nhandicap_games = 0\n";
    fs::write(folder.join("balance.toml"), balance).unwrap();
    let game = Pig::from_setup(&Setup::new("pig")).unwrap();
    let position = game.position_text(&game.initial_state());
    let suite = format!(
        "name = \"rolls\"\ngame = \"pig\"\nscenario = \"standard\"\n\n[[puzzle]]\nname = \"first\"\nwhy = \"nothing is at risk\"\nsource = \"arithmetic\"\n\
         position = '{position}'\nbest = [\"roll\"]\nvalue = 0.061\nsecond = 0.0\n"
    );
    fs::write(folder.join("suite.toml"), suite).unwrap();
    fs::write(folder.join("doctrine.toml"), "game = \"pig\"\nhold_at = 25\n").unwrap();
    for copy in ["game.jsonl", "review.jsonl", "play.jsonl"] {
        fs::copy(root.join("tests/cmd/replay.in/pig.jsonl"), folder.join(copy)).unwrap();
    }
    fs::create_dir(folder.join("games")).unwrap();
    fs::copy(root.join("env/tests/golden/imperium.duel.replay.jsonl"), folder.join("games/war.jsonl"))
        .unwrap();
    let network = NetworkConfig { layers: 1, width: 8, heads: 1, ffn: 8 };
    let weights = Weights::random(network, Interface::of(&game), 1);
    weights.save(&folder.join("weights.safetensors"), Precision::F32).unwrap();
    let save = words("scripted,random --seed 1 --save saved.json");
    let saved = answer(folder, spinward().args(words(ARENA)).args(save));
    assert_eq!(saved.code, Some(0), "{saved:?}");
    let saved = answer(folder, spinward().args(words("balance balance.toml --save games.json")));
    assert_eq!(saved.code, Some(0), "{saved:?}");
}

pub(super) fn table() -> Vec<Row> {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    examples(folder);
    let mut rows = Vec::new();
    for kind in kinds() {
        let file = folder.join(kind.file);
        let good = fs::read(&file).unwrap();
        if kind.name != "training configuration" {
            let taken = answer(folder, spinward().args(words(kind.command)));
            assert_eq!(taken.code, Some(0), "{}: {taken:?}", kind.name);
        }
        let name = file.file_name().unwrap().to_str().unwrap();
        let mut attempt = |what: &str| {
            let answer = refusal(folder, spinward().args(words(kind.command)), name, what);
            rows.push(Row { command: kind.command.into(), what: format!("{} {what}", kind.name), answer });
        };
        // A missing save is a new one, and a run needs none of its files but one.
        if kind.name == "saved game" || !kind.name.starts_with("saved ") && !kind.file.starts_with("run/") {
            fs::remove_file(&file).unwrap();
            attempt("missing");
        }
        let _ = fs::remove_file(&file);
        fs::create_dir(&file).unwrap();
        attempt("that is a folder");
        fs::remove_dir(&file).unwrap();
        for (what, bytes) in damages(&kind, &good) {
            fs::write(&file, bytes).unwrap();
            attempt(what);
        }
        fs::write(&file, &good).unwrap();
    }
    rows
}

fn damages(kind: &Kind, good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let middle = find(good, kind.flipped).filter(|_| !kind.flipped.is_empty()).unwrap_or(good.len() / 2);
    let mut flipped = good.to_vec();
    flipped[middle] ^= 1;
    let mut all = vec![
        ("of random bytes", (0..=255).cycle().map(|byte: u8| byte.wrapping_mul(167)).take(2000).collect()),
        ("that is a letter", b"Dear Sir,\n\nplease find the war enclosed.\n".to_vec()),
        ("with one bit flipped", flipped),
    ];
    // No figure yet is a run that has just begun.
    if kind.file != "run/metrics.jsonl" {
        all.push(("that is empty", Vec::new()));
    }
    // The last line of the figures may be cut off: the run may be at work. A text is cut within a word.
    if kind.file != "run/metrics.jsonl" {
        all.push(("that is cut off", good[..middle + kind.flipped.len()].to_vec()));
    }
    for &(what, from, to) in kind.other {
        let at = find(good, from).unwrap_or_else(|| panic!("no {from} in {}", kind.file));
        let (before, after) = (&good[..at], &good[at + from.len()..]);
        all.push((what, [before, to.as_bytes(), after].concat()));
    }
    all
}

fn find(bytes: &[u8], text: &str) -> Option<usize> {
    bytes.windows(text.len().max(1)).position(|window| window == text.as_bytes())
}
