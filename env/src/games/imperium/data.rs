//! The game's data files as tables: what an owner of the game may correct, and where each figure comes from.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::map::MapFile;
use super::setup::{DuelFile, SeriesFile, WarFile};
use super::tables::EconomyFile;
use super::units::{Combat, UnitsFile};
use crate::core::{Figure, SetupFault};

/// A data file: its name in keys, and its text.
const FILES: [(&str, &str); 8] = [
    ("combat", include_str!("data/combat.toml")),
    ("duel", include_str!("scenarios/duel.toml")),
    ("economy", include_str!("data/economy.toml")),
    ("first-war", include_str!("scenarios/first-war.toml")),
    ("map", include_str!("data/map.toml")),
    ("nusku-gap", include_str!("scenarios/nusku-gap.toml")),
    ("units", include_str!("data/units.toml")),
    ("wars", include_str!("scenarios/wars.toml")),
];

/// The data files, corrected.
#[derive(Clone, Debug)]
pub(super) struct Data(BTreeMap<&'static str, Table>);

impl Data {
    /// The data with these figures corrected.
    ///
    /// # Errors
    /// All that is wrong with them: unknown keys (with the nearest), values that are no TOML or that the file can't
    /// hold.
    // rule: imp.0.figures
    pub(super) fn new(figures: &BTreeMap<String, String>) -> Result<Self, Vec<SetupFault>> {
        let mut faults = Vec::new();
        let built_in = Self::built_in();
        let mut data = built_in.clone();
        for (key, text) in figures {
            let corrected = built_in.correct(key, text).and_then(|alone| alone.check_file(key));
            match corrected {
                Ok(()) => data = data.correct(key, text).unwrap_or(data),
                Err(problem) => faults.push(SetupFault { at: key.clone(), problem }),
            }
        }
        if faults.is_empty() { Ok(data) } else { Err(faults) }
    }

    /// The data as they come.
    pub(super) fn built_in() -> Self {
        let read = |text: &str| text.parse().expect("the data files are TOML: a test reads them");
        Self(FILES.into_iter().map(|(name, text)| (name, read(text))).collect())
    }

    /// One file as text.
    pub(super) fn text(&self, file: &str) -> String {
        self.0.get(file).map(Table::to_string).unwrap_or_default()
    }

    fn read<T: DeserializeOwned>(&self, file: &str) -> Result<(), String> {
        let table = self.0.get(file).cloned().unwrap_or_default();
        table.try_into::<T>().map(drop).map_err(|error| with_range(error.message()))
    }

    /// A copy in which one figure has another value.
    fn correct(&self, key: &str, text: &str) -> Result<Self, String> {
        let line: Option<Table> =
            format!("value = {text}").parse().ok().filter(|table: &Table| table.len() == 1);
        let value = line.and_then(|mut table| table.remove("value"));
        let Some(value) = value else { return Err(format!("'{text}' is no TOML value")) };
        let parts: Vec<&str> = key.split('.').collect();
        let [file, path @ .., name] = &parts[..] else { return Err(self.no_figure(key)) };
        let mut data = self.clone();
        let Some(mut table) = data.0.get_mut(*file) else { return Err(self.unknown(key)) };
        for part in path {
            if !table.contains_key(*part) && is_open(&parts) {
                table.insert((*part).into(), Table::new().into());
            }
            table = match table.get_mut(*part) {
                Some(Value::Table(inner)) => inner,
                _ => return Err(self.unknown(key)),
            };
        }
        match table.get(*name) {
            Some(Value::Table(_)) if !value.is_table() => return Err(self.no_figure(key)),
            Some(old) if old.type_str() != value.type_str() => {
                return Err(format!("expected {} like {old}, not {}", old.type_str(), value.type_str()));
            }
            None if !is_open(&parts) => return Err(self.unknown(key)),
            _ => {}
        }
        table.insert((*name).into(), value);
        Ok(data)
    }

    fn keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for (file, table) in &self.0 {
            leaves(file, table, &mut |key, _| keys.push(key));
        }
        keys
    }

    /// Why a value can't stand at the key of a file or a table.
    fn no_figure(&self, key: &str) -> String {
        let within = format!("{key}.");
        match self.keys().into_iter().find(|figure| figure.starts_with(&within)) {
            Some(figure) => format!("a table, not a figure: name a figure in it, such as '{figure}'"),
            None => self.unknown(key),
        }
    }

    fn unknown(&self, key: &str) -> String {
        let keys = self.keys();
        let nearest = keys.into_iter().max_by(|a, b| strsim::jaro(key, a).total_cmp(&strsim::jaro(key, b)));
        format!("no such figure; the nearest is '{}'", nearest.unwrap_or_default())
    }

    /// Whether the file of a key still holds what it must.
    fn check_file(&self, key: &str) -> Result<(), String> {
        let file = key.split('.').next().unwrap_or_default();
        match file {
            "combat" => self.read::<Combat>(file),
            "economy" => self.read::<EconomyFile>(file),
            "map" => self.read::<MapFile>(file),
            "units" => self.read::<UnitsFile>(file),
            "duel" => self.read::<DuelFile>(file),
            "wars" => self.read::<SeriesFile>(file),
            _ => self.read::<WarFile>(file),
        }
    }
}

