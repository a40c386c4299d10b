//! Scenario files: what they may say, why they may be refused, and the first [`State`] they make.

mod files;

use arrayvec::ArrayVec;

use super::class::Class;
use super::map::Map;
use super::position::side_name;
use super::rules::Rules;
use super::state::{
    BoxId, Court, Group, Groups, IMPERIAL, Marker, Markers, Obstacles, Phase, Place, Series, Side, State,
    Step, SystemId, TERRAN, Yards,
};
use super::tables::{Income, Tables, classes, counters, mask};
use super::units::Units;
use crate::core::{ResolvedSetup, Seat};
use crate::figures::Data;

pub(super) use files::{DuelFile, SeriesFile, WarFile};
use files::{MarkerLines, SideLines};

#[cfg(test)]
const DUEL: &str = include_str!("scenarios/duel.toml");
#[cfg(test)]
const NUSKU_GAP: &str = include_str!("scenarios/nusku-gap.toml");
#[cfg(test)]
const FIRST_WAR: &str = include_str!("scenarios/first-war.toml");

/// What a scenario adds to the rules.
#[derive(Clone, Debug, PartialEq)]
pub enum Scenario {
    /// One space battle.
    Duel(Duel),
    /// A war of one or more game turns.
    War(War),
}

/// One space battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// Where it is fought.
    pub at: SystemId,
    /// The only system to which each seat may disengage.
    pub way_out: [SystemId; 2],
    /// Points for the side that alone has ships in the hex at the end.
    pub hold: u16,
    /// The RU of the larger fleet and the hold value: what margins are divided by.
    pub scale: u16,
}

/// A war, or a series of them.
#[derive(Clone, Debug, PartialEq)]
pub struct War {
    /// The most wars in a series; 1: a single war.
    // rule: imp.15.5.wars
    pub max_wars: u8,
    /// At the end of each game turn: the Terran has won at or below the first, the Imperial at or above the
    /// second. After the last the war is over.
    pub glory_limits: Vec<[i8; 2]>,
    /// The systems, by bit, where free Imperial ships enter; the Imperial builds and connects there, too.
    pub entries: u64,
    /// The dearest ship that is replaced, RU.
    pub replacement_max_price: u8,
    /// Income of a turn.
    pub income: Income,
    /// Classes each seat may build from the start, by bit.
    pub build: [u32; 2],
    /// Classes that the Imperial may be permitted, by bit.
    pub permissible: u32,
    /// Whether it is played on the whole map.
    pub whole_map: bool,
    /// The markers that the Imperial places.
    pub choice: Choice,
    /// Where units start unless they are deployed by choice.
    pub deployment: Vec<Deployment>,
}

/// The markers that the Imperial places before the First War.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// How many worlds.
    pub worlds: u8,
    /// How many outposts.
    pub outposts: u8,
    /// The boxes for the worlds, by bit.
    pub from: u64,
}

/// Units and their place at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deployment {
    /// Whose.
    pub seat: Seat,
    /// The hex for ships, a box for everything else.
    pub place: Place,
    /// Their class.
    pub class: Class,
    /// How many.
    pub count: u8,
}

/// A scenario with its part of the map and its first position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Opening {
    pub(super) scenario: Scenario,
    pub(super) map: Map,
    pub(super) state: State,
}

/// Reads the scenario that a setup names.
///
/// # Errors
/// Everything that is wrong with its file.
pub(super) fn open(
    setup: &ResolvedSetup,
    data: &Data,
    rules: &Rules,
    units: &Units,
    tables: &Tables,
) -> Result<Opening, Vec<String>> {
    let (text, map) = (data.text(setup.scenario), data.text("map"));
    match setup.scenario {
        "duel" => open_duel(&text, &map, setup.word("fleets"), rules, units),
        "wars" => open_series(&text, open_war(&data.text("first-war"), &map, rules, units, tables)?),
        _ => open_war(&text, &map, rules, units, tables),
    }
}

fn part(map: &str, systems: &[String]) -> Result<Map, Vec<String>> {
    Map::part(map, &systems.iter().map(String::as_str).collect::<Vec<_>>())
}

