//! The shape of an observation: blocks, columns, relations and verbs.

use super::super::action::Kind;
use super::super::class::Class;
use super::super::codec::{CARGO, MAX_COUNT};
use super::super::map::Map;
use super::super::rules::Rules;
use super::super::state::{BoxId, MAX_SQUADS, SystemId};
use crate::encode::{Block, Column, ObservationSpec, Relation};

/// Index of block `systems`: one row per system of the map.
pub(super) const SYSTEMS: usize = 0;
/// Index of block `boxes`: one row per surface box of the map.
pub(super) const BOXES: usize = 1;
/// Index of block `sides`: the viewer, then the other.
pub(super) const SIDES: usize = 2;
/// Index of block `battle`: one row per squad that still has counters, in the order of the battle.
pub(super) const BATTLE: usize = 3;
/// Index of block `turn`: one row.
pub(super) const TURN: usize = 4;

/// Index of block `placing`, on the whole map: the viewer, then the other, with what each still deploys.
pub(super) const PLACING: usize = 5;
/// Index of block `transit`, where ships may go by sublight: one row per stack between systems, the viewer's in the
/// first half.
pub(super) const TRANSIT: usize = 6;
/// How many blocks there are at most: with `series`, which is the last one in a series of wars: one row.
pub(super) const BLOCKS: usize = 8;
/// The rows of block `transit` for each side; stacks beyond share the last.
pub(super) const TRANSIT_ROWS: usize = 12;

/// How many classes are ships: they come first.
pub(super) const SHIPS: usize = Class::Tanker as usize + 1;
/// Lane distances from here on are one.
const FAR: u8 = 8;

/// The column of block `systems` for the place that is picked; those of the battle and of ways back follow.
pub(super) const SYSTEM_PICKED: usize = 4;
/// Columns of block `systems` before the counts.
pub(super) const SYSTEM_COUNTS: usize = 7;
/// Columns of block `transit` before the counts.
pub(super) const TRANSIT_COUNTS: usize = 7;
/// The first column of block `boxes` for markers: worlds and outposts of either side, neutralised, held by either side.
pub(super) const BOX_MARKERS: usize = 3;
/// The column of block `boxes` for the place that is picked; that of the battle follows.
pub(super) const BOX_PICKED: usize = 10;
/// Columns of block `boxes` before the counts.
pub(super) const BOX_COUNTS: usize = 12;

fn flag(name: &str) -> Column {
    Column::new(name, "0 or 1", 1.0)
}

fn counters(name: &str) -> Column {
    Column::new(name, "counters", 0.25)
}

fn per_class(prefix: &str, classes: &[Class]) -> Vec<Column> {
    classes.iter().map(|class| counters(&format!("{prefix} {class}"))).collect()
}

fn words(prefix: &str, words: &[&str]) -> Vec<Column> {
    words.iter().map(|word| flag(&format!("{prefix} {word}"))).collect()
}

/// The strength of all drawn troops of each side in a place, those aboard among them.
fn drawn_troops() -> [Column; 2] {
    ["own", "enemy"].map(|side| Column::new(format!("{side} drawn troops"), "strength", 0.1))
}

/// What a flag says of the options.
type Says = fn(&Rules) -> bool;

/// The options that a player has to know and that positions do not show.
pub(super) const OPTIONS: [(&str, Says); 30] = [
    ("cobb.price", |rules| rules.kit_prices),
    ("cobb.number", |rules| rules.kit_numbers),
    ("cobb.maintenance", |rules| rules.kit_maintenance),
    ("cobb.interwar", |rules| rules.kit_interwar),
    ("fighters wait for the Terran", |rules| rules.unlocked & 1 << Class::Fighter.index() != 0),
    ("glory for worlds at the end", |rules| rules.worlds_at_end),
    ("markers recover", |rules| rules.markers_recover),
    ("cobb.initiative", |rules| rules.combat.initiative),
    ("cobb.hits", |rules| rules.combat.hits),
    ("cobb.fire", |rules| rules.combat.fire),
    ("cobb.surface", |rules| rules.combat.surface),
    ("units combine", |rules| rules.combat.surface_combining),
    ("breaking off beside disengaging", |rules| rules.combat.keep_base_breakoff),
    ("parting fire", |rules| rules.combat.parting_fire),
    ("disrupted ships roll to leave", |rules| rules.combat.disengage_roll),
    ("disengaging ends the combat", |rules| rules.combat.disengage_ends),
    ("free targets on the ground", |rules| rules.combat.surface_free_targets),
    ("fire finds another target", |rules| rules.combat.retarget),
    ("planetary fire shot by shot", |rules| rules.combat.planetary_shot_by_shot),
    ("ships are disrupted on the ground", |rules| rules.combat.disrupt_grounded),
    ("reactor is phasing", |rules| rules.combat.reactor_is_phasing),
    ("none is final", |rules| rules.combat.none_is_final),
    ("only ships count on the ground", |rules| rules.combat.surface_fewer_ships_only),
    ("initiative attacks first on the ground", |rules| rules.combat.surface_initiative_first),
    ("a shot for each weapon", |rules| rules.combat.shot_per_weapon),
    ("defensive fire on top", |rules| rules.combat.defensive_bonus),
    ("defensive fire", |rules| rules.combat.defensive_fire),
    ("retreat by any lane", |rules| rules.combat.retreat_any_lane),
    ("retreat to friendly systems", |rules| rules.combat.retreat_friendly),
    ("troops are drawn", |rules| rules.combat.drawn_troops),
];

