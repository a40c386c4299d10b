//! How many shots a ship has in a round, whether defence comes before suicide attacks, and where those who leave go.

use super::*;

/// The kinds of fire that the squad at hand may declare.
fn fires(fight: &Fight) -> Vec<Fire> {
    let fire = |action| if let Action::Declare(fire) = action { Some(fire) } else { None };
    fight.legal().into_iter().filter_map(fire).collect()
}

/// A Terran light cruiser (5-2-3) against an Imperial one (2-4-3) at short range, the Imperial with the initiative.
fn cruisers(change: impl Fn(&mut Options)) -> Fight {
    let fight = Fight::new(IMPERIAL).with(change).ships(TERRAN, &[(LightCruiser, 1)]);
    fight.ships(IMPERIAL, &[(LightCruiser, 1)]).begin().at_short_range()
}

fn per_weapon(options: &mut Options) {
    options.shot_per_weapon = true;
}

/// One shot a round, beam or missile.
#[test]
fn cobb_fire_shots() {
    let mut fight = cruisers(|_| ());
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Beam, Fire::Missile, Fire::TimeOnTarget, Fire::Suicide]);
    fight.declare(Fire::Missile);
    assert_eq!(fight.decider(), TERRAN, "the next ship declares");
    fight.declare(Fire::Beam);
    // Beam 5 against 3 in step 3, then missiles 4 against 3 with -1 in step 4, and no more.
    fight.hit_die(3, 1).hit_die(5, 1);
    assert_eq!(fight.moment(), Moment::InitiativeRoll);
}

/// At short range a beam shot and a missile shot, each in its step.
#[test]
fn cobb_fire_shots_for_each_weapon() {
    let mut fight = cruisers(per_weapon);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Beam, Fire::Suicide], "the beam shot comes first");
    fight.declare(Fire::Beam);
    assert!(matches!(fight.moment(), Moment::DeclareSecond { .. }));
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget]);
    fight.declare(Fire::TimeOnTarget).declare(Fire::Beam).declare(Fire::Missile);
    // Step 3: beams 2 and 5 against 3; step 4: missiles 2 against 3 with -1; step 5: 4 against 3 with -1 and +1.
    fight.hit_die(3, 1).hit_die(6, 1);
    let missed = fight.clone();
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 5, .. }), "2 against 3 with -1 needs a 7");
    fight.hit_die(4, 4).screen_die(3, 2);
    assert_eq!(fight.count(TERRAN, LightCruiser), (0, 1));
    let mut missed = missed;
    missed.hit_die(4, 3);
    assert_eq!(missed.moment(), Moment::InitiativeRoll);
}

/// A ship without beams, and every ship at long range, has only its missiles.
#[test]
fn cobb_fire_shots_of_one_weapon() {
    let fight = Fight::new(IMPERIAL).with(per_weapon).ships(TERRAN, &[(MissileBoat, 1)]);
    let mut fight = fight.ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget], "long range");
    fight.declare(Fire::Hold);
    assert_eq!(fight.decider(), TERRAN);
    fight.declare(Fire::Hold);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Short));
    fight.declare(Fire::Hold).declare(Fire::Hold);
    assert_eq!((fight.decider(), fires(&fight)), (TERRAN, vec![Fire::Hold, Fire::Missile]));
}

/// A suicide attacker is gone after step 2 and has no missile shot; its target may defend with both weapons.
#[test]
fn cobb_fire_shots_in_a_suicide_attack() {
    let mut fight = cruisers(per_weapon);
    fight.declare(Fire::Suicide);
    assert_eq!((fight.decider(), fires(&fight)), (TERRAN, vec![Fire::Hold, Fire::Beam, Fire::DefensiveBeam]));
    fight.declare(Fire::DefensiveBeam);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::DefensiveMissile]);
    fight.declare(Fire::DefensiveMissile);
    // Beam 5 against 3; missiles 2 against 3 with -1 can't hit. The disrupted attacker: 2 + 2 against 3 with -1.
    fight.hit_die(3, 3).screen_die(3, 1);
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 2, .. }));
    fight.hit_die(5, 1);
    assert!(fight.is_over(), "the attacker is gone");
    assert_eq!(fight.count(TERRAN, LightCruiser), (1, 0));
}

