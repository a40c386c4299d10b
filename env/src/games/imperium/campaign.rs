//! A series of wars: how a war ends, how the series ends, and who has won it (rules 13.18, 15.5).

use super::Imperium;
use super::position::enemy_of;
use super::setup::War;
use super::state::{IMPERIAL, Peace, State, Step, TERRAN, Victory};
use crate::core::Seat;

impl Imperium {
    /// A war is over: the series, too, or peace is made.
    // rule: imp.15.5.wars imp.15.5.victory
    pub(super) fn end_war(&self, state: &mut State, war: &War, winner: Seat) {
        if war.max_wars == 1 {
            return end_series(state, Some(winner));
        }
        state.series.won[winner.index()] += 1;
        state.series.first = enemy_of(winner);
        self.exchange_territory(state);
        if let Some(seat) = [TERRAN, IMPERIAL].into_iter().find(|&seat| self.holds_no_world(state, seat)) {
            end_series(state, Some(enemy_of(seat)));
        } else if state.series.war >= war.max_wars {
            end_series(state, self.winner_by_glory(state));
        } else {
            self.make_peace(state);
            state.step = Step::Peace(Peace::Length);
        }
    }

    /// Whether a side has lost its last world: one under an occupier is lost.
    // rule: imp.15.5.victory
    fn holds_no_world(&self, state: &State, seat: Seat) -> bool {
        state.markers.own_worlds(seat) & state.markers.held(seat) == 0
    }

    /// Who has won when the last war is over, by its glory; `None`: a draw.
    // rule: imp.15.5.victory
    fn winner_by_glory(&self, state: &State) -> Option<Seat> {
        match state.court.glory.cmp(&self.tables.glory.start) {
            std::cmp::Ordering::Less => Some(TERRAN),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(IMPERIAL),
        }
    }

    /// Wars won by the Imperial less wars lost, as a share of all that could be fought.
    // rule: imp.15.5.margin
    pub(super) fn series_margin(&self, state: &State, war: &War) -> f32 {
        let [terran, imperial] = state.series.won.map(f32::from);
        (imperial - terran) / f32::from(war.max_wars)
    }
}

fn end_series(state: &mut State, winner: Option<Seat>) {
    state.step = Step::Over;
    state.result = Some(Victory { winner });
}

#[cfg(test)]
mod tests;
