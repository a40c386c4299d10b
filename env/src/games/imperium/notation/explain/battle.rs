//! Battles: range, matching, fire, orbit.

use super::super::super::Imperium;
use super::super::super::action::Action;
use super::super::super::battle::{
    attack_faces, disruption_faces, met, planetary_faces, shot_faces, strike_faces, units_combine,
};
use super::super::super::position::enemy_of;
use super::super::super::state::{
    Battle, Fire, Mission, Moment, Place, Range, Role, State, Strike, SystemId, Theatre,
};
use super::super::words::{CounterText, Names, strike_text};
use super::{at_least, percent, present, side};
use crate::core::{Notation, Seat};

/// `2 CL*`, `the marker`.
pub(super) fn squad_words(battle: &Battle, squad: u8) -> String {
    part_words(battle, squad, battle.squads.get(usize::from(squad)).map_or(0, |own| own.count))
}

/// So many of a squad.
fn part_words(battle: &Battle, squad: u8, count: u8) -> String {
    match battle.squads.get(usize::from(squad)) {
        Some(own) if own.marker => "the marker".into(),
        Some(own) => format!("{count} {}", CounterText::of_squad(&own)),
        None => "nobody".into(),
    }
}

/// `1 DD joins against 1 TR`; where their number is still to be chosen, `1 to 2 of 3 DD join against 2 TR`.
fn met_words(
    game: &Imperium,
    state: &State,
    squad: u8,
    foe: u8,
    (one, many): (&str, &str),
) -> Option<String> {
    let battle = state.battle.as_ref()?;
    let (least, most) = met(game, state, foe)?;
    Some(if least == most {
        let verb = if most == 1 { one } else { many };
        format!("{} {verb} {}", part_words(battle, squad, most), part_words(battle, foe, most))
    } else {
        format!("{least} to {most} of {} {many} {}", squad_words(battle, squad), squad_words(battle, foe))
    })
}

pub(super) fn battle_question(game: &Imperium, battle: &Battle) -> String {
    let names = Names(game);
    let words = |squad| squad_words(battle, squad);
    let at = match battle.theatre {
        Theatre::Surface(at) => format!("on {}", names.site(at)),
        _ => format!("at {}", names.system(battle.system)),
    };
    match battle.moment {
        Moment::ChooseRange => format!("Battle {at}, round {}: which range do you set?", battle.round),
        Moment::LoadFighters { squad } => format!("How many of your {} are taken aboard?", words(squad)),
        Moment::BreakOff { .. } => format!("Battle {at}, round {}: do you break off?", battle.round),
        Moment::Defend { squad } => format!("Do your {} fire in defence instead?", words(squad)),
        Moment::Attack { squad } => format!("Battle {at}: what do your {} attack?", words(squad)),
        Moment::AttackCount { squad, foe } => {
            format!("How many of your {} attack one of {}?", words(squad), words(foe))
        }
        Moment::ChooseRetreat { .. } => "Where does your fleet jump to?".into(),
        Moment::Match { squad } => {
            format!("Battle {at}, round {}: whom do your {} meet?", battle.round, words(squad))
        }
        Moment::MatchCount { squad, foe } => {
            format!("How many of your {} meet {}?", words(squad), words(foe))
        }
        Moment::Double { squad } => format!("Whom do your surplus {} join against?", words(squad)),
        Moment::DoubleCount { squad, foe } => {
            format!("How many of your surplus {} join against {}?", words(squad), words(foe))
        }
        Moment::Declare { squad } | Moment::DeclareSecond { squad } => {
            let foes: Vec<String> = facing(battle, squad).map(words).collect();
            let more = if matches!(battle.moment, Moment::Declare { .. }) { "" } else { "besides " };
            format!(
                "Battle {at}, {} range: how do your {} {more}fire at {}?",
                range(battle.range),
                words(squad),
                foes.join(" or ")
            )
        }
        Moment::DeclareTarget { squad, .. } | Moment::SecondTarget { squad, .. } => {
            format!("At whom do your {} fire?", words(squad))
        }
        Moment::ChooseMission { squad } => format!("In orbit {at}: what do your {} do?", words(squad)),
        Moment::MissionCount { squad, mission } => {
            format!("How many of your {} {}?", words(squad), names.mission(mission))
        }
        Moment::ChooseStrike { squad } => format!("What do your {} bombard?", words(squad)),
        _ => "Dice are due.".into(),
    }
}

const fn range(range: Range) -> &'static str {
    match range {
        Range::Long => "long",
        Range::Short => "short",
        Range::Disengage => "disengage",
    }
}

/// The squads that a squad may fire at: its opponent, and all who doubled up on it.
fn facing(battle: &Battle, squad: u8) -> impl Iterator<Item = u8> + '_ {
    let opponent = match battle.squad(squad).role {
        Role::Paired { foe } | Role::Doubling { foe } => Some(foe),
        _ => None,
    };
    opponent.into_iter().chain(battle.doublers(squad))
}

