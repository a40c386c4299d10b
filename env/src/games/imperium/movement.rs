//! Movement: how orders are given (rules 3.2, 3.3).

mod reach;
mod sublight;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use self::reach::Places;
pub(super) use self::sublight::Picks;
use self::sublight::later_headings;
use super::Imperium;
use super::action::{Action, Kind, Quantity};
use super::class::Class;
use super::hex::Heading;
use super::legal::Offer;
use super::odds::{MAX_DICE, binomial, outcomes, successes};
use super::orders::{DESTINATION, late_key, move_key, past, place_number};
use super::position::enemy_of;
use super::sets::bits;
use super::state::{
    BoxId, Group, MAX_GROUPS, MAX_SYSTEMS, OrderStage, Orders, PackedGroup, PendingMove, Phase, Place, State,
    Step, SystemId, Used,
};
use crate::core::{Chance, Seat};

/// Every system that there can be, by bit.
const SYSTEMS: u64 = (1 << MAX_SYSTEMS) - 1;

impl Imperium {
    /// Whose orders are due in a movement phase.
    pub(super) const fn mover(state: &State) -> Seat {
        if matches!(state.phase, Phase::ReactionMovement) { enemy_of(state.phasing) } else { state.phasing }
    }

    /// Whether ships like these may go anywhere by an order of this stage that comes after `last`; `key` is theirs.
    fn may_go(&self, state: &State, stage: OrderStage, group: &PackedGroup, (key, last): (u32, u32)) -> bool {
        if key < last & !DESTINATION {
            return false;
        }
        let Group { place, .. } = group.group();
        let kind = group.group().kind();
        let places = self.destinations(state, place, kind);
        let headings = self.headings(state, stage, place, kind, places);
        later(places, key, last) != 0 || later_headings(headings, key, last) != 0
    }

    /// The stage that moving ships of this kind belongs to.
    fn stage_of_move(orders: Orders, class: Class) -> OrderStage {
        if class.is_support_ship() && orders.stage <= OrderStage::Approach {
            OrderStage::Approach
        } else {
            OrderStage::March
        }
    }

    /// The ships that may be given an order of a stage.
    fn able(&self, state: &State, orders: Orders, stage: OrderStage) -> Able {
        const TANKER: u32 = 1 << Class::Tanker as u32;
        let support = Class::SUPPORT_SHIPS;
        let mut able = Able { seat: Self::mover(state), classes: [0; Used::ROOM] };
        if state.phase == Phase::ReactionMovement {
            able.classes[usize::from(Used::NOTHING.number())] =
                if self.reactions_left(state) > 0 { Class::SHIPS } else { 0 };
        } else if stage == OrderStage::Approach {
            able.classes[usize::from(Used::NOTHING.number())] = support;
        } else {
            able.classes[usize::from(Used::NOTHING.number())] = Class::SHIPS & !support;
            able.classes[usize::from(Used::READY.number())] = support & !TANKER;
            if self.map.tertiary() != 0 && orders.stage > OrderStage::Approach {
                able.classes[usize::from(Used::NOTHING.number())] |= TANKER;
                able.classes[usize::from(Used::FIRST_LEG.number())] |= TANKER;
            }
        }
        able
    }

    /// How many more ships may react in this phase.
    // rule: imp.3.3.reaction
    fn reactions_left(&self, state: &State) -> u8 {
        let Some(most) = self.rules.reaction_ships else { return u8::MAX };
        let reacted = state.groups_of(Self::mover(state)).filter(|group| group.used == Used::MARCHED);
        most.saturating_sub(reacted.map(|group| group.count).fold(0, u8::saturating_add))
    }

    /// Offers the ships that may be picked in a stage; `support`: the support ships of the side.
    fn offer_moves<O: Offer>(
        &self,
        state: &State,
        support: &[PackedGroup],
        (orders, stage): (Orders, OrderStage),
        offer: &mut O,
    ) -> bool {
        let able = self.able(state, orders, stage);
        let sought = match offer.sought() {
            None => None,
            Some(Action::Select { at, kind }) => Some(move_key(false, at, kind)),
            Some(Action::SelectUnderWay { stack }) => {
                let stack = state.under_way(able.seat).nth(usize::from(stack));
                stack.map(|(at, kind)| move_key(false, at, kind))
            }
            Some(_) => return false,
        };
        let last = if stage == orders.stage && !offer.any_order() { orders.last } else { 0 };
        let ways = self.ways(state, stage);
        let late_ships = Self::late_ships(stage);
        let groups = if stage == OrderStage::Approach { support } else { state.groups.packed_of(able.seat) };
        for (late, groups, classes) in [(0, groups, !late_ships), (late_key(0), support, late_ships)] {
            let able = able.only(classes);
            if able.is_nobody() {
                continue;
            }
            // Groups are sorted as their orders are.
            let passed = sought.unwrap_or(0).max((last & !DESTINATION).saturating_sub(late));
            let open = &groups[groups.partition_point(|group| group.stack() < passed)..];
            let (mut previous, mut here, mut going) = (None, u32::MAX, 0);
            let mut picks = Picks::new(state, able.seat);
            for group in open.iter().filter(|group| able.includes(group)) {
                if group.place() != here {
                    (here, going) = (group.place(), ways.from(group));
                }
                let stack = group.stack();
                if sought.is_some_and(|sought| sought != stack) {
                    break;
                }
                if previous.replace(stack) == Some(stack) {
                    continue;
                }
                let key = late | stack;
                let goes = if key > last {
                    group.is_of(going) && ways.are_open_to(group)
                } else {
                    self.may_go(state, stage, group, (key, last))
                };
                if goes && offer.put(picks.action(group)) {
                    return true;
                }
            }
        }
        false
    }

