//! The options of a game and the card that lists them.

use crate::core::{Card, OptionDomain, OptionInfo, PresetInfo, ResolvedSetup, ScenarioInfo, Seat};

use super::battle;
use super::class::Class;
use super::state::{IMPERIAL, TERRAN};
use super::tables::mask;

/// The options in force. What a scenario does not take has the value that it plays with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// RU added to the stock of each seat before the first player turn, 0 to 99.
    // rule: imp.15.0.handicap
    pub handicap: [u8; 2],
    /// Who is phasing player in a duel.
    pub phasing: Seat,
    /// Whether ships may go by sublight.
    // rule: imp.15.1.sublight
    pub sublight: bool,
    /// Classes, by bit, that the Imperial may build only once the Terran has built them.
    // rule: imp.7.3.carriers
    pub unlocked: u32,
    /// Whether prices are those of the fix kit.
    pub kit_prices: bool,
    /// Whether maintenance numbers are those of the fix kit.
    pub kit_numbers: bool,
    /// Whether maintenance is that of the fix kit.
    pub kit_maintenance: bool,
    /// Where the Imperial worlds and outposts of the First War come from.
    pub markers: MarkerList,
    /// Whether players deploy their units by choice.
    // rule: imp.15.4.free
    pub free_deployment: bool,
    /// Whether ships start within the routine limits of their systems.
    // rule: cobb.setup.limit
    pub setup_limit: bool,
    /// Whether both sides have a full income between wars; otherwise the loser has the larger share.
    // rule: cobb.interwar.income
    pub kit_interwar: bool,
    /// Whether units that fit nowhere at the start enter in their owner's first turn; otherwise they are lost.
    // rule: cobb.setup.surplus
    pub surplus_enters: bool,
    /// Whether glory for worlds is booked only when the war is over.
    // rule: imp.15.1.world_glory
    pub worlds_at_end: bool,
    /// Whether neutralised markers recover during a war.
    // rule: imp.15.1.marker_recovery
    pub markers_recover: bool,
    /// The most jumps of a ship in Reaction Movement.
    // rule: imp.3.3.reaction
    pub reaction_jumps: u8,
    /// The most ships that react in one phase; `None`: all.
    pub reaction_ships: Option<u8>,
    /// The options of combat.
    pub combat: battle::Options,
}

/// Where the Imperial worlds and outposts of the First War come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerList {
    /// The fix kit's list.
    Kit,
    /// What is normally chosen in the base game.
    Usual,
    /// The choice of the Imperial.
    Listed,
}

impl MarkerList {
    /// Its name in scenario files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Kit => "cobb",
            Self::Usual => "usual",
            Self::Listed => "listed",
        }
    }
}

/// The options that give the Terran and the Imperial RU at the start.
// rule: imp.15.0.handicap
pub(super) const HANDICAPS: [&str; 2] = ["handicap_ru.terran", "handicap_ru.imperial"];

/// Every ship may react.
pub(super) const ALL_SHIPS: i64 = 99;

impl Rules {
    /// The options of a setup.
    pub fn new(setup: &ResolvedSetup) -> Self {
        let integer = |key, other| if setup.has(key) { setup.integer(key) as u8 } else { other };
        let switch = |key, other| if setup.has(key) { setup.switch(key) } else { other };
        let is = |key, word| setup.has(key) && setup.word(key) == word;
        let reaction_ships = integer("reaction_max_ships", ALL_SHIPS as u8);
        Self {
            handicap: HANDICAPS.map(|key| integer(key, 0)),
            phasing: if is("phasing", "terran") { TERRAN } else { IMPERIAL },
            sublight: switch("sublight", false),
            unlocked: if is("imperial_unlock", "ms_f") {
                mask(&[Class::Mothership, Class::Fighter])
            } else {
                mask(&[Class::Mothership])
            },
            kit_prices: switch("cobb.price", true),
            kit_numbers: switch("cobb.number", true),
            kit_maintenance: switch("cobb.maintenance", true),
            markers: match () {
                () if is("imperial_setup", "listed") => MarkerList::Listed,
                () if switch("cobb.setup_list", true) => MarkerList::Kit,
                () => MarkerList::Usual,
            },
            free_deployment: is("deployment", "free"),
            setup_limit: switch("cobb.setup_limit", true),
            kit_interwar: switch("cobb.interwar", true),
            surplus_enters: !is("cobb_setup_surplus", "removed"),
            worlds_at_end: is("world_glory", "war_end"),
            markers_recover: !is("marker_recovery", "peace"),
            reaction_jumps: integer("reaction_jumps", 1),
            reaction_ships: (i64::from(reaction_ships) < ALL_SHIPS).then_some(reaction_ships),
            combat: battle::Options::new(setup),
        }
    }
}

