//! The counters on the map in canonical order, four bytes a group.

use arrayvec::ArrayVec;

use super::super::class::Class;
use super::super::orders::{place_at, place_number};
use super::{Cargo, Group, MAX_BOXES, MAX_SYSTEMS, Place, TERRAN};
use crate::core::Seat;

/// The most groups outside a battle: at least the counters of both sides, since a group has one or more.
pub const MAX_GROUPS: usize = 288;
/// The most counters of a group.
pub const MAX_IN_GROUP: u8 = (1 << PackedGroup::COUNT_BITS) - 1;
/// The most fighters that a mothership can carry.
pub const MAX_ABOARD: u8 = 7;
/// The most that troops can have printed on them.
pub const MAX_STRENGTH: u8 = 9;

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
        if load_number(&group).is_none() {
            return Err("there are no such counters");
        }
        if group.orders > PackedGroup::MOST_ORDERS || !(1..=MAX_IN_GROUP).contains(&group.count) {
            return Err("numbers beyond what there is");
        }
        let packed = PackedGroup::new(&group);
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
    /// If it has no counters or more than [`MAX_IN_GROUP`], or there are more than [`MAX_GROUPS`] groups.
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

/// A group in one number that sorts as groups do, for loops that need little of it. From the highest bit: seat (1),
/// place (10), class (5), disrupted (1), cargo or the strength of troops (6), spent (1), orders (3), count (5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedGroup(u32);

impl PackedGroup {
    const COUNT_BITS: u32 = 5;
    const MOST_ORDERS: u8 = 7;

    fn new(group: &Group) -> Self {
        debug_assert!(group.count <= MAX_IN_GROUP && group.orders <= Self::MOST_ORDERS, "{group:?}");
        Self(
            (group.seat.index() as u32) << 31
                | place_number(group.place) << 21
                | (group.class as u32) << 16
                | u32::from(group.disrupted) << 15
                | u32::from(load_number(group).expect("there are such counters")) << 9
                | u32::from(group.spent) << 8
                | u32::from(group.orders) << 5
                | u32::from(group.count),
        )
    }

    /// The same in full.
    #[inline]
    pub(in super::super) fn group(self) -> Group {
        Group {
            place: place_at(self.place()),
            seat: self.seat(),
            class: CLASSES[self.class() as usize],
            disrupted: self.disrupted(),
            strength: self.strength(),
            cargo: self.cargo(),
            spent: self.0 >> 8 & 1 == 1,
            orders: self.orders(),
            count: self.count(),
        }
    }

    /// See [`Group::place`]: its [`place_number`].
    pub(in super::super) const fn place(self) -> u32 {
        self.0 >> 21 & 1023
    }

    /// The system, by bit, in whose hex it stands; 0 if it stands elsewhere.
    pub(in super::super) const fn space(self) -> u64 {
        let system = self.place();
        if system < MAX_SYSTEMS as u32 { 1 << system } else { 0 }
    }

    /// The box, by bit, in which it stands; 0 if it stands elsewhere.
    pub(in super::super) const fn surface(self) -> u64 {
        let at = self.place().wrapping_sub(MAX_SYSTEMS as u32);
        if at < MAX_BOXES as u32 { 1 << at } else { 0 }
    }

    /// See [`Group::seat`].
    pub(in super::super) const fn seat(self) -> Seat {
        Seat::new((self.0 >> 31) as usize)
    }

    /// See [`Group::class`]: its [`Class::index`].
    pub(in super::super) const fn class(self) -> u32 {
        self.0 >> 16 & 31
    }

    /// The [`move_key`](super::super::orders::move_key) of ships like these that are not late: place, class, condition
    /// and what is aboard.
    pub(in super::super) const fn stack(self) -> u32 {
        const PLACE_CLASS_CONDITION: u32 = 0xFFFF << 15;
        self.0 & PLACE_CLASS_CONDITION | CARRIED[self.load() as usize] << 10
    }

    /// Whether it is of one of these classes, by bit [`Class::index`].
    pub(in super::super) const fn is_of(self, classes: u32) -> bool {
        classes >> self.class() & 1 == 1
    }

    /// See [`Group::disrupted`].
    pub(in super::super) const fn disrupted(self) -> bool {
        self.0 >> 15 & 1 == 1
    }

    /// See [`Group::cargo`].
    pub(in super::super) const fn cargo(self) -> Cargo {
        if self.is_of(Class::TROOPS) { Cargo::Empty } else { CARGOES[self.load() as usize] }
    }

    /// See [`Group::strength`].
    const fn strength(self) -> u8 {
        if self.is_of(Class::TROOPS) { self.load() } else { 0 }
    }

    const fn load(self) -> u8 {
        (self.0 >> 9 & 63) as u8
    }

    /// See [`Group::orders`].
    pub(in super::super) const fn orders(self) -> u8 {
        (self.0 >> Self::COUNT_BITS) as u8 & Self::MOST_ORDERS
    }

