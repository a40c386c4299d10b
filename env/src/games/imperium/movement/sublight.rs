//! Sublight movement: one hex in First Movement, whatever the lanes and the fuel (rules 3.2).

use super::super::Imperium;
use super::super::action::{Action, Kind};
use super::super::hex::{Heading, neighbour};
use super::super::orders::{FIRST_HEX, HEADINGS, move_key, past, place_at};
use super::super::state::{OrderStage, Orders, PackedGroup, PendingMove, Phase, Place, State, Step, Used};
use super::reach::Places;
use crate::core::Seat;

impl State {
    /// The stacks of a seat in hexes between systems, in canonical order: what
    /// [`Action::SelectUnderWay`] counts.
    pub fn under_way(&self, seat: Seat) -> impl Iterator<Item = (Place, Kind)> {
        let mut last = None;
        let ships = self.groups.under_way(seat).iter();
        ships
            .filter(move |group| last.replace(group.stack()) != Some(group.stack()))
            .map(|group| (place_at(group.place()), group.kind()))
    }
}

/// Gives the groups of a seat, in order, the actions that pick ships like them.
pub(in super::super) struct Picks<'a> {
    /// The groups between systems that have not been counted.
    ahead: std::slice::Iter<'a, PackedGroup>,
    stack: Option<u32>,
    /// The number of that stack.
    number: u8,
}

impl<'a> Picks<'a> {
    pub(in super::super) fn new(state: &'a State, seat: Seat) -> Self {
        Self { ahead: state.groups.under_way(seat).iter(), stack: None, number: 0 }
    }

    /// The action for a group; those of earlier groups have been asked for before.
    pub(in super::super) fn action(&mut self, group: &PackedGroup) -> Action {
        if group.place() < FIRST_HEX {
            return Action::Select { at: place_at(group.place()), kind: group.kind() };
        }
        while self.stack != Some(group.stack())
            && let Some(next) = self.ahead.next()
        {
            if self.stack != Some(next.stack()) {
                self.number += u8::from(self.stack.is_some());
                self.stack = Some(next.stack());
            }
        }
        Action::SelectUnderWay { stack: self.number }
    }
}

impl Imperium {
    /// The hex of a place: a box counts as the hex above it.
    pub fn hex_of(&self, place: Place) -> (u8, u8) {
        match place {
            Place::Hex { column, row } => (column, row),
            Place::Space(system) => self.map.at(system).hex,
            Place::Surface(at) => self.map.at(self.map.surface(at).system).hex,
        }
    }

    /// The place that a hex is: the hex of a system, or one between systems.
    pub fn place_of(&self, (column, row): (u8, u8)) -> Place {
        let system = self.map.system_at((column, row));
        system.map_or(Place::Hex { column, row }, Place::Space)
    }

    /// The headings, by bit, that ships of this kind may take in a stage, where `jumps` are the places they can
    /// reach otherwise. Support ships go by sublight in the approach, others in the march; ships in a box rise
    /// first, which enemy combat ships above prevent. A hex that a jump reaches is not offered twice.
    // rule: imp.3.2.sublight
    pub(super) fn headings(
        &self,
        state: &State,
        stage: OrderStage,
        from: Place,
        kind: Kind,
        jumps: Places,
    ) -> u8 {
        let own_stage = kind.class.is_support_ship() == (stage == OrderStage::Approach);
        if !self.rules.sublight || state.phase != Phase::FirstMovement || !own_stage {
            return 0;
        }
        if from.surface().is_some_and(|at| !state.obstacles.is_open(self.map.surface(at).system)) {
            return 0;
        }
        let hex = self.hex_of(from);
        let mut mask = 0;
        for heading in Heading::ALL {
            let Some(next) = neighbour(hex, heading) else { continue };
            let jumped = match self.place_of(next) {
                Place::Space(system) => jumps >> system.0 & 1 == 1,
                _ => false,
            };
            mask |= u8::from(!jumped) << heading as u8;
        }
        mask
    }

    /// What picking this stack between systems picks.
    pub(in super::super) fn select_under_way(&self, state: &State, stack: u8) -> Action {
        let seat = self.decider(state);
        let named = seat.and_then(|seat| state.under_way(seat).nth(usize::from(stack)));
        let (at, kind) = named.expect("only stacks that are there are offered");
        Action::Select { at, kind }
    }

