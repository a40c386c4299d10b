//! Troops that are drawn: which of the counters left a player gets is a matter of chance (rules 15.1).
//!
//! Those on the map at the start are drawn before the first player turn, bought ones when they have entered. What has
//! been destroyed is among the counters left again.

use arrayvec::ArrayVec;

use super::Imperium;
use super::class::Class;
use super::state::{Group, Phase, State, Step};
use super::units::MOST_STRENGTHS;
use crate::core::{Chance, Seat};

/// Strengths with how many counters have them, weakest first.
type Left = ArrayVec<(u8, u32), MOST_STRENGTHS>;

impl State {
    /// The first troops on the map without a strength.
    pub(super) fn undrawn(&self) -> Option<Group> {
        self.groups.by_place().find(Group::is_undrawn)
    }
}

impl Group {
    fn is_undrawn(&self) -> bool {
        self.class.is_troops() && self.strength == 0
    }
}

impl Imperium {
    /// Draws troops until each has its strength, then goes on: with a player turn or with First Movement.
    // rule: imp.15.1.troop_strength
    pub(super) fn draw_troops(&self, state: &mut State) {
        while self.rules.combat.drawn_troops && state.undrawn().is_some() {
            state.step = Step::Draw;
            state.obstacles = self.obstacles(state);
            if self.strengths_left(state).len() > 1 {
                return;
            }
            self.draw(state, 0);
        }
        if state.phase == Phase::Production {
            self.begin_player_turn(state);
        } else {
            self.begin_movement(state, Phase::FirstMovement);
        }
    }

    /// The counters that the next one is drawn from.
    fn strengths_left(&self, state: &State) -> Left {
        let mut left = Left::new();
        let Some(Group { seat, class, .. }) = state.undrawn() else { return left };
        for &strength in self.units.strengths(class, seat) {
            match left.iter_mut().find(|(other, _)| *other == strength) {
                Some((_, count)) => *count += 1,
                None => left.push((strength, 1)),
            }
        }
        for (strength, count) in &mut left {
            *count = count.saturating_sub(in_play(state, seat, class, *strength));
        }
        left.retain(|(_, count)| *count > 0);
        left.sort_unstable();
        left
    }

    /// Each strength that is left, weighted by how many counters have it.
    pub(super) fn draw_chance(&self, state: &State) -> Chance {
        Chance::new(self.strengths_left(state).into_iter().map(|(_, count)| count))
    }

    /// The strength that an outcome of the draw stands for.
    pub(super) fn strength_drawn(&self, state: &State, outcome: usize) -> Option<u8> {
        self.strengths_left(state).get(outcome).map(|(strength, _)| *strength)
    }

    /// A counter is drawn; false: there is no such outcome.
    pub(super) fn drawn(&self, state: &mut State, outcome: usize) -> bool {
        let drawn = self.draw(state, outcome);
        if drawn {
            self.draw_troops(state);
        }
        drawn
    }

    fn draw(&self, state: &mut State, outcome: usize) -> bool {
        let Some(strength) = self.strength_drawn(state, outcome) else { return false };
        let Some(next) = state.undrawn() else { return false };
        let index = state.groups.position(|group| *group == next).expect("it is one of them");
        let counter = state.take(index, 1);
        state.add(Group { strength, ..counter });
        true
    }
}