/// How many columns the options have: flags, then rounds in space and on the ground, jumps and ships that react.
pub(super) const OPTION_COLUMNS: usize = OPTIONS.len() + 4;

fn options() -> Vec<Column> {
    let mut columns: Vec<Column> = OPTIONS.map(|(name, _)| flag(name)).into();
    columns.extend(["combat rounds", "surface rounds"].map(|name| Column::new(name, "rounds", 0.0625)));
    columns.push(Column::new("reaction jumps", "jumps", 0.25));
    columns.push(Column::new("ships that may react", "ships", 0.01));
    columns
}

fn systems() -> Vec<Column> {
    let mut columns = vec![
        flag("tertiary"),
        Column::new("lanes", "lanes", 0.25),
        Column::new("distance to own home", "lanes", 0.125),
        Column::new("distance to enemy home", "lanes", 0.125),
        flag("picked"),
        flag("battle"),
        flag("entered in this phase"),
    ];
    for side in ["own", "enemy"] {
        columns.extend(per_class(side, &Class::ALL[..SHIPS]));
        columns.extend(per_class(&format!("{side} disrupted"), &Class::ALL[..SHIPS]));
        columns.extend(per_class(&format!("{side} aboard"), &CARGO));
        columns.push(counters(&format!("{side} with orders used")));
    }
    columns.extend(["own", "enemy"].map(|side| counters(&format!("{side} with empty racks"))));
    columns.extend(drawn_troops());
    columns
}

fn boxes() -> Vec<Column> {
    let mut columns: Vec<Column> = [
        "primary",
        "own home",
        "enemy home",
        "own world",
        "enemy world",
        "own outpost",
        "enemy outpost",
        "neutralised",
        "held by viewer",
        "held by enemy",
        "picked",
        "battle",
    ]
    .map(flag)
    .into();
    for side in ["own", "enemy"] {
        columns.extend(per_class(side, &Class::ALL));
        columns.extend(per_class(&format!("{side} aboard"), &CARGO));
        columns
            .extend(["disrupted", "with orders used", "due"].map(|what| counters(&format!("{side} {what}"))));
    }
    columns.extend(drawn_troops());
    columns
}

/// Columns of block `boxes` that only series of wars have, the last ones.
pub(super) const SERIES_BOX_COLUMNS: usize = 2;

fn series_boxes() -> Vec<Column> {
    vec![Column::new("peace seen by its outpost", "turns", 0.25), flag("conquered in an earlier war")]
}

/// What is rolled or chosen in peace.
pub(super) const PEACE: [&str; 3] = ["length of peace", "attrition roll", "ships to scrap"];

fn series() -> Vec<Column> {
    let wars = |name: &str| Column::new(name, "wars", 0.2);
    let mut columns = ["war", "wars after it", "won by viewer", "won by enemy"].map(wars).to_vec();
    columns.extend([flag("viewer moves first"), flag("at peace"), Column::new("peace", "turns", 0.1)]);
    columns.extend(words("step", &PEACE));
    columns.extend([flag("viewer's ships"), counters("ships lost"), counters("ships to roll")]);
    columns
}

pub(super) const PLACINGS: [&str; 5] =
    ["places a world", "places an outpost", "deploys", "how many to deploy", "enters"];

fn placing() -> Vec<Column> {
    let mut columns: Vec<Column> = PLACINGS.map(flag).into();
    columns.push(counters("markers to place"));
    columns.extend(per_class("to deploy", &Class::ALL));
    columns
}

