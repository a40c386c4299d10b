//! Random play: battles end, nobody vanishes, and what is legal is what can be applied.

use super::*;
use crate::core::{Dice, planner_rng, uniform_index};
use crate::games::imperium::state::{Mission, Theatre};

type Fleets = (&'static [(Class, u8)], &'static [(Class, u8)]);

/// The fleets of the scenario `duel`.
const FLEETS: [Fleets; 3] = [
    (&[(LightCruiser, 1), (Destroyer, 1), (MissileBoat, 1)], &[(LightCruiser, 1), (Destroyer, 2)]),
    (
        &[(AttackCruiser, 1), (LightCruiser, 1), (Destroyer, 2), (MissileBoat, 2)],
        &[(HeavyCruiser, 1), (StrikeCruiser, 1), (LightCruiser, 1), (Destroyer, 2)],
    ),
    (
        &[
            (Battleship, 1),
            (AttackCruiser, 1),
            (StrikeCruiser, 1),
            (LightCruiser, 2),
            (Destroyer, 3),
            (Scout, 3),
            (MissileBoat, 2),
            (Monitor, 1),
            (Mothership, 1),
            (Fighter, 4),
            (Transport, 1),
        ],
        &[
            (Battleship, 1),
            (StrikeCruiser, 1),
            (HeavyCruiser, 2),
            (LightCruiser, 1),
            (Destroyer, 5),
            (Scout, 3),
            (Mothership, 1),
            (Fighter, 4),
            (Transport, 3),
            (Tanker, 1),
        ],
    ),
];

/// Counters of a side on the map, in the battle, aboard and destroyed, by class.
fn all_counters(fight: &Fight, seat: Seat) -> [u32; Class::COUNT] {
    let mut counters = [0; Class::COUNT];
    let mut add = |class: Class, cargo: Cargo, count: u8| {
        counters[class.index()] += u32::from(count);
        match cargo {
            Cargo::Empty => {}
            Cargo::One { class, .. } => counters[class.index()] += u32::from(count),
            Cargo::Fighters { sound, disrupted } => {
                counters[Fighter.index()] += u32::from(count) * u32::from(sound + disrupted);
            }
        }
    };
    for group in fight.state.groups.iter().filter(|g| g.seat == seat) {
        add(group.class, group.cargo, group.count);
    }
    if let Some(battle) = &fight.state.battle {
        for squad in battle.squads.iter().filter(|s| s.seat == seat && !s.marker) {
            add(squad.class, squad.cargo, squad.count);
        }
    }
    for (index, &lost) in fight.state.sides[seat.index()].destroyed.iter().enumerate() {
        counters[index] += u32::from(lost);
    }
    counters
}

/// What one battle came to.
#[derive(Default)]
struct Tally {
    decisions: usize,
    events: usize,
    largest: usize,
}

fn play(mut fight: Fight, seed: u64) -> (Fight, Tally) {
    let (mut rng, mut dice) = (planner_rng(seed, 7), Dice::new(seed));
    let before = SEATS.map(|seat| all_counters(&fight, seat));
    fight = fight.begin();
    let mut tally = Tally::default();
    while !fight.is_over() {
        tally.events += 1;
        assert!(tally.events < 4000, "the battle does not end");
        assert_eq!(
            SEATS.map(|seat| all_counters(&fight, seat)),
            before,
            "counters vanish at {:?}",
            fight.moment()
        );
        match super::super::node(fight.battle()) {
            Node::Chance => {
                let chance = super::super::chance(&fight.table, &fight.state);
                assert!(chance.weights().len() > 1, "no doubt at {:?}", fight.moment());
                let outcome = dice.roll(&chance);
                fight.fall(outcome).expect("it is possible");
            }
            _ => {
                let legal = fight.legal();
                assert!(legal.len() > 1, "{legal:?} at {:?}", fight.moment());
                tally.decisions += 1;
                tally.largest = tally.largest.max(legal.len());
                fight.act(legal[uniform_index(&mut rng, legal.len())]);
            }
        }
    }
    assert_eq!(SEATS.map(|seat| all_counters(&fight, seat)), before);
    (fight, tally)
}

