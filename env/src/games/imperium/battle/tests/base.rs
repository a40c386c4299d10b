//! The base rules of space combat (rules 4), with the fix kit off.

use super::super::departure::destinations;
use super::*;

fn base(options: &mut Options) {
    (options.initiative, options.hits, options.fire) = (false, false, false);
    (options.surface, options.surface_rounds) = (false, false);
}

fn fight(phasing: Seat) -> Fight {
    Fight::new(phasing).with(base)
}

/// Everybody fights on and holds his fire until the next roll.
fn hold_fire(fight: &mut Fight) {
    loop {
        match fight.moment() {
            Moment::BreakOff { .. } => fight.act(Action::FightOn),
            Moment::Declare { .. } => fight.declare(Fire::Hold),
            Moment::Double { .. } => fight.act(Action::StayOut),
            _ => return,
        };
    }
}

/// Both sides fight on.
fn fight_on(fight: &mut Fight) -> &mut Fight {
    while let Moment::BreakOff { .. } = fight.moment() {
        fight.act(Action::FightOn);
    }
    fight
}

/// Round 2 at short range, picked by the phasing side, both fighting on.
fn at_short_range(mut fight: Fight) -> Fight {
    hold_fire(&mut fight);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Short));
    fight_on(&mut fight);
    fight
}

fn fires(fight: &Fight) -> Vec<Fire> {
    let fire = |action| if let Action::Declare(fire) = action { Some(fire) } else { None };
    fight.legal().into_iter().filter_map(fire).collect()
}

/// Each side rolls, the smaller one adds 1, fighters counted; the higher die picks long or short.
#[test]
fn imp_4_1_range() {
    let ships = [(TERRAN, [(Destroyer, 1), (Fighter, 1)]), (IMPERIAL, [(Destroyer, 1), (Scout, 1)])];
    let [(_, terran), (_, imperial)] = ships;
    let mut even = fight(IMPERIAL).ships(TERRAN, &terran).ships(IMPERIAL, &imperial).begin();
    assert_eq!((even.battle().round, even.battle().range), (1, Range::Long), "nobody rolls in round 1");
    while !matches!(even.moment(), Moment::BreakOff { .. }) {
        let legal = even.legal();
        even.act(legal[0]);
    }
    hold_fire(&mut even);
    assert_eq!(even.weights(), [15, 6, 15], "two ships on both sides; speed, class and holder give nothing");
    even.roll(&[15, 6, 15], 2);
    assert_eq!(even.decider(), TERRAN);
    assert_eq!(even.legal(), [Range::Long, Range::Short].map(Action::SetRange), "no disengage range");
}

#[test]
fn imp_4_1_range_of_the_smaller_side() {
    let mut fight = fight(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 2)]).begin();
    let mut other = fight.clone();
    hold_fire(&mut fight);
    // +1 for the Terran, who picked the range before: as if he were one ahead.
    fight.roll(&[21, 5, 10], 0).act(Action::SetRange(Range::Short));
    hold_fire(&mut fight);
    // A tie leaves the range as it is, and with it who picked it.
    fight.roll(&[21, 5, 10], 1);
    assert_eq!((fight.battle().range, fight.battle().initiative), (Range::Short, TERRAN));
    hold_fire(&mut other);
    other.roll(&[21, 5, 10], 2).act(Action::SetRange(Range::Short));
    hold_fire(&mut other);
    assert_eq!(other.weights(), [10, 5, 21], "now the Imperial is the one who picked it");
}

/// With the fix kit's fire but not its initiative, who picked the range has what the initiative gives there.
#[test]
fn imp_4_1_range_gives_special_fire() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.initiative = false)
        .ships(TERRAN, &[(LightCruiser, 1)])
        .ships(IMPERIAL, &[(LightCruiser, 1)])
        .begin();
    fight_on(&mut fight);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget]);
    hold_fire(&mut fight);
    fight.roll(&[15, 6, 15], 2).act(Action::SetRange(Range::Long));
    fight_on(&mut fight);
    assert_eq!(fight.decider(), IMPERIAL);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget]);
    fight.declare(Fire::Hold);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile]);
}

