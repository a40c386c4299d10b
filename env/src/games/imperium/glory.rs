//! Conquest, losses, glory and who wins a war (rules 5, 9, 15.1).

use super::Imperium;
use super::class::Class;
use super::position::enemy_of;
use super::sets::bits;
use super::setup::{Duel, Scenario, War};
use super::state::{BoxId, Group, IMPERIAL, Place, State, Step, TERRAN, Victory};
use crate::core::{Outcome, Seat};

impl Imperium {
    /// `seat` takes a box: an enemy outpost is removed, an enemy world stays under the occupier, neutralised;
    /// an own world under an occupier is taken back. Glory is booked at once, or that of worlds when the war ends. Enemy outposts not yet placed are
    /// lost with the box.
    // rule: imp.15.1.box_control imp.15.1.world_glory imp.9.changes
    pub fn take_box(&self, state: &mut State, at: BoxId, seat: Seat) {
        let glory = self.tables.glory;
        let sign = if seat == IMPERIAL { 1 } else { -1 };
        // What was conquered in an earlier war is won back without glory.
        // rule: imp.9.conquest
        let long_held = state.series.conquered & at.bit() != 0;
        let mut marker = state.marker(at);
        let mut change = 0;
        if marker.outpost == Some(enemy_of(seat)) {
            marker.outpost = None;
            change += glory.outpost;
        }
        if !self.rules.worlds_at_end && marker.world.is_some() && marker.holder != Some(seat) && !long_held {
            change += glory.world;
        }
        marker.holder = marker.world.map(|_| seat);
        marker.neutralised = marker.world.is_some();
        state.markers.set(at, marker);
        state.series.conquered &= !at.bit();
        state.series.maturing[usize::from(at.0)] = 0;
        state.change_glory(sign * change, glory.track);
        let foe = enemy_of(seat);
        let stored = |group: &Group| {
            (group.place, group.seat, group.class) == (Place::Surface(at), foe, Class::Outpost)
        };
        while let Some(index) = state.groups.position(stored) {
            let lost = state.take(index, state.groups.at(index).count);
            state.book_loss(foe, lost.class, lost.count, 0);
        }
    }

    /// The end of a game turn: the limits move, then glory decides whether the war is over.
    // rule: imp.9.limits imp.15.3.limits
    pub(super) fn end_game_turn(&self, state: &mut State, war: &War) {
        let [lower, upper] = war.glory_limits[usize::from(state.turn) - 1];
        let winner = if state.court.glory >= upper {
            IMPERIAL
        } else if state.court.glory <= lower {
            TERRAN
        } else {
            return;
        };
        if self.rules.worlds_at_end {
            self.book_worlds(state);
        }
        self.end_war(state, war, winner);
    }

    /// Worlds under an occupier count when the war is over.
    // rule: imp.15.1.world_glory
    fn book_worlds(&self, state: &mut State) {
        let glory = self.tables.glory;
        for (seat, sign) in [(TERRAN, -1), (IMPERIAL, 1)] {
            let occupied = state.markers.held(seat) & state.markers.own_worlds(enemy_of(seat));
            for _ in bits(occupied & !state.series.conquered) {
                state.change_glory(sign * glory.world, glory.track);
            }
        }
    }

    /// The battle of a duel is over: the higher score wins.
    // rule: imp.15.2.result
    pub(super) fn end_duel(&self, state: &mut State) {
        let Scenario::Duel(duel) = &self.scenario else { return };
        let [terran, imperial] = duel_scores(state, duel);
        let winner = match terran.cmp(&imperial) {
            std::cmp::Ordering::Greater => Some(TERRAN),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(IMPERIAL),
        };
        state.step = Step::Over;
        state.result = Some(Victory { winner });
    }

    /// Result and margin of a game that is over.
    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let won = state.result?.winner;
        let sign = |seat| won.map_or(0.0, |winner| if winner == seat { 1.0 } else { -1.0 });
        let imperial = match &self.scenario {
            Scenario::War(war) if war.max_wars > 1 => self.series_margin(state, war),
            // The middle of the track lies between 5 and 6: there is no draw.
            Scenario::War(_) => (f32::from(state.court.glory) - 5.5) / 5.5,
            Scenario::Duel(duel) => {
                let [terran, imperial] = duel_scores(state, duel);
                (imperial - terran) as f32 / f32::from(duel.scale)
            }
        };
        let margin = imperial.clamp(-1.0, 1.0);
        Some(Outcome {
            returns: [sign(TERRAN), sign(IMPERIAL)].into_iter().collect(),
            margins: [-margin, margin].into_iter().collect(),
        })
    }
}

