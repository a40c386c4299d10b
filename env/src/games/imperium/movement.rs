//! Movement: how orders are given (rules 3.2, 3.3).

mod reach;
mod sublight;
#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::ops::Deref;

pub(super) use self::reach::Obstacles;
use self::reach::Places;
use self::sublight::later_headings;
use super::Imperium;
use super::action::{Action, Kind, Quantity};
use super::class::Class;
use super::hex::Heading;
use super::legal::Offer;
use super::odds::{MAX_DICE, binomial, outcomes, successes};
use super::orders::{DESTINATION, move_key, past, place_number};
use super::position::enemy_of;
use super::state::{
    BoxId, Group, MAX_SYSTEMS, OrderStage, Orders, PendingMove, Phase, Place, State, Step, SystemId,
};
use crate::core::{Chance, Seat};

/// What [`Group::orders`] means during movement: no order yet.
pub(super) const FRESH: u8 = 0;
/// A support ship after its first leg.
pub(super) const FIRST_LEG: u8 = 1;
/// A support ship that has handled cargo after its first leg.
pub(super) const READY: u8 = 2;
/// Has marched.
pub(super) const MARCHED: u8 = 3;
/// Disrupted and unable to move in this phase.
pub(super) const STUCK: u8 = 4;

impl Imperium {
    /// Whose orders are due in a movement phase.
    pub(super) const fn mover(state: &State) -> Seat {
        if matches!(state.phase, Phase::ReactionMovement) { enemy_of(state.phasing) } else { state.phasing }
    }