/// Who breaks off does not fire, takes the other's fire, then jumps; fighters in space are lost, monitors stay.
#[test]
fn imp_4_1_disengage() {
    let aboard = Cargo::Fighters { sound: 2, disrupted: 0 };
    let mut fight = fight(IMPERIAL)
        .ships(TERRAN, &[(MissileBoat, 1)])
        .ships(IMPERIAL, &[(Monitor, 1), (Fighter, 1), (Destroyer, 1)])
        .add(Place::Space(HERE), IMPERIAL, Mothership, false, aboard, 1)
        .came_from_one()
        .begin();
    let boat = fight.against(TERRAN, MissileBoat);
    fight.act(boat).act(Action::StayOut).act(Action::StayOut);
    assert_eq!((fight.decider(), fight.battle().round), (IMPERIAL, 1), "in round 1, too");
    fight.act(Action::BreakOff).act(Action::FightOn);
    assert_eq!(fight.decider(), TERRAN, "who breaks off declares nothing");
    fight.declare(Fire::Missile);
    // Missiles 6 at screen 2: 2+. It is missed and leaves the way it came, with the mothership.
    fight.hit_die(2, 1);
    let gone: Vec<_> = fight.state.groups.iter().filter(|g| g.place == Place::Space(SystemId(1))).collect();
    assert_eq!(gone.iter().map(|g| g.class).collect::<Vec<_>>(), [Destroyer, Mothership]);
    assert_eq!(fight.count(IMPERIAL, Fighter), (0, 0), "the fighter in space is lost");
    assert_eq!(fight.state.sides[1].destroyed[Fighter.index()], 1);
    assert_eq!(fight.count(IMPERIAL, Monitor), (1, 0));
    assert_eq!((fight.battle().round, fight.moment()), (2, Moment::InitiativeRoll), "the monitor fights on");
}

#[test]
fn imp_4_1_disengage_needs_a_way_out() {
    let mut fight = fight(TERRAN).ships(TERRAN, &[(Monitor, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    assert_eq!(fight.moment(), Moment::BreakOff { seat: IMPERIAL }, "the monitor can't leave");
    fight.act(Action::BreakOff);
    fight.declare(Fire::Hold);
    assert_eq!(fight.moment(), Moment::ChooseRetreat { seat: IMPERIAL });
    fight.act(Action::Retreat(SystemId(2)));
    assert!(fight.is_over());
    // The ships that could jump may all be lost in the fire that they take.
    let mut lost =
        super::base::fight(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(Scout, 1)]).begin();
    lost.act(Action::FightOn).act(Action::BreakOff).declare(Fire::Missile);
    lost.hit_die(4, 6);
    assert!(lost.is_over());
    assert_eq!(lost.count(IMPERIAL, Scout), (0, 0));
}

/// To a friendly system or an empty one, where no marker of either side is; by the fix kit enemy markers don't matter.
#[test]
fn imp_13_19_retreat_by_the_base_rules() {
    for (initiative, open) in [(false, 0b1000), (true, 0b1110)] {
        let fight = fight(TERRAN)
            .with(|options| options.initiative = initiative)
            .ships(TERRAN, &[(Destroyer, 1)])
            .ships(IMPERIAL, &[(Destroyer, 1)])
            .outpost(BoxId(2), TERRAN)
            .outpost(BoxId(3), IMPERIAL);
        let mut fight = fight.begin();
        fight.state.markers.change(BoxId(3), |marker| marker.neutralised = true);
        assert_eq!(destinations(&fight.table, &fight.state, IMPERIAL), open, "kit: {initiative}");
        fight.state.markers.change(BoxId(3), |marker| marker.neutralised = false);
        assert_eq!(destinations(&fight.table, &fight.state, IMPERIAL), open | 0b0100, "kit: {initiative}");
    }
}

/// Who left a battle fights no second one in the same phase, though both sides are where he went.
#[test]
fn imp_3_1_combat_of_those_who_left() {
    let mut fight = fight(TERRAN)
        .ships(TERRAN, &[(Destroyer, 1)])
        .ships(IMPERIAL, &[(Destroyer, 1)])
        .add(Place::Space(SystemId(1)), TERRAN, Tanker, false, Cargo::Empty, 1)
        .outpost(BoxId(2), IMPERIAL)
        .begin();
    fight.act(Action::FightOn).act(Action::BreakOff).declare(Fire::Hold);
    fight.act(Action::Retreat(SystemId(1)));
    assert!(fight.is_over());
    assert!(fight.state.groups.iter().all(|group| group.used.is_nothing()), "in the next phase he may");
}

/// Both leave: nobody fires.
#[test]
fn imp_4_1_disengage_of_both() {
    let mut fight = fight(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    fight.act(Action::BreakOff).act(Action::BreakOff);
    assert_eq!(fight.decider(), TERRAN);
    fight.act(Action::Retreat(SystemId(1))).act(Action::Retreat(SystemId(2)));
    assert!(fight.is_over());
    assert!(fight.state.groups.iter().all(|g| g.place != Place::Space(HERE)));
}

/// Three rounds without fire: the phasing side must go.
#[test]
fn imp_4_1_stand_off_by_the_base_rules() {
    let mut fight =
        fight(IMPERIAL).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    for round in 1..=3 {
        assert_eq!(fight.battle().round, round);
        hold_fire(&mut fight);
        if round < 3 {
            fight.roll(&[15, 6, 15], 1);
        }
    }
    assert_eq!(fight.moment(), Moment::ChooseRetreat { seat: IMPERIAL });
    fight.act(Action::Retreat(SystemId(2)));
    assert!(fight.is_over());
}

/// Everything in a round is fired at once: beams and missiles of ships that destroy each other.
#[test]
fn imp_4_1_fire_at_once() {
    let fight = at_short_range(
        fight(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(LightCruiser, 1)]).begin(),
    );
    let mut fight = fight;
    fight.declare(Fire::Beam).declare(Fire::Missile);
    assert_eq!(fight.moment(), Moment::FireRoll { step: 2, squad: 0 });
    // Beams 5 at 3: 3+; missiles 4 at 3, short range: 5+.
    fight.hit_die(3, 6).hit_die(5, 6);
    assert!(fight.is_over());
    assert!(fight.state.groups.is_empty(), "a hit destroys");
}

/// A stronger attack with missiles, once: the developer's chances against the Terran monitor.
#[test]
fn imp_4_2_high_intensity() {
    for (class, needed) in [(LightCruiser, 6), (HeavyCruiser, 5)] {
        let mut fight = fight(IMPERIAL).ships(TERRAN, &[(Monitor, 1)]).ships(IMPERIAL, &[(class, 1)]).begin();
        fight_on(&mut fight);
        assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::HighIntensity], "no Time on Target");
        fight.declare(Fire::HighIntensity);
        fight.declare(Fire::Hold).hit_die(needed, 1);
        // The racks are empty: only beams are left, and those at short range.
        fight.roll(&[15, 6, 15], 0).act(Action::SetRange(Range::Short));
        fight_on(&mut fight);
        assert_eq!(fires(&fight), [Fire::Hold, Fire::Beam, Fire::Suicide]);
    }
}

