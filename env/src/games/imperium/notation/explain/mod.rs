//! Decisions and rolls in words, with their odds, for people.

mod battle;
mod chapters;
mod orders;
mod roll;
mod setting_up;
#[cfg(test)]
mod tests;

use self::battle::{battle_choice, battle_question, battle_told};
use self::orders::{
    build_choice, destination_choice, maintenance_choice, order_choice, quantity_choice, quantity_question,
    quantity_told,
};
use self::setting_up::placing_choice;
use super::super::Imperium;
use super::super::action::{Action, Kind, Quantity};
use super::super::class::Class;
use super::super::position::side_name;
use super::super::state::{OrderStage, Peace, Phase, Place, Placing, State, Step};
use super::words::{KindText, Names};
use crate::core::{Game, Seat};

pub(super) use self::chapters::{chapter, glossary, moment_of_turn};
pub(super) use self::roll::roll;

/// What is asked of a seat.
pub(super) fn question(game: &Imperium, state: &State, seat: Seat) -> String {
    let names = Names(game);
    let stock = state.sides[seat.index()].stock;
    match state.step {
        Step::Place(placing) => placing_question(placing),
        Step::Recall { left } => format!("Civil war: which counter goes home? {left} to go."),
        Step::Appeal => format!("Do you appeal to the Emperor? Glory is {}.", state.court.glory),
        Step::Overhaul { .. } => format!("Which ships do you overhaul? You have {stock} RU."),
        Step::Routine { .. } => "Which ships go without routine maintenance?".into(),
        Step::Build { .. } => format!("What do you build? You have {stock} RU."),
        Step::Orders(orders) if state.phase == Phase::ReactionMovement => {
            let first = if orders.last == 0 { "Which ships react" } else { "Which ships react next" };
            format!("{first}, one jump into a system with enemy ships?")
        }
        Step::Orders(orders) => orders_question(orders.stage).into(),
        Step::Quantity(quantity) => quantity_question(&names, quantity),
        Step::Destination { order, .. } => {
            let ships = KindText(order.kind);
            format!("Where do {} {ships} go from {}?", order.count, names.place(order.from))
        }
        Step::Battle => state.battle.as_ref().map_or_else(String::new, |fight| battle_question(game, fight)),
        Step::Peace(Peace::Scrap { class, lost, .. }) => {
            format!("In the peace {class} ({}) wear out: which? {lost} to go.", class.name())
        }
        Step::Draw
        | Step::Intervention
        | Step::AppealRoll { .. }
        | Step::Frontier { .. }
        | Step::MoveRoll { .. }
        | Step::Peace(_) => "Dice are due.".into(),
        Step::Over => "The game is over.".into(),
    }
}

/// What is placed before a war, or enters during one.
fn placing_question(placing: Placing) -> String {
    match placing {
        Placing::World { left, .. } => format!("Where is a world of the Empire? {left} to go."),
        Placing::Outpost { left, .. } => format!("Where is an outpost of the Empire? {left} to go."),
        Placing::Units { class, .. } => format!("Where do you set up your {class} ({})?", class.name()),
        Placing::Entry { class, .. } => format!("Where does the {class} ({}) enter?", class.name()),
    }
}

const fn orders_question(stage: OrderStage) -> &'static str {
    match stage {
        OrderStage::FirstCargo => {
            "What do you load, unload or move? Cargo comes first, then support ships, then the line."
        }
        OrderStage::Approach => {
            "What moves next? Support ships before the line; what they reach may be loaded after."
        }
        OrderStage::SecondCargo => "What do you load or unload where support ships arrived, or what moves?",
        OrderStage::March => "What moves next, in the order of the list, or what is unloaded on arrival?",
        OrderStage::LastCargo => "What is unloaded where ships arrived?",
    }
}

/// What an action means and may lead to.
pub(super) fn explain(game: &Imperium, state: &State, seat: Seat, action: Action) -> String {
    let words = match (state.step, action) {
        (Step::Battle, _) => battle_choice(game, state, action),
        (Step::Place(placing), Action::Destination(at)) => placing_choice(game, state, placing, at),
        (Step::Appeal, Action::Appeal { military }) => appeal_choice(game, state, military),
        (Step::Appeal, _) => "no appeal; glory stays".into(),
        (Step::Recall { .. } | Step::Peace(_), Action::Select { at, kind }) => {
            format!("{} leaves the map; {} there", one(game, seat, kind), count_of(state, seat, at, kind))
        }
        (Step::Overhaul { .. } | Step::Routine { .. }, _) => maintenance_choice(game, state, seat, action),
        (Step::Build { .. }, Action::Build { class, at }) => build_choice(game, state, seat, class, at),
        (Step::Build { .. }, _) if state.series.at_peace => {
            format!("keep {} RU for the next war", state.sides[seat.index()].stock)
        }
        (Step::Build { .. }, _) => {
            format!("keep {} RU and go on to movement", state.sides[seat.index()].stock)
        }
        (Step::Orders(_), _) => order_choice(game, state, seat, action),
        (Step::Quantity(quantity), Action::Count(count)) => {
            quantity_choice(game, state, seat, quantity, count)
        }
        (Step::Destination { order, .. }, _) => destination_choice(game, state, seat, order, action),
        _ => String::new(),
    };
    debug_assert!(!words.contains('\n'));
    words
}

