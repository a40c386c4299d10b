//! The data files: every figure of the game, which an owner of it may correct.

use super::battle::figures::BattleFigures;
use super::campaign::Campaign;
use super::catalogue::{Catalogue, ShipsFile};
use super::defenders::{Defenders, DefendersFile};
use super::empire::Empire;
use super::force::{Presets, PresetsFile};
use super::map::Symmetry;
use super::names::{Names, NamesFile};
use super::scenario::Scenario;
use super::units::Units;
use crate::core::{Figure, ResolvedSetup, SetupFault, SetupFaults};
use crate::figures::{DataFile, DataFiles, holds};

/// The data files of the game.
// rule: sfb.0.figures
const FILES: DataFiles = DataFiles {
    files: &[
        DataFile { name: "battle", text: include_str!("data/battle.toml"), check: holds::<BattleFigures> },
        DataFile { name: "border", text: include_str!("scenarios/border.toml"), check: holds::<Scenario> },
        DataFile { name: "campaign", text: include_str!("data/campaign.toml"), check: holds::<Campaign> },
        DataFile {
            name: "defenders",
            text: include_str!("data/defenders.toml"),
            check: holds::<DefendersFile>,
        },
        DataFile { name: "neutral", text: include_str!("data/neutral.toml"), check: holds::<NamesFile> },
        DataFile { name: "presets", text: include_str!("data/presets.toml"), check: holds::<PresetsFile> },
        DataFile { name: "ships", text: include_str!("data/ships.toml"), check: holds::<ShipsFile> },
        DataFile {
            name: "standard-2",
            text: include_str!("scenarios/standard-2.toml"),
            check: holds::<Scenario>,
        },
        DataFile {
            name: "standard-4",
            text: include_str!("scenarios/standard-4.toml"),
            check: holds::<Scenario>,
        },
        DataFile {
            name: "standard-6",
            text: include_str!("scenarios/standard-6.toml"),
            check: holds::<Scenario>,
        },
        DataFile { name: "units", text: include_str!("data/units.toml"), check: holds::<Units> },
    ],
    is_open,
};

/// What may be added: figures that have a default.
fn is_open(parts: &[&str]) -> bool {
    matches!(
        parts,
        ["units", "base", _, "bpv_of", _]
            | ["campaign", "economy", "at_totals_of", _]
            | ["presets", "template", _]
            | ["presets", _, "fill", _]
            | ["border" | "standard-2" | "standard-4" | "standard-6", "turns" | "capital_turns" | "slips"]
            | ["border" | "standard-2" | "standard-4" | "standard-6", "map" | "force", _]
    )
}

/// Every figure of the game with its tag and source.
pub fn figures() -> Vec<Figure> {
    FILES.figures()
}

/// What the data files of a setup say, read and checked.
#[derive(Clone, Debug)]
pub struct Data {
    /// Ship classes.
    pub catalogue: Catalogue,
    /// Bases, fixed defences, flights and troops.
    pub units: Units,
    /// Figures of the campaign, with what differs in the scenario.
    pub campaign: Campaign,
    /// Figures of battles.
    pub battle: BattleFigures,
    /// Orders of battle at the start.
    pub presets: Presets,
    /// Who holds worlds that nobody has explored.
    pub defenders: Defenders,
    /// What the scenario differs in.
    pub scenario: Scenario,
    /// What empires and classes are called.
    pub names: Names,
    /// Whose ships defend worlds that nobody has explored.
    pub npc: Empire,
    /// Whether maps look alike from every seat.
    pub symmetry: Symmetry,
}

