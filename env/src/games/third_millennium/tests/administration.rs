use super::super::class::{Class, Role};
use super::super::map::{Map, systems_in};
use super::super::setup::Frame;
use super::super::state::{Place, Troop};
use super::super::units::Units;
use super::super::{IMPERIAL, TERRAN, ThirdMillennium};
use super::{Table, raid};
use crate::core::{Game, Setup};

const MAP: &str = include_str!("../data/map.toml");
const UNITS: &str = include_str!("../data/units.toml");

/// 40 systems, 48 lanes, and the distances of the listing.
#[test]
fn i3m_11_2_map() {
    let map = Map::parse(MAP, &[]).unwrap();
    let lanes: u32 = map.systems.iter().map(|system| system.lanes.count_ones()).sum();
    assert_eq!((map.systems.len(), lanes), (40, 2 * 48));
    let jumps = |from: &str, to: &str| {
        let (mut reached, goal) = (map.system(from).unwrap().bit(), map.system(to).unwrap().bit());
        let mut jumps = 0;
        while reached & goal == 0 {
            reached = systems_in(reached).fold(reached, |mask, at| mask | map.at(at).lanes);
            jumps += 1;
        }
        jumps
    };
    assert_eq!(
        [jumps("sol", "gas"), jumps("sol", "din"), jumps("sol", "nus"), jumps("sol", "tau")],
        [8, 7, 3, 5]
    );
    assert!(Map::parse(MAP, &["sol".into(), "terra".into()]).unwrap_err()[0].contains("no system 'terra'"));
}

#[test]
fn i3m_2_1_ships() {
    let units = Units::parse(UNITS).unwrap();
    let line = |seat, class| {
        let f = units.of(seat, class);
        (f.beam, f.torpedo, f.defence, f.countermeasures, f.maintenance, f.counters, f.cost, f.turns)
    };
    assert_eq!(line(TERRAN, Class::Dreadnought), (9, 8, 3, 4, 4, 5, 24, 3));
    assert_eq!(line(IMPERIAL, Class::Battleship), (5, 8, 3, 3, 5, 4, 19, 3));
    assert_eq!(line(TERRAN, Class::TorpedoBoat), (0, 5, 1, 1, 2, 10, 6, 1));
    assert!(
        units.find(IMPERIAL, Class::TorpedoBoat).is_none() && units.find(TERRAN, Class::Cruiser).is_none()
    );
    for seat in [TERRAN, IMPERIAL] {
        use Class::{BattleCruiser, Flagship, Minelayer, Minesweeper};
        let options = [BattleCruiser, Flagship, Minelayer, Minesweeper];
        let printed = Class::ALL.into_iter().filter(|class| !options.contains(class));
        let counters = printed.filter_map(|class| units.find(seat, class)).map(|f| u32::from(f.counters));
        assert_eq!(counters.sum::<u32>(), 121, "each side has so many counters");
    }
}

#[test]
fn i3m_2_1_counters() {
    let setup = Setup::new("third_millennium").correct("raid.terran.ships", "\"2 CL, 3 DD, 10 SC\"");
    let faults = ThirdMillennium::from_setup(&setup).unwrap_err().0;
    let faults: Vec<String> = faults.into_iter().map(|fault| fault.problem).collect();
    assert!(faults[0].contains("10 SC") && faults[0].contains("there are 9 counters"), "{faults:?}");
}

#[test]
fn i3m_2_2_troops() {
    let units = Units::parse(UNITS).unwrap();
    assert_eq!(units.of(TERRAN, Class::RegularTroops).strengths, [6, 5, 5, 4, 4, 3, 3, 2]);
    assert_eq!(units.of(IMPERIAL, Class::JumpTroops).cost, 4);
    assert_eq!(Troop::new(Class::JumpTroops, 3), None);
    let faults =
        Units::parse("[JT]\nterran = { defence = 2, counters = 1, cost = 4, turns = 1, strengths = [3] }");
    assert!(faults.unwrap_err()[0].contains("JT from 4 to 6"));
}

#[test]
fn i3m_2_3_groups() {
    let of = |role: Role| Class::ALL.into_iter().filter(move |class| class.role() == role).map(Class::code);
    assert_eq!(of(Role::Capital).collect::<Vec<_>>(), ["CA", "BC", "CV", "B1", "B2", "BB", "FS"]);
    assert_eq!(of(Role::Light).collect::<Vec<_>>(), ["SC", "TB", "DD", "CL", "CS", "CR"]);
    assert_eq!(of(Role::Auxiliary).collect::<Vec<_>>(), ["AR", "AT", "TR", "ML", "MS"]);
    assert_eq!(of(Role::Bound).collect::<Vec<_>>(), ["M", "F", "PD"]);
}

