//! Who holds the boxes when a combat phase ends.

use super::War;
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::sets::bits;
use crate::games::imperium::state::{BoxId, Group, Place, State};

/// Gives every box to the side that takes it.
pub(super) fn settle_boxes(war: &impl War, state: &mut State) {
    let occupied = Seat::all(2).fold(0, |mask, seat| {
        let [troops] = state.groups.boxes_with(seat, [Class::TROOPS]);
        mask | troops & !state.held_boxes(seat)
    });
    for at in bits(occupied).map(|index| BoxId(index as u8)) {
        if let Some(seat) = taker(state, at) {
            war.take_box(state, at, seat);
        }
    }
}

/// The side that takes a box: its troops are there, no enemy unit is, and no marker stands against them.
// rule: imp.15.1.box_control
fn taker(state: &State, at: BoxId) -> Option<Seat> {
    let marker = state.marker(at);
    Seat::all(2).find(|&seat| {
        let foe = enemy_of(seat);
        let open = marker.holder.is_none() || (marker.holder == Some(foe) && !stands(state, at, foe));
        open && units(state, at, seat).any(|class| class.is_troops())
            && units(state, at, foe).next().is_none()
    })
}

/// Whether an unneutralised marker of this side stands in the box.
pub(in super::super) fn stands(state: &State, at: BoxId, seat: Seat) -> bool {
    let marker = state.marker(at);
    marker.holder == Some(seat)
        && !marker.neutralised
        && (marker.world == Some(seat) || marker.outpost == Some(seat))
}

/// The boxes, by bit, with units of a seat; an outpost that is not placed is no unit.
pub(super) fn boxes_with_units(state: &State, seat: Seat) -> u64 {
    let [units] = state.groups.boxes_with(seat, [!(1 << Class::Outpost.index())]);
    units
}

/// The classes of a side's units in a box, ships on the ground among them, in order. An outpost that is not
/// placed is no unit.
pub(super) fn units(state: &State, at: BoxId, seat: Seat) -> impl Iterator<Item = Class> + '_ {
    let units = move |g: &Group| g.seat == seat && g.class != Class::Outpost;
    state.groups_at(Place::Surface(at)).filter(units).map(|g| g.class)
}
