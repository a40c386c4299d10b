//! The data files of a game as tables: what an owner of the game may correct, and where each figure comes from.
//!
//! A key is the file's name and the path of tables in it, with dots between; in a list of tables the `id` of one stands for
//! it (`map.system.sol.hex`).

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::core::{Figure, SetupFault};

/// A data file of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DataFile {
    /// Its name in keys.
    pub(crate) name: &'static str,
    /// Its text: TOML.
    pub(crate) text: &'static str,
    /// Whether a table holds what the file must: [`holds`].
    pub(crate) check: fn(&Table) -> Result<(), String>,
}

/// The data files of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DataFiles {
    /// The files, in order of names.
    pub(crate) files: &'static [DataFile],
    /// Whether a key, in its parts, may be added where it is not there. What it holds is checked when the file is read.
    pub(crate) is_open: fn(&[&str]) -> bool,
}

/// The data of a game, corrected.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    kind: DataFiles,
    tables: BTreeMap<&'static str, Value>,
}

/// Whether a table can be read as a `T`.
///
/// # Errors
/// What it says instead, in words for owners of the game.
pub(crate) fn holds<T: DeserializeOwned>(table: &Table) -> Result<(), String> {
    table.clone().try_into::<T>().map(drop).map_err(|error| with_range(error.message()))
}

impl DataFiles {
    /// The data as they come.
    pub(crate) fn built_in(self) -> Data {
        let read = |text: &str| text.parse::<Table>().expect("the data files are TOML: a test reads them");
        let tables = self.files.iter().map(|file| (file.name, Value::Table(read(file.text)))).collect();
        Data { kind: self, tables }
    }

    /// The data with these figures corrected.
    ///
    /// # Errors
    /// All that is wrong with them: unknown keys (with the nearest), values that are no TOML or that the file can't
    /// hold.
    pub(crate) fn corrected(self, figures: &BTreeMap<String, String>) -> Result<Data, Vec<SetupFault>> {
        let mut faults = Vec::new();
        let built_in = self.built_in();
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

    /// Every figure with its tag and source: the comment in the line where its key begins, else the one above it.
    pub(crate) fn figures(self) -> Vec<Figure> {
        let mut figures = Vec::new();
        let data = self.built_in();
        for file in self.files {
            let comments = comments(file.text);
            leaves(file.name, &data.tables[file.name], &mut |key, value| {
                let (tag, source) = provenance(&key[file.name.len() + 1..], &comments);
                figures.push(Figure { key, value: value.to_string(), tag, source });
            });
        }
        figures.sort_by(|one, other| one.key.cmp(&other.key));
        figures
    }
}

impl Data {
    /// One file as text.
    pub(crate) fn text(&self, file: &str) -> String {
        self.tables.get(file).and_then(Value::as_table).map(Table::to_string).unwrap_or_default()
    }

    /// A copy in which one figure has another value.
    fn correct(&self, key: &str, text: &str) -> Result<Self, String> {
        let line: Option<Table> =
            format!("value = {text}").parse().ok().filter(|table: &Table| table.len() == 1);
        let value = line.and_then(|mut table| table.remove("value"));
        let Some(value) = value else { return Err(format!("'{text}' is no TOML value")) };
        let parts: Vec<&str> = key.split('.').collect();
        let [file, path @ .., name] = &parts[..] else { return Err(self.no_figure(key)) };
        let is_open = (self.kind.is_open)(&parts);
        let mut data = self.clone();
        let Some(mut inner) = data.tables.get_mut(*file) else { return Err(self.unknown(key)) };
        for part in path {
            if let (Value::Table(table), true) = (&mut *inner, is_open)
                && !table.contains_key(*part)
            {
                table.insert((*part).into(), Table::new().into());
            }
            inner = match part_of(inner, part) {
                Some(part @ (Value::Table(_) | Value::Array(_))) => part,
                _ => return Err(self.unknown(key)),
            };
        }
        let Value::Table(table) = inner else { return Err(self.no_figure(key)) };
        match table.get(*name) {
            Some(old) if is_branch(old) && !value.is_table() => return Err(self.no_figure(key)),
            Some(old) if old.type_str() != value.type_str() => {
                return Err(format!("expected {} like {old}, not {}", old.type_str(), value.type_str()));
            }
            None if !is_open => return Err(self.unknown(key)),
            _ => {}
        }
        table.insert((*name).into(), value);
        Ok(data)
    }

