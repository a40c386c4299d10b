//! Fire, its order and what hits do (rules 14.2 to 14.5).

use super::*;
use crate::games::imperium::position::enemy_of;
use crate::games::imperium::state::Role;

fn fires(fight: &Fight) -> Vec<Fire> {
    fight
        .legal()
        .into_iter()
        .map(|action| match action {
            Action::Declare(fire) => fire,
            action => panic!("{action:?}"),
        })
        .collect()
}

/// One ship each; the first side is the phasing player and fires normal missiles, the other holds.
fn one_shot(shooter: (Seat, Class), target: Class) -> Fight {
    let (seat, class) = shooter;
    let foe = enemy_of(seat);
    let mut fight = Fight::new(seat).ships(seat, &[(class, 1)]).ships(foe, &[(target, 1)]).begin();
    fight.declare(Fire::Missile);
    if matches!(fight.moment(), Moment::Declare { .. }) {
        fight.declare(Fire::Hold);
    }
    fight
}

/// Rules 14.3: the table of disruption and the example of a strike cruiser hit once.
#[test]
fn cobb_hits_disrupt() {
    for (target, screen) in
        [(Destroyer, 2), (LightCruiser, 3), (HeavyCruiser, 4), (StrikeCruiser, 5), (Battleship, 6)]
    {
        for die in 1..=6 {
            let mut fight = one_shot((TERRAN, Battleship), target);
            let needed = (5 - (7 - screen as i8)).max(2) as u8;
            fight.hit_die(needed, 6).screen_die(screen, die);
            let expected = if die < screen { (0, 1) } else { (0, 0) };
            assert_eq!(fight.count(IMPERIAL, target), expected, "screen {screen}, die {die}");
        }
    }
}

#[test]
fn cobb_hits_destroyed() {
    // Screen 1: no die. The battle is over and the loss booked.
    let mut fight = one_shot((IMPERIAL, HeavyCruiser), MissileBoat);
    fight.hit_die(2, 2);
    assert!(fight.is_over());
    assert_eq!(fight.count(TERRAN, MissileBoat), (0, 0));
    assert_eq!(fight.state.sides[0].lost_ru, 4);
    assert_eq!(fight.state.sides[0].destroyed[MissileBoat.index()], 1);
    // Screen 7 and more: always disrupted, no die.
    let mut fight = one_shot((TERRAN, GreatBattleship), GreatBattleship);
    fight.hit_die(4, 5);
    assert_eq!(fight.count(IMPERIAL, GreatBattleship), (0, 1));
    // A disrupted ship is destroyed, its screen one lower.
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(Battleship, 1)]).disrupted(IMPERIAL, StrikeCruiser, 1).begin();
    fight.declare(Fire::Missile).declare(Fire::Hold).hit_die(2, 3);
    assert_eq!(fight.count(IMPERIAL, StrikeCruiser), (0, 0));
}

/// Two hits in a step eliminate without a die; the first of a disrupted carrier's kind keeps its cargo.
#[test]
fn cobb_hits_same_step() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(Battleship, 2)]).ships(IMPERIAL, &[(GreatBattleship, 1)]).begin();
    // One of two is matched, the other doubles up.
    let foe = fight.against(IMPERIAL, GreatBattleship);
    fight.act(foe);
    fight.declare(Fire::Missile).declare(Fire::Missile).declare(Fire::Hold);
    fight.hit_die(5, 5).hit_die(5, 5);
    assert!(fight.is_over());
    assert_eq!(fight.count(IMPERIAL, GreatBattleship), (0, 0));
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(Battleship, 2)]).ships(IMPERIAL, &[(GreatBattleship, 1)]).begin();
    let foe = fight.against(IMPERIAL, GreatBattleship);
    fight.act(foe);
    fight.declare(Fire::Missile).declare(Fire::Missile).declare(Fire::Hold);
    fight.hit_die(5, 5).hit_die(5, 4);
    assert_eq!(fight.count(IMPERIAL, GreatBattleship), (0, 1));
}

