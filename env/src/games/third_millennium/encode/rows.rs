//! Rows of an observation, filled.

use super::indices::{STAGES, STEPS, stage_index, step_index};
use super::spec::{FLEET_ROWS, GROUP_ROWS, GROUPS, PLANETS, SHIP_ROWS, SHIPS, SIDES, SYSTEMS, TURN};
use crate::core::{Game, Node, Seat};
use crate::encode::{ObservationMut, RowWriter};
use crate::games::third_millennium::class::Class;
use crate::games::third_millennium::hex::Hex;
use crate::games::third_millennium::map::Type;
use crate::games::third_millennium::position::enemy_of;
use crate::games::third_millennium::state::{
    FLEETS, FleetId, Group, Place, Spot, Stage, State, Step, Target,
};
use crate::games::third_millennium::view::View;
use crate::games::third_millennium::{IMPERIAL, ThirdMillennium};

impl ThirdMillennium {
    pub(super) fn observe_sides(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        for side in Seat::all(2) {
            let lost = |class: Class| state.sides[side.index()].lost & class.bit() != 0;
            out.row(spec, SIDES, side.relative_to(seat, 2))
                .put(state.sides[side.index()].stock)
                .put(state.left[side.index()])
                .put(self.node(state) == Node::Decision(side))
                .put(side == IMPERIAL)
                .put(lost(Class::LightCruiser) || lost(Class::StrikeCruiser))
                .put(lost(Class::HeavyCruiser))
                .put(lost(Class::Battleship));
        }
    }

    pub(super) fn observe_turn(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        let side = if seat == IMPERIAL { 1 } else { -1 };
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

    pub(super) fn observe_map(&self, view: &View, out: &mut ObservationMut<'_>) {
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

    pub(super) fn observe_fleets(&self, view: &View, out: &mut ObservationMut<'_>) {
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

    pub(super) fn observe_groups(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        for (own, side) in [(true, seat), (false, enemy_of(seat))] {
            for (index, group) in state.groups.of(side).enumerate().take(GROUP_ROWS) {
                let row = if own { index } else { GROUP_ROWS + index };
                self.put_kind(state, &mut out.row(spec, GROUPS, row), own, &group);
            }
        }
    }

    pub(super) fn observe_battle(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        let Some(battle) = &state.battle else { return };
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
}

fn put_letter(row: &mut RowWriter<'_>, fleet: Option<FleetId>) {
    (0..FLEETS as u8).for_each(|id| _ = row.put(fleet == Some(FleetId(id))));
}

fn put_hex(row: &mut RowWriter<'_>, hex: Hex) {
    row.put(hex.q).put(hex.r);
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
