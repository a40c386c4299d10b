//! The shape of an observation: blocks, columns, relations.

use super::indices::{FIRE, GROUND_STAGES, STAGES, STEPS};
use crate::encode::{Block, Column, ObservationSpec, Relation, RowIndex};
use crate::games::third_millennium::class::Class;
use crate::games::third_millennium::map::{Map, systems_in};
use crate::games::third_millennium::state::{FLEETS, FleetId};

pub(super) const SIDES: usize = 0;
pub(super) const TURN: usize = 1;
pub(super) const SYSTEMS: usize = 2;
pub(super) const PLANETS: usize = 3;
pub(super) const FLEET_ROWS: usize = 4;
pub(super) const GROUPS: usize = 5;
pub(super) const SHIPS: usize = 6;
pub(super) const DUE: usize = 7;
pub(super) const COMBAT: usize = 8;

/// Columns of the row of combat that are about the battle; the others are about the planet.
pub(super) const BATTLE_COLUMNS: usize = 9 + STAGES.len() + FIRE.len();

/// Rows for the groups of a side; what comes after them has none.
pub(super) const GROUP_ROWS: usize = 32;
/// Rows for the lines of units being built, those that arrive first; what comes after them has none.
pub(super) const DUE_ROWS: usize = 32;
/// Rows for the ships of a battle; what comes after them has none.
pub(super) const SHIP_ROWS: usize = 48;

const VERBS: [&str; 29] = [
    "done",
    "pick",
    "fill fleet",
    "new fleet",
    "leave in port",
    "land on",
    "build",
    "activate",
    "jump",
    "off lane",
    "navigate",
    "scout",
    "leave",
    "close",
    "keep",
    "open",
    "aim",
    "withdraw",
    "invade",
    "bombard",
    "garrison",
    "capture",
    "raze",
    "appeal for funds",
    "appeal for forces",
    "settle",
    "lay",
    "sweep",
    "steer",
];

/// Options in force that are on or off.
const OPTIONS: [&str; 18] = [
    "by 11.31",
    "scouts count",
    "scouts look anyway",
    "more than a match",
    "by 13.31",
    "a third to the nearest",
    "a third, but one",
    "by 17.11",
    "off the map is lost",
    "with mines",
    "with BC",
    "with the Guard",
    "on the lattice",
    "with gates",
    "capital ships appeal",
    "appeals are raised",
    "court in peace",
    "growth in one peace",
];

/// The shape of the observations of one map.
#[derive(Debug)]
pub(in crate::games::third_millennium) struct Encoder {
    pub(super) spec: ObservationSpec,
}

fn flags<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Column> {
    names.into_iter().map(|name| Column::new(name, "0 or 1", 1.0)).collect()
}

fn classes() -> Vec<Column> {
    Class::ALL.iter().map(|class| Column::new(format!("class {class}"), "0 or 1", 1.0)).collect()
}

/// The hex of something: what stands in the same one has the same.
fn hex_columns() -> [Column; 2] {
    [Column::new("q", "hexes", 0.1), Column::new("r", "hexes", 0.1)]
}

/// The letter of a fleet counter.
fn letters() -> Vec<Column> {
    (0..FLEETS as u8)
        .map(|id| Column::new(format!("fleet {}", FleetId(id).letter()), "0 or 1", 1.0))
        .collect()
}

fn kind_columns() -> Vec<Column> {
    let mut columns = flags(["own", "in fleet", "in port", "on planet", "in store", "disrupted", "provided"]);
    columns.extend(classes());
    columns.push(Column::new("damage", "hits", 0.5));
    columns.push(Column::new("regular troops", "strength", 0.2));
    columns.push(Column::new("jump troops", "strength", 0.2));
    columns.push(Column::new("count", "counters", 0.25));
    columns.extend(letters());
    columns.extend(hex_columns());
    columns
}

