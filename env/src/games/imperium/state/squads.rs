//! The counters that take part in a battle, eight bytes a squad.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use super::super::class::Class;
use super::packed_group::{cargo_of, load_number};
use super::{BoxId, Fire, MAX_IN_GROUP, Mission, Role, Squad, in_one_block};
use crate::core::Seat;

/// The most squads in a battle. What happens beyond is told by [`Squads::overflown`].
pub const MAX_SQUADS: usize = 68;

/// The squads of a battle, by index.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Squads {
    all: ArrayVec<PackedSquad, MAX_SQUADS>,
    overflown: bool,
}

/// The squads are copied as one block.
impl Clone for Squads {
    fn clone(&self) -> Self {
        Self { all: in_one_block(&self.all), ..*self }
    }
}

impl Squads {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are, those that are gone among them.
    pub const fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether one more was pushed than there is room for: the battle is not what it should be.
    pub const fn overflown(&self) -> bool {
        self.overflown
    }

    /// All of them, by index.
    #[inline(always)]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Squad> + ExactSizeIterator + Clone {
        self.all.iter().map(|packed| packed.squad())
    }

    /// The squad with this index, if there is one.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<Squad> {
        self.all.get(index).map(|packed| packed.squad())
    }

    /// The squad with this index.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub fn at(&self, index: usize) -> Squad {
        self.all[index].squad()
    }

    /// The squad with this index, to be changed.
    ///
    /// # Panics
    /// If there is none.
    pub fn at_mut(&mut self, index: usize) -> SquadMut<'_> {
        let packed = &mut self.all[index];
        SquadMut { squad: packed.squad(), packed }
    }

    /// Changes every squad.
    pub fn change_each(&mut self, mut change: impl FnMut(&mut Squad)) {
        (0..self.len()).for_each(|index| change(&mut self.at_mut(index)));
    }

    /// Puts in a squad that a text names.
    ///
    /// # Errors
    /// Why not.
    pub fn insert(&mut self, squad: Squad) -> Result<(), &'static str> {
        let packed = PackedSquad::checked(&squad)?;
        self.all.try_push(packed).map_err(|_| "too many squads")
    }

    /// Puts a squad behind the others. Where there is no room for it, it is lost, and [`Squads::overflown`].
    pub fn push(&mut self, squad: Squad) {
        self.overflown |= self.all.try_push(PackedSquad::new(&squad)).is_err();
    }

    /// Indices and squads that still have counters.
    #[inline(always)]
    pub(in super::super) fn alive(&self) -> impl Iterator<Item = (u8, Squad)> {
        let alive = self.all.iter().enumerate().filter(|(_, packed)| packed.count() > 0);
        alive.map(|(index, packed)| (index as u8, packed.squad()))
    }

    /// How many counters there are in all squads together.
    pub fn counters(&self) -> u32 {
        self.all.iter().map(|packed| packed.count()).sum()
    }

    /// Keeps the squads for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&Squad) -> bool) {
        self.all.retain(|packed| keep(&packed.squad()));
    }

    /// Sorts them by side and kind and joins those that are alike in that.
    pub(in super::super) fn merge(&mut self) {
        // Groups come sorted, and so do most squads at the end of a round.
        if !self.all.is_sorted_by_key(|packed| packed.kind()) {
            self.all.sort_unstable_by_key(|packed| packed.kind());
        }
        let mut kept = 0;
        for index in 0..self.len() {
            let packed = self.all[index];
            if kept > 0 && self.all[kept - 1].kind() == packed.kind() {
                self.at_mut(kept - 1).count += packed.count() as u8;
            } else {
                self.all[kept] = packed;
                kept += 1;
            }
        }
        self.all.truncate(kept);
    }

    /// Takes all of them away.
    pub fn clear(&mut self) {
        self.all.clear();
    }
}

/// As a list of [`Squad`]s hashes.
impl Hash for Squads {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.iter().for_each(|squad| squad.hash(state));
    }
}

/// A squad that may be changed: it is put back when this is dropped.
#[derive(Debug)]
pub struct SquadMut<'a> {
    squad: Squad,
    packed: &'a mut PackedSquad,
}