    /// The classes, by bit, that go after the others: tankers go first in the approach and last in the march.
    const fn late_ships(stage: OrderStage) -> u32 {
        const TANKER: u32 = 1 << Class::Tanker.index();
        if matches!(stage, OrderStage::Approach) { !TANKER } else { TANKER }
    }

    const fn is_late(stage: OrderStage, class: Class) -> bool {
        Self::late_ships(stage) >> class.index() & 1 == 1
    }

    /// Offers every order of a movement phase, stage by stage, and its end.
    pub(super) fn offer_orders<O: Offer>(&self, state: &State, orders: Orders, offer: &mut O) -> bool {
        use OrderStage::{Approach, FirstCargo, LastCargo, March, SecondCargo};
        // Few, and looked at several times a list.
        let mut support = ArrayVec::<_, MAX_GROUPS>::new();
        let groups = state.groups.packed_of(Self::mover(state)).iter();
        support.extend(groups.filter(|group| group.is_of(Class::SUPPORT_SHIPS)).copied());
        if state.phase == Phase::ReactionMovement {
            return offer.put_with_end(|offer| self.offer_moves(state, &support, (orders, March), offer));
        }
        let cargo = match orders.stage {
            FirstCargo => FirstCargo,
            Approach | SecondCargo => SecondCargo,
            March | LastCargo => LastCargo,
        };
        let moves = |offer: &mut O| {
            (orders.stage <= Approach && self.offer_moves(state, &support, (orders, Approach), offer))
                || (orders.stage <= March && self.offer_moves(state, &support, (orders, March), offer))
        };
        let cargo_first = orders.stage <= SecondCargo && offer.in_order();
        offer.put_with_end(|offer| {
            (cargo_first && self.offer_cargo(state, &support, (orders, cargo), offer))
                || moves(offer)
                || (!cargo_first && self.offer_cargo(state, &support, (orders, cargo), offer))
        })
    }

    /// Ships are picked to move.
    pub(super) fn choose_ships(&self, state: &mut State, orders: Orders, from: Place, kind: Kind) {
        let stage = if state.phase == Phase::ReactionMovement {
            OrderStage::March
        } else {
            Self::stage_of_move(orders, kind.class)
        };
        let last = if stage == orders.stage { orders.last } else { 0 };
        let most = self.most_picked(state, (orders, stage), from, kind);
        let orders = Orders { stage, last };
        let order = PendingMove { from, kind, count: most };
        if most == 1 {
            self.begin_move(state, orders, order);
        } else {
            state.step = Step::Quantity(Quantity::Move { order, orders });
        }
    }

    /// How many of these ships can be picked at once in a stage.
    pub(super) fn most_picked(
        &self,
        state: &State,
        (orders, stage): (Orders, OrderStage),
        from: Place,
        kind: Kind,
    ) -> u8 {
        let able = self.able(state, orders, stage);
        let stack = move_key(false, from, kind);
        let groups = &state.groups.packed()[state.groups.stack(able.seat, stack)];
        let picked = groups.iter().filter(|group| able.includes(group));
        let mut most: u8 = picked.map(|group| group.count()).sum();
        if kind.disrupted {
            most = most.min(MAX_DICE);
        }
        if state.phase == Phase::ReactionMovement {
            most = most.min(self.reactions_left(state));
        }
        most
    }

    /// Their number is known: disrupted ships roll, the others are asked where to. A support ship that marches
    /// has rolled before its first leg.
    // rule: imp.6.movement_roll
    pub(super) fn begin_move(&self, state: &mut State, orders: Orders, order: PendingMove) {
        let number = self.units.maintenance(order.kind.class, Self::mover(state));
        let rolled = order.kind.class.is_support_ship() && orders.stage == OrderStage::March;
        state.step = if order.kind.disrupted && number > 1 && !rolled {
            Step::MoveRoll { order, orders }
        } else {
            Step::Destination { order, orders }
        };
    }

