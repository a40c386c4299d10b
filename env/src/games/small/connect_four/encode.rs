use super::{COLUMNS, ConnectFour, ConnectFourAction, ConnectFourState, ROWS, SEATS, STRIDE, cell};
use crate::core::{PerSeat, Seat};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};
use crate::encode::{ActionToken, Block, Column, Encode, ObservationMut, ObservationSpec, Relation};

const SIDES: usize = 0;
const COLUMN_ROWS: usize = 1;
const CELLS: usize = 2;

pub(super) fn spec() -> ObservationSpec {
    let flag = |name: &str| Column::new(name, "0 or 1", 1.0);
    let mut spec = ObservationSpec {
        version: 1,
        blocks: vec![
            Block { name: "sides", rows: SEATS, columns: vec![flag("to move")] },
            Block {
                name: "columns",
                rows: COLUMNS,
                columns: vec![Column::new("height", "stones", 1.0 / ROWS as f32), flag("middle")],
            },
            Block {
                name: "cells",
                rows: COLUMNS * ROWS,
                columns: vec![flag("own"), flag("other"), flag("playable")],
            },
        ],
        relations: vec![],
        sides: SIDES,
        sites: Some(CELLS),
        verbs: vec!["drop"],
        max_quantity: 0,
    };
    spec.relations = vec![lines(&spec)];
    spec
}

/// How two cells could stand in one line of four (1 column, 2 row, 3 falling, 4 rising), and which cells
/// belong to a column (5).
fn lines(spec: &ObservationSpec) -> Relation {
    let rows = spec.rows();
    let mut pairs = vec![0; rows * rows];
    let cells = || (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
    let cell_row = |(column, row): (usize, usize)| spec.row(CELLS, column * ROWS + row).index();
    for a in cells() {
        for b in cells() {
            let (dx, dy) = (b.0 as i32 - a.0 as i32, b.1 as i32 - a.1 as i32);
            let near = dx.abs().max(dy.abs());
            pairs[cell_row(a) * rows + cell_row(b)] = match (dx, dy) {
                _ if near == 0 || near > 3 => 0,
                (0, _) => 1,
                (_, 0) => 2,
                _ if dx == -dy => 3,
                _ if dx == dy => 4,
                _ => 0,
            };
        }
        let column = spec.row(COLUMN_ROWS, a.0).index();
        pairs[cell_row(a) * rows + column] = 5;
        pairs[column * rows + cell_row(a)] = 5;
    }
    Relation { name: "line", categories: 6, pairs }
}

impl Encode for ConnectFour {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn observe(&self, view: &Self::View, mut out: ObservationMut<'_>) {
        out.clear();
        let (spec, state) = (&self.spec, &view.state);
        for seat in Seat::all(SEATS) {
            out.row(spec, SIDES, seat.relative_to(view.seat, SEATS)).put(seat == state.to_move());
        }
        for column in 0..COLUMNS {
            let height = state.height(column);
            out.row(spec, COLUMN_ROWS, column).put(height as i64).put(column == COLUMNS / 2);
            for row in 0..ROWS {
                let owner = state.owner(column, row);
                out.row(spec, CELLS, column * ROWS + row)
                    .put(owner == Some(view.seat))
                    .put(owner.is_some_and(|seat| seat != view.seat))
                    .put(row == height);
            }
        }
    }

    fn action_token(&self, _view: &Self::View, action: ConnectFourAction) -> ActionToken {
        let ConnectFourAction::Drop { column } = action;
        ActionToken { verb: 0, row: Some(self.spec.row(COLUMN_ROWS, column.into())), quantity: 0 }
    }

    fn site_owners(&self, state: &ConnectFourState) -> Vec<Option<Seat>> {
        (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| state.owner(column, row))).collect()
    }
}

impl Doctrine for ConnectFour {
    fn estimate(&self, state: &ConnectFourState) -> PerSeat<f32> {
        let lead = match state.winner() {
            Some(seat) => 1.0 - 2.0 * seat.index() as f32,
            // A stone counts the more, the nearer it lies to the middle.
            None => Seat::all(SEATS).zip([0.01, -0.01]).fold(0.0, |sum, (seat, sign)| {
                let stones = state.stones[seat.index()];
                let count = |column: usize| (stones >> (column * STRIDE) & 0x3f).count_ones() as f32;
                sum + sign * (0..COLUMNS).map(|c| count(c) * (3 - c.abs_diff(3)) as f32).sum::<f32>()
            }),
        };
        [lead, -lead].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        vec![DoctrineParameter {
            key: "caution",
            default: 5.0,
            range: (0.0, 10.0),
            summary: "How many columns nearer to the middle are given up rather than let the other side win on top.",
        }]
    }

    fn rank(
        &self,
        view: &Self::View,
        legal: &[ConnectFourAction],
        doctrine: &DoctrineValues,
        scores: &mut Vec<f32>,
    ) {
        let (state, own) = (&view.state, view.seat);
        let other = own.turned(1, SEATS);
        scores.clear();
        scores.extend(legal.iter().map(|&ConnectFourAction::Drop { column }| {
            let column = usize::from(column);
            if state.wins(own, column) {
                return 100.0;
            }
            if state.wins(other, column) {
                return 50.0;
            }
            let mut next = state.clone();
            next.stones[own.index()] |= cell(column, state.height(column));
            let gift = if next.wins(other, column) { doctrine.get("caution") } else { 0.0 };
            (COLUMNS / 2) as f32 - column.abs_diff(COLUMNS / 2) as f32 - gift
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Game, Notation, Setup};

    #[test]
    fn the_doctrine_wins_and_blocks() {
        let game = ConnectFour::from_setup(&Setup::new("connect_four")).unwrap();
        let state =
            game.parse_position(&format!("{}{}", ".......\n".repeat(3), "xo.....\n".repeat(3))).unwrap();
        let mut scores = Vec::new();
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        let values = DoctrineValues::defaults::<ConnectFour>();
        game.rank(&game.view(&state, Seat::new(0)), &legal, &values, &mut scores);
        assert_eq!((scores[0], scores[1]), (100.0, 50.0));
    }
}