// rule: imp.15.2.fleets
fn open_duel(
    text: &str,
    map: &str,
    fleets: &str,
    rules: &Rules,
    units: &Units,
) -> Result<Opening, Vec<String>> {
    let file: DuelFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
    let map = part(map, &file.systems)?;
    let mut faults = Vec::new();
    let mut system = |id: &str| {
        map.system(id).unwrap_or_else(|| {
            faults.push(format!("'{id}' is not among the systems of the scenario"));
            SystemId(0)
        })
    };
    let at = system(&file.at);
    let way_out = [system(&file.way_out.terran), system(&file.way_out.imperial)];
    for out in way_out.into_iter().filter(|out| map.distance(at, *out) != 1) {
        faults.push(format!("the way out '{}' is not one lane from '{}'", map.at(out).id, file.at));
    }
    let Some(fleets) = file.fleets.get(fleets) else {
        faults.push(format!("no fleets '{fleets}'"));
        return Err(faults);
    };
    let mut state = empty_state(rules.phasing, Phase::FirstCombat);
    let mut worth = [0_u16; 2];
    for (seat, text) in [(TERRAN, &fleets.terran), (IMPERIAL, &fleets.imperial)] {
        let fleet = counters(text, &mut faults);
        if !fleet.iter().any(|(class, _)| class.is_line_ship()) {
            faults.push(format!(
                "the fleet of the {} has no line ship, so there is no battle",
                side_name(seat)
            ));
        }
        for (class, count) in fleet {
            if !class.is_ship() {
                faults.push(format!("{class} has no place in a duel"));
            } else {
                worth[seat.index()] += u16::from(count) * u16::from(units.price(class, seat));
                if has_counters(&state, units, (seat, class, count), &mut faults) {
                    state.add(Group::new(Place::Space(at), seat, class, count));
                }
            }
        }
    }
    state.entered_from.add(at, way_out[rules.phasing.index()].bit());
    let scale = worth[0].max(worth[1]) + fleets.hold;
    let scenario = Scenario::Duel(Duel { at, way_out, hold: fleets.hold, scale });
    if faults.is_empty() { Ok(Opening { scenario, map, state }) } else { Err(faults) }
}

