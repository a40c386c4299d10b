//! What a roll decides.

use super::super::super::Imperium;
use super::super::super::battle::{
    disruption_faces, initiative_lead, planetary_roll_faces, shot_faces, strike_faces,
};
use super::super::super::position::enemy_of;
use super::super::super::state::{Battle, Fire, Moment, Peace, State, Step, Theatre};
use super::super::words::{CounterText, KindText, Names, Word, strike_text};
use super::battle::squad_words;
use super::{at_least, percent, side};

/// What the roll at hand decides, with its odds.
pub(in super::super) fn roll(game: &Imperium, state: &State) -> String {
    let names = Names(game);
    match state.step {
        Step::Draw => drawn(game, state),
        Step::Intervention => "the Emperor's intervention, two dice".into(),
        Step::AppealRoll { military } => format!("appeal for {} aid, two dice", military.word()),
        Step::Frontier { group, destroyed } => frontier(game, state, group, destroyed),
        Step::MoveRoll { order, .. } => {
            let number = game.units.maintenance(order.kind.class, Imperium::mover(state));
            let faces = 7_u8.saturating_sub(number);
            let (count, ships) = (order.count, KindText(order.kind));
            format!(
                "{count} {ships} at {} try to move: each does {}",
                names.place(order.from),
                at_least(faces)
            )
        }
        Step::Peace(Peace::Attrition { seat, class, left }) => {
            let wears = percent(f64::from(game.tables.interwar.eliminated_on) / 6.0);
            format!("attrition of {left} {class} of {}: each wears out with {wears}", side(seat))
        }
        Step::Peace(_) => format!(
            "war {} is won by {}: the turns of peace are the sum of {} dice",
            state.series.war,
            side(enemy_of(state.series.first)),
            game.tables.interwar.peace_dice
        ),
        Step::Battle => state.battle.as_ref().map_or_else(String::new, |battle| fight(game, state, battle)),
        _ => "dice".into(),
    }
}

/// Which counter is drawn for whom.
fn drawn(game: &Imperium, state: &State) -> String {
    let Some(group) = state.undrawn() else { return "troops are drawn".into() };
    let counters = CounterText::of_group(&group);
    format!("the strength of {} {counters} at {}", side(group.seat), Names(game).place(group.place))
}

fn frontier(game: &Imperium, state: &State, index: u16, destroyed: Option<u8>) -> String {
    let Some(group) = state.groups.get(usize::from(index)) else { return "frontier maintenance".into() };
    let number = game.units.maintenance(group.class, group.seat).min(6);
    let what = match (destroyed, group.disrupted) {
        (Some(_), _) => {
            let of_five = percent(f64::from(6 - number) / 5.0);
            format!("those not destroyed recover on {}+ ({of_five} now)", number + 1)
        }
        (None, true) => format!("each is destroyed on 1 ({})", percent(1.0 / 6.0)),
        (None, false) => {
            let chance = percent(f64::from(number) / 6.0);
            if number == 1 {
                format!("each is disrupted on 1 ({chance})")
            } else {
                format!("each is disrupted on 1 to {number} ({chance})")
            }
        }
    };
    let counters = CounterText::of_group(&group);
    format!(
        "frontier maintenance of {} {counters} at {}: {what}",
        group.count,
        Names(game).place(group.place)
    )
}

fn fight(game: &Imperium, state: &State, battle: &Battle) -> String {
    let owned = |squad: u8| {
        let seat = battle.squads.get(usize::from(squad)).map(|s| s.seat);
        format!("{}'s {}", seat.map_or_else(String::new, side), squad_words(battle, squad))
    };
    match battle.moment {
        Moment::InitiativeRoll => {
            let (holder, other) = (side(battle.initiative), side(enemy_of(battle.initiative)));
            match initiative_lead(game, state) {
                0 => format!("initiative: {holder} holds it, a die for each side"),
                lead @ 1.. => format!("initiative: a die for each side, {holder} holds it and adds {lead}"),
                lead => format!("initiative: a die for each side, {holder} holds it, {other} adds {}", -lead),
            }
        }
        Moment::FireRoll { squad, .. } => {
            let own = battle.squad(squad);
            let Some(target) = own.target else { return "fire".into() };
            let faces = shot_faces(game, state, squad, own.fire, target);
            let how = match battle.theatre {
                Theatre::Surface(_) => "attack".into(),
                _ => format!("{} at", how(own.fire)),
            };
            format!("{} {how} {}: each hits {}", owned(squad), squad_words(battle, target), at_least(faces))
        }
        Moment::DisruptionRoll { squad, .. } => {
            let faces = disruption_faces(game, state, squad);
            let chance = percent(f64::from(faces) / 6.0);
            format!("hits on {}: each is disrupted ({chance}), else destroyed", owned(squad))
        }
        Moment::PlanetaryRoll { squad, shooter } => {
            let faces = planetary_roll_faces(game, state, squad, shooter);
            format!("planetary fire at {}: each is hit {}", owned(squad), at_least(faces))
        }
        Moment::JumpRoll { squad, to } => {
            format!("{} roll whether they can jump to {}", owned(squad), Names(game).system(to))
        }
        Moment::AttackRoll { squad, .. } => format!("attack of {} on the ground", owned(squad)),
        Moment::StrikeRoll { squad, target } => {
            let faces = strike_faces(game, state, squad, target);
            format!("{} bombard {}: each hits {}", owned(squad), strike_text(target), at_least(faces))
        }
        _ => "dice".into(),
    }
}

const fn how(fire: Fire) -> &'static str {
    match fire {
        Fire::Beam => "fire beams",
        Fire::TimeOnTarget => "fire time on target",
        Fire::HighIntensity => "fire all their missiles",
        Fire::Suicide => "attack at all costs",
        Fire::DefensiveBeam => "fire beams in defence",
        Fire::DefensiveMissile => "fire missiles in defence",
        Fire::Missile | Fire::Hold => "fire missiles",
    }
}
