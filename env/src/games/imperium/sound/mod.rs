//! Whether a position that a text describes can be: whether the rules can come to it, as far as playing on needs. What is
//! refused is told as what and where, and what would be right.
//!
//! It looks at the books and the map here, at the decision at hand in `step`, at a battle in `fight`.

mod fight;
mod step;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use super::Imperium;
use super::class::Class;
use super::notation::place_text;
use super::position::side_name;
use super::setup::Scenario;
use super::state::{Cargo, Group, IMPERIAL, Marker, Phase, Place, State, TERRAN};
use crate::core::Seat;

/// Why a position can't be.
type Sound = Result<(), String>;

/// The most RU of ships that a side can have lost in a position.
const MOST_LOST: u16 = 9_999;

/// Refuses what can't be unless it `holds`.
fn require(holds: bool, reason: impl FnOnce() -> String) -> Sound {
    if holds { Ok(()) } else { Err(reason()) }
}

/// Whether the position can be.
///
/// # Errors
/// The first thing that can't, as a sentence without a full stop.
pub(super) fn check(game: &Imperium, state: &State) -> Sound {
    times(game, state)?;
    books(game, state)?;
    for group in &state.groups {
        group_fits(game, state, &group)?;
    }
    for at in game.map.box_ids() {
        marker(state.marker(at)).map_err(|reason| format!("{}: {reason}", game.map.surface(at).name))?;
    }
    due(game, state)?;
    numbers(game, state)?;
    if let Some(battle) = &state.battle {
        fight::check(game, state, battle)?;
    }
    step::check(game, state)
}

/// When it is.
fn times(game: &Imperium, state: &State) -> Sound {
    let within = |what: &str, number: u8, most: u8| {
        require((1..=most).contains(&number), || format!("{what} {number}: expected 1 to {most}"))
    };
    let Scenario::War(war) = &game.scenario else {
        within("turn", state.turn, 1)?;
        return require(state.phase == Phase::FirstCombat, || "a duel is fought in first combat".into());
    };
    let series = &state.series;
    within("war", series.war, war.max_wars)?;
    require(!series.at_peace || series.war < war.max_wars, || "there is no peace after the last war".into())?;
    require(!series.at_peace || state.phase == Phase::Production, || {
        "in peace the phase is production".into()
    })?;
    within("turn", state.turn, if series.at_peace { 1 } else { war.glory_limits.len() as u8 })
}

/// Money, glory and losses.
fn books(game: &Imperium, state: &State) -> Sound {
    let (tables, court) = (&game.tables, &state.court);
    let [low, high] = tables.glory.track;
    require((low..=high).contains(&court.glory), || {
        format!("glory {}: expected {low} to {high}", court.glory)
    })?;
    for seat in [TERRAN, IMPERIAL] {
        let (side, name) = (&state.sides[seat.index()], side_name(seat));
        require(side.stock <= tables.stock_max, || {
            format!("{} RU in the stock of the {name}: expected 0 to {}", side.stock, tables.stock_max)
        })?;
        require(side.lost_ru <= MOST_LOST, || {
            format!("{} RU lost by the {name}: expected 0 to {MOST_LOST}", side.lost_ru)
        })?;
        let lost = |class: &Class| side.destroyed[class.index()] > 0;
        for class in Class::ALL.into_iter().filter(lost) {
            has(game, seat, class)?;
        }
    }
    Ok(())
}

/// Whether a side has counters of a class at all.
fn has(game: &Imperium, seat: Seat, class: Class) -> Sound {
    require(game.units.limit(class, seat) > 0, || {
        let own = Class::ALL.iter().filter(|class| game.units.limit(**class, seat) > 0);
        let codes: Vec<&str> = own.map(|class| class.code()).collect();
        format!("the {} has no {class}: it has {}", side_name(seat), codes.join(", "))
    })
}

/// Whether these counters can stand where they do.
fn group_fits(game: &Imperium, state: &State, group: &Group) -> Sound {
    let Group { seat, place, class, used, .. } = *group;
    let at = |reason: String| {
        format!("{} {} {class} at {}: {reason}", side_name(seat), group.count, place_text(game, place))
    };
    counter(game, group).map_err(at)?;
    match place {
        Place::Surface(_) => {}
        _ if !class.is_ship() => return Err(at("only ships stand in a hex, others in a box".into())),
        Place::Hex { .. } if !game.rules.sublight => {
            return Err(at("nothing stands between systems without sublight".into()));
        }
        Place::Hex { column, row } if game.map.system_at((column, row)).is_some() => {
            return Err(at("this hex is that of a system: its name would be right".into()));
        }
        _ => {}
    }
    let most = match state.phase {
        Phase::Production => 2,
        phase if phase.is_movement() => 4,
        _ => 1,
    };
    let used = used.number();
    require(used <= most, || at(format!("used {used}: expected 1 to {most} in this phase")))
}