/// How many troops of this strength a side has on the map, those aboard among them.
fn in_play(state: &State, seat: Seat, class: Class, strength: u8) -> u32 {
    let on_map = state.groups_of(seat).map(|group| {
        let itself = group.class == class && group.strength == strength;
        let aboard = group.cargo.class() == Some(class) && group.cargo.strength() == strength;
        u32::from(group.count) * u32::from(itself || aboard)
    });
    on_map.sum()
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::super::positions_for_tests::{
        first_war_with, ground, in_sight, nusku_gap_with, ships, surface_box,
    };
    use super::super::state::{Cargo, IMPERIAL, OrderStage, Orders, Place, TERRAN};
    use super::*;
    use crate::core::{Game, Node, Notation, OutcomeIndex, Setup};

    const DRAWN: [(&str, &str); 1] = [("troop_strength", "drawn")];

    fn strengths(state: &State, seat: Seat, class: Class) -> Vec<u8> {
        let groups = state.groups_of(seat).filter(|group| group.class == class);
        groups.flat_map(|group| std::iter::repeat_n(group.strength, group.count.into())).collect()
    }

    /// Rolls until somebody decides; each draw falls as `pick` says.
    fn draw_all(game: &Imperium, state: &mut State, pick: impl Fn(usize) -> usize) {
        while state.step == Step::Draw {
            let outcome = pick(game.chance(state).weights().len());
            game.apply_outcome(state, OutcomeIndex(outcome as u8)).unwrap();
        }
    }

    /// A counter at random from those left: each draw takes one out.
    #[test]
    fn imp_15_1_troop_strength_drawn() {
        let game = nusku_gap_with(&DRAWN);
        let mut state = game.initial_state();
        assert_eq!(game.node(&state), Node::Chance);
        // Nusku first: Imperial regular troops 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 6.
        assert_eq!(game.chance(&state).weights(), [3, 5, 3, 1]);
        assert_eq!(game.outcome_text(&state, OutcomeIndex(3)), "strength 6");
        game.apply_outcome(&mut state, OutcomeIndex(3)).unwrap();
        assert_eq!(strengths(&state, IMPERIAL, Class::RegularTroops), [0, 6, 0]);
        assert_eq!(game.chance(&state).weights(), [3, 5, 3], "there is one 6");
        draw_all(&game, &mut state, |_| 0);
        assert_eq!(strengths(&state, IMPERIAL, Class::RegularTroops), [3, 6, 3]);
        assert_eq!(strengths(&state, TERRAN, Class::RegularTroops), [3, 3, 4], "there are two 3s");
        assert_eq!(strengths(&state, TERRAN, Class::JumpTroops), [3]);
        assert_eq!(game.node(&state), Node::Decision(TERRAN), "then the war begins");
    }

    /// Bought troops are drawn when they have entered; what was destroyed is among the counters left.
    #[test]
    fn imp_15_1_troop_strength_of_bought_troops() {
        let game = nusku_gap_with(&DRAWN);
        let mut state = game.initial_state();
        draw_all(&game, &mut state, |outcomes| outcomes - 1);
        let sol = surface_box(&game, "sol");
        state.sides[TERRAN.index()].stock = 20;
        game.apply(&mut state, Action::Build { class: Class::JumpTroops, at: sol }).unwrap();
        game.apply(&mut state, Action::Count(1)).unwrap();
        game.apply(&mut state, Action::Done).unwrap();
        assert_eq!((state.step, state.phase), (Step::Draw, Phase::FirstMovement));
        assert_eq!(game.chance(&state).weights(), [1, 1, 2], "of 3, 4, 5, 5, 6 the 6 is in play");
        let is_six =
            |group: &Group| (group.seat, group.class, group.strength) == (TERRAN, Class::JumpTroops, 6);
        let six = state.groups.position(is_six);
        state.take(six.unwrap(), 1);
        assert_eq!(game.chance(&state).weights(), [1, 1, 2, 1]);
        draw_all(&game, &mut state, |_| 1);
        assert_eq!(strengths(&state, TERRAN, Class::JumpTroops), [4]);
        assert!(matches!(state.step, Step::Orders(_)));
    }

    /// The strongest go aboard first and keep their strength there.
    #[test]
    fn imp_15_1_troop_strength_aboard() {
        let game = first_war_with(&DRAWN);
        let mut state = super::super::setup::empty_state(TERRAN, Phase::FirstMovement);
        state.step = Step::Orders(Orders { stage: OrderStage::FirstCargo, last: 0 });
        ships(&game, &mut state, "sol", TERRAN, Class::Transport, 1);
        for strength in [4, 5, 3] {
            ground(&game, &mut state, "sol", TERRAN, Class::RegularTroops, 1);
            let new = state.groups.position(Group::is_undrawn);
            let group = state.take(new.unwrap(), 1);
            state.add(Group { strength, ..group });
        }
        let sol = Place::Surface(surface_box(&game, "sol"));
        game.apply(&mut state, Action::Load { class: Class::RegularTroops, at: sol }).unwrap();
        let aboard = state.groups_of(TERRAN).find(|group| group.class == Class::Transport).unwrap().cargo;
        assert_eq!(aboard, Cargo::One { class: Class::RegularTroops, disrupted: false, strength: 5 });
        assert_eq!(strengths(&state, TERRAN, Class::RegularTroops), [3, 4]);
        let state = in_sight(&game, &state);
        assert_eq!(game.parse_position(&game.position_text(&state)).as_ref(), Ok(&state));
    }

    /// Each counter needs a strength where they are drawn, and only there.
    #[test]
    fn imp_15_1_troop_strength_of_each_counter() {
        let setup = Setup::new("imperium").correct("units.RT.terran.limit", "9");
        assert!(Imperium::from_setup(&setup).is_ok());
        let faults = Imperium::from_setup(&setup.set("troop_strength", "drawn")).unwrap_err().to_string();
        assert!(faults.contains("9 RT counters of the Terran need as many strengths, not 8"), "{faults}");
        let setup = Setup::new("imperium").correct("units.JT.imperial.strengths", "[0, 4, 5, 10]");
        let faults = Imperium::from_setup(&setup).unwrap_err().to_string();
        assert!(faults.contains("strengths of JT are 1 to 9"), "{faults}");
    }
}
