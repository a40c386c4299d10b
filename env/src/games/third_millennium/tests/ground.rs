use super::super::state::{GroundStage, Stage};
use super::super::{IMPERIAL, TERRAN};
use super::Table;

const FLEET: &str = "fleet terran A at bar active yes known_with A\nunits terran fleet:A: ";

/// The Terran's fleet comes from Barnard to Agidda, where `defence` is on the planet.
fn at_agidda(options: &[(&str, &str)], fleet: &str, defence: &str) -> Table {
    let mut table = Table::new(options, &format!("{FLEET}{fleet}\n{defence}"));
    table.act("to Agidda");
    if table.has("step orders") {
        table.act("stop");
    }
    table
}

/// A fleet with troops may attack an enemy planet where no enemy ships are.
#[test]
fn i3m_u12_invasion() {
    assert!(at_agidda(&[], "DD, TR(RT5)", "").offers("invade Agidda"));
    assert!(!at_agidda(&[], "DD, TR", "").has("step orbit"), "no troops");
    let mut table = Table::new(&[], &format!("{FLEET}DD, TR(RT5)\nunits imperial port:agi: TR"));
    table.act("to Agidda");
    assert!(table.state.battle.is_some(), "ships first");
}

/// Fighters fire, then escorts, then planetary defences; what is lost does not fire.
#[test]
fn i3m_u12_steps() {
    let mut table = at_agidda(&[], "CL, AT(RT5)", "units imperial planet:agidda: F, PD");
    table.act("invade Agidda");
    let stage = |table: &Table| table.state.battle.as_ref().unwrap().stage;
    assert_eq!(table.offered(), ["at CL (number 0)", "at AT(RT5) (number 1)"]);
    table.act("at CL (number 0)");
    assert_eq!(table.weights(), [4, 5], "2 dice on 5+, one hit destroys");
    table.roll("hits 0");
    assert!(matches!(stage(&table), Stage::Escorts { dice: 1, .. }), "2 and 2 torpedoes are a die");
    table.roll("hits 1").act("at F (number 2)");
    assert_eq!(table.offered(), ["at CL (number 0)", "at AT(RT5) (number 1)"], "then the PD");
}

/// Torpedo factors of escorts and attack transports, a third, one die at least.
#[test]
fn i3m_u12_escorts() {
    for (fleet, dice) in [("DD, TR(RT5)", 1), ("2 CL, AT(RT5)", 2), ("TB, AT(RT5)", 2)] {
        let mut table = at_agidda(&[], fleet, "units imperial planet:agidda: PD");
        table.act("invade Agidda");
        let stage = table.state.battle.as_ref().unwrap().stage;
        assert!(matches!(stage, Stage::Escorts { dice: found, .. } if found == dice), "{fleet}: {stage:?}");
    }
    let mut table = at_agidda(&[], "TR(RT5)", "units imperial planet:agidda: PD");
    table.act("invade Agidda");
    assert!(
        matches!(table.state.battle.as_ref().unwrap().stage, Stage::Hits { .. }),
        "none: the PD fires at once"
    );
}

/// A PD rolls 3 dice on 5 and more.
#[test]
fn i3m_u12_defences() {
    let mut table = at_agidda(&[], "TR(RT5)", "units imperial planet:agidda: PD");
    table.act("invade Agidda");
    assert_eq!(table.weights(), [8, 19], "of 27, one hit destroys");
    table.roll("hits 1");
    assert!(!table.text().contains("TR"), "lost with its troops: {}", table.text());
}

/// An AT carries two counters of troops, a TR one; they all land.
#[test]
fn i3m_u12_landing() {
    let mut table = at_agidda(&[], "DD, AT(JT5,RT5), TR(RT4)", "");
    table.act("invade Agidda");
    assert!(
        table.has("units terran planet:agidda: RT4, RT5, JT5")
            && table.has("units terran fleet:A: DD, AT, TR")
    );
    assert!(
        matches!(
            table.state.ground.unwrap().stage,
            GroundStage::Strike { seat: TERRAN, first: true, easy: 5, plain: 0 }
        ),
        "jump troops strike first, on 5 and more"
    );
}

