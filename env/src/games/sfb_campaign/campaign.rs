//! Figures of the campaign: `data/campaign.toml`, by the sections of the rules file.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::empire::Empire;
use super::world::Kind;

/// All of them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// What a player starts with (section 2).
    pub start: Start,
    /// What worlds may pay a turn, least and most.
    pub worlds: WorldRanges,
    /// Section 4.
    pub economy: Economy,
    /// Section 5.
    pub building: Building,
    /// Section 6.
    pub espionage: Espionage,
    /// Section 7.
    pub supply: Supply,
    /// Section 8.
    pub movement: Movement,
    /// Section 9.
    pub detection: Detection,
    /// Hexes between the sides at the start of a battle (9.9).
    pub setup_distance: SetupDistance,
    /// Sections 12 and 13.
    pub worlds_taken: WorldsTaken,
    /// Large and small explosives, large and small captors, sensors (14.1, 14.2).
    pub mines: Mines,
    /// Section 14.3, 14.4.
    pub repair: Repair,
    /// Section 15.
    pub victory: Victory,
    /// Section 16.3.
    pub play: Play,
    /// How maps are made (17.1).
    pub map: MapFigures,
}

/// A world that a player starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartWorld {
    /// What it is.
    pub kind: Kind,
    /// EP a turn while none of it is devastated.
    pub ep: u16,
}

/// What a player starts with (section 2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Economic BPV of units.
    pub bpv: u16,
    /// EP a turn from the Empire.
    pub grant: u16,
    /// The starting worlds.
    pub worlds: Vec<StartWorld>,
    /// Ground combat locations of a mining world, a colony, a homeworld.
    pub gcl_counts: [u8; 3],
    /// Free battalions there.
    pub initial_battalions: [u8; 3],
    /// Boarding parties in a battalion.
    pub battalion: u8,
    /// Slips of the shipyard at the homeworld.
    pub slips: u8,
    /// BPV left over that become EP, at most.
    pub unspent: u8,
}

/// What worlds may pay a turn, least and most.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldRanges {
    /// EP of a mining world.
    pub mining: [u8; 2],
    /// EP of a colony.
    pub colony: [u8; 2],
    /// EP of a homeworld.
    pub homeworld: [u8; 2],
}

/// Section 4.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Economy {
    /// EP that may be kept; 0: no cap.
    pub stock_cap: u16,
    /// EP of a factory.
    pub factory_cost: u8,
    /// Turns that it takes to build.
    pub factory_turns: u8,
    /// EP of items a turn.
    pub factory_output: u8,
    /// Damage that destroys it.
    pub factory_hits: u8,
    /// How many factories a ground combat location holds.
    pub factories_per_gcl: u8,
    /// EP of a budget request.
    pub request_cost: u8,
    /// Budget requests in a turn.
    pub request_per_turn: u8,
    /// Turns without requests after a 2 or 3.
    pub request_lockout: u8,
    /// EP given once for a 7, 8, 9, 10.
    pub request_once: [u16; 4],
    /// EP more a turn for an 11, a 12.
    pub request_grant: [u8; 2],
    /// EP that the grant may grow by; 0: no cap (16.4).
    pub grant_cap: u16,
    /// EP of an advanced technology request.
    pub at_cost: u8,
    /// Advanced technology requests in a turn.
    pub at_per_turn: u8,
    /// Of dice, for Interceptors, PFs, X-ships.
    pub at_totals: [u16; 3],
    /// Other totals of single empires, by id.
    #[serde(default)]
    pub at_totals_of: BTreeMap<String, [u16; 3]>,
}

/// Section 5.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// Building time is economic BPV by this and by size class.
    pub time_divisor: u8,
    /// Surcharge of carriers as a fraction.
    pub carrier_time: [u8; 2],
    /// Surcharge of other variants, likewise.
    pub variant_time: [u8; 2],
    /// Percent of what was paid that a cancelled project gives back.
    pub cancel_refund: u8,
    /// EP of one slip more; 0: there are none.
    pub extra_slip_cost: u16,
    /// Turns that it takes to build.
    pub extra_slip_turns: u8,
    /// EP and turns of a slip that was destroyed.
    pub rebuilt_slip: [u16; 2],
    /// Hexes from the yard to where a base goes.
    pub base_ship_range: u8,
    /// Hexes a turn on the way.
    pub base_ship_speed: u8,
    /// Percent of the economic BPV that a scrapped ship gives back.
    pub scrap_refund: u8,
}

