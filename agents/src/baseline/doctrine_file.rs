use std::fmt;

use spinward_env::core::Game;
use spinward_env::doctrine::{Doctrine, DoctrineValues};
use thiserror::Error;
use toml::{Table, Value};

use crate::file::without_types;
use crate::names::unknown_name;

/// Everything that is wrong with a doctrine file, not just the first thing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct DoctrineFaults(pub Vec<String>);

impl fmt::Display for DoctrineFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

/// Reads a doctrine file: TOML with a number for each parameter that differs from its default
/// ([`Doctrine::doctrine_parameters`]). A table `[a]` with `b = 1` sets the parameter `a.b`. The key `game`,
/// if there is one, must name the game.
///
/// # Errors
/// All faults at once: what is not TOML, another game's file, unknown keys with the nearest one, values that
/// are not numbers or out of range.
pub fn parse_doctrine<G: Doctrine>(text: &str) -> Result<DoctrineValues, DoctrineFaults> {
    let mut table: Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text[..at].matches('\n').count() + 1;
        DoctrineFaults(vec![format!("line {line}: {}", without_types(error.message()))])
    })?;
    let mut faults = Vec::new();
    if table.is_empty() {
        faults.push("it sets nothing".into());
    }
    let id = <G as Game>::card().id;
    match table.remove("game") {
        Some(Value::String(game)) if game == id => {}
        None => {}
        Some(other) => faults.push(format!("game = {other}: this is a doctrine for '{id}'")),
    }
    let mut numbers = Vec::new();
    collect_numbers("", table, &mut numbers, &mut faults);

    let parameters = G::doctrine_parameters();
    let mut values = DoctrineValues::defaults::<G>();
    for (key, number) in numbers {
        if parameters.iter().any(|p| p.key == key) {
            if let Err(fault) = values.set::<G>(&key, number) {
                faults.push(fault);
            }
        } else {
            faults.push(unknown_name("doctrine parameter", &key, parameters.iter().map(|p| p.key)));
        }
    }
    if faults.is_empty() { Ok(values) } else { Err(DoctrineFaults(faults)) }
}

fn collect_numbers(prefix: &str, table: Table, numbers: &mut Vec<(String, f32)>, faults: &mut Vec<String>) {
    for (key, value) in table {
        let key = format!("{prefix}{key}");
        match value {
            Value::Integer(n) => numbers.push((key, n as f32)),
            Value::Float(x) => numbers.push((key, x as f32)),
            Value::Table(inner) => collect_numbers(&format!("{key}."), inner, numbers, faults),
            other => faults.push(format!("{key} = {other}: expected a number")),
        }
    }
}

#[cfg(test)]
mod tests {
    use spinward_env::games::pig::Pig;

    use super::*;

    #[test]
    fn every_fault_is_reported_with_the_nearest_key() {
        let faults = parse_doctrine::<Pig>("game = 'chess'\nhold = 3\nhold_at = 1\nx = 'y'").unwrap_err();
        let text = faults.to_string();
        assert_eq!(faults.0.len(), 4, "{text}");
        assert!(text.contains("did you mean 'hold_at'"), "{text}");
        assert!(text.contains("outside 2 to 1000"), "{text}");
    }

    #[test]
    fn a_value_is_taken_and_the_rest_keep_their_defaults() {
        assert_eq!(parse_doctrine::<Pig>("hold_at = 25").unwrap().get("hold_at"), 25.0);
        assert_eq!(parse_doctrine::<Pig>("game = 'pig'").unwrap().get("hold_at"), 20.0);
    }

    #[test]
    fn an_empty_file_is_refused() {
        assert_eq!(parse_doctrine::<Pig>("# nothing\n").unwrap_err().to_string(), "it sets nothing");
    }

    #[test]
    fn text_that_is_not_toml_is_refused_with_its_line() {
        assert!(parse_doctrine::<Pig>("hold_at = = 2").unwrap_err().to_string().contains("line 1"));
    }
}
