//! Dice and bands: `data/combat.toml`.

use serde::Deserialize;

use super::state::Weapon;

/// The figures of movement, battle and maintenance. What they mean stands in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// Jumps of an activation.
    pub jumps: Jumps,
    /// Battles in space.
    pub space: Space,
    /// Invasions and combat on planets.
    pub invasion: Invasion,
    /// Scouting.
    pub scouting: Scouting,
    /// Maintenance.
    pub maintenance: Maintenance,
    /// The way off the lanes.
    pub navigation: Navigation,
}

/// Jumps of an activation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jumps {
    /// Of light ships.
    pub light: u8,
    /// With any other ship.
    pub other: u8,
    /// With a disrupted ship.
    pub disrupted: u8,
}

/// Battles in space.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// The band of round 1.
    pub start_band: u8,
    /// The last band.
    pub far_band: u8,
    /// Rounds of a battle on range bands.
    pub rounds: u8,
    /// Rounds of a battle on the lattice.
    pub lattice_rounds: u8,
    /// What a beam die hits on, by band.
    pub beam: Vec<u8>,
    /// What a torpedo die hits on, by band.
    pub torpedo: Vec<u8>,
    /// What a die of countermeasures cancels a hit on.
    pub countermeasures: u8,
}

/// Invasions and combat on planets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invasion {
    /// What torpedoes of defending fighters hit on.
    pub fighter_torpedo: u8,
    /// What their beams hit on.
    pub fighter_beam: u8,
    /// What torpedoes of escorts hit on.
    pub escort_torpedo: u8,
    /// What their beams hit on.
    pub escort_beam: u8,
    /// Their factors for each die.
    pub escort_share: u8,
    /// What planetary defences hit on.
    pub planetary_defence: u8,
    /// What dice on the ground hit on.
    pub ground: u8,
    /// What those of jump troops hit on in their first round.
    pub jump_troops: u8,
    /// Rounds of ground combat.
    pub rounds: u8,
    /// Dice of a PD on the ground.
    pub planetary_defence_dice: u8,
    /// Dice and hits of an outpost.
    pub outpost: u8,
    /// Dice and hits of a world.
    pub world: u8,
    /// Dice and hits of a home world.
    pub home: u8,
}

/// Scouting.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scouting {
    /// What a die and the scouts must make.
    pub target: u8,
    /// The most scouts that count.
    pub most: u8,
}

/// Maintenance.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maintenance {
    /// Ships that an outpost looks after.
    pub outpost_ships: u8,
    /// Ships that a world looks after.
    pub world_ships: u8,
    /// Ships whose rolls a repair ship helps.
    pub repair_ship_aids: u8,
}

/// The way off the lanes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Navigation {
    /// Up to this the owner steers.
    pub controlled: i16,
    /// Up to this the fleet drifts; beyond, it is lost.
    pub random: i16,
    /// What two dice must make for it to return.
    pub found: u8,
}

impl Space {
    /// What a die of a weapon hits on, by range.
    pub fn numbers(&self, weapon: Weapon) -> &[u8] {
        match weapon {
            Weapon::Beam => &self.beam,
            Weapon::Torpedo => &self.torpedo,
        }
    }

    /// What dice of a weapon hit on from near, and from as far as it reaches.
    pub fn near_and_far(&self, weapon: Weapon) -> [u8; 2] {
        let numbers = self.numbers(weapon);
        [numbers[0], numbers[numbers.len() - 1]]
    }
}

impl Combat {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let combat: Self = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut faults = combat.check_ranges();
        for (name, weapon) in [("beam", Weapon::Beam), ("torpedo", Weapon::Torpedo)] {
            let numbers = combat.space.numbers(weapon);
            let known =
                |number: &u8| combat.space.near_and_far(weapon).contains(number) && (2..=6).contains(number);
            if numbers.is_empty() || !numbers.iter().all(known) {
                faults
                    .push(format!("space.{name}: one number or two from 2 to 6, by range, not {numbers:?}"));
            }
        }
        if faults.is_empty() { Ok(combat) } else { Err(faults) }
    }

    /// Figures out of range, each in a sentence.
    fn check_ranges(&self) -> Vec<String> {
        let (space, invasion, navigation) = (&self.space, &self.invasion, &self.navigation);
        let die = [2, 6];
        let dice = [0, 20];
        let figures: [(&str, i16, [i16; 2]); 21] = [
            ("jumps.light", self.jumps.light.into(), [0, 9]),
            ("jumps.other", self.jumps.other.into(), [0, 9]),
            ("jumps.disrupted", self.jumps.disrupted.into(), [0, 9]),
            ("space.far_band", space.far_band.into(), [0, 9]),
            ("space.start_band", space.start_band.into(), [0, space.far_band.into()]),
            ("space.rounds", space.rounds.into(), [1, 20]),
            ("space.lattice_rounds", space.lattice_rounds.into(), [1, 20]),
            ("space.countermeasures", space.countermeasures.into(), die),
            ("invasion.fighter_torpedo", invasion.fighter_torpedo.into(), die),
            ("invasion.fighter_beam", invasion.fighter_beam.into(), die),
            ("invasion.escort_torpedo", invasion.escort_torpedo.into(), die),
            ("invasion.escort_beam", invasion.escort_beam.into(), die),
            ("invasion.escort_share", invasion.escort_share.into(), [1, 20]),
            ("invasion.planetary_defence", invasion.planetary_defence.into(), die),
            ("invasion.ground", invasion.ground.into(), die),
            ("invasion.jump_troops", invasion.jump_troops.into(), die),
            ("invasion.rounds", invasion.rounds.into(), [1, 20]),
            ("invasion.planetary_defence_dice", invasion.planetary_defence_dice.into(), dice),
            ("navigation.controlled", navigation.controlled, [-50, 50]),
            ("navigation.random", navigation.random, [navigation.controlled, 50]),
            ("navigation.found", navigation.found.into(), [2, 12]),
        ];
        let garrisons = [("outpost", invasion.outpost), ("world", invasion.world), ("home", invasion.home)];
        let weak = garrisons.into_iter().filter(|(_, figure)| !(1..=20).contains(figure));
        let mut faults: Vec<String> =
            weak.map(|(key, figure)| format!("invasion.{key} is {figure}, not 1 to 20")).collect();
        for (key, figure, [least, most]) in figures {
            if !(least..=most).contains(&figure) {
                faults.push(format!("{key} is {figure}, not {least} to {most}"));
            }
        }
        faults
    }
}
