//! Orders of battle at the start: `data/presets.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::campaign::Campaign;
use super::catalogue::Catalogue;
use super::empire::Empire;
use super::units::Units;

/// The parts of a force that each empire fills with a class of its own.
const ROLES: [&str; 6] = ["flagship", "heavy", "light", "destroyer", "frigate", "scout"];

/// One empire's part of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    classes: BTreeMap<String, String>,
    fill: BTreeMap<String, u16>,
}

/// The file.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct PresetsFile {
    template: BTreeMap<String, u16>,
    #[serde(flatten)]
    empires: BTreeMap<String, Own>,
}

/// What an empire starts with: numbers of units by code. Ships go by the codes of the catalogue, the rest by those of
/// `units.toml`; `mines` are packages, `battalions` those beside the free ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Force(pub BTreeMap<String, u16>);

/// The orders of battle of all empires.
#[derive(Clone, Debug)]
pub struct Presets(PresetsFile);

impl Presets {
    /// Reads the file.
    ///
    /// # Errors
    /// All that is wrong with it: units that there are not, forces of another price than the campaign's.
    // rule: sfb.17.5.presets
    pub fn parse(
        text: &str,
        catalogue: &Catalogue,
        units: &Units,
        campaign: &Campaign,
    ) -> Result<Self, Vec<String>> {
        let file: PresetsFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut faults: Vec<String> =
            file.empires.keys().filter_map(|id| Empire::from_id(id).err()).collect();
        let presets = Self(file);
        for empire in Empire::ALL {
            let price = presets.force(empire).and_then(|force| force.price(empire, catalogue, units));
            match price {
                Ok(price) if price == 10 * u32::from(campaign.start.bpv) => {}
                Ok(price) => faults.push(format!(
                    "the force of {empire} costs {}.{} BPV, not {}",
                    price / 10,
                    price % 10,
                    campaign.start.bpv
                )),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(presets) } else { Err(faults) }
    }

    /// The force of an empire: the template with its classes, and what fills it up.
    ///
    /// # Errors
    /// What the file lacks for it.
    pub fn force(&self, empire: Empire) -> Result<Force, String> {
        let own = self.own(empire)?;
        self.with_classes(empire, &self.0.template).map(|mut force| {
            own.fill.iter().for_each(|(code, number)| *force.0.entry(code.clone()).or_default() += number);
            force
        })
    }

    /// Numbers of units, by code or part of the template, with the classes of an empire.
    ///
    /// # Errors
    /// What the file lacks for it.
    pub fn with_classes(&self, empire: Empire, numbers: &BTreeMap<String, u16>) -> Result<Force, String> {
        let own = self.own(empire)?;
        let mut force = Force::default();
        for (part, number) in numbers {
            let code = match (own.classes.get(part), ROLES.contains(&part.as_str())) {
                (Some(class), true) => class,
                (None, true) => return Err(format!("{empire} has no class for '{part}'")),
                _ => part,
            };
            *force.0.entry(code.clone()).or_default() += number;
        }
        Ok(force)
    }

    fn own(&self, empire: Empire) -> Result<&Own, String> {
        self.0.empires.get(empire.id()).ok_or_else(|| format!("{empire} has no force"))
    }
}

impl Force {
    /// Its price in tenths of an economic BPV.
    ///
    /// # Errors
    /// A unit that there is not.
    // rule: sfb.2.1.bpv
    pub fn price(&self, empire: Empire, catalogue: &Catalogue, units: &Units) -> Result<u32, String> {
        let each = |code: &str| -> Result<u32, String> {
            Ok(match code {
                "mines" => 1000,
                "battalions" => 0,
                _ if units.base.contains_key(code) => 10 * u32::from(units.base[code].bpv(empire)),
                _ if units.fixed.contains_key(code) => 10 * u32::from(units.fixed[code].bpv),
                _ if units.troops.contains_key(code) => units.troops[code].price.into(),
                _ => 10 * u32::from(catalogue.class(empire, code)?.econ),
            })
        };
        self.0.iter().map(|(code, number)| Ok(each(code)? * u32::from(*number))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("data/presets.toml");

    fn parse(text: &str) -> Result<Presets, Vec<String>> {
        let catalogue = Catalogue::parse(include_str!("data/ships.toml")).unwrap();
        let units = Units::parse(include_str!("data/units.toml")).unwrap();
        let campaign = Campaign::parse(include_str!("data/campaign.toml")).unwrap();
        Presets::parse(text, &catalogue, &units, &campaign)
    }

    /// Reading the file adds up the price of each.
    #[test]
    fn sfb_17_5_presets_cost_2500_each() {
        let presets = parse(TEXT).unwrap();
        let klingon = presets.force(Empire::Klingon).unwrap().0;
        assert_eq!([klingon["D7"], klingon["F5"], klingon["G2"], klingon["BP"]], [4, 6, 7, 16]);
        let isc = presets.force(Empire::Isc).unwrap().0;
        assert_eq!(isc["CL"], 3 + 2 + 1, "heavy and light cruisers of one class");
    }

    #[test]
    fn sfb_2_1_bpv_counts_everything() {
        let catalogue = Catalogue::parse(include_str!("data/ships.toml")).unwrap();
        let units = Units::parse(include_str!("data/units.toml")).unwrap();
        let numbers = [("BATS", 1), ("mines", 2), ("DefSat", 3), ("WB+", 1), ("BP", 3)];
        let force = Force(numbers.map(|(code, number)| (code.to_string(), number)).into());
        let price = force.price(Empire::Romulan, &catalogue, &units).unwrap();
        assert_eq!(price, 1920 + 2000 + 600 + 660 + 15);
    }

    #[test]
    fn sfb_17_5_presets_are_refused_all_at_once() {
        let text = TEXT
            .replace("D7 = 1, F5 = 3", "D7 = 2, F5 = 3")
            .replace("[gorn]", "[gorm]")
            .replace("heavy = \"DG\"", "heavy = \"DK\"")
            .replace("BP = 8 }\n\n[orion]", "BP = 9 }\n\n[orion]");
        let faults = parse(&text).unwrap_err().join("\n");
        for part in [
            "the force of klingon costs 2621.0 BPV, not 2500",
            "gorn has no force",
            "no empire 'gorm'",
            "hydran has no class 'DK'",
            "the force of tholian costs 2500.5 BPV, not 2500",
        ] {
            assert!(faults.contains(part), "{part} is not in {faults}");
        }
    }
}