fn transit() -> Vec<Column> {
    let mut columns = vec![flag("own"), flag("picked"), flag("disrupted"), counters("with orders used")];
    columns.extend([Column::new("column", "hexes", 0.05), Column::new("row", "hexes", 0.05)]);
    columns.push(Column::new("nearest system", "hexes", 0.25));
    columns.extend(per_class("ships", &Class::ALL[..SHIPS]));
    columns.extend(per_class("aboard", &CARGO));
    columns
}

fn sides() -> Vec<Column> {
    let ru = |name: &str| Column::new(name, "RU", 0.05);
    let mut columns = vec![flag("terran"), flag("phasing"), flag("to decide"), ru("stock"), ru("ships lost")];
    columns.extend([ru("ships on the map"), ru("budget"), ru("once")]);
    columns.extend([Column::new("no appeals", "turns", 0.5), flag("civil war")]);
    columns.extend(per_class("destroyed", &Class::ALL[..SHIPS]));
    columns.extend(per_class("due off the map", &Class::ALL[..SHIPS]));
    columns.extend(Class::ALL.map(|class| flag(&format!("permitted {class}"))));
    columns
}

pub(super) const ROLES: [&str; 8] =
    ["unassigned", "paired", "doubling", "out", "stay off", "bombard", "drop", "land"];
pub(super) const FIRES: [&str; 7] =
    ["hold", "beam", "missile", "time-on-target", "suicide", "defensive beam", "defensive missile"];

fn battle() -> Vec<Column> {
    let factor = |name: &str| Column::new(name, "factor", 0.125);
    let mut columns = vec![flag("own")];
    columns.extend(Class::ALL.map(|class| flag(class.code())));
    columns.extend([flag("marker"), flag("disrupted"), counters("count")]);
    columns.extend(per_class("aboard", &CARGO));
    columns.extend(["beam", "missile", "screen", "surface"].map(factor));
    columns.extend(words("role", &ROLES));
    columns.extend(words("fire", &FIRES));
    columns.extend([Column::new("hits", "hits", 0.5), flag("at hand"), flag("named")]);
    columns.extend([flag("at hand's opponent"), counters("enemies on it")]);
    columns.extend([flag("foe"), counters("foe count"), flag("foe disrupted")]);
    columns.extend(["foe beam", "foe missile", "foe screen", "foe surface"].map(factor));
    columns.extend(words("foe fire", &FIRES));
    columns.extend(["empty racks", "fire high-intensity", "foe fire high-intensity"].map(flag));
    columns.extend(words("second fire", &FIRES));
    columns
}

pub(super) const STEPS: [&str; 19] = [
    "intervention",
    "recall",
    "appeal",
    "appeal roll",
    "overhaul",
    "routine",
    "frontier",
    "build",
    "orders",
    "how many to move",
    "how many to load",
    "how many to unload",
    "how many to build",
    "how many to overhaul",
    "how many to leave out",
    "move roll",
    "destination",
    "battle",
    "over",
];

pub(super) const MOMENTS: [&str; 26] = [
    "initiative roll",
    "choose range",
    "load fighters",
    "choose retreat",
    "match",
    "match count",
    "double",
    "double count",
    "declare",
    "declare target",
    "fire roll",
    "disruption roll",
    "choose mission",
    "mission count",
    "planetary roll",
    "choose strike",
    "strike roll",
    "break off",
    "jump roll",
    "defend",
    "attack",
    "attack count",
    "attack roll",
    "grounded roll",
    "declare second",
    "second target",
];

fn turn() -> Vec<Column> {
    let mut columns = vec![Column::new("turn", "turns", 0.125), flag("viewer is phasing")];
    columns.extend(words(
        "phase",
        &[
            "production",
            "first movement",
            "first combat",
            "reaction movement",
            "reaction combat",
            "second movement",
            "second combat",
        ],
    ));
    let glory = |name: &str| Column::new(name, "glory", 0.1);
    columns.extend([glory("glory"), glory("glory to lower limit"), glory("glory to upper limit")]);
    columns.extend(words("step", &STEPS));
    columns.extend(words("stage", &["first cargo", "approach", "second cargo", "march", "last cargo"]));
    columns.extend([flag("military"), counters("count at hand")]);
    columns.extend(Class::ALL.map(|class| flag(&format!("at hand {class}"))));
    columns.push(flag("at hand disrupted"));
    columns.extend(CARGO.map(|class| flag(&format!("at hand carrying {class}"))));
    columns.extend(words("moment", &MOMENTS));
    columns.extend(words("theatre", &["space", "orbit", "surface"]));
    columns.extend([flag("viewer is actor in orbit"), Column::new("round", "rounds", 0.125)]);
    columns.extend([flag("viewer has initiative"), flag("initiative tied")]);
    columns.extend(words("range", &["long", "short", "disengage"]));
    columns.extend([Column::new("quiet rounds", "rounds", 0.5), Column::new("roll step", "step", 0.2)]);
    columns.extend(["viewer leaves", "enemy leaves"].map(flag));
    columns.extend(options());
    columns
}

