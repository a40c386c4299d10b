//! Initiative, range, breaking off and the end of space combat (rules 14.1).

use super::*;

fn hold_fire(fight: &mut Fight) {
    let round = fight.battle().round;
    while !fight.is_over()
        && fight.battle().round == round
        && matches!(fight.moment(), Moment::Declare { .. })
    {
        fight.declare(Fire::Hold);
    }
}

/// Matches in the first way on offer.
fn match_anyhow(fight: &mut Fight) {
    while matches!(fight.moment(), Moment::Match { .. } | Moment::MatchCount { .. }) {
        let action = fight.legal()[0];
        fight.act(action);
    }
    while matches!(fight.moment(), Moment::Double { .. }) {
        fight.act(Action::StayOut);
    }
}

#[test]
fn cobb_initiative_first_round() {
    for phasing in SEATS {
        let fight =
            Fight::new(phasing).ships(TERRAN, &[(Scout, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
        let battle = fight.battle();
        assert_eq!((battle.round, battle.initiative, battle.range), (1, phasing, Range::Long));
        assert_eq!(fight.decider(), phasing, "he declares first");
    }
}

/// The first example of 14.1: lead 8 - 7 with dice 5 and 4, so 1 before the dice: 1 + 1 + 1 against 3.
#[test]
fn cobb_initiative_speed() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(StrikeCruiser, 1)])
        .disrupted(TERRAN, Battleship, 1)
        .ships(IMPERIAL, &[(LightCruiser, 2), (Scout, 1), (Monitor, 1)])
        .came_from_one()
        .begin();
    match_anyhow(&mut fight);
    hold_fire(&mut fight);
    // Terran 1 + 1 (fewer) + 1 (holder), Imperial 3: level.
    assert_eq!(fight.weights(), [15, 6, 15]);
    let mut tied = fight.clone();
    fight.roll(&[15, 6, 15], 0);
    assert_eq!(fight.battle().initiative, TERRAN);
    let ranges = [Range::Long, Range::Short, Range::Disengage].map(Action::SetRange);
    assert_eq!(fight.legal(), ranges);
    tied.roll(&[15, 6, 15], 1);
    assert_eq!((tied.battle().initiative, tied.battle().range), (IMPERIAL, Range::Long));
    assert!(!matches!(tied.moment(), Moment::ChooseRange), "a tie freezes the range");
}

#[test]
fn cobb_initiative_speed_disrupted() {
    let lead = |fight: Fight| super::super::space::lead(&fight.table, fight.battle());
    let base = || Fight::new(TERRAN).ships(IMPERIAL, &[(Destroyer, 1)]);
    assert_eq!(lead(base().ships(TERRAN, &[(Destroyer, 1)]).begin()), 1);
    assert_eq!(lead(base().disrupted(TERRAN, Destroyer, 1).begin()), 0);
    assert_eq!(lead(base().ships(TERRAN, &[(Destroyer, 1), (Tanker, 1)]).begin()), -2, "slower, more ships");
    assert_eq!(lead(base().ships(TERRAN, &[(Destroyer, 1)]).disrupted(TERRAN, Transport, 1).begin()), -3);
    assert_eq!(
        lead(base().ships(TERRAN, &[(Destroyer, 1)]).disrupted(TERRAN, Fighter, 1).begin()),
        0,
        "disrupted fighters count"
    );
}

#[test]
fn cobb_initiative_fewer() {
    let lead = |fight: Fight| super::super::space::lead(&fight.table, fight.battle());
    let base = || Fight::new(TERRAN).ships(IMPERIAL, &[(Destroyer, 2)]);
    assert_eq!(lead(base().ships(TERRAN, &[(Destroyer, 2)]).begin()), 1, "equal numbers: nobody");
    assert_eq!(
        lead(base().ships(TERRAN, &[(Destroyer, 1), (Fighter, 5)]).begin()),
        2,
        "fighters don't count"
    );
    assert_eq!(lead(base().ships(TERRAN, &[(Destroyer, 3)]).begin()), 0);
}

#[test]
fn cobb_initiative_holder() {
    // Level but for the holder: 21 of 36 against 15.
    let mut fight =
        Fight::new(IMPERIAL).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 2);
    assert_eq!((fight.battle().initiative, fight.battle().tied), (TERRAN, false));
    fight.act(Action::SetRange(Range::Long));
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 1);
    assert_eq!(
        (fight.battle().initiative, fight.battle().tied),
        (IMPERIAL, true),
        "ties pass it on every time"
    );
}

#[test]
fn cobb_initiative_tie() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 1);
    assert_eq!((fight.battle().initiative, fight.battle().range), (IMPERIAL, Range::Long));
    assert_eq!(fight.decider(), IMPERIAL, "he declares first");
    assert!(matches!(fight.moment(), Moment::Declare { .. }));
}