/// What the game offers.
pub fn card() -> Card {
    Card {
        id: "imperium",
        title: "Imperium",
        summary: "The first contact wars between Terra and a provincial Imperial governor (GDW, 1977 and 1990).",
        scenarios: vec![
            ScenarioInfo { id: "nusku-gap", summary: "Three game turns between Nusku and Sol." },
            ScenarioInfo { id: "duel", summary: "One space battle at Barnard's Star." },
            ScenarioInfo { id: "first-war", summary: "The whole map, one war of at most eight game turns." },
            ScenarioInfo { id: "wars", summary: "Up to six wars on the whole map, with peace between them." },
        ],
        presets: presets(),
        options: options().into_iter().chain(battle::options()).collect(),
        takes_figures: true,
        rules_version: 1,
        action_version: 1,
        encoding_version: 2,
    }
}

/// The options that differ from the default, in each preset.
// rule: imp.15.0.presets
fn presets() -> Vec<PresetInfo> {
    let kit = [
        "cobb.price",
        "cobb.number",
        "cobb.maintenance",
        "cobb.interwar",
        "cobb.setup_list",
        "cobb.setup_limit",
    ];
    let base: Vec<(&str, &str)> = kit.map(|switch| (switch, "off")).into_iter().chain(battle::BASE).collect();
    let first = base.iter().copied().chain([("imperial_unlock", "ms_f")]).collect();
    let preset = |id, summary, values| PresetInfo { id, summary, values };
    vec![
        preset("cobb-2005", "The base rules with H. J. Cobb's fix kit of 2005.", vec![]),
        preset("gdw-1990", "The base rules of the second edition.", base),
        preset("gdw-1977", "The base rules of the first edition.", first),
    ]
}

const EVERYWHERE: &[&str] = &[];
const DUEL: &[&str] = &["duel"];
pub(super) const WARS: &[&str] = &["nusku-gap", "first-war", "wars"];
const WHOLE_MAP: &[&str] = &["first-war", "wars"];
const SERIES: &[&str] = &["wars"];

fn options() -> Vec<OptionInfo> {
    let words = |key, words: &'static [&'static str], summary, scenarios| OptionInfo {
        key,
        default: words[0],
        domain: OptionDomain::Words(words),
        summary,
        scenarios,
    };
    let switch = |key, summary, scenarios| OptionInfo {
        key,
        default: "on",
        domain: OptionDomain::Switch,
        summary,
        scenarios,
    };
    let integer = |key, default, (min, max), summary| OptionInfo {
        key,
        default,
        domain: OptionDomain::Integer { min, max },
        summary,
        scenarios: WARS,
    };
    vec![
        words("fleets", &["small", "medium", "large"], "The size of both fleets.", DUEL),
        words(
            "phasing",
            &["imperial", "terran"],
            "Who is phasing player, and so has the initiative in round 1.",
            DUEL,
        ),
        integer(
            HANDICAPS[0],
            "0",
            (0, 99),
            "RU added to the Terran stock before the first turn; it holds 99 with the first income, what is more is lost.",
        ),
        integer(
            HANDICAPS[1],
            "0",
            (0, 99),
            "RU added to the Imperial stock before the first turn; it holds 99 with the first income, what is more is lost.",
        ),
        switch("cobb.price", "Scouts cost 2 RU instead of 1.", EVERYWHERE),
        switch(
            "cobb.number",
            "Maintenance number 2 for missile boats, 3 for motherships (off: 3 and 4).",
            WARS,
        ),
        switch(
            "cobb.maintenance",
            "Overhauls, routine and frontier maintenance; off: pay at worlds, roll everywhere else.",
            WARS,
        ),
        switch(
            "cobb.interwar",
            "Both sides have a full income between wars (off: the loser a full one, the winner half of one).",
            SERIES,
        ),
        switch(
            "cobb.setup_list",
            "The fix kit's list of Imperial worlds and outposts (off: the usual one) unless imperial_setup=listed.",
            WHOLE_MAP,
        ),
        switch(
            "cobb.setup_limit",
            "Ships start within the limits of routine maintenance of their systems.",
            WHOLE_MAP,
        ),
        words(
            "cobb_setup_surplus",
            &["enter", "removed"],
            "Units that fit nowhere at the start: they enter in their owner's first turn, or are lost.",
            WHOLE_MAP,
        ),
        words(
            "imperial_setup",
            &["by_list", "listed"],
            "Imperial worlds and outposts: by the list that cobb.setup_list names, or chosen by the Imperial.",
            WHOLE_MAP,
        ),
        words(
            "deployment",
            &["default", "free"],
            "Where units start: as the scenario says, or where their owner puts them.",
            WHOLE_MAP,
        ),
        words(
            "imperial_unlock",
            &["ms", "ms_f"],
            "What the Imperial may build only once the Terran has: motherships, or fighters, too.",
            WHOLE_MAP,
        ),
        switch("sublight", "Ships may go by sublight into the next hex in First Movement.", WHOLE_MAP),
        words(
            "world_glory",
            &["at_once", "war_end"],
            "When glory for worlds is booked: when they are taken, or when the war is over.",
            WARS,
        ),
        words(
            "marker_recovery",
            &["owner_phase", "peace"],
            "When neutralised markers recover: in their owner's next turn, or only between wars.",
            WARS,
        ),
        integer("reaction_jumps", "1", (1, 9), "The most jumps of a ship in Reaction Movement."),
        integer(
            "reaction_max_ships",
            "99",
            (0, 99),
            "The most ships that react in one phase; 99: all of them.",
        ),
    ]
}