/// At short range it has what short-range missiles have: -1 on the die.
#[test]
fn imp_4_2_high_intensity_at_short_range() {
    let mut fight = at_short_range(
        fight(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(GreatBattleship, 1)]).begin(),
    );
    fight.declare(Fire::HighIntensity).declare(Fire::Hold);
    // Missiles 6 + 2 at 7: 4+, with -1 5+.
    fight.hit_die(5, 5);
    assert!(fight.is_over());
}

/// Ships with empty racks keep them after the battle, and bombard nothing.
#[test]
fn imp_4_2_high_intensity_is_no_bombardment() {
    let mut fight = fight(TERRAN)
        .ships(TERRAN, &[(StrikeCruiser, 1)])
        .ships(IMPERIAL, &[(Scout, 1)])
        .outpost(GROUND, IMPERIAL)
        .begin();
    fight_on(&mut fight);
    fight.declare(Fire::HighIntensity);
    if let Moment::Declare { .. } = fight.moment() {
        fight.declare(Fire::Hold);
    }
    fight.hit_die(2, 2);
    assert!(fight.is_over(), "above the outpost the cruiser can do nothing");
    assert!(fight.state.groups.at(0).spent);
    assert!(!fight.state.marker(BoxId(0)).neutralised);
}

/// Both sides may make suicide attacks, whoever picked the range.
#[test]
fn imp_4_2_suicide_of_both_sides() {
    let mut fight = at_short_range(
        fight(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(LightCruiser, 1)]).begin(),
    );
    let all = [Fire::Hold, Fire::Beam, Fire::Missile, Fire::Suicide, Fire::HighIntensity];
    assert_eq!(fires(&fight), all);
    fight.declare(Fire::Beam);
    assert_eq!(fires(&fight), all);
    fight.declare(Fire::Suicide);
    // The Terran, who declared first, stands by his beams: both fire at once, and his can't matter.
    fight.act(Action::Done);
    // Beams 2 + 2 at 3: 4+.
    fight.hit_die(4, 6);
    assert!(fight.is_over());
    assert!(fight.state.groups.is_empty(), "the attacker is lost whether it hits or not");
}

/// Who declared first may use his one shot for defence when he learns of a suicide attack; it comes first.
#[test]
fn imp_4_2_defensive() {
    let mut fight = at_short_range(
        fight(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(LightCruiser, 1)]).begin(),
    );
    fight.declare(Fire::Missile).declare(Fire::Suicide);
    assert_eq!((fight.decider(), fight.moment()), (TERRAN, Moment::Defend { squad: 0 }));
    let keep = [Action::Done, Action::Declare(Fire::DefensiveBeam), Action::Declare(Fire::DefensiveMissile)];
    assert_eq!(fight.legal(), keep);
    fight.declare(Fire::DefensiveBeam);
    assert_eq!(fight.moment(), Moment::FireRoll { step: 1, squad: 0 });
    fight.hit_die(3, 3);
    assert!(fight.is_over(), "the attacker is destroyed and does not attack");
    assert_eq!(fight.count(TERRAN, LightCruiser), (1, 0));
}

