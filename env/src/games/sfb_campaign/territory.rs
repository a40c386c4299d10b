//! What each player has before the first turn: worlds, shipyard and units where they stand (section 2).

use std::collections::BTreeMap;

use super::data::Data;
use super::empire::Empire;
use super::force::Force;
use super::hex::Hex;
use super::map::{Content, Map};
use super::world::Kind;
use crate::core::{SetupFault, SetupFaults};

/// A world with an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// Where.
    pub hex: Hex,
    /// What it is.
    pub kind: Kind,
    /// EP a turn while none of it is devastated.
    pub ep: u16,
    /// Ground combat locations.
    pub gcls: u8,
    /// Boarding parties on the ground.
    pub troops: u16,
    /// Slips of its shipyard.
    pub slips: u8,
    /// Units here, by code; see [`Force`].
    pub units: BTreeMap<String, u16>,
}

/// What a player starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// Which empire.
    pub empire: Empire,
    /// Its worlds, in the order of `start.worlds`.
    pub worlds: Vec<World>,
    /// EP a turn from the Empire.
    pub grant: u16,
}

impl World {
    /// Tenths of EP that it pays a turn with so many of its locations devastated.
    // rule: sfb.4.1.devastated
    pub fn income(&self, devastated: u8) -> u32 {
        let whole = u32::from(self.gcls.saturating_sub(devastated));
        10 * u32::from(self.ep) * whole / u32::from(self.gcls.max(1))
    }
}

impl Territory {
    /// What every seat starts with on a map.
    ///
    /// # Errors
    /// Units of a force that the data files don't have.
    pub fn of_seats(data: &Data, map: &Map) -> Result<Vec<Self>, SetupFaults> {
        let seats = (0_u8..).zip(data.scenario.empires());
        seats.map(|(seat, &empire)| Self::new(data, map, seat, empire)).collect()
    }

    fn new(data: &Data, map: &Map, seat: u8, empire: Empire) -> Result<Self, SetupFaults> {
        let force = match &data.scenario.force {
            Some(numbers) => data.presets.with_classes(empire, numbers),
            None => data.presets.force(empire),
        };
        let fault = |problem| SetupFaults(vec![SetupFault { at: "presets".into(), problem }]);
        let force = force.and_then(|force| force.price(empire, &data.catalogue, &data.units).map(|_| force));
        let mut worlds = worlds(data, map, seat);
        deploy(data, &force.map_err(fault)?, &mut worlds);
        Ok(Self { empire, worlds, grant: data.campaign.start.grant })
    }

    /// Tenths of EP a turn from its worlds and the Empire, while all is whole.
    // rule: sfb.2.2.income
    pub fn income(&self) -> u32 {
        self.worlds.iter().map(|world| world.income(0)).sum::<u32>() + 10 * u32::from(self.grant)
    }
}

/// A seat's worlds, with the free troops and the shipyard.
// rule: sfb.2.4.worlds
// rule: sfb.2.5.gcls
// rule: sfb.2.6.slips
// rule: sfb.2.10.battalions
fn worlds(data: &Data, map: &Map, seat: u8) -> Vec<World> {
    let start = &data.campaign.start;
    let hex = |index: u8| {
        let here = |content| content == Content::Start { seat, world: index };
        map.stars.iter().find(|star| here(star.content)).map_or(Hex::CENTRE, |star| star.hex)
    };
    let world = |(index, world): (u8, &super::campaign::StartWorld)| {
        let by_kind = |figures: [u8; 3]| figures[world.kind as usize];
        World {
            hex: hex(index),
            kind: world.kind,
            ep: world.ep,
            gcls: by_kind(start.gcl_counts),
            troops: u16::from(by_kind(start.initial_battalions)) * u16::from(start.battalion),
            slips: if world.kind == Kind::Homeworld { start.slips } else { 0 },
            units: BTreeMap::new(),
        }
    };
    (0..).zip(&start.worlds).map(world).collect()
}

