//! The sequence of play, from top to bottom (rules 3.1).

use super::Imperium;
use super::action::{Action, Quantity};
use super::battle;
use super::class::Class;
use super::legal::{First, Offer};
use super::position::enemy_of;
use super::setup::{Scenario, War};
use super::state::{
    BoxId, Entrances, Group, IMPERIAL, Obstacles, OrderStage, Orders, Peace, Phase, Placing, State, Step,
    SystemId, Yards,
};
use crate::core::Seat;

const FIRST_ORDERS: Orders = Orders { stage: OrderStage::FirstCargo, last: 0 };

impl Imperium {
    /// The war that is played; `None` in a duel.
    pub(super) const fn war(&self) -> Option<&War> {
        match &self.scenario {
            Scenario::War(war) => Some(war),
            Scenario::Duel(_) => None,
        }
    }

    /// Brings the opening to its first decision or roll.
    pub(super) fn open(&self, state: &mut State) {
        match self.scenario {
            Scenario::War(_) => self.begin_war(state),
            Scenario::Duel(_) => battle::begin_phase(self, state),
        }
        self.settle(state);
    }

    /// A player turn begins: markers recover; the Imperial waits for the court.
    // rule: imp.3.1.player_turn
    pub(super) fn begin_player_turn(&self, state: &mut State) {
        state.phase = Phase::Production;
        self.rearm(state);
        self.recover_markers(state);
        if state.phasing == IMPERIAL {
            state.step = Step::Intervention;
        } else {
            self.begin_maintenance(state);
        }
    }

    /// Empty racks are filled at friendly systems.
    // rule: imp.4.2.high_intensity
    fn rearm(&self, state: &mut State) {
        if self.rules.combat.fire {
            return;
        }
        let seat = state.phasing;
        let friendly = self.friendly_systems(state, seat);
        let rearms = |group: &Group| {
            let at_base = self.system_of(group.place).is_some_and(|system| friendly & system.bit() != 0);
            group.seat == seat && group.spent && at_base
        };
        while let Some(index) = state.groups.position(rearms) {
            let group = state.take(index, state.groups.at(index).count);
            state.add(Group { spent: false, ..group });
        }
    }

    /// After the intervention the Imperial may appeal, if he is heard.
    pub(super) fn begin_appeal(&self, state: &mut State) {
        if self.may_appeal(state) {
            state.step = Step::Appeal;
        } else {
            self.after_appeal(state);
        }
    }

    /// After the appeal come replacements, then income and maintenance.
    pub(super) fn after_appeal(&self, state: &mut State) {
        if let Some(war) = self.war() {
            self.replace(state, war);
        }
        self.begin_maintenance(state);
    }

    /// Income, then maintenance; none in the first turn of a war.
    // rule: imp.6.first_turn
    fn begin_maintenance(&self, state: &mut State) {
        self.collect_income(state);
        if state.turn == 1 {
            self.begin_building(state);
        } else {
            state.step = Step::Overhaul { after: None };
        }
    }

    /// Production is over: units due enter, and First Movement begins; in peace they are set up.
    fn end_production(&self, state: &mut State) {
        state.yards = Yards::default();
        if state.series.at_peace {
            return self.end_peace_production(state);
        }
        self.deliver(state);
        self.next_entry(state, None);
    }

    /// All units have entered: troops are drawn, and ships move.
    pub(super) fn begin_first_movement(&self, state: &mut State) {
        state.phase = Phase::FirstMovement;
        self.draw_troops(state);
    }

    pub(super) fn begin_movement(&self, state: &mut State, phase: Phase) {
        state.phase = phase;
        // Whoever is phasing player in the combat after it has come by this movement.
        if phase != Phase::ReactionMovement || self.rules.combat.reactor_is_phasing {
            state.entered_from = Entrances::NONE;
        }
        state.obstacles = self.obstacles(state);
        state.step = Step::Orders(FIRST_ORDERS);
    }

