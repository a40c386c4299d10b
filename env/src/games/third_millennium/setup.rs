//! Scenario files: `scenarios/*.toml`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::class::Class;
use super::map::{MAX_PLANETS, MAX_SYSTEMS, Map, PlanetId};
use super::politics::Politics;
use super::position::side_name;
use super::state::{
    Court, FLEETS, Field, Fleets, Group, Groups, MAX_STOCK, Orders, Place, Planet, Series, Side, State, Step,
    Troop,
};
use super::units::Units;
use super::{IMPERIAL, TERRAN};
use crate::core::Seat;

/// No game has more turns.
pub(super) const LAST_TURN: u8 = 99;
/// Turns of a war or a raid, and wars of a series.
const MOST_TURNS: u8 = 20;
/// Glory that files may name.
const GLORY: RangeInclusive<i8> = -50..=50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    systems: Vec<String>,
    entries: Vec<String>,
    fleets: u8,
    glory: i8,
    raid: Option<RaidLines>,
    war: Option<War>,
    terran: SideLines,
    imperial: SideLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RaidLines {
    turns: u8,
    income: u8,
    build: Vec<String>,
    verdict: [i8; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeriesFile {
    series: SeriesLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeriesLines {
    wars: u8,
    turns: u8,
    peace: u8,
    growth: u8,
    capitals: CapitalLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapitalLines {
    terran: Vec<String>,
    imperial: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLines {
    worlds: Vec<String>,
    outposts: Vec<String>,
    ships: String,
    base: String,
    planets: BTreeMap<String, String>,
}

/// What a scenario adds to the rules.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Systems, by bit, where Imperial ships enter.
    pub entries: u64,
    /// Fleet counters of a side.
    pub fleets: usize,
    /// Imperial glory at the start.
    pub glory: i8,
    /// The planet of each side where what it does not deploy stays.
    pub base: [PlanetId; 2],
    /// Its economy and its end.
    pub frame: Frame,
    /// The series that its war is the first of.
    pub campaign: Option<Campaign>,
}

/// A series of wars with peace between them.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Wars at most, at least 2.
    pub wars: u8,
    /// Turns of war and peace at most.
    pub turns: u8,
    /// Turns of peace beside those of a die.
    pub peace: u8,
    /// Turns of peace after which an outpost on a habitable planet is a world.
    pub growth: u8,
    /// Planets of each seat; a side that has lost all of its own has lost the series.
    pub capitals: [Vec<PlanetId>; 2],
}

/// What a scenario is a part of.
#[derive(Clone, Debug)]
pub enum Frame {
    /// Some turns with a fixed income.
    Raid(Raid),
    /// A war with all that belongs to it.
    War(War),
}

/// Some turns with a fixed income.
#[derive(Clone, Debug)]
pub struct Raid {
    /// How many turns there are.
    pub turns: u8,
    /// Resources of a side in each turn.
    pub income: u8,
    /// Classes that can be built, by bit [`Class::index`].
    pub build: u32,
    /// Glory at or below which the Terran wins at the end, and at or above which the Imperial does.
    pub verdict: [i8; 2],
}

/// A war with intervention, appeals and an economy.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct War {
    /// Resources of a side before the first turn.
    pub stock: u8,
    /// By turn: glory at or below which the Terran has won at its end, and at or above which the Imperial has. After the
    /// last of them somebody has.
    pub limits: Vec<[i8; 2]>,
}

impl War {
    /// The limits of a turn.
    pub fn limits_of(&self, turn: u8) -> [i8; 2] {
        let line = usize::from(turn).clamp(1, self.limits.len());
        self.limits[line - 1]
    }

    /// The turn in which it is over.
    pub const fn last_turn(&self) -> u8 {
        self.limits.len() as u8
    }
}

/// The files of a scenario.
pub(super) struct Texts {
    pub(super) scenario: String,
    /// The series that its war is the first of.
    pub(super) series: Option<String>,
    pub(super) map: String,
}

/// A scenario with its map and first position.
pub(super) struct Opening {
    pub(super) scenario: Scenario,
    pub(super) map: Map,
    pub(super) state: State,
}

/// Opens a scenario.
///
/// # Errors
/// All that is wrong with its files.
// rule: i3m.16.raid
// rule: i3m.u26.first_war
pub(super) fn open(
    texts: &Texts,
    units: &Units,
    politics: &Politics,
    handicap: [u8; 2],
) -> Result<Opening, Vec<String>> {
    let unreadable = |error: toml::de::Error| vec![error.to_string()];
    let file: ScenarioFile = toml::from_str(&texts.scenario).map_err(unreadable)?;
    let series: Option<SeriesFile> =
        texts.series.as_deref().map(toml::from_str).transpose().map_err(unreadable)?;
    let map = Map::parse(&texts.map, &file.systems)?;
    let mut faults = Vec::new();
    let mut state = empty_state();
    state.glory = file.glory;
    let mut base = [PlanetId(0); 2];
    for (seat, lines) in [(TERRAN, &file.terran), (IMPERIAL, &file.imperial)] {
        claim(&mut state, &map, seat, lines, &mut faults);
        if let Some(planet) = site(&map, &lines.base, &mut faults) {
            base[seat.index()] = planet;
        }
        place(&mut state, &map, seat, lines, &mut faults);
        check_counters(&state, seat, units, &mut faults);
    }
    for (seat, lines) in [(TERRAN, &file.terran), (IMPERIAL, &file.imperial)] {
        check_owner(&state, &map, seat, lines, &mut faults);
    }
    let frame = frame(file.raid, file.war, &mut faults);
    let stock = if let Some(Frame::War(war)) = &frame { war.stock } else { 0 };
    for (side, handicap) in state.sides.iter_mut().zip(handicap) {
        side.stock = stock.saturating_add(handicap);
        // rule: i3m.16.handicap
        if side.stock > MAX_STOCK {
            faults.push(format!(
                "{stock} Resources and a handicap of {handicap} are more than the {MAX_STOCK} of a stock"
            ));
        }
    }
    if let Some(Frame::War(_)) = &frame {
        state.court.budget = politics.income.budget;
        for id in politics.intervention.seats.iter().filter(|id| map.system(id).is_none()) {
            faults.push(format!("seats: '{id}' is not among the systems of the scenario"));
        }
    }
    let campaign = series.and_then(|file| campaign(file.series, frame.as_ref(), &map, &mut faults));
    let mut entries = 0;
    for id in &file.entries {
        match map.system(id) {
            Some(system) => entries |= system.bit(),
            None => faults.push(format!("entries: '{id}' is not among the systems of the scenario")),
        }
    }
    if !(1..=FLEETS as u8).contains(&file.fleets) {
        faults.push(format!("fleets: a side has 1 to {FLEETS} fleet counters, not {}", file.fleets));
    }
    if !GLORY.contains(&file.glory) {
        faults.push(format!("glory is {}, not {} to {}", file.glory, GLORY.start(), GLORY.end()));
    }
    let Some(frame) = frame.filter(|_| faults.is_empty()) else { return Err(faults) };
    let (fleets, glory) = (usize::from(file.fleets), file.glory);
    Ok(Opening { scenario: Scenario { entries, fleets, glory, base, frame, campaign }, map, state })
}

/// The side's planets become its own.
fn claim(state: &mut State, map: &Map, seat: Seat, lines: &SideLines, faults: &mut Vec<String>) {
    for (ids, world) in [(&lines.worlds, true), (&lines.outposts, false)] {
        for id in ids {
            let Some(planet) = site(map, id, faults) else { continue };
            if state.planet(planet).owner.is_some() {
                faults.push(format!("'{id}' is among the worlds and outposts twice"));
            }
            state.planets[planet.index()] = Planet::new(Some(seat), world);
        }
    }
}

/// The side's counters come to the store and to its planets.
fn place(state: &mut State, map: &Map, seat: Seat, lines: &SideLines, faults: &mut Vec<String>) {
    for group in counters(seat, Place::Store, &lines.ships, faults) {
        if is_on_planets(group.class) && group.class != Class::Fighter {
            faults.push(format!("ships: {} stands on planets", group.class));
        }
        state.groups.add(group);
    }
    for (id, text) in &lines.planets {
        let Some(planet) = site(map, id, faults) else { continue };
        for group in counters(seat, Place::Planet(planet), text, faults) {
            if !is_on_planets(group.class) {
                faults.push(format!("{id}: {} does not stand on planets", group.class));
            }
            state.groups.add(group);
        }
    }
}

/// What a side has lies on planets of its own.
fn check_owner(state: &State, map: &Map, seat: Seat, lines: &SideLines, faults: &mut Vec<String>) {
    for id in lines.planets.keys().chain([&lines.base]) {
        if map.site(id).is_some_and(|planet| state.planet(planet).owner != Some(seat)) {
            faults.push(format!("'{id}' is not among the {}'s worlds and outposts", side_name(seat)));
        }
    }
}

fn frame(raid: Option<RaidLines>, war: Option<War>, faults: &mut Vec<String>) -> Option<Frame> {
    let ordered = |limits: [i8; 2]| limits[0] < limits[1] && limits.iter().all(|limit| GLORY.contains(limit));
    match (raid, war) {
        (Some(raid), None) => {
            let mut build = 0;
            for code in &raid.build {
                match Class::from_code(code) {
                    Some(class) => build |= class.bit(),
                    None => faults.push(format!("build: no class '{code}'")),
                }
            }
            if !ordered(raid.verdict) {
                faults.push("verdict: the Terran wins at or below the first, which is the lower one".into());
            }
            if !(1..=MOST_TURNS).contains(&raid.turns) {
                faults.push(format!("turns: a raid has 1 to {MOST_TURNS}, not {}", raid.turns));
            }
            let RaidLines { turns, income, verdict, .. } = raid;
            Some(Frame::Raid(Raid { turns, income, build, verdict }))
        }
        (None, Some(war)) => {
            let ordered = war.limits.iter().all(|limits| ordered(*limits));
            let decides = ordered && war.limits.last().is_some_and(|limits| limits[0] + 1 == limits[1]);
            if !decides || war.limits.len() > usize::from(MOST_TURNS) {
                faults.push(format!(
                    "limits: of 1 to {MOST_TURNS} turns, the Terran's below the Imperial's, in the last turn by 1"
                ));
            }
            Some(Frame::War(war))
        }
        _ => {
            faults.push("a scenario has either [raid] or [war]".into());
            None
        }
    }
}

fn campaign(
    lines: SeriesLines,
    frame: Option<&Frame>,
    map: &Map,
    faults: &mut Vec<String>,
) -> Option<Campaign> {
    let Some(Frame::War(war)) = frame else {
        faults.push("series: only a [war] is the first of a [series]".into());
        return None;
    };
    if !(2..=MOST_TURNS).contains(&lines.wars) || lines.growth == 0 || lines.peace > MOST_TURNS {
        faults.push(format!(
            "series: there are 2 to {MOST_TURNS} wars, worlds grow in 1 turn at least, and peace is at most \
             {MOST_TURNS} turns longer than a die"
        ));
    }
    if !(war.last_turn()..=LAST_TURN).contains(&lines.turns) {
        faults.push(format!("series: turns are {} to {LAST_TURN}, not {}", war.last_turn(), lines.turns));
    }
    let CapitalLines { terran, imperial } = lines.capitals;
    let capitals = [terran, imperial].map(|ids| {
        let found: Vec<PlanetId> = ids.iter().filter_map(|id| site(map, id, faults)).collect();
        if ids.is_empty() {
            faults.push("series: each side has a capital at least".into());
        }
        found
    });
    let SeriesLines { wars, turns, peace, growth, .. } = lines;
    Some(Campaign { wars, turns, peace, growth, capitals })
}

/// A map without counters.
pub(super) fn empty_state() -> State {
    State {
        turn: 0,
        segment: 0,
        step: Step::Deploy,
        mover: IMPERIAL,
        first: TERRAN,
        left: [0; 2],
        passes: 0,
        orders: Orders::default(),
        sides: [Side::default(); 2],
        glory: 0,
        court: Court::default(),
        series: Series::default(),
        reports: [None; 2],
        fleets: Fleets::default(),
        fields: [[Field::default(); MAX_SYSTEMS]; 2],
        planets: [Planet::default(); MAX_PLANETS],
        groups: Groups::default(),
        due: ArrayVec::new(),
        pending: ArrayVec::new(),
        fought: 0,
        battle: None,
        ground: None,
        result: None,
    }
}

fn site(map: &Map, id: &str, faults: &mut Vec<String>) -> Option<PlanetId> {
    let found = map.site(id);
    if found.is_none() {
        faults.push(format!("'{id}' is not among the planets of the scenario"));
    }
    found
}

/// Reads `2 DD, CL, RT5`.
fn counters(seat: Seat, place: Place, text: &str, faults: &mut Vec<String>) -> Vec<Group> {
    let mut groups = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (count, code) = match part.split_once(' ') {
            Some((count, code)) => (count.parse().ok().filter(|count| (1..=63).contains(count)), code),
            None => (Some(1), part),
        };
        let kind = Class::from_code(code).filter(|class| !class.is_troops()).map(|class| (class, None));
        let troops = || {
            let (class, strength) = code.split_at_checked(2)?;
            let troop = Troop::new(Class::from_code(class)?, strength.parse().ok()?)?;
            Some((troop.class(), Some(troop)))
        };
        match (count, kind.or_else(troops)) {
            (Some(count), Some((class, None))) => groups.push(Group::new(seat, place, class, count)),
            (Some(count), Some((_, Some(troop)))) => {
                groups.push(Group { count, ..Group::troops(seat, place, troop) });
            }
            _ => faults.push(format!("'{part}' are no counters: expected '2 DD' or 'RT5'")),
        }
    }
    groups
}

/// Whether counters of a class stand on planets; all others are in fleets or ports, fighters here or there.
fn is_on_planets(class: Class) -> bool {
    class.is_troops() || matches!(class, Class::PlanetaryDefence | Class::Fighter)
}

// rule: i3m.2.1.counters
fn check_counters(state: &State, seat: Seat, units: &Units, faults: &mut Vec<String>) {
    for class in Class::ALL {
        let have = state.counters(seat, class);
        let limit = units.find(seat, class).map_or(0, |figures| figures.counters);
        if have > u32::from(limit) {
            faults.push(format!(
                "{have} {class} of the {}, there are {limit} counters (rule i3m.2.1.counters)",
                side_name(seat)
            ));
        }
    }
}
