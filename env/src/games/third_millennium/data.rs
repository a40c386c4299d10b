//! The data files: every figure of the game, which an owner of it may correct (`spinward rules third_millennium --data`).

use super::combat::Combat;
use super::map::MapFile;
use super::politics::PoliticsFile;
use super::setup::{ScenarioFile, SeriesFile};
use super::units::UnitsFile;
use crate::figures::{DataFile, DataFiles, holds};

/// The data files of the game.
// rule: i3m.0.figures
pub(super) const FILES: DataFiles = DataFiles {
    files: &[
        DataFile { name: "combat", text: include_str!("data/combat.toml"), check: holds::<Combat> },
        DataFile {
            name: "first-war",
            text: include_str!("scenarios/first-war.toml"),
            check: holds::<ScenarioFile>,
        },
        DataFile { name: "map", text: include_str!("data/map.toml"), check: holds::<MapFile> },
        DataFile { name: "politics", text: include_str!("data/politics.toml"), check: holds::<PoliticsFile> },
        DataFile { name: "raid", text: include_str!("scenarios/raid.toml"), check: holds::<ScenarioFile> },
        DataFile { name: "units", text: include_str!("data/units.toml"), check: holds::<UnitsFile> },
        DataFile { name: "wars", text: include_str!("scenarios/wars.toml"), check: holds::<SeriesFile> },
    ],
    is_open,
};

/// What may be added: figures of a unit that have a default, what stands on a planet at the start, whose home it is, and
/// entries.
fn is_open(parts: &[&str]) -> bool {
    matches!(
        parts,
        ["units", _, "terran" | "imperial", _]
            | ["first-war" | "raid", "terran" | "imperial", "planets", _]
            | ["map", "system", _, "entry"]
            | ["map", "system", _, "planets", _, "home"]
    )
}

#[cfg(test)]
mod tests {
    use super::super::class::Class;
    use super::super::{TERRAN, ThirdMillennium};
    use super::*;
    use crate::core::{Game, Setup};

    fn raid() -> Setup {
        Setup::new("third_millennium")
    }

    fn faults(setup: &Setup) -> String {
        ThirdMillennium::from_setup(setup).unwrap_err().to_string()
    }

    #[test]
    fn i3m_0_figures_can_be_corrected() {
        let setup = raid()
            .correct("units.DD.terran.cost", "4")
            .correct("units.DD.terran.fighters", "1")
            .correct("combat.space.rounds", "7")
            .correct("raid.terran.planets.mars", "\"RT2\"")
            .correct("raid.raid.income", "9")
            .correct("map.system.sol.hex", "[1, 0]")
            .correct("map.system.sol.planets.mars.type", "\"O\"");
        let game = ThirdMillennium::from_setup(&setup).unwrap();
        let figures = game.units.of(TERRAN, Class::Destroyer);
        assert_eq!((figures.cost, figures.fighters, game.combat.space.rounds), (4, 1, 7));
        assert_eq!(game.initial_state().counters(TERRAN, Class::RegularTroops), 3);
        assert_eq!(game.income(&game.initial_state(), TERRAN), 9);
        let (sol, mars) = (game.map.system("sol").unwrap(), game.map.site("mars").unwrap());
        assert_eq!((game.map.at(sol).hex.q, game.map.planet(mars).kind), (1, super::super::map::Type::O));
        assert_eq!(game.setup().to_setup().figures, setup.figures);
        let wars = Setup::new("third_millennium").scenario("wars").correct("wars.series.wars", "3");
        let game = ThirdMillennium::from_setup(&wars).unwrap();
        assert_eq!(game.scenario.campaign.map(|campaign| campaign.wars), Some(3));
    }