#[test]
fn cobb_hits_destroyed_with_cargo() {
    let aboard = Cargo::One { class: RegularTroops, disrupted: false, strength: 0 };
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(LightCruiser, 1)])
        .add(Place::Space(HERE), IMPERIAL, Transport, false, aboard, 1)
        .begin();
    let transport = fight.against(IMPERIAL, Transport);
    fight.act(transport).declare(Fire::Missile).hit_die(4, 6);
    assert_eq!(fight.state.sides[1].destroyed[RegularTroops.index()], 1);
    assert_eq!(fight.state.sides[1].lost_ru, 1, "troops are no ships");
}

#[test]
fn cobb_fire_steps() {
    let fight =
        Fight::new(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(LightCruiser, 1)]).begin();
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget]);
    let mut fight = fight.at_short_range();
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Beam, Fire::Missile, Fire::TimeOnTarget, Fire::Suicide]);
    fight.declare(Fire::Suicide);
    assert_eq!(
        fires(&fight),
        [Fire::Hold, Fire::Beam, Fire::Missile, Fire::DefensiveBeam, Fire::DefensiveMissile]
    );
}

#[test]
fn cobb_fire_initiative_only() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).ships(IMPERIAL, &[(LightCruiser, 1)]).begin();
    fight.declare(Fire::TimeOnTarget);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile]);
    assert!(fight.try_act(Action::Declare(Fire::TimeOnTarget)).is_err());
}

/// There is no high-intensity fire: a ship's missile factor is all that fires, round after round.
#[test]
fn cobb_fire_no_high_intensity() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget]);
    fight.declare(Fire::TimeOnTarget).declare(Fire::Hold);
    fight.hit_die(2, 1);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Long));
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile, Fire::TimeOnTarget], "nothing is recorded");
}

/// `cobb.tot.reuse`: as above, and the second attack is as good as the first.
#[test]
fn cobb_tot_reuse() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    fight.declare(Fire::TimeOnTarget).declare(Fire::Hold).hit_die(2, 1);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Long));
    fight.declare(Fire::TimeOnTarget).declare(Fire::Hold);
    assert_eq!(fight.weights(), [1, 5]);
}

/// A factor of 0 never fires, whatever the modifiers.
#[test]
fn imp_4_3_zero_factor() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(MissileBoat, 1)])
        .ships(IMPERIAL, &[(Scout, 1)])
        .begin()
        .at_short_range();
    assert_eq!(
        fires(&fight),
        [Fire::Hold, Fire::Missile, Fire::TimeOnTarget],
        "no beams, so no suicide attack"
    );
    fight.declare(Fire::Missile);
    assert_eq!(fires(&fight), [Fire::Hold, Fire::Missile]);
}

/// Short-range missile fire has -1: missile boat 6 at heavy cruiser 4 needs 4+ instead of 3+.
#[test]
fn imp_4_1_short_range_missiles() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(MissileBoat, 1)])
        .ships(IMPERIAL, &[(HeavyCruiser, 1)])
        .begin()
        .at_short_range();
    fight.declare(Fire::Missile).declare(Fire::Hold).hit_die(4, 3);
}

/// The first example of 14.5, die by die (short range, Imperial initiative).
#[test]
fn cobb_fire_step_end() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(Monitor, 1), (AttackCruiser, 1)])
        .ships(IMPERIAL, &[(Battleship, 1), (StrikeCruiser, 1)])
        .begin();
    match_example(&mut fight);
    let mut fight = fight.at_short_range();
    match_example(&mut fight);
    // Strike cruiser before battleship in canonical order.
    fight.declare(Fire::TimeOnTarget).declare(Fire::Suicide);
    fight.declare(Fire::Beam).declare(Fire::DefensiveBeam);
    fight.hit_die(5, 5).screen_die(6, 3);
    assert!(fight.battle().alive().all(|(_, s)| s.class != Battleship), "step 2: no hit possible, removed");
    assert_eq!(fight.state.sides[1].lost_ru, 18, "a suicide attacker is destroyed");
    fight.hit_die(4, 4).screen_die(5, 2);
    fight.hit_die(4, 4).screen_die(5, 5);
    assert_eq!(fight.count(TERRAN, AttackCruiser), (0, 0));
    assert_eq!(fight.count(IMPERIAL, StrikeCruiser), (0, 1));
    assert_eq!(fight.count(TERRAN, Monitor), (1, 0));
    assert_eq!(fight.battle().round, 3);
}