/// Section 6.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Espionage {
    /// EP of an operation, by level.
    pub costs: [u16; 3],
    /// What its die must show, by level.
    pub needs: [u8; 3],
    /// EP of a level of counter-intelligence.
    pub counter_cost: u8,
    /// Shift of the die for each level.
    pub counter_shift: i8,
    /// Shift of the die where an own original world is concerned.
    pub home_shift: u8,
    /// Operations of a player in a turn.
    pub max_ops_per_turn: u8,
    /// Turns after which a contact is no target any more.
    pub contact_turns: u8,
}

/// Section 7.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Hexes of a supply line, at most.
    pub supply_line_len: u8,
    /// Supply lines of a player, at most.
    pub max_supply_lines: u8,
    /// Hexes from a line or source at which units are in supply.
    pub supply_radius: u8,
    /// Hexes from a base at which it supports ships.
    pub base_support_radius: u8,
    /// How many times its own BPV a base supports.
    pub base_support: u8,
    /// Turns that a unit lasts out of supply, by size class from 1.
    pub status: [u8; 5],
    /// Turns won back in supply, at rest.
    pub recovery: u8,
    /// Percent of boxes that each point of the die costs.
    pub breakdown: u8,
}

/// Section 8.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Maximum warp, at least.
    pub warp: [u8; 5],
    /// Hexes a turn by it.
    pub hexes: [u8; 5],
    /// Hexes a turn below all of them.
    pub slowest: u8,
    /// Hexes less of who evades.
    pub evading: u8,
    /// Hexes less of who is cloaked.
    pub cloaked: u8,
}

/// Section 9.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detection {
    /// What the die must show, by distance; 1: no die is rolled.
    pub patrol: [u8; 4],
    /// Shift of the die with scout channels.
    pub scout: u8,
    /// Shift of the die for an enemy who evades.
    pub evading: i8,
    /// Shift of the die for a cloaked enemy.
    pub cloaked: i8,
    /// Hexes at which bases are seen without a die.
    pub base_range: u8,
    /// What it takes to slip out of a hex.
    pub slip_target: u8,
    /// Hexes to a battle that reserves may join.
    pub reserve_range: u8,
}

/// Hexes between the sides at the start of a battle (9.9).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupDistance {
    /// In open space.
    pub open: u8,
    /// At a world or base.
    pub world: u8,
    /// By surprise.
    pub surprise: u8,
    /// By surprise, from under a cloak.
    pub ambush: u8,
    /// Where reserves arrive.
    pub reserves: u8,
}

/// Sections 12 and 13.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldsTaken {
    /// Thirty-sixths of enemy colony, enemy mining world, nothing, neutral mining world, neutral colony.
    pub exploration: [u8; 5],
    /// Combat BPV of the defenders of a colony, of a mining world, at most.
    pub npc_bpv: [u16; 2],
    /// Percent of that which it has at least.
    pub npc_least: u8,
    /// Boarding parties on them.
    pub npc_troops: [u16; 2],
    /// Combat BPV in a garrison unit.
    pub garrison_ships: u8,
    /// Attack factors in a garrison unit.
    pub garrison_troops: u8,
    /// Garrison units that hold a neutral mining world, colony.
    pub garrison_neutral: [u8; 2],
    /// Garrison units that hold an enemy mining world, colony, homeworld.
    pub garrison_enemy: [u8; 3],
    /// Turns short of them after which a world is lost.
    pub garrison_grace: u8,
    /// Combat BPV of ships that devastates a location in a turn.
    pub devastation_bpv: u8,
    /// Turns until a location recovers, one at a time.
    pub devastation_recovery: u8,
    /// Locations devastated in a turn, at most; 0: no limit.
    pub devastate_max_per_turn: u8,
}