    /// A movement phase is over: the combat phase after it begins.
    fn end_movement(&self, state: &mut State) {
        state.groups.clear_marks();
        state.obstacles = Obstacles::default();
        state.phase = match state.phase {
            Phase::FirstMovement => Phase::FirstCombat,
            Phase::ReactionMovement => Phase::ReactionCombat,
            _ => Phase::SecondCombat,
        };
        battle::begin_phase(self, state);
    }

    /// A combat phase is over.
    pub(super) fn end_combat(&self, state: &mut State) {
        state.battle = None;
        match (self.war(), state.phase) {
            (None, _) => self.end_duel(state),
            (_, Phase::FirstCombat) => self.begin_movement(state, Phase::ReactionMovement),
            (_, Phase::ReactionCombat) => self.begin_movement(state, Phase::SecondMovement),
            (Some(war), _) => self.end_player_turn(state, war),
        }
    }

    /// The other player's turn, or the end of the game turn.
    fn end_player_turn(&self, state: &mut State, war: &War) {
        state.entered_from = Entrances::NONE;
        if state.phasing != state.series.first {
            self.end_game_turn(state, war);
            if state.result.is_some() || state.series.at_peace {
                return;
            }
            state.turn += 1;
        }
        state.phasing = enemy_of(state.phasing);
        self.begin_player_turn(state);
    }

    /// Applies forced decisions until there is something to decide or to roll, and lists what may be decided then.
    pub(super) fn settle_and_list(&self, state: &mut State, legal: &mut Vec<Action>) {
        loop {
            self.list(state, false, legal);
            match legal[..] {
                [only] => self.act(state, only),
                _ => return,
            }
        }
    }

    /// Applies forced decisions until there is something to decide or to roll.
    pub(super) fn settle(&self, state: &mut State) {
        while self.decider(state).is_some() {
            let mut first = First::default();
            self.offer(state, &mut first);
            match first.action {
                Some(action) if !first.more => self.act(state, action),
                _ => return,
            }
        }
    }

    /// Whose decision is due, if one is.
    pub(super) fn decider(&self, state: &State) -> Option<Seat> {
        match state.step {
            Step::Place(Placing::Units { seat, .. }) | Step::Quantity(Quantity::Deploy { seat, .. }) => {
                Some(seat)
            }
            Step::Place(_) | Step::Recall { .. } | Step::Appeal => Some(IMPERIAL),
            Step::Overhaul { .. } | Step::Routine { .. } | Step::Build { .. } => Some(state.phasing),
            Step::Orders(_) | Step::Quantity(_) | Step::Destination { .. } => Some(Self::mover(state)),
            Step::Peace(Peace::Scrap { seat, .. }) => Some(seat),
            Step::Battle => state.battle.as_ref().and_then(|battle| match battle::node(battle) {
                crate::core::Node::Decision(seat) => Some(seat),
                _ => None,
            }),
            Step::Draw
            | Step::Intervention
            | Step::AppealRoll { .. }
            | Step::Frontier { .. }
            | Step::MoveRoll { .. }
            | Step::Peace(_)
            | Step::Over => None,
        }
    }

    /// Offers the legal actions of the decision at hand.
    pub(super) fn offer<O: Offer>(&self, state: &State, offer: &mut O) -> bool {
        match state.step {
            Step::Place(placing) => self.offer_places(state, placing, offer),
            Step::Recall { .. } => self.offer_recalls(state, offer),
            Step::Appeal => {
                [Action::Done, Action::Appeal { military: false }, Action::Appeal { military: true }]
                    .into_iter()
                    .any(|action| offer.put(action))
            }
            Step::Overhaul { after } => self.offer_overhauls(state, after, offer),
            Step::Routine { after } => self.offer_routine(state, after, offer),
            Step::Build { after } => offer.put_with_end(|offer| self.offer_builds(state, after, offer)),
            Step::Orders(orders) => self.offer_orders(state, orders, offer),
            Step::Destination { order, orders } => self.offer_destinations(state, orders, order, offer),
            Step::Quantity(quantity) => {
                let (least, most) = self.bounds(state, quantity, offer.any_order());
                offer.put_counts(least, most)
            }
            Step::Battle => battle::offer(self, state, offer),
            Step::Peace(peace) => self.offer_scrap(state, peace, offer),
            _ => false,
        }
    }