pub(super) fn battle_choice(game: &Imperium, state: &State, action: Action) -> String {
    let Some(battle) = &state.battle else { return String::new() };
    match (battle.moment, action) {
        (_, Action::SetRange(range)) => range_words(range).into(),
        (Moment::ChooseRetreat { seat }, Action::Retreat(system)) => retreat_words(state, seat, system),
        (Moment::Match { squad } | Moment::Double { squad }, Action::Against { squad: foe }) => {
            exchange(game, state, squad, foe)
        }
        (Moment::Attack { squad }, Action::Against { squad: foe }) => {
            let (least, most) = met(game, state, foe).unwrap_or((1, 1));
            let counts = if least == most { vec![most] } else { vec![least, most] };
            let words: Vec<String> =
                counts.into_iter().map(|count| attack_words(game, state, squad, foe, count)).collect();
            words.join("; ")
        }
        (Moment::AttackCount { squad, foe }, Action::Count(count)) => {
            attack_words(game, state, squad, foe, count)
        }
        (_, Action::StayOut) => "not in line this round: neither fires nor is fired at".into(),
        (Moment::Declare { .. }, Action::Declare(Fire::Hold)) => "no fire this round".into(),
        (Moment::DeclareSecond { .. }, Action::Declare(Fire::Hold)) => "no second shot".into(),
        (Moment::Defend { .. }, Action::Done) => "the fire declared stands".into(),
        (_, Action::BreakOff) => "no fire this round, then all ships that can jump leave".into(),
        (_, Action::FightOn) => "stay and fire".into(),
        (
            Moment::Declare { squad } | Moment::DeclareSecond { squad } | Moment::Defend { squad },
            Action::Declare(fire),
        ) => {
            let shots: Vec<String> =
                facing(battle, squad).map(|foe| shot(game, state, squad, fire, foe)).collect();
            format!("{}{}", fire_words(fire), shots.join("; "))
        }
        (
            Moment::DeclareTarget { squad, fire } | Moment::SecondTarget { squad, fire },
            Action::Against { squad: foe },
        ) => shot(game, state, squad, fire, foe),
        (Moment::ChooseMission { squad }, Action::Undertake(mission)) => {
            mission_words(game, state, squad, mission)
        }
        (Moment::ChooseStrike { squad }, Action::Strike(target)) => {
            let effect = if target == Strike::Marker { "neutralises it" } else { "destroys one" };
            let what = strike_text(target);
            format!("each hits {what} {}; a hit {effect}", at_least(strike_faces(game, state, squad, target)))
        }
        (Moment::LoadFighters { .. }, Action::Count(0)) => "all of them stay behind and fight on".into(),
        _ => String::new(),
    }
}

/// What a decision in a battle is about.
pub(super) fn battle_told(game: &Imperium, state: &State, action: Action) -> Option<String> {
    let battle = state.battle.as_ref()?;
    let own = |squad: u8| squad_words(battle, squad);
    let text = game.action_text(state, action);
    let on_ground = matches!(battle.theatre, Theatre::Surface(_));
    let words = match (battle.moment, action) {
        (Moment::Match { squad }, Action::Against { squad: foe }) => {
            met_words(game, state, squad, foe, ("meets", "meet"))?
        }
        (Moment::Double { squad }, Action::Against { squad: foe }) => {
            met_words(game, state, squad, foe, ("joins against", "join against"))?
        }
        (Moment::DeclareTarget { squad, .. }, Action::Against { squad: foe }) if on_ground => {
            format!("{} attack {}", own(squad), own(foe))
        }
        (
            Moment::DeclareTarget { squad, fire } | Moment::SecondTarget { squad, fire },
            Action::Against { squad: foe },
        ) => {
            let fire = game.action_text(state, Action::Declare(fire));
            format!("{} {fire} at {}", own(squad), own(foe))
        }
        (Moment::MatchCount { foe, .. } | Moment::DoubleCount { foe, .. }, Action::Count(count)) => {
            format!("{count} of them against {}", part_words(battle, foe, count))
        }
        (Moment::LoadFighters { .. }, Action::Count(count)) => format!("{count} fighters taken aboard"),
        (Moment::MissionCount { mission, .. }, Action::Count(count)) => {
            format!("{count} of them {}", Names(game).mission(mission))
        }
        (Moment::Declare { squad } | Moment::DeclareSecond { squad }, Action::Declare(fire)) => {
            let mut foes = facing(battle, squad);
            match (fire, foes.next(), foes.next()) {
                (Fire::Hold, ..) | (_, _, Some(_)) | (_, None, _) => format!("{} {text}", own(squad)),
                (_, Some(foe), None) => format!("{} {text} at {}", own(squad), own(foe)),
            }
        }
        (Moment::Match { squad } | Moment::Double { squad }, Action::StayOut)
        | (Moment::ChooseMission { squad }, _)
        | (Moment::ChooseStrike { squad }, _) => format!("{} {text}", own(squad)),
        _ => return None,
    };
    Some(words)
}

const fn range_words(range: Range) -> &'static str {
    match range {
        Range::Long => "long range: only missiles reach",
        Range::Short => "short range: beams and short-range missiles reach",
        Range::Disengage => "break off: jump-capable ships leave, the rest fights on; nobody fires",
    }
}

