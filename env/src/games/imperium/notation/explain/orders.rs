//! Maintenance, building and movement.

use super::super::super::Imperium;
use super::super::super::action::{Action, Kind, Quantity};
use super::super::super::class::Class;
use super::super::super::map::UNREACHABLE;
use super::super::super::position::enemy_of;
use super::super::super::state::{BoxId, PendingMove, Phase, Place, State, Step, SystemId};
use super::super::words::{KindText, Names, Word};
use super::{class_words, count_of, one, parted, percent, present};
use crate::core::Seat;

pub(super) fn maintenance_choice(game: &Imperium, state: &State, seat: Seat, action: Action) -> String {
    match (state.step, action) {
        (Step::Overhaul { .. }, Action::Select { at, kind }) => {
            let cost = game.units.maintenance(kind.class, seat);
            let repairs = if kind.disrupted { " and repairs" } else { ", as they are sound" };
            let keeps = if kind.disrupted { "keeps them up" } else { "only keeps them up" };
            let there = count_of(state, seat, at, kind);
            format!("{}, {there} there: {cost} RU each {keeps}{repairs}", one(game, seat, kind))
        }
        (Step::Overhaul { .. }, _) => "no more overhauls".into(),
        (_, Action::Select { at, kind }) => {
            format!(
                "{} of them; each left out {}",
                count_of(state, seat, at, kind),
                frontier(game, seat, kind)
            )
        }
        _ => "keep up all other ships at friendly systems, free of charge".into(),
    }
}

/// What the frontier die does to a ship.
// rule: cobb.maintenance.frontier cobb.maintenance.one_destroys
fn frontier(game: &Imperium, seat: Seat, kind: Kind) -> String {
    let number = game.units.maintenance(kind.class, seat).min(6);
    let chance = percent(f64::from(number) / 6.0);
    if kind.disrupted {
        let back = percent(f64::from(6 - number) / 6.0);
        format!("casts a die: lost on 1 ({}), recovers on {}+ ({back})", percent(1.0 / 6.0), number + 1)
    } else if number == 1 {
        format!("casts a die: disrupted on 1 ({chance})")
    } else {
        format!("casts a die: disrupted on 1 to {number} ({chance})")
    }
}

pub(super) fn build_choice(game: &Imperium, state: &State, seat: Seat, class: Class, at: BoxId) -> String {
    let price = game.units.price(class, seat);
    let stock = state.sides[seat.index()].stock;
    let enough = stock / price.max(1);
    let arrives = match () {
        () if state.series.at_peace && class != Class::Monitor => ", set up before the next war",
        () if !state.series.at_peace && game.tables.next_turn >> class.index() & 1 == 1 => {
            ", there next turn"
        }
        () => ", there at once",
    };
    let where_ = present(state, Place::Surface(at), seat);
    let beside = if where_.is_empty() { String::new() } else { format!("; beside {where_}") };
    format!("{}: {price} RU each, enough for {enough}{arrives}{beside}", class_words(game, class, seat))
}

pub(super) fn quantity_question(names: &Names<'_>, of: Quantity) -> String {
    let cargo = |verb: &str, class: Class, at, most: u8| {
        format!("How many {class} ({}) do you {verb} at {}? At most {most}.", class.name(), names.place(at))
    };
    match of {
        Quantity::Move { order, .. } => {
            format!(
                "How many {} move from {}? At most {}.",
                KindText(order.kind),
                names.place(order.from),
                order.count
            )
        }
        Quantity::Load { class, at, most, .. } => cargo("load", class, at, most),
        Quantity::Unload { class, at, most, .. } => cargo("unload", class, at, most),
        Quantity::Build { class, at, most } => {
            format!("How many {class} ({}) do you build at {}? At most {most}.", class.name(), names.site(at))
        }
        Quantity::Deploy { class, at, most, .. } => {
            format!("How many {class} ({}) are set up at {}? At most {most}.", class.name(), names.place(at))
        }
        Quantity::Overhaul { at, kind, most } => {
            format!("How many {} are overhauled? At most {most}.", names.stack(at, kind))
        }
        Quantity::LeaveOut { at, kind, most } => {
            format!("How many {} are left out? At most {most}.", names.stack(at, kind))
        }
    }
}

/// `2 DD built at Sol`.
pub(super) fn quantity_told(names: &Names<'_>, of: Quantity, count: u8) -> String {
    match of {
        Quantity::Move { order, .. } => {
            format!("{count} {} at {} move", KindText(order.kind), names.place(order.from))
        }
        Quantity::Load { class, at, .. } => format!("{count} {class} loaded at {}", names.place(at)),
        Quantity::Unload { class, at, .. } => format!("{count} {class} unloaded at {}", names.place(at)),
        Quantity::Build { class, at, .. } => format!("{count} {class} built at {}", names.site(at)),
        Quantity::Deploy { class, at, .. } => format!("{count} {class} set up at {}", names.place(at)),
        Quantity::Overhaul { at, kind, .. } => format!("{count} {} overhauled", names.stack(at, kind)),
        Quantity::LeaveOut { at, kind, .. } => format!("{count} {} left out", names.stack(at, kind)),
    }
}

