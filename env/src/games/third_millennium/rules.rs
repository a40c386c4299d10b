//! The options of a game and the card that lists them.

use super::class::Class;
use crate::core::{Card, OptionDomain, OptionInfo, PresetInfo, ResolvedSetup, ScenarioInfo};

/// Glory below which there is no appeal, with H. J. Cobb's kit.
const LEAST_GLORY: i8 = 2;

/// Scenarios with all that belongs to a war.
const WARS: &[&str] = &["first-war", "wars"];

/// The options that give the Terran and the Imperial Resources at the start.
// rule: i3m.16.handicap
pub(super) const HANDICAPS: [&str; 2] = ["handicap_resources.terran", "handicap_resources.imperial"];

/// The most of them: they find room in the stock beside those of the scenario.
const MOST_HANDICAP: i64 = 80;

/// The options in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Resources in the stock of each seat before the first turn, beside those of the scenario, 0 to 80.
    // rule: i3m.16.handicap
    pub handicap: [u8; 2],
    /// Fleets may bypass enemies and leave a match behind.
    // rule: mcnair.11.31.attempt
    pub bypass: bool,
    /// Whether scouts are light warships there.
    pub scouts_count: bool,
    /// Whether scouts may look without a spare counter, to know.
    pub scout_anyway: bool,
    /// Whether more than a match may be left behind.
    // rule: mcnair.11.31.match
    pub overmatch: bool,
    /// Beams fire in invasions of bare rock.
    // rule: mcnair.13.31.condition
    pub rock_beams: bool,
    /// Beam factor of a fighter there.
    // rule: i3m.u2.fighter_beam
    pub fighter_beam: u8,
    /// How a third of the escorts' beams is rounded there.
    pub third: Third,
    /// Fleets may leave the lanes in later segments, at a risk.
    // rule: mcnair.17.11.segments
    pub navigation: bool,
    /// No appeal below this glory.
    // rule: i3m.6.2.floor
    pub appeal_floor: i8,
    /// Whether Terran capital ships add to appeals.
    // rule: i3m.6.2.capital
    pub capital_appeals: bool,
    /// Whether appeals for permissions already held look one further.
    // rule: i3m.6.2.raise
    pub raised_appeals: bool,
    /// Whether the Terran builds large ships only after losses.
    // rule: i3m.9.0.gates
    pub gates: bool,
    /// Resources that a connected Imperial world adds to the budget.
    // rule: i3m.u16.imperial
    pub imperial_world: u8,
    /// Whether there are mines.
    // rule: i3m.9.2.mines
    pub mines: bool,
    /// Whether there are battle cruisers.
    // rule: i3m.u21.battle_cruisers
    pub battle_cruisers: bool,
    /// Whether the Emperor comes with the Guard.
    // rule: i3m.9.3.guard
    pub guard: bool,
    /// Whether battles in space are fought on the lattice, not on range bands.
    // rule: i3m.u7.lattice
    pub lattice: bool,
    /// Whether a fleet that drifts off the board is lost; otherwise it stays where it is.
    pub off_map_lost: bool,
    /// Action segments of a turn of peace.
    // rule: i3m.u25.segments
    pub peace_segments: u8,
    /// Whether the Empire intervenes and hears appeals in peace.
    // rule: i3m.u25.court
    pub peace_court: bool,
    /// How long outposts take to grow.
    // rule: i3m.u17.growth
    pub growth: Growth,
}

/// Which turns of peace count for an outpost that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Those of all peaces.
    AddsUp,
    /// Those of one.
    InOnePeace,
}

/// How a third is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Third {
    /// Down: one or two factors are no die.
    Down,
    /// To the nearest.
    Nearest,
    /// Down, but to one at least.
    AtLeastOne,
}

impl Third {
    /// A third of the factors.
    pub const fn of(self, factors: u16, share: u16) -> u16 {
        match self {
            Self::Down => factors / share,
            Self::Nearest => (2 * factors + share) / (2 * share),
            Self::AtLeastOne if factors > 0 && factors < share => 1,
            Self::AtLeastOne => factors / share,
        }
    }
}

impl Rules {
    /// The options of a setup.
    pub fn new(setup: &ResolvedSetup) -> Self {
        let in_war = |key| setup.has(key) && setup.switch(key);
        let number = |key| if setup.has(key) { setup.integer(key) as u8 } else { 0 };
        Self {
            handicap: HANDICAPS.map(number),
            bypass: setup.switch("mcnair.11.31"),
            scouts_count: setup.switch("scouts_count"),
            scout_anyway: setup.switch("scout_anyway"),
            overmatch: setup.switch("overmatch"),
            rock_beams: setup.switch("mcnair.13.31"),
            fighter_beam: setup.integer("fighter_beam_13_31") as u8,
            third: match setup.word("third") {
                "nearest" => Third::Nearest,
                "at_least_one" => Third::AtLeastOne,
                _ => Third::Down,
            },
            navigation: setup.switch("mcnair.17.11"),
            off_map_lost: setup.word("off_map") == "lost",
            appeal_floor: if in_war("cobb_6_2_floor") { LEAST_GLORY } else { i8::MIN },
            capital_appeals: in_war("cobb_6_2_capital"),
            raised_appeals: in_war("cobb_6_2_raise"),
            gates: in_war("cobb_9_0"),
            imperial_world: number("imperial_world"),
            peace_segments: number("peace_segments"),
            peace_court: in_war("peace_court"),
            growth: match setup.has("growth").then(|| setup.word("growth")) {
                Some("in_one_peace") => Growth::InOnePeace,
                _ => Growth::AddsUp,
            },
            lattice: setup.word("space_battle") == "lattice",
            mines: in_war("mines"),
            battle_cruisers: in_war("battle_cruisers"),
            guard: in_war("imperial_guard"),
        }
    }