/// Large and small explosives, large and small captors, sensors (14.1, 14.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mines {
    /// What a package of 100 points holds.
    pub package: [u16; 5],
    /// Points of one of each.
    pub points: [u8; 5],
    /// Boxes of small and large explosives, of small and large captors.
    pub mine_damage: [u8; 4],
    /// Packages in a hex, at most.
    pub most_packages: u8,
    /// Percent that an explosive goes off.
    pub chance: u8,
    /// Percent more for each sensor.
    pub chance_for_sensor: u8,
    /// Percent that a captor fires, in each of three rounds.
    pub captor_chance: u8,
    /// Shots of a captor.
    pub captor_shots: u8,
}

/// Section 14.3, 14.4.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// Repair points for an EP.
    pub points_for_ep: u8,
    /// Repair points of a box, by the average chart.
    pub points_for_box: u8,
    /// Points a turn at homeworlds.
    pub homeworld: u16,
    /// Points a turn at colonies.
    pub colony: u16,
    /// Points a turn at mining worlds.
    pub mining: u16,
    /// Free boxes a turn in supply, at rest; 0: none.
    pub field_repair: u8,
}

/// Section 15.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Turns of the game.
    pub turn_limit: u16,
    /// Turns that all enemy homeworlds must be held.
    pub capital_turns: u8,
    /// Turns without worlds after which a player is out.
    pub landless_turns: u8,
    /// Percent of score within which the game is drawn.
    pub draw_margin: u8,
}

/// Section 16.3.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Micro-decisions of a player in a stage, at most.
    pub max_micro_actions: u16,
}

/// How maps are made (17.1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFigures {
    /// Hexes from the middle to the edge; 0: 6 and the number of players.
    pub radius: u8,
    /// Stars in percent of hexes.
    pub star_density: u8,
    /// Distance of homeworlds from the middle in percent of the radius.
    pub home_star_ring: u8,
    /// Hexes between homeworlds, at least; 0: 60 percent of the radius.
    pub min_home_distance: u8,
    /// Neutral worlds of each player within reach, at least.
    pub neutral_quota: u8,
    /// Defended worlds of each player within reach, at least.
    pub npc_quota: u8,
    /// Hexes from home in which these count.
    pub reach: u8,
    /// Hexes from home without a defended colony.
    pub quiet: u8,
    /// Hexes between stars, at least.
    pub star_spacing: u8,
    /// Maps to try.
    pub max_attempts: u8,
    /// Percent of the mean by which scores of fairness may differ.
    pub balance_tol: u8,
}
impl Campaign {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let campaign: Self = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let faults = campaign.faults();
        if faults.is_empty() { Ok(campaign) } else { Err(faults) }
    }

    /// All that is wrong with the figures.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_range();
        faults.extend(self.start.worlds.iter().filter_map(|world| self.worlds.fault(*world)));
        faults.extend(self.economy.at_totals_of.keys().filter_map(|id| Empire::from_id(id).err()));
        let homes = self.start.worlds.iter().filter(|world| world.kind == Kind::Homeworld).count();
        if homes != 1 {
            faults.push(format!("start.worlds: one homeworld, not {homes}"));
        }
        let exploration: u16 = self.worlds_taken.exploration.iter().map(|&share| u16::from(share)).sum();
        if exploration != 36 {
            faults.push(format!("worlds_taken.exploration: its shares are {exploration} of 36"));
        }
        faults
    }

    /// Figures that no game can be played with, each in a sentence.
    fn out_of_range(&self) -> Vec<String> {
        let (map, building) = (&self.map, &self.building);
        let figures: [(&str, u16, [u16; 2]); 16] = [
            ("start.slips", self.start.slips.into(), [0, 20]),
            ("start.battalion", self.start.battalion.into(), [1, 100]),
            ("building.time_divisor", building.time_divisor.into(), [1, 100]),
            ("building.carrier_time[1]", building.carrier_time[1].into(), [1, 255]),
            ("building.variant_time[1]", building.variant_time[1].into(), [1, 255]),
            ("building.base_ship_speed", building.base_ship_speed.into(), [1, 20]),
            ("worlds_taken.garrison_ships", self.worlds_taken.garrison_ships.into(), [1, 255]),
            ("worlds_taken.garrison_troops", self.worlds_taken.garrison_troops.into(), [1, 255]),
            ("worlds_taken.devastation_bpv", self.worlds_taken.devastation_bpv.into(), [1, 255]),
            ("victory.turn_limit", self.victory.turn_limit, [1, 240]),
            ("map.radius", map.radius.into(), [0, 12]),
            ("map.star_density", map.star_density.into(), [1, 20]),
            ("map.home_star_ring", map.home_star_ring.into(), [10, 90]),
            ("map.star_spacing", map.star_spacing.into(), [1, 4]),
            ("map.max_attempts", map.max_attempts.into(), [1, 255]),
            ("map.balance_tol", map.balance_tol.into(), [0, 100]),
        ];
        let faults =
            figures.into_iter().filter(|(_, figure, [least, most])| !(least..=most).contains(&figure));
        faults
            .map(|(name, figure, [least, most])| format!("{name} is {figure}, not {least} to {most}"))
            .collect()
    }
}