    fn bounds(&self, state: &State, quantity: Quantity, any_order: bool) -> (u8, u8) {
        match quantity {
            Quantity::Move { order, .. } => (1, order.count),
            Quantity::Deploy { seat, class, at, most } if !any_order => {
                (self.least_deployed(state, seat, class, at).min(most), most)
            }
            Quantity::Load { most, .. }
            | Quantity::Unload { most, .. }
            | Quantity::Deploy { most, .. }
            | Quantity::Build { most, .. }
            | Quantity::Overhaul { most, .. } => (1, most),
            Quantity::LeaveOut { at, kind, most } if !any_order => {
                (self.least_left_out(state, at, kind).min(most), most)
            }
            Quantity::LeaveOut { most, .. } => (1, most),
        }
    }

    /// Applies a decision that [`Imperium::offer`] offers.
    pub(super) fn act(&self, state: &mut State, action: Action) {
        let action = match action {
            Action::SelectUnderWay { stack } => self.select_under_way(state, stack),
            other => other,
        };
        match (state.step, action) {
            (Step::Battle, action) => battle::act(self, state, action),
            (Step::Place(placing), Action::Destination(place)) => self.place_at(state, placing, place),
            (Step::Recall { left }, Action::Select { at, kind }) => self.recall(state, at, kind, left),
            (Step::Appeal, Action::Appeal { military }) => self.appeal(state, military),
            (Step::Appeal, _) => self.after_appeal(state),
            (Step::Overhaul { .. }, Action::Select { at, kind }) => self.choose_overhaul(state, at, kind),
            (Step::Overhaul { .. }, _) => self.end_overhauls(state),
            (Step::Routine { .. }, Action::Select { at, kind }) => self.choose_left_out(state, at, kind),
            (Step::Routine { .. }, _) => self.end_routine(state),
            (Step::Build { .. }, Action::Build { class, at }) => self.choose_build(state, class, at),
            (Step::Build { .. }, _) => self.end_production(state),
            (Step::Orders(orders), Action::Select { at, kind }) => self.choose_ships(state, orders, at, kind),
            (Step::Orders(orders), Action::Load { class, at }) => {
                self.choose_cargo(state, orders, true, class, at);
            }
            (Step::Orders(orders), Action::Unload { class, at }) => {
                self.choose_cargo(state, orders, false, class, at);
            }
            (Step::Orders(_), _) => self.end_movement(state),
            (Step::Destination { order, orders }, Action::Destination(to)) => {
                self.go(state, orders, order, to);
            }
            (Step::Destination { order, orders }, Action::Sublight(heading)) => {
                self.go_sublight(state, orders, order, heading);
            }
            (Step::Quantity(quantity), Action::Count(count)) => self.count(state, quantity, count),
            (Step::Peace(peace), Action::Select { at, kind }) => self.scrap(state, peace, at, kind),
            (step, action) => unreachable!("{action:?} is not offered at {step:?}"),
        }
    }

    fn count(&self, state: &mut State, quantity: Quantity, count: u8) {
        match quantity {
            Quantity::Move { mut order, orders } => {
                order.count = count;
                self.begin_move(state, orders, order);
            }
            Quantity::Load { class, at, orders, .. } => {
                self.move_cargo(state, orders, true, class, at, count)
            }
            Quantity::Unload { class, at, orders, .. } => {
                self.move_cargo(state, orders, false, class, at, count);
            }
            Quantity::Deploy { seat, class, at, .. } => self.deploy(state, seat, class, at, count),
            Quantity::Build { class, at, .. } => self.build(state, class, at, count),
            Quantity::Overhaul { at, kind, .. } => self.overhaul(state, at, kind, count),
            Quantity::LeaveOut { at, kind, .. } => self.leave_out(state, at, kind, count),
        }
    }