#[test]
fn i3m_16_presets() {
    let values = |preset: &str| {
        let game = super::super::ThirdMillennium::from_setup(&Setup::new("third_millennium").preset(preset))
            .unwrap();
        (game.rules.bypass, game.rules.rock_beams, game.rules.navigation)
    };
    assert_eq!(values("i3m-2001"), (false, false, false));
    assert_eq!(values("mcnair-2006"), (true, true, true));
}

#[test]
fn i3m_16_raid() {
    let game = raid(&[]);
    let start = game.initial_state();
    let store: u8 = start.groups.at(TERRAN, Place::Store).map(|group| group.count).sum();
    let other: u8 = start.groups.at(IMPERIAL, Place::Store).map(|group| group.count).sum();
    let Frame::Raid(frame) = &game.scenario.frame else { panic!("a raid") };
    assert_eq!((game.map.systems.len(), frame.turns, store, other), (6, 2, 13, 12));
    assert_eq!((start.glory, start.mover), (5, IMPERIAL));
    assert_eq!(
        systems_in(game.scenario.entries).map(|at| game.map.at(at).id.as_str()).collect::<Vec<_>>(),
        ["apl"]
    );
}

/// A fleet is begun where there is a ship for it, so that nobody is asked for what he has not.
#[test]
fn i3m_16_deployment_without_ships() {
    for ships in ["", "4 F"] {
        let setup = Setup::new("third_millennium").correct("raid.imperial.ships", format!("\"{ships}\""));
        let game = super::super::ThirdMillennium::from_setup(&setup).unwrap();
        assert_eq!(
            game.initial_state().mover,
            TERRAN,
            "'{ships}': there is nothing that the Imperial could choose"
        );
    }
}

/// At own planets, the Imperial first, in four fleets at most; what is left over lies at the base.
/// Resources more for one side at the start.
#[test]
fn i3m_16_handicap() {
    let stocks = |scenario: &str, keys: &[(&str, &str)]| {
        let setup = Setup::new("third_millennium").scenario(scenario);
        let setup = keys.iter().fold(setup, |setup, (key, value)| setup.set(*key, *value));
        ThirdMillennium::from_setup(&setup).map(|game| game.initial_state().sides.map(|side| side.stock))
    };
    let [terran, imperial] = [("handicap_resources.terran", "7"), ("handicap_resources.imperial", "5")];
    assert_eq!(ThirdMillennium::handicaps(), [terran.0, imperial.0]);
    assert_eq!(stocks("raid", &[terran]).unwrap(), [7, 0]);
    assert_eq!(stocks("first-war", &[terran, imperial]).unwrap(), [22, 20]);
    assert_eq!(stocks("wars", &[("handicap_resources.terran", "80")]).unwrap(), [95, 15]);
}

#[test]
fn i3m_16_deployment() {
    let game = raid(&[]);
    let state = game.initial_state();
    let mut table = Table { game, state };
    assert_eq!(
        table.offered(),
        ["new fleet at Agidda", "new fleet at Nusku", "new fleet at Apishal", "done"]
    );
    for ship in ["SC", "DD", "CL", "TR"] {
        table.act("new fleet at Nusku").act(&format!("{ship} from store")).act("done");
    }
    assert_eq!(table.state.mover, TERRAN, "there is no fifth fleet");
    assert!(table.has("units imperial port:nus: 2 SC, 3 DD, CR, AT, TR"), "{}", table.text());
}

const BUILDING: &str = "turn 1 segment 0 mover terran first terran left 0,0 passes 0";

