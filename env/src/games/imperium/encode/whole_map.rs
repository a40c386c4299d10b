//! Rows of the blocks that only the whole map and series of wars have.

use super::super::action::Quantity;
use super::super::hex::distance;
use super::super::state::{IMPERIAL, Peace, Placing, Step};
use super::columns::{
    BOXES, PEACE, PLACING, PLACINGS, SERIES_BOX_COLUMNS, SHIPS, TRANSIT, TRANSIT_COUNTS, TRANSIT_ROWS,
};
use super::rows::{AtHand, Writer, aboard, maybe_hot};
use crate::core::Seat;

impl Writer<'_> {
    /// The stacks between systems.
    pub(super) fn transit(&mut self, picked: &AtHand) {
        let (state, viewer) = (self.state, self.viewer);
        for seat in Seat::all(2) {
            let first = self.rank(seat) * TRANSIT_ROWS;
            for (stack, (place, kind)) in state.under_way(seat).enumerate() {
                let row = first + stack.min(TRANSIT_ROWS - 1);
                let alike = || state.groups_at(place).filter(move |g| g.seat == seat && g.kind() == kind);
                if stack < TRANSIT_ROWS {
                    let hex = self.game.hex_of(place);
                    let nearest = self.game.map.systems.iter().map(|system| distance(hex, system.hex)).min();
                    let used: u8 = alike().filter(|g| !g.used.is_nothing()).map(|g| g.count).sum();
                    let at_hand = picked.place == Some(place) && picked.kind == Some(kind);
                    self.row(TRANSIT, row)
                        .put(seat == viewer)
                        .put(at_hand)
                        .put(kind.disrupted)
                        .put(used)
                        .put(hex.0)
                        .put(hex.1)
                        .put(nearest.unwrap_or(0));
                }
                for group in alike() {
                    self.add(TRANSIT, row, TRANSIT_COUNTS + group.class.index(), i16::from(group.count));
                    if let Some((index, each)) = aboard(group.cargo) {
                        let count = i16::from(group.count) * i16::from(each);
                        self.add(TRANSIT, row, TRANSIT_COUNTS + SHIPS + index, count);
                    }
                }
            }
        }
    }

    /// What is placed by choice, and what is still in store.
    pub(super) fn placing(&mut self) {
        let state = self.state;
        let (seat, doing, left) = match state.step {
            Step::Place(Placing::World { left, .. }) => (IMPERIAL, Some(0), left),
            Step::Place(Placing::Outpost { left, .. }) => (IMPERIAL, Some(1), left),
            Step::Place(Placing::Units { seat, .. }) => (seat, Some(2), 0),
            Step::Quantity(Quantity::Deploy { seat, .. }) => (seat, Some(3), 0),
            Step::Place(Placing::Entry { .. }) => (IMPERIAL, Some(4), 0),
            _ => (IMPERIAL, None, 0),
        };
        for side in Seat::all(2) {
            let rank = self.rank(side);
            let mut row = self.row(PLACING, rank);
            maybe_hot(&mut row, doing.filter(|_| side == seat), PLACINGS.len());
            row.put(if side == seat { left } else { 0 });
            for count in state.sides[side.index()].to_deploy {
                row.put(count);
            }
        }
    }

    /// The war among those of its series, the peace, and what it has made of outposts and worlds.
    pub(super) fn series(&mut self, block: usize) {
        let (state, viewer) = (self.state, self.viewer);
        let series = &state.series;
        let to_come = self.game.war().map_or(0, |war| war.max_wars).saturating_sub(series.war);
        let won = |seat: Seat| series.won[seat.index()];
        let (step, seat, lost, left) = match state.step {
            Step::Peace(Peace::Length) => (Some(0), None, 0, 0),
            Step::Peace(Peace::Attrition { seat, left, .. }) => (Some(1), Some(seat), 0, left),
            Step::Peace(Peace::Scrap { seat, lost, left, .. }) => (Some(2), Some(seat), lost, left),
            _ => (None, None, 0, 0),
        };
        let mut row = self.row(block, 0);
        row.put(series.war).put(to_come).put(won(viewer)).put(won(viewer.turned(1, 2)));
        row.put(series.first == viewer).put(series.at_peace).put(series.peace);
        maybe_hot(&mut row, step, PEACE.len());
        row.put(seat == Some(viewer)).put(lost).put(left);
        let first = self.encoder.columns[BOXES] - SERIES_BOX_COLUMNS;
        for (k, turns) in series.maturing.into_iter().enumerate().take(self.game.map.boxes.len()) {
            self.add(BOXES, k, first, turns.into());
            self.add(BOXES, k, first + 1, (series.conquered >> k & 1) as i16);
        }
    }
}
