//! Questions that a [`State`] answers, and the ways its counters change.

use arrayvec::ArrayVec;

use super::Imperium;
use super::action::Kind;
use super::class::Class;
use super::map::bits;
use super::orders::place_number;
use super::state::{BoxId, Cargo, Due, Group, MAX_GROUPS, Marker, Place, State, SystemId, TERRAN};
use crate::core::Seat;

/// The kinds of markers in play, in the eyes of whoever owns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerKind {
    /// An outpost.
    Outpost,
    /// A world other than a homeworld.
    World,
    /// The owner's homeworld.
    Homeworld,
}

/// `Terran`, `Imperial`.
pub(super) fn side_name(seat: Seat) -> &'static str {
    if seat == TERRAN { "Terran" } else { "Imperial" }
}

/// The other seat.
pub const fn enemy_of(seat: Seat) -> Seat {
    seat.turned(1, 2)
}

impl Place {
    /// The box, if it is one.
    pub const fn surface(self) -> Option<BoxId> {
        match self {
            Self::Surface(at) => Some(at),
            _ => None,
        }
    }
}

impl Cargo {
    /// What class is aboard.
    pub const fn class(self) -> Option<Class> {
        match self {
            Self::Empty => None,
            Self::One { class, .. } => Some(class),
            Self::Fighters { .. } => Some(Class::Fighter),
        }
    }

    /// The strength of drawn troops aboard; 0 for everything else.
    pub const fn strength(self) -> u8 {
        match self {
            Self::One { strength, .. } => strength,
            _ => 0,
        }
    }

    /// How many counters are aboard.
    pub const fn count(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::One { .. } => 1,
            Self::Fighters { sound, disrupted } => sound + disrupted,
        }
    }
}

impl Group {
    /// Ships, undisrupted and empty unless changed, without orders.
    pub const fn new(place: Place, seat: Seat, class: Class, count: u8) -> Self {
        Self {
            place,
            seat,
            class,
            disrupted: false,
            strength: 0,
            cargo: Cargo::Empty,
            spent: false,
            orders: 0,
            count,
        }
    }

    /// What they are to a player who picks them.
    pub const fn kind(&self) -> Kind {
        Kind { class: self.class, disrupted: self.disrupted, carrying: self.cargo.class() }
    }

    /// Whether nothing but their number tells them apart.
    fn is_like(&self, other: &Self) -> bool {
        self.orders == other.orders && self.is_like_but_for_orders(other)
    }

    fn is_like_but_for_orders(&self, other: &Self) -> bool {
        self.class == other.class && Self { orders: other.orders, count: other.count, ..*self } == *other
    }
}

impl Marker {
    /// A world or an outpost of this seat, not neutralised.
    pub const fn of(seat: Seat, world: bool) -> Self {
        let (world, outpost) = if world { (Some(seat), None) } else { (None, Some(seat)) };
        Self { world, outpost, neutralised: false, holder: Some(seat) }
    }

    /// Whether the box's holder has a marker of his own in it that is not neutralised.
    pub fn friendly_to(&self, seat: Seat) -> bool {
        self.holder == Some(seat) && !self.neutralised
    }

    /// Whether no marker of either side is in the box.
    pub const fn is_empty(&self) -> bool {
        self.world.is_none() && self.outpost.is_none()
    }
}

/// Puts a group among others in order, merging it with its like.
///
/// # Panics
/// If it has no counters, or there are more than [`MAX_GROUPS`] groups.
pub(super) fn add(groups: &mut ArrayVec<Group, MAX_GROUPS>, group: Group) {
    assert!(group.count > 0, "a group has at least one counter");
    let place = place_number(group.place);
    let mut at = groups.partition_point(|other| place_number(other.place) < place);
    let first = Group { count: 0, ..group };
    at += groups[at..].iter().take_while(|other| **other < first).count();
    match groups.get_mut(at) {
        Some(like) if like.is_like(&group) => like.count += group.count,
        _ => {
            assert!(!groups.is_full(), "too many groups of counters on the map");
            groups.insert(at, group);
        }
    }
}