    /// See [`Group::count`].
    pub(in super::super) const fn count(self) -> u8 {
        (self.0 & MAX_IN_GROUP as u32) as u8
    }

    const fn with_orders(self, orders: u8) -> Self {
        let mask = (Self::MOST_ORDERS as u32) << Self::COUNT_BITS;
        Self(self.0 & !mask | (orders as u32) << Self::COUNT_BITS)
    }

    const fn without_count(self) -> u32 {
        self.0 >> Self::COUNT_BITS
    }

    const fn shrink(&mut self, by: u8) {
        self.0 -= by as u32;
    }

    fn grow(&mut self, by: u8) {
        assert!(self.count() + by <= MAX_IN_GROUP, "too many counters in one group");
        self.0 += u32::from(by);
    }
}

/// The classes by number, as many as five bits count.
const CLASSES: [Class; 32] = {
    let mut classes = [Class::Outpost; 32];
    let mut k = 0;
    while k < Class::COUNT {
        classes[k] = Class::ALL[k];
        k += 1;
    }
    classes
};

/// Everything that a ship can carry, by [`cargo_number`].
const CARGOES: [Cargo; 64] = {
    let mut cargoes = [Cargo::Empty; 64];
    let mut k = 0;
    while k < Class::COUNT * 2 * (MAX_STRENGTH as usize + 1) {
        let (class, condition) = (Class::ALL[k % Class::COUNT], k / Class::COUNT % 2);
        let strength = (k / Class::COUNT / 2) as u8;
        let one = Cargo::One { class, disrupted: condition == 1, strength };
        if let Some(number) = cargo_number(one) {
            cargoes[number as usize] = one;
        }
        k += 1;
    }
    let mut aboard = 0;
    while aboard < (MAX_ABOARD + 1) * (MAX_ABOARD + 1) {
        let fighters =
            Cargo::Fighters { sound: aboard / (MAX_ABOARD + 1), disrupted: aboard % (MAX_ABOARD + 1) };
        if let Some(number) = cargo_number(fighters) {
            cargoes[number as usize] = fighters;
        }
        aboard += 1;
    }
    cargoes
};

/// One more than the [`Class::index`] of what is aboard, 0 for nothing, by [`cargo_number`].
const CARRIED: [u32; 64] = {
    let mut carried = [0; 64];
    let mut k = 0;
    while k < carried.len() {
        if let Some(class) = CARGOES[k].class() {
            carried[k] = class.index() as u32 + 1;
        }
        k += 1;
    }
    carried
};

/// The rank of what a ship carries, 0 to 63; `None` for what no ship can.
const fn cargo_number(cargo: Cargo) -> Option<u8> {
    const JUMP_TROOPS: u8 = 4 + MAX_STRENGTH;
    const LATER: u8 = JUMP_TROOPS + MAX_STRENGTH + 1;
    match cargo {
        Cargo::Empty => Some(0),
        Cargo::One { class: Class::Fighter, disrupted, strength: 0 } => Some(1 + disrupted as u8),
        Cargo::One { strength, .. } if strength > MAX_STRENGTH => None,
        Cargo::One { class: Class::RegularTroops, disrupted: false, strength } => Some(3 + strength),
        Cargo::One { class: Class::JumpTroops, disrupted: false, strength } => Some(JUMP_TROOPS + strength),
        Cargo::One { class: Class::PlanetaryDefence, disrupted: false, strength: 0 } => Some(LATER),
        Cargo::One { class: Class::Outpost, disrupted: false, strength: 0 } => Some(LATER + 1),
        Cargo::One { .. } | Cargo::Fighters { sound: 0, disrupted: 0 } => None,
        // The smaller numbers of sound ones come first, each with every number of disrupted ones.
        Cargo::Fighters { sound, disrupted } if sound <= MAX_ABOARD && disrupted <= MAX_ABOARD - sound => {
            let earlier = (MAX_ABOARD + 1) * sound - sound * sound.saturating_sub(1) / 2;
            Some(LATER + 1 + earlier + disrupted)
        }
        Cargo::Fighters { .. } => None,
    }
}

/// The number of what tells counters of a class apart beside their condition: the strength of troops, what others
/// carry; `None` for what can't be.
const fn load_number(group: &Group) -> Option<u8> {
    match (group.class.is_troops(), group.cargo, group.strength) {
        (true, Cargo::Empty, strength) if strength <= MAX_STRENGTH => Some(strength),
        (false, cargo, 0) => cargo_number(cargo),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BoxId, IMPERIAL, SystemId, TERRAN};
    use super::*;

    #[test]
    fn cargoes_are_sorted_and_come_back() {
        let numbers: Vec<usize> =
            CARGOES.iter().filter_map(|&cargo| cargo_number(cargo)).map(usize::from).collect();
        let distinct = 25 + 35;
        assert_eq!(numbers[..distinct], (0..distinct).collect::<Vec<_>>());
        assert!(CARGOES[..distinct].is_sorted_by(|a, b| a < b));
    }

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