/// How many kinds of stacks can be selected.
const KINDS: u8 = 42;

/// The verbs of action tokens, in order: single ones, then one for each kind or class.
pub(super) struct Verbs;

impl Verbs {
    pub(super) const DONE: u8 = 0;
    pub(super) const COUNT: u8 = 1;
    pub(super) const TO: u8 = 2;
    pub(super) const RETREAT: u8 = 3;
    pub(super) const AGAINST: u8 = 4;
    pub(super) const STAY_OUT: u8 = 5;
    /// Economic, then military.
    pub(super) const APPEAL: u8 = 6;
    /// Long, short, disengage.
    pub(super) const RANGE: u8 = 8;
    /// In the order of [`FIRES`].
    pub(super) const FIRE: u8 = 11;
    /// Stay off, bombard, drop, land.
    pub(super) const MISSION: u8 = 18;
    pub(super) const STRIKE_MARKER: u8 = 22;
    /// Then one for each class struck, built, loaded and unloaded, and one for each kind selected.
    pub(super) const STRIKE: u8 = 23;
    pub(super) const BUILD: u8 = Self::STRIKE + Class::COUNT as u8;
    pub(super) const LOAD: u8 = Self::BUILD + Class::COUNT as u8;
    pub(super) const UNLOAD: u8 = Self::LOAD + Class::COUNT as u8;
    pub(super) const SELECT: u8 = Self::UNLOAD + Class::COUNT as u8;
    pub(super) const BREAK_OFF: u8 = Self::SELECT + KINDS;
    pub(super) const FIGHT_ON: u8 = Self::BREAK_OFF + 1;
    pub(super) const HIGH_INTENSITY: u8 = Self::FIGHT_ON + 1;
    /// Only where ships may go by sublight: picking a stack between systems, then one for each heading.
    pub(super) const UNDER_WAY: u8 = Self::HIGH_INTENSITY + 1;
    pub(super) const SUBLIGHT: u8 = Self::UNDER_WAY + 1;
}

/// `verb SC`, `verb DD`, … for every class.
macro_rules! for_each_class {
    ($verb:literal) => {
        for_each_class!($verb; "SC" "DD" "CL" "CR" "CS" "CA" "B1" "B2" "BB" "MB" "M" "F" "MS" "TR" "AO" "RT" "JT" "PD" "OP")
    };
    ($verb:literal; $($class:literal)*) => { [$(concat!($verb, " ", $class)),*] };
}

/// `select SC`, `select SC*`, …: every kind in the order of [`kinds`].
macro_rules! selections {
    ($($class:literal: $($cargo:literal)*;)*) => {
        [$(
            concat!("select ", $class), $(concat!("select ", $class, "+", $cargo),)*
            concat!("select ", $class, "*"), $(concat!("select ", $class, "*+", $cargo),)*
        )*]
    };
}

const SINGLE_VERBS: [&str; Verbs::STRIKE as usize] = [
    "done",
    "count",
    "to",
    "retreat",
    "against",
    "stay out",
    "economic appeal",
    "military appeal",
    "range long",
    "range short",
    "disengage",
    "hold fire",
    "fire beam",
    "fire missile",
    "fire time-on-target",
    "fire suicide",
    "fire defensive beam",
    "fire defensive missile",
    "stay off",
    "bombard",
    "drop",
    "land",
    "strike marker",
];

