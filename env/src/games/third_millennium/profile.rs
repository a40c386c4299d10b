//! What the players did in a war: what they ordered, were given and lost, where they fought, what they asked of the
//! Empire, and what they held at the end of each turn.

use super::action::Action;
use super::class::Class;
use super::map::SystemId;
use super::state::{Appeal, Place, State, Step};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{Event, EventOf, Notation, Seat};
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
        series(BUILDS, "Counters ordered", SeriesKind::Sum),
        series(GRANTS, "Counters that the Empire sent", SeriesKind::Sum),
        series(LOSSES, "Counters destroyed, in battle and for want of maintenance", SeriesKind::Sum),
        series(CONTACTS, "Battles and attacks on planets, by the attacker", SeriesKind::Sum),
        series(APPEALS, "Appeals", SeriesKind::Sum),
        series(ANSWERS, "What the Empire rolled", SeriesKind::Sum),
        series(CONTROL, "Planets held, by system, at the end of the turn", SeriesKind::Level),
        series(BOOKS, "Stock, glory and worlds at the end of the turn", SeriesKind::Level),
    ]
};

impl Profile for ThirdMillennium {
    fn profile_series() -> &'static [Series] {
        &SERIES
    }

    fn profile(&self, before: &State, event: &EventOf<Self>, after: &State, marks: &mut Vec<Mark>) {
        let mut scribe = Scribe { turn: before.turn.into(), marks };
        match (before.step, event) {
            (Step::Build { .. }, Event::Decision { seat, action: Action::Build { class, .. } }) => {
                scribe.note(BUILDS, class.to_string(), *seat, 1);
            }
            (Step::Build { .. }, Event::Decision { seat, action: Action::Settle(_) }) => {
                scribe.note(BUILDS, "outpost", *seat, 1);
            }
            (Step::Appeal, Event::Decision { seat, action: Action::Appeal(appeal) }) => {
                let item = if *appeal == Appeal::Forces { "forces" } else { "funds" };
                scribe.note(APPEALS, item, *seat, 1);
            }
            (Step::Intervention | Step::Petition { .. }, Event::Chance(outcome)) => {
                scribe.note(ANSWERS, self.outcome_text(before, *outcome), IMPERIAL, 1);
            }
            _ => {}
        }
        self.counters_changed(before, after, &mut scribe);
        self.contact(before, after, &mut scribe);
        for turn in before.turn.max(1)..after.turn {
            scribe.turn = turn.into();
            self.end_of_turn(before, after, &mut scribe);
        }
        if after.step == Step::Over {
            self.end_of_turn(before, after, &mut scribe);
        }
    }
}

impl ThirdMillennium {
    /// Ships come from the Empire in the administrative segment, and go in battles and in the close-out.
    fn counters_changed(&self, before: &State, after: &State, scribe: &mut Scribe<'_>) {
        let comes = matches!(
            before.step,
            Step::Intervention
                | Step::Petition { .. }
                | Step::Gift { .. }
                | Step::Offensive { .. }
                | Step::Emperor { .. }
                | Step::Retinue { .. }
        );
        let goes = matches!(
            before.step,
            Step::Battle | Step::Ground | Step::UpkeepRoll { .. } | Step::Mines { .. } | Step::Sweep { .. }
        );
        if !comes && !goes {
            return;
        }
        for (seat, class) in [TERRAN, IMPERIAL].into_iter().flat_map(|seat| Class::ALL.map(|c| (seat, c))) {
            let change = all_of(after, seat, class) - all_of(before, seat, class);
            if comes && change > 0 {
                scribe.note(GRANTS, class.to_string(), seat, change);
            }
            let lost = -change - went_with_emperor(before, after, seat, class);
            if goes && lost > 0 {
                scribe.note(LOSSES, class.to_string(), seat, lost);
            }
        }
    }

    fn contact(&self, before: &State, after: &State, scribe: &mut Scribe<'_>) {
        let place = |state: &State| {
            let battle = state.battle.as_ref()?;
            Some((state.turn, state.segment, battle.at, battle.planet, battle.attacker))
        };
        let Some((turn, _, at, planet, attacker)) = place(after).filter(|_| place(after) != place(before))
        else {
            return;
        };
        let item = match planet {
            Some(planet) => format!("on {}", self.map.planet(planet).name),
            None => at.system().map_or("an empty hex", |system| &self.map.at(system).name).into(),
        };
        scribe.turn = turn.into();
        scribe.note(CONTACTS, item, attacker, 1);
    }