/// Places a force: the base station at the colony, a ground base on each location of homeworld and colony as far as they go, all else at the homeworld.
// rule: sfb.2.12.placement
fn deploy(data: &Data, force: &Force, worlds: &mut [World]) {
    let place = |kind| worlds.iter().position(|world| world.kind == kind);
    let home = place(Kind::Homeworld).unwrap_or(0);
    let colony = place(Kind::Colony).unwrap_or(home);
    let battalion = u16::from(data.campaign.start.battalion);
    for (code, &number) in &force.0 {
        let mut put = |world: usize, number: u16| {
            if number > 0 {
                *worlds[world].units.entry(code.clone()).or_default() += number;
            }
        };
        match code.as_str() {
            "BS" => put(colony, number),
            "battalions" => worlds[home].troops += number * battalion,
            "BP" => worlds[home].troops += number,
            _ if data.units.fixed.get(code).is_some_and(|fixed| fixed.per_gcl.is_some()) => {
                let at_home = number.min(data.campaign.start.gcl_counts[Kind::Homeworld as usize].into());
                put(home, at_home);
                put(colony, number - at_home);
            }
            _ => put(home, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::card;
    use super::*;
    use crate::core::Setup;

    fn territories(scenario: &str) -> Vec<Territory> {
        let setup = Setup::new("sfb_campaign").scenario(scenario).resolve(&card()).unwrap();
        let data = Data::read(&setup).unwrap();
        Territory::of_seats(&data, &Map::generate(&data, 1).unwrap()).unwrap()
    }

    #[test]
    fn sfb_2_2_income_of_200_at_the_start() {
        for scenario in ["standard-2", "standard-4", "standard-6"] {
            for territory in territories(scenario) {
                assert_eq!(territory.income(), 2000, "{}", territory.empire);
            }
        }
    }

    #[test]
    fn sfb_2_4_worlds_of_a_player() {
        let worlds = &territories("standard-2")[0].worlds;
        let ep: Vec<(Kind, u16)> = worlds.iter().map(|world| (world.kind, world.ep)).collect();
        assert_eq!(ep, [(Kind::Homeworld, 90), (Kind::Colony, 40), (Kind::Mining, 10), (Kind::Mining, 10)]);
    }

    #[test]
    fn sfb_2_5_gcls_of_worlds() {
        let gcls: Vec<u8> = territories("standard-2")[1].worlds.iter().map(|world| world.gcls).collect();
        assert_eq!(gcls, [6, 3, 1, 1]);
    }

    #[test]
    fn sfb_2_6_slips_at_the_homeworld() {
        let slips = |scenario| -> Vec<u8> {
            territories(scenario)[0].worlds.iter().map(|world| world.slips).collect()
        };
        assert_eq!((slips("standard-2"), slips("border")), (vec![8, 0, 0, 0], vec![3, 0]));
    }

    #[test]
    fn sfb_2_10_battalions_are_free() {
        let [federation, klingon] = &territories("standard-2")[..] else { panic!("two players") };
        let troops = |territory: &Territory| -> Vec<u16> {
            territory.worlds.iter().map(|world| world.troops).collect()
        };
        assert_eq!(troops(federation), [60 + 2, 30, 10, 10], "2 boarding parties were bought");
        assert_eq!(troops(klingon), [60 + 16, 30, 10, 10]);
        assert_eq!(troops(&territories("border")[0]), [60 + 20, 30], "two battalions more");
    }

    #[test]
    fn sfb_2_12_placement_of_the_presets() {
        let klingon = &territories("standard-2")[1].worlds;
        assert_eq!((klingon[0].units["BATS"], klingon[1].units["BS"], klingon[0].units["D7"]), (1, 1, 4));
        assert_eq!((klingon[0].units["GBDP"], klingon[1].units.get("GBDP")), (4, None));
        let kzinti = &territories("standard-4")[3].worlds;
        assert_eq!((kzinti[0].units["GBDP"], kzinti[1].units["GBDP"]), (6, 1), "one on each location");
        let border = &territories("border")[0].worlds;
        assert_eq!(border[0].units.keys().collect::<Vec<_>>(), ["CA", "CC", "DD", "FF", "SC"]);
        assert_eq!(border[1].units.keys().collect::<Vec<_>>(), ["BS"]);
    }

    #[test]
    fn sfb_4_1_devastated_locations_pay_nothing() {
        let colony = &territories("standard-2")[0].worlds[1];
        assert_eq!([0, 1, 2, 3].map(|devastated| colony.income(devastated)), [400, 266, 133, 0]);
    }
}
