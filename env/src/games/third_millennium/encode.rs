//! What a network sees of a view: sides, the turn, systems, planets, fleets, counters and ships in battle.

use super::ThirdMillennium;
use super::action::{Action, Shift};
use super::class::Class;
use super::codec::MAX_LIGHT;
use super::hex::Hex;
use super::map::{Map, Type};
use super::position::enemy_of;
use super::state::{Appeal, FLEETS, FleetId, Group, Place, Spot, Stage, State, Step, Target};
use super::view::View;
use crate::core::{Game, Node, Seat};
use crate::encode::{
    ActionToken, Block, Column, Encode, ObservationMut, ObservationSpec, Relation, RowIndex, RowWriter,
};

const SIDES: usize = 0;
const TURN: usize = 1;
const SYSTEMS: usize = 2;
const PLANETS: usize = 3;
const FLEET_ROWS: usize = 4;
const GROUPS: usize = 5;
const SHIPS: usize = 6;

/// Rows for the groups of a side; what comes after them has none.
const GROUP_ROWS: usize = 32;
/// Rows for the ships of a battle; what comes after them has none.
const SHIP_ROWS: usize = 48;

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

/// Options in force, for a column each.
const OPTIONS: [&str; 8] = [
    "by 11.31",
    "by 13.31",
    "by 17.11",
    "with mines",
    "with BC",
    "with the Guard",
    "on the lattice",
    "with gates",
];

/// Steps, for a one-hot column each.
const STEPS: [&str; 36] = [
    "deploy",
    "muster",
    "fill",
    "draw",
    "intervention",
    "appeal",
    "petition",
    "gift",
    "offensive",
    "emperor",
    "retinue",
    "recall",
    "build",
    "initiative",
    "activate",
    "orders",
    "contact",
    "scouting",
    "matching",
    "leave",
    "navigate",
    "controlled",
    "drift",
    "battle",
    "orbit",
    "ground",
    "return",
    "reappear",
    "upkeep",
    "upkeep_roll",
    "peace",
    "over",
    "mines",
    "sweep",
    "laying",
    "own to move",
];

const STAGES: [&str; 11] = [
    "range", "shift", "aim", "hits", "counter", "withdraw", "escorts", "allot", "bombard", "leaving", "steer",
];

/// The shape of the observations of one map.
#[derive(Debug)]
pub(super) struct Encoder {
    spec: ObservationSpec,
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
    columns.push(Column::new("troops aboard", "strength", 0.2));
    columns.push(Column::new("count", "counters", 0.25));
    columns.extend(letters());
    columns.extend(hex_columns());
    columns
}

