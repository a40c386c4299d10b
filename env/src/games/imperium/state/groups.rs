//! The counters on the map in canonical order, four bytes a group.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use arrayvec::ArrayVec;

use super::super::orders::{FIRST_BOX, place_number};
use super::{Group, PackedGroup, Place, TERRAN, Used, in_one_block};
use crate::core::Seat;

/// The most groups outside a battle. What happens beyond is told by [`Groups::overflown`].
pub const MAX_GROUPS: usize = 180;

/// How many regions there are.
pub(super) const REGIONS: usize = 6;

/// Groups of counters, sorted, no two alike but for their count.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Groups {
    all: ArrayVec<PackedGroup, MAX_GROUPS>,
    /// Where each region ends, see [`PackedGroup::region`].
    ends: [u16; REGIONS],
    /// How many counters stand in each region.
    counters: [u16; REGIONS],
    overflown: bool,
}

/// The groups are copied as one block.
impl Clone for Groups {
    fn clone(&self) -> Self {
        Self { all: in_one_block(&self.all), ..*self }
    }
}

/// Where regions end follows from the groups; of that the hash has only how many are Terran, as it ever had.
impl Hash for Groups {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
        (self.terran() as u16).hash(state);
    }
}

impl Groups {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether one more was put in than there is room for, here or among the squads of a battle that is over: the
    /// position is not what it should be.
    pub const fn overflown(&self) -> bool {
        self.overflown
    }

