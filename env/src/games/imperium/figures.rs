//! The figures of the data files in the shape that battles read.

use super::battle::{Combat, Figures, MarkerFigures, Options, ResultsTable};
use super::class::Class;
use super::state::{IMPERIAL, TERRAN};
use super::units::{Table, Units};

/// How every class of each side fights.
// rule: imp.15.1.troop_strength
pub(super) fn figures(units: &Units) -> [[Figures; Class::COUNT]; 2] {
    [TERRAN, IMPERIAL].map(|seat| {
        Class::ALL.map(|class| {
            let factors = units.factors(class, seat);
            let combat = &units.combat;
            let strength = &combat.surface_strength;
            let defence = &combat.bombardment_defence;
            let (surface, surface_speed, grounded) = match class {
                Class::RegularTroops => (strength.regular_troops, combat.speed.troops, defence.troops),
                Class::JumpTroops => (strength.jump_troops, combat.speed.troops, defence.troops),
                Class::Fighter => (strength.fighter, combat.speed.fighter_on_ground, defence.fighter),
                Class::PlanetaryDefence => (strength.pd, combat.speed.other_on_ground, defence.pd),
                _ => (0, combat.speed.other_on_ground, 0),
            };
            Figures {
                beam: factors.beam as i8,
                missile: factors.missile as i8,
                screen: factors.screen as i8,
                speed: match class {
                    Class::Transport | Class::Tanker => combat.speed.transport,
                    _ if !class.is_ship() => 0,
                    _ if units.is_capital(class) => combat.speed.capital,
                    _ => combat.speed.other_ship,
                },
                price: units.price(class, seat),
                surface: surface as i8,
                surface_speed,
                grounded: grounded as i8,
                maintenance: units.maintenance(class, seat),
                planetary: if class == Class::PlanetaryDefence { combat.planetary_fire.pd as i8 } else { 0 },
            }
        })
    })
}

/// Tables, modifiers and limits.
pub(super) fn combat(units: &Units, options: &Options, duel: bool) -> Combat {
    let combat = &units.combat;
    let (fire, defence, ground) =
        (&combat.planetary_fire, &combat.bombardment_defence, &combat.surface_strength);
    let marker = |planetary: u8, bombarded: u8, surface: u8| MarkerFigures {
        planetary: planetary as i8,
        bombarded: bombarded as i8,
        surface: surface as i8,
    };
    let lowest = -4;
    let table = |table| ResultsTable {
        lowest,
        needed: (lowest..=8).map(|difference| units.needed(table, difference)).collect(),
        none_is_final: options.none_is_final,
    };
    // rule: cobb.surface.rounds
    let surface_rounds = match options.base_surface_rounds {
        _ if options.surface_rounds => combat.limits.surface_rounds,
        rounds => rounds.unwrap_or(u8::MAX),
    };
    Combat {
        options: options.clone(),
        beam_crt: table(Table::Beam),
        missile_crt: table(Table::Missile),
        surface_crt: table(Table::Surface),
        planetary_crt: table(Table::Planetary),
        suicide_factor: combat.modifiers.suicide_factor,
        high_intensity: combat.modifiers.high_intensity_factor,
        disrupted_attack: combat.modifiers.disrupted_attacker,
        disrupted_screen: combat.modifiers.disrupted_screen,
        disrupted_speed: combat.speed.disrupted,
        short_range_missile: combat.modifiers.short_range_missile,
        time_on_target: combat.modifiers.time_on_target,
        planetary_at_disrupted: combat.modifiers.planetary_at_disrupted,
        attackers: combat.limits.attackers,
        quiet_rounds: combat.limits.quiet_rounds,
        surface_rounds: surface_rounds.min(options.combat_rounds_max),
        stand_off_withdrawal: !duel,
        mothership_capacity: units.capacity(Class::Mothership, TERRAN),
        outpost: marker(fire.outpost, defence.outpost, ground.outpost),
        world: marker(fire.world, defence.world, ground.world),
        homeworld: marker(fire.homeworld, defence.homeworld, ground.homeworld),
    }
}