    /// Whether there are counters of a class.
    // rule: i3m.16.units
    pub const fn has(&self, class: Class) -> bool {
        match class {
            Class::BattleCruiser => self.battle_cruisers,
            Class::Minelayer | Class::Minesweeper => self.mines,
            Class::Flagship => self.guard,
            _ => true,
        }
    }
}

/// What the game offers.
pub fn card() -> Card {
    let preset = |id, summary, values| PresetInfo { id, summary, values };
    Card {
        id: "third_millennium",
        title: "Imperium: Third Millennium",
        summary: "Terrans against an Imperial governor, with hidden fleets (Avalanche Press, 2001; reconstructed).",
        scenarios: vec![
            ScenarioInfo { id: "raid", summary: "Two turns between Nusku and Sol." },
            ScenarioInfo { id: "first-war", summary: "The first war on the whole map." },
            ScenarioInfo {
                id: "wars",
                summary: "Up to four wars on the whole map, with peace between them.",
            },
        ],
        // rule: i3m.16.presets
        presets: vec![
            preset("i3m-2001", "The base rules, as far as they are known.", vec![]),
            preset(
                "mcnair-2006",
                "With D. McNair's New Laws of Motion (and Combat) of 2006.",
                vec![("mcnair.11.31", "on"), ("mcnair.13.31", "on"), ("mcnair.17.11", "on")],
            ),
            preset(
                "cobb-i3m",
                "With H. J. Cobb's fix kit of 2005, as far as it is known.",
                vec![
                    ("cobb_6_2_floor", "on"),
                    ("cobb_6_2_capital", "on"),
                    ("cobb_6_2_raise", "on"),
                    ("cobb_9_0", "on"),
                ],
            ),
        ],
        options: options(),
        takes_figures: true,
        rules_version: 5,
        action_version: 3,
        encoding_version: 5,
    }
}

fn options() -> Vec<OptionInfo> {
    let option = |key, default, domain, summary| OptionInfo { key, default, domain, summary, scenarios: &[] };
    let switch = |key, default, summary| option(key, default, OptionDomain::Switch, summary);
    let war = |key, summary| OptionInfo { scenarios: WARS, ..switch(key, "off", summary) };
    let wars = |info| OptionInfo { scenarios: &["wars"], ..info };
    let words = |key, words: &'static [&'static str], summary| {
        option(key, words[0], OptionDomain::Words(words), summary)
    };
    let handicap = |seat: usize, summary| {
        option(HANDICAPS[seat], "0", OptionDomain::Integer { min: 0, max: MOST_HANDICAP }, summary)
    };
    vec![
        handicap(0, "Resources added to the Terran stock before the first turn."),
        handicap(1, "Resources added to the Imperial stock before the first turn."),
        switch(
            "mcnair.11.31",
            "off",
            "A fleet with scouts may bypass enemies and leave a match for them behind.",
        ),
        switch(
            "scouts_count",
            "on",
            "Under 11.31 scouts are counted as light warships, and may be left behind as such.",
        ),
        switch(
            "scout_anyway",
            "off",
            "Under 11.31 scouts may look for enemies even without a spare fleet counter.",
        ),
        switch("overmatch", "off", "Under 11.31 more warships than a match may be left behind."),
        switch("mcnair.13.31", "off", "Beams fire, too, in invasions of planets of type X."),
        option(
            "fighter_beam_13_31",
            "1",
            OptionDomain::Integer { min: 0, max: 3 },
            "Beam factor of a fighter under 13.31; 0: as printed on the counters.",
        ),
        words(
            "third",
            &["down", "nearest", "at_least_one"],
            "How a third of the escorts' beams is rounded under 13.31.",
        ),
        switch(
            "mcnair.17.11",
            "off",
            "Fleets may leave the lanes in segments 2 to 4, at the risk of being lost.",
        ),
        words(
            "off_map",
            &["stays", "lost"],
            "Under 17.11 a fleet that drifts off the board stays where it is, or is lost.",
        ),
        words(
            "space_battle",
            &["bands", "lattice"],
            "Battles in space: one range band for all, or ships on a lattice of 5 x 5 squares on 3 levels.",
        ),
        war("cobb_6_2_floor", "The Imperial does not appeal with less than 2 glory."),
        war("cobb_6_2_capital", "Appeals have 1 more if there are capital ships in Terran fleets."),
        war("cobb_6_2_raise", "An appeal that would grant only permissions already held has 1 more, once."),
        war("mines", "Minelayers and minesweepers are built; fields attack fleets that come and go."),
        war("battle_cruisers", "Both sides build battle cruisers: capital ships as fast as light ones."),
        war("imperial_guard", "The Emperor comes with the Storm Fleet: his flagship, four BB, four CA."),
        war(
            "cobb_9_0",
            "The Terran builds CA after the loss of a CL or CS in battle, BC and B2 after a CA, BB after a B2.",
        ),
        OptionInfo {
            scenarios: WARS,
            ..option(
                "imperial_world",
                "1",
                OptionDomain::Integer { min: 1, max: 3 },
                "Resources that a connected Imperial world adds to the budget; outposts add 1.",
            )
        },
        wars(option(
            "peace_segments",
            "1",
            OptionDomain::Integer { min: 0, max: 4 },
            "Action segments of a turn of peace; 0: nothing moves, 4: as in war.",
        )),
        wars(switch("peace_court", "off", "The Empire intervenes and hears appeals in peace, too.")),
        wars(words(
            "growth",
            &["adds_up", "in_one_peace"],
            "Outposts become worlds after five turns of peace in all, or of one peace.",
        )),
    ]
}
