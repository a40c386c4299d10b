//! Movement: where ships can go and how orders are given (rules 3.2, 3.3).

use super::Imperium;
use super::action::{Action, Kind, Quantity};
use super::class::Class;
use super::legal::Offer;
use super::map::bits;
use super::odds::{MAX_DICE, binomial, successes};
use super::orders::{DESTINATION, move_key, place_number};
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

/// Places by bit of [`place_number`]; hexes between systems are not among them.
type Places = u128;

/// What stands in the way of a side's movement; it does not change during a movement phase but for tankers.
pub(super) struct Obstacles {
    /// Systems with enemy combat ships in their hex.
    blocked: u64,
    /// Systems where the side's ships find fuel.
    fuel: u64,
    /// Boxes in which its ships and cargo may be put down.
    landable: u64,
}

impl Imperium {
    /// Whose orders are due in a movement phase.
    pub(super) const fn mover(state: &State) -> Seat {
        if matches!(state.phase, Phase::ReactionMovement) { enemy_of(state.phasing) } else { state.phasing }
    }

    pub(super) fn obstacles(&self, state: &State, seat: Seat) -> Obstacles {
        let enemy = enemy_of(seat);
        let blocked = state.combat_ships(enemy);
        let enemy_units = state.boxes_with_units(enemy);
        let (mut landable, mut neutral) = (0, 0);
        for (k, surface) in self.map.boxes.iter().enumerate() {
            let held = state.markers[k].holder == Some(enemy);
            neutral |= if held { 0 } else { surface.system.bit() };
            let free = !held && enemy_units >> k & 1 == 0;
            landable |= u64::from(free && surface.system.bit() & blocked == 0) << k;
        }
        // Enemy boxes fuel only while no enemy combat ship is in the hex.
        // rule: imp.3.2.fuel
        let fuel = !self.map.tertiary() & (neutral | !blocked) | state.tankers(seat);
        Obstacles { blocked, fuel, landable }
    }

