//! Loading and unloading (rules 3.2 transport, 8 outposts).

use std::cmp::Reverse;

use super::Imperium;
use super::action::{Action, Quantity};
use super::class::Class;
use super::legal::Offer;
use super::orders::{cargo_key, place_at};
use super::sets::bits;
use super::state::{
    BoxId, Cargo, Group, Marker, OrderStage, Orders, PackedGroup, Place, State, Step, SystemId, Used,
};
use crate::core::Seat;

/// The classes that are carried.
pub(super) const CARRIED: u32 = 1 << Class::Fighter as u32
    | 1 << Class::RegularTroops as u32
    | 1 << Class::JumpTroops as u32
    | 1 << Class::PlanetaryDefence as u32
    | 1 << Class::Outpost as u32;

/// The classes, by bit [`Class::index`], that carry them.
const CARRIERS: u32 = 1 << Class::Transport as u32 | 1 << Class::Mothership as u32;

/// Where ships handle cargo in a stage.
#[derive(Default)]
struct Carriers {
    /// Systems, by bit, with such ships in the hex or in a box.
    systems: u64,
    /// Those of them with cargo aboard.
    laden: u64,
    /// Those with fighters aboard.
    with_fighters: u64,
    /// Where there is room for fighters.
    for_fighters: Room,
    /// Where there is room for anything else that is carried.
    for_others: Room,
}

/// Where there is room aboard.
#[derive(Clone, Copy, Default)]
struct Room {
    /// Systems, by bit, with a ship in the hex that has it.
    systems: u64,
    /// Boxes, by bit, with one on the ground.
    boxes: u64,
}

impl Room {
    const fn add(&mut self, more: Self) {
        self.systems |= more.systems;
        self.boxes |= more.boxes;
    }

    const fn is_none(self) -> bool {
        self.systems | self.boxes == 0
    }
}

impl Imperium {
    /// Whether a ship handles cargo in a stage: before its first leg, after it, after its last.
    const fn is_handling(stage: OrderStage, group: &PackedGroup) -> bool {
        let in_time = match stage {
            OrderStage::FirstCargo => Used::NOTHING.bit(),
            OrderStage::SecondCargo => Used::FIRST_LEG.bit() | Used::READY.bit(),
            _ => Used::MARCHED.bit(),
        };
        group.is_of(CARRIERS) && in_time & group.used().bit() != 0
    }

    /// Those of these groups that handle cargo in a stage.
    fn handling(groups: &[PackedGroup], stage: OrderStage) -> impl Iterator<Item = &PackedGroup> {
        groups.iter().filter(move |group| Self::is_handling(stage, group))
    }

    /// Whether a carrier can exchange cargo with a place: in that box, or in the hex above while no enemy
    /// combat ship is there.
    fn serves(&self, state: &State, carrier: &Group, at: Place) -> bool {
        carrier.place == at
            || at.surface().is_some_and(|surface| {
                let system = self.map.surface(surface).system;
                carrier.place == Place::Space(system) && state.obstacles.is_open(system)
            })
    }

    /// How many more counters of a class one ship can take aboard.
    // rule: imp.3.2.motherships
    fn room(&self, carrier: &Group, class: Class) -> u8 {
        match (carrier.class, carrier.cargo) {
            (Class::Transport, Cargo::Empty) => 1,
            (Class::Mothership, cargo) if class == Class::Fighter => {
                self.units.capacity(carrier.class, carrier.seat).saturating_sub(cargo.count())
            }
            _ => 0,
        }
    }

    fn most_loaded(&self, state: &State, stage: OrderStage, class: Class, at: Place) -> u8 {
        let seat = Self::mover(state);
        let waiting: u8 =
            state.groups_at(at).filter(|g| g.seat == seat && g.class == class).map(|g| g.count).sum();
        let carriers = Self::handling(state.groups.packed_of(seat), stage).map(|group| group.group());
        let carriers = carriers.filter(|g| self.serves(state, g, at));
        let room = carriers.map(|g| self.room(&g, class).saturating_mul(g.count)).fold(0, u8::saturating_add);
        waiting.min(room)
    }

