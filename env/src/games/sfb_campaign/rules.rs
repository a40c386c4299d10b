//! The options of a game and the card that lists them: the words and switches of section 22 of the rules file. Its numbers are
//! figures of `data/campaign.toml` and `data/battle.toml`.
//!
//! The card is that of the whole game. Until it can be played nothing asks for most of the options; `README.md` says what
//! there is.

use crate::core::{Card, OptionDomain, OptionInfo, PresetInfo, ScenarioInfo};

/// What the game offers.
// rule: sfb.22.options
pub fn card() -> Card {
    let scenario = |id, summary| ScenarioInfo { id, summary };
    Card {
        id: "sfb_campaign",
        title: "Star Fleet Battles: sample campaign",
        summary: "Two to six empires with hidden fleets and sealed orders (an outline of campaign rules; completed).",
        scenarios: vec![
            scenario("border", "Two empires on a small map for a year."),
            scenario("standard-2", "Two empires, five years."),
            scenario("standard-4", "Four empires, five years."),
            scenario("standard-6", "Six empires, five years."),
        ],
        presets: vec![PresetInfo {
            id: "outline",
            summary: "The outline, its gaps decided.",
            values: vec![],
        }],
        options: options(),
        takes_figures: true,
        rules_version: 1,
        action_version: 1,
        encoding_version: 1,
    }
}

fn options() -> Vec<OptionInfo> {
    [setting_up(), economy(), movement(), battle(), worlds(), ending()].concat()
}

fn option(
    key: &'static str,
    default: &'static str,
    domain: OptionDomain,
    summary: &'static str,
) -> OptionInfo {
    OptionInfo { key, default, domain, summary, scenarios: &[] }
}

fn switch(key: &'static str, default: &'static str, summary: &'static str) -> OptionInfo {
    option(key, default, OptionDomain::Switch, summary)
}

