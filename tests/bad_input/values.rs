//! Names and numbers that are wrong, on the command line and in files.

use std::fs;

use super::{Row, files, refusal, spinward, words};

/// Command lines, with what their answer must name.
const LINES: [(&str, &str); 85] = [
    ("games chess", "chess"),
    ("games --scenario pig", "--scenario"),
    ("bench --scenario nowhere", "nowhere"),
    ("bench --scenario pig/nowhere", "nowhere"),
    ("bench --scenario pig --preset hard", "preset"),
    ("bench --scenario pig --set goal=20", "goal"),
    ("bench --scenario pig --set target=5", "target"),
    ("bench --scenario pig --set target", "OPTION=VALUE"),
    ("bench --seconds 0", "--seconds"),
    ("bench --seconds NaN", "--seconds"),
    ("bench --seconds inf", "--seconds"),
    ("bench --seconds many", "--seconds"),
    ("bench --repetitions 0", "--repetitions"),
    ("engine pig", "pig"),
    ("arena --agents scripted", "two agents"),
    ("arena --scenario pig --agents scripted,randm", "randm"),
    ("arena --scenario pig --agents scripted,", "NAME"),
    ("arena --scenario pig --agents scripted:hold_at=1e9,random", "hold_at"),
    ("arena --scenario pig --agents scripted:hold_at=NaN,random", "hold_at"),
    ("arena --scenario pig --agents scripted:hold=9,random", "hold"),
    ("arena --scenario pig --agents rollout-mcts:visits=0,random", "simulations"),
    ("arena --scenario pig --agents rollout-mcts:visits=-1,random", "visits"),
    ("arena --scenario pig --agents scripted-search:c_scale=NaN,random", "c_scale"),
    ("arena --scenario pig --agents policy,random", "weights=FILE"),
    ("arena --scenario pig --agents scripted,random,scripted", "'scripted' is there twice"),
    (
        "arena --scenario pig --agents scripted:doctrine=doctrine.toml,random,scripted:doctrine=./doctrine.toml",
        "are the same agent",
    ),
    ("arena arena.toml --data doctrine.toml", "--data"),
    ("arena --scenario pig --agents scripted,random --data doctrine.toml", "doctrine.toml: game"),
    ("rules pig --data doctrine.toml", "doctrine.toml: game"),
    ("arena arena.toml --save arena.toml", "arena.toml"),
    ("arena --agents scripted,random --pairs 0", "--pairs"),
    ("arena --agents scripted,random --pairs 99999999999", "--pairs"),
    ("arena --agents scripted,random --seed -1", "--seed"),
    ("balance --scenario nowhere", "nowhere"),
    ("balance --scenario pig", "handicap"),
    ("balance --scenario pig --agent nobody", "nobody"),
    (
        "balance --scenario nusku-gap --handicap-games 0 --factor cobb.price=on,cobb.fire=off",
        "cobb.price=on changes nothing",
    ),
    (
        "balance --scenario nusku-gap --handicap-games 0 --factor preset=cobb-2005,cobb.price=on",
        "changes nothing",
    ),
    ("balance --scenario pig --handicap-games 0 --factor goal", "goal"),
    ("balance --scenario pig --handicap-games 0 --factor target", "target"),
    ("balance --scenario pig --handicap-games 0 --factor target=1", "target"),
    ("balance --scenario pig --handicap-games 0 --factor preset=hard", "hard"),
    ("balance --scenario pig --handicap-games 0 --factor target=20 --factor target=20", "twice"),
    ("balance --scenario pig --handicap-games 0 --factor target=20,target=30", "twice"),
    ("balance --scenario pig --set target=20 --set target=30", "--set target"),
    (
        "balance --scenario nusku-gap --handicap-games 0 --factor cobb.price=off,retreat_lane=any --factor retreat_lane=any,cobb.price=off",
        "the same as",
    ),
    ("balance --agent scripted,random", "scripted,random"),
    ("balance --games 0", "--games"),
    ("balance --games -1", "--games"),
    ("balance --handicap-games 99999999999", "--handicap-games"),
    ("balance --handicap-games 1", "from 20"),
    ("balance --handicap-games 0 --handicap-width 3", "--handicap-width"),
    ("balance --rate-width 1", "--rate-width"),
    ("balance --handicap-width NaN", "--handicap-width"),
    ("replay game.jsonl --at 9999", "--at"),
    ("replay game.jsonl --seat nobody", "--seat"),
    ("profile", "<GAMES>"),
    ("profile game.jsonl", "no profile"),
    ("profile run/checkpoints", "checkpoints"),
    ("profile run", "metrics.jsonl"),
    ("play --load play.jsonl --data doctrine.toml", "--data"),
    ("profile games/war.jsonl game.jsonl", "game.jsonl"),
    ("report .", "no run"),
    ("report run --results report.json", "page of a lab"),
    ("probe", "probe"),
    ("probe calibration --scenario nowhere", "nowhere"),
    ("probe calibration --scenario pig --values guess", "guess"),
    ("probe calibration --scenario pig --values network", "weights=FILE"),
    ("probe calibration --scenario pig --agents scripted", "two agents"),
    ("probe calibration --scenario pig --games 0", "--games"),
    ("probe calibration run/checkpoints", "checkpoints"),
    ("probe calibration run", "run"),
    ("probe calibration game.jsonl games/war.jsonl", "war.jsonl"),
    ("probe thinking --scenario pig", "--agent"),
    ("probe thinking --scenario pig --agent random", "visits"),
    ("probe thinking --scenario pig --agent rollout-mcts --visits 0", "--visits"),
    ("probe thinking --scenario pig --agent rollout-mcts --visits 4,1,4", "4 is there twice"),
    ("probe thinking --scenario pig --agent rollout-mcts:visits=9 --visits 4", "visits=9"),
    ("probe thinking --scenario pig --agent rollout-mcts --visits 4 --against nobody", "nobody"),
    ("probe puzzles suite.toml --agents nobody", "nobody"),
    ("probe puzzles suite.toml --prove 0", "--prove"),
    ("probe puzzles suite.toml --agents random --out ./suite.toml", "suite.toml"),
    ("probe puzzles suite.toml --prove 10", "10 positions"),
    ("gpu-check --scenario nowhere", "nowhere"),
    ("gpu-check --scenario pig/nowhere", "nowhere"),
];

