//! What empires and classes are called: as published, or by the neutral names of `data/neutral.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::catalogue::Catalogue;
use super::empire::Empire;

/// The names of one empire.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EmpireNames {
    name: String,
    classes: BTreeMap<String, String>,
}

/// The file: names by empire.
pub(super) type NamesFile = BTreeMap<String, EmpireNames>;

/// Names to show: one switch for all of them. Codes in files and records stay as they are.
#[derive(Clone, Debug)]
pub enum Names {
    /// As published: codes of classes are their names.
    Original,
    /// Others for all of them.
    Neutral(BTreeMap<Empire, (String, BTreeMap<String, String>)>),
}

impl Names {
    /// Reads the file of neutral names.
    ///
    /// # Errors
    /// All that is wrong with it: empires and classes that have no name, or one that another has.
    // rule: sfb.23.names
    pub fn neutral(text: &str, catalogue: &Catalogue) -> Result<Self, Vec<String>> {
        let mut file: NamesFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let (mut names, mut faults) = (BTreeMap::new(), Vec::new());
        for empire in Empire::ALL {
            let Some(own) = file.remove(empire.id()) else {
                faults.push(format!("{empire} has no neutral name"));
                continue;
            };
            let nameless = catalogue.of(empire).filter(|(code, _)| !own.classes.contains_key(*code));
            faults.extend(nameless.map(|(code, _)| format!("{empire}.{code} has no neutral name")));
            faults.extend(own.classes.keys().filter_map(|code| catalogue.class(empire, code).err()));
            let mut taken: Vec<&String> = own.classes.values().collect();
            taken.sort();
            let twice = taken.windows(2).filter(|pair| pair[0] == pair[1]);
            faults.extend(twice.map(|pair| format!("{empire} has '{}' twice", pair[0])));
            names.insert(empire, (own.name, own.classes));
        }
        faults.extend(file.keys().filter_map(|id| Empire::from_id(id).err()));
        if faults.is_empty() { Ok(Self::Neutral(names)) } else { Err(faults) }
    }

    /// The name of an empire.
    pub fn empire(&self, empire: Empire) -> &str {
        match self {
            Self::Original => [
                "Federation",
                "Klingon",
                "Romulan",
                "Kzinti",
                "Gorn",
                "Lyran",
                "Hydran",
                "Tholian",
                "Orion",
                "ISC",
            ][empire as usize],
            Self::Neutral(names) => &names[&empire].0,
        }
    }

    /// The name of a class; its code where it has none.
    pub fn class<'a>(&'a self, empire: Empire, code: &'a str) -> &'a str {
        match self {
            Self::Original => code,
            Self::Neutral(names) => names[&empire].1.get(code).map_or(code, String::as_str),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("data/neutral.toml");

    fn catalogue() -> Catalogue {
        Catalogue::parse(include_str!("data/ships.toml")).unwrap()
    }

    #[test]
    fn sfb_23_names_are_neutral_at_one_switch() {
        let neutral = Names::neutral(TEXT, &catalogue()).unwrap();
        assert_eq!(neutral.empire(Empire::Klingon), "Crimson Dominion");
        assert_eq!(neutral.class(Empire::Klingon, "D7"), "CA1");
        assert_eq!(Names::Original.class(Empire::Klingon, "D7"), "D7");
        assert_eq!(Names::Original.empire(Empire::Klingon), "Klingon");
        for empire in Empire::ALL {
            assert_ne!(neutral.empire(empire), Names::Original.empire(empire));
        }
    }

    #[test]
    fn sfb_23_names_fit_the_catalogue() {
        let text = TEXT.replace("D7 = \"CA1\"", "D99 = \"CA2\"").replace("[isc", "[isk");
        let faults = Names::neutral(&text, &catalogue()).unwrap_err().join("\n");
        for part in [
            "klingon.D7 has no neutral name",
            "klingon has no class 'D99'",
            "klingon has 'CA2' twice",
            "isc has no neutral name",
            "no empire 'isk'",
        ] {
            assert!(faults.contains(part), "{part} is not in {faults}");
        }
    }
}