/// Strike cruiser against attack cruiser, battleship against monitor.
fn match_example(fight: &mut Fight) {
    let cruiser = fight.against(TERRAN, AttackCruiser);
    assert_eq!(fight.moment(), Moment::Match { squad: fight.squad(IMPERIAL, StrikeCruiser).0 });
    fight.act(cruiser);
    let (battleship, squad) = fight.squad(IMPERIAL, Battleship);
    assert_eq!(
        squad.role,
        Role::Paired { foe: fight.squad(TERRAN, Monitor).0 },
        "squad {battleship} has no choice"
    );
}

/// The same undisrupted: the battleship's suicide attack hits the monitor on a 6.
#[test]
fn imp_4_2_suicide() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(Monitor, 1)])
        .ships(IMPERIAL, &[(Battleship, 1)])
        .begin()
        .at_short_range();
    fight.declare(Fire::Suicide).declare(Fire::DefensiveBeam);
    fight.hit_die(5, 4).hit_die(6, 6);
    assert_eq!(fight.count(TERRAN, Monitor), (0, 1), "screen 7: always disrupted");
    assert!(fight.is_over(), "the attacker is gone");
}

/// A suicide attacker destroyed in step 1 does not attack.
#[test]
fn cobb_fire_steps_defensive() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(LightCruiser, 1)])
        .ships(IMPERIAL, &[(Destroyer, 1)])
        .begin()
        .at_short_range();
    fight.declare(Fire::Suicide).declare(Fire::DefensiveMissile);
    // Missiles 2 against 2 at short range: 5+ becomes 6.
    fight.hit_die(6, 6).screen_die(2, 5);
    assert!(fight.is_over());
    assert_eq!(fight.count(TERRAN, LightCruiser), (1, 0));
}

/// Within a step both sides fire with the state they had when it began: two ships destroy each other.
#[test]
fn cobb_fire_step_state() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(Scout, 1)]).begin();
    fight.declare(Fire::Missile).declare(Fire::Missile);
    fight.hit_die(2, 6).hit_die(4, 5);
    assert!(fight.is_over());
    assert!(fight.state.groups.is_empty());
}

/// The second example of 14.5 (long range, Terran initiative).
#[test]
fn cobb_tot_last() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    fight.declare(Fire::TimeOnTarget).declare(Fire::Missile);
    fight.hit_die(2, 1).hit_die(2, 2).screen_die(4, 4);
    assert_eq!(fight.count(IMPERIAL, HeavyCruiser), (0, 0));
}

#[test]
fn cobb_tot_survive() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(MissileBoat, 1)]).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    fight.declare(Fire::TimeOnTarget).declare(Fire::Missile);
    fight.hit_die(2, 2);
    assert!(fight.is_over(), "the missile boat died in step 4 and did not fire");
    assert_eq!(fight.count(IMPERIAL, HeavyCruiser), (1, 0));
}