/// A message about a figure's type in words for owners of the game: its range instead of the type.
fn with_range(message: &str) -> String {
    let types =
        [("u8", "0 to 255"), ("u16", "0 to 65535"), ("i8", "-128 to 127"), ("i16", "-32768 to 32767")];
    let named = types.into_iter().find_map(|(name, range)| {
        let rest = message.strip_suffix(name).filter(|rest| rest.ends_with("expected "))?;
        Some(format!("{rest}an integer from {range}"))
    });
    named.unwrap_or_else(|| message.into())
}

/// Whether a table takes keys that are not there: what stands where at the start, and figures of a unit that have a
/// default. What it takes is checked when the file is read.
fn is_open(parts: &[&str]) -> bool {
    matches!(parts, [_, "terran" | "imperial", "space" | "surface", _] | ["units", ..])
        || matches!(parts, ["first-war", "replacement_max_price" | "systems"] | ["first-war", "income", _])
}

fn leaves(path: &str, table: &Table, found: &mut impl FnMut(String, &Value)) {
    for (name, value) in table {
        let key = format!("{path}.{name}");
        match value {
            Value::Table(inner) => leaves(&key, inner, found),
            other => found(key, other),
        }
    }
}

/// Every figure with its tag and source: the comment in the line where its key begins, else the one above it.
pub(super) fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    let data = Data::built_in();
    for (file, text) in FILES {
        let comments = comments(text);
        leaves(file, &data.0[file], &mut |key, value| {
            let (tag, source) = provenance(&key[file.len() + 1..], &comments);
            figures.push(Figure { key, value: value.to_string(), tag, source });
        });
    }
    figures
}

/// The comment of each key at the start of a line, and of each table, by path.
fn comments(text: &str) -> BTreeMap<String, String> {
    let (mut comments, mut table, mut above) = (BTreeMap::new(), String::new(), String::new());
    for line in text.lines() {
        let (code, comment) = match line.split_once('#') {
            Some((code, comment)) => (code.trim_end(), comment.trim()),
            None => (line.trim_end(), ""),
        };
        if code.is_empty() && comment.is_empty() {
            above.clear();
        } else if code.is_empty() {
            above = format!("{above} {comment}").trim().to_string();
        } else if let Some(name) =
            code.trim_start_matches('[').split(']').next().filter(|_| code.starts_with('['))
        {
            table = format!("{name}.");
            comments.insert(name.to_string(), [above.as_str(), comment].join(" ").trim().to_string());
            above.clear();
        } else if let Some((name, _)) = code.split_once('=').filter(|_| !code.starts_with([' ', ']', '}'])) {
            let own = if comment.is_empty() { above.as_str() } else { comment };
            comments.insert(format!("{table}{}", name.trim()), own.to_string());
            above.clear();
        }
    }
    comments
}

/// The tag and the source of a figure, from the nearest comment that has a tag.
fn provenance(path: &str, comments: &BTreeMap<String, String>) -> (String, String) {
    let name = path.rsplit('.').next().unwrap_or(path);
    let mut at = path;
    loop {
        let comment = comments.get(at).map_or("", String::as_str);
        let clauses = || comment.split([';', ',']).map(str::trim);
        let named =
            clauses().find(|clause| clause.strip_prefix(name).is_some_and(|rest| rest.starts_with(" [")));
        if let Some(tag) = named.or(clauses().find(|clause| clause.contains('['))).and_then(tag_in) {
            return (tag.into(), comment.to_string());
        }
        match at.rsplit_once('.') {
            Some((outer, _)) => at = outer,
            None => return (String::new(), comments.get(path).cloned().unwrap_or_default()),
        }
    }
}

/// The letter of `[C]`.
fn tag_in(clause: &str) -> Option<&str> {
    let tag = clause.split_once('[')?.1.split_once(']')?.0;
    let letter = tag.get(..1).filter(|letter| ["C", "I", "M", "P"].contains(letter))?;
    (tag.len() == 1 || tag[1..].starts_with(' ')).then_some(letter)
}