    #[test]
    fn i3m_0_figures_are_refused_all_at_once() {
        let setup = raid()
            .correct("units.DD.terran.prize", "4")
            .correct("combat.jumps.lihgt", "4")
            .correct("combat.jumps.light", "many")
            .correct("politics.outpost.cost", "300")
            .correct("map.system.rigel.hex", "[1, 0]");
        let text = faults(&setup);
        for part in [
            "unknown field `prize`",
            "the nearest is 'combat.jumps.light'",
            "'many' is no TOML value",
            "an integer from 0 to 255",
            "map.system.rigel.hex: no such figure",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    /// Each is a figure that its type can hold, but the game can't.
    #[test]
    fn i3m_0_figures_that_make_no_game() {
        for (key, value, part) in [
            ("units.DD.terran.counters", "200", "DD"),
            ("units.SC.terran.counters", "20", "light"),
            ("units.RT.terran.counters", "9", "RT"),
            ("units.CA.imperial.turns", "90", "CA"),
            ("units.BB.terran.torpedo", "60", "BB"),
            ("combat.space.start_band", "7", "start_band"),
            ("combat.space.rounds", "0", "rounds"),
            ("combat.space.countermeasures", "9", "countermeasures"),
            ("combat.invasion.escort_share", "0", "escort_share"),
            ("combat.invasion.ground", "1", "ground"),
            ("combat.navigation.found", "13", "found"),
            ("combat.navigation.random", "9", "navigation"),
            ("politics.intervention.offensive_turns", "0", "offensive_turns"),
            ("politics.guard.ships.BB", "40", "guard"),
            ("politics.forces.cost", "-3", "cost"),
            ("map.system.sol.hex", "[90, 0]", "board"),
            ("map.system.sol.hex", "[2, -4]", "Barnard"),
            ("map.lanes.known", "[[\"sol\", \"sol\"]]", "to itself"),
            ("map.lanes.known", "[[\"sol\", \"foo\"]]", "'foo', which is no system"),
            ("raid.terran.base", "\"nusku\"", "'nusku' is not among the Terran's"),
            (
                "raid.imperial.worlds",
                "[\"nusku\", \"terra\"]",
                "'terra' is among the worlds and outposts twice",
            ),
            ("raid.terran.planets.terra", "\"PD, SC\"", "SC does not stand on planets"),
            ("raid.terran.ships", "\"3 SC, RT5\"", "RT stands on planets"),
            ("raid.terran.ships", "\"63 TR\"", "63 TR of the Terran"),
            ("raid.fleets", "13", "fleets"),
            ("raid.raid.turns", "0", "turns"),
            ("raid.glory", "120", "glory"),
        ] {
            let text = faults(&raid().correct(key, value));
            assert!(text.contains(part), "{key} = {value}: '{part}' is not in {text}");
        }
        let stock = Setup::new("third_millennium").scenario("first-war").correct("first-war.war.stock", "80");
        let text = faults(&stock.set("handicap_resources.terran", "20"));
        assert!(text.contains("80 Resources and a handicap of 20 are more than the 99"), "{text}");
        let seats = Setup::new("third_millennium").scenario("first-war");
        let text = faults(&seats.correct("politics.intervention.seats", "[\"foo\"]"));
        assert!(text.contains("seats: 'foo' is not among the systems"), "{text}");
    }

    #[test]
    fn i3m_0_figures_say_where_they_come_from() {
        let figures = FILES.figures();
        let tag = |key: &str| {
            let found = figures.iter().find(|figure| figure.key == key);
            found.unwrap_or_else(|| panic!("{key}")).tag.as_str()
        };
        assert!(figures.len() > 600 && figures.is_sorted_by_key(|figure| figure.key.clone()));
        for (key, expected) in [
            ("units.SC.terran.beam", "C"),
            ("units.BB.imperial.maintenance", "P"),
            ("units.BB.imperial.beam", "C"),
            ("units.RT.terran.strengths", "C"),
            ("units.RT.terran.defence", "I"),
            ("units.ML.terran.cost", "C"),
            ("units.ML.terran.maintenance", "P"),
            ("combat.space.beam", "C"),
            ("combat.space.torpedo", "P"),
            ("combat.invasion.escort_beam", "C"),
            ("combat.invasion.ground", "P"),
            ("combat.navigation.random", "C"),
            ("politics.income.budget", "G"),
            ("politics.outpost.cost", "C"),
            ("map.system.sol.hex", "I"),
            ("map.lanes.known", "G"),
            ("raid.fleets", "P"),
            ("wars.series.growth", "G"),
        ] {
            assert_eq!(tag(key), expected, "{key}");
        }
        let untagged: Vec<&str> =
            figures.iter().filter(|figure| figure.tag.is_empty()).map(|figure| figure.key.as_str()).collect();
        assert_eq!(untagged, Vec::<&str>::new());
    }
}