impl Deref for SquadMut<'_> {
    type Target = Squad;

    fn deref(&self) -> &Squad {
        &self.squad
    }
}

impl DerefMut for SquadMut<'_> {
    fn deref_mut(&mut self) -> &mut Squad {
        &mut self.squad
    }
}

impl Drop for SquadMut<'_> {
    fn drop(&mut self) {
        *self.packed = PackedSquad::new(&self.squad);
    }
}

/// A squad in one number. From the highest bit, first what its kind is: seat (1), class (5), marker (1), disrupted (1),
/// strength or cargo (6), spent (1); then count (5), role (11), fire (3), target (8), second (3), second target (8),
/// hits (2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedSquad(u64);

impl PackedSquad {
    const KIND: u32 = 40;
    const COUNT: u32 = 35;
    const ROLE: u32 = 24;
    const FIRE: u32 = 21;
    const TARGET: u32 = 13;
    const SECOND: u32 = 10;
    const SECOND_TARGET: u32 = 2;
    /// The number of no squad.
    const NONE: u8 = u8::MAX;

    fn checked(squad: &Squad) -> Result<Self, &'static str> {
        if load_number(squad.class, squad.cargo, squad.strength).is_none() {
            return Err("there are no such counters");
        }
        if squad.count > MAX_IN_GROUP
            || squad.hits > 3
            || [squad.target, squad.second_target].contains(&Some(Self::NONE))
        {
            return Err("numbers beyond what there is");
        }
        Ok(Self::new(squad))
    }

    fn new(squad: &Squad) -> Self {
        debug_assert!(squad.count <= MAX_IN_GROUP, "{squad:?}");
        let load = load_number(squad.class, squad.cargo, squad.strength).expect("there are such counters");
        let kind = (squad.seat.index() as u64) << 14
            | (squad.class as u64) << 9
            | u64::from(squad.marker) << 8
            | u64::from(squad.disrupted) << 7
            | u64::from(load) << 1
            | u64::from(squad.spent);
        let aim = |target: Option<u8>| u64::from(target.unwrap_or(Self::NONE));
        Self(
            kind << Self::KIND
                | u64::from(squad.count) << Self::COUNT
                | u64::from(role_number(squad.role)) << Self::ROLE
                | (squad.fire as u64) << Self::FIRE
                | aim(squad.target) << Self::TARGET
                | (squad.second as u64) << Self::SECOND
                | aim(squad.second_target) << Self::SECOND_TARGET
                | u64::from(squad.hits),
        )
    }

    /// The same in full. It is inlined, so that whoever needs little of it computes little.
    #[inline(always)]
    fn squad(self) -> Squad {
        let bits = |first: u32, many: u32| (self.0 >> first) as usize & ((1 << many) - 1);
        let kind = |first: u32, many: u32| bits(Self::KIND + first, many);
        let aim = |first: u32| Some(bits(first, 8) as u8).filter(|&target| target != Self::NONE);
        let class = Class::ALL[kind(9, 5) % Class::COUNT];
        let (cargo, strength) = cargo_of(class, kind(1, 6) as u8);
        Squad {
            seat: Seat::new(kind(14, 1)),
            class,
            marker: kind(8, 1) == 1,
            disrupted: kind(7, 1) == 1,
            strength,
            cargo,
            spent: kind(0, 1) == 1,
            count: bits(Self::COUNT, 5) as u8,
            role: role_of(bits(Self::ROLE, 11) as u16),
            fire: FIRES[bits(Self::FIRE, 3)],
            target: aim(Self::TARGET),
            second: FIRES[bits(Self::SECOND, 3)],
            second_target: aim(Self::SECOND_TARGET),
            hits: bits(0, 2) as u8,
        }
    }

    const fn count(self) -> u32 {
        (self.0 >> Self::COUNT) as u32 & MAX_IN_GROUP as u32
    }

    /// Side and kind: squads are sorted by it.
    const fn kind(self) -> u64 {
        self.0 >> Self::KIND
    }
}

const FIRES: [Fire; 8] = [
    Fire::Hold,
    Fire::Beam,
    Fire::Missile,
    Fire::TimeOnTarget,
    Fire::Suicide,
    Fire::DefensiveBeam,
    Fire::DefensiveMissile,
    Fire::HighIntensity,
];

