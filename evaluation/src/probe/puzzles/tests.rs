use std::path::Path;

use super::*;

/// The suite of this file.
fn suite(file: &str) -> Suite {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(file);
    Suite::from_toml(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn duels() -> Suite {
    suite("duels.toml")
}

fn suites() -> [Suite; 3] {
    ["duels.toml", "last-turns.toml", "whole-map.toml"].map(suite)
}

/// A source can be looked up: a rule that it names is one of the rules that are listed, and nothing outside the repository is cited by section.
#[test]
fn sources_name_rules_and_authors() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules-coverage.md");
    let rules = std::fs::read_to_string(rules).unwrap();
    let puzzles = suites().into_iter().flat_map(|suite| suite.puzzles);
    let sources: Vec<String> = puzzles.map(|puzzle| puzzle.source).collect();
    for source in &sources {
        assert!(!source.contains("section"), "{source}");
        let cited = source.split([' ', '(', ')', ';', ',']).filter(|word| word.starts_with("imp."));
        cited.for_each(|rule| assert!(rules.contains(&format!("`{rule}`")), "no rule {rule}: {source}"));
    }
    assert!(sources.iter().any(|source| source.contains("imp.")));
}

/// Three in a column win at once; everything else gives the chance away.
const FOUR: &str = r#"
name = "four"
game = "connect_four"
scenario = "standard"
"#;

#[test]
fn greedy_solves_a_third_of_each_suite_at_most_and_so_does_random() {
    let all = suites();
    assert!(all.iter().map(|suite| suite.puzzles.len()).sum::<usize>() >= 35);
    for suite in &all {
        let count = suite.puzzles.len();
        let greedy = attempt(suite, &[AgentSpec::new("greedy")], 1).unwrap();
        assert!(3 * greedy.agents[0].solved <= count, "{greedy:?}");
        assert_eq!(greedy.agents[0].solved + greedy.agents[0].missed.len(), count);
        let random = |seed| attempt(suite, &[AgentSpec::new("random")], seed).unwrap().agents[0].solved;
        let (seeds, solved) = (30, (1..=30).map(random).sum::<usize>());
        assert!(3 * solved <= seeds * count, "{}: {solved} in {seeds} attempts", suite.name);
    }
}

#[test]
fn the_answers_of_every_suite_are_proven_again() {
    for puzzle in suites().iter().flat_map(|suite| &suite.puzzles) {
        let Puzzle { name, why, source, .. } = puzzle;
        assert!(!why.is_empty() && !source.is_empty() && puzzle.value > puzzle.second, "{name}");
        prove(puzzle, 100_000).unwrap_or_else(|error| panic!("{error}"));
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
    let puzzle = "[[puzzle]]\nname = 'a'\nwhy = 'so'\nsource = 'me'\nposition = ''\nbest = ['x']\nvalue = 1.0\nsecond = 0.0\n";
    assert!(refused(&format!("{FOUR}{puzzle}{puzzle}")).contains("'a' is there twice"));
    assert!(refused(&format!("{FOUR}{puzzle}worth = 3\n")).contains("line 13: unknown field `worth`"));
}
