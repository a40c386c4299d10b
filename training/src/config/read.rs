use toml::de::{DeTable, DeValue};

use super::{Config, ConfigError};

/// Reads the text, naming every unknown key at once.
pub(super) fn read(text: &str, file: &str) -> Result<Config, ConfigError> {
    let failed = |error: toml::de::Error| {
        let line = error.span().map_or(1, |span| line_at(text, span.start));
        ConfigError(vec![format!("{file}:{line}: {}", error.message())])
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