impl State {
    /// Puts a group on the map, merging it with its like.
    ///
    /// # Panics
    /// If it has no counters, or there are more than [`MAX_GROUPS`] groups.
    pub fn add(&mut self, group: Group) {
        add(&mut self.groups, group);
    }

    /// Takes `count` counters out of the group with this index and returns them as a group; the indices of
    /// later groups shift if none are left.
    ///
    /// # Panics
    /// If there are not as many.
    pub fn take(&mut self, index: usize, count: u8) -> Group {
        let group = &mut self.groups[index];
        assert!(0 < count && count <= group.count, "{count} of {}", group.count);
        let taken = Group { count, ..*group };
        group.count -= count;
        if group.count == 0 {
            self.groups.remove(index);
        }
        taken
    }

    /// Sets the orders of every group to 0 and merges what is alike again.
    pub fn clear_orders(&mut self) {
        if self.groups.iter().any(|group| group.orders != 0) {
            self.give_orders(|_| 0);
        }
    }

    /// Sets the orders of every group and merges what is alike then.
    pub(super) fn give_orders(&mut self, orders: impl Fn(&Group) -> u8) {
        let mut kept = 0;
        for index in 0..self.groups.len() {
            self.groups[index].orders = orders(&self.groups[index]);
            // Orders are the last thing that groups are sorted by: those alike but for them stand side by side.
            let alone = kept == 0 || !self.groups[kept - 1].is_like_but_for_orders(&self.groups[index]);
            if kept != index {
                self.groups[kept] = self.groups[index];
            }
            kept += usize::from(alone || self.keeps_apart(kept));
        }
        self.groups.truncate(kept);
    }

    /// Puts the group with this index in order among those alike but for orders before it; false: it has become
    /// part of one of them.
    fn keeps_apart(&mut self, index: usize) -> bool {
        let group = self.groups[index];
        let (before, this) = self.groups.split_at_mut(index);
        let run = before.iter().rev().take_while(|other| other.is_like_but_for_orders(&group)).count();
        let run = &mut before[index - run..];
        if let Some(like) = run.iter_mut().find(|other| other.orders == group.orders) {
            like.count += this[0].count;
            return false;
        }
        let at = index - run.len() + run.partition_point(|other| other.orders < group.orders);
        self.groups[at..=index].rotate_right(1);
        true
    }