/// What an action is about, where its own text leaves that out.
pub(super) fn narrate(game: &Imperium, state: &State, action: Action) -> Option<String> {
    match (state.step, action) {
        // What is built in peace is set up anywhere afterwards, but for monitors.
        (Step::Build { .. }, Action::Build { class, .. })
            if state.series.at_peace && class != Class::Monitor =>
        {
            Some(format!("build {class} for the next war"))
        }
        (Step::Quantity(Quantity::Build { class, .. }), Action::Count(count))
            if state.series.at_peace && class != Class::Monitor =>
        {
            Some(format!("{count} {class} built for the next war"))
        }
        (Step::Quantity(of), Action::Count(count)) => Some(quantity_told(&Names(game), of, count)),
        (Step::Destination { order, .. }, Action::Destination(to)) => {
            let names = Names(game);
            let (count, ships) = (order.count, KindText(order.kind));
            Some(format!("{count} {ships} go from {} to {}", names.place(order.from), names.place(to)))
        }
        (Step::Build { .. }, Action::Done) => Some("done building".into()),
        (Step::Orders(_), Action::Done) => Some("done moving".into()),
        (Step::Overhaul { .. } | Step::Routine { .. }, Action::Done) => Some("done with maintenance".into()),
        (Step::Appeal, Action::Done) => Some("no appeal".into()),
        (Step::Battle, _) => battle_told(game, state, action),
        _ => None,
    }
}

/// What an appeal may bring, with the chance of each decree.
fn appeal_choice(game: &Imperium, state: &State, military: bool) -> String {
    let mut appealed = state.clone();
    game.appeal(&mut appealed, military);
    let chance = game.chance(&appealed);
    let outcome = |(k, p): (usize, f64)| format!("{} {}", game.court_text(&appealed, k), percent(p));
    let outcomes: Vec<String> = chance.probabilities().enumerate().map(outcome).collect();
    let cost = state.court.glory - appealed.court.glory;
    format!("costs {cost} glory at once, then two dice: {}", outcomes.join("; "))
}

/// `a destroyer (beam 1, missile 2, screen 1)`.
pub(super) fn one(game: &Imperium, seat: Seat, kind: Kind) -> String {
    let state = if kind.disrupted { "disrupted " } else { "" };
    format!("{state}{}", class_words(game, kind.class, seat))
}

/// `destroyer (beam 1, missile 2, screen 1)`; troops have a strength, cargo nothing.
pub(super) fn class_words(game: &Imperium, class: Class, seat: Seat) -> String {
    if class.is_ship() {
        let factors = game.units.factors(class, seat);
        let figures = [("beam", factors.beam), ("missile", factors.missile), ("screen", factors.screen)];
        let figures: Vec<String> = figures.into_iter().map(|(name, n)| format!("{name} {n}")).collect();
        return format!("{} ({})", class.name(), figures.join(", "));
    }
    let surface = game.figures[seat.index()][class.index()].surface;
    if surface > 0 { format!("{} (surface strength {surface})", class.name()) } else { class.name().into() }
}

/// A part after others; nothing where there is none.
pub(super) fn parted(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("; {words}") }
}

/// `50 %`, never 0 or 100 where it is not sure.
pub(super) fn percent(p: f64) -> String {
    let rounded = (p * 100.0).round();
    if rounded < 1.0 && p > 0.0 { "under 1 %".into() } else { format!("{rounded} %") }
}

/// A die that has to show `7 - faces` or more: `on 4+ (50 %)`.
pub(super) fn at_least(faces: u8) -> String {
    match faces {
        0 => "never".into(),
        1..=5 => format!("on {}+ ({})", 7 - faces, percent(f64::from(faces) / 6.0)),
        _ => "always".into(),
    }
}

/// How many counters like these stand there.
pub(super) fn count_of(state: &State, seat: Seat, at: Place, kind: Kind) -> u8 {
    let alike = state.groups_at(at).filter(|group| group.seat == seat && group.kind() == kind);
    alike.map(|group| group.count).sum()
}

/// What stands there of a seat: `2 DD, CL*`; empty where nothing does.
pub(super) fn present(state: &State, at: Place, seat: Seat) -> String {
    let groups = state.groups_at(at).filter(|group| group.seat == seat);
    let counters = groups.map(|group| {
        let kind = KindText(group.kind());
        if group.count == 1 { kind.to_string() } else { format!("{} {kind}", group.count) }
    });
    counters.collect::<Vec<_>>().join(", ")
}

/// `the Terran`.
pub(super) fn side(seat: Seat) -> String {
    format!("the {}", side_name(seat))
}
