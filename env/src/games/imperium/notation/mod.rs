//! Actions, outcomes and positions as text. A wargamer's words: `select DD* at Sol`, `count 2`,
//! `to Barnard's Star`, `fire time-on-target`; a star is disruption, a plus sign is cargo.

mod clauses;
mod explain;
mod outcome;
mod read;
mod read_step;
#[cfg(test)]
mod tests;
mod words;
mod write;

use self::words::{CounterText, Names, Word, strike_text};
use super::Imperium;
use super::action::Action;
use super::sound;
use super::state::{Battle, Fire, Place, Placing, Range, State, Step};
use crate::core::{Notation, OpenView, OutcomeIndex, ParseError, Seat};

impl Notation for Imperium {
    fn action_text(&self, state: &State, action: Action) -> String {
        let names = Names(self);
        match action {
            Action::Done => "done".into(),
            Action::Count(count) => format!("count {count}"),
            Action::Select { at, kind } => format!("select {}", names.stack(at, kind)),
            Action::Destination(place) => destination(&names, state, place),
            Action::Load { class, at } => format!("load {}", names.cargo(class, at)),
            Action::Unload { class, at } => format!("unload {}", names.cargo(class, at)),
            Action::Build { class, at } => format!("build {}", names.line(class, at)),
            Action::Appeal { military } => format!("appeal for {} aid", military.word()),
            Action::SetRange(Range::Disengage) => "disengage".into(),
            Action::SetRange(range) => format!("range {}", range.word()),
            Action::Retreat(system) => format!("retreat to {}", names.system(system)),
            Action::Against { squad } => against(state, squad),
            Action::SelectUnderWay { stack } => under_way(&names, state, self.decider(state), stack),
            Action::Sublight(heading) => format!("sublight {}", heading.word()),
            Action::StayOut => "stay out".into(),
            Action::BreakOff => "break off".into(),
            Action::FightOn => "fight on".into(),
            Action::Declare(Fire::Hold) => "hold fire".into(),
            Action::Declare(fire) => format!("fire {}", fire.word()),
            Action::Undertake(mission) => names.mission(mission),
            Action::Strike(strike) => format!("strike {}", strike_text(strike)),
        }
    }

    fn outcome_text(&self, state: &State, outcome: OutcomeIndex) -> String {
        outcome::text(self, state, outcome)
    }

    fn chapter(&self, state: &State) -> String {
        explain::chapter(self, state)
    }

    fn glossary(&self) -> Vec<(String, String)> {
        explain::glossary(self)
    }

    fn question(&self, view: &OpenView<State>) -> String {
        explain::question(self, &view.state, view.seat)
    }

    fn explain(&self, view: &OpenView<State>, action: Action) -> String {
        explain::explain(self, &view.state, view.seat, action)
    }

    fn narrate(&self, state: &State, action: Action) -> String {
        explain::narrate(self, state, action).unwrap_or_else(|| self.action_text(state, action))
    }

    fn explain_roll(&self, state: &State) -> String {
        explain::roll(self, state)
    }

    fn position_text(&self, state: &State) -> String {
        write::position(self, state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        let state = read::position(self, text)?;
        sound::check(self, &state).map_err(|reason| ParseError { text: "position".into(), reason })?;
        Ok(state)
    }
}

/// `to Sol`; before a war `world at Nusku`, `deploy DD at Sol`.
fn destination(names: &Names<'_>, state: &State, place: Place) -> String {
    let place = names.place(place);
    match state.step {
        Step::Place(Placing::World { .. }) => format!("world at {place}"),
        Step::Place(Placing::Outpost { .. }) => format!("outpost at {place}"),
        Step::Place(Placing::Units { class, .. }) => format!("deploy {class} at {place}"),
        Step::Place(Placing::Entry { class, .. }) => format!("enter with {class} at {place}"),
        _ => format!("to {place}"),
    }
}

/// `select DD at hex 1413`.
fn under_way(names: &Names<'_>, state: &State, seat: Option<Seat>, stack: u8) -> String {
    match seat.and_then(|seat| state.under_way(seat).nth(usize::from(stack))) {
        Some((at, kind)) => format!("select {}", names.stack(at, kind)),
        None => format!("select stack #{stack} under way"),
    }
}

/// Squads that look alike are told apart by their number: `against #3, 2 CL*`.
fn against(state: &State, squad: u8) -> String {
    match state.battle.as_ref().and_then(|battle| battle.squads.get(usize::from(squad))) {
        Some(foe) => format!("against #{squad}, {} {}", foe.count, CounterText::of_squad(&foe)),
        None => format!("against #{squad}"),
    }
}

/// `Turn 1, Terran first movement`; before a war `Setting up`.
pub(super) fn moment_text(game: &Imperium, state: &State) -> String {
    explain::moment_of_turn(game, state)
}

/// A place by its name.
pub(super) fn place_text(game: &Imperium, place: Place) -> String {
    Names(game).place(place)
}

/// The step at hand with the partly built decision, as in positions.
pub(super) fn step_text(game: &Imperium, state: &State) -> String {
    write::step(&Names(game), &state.step).to_string()
}

/// The battle at hand, as in positions.
pub(super) fn battle_text(game: &Imperium, battle: &Battle) -> String {
    write::battle(&Names(game), battle).to_string()
}