    /// The groups of a seat.
    pub fn groups_of(&self, seat: Seat) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.seat == seat)
    }

    /// The groups at a place.
    pub fn groups_at(&self, place: Place) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.place == place)
    }

    /// The systems, by bit, whose hex has combat ships of this seat: every ship but transports and tankers.
    // rule: imp.15.1.words
    pub fn combat_ships(&self, seat: Seat) -> u64 {
        self.in_space(seat, |group| group.class.is_combat_ship())
    }

    /// The systems, by bit, whose hex has ships of this seat.
    pub fn ships(&self, seat: Seat) -> u64 {
        self.in_space(seat, |_| true)
    }

    /// The systems, by bit, whose hex has tankers of this seat, disrupted or not.
    pub fn tankers(&self, seat: Seat) -> u64 {
        self.in_space(seat, |group| group.class == Class::Tanker)
    }

    fn in_space(&self, seat: Seat, which: impl Fn(&Group) -> bool) -> u64 {
        let mut mask = 0;
        for group in &self.groups {
            if let Place::Space(system) = group.place
                && group.seat == seat
                && which(group)
            {
                mask |= system.bit();
            }
        }
        mask
    }

    /// The boxes, by bit, with units of this seat.
    pub fn boxes_with_units(&self, seat: Seat) -> u64 {
        let mut mask = 0;
        for group in &self.groups {
            if let Place::Surface(at) = group.place
                && group.seat == seat
            {
                mask |= at.bit();
            }
        }
        mask
    }

    /// The boxes, by bit, that have an own marker of this seat, not neutralised.
    pub fn friendly_boxes(&self, seat: Seat) -> u64 {
        self.boxes_where(|marker| marker.friendly_to(seat))
    }

    /// The boxes, by bit, where this seat has an unneutralised world of its own.
    pub fn worlds(&self, seat: Seat) -> u64 {
        self.boxes_where(|marker| marker.friendly_to(seat) && marker.world == Some(seat))
    }

    /// The boxes, by bit, where this seat has an unneutralised outpost.
    pub fn outposts(&self, seat: Seat) -> u64 {
        self.boxes_where(|marker| marker.friendly_to(seat) && marker.outpost == Some(seat))
    }

    /// The boxes, by bit, that this seat holds.
    pub fn held_boxes(&self, seat: Seat) -> u64 {
        self.boxes_where(|marker| marker.holder == Some(seat))
    }

    fn boxes_where(&self, which: impl Fn(&Marker) -> bool) -> u64 {
        self.markers.iter().enumerate().fold(0, |mask, (k, marker)| mask | u64::from(which(marker)) << k)
    }

    /// What stands in a box.
    pub fn marker(&self, at: BoxId) -> &Marker {
        &self.markers[usize::from(at.0)]
    }

    /// The same, to change.
    pub fn marker_mut(&mut self, at: BoxId) -> &mut Marker {
        &mut self.markers[usize::from(at.0)]
    }

    /// How many counters of a class a seat has: on the map, aboard, under way, in store, and as markers.
    pub fn counters(&self, seat: Seat, class: Class) -> u8 {
        self.all_counters(seat)[class.index()]
    }

    /// The same for every class, by [`Class::index`].
    pub fn all_counters(&self, seat: Seat) -> [u8; Class::COUNT] {
        let mut counts = self.sides[seat.index()].to_deploy;
        for group in self.groups_of(seat) {
            counts[group.class.index()] += group.count;
            if let Some(aboard) = group.cargo.class() {
                counts[aboard.index()] += group.cargo.count() * group.count;
            }
        }
        counts[Class::Outpost.index()] +=
            self.markers.iter().filter(|marker| marker.outpost == Some(seat)).count() as u8;
        for due in self.due.iter().filter(|due| due.seat == seat) {
            counts[due.class.index()] += due.count;
        }
        counts
    }

    /// Puts units on their way.
    ///
    /// # Panics
    /// If there are more than [`MAX_DUE`](super::state::MAX_DUE) lines.
    pub fn order(&mut self, line: Due) {
        if let Some(like) = self.due.iter_mut().find(|due| Due { count: line.count, ..**due } == line) {
            like.count += line.count;
            return;
        }
        let at = self.due.partition_point(|due| *due < line);
        self.due.insert(at, line);
    }

    /// Changes glory, within the ends of its track.
    pub fn change_glory(&mut self, by: i8, track: [i8; 2]) {
        self.court.glory = (self.court.glory + by).clamp(track[0], track[1]);
    }

    /// Books `count` ships of a class as destroyed, at the price of one, in RU.
    pub fn book_loss(&mut self, seat: Seat, class: Class, count: u8, price: u8) {
        let side = &mut self.sides[seat.index()];
        side.lost_ru += u16::from(count) * u16::from(price);
        side.destroyed[class.index()] = side.destroyed[class.index()].saturating_add(count);
    }
}

impl Imperium {
    /// The systems, by bit, that are friendly to a seat: with at least one own marker that is not neutralised.
    // rule: imp.15.1.words
    pub fn friendly_systems(&self, state: &State, seat: Seat) -> u64 {
        self.systems_of(state.friendly_boxes(seat))
    }

    /// The systems, by bit, that these boxes belong to.
    pub fn systems_of(&self, boxes: u64) -> u64 {
        bits(boxes).fold(0, |mask, k| mask | self.map.boxes[k].system.bit())
    }