impl Encoder {
    pub(super) fn new(map: &Map, version: u32) -> Self {
        let mut turn = vec![
            Column::new("turn", "turns", 0.2),
            Column::new("segment", "segments", 0.25),
            Column::new("glory for the viewer", "glory", 0.2),
            Column::new("passes", "passes", 1.0),
            Column::new("jumps made", "jumps", 0.5),
            Column::new("jumps allowed", "jumps", 0.5),
            Column::new("round", "rounds", 0.2),
            Column::new("band", "bands", 0.25),
            Column::new("sighted capital", "ships", 0.25),
            Column::new("sighted light", "ships", 0.25),
            Column::new("own hits", "hits", 0.25),
            Column::new("enemy hits", "hits", 0.25),
            Column::new("budget", "Resources", 0.1),
            Column::new("permissions", "levels", 0.25),
            Column::new("offensive until", "turns", 0.2),
            Column::new("glory before the Emperor's turn", "glory", 0.2),
            Column::new("worth to go or come", "Resources", 0.05),
            Column::new("war", "wars", 0.25),
            Column::new("turn of the war", "turns", 0.2),
            Column::new("peace left", "turns", 0.2),
            Column::new("own wars won", "wars", 0.25),
            Column::new("enemy wars won", "wars", 0.25),
        ];
        turn.extend(flags(OPTIONS));
        turn.extend(flags(STEPS));
        turn.extend(flags(STAGES));
        let mut systems =
            flags(["own connected", "enemy connected", "entry", "no planets", "active here", "battle here"]);
        systems.push(Column::new("own fleets", "fleets", 0.5));
        systems.push(Column::new("enemy fleets", "fleets", 0.5));
        systems.push(Column::new("own mines", "points", 0.25));
        systems.push(Column::new("enemy mines", "points", 0.25));
        systems.push(Column::new("own mine counters", "counters", 0.5));
        systems.push(Column::new("enemy mine counters", "counters", 0.5));
        systems.push(Column::new("enemy mines at most", "points", 0.25));
        systems.extend(flags(["enemy mines known"]));
        systems.extend(hex_columns());
        let mut planets = flags(["own", "enemy", "world", "home", "H", "O", "X", "combat here"]);
        planets.push(Column::new("hits", "hits", 0.25));
        planets.extend(flags(["own outpost begun", "enemy outpost begun"]));
        planets.push(Column::new("peace seen", "turns", 0.2));
        planets.extend(hex_columns());
        let mut fleets = flags(["own", "activated", "active", "lost", "between systems", "known", "filled"]);
        fleets.push(Column::new("known with", "fleets", 0.2));
        fleets.extend(flags(["emperor"]));
        fleets.push(Column::new("laying", "counters", 0.5));
        fleets.extend(letters());
        fleets.extend(hex_columns());
        let mut ships = kind_columns();
        ships.extend(flags(["attacker", "at hand", "leaves"]));
        ships.push(Column::new("aimed from near", "dice", 0.1));
        ships.push(Column::new("aimed from far", "dice", 0.1));
        ships.push(Column::new("column from the viewer", "squares", 0.25));
        ships.push(Column::new("row", "squares", 0.25));
        ships.push(Column::new("level", "squares", 0.5));
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
            block("turn", 1, turn),
            block("systems", map.systems.len(), systems),
            block("planets", map.planets.len(), planets),
            block("fleets", 2 * FLEETS, fleets),
            block("groups", 2 * GROUP_ROWS, kind_columns()),
            block("ships", SHIP_ROWS, ships),
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
        for to in super::map::systems_in(map.at(system).lanes) {
            set(row, spec.row(SYSTEMS, to.index()), 1);
        }
        for planet in &map.at(system).planets {
            set(row, spec.row(PLANETS, planet.index()), 2);
        }
    }
    Relation { name: "lane", categories: 3, pairs }
}

