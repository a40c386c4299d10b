//! What the doctrine takes for true must be what the rules say, and what it does what its parameters say.

use super::fire::{Ship, hit_chance, kill_share};
use super::lanes::Lanes;
use super::*;
use crate::core::{Game, Seat};
use crate::games::imperium::battle::{self, disruption_faces, shot_faces};
use crate::games::imperium::class::Class;
use crate::games::imperium::positions_for_tests::{duel, first_war, in_sight, nusku_gap, ships, system};
use crate::games::imperium::state::{Fire, IMPERIAL, Moment, Phase, Range, Step, TERRAN};

/// The legal action that the doctrine of a seat likes best, with these parameters changed.
fn choice(game: &Imperium, state: &State, seat: Seat, change: &[(&str, f32)]) -> Action {
    let mut values = DoctrineValues::defaults::<Imperium>();
    for &(key, value) in change {
        values.set::<Imperium>(key, value).unwrap();
    }
    let (mut legal, mut scores) = (Vec::new(), Vec::new());
    game.legal_actions(state, &mut legal);
    game.rank(&game.view(state, seat), &legal, &values, &mut scores);
    assert_eq!(scores.len(), legal.len());
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
    legal[best]
}

/// The chances that the doctrine reckons with are those that battles roll.
#[test]
fn chances_are_those_of_battles() {
    let game = duel("large");
    let mut state = game.initial_state();
    let mut compared = 0;
    for (range, disrupted) in
        [(Range::Long, false), (Range::Short, false), (Range::Long, true), (Range::Short, true)]
    {
        let battle = state.battle.as_mut().unwrap();
        battle.range = range;
        battle.squads.change_each(|squad| squad.disrupted = disrupted);
        let battle = state.battle.as_ref().unwrap();
        for (own, shooter) in battle.squads.iter().enumerate() {
            for (foe, target) in battle.squads.iter().enumerate().filter(|(_, s)| s.seat != shooter.seat) {
                let factors = game.units.factors(shooter.class, shooter.seat);
                for (fire, factor) in [
                    (Fire::Beam, factors.beam),
                    (Fire::Suicide, factors.beam),
                    (Fire::Missile, factors.missile),
                    (Fire::TimeOnTarget, factors.missile),
                    (Fire::HighIntensity, factors.missile),
                ] {
                    let reaches = factor > 0 && (range == Range::Short || factor == factors.missile);
                    let beams = matches!(fire, Fire::Beam | Fire::Suicide);
                    if !reaches || beams && range == Range::Long {
                        continue;
                    }
                    let reckoned = hit_chance(&game, Ship::of(&shooter), Ship::of(&target), fire, range);
                    let faces = shot_faces(&game, &state, own as u8, fire, foe as u8);
                    let (a, b) = (shooter.class, target.class);
                    assert_eq!((reckoned * 6.0).round() as u8, faces, "{a} {fire:?} at {b}, {range:?} range");
                    compared += 1;
                }
            }
        }
        for (index, squad) in battle.squads.iter().enumerate() {
            let kills = 6 - disruption_faces(&game, &state, index as u8);
            assert_eq!((kill_share(&game, Ship::of(&squad)) * 6.0).round() as u8, kills, "{}", squad.class);
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// A space combat at Barnard's Star where the Terran sets the range.
fn ranges(terran: (Class, u8), imperial: (Class, u8)) -> (Imperium, State) {
    let (game, mut state) = first_war();
    ships(&game, &mut state, "barnard", TERRAN, terran.0, terran.1);
    ships(&game, &mut state, "barnard", IMPERIAL, imperial.0, imperial.1);
    state.phase = Phase::FirstCombat;
    battle::begin_phase(&game, &mut state);
    game.settle(&mut state);
    let battle = state.battle.as_mut().unwrap();
    (battle.round, battle.moment, battle.initiative) = (2, Moment::ChooseRange, TERRAN);
    (game, state)
}

/// It leaves where it is outgunned by more than `leave_odds`, and closes where its beams are better.
#[test]
fn who_is_outgunned_leaves() {
    let weak = ((Class::Destroyer, 1), (Class::Battleship, 3));
    let (game, state) = ranges(weak.0, weak.1);
    assert_eq!(choice(&game, &state, TERRAN, &[]), Action::SetRange(Range::Disengage));
    let (game, state) = ranges((Class::LightCruiser, 3), (Class::LightCruiser, 3));
    assert_eq!(choice(&game, &state, TERRAN, &[]), Action::SetRange(Range::Short), "beams 5 against 2");
    let never = [("terran.leave_odds", 2.0)];
    assert_eq!(choice(&game, &state, TERRAN, &never), Action::SetRange(Range::Disengage), "a coward");
}

/// Sirius is a gate, Altair is not (a lane leads past it); only with a tanker does a fleet come through.
#[test]
fn fleets_pass_sirius_with_a_tanker() {
    let (game, mut state) = first_war();
    state.phase = Phase::FirstMovement;
    ships(&game, &mut state, "procyon", TERRAN, Class::Destroyer, 3);
    // The long way round is closed.
    ships(&game, &mut state, "agidda", IMPERIAL, Class::Scout, 1);
    let [procyon, sirius, markhashi] = ["procyon", "sirius", "markhashi"].map(|id| system(&game, id));
    let without = Lanes::new(&game, &state, &super::board::Board::new(&game, &state));
    assert_eq!(without.gates, sirius.bit());
    let reach = without.reach(TERRAN, procyon);
    assert_eq!((reach & sirius.bit() != 0, reach & markhashi.bit() != 0), (true, false));
    ships(&game, &mut state, "junction", TERRAN, Class::Tanker, 1);
    let with = Lanes::new(&game, &state, &super::board::Board::new(&game, &state));
    assert_ne!(with.reach(TERRAN, procyon) & markhashi.bit(), 0);
}

/// The Imperial asks for ships while he has the glory for it and turns to use them in.
#[test]
fn appeals_cost_glory_that_must_be_there() {
    let game = nusku_gap();
    let mut state = game.initial_state();
    (state.phasing, state.step, state.court.glory) = (IMPERIAL, Step::Appeal, 9);
    let early = [("imperial.appeal_turns", 0.0), ("imperial.appeal_glory", 4.0)];
    assert_eq!(choice(&game, &state, IMPERIAL, &early), Action::Appeal { military: true });
    let proud = [("imperial.appeal_turns", 0.0), ("imperial.appeal_glory", 10.0)];
    assert_ne!(choice(&game, &state, IMPERIAL, &proud), Action::Appeal { military: true });
    let late = [("imperial.appeal_turns", 8.0), ("imperial.appeal_glory", 4.0)];
    assert_ne!(choice(&game, &state, IMPERIAL, &late), Action::Appeal { military: true });
}

/// What it means to buy it can pay for, whatever it has in stock.
#[test]
fn purchases_are_paid_for() {
    let (game, mut state) = first_war();
    for (seat, stock) in
        [TERRAN, IMPERIAL].into_iter().flat_map(|seat| [1, 5, 12, 27, 60, 99].map(|n| (seat, n)))
    {
        state.phasing = seat;
        state.sides[seat.index()].stock = stock;
        let state = in_sight(&game, &state);
        let parameters = Parameters::of(seat, &DoctrineValues::defaults::<Imperium>());
        let state = in_sight(&game, &state);
        let mind = Mind::new(&game, &state, seat, parameters);
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        let bought = mind.purchases(&mind.offered(&legal));
        let cost: u16 = bought
            .iter()
            .map(|&(class, _, count)| u16::from(count) * u16::from(game.units.price(class, seat)))
            .sum();
        assert!(cost <= u16::from(stock), "{bought:?} for {stock} RU");
        assert!(stock < 5 || cost > 0, "{seat:?} leaves {stock} RU alone");
    }
}

/// Glory and ships of his make the Imperial's outlook better, and what one side gains the other loses.
#[test]
fn the_outlook_rises_with_glory_and_ships() {
    let game = nusku_gap();
    let state = game.initial_state();
    let outlook = |state: &State| {
        let values = game.estimate(state);
        assert!((values[0] + values[1]).abs() < 1e-6 && values[1].abs() <= 1.0);
        values[1]
    };
    let mut glorious = state.clone();
    glorious.court.glory += 1;
    let mut strong = state.clone();
    ships(&game, &mut strong, "nusku", IMPERIAL, Class::LightCruiser, 1);
    let mut late = glorious.clone();
    late.turn = 3;
    let mut lost = state.clone();
    (lost.turn, lost.court.glory) = (3, state.court.glory);
    assert!(outlook(&glorious) > outlook(&state) && outlook(&strong) > outlook(&state));
    assert!(
        outlook(&late) - outlook(&lost) > outlook(&glorious) - outlook(&state),
        "at the end glory is all"
    );
}