    /// The ships picked enter the next hex; that is all they do in this phase, and it is no way back
    /// for a force that disengages.
    // rule: imp.3.2.sublight
    pub(in super::super) fn go_sublight(
        &self,
        state: &mut State,
        orders: Orders,
        order: PendingMove,
        heading: Heading,
    ) {
        let next = neighbour(self.hex_of(order.from), heading).expect("only hexes of the map are offered");
        let key = move_key(Self::is_late(orders.stage, order.kind.class), order.from, order.kind);
        self.send(state, orders, order.from, order.kind, order.count, self.place_of(next), Used::MARCHED);
        state.step = Step::Orders(Orders { last: key | (HEADINGS + heading as u32 + 1), ..orders });
    }
}

/// The headings whose key comes after `last`.
pub(super) const fn later_headings(headings: u8, key: u32, last: u32) -> u8 {
    let passed = past(key, last);
    if passed <= HEADINGS {
        headings
    } else if passed > HEADINGS + 6 {
        0
    } else {
        let passed = passed - HEADINGS;
        headings >> passed << passed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::class::Class;
    use super::super::super::legal::Listed;
    use super::super::super::positions_for_tests::{
        first_war, ground, in_sight, ships, surface_box, system, with_sublight,
    };
    use super::super::super::state::{Cargo, Group, Groups, IMPERIAL, TERRAN};
    use super::*;

    const FIRST: Orders = Orders { stage: OrderStage::FirstCargo, last: 0 };

    fn movement(phase: Phase) -> (Imperium, State) {
        let (game, mut state) = first_war();
        state.phase = phase;
        state.step = Step::Orders(FIRST);
        (with_sublight(game), state)
    }

    fn hex(game: &Imperium, id: &str) -> Place {
        Place::Space(system(game, id))
    }

    fn select(at: Place, class: Class) -> Action {
        Action::Select { at, kind: Kind { class, disrupted: false, carrying: None } }
    }

    fn legal(game: &Imperium, state: &State) -> Vec<Action> {
        let mut list = Vec::new();
        game.offer(&in_sight(game, state), &mut Listed { list: &mut list, any_order: false });
        list
    }

    /// The headings that are offered to ships picked so.
    fn headings(game: &Imperium, state: &State, pick: Action) -> Vec<Heading> {
        let mut state = state.clone();
        game.act(&mut state, pick);
        let headings = legal(game, &state).into_iter().filter_map(|action| match action {
            Action::Sublight(heading) => Some(heading),
            _ => None,
        });
        headings.collect()
    }

    /// Ships of a stack part in one order of headings only, so that no parting is reached by two ways.
    #[test]
    fn imp_3_2_sublight_headings_of_a_stack_come_in_order() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "sol", TERRAN, Class::Scout, 3);
        let pick = select(hex(&game, "sol"), Class::Scout);
        game.act(&mut state, pick);
        game.act(&mut state, Action::Count(1));
        game.act(&mut state, Action::Sublight(Heading::ALL[1]));
        game.act(&mut state, pick);
        assert_eq!(headings(&game, &state, Action::Count(1)), Heading::ALL[2..]);
        game.act(&mut state, Action::Count(1));
        game.act(&mut state, Action::Sublight(Heading::ALL[5]));
        assert_eq!(legal(&game, &state), [Action::Done], "no heading comes after the last");
    }

    #[test]
    fn imp_3_2_sublight_is_one_hex_in_first_movement() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "sol", TERRAN, Class::Scout, 1);
        let pick = select(hex(&game, "sol"), Class::Scout);
        assert_eq!(headings(&game, &state, pick), Heading::ALL);
        game.act(&mut state, pick);
        game.act(&mut state, Action::Sublight(Heading::North));
        let place = Place::Hex { column: 16, row: 12 };
        assert_eq!(state.groups.at(0).place, place);
        assert_eq!(legal(&game, &state), [Action::Done], "one hex a turn");
        state.groups.clear_marks();
        for phase in [Phase::ReactionMovement, Phase::SecondMovement] {
            state.phase = phase;
            state.step = Step::Orders(FIRST);
            assert_eq!(legal(&game, &state), [Action::Done], "{phase:?}");
        }
        state.phase = Phase::FirstMovement;
        assert_eq!(legal(&game, &state), [Action::SelectUnderWay { stack: 0 }, Action::Done]);
        game.act(&mut state, Action::SelectUnderWay { stack: 0 });
        assert_eq!(legal(&game, &state), Heading::ALL.map(Action::Sublight), "no jump from between systems");
        game.act(&mut state, Action::Sublight(Heading::South));
        assert_eq!(state.groups.at(0).place, hex(&game, "sol"), "a system's hex is entered like any other");
    }

    #[test]
    fn imp_3_2_sublight_off() {
        let (mut game, mut state) = movement(Phase::FirstMovement);
        game.rules.sublight = false;
        ships(&game, &mut state, "sirius", TERRAN, Class::Scout, 1);
        assert_eq!(legal(&game, &state), [Action::Done]);
    }

    #[test]
    fn imp_3_2_fuel_or_sublight() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ships(&game, &mut state, "sirius", TERRAN, Class::Scout, 1);
        let pick = select(hex(&game, "sirius"), Class::Scout);
        assert_eq!(legal(&game, &state), [pick, Action::Done]);
        game.act(&mut state, pick);
        assert_eq!(legal(&game, &state), Heading::ALL.map(Action::Sublight), "without fuel only by sublight");
    }

    #[test]
    fn imp_3_2_monitor_and_fighter_go_by_sublight() {
        let (game, mut state) = movement(Phase::FirstMovement);
        for class in [Class::Monitor, Class::Fighter] {
            ships(&game, &mut state, "sol", TERRAN, class, 1);
            assert_eq!(headings(&game, &state, select(hex(&game, "sol"), class)), Heading::ALL, "{class}");
        }
    }

    /// Support ships go by sublight in the approach; then that was their order, and no cargo is handled between
    /// systems.
    #[test]
    fn imp_3_2_sublight_of_support_ships() {
        let (game, mut state) = movement(Phase::FirstMovement);
        let place = Place::Hex { column: 16, row: 12 };
        let cargo = Cargo::Fighters { sound: 2, disrupted: 0 };
        state.add(Group { cargo, ..Group::new(place, TERRAN, Class::Mothership, 1) });
        state.add(Group::new(place, TERRAN, Class::Fighter, 1));
        let picks = [1, 0].map(|stack| Action::SelectUnderWay { stack });
        assert_eq!(legal(&game, &state), [picks[0], picks[1], Action::Done], "support ships first");
        game.act(&mut state, picks[0]);
        game.act(&mut state, Action::Sublight(Heading::NorthWest));
        assert_eq!(legal(&game, &state).len(), 2, "the fighter, or the end");
        let ship = state.groups_of(TERRAN).find(|g| g.class == Class::Mothership).unwrap();
        assert_eq!((ship.cargo, ship.used), (cargo, Used::MARCHED));
    }

    #[test]
    fn imp_3_2_box_before_sublight() {
        let (game, mut state) = movement(Phase::FirstMovement);
        ground(&game, &mut state, "sol", TERRAN, Class::Monitor, 1);
        let pick = select(Place::Surface(surface_box(&game, "sol")), Class::Monitor);
        assert_eq!(headings(&game, &state, pick), Heading::ALL, "it rises first");
        ships(&game, &mut state, "sol", IMPERIAL, Class::Scout, 1);
        assert_eq!(headings(&game, &state, pick), [], "it must fight before it leaves");
    }

    /// Alpha Centauri lies next to Proxima: one lane away for who jumps, one hex for who does not.
    #[test]
    fn imp_3_2_sublight_where_a_lane_leads() {
        let (game, mut state) = movement(Phase::FirstMovement);
        let (from, to) = (hex(&game, "proxima"), hex(&game, "alpha_centauri"));
        let near = |heading: &Heading| {
            neighbour(game.hex_of(from), *heading).map(|next| game.place_of(next)) == Some(to)
        };
        let heading = Heading::ALL.into_iter().find(near).unwrap();
        for (class, offered) in [(Class::Scout, 5), (Class::Monitor, 6)] {
            ships(&game, &mut state, "proxima", TERRAN, class, 1);
            assert_eq!(headings(&game, &state, select(from, class)).len(), offered, "{class}");
        }
        game.act(&mut state, select(from, Class::Monitor));
        game.act(&mut state, Action::Sublight(heading));
        let centauri = system(&game, "alpha_centauri");
        assert!(state.groups.iter().any(|g| g.place == to && g.class == Class::Monitor));
        assert_eq!(state.entered_from.of(centauri), 0, "no way back");
    }

    #[test]
    fn imp_7_5_civil_war_between_systems() {
        let (game, mut state) = movement(Phase::Production);
        state.phasing = IMPERIAL;
        state.turn = 2;
        state.add(Group::new(Place::Hex { column: 7, row: 7 }, IMPERIAL, Class::HeavyCruiser, 2));
        state.step = Step::Recall { left: 1 };
        assert_eq!(legal(&game, &state), [Action::SelectUnderWay { stack: 0 }]);
        game.act(&mut state, Action::SelectUnderWay { stack: 0 });
        assert_eq!(state.groups.at(0).count, 1);
    }

    /// Fleets that share a hex between systems do not meet: combat goes system by system.
    #[test]
    fn imp_4_1_begins_nowhere_between_systems() {
        let (game, mut state) = movement(Phase::FirstMovement);
        for seat in [TERRAN, IMPERIAL] {
            state.add(Group::new(Place::Hex { column: 7, row: 7 }, seat, Class::Destroyer, 2));
        }
        game.act(&mut state, Action::Done);
        assert_eq!((state.phase, state.battle.is_some()), (Phase::ReactionMovement, false));
    }

    /// Where the ships can stand at the end of the phase, with and without the canonical order.
    fn ends(game: &Imperium, start: &State, any_order: bool) -> HashSet<Groups> {
        let (mut seen, mut ends, mut open) = (HashSet::new(), HashSet::new(), vec![start.clone()]);
        while let Some(state) = open.pop() {
            let mut list = Vec::new();
            game.offer(&state, &mut Listed { list: &mut list, any_order });
            for action in list {
                let mut next = state.clone();
                game.act(&mut next, action);
                if next.phase != start.phase {
                    ends.insert(next.groups.clone());
                } else if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        ends
    }

    #[test]
    fn the_canonical_order_of_headings_loses_nothing() {
        let (game, mut state) = movement(Phase::FirstMovement);
        let place = |column| Place::Hex { column, row: 10 };
        state.add(Group::new(place(14), TERRAN, Class::Monitor, 2));
        state.add(Group::new(place(15), TERRAN, Class::Transport, 1));
        let all = ends(&game, &state, true);
        assert_eq!(all.len(), 7 * 8 / 2 * 7, "each stays or takes one of six headings");
        assert_eq!(ends(&game, &state, false), all);
    }

    /// Everything that is offered has an id, a text of its own and a token of its own.
    #[test]
    fn every_order_can_be_named() {
        use crate::core::{ActionCodec, Notation, OpenView};
        use crate::encode::{Encode, Observation};
        let (game, mut state) = movement(Phase::FirstMovement);
        for (k, class) in Class::ALL.into_iter().filter(|class| class.is_ship()).enumerate() {
            state.add(Group::new(Place::Hex { column: 3 + k as u8, row: 9 }, TERRAN, class, 1));
            state.add(Group::new(Place::Hex { column: 20, row: 2 }, IMPERIAL, class, 2));
        }
        ships(&game, &mut state, "sirius", TERRAN, Class::Scout, 1);
        let state = in_sight(&game, &state);
        let view = OpenView { seat: TERRAN, state: state.clone() };
        let mut out = Observation::new(game.observation_spec());
        game.observe(&view, out.as_mut());
        let (mut texts, mut tokens) = (HashSet::new(), HashSet::new());
        let orders = legal(&game, &state);
        let mut picked = state.clone();
        game.act(&mut picked, orders[0]);
        for (state, action) in orders
            .iter()
            .map(|&order| (&state, order))
            .chain(legal(&game, &picked).into_iter().map(|a| (&picked, a)))
        {
            assert_eq!(game.action_from_id(game.action_id(action)), Some(action));
            let text = game.action_text(state, action);
            assert_eq!(game.parse_action(state, &text).unwrap(), action);
            assert!(texts.insert(text));
            let token = game.action_token(&view, action);
            assert!(token.row.is_none_or(|row| out.present[row.index()]), "{action:?}");
            assert!(tokens.insert(format!("{token:?}")));
        }
        assert_eq!(texts.len(), 15 + 1 + 1 + 6);
    }
}
