//! 11.31, sentence by sentence.

use super::Table;

const ON: &[(&str, &str)] = &[("mcnair.11.31", "on")];
const FLEETS: &str =
    "fleet terran A at sol active yes known_with A\nfleet imperial A at bar active no known_with A\n";

/// The Terran's fleet A goes from Sol to Barnard, where the Imperial fleet A is.
fn meeting(options: &[(&str, &str)], terran: &str, imperial: &str) -> Table {
    let lines = format!("{FLEETS}units terran fleet:A: {terran}\nunits imperial fleet:A: {imperial}");
    let mut table = Table::new(options, &lines);
    table.act("to Barnard");
    table
}

/// A moving fleet that meets enemies can try to bypass them; without the rule it stops and fights.
#[test]
fn mcnair_11_31_attempt() {
    assert_eq!(meeting(ON, "2 CL, SC", "DD").offered(), ["fight", "scout"]);
    assert!(meeting(&[], "2 CL, SC", "DD").state.battle.is_some());
    let mut table = meeting(ON, "2 CL, SC", "DD");
    table.act("fight");
    assert!(table.state.battle.is_some(), "it need not");
}

/// At least one scout, who rolls: a die and the scouts make 6.
#[test]
fn mcnair_11_31_scout() {
    assert!(meeting(ON, "2 CL", "DD").state.battle.is_some(), "no scout");
    for (scouts, good) in [("SC", 2), ("2 SC", 3), ("3 SC", 4), ("4 SC", 4)] {
        let mut table = meeting(ON, &format!("CL, {scouts}"), "DD");
        table.act("scout");
        assert_eq!(table.weights(), [6 * good, 6 * (6 - good)], "{scouts}");
    }
}

/// The fleet need not be scouts only; without jumps left there is nothing to try.
#[test]
fn mcnair_11_31_mixed() {
    assert!(meeting(ON, "SC, CL", "DD").offers("scout"));
    let lines =
        "orders A made 1 allowance 2 from alc mustered - under_way yes sighted - unseen no repulsed no\n";
    let lines = format!("{lines}{FLEETS}units terran fleet:A: SC, CL, TR\nunits imperial fleet:A: DD");
    let mut table = Table::new(ON, &lines);
    table.act("to Barnard");
    assert!(table.state.battle.is_some());
}

/// If the roll fails all stop and fight.
#[test]
fn mcnair_11_31_fail() {
    let mut table = meeting(ON, "2 CL, SC", "DD");
    table.act("scout").roll("failure");
    assert_eq!(table.state.battle.as_ref().unwrap().ships.len(), 4);
}

/// The enemy tells his capital and his light warships, and no more.
#[test]
fn mcnair_11_31_reveal() {
    let mut table = meeting(ON, "6 CL, 2 SC", "CA, 2 DD, SC, 2 TR");
    table.act("scout").roll("success");
    assert_eq!(table.state.orders.sighted, Some([1, 3, 0]));
    let known = table.state.fleets.get(super::super::IMPERIAL, super::super::state::FleetId(0)).unwrap();
    assert_eq!(known.known_with.letter(), 'A');
    // The reading the other way round: scouts don't count.
    let mut table = meeting(&[ON[0], ("scouts_count", "off")], "6 CL, 2 SC", "CA, 2 DD, SC, 2 TR");
    table.act("scout").roll("success");
    assert_eq!(table.state.orders.sighted, Some([1, 2, 0]));
}

/// As many as the enemy has, if the mover has them; he may as well decline, and fights with everything.
#[test]
fn mcnair_11_31_match() {
    let mut table = meeting(ON, "3 CL, SC", "DD, SC");
    table.act("scout").roll("success");
    assert_eq!(table.offered(), ["fight", "leave 2 light"]);
    table.act("fight");
    assert_eq!(table.state.battle.as_ref().unwrap().ships.len(), 6);
    let mut few = meeting(ON, "CL, SC", "3 DD, SC");
    few.act("scout").roll("success");
    assert!(few.state.battle.is_some(), "two are too few for four");
    let mut all = meeting(ON, "CL, SC", "2 DD");
    all.act("scout").roll("success");
    assert!(all.state.battle.is_some(), "somebody has to go on");
}

