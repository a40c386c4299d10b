//! Counters that nothing tells apart, packed in one number.

use super::super::class::Class;
use super::FleetId;
use crate::core::Seat;
use crate::games::third_millennium::map::{PlanetId, SystemId};

/// Where a counter is. The order is the canonical order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// In a fleet of its side.
    Fleet(FleetId),
    /// In a system without a fleet: open to all, and unable to move.
    Port(SystemId),
    /// On a planet.
    Planet(PlanetId),
    /// Not set up yet.
    Store,
}

impl Place {
    const PORTS: u32 = 16;
    const PLANETS: u32 = 64;
    const STORE: u32 = 127;

    /// A number below 128 that sorts as places do.
    pub const fn number(self) -> u32 {
        match self {
            Self::Fleet(fleet) => fleet.0 as u32,
            Self::Port(system) => Self::PORTS + system.0 as u32,
            Self::Planet(planet) => Self::PLANETS + planet.0 as u32,
            Self::Store => Self::STORE,
        }
    }

    const fn from_number(number: u32) -> Self {
        match number {
            Self::STORE => Self::Store,
            0..Self::PORTS => Self::Fleet(FleetId(number as u8)),
            Self::PORTS..Self::PLANETS => Self::Port(SystemId((number - Self::PORTS) as u8)),
            _ => Self::Planet(PlanetId((number - Self::PLANETS) as u8)),
        }
    }
}

/// A counter of troops: what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Troop(u8);

impl Troop {
    const ALL: [(Class, u8); 8] = [
        (Class::RegularTroops, 2),
        (Class::RegularTroops, 3),
        (Class::RegularTroops, 4),
        (Class::RegularTroops, 5),
        (Class::RegularTroops, 6),
        (Class::JumpTroops, 4),
        (Class::JumpTroops, 5),
        (Class::JumpTroops, 6),
    ];

    /// Troops of this class and strength, if there are such counters.
    pub fn new(class: Class, strength: u8) -> Option<Self> {
        Self::ALL.iter().position(|&kind| kind == (class, strength)).map(|index| Self(index as u8 + 1))
    }

    /// RT or JT.
    pub const fn class(self) -> Class {
        Self::ALL[self.0 as usize - 1].0
    }

    /// Dice that it rolls in ground combat.
    pub const fn strength(self) -> u8 {
        Self::ALL[self.0 as usize - 1].1
    }

    const fn from_code(code: u8) -> Option<Self> {
        if code == 0 || code as usize > Self::ALL.len() { None } else { Some(Self(code)) }
    }
}

/// What a ship carries, or which counter of troops it is: two berths for troops of four bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cargo(u8);

impl Cargo {
    /// Nothing.
    pub const EMPTY: Self = Self(0);

    /// These troops; the strongest first.
    pub fn of(troop: Troop) -> Self {
        Self(troop.0)
    }

    /// The troops aboard, strongest first.
    pub fn troops(self) -> impl DoubleEndedIterator<Item = Troop> {
        [self.0 & 15, self.0 >> 4].into_iter().filter_map(Troop::from_code)
    }

    /// With one counter more; `None` beyond two.
    pub fn with(self, troop: Troop) -> Option<Self> {
        let mut codes: Vec<u8> = self.troops().map(|aboard| aboard.0).chain([troop.0]).collect();
        codes.sort_unstable_by(|a, b| b.cmp(a));
        match codes[..] {
            [one] => Some(Self(one)),
            [one, other] => Some(Self(other << 4 | one)),
            _ => None,
        }
    }

    /// The strongest counter aboard, and what is left.
    pub fn unload(self) -> Option<(Troop, Self)> {
        Some((self.troops().next()?, Self(self.0 >> 4)))
    }
}

/// Counters of one class, place and condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// Whose they are.
    pub seat: Seat,
    /// Where they are.
    pub place: Place,
    /// Their class.
    pub class: Class,
    /// Whether a failed maintenance roll has disrupted them.
    pub disrupted: bool,
    /// Hits taken and not repaired, below the class's defence.
    pub damage: u8,
    /// Whether they are provided for in the maintenance at hand.
    pub provided: bool,
    /// What each of them carries; for troops, which counter it is.
    pub cargo: Cargo,
    /// How many, at least 1.
    pub count: u8,
}

impl Group {
    /// Sound and empty ones.
    pub const fn new(seat: Seat, place: Place, class: Class, count: u8) -> Self {
        Self { seat, place, class, disrupted: false, damage: 0, provided: false, cargo: Cargo::EMPTY, count }
    }

    /// Sound troops.
    pub fn troops(seat: Seat, place: Place, troop: Troop) -> Self {
        Self { cargo: Cargo::of(troop), ..Self::new(seat, place, troop.class(), 1) }
    }

    /// The counter that these troops are.
    pub fn troop(&self) -> Option<Troop> {
        self.cargo.troops().next().filter(|_| self.class.is_troops())
    }

    /// Troops aboard each of them.
    pub fn aboard(&self) -> impl DoubleEndedIterator<Item = Troop> {
        let carries = self.class.berths() > 0;
        self.cargo.troops().filter(move |_| carries)
    }

    /// Berths still free on each of them.
    pub fn room(&self) -> usize {
        self.class.berths() - self.aboard().count()
    }
}

/// A group in one number that sorts as groups do. From the highest bit: seat (1), place (7), class (5), disrupted (1),
/// damage (3), provided (1), cargo (8), count (6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedGroup(u32);

/// The most counters of a group.
pub const MAX_COUNT: u8 = 63;

impl PackedGroup {
    /// The number of a group.
    pub fn new(group: &Group) -> Self {
        debug_assert!(group.damage < 8 && (1..=MAX_COUNT).contains(&group.count), "{group:?}");
        Self(
            (group.seat.index() as u32) << 31
                | group.place.number() << 24
                | (group.class as u32) << 19
                | u32::from(group.disrupted) << 18
                | u32::from(group.damage) << 15
                | u32::from(group.provided) << 14
                | u32::from(group.cargo.0) << 6
                | u32::from(group.count),
        )
    }

    /// The same in full.
    pub const fn group(self) -> Group {
        Group {
            seat: self.seat(),
            place: Place::from_number(self.place()),
            class: self.class(),
            disrupted: self.0 >> 18 & 1 == 1,
            damage: (self.0 >> 15 & 7) as u8,
            provided: self.0 >> 14 & 1 == 1,
            cargo: Cargo((self.0 >> 6) as u8),
            count: self.count(),
        }
    }

    /// Whose they are.
    pub const fn seat(self) -> Seat {
        Seat::new((self.0 >> 31) as usize)
    }

    /// [`Place::number`] of where they are.
    pub const fn place(self) -> u32 {
        self.0 >> 24 & 127
    }

    /// Their class.
    pub const fn class(self) -> Class {
        Class::ALL[(self.0 >> 19 & 31) as usize]
    }

    /// How many.
    pub const fn count(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// Everything but the count: what tells groups apart.
    pub const fn key(self) -> u32 {
        self.0 >> 6
    }

    /// One counter with this key.
    pub const fn from_key(key: u32) -> Self {
        Self(key << 6 | 1)
    }

    const fn with_count(self, count: u8) -> Self {
        Self(self.0 & !63 | count as u32)
    }

    /// `count` more of the same.
    pub(super) const fn plus(self, count: u8) -> Self {
        self.with_count(self.count() + count)
    }

    /// `count` fewer.
    pub(super) const fn minus(self, count: u8) -> Self {
        self.with_count(self.count() - count)
    }
}
