//! Ships in orbit against boxes (rules 5 and 14.3).

use super::*;
use crate::games::imperium::state::{Mission, Strike, Theatre};

const JUMP_TROOPS: Cargo = Cargo::One { class: JumpTroops, disrupted: false, strength: 0 };
const TROOPS: Cargo = Cargo::One { class: RegularTroops, disrupted: false, strength: 0 };

fn transport(fight: Fight, cargo: Cargo) -> Fight {
    fight.add(Place::Space(HERE), TERRAN, Transport, false, cargo, 1)
}

#[test]
fn imp_5_orbit() {
    // Only who alone has ships in the hex acts.
    let fight = Fight::new(IMPERIAL).ships(TERRAN, &[(Destroyer, 1)]).outpost(GROUND, IMPERIAL).begin();
    assert_eq!(fight.battle().theatre, Theatre::Orbit { actor: TERRAN });
    let missions = [Mission::StayOff, Mission::Bombard(GROUND)].map(Action::Undertake);
    assert_eq!(fight.legal(), missions);
    // Own boxes, and ships without missiles or troops, give nothing to do.
    assert!(Fight::new(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).outpost(GROUND, TERRAN).begin().is_over());
    assert!(Fight::new(TERRAN).ships(TERRAN, &[(Transport, 1)]).outpost(GROUND, IMPERIAL).begin().is_over());
    assert!(
        Fight::new(TERRAN)
            .ships(TERRAN, &[(Transport, 1)])
            .ships(IMPERIAL, &[(Transport, 1)])
            .outpost(GROUND, IMPERIAL)
            .begin()
            .is_over()
    );
}

#[test]
fn imp_5_missions() {
    let fight = transport(Fight::new(TERRAN).outpost(GROUND, IMPERIAL), JUMP_TROOPS).begin();
    let missions = [Mission::StayOff, Mission::Drop(GROUND), Mission::Land(GROUND)].map(Action::Undertake);
    assert_eq!(fight.legal(), missions);
    let fight = transport(Fight::new(TERRAN).outpost(GROUND, IMPERIAL), TROOPS).begin();
    assert_eq!(fight.legal(), [Mission::StayOff, Mission::Land(GROUND)].map(Action::Undertake));
    // How many of a squad go is asked for; the rest goes on with later missions only.
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Destroyer, 3)])
        .outpost(GROUND, IMPERIAL)
        .outpost(SECOND_GROUND, IMPERIAL)
        .begin();
    fight.act(Action::Undertake(Mission::Bombard(GROUND)));
    assert_eq!(fight.legal(), [1, 2, 3].map(Action::Count));
    fight.act(Action::Count(2));
    assert_eq!(fight.legal(), [Mission::StayOff, Mission::Bombard(SECOND_GROUND)].map(Action::Undertake));
}

/// Each ship that bombards is shot once by each planetary defence and by the marker; one hit may disrupt, two
/// destroy (all shots are one step).
#[test]
fn cobb_hits_planetary() {
    let siege = || {
        let mut fight = Fight::new(TERRAN)
            .ships(TERRAN, &[(StrikeCruiser, 1)])
            .ground(GROUND, IMPERIAL, &[(PlanetaryDefence, 1)])
            .world(GROUND, IMPERIAL)
            .begin();
        fight.act(Action::Undertake(Mission::Bombard(GROUND)));
        fight
    };
    // PD 6 at 5 needs 4+, the world's 4 at 5 needs 6.
    let mut fight = siege();
    fight.hit_die(4, 6).hit_die(6, 6);
    assert!(fight.is_over());
    assert_eq!(fight.count(TERRAN, StrikeCruiser), (0, 0));
    let mut fight = siege();
    fight.hit_die(4, 6).hit_die(6, 1).screen_die(5, 4);
    // It still bombards, at -1: 7 against the defences' 5 needs 4+.
    assert_eq!(fight.legal(), [Strike::Marker, Strike::Unit(PlanetaryDefence)].map(Action::Strike));
    fight.act(Action::Strike(Strike::Unit(PlanetaryDefence))).hit_die(4, 4);
    assert_eq!(fight.count(IMPERIAL, PlanetaryDefence), (0, 0));
    assert_eq!(fight.count(TERRAN, StrikeCruiser), (0, 1));
}