/// A normal beam shot may go with defensive missiles, which come first.
#[test]
fn cobb_fire_shots_in_order_of_their_steps() {
    let fight = Fight::new(IMPERIAL).with(per_weapon).ships(TERRAN, &[(LightCruiser, 1)]);
    let mut fight = fight.ships(IMPERIAL, &[(Destroyer, 1)]).begin().at_short_range();
    fight.declare(Fire::Suicide).declare(Fire::Beam).declare(Fire::DefensiveMissile);
    let own = fight.squad(TERRAN, LightCruiser).1;
    assert_eq!((own.fire, own.second), (Fire::DefensiveMissile, Fire::Beam));
    // Missiles 2 against 2 with -1.
    fight.hit_die(6, 6).screen_die(2, 2);
    assert!(fight.is_over(), "the attacker is destroyed in step 1");
}

/// Defensive fire is the ship's shot of the round.
#[test]
fn cobb_fire_defensive() {
    let mut fight = cruisers(|_| ());
    fight.declare(Fire::Suicide);
    let kinds = [Fire::Hold, Fire::Beam, Fire::Missile, Fire::DefensiveBeam, Fire::DefensiveMissile];
    assert_eq!(fires(&fight), kinds);
    fight.declare(Fire::DefensiveBeam);
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 1, .. }), "nothing more to declare");
}

/// As a bonus it comes on top: of two attackers one is fired at in defence, the other normally.
#[test]
fn cobb_fire_defensive_on_top() {
    let fight = Fight::new(IMPERIAL).with(|options| options.defensive_bonus = true);
    let fight =
        fight.ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(Destroyer, 1), (LightCruiser, 1)]);
    let mut fight = fight.begin();
    loop {
        match fight.moment() {
            Moment::Declare { .. } if fight.battle().round == 2 => break,
            Moment::Declare { .. } => fight.declare(Fire::Hold),
            Moment::InitiativeRoll => {
                let weights = fight.weights();
                fight.roll(&weights, 0)
            }
            Moment::ChooseRange => fight.act(Action::SetRange(Range::Short)),
            _ => {
                let first = fight.legal().into_iter().find(|action| matches!(action, Action::Against { .. }));
                fight.act(first.expect("both of them go for the cruiser"))
            }
        };
    }
    let (destroyer, cruiser) = (fight.squad(IMPERIAL, Destroyer).0, fight.squad(IMPERIAL, LightCruiser).0);
    while fight.decider() == IMPERIAL {
        let Moment::Declare { squad } = fight.moment() else { panic!("{:?}", fight.moment()) };
        fight.declare(if squad == destroyer { Fire::Suicide } else { Fire::Beam });
    }
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Beam, Fire::Missile], "the normal shot");
    fight.declare(Fire::Beam).act(Action::Against { squad: cruiser });
    assert_eq!(fires(&fight), [Fire::Hold, Fire::DefensiveBeam, Fire::DefensiveMissile], "and the defence");
    fight.declare(Fire::DefensiveBeam);
    // Step 1: beams 5 against 2; step 3: beams 5 against 3, and 2 against 3.
    fight.hit_die(2, 2).screen_die(2, 2);
    assert_eq!(fight.count(IMPERIAL, Destroyer), (0, 0));
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 3, .. }));
    fight.hit_die(3, 3).hit_die(6, 1).screen_die(3, 3);
    assert!(fight.is_over());
}

