//! Placing markers and units before a war.

use super::super::super::Imperium;
use super::super::super::class::Class;
use super::super::super::position::enemy_of;
use super::super::super::sets::bits;
use super::super::super::state::{IMPERIAL, Place, Placing, State, SystemId};
use super::super::words::Names;
use super::{parted, present};
use crate::core::Seat;

/// What placing what is at hand there means.
pub(super) fn placing_choice(game: &Imperium, state: &State, placing: Placing, at: Place) -> String {
    let Some(system) = game.system_of(at) else { return String::new() };
    let (income, factors) = (game.war().map(|war| war.income), game.tables.maintenance);
    match placing {
        Placing::World { .. } => {
            let ru = income.map_or(0, |income| income.imperial_world);
            let near = nearest_enemy(game, state, IMPERIAL, system);
            format!("{ru} RU a turn, keeps up ships to {} factors; {near}", factors.world_factors)
        }
        Placing::Outpost { .. } => {
            let ru = income.map_or(0, |income| income.imperial_outpost);
            let near = nearest_enemy(game, state, IMPERIAL, system);
            format!(
                "{ru} RU a turn while connected, keeps up ships to {} factors; {near}",
                factors.outpost_factors
            )
        }
        Placing::Units { seat, class, .. } => {
            let near = nearest_enemy(game, state, seat, system);
            let beside = present(state, at, seat);
            let beside = if beside.is_empty() { String::new() } else { format!("beside {beside}") };
            format!("{near}{}{}", parted(&upkeep(game, state, seat, class, system)), parted(&beside))
        }
        Placing::Entry { .. } => {
            let beside = present(state, at, IMPERIAL);
            let near = nearest_enemy(game, state, IMPERIAL, system);
            if beside.is_empty() { near } else { format!("{near}; joins {beside}") }
        }
    }
}

/// `2 lanes from the nearest enemy box, Sol`.
fn nearest_enemy(game: &Imperium, state: &State, seat: Seat, from: SystemId) -> String {
    let foreign = bits(game.map.systems_of(state.held_boxes(enemy_of(seat)))).map(|k| SystemId(k as u8));
    match foreign.map(|system| (game.map.distance(from, system), system)).min() {
        None => "no enemy box anywhere".into(),
        Some((0, _)) => "an enemy box is in the same system".into(),
        Some((lanes, system)) => {
            let lanes = if lanes == 1 { "1 lane".into() } else { format!("{lanes} lanes") };
            format!("{lanes} from the nearest enemy box, {}", Names(game).system(system))
        }
    }
}

/// `8 of 20 maintenance factors taken, 2 each`; nothing for what needs no maintenance.
fn upkeep(game: &Imperium, state: &State, seat: Seat, class: Class, system: SystemId) -> String {
    let number = game.units.maintenance(class, seat);
    if number == 0 {
        return String::new();
    }
    let (taken, limit) =
        (game.factors_at(state, seat, system), game.routine_limit(state, seat, usize::from(system.0)));
    format!("{taken} of {limit} maintenance factors taken, {number} each")
}
