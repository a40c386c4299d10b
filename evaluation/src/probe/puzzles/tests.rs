use std::path::Path;

use super::*;

fn duels() -> Suite {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites/duels.toml");
    Suite::from_toml(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// Three in a column win at once; everything else gives the chance away.
const FOUR: &str = r#"
name = "four"
game = "connect_four"
scenario = "standard"
"#;

#[test]
fn greedy_solves_a_third_of_the_duels_at_most() {
    let suite = duels();
    assert!(suite.puzzles.len() >= 30, "{}", suite.puzzles.len());
    let scores = attempt(&suite, &[AgentSpec::new("greedy"), AgentSpec::new("random")], 1).unwrap();
    assert!(3 * scores.agents[0].solved <= suite.puzzles.len(), "{scores:?}");
    assert_eq!(scores.agents[0].solved + scores.agents[0].missed.len(), suite.puzzles.len());
}

#[test]
fn the_answers_of_the_duels_are_proven_again() {
    for puzzle in &duels().puzzles {
        assert!(!puzzle.why.is_empty() && puzzle.value > puzzle.second, "{}", puzzle.name);
        prove(puzzle, 10_000).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_wrong_answer_is_found_out() {
    let mut puzzle = duels().puzzles.remove(0);
    puzzle.value += 0.01;
    let error = prove(&puzzle, 10_000).unwrap_err().to_string();
    assert!(error.contains("is worth"), "{error}");
    puzzle.best.push("surrender".into());
    let error = prove(&puzzle, 10_000).unwrap_err().to_string();
    assert!(error.contains(&puzzle.name) && error.contains("surrender"), "{error}");
    puzzle.position = "nowhere".into();
    assert!(matches!(prove(&puzzle, 10_000).unwrap_err().fault, PuzzleFault::Notation(_)));
}

#[test]
fn suites_that_say_too_little_or_too_much_are_refused() {
    let refused = |text: &str| Suite::from_toml(text).unwrap_err().to_string();
    assert!(refused(FOUR).contains("a suite needs one at least"));
    assert!(refused("name = 'x'").contains("missing field `game`"));
    let puzzle =
        "[[puzzle]]\nname = 'a'\nwhy = 'so'\nposition = ''\nbest = ['x']\nvalue = 1.0\nsecond = 0.0\n";
    assert!(refused(&format!("{FOUR}{puzzle}{puzzle}")).contains("'a' is there twice"));
    assert!(refused(&format!("{FOUR}{puzzle}worth = 3\n")).contains("line 12: unknown field `worth`"));
}