/// Where the war stands, what is due, what happens in the battle and on the planet at hand, and the options.
fn turn_columns() -> Vec<Column> {
    let mut columns = vec![
        Column::new("turn", "turns", 0.2),
        Column::new("segment", "segments", 0.25),
        Column::new("glory for the viewer", "glory", 0.2),
        Column::new("passes", "passes", 1.0),
        Column::new("jumps made", "jumps", 0.5),
        Column::new("jumps allowed", "jumps", 0.5),
        Column::new("sighted capital", "ships", 0.25),
        Column::new("sighted light", "ships", 0.25),
        Column::new("sighted auxiliaries", "ships", 0.25),
        Column::new("capital to stay", "ships", 0.5),
        Column::new("light to stay", "ships", 0.5),
        Column::new("battles to come", "battles", 0.5),
        Column::new("budget", "Resources", 0.1),
        Column::new("withheld", "Resources", 0.1),
        Column::new("permissions", "levels", 0.25),
        Column::new("offensive until", "turns", 0.2),
        Column::new("glory that it must exceed", "glory", 0.2),
        Column::new("worth of the offensive", "Resources", 0.05),
        Column::new("glory before the Emperor's turn", "glory", 0.2),
        Column::new("worth to go or come", "Resources", 0.05),
        Column::new("war", "wars", 0.25),
        Column::new("turn of the war", "turns", 0.2),
        Column::new("peace left", "turns", 0.2),
        Column::new("own wars won", "wars", 0.25),
        Column::new("enemy wars won", "wars", 0.25),
    ];
    columns.extend(flags(["own to move", "began the segment", "appeal made", "unseen", "repulsed"]));
    columns.extend(flags(STEPS));
    columns.extend(flags(OPTIONS));
    columns.push(Column::new("beams of fighters by 13.31", "dice", 0.5));
    columns.push(Column::new("glory that appeals ask for", "glory", 0.2));
    columns.push(Column::new("budget of an Imperial world", "Resources", 0.25));
    columns.push(Column::new("segments in peace", "segments", 0.25));
    columns
}

/// The space battle, or the fire before a landing, and the combat on a planet.
fn combat_columns() -> Vec<Column> {
    let mut columns = flags(["battle", "own attack", "bombardment", "own range", "enemy range"]);
    columns.push(Column::new("round", "rounds", 0.2));
    columns.push(Column::new("band", "bands", 0.25));
    columns.push(Column::new("dice of escorts", "dice", 0.1));
    columns.push(Column::new("hits of escorts", "hits", 0.25));
    columns.extend(flags(STAGES));
    columns.extend(flags(FIRE));
    columns.extend(flags(["ground", "own ground attack", "first strike"]));
    columns.push(Column::new("own jump troops landed", "strength", 0.2));
    columns.push(Column::new("enemy jump troops landed", "strength", 0.2));
    columns.push(Column::new("ground round", "rounds", 0.25));
    columns.push(Column::new("own hits", "hits", 0.25));
    columns.push(Column::new("enemy hits", "hits", 0.25));
    columns.push(Column::new("dice that hit easily", "dice", 0.1));
    columns.push(Column::new("other dice", "dice", 0.1));
    columns.extend(flags(GROUND_STAGES));
    columns
}

fn system_columns() -> Vec<Column> {
    let mut columns = flags(["own connected", "enemy connected", "entry", "no planets"]);
    columns.extend(flags([
        "active here",
        "way back",
        "battle here",
        "way back from battle",
        "battle to come",
    ]));
    columns.push(Column::new("own fleets", "fleets", 0.5));
    columns.push(Column::new("enemy fleets", "fleets", 0.5));
    columns.push(Column::new("own mines", "points", 0.25));
    columns.push(Column::new("enemy mines", "points", 0.25));
    columns.push(Column::new("own mine counters", "counters", 0.5));
    columns.push(Column::new("enemy mine counters", "counters", 0.5));
    columns.push(Column::new("enemy mines at most", "points", 0.25));
    columns.extend(flags(["enemy mines known"]));
    for whose in ["own", "enemy"] {
        columns.push(Column::new(format!("{whose} scouts' report"), "0 or 1", 1.0));
        columns.push(Column::new(format!("{whose} report, its age"), "segments", 0.1));
        columns.push(Column::new(format!("{whose} report, capital"), "ships", 0.25));
        columns.push(Column::new(format!("{whose} report, light"), "ships", 0.25));
        columns.push(Column::new(format!("{whose} report, auxiliaries"), "ships", 0.25));
    }
    columns.extend(hex_columns());
    columns
}