/// Each side rolls its strength, hits on 6; three rounds at most.
#[test]
fn i3m_u12_ground() {
    let mut table = at_agidda(&[], "DD, TR(RT2)", "");
    table.act("invade Agidda");
    for round in 1..=3 {
        assert_eq!(table.state.ground.unwrap().round, round);
        assert_eq!(table.weights(), [25, 10, 1], "2 dice of the troops");
        table.roll("hits 0");
        assert_eq!(table.weights(), [25, 10, 1], "2 of the outpost");
        table.roll("hits 0");
    }
    assert!(table.state.ground.is_none() && table.has("units terran planet:agidda: RT2"));
}

/// Jump troops strike first as they land, not again when others follow them.
#[test]
fn i3m_u12_ground_once_for_each_landing() {
    let mut table = at_agidda(&[], "DD, AT(JT5)", "units terran planet:agidda: JT4");
    table.act("invade Agidda");
    let strike = |table: &Table| match table.state.ground.unwrap().stage {
        GroundStage::Strike { first, easy, plain, .. } => (first, easy, plain),
        stage => panic!("{stage:?}"),
    };
    assert_eq!(strike(&table), (true, 5, 0));
    table.roll("hits 0");
    assert_eq!(strike(&table), (false, 0, 4), "the others of the first round");
    let mut later = at_agidda(&[], "DD, TR(RT5)", "units terran planet:agidda: JT4");
    later.act("invade Agidda");
    assert_eq!(strike(&later), (false, 0, 9));
}

/// Those that come to the help of an own planet strike first, too.
#[test]
fn i3m_u12_ground_relief() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD, AT(JT5)\n\
                 units imperial planet:barnard: RT3, RT4";
    let mut table = Table::new(&[], lines);
    table.act("to Barnard").act("stop").act("invade Barnard");
    let ground = table.state.ground.unwrap();
    assert_eq!(ground.attacker, IMPERIAL);
    assert!(matches!(ground.stage, GroundStage::Strike { seat: TERRAN, first: true, easy: 5, plain: 0 }));
    table.roll("hits 2").act("RT4 from Barnard").act("RT4/1 from Barnard");
    assert!(table.has("units imperial planet:barnard: RT3"), "the Imperial takes them: {}", table.text());
    assert!(matches!(
        table.state.ground.unwrap().stage,
        GroundStage::Strike { seat: IMPERIAL, first: false, easy: 0, plain: 3 }
    ));
    let mut all = Table::new(&[], &lines.replace("RT3, RT4", "RT3"));
    all.act("to Barnard").act("stop").act("invade Barnard").roll("hits 2");
    assert!(all.state.ground.is_none() && all.has("units terran planet:barnard: JT5"), "{}", all.text());
}

/// An outpost rolls 2 dice and takes 2 hits, a world 4, a home world 6.
#[test]
fn i3m_u12_garrison() {
    let table = Table::new(&[], &format!("{FLEET}DD"));
    let garrison = |id| table.game.garrison(&table.state, table.game.map.site(id).unwrap());
    assert_eq!([garrison("agidda"), garrison("nusku"), garrison("terra")], [2, 4, 6]);
}

/// Each side takes its hits as it likes.
#[test]
fn i3m_u12_losses() {
    let mut table = at_agidda(&[], "DD, TR(RT5)", "units imperial planet:agidda: RT3");
    table.act("invade Agidda").roll("hits 1").roll("hits 0");
    assert_eq!(table.offered(), ["RT3 from Agidda", "the garrison"]);
    table.act("RT3 from Agidda");
    assert!(table.has("units imperial planet:agidda: RT3/1"));
}

/// With all defenders gone the planet is taken; for an outpost that is 1 glory.
#[test]
fn i3m_u12_taken() {
    let mut table = at_agidda(&[], "DD, TR(RT5)", "");
    table.act("invade Agidda").roll("hits 2").roll("hits 0");
    assert_eq!(table.offered(), ["keep the outpost", "destroy the outpost"]);
    assert_eq!(table.state.glory, 4);
}

