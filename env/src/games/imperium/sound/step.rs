//! The decision or roll at hand: it belongs to its phase, and what it says of the map is there.

use super::super::Imperium;
use super::super::action::{Action, Quantity};
use super::super::odds::MAX_DICE;
use super::super::state::{IMPERIAL, Orders, Peace, PendingMove, Phase, Placing, State, Step};
use super::{Sound, require};
use crate::core::Game;

/// Whether the step can be.
pub(super) fn check(game: &Imperium, state: &State) -> Sound {
    in_its_phase(game, state)?;
    match state.step {
        Step::Quantity(quantity) => quantity_asked(game, state, quantity)?,
        Step::Destination { order, orders } => picked(game, state, order, orders)?,
        Step::MoveRoll { order, orders } => {
            require(order.kind.disrupted && order.count <= MAX_DICE, || {
                format!("only disrupted ships roll to move, at most {MAX_DICE} at once")
            })?;
            picked(game, state, order, orders)?;
        }
        Step::Frontier { group, destroyed } => frontier(game, state, group, destroyed)?,
        Step::Recall { left } => {
            let most = game.recallable(state);
            require(left <= most, || format!("{left} counters to recall: there are {most} that can be"))?;
        }
        Step::Place(Placing::Units { seat, class, .. }) => {
            let stored = state.sides[seat.index()].to_deploy[class.index()];
            require(stored > 0, || format!("no {class} is in store to be deployed"))?;
        }
        Step::Place(Placing::Entry { class, .. }) => {
            let waits = state.due.iter().any(|due| {
                (due.seat, due.class, due.at) == (state.phasing, class, None) && due.turn <= state.turn
            });
            require(waits, || format!("no {class} is due off the map to enter"))?;
        }
        Step::Draw => {
            let drawn = game.rules.combat.drawn_troops && game.strength_drawn(state, 0).is_some();
            require(drawn, || "there are no troops to draw a strength for".into())?;
        }
        _ => {}
    }
    playable(game, state)
}

/// Steps of peace, of production, of movement and of combat.
fn in_its_phase(game: &Imperium, state: &State) -> Sound {
    let phase = state.phase;
    let imperial = state.phasing == IMPERIAL;
    let (at_peace, in_war) = (state.series.at_peace, game.war().is_some());
    let fits = match state.step {
        Step::Over => true,
        Step::Battle => !matches!(phase, Phase::Production) && !phase.is_movement(),
        _ if !in_war => false,
        Step::Peace(_) => at_peace,
        Step::Build { .. } | Step::Quantity(Quantity::Build { .. }) => phase == Phase::Production,
        Step::Place(Placing::Units { .. }) | Step::Quantity(Quantity::Deploy { .. }) => {
            phase == Phase::Production
        }
        _ if at_peace => false,
        Step::Place(Placing::World { .. } | Placing::Outpost { .. }) => {
            phase == Phase::Production && state.turn == 1
        }
        Step::Draw => matches!(phase, Phase::Production | Phase::FirstMovement),
        Step::Intervention
        | Step::Recall { .. }
        | Step::Appeal
        | Step::AppealRoll { .. }
        | Step::Place(Placing::Entry { .. }) => phase == Phase::Production && imperial,
        Step::Overhaul { .. }
        | Step::Routine { .. }
        | Step::Frontier { .. }
        | Step::Quantity(Quantity::Overhaul { .. } | Quantity::LeaveOut { .. }) => {
            phase == Phase::Production && state.turn > 1
        }
        Step::Orders(_)
        | Step::Quantity(Quantity::Move { .. } | Quantity::Load { .. } | Quantity::Unload { .. })
        | Step::MoveRoll { .. }
        | Step::Destination { .. } => phase.is_movement(),
    };
    require(fits, || "this step does not belong to the phase and the player turn of the first line".into())
}

/// Ships that have been picked: there are as many that may be given this order, and they have somewhere to go.
fn picked(game: &Imperium, state: &State, order: PendingMove, orders: Orders) -> Sound {
    let most = game.most_picked(state, (orders, orders.stage), order.from, order.kind);
    require((1..=most).contains(&order.count), || {
        format!("{} ships picked: there are {most} of them that may move now", order.count)
    })?;
    let going = State { step: Step::Destination { order, orders }, ..state.clone() };
    let mut ways = Vec::new();
    game.legal_actions(&going, &mut ways);
    require(!ways.is_empty(), || "the ships picked have nowhere to go".into())
}

/// A quantity is asked for: it is the one that the choice before it asks for.
fn quantity_asked(game: &Imperium, state: &State, quantity: Quantity) -> Sound {
    let (before, choice) = match quantity {
        Quantity::Move { order, orders } => {
            picked(game, state, order, orders)?;
            let most = game.most_picked(state, (orders, orders.stage), order.from, order.kind);
            return require(most == order.count, || {
                format!("how many of {} ships: there are {most} to be picked", order.count)
            });
        }
        Quantity::Load { class, at, orders, .. } => (Step::Orders(orders), Action::Load { class, at }),
        Quantity::Unload { class, at, orders, .. } => (Step::Orders(orders), Action::Unload { class, at }),
        Quantity::Build { class, at, .. } => (Step::Build { after: None }, Action::Build { class, at }),
        Quantity::Deploy { seat, class, at, .. } => {
            (Step::Place(Placing::Units { seat, class, after: None }), Action::Destination(at))
        }
        Quantity::Overhaul { at, kind, .. } => (Step::Overhaul { after: None }, Action::Select { at, kind }),
        Quantity::LeaveOut { at, kind, .. } => (Step::Routine { after: None }, Action::Select { at, kind }),
    };
    let mut asked = State { step: before, ..state.clone() };
    let chosen = game.apply_in_any_order(&mut asked, choice);
    require(chosen.is_ok() && asked.step == state.step, || match asked.step {
        Step::Quantity(_) => "how many: the most is another number here".into(),
        _ => "how many: the choice before it can't be made here, or leaves none".into(),
    })
}

/// Ships cast their dice at the frontier.
fn frontier(game: &Imperium, state: &State, group: u16, destroyed: Option<u8>) -> Sound {
    let Some(group) = state.groups.get(usize::from(group)) else {
        return Err("the frontier roll names a group that is not there".into());
    };
    let casts = group.seat == state.phasing && group.class.is_ship() && group.used.is_nothing();
    require(casts, || "the frontier roll is of ships of the phasing player that have not cast it".into())?;
    let Some(destroyed) = destroyed else { return Ok(()) };
    let number = game.units.maintenance(group.class, group.seat);
    let twice = game.rules.kit_maintenance && group.disrupted && number < 6;
    require(twice && destroyed < group.count.min(MAX_DICE), || {
        "a second frontier roll is of disrupted ships, and some of them are left".into()
    })
}

/// Somebody has a choice, or dice are due that can be rolled.
fn playable(game: &Imperium, state: &State) -> Sound {
    if let Step::Peace(Peace::Attrition { left: 0, .. }) = state.step {
        return Err("attrition is of one ship or more".into());
    }
    if game.decider(state).is_none() {
        return Ok(());
    }
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    require(!legal.is_empty(), || "nothing can be chosen at this step".into())
}
