//! A battle: its squads can fight there, stand in lines that fit, and the moment is one of theirs.

use super::super::Imperium;
use super::super::battle;
use super::super::class::Class;
use super::super::odds::MAX_DICE;
use super::super::setup::Scenario;
use super::super::state::{Battle, Fire, Group, Mission, Moment, Place, Role, Squad, State, Theatre};
use super::{Sound, counter, require, squad_text};
use crate::core::Seat;

/// Whether the battle can be.
pub(super) fn check(game: &Imperium, state: &State, battle: &Battle) -> Sound {
    place(game, battle)?;
    for (index, squad) in battle.squads.iter().enumerate() {
        let index = index as u8;
        one(game, state, battle, &squad)
            .and_then(|()| lines(game, battle, (index, &squad)))
            .and_then(|()| aims(battle, &squad))
            .map_err(|reason| format!("{}: {reason}", squad_text(index, squad.count, squad.class)))?;
    }
    moment(game, state, battle)
}

/// Where it is, and how long it has lasted.
fn place(game: &Imperium, battle: &Battle) -> Sound {
    let options = &game.combat.options;
    let most = match battle.theatre {
        Theatre::Space => options.combat_rounds_max.saturating_add(1),
        Theatre::Orbit { .. } => 1,
        Theatre::Surface(_) => game.combat.surface_rounds,
    };
    require((1..=most).contains(&battle.round), || {
        format!("round {} of the battle: expected 1 to {most}", battle.round)
    })?;
    require(battle.quiet_rounds <= game.combat.quiet_rounds, || {
        format!("quiet {}: expected 0 to {}", battle.quiet_rounds, game.combat.quiet_rounds)
    })?;
    if let Theatre::Surface(at) = battle.theatre {
        let surface = game.map.surface(at);
        require(surface.system == battle.system, || {
            format!("the box {} is not in the system of the battle", surface.name)
        })?;
    }
    match &game.scenario {
        Scenario::Duel(duel) => require(battle.theatre == Theatre::Space && battle.system == duel.at, || {
            format!("a duel is fought in space at {}", game.map.at(duel.at).name)
        }),
        Scenario::War(_) => Ok(()),
    }
}

/// Whether such counters take part in such a battle.
fn one(game: &Imperium, state: &State, battle: &Battle, squad: &Squad) -> Sound {
    if squad.count == 0 {
        return require(*squad == Squad::GONE, || {
            "no counters: one at least, or 'ter 0 SC; role out; fire hold; hits 0' for a squad that is gone"
                .into()
        });
    }
    if squad.marker {
        let Theatre::Surface(at) = battle.theatre else {
            return Err("a marker fights in its box only".into());
        };
        let marker = Squad {
            marker: true,
            ..Squad::of(&Group::new(Place::Surface(at), squad.seat, Class::Outpost, 1))
        };
        let alike =
            Squad { role: squad.role, fire: squad.fire, target: squad.target, hits: squad.hits, ..marker };
        require(alike == *squad, || "a marker is 1 OP, sound".into())?;
        return require(battle::stands(state, at, squad.seat), || {
            "no marker of this side that is not neutralised is in the box".into()
        });
    }
    counter(game, &squad.group(Place::Space(battle.system)))?;
    match battle.theatre {
        Theatre::Space => require(squad.class.is_ship(), || "only ships fight in space".into()),
        Theatre::Orbit { actor } => require(squad.class.is_ship() && squad.seat == actor, || {
            "only ships of the acting side are in orbit".into()
        }),
        Theatre::Surface(_) => require(battle::fights(squad.class), || {
            "only troops, PD, fighters and markers fight in a box".into()
        }),
    }
}

