//! Writes the rows of an observation.

use super::super::Imperium;
use super::super::action::{Kind, Quantity};
use super::super::class::Class;
use super::super::sets::bits;
use super::super::state::{
    Battle, BoxId, Cargo, Fire, IMPERIAL, Moment, Peace, Place, Placing, Role, Squad, State, Step, Theatre,
};
use super::Encoder;
use super::columns::{
    BATTLE, BOX_COUNTS, BOX_MARKERS, BOX_PICKED, BOXES, FIRES, MOMENTS, ROLES, SHIPS, SIDES, STEPS,
    SYSTEM_COUNTS, SYSTEM_PICKED, SYSTEMS, TURN, cargo_index,
};
use super::indices::{fire_index, moment_index, phase_index, role_index, step_index};
use crate::core::{Game, Node, Seat};
use crate::encode::{ObservationMut, RowIndex, RowWriter};

/// Counts of one side in a system row: ships, disrupted ships, cargo, orders used.
const SYSTEM_SIDE: usize = 2 * SHIPS + 5 + 1;
/// Counts of one side in a box row: counters, cargo, disrupted, orders used, due.
const BOX_SIDE: usize = Class::COUNT + 5 + 3;

/// One observation being written.
pub(super) struct Writer<'a> {
    pub(super) game: &'a Imperium,
    pub(super) encoder: &'a Encoder,
    pub(super) state: &'a State,
    pub(super) viewer: Seat,
    pub(super) out: ObservationMut<'a>,
}

/// What the partly built decision points at.
#[derive(Default)]
pub(super) struct AtHand {
    pub(super) place: Option<Place>,
    pub(super) kind: Option<Kind>,
    class: Option<Class>,
    count: u8,
}

fn at_hand(state: &State) -> AtHand {
    let stack = |place, kind: Kind, count| AtHand {
        place: Some(place),
        kind: Some(kind),
        class: Some(kind.class),
        count,
    };
    let line = |class, at: Place, count| AtHand { place: Some(at), kind: None, class: Some(class), count };
    match state.step {
        Step::Quantity(Quantity::Move { order, .. })
        | Step::MoveRoll { order, .. }
        | Step::Destination { order, .. } => stack(order.from, order.kind, order.count),
        Step::Quantity(Quantity::Load { class, at, most, .. } | Quantity::Unload { class, at, most, .. }) => {
            line(class, at, most)
        }
        Step::Quantity(Quantity::Build { class, at, most }) => line(class, Place::Surface(at), most),
        Step::Quantity(Quantity::Overhaul { at, kind, most } | Quantity::LeaveOut { at, kind, most }) => {
            stack(at, kind, most)
        }
        Step::Quantity(Quantity::Deploy { class, at, most, .. }) => line(class, at, most),
        Step::Place(Placing::Units { seat, class, after }) => AtHand {
            place: after,
            kind: None,
            class: Some(class),
            count: state.sides[seat.index()].to_deploy[class.index()],
        },
        Step::Place(Placing::Entry { class, after }) => {
            AtHand { place: after.map(Place::Space), kind: None, class: Some(class), count: 1 }
        }
        Step::Place(Placing::World { after, .. } | Placing::Outpost { after, .. }) => {
            AtHand { place: after.map(Place::Surface), ..AtHand::default() }
        }
        Step::Overhaul { after: Some((at, kind)) } | Step::Routine { after: Some((at, kind)) } => {
            stack(at, kind, 0)
        }
        Step::Build { after: Some((class, at)) } => line(class, Place::Surface(at), 0),
        Step::Frontier { group, .. } => {
            state.groups.get(usize::from(group)).map_or(AtHand::default(), |group| AtHand {
                place: Some(group.place),
                kind: Some(Kind { class: group.class, disrupted: group.disrupted, carrying: None }),
                class: Some(group.class),
                count: group.count,
            })
        }
        Step::Recall { left } => AtHand { count: left, ..AtHand::default() },
        Step::Peace(Peace::Attrition { class, left, .. } | Peace::Scrap { class, left, .. }) => {
            AtHand { class: Some(class), count: left, ..AtHand::default() }
        }
        _ => AtHand::default(),
    }
}

