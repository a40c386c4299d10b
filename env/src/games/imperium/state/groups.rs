//! The counters on the map in canonical order, four bytes a group.

use arrayvec::ArrayVec;

use super::super::orders::place_number;
use super::{Group, PackedGroup, Place, TERRAN};
use crate::core::Seat;

/// The most groups outside a battle: at least the counters of both sides, since a group has one or more.
pub const MAX_GROUPS: usize = 288;

/// Groups of counters, sorted, no two alike but for their count.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Groups {
    all: ArrayVec<PackedGroup, MAX_GROUPS>,
    /// How many of them are Terran: they come first.
    terran: u16,
}

impl Groups {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Group> + ExactSizeIterator + Clone {
        self.all.iter().map(|packed| packed.group())
    }

    /// All of them as they are kept, in order.
    pub fn packed(&self) -> &[PackedGroup] {
        &self.all
    }

    /// The group with this index, if there is one.
    pub fn get(&self, index: usize) -> Option<Group> {
        self.all.get(index).map(|packed| packed.group())
    }

    /// The group with this index.
    ///
    /// # Panics
    /// If there is none.
    pub fn at(&self, index: usize) -> Group {
        self.all[index].group()
    }

    /// The index of the first group that `matches`.
    pub fn position(&self, matches: impl Fn(&Group) -> bool) -> Option<usize> {
        self.all.iter().position(|packed| matches(&packed.group()))
    }

    /// The groups of a seat.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = Group> + Clone {
        self.packed_of(seat).iter().map(|packed| packed.group())
    }

    /// The groups of a seat as they are kept.
    pub fn packed_of(&self, seat: Seat) -> &[PackedGroup] {
        let (first, second) = self.by_seat();
        if seat == TERRAN { first } else { second }
    }

    /// The groups at a place, seat by seat.
    pub fn standing_at(&self, place: Place) -> impl Iterator<Item = Group> + Clone {
        let number = place_number(place);
        let (first, second) = self.by_seat();
        [first, second].into_iter().flat_map(move |groups| {
            let start = groups.partition_point(|packed| packed.place() < number);
            let here = groups[start..].iter().take_while(move |packed| packed.place() == number);
            here.map(|packed| packed.group())
        })
    }

    /// All of them, place by place, at each seat by seat.
    pub fn by_place(&self) -> impl Iterator<Item = Group> {
        let (mut first, mut second) = self.by_seat();
        std::iter::from_fn(move || {
            let of_second = match (first.first(), second.first()) {
                (Some(one), Some(other)) => other.place() < one.place(),
                (one, _) => one.is_none(),
            };
            let groups = if of_second { &mut second } else { &mut first };
            groups.split_off_first().map(|packed| packed.group())
        })
    }

    fn count_terran(&mut self) {
        self.terran = self.all.partition_point(|packed| packed.seat() == TERRAN) as u16;
    }

    fn by_seat(&self) -> (&[PackedGroup], &[PackedGroup]) {
        self.all.split_at(usize::from(self.terran))
    }

    /// Puts in a group that a text names, which must be like no other.
    ///
    /// # Errors
    /// Why not.
    pub fn insert(&mut self, group: Group) -> Result<(), &'static str> {
        let packed = PackedGroup::checked(&group)?;
        let at = self.all.partition_point(|other| other.without_count() < packed.without_count());
        if self.all.get(at).is_some_and(|other| other.without_count() == packed.without_count()) {
            return Err("such counters are named twice");
        }
        self.all.try_insert(at, packed).map_err(|_| "too many groups")?;
        self.terran += u16::from(group.seat == TERRAN);
        Ok(())
    }

    /// Puts a group among the others, merging it with its like.
    ///
    /// # Panics
    /// If it has no counters or more than [`MAX_IN_GROUP`](super::MAX_IN_GROUP), or there are more than [`MAX_GROUPS`] groups.
    pub fn add(&mut self, group: Group) {
        assert!(group.count > 0, "a group has at least one counter");
        let packed = PackedGroup::new(&group);
        let at = self.all.partition_point(|other| other.without_count() < packed.without_count());
        match self.all.get_mut(at) {
            Some(like) if like.without_count() == packed.without_count() => like.grow(group.count),
            _ => {
                assert!(!self.all.is_full(), "too many groups of counters on the map");
                self.all.insert(at, packed);
                self.terran += u16::from(group.seat == TERRAN);
            }
        }
    }

    /// Takes `count` counters out of the group with this index and returns them as a group; the indices of
    /// later groups shift if none are left.
    ///
    /// # Panics
    /// If there are not as many.
    pub fn take(&mut self, index: usize, count: u8) -> Group {
        let group = self.all[index].group();
        assert!(0 < count && count <= group.count, "{count} of {}", group.count);
        if count == group.count {
            self.all.remove(index);
            self.terran -= u16::from(group.seat == TERRAN);
        } else {
            self.all[index].shrink(count);
        }
        Group { count, ..group }
    }

    /// Keeps the groups for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&Group) -> bool) {
        self.all.retain(|packed| keep(&packed.group()));
        self.count_terran();
    }

    /// Takes all of them away.
    pub fn clear(&mut self) {
        self.all.clear();
        self.terran = 0;
    }

    /// Sets the orders of every group and merges what is alike then.
    pub(in super::super) fn give_orders(&mut self, orders: impl Fn(PackedGroup) -> u8) {
        let mut kept = 0;
        for index in 0..self.all.len() {
            let group = self.all[index].with_orders(orders(self.all[index]));
            // Orders are the last thing that groups are sorted by: those alike but for them stand side by side.
            let mut at = kept;
            while at > 0 && self.all[at - 1].without_count() > group.without_count() {
                at -= 1;
            }
            if at > 0 && self.all[at - 1].without_count() == group.without_count() {
                self.all[at - 1].grow(group.count());
            } else {
                self.all.copy_within(at..kept, at + 1);
                self.all[at] = group;
                kept += 1;
            }
        }
        self.all.truncate(kept);
        self.count_terran();
    }

    /// Sets the orders of every group to 0 and merges what is alike again.
    pub fn clear_orders(&mut self) {
        if self.all.iter().any(|packed| packed.orders() != 0) {
            self.give_orders(|_| 0);
        }
    }
}