impl Encode for ThirdMillennium {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.encoder.spec
    }

    fn observe(&self, view: &View, mut out: ObservationMut<'_>) {
        out.clear();
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        for side in Seat::all(2) {
            let lost = |class: Class| state.sides[side.index()].lost & class.bit() != 0;
            out.row(spec, SIDES, side.relative_to(seat, 2))
                .put(state.sides[side.index()].stock)
                .put(state.left[side.index()])
                .put(self.node(state) == Node::Decision(side))
                .put(side == super::IMPERIAL)
                .put(lost(Class::LightCruiser) || lost(Class::StrikeCruiser))
                .put(lost(Class::HeavyCruiser))
                .put(lost(Class::Battleship));
        }
        self.observe_turn(view, &mut out);
        self.observe_map(view, &mut out);
        self.observe_fleets(view, &mut out);
        for (own, side) in [(true, seat), (false, enemy_of(seat))] {
            for (index, group) in state.groups.of(side).enumerate().take(GROUP_ROWS) {
                let row = if own { index } else { GROUP_ROWS + index };
                self.put_kind(state, &mut out.row(spec, GROUPS, row), own, &group);
            }
        }
        if let Some(battle) = &state.battle {
            let at_hand = match battle.stage {
                Stage::Aim { ship, .. } | Stage::Steer { ship, .. } => Some(usize::from(ship)),
                Stage::Hits { target, .. } | Stage::Counter { target, .. } => Some(usize::from(target)),
                _ => None,
            };
            for (index, ship) in battle.ships.iter().enumerate().take(SHIP_ROWS) {
                let group = ship.unit.group();
                let mut row = out.row(spec, SHIPS, index);
                self.put_kind(state, &mut row, group.seat == seat, &group);
                row.put(group.seat == battle.attacker).put(at_hand == Some(index)).put(ship.leaves);
                row.put(ship.aimed[0]).put(ship.aimed[1]);
                if self.rules.lattice {
                    let [column, line, level] = ship.square.place();
                    let forward = if battle.attacker == seat { column } else { 4 - column };
                    row.put(forward).put(line).put(level);
                }
            }
        }
    }

    fn action_token(&self, _view: &View, action: Action) -> ActionToken {
        let spec = &self.encoder.spec;
        let row = |verb: u8, block: usize, row: usize| ActionToken {
            verb,
            row: Some(spec.row(block, row)),
            quantity: 0,
        };
        let plain = |verb: u8| ActionToken { verb, row: None, quantity: 0 };
        match action {
            Action::Done => plain(0),
            Action::Pick(pick) if usize::from(pick.0) < GROUP_ROWS => row(1, GROUPS, usize::from(pick.0)),
            Action::Pick(pick) => ActionToken { quantity: pick.0, ..plain(1) },
            Action::Into(Target::Fleet(fleet)) => row(2, FLEET_ROWS, fleet.index()),
            Action::Into(Target::New(system)) => row(3, SYSTEMS, system.index()),
            Action::Into(Target::Port(system)) => row(4, SYSTEMS, system.index()),
            Action::Into(Target::Planet(planet)) => row(5, PLANETS, planet.index()),
            Action::Build { class, at } => {
                ActionToken { quantity: class as u8, ..row(6, SYSTEMS, at.index()) }
            }
            Action::Activate(fleet) => row(7, FLEET_ROWS, fleet.index()),
            Action::Jump(system) => row(8, SYSTEMS, system.index()),
            Action::OffLane(heading) => ActionToken { quantity: heading as u8, ..plain(9) },
            Action::Navigate => plain(10),
            Action::Scout => plain(11),
            Action::Leave { light } => ActionToken { quantity: light.min(MAX_LIGHT), ..plain(12) },
            Action::Shift(Shift::Close) => plain(13),
            Action::Shift(Shift::Keep) => plain(14),
            Action::Shift(Shift::Open) => plain(15),
            Action::Aim { ship } if usize::from(ship) < SHIP_ROWS => row(16, SHIPS, usize::from(ship)),
            Action::Aim { ship } => ActionToken { quantity: ship, ..plain(16) },
            Action::Withdraw(system) => row(17, SYSTEMS, system.index()),
            Action::Invade(planet) => row(18, PLANETS, planet.index()),
            Action::Bombard(planet) => row(19, PLANETS, planet.index()),
            Action::Garrison => plain(20),
            Action::Capture => plain(21),
            Action::Raze => plain(22),
            Action::Appeal(Appeal::Funds) => plain(23),
            Action::Appeal(Appeal::Forces) => plain(24),
            Action::Settle(planet) => row(25, PLANETS, planet.index()),
            Action::Lay => plain(26),
            Action::Sweep => plain(27),
            Action::Steer(way) => ActionToken { quantity: way.0, ..plain(28) },
        }
    }

    fn site_owners(&self, state: &State) -> Vec<Option<Seat>> {
        self.map.planet_ids().map(|planet| state.planet(planet).owner).collect()
    }
}

fn put_letter(row: &mut RowWriter<'_>, fleet: Option<FleetId>) {
    (0..FLEETS as u8).for_each(|id| _ = row.put(fleet == Some(FleetId(id))));
}

fn put_hex(row: &mut RowWriter<'_>, hex: Hex) {
    row.put(hex.q).put(hex.r);
}