/// The other reading: more warships may stay, as long as somebody goes on.
#[test]
fn mcnair_11_31_match_or_more() {
    let mut table = meeting(&[ON[0], ("overmatch", "on")], "CA, 2 CL, SC, TR", "DD");
    table.act("scout").roll("success").act("leave 1 light").act("SC from fleet A");
    assert_eq!(table.offered(), ["CL from fleet A", "CA from fleet A", "done"], "no transports");
    table.act("CL from fleet A").act("CL from fleet A").act("CA from fleet A");
    assert!(table.has("units terran fleet:A: TR"), "{}", table.text());
    assert!(table.has("units terran fleet:B: SC, 2 CL, CA"), "{}", table.text());
    let mut fewer = meeting(&[ON[0], ("overmatch", "on"), ("scouts_count", "off")], "CA, 2 CL, SC", "DD");
    fewer.act("scout").roll("success").act("leave 1 light");
    assert!(fewer.has("units terran fleet:B: CL"), "{}", fewer.text());
    assert_eq!(fewer.offered(), ["CL from fleet A", "CA from fleet A", "done"], "scouts are no warships");
    let mut table = meeting(&[ON[0], ("overmatch", "on")], "CA, 2 CL, SC", "DD");
    table.act("scout").roll("success").act("leave 1 light").act("CL from fleet A").act("done");
    assert!(table.has("units terran fleet:B: CL") && table.has("step orders"), "{}", table.text());
    let mut two = meeting(&[ON[0], ("overmatch", "on")], "CL, SC", "DD");
    two.act("scout").roll("success").act("leave 1 light").act("CL from fleet A");
    assert!(two.has("units terran fleet:A: SC"), "somebody has to go on: {}", two.text());
}

/// Fighters go on with nobody: the last carrier does not stay.
#[test]
fn mcnair_11_31_match_or_more_but_somebody_goes_on() {
    let mut table = meeting(&[ON[0], ("overmatch", "on")], "SC, CV, F", "DD");
    table.act("scout").roll("success").act("leave 1 light");
    assert!(table.has("step orders") && table.offers("to Agidda"), "{}", table.text());
    assert!(table.has("units terran fleet:A: CV, F") && table.has("units terran fleet:B: SC"));
}

/// 1 capital ship stands for 3 light ones, either way: the example of 3 capital ships and a scout.
#[test]
fn mcnair_11_31_exchange_either_way() {
    let mut table = meeting(ON, "3 CA, SC", "4 DD");
    table.act("scout").roll("success");
    assert_eq!(
        table.offered(),
        ["fight", "leave 0 light", "leave 1 light"],
        "2 capital ships, or 1 and the scout"
    );
    table.act("leave 1 light");
    assert!(
        table.has("units terran fleet:B: SC, CA") && table.has("units terran fleet:A: 2 CA"),
        "{}",
        table.text()
    );
}

/// The split-off ships are a fleet of their own, for which a counter must be free.
#[test]
fn mcnair_11_31_counter() {
    let others: String = ["B", "C", "D"]
        .map(|id| {
            format!("fleet terran {id} at alc active no known_with {id}\nunits terran fleet:{id}: TR\n")
        })
        .concat();
    let lines = format!("{others}{FLEETS}units terran fleet:A: 2 CL, SC\nunits imperial fleet:A: DD");
    let mut full = Table::new(ON, &lines);
    full.act("to Barnard");
    assert!(full.state.battle.is_some(), "no attempt without a spare counter");
    let mut anyway = Table::new(&[ON[0], ("scout_anyway", "on")], &lines);
    anyway.act("to Barnard").act("scout").roll("success");
    assert!(anyway.state.battle.is_some(), "to know, but no bypass: {}", anyway.text());
}