impl WorldRanges {
    /// What a world of a kind may pay a turn, least and most.
    // rule: sfb.2.3.ranges
    pub const fn of(&self, kind: Kind) -> [u8; 2] {
        match kind {
            Kind::Mining => self.mining,
            Kind::Colony => self.colony,
            Kind::Homeworld => self.homeworld,
        }
    }

    /// What is wrong with a starting world, if anything.
    pub fn fault(&self, world: StartWorld) -> Option<String> {
        let [least, most] = self.of(world.kind).map(u16::from);
        let fits = (least..=most).contains(&world.ep);
        (!fits).then(|| format!("a {} pays {least} to {most} EP, not {}", world.kind.id(), world.ep))
    }
}

impl Economy {
    /// Totals of advanced technology dice at which an empire may build Interceptors, PFs and X-ships.
    // rule: sfb.4.11.totals
    pub fn at_totals(&self, empire: Empire) -> [u16; 3] {
        self.at_totals_of.get(empire.id()).copied().unwrap_or(self.at_totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("data/campaign.toml");

    fn campaign() -> Campaign {
        Campaign::parse(TEXT).unwrap()
    }

    #[test]
    fn sfb_2_3_ranges_of_worlds() {
        let worlds = campaign().worlds;
        assert_eq!(Kind::ALL.map(|kind| worlds.of(kind)), [[10, 20], [30, 60], [60, 120]]);
        assert_eq!(
            worlds.fault(StartWorld { kind: Kind::Colony, ep: 61 }).unwrap(),
            "a colony pays 30 to 60 EP, not 61"
        );
    }

    #[test]
    fn sfb_4_11_totals_of_advanced_technology() {
        let economy = campaign().economy;
        assert_eq!(economy.at_totals(Empire::Gorn), [20, 35, 50]);
        assert_eq!(economy.at_totals(Empire::Lyran), [15, 25, 50]);
    }

    #[test]
    fn figures_that_make_no_game_are_refused_all_at_once() {
        let text = TEXT
            .replace("star_density = 18", "star_density = 60")
            .replace("kind = \"colony\", ep = 40", "kind = \"colony\", ep = 90")
            .replace("[1, 2, 30, 2, 1]", "[1, 2, 30, 2, 2]");
        let faults = Campaign::parse(&text).unwrap_err().join("\n");
        for part in [
            "map.star_density is 60, not 1 to 20",
            "a colony pays 30 to 60 EP, not 90",
            "its shares are 37 of 36",
        ] {
            assert!(faults.contains(part), "{part} is not in {faults}");
        }
        let unknown = TEXT.replace("grant_cap", "grant_kap");
        assert!(Campaign::parse(&unknown).unwrap_err()[0].contains("unknown field `grant_kap`"));
    }
}