    /// The next income may be in stock already in the state after the event.
    fn end_of_turn(&self, before: &State, after: &State, scribe: &mut Scribe<'_>) {
        for seat in [TERRAN, IMPERIAL] {
            for system in self.map.system_ids() {
                let held = self.planets_held(after, seat, system);
                if held > 0 {
                    scribe.note(CONTROL, self.map.at(system).name.clone(), seat, held);
                }
            }
            scribe.note(BOOKS, "Resources in stock", seat, before.sides[seat.index()].stock.into());
            scribe.note(BOOKS, "worlds", seat, self.count_of_worlds(after, seat) as i32);
        }
        scribe.note(BOOKS, "glory", IMPERIAL, before.glory.into());
    }

    fn planets_held(&self, state: &State, seat: Seat, system: SystemId) -> i32 {
        let planets = self.map.at(system).planets.iter();
        planets.filter(|&&planet| state.planet(planet).owner == Some(seat)).count() as i32
    }
}

/// Counters of a class wherever they are, aboard ships, too.
fn all_of(state: &State, seat: Seat, class: Class) -> i32 {
    let fighting = state.battle.iter().flat_map(|battle| battle.ships.iter().map(|ship| ship.unit.group()));
    let ships = state.groups.of(seat).chain(fighting.filter(|group| group.seat == seat));
    let aboard = ships.map(|group| {
        i32::from(group.count) * group.aboard().filter(|troop| troop.class() == class).count() as i32
    });
    state.counters(seat, class) as i32 + aboard.sum::<i32>()
}

/// Ships of an Emperor who has left, which are not destroyed.
fn went_with_emperor(before: &State, after: &State, seat: Seat, class: Class) -> i32 {
    let (Some(fleet), None) = (before.fleets.emperor(seat), after.fleets.emperor(seat)) else { return 0 };
    let ships = before.groups.at(seat, Place::Fleet(fleet)).filter(|group| group.class == class);
    ships.map(|group| i32::from(group.count)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Table, wars};
    use super::*;
    use crate::core::{Dice, Game, Node, planner_rng, uniform_index};

    /// The marks of a random series, with its end.
    fn marks_of(seed: u64) -> (ThirdMillennium, State, Vec<Mark>) {
        let game = wars(&[]);
        let (mut dice, mut rng) = (Dice::new(seed), planner_rng(seed, 0));
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

    /// Every turn ends with who holds what, and every answer of the Empire is of an intervention or an appeal.
    #[test]
    fn a_series_is_told_turn_by_turn() {
        let (game, end, marks) = marks_of(3);
        let of = |series: &str| marks.iter().filter(move |mark| mark.series == series).count();
        for turn in 1..=u32::from(end.turn) {
            let books = marks.iter().filter(|mark| mark.series == BOOKS && mark.turn == turn).count();
            assert_eq!(books, 5, "turn {turn}");
        }
        let held: i32 = marks
            .iter()
            .filter(|mark| mark.series == CONTROL && mark.turn == u32::from(end.turn))
            .map(|mark| mark.amount)
            .sum();
        let owned = game.map.planet_ids().filter(|&planet| end.planet(planet).owner.is_some()).count();
        assert_eq!(held, owned as i32);
        let war_turns = of(ANSWERS) - of(APPEALS);
        assert!(war_turns > 0 && war_turns < usize::from(end.turn), "in peace the Empire is silent");
        assert!([BUILDS, CONTACTS].iter().all(|series| of(series) > 0));
        assert!(marks.iter().all(|mark| SERIES.iter().any(|series| series.key == mark.series)));
    }

    /// What is destroyed is lost; an Emperor who leaves is not.
    #[test]
    fn losses_are_told_and_departures_are_not() {
        let moment = "turn 2 segment 5 mover terran first terran left 0,0 passes 2";
        let lines = "fleet terran A at agi active no known_with A\nunits terran fleet:A: DD!, SC\n\
                     fleet imperial A at din active no known_with A emperor\nunits imperial fleet:A: 2 BB\n\
                     court budget 10 withheld 0 level 0 heard yes glory 5 offensive -\n\
                     glory 5 stock 0,0 fought 0";
        let mut table = Table::on_whole_map(wars(&[]), moment, lines, "upkeep_roll 0");
        let before = table.state.clone();
        table.game.apply_outcome(&mut table.state, crate::core::OutcomeIndex(1)).unwrap();
        let mut marks = Vec::new();
        let event = Event::Chance(crate::core::OutcomeIndex(1));
        table.game.profile(&before, &event, &table.state, &mut marks);
        let lost: Vec<&Mark> = marks.iter().filter(|mark| mark.series == LOSSES).collect();
        assert_eq!(lost.len(), 1, "{lost:?}");
        assert_eq!((lost[0].item.as_str(), lost[0].seat, lost[0].turn), ("DD", TERRAN, 2));
        assert!(table.state.fleets.emperor(IMPERIAL).is_none());
    }
}
