//! Rows of an observation, filled.

use super::indices::{STEPS, step_index};
use super::spec::{DUE, DUE_ROWS, FLEET_ROWS, GROUP_ROWS, GROUPS, PLANETS, SIDES, SYSTEMS, TURN};
use crate::core::{Game, Node, Seat};
use crate::encode::{ObservationMut, RowWriter};
use crate::games::third_millennium::class::Class;
use crate::games::third_millennium::hex::Hex;
use crate::games::third_millennium::map::Type;
use crate::games::third_millennium::position::enemy_of;
use crate::games::third_millennium::rules::{Growth, Third};
use crate::games::third_millennium::state::{
    FLEETS, FleetId, Group, Offensive, Place, Report, Spot, State, Step, Target,
};
use crate::games::third_millennium::turn::CLOSE_OUT;
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
        let glory = |glory: i8| if seat == IMPERIAL { glory } else { -glory };
        let (orders, court, series) = (&state.orders, &state.court, &state.series);
        let sighted = orders.sighted.unwrap_or_default();
        let to_stay = match state.step {
            Step::Leave { capital, light, .. } => [capital, light],
            _ => [0; 2],
        };
        let offensive = |of: &dyn Fn(Offensive) -> i8| court.offensive.map_or(0, of);
        let mut row = out.row(spec, TURN, 0);
        row.put(state.turn)
            .put(state.segment)
            .put(glory(state.glory - self.scenario.glory))
            .put(state.passes)
            .put(orders.made)
            .put(orders.allowance)
            .put(sighted[0])
            .put(sighted[1])
            .put(sighted[2])
            .put(to_stay[0])
            .put(to_stay[1])
            .put(state.pending.len() as u8)
            .put(court.budget)
            .put(court.withheld)
            .put(court.level)
            .put(offensive(&|offensive| offensive.until as i8))
            .put(offensive(&|offensive| glory(offensive.glory - self.scenario.glory)))
            .put(offensive(&|offensive| offensive.value as i8))
            .put(court.glory)
            .put(worth_at(state.step))
            .put(series.war)
            .put(state.turn_of_war())
            .put(series.peace)
            .put(series.won[seat.index()])
            .put(series.won[enemy_of(seat).index()])
            .put(state.mover == seat)
            .put(state.first == seat)
            .put(court.heard)
            .put(orders.unseen)
            .put(orders.repulsed)
            .one_hot(step_index(state.step), STEPS.len());
        self.put_options(&mut row);
    }

    fn put_options(&self, row: &mut RowWriter<'_>) {
        let rules = &self.rules;
        row.put(rules.bypass)
            .put(rules.scouts_count)
            .put(rules.scout_anyway)
            .put(rules.overmatch)
            .put(rules.rock_beams)
            .put(rules.third == Third::Nearest)
            .put(rules.third == Third::AtLeastOne)
            .put(rules.navigation)
            .put(rules.off_map_lost)
            .put(rules.mines)
            .put(rules.battle_cruisers)
            .put(rules.guard)
            .put(rules.lattice)
            .put(rules.gates)
            .put(rules.capital_appeals)
            .put(rules.raised_appeals)
            .put(rules.peace_court)
            .put(rules.growth == Growth::InOnePeace)
            .put(rules.fighter_beam)
            .put(rules.appeal_floor.max(0))
            .put(rules.imperial_world)
            .put(rules.peace_segments);
    }

    pub(super) fn observe_map(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        let connected = [seat, enemy_of(seat)].map(|side| self.connected(state, side));
        let active = state.fleets.get(state.mover, state.orders.fleet).map(|fleet| fleet.at);
        let battle = state.battle.as_ref();
        for system in self.map.system_ids() {
            let fleets = |side| state.fleets.at(side, system).count() as i64;
            let [own, enemy] = [seat, enemy_of(seat)].map(|side| state.field(side, system));
            let mut row = out.row(spec, SYSTEMS, system.index());
            row.put(connected[0] & system.bit() != 0)
                .put(connected[1] & system.bit() != 0)
                .put(self.scenario.entries & system.bit() != 0)
                .put(self.map.at(system).planets.is_empty())
                .put(active == Some(Spot::System(system)))
                .put(state.orders.from == Some(system))
                .put(battle.is_some_and(|battle| battle.at == Spot::System(system)))
                .put(battle.is_some_and(|battle| battle.from == Some(system)))
                .put(state.pending.iter().any(|pending| pending.at == Spot::System(system)))
                .put(fleets(seat))
                .put(fleets(enemy_of(seat)))
                .put(own.points)
                .put(enemy.points)
                .put(own.counters)
                .put(enemy.counters)
                .put(enemy.most)
                .put(enemy.known);
            for side in [seat, enemy_of(seat)] {
                put_report(&mut row, state, state.reports[side.index()].filter(|report| report.at == system));
            }
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
                .put(battle.is_some_and(|battle| battle.planet == Some(id)))
                .put(state.fought & id.bit() != 0)
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

    pub(super) fn observe_due(&self, view: &View, out: &mut ObservationMut<'_>) {
        let (spec, state, seat) = (&self.encoder.spec, &view.state, view.seat);
        for (index, due) in state.due.iter().enumerate().take(DUE_ROWS) {
            let mut row = out.row(spec, DUE, index);
            row.put(due.seat == seat).put(due.turn.saturating_sub(state.turn)).put(due.count);
            row.one_hot(due.class.index(), Class::COUNT);
            put_hex(&mut row, self.map.at(due.at).hex);
        }
    }

    pub(super) fn put_kind(&self, state: &State, row: &mut RowWriter<'_>, own: bool, group: &Group) {
        let strength = |class: Class| -> u8 {
            let troops = group.aboard().chain(group.troop()).filter(|troop| troop.class() == class);
            troops.map(|troop| troop.strength()).sum()
        };
        row.put(own)
            .put(matches!(group.place, Place::Fleet(_)))
            .put(matches!(group.place, Place::Port(_)))
            .put(matches!(group.place, Place::Planet(_)))
            .put(group.place == Place::Store)
            .put(group.disrupted)
            .put(group.provided)
            .one_hot(group.class.index(), Class::COUNT)
            .put(group.damage)
            .put(strength(Class::RegularTroops))
            .put(strength(Class::JumpTroops))
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

/// What scouts counted in a system, and how many segments ago.
fn put_report(row: &mut RowWriter<'_>, state: &State, report: Option<Report>) {
    let Some(Report { when: [turn, segment], warships: [capital, light], auxiliaries, .. }) = report else {
        row.skip(5);
        return;
    };
    let moment = |turn: u8, segment: u8| i64::from(turn) * i64::from(CLOSE_OUT + 1) + i64::from(segment);
    row.put(true)
        .put(moment(state.turn, state.segment) - moment(turn, segment))
        .put(capital)
        .put(light)
        .put(auxiliaries.unwrap_or_default());
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
