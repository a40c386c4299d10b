//! The counters of both sides in canonical order.

use arrayvec::ArrayVec;

use super::group::{Group, PackedGroup, Place};
use crate::core::Seat;
use crate::games::third_millennium::map::SystemId;

/// The most groups: at least the counters of both sides.
pub const MAX_GROUPS: usize = 280;

/// Groups, sorted, no two alike but for their count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Groups(ArrayVec<PackedGroup, MAX_GROUPS>);

impl Groups {
    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Group> + ExactSizeIterator + Clone {
        self.0.iter().map(|packed| packed.group())
    }

    /// All of them as they are kept.
    pub fn packed(&self) -> &[PackedGroup] {
        &self.0
    }

    /// Those of a side as they are kept.
    pub fn packed_of(&self, seat: Seat) -> &[PackedGroup] {
        let (terran, imperial) =
            self.0.split_at(self.0.partition_point(|packed| packed.seat() < Seat::new(1)));
        if seat.index() == 0 { terran } else { imperial }
    }

    /// Those of a side, in order.
    pub fn of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Group> + ExactSizeIterator + Clone {
        self.packed_of(seat).iter().map(|packed| packed.group())
    }

    /// Those of a side at a place, in order.
    pub fn at(&self, seat: Seat, place: Place) -> impl DoubleEndedIterator<Item = Group> + Clone {
        let (own, number) = (self.packed_of(seat), place.number());
        let start = own.partition_point(|packed| packed.place() < number);
        let end = own.partition_point(|packed| packed.place() <= number);
        own[start..end].iter().map(|packed| packed.group())
    }

    /// Whether a side has something at a place.
    pub fn any_at(&self, seat: Seat, place: Place) -> bool {
        let (own, number) = (self.packed_of(seat), place.number());
        let start = own.partition_point(|packed| packed.place() < number);
        own.get(start).is_some_and(|packed| packed.place() == number)
    }

    /// Systems, by bit, in whose ports a side has something.
    pub fn ports(&self, seat: Seat) -> u64 {
        let own = self.packed_of(seat);
        let is_before = |packed: &PackedGroup| packed.place() < Place::Port(SystemId(0)).number();
        let ports = own[own.partition_point(is_before)..].iter().map(|packed| packed.group().place);
        ports
            .map_while(|place| if let Place::Port(at) = place { Some(at.bit()) } else { None })
            .fold(0, |a, b| a | b)
    }

    /// Puts counters in.
    pub fn add(&mut self, group: Group) {
        let packed = PackedGroup::new(&group);
        let at = self.0.partition_point(|other| other.key() < packed.key());
        match self.0.get_mut(at) {
            Some(other) if other.key() == packed.key() => *other = other.plus(group.count),
            _ => self.0.insert(at, packed),
        }
    }

    /// Takes counters out; nothing happens unless all of them are there.
    pub fn remove(&mut self, group: Group) {
        let packed = PackedGroup::new(&group);
        let at = self.0.partition_point(|other| other.key() < packed.key());
        match self.0.get_mut(at) {
            Some(other) if other.key() == packed.key() && other.count() > group.count => {
                *other = other.minus(group.count);
            }
            Some(other) if other.key() == packed.key() => _ = self.0.remove(at),
            _ => {}
        }
    }

    /// Replaces counters by what `change` makes of them.
    pub fn change(&mut self, group: Group, change: impl FnOnce(Group) -> Group) {
        self.remove(group);
        self.add(change(group));
    }

    /// Moves all counters of a place elsewhere.
    pub fn relocate(&mut self, seat: Seat, from: Place, to: Place) {
        let moved: ArrayVec<Group, MAX_GROUPS> = self.at(seat, from).collect();
        for group in moved {
            self.change(group, |group| Group { place: to, ..group });
        }
    }

    /// Replaces every group by what `change` makes of it; `None`: it goes.
    pub fn rebuild(&mut self, change: impl Fn(Group) -> Option<Group>) {
        let before = std::mem::take(self);
        before.iter().filter_map(change).for_each(|group| self.add(group));
    }
}