impl ThirdMillennium {
    fn put_kind(&self, state: &State, row: &mut RowWriter<'_>, own: bool, group: &Group) {
        let strength: u8 = group.aboard().chain(group.troop()).map(|troop| troop.strength()).sum();
        row.put(own)
            .put(matches!(group.place, Place::Fleet(_)))
            .put(matches!(group.place, Place::Port(_)))
            .put(matches!(group.place, Place::Planet(_)))
            .put(group.place == Place::Store)
            .put(group.disrupted)
            .put(group.provided)
            .one_hot(group.class.index(), Class::COUNT)
            .put(group.damage)
            .put(strength)
            .put(group.count);
        let fleet = match group.place {
            Place::Fleet(fleet) => Some(fleet),
            _ => None,
        };
        put_letter(row, fleet);
        put_hex(row, self.hex_of(state, group).unwrap_or_default());
    }

    /// Where a counter is; `None`: not set up yet, or in a fleet that is no more.
    fn hex_of(&self, state: &State, group: &Group) -> Option<Hex> {
        Some(match group.place {
            Place::Fleet(fleet) => self.hex(state.fleets.get(group.seat, fleet)?.at),
            Place::Port(system) => self.map.at(system).hex,
            Place::Planet(planet) => self.map.at(self.map.planet(planet).system).hex,
            Place::Store => return None,
        })
    }

    fn observe_turn(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        let side = if seat == super::IMPERIAL { 1 } else { -1 };
        let sighted = state.orders.sighted.unwrap_or_default();
        let (round, band) = state.battle.as_ref().map_or((0, 0), |battle| (battle.round, battle.band));
        let hits = state.ground.map_or([0; 2], |ground| ground.hits);
        let mut row = out.row(spec, TURN, 0);
        row.put(state.turn)
            .put(state.segment)
            .put(side * (state.glory - self.scenario.glory))
            .put(state.passes)
            .put(state.orders.made)
            .put(state.orders.allowance)
            .put(round)
            .put(band)
            .put(sighted[0])
            .put(sighted[1])
            .put(hits[seat.index()])
            .put(hits[enemy_of(seat).index()])
            .put(state.court.budget)
            .put(state.court.level)
            .put(state.court.offensive.map_or(0, |offensive| offensive.until))
            .put(state.court.glory)
            .put(worth_at(state.step))
            .put(state.series.war)
            .put(state.turn_of_war())
            .put(state.series.peace)
            .put(state.series.won[seat.index()])
            .put(state.series.won[enemy_of(seat).index()])
            .put(self.rules.bypass)
            .put(self.rules.rock_beams)
            .put(self.rules.navigation)
            .put(self.rules.mines)
            .put(self.rules.battle_cruisers)
            .put(self.rules.guard)
            .put(self.rules.lattice)
            .put(self.rules.gates)
            .one_hot(step_index(state.step), STEPS.len() - 1)
            .put(state.mover == seat);
        if let Some(battle) = &state.battle {
            row.one_hot(stage_index(battle.stage), STAGES.len());
        }
    }

    fn observe_map(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        let connected = [seat, enemy_of(seat)].map(|side| self.connected(state, side));
        let active = state.fleets.get(state.mover, state.orders.fleet).map(|fleet| fleet.at);
        for system in self.map.system_ids() {
            let fleets = |side| state.fleets.at(side, system).count() as i64;
            let [own, enemy] = [seat, enemy_of(seat)].map(|side| state.field(side, system));
            let mut row = out.row(spec, SYSTEMS, system.index());
            row.put(connected[0] & system.bit() != 0)
                .put(connected[1] & system.bit() != 0)
                .put(self.scenario.entries & system.bit() != 0)
                .put(self.map.at(system).planets.is_empty())
                .put(active == Some(Spot::System(system)))
                .put(state.battle.as_ref().is_some_and(|battle| battle.at == Spot::System(system)))
                .put(fleets(seat))
                .put(fleets(enemy_of(seat)))
                .put(own.points)
                .put(enemy.points)
                .put(own.counters)
                .put(enemy.counters)
                .put(enemy.most)
                .put(enemy.known);
            put_hex(&mut row, self.map.at(system).hex);
        }
        for id in self.map.planet_ids() {
            let (planet, standing) = (self.map.planet(id), state.planet(id));
            let mut row = out.row(spec, PLANETS, id.index());
            row.put(standing.owner == Some(seat))
                .put(standing.owner == Some(enemy_of(seat)))
                .put(standing.world)
                .put(planet.home.is_some())
                .put(planet.kind == Type::H)
                .put(planet.kind == Type::O)
                .put(planet.kind == Type::X)
                .put(state.ground.is_some_and(|ground| ground.planet == id))
                .put(standing.hits)
                .put(standing.founder == Some(seat))
                .put(standing.founder == Some(enemy_of(seat)))
                .put(standing.grown);
            put_hex(&mut row, self.map.at(planet.system).hex);
        }
    }

