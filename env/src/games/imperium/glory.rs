//! Conquest, losses, glory and how a war ends (rules 5, 9, 15.1).

use super::Imperium;
use super::class::Class;
use super::position::enemy_of;
use super::state::{BoxId, Cargo, IMPERIAL, State};
use crate::core::Seat;

impl Imperium {
    /// `seat` takes a box: an enemy outpost is removed, an enemy world stays under the occupier, neutralised;
    /// an own world under an occupier is taken back. Glory is booked at once.
    // rule: imp.15.1.box_control imp.15.1.world_glory imp.9.changes
    pub fn take_box(&self, state: &mut State, at: BoxId, seat: Seat) {
        let glory = self.tables.glory;
        let sign = if seat == IMPERIAL { 1 } else { -1 };
        let marker = state.marker_mut(at);
        let mut change = 0;
        if marker.outpost == Some(enemy_of(seat)) {
            marker.outpost = None;
            change += glory.outpost;
        }
        if marker.world.is_some() && marker.holder != Some(seat) {
            change += glory.world;
        }
        marker.holder = marker.world.map(|_| seat);
        marker.neutralised = marker.world.is_some();
        state.change_glory(sign * change, glory.track);
    }

    /// Books the destruction of `count` ships of a class with what each carries: RU lost, and ships that may
    /// be replaced.
    pub fn book_destroyed(&self, state: &mut State, seat: Seat, class: Class, cargo: Cargo, count: u8) {
        state.book_loss(seat, class, count, self.units.price(class, seat));
        if let Some(aboard) = cargo.class().filter(|class| class.is_ship()) {
            state.book_loss(seat, aboard, cargo.count() * count, self.units.price(aboard, seat));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{first_war, set_outpost, surface_box};
    use super::super::state::TERRAN;
    use super::*;

    #[test]
    fn imp_15_1_world_glory() {
        let (game, mut state) = first_war();
        let nusku = surface_box(&game, "nusku");
        game.take_box(&mut state, nusku, TERRAN);
        assert_eq!(state.court.glory, 1);
        let marker = *state.marker(nusku);
        assert_eq!((marker.world, marker.holder, marker.neutralised), (Some(IMPERIAL), Some(TERRAN), true));
        game.take_box(&mut state, surface_box(&game, "dushaam"), TERRAN);
        assert_eq!(state.court.glory, 0, "taking Nusku and Dushaam takes glory from 5 to 0");
        assert!(state.marker(surface_box(&game, "dushaam")).is_empty());
        game.take_box(&mut state, nusku, IMPERIAL);
        assert_eq!((state.court.glory, state.marker(nusku).holder), (4, Some(IMPERIAL)));
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
