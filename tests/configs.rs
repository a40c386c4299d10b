//! Every file in `configs/` is one that the program takes, and says of every key what is true of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use spinward_agents::baseline::parse_doctrine;
use spinward_env::core::Setup;
use spinward_env::doctrine::DoctrineValues;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_evaluation::balance::config::BalanceConfig;
use spinward_evaluation::balance::plan::BalancePlan;
use spinward_evaluation::config::ArenaConfig;
use spinward_training::config::Config;

/// Every TOML file below this folder of `configs/`.
fn files(folder: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(&path, files),
                false => files.push(path),
            }
        }
    }
    let mut all = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("configs").join(folder), &mut all);
    assert!(!all.is_empty() && all.iter().all(|file| file.extension().unwrap() == "toml"), "{all:?}");
    all
}

/// The lines of a file that set a key, with the comment that stands directly above: table, key, value, comment.
fn keys(text: &str) -> Vec<(String, String, String, String)> {
    let (mut table, mut comment, mut keys) = (String::new(), String::new(), Vec::new());
    for line in text.lines() {
        if let Some(words) = line.strip_prefix('#') {
            comment += words;
        } else if let Some(name) = line.strip_prefix('[') {
            table = name.trim_end_matches(']').into();
            comment.clear();
        } else if let Some((key, value)) = line.split_once(" = ") {
            keys.push((table.clone(), key.into(), value.into(), std::mem::take(&mut comment)));
        } else {
            comment.clear();
        }
    }
    keys
}

#[test]
fn nothing_else_lies_in_configs() {
    let known: usize =
        ["training", "evaluation", "agents", "figures"].map(|folder| files(folder).len()).iter().sum();
    assert_eq!(files("").len(), known, "a folder whose files no test reads");
}

/// `tiny.toml` is the manual of training: it sets every key there is, and names the default of each, either in its comment
/// or by setting it.
#[test]
fn the_documented_defaults_of_training_are_those_of_the_code() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/training/tiny.toml")).unwrap();
    let defaults = toml::Table::try_from(Config::default()).unwrap();
    let mut missing: Vec<String> = defaults
        .iter()
        .filter(|(table, _)| *table != "setup")
        .filter_map(|(table, keys)| Some((table, keys.as_table()?)))
        .flat_map(|(table, keys)| keys.keys().map(move |key| format!("{table}.{key}")))
        .collect();
    assert!(text.contains("# [[variations]]"), "the one key that is a list of tables");
    for (table, key, value, comment) in keys(&text).iter().filter(|(table, ..)| table != "setup") {
        missing.retain(|other| *other != format!("{table}.{key}"));
        let documented = match (comment.split_once("(default: "), comment.split_once(" (the default")) {
            (Some((_, rest)), _) => rest.split([')', ':', ',']).next().unwrap(),
            (None, Some((before, _))) => before.rsplit([' ', ';']).next().unwrap(),
            (None, None) => value,
        };
        let documented: toml::Table = format!("x = {documented}").parse().unwrap_or_else(|error| {
            panic!("{table}.{key}: '{documented}' is no value: {error}");
        });
        // 0.05 is not exactly what an f32 holds.
        let near = |a: &toml::Value, b: &toml::Value| match (a.as_float(), b.as_float()) {
            (Some(a), Some(b)) => a as f32 == b as f32,
            _ => a == b,
        };
        assert!(
            near(&documented["x"], &defaults[table][key]),
            "{table}.{key}: {documented} {}",
            defaults[table][key]
        );
    }
    assert!(missing.is_empty(), "tiny.toml does not tell of {missing:?}");
}

