//! What is no ship class: bases, fixed defences, flights and troops (`data/units.toml`).

use std::collections::BTreeMap;

use serde::Deserialize;

use super::empire::Empire;

/// A base.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Economic and combat BPV.
    pub bpv: u16,
    /// Those of single empires, by id.
    #[serde(default)]
    pub bpv_of: BTreeMap<String, u16>,
    /// Size class.
    pub size: u8,
    /// Units that it may lead, itself included.
    // rule: sfb.10.limit
    pub control: u8,
    /// Damage that destroys it.
    pub boxes: u16,
    /// Crew units.
    pub crew: u8,
    /// Boarding parties.
    pub marines: u8,
    /// Boxes that its end may cost another.
    pub explosion: u8,
    /// Scout points.
    pub scout: u8,
    /// Repair points a turn.
    pub repair: u16,
    /// Turns that it takes to build.
    // rule: sfb.5.5.turns
    pub turns: u8,
    /// Turns of the upgrade from the next smaller base; `None`: there is none smaller.
    pub upgrade: Option<u8>,
}

impl Base {
    /// Its economic and combat BPV in an empire.
    pub fn bpv(&self, empire: Empire) -> u16 {
        self.bpv_of.get(empire.id()).copied().unwrap_or(self.bpv)
    }
}

/// A fixed defence of a world: a satellite or a ground base.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// Economic and combat BPV.
    pub bpv: u16,
    /// Damage that destroys it.
    pub boxes: u16,
    /// How many a ground combat location holds; `None`: it is in orbit.
    // rule: sfb.2.9.mounts
    pub per_gcl: Option<u8>,
    /// Whether it counts as half a unit for control limits; otherwise it doesn't count.
    #[serde(default)]
    pub half_unit: bool,
}

/// A kind of craft that fights from a carrier, tender or base.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Craft {
    /// Economic BPV of one.
    pub econ: u16,
    /// Combat BPV of one.
    pub combat: u16,
    /// Damage that destroys one.
    pub boxes: u16,
}

/// A kind of troops.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troops {
    /// Tenths of an EP for one.
    pub price: u16,
    /// Attack factor on the ground, in tenths.
    pub factor: u16,
    /// Attack factor aboard ships, in tenths.
    pub boarding: u16,
}

/// The file: each kind by its code.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    /// Bases: SB, BATS, BS.
    pub base: BTreeMap<String, Base>,
    /// Fixed defences.
    pub fixed: BTreeMap<String, Fixed>,
    /// Craft.
    pub flight: BTreeMap<String, Craft>,
    /// Troops.
    pub troops: BTreeMap<String, Troops>,
}

impl Units {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let units: Self = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let has = |codes: &[&str], known: &dyn Fn(&str) -> bool| {
            let missing = codes.iter().filter(|code| !known(code));
            missing.map(|code| format!("there is no {code}")).collect::<Vec<_>>()
        };
        let mut faults = has(&["SB", "BATS", "BS"], &|code| units.base.contains_key(code));
        faults.extend(has(&["DefSat", "GBDP"], &|code| units.fixed.contains_key(code)));
        faults.extend(has(&["BP"], &|code| units.troops.contains_key(code)));
        let empires = units.base.values().flat_map(|base| base.bpv_of.keys());
        faults.extend(empires.filter_map(|id| Empire::from_id(id).err()));
        if faults.is_empty() { Ok(units) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units() -> Units {
        Units::parse(include_str!("data/units.toml")).unwrap()
    }

    #[test]
    fn sfb_5_5_turns_of_bases_and_upgrades() {
        let base = units().base;
        let turns = ["SB", "BATS", "BS"].map(|code| (base[code].turns, base[code].upgrade));
        assert_eq!(turns, [(12, Some(4)), (8, Some(4)), (4, None)]);
        assert_eq!([base["SB"].bpv(Empire::Hydran), base["SB"].bpv(Empire::Gorn)], [528, 600]);
    }

    #[test]
    fn sfb_10_limit_of_bases() {
        let base = units().base;
        assert_eq!(["SB", "BATS", "BS"].map(|code| base[code].control), [10, 9, 7]);
    }

    #[test]
    fn sfb_2_9_mounts_of_phaser_4_bases() {
        assert_eq!(units().fixed["GBDP"].per_gcl, Some(2));
        assert_eq!(units().fixed["DefSat"].per_gcl, None);
    }

    #[test]
    fn what_the_game_needs_must_be_there() {
        let text =
            include_str!("data/units.toml").replace("[base.BS]", "[base.BX]").replace("lyran", "lyrian");
        let faults = Units::parse(&text).unwrap_err();
        assert_eq!(faults[0], "there is no BS");
        assert!(faults[1].starts_with("no empire 'lyrian'"), "{faults:?}");
    }
}
