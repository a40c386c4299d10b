//! Surface combat (rules 14.6) and who takes the box (15.1).

use super::*;
use crate::games::imperium::state::{Mission, Role};

/// The example of 14.6.
#[test]
fn cobb_surface_single() {
    let mut fight = Fight::new(TERRAN)
        .ground(GROUND, TERRAN, &[(JumpTroops, 1), (RegularTroops, 1), (Fighter, 1)])
        .ground(GROUND, IMPERIAL, &[(PlanetaryDefence, 1), (RegularTroops, 1)])
        .world(GROUND, IMPERIAL)
        .begin();
    assert_eq!((fight.battle().round, fight.battle().initiative), (1, TERRAN));
    let world =
        Action::Against { squad: fight.battle().alive().find(|(_, s)| s.marker).expect("the world").0 };
    // Fighter against the world, regular troops against theirs, jump troops against the planetary defence.
    let troops = fight.against(IMPERIAL, RegularTroops);
    fight.act(world).act(troops);
    // Fighter 2 at 4 and defence 2 at 5 can't hit, the world does not attack.
    fight.roll(&[2, 1], 1).roll(&[1, 5], 1).roll(&[2, 1], 1);
    assert_eq!(fight.count(IMPERIAL, PlanetaryDefence), (0, 0));
    assert_eq!((fight.count(TERRAN, RegularTroops), fight.count(IMPERIAL, RegularTroops)), ((0, 0), (0, 0)));
    // Round 2: Terran 2 + 1 (holder), and two units against one; the fighter is none of them.
    assert_eq!(fight.battle().round, 2);
    fight.roll(&[30, 3, 3], 1);
    assert_eq!(fight.battle().initiative, IMPERIAL, "dice 1 and 4: the initiative passes on");
    // The Imperial's world is matched by his choice of two.
    let trooper = fight.against(TERRAN, JumpTroops);
    fight.act(trooper);
    fight.act(Action::StayOut);
    fight.roll(&[1, 1], 1);
    assert!(fight.is_over());
    assert!(fight.state.marker(BoxId(0)).neutralised);
    assert_eq!(
        fight.state.marker(BoxId(0)).holder,
        Some(TERRAN),
        "troops alone with a neutralised marker take the box"
    );
}

#[test]
fn cobb_surface_initiative() {
    let fight = Fight::new(IMPERIAL)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 2), (JumpTroops, 1)])
        .begin();
    assert_eq!(fight.decider(), IMPERIAL, "the phasing player matches in round 1");
    assert!(matches!(fight.moment(), Moment::Match { .. }));
}

#[test]
fn cobb_surface_speed() {
    let lead = |units: &[(Class, u8)], world: bool| {
        let fight =
            Fight::new(TERRAN).ground(GROUND, TERRAN, units).ground(GROUND, IMPERIAL, &[(RegularTroops, 1)]);
        let fight = if world { fight.outpost(GROUND, TERRAN) } else { fight };
        let fight = fight.begin();
        super::super::space::lead(&fight.table, fight.battle())
    };
    assert_eq!(lead(&[(RegularTroops, 1)], false), 1);
    assert_eq!(lead(&[(Fighter, 2)], false), 3, "fighters alone: 3, and fewer other units");
    assert_eq!(lead(&[(RegularTroops, 1), (PlanetaryDefence, 1)], false), -2);
    assert_eq!(lead(&[(Fighter, 1)], true), -1, "an outpost has speed 0 and is a unit");
}

/// Any number attack one unit, each with its own die, even where what it was matched with attacks nobody.
#[test]
fn cobb_surface_single_by_many() {
    let mut fight = Fight::new(TERRAN)
        .world(GROUND, IMPERIAL)
        .ground(GROUND, TERRAN, &[(JumpTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 4)])
        .begin();
    let marker = fight.battle().alive().find(|(_, squad)| squad.marker).map(|(index, _)| index).unwrap();
    fight.act(Action::Against { squad: marker });
    for _ in 0..4 {
        let join = fight.legal()[0];
        assert!(matches!(join, Action::Against { .. }), "{:?}", fight.legal());
        fight.act(join);
    }
    let battle = fight.battle();
    let troops = || battle.alive().filter(|(_, squad)| squad.class == RegularTroops);
    assert_eq!(troops().map(|(_, squad)| squad.count).sum::<u8>(), 4);
    assert!(troops().all(|(_, squad)| matches!(squad.role, Role::Doubling { .. })), "all of them join");
}

/// The missile table with strengths; nothing adds to the die.
#[test]
fn cobb_surface_missile_crt() {
    let mut fight = Fight::new(TERRAN)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(JumpTroops, 1)])
        .begin();
    fight.hit_die(6, 5).hit_die(4, 6);
    assert_eq!(fight.count(TERRAN, RegularTroops), (0, 0));
    assert!(fight.is_over());
}

/// Strength 5 against a homeworld needs a 6, strength 4 can't.
#[test]
fn cobb_surface_strength() {
    let at = BoxId(3);
    let homeworld =
        |class| Fight::new(IMPERIAL).ground(at, IMPERIAL, &[(class, 1)]).world(at, TERRAN).begin();
    let mut fight = homeworld(JumpTroops);
    fight.hit_die(6, 6);
    assert!(fight.state.marker(BoxId(3)).neutralised);
    let mut fight = homeworld(RegularTroops);
    assert_eq!(fight.moment(), Moment::InitiativeRoll);
    let weights = fight.weights();
    fight.roll(&weights, 0);
    let weights = fight.weights();
    fight.roll(&weights, 0);
    assert!(fight.is_over(), "three rounds");
    assert!(!fight.state.marker(BoxId(3)).neutralised);
    assert_eq!(fight.state.marker(BoxId(3)).holder, Some(TERRAN));
}

