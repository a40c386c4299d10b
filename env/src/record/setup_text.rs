use std::collections::BTreeMap;

use crate::core::{ResolvedSetup, Setup, SetupFault, SetupFaults, stable_hash};

const KEYS: [&str; 5] = ["game", "scenario", "preset", "options", "figures"];

/// A setup as a TOML file: `game`, `scenario`, `preset` and the tables `[options]` and `[figures]`. What the setup leaves open is
/// left out.
pub fn setup_to_toml(setup: &Setup) -> String {
    let mut table = toml::Table::new();
    table.insert("game".into(), setup.game.clone().into());
    for (key, value) in [("scenario", &setup.scenario), ("preset", &setup.preset)] {
        if let Some(value) = value {
            table.insert(key.into(), value.clone().into());
        }
    }
    if !setup.options.is_empty() {
        let options: toml::Table =
            setup.options.iter().map(|(key, value)| (key.clone(), value.clone().into())).collect();
        table.insert("options".into(), options.into());
    }
    if !setup.figures.is_empty() {
        let figures: toml::Table =
            setup.figures.iter().map(|(key, value)| (key.clone(), read_value(value))).collect();
        table.insert("figures".into(), figures.into());
    }
    table.to_string()
}

/// A value as it stands in TOML; text that is none stays text.
fn read_value(text: &str) -> toml::Value {
    let line: Result<toml::Table, _> = format!("value = {text}").parse();
    line.ok().and_then(|mut table| table.remove("value")).unwrap_or_else(|| text.into())
}

/// Reads the figures that an owner's file corrects: TOML tables as in the game's data, under the name of each file
/// (`[units.SC]`), or keys with dots.
///
/// # Errors
/// If the text is no TOML, with the line. Keys and values are checked later, by
/// [`Game::from_setup`](crate::core::Game::from_setup).
pub fn figures_from_toml(text: &str) -> Result<BTreeMap<String, String>, SetupFaults> {
    let table = read_table(text, "figures")?;
    let mut figures = BTreeMap::new();
    flatten("", &table, &mut figures);
    Ok(figures)
}

fn flatten(path: &str, table: &toml::Table, figures: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let key = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&key, inner, figures),
            other => drop(figures.insert(key, other.to_string())),
        }
    }
}

fn read_table(text: &str, at: &str) -> Result<toml::Table, SetupFaults> {
    text.parse().map_err(|error: toml::de::Error| {
        let line =
            error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let said = error.message();
        let problem = format!("no valid TOML in line {line}: {said}; KEY = VALUE or [TABLE] would be right");
        SetupFaults(vec![SetupFault { at: at.into(), problem }])
    })
}

/// Reads a setup from TOML. Options may be strings, whole numbers or `true` and `false` (for on and off). Ids
/// and options are checked later, by [`Game::from_setup`](crate::core::Game::from_setup).
///
/// # Errors
/// All faults: text that is no TOML (with the line), unknown keys (with the nearest), values of a wrong type, a
/// missing game.
pub fn setup_from_toml(text: &str) -> Result<Setup, SetupFaults> {
    let table = read_table(text, "setup")?;
    let mut faults = Vec::new();
    let mut fault = |at: &str, problem: String| faults.push(SetupFault { at: at.into(), problem });
    for key in table.keys().filter(|key| !KEYS.contains(&key.as_str())) {
        let nearest = KEYS.into_iter().max_by(|a, b| strsim::jaro(key, a).total_cmp(&strsim::jaro(key, b)));
        fault(key, format!("no such key; the nearest is '{}'", nearest.unwrap_or(KEYS[0])));
    }
    let mut word = |key: &str| match table.get(key) {
        None => None,
        Some(toml::Value::String(text)) => Some(text.clone()),
        Some(other) => {
            fault(key, format!("expected a string, not {}", other.type_str()));
            None
        }
    };
    let (game, scenario, preset) = (word("game"), word("scenario"), word("preset"));
    if !table.contains_key("game") {
        fault("game", "it is missing; a setup names its game".into());
    }
    let mut setup = Setup { game: game.unwrap_or_default(), scenario, preset, ..Setup::default() };
    match table.get("options") {
        None => {}
        Some(toml::Value::Table(options)) => {
            for (key, value) in options {
                match option_value(value) {
                    Some(text) => drop(setup.options.insert(key.clone(), text)),
                    None => fault(key, format!("expected a string, not {}", value.type_str())),
                }
            }
        }
        Some(other) => fault("options", format!("expected a table, not {}", other.type_str())),
    }
    match table.get("figures") {
        None => {}
        Some(toml::Value::Table(figures)) => flatten("", figures, &mut setup.figures),
        Some(other) => fault("figures", format!("expected a table, not {}", other.type_str())),
    }
    if faults.is_empty() { Ok(setup) } else { Err(SetupFaults(faults)) }
}

