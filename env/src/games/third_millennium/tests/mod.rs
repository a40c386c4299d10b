//! Rules by their ids, on positions written as text; random play to the end.

mod administration;
mod battle;
mod carriers;
mod close_out;
mod empire;
mod encoding;
mod ground;
mod income;
mod knowledge;
mod lattice;
mod mcnair_11_31;
mod mcnair_13_31;
mod mcnair_17_11;
mod mines;
mod movement;
mod soak;
mod variants;
mod war;
mod wars;
mod withdrawal;

use super::ThirdMillennium;
use super::action::Action;
use super::state::State;
use crate::core::{Game, Notation, OutcomeIndex, Setup};

/// `raid` with these options.
fn raid(options: &[(&str, &str)]) -> ThirdMillennium {
    let setup =
        options.iter().fold(Setup::new("third_millennium"), |setup, (key, value)| setup.set(*key, *value));
    ThirdMillennium::from_setup(&setup).unwrap()
}

/// `first-war` with these options.
fn first_war(options: &[(&str, &str)]) -> ThirdMillennium {
    open("first-war", options)
}

/// `wars` with these options.
pub(super) fn wars(options: &[(&str, &str)]) -> ThirdMillennium {
    open("wars", options)
}

fn open(scenario: &str, options: &[(&str, &str)]) -> ThirdMillennium {
    let setup = Setup::new("third_millennium").scenario(scenario);
    let setup = options.iter().fold(setup, |setup, (key, value)| setup.set(*key, *value));
    ThirdMillennium::from_setup(&setup).unwrap()
}

/// What stands on the planets at the start of `raid`.
const PLANETS: &str = "world terra terran hits 0\noutpost mars terran hits 0\nworld alpha_a terran hits 0\n\
                       world alpha_b terran hits 0\noutpost barnard terran hits 0\noutpost agidda imperial hits 0\n\
                       world nusku imperial hits 0\noutpost apishal imperial hits 0\n";
const ORDERS: &str =
    "orders A made 0 allowance 0 from - mustered - under_way no sighted - unseen no repulsed no\n";

const COURT: &str = "court budget 10 withheld 0 level 0 heard no glory 0 offensive -\n";
/// The administrative segment of turn 2, the Imperial's turn.
const COURT_DAY: &str = "turn 2 segment 0 mover imperial first terran left 0,0 passes 0";

/// A table with a game on it.
pub(super) struct Table {
    pub(super) game: ThirdMillennium,
    pub(super) state: State,
}

impl Table {
    /// In segment 2 of turn 1 the Terran's fleet A is being activated; fleets and units as given.
    fn new(options: &[(&str, &str)], lines: &str) -> Self {
        Self::at(options, "turn 1 segment 2 mover terran first terran left 3,3 passes 0", lines, "orders")
    }

    /// At this moment and step.
    fn at(options: &[(&str, &str)], moment: &str, lines: &str, step: &str) -> Self {
        Self::with(raid(options), PLANETS, moment, lines, step)
    }

    /// In `first-war`, with what stands on its planets, at this moment and step.
    fn war(options: &[(&str, &str)], moment: &str, lines: &str, step: &str) -> Self {
        Self::on_whole_map(first_war(options), moment, lines, step)
    }

    pub(super) fn on_whole_map(game: ThirdMillennium, moment: &str, lines: &str, step: &str) -> Self {
        let start = game.position_text(&game.initial_state());
        let planets = start.lines().filter(|line| line.starts_with("world") || line.starts_with("outpost"));
        let planets: String = planets.map(|line| format!("{line}\n")).collect();
        let court = if lines.contains("court ") { "" } else { COURT };
        Self::with(game, &planets, moment, &format!("{court}{lines}"), step)
    }

    fn with(game: ThirdMillennium, planets: &str, moment: &str, lines: &str, step: &str) -> Self {
        let planets: String =
            planets.lines().filter(|line| !is_planet(lines, line)).map(|line| format!("{line}\n")).collect();
        let stock = if lines.contains("stock ") { "" } else { "glory 5 stock 6,6 fought 0\n" };
        let orders = if lines.contains("orders ") { "" } else { ORDERS };
        let text = format!("{moment}\n{stock}{orders}{planets}{lines}\nstep {step}");
        let text: String =
            text.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        let state = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
        Self { game, state }
    }

    /// The legal actions in words.
    fn offered(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal.into_iter().map(|action| self.game.action_text(&self.state, action)).collect()
    }

    fn offers(&self, text: &str) -> bool {
        self.offered().iter().any(|offered| offered == text)
    }

    /// Takes an action by its words.
    pub(super) fn act(&mut self, text: &str) -> &mut Self {
        let offered = self.offered();
        let action: Action = self.game.parse_action(&self.state, text).unwrap_or_else(|_| {
            panic!("'{text}' is none of {offered:?} in\n{}", self.game.position_text(&self.state))
        });
        self.game.apply(&mut self.state, action).unwrap();
        self
    }

    /// Takes an outcome by its words.
    fn roll(&mut self, text: &str) -> &mut Self {
        let outcomes = self.outcomes();
        let index = outcomes.iter().position(|outcome| outcome == text);
        let index = index.unwrap_or_else(|| {
            panic!("'{text}' is none of {outcomes:?} in\n{}", self.game.position_text(&self.state))
        });
        self.game.apply_outcome(&mut self.state, OutcomeIndex(index as u8)).unwrap();
        self
    }

    fn outcomes(&self) -> Vec<String> {
        let count = self.weights().len();
        (0..count).map(|k| self.game.outcome_text(&self.state, OutcomeIndex(k as u8))).collect()
    }

    fn weights(&self) -> Vec<u32> {
        self.game.chance(&self.state).weights().to_vec()
    }

    fn text(&self) -> String {
        self.game.position_text(&self.state)
    }

    fn has(&self, line: &str) -> bool {
        self.text().lines().any(|other| other == line)
    }
}

/// Whether one of `lines` is about the planet of this line.
fn is_planet(lines: &str, line: &str) -> bool {
    let id = line.split(' ').nth(1).unwrap();
    lines.lines().any(|other| {
        let mut words = other.split(' ');
        matches!(words.next(), Some("world" | "outpost" | "none")) && words.next() == Some(id)
    })
}