#[test]
fn cobb_range_steps() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    assert!(fight.legal().iter().all(|a| !matches!(a, Action::SetRange(_))), "none in round 1");
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 0);
    assert_eq!(fight.legal(), [Range::Long, Range::Short, Range::Disengage].map(Action::SetRange));
    fight.act(Action::SetRange(Range::Short));
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 0);
    let refused = fight.try_act(Action::SetRange(Range::Disengage)).unwrap_err();
    assert_eq!(refused.rule, "cobb.range.steps");
    assert_eq!(fight.legal(), [Range::Long, Range::Short].map(Action::SetRange), "one step a round");
}

/// `cobb.range.one_step` is the same list seen from short range.
#[test]
fn cobb_range_one_step() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Destroyer, 1)])
        .ships(IMPERIAL, &[(Destroyer, 1)])
        .begin()
        .at_short_range();
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 0).act(Action::SetRange(Range::Long));
    assert_eq!(fight.battle().range, Range::Long);
}

/// The second example of 14.1.
#[test]
fn cobb_disengage_fighters() {
    let aboard = Cargo::Fighters { sound: 5, disrupted: 0 };
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Destroyer, 2)])
        .ships(IMPERIAL, &[(Fighter, 3), (Monitor, 1), (Destroyer, 1)])
        .disrupted(IMPERIAL, Destroyer, 1)
        .add(Place::Space(HERE), IMPERIAL, Mothership, false, aboard, 1)
        .begin();
    match_anyhow(&mut fight);
    hold_fire(&mut fight);
    // Terran 3 + 1 (fewer) + 1 (holder), Imperial 2 (a disrupted destroyer is his slowest): 3 ahead.
    fight.roll(&[30, 3, 3], 2);
    assert_eq!(fight.battle().initiative, IMPERIAL);
    fight.act(Action::SetRange(Range::Disengage));
    assert_eq!(fight.legal(), [Action::Count(0), Action::Count(1)], "five of six are aboard");
    fight.act(Action::Count(1));
    let retreats: Vec<_> = [1, 2, 3].map(|id| Action::Retreat(SystemId(id))).into();
    assert_eq!(fight.legal(), retreats);
    fight.act(Action::Retreat(SystemId(1)));
    let gone: Vec<_> = fight.state.groups.iter().filter(|g| g.place == Place::Space(SystemId(1))).collect();
    assert_eq!(gone.len(), 3, "both destroyers and the mothership, together");
    assert!(gone.iter().any(|g| g.cargo == Cargo::Fighters { sound: 6, disrupted: 0 }));
    let battle = fight.battle();
    assert_eq!((battle.round, battle.range, battle.initiative), (3, Range::Long, IMPERIAL));
    assert_eq!(fight.count(IMPERIAL, Fighter), (2, 0), "what can't leave stays and is not lost");
    // Imperial 3 + 1 (fewer: one against two) + 1 (holder), Terran 3: 2 ahead.
    assert_eq!(fight.weights(), [26, 4, 6]);
}

#[test]
fn cobb_disengage_jump() {
    // Phasing: back the way it came, all of it, disrupted ships too; nobody left ends the combat.
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Destroyer, 1)])
        .disrupted(TERRAN, Transport, 1)
        .ships(IMPERIAL, &[(Destroyer, 1)])
        .came_from_one()
        .begin();
    hold_fire(&mut fight);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage));
    assert!(fight.is_over(), "the only way out is taken at once, and the combat is over");
    assert!(
        fight.state.groups.iter().filter(|g| g.seat == TERRAN).all(|g| g.place == Place::Space(SystemId(1)))
    );
}

#[test]
fn cobb_disengage_jump_needs_a_destination() {
    // Enemy combat ships stand at the only way out; an own marker there would open it.
    let blocked = || {
        Fight::new(TERRAN)
            .ships(TERRAN, &[(Destroyer, 1)])
            .ships(IMPERIAL, &[(Destroyer, 1)])
            .add(Place::Space(SystemId(1)), IMPERIAL, Scout, false, Cargo::Empty, 1)
            .came_from_one()
    };
    let mut fight = blocked().begin();
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 0);
    assert_eq!(fight.legal(), [Range::Long, Range::Short].map(Action::SetRange));
    let mut fight = blocked().outpost(BoxId(2), TERRAN).begin();
    hold_fire(&mut fight);
    fight.roll(&[21, 5, 10], 0);
    assert!(fight.legal().contains(&Action::SetRange(Range::Disengage)));
    // Monitors and fighters never leave by themselves.
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Monitor, 1), (Fighter, 1)])
        .ships(IMPERIAL, &[(Destroyer, 2)])
        .begin();
    match_anyhow(&mut fight);
    hold_fire(&mut fight);
    let weights = fight.weights();
    fight.roll(&weights, 0);
    assert_eq!(fight.legal(), [Range::Long, Range::Short].map(Action::SetRange));
}

