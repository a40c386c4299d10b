//! Ship classes: `data/ships.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::empire::Empire;

/// What is special about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Carries fighters.
    Carrier,
    /// Has scout channels.
    Scout,
    /// Guards carriers.
    Escort,
    /// Turns quickly.
    Nimble,
    /// Tows.
    Tug,
    /// Can cloak.
    Cloak,
}

/// The surcharge of a class's building time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Of carriers.
    Carrier,
    /// Of any other variant of a hull.
    Other,
}

/// A ship class. What the figures mean stands in the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Economic BPV: price and building time.
    pub econ: u16,
    /// Combat BPV: strength.
    pub combat: u16,
    /// Size class, 2 to 4.
    pub size: u8,
    /// Units that it may lead, itself included.
    // rule: sfb.10.limit
    pub control: u8,
    /// Maximum warp undamaged, 0 to 30.
    pub warp: u8,
    /// Crew units.
    pub crew: u8,
    /// Boarding parties.
    pub marines: u8,
    /// Damage that destroys it.
    pub boxes: u16,
    /// Boxes that its end may cost another.
    pub explosion: u8,
    /// The surcharge of its building time.
    pub variant: Option<Variant>,
    /// What is special about it.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// The mauler battery; `None`: it is no mauler.
    pub mauler: Option<u8>,
}

impl Class {
    /// Whether it has a mark.
    pub fn is(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

/// The file: classes by code, by empire.
pub(super) type ShipsFile = BTreeMap<String, BTreeMap<String, Class>>;

/// The ship classes of all empires.
#[derive(Clone, Debug)]
pub struct Catalogue(BTreeMap<Empire, BTreeMap<String, Class>>);

impl Catalogue {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    // rule: sfb.17.3.catalogue
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let file: ShipsFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let (mut catalogue, mut faults) = (Self(BTreeMap::new()), Vec::new());
        for (id, classes) in file {
            classes.iter().for_each(|(code, class)| check(&id, code, class, &mut faults));
            match Empire::from_id(&id) {
                Ok(empire) => _ = catalogue.0.insert(empire, classes),
                Err(fault) => faults.push(fault),
            }
        }
        let missing = Empire::ALL.into_iter().filter(|empire| !catalogue.0.contains_key(empire));
        faults.extend(missing.map(|empire| format!("{empire} has no classes")));
        if faults.is_empty() { Ok(catalogue) } else { Err(faults) }
    }

    /// A class by its code.
    ///
    /// # Errors
    /// The nearest code that the empire has.
    pub fn class(&self, empire: Empire, code: &str) -> Result<&Class, String> {
        self.0[&empire].get(code).ok_or_else(|| {
            let codes = self.0[&empire].keys();
            let nearest = codes.max_by(|a, b| strsim::jaro(code, a).total_cmp(&strsim::jaro(code, b)));
            format!("{empire} has no class '{code}'; the nearest is '{}'", nearest.map_or("", |code| code))
        })
    }

    /// The classes of an empire with their codes, in order of codes.
    pub fn of(&self, empire: Empire) -> impl Iterator<Item = (&str, &Class)> {
        self.0[&empire].iter().map(|(code, class)| (code.as_str(), class))
    }
}

/// What is wrong with the figures of a class.
fn check(empire: &str, code: &str, class: &Class, faults: &mut Vec<String>) {
    let mut within = |what: &str, figure: u16, least: u16, most: u16| {
        if !(least..=most).contains(&figure) {
            faults.push(format!("{empire}.{code} has {what} {figure}, not {least} to {most}"));
        }
    };
    within("econ", class.econ, 1, 1000);
    within("combat", class.combat, 1, 1000);
    within("size", class.size.into(), 2, 4);
    within("control", class.control.into(), 1, 10);
    within("warp", class.warp.into(), 0, 30);
    within("boxes", class.boxes, 1, 1000);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        Catalogue::parse(include_str!("data/ships.toml")).unwrap()
    }

    #[test]
    fn sfb_17_3_catalogue_has_the_classes_of_ten_empires() {
        let catalogue = catalogue();
        let count: usize = Empire::ALL.into_iter().map(|empire| catalogue.of(empire).count()).sum();
        assert_eq!(count, 158);
        let fal = catalogue.class(Empire::Romulan, "FAL").unwrap();
        assert_eq!((fal.combat, fal.boxes, fal.warp, fal.mauler), (88, 89, 20, Some(21)));
        assert!(fal.is(Mark::Cloak) && !fal.is(Mark::Scout));
        let cloaked = |empire| catalogue.of(empire).all(|(_, class)| class.is(Mark::Cloak));
        assert!(Empire::ALL.into_iter().all(|empire| cloaked(empire) == (empire == Empire::Romulan)));
    }

    #[test]
    fn sfb_10_limit_of_the_classes_that_the_rules_name() {
        let catalogue = catalogue();
        for (empire, code, limit) in [
            (Empire::Federation, "DN", 10),
            (Empire::Kzinti, "BCH", 10),
            (Empire::Kzinti, "CV", 10),
            (Empire::Kzinti, "BC", 9),
            (Empire::Federation, "CC", 9),
            (Empire::Federation, "CA", 8),
            (Empire::Federation, "CVS", 8),
            (Empire::Federation, "CL", 7),
            (Empire::Federation, "DDL", 7),
            (Empire::Lyran, "CVL", 7),
            (Empire::Federation, "DD", 6),
            (Empire::Federation, "FF", 5),
            (Empire::Federation, "POL", 4),
        ] {
            assert_eq!(catalogue.class(empire, code).unwrap().control, limit, "{empire} {code}");
        }
    }

    #[test]
    fn sfb_17_3_catalogue_gives_all_faults_at_once() {
        let text = include_str!("data/ships.toml").replace("[federation]", "[fedration]").replace(
            "size = 2, control = 10, warp = 30, crew = 60",
            "size = 7, control = 11, warp = 30, crew = 60",
        );
        let faults = Catalogue::parse(&text).unwrap_err().join("\n");
        for part in [
            "no empire 'fedration'; there is federation",
            "federation has no classes",
            "klingon.C8 has size 7, not 2 to 4",
            "klingon.C8 has control 11, not 1 to 10",
        ] {
            assert!(faults.contains(part), "{part} is not in {faults}");
        }
        assert_eq!(
            catalogue().class(Empire::Klingon, "D7X").unwrap_err(),
            "klingon has no class 'D7X'; the nearest is 'D7'"
        );
    }
}
