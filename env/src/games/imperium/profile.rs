//! What the players did in a war: builds, grants, losses, contacts, appeals, and what they held at the end of each turn.

use super::Imperium;
use super::action::{Action, Quantity};
use super::class::Class;
use super::state::{Cargo, IMPERIAL, State, Step, TERRAN};
use crate::core::{Event, EventOf, Seat};
use crate::profile::{Mark, Profile, Scribe, Series, SeriesKind};

const BUILDS: &str = "builds";
const GRANTS: &str = "grants";
const LOSSES: &str = "losses";
const CONTACTS: &str = "contacts";
const APPEALS: &str = "appeals";
const ANSWERS: &str = "answers";
const CONTROL: &str = "control";
const BOOKS: &str = "books";

const SERIES: [Series; 8] = {
    const fn series(key: &'static str, title: &'static str, kind: SeriesKind) -> Series {
        Series { key, title, kind }
    }
    [
        series(BUILDS, "Counters built", SeriesKind::Sum),
        series(GRANTS, "Counters granted or replaced", SeriesKind::Sum),
        series(LOSSES, "Counters destroyed", SeriesKind::Sum),
        series(CONTACTS, "Battles in own player turns, by system", SeriesKind::Sum),
        series(APPEALS, "Appeals", SeriesKind::Sum),
        series(ANSWERS, "What the court rolled", SeriesKind::Sum),
        series(CONTROL, "Boxes held, by system, at the end of the turn", SeriesKind::Level),
        series(BOOKS, "Stock and glory at the end of the turn", SeriesKind::Level),
    ]
};

impl Profile for Imperium {
    fn profile_series() -> &'static [Series] {
        &SERIES
    }

    fn profile(&self, before: &State, event: &EventOf<Self>, after: &State, marks: &mut Vec<Mark>) {
        let mut scribe = Scribe { turn: before.turn.into(), marks };
        match before.step {
            Step::Build { .. } | Step::Quantity(Quantity::Build { .. }) => {
                gains(&mut scribe, BUILDS, before.phasing, before, after);
            }
            Step::Intervention | Step::Appeal | Step::AppealRoll { .. } => {
                gains(&mut scribe, GRANTS, IMPERIAL, before, after);
            }
            _ => {}
        }
        match (before.step, event) {
            (Step::Appeal, Event::Decision { action: Action::Appeal { military }, .. }) => {
                scribe.note(APPEALS, if *military { "military" } else { "economic" }, IMPERIAL, 1);
            }
            (Step::Intervention | Step::AppealRoll { .. }, Event::Chance(outcome)) => {
                scribe.note(ANSWERS, self.court_text(before, outcome.index()), IMPERIAL, 1);
            }
            _ => {}
        }
        for seat in [TERRAN, IMPERIAL] {
            let [old, new] = [before, after].map(|state| &state.sides[seat.index()].destroyed);
            rises(&mut scribe, LOSSES, seat, old, new);
        }
        self.contact(before, after, &mut scribe);
        if after.turn != before.turn || after.step == Step::Over {
            self.end_of_turn(before, after, &mut scribe);
        }
    }
}

impl Imperium {
    fn contact(&self, before: &State, after: &State, scribe: &mut Scribe<'_>) {
        let place = |state: &State| state.battle.as_ref().map(|battle| (battle.system, state.phase));
        if let Some((system, _)) = place(after).filter(|_| place(after) != place(before)) {
            let name = self.map.systems[usize::from(system.0)].name.clone();
            scribe.turn = after.turn.into();
            scribe.note(CONTACTS, name, after.phasing, 1);
            scribe.turn = before.turn.into();
        }
    }

    /// The next income may be in stock already in the state after the event.
    fn end_of_turn(&self, before: &State, after: &State, scribe: &mut Scribe<'_>) {
        for at in self.map.box_ids() {
            if let Some(holder) = after.marker(at).holder {
                scribe.note(CONTROL, self.map.at(self.map.surface(at).system).name.clone(), holder, 1);
            }
        }
        for seat in [TERRAN, IMPERIAL] {
            scribe.note(BOOKS, "RU in stock", seat, before.sides[seat.index()].stock.into());
        }
        scribe.note(BOOKS, "glory", IMPERIAL, after.court.glory.into());
    }
}

/// The counters that a side has more of than before.
fn gains(scribe: &mut Scribe<'_>, series: &'static str, seat: Seat, before: &State, after: &State) {
    rises(scribe, series, seat, &counters(before, seat), &counters(after, seat));
}

fn rises(
    scribe: &mut Scribe<'_>,
    series: &'static str,
    seat: Seat,
    before: &[u8; Class::COUNT],
    after: &[u8; Class::COUNT],
) {
    for class in Class::ALL {
        let [old, new] = [before, after].map(|counts| i32::from(counts[class.index()]));
        if new > old {
            scribe.note(series, class.to_string(), seat, new - old);
        }
    }
}