    /// Whether ships of this kind may go anywhere from a place by an order of this stage that comes after
    /// `last`; `key` is theirs.
    fn may_go(
        &self,
        state: &State,
        obstacles: &impl Deref<Target = Obstacles>,
        stage: OrderStage,
        (from, kind): (Place, Kind),
        (key, last): (u32, u32),
    ) -> bool {
        let passed = last & !DESTINATION;
        if key < passed {
            return false;
        }
        let reaction = state.phase == Phase::ReactionMovement;
        if key > passed && !reaction && self.has_way(obstacles, from, kind) {
            return true;
        }
        let places = self.destinations(state, obstacles, from, kind);
        let headings = self.headings(state, obstacles, stage, from, kind, places);
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

    /// Whether ships of a group may be given an order of a stage.
    fn may_march(&self, state: &State, orders: Orders, stage: OrderStage, group: &Group) -> bool {
        if !group.class.is_ship() || group.orders >= MARCHED {
            return false;
        }
        if state.phase == Phase::ReactionMovement {
            return group.orders == FRESH;
        }
        if !group.class.is_support_ship() {
            return stage == OrderStage::March && group.orders == FRESH;
        }
        match stage {
            OrderStage::Approach => group.orders == FRESH,
            _ if group.class == Class::Tanker => {
                self.map.tertiary() != 0 && orders.stage > OrderStage::Approach && group.orders <= FIRST_LEG
            }
            _ => group.orders == READY,
        }
    }

    /// Offers the ships that may be picked in a stage.
    fn offer_moves<O: Offer>(
        &self,
        state: &State,
        obstacles: &impl Deref<Target = Obstacles>,
        orders: Orders,
        stage: OrderStage,
        offer: &mut O,
    ) -> bool {
        if !matches!(offer.sought(), None | Some(Action::Select { .. } | Action::SelectUnderWay { .. })) {
            return false;
        }
        let seat = Self::mover(state);
        let last = if stage == orders.stage && !offer.any_order() { orders.last } else { 0 };
        let mut others = false;
        for late in [false, true] {
            let mut previous = None;
            for group in state.groups_of(seat) {
                if !self.may_march(state, orders, stage, group) {
                    continue;
                }
                if Self::is_late(stage, group.class) != late {
                    others = true;
                    continue;
                }
                let (at, kind) = (group.place, group.kind());
                let pick = state.pick(seat, at, kind);
                if previous == Some((at, kind)) || !offer.wants(pick) {
                    continue;
                }
                previous = Some((at, kind));
                let key = move_key(late, at, kind);
                if self.may_go(state, obstacles, stage, (at, kind), (key, last)) && offer.put(pick) {
                    return true;
                }
            }
            if !others {
                break;
            }
        }
        false
    }

    /// Tankers go first in the approach and last in the march.
    const fn is_late(stage: OrderStage, class: Class) -> bool {
        matches!(class, Class::Tanker) != matches!(stage, OrderStage::Approach)
    }

    /// Offers every order of a movement phase, stage by stage, and its end.
    pub(super) fn offer_orders<O: Offer>(&self, state: &State, orders: Orders, offer: &mut O) -> bool {
        use OrderStage::{Approach, FirstCargo, LastCargo, March, SecondCargo};
        if offer.sought() == Some(Action::Done) {
            return offer.put(Action::Done);
        }
        // Many an enumeration ends without a look at them.
        let obstacles = LazyCell::new(|| self.obstacles(state, Self::mover(state)));
        if state.phase == Phase::ReactionMovement {
            return self.offer_moves(state, &obstacles, orders, March, offer) || offer.put(Action::Done);
        }
        let cargo = match orders.stage {
            FirstCargo => FirstCargo,
            Approach | SecondCargo => SecondCargo,
            March | LastCargo => LastCargo,
        };
        (orders.stage <= SecondCargo && self.offer_cargo(state, &obstacles, orders, cargo, offer))
            || (orders.stage <= Approach && self.offer_moves(state, &obstacles, orders, Approach, offer))
            || (orders.stage <= March && self.offer_moves(state, &obstacles, orders, March, offer))
            || (orders.stage >= March && self.offer_cargo(state, &obstacles, orders, cargo, offer))
            || offer.put(Action::Done)
    }

    /// Ships are picked to move.
    pub(super) fn choose_ships(&self, state: &mut State, orders: Orders, from: Place, kind: Kind) {
        let stage = if state.phase == Phase::ReactionMovement {
            OrderStage::March
        } else {
            Self::stage_of_move(orders, kind.class)
        };
        let last = if stage == orders.stage { orders.last } else { 0 };
        let able = state.groups_at(from).filter(|group| {
            group.seat == Self::mover(state)
                && group.kind() == kind
                && self.may_march(state, orders, stage, group)
        });
        let mut most: u8 = able.map(|group| group.count).sum();
        if kind.disrupted {
            most = most.min(MAX_DICE);
        }
        let orders = Orders { stage, last };
        let order = PendingMove { from, kind, count: most };
        if most == 1 {
            self.begin_move(state, orders, order);
        } else {
            state.step = Step::Quantity(Quantity::Move { order, orders });
        }
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
        self.send(state, orders, order.from, order.kind, dice - able, order.from, STUCK);
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
        let obstacles = self.obstacles(state, Self::mover(state));
        let places = self.destinations(state, &obstacles, order.from, order.kind);
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        let headings = self.headings(state, &obstacles, orders.stage, order.from, order.kind, places);
        let last = if offer.any_order() { 0 } else { orders.last };
        let mut places = later(places, key, last);
        while places != 0 {
            let number = places.trailing_zeros() as u8;
            places &= places - 1;
            let place = if usize::from(number) < MAX_SYSTEMS {
                Place::Space(SystemId(number))
            } else {
                Place::Surface(BoxId(number - MAX_SYSTEMS as u8))
            };
            if offer.put(Action::Destination(place)) {
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
        let spent = if orders.stage == OrderStage::Approach { FIRST_LEG } else { MARCHED };
        self.note_entry(state, order, to);
        self.send(state, orders, order.from, order.kind, order.count, to, spent);
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
        spent: u8,
    ) {
        let seat = Self::mover(state);
        let mut left = count;
        while left > 0 {
            let index = state.groups.iter().rposition(|group| {
                group.place == from
                    && group.seat == seat
                    && group.kind() == kind
                    && self.may_march(state, orders, orders.stage, group)
            });
            let index = index.expect("no more are chosen than there are");
            let taken = state.take(index, left.min(state.groups[index].count));
            left -= taken.count;
            state.add(Group { place: to, orders: spent, ..taken });
        }
    }
}

/// The places whose key comes after `last`.
const fn later(places: Places, key: u32, last: u32) -> Places {
    let passed = past(key, last);
    if passed < Places::BITS { places >> passed << passed } else { 0 }
}