const fn fire_words(fire: Fire) -> &'static str {
    match fire {
        Fire::TimeOnTarget => "resolved last, after what is lost before has fired no more: ",
        Fire::HighIntensity => "stronger, and the racks are empty after it: ",
        Fire::Suicide => "resolved early; your ships are lost whether they hit or not: ",
        Fire::DefensiveBeam | Fire::DefensiveMissile => "resolved first, before the suicide attack: ",
        _ => "",
    }
}

/// `each hits 2 DD on 4+ (50 %); a hit destroys`.
fn shot(game: &Imperium, state: &State, squad: u8, fire: Fire, foe: u8) -> String {
    let battle = state.battle.as_ref().expect("a battle is at hand");
    let faces = shot_faces(game, state, squad, fire, foe);
    let words = format!("each hits {} {}", squad_words(battle, foe), at_least(faces));
    if faces == 0 { words } else { format!("{words}, a hit {}", hit_words(game, state, foe)) }
}

/// `2 together hit 1 RT on 3+ (67 %), a hit destroys`; where units don't combine each attacks by itself.
fn attack_words(game: &Imperium, state: &State, squad: u8, foe: u8, count: u8) -> String {
    let battle = state.battle.as_ref().expect("a battle is at hand");
    let joined = units_combine(game) && battle.doublers(foe).next().is_some();
    let who = match (units_combine(game), count) {
        (true, _) if joined => format!("{count} with those sent before hit"),
        (_, 1) => "1 hits".into(),
        (true, _) => format!("{count} together hit"),
        (false, _) => format!("{count}, each hits"),
    };
    let faces = attack_faces(game, state, squad, foe, count);
    let words = format!("{who} {} {}", part_words(battle, foe, 1), at_least(faces));
    if faces == 0 { words } else { format!("{words}, a hit {}", hit_words(game, state, foe)) }
}

/// What one hit does to a ship of a squad.
fn hit_words(game: &Imperium, state: &State, squad: u8) -> String {
    let battle = state.battle.as_ref().expect("a battle is at hand");
    if battle.squad(squad).marker {
        return "neutralises".into();
    }
    match disruption_faces(game, state, squad) {
        0 => "destroys".into(),
        6 => "disrupts".into(),
        faces => format!("disrupts ({}) or destroys", percent(f64::from(faces) / 6.0)),
    }
}

/// The best ordinary fire of each at the other at this range.
fn exchange(game: &Imperium, state: &State, own: u8, foe: u8) -> String {
    let battle = state.battle.as_ref().expect("a battle is at hand");
    let best = |shooter: u8, target: u8| {
        let kinds: &[Fire] =
            if battle.range == Range::Short { &[Fire::Beam, Fire::Missile] } else { &[Fire::Missile] };
        kinds.iter().map(|&fire| fires(game, state, shooter, fire, target)).max().unwrap_or(0)
    };
    let yours = at_least(best(own, foe));
    let theirs = at_least(best(foe, own));
    format!(
        "at best you hit {yours}, they hit {theirs}; a hit on them {}, on you {}",
        hit_words(game, state, foe),
        hit_words(game, state, own)
    )
}

/// The faces on which this fire hits; 0 where the squad has no such fire.
fn fires(game: &Imperium, state: &State, shooter: u8, fire: Fire, target: u8) -> u8 {
    let battle = state.battle.as_ref().expect("a battle is at hand");
    let own = battle.squad(shooter);
    let figures = &game.figures[own.seat.index()][own.class.index()];
    let factor = match (battle.theatre, fire) {
        (Theatre::Surface(_), _) => {
            if own.marker {
                0
            } else if own.strength > 0 {
                own.strength as i8
            } else {
                figures.surface
            }
        }
        (_, Fire::Beam) => figures.beam,
        _ => figures.missile,
    };
    if factor > 0 { shot_faces(game, state, shooter, fire, target) } else { 0 }
}

fn retreat_words(state: &State, seat: Seat, to: SystemId) -> String {
    let friends = present(state, Place::Space(to), seat);
    let foes = present(state, Place::Space(to), enemy_of(seat));
    let mut parts = vec!["all jump-capable ships leave, the others fight on".to_string()];
    if !friends.is_empty() {
        parts.push(format!("joins {friends}"));
    }
    if !foes.is_empty() {
        parts.push(format!("{} has {foes} there", side(enemy_of(seat))));
    }
    parts.join("; ")
}

fn mission_words(game: &Imperium, state: &State, squad: u8, mission: Mission) -> String {
    let what = match mission {
        Mission::StayOff => return "do nothing, out of reach of planetary fire".into(),
        Mission::Bombard(_) => "bombard after planetary fire",
        Mission::Drop(_) => "jump troops drop after planetary defences have fired, the ships stay in space",
        Mission::Land(_) => "land after planetary fire, to fight on the ground",
    };
    let shots: Vec<String> = planetary_faces(game, state, squad, mission).map(at_least).collect();
    let fire = if shots.is_empty() {
        "nothing shoots at them".into()
    } else {
        format!("shots at each ship first: hit {}", shots.join(", "))
    };
    format!("{what}; {fire}")
}