/// Terran ships up to 8 Resources at connected worlds, Imperial ones at the entry, too; only what the scenario lists.
#[test]
fn i3m_u17_construction() {
    let mut table = Table::at(&[], BUILDING, "", "build -");
    assert!(table.offers("build DD at Sol") && table.offers("build DD at Alpha Centauri"));
    assert!(!table.offers("build CL at Sol"), "6 Resources are not 8");
    assert!(!table.offered().iter().any(|text| text.contains("TB") || text.contains("Barnard")));
    table.act("build SC at Sol");
    assert!(!table.offers("build SC at Alpha Centauri") || table.offers("build SC at Sol"), "in order");
    assert_eq!(table.state.sides[0].stock, 4);
    let imperial = Table::at(&[], &BUILDING.replace("mover terran", "mover imperial"), "", "build -");
    assert!(imperial.offers("build DD at Apishal") && imperial.offers("build DD at Nusku"));
    assert!(!imperial.offers("build RT at Agidda"));
    let late = Table::at(&[], &BUILDING.replace("turn 1", "turn 2"), "", "build -");
    assert_eq!(late.offered(), ["done"], "what comes after the end is not built");
}

/// A side has 36 lines of orders, however many the other has; a line that is there takes more counters.
#[test]
fn i3m_u17_construction_of_both_sides() {
    let line = |side: &str, turn: usize| {
        format!("due {} {side} 1 SC {}\n", turn + 3, if turn.is_multiple_of(2) { "sol" } else { "alc" })
    };
    let lines = |side: &str, count: usize| (0..count).map(|turn| line(side, turn)).collect::<String>();
    let shop = |orders: String| Table::at(&[], BUILDING, &orders, "build -");
    assert!(shop(lines("imperial", 60)).offers("build DD at Sol"));
    assert!(shop(lines("terran", 35)).offers("build DD at Sol"));
    assert!(!shop(lines("terran", 36)).offers("build DD at Sol"));
    let mut more = shop(format!("due 2 terran 1 DD sol\n{}", lines("terran", 35)));
    more.state.step = super::super::state::Step::Build {
        after: Some(super::super::state::Order::Unit(Class::Destroyer, more.game.map.system("sol").unwrap())),
    };
    assert!(more.offers("build DD at Sol") && !more.offers("build DD at Alpha Centauri"));
}

/// Ordered in turn 1, there in the Reinforcements of turn 2; not while the place is cut off.
#[test]
fn i3m_8_build_time() {
    let due = "due 2 terran 1 DD sol";
    for (lines, arrived) in [
        (due.to_string(), true),
        (format!("fleet imperial A at sol active no known_with A\nunits imperial fleet:A: DD\n{due}"), false),
    ] {
        let mut table = Table::at(&[], BUILDING, &lines, "initiative");
        table.game.begin_turn(&mut table.state);
        assert_eq!(table.has("units terran port:sol: DD"), arrived, "{}", table.text());
        assert_eq!(table.state.due.is_empty(), arrived);
    }
}

/// New troops are drawn from what is left.
#[test]
fn i3m_u17_drawn() {
    let lines = "units terran planet:terra: RT5, RT4\nfleet terran A at sol active no known_with A\n\
                 units terran fleet:A: TR(RT3)\ndue 2 terran 1 RT sol";
    let mut table = Table::at(&[], BUILDING, lines, "initiative");
    table.game.begin_turn(&mut table.state);
    assert_eq!(table.outcomes(), ["RT2", "RT3", "RT4", "RT5", "RT6"]);
    assert_eq!(table.weights(), [1, 1, 1, 1, 1], "of each 5, 4 and 3 one is out");
    table.roll("RT6");
    assert!(table.has("units terran planet:terra: RT4, RT5, RT6"));
}

/// Lanes from the source through systems without enemy ships and planets.
#[test]
fn i3m_u16_connection() {
    let connected = |lines: &str| {
        let table = Table::new(&[], lines);
        let ids = |seat| {
            let mask = table.game.connected(&table.state, seat);
            systems_in(mask).map(|at| table.game.map.at(at).id.clone()).collect::<Vec<_>>()
        };
        [ids(TERRAN), ids(IMPERIAL)]
    };
    let own = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD\n";
    assert_eq!(connected(own), [vec!["sol", "alc", "bar"], vec!["agi", "nus", "apl"]]);
    let fleet = format!("{own}fleet imperial A at sol active no known_with A\nunits imperial fleet:A: SC");
    assert_eq!(connected(&fleet), [vec![], vec!["agi", "nus", "apl"]]);
    let outpost = format!("{own}outpost agidda terran hits 0");
    assert_eq!(connected(&outpost), [vec!["sol", "alc", "bar", "agi"], vec!["nus", "apl"]]);
}

const MUSTER: &str = "turn 1 segment 0 mover terran first terran left 0,0 passes 0";