#[test]
fn every_training_config_is_read() {
    for path in files("training") {
        Config::load(&path).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn the_documented_defaults_of_evaluations_are_those_of_the_code() {
    let arena = ArenaConfig::from_toml("game = 'pig'\nagents = ['random', 'greedy']").unwrap();
    let balance = BalanceConfig::from_toml("game = 'pig'").unwrap();
    let (effort, widths) = (&balance.effort, balance.widths);
    let defaults = [
        ("ladder", vec![("pairs", arena.pairs.to_string()), ("seed", arena.seed.to_string())]),
        (
            "balance",
            vec![
                ("agent", format!("\"{}\"", effort.agent)),
                ("games", effort.games.to_string()),
                ("handicap_games", effort.handicap_games.to_string()),
                ("rate_width", format!("{:?}", widths.rate)),
                ("handicap_width", format!("{:?}", widths.handicap)),
                ("seed", effort.seed.to_string()),
            ],
        ),
    ];
    for (name, of_code) in defaults {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("configs/evaluation/{name}.toml"));
        let text = fs::read_to_string(path).unwrap();
        let documented: Vec<(String, String)> = keys(&text)
            .into_iter()
            .filter_map(|(_, key, _, comment)| {
                let (_, default) = comment.split_once("default ")?;
                Some((key, default.strip_suffix('.').unwrap_or(default).to_string()))
            })
            .collect();
        let of_code: Vec<(String, String)> =
            of_code.into_iter().map(|(key, value)| (key.into(), value)).collect();
        assert_eq!(documented, of_code, "{name}");
    }
}

/// A doctrine file that is named after its table sets every parameter of its game to its default; every one tells the
/// ranges of what it sets.
#[test]
fn the_documented_doctrines_are_the_defaults() {
    struct Check(PathBuf);

    impl GameVisitor for Check {
        type Out = ();

        fn visit<G: CompleteGame>(self, _: std::sync::Arc<G>) {
            let file = self.0.display();
            let text = fs::read_to_string(&self.0).unwrap();
            let read = parse_doctrine::<G>(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
            let defaults = DoctrineValues::defaults::<G>();
            let keys = keys(&text);
            let tables: Vec<&String> =
                keys.iter().map(|(table, ..)| table).filter(|table| !table.is_empty()).collect();
            let stem = self.0.file_stem().unwrap().to_string_lossy().into_owned();
            let whole = tables.iter().any(|table| **table == stem) || tables.is_empty();
            for parameter in G::doctrine_parameters() {
                let (value, default) = (read.get(parameter.key), defaults.get(parameter.key));
                assert!(!whole || value == default, "{file}: {}", parameter.key);
                let (table, key) = parameter.key.split_once('.').unwrap_or(("", parameter.key));
                if !tables.iter().any(|own| *own == table) {
                    continue;
                }
                let found = keys.iter().find(|(own, name, ..)| own == table && name == key);
                if found.is_none() && !whole {
                    continue;
                }
                let (.., comment) =
                    found.unwrap_or_else(|| panic!("{file} does not tell of {}", parameter.key));
                let range = format!("From {:?} to {:?}.", parameter.range.0, parameter.range.1);
                assert!(
                    comment.ends_with(&range),
                    "{file}: {}: '{comment}' does not end in '{range}'",
                    parameter.key
                );
            }
        }
    }

    for path in files("agents") {
        let text = fs::read_to_string(&path).unwrap();
        let game =
            keys(&text).into_iter().find(|(_, key, ..)| key == "game").expect("a doctrine names its game").2;
        with_game(&Setup::new(game.trim_matches('"')), Check(path)).unwrap();
    }
}

#[test]
fn every_file_of_figures_corrects_its_game() {
    for path in files("figures") {
        let game = path.file_stem().unwrap();
        let checked = Command::new(env!("CARGO_BIN_EXE_spinward"))
            .arg("rules")
            .arg(game)
            .arg("--data")
            .arg(&path)
            .output();
        let checked = checked.unwrap();
        assert!(checked.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&checked.stderr));
        assert!(String::from_utf8_lossy(&checked.stdout).contains("[owner]"));
    }
}

#[test]
fn every_evaluation_config_opens_its_game_and_agents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/evaluation");
    let save = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // One pair or game of each is enough to know that the game opens and the agents play.
        let text = fs::read_to_string(&path).unwrap();
        let one = |line: &str| match line.split_once(" = ") {
            Some((key @ ("pairs" | "games"), _)) => format!("{key} = 1"),
            Some(("handicap_games", _)) => "handicap_games = 0".into(),
            Some(("handicap_width", _)) => String::new(),
            _ => line.to_string(),
        };
        let short: Vec<String> = text.lines().map(one).collect();
        let copy = save.path().join(path.file_name().unwrap());
        fs::write(&copy, short.join("\n")).unwrap();
        // The first line shows the command that takes the file.
        let (_, command) = text.lines().next().unwrap().split_once("spinward ").unwrap();
        let command = command.split(' ').next().unwrap();
        if command == "balance" {
            let config = BalanceConfig::from_toml(&text).unwrap();
            with_game(&config.setup.clone(), Plans(config)).unwrap();
        }
        let played = Command::new(env!("CARGO_BIN_EXE_spinward")).arg(command).arg(&copy).output().unwrap();
        assert!(played.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&played.stderr));
        seen += 1;
    }
    assert!(seen > 0);
}

/// Plans a balance with its search for fair handicaps.
struct Plans(BalanceConfig);

impl GameVisitor for Plans {
    type Out = ();

    fn visit<G: CompleteGame>(self, game: Arc<G>) {
        let BalanceConfig { setup, factors, effort, .. } = self.0;
        BalancePlan::new(&*game, &setup, &factors, &effort).unwrap();
    }
}