#[cfg(test)]
mod tests {
    use super::super::Imperium;
    use super::super::class::Class;
    use super::super::state::TERRAN;
    use super::*;
    use crate::core::{Game, Setup};

    fn first_war() -> Setup {
        Setup::new("imperium").scenario("first-war")
    }

    #[test]
    fn imp_0_figures_can_be_corrected() {
        let setup = first_war()
            .correct("units.DD.price", "4")
            .correct("economy.income.connected_world", "9")
            .correct("combat.modifiers.suicide_factor", "3")
            .correct("first-war.terran.space.sol", "\"2 SC, 3 TR\"")
            .correct("first-war.terran.space.alpha_centauri", "\"DD\"")
            .correct("map.systems.sol.hex", "[16, 14]");
        let game = Imperium::from_setup(&setup).unwrap();
        assert_eq!(game.units.price(Class::Destroyer, TERRAN), 4);
        assert_eq!(game.income(&game.start, TERRAN), 30);
        assert_eq!(game.units.combat.modifiers.suicide_factor, 3);
        assert_eq!(game.start.counters(TERRAN, Class::Destroyer), 3);
        assert_eq!(game.map.at(game.map.system("sol").unwrap()).hex, (16, 14));
        assert_eq!(game.setup().to_setup().figures, setup.figures);
        let hash = |setup: &Setup| crate::record::setup_hash(Imperium::from_setup(setup).unwrap().setup());
        assert_ne!(hash(&setup), hash(&first_war()));
    }

    #[test]
    fn imp_0_figures_are_refused_all_at_once() {
        let setup = first_war()
            .correct("units.DD.prize", "4")
            .correct("economy.stock_max", "many")
            .correct("economy.incomes.connected_world", "9")
            .correct("combat.modifiers.suicide_factor", "\"2\"")
            .correct("first-war.terran.stock", "300")
            .correct("units", "3")
            .correct("units.M", "3")
            .correct("vessels.DD.price", "4");
        let faults = Imperium::from_setup(&setup).unwrap_err();
        let text = faults.to_string();
        assert_eq!(faults.0.len(), 8, "{text}");
        for part in [
            "units.DD.prize: ",
            "'many' is no TOML value",
            "the nearest is 'economy.income.connected_world'",
            "expected integer like 2, not string",
            "first-war.terran.stock: invalid value: integer `300`, expected an integer from 0 to 255",
            "units: a table, not a figure: name a figure in it, such as 'units.",
            "units.M: a table, not a figure: name a figure in it, such as 'units.M.",
            "vessels.DD.price: no such figure; the nearest is ",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn imp_0_figures_that_make_no_game_are_refused_together() {
        let setup = first_war()
            .correct("units.DD.limit", "4")
            .correct("units.DD.terran.limit", "200")
            .correct("units.CL.price", "0")
            .correct("combat.limits.attackers", "9")
            .correct("economy.glory.track", "[10, 0]");
        let text = Imperium::from_setup(&setup).unwrap_err().to_string();
        assert!(text.contains("units.DD.limit: "), "{text}");
        let mut setup = setup;
        setup.figures.remove("units.DD.limit");
        let text = Imperium::from_setup(&setup).unwrap_err().to_string();
        for part in ["200 DD", "CL has price 0", "attackers", "track"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn imp_0_figures_say_where_they_come_from() {
        let figures = figures();
        let find =
            |key: &str| figures.iter().find(|figure| figure.key == key).unwrap_or_else(|| panic!("{key}"));
        assert!(figures.len() > 200 && figures.is_sorted_by_key(|figure| figure.key.clone()));
        let price = find("units.SC.price");
        assert_eq!((price.value.as_str(), price.tag.as_str()), ("1", "C"));
        assert_eq!(find("units.SC.terran.limit").tag, "P");
        assert_eq!(find("units.SC.terran.factors").tag, "I");
        assert_eq!(find("units.DD.terran.factors").tag, "P");
        assert_eq!(find("combat.planetary_fire.pd").tag, "P");
        let surface =
            ["regular_troops", "jump_troops", "pd"].map(|unit| format!("combat.surface_strength.{unit}"));
        assert_eq!(surface.map(|key| &find(&key).tag[..]), ["P", "P", "C"]);
        assert_eq!(find("economy.glory.start").tag, "I");
        let untagged: Vec<&str> = figures
            .iter()
            .filter(|f| f.tag.is_empty() && f.key.starts_with("units."))
            .map(|f| f.key.as_str())
            .collect();
        assert_eq!(untagged, Vec::<&str>::new());
    }
}
