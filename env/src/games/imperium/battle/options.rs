//! The options of combat: the fix kit's switches, and the readings of what the rules leave open.

use crate::core::{OptionDomain, OptionInfo, ResolvedSetup};
use crate::games::imperium::rules::WARS;
use crate::games::imperium::state::Range;

/// The options of combat in force. The default is the preset `cobb-2005`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Initiative, range in steps, and disengaging (`cobb.initiative`).
    pub initiative: bool,
    /// Five steps of fire and Time on Target (`cobb.fire`).
    pub fire: bool,
    /// One unit against one on the ground, by initiative (`cobb.surface`).
    pub surface: bool,
    /// Units combine their strengths on the ground by the base rules.
    pub surface_combining: bool,
    /// Breaking off by the base rules exists beside disengaging.
    pub keep_base_breakoff: bool,
    /// Who disengages draws a parting shot.
    pub parting_fire: bool,
    /// Disrupted ships roll whether they can leave.
    pub disengage_roll: bool,
    /// A combat ends when a side disengages, whatever stays behind.
    pub disengage_ends: bool,
    /// Fire at a target lost in an earlier step goes to another ship of its group.
    pub retarget: bool,
    /// Each shot of planetary fire takes effect before the next.
    pub planetary_shot_by_shot: bool,
    /// Ships on the ground may be disrupted by hits, too.
    pub disrupt_grounded: bool,
    /// In Reaction Combat the side that reacted is the phasing player.
    pub reactor_is_phasing: bool,
    /// On the ground everybody attacks whom he likes.
    pub surface_free_targets: bool,
    /// Hits may disrupt instead of destroy (`cobb.hits`).
    pub hits: bool,
    /// Three rounds on the ground (`cobb.surface_rounds`) instead of [`Options::base_surface_rounds`].
    pub surface_rounds: bool,
    /// The most rounds on the ground by the base rules; `None`: to the finish.
    pub base_surface_rounds: Option<u8>,
    /// Rounds of space and of surface combat in one combat phase, from 3.
    pub combat_rounds_max: u8,
    /// What the table rules out no modifier makes possible.
    pub none_is_final: bool,
    /// On the ground nobody gets the bonus for fewer units.
    pub surface_fewer_ships_only: bool,
    /// On the ground losses of the initiative player's attacks come before the other's attacks.
    pub surface_initiative_first: bool,
    /// With [`Options::fire`], at short range: a shot for each weapon instead of one for the ship.
    pub shot_per_weapon: bool,
    /// With [`Options::fire`]: defensive fire comes on top of a ship's shot. With a shot for each weapon it is one of these.
    pub defensive_bonus: bool,
    /// By the base rules: ships may fire in defence before a suicide attack; otherwise all fire is simultaneous.
    pub defensive_fire: bool,
    /// A phasing force that leaves may go by any lane, not only back by those it came by.
    pub retreat_any_lane: bool,
    /// Who leaves may go to friendly systems only.
    pub retreat_friendly: bool,
    /// Troops have the strength of a counter that is drawn.
    pub drawn_troops: bool,
}

impl Options {
    /// The options of a setup.
    pub fn new(setup: &ResolvedSetup) -> Self {
        let is = |key, word| setup.has(key) && setup.word(key) == word;
        Self {
            initiative: setup.switch("cobb.initiative"),
            fire: setup.switch("cobb.fire"),
            surface: setup.switch("cobb.surface"),
            surface_combining: setup.switch("surface_combining"),
            keep_base_breakoff: setup.switch("cobb_keep_base_breakoff"),
            parting_fire: setup.word("cobb_disengage_fire") == "parting",
            disengage_roll: setup.word("cobb_disengage_disrupted") == "roll",
            disengage_ends: setup.word("cobb_disengage_rest") == "end",
            retarget: setup.switch("cobb_retarget"),
            planetary_shot_by_shot: setup.word("cobb_planetary_sequence") == "shot_by_shot",
            disrupt_grounded: setup.switch("cobb_disrupt_grounded"),
            reactor_is_phasing: setup.word("phasing_in_reaction") == "reactor",
            surface_free_targets: setup.word("cobb_surface_initiative_effect") == "none",
            hits: setup.switch("cobb.hits"),
            surface_rounds: setup.switch("cobb.surface_rounds"),
            base_surface_rounds: setup.word("surface_rounds").parse().ok(),
            combat_rounds_max: setup.integer("combat_rounds_max") as u8,
            none_is_final: setup.switch("none_is_final"),
            surface_fewer_ships_only: setup.word("cobb_surface_fewer") == "ships_only",
            surface_initiative_first: setup.word("cobb_surface_sequence") == "initiative_first",
            shot_per_weapon: setup.word("cobb_shots") == "one_per_weapon",
            defensive_bonus: setup.word("cobb_defensive_fire") == "bonus",
            defensive_fire: setup.switch("defensive_fire"),
            retreat_any_lane: is("retreat_lane", "any"),
            retreat_friendly: is("retreat_to", "friendly"),
            drawn_troops: is("troop_strength", "drawn"),
        }
    }
}

