//! Sort keys of orders within a stage of a movement phase.

use super::action::Kind;
use super::class::Class;
use super::hex::{HEXES, ROWS};
use super::state::{BoxId, MAX_BOXES, MAX_SYSTEMS, Place, SystemId};

/// The number of the first box.
pub(super) const FIRST_BOX: u32 = MAX_SYSTEMS as u32;

/// The number of the first hex between systems.
pub(super) const FIRST_HEX: u32 = (MAX_SYSTEMS + MAX_BOXES) as u32;

/// The number of the first heading as a destination, after every place.
pub(super) const HEADINGS: u32 = FIRST_HEX + HEXES as u32;

/// The number of a place: hexes of systems, boxes, then hexes between systems.
pub(super) fn place_number(place: Place) -> u32 {
    match place {
        Place::Space(system) => u32::from(system.0),
        Place::Surface(at) => MAX_SYSTEMS as u32 + u32::from(at.0),
        Place::Hex { column, row } => {
            FIRST_HEX + (u32::from(column) - 1) * u32::from(ROWS) + u32::from(row) - 1
        }
    }
}

/// The place with this number.
pub(super) const fn place_at(number: u32) -> Place {
    if number < MAX_SYSTEMS as u32 {
        Place::Space(SystemId(number as u8))
    } else if number < FIRST_HEX {
        Place::Surface(BoxId((number - MAX_SYSTEMS as u32) as u8))
    } else {
        let hex = number - FIRST_HEX;
        Place::Hex { column: (hex / ROWS as u32) as u8 + 1, row: (hex % ROWS as u32) as u8 + 1 }
    }
}

fn kind_number(kind: Kind) -> u32 {
    let carrying = kind.carrying.map_or(0, |class| class.index() as u32 + 1);
    (kind.class.index() as u32) << 6 | u32::from(kind.disrupted) << 5 | carrying
}

/// The key of moving these ships behind the others.
pub(super) const fn late_key(key: u32) -> u32 {
    1 << 31 | key
}

/// The key of moving these ships, without the destination; `late` puts it behind the others.
pub(super) fn move_key(late: bool, from: Place, kind: Kind) -> u32 {
    u32::from(late) << 31 | place_number(from) << 21 | kind_number(kind) << 10
}

/// The key of loading or unloading: unloading first, by place, then class.
pub(super) fn cargo_key(load: bool, at: Place, class: Class) -> u32 {
    u32::from(load) << 20 | place_number(at) << 5 | class.index() as u32
}

/// The destination part of a move key: one more than the [`place_number`] or the number of the heading.
pub(super) const DESTINATION: u32 = 0x3FF;

/// The first destination of a move that comes after the order `last`, as its number.
pub(super) const fn past(key: u32, last: u32) -> u32 {
    let before = last & !DESTINATION;
    if key > before {
        0
    } else if key < before {
        DESTINATION
    } else {
        last & DESTINATION
    }
}