/// Mean decisions and the largest legal list of random duels, as the game card gives them.
#[test]
fn random_duels_end() {
    for (k, (terran, imperial)) in FLEETS.into_iter().enumerate() {
        let games = 60;
        let mut total = Tally::default();
        for seed in 0..games {
            let fight = Fight::new(SEATS[seed as usize % 2]).ships(TERRAN, terran).ships(IMPERIAL, imperial);
            let (_, tally) = play(fight, seed);
            total.decisions += tally.decisions;
            total.events = total.events.max(tally.events);
            total.largest = total.largest.max(tally.largest);
        }
        let mean = total.decisions / games as usize;
        let (most_decisions, most_actions) = [(40, 7), (80, 7), (200, 20)][k];
        assert!(
            mean <= most_decisions && total.largest <= most_actions,
            "fleets {k}: {mean} decisions, {} events, {} actions",
            total.events,
            total.largest
        );
    }
}

#[test]
fn random_landings_end() {
    let aboard = [
        Cargo::Empty,
        Cargo::One { class: JumpTroops, disrupted: false, strength: 0 },
        Cargo::One { class: RegularTroops, disrupted: false, strength: 0 },
        Cargo::One { class: Fighter, disrupted: true, strength: 0 },
    ];
    let (mut bombarded, mut landed) = (0, 0);
    for seed in 0..300 {
        let mut fight = Fight::new(SEATS[seed as usize % 2])
            .ships(TERRAN, &[(StrikeCruiser, 2), (Destroyer, 3), (Fighter, 2)])
            .ground(GROUND, IMPERIAL, &[(RegularTroops, 2), (PlanetaryDefence, 1)])
            .ground(SECOND_GROUND, IMPERIAL, &[(JumpTroops, 1)])
            .ground(SECOND_GROUND, TERRAN, &[(RegularTroops, 1)])
            .world(GROUND, IMPERIAL)
            .outpost(SECOND_GROUND, IMPERIAL);
        for cargo in aboard {
            fight = fight.add(Place::Space(HERE), TERRAN, Transport, seed % 3 == 0, cargo, 2);
        }
        if seed % 2 == 0 {
            fight = fight.ground(GROUND, IMPERIAL, &[(Destroyer, 1)]);
        }
        if seed % 5 == 0 {
            fight = fight.ships(IMPERIAL, &[(Scout, 1), (Mothership, 1)]);
        }
        let (fight, _) = play(fight, seed);
        bombarded += usize::from(fight.state.marker(BoxId(0)).neutralised);
        landed += fight.state.held_boxes(TERRAN).count_ones() as usize;
    }
    assert!(bombarded > 0 && landed > 0, "{bombarded} {landed}");
}

/// Every action is applied exactly when it is listed; a refusal leaves the state as it was.
#[test]
fn legal_iff_apply() {
    let (terran, imperial) = FLEETS[2];
    let mut fight = Fight::new(TERRAN).ships(TERRAN, terran).ships(IMPERIAL, imperial).begin();
    let mut rng = planner_rng(3, 3);
    let mut candidates: Vec<Action> =
        (0..60).flat_map(|n| [Action::Count(n), Action::Against { squad: n }]).collect();
    candidates.extend([Action::StayOut, Action::Done, Action::Undertake(Mission::StayOff)]);
    candidates.extend([Range::Long, Range::Short, Range::Disengage].map(Action::SetRange));
    candidates.extend(
        [Fire::Hold, Fire::Beam, Fire::Missile, Fire::TimeOnTarget, Fire::Suicide, Fire::DefensiveBeam]
            .map(Action::Declare),
    );
    candidates.extend((0..5).map(|id| Action::Retreat(SystemId(id))));
    for _ in 0..200 {
        if fight.is_over() || matches!(fight.battle().theatre, Theatre::Surface(_)) {
            break;
        }
        let legal = fight.legal();
        for &action in &candidates {
            let mut copy = fight.clone();
            assert_eq!(
                copy.try_act(action).is_ok(),
                legal.contains(&action),
                "{action:?} at {:?}",
                fight.moment()
            );
            if !legal.contains(&action) {
                assert!(copy.state == fight.state, "a refusal changes nothing");
            }
        }
        if legal.is_empty() {
            let weights = fight.weights();
            assert!(fight.fall(OutcomeIndex(36)).is_err());
            fight.roll(&weights, uniform_index(&mut rng, weights.len()) as u8);
        } else {
            fight.act(legal[uniform_index(&mut rng, legal.len())]);
        }
    }
}