/// Roles: who is paired stands against as many that are paired with it.
fn lines(game: &Imperium, battle: &Battle, (index, squad): (u8, &Squad)) -> Sound {
    let in_orbit = matches!(battle.theatre, Theatre::Orbit { .. });
    let other = |foe: u8| battle.squads.get(usize::from(foe)).filter(|other| other.count > 0);
    let enemy = |foe: u8| other(foe).is_none_or(|other| other.seat != squad.seat);
    match squad.role {
        Role::Unassigned | Role::Out => Ok(()),
        Role::On(mission) => {
            let at = match mission {
                Mission::StayOff => None,
                Mission::Bombard(at) | Mission::Drop(at) | Mission::Land(at) => Some(at),
            };
            let here = at.is_none_or(|at| game.map.surface(at).system == battle.system);
            require(in_orbit && here, || "missions are given in orbit, to boxes of the system".into())
        }
        _ if in_orbit => Err("in orbit nobody stands in a line".into()),
        Role::Paired { foe } => {
            let fits = other(foe)
                .is_none_or(|other| other.count == squad.count && other.role == Role::Paired { foe: index });
            require(enemy(foe) && fits, || {
                format!("paired {foe}: that squad has to be an enemy one of as many, paired with this one")
            })
        }
        Role::Doubling { foe } => {
            let free = !matches!(battle.theatre, Theatre::Space) && game.combat.options.free_attacks();
            let fits = other(foe).is_none_or(|other| {
                free || other.count == squad.count && matches!(other.role, Role::Paired { .. })
            });
            require(enemy(foe) && fits, || {
                format!("doubling {foe}: that squad has to be an enemy one in line, of as many")
            })?;
            let most = if free { usize::MAX } else { MOST_DOUBLING };
            require(battle.doublers(foe).count() <= most, || {
                format!("doubling {foe}: at most {most} squads join against one")
            })
        }
    }
}

/// The last step of the order of fire.
const LAST_STEP: u8 = 5;

/// The most squads that double up on one.
const MOST_DOUBLING: usize = 6;

/// Shots declared: each has its target, which is an enemy.
fn aims(battle: &Battle, squad: &Squad) -> Sound {
    if matches!(battle.theatre, Theatre::Orbit { .. }) {
        let quiet = squad.fire == Fire::Hold && squad.second == Fire::Hold && squad.second_target.is_none();
        let on_mission = squad.target.is_none() || matches!(squad.role, Role::On(_));
        let few = squad.target.is_none_or(|shooter| shooter < 100);
        return require(quiet && on_mission && few, || "in orbit nobody declares fire".into());
    }
    let enemy = |target: u8| {
        let other = battle.squads.get(usize::from(target)).filter(|other| other.count > 0);
        other.is_none_or(|other| other.seat != squad.seat)
    };
    for (fire, target) in [(squad.fire, squad.target), (squad.second, squad.second_target)] {
        let aimed = (fire != Fire::Hold) == target.is_some() || fire == Fire::Suicide;
        require(aimed && target.is_none_or(enemy), || {
            "who fires has an enemy target, who holds has none".into()
        })?;
    }
    let in_line = matches!(squad.role, Role::Paired { .. } | Role::Doubling { .. });
    require(in_line || squad.fire == Fire::Hold, || "only who stands in a line fires".into())
}

/// The moment is one of this theatre, and its squad can do what it asks for.
fn moment(game: &Imperium, state: &State, battle: &Battle) -> Sound {
    let theatre_fits = match battle.moment {
        Moment::ChooseMission { .. }
        | Moment::MissionCount { .. }
        | Moment::PlanetaryRoll { .. }
        | Moment::ChooseStrike { .. }
        | Moment::StrikeRoll { .. }
        | Moment::GroundedRoll { .. } => matches!(battle.theatre, Theatre::Orbit { .. }),
        Moment::Attack { .. } | Moment::AttackCount { .. } | Moment::AttackRoll { .. } => {
            matches!(battle.theatre, Theatre::Surface(_)) && game.combat.options.free_attacks()
        }
        Moment::ChooseRange
        | Moment::LoadFighters { .. }
        | Moment::ChooseRetreat { .. }
        | Moment::BreakOff { .. }
        | Moment::JumpRoll { .. }
        | Moment::Defend { .. }
        | Moment::DeclareSecond { .. }
        | Moment::SecondTarget { .. } => battle.theatre == Theatre::Space,
        Moment::DisruptionRoll { .. } => true,
        Moment::InitiativeRoll
        | Moment::Match { .. }
        | Moment::MatchCount { .. }
        | Moment::Double { .. }
        | Moment::DoubleCount { .. }
        | Moment::Declare { .. }
        | Moment::DeclareTarget { .. }
        | Moment::FireRoll { .. } => !matches!(battle.theatre, Theatre::Orbit { .. }),
    };
    require(theatre_fits, || "this moment does not belong to this kind of battle".into())?;
    let [own, foe] =
        battle.moment.squads().map(|index| index.and_then(|index| battle.squads.get(index.into())));
    require(own.is_none_or(|own| own.count > 0), || "the squad of the moment is gone".into())?;
    if let (Some(own), Some(foe)) = (own, foe) {
        require(foe.count > 0 && foe.seat != own.seat, || {
            "the other squad of the moment is no enemy".into()
        })?;
    }
    match own {
        Some(own) => of_squad(game, state, battle, &own),
        None => of_side(battle),
    }
}