/// A drop is shot at by planetary defences only; a disrupted transport meets +1 and its screen of 0.
#[test]
fn imp_5_planetary_fire() {
    let mut fight = transport(Fight::new(TERRAN).world(GROUND, IMPERIAL), JUMP_TROOPS).begin();
    fight.act(Action::Undertake(Mission::Drop(GROUND)));
    assert_eq!(fight.battle().theatre, Theatre::Surface(GROUND), "the world does not shoot at the drop");
    assert_eq!(
        fight.state.groups.iter().find(|g| g.class == Transport).expect("it stays").place,
        Place::Space(HERE)
    );
    // Landing under the fire of an outpost: 3 against 1 needs 3+.
    let mut fight = transport(Fight::new(TERRAN).outpost(GROUND, IMPERIAL), TROOPS).begin();
    fight.act(Action::Undertake(Mission::Land(GROUND))).hit_die(3, 3);
    assert!(fight.is_over());
    assert_eq!(fight.state.sides[0].destroyed[RegularTroops.index()], 1, "the troops are lost with it");
    let mut fight = Fight::new(TERRAN)
        .add(Place::Space(HERE), TERRAN, Transport, true, TROOPS, 1)
        .outpost(GROUND, IMPERIAL)
        .begin();
    fight.act(Action::Undertake(Mission::Land(GROUND)));
    assert!(fight.is_over(), "a disrupted transport: 3 at 0 with +1 can't miss");
    assert_eq!(fight.count(TERRAN, Transport), (0, 0));
    // A neutralised marker does not fire.
    let mut fight = transport(Fight::new(TERRAN).outpost(GROUND, IMPERIAL), TROOPS);
    fight.state.markers.change(BoxId(0), |marker| marker.neutralised = true);
    let mut fight = fight.begin();
    fight.act(Action::Undertake(Mission::Land(GROUND)));
    assert!(fight.is_over());
    assert_eq!(fight.state.marker(BoxId(0)).holder, Some(TERRAN));
}

#[test]
fn imp_5_bombardment() {
    // Three destroyers with one missile each: 1 against troops 3 is out of reach, nothing is rolled.
    let mut fight = Fight::new(IMPERIAL)
        .ships(IMPERIAL, &[(LightCruiser, 2)])
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .begin();
    fight.act(Action::Undertake(Mission::Bombard(GROUND))).act(Action::Count(2));
    // One target for two shots at 4+: no more than one is lost. There is nothing else to aim at.
    fight.roll(&[1, 3], 1);
    assert!(fight.is_over());
    assert_eq!(fight.count(TERRAN, RegularTroops), (0, 0));
    assert_eq!(fight.state.sides[0].destroyed[RegularTroops.index()], 1);
    // A marker is neutralised and then no target.
    let mut fight = Fight::new(IMPERIAL)
        .ships(IMPERIAL, &[(StrikeCruiser, 1), (Scout, 1)])
        .outpost(GROUND, TERRAN)
        .begin();
    fight.act(Action::Undertake(Mission::Bombard(GROUND))).act(Action::Undertake(Mission::Bombard(GROUND)));
    // The outpost's 3 at the scout's 1 needs 3+, at the cruiser's 5 it can't hit; missiles 2 at 4 can't either.
    fight.hit_die(3, 1).hit_die(2, 5);
    assert!(fight.state.marker(BoxId(0)).neutralised);
    assert_eq!(fight.state.marker(BoxId(0)).holder, Some(TERRAN), "bombardment takes no box");
}

/// A ship on the ground is eliminated by a hit, without a disruption die; a disrupted one has its lower screen.
#[test]
fn cobb_hits_destroyed_on_the_ground() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(IMPERIAL, &[(HeavyCruiser, 1)])
        .add(Place::Surface(GROUND), TERRAN, LightCruiser, true, Cargo::Empty, 1)
        .begin();
    fight.act(Action::Undertake(Mission::Bombard(GROUND))).hit_die(2, 2);
    assert_eq!(fight.count(TERRAN, LightCruiser), (0, 0));
    assert_eq!(fight.state.sides[0].lost_ru, 6);
}

#[test]
fn imp_5_landing() {
    let mut fight = transport(Fight::new(TERRAN).ground(GROUND, IMPERIAL, &[(RegularTroops, 1)]), TROOPS)
        .ships(TERRAN, &[(Fighter, 1)])
        .begin();
    fight.act(Action::Undertake(Mission::Land(GROUND))).act(Action::Undertake(Mission::Land(GROUND)));
    let battle = fight.battle();
    assert_eq!(battle.theatre, Theatre::Surface(GROUND));
    let transport = fight.state.groups.iter().find(|g| g.class == Transport).expect("it is on the ground");
    assert_eq!((transport.place, transport.cargo), (Place::Surface(GROUND), Cargo::Empty));
    assert_eq!(battle.alive().filter(|(_, s)| s.seat == TERRAN).count(), 2, "troops and fighter fight");
}