    fn most_unloaded(&self, state: &State, stage: OrderStage, class: Class, at: Place) -> u8 {
        let seat = Self::mover(state);
        if !Self::may_put_down(state, class, at) {
            return 0;
        }
        let aboard: u8 = Self::handling(state.groups.packed_of(seat), stage)
            .map(|group| group.group())
            .filter(|g| g.cargo.class() == Some(class) && self.serves(state, g, at))
            .map(|g| g.cargo.count() * g.count)
            .sum();
        match at.surface() {
            Some(surface) if class == Class::PlanetaryDefence => {
                aboard.min(self.tables.pd_per_box.saturating_sub(self.defences(state, surface)))
            }
            Some(surface) if class == Class::Outpost && state.marker(surface).is_empty() => aboard.min(1),
            _ => aboard,
        }
    }

    /// Whether [`Imperium::most_loaded`] is not 0 for a counter that is there.
    fn may_load(&self, state: &State, carriers: &Carriers, class: Class, at: Place) -> bool {
        let room = if class == Class::Fighter { carriers.for_fighters } else { carriers.for_others };
        match at {
            Place::Space(system) => room.systems & system.bit() != 0,
            Place::Surface(at) => {
                let system = self.map.surface(at).system;
                room.boxes & at.bit() != 0
                    || room.systems & system.bit() != 0 && state.obstacles.is_open(system)
            }
            Place::Hex { .. } => false,
        }
    }

