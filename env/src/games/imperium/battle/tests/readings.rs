//! Switches and readings, each against its alternative.

use super::*;
use crate::games::imperium::battle::figures::ResultsTable;

/// With `cobb.hits` off a hit destroys, whatever the screen.
#[test]
fn imp_4_1_hits_destroy() {
    let mut fight = Fight::new(TERRAN)
        .with(|options| options.hits = false)
        .ships(TERRAN, &[(GreatBattleship, 1)])
        .ships(IMPERIAL, &[(GreatBattleship, 1)])
        .begin();
    fight.declare(Fire::Missile).declare(Fire::Hold).hit_die(4, 4);
    assert!(fight.is_over(), "no die for disruption, and nobody is left");
    assert_eq!(fight.count(IMPERIAL, GreatBattleship), (0, 0));
    assert_eq!(fight.state.sides[1].destroyed[GreatBattleship.index()], 1);
}

#[test]
fn imp_4_3_modifiers_that_none_is_final_forbids() {
    let table = |none_is_final| ResultsTable {
        lowest: -4,
        needed: [9, 8, 7, 6, 5, 4, 3, 2].into_iter().collect(),
        none_is_final,
    };
    assert_eq!(table(false).favourable(5, 7, 1), 1, "a heavy cruiser's Time on Target at a monitor");
    assert_eq!(table(true).favourable(5, 7, 1), 0);
    assert_eq!(table(true).favourable(6, 7, 1), 2, "what is possible is made easier");
}

fn troops_of_each(change: impl Fn(&mut Options)) -> Fight {
    Fight::new(TERRAN)
        .with(change)
        .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(RegularTroops, 1)])
        .begin()
}

/// Rounds until both have missed all the time.
fn rounds(mut fight: Fight) -> u8 {
    loop {
        let round = fight.battle().round;
        fight.hit_die(5, 1).hit_die(5, 1);
        if fight.is_over() {
            return round;
        }
        let weights = fight.weights();
        fight.roll(&weights, 0);
    }
}

/// Without the fix kit's limit: to the finish, which is at last the limit of all combat; or one round, or three.
#[test]
fn cobb_surface_rounds_off() {
    let base = |rounds| {
        troops_of_each(move |options| {
            options.surface_rounds = false;
            options.base_surface_rounds = rounds;
        })
    };
    assert_eq!([rounds(base(None)), rounds(base(Some(1))), rounds(base(Some(3)))], [12, 1, 3]);
    let seven = troops_of_each(|options| {
        options.surface_rounds = false;
        options.combat_rounds_max = 7;
    });
    assert_eq!(rounds(seven), 7);
}

/// A fight to the finish is over when nobody can hit any more.
#[test]
fn cobb_surface_rounds_off_and_nobody_can_hit() {
    let fight = Fight::new(IMPERIAL)
        .with(|options| options.surface_rounds = false)
        .ground(BoxId(3), IMPERIAL, &[(RegularTroops, 1)])
        .world(BoxId(3), TERRAN)
        .begin();
    assert!(fight.is_over(), "strength 4 can't hit a homeworld");
    assert_eq!(fight.state.marker(BoxId(3)).holder, Some(TERRAN));
}

/// `cobb_surface_sequence`: who is destroyed by the initiative player's attacks does not attack.
#[test]
fn reading_surface_sequence_initiative_first() {
    let mut fight = troops_of_each(|options| options.surface_initiative_first = true);
    assert_eq!(fight.moment(), Moment::FireRoll { step: 1, squad: 0 });
    let mut lost = fight.clone();
    lost.hit_die(5, 6);
    assert!(lost.is_over());
    assert_eq!((lost.count(TERRAN, RegularTroops), lost.count(IMPERIAL, RegularTroops)), ((1, 0), (0, 0)));
    fight.hit_die(5, 4);
    assert!(matches!(fight.moment(), Moment::FireRoll { step: 2, .. }), "he lives and attacks");
    fight.hit_die(5, 6);
    assert_eq!(fight.count(TERRAN, RegularTroops), (0, 0));
}

/// `cobb_surface_fewer`: troops and PD are no ships, so nobody has fewer of them.
#[test]
fn reading_surface_fewer_ships_only() {
    let fight = |ships_only| {
        Fight::new(TERRAN)
            .with(move |options| options.surface_fewer_ships_only = ships_only)
            .ground(GROUND, TERRAN, &[(RegularTroops, 1)])
            .ground(GROUND, IMPERIAL, &[(RegularTroops, 2)])
            .begin()
    };
    let lead = |fight: Fight| super::super::space::lead(&fight.table, fight.battle());
    assert_eq!((lead(fight(false)), lead(fight(true))), (2, 1));
}

/// `combat_rounds_max`, in space.
#[test]
fn imp_15_1_combat_rounds_max_of_three() {
    let mut fight = Fight::new(IMPERIAL)
        .with(|options| options.combat_rounds_max = 3)
        .ships(TERRAN, &[(Monitor, 1)])
        .ships(IMPERIAL, &[(Scout, 1)])
        .begin();
    fight.table.combat.quiet_rounds = 100;
    for round in 1..=3 {
        assert_eq!(fight.battle().round, round);
        fight.declare(Fire::Hold).declare(Fire::Hold);
        if round < 3 {
            let weights = fight.weights();
            fight.roll(&weights, 0).act(Action::SetRange(Range::Long));
        }
    }
    assert_eq!(fight.moment(), Moment::ChooseRetreat { seat: IMPERIAL }, "a stand-off");
}