    fn observe_fleets(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        for (own, side) in [(true, seat), (false, enemy_of(seat))] {
            for id in (0..FLEETS as u8).map(FleetId) {
                let filled = matches!(state.step, Step::Fill { into: Target::Fleet(into), .. } if into == id && side == state.mover);
                let fleet = state.fleets.get(side, id);
                let Some(fleet) = fleet else { continue };
                let mut row = out.row(spec, FLEET_ROWS, if own { id.index() } else { FLEETS + id.index() });
                row.put(own)
                    .put(fleet.activated)
                    .put(side == state.mover && state.orders.fleet == id)
                    .put(matches!(fleet.at, Spot::Lost(_)))
                    .put(matches!(fleet.at, Spot::Hex(_)))
                    .put(state.fleets.known_with(side, fleet.known_with).count() == 1)
                    .put(filled)
                    .put(fleet.known_with.0)
                    .put(fleet.emperor)
                    .put(fleet.laying);
                put_letter(&mut row, Some(id));
                put_hex(&mut row, self.hex(fleet.at));
            }
        }
    }
}

/// Resources in ships that are to go home or to come.
const fn worth_at(step: Step) -> u16 {
    match step {
        Step::Recall { left, .. } => left,
        Step::Offensive { left: worth, .. } | Step::Emperor { worth } | Step::Retinue { worth, .. } => {
            worth as u16
        }
        _ => 0,
    }
}

const fn step_index(step: Step) -> usize {
    match step {
        Step::Deploy => 0,
        Step::Muster { .. } => 1,
        Step::Fill { .. } => 2,
        Step::Draw => 3,
        Step::Intervention => 4,
        Step::Appeal => 5,
        Step::Petition { .. } => 6,
        Step::Gift { .. } => 7,
        Step::Offensive { .. } => 8,
        Step::Emperor { .. } => 9,
        Step::Retinue { .. } => 10,
        Step::Recall { .. } => 11,
        Step::Build { .. } => 12,
        Step::Initiative => 13,
        Step::Activate => 14,
        Step::Orders => 15,
        Step::Contact => 16,
        Step::Scouting => 17,
        Step::Matching => 18,
        Step::Leave { .. } => 19,
        Step::Navigate => 20,
        Step::Controlled => 21,
        Step::Drift => 22,
        Step::Battle => 23,
        Step::Orbit => 24,
        Step::Ground => 25,
        Step::Return { .. } => 26,
        Step::Reappear { .. } => 27,
        Step::Upkeep { .. } => 28,
        Step::UpkeepRoll { .. } => 29,
        Step::Peace => 30,
        Step::Over => 31,
        Step::Mines { .. } => 32,
        Step::Sweep { .. } => 33,
        Step::Lay => 34,
    }
}

const fn stage_index(stage: Stage) -> usize {
    match stage {
        Stage::Range => 0,
        Stage::Shift => 1,
        Stage::Aim { .. } => 2,
        Stage::Hits { .. } => 3,
        Stage::Counter { .. } => 4,
        Stage::Withdraw => 5,
        Stage::Escorts { .. } => 6,
        Stage::Allot { .. } => 7,
        Stage::Bombard { .. } => 8,
        Stage::Leave { .. } => 9,
        Stage::Steer { .. } => 10,
    }
}
