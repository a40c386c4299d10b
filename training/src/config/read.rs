use toml::de::{DeTable, DeValue};

use super::{Config, ConfigError};

/// Reads the text, naming every unknown key at once.
pub(super) fn read(text: &str, file: &str) -> Result<Config, ConfigError> {
    let failed = |error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let key = key_at(text, at).map_or(String::new(), |key| format!("{key}: "));
        ConfigError(vec![format!("{file}:{}: {key}{}", line_at(text, at), for_people(error.message()))])
    };
    let deserializer = toml::Deserializer::parse(text).map_err(failed)?;
    let mut unknown = Vec::new();
    let config: Config =
        serde_ignored::deserialize(deserializer, |path| unknown.push(path.to_string())).map_err(failed)?;
    if unknown.is_empty() {
        return Ok(config);
    }
    let known = known_keys();
    Err(ConfigError(unknown.iter().map(|key| describe(key, &known, text, file)).collect()))
}

/// The line of a key with dots, counted from 1; that of its table where the key itself is not written.
pub(super) fn line_of(text: &str, key: &str) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    let mut table = table.get_ref();
    let mut line = None;
    for part in key.split('.') {
        let Some((name, value)) = table.iter().find(|(name, _)| name.get_ref().as_ref() == part) else {
            break;
        };
        line = Some(line_at(text, name.span().start));
        let DeValue::Table(inner) = value.get_ref() else { break };
        table = inner;
    }
    line
}

/// The key, with dots, whose value begins at this offset.
fn key_at(text: &str, offset: usize) -> Option<String> {
    fn search(table: &DeTable<'_>, prefix: &str, offset: usize) -> Option<String> {
        table.iter().find_map(|(name, value)| {
            let key = format!("{prefix}{}", name.get_ref());
            match value.get_ref() {
                DeValue::Table(inner) => search(inner, &format!("{key}."), offset),
                _ => (value.span().start == offset).then_some(key),
            }
        })
    }
    search(DeTable::parse(text).ok()?.get_ref(), "", offset)
}

/// What serde says, without the names of Rust's types.
fn for_people(message: &str) -> String {
    let words = [
        ("expected u64", "expected a whole number from 0"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u32", "expected a whole number from 0"),
        ("expected f32", "expected a number"),
        ("expected f64", "expected a number"),
        ("unknown variant", "unknown word"),
    ];
    words.iter().fold(message.to_string(), |text, (rust, people)| text.replace(rust, people))
}

fn line_at(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

fn describe(key: &str, known: &[String], text: &str, file: &str) -> String {
    let line = line_of(text, key).map_or(String::new(), |line| format!(":{line}"));
    let nearest = known.iter().max_by(|a, b| strsim::jaro(key, a).total_cmp(&strsim::jaro(key, b)));
    let hint = nearest.map_or(String::new(), |nearest| format!("; did you mean '{nearest}'?"));
    format!("{file}{line}: no key '{key}'{hint}")
}

/// Every table and key that a configuration may have.
fn known_keys() -> Vec<String> {
    let table = toml::Table::try_from(Config::default()).unwrap_or_default();
    let mut keys: Vec<String> = table.keys().cloned().collect();
    for (name, value) in &table {
        if let toml::Value::Table(inner) = value {
            keys.extend(inner.keys().map(|key| format!("{name}.{key}")));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[test]
    fn lines_are_found_inside_tables() {
        let text = "[a]\nx = 1\n\n[b]\n# a comment\ny = 2\n";
        assert_eq!(line_of(text, "b.y"), Some(6));
        assert_eq!(line_of(text, "b.z"), Some(4));
        assert_eq!(line_of(text, "c"), None);
    }

    #[test]
    fn an_empty_configuration_is_read_as_the_defaults() {
        let empty = Config::deserialize(toml::Table::new()).unwrap();
        assert_eq!(empty, Config::default());
    }
}