    /// Whether [`Imperium::most_unloaded`] is not 0, where these ships handle cargo.
    fn may_unload<'a>(
        &self,
        state: &State,
        mut handling: impl Iterator<Item = &'a PackedGroup>,
        class: Class,
        at: Place,
    ) -> bool {
        Self::may_put_down(state, class, at)
            && !at.surface().is_some_and(|surface| self.is_full(state, class, surface))
            && handling
                .any(|group| group.kind().carrying == Some(class) && self.serves(state, &group.group(), at))
    }

    /// Whether a counter may be put down: fighters in any hex; anything in a box that no enemy holds or stands
    /// in; an outpost only in an empty or own box.
    // rule: imp.3.2.transport imp.8.outpost
    fn may_put_down(state: &State, class: Class, at: Place) -> bool {
        at.surface().map_or(class == Class::Fighter, |surface| state.obstacles.closed & surface.bit() == 0)
    }

    /// Offers loading and unloading of a stage: unloading first, by place, then class; `support`: the support ships of
    /// the side.
    // rule: imp.3.2.transport
    pub(super) fn offer_cargo<O: Offer>(
        &self,
        state: &State,
        support: &[PackedGroup],
        (orders, stage): (Orders, OrderStage),
        offer: &mut O,
    ) -> bool {
        if !matches!(offer.sought(), None | Some(Action::Load { .. } | Action::Unload { .. })) {
            return false;
        }
        let carriers = self.carriers(Self::mover(state), Self::handling(support, stage));
        if carriers.systems == 0 {
            return false;
        }
        // Which ship takes what depends on the order of loading, so this order is a rule, not a reduction.
        let last = if stage == orders.stage { orders.last } else { 0 };
        let mut consider = |load, at, class| {
            let action = if load { Action::Load { class, at } } else { Action::Unload { class, at } };
            cargo_key(load, at, class) > last
                && offer.wants(action)
                && if load {
                    self.may_load(state, &carriers, class, at)
                } else {
                    self.may_unload(state, Self::handling(support, stage), class, at)
                }
                && offer.put(action)
        };
        for k in bits(carriers.with_fighters) {
            if consider(false, Place::Space(SystemId(k as u8)), Class::Fighter) {
                return true;
            }
        }
        for system in bits(carriers.laden).map(|k| SystemId(k as u8)) {
            let aboard = self.aboard(Self::handling(support, stage), system);
            for at in self.map.boxes_of(system) {
                for class in bits(u64::from(aboard)) {
                    if consider(false, Place::Surface(at), Class::ALL[class]) {
                        return true;
                    }
                }
            }
        }
        if stage == OrderStage::LastCargo || carriers.for_fighters.is_none() {
            return false;
        }
        let mut previous = None;
        let loads = if carriers.for_others.is_none() { 1 << Class::Fighter.index() } else { CARRIED };
        for group in state.groups.packed_of(Self::mover(state)).iter().filter(|group| group.is_of(loads)) {
            let this = Some((group.place(), group.class()));
            if previous != this && consider(true, place_at(group.place()), group.kind().class) {
                return true;
            }
            previous = this;
        }
        false
    }

    /// Where the ships of a seat that handle cargo in a stage are.
    fn carriers<'a>(&self, seat: Seat, handling: impl Iterator<Item = &'a PackedGroup>) -> Carriers {
        let mut carriers = Carriers::default();
        let capacity = self.units.capacity(Class::Mothership, seat);
        for group in handling {
            let at = place_at(group.place());
            let Some(system) = self.system_of(at) else { continue };
            let laden = if group.is_laden() { system.bit() } else { 0 };
            carriers.systems |= system.bit();
            carriers.laden |= laden;
            let aboard = group.kind().carrying;
            carriers.with_fighters |= if aboard == Some(Class::Fighter) { laden } else { 0 };
            let room = match at {
                Place::Surface(at) => Room { systems: 0, boxes: at.bit() },
                _ => Room { systems: system.bit(), boxes: 0 },
            };
            // rule: imp.3.2.motherships
            if group.is_of(1 << Class::Mothership.index()) {
                if group.cargo().count() < capacity {
                    carriers.for_fighters.add(room);
                }
            } else if !group.is_laden() {
                carriers.for_fighters.add(room);
                carriers.for_others.add(room);
            }
        }
        carriers
    }

    /// The classes, by bit [`Class::index`], of what is aboard those ships that handle cargo in a system.
    fn aboard<'a>(&self, handling: impl Iterator<Item = &'a PackedGroup>, system: SystemId) -> u32 {
        handling
            .filter(|group| self.system_of(place_at(group.place())) == Some(system))
            .filter_map(|group| group.kind().carrying)
            .fold(0, |classes, class| classes | 1 << class.index())
    }

    /// The stage that loading and unloading belongs to after these orders.
    pub(super) const fn stage_of_cargo(orders: Orders) -> OrderStage {
        match orders.stage {
            OrderStage::FirstCargo => OrderStage::FirstCargo,
            OrderStage::Approach | OrderStage::SecondCargo => OrderStage::SecondCargo,
            OrderStage::March | OrderStage::LastCargo => OrderStage::LastCargo,
        }
    }

    /// The player has said what to load or unload.
    pub(super) fn choose_cargo(
        &self,
        state: &mut State,
        orders: Orders,
        load: bool,
        class: Class,
        at: Place,
    ) {
        let stage = Self::stage_of_cargo(orders);
        let most = if load {
            self.most_loaded(state, stage, class, at)
        } else {
            self.most_unloaded(state, stage, class, at)
        };
        let orders = Orders { stage, last: if stage == orders.stage { orders.last } else { 0 } };
        state.step = match (most, load) {
            (1, _) => return self.move_cargo(state, orders, load, class, at, 1),
            (_, true) => Step::Quantity(Quantity::Load { class, at, most, orders }),
            (_, false) => Step::Quantity(Quantity::Unload { class, at, most, orders }),
        };
    }

    /// Loads or unloads `count` counters.
    pub(super) fn move_cargo(
        &self,
        state: &mut State,
        orders: Orders,
        load: bool,
        class: Class,
        at: Place,
        count: u8,
    ) {
        for _ in 0..count {
            if load {
                self.load_one(state, orders.stage, class, at);
            } else {
                self.unload_one(state, orders.stage, class, at);
            }
        }
        state.step = Step::Orders(Orders { last: cargo_key(load, at, class), ..orders });
    }

    /// One counter goes aboard: sound before disrupted ones, the strongest troops first; on motherships before transports, in the box before
    /// in the hex, on sound before disrupted ships.
    fn load_one(&self, state: &mut State, stage: OrderStage, class: Class, at: Place) {
        let seat = Self::mover(state);
        let counter = state
            .groups
            .packed()
            .iter()
            .enumerate()
            .filter(|(_, g)| g.is_of(1 << class.index()) && g.seat() == seat)
            .map(|(index, g)| (index, g.group()))
            .filter(|(_, g)| g.place == at)
            .min_by_key(|(_, g)| (g.disrupted, Reverse(g.strength)))
            .map(|(index, _)| index);
        let counter = state.take(counter.expect("there is something to load"), 1);
        let carrier = state
            .groups
            .packed()
            .iter()
            .enumerate()
            .filter(|(_, g)| Self::is_handling(stage, g) && g.seat() == seat)
            .map(|(index, g)| (index, g.group()))
            .filter(|(_, g)| self.serves(state, g, at) && self.room(g, class) > 0)
            .min_by_key(|(_, g)| (g.class != Class::Mothership, g.place != at, g.disrupted))
            .map(|(index, _)| index);
        let mut carrier = state.take(carrier.expect("there is room"), 1);
        carrier.cargo = match carrier.cargo {
            _ if carrier.class == Class::Transport => {
                Cargo::One { class, disrupted: counter.disrupted, strength: counter.strength }
            }
            Cargo::Fighters { sound, disrupted } => Cargo::Fighters {
                sound: sound + u8::from(!counter.disrupted),
                disrupted: disrupted + u8::from(counter.disrupted),
            },
            _ => Cargo::Fighters {
                sound: u8::from(!counter.disrupted),
                disrupted: u8::from(counter.disrupted),
            },
        };
        carrier.used = handled(stage, carrier.used);
        state.add(carrier);
    }

    /// One counter is put down, the strongest troops first; an outpost in a box without a marker of its own becomes one.
    // rule: imp.8.outpost
    fn unload_one(&self, state: &mut State, stage: OrderStage, class: Class, at: Place) {
        let seat = Self::mover(state);
        let carrier = state
            .groups
            .packed()
            .iter()
            .enumerate()
            .filter(|(_, g)| Self::is_handling(stage, g) && g.seat() == seat)
            .map(|(index, g)| (index, g.group()))
            .filter(|(_, g)| g.cargo.class() == Some(class) && self.serves(state, g, at))
            .min_by_key(|(_, g)| Reverse(g.cargo.strength()))
            .map(|(index, _)| index);
        let mut carrier = state.take(carrier.expect("there is something to unload"), 1);
        let strength = carrier.cargo.strength();
        let (cargo, disrupted) = match carrier.cargo {
            Cargo::Fighters { sound, disrupted } => {
                let out = sound == 0;
                let (sound, disrupted) = (sound - u8::from(!out), disrupted - u8::from(out));
                let left = Cargo::Fighters { sound, disrupted };
                (if sound + disrupted == 0 { Cargo::Empty } else { left }, out)
            }
            Cargo::One { disrupted, .. } => (Cargo::Empty, disrupted),
            Cargo::Empty => unreachable!("the carrier has cargo"),
        };
        carrier.cargo = cargo;
        carrier.used = handled(stage, carrier.used);
        state.add(carrier);
        match at.surface().filter(|_| class == Class::Outpost) {
            Some(surface) if self.takes_outpost(state, seat, surface) => place_outpost(state, seat, surface),
            _ => state.add(Group { disrupted, strength, ..Group::new(at, seat, class, 1) }),
        }
    }

    /// Whether an outpost put down here becomes the box's marker: there is none of the side's own.
    fn takes_outpost(&self, state: &State, seat: Seat, at: BoxId) -> bool {
        let marker = state.marker(at);
        marker.is_empty()
            || marker.holder == Some(seat) && marker.world != Some(seat) && marker.outpost.is_none()
    }
}

