//! Which rules have code and tests: `cargo xtask rules` writes docs/rules-coverage.md. It must be fresh, and no rule may be
//! without either, but for a base rule that another rule replaces (its words begin with `Base:`).
//!
//! A game that lists its rules in a `rules.txt` marks code with `// rule: ID` and names tests after ids.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::sources::RustFile;

const GAMES: &str = "env/src/games";
const PAGE: &str = "docs/rules-coverage.md";

/// What is known of one rule.
#[derive(Debug, Default, PartialEq)]
struct Rule {
    words: String,
    code: BTreeSet<String>,
    tests: BTreeSet<String>,
}

impl Rule {
    /// Whether it has neither code nor test since another rule takes its place.
    fn is_replaced(&self) -> bool {
        self.code.is_empty() && self.tests.is_empty() && self.words.starts_with("Base:")
    }
}

/// The rules of one game, by their ids, in the order of its list.
#[derive(Debug, Default)]
struct Coverage {
    order: Vec<String>,
    rules: BTreeMap<String, Rule>,
    breaches: Vec<String>,
}

pub(super) fn breaches(root: &Path, files: &[RustFile]) -> Result<Vec<String>> {
    let (page, mut found) = page(root, files)?;
    if fs::read_to_string(root.join(PAGE)).unwrap_or_default() != page {
        found.push(format!("{PAGE} is out of date: cargo xtask rules"));
    }
    Ok(found)
}

/// Whether a file is part of a game and has code that a rule is named for.
pub(super) fn names_a_rule(file: &RustFile) -> bool {
    let mut code = file.text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    file.path.starts_with(GAMES) && file.is_product() && code.any(|line| line.trim().starts_with("// rule: "))
}

/// Writes the page anew.
pub(super) fn write(root: &Path, files: &[RustFile]) -> Result<()> {
    let (page, _) = page(root, files)?;
    fs::write(root.join(PAGE), page).with_context(|| format!("can't write {PAGE}"))
}

fn page(root: &Path, files: &[RustFile]) -> Result<(String, Vec<String>)> {
    let mut page = String::from(
        "# Rules, their code and their tests\n\nWritten by `cargo xtask rules` from the `rules.txt` of each game, \
         the `// rule:` comments and the names of\ntests; `cargo xtask check` fails when it is out of date, or when a rule has no code or\nno test.\n",
    );
    let mut breaches = Vec::new();
    let mut games: Vec<_> = fs::read_dir(root.join(GAMES))?.collect::<Result<_, _>>()?;
    games.sort_by_key(fs::DirEntry::file_name);
    for game in games {
        let name = game.file_name().to_string_lossy().into_owned();
        let Ok(list) = fs::read_to_string(game.path().join("rules.txt")) else { continue };
        let folder = format!("{GAMES}/{name}/");
        let own = files.iter().filter(|file| file.path.starts_with(&folder));
        let coverage = coverage(&list, own.map(|file| (&file.path[folder.len()..], file.text.as_str())))
            .with_context(|| format!("{folder}rules.txt"))?;
        let found = coverage.breaches.iter().cloned().chain(coverage.gaps());
        breaches.extend(found.map(|breach| format!("{folder}{breach}")));
        section(&mut page, &name, &coverage);
    }
    Ok((page, breaches))
}

fn coverage<'a>(list: &str, files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Coverage> {
    let mut coverage = Coverage::default();
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (id, words) = line.split_once(" | ").with_context(|| format!("'{line}' is not 'ID | WORDS'"))?;
        let rule = Rule { words: words.into(), ..Rule::default() };
        ensure!(coverage.rules.insert(id.into(), rule).is_none(), "{id} twice");
        coverage.order.push(id.into());
    }
    for (path, text) in files {
        coverage.read(path, text);
    }
    Ok(coverage)
}