    /// Systems reached by jumps from `home`: any number of lanes, stopping where enemy combat ships are and where
    /// there is no fuel.
    // rule: imp.3.2.jump
    fn reach(&self, obstacles: &Obstacles, home: SystemId, own_fuel: bool) -> u64 {
        let fuel = if own_fuel { u64::MAX } else { obstacles.fuel };
        let mut reached = home.bit();
        let mut edge = home.bit() & fuel;
        while edge != 0 {
            let next = bits(edge).fold(0, |mask, k| mask | self.map.systems[k].neighbours) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
        reached
    }

    /// Where ships of this kind may go from a place.
    // rule: imp.3.2.jump imp.3.2.box imp.3.2.monitor imp.3.3.reaction
    fn destinations(&self, state: &State, obstacles: &Obstacles, from: Place, kind: Kind) -> Places {
        let Some(home) = self.system_of(from) else { return 0 };
        let grounded = from.surface().is_some();
        let held = grounded && obstacles.blocked & home.bit() != 0;
        if state.phase == Phase::ReactionMovement {
            let fuelled = obstacles.fuel & home.bit() != 0 || kind.class == Class::Tanker;
            let able = fuelled && !held && !kind.disrupted && kind.class.is_jump_capable();
            let enemies = self.systems_with_ships(state, state.phasing);
            return if able { Places::from(self.map.neighbours(home) & enemies) } else { 0 };
        }
        if held {
            return Places::from(home.bit());
        }
        let systems = if kind.class.is_jump_capable() {
            self.reach(obstacles, home, kind.class == Class::Tanker)
        } else {
            home.bit()
        };
        let boxes = bits(systems).fold(0, |mask, k| mask | self.map.systems[k].boxes) & obstacles.landable;
        let places = Places::from(systems) | Places::from(boxes) << MAX_SYSTEMS;
        places & !(1 << place_number(from))
    }

    /// The systems with ships of a side, in the hex or in a box.
    fn systems_with_ships(&self, state: &State, seat: Seat) -> u64 {
        let ships = state.groups_of(seat).filter(|group| group.class.is_ship());
        ships.filter_map(|group| self.system_of(group.place)).fold(0, |mask, system| mask | system.bit())
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
        obstacles: &Obstacles,
        orders: Orders,
        stage: OrderStage,
        offer: &mut O,
    ) -> bool {
        let seat = Self::mover(state);
        let last = if stage == orders.stage && !offer.any_order() { orders.last } else { 0 };
        for late in [false, true] {
            let mut previous = None;
            for group in state.groups_of(seat) {
                let this = (group.place, group.kind());
                if Self::is_late(stage, group.class) != late
                    || previous == Some(this)
                    || !self.may_march(state, orders, stage, group)
                {
                    continue;
                }
                previous = Some(this);
                let key = move_key(late, this.0, this.1);
                let places = self.destinations(state, obstacles, this.0, this.1);
                if later(places, key, last) != 0 && offer.put(Action::Select { at: this.0, kind: this.1 }) {
                    return true;
                }
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
        let obstacles = self.obstacles(state, Self::mover(state));
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

    /// Applies an outcome of [`Imperium::move_chance`]: those that failed stay where they are.
    pub(super) fn move_rolled(&self, state: &mut State, orders: Orders, order: PendingMove, outcome: usize) {
        let (dice, favourable) = self.move_dice(state, order);
        let able = successes(dice, favourable, 6, outcome);
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        self.send(state, orders, order.from, order.kind, dice - able, order.from, STUCK);
        state.step = if able == 0 {
            Step::Orders(Orders { last: orders.last.max(key), ..orders })
        } else {
            Step::Destination { order: PendingMove { count: able, ..order }, orders }
        };
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
        let mut places = if offer.any_order() { places } else { later(places, key, orders.last) };
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
        false
    }

    /// The ships picked go there.
    pub(super) fn go(&self, state: &mut State, orders: Orders, order: PendingMove, to: Place) {
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        let spent = if orders.stage == OrderStage::Approach { FIRST_LEG } else { MARCHED };
        self.note_entry(state, order, to);
        self.send(state, orders, order.from, order.kind, order.count, to, spent);
        state.step = Step::Orders(Orders { last: key | (place_number(to) + 1), ..orders });
    }

    /// Remembers from which system phasing ships enter another: the way back for those that disengage.
    fn note_entry(&self, state: &mut State, order: PendingMove, to: Place) {
        let (Some(home), Place::Space(target)) = (self.system_of(order.from), to) else { return };
        if home == target || state.phase == Phase::ReactionMovement {
            return;
        }
        let obstacles = self.obstacles(state, state.phasing);
        let fuel = if order.kind.class == Class::Tanker { u64::MAX } else { obstacles.fuel };
        let mut reached = home.bit();
        let mut edge = home.bit();
        while edge != 0 {
            if let Some(previous) = bits(edge & self.map.neighbours(target)).next() {
                state.entered_from[usize::from(target.0)] |= 1 << previous;
                return;
            }
            let next = bits(edge).fold(0, |mask, k| mask | self.map.systems[k].neighbours) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
    }

    /// Moves `count` ships of a kind that may be given an order of this stage, the fullest first.
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

impl Obstacles {
    /// Whether cargo may pass between the hex of this system and its boxes.
    pub(super) const fn is_open(&self, system: SystemId) -> bool {
        self.blocked & system.bit() == 0
    }
}

/// The places whose key comes after `last`.
const fn later(places: Places, key: u32, last: u32) -> Places {
    if key > last & !DESTINATION {
        places
    } else if key < last & !DESTINATION {
        0
    } else {
        let passed = last & DESTINATION;
        places >> passed << passed
    }
}

#[cfg(test)]
mod tests {
    use super::super::legal::Listed;
    use super::super::positions_for_tests::{first_war, ground, ships, surface_box, system};
    use super::super::state::{IMPERIAL, TERRAN};
    use super::*;

    const SCOUT: Kind = Kind { class: Class::Scout, disrupted: false, carrying: None };

    fn movement(phase: Phase) -> (Imperium, State) {
        let (game, mut state) = first_war();
        state.phase = phase;
        state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
        (game, state)
    }

    fn hex(game: &Imperium, id: &str) -> Place {
        Place::Space(system(game, id))
    }

    fn legal(game: &Imperium, state: &State) -> Vec<Action> {
        let mut list = Vec::new();
        game.offer(state, &mut Listed { list: &mut list, any_order: false });
        list
    }

    fn can_go(game: &Imperium, state: &State, from: Place, kind: Kind, to: Place) -> bool {
        let obstacles = game.obstacles(state, Imperium::mover(state));
        game.destinations(state, &obstacles, from, kind) >> place_number(to) & 1 == 1
    }

    #[test]
    fn imp_3_2_jump() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
        let goes = |state: &State, id| can_go(&game, state, hex(&game, "sol"), SCOUT, hex(&game, id));
        assert!(goes(&state, "nusku") && goes(&state, "dingir"), "any number of lanes");
        ships(&game, &mut state, "barnard", IMPERIAL, Class::Transport, 1);
        assert!(goes(&state, "nusku"), "transports do not stop movement");
        for id in ["barnard", "agidda"] {
            ships(&game, &mut state, id, IMPERIAL, Class::Scout, 1);
        }
        assert!(goes(&state, "barnard"));
        assert!(!goes(&state, "agidda") && !goes(&state, "nusku"), "enemy combat ships do");
    }

    #[test]
    fn imp_3_2_fuel() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "procyon", TERRAN, Class::Scout, 1);
        let goes = |state: &State, from, id| can_go(&game, state, hex(&game, from), SCOUT, hex(&game, id));
        ships(&game, &mut state, "nusku", IMPERIAL, Class::Scout, 1);
        assert!(goes(&state, "procyon", "sirius"));
        assert!(!goes(&state, "procyon", "tau_ceti"), "no fuel at Sirius");
        assert!(!goes(&state, "sirius", "procyon"), "nor for the way back");
        let tanker = Group { disrupted: true, ..Group::new(hex(&game, "sirius"), TERRAN, Class::Tanker, 1) };
        state.add(tanker);
        assert!(goes(&state, "procyon", "tau_ceti") && goes(&state, "sirius", "procyon"), "a tanker fuels");
    }

    #[test]
    fn imp_3_2_fuel_of_a_tanker_for_itself() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "procyon", TERRAN, Class::Tanker, 1);
        ships(&game, &mut state, "procyon", TERRAN, Class::Scout, 2);
        let tanker = Kind { class: Class::Tanker, ..SCOUT };
        let procyon = hex(&game, "procyon");
        assert_eq!(legal(&game, &state)[0], Action::Select { at: procyon, kind: tanker }, "tankers first");
        game.act(&mut state, Action::Select { at: procyon, kind: tanker });
        game.act(&mut state, Action::Destination(hex(&game, "sirius")));
        game.act(&mut state, Action::Select { at: procyon, kind: SCOUT });
        game.act(&mut state, Action::Count(2));
        let to = Action::Destination(hex(&game, "tau_ceti"));
        assert!(legal(&game, &state).contains(&to), "the fleet follows through the system it opened");
        game.act(&mut state, to);
        assert_eq!(
            legal(&game, &state)[0],
            Action::Select { at: hex(&game, "sirius"), kind: tanker },
            "tankers last"
        );
    }

    #[test]
    fn imp_3_2_box() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ground(&game, &mut state, "nusku", IMPERIAL, Class::Scout, 1);
        state.phasing = IMPERIAL;
        let nusku = Place::Surface(surface_box(&game, "nusku"));
        assert!(can_go(&game, &state, nusku, SCOUT, hex(&game, "dingir")));
        ships(&game, &mut state, "nusku", TERRAN, Class::Scout, 1);
        assert!(can_go(&game, &state, nusku, SCOUT, hex(&game, "nusku")), "it may rise");
        assert!(
            !can_go(&game, &state, nusku, SCOUT, hex(&game, "apishal")),
            "but must fight before it jumps"
        );
    }

