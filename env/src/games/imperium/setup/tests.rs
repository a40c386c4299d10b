use std::sync::Arc;

use super::*;
use crate::core::{Game, Setup};
use crate::games::imperium::Imperium;
use crate::record::{Header, ReplayReader, ReplayWriter};

const MAP: &str = include_str!("../data/map.toml");

fn rules(scenario: &str) -> Rules {
    let setup = Setup::new("imperium").scenario(scenario);
    Rules::new(&setup.resolve(&super::super::rules::card()).unwrap())
}

fn war(text: &str) -> Result<Opening, Vec<String>> {
    open_war(text, MAP, &rules("nusku-gap"), &Units::load(true).unwrap(), &Tables::load().unwrap())
}

#[test]
fn imp_15_3_set_up() {
    let Opening { map, state, .. } = war(NUSKU_GAP).unwrap();
    assert_eq!((state.worlds(TERRAN).count_ones(), state.outposts(TERRAN).count_ones()), (3, 3));
    assert_eq!((state.worlds(IMPERIAL).count_ones(), state.outposts(IMPERIAL).count_ones()), (1, 2));
    assert_eq!(state.court.glory, 5);
    let units = Units::load(true).unwrap();
    let load = |id: &str| -> u8 {
        let place = Place::Space(map.system(id).unwrap());
        state.groups_at(place).map(|g| g.count * units.maintenance(g.class, g.seat)).sum()
    };
    assert_eq!(["agidda", "barnard", "sol", "nusku", "apishal"].map(load), [3, 5, 9, 10, 3]);
}

#[test]
fn imp_10_set_up() {
    let Opening { map, state, scenario } = war(FIRST_WAR).unwrap();
    let Scenario::War(first_war) = scenario else { panic!("a war") };
    assert_eq!((first_war.glory_limits.len(), map.systems.len()), (8, 33));
    assert_eq!(first_war.income, Tables::load().unwrap().income);
    let ids = |boxes: u64| super::super::sets::bits(boxes).map(|k| map.boxes[k].id.as_str());
    let worlds: Vec<&str> = ids(state.worlds(TERRAN)).collect();
    assert_eq!(worlds, ["alpha_centauri_a", "alpha_centauri_b", "sol"]);
    assert_eq!(ids(state.outposts(TERRAN)).collect::<Vec<_>>(), ["barnard", "junction", "proxima"]);
    for (seat, forces) in [
        (TERRAN, "4 SC, 2 DD, CL, M, 3 TR, 3 RT, JT, 2 PD"),
        (IMPERIAL, "2 SC, 4 DD, 2 CL, CR, AO, 4 TR, 3 RT, JT, 3 PD"),
    ] {
        let mut have = state.all_counters(seat);
        let unplaced: u8 = state.groups_of(seat).filter(|g| g.class == Class::Outpost).map(|g| g.count).sum();
        assert_eq!(unplaced, if seat == TERRAN { 3 } else { 0 });
        have[Class::Outpost.index()] = 0;
        let mut wanted = [0; Class::COUNT];
        for (class, count) in counters(forces, &mut Vec::new()) {
            wanted[class.index()] = count;
        }
        assert_eq!(have, wanted, "{seat}");
    }
    assert_eq!((state.sides[0].stock, state.sides[1].stock, state.court.glory), (0, 0, 5));
}

#[test]
fn cobb_setup_worlds() {
    let Opening { map, state, .. } = war(FIRST_WAR).unwrap();
    let worlds = super::super::sets::bits(state.worlds(IMPERIAL)).map(|k| map.boxes[k].id.as_str());
    let list = ["dingir", "epsilon_eridani", "gashidda", "ishkur", "nusku", "tau_ceti"];
    assert_eq!(worlds.collect::<Vec<_>>(), list);
}

#[test]
fn cobb_setup_outposts() {
    let Opening { map, state, .. } = war(FIRST_WAR).unwrap();
    let mut outposts: Vec<&str> =
        super::super::sets::bits(state.outposts(IMPERIAL)).map(|k| map.boxes[k].id.as_str()).collect();
    outposts.sort_unstable();
    let mut list =
        ["shulgi", "kinunir", "shulgiili", "enki_kalamma", "shuruppak", "markhashi", "zaggisi"].to_vec();
    list.extend(["apishal", "dushaam"]);
    list.sort_unstable();
    assert_eq!(outposts, list);
}

#[test]
fn cobb_setup_limit() {
    let crowded = NUSKU_GAP.replace("barnard = \"CL, MB\"", "barnard = \"CL, 2 MB\"");
    let faults = war(&crowded).unwrap_err();
    assert_eq!(
        faults,
        ["ships of the Terran at barnard need 7 maintenance factors, it gives 6 (rule cobb.setup.limit)"]
    );
    let nowhere = NUSKU_GAP.replace("outposts = [\"dushaam\", \"apishal\"]", "outposts = [\"dushaam\"]");
    assert!(war(&nowhere).unwrap_err()[0].contains("it gives 0"));
}

