//! Edge cases of the fix kit's rules (14.1 to 14.6).

use super::*;
use crate::games::imperium::state::Mission;

fn lead(fight: &Fight) -> i8 {
    super::super::space::lead(&fight.table, fight.battle())
}

/// Everybody meets whom he first can, and nobody doubles up.
fn match_anyhow(fight: &mut Fight) {
    loop {
        match fight.moment() {
            Moment::Match { .. } | Moment::MatchCount { .. } => {
                let action = fight.legal()[0];
                fight.act(action);
            }
            Moment::Double { .. } => _ = fight.act(Action::StayOut),
            _ => return,
        }
    }
}

/// All of a round's declarations, by the side and class of each squad; who is not named holds fire.
fn declare_all(fight: &mut Fight, fires: &[(Seat, Class, Fire)]) {
    let round = fight.battle().round;
    while !fight.is_over() && fight.battle().round == round {
        match fight.moment() {
            Moment::Declare { squad } => {
                let own = fight.battle().squad(squad);
                let named = fires.iter().find(|(seat, class, _)| (*seat, *class) == (own.seat, own.class));
                fight.declare(named.map_or(Fire::Hold, |(_, _, fire)| *fire));
            }
            _ => return,
        }
    }
}

/// Ships in a box and cargo neither slow a side nor count as its ships.
#[test]
fn cobb_initiative_speed_of_ships_in_the_hex() {
    let base = || Fight::new(TERRAN).ships(TERRAN, &[(Destroyer, 1)]).ships(IMPERIAL, &[(Destroyer, 1)]);
    let alone = lead(&base().begin());
    let grounded = base().add(Place::Surface(GROUND), TERRAN, Transport, true, Cargo::Empty, 3);
    assert_eq!(lead(&grounded.outpost(GROUND, TERRAN).begin()), alone);
    let carrier = |cargo| {
        let fight = Fight::new(TERRAN).ships(IMPERIAL, &[(Destroyer, 1)]);
        fight.add(Place::Space(HERE), TERRAN, Mothership, false, cargo, 1).begin()
    };
    assert_eq!(lead(&carrier(Cargo::Fighters { sound: 0, disrupted: 6 })), lead(&carrier(Cargo::Empty)));
}

/// What a round does to speeds and numbers counts from the next round on.
#[test]
fn cobb_initiative_speed_at_the_start_of_the_round() {
    let mut fight =
        Fight::new(TERRAN).ships(TERRAN, &[(StrikeCruiser, 2)]).ships(IMPERIAL, &[(HeavyCruiser, 2)]).begin();
    assert_eq!(lead(&fight), 1, "the holder's 1");
    fight.declare(Fire::Missile).declare(Fire::Hold);
    // 7 at 4: 2+. One is hit and disrupted.
    fight.roll(&[1, 10, 25], 1).roll(&[1, 1], 1);
    assert_eq!(fight.count(IMPERIAL, HeavyCruiser), (1, 1));
    assert_eq!(lead(&fight), 2, "the slowest is a disrupted cruiser now");
}

/// Disrupted motherships take up fighters, disrupted ones, too; transports take up none.
#[test]
fn cobb_disengage_fighters_of_all_conditions() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(Destroyer, 1)])
        .ships(IMPERIAL, &[(Destroyer, 1), (Transport, 1), (Fighter, 1)])
        .disrupted(IMPERIAL, Mothership, 1)
        .disrupted(IMPERIAL, Fighter, 1)
        .begin();
    match_anyhow(&mut fight);
    declare_all(&mut fight, &[]);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage));
    for _ in 0..2 {
        assert_eq!(fight.legal(), [Action::Count(0), Action::Count(1)]);
        fight.act(Action::Count(1));
    }
    fight.act(Action::Retreat(SystemId(2)));
    assert!(fight.is_over(), "nobody is left");
    let gone: Vec<_> =
        fight.state.groups.iter().filter(|group| group.place == Place::Space(SystemId(2))).collect();
    let cargo = |class| gone.iter().find(|group| group.class == class).map(|group| group.cargo);
    assert_eq!(cargo(Mothership), Some(Cargo::Fighters { sound: 1, disrupted: 1 }));
    assert_eq!(cargo(Transport), Some(Cargo::Empty));
}