/// Dice that can't matter are not rolled: no defence is needed where a suicide attack can't succeed, and no die says
/// whether a ship is disrupted that will be hit for certain, and do nothing, before the round is over.
#[test]
fn cobb_fire_steps_without_idle_dice() {
    let fight = Fight::new(IMPERIAL).ships(TERRAN, &[(Battleship, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]);
    let mut fight = fight.begin().at_short_range();
    fight.declare(Fire::Suicide).declare(Fire::DefensiveBeam);
    assert!(fight.is_over(), "beams 1 + 2 can't hit screen 6");
    assert_eq!(fight.count(IMPERIAL, Destroyer), (0, 0));

    // Missiles 1 at 2 from the scout, then Time on Target 5 at 2, and 5 at 1 if it is disrupted: never a miss.
    let fight = Fight::new(TERRAN).ships(TERRAN, &[(Scout, 1), (AttackCruiser, 1)]);
    let mut fight = fight.ships(IMPERIAL, &[(Destroyer, 1)]).begin();
    while !matches!(fight.moment(), Moment::Declare { .. }) {
        let action = fight.legal().into_iter().find(|action| matches!(action, Action::Against { .. }));
        fight.act(action.unwrap_or(Action::StayOut));
    }
    let scout = fight.squad(TERRAN, Scout).0;
    while let Moment::Declare { squad } = fight.moment() {
        let fire = match (fight.decider(), squad) {
            (TERRAN, squad) if squad == scout => Fire::Missile,
            (TERRAN, _) => Fire::TimeOnTarget,
            _ => Fire::Hold,
        };
        fight.declare(fire);
    }
    fight.hit_die(6, 6);
    assert!(fight.is_over(), "no die of the destroyer's screen");
    assert_eq!(fight.count(IMPERIAL, Destroyer), (0, 0));
}

/// Nobody but a target of a suicide attack has a second shot.
#[test]
fn cobb_fire_defensive_only_where_attacked() {
    let mut fight = cruisers(|options| options.defensive_bonus = true);
    fight.declare(Fire::Beam);
    assert_eq!(fight.decider(), TERRAN);
    fight.declare(Fire::Beam);
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 3, .. }));
}

fn base(options: &mut Options) {
    (options.initiative, options.hits, options.fire) = (false, false, false);
}

/// By the base rules all fire of a round is simultaneous but for defence against suicide attacks; without this exception
/// nobody can stop one.
#[test]
fn imp_13_20_simultaneity() {
    for (defence, kinds) in [(true, 2), (false, 0)] {
        let change = move |options: &mut Options| {
            base(options);
            options.defensive_fire = defence;
        };
        let fight = Fight::new(IMPERIAL).with(change).ships(TERRAN, &[(LightCruiser, 1)]);
        let mut fight = fight.ships(IMPERIAL, &[(LightCruiser, 1)]).begin();
        let mut asked = None;
        while asked.is_none() {
            match fight.moment() {
                Moment::BreakOff { .. } => fight.act(Action::FightOn),
                Moment::Declare { .. } if fight.battle().round == 1 => fight.declare(Fire::Hold),
                Moment::Declare { .. } if fight.decider() == IMPERIAL => fight.declare(Fire::Suicide),
                Moment::Declare { .. } => {
                    let defensive =
                        |fire: &Fire| matches!(fire, Fire::DefensiveBeam | Fire::DefensiveMissile);
                    asked = Some(fires(&fight).into_iter().filter(defensive).count());
                    fight.declare(Fire::Beam)
                }
                Moment::ChooseRange => fight.act(Action::SetRange(Range::Short)),
                _ => {
                    let weights = fight.weights();
                    fight.roll(&weights, 0)
                }
            };
        }
        assert_eq!(asked, Some(kinds));
        // Both fire at once; a beam at who is lost anyway needs no die. Beams 2 + 2 against 3.
        fight.hit_die(4, 4);
        assert!(fight.is_over());
        assert_eq!(
            (fight.count(TERRAN, LightCruiser), fight.count(IMPERIAL, LightCruiser)),
            ((0, 0), (0, 0))
        );
    }
}

