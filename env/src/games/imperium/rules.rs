//! The options of a game and the card that lists them.

use crate::core::{Card, OptionDomain, OptionInfo, PresetInfo, ResolvedSetup, ScenarioInfo, Seat};

use super::battle;
use super::class::Class;
use super::state::{IMPERIAL, TERRAN};
use super::tables::mask;

/// The options in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// RU added to the stock of each seat before the first player turn, 0 to 99.
    pub handicap: [u8; 2],
    /// Who is phasing player in a duel.
    pub phasing: Seat,
    /// Whether ships may go by sublight.
    // rule: imp.15.1.sublight
    pub sublight: bool,
    /// Classes, by bit, that the Imperial may build only once the Terran has built them.
    // rule: imp.7.3.carriers
    pub unlocked: u32,
    /// The options of combat.
    pub combat: battle::Options,
}

impl Rules {
    /// The options of a setup.
    pub fn new(setup: &ResolvedSetup) -> Self {
        let handicap = |key| if setup.has(key) { setup.integer(key) as u8 } else { 0 };
        Self {
            handicap: [handicap("handicap_ru.terran"), handicap("handicap_ru.imperial")],
            phasing: if setup.has("phasing") && setup.word("phasing") == "terran" {
                TERRAN
            } else {
                IMPERIAL
            },
            sublight: setup.has("sublight") && setup.switch("sublight"),
            unlocked: match setup.has("imperial_unlock").then(|| setup.word("imperial_unlock")) {
                Some("ms_f") => mask(&[Class::Mothership, Class::Fighter]),
                _ => mask(&[Class::Mothership]),
            },
            combat: battle::Options::new(setup),
        }
    }
}

/// What the game offers.
pub fn card() -> Card {
    let mut card = Card {
        id: "imperium",
        title: "Imperium",
        summary: "The first contact wars between Terra and a provincial Imperial governor (GDW, 1977 and 1990).",
        scenarios: vec![
            ScenarioInfo { id: "nusku-gap", summary: "Three game turns between Nusku and Sol." },
            ScenarioInfo { id: "duel", summary: "One space battle at Barnard's Star." },
            ScenarioInfo { id: "first-war", summary: "The whole map, one war of at most eight game turns." },
        ],
        presets: vec![PresetInfo {
            id: "cobb-2005",
            summary: "The base rules with H. J. Cobb's fix kit of 2005.",
            values: vec![],
        }],
        options: vec![
            OptionInfo {
                key: "fleets",
                default: "small",
                domain: OptionDomain::Words(&["small", "medium", "large"]),
                summary: "The size of both fleets.",
                scenarios: &["duel"],
            },
            OptionInfo {
                key: "phasing",
                default: "imperial",
                domain: OptionDomain::Words(&["imperial", "terran"]),
                summary: "Who is phasing player, and so has the initiative in round 1.",
                scenarios: &["duel"],
            },
            OptionInfo {
                key: "sublight",
                default: "on",
                domain: OptionDomain::Switch,
                summary: "Whether ships may go by sublight into the next hex in First Movement.",
                scenarios: &["first-war"],
            },
            OptionInfo {
                key: "imperial_unlock",
                default: "ms",
                domain: OptionDomain::Words(&["ms", "ms_f"]),
                summary: "What the Imperial may build only once the Terran has: motherships, or fighters, too.",
                scenarios: &["first-war"],
            },
            handicap("handicap_ru.terran", "RU added to the Terran stock before the first turn."),
            handicap("handicap_ru.imperial", "RU added to the Imperial stock before the first turn."),
        ],
        rules_version: 1,
        action_version: 1,
        encoding_version: 1,
    };
    card.options.extend(battle::options());
    card
}

const fn handicap(key: &'static str, summary: &'static str) -> OptionInfo {
    let domain = OptionDomain::Integer { min: 0, max: 99 };
    OptionInfo { key, default: "0", domain, summary, scenarios: &["nusku-gap", "first-war"] }
}