impl Options {
    /// Whether ships have two shots in a round at this range.
    pub const fn two_shots(&self, range: Range) -> bool {
        self.fire && (self.defensive_bonus || self.shot_per_weapon && matches!(range, Range::Short))
    }

    /// Whether attacks on the ground are made by free choice.
    pub const fn free_attacks(&self) -> bool {
        !self.surface || self.surface_free_targets
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            initiative: true,
            fire: true,
            surface: true,
            surface_combining: true,
            keep_base_breakoff: false,
            parting_fire: false,
            disengage_roll: false,
            disengage_ends: false,
            retarget: false,
            planetary_shot_by_shot: false,
            disrupt_grounded: false,
            reactor_is_phasing: false,
            surface_free_targets: false,
            hits: true,
            surface_rounds: true,
            base_surface_rounds: None,
            combat_rounds_max: 12,
            none_is_final: false,
            surface_fewer_ships_only: false,
            surface_initiative_first: false,
            shot_per_weapon: false,
            defensive_bonus: false,
            defensive_fire: true,
            retreat_any_lane: false,
            retreat_friendly: false,
            drawn_troops: false,
        }
    }
}

/// The switches of the fix kit that concern combat, all of them off: what the presets of the base game have in
/// common.
pub const BASE: [(&str, &str); 5] = [
    ("cobb.initiative", "off"),
    ("cobb.hits", "off"),
    ("cobb.fire", "off"),
    ("cobb.surface", "off"),
    ("cobb.surface_rounds", "off"),
];