/// Fighters, troops and so on aboard one ship, as (index in the cargo columns, count).
pub(super) fn aboard(cargo: Cargo) -> Option<(usize, u8)> {
    match cargo {
        Cargo::Empty => None,
        Cargo::One { class, .. } => cargo_index(class).map(|index| (index, 1)),
        Cargo::Fighters { sound, disrupted } => Some((0, sound + disrupted)),
    }
}

/// Counters that stand somewhere, in a group or in a battle.
struct Counters {
    place: Place,
    seat: Seat,
    class: Class,
    disrupted: bool,
    cargo: Cargo,
    used: bool,
    spent: bool,
    /// Of the counter itself, or of what it carries.
    strength: u8,
    count: i16,
}

impl Writer<'_> {
    pub(super) fn write(&mut self) {
        let picked = at_hand(self.state);
        self.places(picked.place);
        self.markers();
        let mut fleets = [0i64; 2];
        for group in &self.state.groups {
            fleets[group.seat.index()] += self.price(group.seat, group.class) * i64::from(group.count);
            self.count(&Counters {
                place: group.place,
                seat: group.seat,
                class: group.class,
                disrupted: group.disrupted,
                cargo: group.cargo,
                used: !group.used.is_nothing(),
                spent: group.spent,
                strength: group.strength + group.cargo.strength(),
                count: i16::from(group.count),
            });
        }
        if let Some(battle) = &self.state.battle {
            for squad in battle.squads.iter().filter(|squad| squad.count > 0 && !squad.marker) {
                fleets[squad.seat.index()] += self.price(squad.seat, squad.class) * i64::from(squad.count);
                let place = match battle.theatre {
                    Theatre::Surface(at) => Place::Surface(at),
                    _ => Place::Space(battle.system),
                };
                self.count(&Counters {
                    place,
                    seat: squad.seat,
                    class: squad.class,
                    disrupted: squad.disrupted,
                    cargo: squad.cargo,
                    used: false,
                    spent: squad.spent,
                    strength: squad.strength + squad.cargo.strength(),
                    count: i16::from(squad.count),
                });
            }
            self.battle(battle);
        }
        if self.game.rules.sublight {
            self.transit(&picked);
        }
        if self.game.war().is_some_and(|war| war.whole_map) {
            self.placing();
        }
        if let Some(block) = self.encoder.series {
            self.series(block);
        }
        self.due();
        self.sides(fleets);
        self.turn(&picked);
    }

    fn price(&self, seat: Seat, class: Class) -> i64 {
        if class.is_ship() { i64::from(self.game.units.price(class, seat)) } else { 0 }
    }

    /// 0 for the viewer, 1 for the other side.
    pub(super) fn rank(&self, seat: Seat) -> usize {
        seat.relative_to(self.viewer, 2)
    }

    pub(super) fn row(&mut self, block: usize, row: usize) -> RowWriter<'_> {
        let columns = self.encoder.columns[block];
        let first = self.encoder.first_value[block] + row * columns;
        let row = RowIndex((self.encoder.first_row[block] + row) as u16);
        self.out.row_at(row, first..first + columns)
    }

    pub(super) fn add(&mut self, block: usize, row: usize, column: usize, count: i16) {
        self.out.values[self.encoder.first_value[block] + row * self.encoder.columns[block] + column] +=
            count;
    }

    /// Sets a flag in the rows with these numbers, by bit.
    fn mark(&mut self, block: usize, rows: u64, column: usize) {
        bits(rows).for_each(|row| self.add(block, row, column, 1));
    }

    /// Flags of systems and boxes: what is picked, where the battle is, where ships came from.
    fn places(&mut self, picked: Option<Place>) {
        match picked {
            Some(Place::Space(system)) => self.mark(SYSTEMS, system.bit(), SYSTEM_PICKED),
            Some(Place::Surface(at)) => self.mark(BOXES, at.bit(), BOX_PICKED),
            _ => {}
        }
        if let Some(battle) = &self.state.battle {
            self.mark(SYSTEMS, battle.system.bit(), SYSTEM_PICKED + 1);
            if let Theatre::Surface(at) = battle.theatre {
                self.mark(BOXES, at.bit(), BOX_PICKED + 1);
            }
        }
        for (system, from) in self.state.entered_from.iter() {
            if from != 0 {
                self.mark(SYSTEMS, system.bit(), SYSTEM_PICKED + 2);
            }
        }
    }

    fn markers(&mut self) {
        let markers = self.state.markers;
        for seat in Seat::all(2) {
            let rank = self.rank(seat);
            self.mark(BOXES, markers.own_worlds(seat), BOX_MARKERS + rank);
            self.mark(BOXES, markers.own_outposts(seat), BOX_MARKERS + 2 + rank);
            self.mark(BOXES, markers.held(seat), BOX_MARKERS + 5 + rank);
        }
        self.mark(BOXES, markers.neutralised(), BOX_MARKERS + 4);
    }

    /// Adds counters to the row of their place.
    fn count(&mut self, counters: &Counters) {
        let rank = self.rank(counters.seat);
        let load = aboard(counters.cargo);
        let (class, count) = (counters.class.index(), counters.count);
        match counters.place {
            Place::Space(system) => {
                let (row, first) = (usize::from(system.0), SYSTEM_COUNTS + rank * SYSTEM_SIDE);
                if class < SHIPS {
                    let disrupted = if counters.disrupted { SHIPS } else { 0 };
                    self.add(SYSTEMS, row, first + disrupted + class, count);
                }
                if let Some((index, each)) = load {
                    self.add(SYSTEMS, row, first + 2 * SHIPS + index, count * i16::from(each));
                }
                if counters.used {
                    self.add(SYSTEMS, row, first + 2 * SHIPS + 5, count);
                }
                if counters.spent {
                    self.add(SYSTEMS, row, SYSTEM_COUNTS + 2 * SYSTEM_SIDE + rank, count);
                }
                if counters.strength > 0 {
                    let column = SYSTEM_COUNTS + 2 * SYSTEM_SIDE + 2 + rank;
                    self.add(SYSTEMS, row, column, count * i16::from(counters.strength));
                }
            }
            Place::Surface(at) => {
                let (row, first) = (usize::from(at.0), BOX_COUNTS + rank * BOX_SIDE);
                self.add(BOXES, row, first + class, count);
                if let Some((index, each)) = load {
                    self.add(BOXES, row, first + Class::COUNT + index, count * i16::from(each));
                }
                if counters.disrupted {
                    self.add(BOXES, row, first + Class::COUNT + 5, count);
                }
                if counters.used {
                    self.add(BOXES, row, first + Class::COUNT + 6, count);
                }
                if counters.strength > 0 {
                    let column = BOX_COUNTS + 2 * BOX_SIDE + rank;
                    self.add(BOXES, row, column, count * i16::from(counters.strength));
                }
            }
            Place::Hex { .. } => {}
        }
    }

    fn due(&mut self) {
        let state = self.state;
        for due in &state.due {
            if let Some(at) = due.at {
                let first = BOX_COUNTS + self.rank(due.seat) * BOX_SIDE;
                self.add(BOXES, usize::from(at.0), first + Class::COUNT + 7, i16::from(due.count));
            }
        }
    }

    fn sides(&mut self, fleets: [i64; 2]) {
        let state = self.state;
        let decides = match self.game.node(state) {
            Node::Decision(seat) => Some(seat),
            _ => None,
        };
        for seat in Seat::all(2) {
            let (side, imperial) = (&state.sides[seat.index()], seat == IMPERIAL);
            let court = |value: i64| if imperial { value } else { 0 };
            let mut off_map = [0i16; SHIPS];
            for due in state.due.iter().filter(|due| due.seat == seat && due.at.is_none()) {
                if let Some(count) = off_map.get_mut(due.class.index()) {
                    *count += i16::from(due.count);
                }
            }
            let deaf = i64::from(state.court.deaf_until.saturating_sub(state.turn));
            let rank = self.rank(seat);
            let mut row = self.row(SIDES, rank);
            row.put(!imperial).put(seat == state.phasing).put(decides == Some(seat));
            row.put(side.stock).put(side.lost_ru).put(fleets[seat.index()]);
            row.put(court(state.court.budget.into())).put(court(state.court.once.into()));
            row.put(court(deaf)).put(imperial && state.court.civil_war);
            for destroyed in &side.destroyed[..SHIPS] {
                row.put(*destroyed);
            }
            for count in off_map {
                row.put(count);
            }
            for class in Class::ALL {
                row.put(imperial && state.court.permitted & (1 << class.index()) != 0);
            }
        }
    }

    fn battle(&mut self, battle: &Battle) {
        let [at_hand, named] = battle.moment.squads();
        let mut facing = [0u8; super::super::state::MAX_SQUADS];
        for squad in battle.squads.iter().filter(|squad| squad.count > 0) {
            if let Some(foe) = foe_of(&squad) {
                facing[usize::from(foe)] += squad.count;
            }
        }
        let opponent = at_hand.and_then(|index| foe_of(&battle.squads.get(usize::from(index))?));
        let (mut row, last) = (0, self.encoder.battle_rows - 1);
        for (index, squad) in battle.squads.iter().enumerate().filter(|(_, squad)| squad.count > 0) {
            if row > last {
                self.merge(last, &squad);
                continue;
            }
            let this = Some(index as u8);
            let factors = self.game.units.factors(squad.class, squad.seat);
            let surface = self.surface_strength(battle, &squad);
            let foe = foe_of(&squad).and_then(|foe| battle.squads.get(usize::from(foe)));
            let foe_surface = foe.map_or(0, |foe| self.surface_strength(battle, &foe));
            let foe_factors = foe.map(|foe| self.game.units.factors(foe.class, foe.seat)).unwrap_or_default();
            let own = squad.seat == self.viewer;
            let mut columns = self.row(BATTLE, row);
            columns.put(own).one_hot(squad.class.index(), Class::COUNT);
            columns.put(squad.marker).put(squad.disrupted).put(squad.count);
            if let Some((cargo, each)) = aboard(squad.cargo) {
                columns.add(cargo, i16::from(each));
            }
            columns.skip(5);
            columns.put(factors.beam).put(factors.missile).put(factors.screen).put(surface);
            columns.one_hot(role_index(squad.role), ROLES.len());
            maybe_hot(&mut columns, fire_index(squad.fire), FIRES.len());
            columns.put(squad.hits).put(at_hand == this).put(named == this).put(opponent == this);
            columns.put(facing[index]);
            if let Some(foe) = foe {
                columns.put(true).put(foe.count).put(foe.disrupted);
                columns
                    .put(foe_factors.beam)
                    .put(foe_factors.missile)
                    .put(foe_factors.screen)
                    .put(foe_surface);
                maybe_hot(&mut columns, fire_index(foe.fire), FIRES.len());
            } else {
                columns.skip(3 + 4 + FIRES.len());
            }
            columns.put(squad.spent).put(squad.fire == Fire::HighIntensity);
            columns.put(foe.is_some_and(|foe| foe.fire == Fire::HighIntensity));
            maybe_hot(&mut columns, fire_index(squad.second), FIRES.len());
            row += 1;
        }
    }

    /// Squads beyond the rows of the block add to the count of the last row: battles so large are beyond what
    /// the counters of a map with few rows can make.
    fn merge(&mut self, row: usize, squad: &Squad) {
        self.add(BATTLE, row, 1 + Class::COUNT + 2, i16::from(squad.count));
    }

    fn surface_strength(&self, battle: &Battle, squad: &Squad) -> u8 {
        match battle.theatre {
            Theatre::Surface(at) => self.defence_on_ground(at, squad),
            _ => 0,
        }
    }

    fn defence_on_ground(&self, at: BoxId, squad: &Squad) -> u8 {
        let strength = &self.game.units.combat.surface_strength;
        let marker = self.state.marker(at);
        match squad.class {
            Class::Outpost if squad.marker && marker.world != Some(squad.seat) => strength.outpost,
            Class::Outpost if squad.marker && self.game.map.surface(at).home == Some(squad.seat) => {
                strength.homeworld
            }
            Class::Outpost if squad.marker => strength.world,
            _ if squad.strength > 0 => squad.strength,
            Class::RegularTroops => strength.regular_troops,
            Class::JumpTroops => strength.jump_troops,
            Class::PlanetaryDefence => strength.pd,
            Class::Fighter => strength.fighter,
            _ => 0,
        }
    }

    fn turn(&mut self, picked: &AtHand) {
        let state = self.state;
        let viewer = self.viewer;
        let [lower, upper] = self.game.glory_limits(state.turn);
        let glory = i64::from(state.court.glory);
        let stage = match state.step {
            Step::Orders(orders)
            | Step::MoveRoll { orders, .. }
            | Step::Destination { orders, .. }
            | Step::Quantity(
                Quantity::Move { orders, .. }
                | Quantity::Load { orders, .. }
                | Quantity::Unload { orders, .. },
            ) => Some(orders.stage as usize),
            _ => None,
        };
        let mut row = self.row(TURN, 0);
        row.put(state.turn).put(state.phasing == viewer).one_hot(phase_index(state.phase), 7);
        row.put(glory).put(glory - i64::from(lower)).put(i64::from(upper) - glory);
        maybe_hot(&mut row, step_index(&state.step), STEPS.len());
        maybe_hot(&mut row, stage, 5);
        row.put(matches!(state.step, Step::AppealRoll { military: true })).put(picked.count);
        maybe_hot(&mut row, picked.class.map(Class::index), Class::COUNT);
        row.put(picked.kind.is_some_and(|kind| kind.disrupted));
        maybe_hot(&mut row, picked.kind.and_then(|kind| kind.carrying).and_then(cargo_index), 5);
        let Some(battle) = &state.battle else {
            return;
        };
        let (theatre, actor) = match battle.theatre {
            Theatre::Space => (0, None),
            Theatre::Orbit { actor } => (1, Some(actor)),
            Theatre::Surface(_) => (2, None),
        };
        row.one_hot(moment_index(&battle.moment), MOMENTS.len()).one_hot(theatre, 3);
        row.put(actor == Some(viewer)).put(battle.round);
        row.put(battle.initiative == viewer).put(battle.tied).one_hot(battle.range as usize, 3);
        row.put(battle.quiet_rounds);
        row.put(match battle.moment {
            Moment::FireRoll { step, .. }
            | Moment::DisruptionRoll { step, .. }
            | Moment::AttackRoll { step, .. } => step,
            _ => 0,
        });
        row.put(battle.leaving[viewer.index()]).put(battle.leaving[viewer.turned(1, 2).index()]);
    }
}

pub(super) fn maybe_hot(row: &mut RowWriter<'_>, index: Option<usize>, count: usize) {
    match index {
        Some(index) => row.one_hot(index, count),
        None => row.skip(count),
    };
}

/// The enemy squad that a squad meets or fires at.
fn foe_of(squad: &Squad) -> Option<u8> {
    match squad.role {
        Role::Paired { foe } | Role::Doubling { foe } => Some(foe),
        // In orbit the target is a number of a planetary gun.
        Role::On(_) => None,
        Role::Unassigned | Role::Out => squad.target,
    }
}
