//! Fleet counters, and what the other side knows of their contents.

use super::{FleetId, Spot};
use crate::core::Seat;

/// Fleet counters of a side.
pub const FLEETS: usize = 12;

/// A fleet counter on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fleet {
    /// Where it is.
    pub at: Spot,
    /// Whether it was activated in this segment.
    pub activated: bool,
    /// The first of the fleets whose contents the other side knows only together with this one's: itself, if it knows
    /// what is in this fleet alone.
    pub known_with: FleetId,
    /// Whether it is the Emperor's.
    pub emperor: bool,
    /// Counters of mines that it lays in this segment, real or not; 0: it lays none.
    pub laying: u8,
}

/// The fleet counters of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fleets([[Option<Fleet>; FLEETS]; 2]);

impl Fleets {
    /// A counter; `None`: it is not on the map.
    pub fn get(&self, seat: Seat, id: FleetId) -> Option<Fleet> {
        self.0[seat.index()][id.index()]
    }

    /// The counter, to change it.
    pub fn get_mut(&mut self, seat: Seat, id: FleetId) -> Option<&mut Fleet> {
        self.0[seat.index()][id.index()].as_mut()
    }

    /// The counters of a side on the map, in order.
    pub fn of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = (FleetId, Fleet)> + '_ {
        let all = self.0[seat.index()].iter().enumerate();
        all.filter_map(|(index, fleet)| fleet.map(|fleet| (FleetId(index as u8), fleet)))
    }

    /// The counters of a side at a spot.
    pub fn at(&self, seat: Seat, spot: impl Into<Spot>) -> impl DoubleEndedIterator<Item = FleetId> {
        let spot = spot.into();
        self.of(seat).filter(move |(_, fleet)| fleet.at == spot).map(|(id, _)| id)
    }

    /// Systems, by bit, with fleets of a side.
    pub fn systems(&self, seat: Seat) -> u64 {
        let systems = self.of(seat).filter_map(|(_, fleet)| fleet.at.system());
        systems.fold(0, |mask, system| mask | system.bit())
    }

    /// The first counter of a side that is free, if it has so many.
    pub fn spare(&self, seat: Seat, limit: usize) -> Option<FleetId> {
        self.0[seat.index()][..limit].iter().position(Option::is_none).map(|index| FleetId(index as u8))
    }

    /// Puts a counter on the map that nothing is known of apart from `with`, or that holds nothing unknown.
    pub fn open(&mut self, seat: Seat, id: FleetId, at: Spot, with: Option<FleetId>) {
        let known_with = with.and_then(|with| self.get(seat, with)).map_or(id, |fleet| fleet.known_with);
        self.0[seat.index()][id.index()] =
            Some(Fleet { at, activated: false, known_with, emperor: false, laying: 0 });
        self.renumber(seat, known_with);
    }

    /// The Emperor's fleet of a side.
    pub fn emperor(&self, seat: Seat) -> Option<FleetId> {
        self.of(seat).find(|(_, fleet)| fleet.emperor).map(|(id, _)| id)
    }

    /// Takes a counter off the map.
    pub fn close(&mut self, seat: Seat, id: FleetId) {
        let Some(fleet) = self.0[seat.index()][id.index()].take() else { return };
        self.renumber(seat, fleet.known_with);
    }

    /// The other side sees what is in a fleet.
    // rule: i3m.u4.hidden
    pub fn reveal(&mut self, seat: Seat, id: FleetId) {
        let Some(fleet) = self.get_mut(seat, id) else { return };
        let others = fleet.known_with;
        fleet.known_with = id;
        // What is left of those it was known with; the fleet itself is none of them any more.
        let rest = self.of(seat).find(|(other, fleet)| *other != id && fleet.known_with == others);
        let Some((first, _)) = rest else { return };
        for (index, fleet) in self.0[seat.index()].iter_mut().enumerate() {
            if let Some(fleet) =
                fleet.as_mut().filter(|fleet| index != id.index() && fleet.known_with == others)
            {
                fleet.known_with = first;
            }
        }
    }

    /// Ships went from one fleet to another unseen: from now on their contents are known only together.
    pub fn mix(&mut self, seat: Seat, one: FleetId, other: FleetId) {
        let (Some(one), Some(other)) = (self.get(seat, one), self.get(seat, other)) else { return };
        let (first, second) = (one.known_with.min(other.known_with), one.known_with.max(other.known_with));
        for fleet in self.0[seat.index()].iter_mut().flatten() {
            if fleet.known_with == second {
                fleet.known_with = first;
            }
        }
    }

    /// The fleets of a side whose contents the other side knows only together with this one's, in order.
    pub fn known_with(&self, seat: Seat, first: FleetId) -> impl Iterator<Item = FleetId> + Clone + '_ {
        let all = self.0[seat.index()].iter().enumerate();
        let together = all.filter(move |(_, fleet)| fleet.is_some_and(|fleet| fleet.known_with == first));
        together.map(|(index, _)| FleetId(index as u8))
    }

    /// Names fleets that are known together after the first of them that is on the map.
    fn renumber(&mut self, seat: Seat, before: FleetId) {
        let Some(first) = self.known_with(seat, before).next() else { return };
        for fleet in self.0[seat.index()].iter_mut().flatten() {
            if fleet.known_with == before {
                fleet.known_with = first;
            }
        }
    }

    /// Every fleet may be activated again.
    pub fn refresh(&mut self) {
        self.0.iter_mut().flatten().flatten().for_each(|fleet| fleet.activated = false);
    }

    /// Puts in a counter as a text has it.
    pub(in super::super) fn set(&mut self, seat: Seat, id: FleetId, fleet: Fleet) {
        self.0[seat.index()][id.index()] = Some(fleet);
    }
}