#[test]
fn every_fault_of_a_scenario_is_reported() {
    let broken = NUSKU_GAP
        .replace("worlds = [\"nusku\"]", "worlds = [\"dushaam\"]")
        .replace("\"CR, CL, DD, 2 TR\"", "\"CR, RT, 9 QQ\"")
        .replace("[5, 6]", "[5, 7]");
    let faults = war(&broken).unwrap_err().join("\n");
    for part in [
        "no primary box",
        "two markers at 'dushaam'",
        "RT starts in a surface box",
        "9 QQ",
        "nothing may lie",
    ] {
        assert!(faults.contains(part), "{part}: {faults}");
    }
}

#[test]
fn imp_15_2_fleets() {
    let rules = rules("duel");
    let units = Units::load(true).unwrap();
    for (fleets, hold, scale) in [("small", 4, 13 + 4), ("medium", 10, 34 + 10), ("large", 30, 96 + 30)] {
        let opening = open_duel(DUEL, MAP, fleets, &rules, &units).unwrap();
        let Scenario::Duel(duel) = opening.scenario else { panic!("a duel") };
        assert_eq!((duel.hold, duel.scale), (hold, scale), "{fleets}");
    }
    let unarmed = DUEL.replace("\"CL, 2 DD\"", "\"2 TR\"");
    let faults = open_duel(&unarmed, MAP, "small", &rules, &units).unwrap_err();
    assert_eq!(faults, ["the fleet of the Imperial has no line ship, so there is no battle"]);
}

#[test]
fn imp_2_3_limits() {
    let crowded = NUSKU_GAP.replace("\"PD, 2 RT, JT\"", "\"PD, 2 RT, 5 JT\"");
    assert!(war(&crowded).unwrap_err()[0].contains("5 JT of the Imperial, there are 4 counters"));
    for many in [30, 32, 34, 255] {
        let crowded = NUSKU_GAP.replace("\"PD, 2 RT, JT\"", &format!("\"PD, 2 RT, {many} JT, 2 JT\""));
        let faults = war(&crowded).unwrap_err();
        assert!(
            faults[0].contains(&format!("{many} JT of the Imperial, there are 4 counters")),
            "{faults:?}"
        );
        let fleet = DUEL.replace("\"CL, 2 DD\"", &format!("\"CL, {many} DD\""));
        let faults =
            open_duel(&fleet, MAP, "small", &rules("duel"), &Units::load(true).unwrap()).unwrap_err();
        assert!(faults[0].contains(&format!("{many} DD of the Imperial")), "{faults:?}");
    }
}

/// A handicap that has no room in the stock is refused, not cut.
#[test]
fn imp_15_0_handicap_that_the_stock_does_not_hold() {
    let setup = Setup::new("imperium").scenario("first-war").set("handicap_ru.terran", "95");
    assert_eq!(Imperium::from_setup(&setup).unwrap().setup().integer("handicap_ru.terran"), 95);
    let faults = Imperium::from_setup(&setup.correct("first-war.terran.stock", "5")).unwrap_err().to_string();
    assert!(faults.contains("5 RU and a handicap of 95 RU are more than the 99 RU"), "{faults}");
}

/// A preset is a name for options: a header that writes all of them out names the preset that has them, if one does.
#[test]
fn a_header_names_the_preset_of_its_options() {
    let header = |setup: &Setup| {
        let game = Arc::new(Imperium::from_setup(setup).unwrap());
        ReplayWriter::new(game, 1, vec![]).1
    };
    let read = |line: &str| {
        let header = Header::parse(line).unwrap();
        let game = Imperium::from_setup(&header.setup).unwrap();
        ReplayReader::new(Arc::new(game), &header).map_err(|error| error.to_string())
    };
    let first = header(&Setup::new("imperium").scenario("first-war").preset("gdw-1977"));
    read(&first).unwrap();
    let told = "line 1: preset of these options differs: the replay says cobb-2005, the game says gdw-1977";
    assert_eq!(read(&first.replace("gdw-1977", "cobb-2005")).unwrap_err(), told);

    let options = Header::parse(&first).unwrap().setup.options;
    let same = Setup { options, ..Setup::new("imperium").scenario("first-war").preset("cobb-2005") };
    assert_eq!(header(&same), first);
    let own = header(&Setup::new("imperium").preset("cobb-2005").set("cobb.price", "off"));
    assert!(own.contains("cobb-2005"));
    read(&own).unwrap();
}
