//! The map: systems, surface boxes and jump lanes of `data/map.toml`, whole or the part that a scenario uses.

use std::collections::{BTreeMap, VecDeque};

use serde::Deserialize;

use super::hex;
use super::sets::{Relation, bits};
use super::state::{BoxId, IMPERIAL, MAX_BOXES, MAX_SYSTEMS, SystemId, TERRAN};
use crate::core::Seat;

#[cfg(test)]
const MAP_FILE: &str = include_str!("data/map.toml");

/// Distance between systems that no lanes join.
pub const UNREACHABLE: u8 = u8::MAX;

/// A stellar hex with its boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// The id in files and notation.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Column and row of its hex, approximate except for three.
    pub hex: (u8, u8),
    /// The systems one lane away, by bit.
    pub neighbours: u64,
    /// Its boxes, by bit; none for a tertiary system.
    pub boxes: u64,
    /// The same, in order.
    pub box_list: Vec<BoxId>,
}

/// A planetary surface box.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// The id in files and notation.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The system it belongs to.
    pub system: SystemId,
    /// Whether it is habitable, so that it can hold a world.
    pub primary: bool,
    /// Whose homeworld lies here.
    pub home: Option<Seat>,
}

/// The systems of a scenario with their boxes and lanes, in the scenario's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The systems; [`SystemId`] is the index.
    pub systems: Vec<System>,
    /// The boxes, in system order; [`BoxId`] is the index.
    pub boxes: Vec<Surface>,
    /// The lanes, each once, the lower id first, sorted.
    pub lanes: Vec<(SystemId, SystemId)>,
    distances: Vec<[u8; MAX_SYSTEMS]>,
    tertiary: u64,
    /// The systems with a lane, by bit.
    linked: u64,
    /// The systems by hex, [`hex::number`].
    by_hex: Vec<Option<SystemId>>,
    /// From systems to those one lane away.
    lanes_from: Relation,
    /// From systems to their boxes.
    boxes_of: Relation,
    /// From boxes to their systems.
    systems_of: Relation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    systems: BTreeMap<String, SystemLine>,
    lanes: Vec<LaneLines>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SystemLine {
    name: String,
    hex: [u8; 2],
    boxes: Vec<String>,
    home: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaneLines {
    #[serde(rename = "evidence")]
    _evidence: String,
    between: Vec<[String; 2]>,
}

impl Map {
    /// The part of the map file that has these systems, in this order, with all lanes between them.
    ///
    /// # Errors
    /// All faults: unknown or repeated systems, faults of the map file.
    pub(super) fn part(text: &str, systems: &[&str]) -> Result<Self, Vec<String>> {
        Self::build(&read(text)?, systems)
    }

    /// The whole map, in alphabetical order of ids.
    ///
    /// # Errors
    /// Faults of the map file.
    pub(super) fn whole(text: &str) -> Result<Self, Vec<String>> {
        let file = read(text)?;
        let ids: Vec<&str> = file.systems.keys().map(String::as_str).collect();
        Self::build(&file, &ids)
    }

    // rule: imp.1.3.systems imp.1.4.lanes
    fn build(file: &MapFile, ids: &[&str]) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut map = Self {
            systems: vec![],
            boxes: vec![],
            lanes: vec![],
            distances: vec![],
            tertiary: 0,
            linked: 0,
            by_hex: vec![None; hex::HEXES],
            lanes_from: Relation::new([]),
            boxes_of: Relation::new([]),
            systems_of: Relation::new([]),
        };
        if ids.len() > MAX_SYSTEMS {
            return Err(vec![format!("{} systems, at most {MAX_SYSTEMS}", ids.len())]);
        }
        for &id in ids {
            match file.systems.get(id) {
                None => faults.push(format!("no system '{id}' on the map")),
                Some(_) if map.system(id).is_some() => faults.push(format!("system '{id}' twice")),
                Some(line) => map.add_system(id, line, &mut faults),
            }
        }
        if map.boxes.len() > MAX_BOXES {
            faults.push(format!("{} boxes, at most {MAX_BOXES}", map.boxes.len()));
        }
        for [a, b] in file.lanes.iter().flat_map(|lines| &lines.between) {
            for id in [a, b].into_iter().filter(|id| !file.systems.contains_key(*id)) {
                faults.push(format!("map.toml: a lane to '{id}', which is no system"));
            }
            if let (Some(a), Some(b)) = (map.system(a), map.system(b)) {
                map.lanes.push((a.min(b), a.max(b)));
            }
        }
        map.lanes.sort_unstable();
        map.lanes.dedup();
        for &(a, b) in &map.lanes {
            map.systems[usize::from(a.0)].neighbours |= b.bit();
            map.systems[usize::from(b.0)].neighbours |= a.bit();
        }
        map.linked = map.systems.iter().fold(0, |linked, system| linked | system.neighbours);
        map.lanes_from = Relation::new(map.systems.iter().map(|system| system.neighbours));
        map.boxes_of = Relation::new(map.systems.iter().map(|system| system.boxes));
        map.systems_of = Relation::new(map.boxes.iter().map(|surface| surface.system.bit()));
        map.distances = (0..map.systems.len()).map(|from| map.distances_from(from)).collect();
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }

    fn add_system(&mut self, id: &str, line: &SystemLine, faults: &mut Vec<String>) {
        let system = SystemId(self.systems.len() as u8);
        let home = match line.home.as_deref() {
            None => None,
            Some("terran") => Some(TERRAN),
            Some("imperial") => Some(IMPERIAL),
            Some(other) => {
                faults.push(format!("map.toml: '{other}' is no side ({id})"));
                None
            }
        };
        let mut boxes = 0;
        for (k, text) in line.boxes.iter().enumerate() {
            let mut parts = text.split(':');
            let kind = parts.next().unwrap_or_default();
            if kind != "P" && kind != "S" {
                faults.push(format!("map.toml: box '{text}' of {id} is neither P nor S"));
            }
            let box_id = parts.next().unwrap_or(id);
            boxes |= 1 << self.boxes.len();
            self.boxes.push(Surface {
                id: box_id.into(),
                name: parts.next().unwrap_or(&line.name).into(),
                system,
                primary: kind == "P",
                home: home.filter(|_| k == 0),
            });
        }
        if boxes == 0 {
            self.tertiary |= system.bit();
        }
        let [column, row] = line.hex;
        match hex::number((column, row)) {
            None => faults.push(format!("map.toml: {id} lies off the map, at column {column}, row {row}")),
            Some(hex) => match self.by_hex[hex] {
                Some(other) => faults.push(format!("map.toml: {id} and {} share a hex", self.at(other).id)),
                None => self.by_hex[hex] = Some(system),
            },
        }
        if home.is_some_and(|seat| self.homeworld(seat).is_some_and(|at| self.surface(at).system != system)) {
            faults.push(format!("map.toml: {id} is a second home"));
        }
        self.systems.push(System {
            id: id.into(),
            name: line.name.clone(),
            hex: (line.hex[0], line.hex[1]),
            neighbours: 0,
            boxes,
            box_list: bits(boxes).map(|k| BoxId(k as u8)).collect(),
        });
    }

    fn distances_from(&self, from: usize) -> [u8; MAX_SYSTEMS] {
        let mut distances = [UNREACHABLE; MAX_SYSTEMS];
        distances[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for next in bits(self.systems[at].neighbours) {
                if distances[next] == UNREACHABLE {
                    distances[next] = distances[at] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// The system with this id.
    pub fn system(&self, id: &str) -> Option<SystemId> {
        self.systems.iter().position(|system| system.id == id).map(|k| SystemId(k as u8))
    }

    /// The box with this id.
    pub fn surface_box(&self, id: &str) -> Option<BoxId> {
        self.boxes.iter().position(|surface| surface.id == id).map(|k| BoxId(k as u8))
    }

    /// The system whose hex this is.
    pub fn system_at(&self, hex: (u8, u8)) -> Option<SystemId> {
        hex::number(hex).and_then(|hex| self.by_hex[hex])
    }

    /// The figures of a system.
    pub fn at(&self, system: SystemId) -> &System {
        &self.systems[usize::from(system.0)]
    }

    /// The figures of a box.
    pub fn surface(&self, at: BoxId) -> &Surface {
        &self.boxes[usize::from(at.0)]
    }

    /// The systems one lane away, by bit.
    pub fn neighbours(&self, system: SystemId) -> u64 {
        self.at(system).neighbours
    }

    /// The systems from which a lane leads, by bit.
    pub const fn linked(&self) -> u64 {
        self.linked
    }

    /// The systems one lane away from any of these, by bit.
    pub fn next_to(&self, systems: u64) -> u64 {
        self.lanes_from.image(systems)
    }

    /// The boxes of these systems, by bit.
    pub fn boxes_in(&self, systems: u64) -> u64 {
        self.boxes_of.image(systems)
    }

    /// The systems that these boxes belong to, by bit.
    pub fn systems_of(&self, boxes: u64) -> u64 {
        self.systems_of.image(boxes)
    }

    /// The boxes of a system, in order.
    pub fn boxes_of(&self, system: SystemId) -> impl Iterator<Item = BoxId> {
        bits(self.at(system).boxes).map(|k| BoxId(k as u8))
    }

    /// Every box, in order.
    pub fn box_ids(&self) -> impl Iterator<Item = BoxId> + Clone {
        (0..self.boxes.len() as u8).map(BoxId)
    }

    /// How many lanes lie between two systems; [`UNREACHABLE`] if no path does.
    pub fn distance(&self, a: SystemId, b: SystemId) -> u8 {
        self.distances[usize::from(a.0)][usize::from(b.0)]
    }

    /// The systems without a box, by bit: no fuel there without a tanker.
    pub const fn tertiary(&self) -> u64 {
        self.tertiary
    }

    /// The first of these systems.
    pub fn first(&self, systems: u64) -> Option<SystemId> {
        bits(systems).next().map(|k| SystemId(k as u8))
    }

    /// Every system, by bit.
    pub fn all(&self) -> u64 {
        (1 << self.systems.len()) - 1
    }

    /// The box of a side's homeworld, where it is on this map.
    pub fn homeworld(&self, seat: Seat) -> Option<BoxId> {
        self.boxes.iter().position(|surface| surface.home == Some(seat)).map(|k| BoxId(k as u8))
    }
}

impl SystemId {
    /// The bit of this system in a mask.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl BoxId {
    /// The bit of this box in a mask.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

fn read(text: &str) -> Result<MapFile, Vec<String>> {
    toml::from_str(text).map_err(|error| vec![format!("map.toml: {error}")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imp_1_3_systems() {
        let map = Map::whole(MAP_FILE).unwrap();
        assert_eq!(map.systems.len(), 33);
        assert_eq!(map.boxes.iter().filter(|b| b.primary).count(), 12);
        assert_eq!(map.boxes.iter().filter(|b| !b.primary).count(), 21);
        let tertiary: Vec<&str> = bits(map.tertiary()).map(|k| map.systems[k].id.as_str()).collect();
        assert_eq!(tertiary, ["altair", "sirius"]);
        assert_eq!(map.homeworld(TERRAN), map.surface_box("sol"));
        assert!(map.systems.iter().enumerate().all(|(k, s)| map.system_at(s.hex) == Some(SystemId(k as u8))));
        assert_eq!(map.homeworld(IMPERIAL), map.surface_box("gashidda"));
    }

    #[test]
    fn imp_1_4_lanes() {
        let map = Map::whole(MAP_FILE).unwrap();
        assert_eq!(map.lanes.len(), 36);
        let distance = |a, b| map.distance(map.system(a).unwrap(), map.system(b).unwrap());
        assert_eq!((distance("sol", "nusku"), distance("sol", "sirius")), (3, 3));
        assert_eq!(distance("sol", "gashidda"), 8);
        assert!(map.systems.iter().all(|s| distance("sol", &s.id) != UNREACHABLE));
    }

    #[test]
    fn imp_15_3_map() {
        let ids = ["apishal", "nusku", "agidda", "barnard", "proxima", "sol", "alpha_centauri"];
        let map = Map::part(MAP_FILE, &ids).unwrap();
        assert_eq!((map.boxes.len(), map.lanes.len()), (9, 7));
        assert_eq!(map.boxes.iter().filter(|b| b.primary).count(), 4);
    }

    #[test]
    fn unknown_and_repeated_systems_are_reported_together() {
        let faults = Map::part(MAP_FILE, &["sol", "sol", "vega"]).unwrap_err();
        assert_eq!(faults, ["system 'sol' twice", "no system 'vega' on the map"]);
    }
}