/// The score of each seat in a duel: RU of enemy ships destroyed less own, and the hold value for the side that
/// alone has ships in the hex.
// rule: imp.15.2.result
pub fn duel_scores(state: &State, duel: &Duel) -> [i32; 2] {
    let lost = state.sides.map(|side| i32::from(side.lost_ru));
    let here = [TERRAN, IMPERIAL].map(|seat| state.ships(seat) & duel.at.bit() != 0);
    let hold = |own: usize| if here[own] && !here[1 - own] { i32::from(duel.hold) } else { 0 };
    [lost[1] - lost[0] + hold(0), lost[0] - lost[1] + hold(1)]
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{
        duel, first_war, first_war_with, ground, nusku_gap, set_outpost, ships, surface_box,
    };
    use super::*;

    #[test]
    fn imp_9_limits() {
        let (game, opening) = first_war();
        let war = game.war().unwrap();
        let winner = |turn, glory| {
            let mut state = opening.clone();
            state.turn = turn;
            state.court.glory = glory;
            game.end_game_turn(&mut state, war);
            state.result.map(|result| result.winner.unwrap())
        };
        for (turn, lower, upper) in
            [(1, 0, 10), (2, 0, 10), (3, 0, 10), (4, 1, 9), (5, 2, 8), (6, 3, 7), (7, 4, 6), (8, 5, 6)]
        {
            assert_eq!(winner(turn, lower), Some(TERRAN), "turn {turn}");
            assert_eq!(winner(turn, upper), Some(IMPERIAL), "turn {turn}");
            assert!(turn == 8 || winner(turn, lower + 1).is_none() && winner(turn, upper - 1).is_none());
        }
    }

    #[test]
    fn imp_15_3_limits() {
        let game = nusku_gap();
        let Scenario::War(war) = &game.scenario else { panic!("a war") };
        assert_eq!(war.glory_limits, [[0, 10], [1, 9], [5, 6]]);
        let mut state = game.start.clone();
        state.turn = 3;
        state.court.glory = 5;
        game.end_game_turn(&mut state, war);
        let outcome = game.result(&state).unwrap();
        assert_eq!(outcome.returns[0], 1.0);
        assert!((outcome.margins[0] - 0.5 / 5.5).abs() < 1e-6);
    }

    #[test]
    fn imp_15_4_first_war() {
        let game = first_war_with(&[]);
        let mut state = game.start.clone();
        assert_eq!((state.turn, state.phasing), (1, TERRAN));
        let systems = ["sol", "gashidda"].map(|id| game.map.surface_box(id));
        assert_eq!([TERRAN, IMPERIAL].map(|seat| game.map.homeworld(seat)), systems);
        state.turn = 8;
        state.court.glory = 5;
        game.end_game_turn(&mut state, game.war().unwrap());
        let outcome = game.result(&state).unwrap();
        assert_eq!(outcome.returns[0], 1.0, "eight turns at most, and glory 5 is not enough");
        assert!((outcome.margins[0] - 0.5 / 5.5).abs() < 1e-6);
    }

    #[test]
    fn imp_15_2_result() {
        let game = duel("small");
        let Scenario::Duel(duel) = &game.scenario else { panic!("a duel") };
        let mut state = game.start.clone();
        for seat in [TERRAN, IMPERIAL] {
            ships(&game, &mut state, "barnard", seat, Class::Destroyer, 1);
        }
        assert_eq!(duel_scores(&state, duel), [0, 0], "both have ships in the hex");
        for (class, count) in [(Class::LightCruiser, 1), (Class::Destroyer, 2)] {
            state.book_loss(IMPERIAL, class, count, game.units.price(class, IMPERIAL));
        }
        state.book_loss(TERRAN, Class::MissileBoat, 1, game.units.price(Class::MissileBoat, TERRAN));
        let mut imperial_holds = state.clone();
        imperial_holds.groups.retain(|group| group.seat == IMPERIAL);
        assert_eq!(duel_scores(&imperial_holds, duel), [12 - 4, 4 - 12 + 4]);
        state.groups.retain(|group| group.seat == TERRAN);
        assert_eq!(duel_scores(&state, duel), [12 - 4 + 4, 4 - 12]);
        game.end_duel(&mut state);
        let outcome = game.result(&state).unwrap();
        assert_eq!(outcome.returns[0], 1.0);
        assert_eq!(outcome.margins[0], 1.0, "20 of 17 is no more than all");
    }

    #[test]
    fn imp_15_1_world_glory() {
        let (game, mut state) = first_war();
        let nusku = surface_box(&game, "nusku");
        game.take_box(&mut state, nusku, TERRAN);
        assert_eq!(state.court.glory, 1);
        let marker = state.marker(nusku);
        assert_eq!((marker.world, marker.holder, marker.neutralised), (Some(IMPERIAL), Some(TERRAN), true));
        game.take_box(&mut state, surface_box(&game, "dushaam"), TERRAN);
        assert_eq!(state.court.glory, 0, "taking Nusku and Dushaam takes glory from 5 to 0");
        assert!(state.marker(surface_box(&game, "dushaam")).is_empty());
        game.take_box(&mut state, nusku, IMPERIAL);
        assert_eq!((state.court.glory, state.marker(nusku).holder), (4, Some(IMPERIAL)));
    }

    #[test]
    fn imp_15_1_world_glory_at_the_end() {
        let (mut game, mut state) = first_war();
        game.rules.worlds_at_end = true;
        game.take_box(&mut state, surface_box(&game, "nusku"), TERRAN);
        game.take_box(&mut state, surface_box(&game, "dushaam"), TERRAN);
        assert_eq!(state.court.glory, 4, "the outpost counts at once");
        game.end_game_turn(&mut state, game.war().unwrap());
        assert_eq!(state.result, None);
        state.turn = 7;
        game.end_game_turn(&mut state, game.war().unwrap());
        assert_eq!(state.result.unwrap().winner, Some(TERRAN));
        assert_eq!(state.court.glory, 0, "the world counts now");
    }

    #[test]
    fn imp_15_1_box_control_of_unplaced_outposts() {
        let (game, mut state) = first_war();
        let nusku = surface_box(&game, "nusku");
        state.markers.change(nusku, |marker| marker.neutralised = true);
        ground(&game, &mut state, "nusku", TERRAN, Class::RegularTroops, 1);
        ground(&game, &mut state, "nusku", IMPERIAL, Class::Outpost, 1);
        super::super::battle::begin_phase(&game, &mut state);
        game.settle(&mut state);
        assert_eq!(state.marker(nusku).holder, Some(TERRAN), "an outpost in store defends nothing");
        assert_eq!(state.counters(IMPERIAL, Class::Outpost), 9, "and is lost with the box");
        assert_eq!(state.court.glory, 1, "without glory");
    }

    #[test]
    fn imp_15_1_box_control_needs_troops() {
        let (game, opening) = first_war();
        let dushaam = surface_box(&game, "dushaam");
        for (class, taken) in [
            (Class::RegularTroops, true),
            (Class::JumpTroops, true),
            (Class::PlanetaryDefence, false),
            (Class::Fighter, false),
        ] {
            let mut state = opening.clone();
            state.markers.change(dushaam, |marker| marker.neutralised = true);
            ground(&game, &mut state, "dushaam", TERRAN, class, 1);
            super::super::battle::begin_phase(&game, &mut state);
            game.settle(&mut state);
            assert_eq!(state.marker(dushaam).is_empty(), taken, "{class}");
        }
    }

    #[test]
    fn imp_9_changes() {
        let (game, mut state) = first_war();
        set_outpost(&game, &mut state, "agidda", TERRAN);
        game.take_box(&mut state, surface_box(&game, "agidda"), IMPERIAL);
        assert_eq!(state.court.glory, 6);
        game.take_box(&mut state, surface_box(&game, "alpha_centauri_a"), IMPERIAL);
        assert_eq!(state.court.glory, 10);
    }
}