/// In Reinforcements ships pass between fleets of a system, out of them and into new ones, and troops go aboard.
#[test]
fn i3m_u4_combine() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: 2 DD\n\
                 fleet terran B at bar active no known_with B\nunits terran fleet:B: DD\nunits terran port:sol: CL, TR";
    let mut table = Table::at(&[], MUSTER, lines, "muster -");
    assert_eq!(
        table.offered(),
        ["fill fleet A", "new fleet at Sol", "leave ships at Sol", "leave ships at Barnard", "done"],
        "the only ship of a fleet makes no new one"
    );
    table.act("fill fleet A").act("CL from Sol").act("done");
    assert!(table.has("units terran fleet:A: 2 DD, CL"));
    assert!(!table.offers("fill fleet A"), "each thing once, in order");
    table.act("new fleet at Sol").act("DD from fleet A").act("DD from fleet A");
    table.act("done");
    assert!(
        table.has("units terran fleet:C: 2 DD") && table.has("units terran fleet:A: CL"),
        "{}",
        table.text()
    );
}

/// Anywhere: enemies there change nothing.
#[test]
fn i3m_u4_combine_among_enemies() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: DD\nunits terran port:sol: CL\n\
                 units terran planet:terra: RT4\nfleet imperial A at sol active no known_with A\n\
                 units imperial fleet:A: DD";
    let mut table = Table::at(&[], MUSTER, lines, "muster -");
    assert_eq!(table.offered(), ["fill fleet A", "new fleet at Sol", "leave ships at Sol", "done"]);
    table.act("fill fleet A");
    assert!(table.has("units terran fleet:A: DD, CL"), "{}", table.text());
}

#[test]
fn i3m_u4_load() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: AT, TR\n\
                 units terran planet:terra: RT4, RT5, JT5";
    let mut table = Table::at(&[], MUSTER, lines, "muster -");
    table.act("fill fleet A").act("RT4 from Terra").act("RT5 from Terra").act("JT5 from Terra");
    assert!(table.has("units terran fleet:A: AT(RT5,RT4), TR(JT5)"), "the AT first: {}", table.text());
    let mut table = Table::at(
        &[],
        MUSTER,
        "fleet terran A at sol active no known_with A\nunits terran fleet:A: AT(RT5,RT4)",
        "muster -",
    );
    table.act("land on Terra").act("AT(RT4) from fleet A");
    assert!(table.has("units terran planet:terra: RT4, RT5") && table.has("units terran fleet:A: AT"));
}

/// Damaged troops wait until they have recovered: damage stays.
#[test]
fn i3m_u4_load_of_damaged_troops() {
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: AT\n\
                 units terran planet:terra: RT4, RT5/1";
    let mut table = Table::at(&[], MUSTER, lines, "muster -");
    table.act("fill fleet A");
    assert!(table.has("units terran fleet:A: AT(RT4)") && table.has("units terran planet:terra: RT5/1"));
}

/// A fleet may split or merge as it is activated, before it moves.
#[test]
fn i3m_u4_activation() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: 2 DD, CL\n\
                 fleet terran B at sol active yes known_with B\nunits terran fleet:B: SC\nunits terran port:sol: TB";
    let mut table = Table::new(&[], lines);
    assert!(!table.offers("fill fleet B"), "B has been active");
    table.act("fill fleet A");
    assert!(table.has("units terran fleet:A: TB, 2 DD, CL"), "the only ship comes at once: {}", table.text());
    table.act("new fleet at Sol").act("CL from fleet A");
    assert!(table.has("units terran fleet:C: CL") && table.offers("to Barnard"), "{}", table.text());
    table.act("to Barnard");
    assert!(!table.offers("fill fleet A") && !table.offers("new fleet at Barnard"), "it is under way");
}

/// Enemy scouts don't hinder it; from among others scouts are free to go, but take nobody along.
#[test]
fn i3m_u4_activation_among_enemies() {
    let moment = "turn 1 segment 2 mover terran first terran left 3,3 passes 0";
    let lines = "fleet terran A at sol active no known_with A\nunits terran fleet:A: SC\nunits terran port:sol: DD\n\
                 fleet imperial A at sol active no known_with A\nunits imperial fleet:A: ";
    for (enemy, joins) in [("2 SC", true), ("SC, TR", false)] {
        let mut table = Table::at(&[], moment, &format!("{lines}{enemy}"), "activate");
        table.act("activate fleet A");
        assert_eq!((table.offers("fill fleet A"), table.offers("to Barnard")), (joins, true), "{enemy}");
    }
}
