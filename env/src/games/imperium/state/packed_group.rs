//! A group of counters in one number.

use super::super::action::Kind;
use super::super::class::Class;
use super::super::orders::{FIRST_BOX, FIRST_HEX, place_at, place_number};
use super::groups::REGIONS;
use super::{Cargo, Group, MAX_BOXES, MAX_SYSTEMS, TERRAN, Used};
use crate::core::Seat;

/// The most counters of a group.
pub const MAX_IN_GROUP: u8 = (1 << PackedGroup::COUNT_BITS) - 1;
/// The most fighters that a mothership can carry.
pub const MAX_ABOARD: u8 = 7;
/// The most that troops can have printed on them.
pub const MAX_STRENGTH: u8 = 9;

/// A group in one number that sorts as groups do, for loops that need little of it. From the highest bit: seat (1),
/// place (10), class (5), disrupted (1), cargo or the strength of troops (6), spent (1), used (3), count (5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedGroup(u32);

impl PackedGroup {
    const COUNT_BITS: u32 = 5;
    const MOST_USED: u8 = Used::ROOM as u8 - 1;

    /// The number of a group that a text names.
    ///
    /// # Errors
    /// Why there can be no such group.
    pub(super) fn checked(group: &Group) -> Result<Self, &'static str> {
        if load_number(group.class, group.cargo, group.strength).is_none() {
            return Err("there are no such counters");
        }
        if group.used.number() > Self::MOST_USED || !(1..=MAX_IN_GROUP).contains(&group.count) {
            return Err("numbers beyond what there is");
        }
        Ok(Self::new(group))
    }

    pub(super) fn new(group: &Group) -> Self {
        debug_assert!(group.count <= MAX_IN_GROUP && group.used.number() <= Self::MOST_USED, "{group:?}");
        let load = load_number(group.class, group.cargo, group.strength).expect("there are such counters");
        Self(
            (group.seat.index() as u32) << 31
                | place_number(group.place) << 21
                | (group.class as u32) << 16
                | u32::from(group.disrupted) << 15
                | u32::from(load) << 9
                | u32::from(group.spent) << 8
                | u32::from(group.used.number()) << 5
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
            used: self.used(),
            count: self.count(),
        }
    }

    /// What they are to a player who picks them: [`Group::kind`].
    pub(in super::super) const fn kind(self) -> Kind {
        Kind {
            class: CLASSES[self.class() as usize],
            disrupted: self.disrupted(),
            carrying: if self.is_of(Class::TROOPS) { None } else { ABOARD[self.load() as usize] },
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

    /// The system or box, by bit of its [`place_number`]; 0 between systems.
    pub(in super::super) const fn site(self) -> u128 {
        if self.place() < FIRST_HEX { 1 << self.place() } else { 0 }
    }

    /// Which of the regions of a position it stands in, in order: hexes of systems, boxes and hexes between systems,
    /// first the Terran's, then the Imperial's.
    pub(super) fn region(self) -> usize {
        let side = if self.seat() == TERRAN { 0 } else { REGIONS / 2 };
        side + usize::from(self.place() >= FIRST_BOX) + usize::from(self.place() >= FIRST_HEX)
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

    /// Whether something is aboard.
    pub(in super::super) const fn is_laden(self) -> bool {
        self.load() != 0 && !self.is_of(Class::TROOPS)
    }

    /// See [`Group::strength`].
    const fn strength(self) -> u8 {
        if self.is_of(Class::TROOPS) { self.load() } else { 0 }
    }

    const fn load(self) -> u8 {
        (self.0 >> 9 & 63) as u8
    }

    /// See [`Group::used`].
    pub(in super::super) const fn used(self) -> Used {
        Used::numbered((self.0 >> Self::COUNT_BITS) as u8 & Self::MOST_USED)
    }

    /// See [`Group::count`].
    pub(in super::super) const fn count(self) -> u8 {
        (self.0 & MAX_IN_GROUP as u32) as u8
    }

    pub(super) const fn with_used(self, used: Used) -> Self {
        let mask = (Self::MOST_USED as u32) << Self::COUNT_BITS;
        Self(self.0 & !mask | (used.number() as u32) << Self::COUNT_BITS)
    }

    /// Its place in the canonical order: two with the same are alike but for their count.
    pub(super) const fn without_count(self) -> u32 {
        self.0 >> Self::COUNT_BITS
    }

    pub(super) const fn shrink(&mut self, by: u8) {
        self.0 -= by as u32;
    }

    pub(super) fn grow(&mut self, by: u8) {
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

/// The class of what is aboard, by [`cargo_number`].
const ABOARD: [Option<Class>; 64] = {
    let mut aboard = [None; 64];
    let mut k = 0;
    while k < aboard.len() {
        aboard[k] = CARGOES[k].class();
        k += 1;
    }
    aboard
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
pub(super) const fn load_number(class: Class, cargo: Cargo, strength: u8) -> Option<u8> {
    match (class.is_troops(), cargo, strength) {
        (true, Cargo::Empty, strength) if strength <= MAX_STRENGTH => Some(strength),
        (false, cargo, 0) => cargo_number(cargo),
        _ => None,
    }
}

/// What the number of [`load_number`] says: what is carried, and the strength of troops.
#[inline(always)]
pub(super) const fn cargo_of(class: Class, load: u8) -> (Cargo, u8) {
    if class.is_troops() { (Cargo::Empty, load) } else { (CARGOES[load as usize], 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargoes_are_sorted_and_come_back() {
        let numbers: Vec<usize> =
            CARGOES.iter().filter_map(|&cargo| cargo_number(cargo)).map(usize::from).collect();
        let distinct = 25 + 35;
        assert_eq!(numbers[..distinct], (0..distinct).collect::<Vec<_>>());
        assert!(CARGOES[..distinct].is_sorted_by(|a, b| a < b));
    }
}