/// Every counter of a side, those in a battle, too.
fn counters(state: &State, seat: Seat) -> [u8; Class::COUNT] {
    let mut counts = state.all_counters(seat);
    let squads = state.battle.iter().flat_map(|battle| battle.squads.iter());
    for squad in squads.filter(|squad| squad.seat == seat && !squad.marker) {
        counts[squad.class.index()] += squad.count;
        if squad.cargo != Cargo::Empty
            && let Some(aboard) = squad.cargo.class()
        {
            counts[aboard.index()] += squad.cargo.count() * squad.count;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{nusku_gap, surface_box};
    use super::*;
    use crate::core::{Dice, Game, Node, PlannerRng, Setup, planner_rng, uniform_index};

    /// A random game: what it was, how it ended, what it stands for.
    fn marks_of(setup: &Setup, seed: u64) -> (Imperium, State, Vec<Mark>) {
        let game = Imperium::from_setup(setup).unwrap();
        let (mut dice, mut rng): (Dice, PlannerRng) = (Dice::new(seed), planner_rng(seed, 0));
        let (mut state, mut legal, mut marks) = (game.initial_state(), Vec::new(), Vec::new());
        loop {
            let before = state.clone();
            let event = match game.node(&state) {
                Node::Terminal => return (game, state, marks),
                Node::Chance => {
                    let outcome = dice.roll(&game.chance(&state));
                    game.apply_outcome(&mut state, outcome).unwrap();
                    Event::Chance(outcome)
                }
                Node::Decision(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let action = legal[uniform_index(&mut rng, legal.len())];
                    game.apply(&mut state, action).unwrap();
                    Event::Decision { seat, action }
                }
            };
            game.profile(&before, &event, &state, &mut marks);
        }
    }

    fn sum(marks: &[Mark], series: &str, seat: Seat, item: &str) -> i32 {
        let own = marks.iter().filter(|m| m.series == series && m.seat == seat && m.item == item);
        own.map(|mark| mark.amount).sum()
    }

    #[test]
    fn a_build_is_marked_with_its_count() {
        let game = nusku_gap();
        let mut state = game.start.clone();
        (state.phasing, state.turn) = (TERRAN, 2);
        state.sides[TERRAN.index()].stock = 30;
        let (class, at) = (Class::Destroyer, surface_box(&game, "sol"));
        state.step = Step::Quantity(Quantity::Build { class, at, most: 3 });
        let before = state.clone();
        let action = Action::Count(2);
        game.apply(&mut state, action).unwrap();
        let mut marks = Vec::new();
        game.profile(&before, &Event::Decision { seat: TERRAN, action }, &state, &mut marks);
        let item = class.to_string();
        assert_eq!(marks, [Mark { series: BUILDS, item, seat: TERRAN, turn: 2, amount: 2 }]);
    }

    /// What is lost in games is what the books of each side say.
    #[test]
    fn losses_are_those_of_the_books() {
        let setup = Setup::new("imperium").scenario("duel");
        let mut lost = 0;
        for seed in 0..10 {
            let (_, end, marks) = marks_of(&setup, seed);
            for (seat, class) in [TERRAN, IMPERIAL].into_iter().flat_map(|s| Class::ALL.map(|c| (s, c))) {
                let booked = end.sides[seat.index()].destroyed[class.index()];
                assert_eq!(sum(&marks, LOSSES, seat, class.code()), i32::from(booked), "{seat} {class}");
                lost += booked;
            }
        }
        assert!(lost > 0);
    }

    #[test]
    fn every_turn_ends_with_who_holds_what() {
        let setup = Setup::new("imperium").scenario("nusku-gap");
        let (game, end, marks) = marks_of(&setup, 1);
        let boxes = |turn| -> i32 {
            let held = marks.iter().filter(|mark| mark.series == CONTROL && mark.turn == turn);
            held.map(|mark| mark.amount).sum()
        };
        for turn in 1..=u32::from(end.turn) {
            assert!(boxes(turn) > 0 && boxes(turn) <= game.map.boxes.len() as i32, "turn {turn}");
        }
        let last = (end.held_boxes(TERRAN) | end.held_boxes(IMPERIAL)).count_ones() as usize;
        assert_eq!(boxes(end.turn.into()), last as i32);
        let glory: Vec<i32> = marks.iter().filter(|m| m.item == "glory").map(|m| m.amount).collect();
        assert_eq!(glory.len(), usize::from(end.turn));
        assert_eq!(glory.last().copied(), Some(end.court.glory.into()));
    }

    #[test]
    fn contacts_and_the_court_are_noted() {
        let setup = Setup::new("imperium").scenario("nusku-gap");
        let (mut contacts, mut appeals, mut answers) = (0, 0, 0);
        for seed in 0..10 {
            let (_, end, marks) = marks_of(&setup, seed);
            let of = |series: &str| marks.iter().filter(|mark| mark.series == series).count();
            contacts += of(CONTACTS);
            appeals += of(APPEALS);
            // One intervention a turn, and one answer to each appeal.
            assert_eq!(of(ANSWERS), usize::from(end.turn) + of(APPEALS), "seed {seed}");
            answers += of(ANSWERS);
            assert!(marks.iter().all(|mark| SERIES.iter().any(|series| series.key == mark.series)));
        }
        assert!(contacts > 0 && appeals > 0 && answers > appeals);
    }
}
