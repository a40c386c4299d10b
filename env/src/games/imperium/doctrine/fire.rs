//! What shots are worth: hits, kills and disruptions in RU.

use super::super::Imperium;
use super::super::class::Class;
use super::super::state::{Battle, Fire, IMPERIAL, Range, Role, Squad, Theatre};
use super::super::units::Table;
use super::board::ground_strength;
use crate::core::Seat;

/// A disruption is worth this part of the ship.
const DISRUPTION: f32 = 0.4;

/// A ship of a battle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ship {
    pub(super) seat: Seat,
    pub(super) class: Class,
    pub(super) disrupted: bool,
}

impl Ship {
    pub(super) fn of(squad: &Squad) -> Self {
        Self { seat: squad.seat, class: squad.class, disrupted: squad.disrupted }
    }
}

/// RU of a ship, with cargo left out.
pub(super) fn price(game: &Imperium, ship: Ship) -> f32 {
    f32::from(game.units.price(ship.class, ship.seat))
}

/// The chance that one shot hits, 0 to 1.
pub(super) fn hit_chance(game: &Imperium, shooter: Ship, target: Ship, fire: Fire, range: Range) -> f32 {
    let (own, foe) =
        (game.units.factors(shooter.class, shooter.seat), game.units.factors(target.class, target.seat));
    let modifiers = &game.units.combat.modifiers;
    let missile =
        matches!(fire, Fire::Missile | Fire::TimeOnTarget | Fire::DefensiveMissile | Fire::HighIntensity);
    let factor = match fire {
        Fire::Hold => 0,
        _ if missile => own.missile,
        _ => own.beam,
    };
    if factor == 0 || range == Range::Disengage || (range == Range::Long && !missile) {
        return 0.0;
    }
    let bonus = match fire {
        Fire::Suicide => modifiers.suicide_factor,
        Fire::HighIntensity => modifiers.high_intensity_factor,
        _ => 0,
    };
    let mut screen = foe.screen as i8;
    if target.disrupted {
        screen += modifiers.disrupted_screen;
    }
    let mut modifier = 0;
    if shooter.disrupted {
        modifier += modifiers.disrupted_attacker;
    }
    if missile && range == Range::Short {
        modifier += modifiers.short_range_missile;
    }
    if fire == Fire::TimeOnTarget {
        modifier += modifiers.time_on_target;
    }
    let table = if missile { Table::Missile } else { Table::Beam };
    f32::from(game.units.hitting_faces(table, factor as i8 + bonus - screen, modifier)) / 6.0
}

/// The chance that a hit destroys the target, 0 to 1.
pub(super) fn kill_share(game: &Imperium, target: Ship) -> f32 {
    let screen = f32::from(game.units.factors(target.class, target.seat).screen);
    let disrupts = game.rules.combat.hits && !target.disrupted && screen >= 2.0;
    if !disrupts { 1.0 } else { ((7.0 - screen) / 6.0).max(0.0) }
}

/// What one hit is worth, RU.
pub(super) fn hit_value(game: &Imperium, target: Ship) -> f32 {
    let kill = kill_share(game, target);
    price(game, target) * (kill + (1.0 - kill) * DISRUPTION)
}

/// What one shot is worth, RU.
pub(super) fn shot_value(game: &Imperium, shooter: Ship, target: Ship, fire: Fire, range: Range) -> f32 {
    hit_chance(game, shooter, target, fire, range) * hit_value(game, target)
}

/// The ordinary fire at this range that is worth most.
pub(super) fn best_shot(game: &Imperium, shooter: Ship, target: Ship, range: Range) -> f32 {
    let of = |fire| shot_value(game, shooter, target, fire, range);
    of(Fire::Missile).max(of(Fire::Beam))
}

/// What all shots of one round at a range are worth to a seat, RU, if every ship shoots at an average enemy.
pub(super) fn volley(game: &Imperium, battle: &Battle, seat: Seat, range: Range) -> f32 {
    let line = |of: Seat| {
        battle.squads.iter().filter(move |s| s.seat == of && s.count > 0 && s.class.is_line_ship())
    };
    let foe = seat.turned(1, 2);
    let targets: f32 = line(foe).map(|squad| f32::from(squad.count)).sum();
    if targets == 0.0 {
        return 0.0;
    }
    let against_average = |shooter: &Squad| -> f32 {
        let each = |target: Squad| {
            f32::from(target.count) * best_shot(game, Ship::of(shooter), Ship::of(&target), range)
        };
        line(foe).map(each).sum::<f32>() / targets
    };
    line(seat).map(|shooter| f32::from(shooter.count) * against_average(&shooter)).sum()
}

/// What the fire at hand is about to win for the Imperial side and lose it, RU: declared shots, and the best
/// ones of squads in line that have declared nothing yet.
pub(super) fn expected_balance(game: &Imperium, battle: &Battle) -> f32 {
    let side = |squad: &Squad| if squad.seat == IMPERIAL { 1.0 } else { -1.0 };
    let mut balance = 0.0;
    for squad in battle.squads.iter().filter(|squad| squad.count > 0) {
        let foe = match squad.role {
            Role::Paired { foe } | Role::Doubling { foe } => foe,
            _ => continue,
        };
        let Some(target) = battle.squads.get(usize::from(squad.target.unwrap_or(foe))) else { continue };
        if target.count == 0 {
            continue;
        }
        let value = match battle.theatre {
            Theatre::Surface(_) => ground_shot(game, &squad, &target),
            _ if squad.fire == Fire::Hold => {
                best_shot(game, Ship::of(&squad), Ship::of(&target), battle.range)
            }
            _ => shot_value(game, Ship::of(&squad), Ship::of(&target), squad.fire, battle.range),
        };
        let cost = if squad.fire == Fire::Suicide { price(game, Ship::of(&squad)) } else { 0.0 };
        balance += side(&squad) * f32::from(squad.count) * (value - cost);
    }
    balance
}

/// What one attack on the ground is worth, RU; markers count as much as troops.
pub(super) fn ground_shot(game: &Imperium, attacker: &Squad, target: &Squad) -> f32 {
    ground_chance(game, attacker, target) * 3.0
}

/// The chance that one attack on the ground hits.
pub(super) fn ground_chance(game: &Imperium, attacker: &Squad, target: &Squad) -> f32 {
    let attack = if attacker.marker { 0 } else { ground_strength(game, attacker.class) as i8 };
    if attack == 0 {
        return 0.0;
    }
    let defence = if target.marker {
        game.units.combat.surface_strength.world as i8
    } else {
        ground_strength(game, target.class) as i8
    };
    f32::from(game.units.hitting_faces(Table::Missile, attack - defence, 0)) / 6.0
}