    fn move_dice(&self, state: &State, order: PendingMove) -> (u8, u8) {
        let number = self.units.maintenance(order.kind.class, Self::mover(state));
        (order.count, 7_u8.saturating_sub(number))
    }

    pub(super) fn move_chance(&self, state: &State, order: PendingMove) -> Chance {
        let (dice, favourable) = self.move_dice(state, order);
        binomial(dice, favourable, 6)
    }

    /// Applies an outcome of [`Imperium::move_chance`]: those that failed stay where they are. False if there is
    /// no such outcome.
    pub(super) fn move_rolled(
        &self,
        state: &mut State,
        orders: Orders,
        order: PendingMove,
        outcome: usize,
    ) -> bool {
        let (dice, favourable) = self.move_dice(state, order);
        if outcome >= outcomes(dice, favourable, 6) {
            return false;
        }
        let able = successes(dice, favourable, 6, outcome);
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        self.send(state, orders, order.from, order.kind, dice - able, order.from, Used::STUCK);
        state.step = if able == 0 {
            Step::Orders(Orders { last: orders.last.max(key), ..orders })
        } else {
            Step::Destination { order: PendingMove { count: able, ..order }, orders }
        };
        true
    }

    /// Offers where the ships picked may go.
    pub(super) fn offer_destinations<O: Offer>(
        &self,
        state: &State,
        orders: Orders,
        order: PendingMove,
        offer: &mut O,
    ) -> bool {
        let places = self.destinations(state, order.from, order.kind);
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        let headings = self.headings(state, orders.stage, order.from, order.kind, places);
        let last = if offer.any_order() { 0 } else { orders.last };
        let mut places = later(places, key, last);
        if let Some(Action::Destination(sought)) = offer.sought() {
            places &= if matches!(sought, Place::Hex { .. }) { 0 } else { 1 << place_number(sought) };
        }
        for k in bits(places as u64 & SYSTEMS) {
            if offer.put(Action::Destination(Place::Space(SystemId(k as u8)))) {
                return true;
            }
        }
        for k in bits((places >> MAX_SYSTEMS) as u64) {
            if offer.put(Action::Destination(Place::Surface(BoxId(k as u8)))) {
                return true;
            }
        }
        let headings = later_headings(headings, key, last);
        let open = Heading::ALL.into_iter().filter(|heading| headings >> *heading as u8 & 1 == 1);
        open.map(Action::Sublight).any(|action| offer.put(action))
    }

    /// The ships picked go there.
    pub(super) fn go(&self, state: &mut State, orders: Orders, order: PendingMove, to: Place) {
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        let used = if orders.stage == OrderStage::Approach { Used::FIRST_LEG } else { Used::MARCHED };
        self.note_entry(state, order, to);
        self.send(state, orders, order.from, order.kind, order.count, to, used);
        state.step = Step::Orders(Orders { last: key | (place_number(to) + 1), ..orders });
    }

    /// Moves `count` ships of a kind that may be given an order of this stage, the fullest first.
    // rule: imp.3.2.stacks
    #[allow(clippy::too_many_arguments)]
    fn send(
        &self,
        state: &mut State,
        orders: Orders,
        from: Place,
        kind: Kind,
        count: u8,
        to: Place,
        used: Used,
    ) {
        let able = self.able(state, orders, orders.stage);
        let stack = move_key(false, from, kind);
        let mut left = count;
        while left > 0 {
            let index =
                state.groups.stack(able.seat, stack).rfind(|&k| able.includes(&state.groups.packed()[k]));
            let index = index.expect("no more are chosen than there are");
            let taken = state.take(index, left.min(state.groups.at(index).count));
            left -= taken.count;
            state.add(Group { place: to, used, ..taken });
        }
        if kind.class == Class::Tanker {
            state.obstacles.tankers = state.tankers(able.seat);
        }
    }
}

/// The groups of a seat that may be given an order.
struct Able {
    seat: Seat,
    /// The classes, by bit [`Class::index`], for each [`Group::used`].
    classes: [u32; Used::ROOM],
}

impl Able {
    /// Those of them that are of one of these classes, by bit.
    fn only(&self, classes: u32) -> Self {
        Self { seat: self.seat, classes: self.classes.map(|able| able & classes) }
    }

    fn is_nobody(&self) -> bool {
        self.classes.iter().all(|&able| able == 0)
    }

    /// Whether a group of the seat is among them.
    fn includes(&self, group: &PackedGroup) -> bool {
        group.is_of(self.classes[usize::from(group.used().number())])
    }
}

/// The places whose key comes after `last`.
const fn later(places: Places, key: u32, last: u32) -> Places {
    let passed = past(key, last);
    if passed < Places::BITS { places >> passed << passed } else { 0 }
}