#[test]
fn i3m_u12_outpost() {
    for (choice, owner) in [("keep the outpost", Some(TERRAN)), ("destroy the outpost", None)] {
        let mut table = at_agidda(&[], "DD, TR(RT5)", "");
        table.act("invade Agidda").roll("hits 2").roll("hits 0").act(choice);
        let agidda = table.game.map.site("agidda").unwrap();
        assert_eq!(table.state.planet(agidda).owner, owner);
    }
}

/// A world is 4 glory, an outpost 1; for the Terran down, for the Imperial up.
#[test]
fn i3m_u25_glory() {
    let mut table = Table::new(&[], &format!("{FLEET}DD"));
    for (taker, world, glory) in
        [(TERRAN, true, 1), (IMPERIAL, true, 5), (IMPERIAL, false, 6), (TERRAN, false, 5)]
    {
        table.game.score(&mut table.state, taker, world);
        assert_eq!(table.state.glory, glory);
    }
}

/// Where combat did not end it goes on at the end of the next segment.
#[test]
fn i3m_u12_contest() {
    let lines = "units terran planet:agidda: RT5\nfleet terran A at sol active yes known_with A\nunits terran fleet:A: DD";
    let moment = "turn 1 segment 2 mover terran first terran left 1,0 passes 1";
    let mut table = Table::at(&[], moment, lines, "activate");
    table.game.pass(&mut table.state);
    assert!(table.state.ground.is_some_and(|ground| ground.landed == [0; 2] && ground.round == 1));
}

/// On a planet that is nobody's, too, while troops of both sides are there; not in peace.
#[test]
fn i3m_u12_contest_of_a_free_planet() {
    let lines = "fleet terran A at sol active yes known_with A\nunits terran fleet:A: DD\n\
                 units terran planet:agidda: RT5";
    let moment = "turn 1 segment 2 mover terran first terran left 1,0 passes 1";
    let passed = |lines: &str, peace: u8| {
        let mut table = Table::at(&[], moment, lines, "activate");
        let agidda = table.game.map.site("agidda").unwrap();
        table.state.planets[agidda.index()] = Default::default();
        table.state.series.peace = peace;
        table.game.pass(&mut table.state);
        table
    };
    let contested = format!("{lines}\nunits imperial planet:agidda: RT3");
    let mut table = passed(&contested, 0);
    assert!(table.state.ground.is_some_and(|ground| ground.attacker == IMPERIAL));
    table.roll("hits 0").roll("hits 2");
    assert!(table.state.ground.is_none() && !table.text().contains("RT3"), "{}", table.text());
    assert!(passed(lines, 0).state.ground.is_none(), "nobody is there to fight");
    assert!(passed(&contested, 2).state.ground.is_none(), "in peace nobody fights");
}

/// Hits beyond what defences and troops can take are one outcome.
#[test]
fn i3m_u12_bombardment_hits_no_more_than_there_is() {
    let mut table = at_agidda(&[], "3 TB", "units imperial planet:agidda: RT3");
    table.act("bombard Agidda");
    assert!(matches!(table.state.battle.as_ref().unwrap().stage, Stage::Bombard { dice: 5, .. }));
    assert_eq!(table.weights().len(), 3, "0, 1, and all that RT3 takes");
}

/// Instead of landing the escorts bombard: planetary defences first, then troops.
#[test]
fn i3m_u12_bombardment() {
    let mut table = at_agidda(&[], "2 TB", "units imperial planet:agidda: PD, RT3, RT4");
    table.act("bombard Agidda");
    table.roll("hits 0");
    table.roll("hits 0");
    assert!(matches!(table.state.battle.as_ref().unwrap().stage, Stage::Bombard { dice: 3, .. }));
    table.roll("hits 3");
    assert_eq!(
        table.offered(),
        ["RT3 from Agidda", "RT4 from Agidda"],
        "the PD has taken two: {}",
        table.text()
    );
    table.act("RT4 from Agidda");
    assert!(table.has("units imperial planet:agidda: RT3, RT4/1"));
}