/// Nor is there a bypass without one where nobody would have to be left.
#[test]
fn mcnair_11_31_counter_for_nobody() {
    let others: String = ["B", "C", "D"]
        .map(|id| {
            format!("fleet terran {id} at alc active no known_with {id}\nunits terran fleet:{id}: TR\n")
        })
        .concat();
    let lines = format!("{others}{FLEETS}units terran fleet:A: 2 CL, SC\nunits imperial fleet:A: 2 TR");
    let mut table = Table::new(&[ON[0], ("scout_anyway", "on")], &lines);
    table.act("to Barnard").act("scout").roll("success");
    assert!(table.state.battle.is_some(), "{}", table.text());
}

/// They stay and fight, after the move, in the order in which the systems were entered.
#[test]
fn mcnair_11_31_stay() {
    let lines = format!(
        "{FLEETS}fleet imperial B at agi active no known_with B\nunits terran fleet:A: 3 DD, 2 SC\n\
         units imperial fleet:A: DD\nunits imperial fleet:B: TR"
    );
    let mut table = Table::new(ON, &lines);
    table.act("to Barnard").act("scout").roll("success").act("leave 1 light").act("DD from fleet A");
    table.act("to Agidda").act("fight");
    let battle = table.state.battle.as_ref().unwrap();
    let barnard = table.game.map.system("bar").unwrap();
    assert_eq!((battle.at, battle.ships.len()), (barnard.into(), 2), "first at Barnard");
    assert_eq!(table.state.pending.len(), 1, "then at Agidda");
}

/// All others go on with the jumps they have left. The example: 1 capital and 9 light against 2 and 4.
#[test]
fn mcnair_11_31_bypass() {
    let lines =
        format!("{FLEETS}units terran fleet:A: CA, 7 DD, 2 SC, 2 TR\nunits imperial fleet:A: 2 CA, 4 DD");
    let mut table = Table::new(ON, &lines);
    table.act("to Barnard").act("scout").roll("success");
    table.act("leave 7 light");
    for ship in ["SC", "DD", "DD", "DD", "DD", "DD", "DD"] {
        if table.has("step orders") {
            break;
        }
        let text = format!("{ship} from fleet A");
        if table.offers(&text) {
            table.act(&text);
        }
    }
    assert!(table.has("units terran fleet:B: SC, 6 DD, CA"), "{}", table.text());
    assert!(table.has("units terran fleet:A: SC, DD, 2 TR"));
    table.act("to Agidda");
    assert!(table.has("fleet terran A at agi active yes known_with A"));
}

/// "Keep moving if they have jumps remaining": at a star without planets the move is over, so there is nothing to try,
/// unless a transport waits there.
#[test]
fn mcnair_11_31_bypass_ends_at_dry_stars() {
    for (port, tries) in [("", false), ("units terran port:bar: TR\n", true)] {
        let lines = format!("{FLEETS}units terran fleet:A: 2 CL, SC\n{port}units imperial fleet:A: DD");
        let mut table = Table::new(ON, &lines);
        let barnard = table.game.map.system("bar").unwrap();
        table.game.map.systems[barnard.index()].planets.clear();
        table.act("to Barnard");
        assert_eq!(table.offers("scout"), tries, "{port}");
    }
}

/// "One or more moving fleets": fleets are activated singly, so those that go together are merged as they set out.
#[test]
fn mcnair_11_31_attempt_of_several_fleets() {
    let lines = format!(
        "{FLEETS}fleet terran B at sol active no known_with B\nunits terran fleet:A: 2 CL\n\
         units terran fleet:B: SC\nunits imperial fleet:A: DD"
    );
    let mut table = Table::new(ON, &lines);
    table.act("fill fleet A").act("to Barnard").act("scout").roll("success").act("leave 1 light");
    assert!(table.offers("SC from fleet A") && table.offers("CL from fleet A"), "the scout is B's");
}

/// Of auxiliaries only, nobody has to be left; of scouts only, nothing blocks and no roll is made.
#[test]
fn mcnair_11_31_bypass_of_auxiliaries() {
    let mut table = meeting(ON, "CL, SC", "2 TR");
    table.act("scout").roll("success");
    assert!(table.offers("to Agidda") && !table.offers("leave 0 light"));
    assert!(meeting(ON, "CL, SC", "2 SC").offers("to Agidda"));
}