pub(super) fn quantity_choice(game: &Imperium, state: &State, seat: Seat, of: Quantity, count: u8) -> String {
    let paid = |each: u8| {
        let cost = u16::from(each) * u16::from(count);
        format!("costs {cost} RU, leaves {}", u16::from(state.sides[seat.index()].stock).saturating_sub(cost))
    };
    match of {
        Quantity::Build { class, .. } => paid(game.units.price(class, seat)),
        Quantity::Overhaul { kind, .. } => paid(game.units.maintenance(kind.class, seat)),
        Quantity::LeaveOut { kind, .. } => format!("each {}", frontier(game, seat, kind)),
        Quantity::Move { order, .. } => {
            let stay = order.count.saturating_sub(count);
            if stay == 0 { "all of them".into() } else { format!("{stay} stay") }
        }
        Quantity::Load { most, .. } | Quantity::Unload { most, .. } | Quantity::Deploy { most, .. } => {
            if count == most {
                "as many as can be".into()
            } else {
                String::new()
            }
        }
    }
}

pub(super) fn order_choice(game: &Imperium, state: &State, seat: Seat, action: Action) -> String {
    match action {
        Action::Select { at, kind } => {
            let there = count_of(state, seat, at, kind);
            format!("{}, {there} there{}", one(game, seat, kind), move_roll(game, seat, kind))
        }
        Action::SelectUnderWay { stack } => match state.under_way(seat).nth(usize::from(stack)) {
            Some((_, kind)) => format!("{}{}", one(game, seat, kind), move_roll(game, seat, kind)),
            None => String::new(),
        },
        Action::Load { class, at } => {
            format!("take {} aboard; {} there", class.name(), counters(state, at, seat, class))
        }
        Action::Unload { class, .. } => format!("put {} down", class_words(game, class, seat)),
        _ if state.phase == Phase::ReactionMovement => "no more reactions; combat follows".into(),
        _ => "no more orders; combat follows".into(),
    }
}

fn counters(state: &State, at: Place, seat: Seat, class: Class) -> u8 {
    state.groups_at(at).filter(|g| g.seat == seat && g.class == class).map(|g| g.count).sum()
}

/// What a disrupted ship needs to move.
// rule: imp.6.movement_roll
fn move_roll(game: &Imperium, seat: Seat, kind: Kind) -> String {
    let number = game.units.maintenance(kind.class, seat);
    if !kind.disrupted || number <= 1 {
        return String::new();
    }
    format!("; each moves on {number}+ ({})", percent(f64::from(7_u8.saturating_sub(number)) / 6.0))
}

pub(super) fn destination_choice(
    game: &Imperium,
    state: &State,
    seat: Seat,
    order: PendingMove,
    action: Action,
) -> String {
    match action {
        Action::Destination(to @ Place::Surface(_)) => {
            let beside = present(state, to, seat);
            let beside = if beside.is_empty() { String::new() } else { format!("; beside {beside}") };
            let marker = marker_words(game, state, to);
            format!("land, out of reach of ships in space{}{beside}", parted(&marker))
        }
        Action::Destination(Place::Space(system)) => arrival(game, state, seat, order, system),
        Action::Sublight(heading) => {
            format!("one hex {}, half a parsec; no other order this phase", heading.word())
        }
        _ => String::new(),
    }
}

/// What a fleet meets in a system and how it fares there.
fn arrival(game: &Imperium, state: &State, seat: Seat, order: PendingMove, to: SystemId) -> String {
    let mut parts: Vec<String> = Vec::new();
    let home = game.system_of(order.from);
    match home.map(|home| game.map.distance(home, to)) {
        Some(0) => parts.push("up into space".into()),
        Some(UNREACHABLE) | None => {}
        Some(1) => parts.push("one jump".into()),
        Some(lanes) => parts.push(format!("{lanes} lanes away")),
    }
    let foes = present(state, Place::Space(to), enemy_of(seat));
    if !foes.is_empty() {
        parts.push(format!("battle with {foes}"));
    }
    let friends = present(state, Place::Space(to), seat);
    if !friends.is_empty() && home != Some(to) {
        parts.push(format!("joins {friends}"));
    }
    for &at in &game.map.at(to).box_list {
        let below = present(state, Place::Surface(at), enemy_of(seat));
        let marker = marker_words(game, state, Place::Surface(at));
        parts.extend([marker, below].into_iter().filter(|words| !words.is_empty()));
    }
    if game.map.at(to).boxes == 0 {
        parts.push("no fuel: ships leave only with a tanker".into());
    }
    let kept = game.friendly_systems(state, seat) & to.bit() != 0 || !order.kind.class.is_ship();
    if !kept && state.phasing == seat {
        let kind = Kind { disrupted: order.kind.disrupted, ..order.kind };
        parts.push(format!(
            "if still not friendly at your next maintenance each {}",
            frontier(game, seat, kind)
        ));
    }
    parts.join("; ")
}

/// Whose marker a box has.
fn marker_words(game: &Imperium, state: &State, place: Place) -> String {
    let Some(at) = place.surface() else { return String::new() };
    let marker = state.marker(at);
    let Some(owner) = marker.outpost.or(marker.world) else { return String::new() };
    let what = if marker.outpost.is_some() { "outpost" } else { "world" };
    let neutralised = if marker.neutralised { ", neutralised" } else { "" };
    let name = &game.map.surface(at).name;
    format!("{} {what} {name}{neutralised}", capital(owner))
}

fn capital(seat: Seat) -> String {
    let word = seat.word();
    format!("{}{}", word[..1].to_uppercase(), &word[1..])
}