fn place_outpost(state: &mut State, seat: Seat, at: BoxId) {
    let marker = Marker { outpost: Some(seat), holder: Some(seat), neutralised: false, ..state.marker(at) };
    state.markers.set(at, marker);
}

const fn handled(stage: OrderStage, used: Used) -> Used {
    if matches!(stage, OrderStage::SecondCargo) { Used::READY } else { used }
}

#[cfg(test)]
mod tests {
    use super::super::legal::Listed;
    use super::super::positions_for_tests::{
        first_war, ground, in_sight, set_outpost, ships, surface_box, system,
    };
    use super::super::state::{IMPERIAL, Phase, TERRAN};
    use super::*;

    fn first_movement() -> (Imperium, State) {
        let (game, mut state) = first_war();
        state.phase = Phase::FirstMovement;
        state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
        (game, state)
    }

    fn legal(game: &Imperium, state: &State) -> Vec<Action> {
        let mut list = Vec::new();
        game.offer(&in_sight(game, state), &mut Listed { list: &mut list, any_order: false });
        list
    }

    fn at_box(game: &Imperium, id: &str) -> Place {
        Place::Surface(surface_box(game, id))
    }

    #[test]
    fn imp_3_2_transport() {
        let (game, mut state) = first_movement();
        let sol = at_box(&game, "sol");
        ground(&game, &mut state, "sol", TERRAN, Class::RegularTroops, 3);
        ships(&game, &mut state, "sol", TERRAN, Class::Transport, 2);
        assert_eq!(legal(&game, &state)[0], Action::Load { class: Class::RegularTroops, at: sol });
        game.act(&mut state, Action::Load { class: Class::RegularTroops, at: sol });
        let counts = legal(&game, &state);
        assert_eq!(counts, [Action::Count(1), Action::Count(2)], "one counter a transport");
        game.act(&mut state, Action::Count(1));
        let loaded = state.groups_of(TERRAN).filter(|g| g.cargo.class() == Some(Class::RegularTroops));
        assert_eq!(loaded.map(|g| g.count).sum::<u8>(), 1);
        assert_eq!(state.counters(TERRAN, Class::RegularTroops), 3);
    }