#[test]
fn cobb_disengage_jump_needs_fuel_in_a_tertiary_system() {
    let there =
        |fight: Fight, seat, class| fight.add(Place::Space(TERTIARY), seat, class, false, Cargo::Empty, 1);
    let both = || there(there(Fight::new(TERRAN), TERRAN, Destroyer), IMPERIAL, Destroyer);
    let ranges = |mut fight: Fight| {
        hold_fire(&mut fight);
        let weights = fight.weights();
        fight.roll(&weights, 0);
        fight.legal().len()
    };
    assert_eq!(ranges(both().begin()), 2);
    assert_eq!(ranges(there(both(), TERRAN, Tanker).begin()), 3, "a tanker fuels the fleet");
}

#[test]
fn imp_4_1_stand_off() {
    // Three quiet rounds, and the phasing side must go.
    let mut fight =
        Fight::new(IMPERIAL).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    for _ in 0..2 {
        hold_fire(&mut fight);
        fight.roll(&[21, 5, 10], 0).act(Action::SetRange(Range::Long));
    }
    hold_fire(&mut fight);
    assert!(matches!(fight.moment(), Moment::ChooseRetreat { .. }));
    assert_eq!(fight.decider(), IMPERIAL);
    fight.act(Action::Retreat(SystemId(2)));
    assert!(fight.is_over());
    assert_eq!(fight.state.groups.iter().filter(|g| g.place == Place::Space(HERE)).count(), 1);
    // Where it can't, both share the hex.
    let mut fight =
        Fight::new(IMPERIAL).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Monitor, 1)]).begin();
    for _ in 0..2 {
        hold_fire(&mut fight);
        fight.roll(&[21, 5, 10], 0).act(Action::SetRange(Range::Long));
    }
    hold_fire(&mut fight);
    assert!(fight.is_over());
    assert_eq!(fight.state.groups.len(), 2);
}

#[test]
fn imp_4_1_begins_with_line_ships_only() {
    let fight = Fight::new(TERRAN).ships(TERRAN, &[(Transport, 1)]).ships(IMPERIAL, &[(Tanker, 1)]).begin();
    assert!(fight.is_over(), "transports pass each other");
}

/// `cobb.allocation.layout`: who has not the initiative is matched; the rest of a plan follows by itself.
#[test]
fn cobb_allocation_layout() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(LightCruiser, 1), (Destroyer, 1)])
        .ships(IMPERIAL, &[(LightCruiser, 1), (Destroyer, 2)])
        .begin();
    assert_eq!(fight.decider(), IMPERIAL);
    let options = [fight.against(TERRAN, Destroyer), fight.against(TERRAN, LightCruiser)];
    assert_eq!(fight.legal(), options, "two destroyers: one of them is matched at least");
    let cruiser = fight.against(TERRAN, LightCruiser);
    fight.act(cruiser);
    // The second destroyer stays out (its chance at the Terran destroyer is gone) or the light cruiser does.
    assert!(matches!(fight.moment(), Moment::Double { .. }), "{:?}", fight.moment());
    assert_eq!(fight.decider(), IMPERIAL);
}

/// Support ships beyond the line's number are open to surplus ships, at most two to one.
#[test]
fn imp_4_1_allocation() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(Destroyer, 1), (Transport, 2)])
        .ships(IMPERIAL, &[(Destroyer, 4)])
        .begin();
    assert!(matches!(fight.moment(), Moment::Double { .. }));
    let destroyer = fight.against(TERRAN, Destroyer);
    let transport = fight.against(TERRAN, Transport);
    assert_eq!(fight.legal(), [destroyer, transport, Action::StayOut]);
    fight.act(destroyer);
    assert_eq!(fight.legal(), [transport, Action::StayOut], "two attackers are the most");
    fight.act(transport);
    // One transport is uncovered; the last destroyer may join against it.
    let Moment::Double { .. } = fight.moment() else { panic!("{:?}", fight.moment()) };
    assert_eq!(fight.legal().len(), 2);
    assert_eq!(
        fight
            .battle()
            .alive()
            .filter(|(_, s)| s.class == Transport && s.role != crate::games::imperium::state::Role::Out)
            .map(|(_, s)| s.count)
            .sum::<u8>(),
        1
    );
}

#[test]
fn cobb_allocation_declare() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    assert_eq!(fight.decider(), TERRAN);
    fight.declare(Fire::Missile);
    assert_eq!(fight.decider(), IMPERIAL, "he declares knowing it");
}

#[test]
fn imp_15_1_combat_rounds_max() {
    let mut fight =
        Fight::new(IMPERIAL).ships(TERRAN, &[(Monitor, 1)]).ships(IMPERIAL, &[(Scout, 1)]).begin();
    fight.table.combat.quiet_rounds = 100;
    for round in 1..12 {
        assert_eq!(fight.battle().round, round);
        hold_fire(&mut fight);
        let weights = fight.weights();
        fight.roll(&weights, 0).act(Action::SetRange(Range::Long));
    }
    hold_fire(&mut fight);
    assert!(matches!(fight.moment(), Moment::ChooseRetreat { .. }));
}