/// An option whose default is the first of its words.
fn words(key: &'static str, words: &'static [&'static str], summary: &'static str) -> OptionInfo {
    option(key, words[0], OptionDomain::Words(words), summary)
}

fn setting_up() -> Vec<OptionInfo> {
    let seed = OptionDomain::Integer { min: 0, max: u32::MAX as i64 };
    vec![
        words(
            "names",
            &["original", "neutral"],
            "Names of empires and classes: as published, or neutral ones.",
        ),
        option("map_seed", "1", seed, "Which of all maps is played."),
        words("symmetry", &["auto", "rotational", "none"], "Whether maps look alike from every seat (17.1)."),
        words(
            "world_split",
            &["fixed", "player_choice"],
            "Who splits 150 EP among the starting worlds (2.4).",
        ),
        words("setup_mode", &["preset", "draft", "random_draft"], "Where starting forces come from (2.11)."),
        words(
            "teams",
            &["none", "pairs"],
            "Everyone against everyone, or seats 0 and 2 against 1 and 3 (16.1).",
        ),
        switch("atmosphere_effects", "on", "Worlds without atmosphere hold fewer troops (2.8)."),
        switch(
            "interesting_times",
            "off",
            "A table of events each month, the only way to new officers (15.4).",
        ),
    ]
}

fn economy() -> Vec<OptionInfo> {
    vec![
        words("blockade", &["half_income", "none", "no_income"], "What a world under blockade pays (4.2)."),
        words(
            "factory_granularity",
            &["exact", "grouped"],
            "A factory for each type, or for each of eight groups (4.6).",
        ),
        switch(
            "damaged_factory_works",
            "on",
            "A damaged factory goes on producing until it is repaired (4.7).",
        ),
        words(
            "request_ep_usable",
            &["next_turn", "same_turn"],
            "When EP of a budget request may be spent (4.10).",
        ),
        switch("ep_gifts", "off", "Players may give each other EP (4.13)."),
        switch(
            "base_upgrade_operates",
            "on",
            "A base works while it is upgraded, with half its repairs (5.6).",
        ),
        switch("sabotage_can_destroy", "on", "Sabotage may destroy a ship (6)."),
        words(
            "spy_home_bonus",
            &["spy_original", "target_original", "off"],
            "Whose original worlds give the bonus on espionage (6).",
        ),
    ]
}

fn movement() -> Vec<OptionInfo> {
    vec![
        words("breakdown_table", &["percent", "system"], "What a breakdown out of supply costs (7.8)."),
        switch("maintenance_rolls", "off", "Every unit rolls for its upkeep (8.6)."),
        words(
            "midmove_contact",
            &["intercept", "none", "all"],
            "Which stacks stop enemies on the way (9.2).",
        ),
        words(
            "patrol_roll_mode",
            &["per_stack", "per_ship", "best_of_hex"],
            "Who rolls for detection (9.4).",
        ),
        words("patrol_auto", &["always", "one_plus"], "Whether the first hex is without a die (9.4)."),
        words("patrol_range_mode", &["end_of_move", "every_pulse"], "When detection is rolled (9.4)."),
        switch("scout_split", "off", "A fleet with a scout may slip past and leave a match behind (9.6)."),
        switch("wb_slow", "on", "Ships without warp move 1 hex a turn; otherwise they stay (17.3)."),
    ]
}

fn battle() -> Vec<OptionInfo> {
    vec![
        words(
            "line_choice",
            &["owner_doctrine", "player"],
            "Who picks the line of battle within the limit (10).",
        ),
        words("surplus_at_start", &["stand_aside", "leave"], "What units over the limit do (10)."),
        words(
            "battle_interaction",
            &["doctrine", "per_round"],
            "Doctrine decides, or players each round (11.6).",
        ),
        switch("capture", "on", "Crippled ships may be boarded (11.7)."),
        words("arbiter", &["auto", "external", "ask"], "Who resolves battles (11.10)."),
        words("resolver", &["coefficient", "one_shot"], "How battles are resolved here (11)."),
    ]
}

fn worlds() -> Vec<OptionInfo> {
    vec![
        words("exploration_mode", &["pre_rolled", "on_entry"], "When it is rolled what a star has (12.2)."),
        switch("explore_every_hex", "off", "Hexes without stars are explored, too (12.2)."),
        words("npc_empire", &["auto", "klingon", "lyran", "isc"], "Whose ships defend worlds (12.3)."),
        words("npc_aggression", &["passive", "patrol_2"], "Whether they leave their hex (12.3)."),
        words("capture_slips", &["half", "none", "all"], "Slips that survive the capture of a world (13.4)."),
        words("repair_chart", &["average", "by_system"], "What repairing a box costs (14.3)."),
        words(
            "repaired_may_act",
            &["no", "yes", "if_uncrippled"],
            "Whether ships under repair may move (14.5).",
        ),
    ]
}

fn ending() -> Vec<OptionInfo> {
    vec![
        switch("victory.elimination", "on", "Players without worlds are out; the last one wins (15.1)."),
        switch("victory.capital_hold", "on", "Who holds all enemy homeworlds wins (15.1)."),
        words("utility", &["rank_sum", "margin", "win_loss"], "What a place at the end is worth (15.2)."),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Setup;

    /// Options of the card and figures of the data files that are keys of section 22.
    const KEYS: [&str; 72] = [
        "start_worlds:start.worlds",
        "world_split",
        "gcl_counts:start.gcl_counts",
        "extra_slip_cost:building.extra_slip_cost",
        "atmosphere_effects",
        "initial_battalions:start.initial_battalions",
        "setup_mode",
        "interesting_times",
        "ep_stock_cap:economy.stock_cap",
        "blockade",
        "factory_granularity",
        "damaged_factory_works",
        "factories_per_gcl:economy.factories_per_gcl",
        "grant_cap:economy.grant_cap",
        "request_ep_usable",
        "ep_gifts",
        "cancel_refund:building.cancel_refund",
        "base_ship_range:building.base_ship_range",
        "base_upgrade_operates",
        "max_ops_per_turn:espionage.max_ops_per_turn",
        "sabotage_can_destroy",
        "supply_line_len:supply.supply_line_len",
        "max_supply_lines:supply.max_supply_lines",
        "supply_radius:supply.supply_radius",
        "breakdown_table",
        "base_support_radius:supply.base_support_radius",
        "maintenance_rolls",
        "midmove_contact",
        "patrol_roll_mode",
        "patrol_auto",
        "patrol_range_mode",
        "scout_split",
        "setup_ws:weapon_status",
        "setup_distance:setup_distance.open",
        "line_choice",
        "battle_k:k",
        "max_rounds:max_rounds",
        "battle_interaction",
        "capture",
        "escape_target:escape_target",
        "arbiter",
        "resolver",
        "exploration_mode",
        "explore_every_hex",
        "npc_empire",
        "npc_aggression",
        "capture_slips",
        "garrison_grace:worlds_taken.garrison_grace",
        "mine_damage:mines.mine_damage",
        "repair_chart",
        "repaired_may_act",
        "victory.elimination",
        "victory.capital_hold",
        "turn_limit:victory.turn_limit",
        "draw_margin:victory.draw_margin",
        "utility",
        "teams",
        "max_micro_actions:play.max_micro_actions",
        "wb_slow",
        "at_per_turn:economy.at_per_turn",
        "request_per_turn:economy.request_per_turn",
        "spy_home_bonus",
        "map:map.radius",
        "symmetry",
        "map_seed",
        "devastate_max_per_turn:worlds_taken.devastate_max_per_turn",
        "field_repair:repair.field_repair",
        "variant_time:building.variant_time",
        "surplus_at_start",
        "names",
        "carrier_time:building.carrier_time",
        "max_attempts:map.max_attempts",
    ];

    #[test]
    fn sfb_22_options_and_figures_are_all_there() {
        let card = card();
        let campaign: toml::Table = include_str!("data/campaign.toml").parse().unwrap();
        let battle: toml::Table = include_str!("data/battle.toml").parse().unwrap();
        for key in KEYS {
            let there = match key.split_once(':') {
                None => card.options.iter().any(|option| option.key == key),
                Some((_, figure)) => match figure.split_once('.') {
                    Some((table, name)) => campaign[table].get(name).is_some(),
                    None => battle.contains_key(figure),
                },
            };
            assert!(there, "{key}");
        }
        let words = KEYS.iter().filter(|key| !key.contains(':')).count();
        assert_eq!(words, card.options.len(), "every option is a key");
    }

    #[test]
    fn sfb_22_options_have_the_defaults_of_the_rules() {
        let setup = Setup::new("sfb_campaign").resolve(&card()).unwrap();
        assert_eq!(
            (setup.scenario, setup.word("blockade"), setup.word("resolver")),
            ("border", "half_income", "coefficient")
        );
        assert!(setup.switch("capture") && !setup.switch("interesting_times"));
        for option in card().options {
            assert!(option.domain.check(option.default).is_ok(), "{}", option.key);
            assert!(option.summary.ends_with('.'), "{}", option.key);
        }
    }
}