/// +1 to hit at long range, 0 when disrupted before step 5; -1 in all at short range.
#[test]
fn cobb_tot_modifier() {
    let mut fight =
        Fight::new(IMPERIAL).ships(TERRAN, &[(Monitor, 1)]).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    fight.declare(Fire::TimeOnTarget).declare(Fire::Hold);
    fight.hit_die(6, 6);
    assert_eq!(fight.count(TERRAN, Monitor), (0, 1));
    let mut fight =
        Fight::new(IMPERIAL).ships(TERRAN, &[(Monitor, 1)]).ships(IMPERIAL, &[(LightCruiser, 1)]).begin();
    fight.declare(Fire::TimeOnTarget).declare(Fire::Hold);
    assert_eq!(fight.moment(), Moment::InitiativeRoll, "a light cruiser still can't");
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(MissileBoat, 1)])
        .ships(IMPERIAL, &[(StrikeCruiser, 1)])
        .begin();
    fight.declare(Fire::TimeOnTarget).declare(Fire::Missile);
    fight.hit_die(4, 4).screen_die(5, 1);
    // 7 against 1 would be sure with +1; disrupted it is 2+.
    fight.hit_die(2, 1);
}

/// A doubled ship shoots at one of its attackers, each of them at it.
#[test]
fn cobb_allocation_declare_within_a_group() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(LightCruiser, 1), (MissileBoat, 1)])
        .ships(IMPERIAL, &[(StrikeCruiser, 1)])
        .begin();
    let foe = fight.against(IMPERIAL, StrikeCruiser);
    fight.act(foe);
    assert!(matches!(fight.moment(), Moment::Double { .. }));
    fight.act(foe).declare(Fire::Missile).declare(Fire::Missile);
    fight.declare(Fire::Missile);
    let targets = [fight.against(TERRAN, LightCruiser), fight.against(TERRAN, MissileBoat)];
    assert_eq!(fight.legal(), targets);
    fight.act(targets[1]);
    // Missile boat 6 at 5: 4+; strike cruiser 7 at 1: 2+; the light cruiser's 2 at 5 is out of reach.
    fight.hit_die(4, 3).hit_die(2, 6);
    assert_eq!(fight.count(TERRAN, MissileBoat), (0, 0));
}

/// Squads split so that later dice stay exact: of three pairs two are hit and one of those is lost.
#[test]
fn squads_split_by_what_befell_them() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(LightCruiser, 3)]).ships(IMPERIAL, &[(Destroyer, 3)]).begin();
    fight.declare(Fire::Missile).declare(Fire::Hold);
    fight.roll(&[8, 12, 6, 1], 2).roll(&[25, 10, 1], 1);
    assert_eq!(fight.count(IMPERIAL, Destroyer), (1, 1));
    assert_eq!(fight.count(TERRAN, LightCruiser), (3, 0));
    assert_eq!(fight.battle().round, 2);
    assert_eq!(fight.battle().squads.len(), 3, "joined again for the next round");
}

/// Disrupted ships fire at -1 and have one less screen.
#[test]
fn imp_4_2_disrupted() {
    // Missiles 7 at screen 4: 2+, disrupted 3+.
    let mut fight =
        Fight::new(TERRAN).disrupted(TERRAN, StrikeCruiser, 1).ships(IMPERIAL, &[(HeavyCruiser, 1)]).begin();
    fight.declare(Fire::Missile).declare(Fire::Hold);
    fight.hit_die(3, 3);
    // Missiles 2 at screen 4 can't hit; at a disrupted one on a 6, without a disruption die.
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(LightCruiser, 1)]).disrupted(IMPERIAL, HeavyCruiser, 1).begin();
    fight.declare(Fire::Missile).declare(Fire::Hold);
    fight.hit_die(6, 6);
    assert_eq!(fight.count(IMPERIAL, HeavyCruiser), (0, 0));
}

/// One shot a round: a ship that declares beams does not fire its missiles.
#[test]
fn imp_4_1_fire() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(Monitor, 1)]).ships(IMPERIAL, &[(Monitor, 1)]).begin();
    fight.state.battle.as_mut().expect("it has begun").range = Range::Short;
    fight.declare(Fire::Beam).declare(Fire::Hold);
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 3, .. }), "{:?}", fight.moment());
    // Beams 6 at screen 6 need 5+; after the miss the round is over.
    fight.hit_die(5, 4);
    assert_eq!(fight.battle().round, 2);
}