    /// Why an action is refused where it is not offered, and by which rule.
    pub(super) fn refusal(state: &State) -> (&'static str, Option<&'static str>) {
        match state.step {
            Step::Over => ("the game is over", None),
            Step::Peace(Peace::Scrap { .. }) => {
                ("only own ships of the class wear out", Some("imp.9.attrition"))
            }
            Step::Draw
            | Step::Intervention
            | Step::AppealRoll { .. }
            | Step::Frontier { .. }
            | Step::MoveRoll { .. }
            | Step::Peace(_) => ("dice are due, not a decision", None),
            Step::Place(_) => ("nothing at hand may be placed there, in order", Some("imp.10.limits")),
            Step::Recall { .. } => {
                ("only Imperial capital ships and cruisers are recalled", Some("imp.7.5.civil_war"))
            }
            Step::Appeal => ("the Imperial appeals or passes", Some("imp.7.4.appeal")),
            Step::Overhaul { .. } => (
                "no such ships at an own world that can be paid for, in order",
                Some("cobb.maintenance.overhaul"),
            ),
            Step::Routine { .. } => (
                "only disrupted ships, or ships where the system's limit is exceeded, are left out, in order",
                Some("cobb.maintenance.limit"),
            ),
            Step::Build { .. } => ("it can't be built there now, in order", Some("imp.7.3.production")),
            Step::Orders(_) => ("no such order is open, in order", Some("imp.3.2.jump")),
            Step::Quantity(_) => ("there are not as many", None),
            Step::Destination { .. } => ("the ships picked can't go there", Some("imp.3.2.jump")),
            Step::Battle => {
                let refusal = battle::refusal(state);
                (refusal.reason, Some(refusal.rule))
            }
        }
    }
}

impl battle::War for Imperium {
    fn combat(&self) -> &battle::Combat {
        &self.combat
    }

    fn figures(&self, seat: Seat, class: Class) -> &battle::Figures {
        &self.figures[seat.index()][class.index()]
    }

    fn systems_of(&self, boxes: u64) -> u64 {
        self.map.systems_of(boxes)
    }

    fn boxes(&self, system: SystemId) -> &[BoxId] {
        &self.map.at(system).box_list
    }

    fn is_homeworld(&self, at: BoxId, owner: Seat) -> bool {
        self.map.surface(at).home == Some(owner)
    }

    fn ways_out(&self, state: &State, system: SystemId, seat: Seat) -> u64 {
        let neighbours = self.map.neighbours(system);
        let any_lane = self.rules.combat.retreat_any_lane;
        match &self.scenario {
            Scenario::Duel(duel) => duel.way_out[seat.index()].bit(),
            // A phasing force that came goes back the way that at least one of its ships came.
            // rule: cobb.disengage.jump imp.13.19.retreat
            Scenario::War(_) => match state.entered_from.of(system) {
                came_from if seat == battle::phasing(self, state) && came_from != 0 && !any_lane => {
                    neighbours & came_from
                }
                _ => neighbours,
            },
        }
    }

    fn take_box(&self, state: &mut State, at: BoxId, seat: Seat) {
        Self::take_box(self, state, at, seat);
    }