    /// The systems, by bit, without any marker.
    // rule: imp.15.1.words
    pub fn empty_systems(&self, state: &State) -> u64 {
        let marked = state.boxes_where(|marker| !marker.is_empty());
        self.map.all() & !self.systems_of(marked)
    }

    /// The marker of the box's holder, where he has one of his own; whether it is neutralised is in
    /// [`Marker::neutralised`].
    pub fn marker_kind(&self, state: &State, at: BoxId) -> Option<(Seat, MarkerKind)> {
        let marker = state.marker(at);
        let holder = marker.holder?;
        if marker.outpost == Some(holder) {
            Some((holder, MarkerKind::Outpost))
        } else if marker.world != Some(holder) {
            None
        } else if self.map.surface(at).home == Some(holder) {
            Some((holder, MarkerKind::Homeworld))
        } else {
            Some((holder, MarkerKind::World))
        }
    }

    /// The system that a place belongs to; `None` between systems.
    pub fn system_of(&self, place: Place) -> Option<SystemId> {
        match place {
            Place::Space(system) => Some(system),
            Place::Surface(at) => Some(self.map.surface(at).system),
            Place::Hex { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{first_war, ground, ships, surface_box, system};
    use super::super::state::{IMPERIAL, TERRAN};
    use super::*;

    #[test]
    fn imp_15_1_words() {
        let (game, mut state) = first_war();
        ships(&game, &mut state, "sol", IMPERIAL, Class::Scout, 1);
        ships(&game, &mut state, "procyon", IMPERIAL, Class::Tanker, 1);
        ground(&game, &mut state, "nusku", IMPERIAL, Class::Destroyer, 1);
        assert_eq!(state.combat_ships(IMPERIAL), system(&game, "sol").bit());
        assert_eq!(state.ships(IMPERIAL), system(&game, "sol").bit() | system(&game, "procyon").bit());
        assert_eq!(state.boxes_with_units(IMPERIAL), surface_box(&game, "nusku").bit());
        let nusku = system(&game, "nusku").bit();
        assert_ne!(game.friendly_systems(&state, IMPERIAL) & nusku, 0);
        state.marker_mut(surface_box(&game, "nusku")).neutralised = true;
        state.marker_mut(surface_box(&game, "dushaam")).neutralised = true;
        assert_eq!(game.friendly_systems(&state, IMPERIAL) & nusku, 0);
        assert_eq!(game.empty_systems(&state) & nusku, 0, "a neutralised marker is still a marker");
        assert_ne!(game.empty_systems(&state) & system(&game, "procyon").bit(), 0);
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
        for (place, seat) in places.into_iter().flat_map(|place| [(place, TERRAN), (place, IMPERIAL)]) {
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
        let mut added = ArrayVec::new();
        for step in [7, 11] {
            (0..groups.len()).for_each(|k| add(&mut added, groups[k * step % groups.len()]));
        }
        groups.sort_unstable();
        groups.iter_mut().for_each(|group| group.count = 2);
        assert_eq!(added[..], groups[..]);
    }

    #[test]
    fn like_counters_are_one_group() {
        let (game, mut state) = first_war();
        ships(&game, &mut state, "sol", TERRAN, Class::Destroyer, 2);
        ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
        ships(&game, &mut state, "sol", TERRAN, Class::Destroyer, 1);
        assert_eq!(state.groups.iter().map(|group| group.count).collect::<Vec<_>>(), [1, 3]);
        let moved = Group { orders: 3, ..state.take(1, 1) };
        state.add(moved);
        assert_eq!(state.groups.len(), 3);
        state.give_orders(|group| 3 - group.orders);
        let orders = |state: &State| state.groups.iter().map(|g| (g.orders, g.count)).collect::<Vec<_>>();
        assert_eq!(orders(&state), [(3, 1), (0, 1), (3, 2)], "sorted again");
        state.clear_orders();
        assert_eq!(orders(&state), [(0, 1), (0, 3)]);
    }
}