/// Whether there are such counters: condition, strength and what is aboard.
fn counter(game: &Imperium, group: &Group) -> Sound {
    let Group { seat, class, disrupted, strength, cargo, spent, .. } = *group;
    has(game, seat, class)?;
    require(class.is_ship() || !disrupted && !spent, || "only ships are disrupted or spent".into())?;
    drawn(game, seat, class, strength)?;
    match cargo {
        Cargo::Empty => Ok(()),
        Cargo::One { class: aboard, strength, .. } => {
            require(class == Class::Transport, || format!("{class} carries no {aboard}: TR does"))?;
            has(game, seat, aboard)?;
            drawn(game, seat, aboard, strength)
        }
        Cargo::Fighters { .. } => {
            let most = game.units.capacity(class, seat);
            require(class == Class::Mothership && (1..=most).contains(&cargo.count()), || {
                format!("{} fighters aboard: MS carries 1 to {most}, no other does", cargo.count())
            })?;
            has(game, seat, Class::Fighter)
        }
    }
}

/// Whether troops can have this strength; 0: none was drawn.
fn drawn(game: &Imperium, seat: Seat, class: Class, strength: u8) -> Sound {
    let strengths = game.units.strengths(class, seat);
    let known = strength == 0 || game.rules.combat.drawn_troops && strengths.contains(&strength);
    require(known, || format!("no {class} of the {} was drawn with strength {strength}", side_name(seat)))
}

/// Whether this can stand in a box.
fn marker(marker: Marker) -> Sound {
    let Marker { world, outpost, neutralised, holder } = marker;
    require(holder.is_some() != marker.is_empty(), || {
        "a box has a holder as long as a world or an outpost is there".into()
    })?;
    require(outpost.is_none() || outpost == holder, || "an outpost is there of the holder only".into())?;
    let own = holder.is_some() && (world == holder || outpost == holder);
    require(neutralised || own || holder.is_none(), || "a world under an occupier is neutralised".into())?;
    require(!neutralised || holder.is_some(), || "no marker is there to be neutralised".into())
}

/// Units on their way.
fn due(game: &Imperium, state: &State) -> Sound {
    let order = |line: &super::state::Due| super::state::Due { count: 0, ..*line };
    let sorted = state.due.iter().zip(state.due.iter().skip(1)).all(|(a, b)| order(a) < order(b));
    require(sorted, || {
        "units due: the lines are not in order, by turn, side, class and box, each once".into()
    })?;
    for line in &state.due {
        has(game, line.seat, line.class)?;
        require(line.at.is_some() || line.seat == IMPERIAL, || {
            "units due: only the Imperial is granted some off the map".into()
        })?;
        require(line.at.is_some() || line.class.is_ship(), || {
            format!("units due: ships are granted off the map, no {}", line.class)
        })?;
    }
    Ok(())
}

/// Whether each side has as many counters.
fn numbers(game: &Imperium, state: &State) -> Sound {
    for (seat, class) in [TERRAN, IMPERIAL].into_iter().flat_map(|seat| Class::ALL.map(|class| (seat, class)))
    {
        let most = game.units.limit(class, seat);
        let have = count(state, seat, class);
        require(have <= u32::from(most), || {
            format!("{have} {class} of the {}: there are {most} counters", side_name(seat))
        })?;
    }
    Ok(())
}

/// How many counters of a class a side has: on the map, in battle, aboard, in store, under way, and as markers.
fn count(state: &State, seat: Seat, class: Class) -> u32 {
    let with_cargo = |own: Class, cargo: Cargo, count: u8| {
        let aboard = if cargo.class() == Some(class) { cargo.count() } else { 0 };
        u32::from(count) * (u32::from(own == class) + u32::from(aboard))
    };
    let groups = state.groups_of(seat).map(|group| with_cargo(group.class, group.cargo, group.count));
    let squads = state.battle.iter().flat_map(|battle| battle.squads.iter());
    let squads = squads.filter(|squad| squad.seat == seat && !squad.marker);
    let squads = squads.map(|squad| with_cargo(squad.class, squad.cargo, squad.count));
    let due = state.due.iter().filter(|due| (due.seat, due.class) == (seat, class));
    let due = due.map(|due| u32::from(due.count));
    let markers = if class == Class::Outpost { state.markers.own_outposts(seat).count_ones() } else { 0 };
    let stored = u32::from(state.sides[seat.index()].to_deploy[class.index()]);
    groups.chain(squads).chain(due).sum::<u32>() + markers + stored
}

/// Names a squad in an error: `squad #3, 2 CL`.
fn squad_text(index: u8, count: u8, class: impl Display) -> String {
    format!("squad #{index}, {count} {class}")
}
