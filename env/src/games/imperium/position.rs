//! Questions that a [`State`] answers, and the ways its counters change.

use super::Imperium;
use super::action::{Kind, Quantity};
use super::cargo::CARRIED;
use super::class::Class;
use super::state::{
    BoxId, Cargo, Due, Group, MAX_GROUPS, MAX_SQUADS, Marker, PackedGroup, Place, State, Step, SystemId,
    TERRAN, Used,
};
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
            used: Used::NOTHING,
            count,
        }
    }

    /// What they are to a player who picks them.
    pub const fn kind(&self) -> Kind {
        Kind { class: self.class, disrupted: self.disrupted, carrying: self.cargo.class() }
    }
}

impl Marker {
    /// A world or an outpost of this seat, not neutralised.
    pub const fn of(seat: Seat, world: bool) -> Self {
        let (world, outpost) = if world { (Some(seat), None) } else { (None, Some(seat)) };
        Self { world, outpost, neutralised: false, holder: Some(seat) }
    }

    /// Whether no marker of either side is in the box.
    pub const fn is_empty(&self) -> bool {
        self.world.is_none() && self.outpost.is_none()
    }
}

impl State {
    /// Puts a group on the map: see [`Groups::add`](super::state::Groups::add).
    pub fn add(&mut self, group: Group) {
        self.groups.add(group);
    }

    /// Takes counters off the map: see [`Groups::take`](super::state::Groups::take).
    pub fn take(&mut self, index: usize, count: u8) -> Group {
        self.groups.take(index, count)
    }

    /// The groups of a seat.
    pub fn groups_of(&self, seat: Seat) -> impl Iterator<Item = Group> + Clone {
        self.groups.of(seat)
    }

    /// The groups at a place.
    pub fn groups_at(&self, place: Place) -> impl Iterator<Item = Group> + Clone {
        self.groups.standing_at(place)
    }

    /// The systems, by bit, whose hex has combat ships of this seat: every ship but transports and tankers.
    // rule: imp.15.1.words
    pub fn combat_ships(&self, seat: Seat) -> u64 {
        self.in_space(seat, Class::COMBAT_SHIPS)
    }

    /// The systems, by bit, whose hex has ships of this seat.
    pub fn ships(&self, seat: Seat) -> u64 {
        self.in_space(seat, Class::SHIPS)
    }

    /// The systems, by bit, whose hex has tankers of this seat, disrupted or not.
    pub fn tankers(&self, seat: Seat) -> u64 {
        self.in_space(seat, 1 << Class::Tanker.index())
    }

    /// The systems, by bit, whose hex has counters of a seat of any of these classes, by bit [`Class::index`].
    fn in_space(&self, seat: Seat, classes: u32) -> u64 {
        let [systems] = self.groups.systems_with(seat, [classes]);
        systems
    }

    /// The boxes, by bit, with units of this seat.
    pub fn boxes_with_units(&self, seat: Seat) -> u64 {
        let [boxes] = self.groups.boxes_with(seat, [u32::MAX]);
        boxes
    }

    /// The boxes, by bit, that have an own marker of this seat, not neutralised.
    pub fn friendly_boxes(&self, seat: Seat) -> u64 {
        self.markers.friendly(seat)
    }

    /// The boxes, by bit, where this seat has an unneutralised world of its own.
    pub fn worlds(&self, seat: Seat) -> u64 {
        self.markers.friendly(seat) & self.markers.own_worlds(seat)
    }

    /// The boxes, by bit, where this seat has an unneutralised outpost.
    pub fn outposts(&self, seat: Seat) -> u64 {
        self.markers.friendly(seat) & self.markers.own_outposts(seat)
    }

    /// The boxes, by bit, that this seat holds.
    pub fn held_boxes(&self, seat: Seat) -> u64 {
        self.markers.held(seat)
    }

    /// What stands in a box.
    pub fn marker(&self, at: BoxId) -> Marker {
        self.markers.at(at)
    }

