//! What stands in the surface boxes, as sets of boxes.

use super::{BoxId, Marker};
use crate::core::Seat;

/// The markers of every box; sets of boxes are by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Markers {
    /// Boxes with a world of each seat by right.
    worlds: [u64; 2],
    /// Boxes with an outpost of each seat.
    outposts: [u64; 2],
    /// Boxes that each seat holds.
    held: [u64; 2],
    /// Boxes whose holder's marker is neutralised.
    neutralised: u64,
}

impl Markers {
    /// What stands in a box.
    pub fn at(&self, at: BoxId) -> Marker {
        let of = |sets: [u64; 2]| Seat::all(2).find(|seat| sets[seat.index()] & at.bit() != 0);
        Marker {
            world: of(self.worlds),
            outpost: of(self.outposts),
            neutralised: self.neutralised & at.bit() != 0,
            holder: of(self.held),
        }
    }

    /// Puts this into a box instead of what stands there.
    pub fn set(&mut self, at: BoxId, marker: Marker) {
        let put = |set: &mut u64, whether: bool| *set = *set & !at.bit() | if whether { at.bit() } else { 0 };
        for seat in Seat::all(2) {
            let side = seat.index();
            put(&mut self.worlds[side], marker.world == Some(seat));
            put(&mut self.outposts[side], marker.outpost == Some(seat));
            put(&mut self.held[side], marker.holder == Some(seat));
        }
        put(&mut self.neutralised, marker.neutralised);
    }

    /// Changes what stands in a box.
    pub fn change(&mut self, at: BoxId, change: impl FnOnce(&mut Marker)) {
        let mut marker = self.at(at);
        change(&mut marker);
        self.set(at, marker);
    }

    /// The markers in these boxes are no longer neutralised.
    pub const fn recover(&mut self, boxes: u64) {
        self.neutralised &= !boxes;
    }

    /// Boxes whose holder's marker is neutralised.
    pub const fn neutralised(&self) -> u64 {
        self.neutralised
    }

    /// Boxes that a seat holds.
    pub const fn held(&self, seat: Seat) -> u64 {
        self.held[seat.index()]
    }

    /// Boxes that a seat holds by an own marker that is not neutralised; under an occupier all markers are.
    pub const fn friendly(&self, seat: Seat) -> u64 {
        self.held(seat) & !self.neutralised
    }

    /// Boxes with a world of a seat by right, whoever holds it.
    pub const fn own_worlds(&self, seat: Seat) -> u64 {
        self.worlds[seat.index()]
    }

    /// Boxes with an outpost of a seat.
    pub const fn own_outposts(&self, seat: Seat) -> u64 {
        self.outposts[seat.index()]
    }

    /// Boxes with a marker of either seat.
    pub const fn any(&self) -> u64 {
        self.worlds[0] | self.worlds[1] | self.outposts[0] | self.outposts[1]
    }
}