/// Worlds and outposts never attack; a disrupted fighter attacks at -1 and defends with 1.
#[test]
fn cobb_surface_defend_only() {
    let mut fight = Fight::new(TERRAN)
        .add(Place::Surface(GROUND), TERRAN, Fighter, true, Cargo::Empty, 1)
        .outpost(GROUND, IMPERIAL)
        .begin();
    fight.hit_die(6, 1);
    assert_eq!(fight.moment(), Moment::InitiativeRoll, "the outpost does not shoot back");
    let fight = Fight::new(TERRAN)
        .add(Place::Surface(GROUND), TERRAN, Fighter, true, Cargo::Empty, 1)
        .ground(GROUND, IMPERIAL, &[(Fighter, 1)])
        .begin();
    assert_eq!(fight.weights(), [5, 1], "2 against 2 at -1; the other's 2 against 1 comes next");
}

#[test]
fn cobb_surface_others() {
    let fight = Fight::new(TERRAN)
        .ground(GROUND, TERRAN, &[(Transport, 2)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .begin();
    assert!(fight.is_over(), "ships in a box neither fight nor stop troops");
    let mut neutralised =
        Fight::new(TERRAN).world(GROUND, IMPERIAL).ground(GROUND, TERRAN, &[(RegularTroops, 1)]);
    neutralised.state.markers.change(BoxId(0), |marker| marker.neutralised = true);
    let fight = neutralised.begin();
    assert!(fight.is_over(), "a neutralised marker does not keep the combat going");
    assert_eq!(fight.state.marker(BoxId(0)).holder, Some(TERRAN));
}

#[test]
fn cobb_surface_rounds() {
    let mut fight = Fight::new(TERRAN)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .begin();
    for round in 1..=3 {
        assert_eq!(fight.battle().round, round);
        fight.hit_die(5, 1).hit_die(5, 1);
        if round < 3 {
            let weights = fight.weights();
            fight.roll(&weights, 0);
        }
    }
    assert!(fight.is_over());
    assert_eq!(fight.state.groups.len(), 2, "both stay");
    assert_eq!(fight.state.marker(BoxId(0)).holder, None);
}

#[test]
fn imp_15_1_box_control() {
    let holder = |fight: Fight| fight.begin().state.marker(BoxId(0)).holder;
    let empty = || Fight::new(TERRAN);
    assert_eq!(holder(empty().ground(GROUND, TERRAN, &[(RegularTroops, 1)])), Some(TERRAN));
    assert_eq!(holder(empty().ground(GROUND, TERRAN, &[(PlanetaryDefence, 1), (Fighter, 1)])), None);
    let with_ship =
        empty().ground(GROUND, TERRAN, &[(JumpTroops, 1)]).ground(GROUND, IMPERIAL, &[(Transport, 1)]);
    assert_eq!(holder(with_ship), None, "any enemy unit there prevents it");
    let own = empty().world(GROUND, TERRAN).ground(GROUND, TERRAN, &[(RegularTroops, 1)]);
    assert_eq!(holder(own), Some(TERRAN));
}

/// Troops that were drawn attack and defend with the strength of their counter.
#[test]
fn imp_15_1_troop_strength_on_the_ground() {
    let mut fight = Fight::new(TERRAN);
    for (seat, strength) in [(TERRAN, 6), (IMPERIAL, 3)] {
        let troops = Group::new(Place::Surface(GROUND), seat, RegularTroops, 1);
        fight.state.add(Group { strength, ..troops });
    }
    let mut fight = fight.begin();
    // 6 against 3 needs 2+, 3 against 6 can't hit.
    fight.hit_die(2, 2);
    assert!(fight.is_over());
    assert_eq!(fight.state.groups.at(0).strength, 6);
}

/// Units combine the strengths of their counters.
#[test]
fn imp_15_1_troop_strength_combined() {
    let base = |options: &mut Options| (options.surface, options.surface_rounds) = (false, false);
    let mut fight = Fight::new(TERRAN).with(base).ground(GROUND, IMPERIAL, &[(RegularTroops, 1)]);
    for strength in [3, 5] {
        let troops = Group::new(Place::Surface(GROUND), TERRAN, RegularTroops, 1);
        fight.state.add(Group { strength, ..troops });
    }
    let mut fight = fight.begin();
    while let Moment::Attack { .. } = fight.moment() {
        let first = fight.legal()[0];
        fight.act(first);
    }
    // 3 + 5 against 4.
    fight.hit_die(2, 2);
}

/// A bombardment that hits troops hits the strongest.
#[test]
fn imp_15_1_troop_strength_under_bombardment() {
    let mut fight = Fight::new(TERRAN).ships(TERRAN, &[(StrikeCruiser, 1)]);
    for strength in [5, 3, 4] {
        let troops = Group::new(Place::Surface(GROUND), IMPERIAL, RegularTroops, 1);
        fight.state.add(Group { strength, ..troops });
    }
    let mut fight = fight.begin();
    while !matches!(fight.moment(), Moment::StrikeRoll { .. }) {
        let bombard = fight.legal().into_iter().find(|a| !matches!(a, Action::Undertake(_))).or_else(|| {
            fight.legal().into_iter().find(|a| matches!(a, Action::Undertake(Mission::Bombard(_))))
        });
        fight.act(bombard.expect("the cruiser bombards"));
    }
    let weights = fight.weights();
    fight.roll(&weights, 1);
    let left: Vec<u8> =
        fight.state.groups.iter().filter(|g| g.seat == IMPERIAL).map(|g| g.strength).collect();
    assert_eq!(left, [3, 4]);
}
