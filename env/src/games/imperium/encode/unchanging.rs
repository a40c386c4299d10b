//! What is the same in every observation of a seat: what the map and the options say.

use super::super::map::Map;
use super::super::rules::{ALL_SHIPS, Rules};
use super::super::state::{IMPERIAL, SystemId, TERRAN};
use super::columns::{BOXES, OPTION_COLUMNS, OPTIONS, SYSTEMS, TURN};
use crate::core::Seat;
use crate::encode::{ObservationMut, ObservationSpec};

/// Writes it for a viewer; `home`: the home of each seat, or where its reinforcements enter.
pub(super) fn write(
    map: &Map,
    (rules, surface_rounds): (&Rules, u8),
    viewer: Seat,
    home: [SystemId; 2],
    spec: &ObservationSpec,
    mut out: ObservationMut<'_>,
) {
    let seats = if viewer == TERRAN { [TERRAN, IMPERIAL] } else { [IMPERIAL, TERRAN] };
    for (index, system) in map.systems.iter().enumerate() {
        let mut row = out.row(spec, SYSTEMS, index);
        row.put(system.boxes == 0).put(system.neighbours.count_ones());
        for seat in seats {
            row.put(map.distance(SystemId(index as u8), home[seat.index()]));
        }
    }
    for (index, surface) in map.boxes.iter().enumerate() {
        let mut row = out.row(spec, BOXES, index);
        row.put(surface.primary);
        for seat in seats {
            row.put(surface.home == Some(seat));
        }
    }
    let mut row = out.row(spec, TURN, 0);
    row.skip(row.left() - OPTION_COLUMNS);
    for (_, says) in OPTIONS {
        row.put(says(rules));
    }
    row.put(rules.combat.combat_rounds_max).put(surface_rounds);
    row.put(rules.reaction_jumps).put(rules.reaction_ships.unwrap_or(ALL_SHIPS as u8));
}