impl Data {
    /// Reads the data files with the figures that a setup corrects.
    ///
    /// # Errors
    /// All that is wrong with them, file by file.
    pub fn read(setup: &ResolvedSetup) -> Result<Self, SetupFaults> {
        let at = |file: &'static str| {
            move |problems: Vec<String>| {
                let fault = |problem| SetupFault { at: file.into(), problem };
                SetupFaults(problems.into_iter().map(fault).collect())
            }
        };
        let data = FILES.corrected(setup.figures()).map_err(SetupFaults)?;
        let text = |file| data.text(file);
        let catalogue = Catalogue::parse(&text("ships")).map_err(at("ships"))?;
        let units = Units::parse(&text("units")).map_err(at("units"))?;
        let campaign = Campaign::parse(&text("campaign")).map_err(at("campaign"))?;
        let battle = BattleFigures::parse(&text("battle")).map_err(at("battle"))?;
        let presets =
            Presets::parse(&text("presets"), &catalogue, &units, &campaign).map_err(at("presets"))?;
        let defenders = Defenders::parse(&text("defenders"), &catalogue, &campaign.worlds_taken)
            .map_err(at("defenders"))?;
        let neutral = Names::neutral(&text("neutral"), &catalogue).map_err(at("neutral"))?;
        let names = if setup.word("names") == "neutral" { neutral } else { Names::Original };
        let scenario = Scenario::parse(&text(setup.scenario)).map_err(at(setup.scenario))?;
        let campaign = scenario.change(&campaign).map_err(at(setup.scenario))?;
        let npc = defenders.empire(setup.word("npc_empire"), scenario.empires());
        let npc = npc.map_err(|problem| at("npc_empire")(vec![problem]))?;
        let symmetry = Symmetry::from_word(setup.word("symmetry"));
        Ok(Self { catalogue, units, campaign, battle, presets, defenders, scenario, names, npc, symmetry })
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::card;
    use super::*;
    use crate::core::Setup;

    fn read(setup: Setup) -> Result<Data, SetupFaults> {
        Data::read(&setup.resolve(&card())?)
    }

    #[test]
    fn sfb_0_figures_can_be_corrected() {
        let setup = Setup::new("sfb_campaign")
            .set("npc_empire", "isc")
            .correct("ships.klingon.D7.boxes", "110")
            .correct("units.base.BATS.bpv_of.gorn", "200")
            .correct("campaign.start.grant", "60")
            .correct("border.turns", "24")
            .set("names", "neutral");
        let data = read(setup).unwrap();
        assert_eq!(data.catalogue.class(Empire::Klingon, "D7").unwrap().boxes, 110);
        assert_eq!((data.campaign.start.grant, data.campaign.victory.turn_limit), (60, 24));
        assert_eq!((data.names.class(Empire::Klingon, "D7"), data.npc), ("CA1", Empire::Isc));
    }

    #[test]
    fn sfb_0_figures_are_refused_with_reasons() {
        for (key, value, part) in [
            ("ships.klingon.D7.guns", "3", "no such figure; the nearest is 'ships.klingon.D7."),
            ("ships.klingon.D7.econ", "122", "the force of klingon costs 2504.0 BPV, not 2500"),
            ("campaign.map.star_density", "40", "map.star_density is 40, not 1 to 20"),
            ("campaign.start.slips", "300", "an integer from 0 to 255"),
            ("border.players", "1", "1 players; there are 2 to 6"),
            ("campaign.start.worlds", "[{ kind = \"colony\", ep = 40 }]", "one homeworld, not 0"),
            ("battle.max_rounds", "0", "max_rounds is 0, not 1 to 30"),
        ] {
            let faults = read(Setup::new("sfb_campaign").correct(key, value)).unwrap_err().to_string();
            assert!(faults.contains(part), "{key}: '{part}' is not in {faults}");
        }
    }

    #[test]
    fn sfb_0_figures_say_where_they_come_from() {
        let figures = figures();
        let tag = |key: &str| {
            figures.iter().find(|figure| figure.key == key).unwrap_or_else(|| panic!("{key}")).tag.as_str()
        };
        for (key, expected) in [
            ("ships.federation.CA.econ", "G"),
            ("ships.federation.CA.control", "P"),
            ("ships.romulan.SKB.warp", "I"),
            ("ships.romulan.SKB.boxes", "I"),
            ("ships.romulan.SKB.econ", "G"),
            ("ships.tholian.PC+.boxes", "I"),
            ("campaign.start.bpv", "C"),
            ("campaign.start.gcl_counts", "C"),
            ("campaign.map.radius", "P"),
            ("campaign.movement.hexes", "C"),
            ("units.base.SB.boxes", "P"),
            ("units.base.SB.crew", "G"),
            ("units.base.SB.turns", "C"),
            ("battle.coefficients", "G"),
            ("battle.k", "P"),
            ("presets.klingon.fill.D7", "P"),
        ] {
            assert_eq!(tag(key), expected, "{key}");
        }
        let untagged: Vec<&str> =
            figures.iter().filter(|figure| figure.tag.is_empty()).map(|figure| figure.key.as_str()).collect();
        assert_eq!(untagged, Vec::<&str>::new());
    }
}