// rule: imp.9.start imp.10.set_up imp.15.0.handicap imp.15.3.map imp.15.3.set_up imp.15.3.income imp.15.4.first_war
// rule: cobb.setup.worlds cobb.setup.outposts
fn open_war(
    text: &str,
    map: &str,
    rules: &Rules,
    units: &Units,
    tables: &Tables,
) -> Result<Opening, Vec<String>> {
    let file: WarFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
    let map = file.systems.as_deref().map_or_else(|| Map::whole(map), |systems| part(map, systems))?;
    let income = file.income.unwrap_or(tables.income);
    let mut faults = Vec::new();
    let first = match file.first.as_str() {
        "terran" => TERRAN,
        "imperial" => IMPERIAL,
        other => {
            faults.push(format!("first: '{other}' is neither terran nor imperial"));
            TERRAN
        }
    };
    let mut entries = 0;
    for id in &file.entries {
        match map.system(id) {
            Some(entry) => entries |= entry.bit(),
            None => faults.push(format!("entries: '{id}' is not among the systems of the scenario")),
        }
    }
    check_limits(&file.glory_limits, &mut faults);
    let mut state = empty_state(first, Phase::Production);
    state.court.glory = tables.glory.start;
    state.court.budget = income.imperial_budget;
    let mut build = [0; 2];
    let mut choice = Choice::default();
    let mut deployment = Vec::new();
    for (seat, lines) in [(TERRAN, &file.terran), (IMPERIAL, &file.imperial)] {
        build[seat.index()] = mask(&classes(&lines.build, &mut faults));
        let stock = u16::from(lines.stock) + u16::from(rules.handicap[seat.index()]);
        if stock > u16::from(tables.stock_max) {
            faults.push(format!(
                "{} RU and a handicap of {} RU are more than the {} RU of a stock of the {} (rule imp.7.3.stock)",
                lines.stock,
                rules.handicap[seat.index()],
                tables.stock_max,
                side_name(seat)
            ));
        }
        state.sides[seat.index()].stock = stock.min(u16::from(tables.stock_max)) as u8;
        let markers = lines.markers(rules, &mut faults);
        place_markers(&map, &mut state, seat, &markers, &mut faults);
        if markers.choose_worlds > 0 {
            choice = choice_of(&map, &markers, &mut faults);
        }
        deployment_of(&map, seat, lines, &mut deployment, &mut faults);
    }
    for seat in [TERRAN, IMPERIAL] {
        has_counters(&state, units, (seat, Class::Outpost, 0), &mut faults);
    }
    let by_choice = rules.free_deployment || choice != Choice::default();
    for line in &deployment {
        if !has_counters(&state, units, (line.seat, line.class, line.count), &mut faults) {
            continue;
        }
        if by_choice {
            state.sides[line.seat.index()].to_deploy[line.class.index()] += line.count;
        } else {
            state.add(Group::new(line.place, line.seat, line.class, line.count));
        }
    }
    build[IMPERIAL.index()] &= !rules.unlocked;
    state.court.permitted = build[IMPERIAL.index()];
    if rules.setup_limit {
        check_routine_limits(&map, &state, units, tables, &mut faults);
    }
    let scenario = Scenario::War(War {
        max_wars: 1,
        glory_limits: file.glory_limits,
        entries,
        replacement_max_price: file.replacement_max_price.unwrap_or(tables.replacements.max_price),
        income,
        build,
        permissible: mask(&classes(&file.imperial.permissible, &mut faults)),
        whole_map: file.systems.is_none(),
        choice,
        deployment,
    });
    if faults.is_empty() { Ok(Opening { scenario, map, state }) } else { Err(faults) }
}

// rule: imp.15.5.wars
fn open_series(text: &str, opening: Opening) -> Result<Opening, Vec<String>> {
    let file: SeriesFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
    if !(1..=9).contains(&file.max_wars) {
        return Err(vec![format!("max_wars: a series has 1 to 9 wars, not {}", file.max_wars)]);
    }
    let Scenario::War(war) = opening.scenario else { return Ok(opening) };
    Ok(Opening { scenario: Scenario::War(War { max_wars: file.max_wars, ..war }), ..opening })
}

/// A map without counters, markers and money.
pub(super) fn empty_state(phasing: Seat, phase: Phase) -> State {
    State {
        turn: 1,
        phasing,
        phase,
        step: Step::Over,
        sides: [Side::default(); 2],
        court: Court::default(),
        series: Series::new(phasing),
        markers: Markers::default(),
        groups: Groups::new(),
        due: ArrayVec::new(),
        entered_from: super::state::Entrances::NONE,
        obstacles: Obstacles::default(),
        yards: Yards::default(),
        battle: None,
        result: None,
    }
}

fn place_markers(map: &Map, state: &mut State, seat: Seat, lines: &MarkerLines, faults: &mut Vec<String>) {
    for (id, world) in
        lines.worlds.iter().map(|id| (id, true)).chain(lines.outposts.iter().map(|id| (id, false)))
    {
        let Some(at) = find_box(map, id, faults) else { continue };
        if world && !map.surface(at).primary {
            faults.push(format!("'{id}' is no primary box: no world can lie there"));
        }
        if !state.marker(at).is_empty() {
            faults.push(format!("two markers at '{id}'"));
        }
        state.markers.set(at, Marker::of(seat, world));
    }
}

fn choice_of(map: &Map, lines: &MarkerLines, faults: &mut Vec<String>) -> Choice {
    let mut from = 0;
    for id in &lines.among {
        match find_box(map, id, faults) {
            Some(at) if map.surface(at).primary => from |= at.bit(),
            Some(_) => faults.push(format!("among: '{id}' is no primary box: no world can lie there")),
            None => {}
        }
    }
    if from.count_ones() < u32::from(lines.choose_worlds) {
        faults.push(format!("among: {} worlds of {} boxes", lines.choose_worlds, from.count_ones()));
    }
    Choice { worlds: lines.choose_worlds, outposts: lines.choose_outposts, from }
}