/// By the base rules who declared first may change his fire to defence, unless all fire is simultaneous.
#[test]
fn imp_13_20_simultaneity_of_who_declares_first() {
    for defence in [true, false] {
        let change = move |options: &mut Options| {
            base(options);
            options.defensive_fire = defence;
        };
        let fight = Fight::new(IMPERIAL).with(change).ships(TERRAN, &[(LightCruiser, 1)]);
        let mut fight = fight.ships(IMPERIAL, &[(LightCruiser, 1)]).begin();
        let mut declared = 0;
        while declared < 2 {
            match fight.moment() {
                Moment::BreakOff { .. } => fight.act(Action::FightOn),
                Moment::Declare { .. } if fight.battle().round == 1 => fight.declare(Fire::Hold),
                Moment::Declare { .. } => {
                    declared += 1;
                    fight.declare(if fight.decider() == IMPERIAL { Fire::Beam } else { Fire::Suicide })
                }
                Moment::ChooseRange => fight.act(Action::SetRange(Range::Short)),
                _ => {
                    let weights = fight.weights();
                    fight.roll(&weights, 0)
                }
            };
        }
        assert_eq!(matches!(fight.moment(), Moment::Defend { .. }), defence, "{:?}", fight.moment());
    }
}

/// Who leaves goes to a friendly system or one without enemy combat ships, or to friendly ones only.
#[test]
fn imp_13_19_retreat() {
    let ways = |friendly: bool| {
        let fight = Fight::new(TERRAN).with(|options| options.retreat_friendly = friendly);
        let fight =
            fight.ships(TERRAN, &[(Scout, 1)]).ships(IMPERIAL, &[(Scout, 1)]).outpost(BoxId(2), TERRAN);
        let mut fight = fight.begin();
        fight.declare(Fire::Hold).declare(Fire::Hold);
        let weights = fight.weights();
        fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage));
        if fight.is_over() { 1 } else { fight.legal().len() }
    };
    assert_eq!(ways(false), 3, "the outpost's system and two empty ones");
    assert_eq!(ways(true), 1);
}

/// Who disengaged does nothing to the boxes where he went.
#[test]
fn imp_3_1_combat_of_those_who_disengaged() {
    let fight = Fight::new(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Scout, 1)]);
    let mut fight = fight.outpost(BoxId(2), IMPERIAL).begin();
    fight.declare(Fire::Hold).declare(Fire::Hold);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage)).act(Action::Retreat(SystemId(1)));
    assert!(fight.is_over(), "no mission against the outpost");
}

/// A scout and an attack cruiser of the Terran fire at an Imperial scout (screen 1: a hit always destroys it); the
/// cruiser's Time on Target can't miss. Returns the battle after all declarations.
fn certain_loss(scout: Fire, victim: Fire) -> Fight {
    let fight = Fight::new(TERRAN).ships(TERRAN, &[(Scout, 1), (AttackCruiser, 1)]);
    let mut fight = fight.ships(IMPERIAL, &[(Scout, 1)]).begin();
    while !matches!(fight.moment(), Moment::Declare { .. }) {
        let against = fight.legal().into_iter().find(|action| matches!(action, Action::Against { .. }));
        fight.act(against.unwrap_or(Action::StayOut));
    }
    let own = fight.squad(TERRAN, Scout).0;
    while !fight.is_over()
        && let Moment::Declare { squad } = fight.moment()
    {
        let fire = match fight.decider() {
            TERRAN if squad == own => scout,
            TERRAN => Fire::TimeOnTarget,
            _ => victim,
        };
        fight.declare(fire);
        if !fight.is_over() && matches!(fight.moment(), Moment::DeclareTarget { .. }) {
            fight.act(Action::Against { squad: own });
        }
    }
    fight
}

/// A shot at who falls anyway, to a shot that is still to come and can't miss, needs no die.
#[test]
fn cobb_fire_steps_without_dice_for_who_falls_anyway() {
    let fight = certain_loss(Fire::Missile, Fire::Hold);
    assert!(fight.is_over(), "5 against 1 with +1 never misses: {:?}", fight.state.battle);
    assert_eq!(fight.count(IMPERIAL, Scout), (0, 0));
}

/// It does where the victim fires in the same step: whoever is hit first decides nothing, but the victim's own fire may
/// stop the certain shot.
#[test]
fn cobb_fire_steps_with_dice_where_the_victim_fires() {
    let mut fight = certain_loss(Fire::Missile, Fire::Missile);
    // Missiles 1 against 1 from the scout: 5+.
    fight.hit_die(5, 6);
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 4, .. }), "{:?}", fight.moment());
    assert_eq!(fight.battle().squad(fight.squad(IMPERIAL, Scout).0).hits, 1);
}