    #[test]
    fn imp_3_2_box_of_an_enemy_is_closed() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "nusku", TERRAN, Class::Scout, 1);
        let place = |id| Place::Surface(surface_box(&game, id));
        let goes = |to| can_go(&game, &state, hex(&game, "nusku"), SCOUT, to);
        assert!(!goes(place("nusku")) && !goes(place("dushaam")));
        assert!(goes(place("agidda")) && goes(place("sol")), "empty and own boxes are open");
    }

    #[test]
    fn imp_3_2_monitor() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "sol", TERRAN, Class::Monitor, 1);
        let monitor = Kind { class: Class::Monitor, ..SCOUT };
        let goes = |to| can_go(&game, &state, hex(&game, "sol"), monitor, to);
        assert!(!goes(hex(&game, "barnard")));
        assert!(goes(Place::Surface(surface_box(&game, "sol"))));
    }

    #[test]
    fn imp_3_3_reaction() {
        let (game, mut state) = movement(Phase::ReactionMovement);
        ships(&game, &mut state, "nusku", IMPERIAL, Class::Destroyer, 1);
        let disrupted =
            Group { disrupted: true, ..Group::new(hex(&game, "nusku"), IMPERIAL, Class::Scout, 1) };
        state.add(disrupted);
        ships(&game, &mut state, "agidda", TERRAN, Class::Scout, 1);
        ships(&game, &mut state, "barnard", TERRAN, Class::Scout, 1);
        let destroyer = Kind { class: Class::Destroyer, ..SCOUT };
        let select = Action::Select { at: hex(&game, "nusku"), kind: destroyer };
        assert_eq!(legal(&game, &state), [select, Action::Done], "undisrupted ships only");
        game.act(&mut state, select);
        assert_eq!(
            legal(&game, &state),
            [Action::Destination(hex(&game, "agidda"))],
            "one jump, to phasing ships"
        );
        game.act(&mut state, Action::Destination(hex(&game, "agidda")));
        assert_eq!(legal(&game, &state), [Action::Done]);
    }

    #[test]
    fn imp_6_movement_roll() {
        let (game, mut state) = movement(Phase::FirstMovement);
        state.phasing = IMPERIAL;
        let fleet =
            Group { disrupted: true, ..Group::new(hex(&game, "nusku"), IMPERIAL, Class::HeavyCruiser, 2) };
        state.add(fleet);
        let kind = fleet.kind();
        game.act(&mut state, Action::Select { at: fleet.place, kind });
        game.act(&mut state, Action::Count(2));
        let Step::MoveRoll { order, orders } = state.step else { panic!("disrupted ships roll") };
        assert_eq!(game.move_chance(&state, order).weights(), [1, 2, 1], "4 or more moves");
        game.move_rolled(&mut state, orders, order, 1);
        game.act(&mut state, Action::Destination(hex(&game, "apishal")));
        assert_eq!(legal(&game, &state), [Action::Done], "who failed does not try again");
        let places: Vec<Place> = state.groups_of(IMPERIAL).map(|group| group.place).collect();
        assert_eq!(places, [hex(&game, "apishal"), hex(&game, "nusku")]);
    }

    /// A mothership that flew, took fighters aboard and flies on has made its roll for this phase.
    #[test]
    fn imp_6_movement_roll_once_a_phase() {
        let (game, mut state) = movement(Phase::FirstMovement);
        let mothership =
            Group { disrupted: true, ..Group::new(hex(&game, "sol"), TERRAN, Class::Mothership, 1) };
        state.add(mothership);
        ships(&game, &mut state, "barnard", TERRAN, Class::Fighter, 1);
        game.act(&mut state, Action::Select { at: mothership.place, kind: mothership.kind() });
        let Step::MoveRoll { order, orders } = state.step else { panic!("it rolls") };
        game.move_rolled(&mut state, orders, order, 1);
        game.act(&mut state, Action::Destination(hex(&game, "barnard")));
        game.act(&mut state, Action::Load { class: Class::Fighter, at: hex(&game, "barnard") });
        let kind = Kind { carrying: Some(Class::Fighter), ..mothership.kind() };
        game.act(&mut state, Action::Select { at: hex(&game, "barnard"), kind });
        assert!(matches!(state.step, Step::Destination { .. }), "{:?}", state.step);
    }

    /// No fuel under enemy guns where every box is the enemy's.
    #[test]
    fn imp_3_2_fuel_of_an_enemy() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "dingir", TERRAN, Class::Scout, 1);
        let goes = |state: &State, id| can_go(&game, state, hex(&game, "dingir"), SCOUT, hex(&game, id));
        assert!(goes(&state, "shulgi"), "an enemy box alone does not matter");
        ships(&game, &mut state, "dingir", IMPERIAL, Class::Destroyer, 1);
        assert!(!goes(&state, "shulgi"));
        *state.marker_mut(surface_box(&game, "dingir")) = Default::default();
        assert!(goes(&state, "shulgi"), "a neutral box fuels");
    }

    #[test]
    fn cobb_disengage_way_back() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
        game.act(&mut state, Action::Select { at: hex(&game, "sol"), kind: SCOUT });
        game.act(&mut state, Action::Destination(hex(&game, "agidda")));
        let entered = state.entered_from[usize::from(system(&game, "agidda").0)];
        assert_eq!(entered, system(&game, "barnard").bit(), "the last system on the route");
    }
}