/// Keys of a training configuration with values that can't be used.
const TRAINING: [(&str, &str, &str); 36] = [
    ("run", "seed", "-1"),
    ("run", "workers", "1000000"),
    ("run", "deterministic", "\"yes\""),
    ("network", "layers", "0"),
    ("network", "layers", "99"),
    ("network", "width", "0"),
    ("network", "width", "1000000"),
    ("network", "heads", "3"),
    ("clone", "random_share", "1.5"),
    ("clone", "passes", "-1.0"),
    ("clone", "passes", "1e30"),
    ("clone", "minutes", "-1.0"),
    ("clone", "minutes", "inf"),
    ("clone", "games", "4000000000"),
    ("selfplay", "games", "0"),
    ("selfplay", "generations", "0"),
    ("selfplay", "minutes", "nan"),
    ("selfplay", "minutes", "1e300"),
    ("selfplay", "visits", "0"),
    ("selfplay", "value_scale", "-1.0"),
    ("selfplay", "rescale", "\"nod\""),
    ("selfplay", "shrinkage", "nan"),
    ("selfplay", "tables", "0"),
    ("selfplay", "backend", "\"gpu\""),
    ("learning", "batch", "0"),
    ("learning", "passes", "inf"),
    ("learning", "rows_per_game", "0"),
    ("learning", "rate", "nan"),
    ("learning", "clip", "0.0"),
    ("learning", "average", "1.0"),
    ("learning", "search_value", "2.0"),
    ("learning", "policy", "-1.0"),
    ("window", "start", "0"),
    ("window", "exponent", "0.0"),
    ("checkpoints", "keep", "0"),
    ("checkpoints", "every", "3"),
];

/// Lines of an evaluation configuration that can't be used.
const EVALUATION: [(&str, &str); 6] = [
    ("pairs = 0", "pairs"),
    ("pairs = -1", "pairs"),
    ("pair = 3", "pair"),
    ("candidate = \"nobody\"", "nobody"),
    ("options = { goal = 3 }", "goal"),
    ("options = { target = 1 }", "target"),
];

pub(super) fn table() -> Vec<Row> {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    files::examples(folder);
    let mut rows = Vec::new();
    for (line, named) in LINES {
        let answer = refusal(folder, spinward().args(words(line)), named, "the value");
        rows.push(Row { command: line.into(), what: "the value".into(), answer });
    }
    for (table, key, value) in TRAINING {
        let generations = if key == "generations" { "" } else { "generations = 1\n" };
        let mut text = "[setup]\ngame = \"pig\"\n".to_string();
        if table != "selfplay" {
            text += &format!("[selfplay]\n{generations}");
        }
        text += &format!("[{table}]\n{key} = {value}\n");
        if table == "selfplay" {
            text += generations;
        }
        fs::write(folder.join("train.toml"), text).unwrap();
        let answer =
            refusal(folder, spinward().args(["train", "train.toml"]), table, &format!("{key} = {value}"));
        assert!(answer.said.contains("train.toml:"), "no line: {answer:?}");
        rows.push(Row {
            command: "train train.toml".into(),
            what: format!("{table}.{key} = {value}"),
            answer,
        });
    }
    for (line, named) in EVALUATION {
        let text = format!("game = \"pig\"\nagents = [\"random\", \"scripted\"]\n{line}\n");
        fs::write(folder.join("arena.toml"), text).unwrap();
        let answer = refusal(folder, spinward().args(["arena", "arena.toml"]), named, line);
        rows.push(Row { command: "arena arena.toml".into(), what: line.into(), answer });
    }
    rows
}