/// Every option of combat, for the card of the game.
pub fn listed() -> Vec<OptionInfo> {
    vec![
        switch(
            "cobb.initiative",
            "on",
            "Initiative, range in steps and disengaging in space, instead of a roll for the range.",
        ),
        switch(
            "cobb.fire",
            "on",
            "Five steps of fire with Time on Target, instead of high-intensity fire and fire all at once.",
        ),
        switch(
            "cobb.surface",
            "on",
            "One unit against one on the ground, matched by initiative, instead of combined attacks.",
        ),
        switch("cobb.hits", "on", "Hits may disrupt ships instead of destroying them."),
        switch("cobb.surface_rounds", "on", "Surface combat lasts three rounds at most."),
        words(
            "surface_rounds",
            &["finish", "1", "3"],
            "How many rounds surface combat lasts with cobb.surface_rounds off.",
        ),
        OptionInfo {
            key: "combat_rounds_max",
            default: "12",
            domain: OptionDomain::Integer { min: 3, max: 99 },
            summary: "Rounds of space and of surface combat in one combat phase.",
            scenarios: &[],
        },
        switch(
            "surface_combining",
            "on",
            "With cobb.surface off: units on the ground combine their strengths.",
        ),
        words(
            "cobb_disengage_fire",
            &["none", "parting"],
            "Whether the other side fires one normal missile shot a ship at those who disengage.",
        ),
        switch(
            "cobb_keep_base_breakoff",
            "off",
            "A side may break off under fire, too, as in the base rules.",
        ),
        words(
            "cobb_disengage_disrupted",
            &["go", "roll"],
            "Whether disrupted ships leave with the others, or roll their maintenance number or more to do so.",
        ),
        words(
            "cobb_disengage_rest",
            &["continue", "end"],
            "What comes of ships left behind by a side that disengages: they fight on, or the combat ends.",
        ),
        switch(
            "cobb_retarget",
            "off",
            "Fire at a ship lost in an earlier step goes to another of its group.",
        ),
        words(
            "cobb_planetary_sequence",
            &["one_step", "shot_by_shot"],
            "When planetary fire takes effect: all of it at once, or each shot before the next.",
        ),
        switch(
            "cobb_disrupt_grounded",
            "off",
            "Hits on the ground may disrupt ships, too, instead of destroying them.",
        ),
        words(
            "phasing_in_reaction",
            &["owner", "reactor"],
            "Who is phasing player in Reaction Combat: whose player turn it is, or the side that reacted.",
        ),
        words(
            "cobb_surface_initiative_effect",
            &["matching", "none"],
            "What the initiative gives on the ground: it matches units, or nothing, and everybody attacks whom he likes.",
        ),
        switch("none_is_final", "off", "What the results tables rule out no modifier makes possible."),
        words(
            "cobb_surface_sequence",
            &["simultaneous", "initiative_first"],
            "When losses on the ground take effect: for both sides at once, or the initiative player attacks first.",
        ),
        words(
            "cobb_surface_fewer",
            &["units", "ships_only"],
            "What counts for the initiative bonus of the smaller side on the ground: units, or ships (so nothing).",
        ),
        words(
            "cobb_shots",
            &["one", "one_per_weapon"],
            "With cobb.fire, at short range: how many shots a ship has in a round, one or one for each weapon.",
        ),
        words(
            "cobb_defensive_fire",
            &["shot", "bonus"],
            "With cobb.fire: whether defensive fire is the ship's shot of the round, or comes on top of it.",
        ),
        switch(
            "defensive_fire",
            "on",
            "With cobb.fire off: ships may fire in defence before a suicide attack; off: all fire is simultaneous.",
        ),
        OptionInfo {
            scenarios: WARS,
            ..words(
                "troop_strength",
                &["fixed", "drawn"],
                "The strength of troops: the same for all of a class, or that of a counter drawn from those left.",
            )
        },
        OptionInfo {
            scenarios: WARS,
            ..words(
                "retreat_lane",
                &["entry", "any"],
                "By which lanes a phasing force leaves a battle: those it came by, or any.",
            )
        },
        OptionInfo {
            scenarios: WARS,
            ..words(
                "retreat_to",
                &["open", "friendly"],
                "Where who leaves a battle may go: friendly systems and open ones (no enemy combat ships; with cobb.initiative off no marker either), or only friendly ones.",
            )
        },
    ]
}

const fn switch(key: &'static str, default: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { key, default, domain: OptionDomain::Switch, summary, scenarios: &[] }
}

/// The first word is the default.
const fn words(key: &'static str, words: &'static [&'static str], summary: &'static str) -> OptionInfo {
    OptionInfo { key, default: words[0], domain: OptionDomain::Words(words), summary, scenarios: &[] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Setup;
    use crate::games::imperium::rules::card;

    fn resolved(set: &[(&str, &str)]) -> Options {
        let setup = Setup::new("imperium").scenario("nusku-gap");
        let setup = set.iter().fold(setup, |setup, &(key, value)| setup.set(key, value));
        Options::new(&setup.resolve(&card()).expect("the card lists them"))
    }

    #[test]
    fn the_default_is_the_default_of_the_card() {
        assert_eq!(resolved(&[]), Options::default());
    }

    #[test]
    fn every_value_of_every_option_makes_a_difference() {
        for option in listed() {
            let other = match option.domain {
                OptionDomain::Switch if option.default == "on" => "off",
                OptionDomain::Switch => "on",
                OptionDomain::Words(words) => words[1],
                OptionDomain::Integer { max, .. } => &max.to_string(),
            };
            assert_ne!(resolved(&[(option.key, other)]), Options::default(), "{} = {other}", option.key);
        }
    }
}