    fn after_combat(&self, state: &mut State) {
        self.end_combat(state);
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{first_war, nusku_gap, nusku_gap_with, ships, system};
    use super::super::state::{Place, TERRAN};
    use super::battle::War as _;
    use super::*;
    use crate::core::{Dice, Game, Node};

    /// Who came goes back the way he came; who was there, as in Reaction Combat, may go to any neighbour.
    #[test]
    fn cobb_disengage_jump_of_a_phasing_force() {
        let (game, mut state) = first_war();
        let (barnard, sol) = (system(&game, "barnard"), system(&game, "sol"));
        ships(&game, &mut state, "barnard", TERRAN, Class::Destroyer, 1);
        let neighbours = game.map.neighbours(barnard);
        assert_eq!(game.ways_out(&state, barnard, TERRAN), neighbours);
        assert_eq!(game.ways_out(&state, barnard, IMPERIAL), neighbours);
        state.entered_from.add(barnard, sol.bit());
        assert_eq!(game.ways_out(&state, barnard, TERRAN), sol.bit());
        assert_eq!(game.ways_out(&state, barnard, IMPERIAL), neighbours, "the other side came another way");
    }

    /// With `retreat_lane=any` a phasing force is not bound to the way that it came.
    #[test]
    fn imp_13_19_retreat_by_any_lane() {
        let game = nusku_gap_with(&[("retreat_lane", "any")]);
        let mut state = game.start.clone();
        let (barnard, sol) = (system(&game, "barnard"), system(&game, "sol"));
        state.phase = Phase::FirstCombat;
        state.entered_from.add(barnard, sol.bit());
        assert_eq!(game.ways_out(&state, barnard, TERRAN), game.map.neighbours(barnard));
        assert_ne!(game.map.neighbours(barnard), sol.bit());
    }

    /// Empty racks are filled in the owner's next turn, at systems of his.
    #[test]
    fn imp_4_2_high_intensity_until_a_friendly_system() {
        let game = nusku_gap_with(&battle::BASE);
        let mut state = game.initial_state();
        for (id, seat) in [("sol", TERRAN), ("nusku", TERRAN), ("sol", IMPERIAL)] {
            let ships = Group::new(Place::Space(system(&game, id)), seat, Class::Scout, 1);
            state.add(Group { spent: true, ..ships });
        }
        state.phasing = TERRAN;
        game.begin_player_turn(&mut state);
        let spent: Vec<_> = state.groups.iter().filter(|g| g.spent).map(|g| (g.place, g.seat)).collect();
        let (sol, nusku) = (system(&game, "sol"), system(&game, "nusku"));
        assert_eq!(spent.len(), 2);
        assert!(
            spent.contains(&(Place::Space(sol), IMPERIAL)) && spent.contains(&(Place::Space(nusku), TERRAN))
        );
    }

    /// The phases of a whole war: Terran first, seven phases a player turn, two player turns a game turn.
    #[test]
    fn imp_3_1_player_turn() {
        use Phase::*;
        let order = [
            Production,
            FirstMovement,
            FirstCombat,
            ReactionMovement,
            ReactionCombat,
            SecondMovement,
            SecondCombat,
        ];
        let game = nusku_gap();
        for seed in 0..20 {
            let mut state = game.initial_state();
            assert_eq!((state.turn, state.phasing, state.phase), (1, TERRAN, Production));
            let mut legal = Vec::new();
            let mut dice = Dice::new(seed);
            let place = |state: &State| (state.turn, state.phasing.index(), state.phase as u8);
            let mut seen = place(&state);
            loop {
                match game.node(&state) {
                    Node::Decision(_) => {
                        let mover = game.decider(&state).unwrap();
                        if state.phase == ReactionMovement {
                            assert_eq!(mover, enemy_of(state.phasing));
                        } else if state.battle.is_none() {
                            assert_eq!(mover, state.phasing);
                        }
                        game.legal_actions(&state, &mut legal);
                        let pick = (seed as usize + legal.len() * 7) % legal.len();
                        game.apply(&mut state, legal[pick]).unwrap();
                    }
                    Node::Chance => {
                        let outcome = dice.roll(&game.chance(&state));
                        game.apply_outcome(&mut state, outcome).unwrap();
                    }
                    _ => break,
                }
                assert!(order.contains(&state.phase) && place(&state) >= seen, "{seen:?}");
                seen = place(&state);
            }
        }
    }
}