fn planet_columns() -> Vec<Column> {
    let mut columns = flags(["own", "enemy", "world", "home", "H", "O", "X", "combat here"]);
    columns.extend(flags(["under attack", "fought in this segment"]));
    columns.push(Column::new("hits", "hits", 0.25));
    columns.extend(flags(["own outpost begun", "enemy outpost begun"]));
    columns.push(Column::new("peace seen", "turns", 0.2));
    columns.extend(hex_columns());
    columns
}

fn fleet_columns() -> Vec<Column> {
    let mut columns = flags(["own", "activated", "active", "lost", "between systems", "known", "filled"]);
    columns.push(Column::new("known with", "fleets", 0.2));
    columns.extend(flags(["emperor"]));
    columns.push(Column::new("laying", "counters", 0.5));
    columns.extend(letters());
    columns.extend(hex_columns());
    columns
}

fn ship_columns() -> Vec<Column> {
    let mut columns = kind_columns();
    columns.extend(flags(["attacker", "at hand", "leaves"]));
    columns.push(Column::new("aimed from near", "dice", 0.1));
    columns.push(Column::new("aimed from far", "dice", 0.1));
    columns.push(Column::new("hits to counter", "hits", 0.25));
    columns.push(Column::new("column from the viewer", "squares", 0.25));
    columns.push(Column::new("row", "squares", 0.25));
    columns.push(Column::new("level", "squares", 0.5));
    columns
}

fn due_columns() -> Vec<Column> {
    let mut columns = flags(["own"]);
    columns.push(Column::new("turns to come", "turns", 0.25));
    columns.push(Column::new("count", "counters", 0.25));
    columns.extend(classes());
    columns.extend(hex_columns());
    columns
}

impl Encoder {
    pub(in crate::games::third_millennium) fn new(map: &Map, version: u32) -> Self {
        let block = |name, rows, columns| Block { name, rows, columns };
        let blocks = vec![
            block(
                "sides",
                2,
                vec![
                    Column::new("stock", "Resources", 0.1),
                    Column::new("activations", "activations", 0.2),
                    Column::new("to move", "0 or 1", 1.0),
                    Column::new("imperial", "0 or 1", 1.0),
                    Column::new("lost a CL or CS", "0 or 1", 1.0),
                    Column::new("lost a CA", "0 or 1", 1.0),
                    Column::new("lost a B2", "0 or 1", 1.0),
                ],
            ),
            block("turn", 1, turn_columns()),
            block("systems", map.systems.len(), system_columns()),
            block("planets", map.planets.len(), planet_columns()),
            block("fleets", 2 * FLEETS, fleet_columns()),
            block("groups", 2 * GROUP_ROWS, kind_columns()),
            block("ships", SHIP_ROWS, ship_columns()),
            block("due", DUE_ROWS, due_columns()),
            block("combat", 1, combat_columns()),
        ];
        let mut spec = ObservationSpec {
            version,
            blocks,
            relations: vec![],
            sides: SIDES,
            sites: Some(PLANETS),
            verbs: VERBS.to_vec(),
            max_quantity: u8::MAX,
        };
        spec.relations.push(lanes(map, &spec));
        Self { spec }
    }
}

/// Whether two systems have a lane between them (1), or a planet is in a system (2).
fn lanes(map: &Map, spec: &ObservationSpec) -> Relation {
    let rows = spec.rows();
    let mut pairs = vec![0; rows * rows];
    let mut set = |one: RowIndex, other: RowIndex, category: u8| {
        pairs[one.index() * rows + other.index()] = category;
        pairs[other.index() * rows + one.index()] = category;
    };
    for system in map.system_ids() {
        let row = spec.row(SYSTEMS, system.index());
        for to in systems_in(map.at(system).lanes) {
            set(row, spec.row(SYSTEMS, to.index()), 1);
        }
        for planet in &map.at(system).planets {
            set(row, spec.row(PLANETS, planet.index()), 2);
        }
    }
    Relation { name: "lane", categories: 3, pairs }
}