/// The owner may leave fighters behind; they fight on with his initiative, at long range.
#[test]
fn cobb_disengage_fighters_left_behind() {
    let mut fight = Fight::new(IMPERIAL)
        .ships(TERRAN, &[(Destroyer, 1)])
        .ships(IMPERIAL, &[(Mothership, 1), (Fighter, 2)])
        .begin();
    match_anyhow(&mut fight);
    declare_all(&mut fight, &[]);
    let weights = fight.weights();
    fight.roll(&weights, 0).act(Action::SetRange(Range::Disengage));
    fight.act(Action::Count(0)).act(Action::Retreat(SystemId(1)));
    let battle = fight.battle();
    assert_eq!((battle.round, battle.range, battle.initiative), (3, Range::Long, IMPERIAL));
    assert_eq!(fight.count(IMPERIAL, Fighter), (2, 0));
}

/// The example of 14.3, hit again in a later step: destroyed without a die.
#[test]
fn cobb_hits_destroyed_in_a_later_step() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Monitor, 1), (MissileBoat, 1)])
        .ships(IMPERIAL, &[(StrikeCruiser, 1)])
        .begin();
    let foe = fight.against(IMPERIAL, StrikeCruiser);
    fight.state.battle.as_mut().expect("it has begun").range = Range::Short;
    while !matches!(fight.moment(), Moment::Declare { .. }) {
        fight.act(foe);
    }
    declare_all(&mut fight, &[(TERRAN, Monitor, Fire::Beam), (TERRAN, MissileBoat, Fire::Missile)]);
    // Beam 6 at 5 needs 4+; a die of 4 below the screen of 5 disrupts.
    fight.hit_die(4, 4).screen_die(5, 4);
    assert_eq!(fight.count(IMPERIAL, StrikeCruiser), (0, 1));
    // Missiles 6 at the disrupted screen of 4, at short range: 3+ becomes 4+.
    fight.hit_die(4, 4);
    assert_eq!(fight.count(IMPERIAL, StrikeCruiser), (0, 0));
}

/// Whoever carries something keeps it when it is disrupted.
#[test]
fn cobb_hits_disrupt_spares_the_cargo() {
    let cargo = Cargo::Fighters { sound: 4, disrupted: 0 };
    let mut fight = Fight::new(TERRAN).ships(TERRAN, &[(Battleship, 1)]);
    // The game's motherships have a screen of 1: a figure that an owner of the game might correct.
    fight.table.figures[IMPERIAL.index()][Mothership.index()].screen = 3;
    let mut fight = fight.add(Place::Space(HERE), IMPERIAL, Mothership, false, cargo, 1).begin();
    let foe = fight.against(IMPERIAL, Mothership);
    fight.act(foe).declare(Fire::Missile);
    if let Moment::Declare { .. } = fight.moment() {
        fight.declare(Fire::Hold);
    }
    fight.hit_die(2, 2).screen_die(3, 2);
    let (_, squad) = fight.squad(IMPERIAL, Mothership);
    assert_eq!((squad.disrupted, squad.cargo), (true, cargo));
}

/// Several suicide attacks on one ship: each for itself, all in step 2; two hits destroy without a die.
#[test]
fn cobb_fire_steps_of_several_suicide_attacks() {
    let attack = |first: u8, second: u8| {
        let mut fight = Fight::new(TERRAN)
            .ships(TERRAN, &[(Destroyer, 1), (LightCruiser, 1)])
            .ships(IMPERIAL, &[(StrikeCruiser, 1)])
            .begin();
        let foe = fight.against(IMPERIAL, StrikeCruiser);
        fight.state.battle.as_mut().expect("it has begun").range = Range::Short;
        while !matches!(fight.moment(), Moment::Declare { .. }) {
            fight.act(foe);
        }
        declare_all(&mut fight, &[(TERRAN, Destroyer, Fire::Suicide), (TERRAN, LightCruiser, Fire::Suicide)]);
        assert!(matches!(fight.moment(), Moment::FireRoll { step: 2, .. }), "{:?}", fight.moment());
        // Beams 3 + 2 and 5 + 2 at 5: 5+ and 3+.
        fight.hit_die(5, first).hit_die(3, second);
        fight
    };
    assert!(attack(5, 3).is_over(), "both hit: nobody is left on either side");
    let mut one = attack(4, 3);
    one.screen_die(5, 1);
    assert!(one.is_over(), "both attackers are gone, hit or miss");
    assert_eq!(one.count(IMPERIAL, StrikeCruiser), (0, 1));
    assert_eq!(one.state.sides[0].lost_ru, 3 + 6);
}