fn option_value(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(on) => Some(if *on { "on" } else { "off" }.into()),
        _ => None,
    }
}

/// The hash of a setup with every option written out: equal exactly for setups that make the same game.
pub fn setup_hash(setup: &ResolvedSetup) -> u64 {
    // By its text, so that neither the field order nor the name of a preset with equal values counts.
    let mut text = format!("{}\n{}\n", setup.game, setup.scenario);
    for (key, value) in setup.values() {
        text.push_str(&format!("{key}={value}\n"));
    }
    for (key, value) in setup.figures() {
        text.push_str(&format!("figure {key}={value}\n"));
    }
    stable_hash(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Game;
    use crate::games::pig::Pig;

    #[test]
    fn a_setup_survives_its_file() {
        for setup in [Setup::new("pig"), Setup::new("pig").scenario("standard").set("target", "50")] {
            assert_eq!(setup_from_toml(&setup_to_toml(&setup)).unwrap(), setup);
        }
    }

    #[test]
    fn options_may_be_numbers_and_switches() {
        let setup = setup_from_toml("game = 'pig'\n[options]\ntarget = 50\nfast = true").unwrap();
        assert_eq!(setup, Setup::new("pig").set("target", "50").set("fast", "on"));
    }

    #[test]
    fn all_faults_of_a_file_are_told() {
        let text =
            setup_from_toml("scenari = 'x'\npreset = 3\n[options]\ntarget = [1]").unwrap_err().to_string();
        for part in ["nearest is 'scenario'", "preset: expected a string", "game: it is missing", "target:"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let text = setup_from_toml("game = 'pig'\n=").unwrap_err().to_string();
        assert!(text.contains("line 2"), "{text}");
    }

    #[test]
    fn figures_survive_their_file() {
        let figures = figures_from_toml("[units.SC]\nprice = 3\n[combat]\ntables.beam = [7, 6]").unwrap();
        let setup = Setup { figures, ..Setup::new("pig") };
        let keys: Vec<&str> = setup.figures.keys().map(String::as_str).collect();
        assert_eq!(keys, ["combat.tables.beam", "units.SC.price"]);
        assert_eq!(setup.figures["combat.tables.beam"], "[7, 6]");
        assert_eq!(setup_from_toml(&setup_to_toml(&setup)).unwrap(), setup);
        assert!(figures_from_toml("[units\n").unwrap_err().to_string().contains("line 1"));
        let refused = Pig::from_setup(&setup).unwrap_err().to_string();
        assert!(refused.contains("units.SC.price: pig has no figures"), "{refused}");
    }

    #[test]
    fn the_hash_follows_the_options() {
        let hash = |setup: Setup| setup_hash(Pig::from_setup(&setup).unwrap().setup());
        assert_eq!(hash(Setup::new("pig")), hash(Setup::new("pig").set("target", "100")));
        assert_ne!(hash(Setup::new("pig")), hash(Setup::new("pig").set("target", "50")));
    }
}