impl<'a> IntoIterator for &'a Groups {
    type Item = Group;
    type IntoIter = std::iter::Map<std::slice::Iter<'a, PackedGroup>, fn(&PackedGroup) -> Group>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter().map(|packed| packed.group())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::class::Class;
    use super::super::{BoxId, Cargo, IMPERIAL, MAX_IN_GROUP, SystemId};
    use super::*;

    #[test]
    fn groups_are_sorted_as_their_fields_are() {
        let places = [Place::Space(SystemId(3)), Place::Surface(BoxId(2)), Place::Hex { column: 2, row: 1 }];
        let cargoes = [
            Cargo::Empty,
            Cargo::One { class: Class::JumpTroops, disrupted: false, strength: 0 },
            Cargo::One { class: Class::Fighter, disrupted: true, strength: 0 },
            Cargo::Fighters { sound: 0, disrupted: 2 },
            Cargo::Fighters { sound: 1, disrupted: 1 },
        ];
        let mut groups = Vec::new();
        for (seat, place) in [TERRAN, IMPERIAL].into_iter().flat_map(|seat| places.map(|place| (seat, place)))
        {
            for (class, cargo) in [Class::Scout, Class::Outpost].into_iter().zip([cargoes; 2]) {
                for (cargo, orders) in cargo.into_iter().flat_map(|cargo| [(cargo, 0), (cargo, 4)]) {
                    for (disrupted, spent) in [(false, false), (false, true), (true, false)] {
                        let group = Group::new(place, seat, class, 1);
                        groups.push(Group { disrupted, cargo, spent, orders, ..group });
                    }
                }
            }
        }
        // As many as there is room for, some of every sort.
        let mut groups: Vec<Group> = groups.into_iter().step_by(3).collect();
        let mut added = Groups::new();
        for step in [7, 11] {
            (0..groups.len()).for_each(|k| added.add(groups[k * step % groups.len()]));
        }
        groups.sort_unstable();
        groups.iter_mut().for_each(|group| group.count = 2);
        assert_eq!(added.iter().collect::<Vec<_>>(), groups);
    }

    #[test]
    fn like_counters_are_one_group() {
        let mut groups = Groups::new();
        for (class, count) in [(Class::Destroyer, 2), (Class::Scout, 1), (Class::Destroyer, 1)] {
            groups.add(Group::new(Place::Space(SystemId(0)), TERRAN, class, count));
        }
        assert_eq!(groups.iter().map(|group| group.count).collect::<Vec<_>>(), [1, 3]);
        let moved = groups.take(1, 1);
        groups.add(Group { orders: 3, ..moved });
        assert_eq!(groups.len(), 3);
        groups.give_orders(|group| 3 - group.orders());
        let orders = |groups: &Groups| groups.iter().map(|g| (g.orders, g.count)).collect::<Vec<_>>();
        assert_eq!(orders(&groups), [(3, 1), (0, 1), (3, 2)], "sorted again");
        groups.clear_orders();
        assert_eq!(orders(&groups), [(0, 1), (0, 3)]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut groups = Groups::new();
        let scouts = Group::new(Place::Space(SystemId(1)), TERRAN, Class::Scout, 1);
        let fleet = Group { cargo: Cargo::Fighters { sound: 5, disrupted: 5 }, ..scouts };
        assert_eq!(groups.insert(fleet), Err("there are no such counters"));
        for count in [0, MAX_IN_GROUP + 1] {
            assert_eq!(groups.insert(Group { count, ..scouts }), Err("numbers beyond what there is"));
        }
        assert_eq!(groups.insert(scouts), Ok(()));
        assert_eq!(groups.insert(scouts), Err("such counters are named twice"));
    }
}