    fn keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for (file, table) in &self.tables {
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
        let name = key.split('.').next().unwrap_or_default();
        let file = self.kind.files.iter().find(|file| file.name == name);
        let table = self.tables.get(name).and_then(Value::as_table);
        file.zip(table).map_or(Ok(()), |(file, table)| (file.check)(table))
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

/// The value of a key in a table, or the table with this id in a list.
fn part_of<'a>(value: &'a mut Value, part: &str) -> Option<&'a mut Value> {
    match value {
        Value::Table(table) => table.get_mut(part),
        Value::Array(list) => list.iter_mut().find(|entry| id_of(entry) == Some(part)),
        _ => None,
    }
}

fn id_of(entry: &Value) -> Option<&str> {
    entry.get("id")?.as_str()
}

/// Whether a value has figures in it: a table, or a list of tables with ids.
fn is_branch(value: &Value) -> bool {
    match value {
        Value::Table(_) => true,
        Value::Array(list) => !list.is_empty() && list.iter().all(|entry| id_of(entry).is_some()),
        _ => false,
    }
}

fn leaves(path: &str, value: &Value, found: &mut impl FnMut(String, &Value)) {
    match value {
        Value::Table(table) => {
            for (name, inner) in table {
                leaves(&format!("{path}.{name}"), inner, found);
            }
        }
        Value::Array(list) if is_branch(value) => {
            for entry in list {
                let id = id_of(entry).unwrap_or_default();
                for (name, inner) in entry.as_table().into_iter().flatten().filter(|(name, _)| *name != "id")
                {
                    leaves(&format!("{path}.{id}.{name}"), inner, found);
                }
            }
        }
        other => found(path.into(), other),
    }
}

/// The comment of each key at the start of a line, and of each table, by path; of tables of one name the first that there
/// is. That of the whole file, up to the first empty line, by none.
fn comments(text: &str) -> BTreeMap<String, String> {
    let (mut comments, mut table, mut above) = (BTreeMap::new(), String::new(), String::new());
    for line in text.lines() {
        let (code, comment) = match line.split_once('#') {
            Some((code, comment)) => (code.trim_end(), comment.trim()),
            None => (line.trim_end(), ""),
        };
        if code.is_empty() && comment.is_empty() {
            comments.entry(String::new()).or_insert(std::mem::take(&mut above));
        } else if code.is_empty() {
            above = format!("{above} {comment}").trim().to_string();
        } else if let Some(name) =
            code.trim_start_matches('[').split(']').next().filter(|_| code.starts_with('['))
        {
            table = format!("{name}.");
            let own = [above.as_str(), comment].join(" ").trim().to_string();
            let kept: &mut String = comments.entry(name.to_string()).or_default();
            if kept.is_empty() {
                *kept = own;
            }
            above.clear();
        } else if let Some((name, _)) = code.split_once('=').filter(|_| !code.starts_with([' ', ']', '}'])) {
            let own = if comment.is_empty() { above.as_str() } else { comment };
            comments.insert(format!("{table}{}", name.trim().trim_matches('"')), own.to_string());
            above.clear();
        }
    }
    comments
}

/// The tag and the source of a figure, from the nearest comment that has a tag; the file's own is the farthest.
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
            None if !at.is_empty() => at = "",
            None => return (String::new(), comments.get(path).cloned().unwrap_or_default()),
        }
    }
}

/// The letter of `[C]`: confirmed, inferred, of the parent game, remembered or decided.
fn tag_in(clause: &str) -> Option<&str> {
    let tag = clause.split_once('[')?.1.split_once(']')?.0;
    let letter = tag.get(..1).filter(|letter| ["C", "G", "I", "M", "P"].contains(letter))?;
    (tag.len() == 1 || tag[1..].starts_with(' ')).then_some(letter)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Ships {
        #[expect(dead_code, reason = "only read")]
        ship: Vec<Ship>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Ship {
        #[expect(dead_code, reason = "only read")]
        id: String,
        #[expect(dead_code, reason = "only read")]
        guns: u8,
        #[serde(default)]
        #[expect(dead_code, reason = "only read")]
        boats: u8,
    }

    const FILES: DataFiles = DataFiles {
        files: &[DataFile {
            name: "ships",
            text: "# All [C].\n[[ship]]\nid = \"dd\"\nguns = 2\n\n[[ship]]\nid = \"cl\"\nguns = 4 # [P]\n",
            check: holds::<Ships>,
        }],
        is_open: |parts| matches!(parts, ["ships", "ship", _, "boats"]),
    };

    fn correct(key: &str, value: &str) -> Result<String, String> {
        let faults = |faults: Vec<SetupFault>| faults[0].problem.clone();
        let data = FILES.corrected(&BTreeMap::from([(key.into(), value.into())])).map_err(faults)?;
        Ok(data.text("ships"))
    }

    /// The tables of a list go by their ids.
    #[test]
    fn entries_of_a_list_are_named_by_id() {
        let figures = FILES.figures();
        let keys: Vec<(&str, &str)> =
            figures.iter().map(|figure| (figure.key.as_str(), figure.value.as_str())).collect();
        assert_eq!(keys, [("ships.ship.cl.guns", "4"), ("ships.ship.dd.guns", "2")]);
        assert!(correct("ships.ship.dd.guns", "3").unwrap().contains("guns = 3"));
        assert!(correct("ships.ship.cl.boats", "1").unwrap().contains("boats = 1"));
    }

    #[test]
    fn what_is_no_figure_of_a_list_is_refused() {
        for (key, value, part) in [
            ("ships.ship.bb.guns", "3", "the nearest is 'ships.ship."),
            (
                "ships.ship.dd",
                "3",
                "a table, not a figure: name a figure in it, such as 'ships.ship.dd.guns'",
            ),
            ("ships.ship", "[]", "a table, not a figure"),
            ("ships.ship.dd.guns", "300", "an integer from 0 to 255"),
            ("ships.ship.dd.guns", "\"3\"", "expected integer like 2, not string"),
            ("ships.ship.dd.masts", "3", "no such figure"),
        ] {
            let problem = correct(key, value).unwrap_err();
            assert!(problem.contains(part), "{key}: {problem}");
        }
    }
}