fn deployment_of(
    map: &Map,
    seat: Seat,
    lines: &SideLines,
    deployment: &mut Vec<Deployment>,
    faults: &mut Vec<String>,
) {
    for (id, text) in &lines.space {
        let list = counters(text, faults);
        match map.system(id) {
            None => faults.push(format!("'{id}' is not among the systems of the scenario")),
            Some(system) => place(deployment, seat, Place::Space(system), &list, faults),
        }
    }
    for (id, text) in &lines.surface {
        let list = counters(text, faults);
        if let Some(at) = find_box(map, id, faults) {
            place(deployment, seat, Place::Surface(at), &list, faults);
        }
    }
}

fn find_box(map: &Map, id: &str, faults: &mut Vec<String>) -> Option<BoxId> {
    let found = map.surface_box(id);
    if found.is_none() {
        faults.push(format!("'{id}' is not among the boxes of the scenario"));
    }
    found
}

// rule: imp.15.1.start_place
fn place(
    deployment: &mut Vec<Deployment>,
    seat: Seat,
    place: Place,
    list: &[(Class, u8)],
    faults: &mut Vec<String>,
) {
    for &(class, count) in list {
        if !class.is_ship() && place.surface().is_none() {
            faults.push(format!("{class} starts in a surface box, not in a hex"));
        } else {
            deployment.push(Deployment { seat, place, class, count });
        }
    }
}

/// Whether a side has so many more counters of a class than are on the map and in store; a fault otherwise.
// rule: imp.2.3.limits
fn has_counters(
    state: &State,
    units: &Units,
    (seat, class, more): (Seat, Class, u8),
    faults: &mut Vec<String>,
) -> bool {
    let (have, limit) = (u16::from(state.counters(seat, class)) + u16::from(more), units.limit(class, seat));
    if have > u16::from(limit) {
        faults.push(format!(
            "{have} {class} of the {}, there are {limit} counters (rule imp.2.3.limits)",
            side_name(seat)
        ));
    }
    have <= u16::from(limit)
}

// rule: cobb.setup.limit
fn check_routine_limits(map: &Map, state: &State, units: &Units, tables: &Tables, faults: &mut Vec<String>) {
    for seat in [TERRAN, IMPERIAL] {
        let (worlds, outposts) = (state.worlds(seat), state.outposts(seat));
        for (k, system) in map.systems.iter().enumerate() {
            let limit = tables.maintenance.world_factors * (worlds & system.boxes).count_ones() as u16
                + tables.maintenance.outpost_factors * (outposts & system.boxes).count_ones() as u16;
            let need: u16 = state
                .groups_of(seat)
                .filter(|group| match group.place {
                    Place::Space(at) => usize::from(at.0) == k,
                    Place::Surface(at) => usize::from(map.surface(at).system.0) == k,
                    Place::Hex { .. } => false,
                })
                .map(|group| u16::from(group.count) * u16::from(units.maintenance(group.class, seat)))
                .sum();
            if need > limit {
                faults.push(format!(
                    "ships of the {} at {} need {need} maintenance factors, it gives {limit} (rule cobb.setup.limit)",
                    side_name(seat),
                    system.id
                ));
            }
        }
    }
}

fn check_limits(limits: &[[i8; 2]], faults: &mut Vec<String>) {
    if limits.is_empty() || limits.len() > 8 {
        faults.push(format!("glory_limits: a war has 1 to 8 game turns, not {}", limits.len()));
    }
    if limits.iter().any(|[low, high]| low >= high) {
        faults.push("glory_limits: the lower limit lies below the upper one".into());
    }
    if limits.last().is_some_and(|[low, high]| low + 1 != *high) {
        faults.push("glory_limits: after the last turn nothing may lie between the limits".into());
    }
}

#[cfg(test)]
mod tests;