    /// How many counters of a class a seat has: on the map, aboard, under way, in store, and as markers.
    pub fn counters(&self, seat: Seat, class: Class) -> u8 {
        let groups = self.groups.packed_of(seat).iter();
        let of_class = |group: &PackedGroup| group.class() == class.index() as u32;
        let on_map = groups.clone().map(|group| if of_class(group) { group.count() } else { 0 }).sum::<u8>();
        let mut count = self.sides[seat.index()].to_deploy[class.index()] + on_map;
        if CARRIED >> class.index() & 1 == 1 {
            let carriers = groups.filter(|group| group.is_laden() && group.kind().carrying == Some(class));
            count += carriers.map(|group| group.cargo().count() * group.count()).sum::<u8>();
        }
        if class == Class::Outpost {
            count += self.markers.own_outposts(seat).count_ones() as u8;
        }
        let due = self.due.iter().filter(|due| due.seat == seat && due.class == class);
        count + due.map(|due| due.count).sum::<u8>()
    }

    /// The same for every class, by [`Class::index`].
    pub fn all_counters(&self, seat: Seat) -> [u8; Class::COUNT] {
        let mut counts = self.sides[seat.index()].to_deploy;
        for group in self.groups.packed_of(seat) {
            counts[group.class() as usize] += group.count();
            let cargo = if group.is_laden() { group.cargo() } else { continue };
            if let Some(aboard) = cargo.class() {
                counts[aboard.index()] += cargo.count() * group.count();
            }
        }
        counts[Class::Outpost.index()] += self.markers.own_outposts(seat).count_ones() as u8;
        for due in self.due.iter().filter(|due| due.seat == seat) {
            counts[due.class.index()] += due.count;
        }
        counts
    }

    /// Whether the next event could ask for more groups or squads than a state has room for. Nothing does where there
    /// are few counters: each squad of a battle has one at its place, each group one anywhere.
    pub(super) fn is_crowded(&self) -> bool {
        let [in_space, in_boxes] = self.groups.counters_in_systems().map(u32::from);
        let fighting = self.battle.as_ref().map_or(0, |battle| battle.squads.counters());
        let with_stores = self.sides.iter().filter(|side| side.to_deploy != [0; Class::COUNT]);
        let in_store = with_stores.flat_map(|side| side.to_deploy).map(u32::from).sum::<u32>();
        let under_way = Seat::all(2).map(|seat| self.groups.under_way(seat).len()).sum::<usize>();
        // Each counter that is put down leaves a ship behind that is another than before; else one stack is parted.
        let parted = match self.step {
            Step::Quantity(Quantity::Load { most, .. } | Quantity::Unload { most, .. }) => {
                2 * usize::from(most)
            }
            _ => 4,
        };
        let groups =
            (in_space + in_boxes + fighting + in_store) as usize + under_way + self.due.len() + parted;
        in_space.max(in_boxes) + fighting > MAX_SQUADS as u32 || groups > MAX_GROUPS
    }

    /// Whether an event has asked for more groups or squads than there is room for, so that some are missing.
    pub(super) fn has_overflown(&self) -> bool {
        self.groups.overflown() || self.battle.as_ref().is_some_and(|battle| battle.squads.overflown())
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

    /// Books counters of a class as destroyed, with what each of them carries; `price` is that of a ship, in RU.
    pub fn book_destroyed(
        &mut self,
        seat: Seat,
        (class, count): (Class, u8),
        cargo: Cargo,
        price: impl Fn(Class) -> u8,
    ) {
        let aboard = cargo.class().map(|aboard| (aboard, cargo.count() * count));
        for (class, count) in [(class, count)].into_iter().chain(aboard) {
            self.book_loss(seat, class, count, if class.is_ship() { price(class) } else { 0 });
        }
    }

    /// Books `count` counters of a class as destroyed, at the price of one, in RU.
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
        self.map.systems_of(state.friendly_boxes(seat))
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
    use super::super::state::IMPERIAL;
    use super::*;

    /// Troops aboard go with their transports; only ships have a price.
    #[test]
    fn what_is_aboard_is_booked_as_destroyed_with_its_ship() {
        let (_, mut state) = first_war();
        let troops = Cargo::One { class: Class::RegularTroops, disrupted: false, strength: 0 };
        state.book_destroyed(IMPERIAL, (Class::Transport, 2), troops, |_| 3);
        let side = &state.sides[IMPERIAL.index()];
        let destroyed = [Class::Transport, Class::RegularTroops].map(|class| side.destroyed[class.index()]);
        assert_eq!((destroyed, side.lost_ru), ([2, 2], 6));
    }

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
        state.markers.change(surface_box(&game, "nusku"), |marker| marker.neutralised = true);
        state.markers.change(surface_box(&game, "dushaam"), |marker| marker.neutralised = true);
        assert_eq!(game.friendly_systems(&state, IMPERIAL) & nusku, 0);
    }
}
