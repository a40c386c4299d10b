//! The game's data files: what an owner of the game may correct, and where each figure comes from.

use super::map::MapFile;
use super::setup::{DuelFile, SeriesFile, WarFile};
use super::tables::EconomyFile;
use super::units::{Combat, UnitsFile};
use crate::figures::{DataFile, DataFiles, holds};

/// The data files of the game.
// rule: imp.0.figures
pub(super) const FILES: DataFiles = DataFiles {
    files: &[
        DataFile { name: "combat", text: include_str!("data/combat.toml"), check: holds::<Combat> },
        DataFile { name: "duel", text: include_str!("scenarios/duel.toml"), check: holds::<DuelFile> },
        DataFile { name: "economy", text: include_str!("data/economy.toml"), check: holds::<EconomyFile> },
        DataFile {
            name: "first-war",
            text: include_str!("scenarios/first-war.toml"),
            check: holds::<WarFile>,
        },
        DataFile { name: "map", text: include_str!("data/map.toml"), check: holds::<MapFile> },
        DataFile {
            name: "nusku-gap",
            text: include_str!("scenarios/nusku-gap.toml"),
            check: holds::<WarFile>,
        },
        DataFile { name: "units", text: include_str!("data/units.toml"), check: holds::<UnitsFile> },
        DataFile { name: "wars", text: include_str!("scenarios/wars.toml"), check: holds::<SeriesFile> },
    ],
    is_open,
};

/// Whether a table takes keys that are not there: what stands where at the start, and figures of a unit that have a
/// default. What it takes is checked when the file is read.
fn is_open(parts: &[&str]) -> bool {
    matches!(parts, [_, "terran" | "imperial", "space" | "surface", _] | ["units", ..])
        || matches!(parts, ["first-war", "replacement_max_price" | "systems"] | ["first-war", "income", _])
}

#[cfg(test)]
mod tests {
    use super::super::Imperium;
    use super::super::class::Class;
    use super::super::state::TERRAN;
    use super::*;
    use crate::core::{Game, Setup};

    fn first_war() -> Setup {
        Setup::new("imperium").scenario("first-war")
    }

    #[test]
    fn imp_0_figures_can_be_corrected() {
        let setup = first_war()
            .correct("units.DD.price", "4")
            .correct("economy.income.connected_world", "9")
            .correct("combat.modifiers.suicide_factor", "3")
            .correct("first-war.terran.space.sol", "\"2 SC, 3 TR\"")
            .correct("first-war.terran.space.alpha_centauri", "\"DD\"")
            .correct("map.systems.sol.hex", "[16, 14]");
        let game = Imperium::from_setup(&setup).unwrap();
        assert_eq!(game.units.price(Class::Destroyer, TERRAN), 4);
        assert_eq!(game.income(&game.start, TERRAN), 30);
        assert_eq!(game.units.combat.modifiers.suicide_factor, 3);
        assert_eq!(game.start.counters(TERRAN, Class::Destroyer), 3);
        assert_eq!(game.map.at(game.map.system("sol").unwrap()).hex, (16, 14));
        assert_eq!(game.setup().to_setup().figures, setup.figures);
        let hash = |setup: &Setup| crate::record::setup_hash(Imperium::from_setup(setup).unwrap().setup());
        assert_ne!(hash(&setup), hash(&first_war()));
    }

    #[test]
    fn imp_0_figures_are_refused_all_at_once() {
        let setup = first_war()
            .correct("units.DD.prize", "4")
            .correct("economy.stock_max", "many")
            .correct("economy.incomes.connected_world", "9")
            .correct("combat.modifiers.suicide_factor", "\"2\"")
            .correct("first-war.terran.stock", "300")
            .correct("units", "3")
            .correct("units.M", "3")
            .correct("vessels.DD.price", "4");
        let faults = Imperium::from_setup(&setup).unwrap_err();
        let text = faults.to_string();
        assert_eq!(faults.0.len(), 8, "{text}");
        for part in [
            "units.DD.prize: ",
            "'many' is no TOML value",
            "the nearest is 'economy.income.connected_world'",
            "expected integer like 2, not string",
            "first-war.terran.stock: invalid value: integer `300`, expected an integer from 0 to 255",
            "units: a table, not a figure: name a figure in it, such as 'units.",
            "units.M: a table, not a figure: name a figure in it, such as 'units.M.",
            "vessels.DD.price: no such figure; the nearest is ",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn imp_0_figures_that_make_no_game_are_refused_together() {
        let setup = first_war()
            .correct("units.DD.limit", "4")
            .correct("units.DD.terran.limit", "200")
            .correct("units.CL.price", "0")
            .correct("combat.limits.attackers", "9")
            .correct("economy.glory.track", "[10, 0]");
        let text = Imperium::from_setup(&setup).unwrap_err().to_string();
        assert!(text.contains("units.DD.limit: "), "{text}");
        let mut setup = setup;
        setup.figures.remove("units.DD.limit");
        let text = Imperium::from_setup(&setup).unwrap_err().to_string();
        for part in ["200 DD", "CL has price 0", "attackers", "track"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn imp_0_figures_say_where_they_come_from() {
        let figures = FILES.figures();
        let find =
            |key: &str| figures.iter().find(|figure| figure.key == key).unwrap_or_else(|| panic!("{key}"));
        assert!(figures.len() > 200 && figures.is_sorted_by_key(|figure| figure.key.clone()));
        let price = find("units.SC.price");
        assert_eq!((price.value.as_str(), price.tag.as_str()), ("1", "C"));
        assert_eq!(find("units.SC.terran.limit").tag, "P");
        assert_eq!(find("units.SC.terran.factors").tag, "I");
        assert_eq!(find("units.DD.terran.factors").tag, "P");
        assert_eq!(find("combat.planetary_fire.pd").tag, "P");
        let surface =
            ["regular_troops", "jump_troops", "pd"].map(|unit| format!("combat.surface_strength.{unit}"));
        assert_eq!(surface.map(|key| &find(&key).tag[..]), ["P", "P", "C"]);
        assert_eq!(find("economy.glory.start").tag, "I");
        assert_eq!(find("economy.intervention.rows").tag, "P");
        assert_eq!(find("first-war.imperial.lists.listed.choose_outposts").tag, "I");
        assert_eq!(find("map.systems.nusku.hex").tag, "I");
        assert_eq!(find("nusku-gap.terran.space.barnard").tag, "P", "by the file's own comment");
        let untagged: Vec<&str> =
            figures.iter().filter(|f| f.tag.is_empty()).map(|f| f.key.as_str()).collect();
        assert_eq!(untagged, Vec::<&str>::new());
    }
}