impl Coverage {
    /// Takes up the rule comments and tests of a file.
    fn read(&mut self, path: &str, text: &str) {
        let mut is_test = false;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(ids) = line.strip_prefix("// rule: ") {
                for id in ids.split([' ', ',']).filter(|id| !id.is_empty()) {
                    match self.rules.get_mut(id) {
                        Some(rule) => _ = rule.code.insert(path.into()),
                        None => self.breaches.push(format!("{path}:{number}: rules.txt has no {id}")),
                    }
                }
            }
            if let Some(name) = line.strip_prefix("fn ").and_then(|rest| rest.split('(').next())
                && is_test
            {
                if let Some(rule) = self.tested_by(name).and_then(|id| self.rules.get_mut(&id)) {
                    rule.tests.insert(format!("`{name}` ({path})"));
                } else if self.looks_like_a_rule(name) {
                    self.breaches.push(format!("{path}:{number}: rules.txt has no rule of {name}"));
                }
            }
            is_test = line == "#[test]";
        }
    }

    /// The rule with the longest id that a test's name begins with.
    fn tested_by(&self, name: &str) -> Option<String> {
        let fits = |id: &str| {
            name.strip_prefix(&id.replace('.', "_"))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        self.rules.keys().filter(|id| fits(id)).max_by_key(|id| id.len()).cloned()
    }

    fn looks_like_a_rule(&self, name: &str) -> bool {
        let family = |id: &str| id.split('.').next().map(|family| format!("{family}_"));
        self.rules.keys().filter_map(|id| family(id)).any(|family| name.starts_with(&family))
    }

    /// Rules without code or without a test.
    fn gaps(&self) -> Vec<String> {
        let gap = |id: &str| {
            let rule = &self.rules[id];
            match (rule.code.is_empty(), rule.tests.is_empty()) {
                (false, false) => None,
                (true, true) if rule.is_replaced() => None,
                (true, true) => Some("no code names it, and no test is named after it"),
                (true, false) => Some("no code names it in a '// rule:' comment"),
                (false, true) => Some("no test is named after it"),
            }
        };
        self.order.iter().filter_map(|id| gap(id).map(|what| format!("rules.txt: {id}: {what}"))).collect()
    }

    fn which(&self, want: impl Fn(&Rule) -> bool) -> Vec<&str> {
        self.order.iter().filter(|id| want(&self.rules[*id])).map(String::as_str).collect()
    }
}

fn section(page: &mut String, game: &str, coverage: &Coverage) {
    let both = coverage.which(|rule| !rule.code.is_empty() && !rule.tests.is_empty());
    let untested = coverage.which(|rule| !rule.code.is_empty() && rule.tests.is_empty());
    let unmarked = coverage.which(|rule| rule.code.is_empty() && !rule.tests.is_empty());
    let bare = |rule: &Rule| rule.code.is_empty() && rule.tests.is_empty();
    let neither = coverage.which(|rule| bare(rule) && !rule.is_replaced());
    let replaced = coverage.which(Rule::is_replaced);
    _ = writeln!(
        page,
        "\n## {game}\n\n{} rules: {} with code and tests.\n",
        coverage.order.len(),
        both.len()
    );
    for (what, ids) in [
        ("Code without a test named after it", untested),
        ("Tests without code that names it", unmarked),
        ("Neither", neither),
        ("Neither, since another rule replaces them", replaced),
    ] {
        let list = if ids.is_empty() { "none".into() } else { ids.join(", ") };
        _ = writeln!(page, "- {what} ({}): {list}", ids.len());
    }
    _ = writeln!(page, "\n| rule | in short | code | tests |\n| --- | --- | --- | --- |");
    let join = |set: &BTreeSet<String>| set.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    for id in &coverage.order {
        let rule = &coverage.rules[id];
        _ = writeln!(page, "| `{id}` | {} | {} | {} |", rule.words, join(&rule.code), join(&rule.tests));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# ids\nr.1.go | ships go\nr.1.go.far | ships go far\nr.2.stop | ships stop\n";

    fn read(text: &str) -> Coverage {
        coverage(LIST, [("turn.rs", text)].into_iter()).unwrap()
    }

    #[test]
    fn comments_and_tests_are_booked_under_the_longest_id() {
        let found = read("// rule: r.1.go r.2.stop\nfn go() {}\n#[test]\nfn r_1_go_far_away() {}\n");
        assert_eq!(found.which(|rule| !rule.code.is_empty()), ["r.1.go", "r.2.stop"]);
        assert_eq!(found.which(|rule| !rule.tests.is_empty()), ["r.1.go.far"]);
        assert_eq!(found.breaches, Vec::<String>::new());
    }

    #[test]
    fn what_names_no_rule_is_a_breach() {
        let found =
            read("// rule: r.9.fly\n#[test]\nfn r_1_gone() {}\n#[test]\nfn other() {}\nfn r_8() {}\n");
        assert_eq!(
            found.breaches,
            ["turn.rs:1: rules.txt has no r.9.fly", "turn.rs:3: rules.txt has no rule of r_1_gone"]
        );
    }

    #[test]
    fn a_rule_without_code_or_test_is_a_gap() {
        let list = format!("{LIST}r.3.old | Base: ships swim\n");
        let text = "// rule: r.1.go\nfn go() {}\n#[test]\nfn r_1_go_far() {}\n";
        let found = coverage(&list, [("turn.rs", text)].into_iter()).unwrap();
        assert_eq!(
            found.gaps(),
            [
                "rules.txt: r.1.go: no test is named after it",
                "rules.txt: r.1.go.far: no code names it in a '// rule:' comment",
                "rules.txt: r.2.stop: no code names it, and no test is named after it",
            ]
        );
        assert!(found.gaps().iter().all(|gap| !gap.contains("r.3.old")), "another rule replaces it");
    }

    #[test]
    fn a_rule_twice_is_refused() {
        assert!(coverage("r.1.go | a\nr.1.go | b\n", [].into_iter()).is_err());
    }
}