/// A moment that names a side, or the round.
fn of_side(battle: &Battle) -> Sound {
    let both =
        Seat::all(2).all(|seat| battle.squads.iter().any(|squad| squad.count > 0 && squad.seat == seat));
    match battle.moment {
        Moment::ChooseRetreat { seat } => {
            require(battle.leaving[seat.index()], || "this side does not leave".into())
        }
        Moment::InitiativeRoll | Moment::ChooseRange => {
            let fresh = battle
                .squads
                .iter()
                .all(|s| s.role == Role::Unassigned && s.fire == Fire::Hold && s.hits == 0);
            require(both && fresh, || {
                "a round begins with squads of both sides that have no roles yet".into()
            })
        }
        Moment::BreakOff { .. } => require(both, || "there is no enemy to break off from".into()),
        _ => Ok(()),
    }
}

/// While ships are matched, counters that nothing tells apart are one squad.
fn merged(battle: &Battle) -> Sound {
    let mut free: Vec<_> =
        battle.squads.iter().filter(|s| s.count > 0 && s.role == Role::Unassigned).collect();
    let many = free.len();
    free.sort_unstable_by_key(|squad| (squad.seat, squad.kind()));
    free.dedup_by_key(|squad| (squad.seat, squad.kind()));
    require(free.len() == many, || "counters that nothing tells apart are one squad with their number".into())
}

/// A moment of a squad.
fn of_squad(game: &Imperium, state: &State, battle: &Battle, own: &Squad) -> Sound {
    let in_line = matches!(own.role, Role::Paired { .. } | Role::Doubling { .. });
    let few = own.count <= MAX_DICE;
    if matches!(battle.moment, Moment::Match { .. } | Moment::MatchCount { .. }) {
        merged(battle)?;
    }
    let fits = match battle.moment {
        Moment::Match { .. } | Moment::MatchCount { .. } => {
            own.role == Role::Unassigned && own.seat == battle.initiative
        }
        Moment::Double { .. }
        | Moment::DoubleCount { .. }
        | Moment::Attack { .. }
        | Moment::AttackCount { .. } => own.role == Role::Unassigned,
        Moment::LoadFighters { .. } => own.class == Class::Fighter && battle.leaving[own.seat.index()],
        Moment::Declare { .. } | Moment::Defend { .. } | Moment::DeclareSecond { .. } => in_line,
        Moment::DeclareTarget { fire, .. } | Moment::SecondTarget { fire, .. } => {
            in_line && fire != Fire::Hold
        }
        Moment::FireRoll { step, .. } | Moment::AttackRoll { step, .. } => {
            let together = matches!(battle.moment, Moment::AttackRoll { .. }) && battle::units_combine(game);
            let aims = own.target.is_some() && battle::step_of(game, battle, own) == Some(step);
            (few || together) && aims
        }
        Moment::DisruptionRoll { step, .. } => few && own.hits == 1 && step <= LAST_STEP,
        Moment::ChooseMission { .. } | Moment::MissionCount { .. } => own.role == Role::Unassigned,
        Moment::PlanetaryRoll { shooter, .. } => few && own.target == Some(shooter),
        Moment::ChooseStrike { .. } => matches!(own.role, Role::On(Mission::Bombard(_))),
        Moment::StrikeRoll { target, .. } => {
            few && matches!(own.role, Role::On(Mission::Bombard(_))) && battle::may_strike(state, own, target)
        }
        Moment::GroundedRoll { hits, .. } => {
            matches!(own.role, Role::On(Mission::Bombard(_))) && (1..=own.count.min(MAX_DICE)).contains(&hits)
        }
        Moment::JumpRoll { .. } => {
            few && own.class.is_jump_capable() && own.disrupted && own.role == Role::Unassigned
        }
        Moment::InitiativeRoll
        | Moment::ChooseRange
        | Moment::ChooseRetreat { .. }
        | Moment::BreakOff { .. } => true,
    };
    require(fits, || "the squad of the moment can't be asked for this, or can't roll".into())
}