/// Time on Target meets the screen that steps 1 to 4 have left of its target.
#[test]
fn cobb_tot_last_meets_a_disrupted_screen() {
    let mut fight = Fight::new(TERRAN)
        .ships(TERRAN, &[(Monitor, 1), (MissileBoat, 1)])
        .ships(IMPERIAL, &[(StrikeCruiser, 1)])
        .begin();
    let foe = fight.against(IMPERIAL, StrikeCruiser);
    fight.state.battle.as_mut().expect("it has begun").range = Range::Short;
    while !matches!(fight.moment(), Moment::Declare { .. }) {
        fight.act(foe);
    }
    declare_all(&mut fight, &[(TERRAN, Monitor, Fire::Beam), (TERRAN, MissileBoat, Fire::TimeOnTarget)]);
    let mut missed = fight.clone();
    missed.hit_die(4, 3);
    // 6 at 5, +1 and -1: 4+.
    missed.hit_die(4, 3);
    fight.hit_die(4, 4).screen_die(5, 4);
    // 6 at 4, +1 and -1: 3+.
    fight.hit_die(3, 3);
    assert_eq!(fight.count(IMPERIAL, StrikeCruiser), (0, 0));
}

/// Both sides lose their last unit in one round: the box keeps its owner.
#[test]
fn cobb_surface_rounds_until_nobody_is_left() {
    let mut fight = Fight::new(TERRAN)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .world(GROUND, IMPERIAL);
    fight.state.markers.change(BoxId(0), |marker| marker.neutralised = true);
    let mut fight = fight.begin();
    fight.hit_die(5, 5).hit_die(5, 6);
    assert!(fight.is_over() && fight.state.groups.is_empty());
    let marker = fight.state.marker(BoxId(0));
    assert_eq!((marker.holder, marker.neutralised), (Some(IMPERIAL), true));
}

/// A combat that three rounds did not decide begins anew in the next combat phase: round 1, the phasing player.
#[test]
fn cobb_surface_rounds_begin_anew() {
    let mut fight = Fight::new(TERRAN)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .begin();
    for round in 1..=3 {
        fight.hit_die(5, 1).hit_die(5, 1);
        if round < 3 {
            let weights = fight.weights();
            fight.roll(&weights, 2);
        }
    }
    assert!(fight.is_over());
    fight.state.phasing = IMPERIAL;
    let fight = fight.begin();
    assert_eq!((fight.battle().round, fight.battle().initiative), (1, IMPERIAL));
}

/// A transport in the box neither slows its side nor counts.
#[test]
fn cobb_surface_others_in_the_initiative() {
    let fight = |transports: u8| {
        let fight = Fight::new(TERRAN).ground(GROUND, TERRAN, &[(RegularTroops, 1)]).ground(
            GROUND,
            IMPERIAL,
            &[(RegularTroops, 1)],
        );
        let fight =
            if transports > 0 { fight.ground(GROUND, TERRAN, &[(Transport, transports)]) } else { fight };
        fight.begin()
    };
    assert_eq!(lead(&fight(0)), lead(&fight(2)));
}

/// Bombarding ships and planets know neither suicide attacks nor Time on Target: a mission and a target are all.
#[test]
fn cobb_fire_initiative_only_in_space() {
    let mut fight = Fight::new(TERRAN).ships(TERRAN, &[(StrikeCruiser, 1)]).world(GROUND, IMPERIAL).begin();
    assert_eq!(fight.legal(), [Mission::StayOff, Mission::Bombard(GROUND)].map(Action::Undertake));
    fight.act(Action::Undertake(Mission::Bombard(GROUND)));
    // The world's 4 at screen 5: 6.
    fight.hit_die(6, 1);
    // 7 at the world's 6, no modifier: 4+.
    fight.hit_die(4, 4);
    assert!(fight.state.marker(BoxId(0)).neutralised);
}