/// With disruption an attacker that lives through the defence attacks with -1.
#[test]
fn imp_4_2_defensive_with_disruption() {
    let with_hits = |options: &mut Options| {
        base(options);
        options.hits = true;
    };
    let mut fight = at_short_range(
        Fight::new(TERRAN)
            .with(with_hits)
            .ships(TERRAN, &[(LightCruiser, 1)])
            .ships(IMPERIAL, &[(LightCruiser, 1)])
            .begin(),
    );
    fight.declare(Fire::Hold).declare(Fire::Suicide).declare(Fire::DefensiveBeam);
    fight.hit_die(3, 3).screen_die(3, 1);
    assert_eq!(fight.moment(), Moment::FireRoll { step: 2, squad: 1 });
    fight.hit_die(5, 4);
    assert!(fight.is_over());
}

/// `cobb_keep_base_breakoff`: breaking off under fire beside disengaging.
#[test]
fn reading_keep_base_breakoff() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.keep_base_breakoff = true)
        .ships(TERRAN, &[(Destroyer, 1)])
        .ships(IMPERIAL, &[(Destroyer, 1)])
        .begin();
    fight.act(Action::FightOn).act(Action::BreakOff);
    assert_eq!(fight.decider(), TERRAN);
    fight.declare(Fire::Hold).act(Action::Retreat(SystemId(2)));
    assert!(fight.is_over());
}

/// `cobb_disengage_fire`: one normal missile shot a ship at those who disengage, before they jump.
#[test]
fn reading_disengage_fire_parting() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.parting_fire = true)
        .ships(TERRAN, &[(Destroyer, 1), (Monitor, 1)])
        .ships(IMPERIAL, &[(StrikeCruiser, 1)])
        .begin();
    while fight.battle().round == 1 {
        let legal = fight.legal();
        let hold = Action::Declare(Fire::Hold);
        fight.act(if legal.contains(&hold) { hold } else { legal[0] });
    }
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage));
    assert_eq!(fight.decider(), IMPERIAL, "only he fires, and only at the destroyer");
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile]);
    // Missiles 7 at 2: 2+, no modifier of short range.
    fight.declare(Fire::Missile).hit_die(2, 2).screen_die(2, 1);
    fight.act(Action::Retreat(SystemId(1)));
    assert_eq!(fight.count(TERRAN, Destroyer), (0, 1), "disrupted, it leaves");
    assert_eq!((fight.battle().round, fight.battle().range), (3, Range::Long));
    assert_eq!(fight.count(TERRAN, Monitor), (1, 0));
}

/// `cobb_disengage_disrupted`: disrupted ships roll their number or more to leave; who fails stays.
#[test]
fn reading_disengage_disrupted_roll() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.disengage_roll = true)
        .disrupted(TERRAN, Destroyer, 2)
        .disrupted(TERRAN, Scout, 1)
        .ships(IMPERIAL, &[(Monitor, 3)])
        .begin();
    while fight.battle().round == 1 {
        let legal = fight.legal();
        let hold = Action::Declare(Fire::Hold);
        fight.act(if legal.contains(&hold) { hold } else { legal[0] });
    }
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage)).act(Action::Retreat(SystemId(1)));
    // Number 2: each of two destroyers leaves on 2 to 6; a scout, number 1, never fails.
    fight.roll(&[1, 10, 25], 1);
    let gone: Vec<_> = fight.state.groups.iter().filter(|g| g.place == Place::Space(SystemId(1))).collect();
    assert_eq!(gone.iter().map(|g| (g.class, g.count)).collect::<Vec<_>>(), [(Scout, 1), (Destroyer, 1)]);
    assert_eq!(fight.battle().alive().filter(|(_, s)| s.seat == TERRAN).count(), 1, "one stays");
}

/// `cobb_disengage_rest`: whatever stays behind, the combat is over until the next combat phase.
#[test]
fn reading_disengage_rest_end() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.disengage_ends = true)
        .ships(TERRAN, &[(Destroyer, 1), (Monitor, 1)])
        .ships(IMPERIAL, &[(StrikeCruiser, 1)])
        .begin();
    while fight.battle().round == 1 {
        let legal = fight.legal();
        let hold = Action::Declare(Fire::Hold);
        fight.act(if legal.contains(&hold) { hold } else { legal[0] });
    }
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage)).act(Action::Retreat(SystemId(1)));
    assert!(fight.is_over());
    assert_eq!(fight.state.groups.iter().filter(|g| g.place == Place::Space(HERE)).count(), 2);
}