    /// Takes over what is told of the squads of a battle that is over.
    pub(in super::super) const fn note_overflow(&mut self, overflown: bool) {
        self.overflown |= overflown;
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

    /// The groups of a seat in the hexes of systems.
    pub(in super::super) fn in_space(&self, seat: Seat) -> &[PackedGroup] {
        self.region(seat, 0)
    }

    /// The groups of a seat in boxes.
    pub(in super::super) fn in_boxes(&self, seat: Seat) -> &[PackedGroup] {
        self.region(seat, 1)
    }

    /// The groups of a seat between systems.
    pub(in super::super) fn under_way(&self, seat: Seat) -> &[PackedGroup] {
        self.region(seat, 2)
    }

    fn region(&self, seat: Seat, k: usize) -> &[PackedGroup] {
        let region = if seat == TERRAN { k } else { REGIONS / 2 + k };
        let first = if region == 0 { 0 } else { self.ends[region - 1] };
        &self.all[usize::from(first)..usize::from(self.ends[region])]
    }

    /// The indices of the ships of a seat in a [`PackedGroup::stack`].
    pub(in super::super) fn stack(&self, seat: Seat, stack: u32) -> Range<usize> {
        let (groups, before) = (self.packed_of(seat), if seat == TERRAN { 0 } else { self.terran() });
        let first = groups.partition_point(|group| group.stack() < stack);
        let many = groups[first..].iter().take_while(|group| group.stack() == stack).count();
        before + first..before + first + many
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

    /// How many of them are Terran: they come first.
    fn terran(&self) -> usize {
        usize::from(self.ends[REGIONS / 2 - 1])
    }

    fn by_seat(&self) -> (&[PackedGroup], &[PackedGroup]) {
        self.all.split_at(self.terran())
    }

    /// How many counters of both seats stand in the hexes of systems, and how many in boxes.
    pub(in super::super) fn counters_in_systems(&self) -> [u16; 2] {
        [0, 1].map(|k| self.counters[k] + self.counters[REGIONS / 2 + k])
    }

    /// The systems, by bit, in whose hexes a seat has groups of these classes, by bit, set by set.
    #[inline(always)]
    pub(in super::super) fn systems_with<const SETS: usize>(
        &self,
        seat: Seat,
        classes: [u32; SETS],
    ) -> [u64; SETS] {
        sites(self.in_space(seat), 0, classes)
    }

    /// The boxes, by bit, in which a seat has groups of these classes, by bit, set by set.
    #[inline(always)]
    pub(in super::super) fn boxes_with<const SETS: usize>(
        &self,
        seat: Seat,
        classes: [u32; SETS],
    ) -> [u64; SETS] {
        sites(self.in_boxes(seat), FIRST_BOX, classes)
    }

    fn find_ends(&mut self) {
        self.ends =
            std::array::from_fn(|region| self.all.partition_point(|packed| packed.region() <= region) as u16);
    }

    fn insert_at(&mut self, index: usize, packed: PackedGroup) {
        self.all.insert(index, packed);
        let region = packed.region();
        self.counters[region] += u16::from(packed.count());
        self.ends.iter_mut().enumerate().for_each(|(k, end)| *end += u16::from(k >= region));
    }

    fn remove_at(&mut self, index: usize) {
        let packed = self.all.remove(index);
        let region = packed.region();
        self.counters[region] -= u16::from(packed.count());
        self.ends.iter_mut().enumerate().for_each(|(k, end)| *end -= u16::from(k >= region));
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
        if self.all.is_full() {
            return Err("too many groups");
        }
        self.insert_at(at, packed);
        Ok(())
    }

    /// Puts a group among the others, merging it with its like. Where there is no room for it, it is lost, and
    /// [`Groups::overflown`].
    ///
    /// # Panics
    /// If it has no counters or more than [`MAX_IN_GROUP`](super::MAX_IN_GROUP).
    pub fn add(&mut self, group: Group) {
        assert!(group.count > 0, "a group has at least one counter");
        let packed = PackedGroup::new(&group);
        let at = self.all.partition_point(|other| other.without_count() < packed.without_count());
        let full = self.all.is_full();
        match self.all.get_mut(at) {
            Some(like) if like.without_count() == packed.without_count() => {
                like.grow(group.count);
                self.counters[packed.region()] += u16::from(group.count);
            }
            _ if full => self.overflown = true,
            _ => self.insert_at(at, packed),
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
            self.remove_at(index);
        } else {
            self.all[index].shrink(count);
            self.counters[self.all[index].region()] -= u16::from(count);
        }
        Group { count, ..group }
    }

    /// Keeps the groups for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&Group) -> bool) {
        self.all.retain(|packed| keep(&packed.group()));
        self.find_ends();
        self.counters = [0; REGIONS];
        self.all.iter().for_each(|packed| self.counters[packed.region()] += u16::from(packed.count()));
    }

    /// Takes away the groups at a place for which `takes` says so, seat by seat.
    pub fn take_from(&mut self, place: Place, mut takes: impl FnMut(&Group) -> bool) {
        let number = place_number(place);
        for seat in Seat::all(2) {
            let before = if seat == TERRAN { 0 } else { self.terran() };
            let mut index = before + self.packed_of(seat).partition_point(|packed| packed.place() < number);
            while let Some(packed) = self.all.get(index)
                && (packed.seat(), packed.place()) == (seat, number)
            {
                if takes(&packed.group()) {
                    self.remove_at(index);
                } else {
                    index += 1;
                }
            }
        }
    }

    /// Takes all of them away.
    pub fn clear(&mut self) {
        self.all.clear();
        self.ends = [0; REGIONS];
        self.counters = [0; REGIONS];
    }

    /// Sets the orders of every group and merges what is alike then.
    pub(in super::super) fn mark(&mut self, used: impl Fn(PackedGroup) -> Used) {
        self.all.iter_mut().for_each(|packed| *packed = packed.with_used(used(*packed)));
        let in_order = |pair: &[PackedGroup]| pair[0].without_count() < pair[1].without_count();
        // Looking at all of them takes less time than stopping at the first.
        if !self.all.windows(2).fold(true, |all, pair| all & in_order(pair)) {
            self.sort_and_merge();
        }
    }

    /// Sets the orders of every group to 0 and merges what is alike again.
    pub fn clear_marks(&mut self) {
        self.mark(|_| Used::NOTHING);
    }

    /// Brings groups in order again whose orders have changed, the last thing that they are sorted by: those alike but
    /// for them stand side by side.
    fn sort_and_merge(&mut self) {
        let mut kept = 0;
        for index in 0..self.all.len() {
            let group = self.all[index];
            let mut at = kept;
            while at > 0 && self.all[at - 1].without_count() > group.without_count() {
                at -= 1;
            }
            if at > 0 && self.all[at - 1].without_count() == group.without_count() {
                self.all[at - 1].grow(group.count());
            } else {
                if at < kept {
                    self.all.copy_within(at..kept, at + 1);
                }
                self.all[at] = group;
                kept += 1;
            }
        }
        self.all.truncate(kept);
        self.find_ends();
    }
}

/// Where groups of each of these sets of classes stand, by bit from the place `first` on. It is inlined, so
/// that sets which are known beforehand cost nothing.
#[inline(always)]
fn sites<const SETS: usize>(groups: &[PackedGroup], first: u32, classes: [u32; SETS]) -> [u64; SETS] {
    groups.iter().fold([0; SETS], |sites, group| {
        let site = 1 << (group.place() - first);
        std::array::from_fn(|set| sites[set] | if group.is_of(classes[set]) { site } else { 0 })
    })
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
                for (cargo, used) in
                    cargo.into_iter().flat_map(|cargo| [Used::NOTHING, Used::STUCK].map(|used| (cargo, used)))
                {
                    for (disrupted, spent) in [(false, false), (false, true), (true, false)] {
                        let group = Group::new(place, seat, class, 1);
                        groups.push(Group { disrupted, cargo, spent, used, ..group });
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
        groups.add(Group { used: Used::MARCHED, ..moved });
        assert_eq!(groups.len(), 3);
        groups.mark(|group| Used::numbered(3 - group.used().number()));
        let used = |groups: &Groups| groups.iter().map(|g| (g.used.number(), g.count)).collect::<Vec<_>>();
        assert_eq!(used(&groups), [(3, 1), (0, 1), (3, 2)], "sorted again");
        groups.clear_marks();
        assert_eq!(used(&groups), [(0, 1), (0, 3)]);
    }

    #[test]
    fn a_group_too_many_is_told() {
        let hexes = (1..=20).flat_map(|column| (1..=10).map(move |row| Place::Hex { column, row }));
        let scouts = |place| Group::new(place, TERRAN, Class::Scout, 1);
        let mut groups = Groups::new();
        hexes.clone().take(MAX_GROUPS).for_each(|hex| groups.add(scouts(hex)));
        groups.add(scouts(hexes.clone().next().unwrap()));
        assert!(!groups.overflown(), "it joins its like");
        groups.add(scouts(hexes.clone().nth(MAX_GROUPS).unwrap()));
        assert!(groups.overflown() && groups.len() == MAX_GROUPS);
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