/// `cobb_retarget`: the missiles of a doubled ship, whose target was lost to a beam before, go to the other.
#[test]
fn reading_retarget() {
    let shots = |retarget| {
        let mut fight = Fight::new(TERRAN)
            .with(move |options| options.retarget = retarget)
            .ships(TERRAN, &[(Scout, 1), (MissileBoat, 1)])
            .ships(IMPERIAL, &[(StrikeCruiser, 1)])
            .begin();
        fight.state.battle.as_mut().expect("it has begun").range = Range::Short;
        let foe = fight.against(IMPERIAL, StrikeCruiser);
        fight.act(foe).act(foe);
        // The scout makes a suicide attack and is gone after step 2, before the missiles of step 4.
        fight.declare(Fire::Suicide).declare(Fire::Hold);
        let scout = fight.against(TERRAN, Scout);
        fight.declare(Fire::Missile).act(scout);
        fight
    };
    assert_ne!(shots(false).battle().round, 1, "the shot is lost");
    let mut other = shots(true);
    assert!(matches!(other.moment(), Moment::FireRoll { step: 4, .. }));
    // 7 against 1 at short range: 2+ becomes 3+.
    other.hit_die(3, 3);
    assert_eq!(other.count(TERRAN, MissileBoat), (0, 0));
}

/// `cobb_planetary_sequence`: a ship disrupted by the first shot is a disrupted target for the next.
#[test]
fn reading_planetary_sequence_shot_by_shot() {
    let land = |by_shot| {
        let mut fight = Fight::new(TERRAN)
            .with(move |options| options.planetary_shot_by_shot = by_shot)
            .ships(TERRAN, &[(LightCruiser, 1)])
            .ground(GROUND, IMPERIAL, &[(PlanetaryDefence, 1)])
            .outpost(GROUND, IMPERIAL)
            .begin();
        fight.act(Action::Undertake(crate::games::imperium::state::Mission::Bombard(GROUND)));
        // PD 6 at screen 3: 2+.
        fight.hit_die(2, 2);
        fight
    };
    let mut at_once = land(false);
    // Outpost 3 at 3: 5+, and a second hit destroys without a die.
    at_once.hit_die(5, 5);
    assert_eq!(at_once.count(TERRAN, LightCruiser), (0, 0));
    let mut by_shot = land(true);
    by_shot.screen_die(3, 1);
    // Disrupted: screen 2, and +1: 3+.
    by_shot.hit_die(3, 2);
    assert_eq!(by_shot.count(TERRAN, LightCruiser), (0, 1), "it bombards");
}

/// `cobb_disrupt_grounded`: ships in a box roll like those in space, fighters in surface combat, too.
#[test]
fn reading_disrupt_grounded() {
    let with = |on| move |options: &mut Options| options.disrupt_grounded = on;
    let bombard = |on| {
        let mut fight = Fight::new(TERRAN)
            .with(with(on))
            .ships(TERRAN, &[(StrikeCruiser, 2)])
            .ground(GROUND, IMPERIAL, &[(Destroyer, 2)])
            .begin();
        fight.act(Action::Undertake(crate::games::imperium::state::Mission::Bombard(GROUND)));
        if let Moment::MissionCount { .. } = fight.moment() {
            fight.act(Action::Count(2));
        }
        // 7 at screen 2: 2+ each.
        fight.roll(&[1, 10, 25], 2);
        fight
    };
    assert_eq!(bombard(false).count(IMPERIAL, Destroyer), (0, 0));
    let mut fight = bombard(true);
    // Screen 2: each is disrupted on a 1.
    fight.roll(&[25, 10, 1], 1);
    assert_eq!(fight.count(IMPERIAL, Destroyer), (0, 1));
    let mut ground = Fight::new(TERRAN)
        .with(with(true))
        .ground(GROUND, TERRAN, &[(JumpTroops, 1)])
        .ground(GROUND, IMPERIAL, &[(Fighter, 1)])
        .begin();
    ground.hit_die(2, 2).screen_die(2, 1);
    assert_eq!(ground.count(IMPERIAL, Fighter), (0, 1));
}

/// `phasing_in_reaction`: in Reaction Combat the side that reacted has round 1 and leaves after a stand-off.
#[test]
fn reading_phasing_in_reaction() {
    let holder = |reactor, phase| {
        let mut fight = Fight::new(TERRAN)
            .with(move |options| options.reactor_is_phasing = reactor)
            .ships(TERRAN, &[(Destroyer, 1)])
            .ships(IMPERIAL, &[(Destroyer, 1)]);
        fight.state.phase = phase;
        fight.begin().battle().initiative
    };
    assert_eq!(holder(false, Phase::ReactionCombat), TERRAN);
    assert_eq!(holder(true, Phase::ReactionCombat), IMPERIAL);
    assert_eq!(holder(true, Phase::SecondCombat), TERRAN);
}
