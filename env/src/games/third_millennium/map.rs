//! Systems, planets and lanes: `data/map.toml`.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::hex::Hex;
use crate::core::Seat;

/// The most systems of a map: masks have 64 bits, packed places room for 48.
pub const MAX_SYSTEMS: usize = 48;
/// The most planets of a map.
pub const MAX_PLANETS: usize = 60;

/// A system of the scenario's map, in the order of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemId(pub u8);

/// A planet of the scenario's map, in the order of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanetId(pub u8);

impl SystemId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As a mask.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl PlanetId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As a mask.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    system: Vec<SystemLine>,
    lanes: LaneLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaneLines {
    known: Vec<[String; 2]>,
    drawn_later: Vec<[String; 2]>,
    filled: Vec<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SystemLine {
    id: String,
    name: String,
    hex: [i8; 2],
    #[serde(default)]
    entry: bool,
    planets: Vec<PlanetLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanetLine {
    id: String,
    name: String,
    r#type: Type,
    home: Option<String>,
}

/// What a planet is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Type {
    /// Habitable.
    H,
    /// Hostile.
    O,
    /// Bare rock without air.
    X,
}

/// A system.
#[derive(Clone, Debug)]
pub struct System {
    /// Its id in files and texts.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub hex: Hex,
    /// Neighbours by lane, by bit.
    pub lanes: u64,
    /// Its planets.
    pub planets: Vec<PlanetId>,
    /// Whether a lane leads off the map to the Empire.
    pub entry: bool,
}

/// A planet.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its id in files and texts.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its system.
    pub system: SystemId,
    /// What it is like.
    pub kind: Type,
    /// Whose home world it is.
    pub home: Option<Seat>,
}

/// The part of the map that a scenario plays on.
#[derive(Clone, Debug)]
pub struct Map {
    /// Systems, in the order of the file.
    pub systems: Vec<System>,
    /// Planets, in the order of the file.
    pub planets: Vec<Site>,
}

impl Map {
    /// Reads the systems that are wanted (none named: all) and the lanes among them.
    ///
    /// # Errors
    /// All that is wrong with the file, or the names.
    // rule: i3m.11.2.map
    pub fn parse(text: &str, wanted: &[String]) -> Result<Self, Vec<String>> {
        let file: MapFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut faults: Vec<String> = wanted
            .iter()
            .filter(|id| file.system.iter().all(|system| system.id != **id))
            .map(|id| format!("no system '{id}' on the map"))
            .collect();
        let named: BTreeSet<String> = file.system.iter().map(|system| system.id.clone()).collect();
        let mut map = Self { systems: vec![], planets: vec![] };
        for line in file.system {
            if wanted.is_empty() || wanted.contains(&line.id) {
                map.add(line, &mut faults);
            }
        }
        if map.systems.len() > MAX_SYSTEMS || map.planets.len() > MAX_PLANETS {
            faults.push(format!(
                "{} systems and {} planets are too many",
                map.systems.len(),
                map.planets.len()
            ));
        }
        let LaneLines { known, drawn_later, filled } = file.lanes;
        for [one, other] in known.into_iter().chain(drawn_later).chain(filled) {
            if one == other {
                faults.push(format!("a lane from '{one}' to itself"));
            }
            for id in [&one, &other].into_iter().filter(|id| !named.contains(*id)) {
                faults.push(format!("a lane to '{id}', which is no system on the map"));
            }
            if let (Some(one), Some(other)) = (map.system(&one), map.system(&other)) {
                map.systems[one.index()].lanes |= other.bit();
                map.systems[other.index()].lanes |= one.bit();
            }
        }
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }

    fn add(&mut self, line: SystemLine, faults: &mut Vec<String>) {
        let id = SystemId(self.systems.len() as u8);
        let mut system = System {
            id: line.id,
            name: line.name,
            hex: Hex { q: line.hex[0], r: line.hex[1] },
            lanes: 0,
            planets: vec![],
            entry: line.entry,
        };
        if !system.hex.is_on_board() {
            faults.push(format!("{} is at {:?}, which is off the board", system.id, line.hex));
        }
        if let Some(other) = self.system_at(system.hex) {
            faults.push(format!("{} and {} lie in one hex", self.at(other).name, system.name));
        }
        for planet in line.planets {
            let home = match planet.home.as_deref() {
                None => None,
                Some("terran") => Some(super::TERRAN),
                Some("imperial") => Some(super::IMPERIAL),
                Some(other) => {
                    faults.push(format!("{}: home of '{other}', who is no side", planet.id));
                    None
                }
            };
            system.planets.push(PlanetId(self.planets.len() as u8));
            self.planets.push(Site {
                id: planet.id,
                name: planet.name,
                system: id,
                kind: planet.r#type,
                home,
            });
        }
        self.systems.push(system);
    }

    /// A system.
    pub fn at(&self, id: SystemId) -> &System {
        &self.systems[id.index()]
    }

    /// A planet.
    pub fn planet(&self, id: PlanetId) -> &Site {
        &self.planets[id.index()]
    }

    /// The system with this id.
    pub fn system(&self, id: &str) -> Option<SystemId> {
        self.systems.iter().position(|system| system.id == id).map(|index| SystemId(index as u8))
    }

    /// The planet with this id.
    pub fn site(&self, id: &str) -> Option<PlanetId> {
        self.planets.iter().position(|site| site.id == id).map(|index| PlanetId(index as u8))
    }

    /// The system in a hex.
    pub fn system_at(&self, hex: Hex) -> Option<SystemId> {
        self.systems.iter().position(|system| system.hex == hex).map(|index| SystemId(index as u8))
    }

    /// All systems.
    pub fn system_ids(&self) -> impl DoubleEndedIterator<Item = SystemId> + use<> {
        (0..self.systems.len() as u8).map(SystemId)
    }

    /// All planets.
    pub fn planet_ids(&self) -> impl DoubleEndedIterator<Item = PlanetId> + use<> {
        (0..self.planets.len() as u8).map(PlanetId)
    }
}

/// The systems of a mask, in order.
pub fn systems_in(mask: u64) -> impl Iterator<Item = SystemId> {
    (0..MAX_SYSTEMS as u8).map(SystemId).filter(move |system| mask & system.bit() != 0)
}