fn verbs(sublight: bool) -> Vec<&'static str> {
    let mut verbs = SINGLE_VERBS.to_vec();
    verbs.extend(for_each_class!("strike"));
    verbs.extend(for_each_class!("build"));
    verbs.extend(for_each_class!("load"));
    verbs.extend(for_each_class!("unload"));
    verbs.extend(selections! {
        "SC":; "DD":; "CL":; "CR":; "CS":; "CA":; "B1":; "B2":; "BB":; "MB":; "M":; "F":;
        "MS": "F";
        "TR": "F" "RT" "JT" "PD" "OP";
        "AO":;
    });
    verbs.extend(["break off", "fight on", "fire high-intensity"]);
    if sublight {
        verbs.push("select under way");
        verbs.extend(["sublight north", "sublight north-east", "sublight south-east"]);
        verbs.extend(["sublight south", "sublight south-west", "sublight north-west"]);
    }
    verbs
}

/// The number of a kind in the order of [`kinds`], which the selecting verbs follow.
pub(super) fn kind_index(kind: Kind) -> usize {
    let loads = |class| match class {
        Class::Transport => CARGO.len(),
        Class::Mothership => 1,
        _ => 0,
    };
    let before: usize = Class::ALL[..kind.class.index()].iter().map(|&class| 2 * (1 + loads(class))).sum();
    let load = match (kind.class, kind.carrying) {
        (_, None) => 0,
        (Class::Transport, Some(cargo)) => 1 + cargo_index(cargo).unwrap_or(0),
        (_, Some(_)) => 1,
    };
    before + usize::from(kind.disrupted) * (1 + loads(kind.class)) + load
}

/// The place of a class in [`CARGO`].
pub(super) fn cargo_index(class: Class) -> Option<usize> {
    CARGO.iter().position(|&cargo| cargo == class)
}

/// How many squads have a row of their own; those beyond share the last one.
pub(super) const fn battle_rows(boxes: usize) -> usize {
    if boxes <= 12 { 32 } else { 64 }
}

/// The shape of the observations of a map, the same whatever the other options say; `in_series`: of a series of wars.
pub(super) fn spec(
    map: &Map,
    (whole_map, in_series, sublight): (bool, bool, bool),
    version: u32,
) -> ObservationSpec {
    let (system_count, box_count) = (map.systems.len(), map.boxes.len());
    let block = |name, rows, columns| Block { name, rows, columns };
    let mut spec = ObservationSpec {
        version,
        blocks: vec![
            block("systems", system_count, systems()),
            block("boxes", box_count, boxes()),
            block("sides", 2, sides()),
            block("battle", battle_rows(box_count), battle()),
            block("turn", 1, turn()),
        ],
        relations: vec![],
        sides: SIDES,
        sites: Some(BOXES),
        verbs: verbs(sublight),
        max_quantity: MAX_COUNT.max(MAX_SQUADS as u8),
    };
    if whole_map {
        spec.blocks.push(block("placing", 2, placing()));
    }
    if whole_map && sublight {
        spec.blocks.push(block("transit", 2 * TRANSIT_ROWS, transit()));
    }
    if in_series {
        spec.blocks[BOXES].columns.extend(series_boxes());
        spec.blocks.push(block("series", 1, series()));
    }
    spec.relations = relations(map, spec.rows());
    spec
}

/// Lane adjacency (1), lane distance (1: the same system, then one more than the lanes, at most [`FAR`]) between
/// systems and their boxes, and which box lies in which system (1: a box to its system and back, 2: its twin).
fn relations(map: &Map, rows: usize) -> Vec<Relation> {
    let (systems, boxes) = (map.systems.len(), map.boxes.len());
    let home = |row: usize| match row.checked_sub(systems) {
        None => Some(SystemId(row as u8)),
        Some(index) if index < boxes => Some(map.surface(BoxId(index as u8)).system),
        Some(_) => None,
    };
    let relation = |name, categories, category: &dyn Fn(usize, usize, SystemId, SystemId) -> u8| {
        let pair = |at: usize| {
            let (from, to) = (at / rows, at % rows);
            home(from).zip(home(to)).map_or(0, |(a, b)| category(from, to, a, b))
        };
        Relation { name, categories, pairs: (0..rows * rows).map(pair).collect() }
    };
    let is_system = |row: usize| row < systems;
    vec![
        relation("lane", 2, &|from, to, a, b| {
            u8::from(is_system(from) && is_system(to) && map.distance(a, b) == 1)
        }),
        relation("distance", FAR + 1, &|_, _, a, b| map.distance(a, b).saturating_add(1).min(FAR)),
        relation("box in system", 3, &|from, to, a, b| match (is_system(from), is_system(to)) {
            (true, true) => 0,
            (false, false) => 2 * u8::from(a == b && from != to),
            _ => u8::from(a == b),
        }),
    ]
}