    #[test]
    fn imp_3_2_transport_needs_an_open_hex() {
        let (game, mut state) = first_movement();
        ground(&game, &mut state, "sol", TERRAN, Class::RegularTroops, 1);
        ships(&game, &mut state, "sol", TERRAN, Class::Transport, 1);
        ships(&game, &mut state, "sol", IMPERIAL, Class::Scout, 1);
        assert!(!legal(&game, &state).iter().any(|action| matches!(action, Action::Load { .. })));
    }

    #[test]
    fn imp_8_outpost() {
        let (game, mut state) = first_movement();
        let carrying = Cargo::One { class: Class::Outpost, disrupted: false, strength: 0 };
        let place = Place::Space(system(&game, "procyon"));
        state.add(Group { cargo: carrying, ..Group::new(place, TERRAN, Class::Transport, 2) });
        let procyon = at_box(&game, "procyon");
        assert!(legal(&game, &state).contains(&Action::Unload { class: Class::Outpost, at: procyon }));
        game.act(&mut state, Action::Unload { class: Class::Outpost, at: procyon });
        let marker = state.marker(surface_box(&game, "procyon"));
        assert_eq!((marker.outpost, marker.holder, marker.neutralised), (Some(TERRAN), Some(TERRAN), false));
        assert_eq!(state.counters(TERRAN, Class::Outpost), 3 + 2, "one marker of three and one, one aboard");
        set_outpost(&game, &mut state, "procyon", IMPERIAL);
        state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
        assert!(!legal(&game, &state).iter().any(|action| matches!(action, Action::Unload { .. })));
    }

    /// A box takes one PD, however many are aboard.
    #[test]
    fn imp_7_3_pd_per_box_from_aboard() {
        let (game, mut state) = first_movement();
        let carrying = Cargo::One { class: Class::PlanetaryDefence, disrupted: false, strength: 0 };
        let place = Place::Space(system(&game, "barnard"));
        state.add(Group { cargo: carrying, ..Group::new(place, TERRAN, Class::Transport, 2) });
        let barnard = at_box(&game, "barnard");
        let unload = Action::Unload { class: Class::PlanetaryDefence, at: barnard };
        assert!(legal(&game, &state).contains(&unload));
        game.act(&mut state, unload);
        assert_eq!(game.defences(&state, surface_box(&game, "barnard")), 1);
        state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
        assert!(!legal(&game, &state).contains(&unload));
    }

    #[test]
    fn imp_3_2_motherships_carry_six_fighters() {
        let (game, mut state) = first_movement();
        ships(&game, &mut state, "sol", TERRAN, Class::Fighter, 8);
        ships(&game, &mut state, "sol", TERRAN, Class::Mothership, 1);
        let hex = Place::Space(system(&game, "sol"));
        game.act(&mut state, Action::Load { class: Class::Fighter, at: hex });
        game.act(&mut state, Action::Count(6));
        let full = state.groups_of(TERRAN).find(|g| g.class == Class::Mothership).unwrap();
        assert_eq!(full.cargo, Cargo::Fighters { sound: 6, disrupted: 0 });
        let again = Orders { stage: OrderStage::FirstCargo, last: 0 };
        assert_eq!(game.most_loaded(&state, again.stage, Class::Fighter, hex), 0);
    }
}