/// What a role is, in three bits, and of which squad or box, in eight.
fn role_number(role: Role) -> u16 {
    let (what, whom) = match role {
        Role::Unassigned => (0, 0),
        Role::Paired { foe } => (1, foe),
        Role::Doubling { foe } => (2, foe),
        Role::Out => (3, 0),
        Role::On(Mission::StayOff) => (4, 0),
        Role::On(Mission::Bombard(at)) => (5, at.0),
        Role::On(Mission::Drop(at)) => (6, at.0),
        Role::On(Mission::Land(at)) => (7, at.0),
    };
    what << 8 | u16::from(whom)
}

#[inline(always)]
fn role_of(number: u16) -> Role {
    let whom = number as u8;
    match number >> 8 {
        0 => Role::Unassigned,
        1 => Role::Paired { foe: whom },
        2 => Role::Doubling { foe: whom },
        3 => Role::Out,
        4 => Role::On(Mission::StayOff),
        5 => Role::On(Mission::Bombard(BoxId(whom))),
        6 => Role::On(Mission::Drop(BoxId(whom))),
        _ => Role::On(Mission::Land(BoxId(whom))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cargo, IMPERIAL, TERRAN};
    use super::*;

    fn squads() -> Vec<Squad> {
        let roles = [
            Role::Unassigned,
            Role::Paired { foe: 200 },
            Role::Doubling { foe: 3 },
            Role::Out,
            Role::On(Mission::StayOff),
            Role::On(Mission::Bombard(BoxId(33))),
            Role::On(Mission::Drop(BoxId(1))),
            Role::On(Mission::Land(BoxId(0))),
        ];
        let cargoes = [
            Cargo::Empty,
            Cargo::One { class: Class::JumpTroops, disrupted: false, strength: 4 },
            Cargo::Fighters { sound: 1, disrupted: 2 },
        ];
        let mut squads = Vec::new();
        for (k, role) in roles.into_iter().enumerate() {
            for (seat, fire) in [TERRAN, IMPERIAL].into_iter().cycle().zip(FIRES) {
                let target = (k > 0).then_some(k as u8 * 36);
                let base =
                    Squad { seat, role, fire, target, hits: k as u8 % 3, count: 1 + k as u8, ..Squad::GONE };
                let troops = Squad { class: Class::RegularTroops, strength: 5, disrupted: true, ..base };
                let aimed = Squad { second: fire, second_target: Some(k as u8), spent: true, ..base };
                squads.extend([troops, aimed, Squad { class: Class::Outpost, marker: true, ..base }]);
                squads.extend(cargoes.map(|cargo| Squad { class: Class::Transport, cargo, ..base }));
            }
        }
        squads
    }

    #[test]
    fn a_squad_comes_back_from_its_number() {
        for squad in squads() {
            assert_eq!(PackedSquad::checked(&squad).map(PackedSquad::squad), Ok(squad));
        }
    }

    #[test]
    fn squads_are_sorted_by_side_and_kind() {
        let (mut by_number, mut by_fields) = (squads(), squads());
        by_number.sort_by_key(|squad| PackedSquad::new(squad).kind());
        by_fields.sort_by_key(|squad| (squad.seat, squad.kind()));
        assert_eq!(by_number, by_fields);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |squad| Squads::new().insert(squad).unwrap_err();
        let fleet = Cargo::Fighters { sound: 9, disrupted: 0 };
        assert_eq!(refused(Squad { cargo: fleet, ..Squad::GONE }), "there are no such counters");
        for squad in [Squad { count: 32, ..Squad::GONE }, Squad { target: Some(255), ..Squad::GONE }] {
            assert_eq!(refused(squad), "numbers beyond what there is");
        }
    }

    #[test]
    fn a_squad_too_many_is_told() {
        let mut squads = Squads::new();
        (0..MAX_SQUADS).for_each(|_| squads.push(Squad::GONE));
        assert!(!squads.overflown());
        assert_eq!(squads.insert(Squad::GONE), Err("too many squads"));
        squads.push(Squad::GONE);
        assert!(squads.overflown() && squads.len() == MAX_SQUADS);
    }
}
