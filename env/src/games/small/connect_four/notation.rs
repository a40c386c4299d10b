use super::{COLUMNS, ConnectFour, ConnectFourAction, ConnectFourState, ROWS, STONES, cell, has_four};
use crate::core::{Game, Notation, OutcomeIndex, ParseError};

pub(super) fn column_name(column: usize) -> char {
    char::from(b'a' + column as u8)
}

impl Notation for ConnectFour {
    fn action_text(&self, _state: &ConnectFourState, action: ConnectFourAction) -> String {
        let ConnectFourAction::Drop { column } = action;
        format!("drop {}", column_name(column.min(25).into()))
    }

    fn outcome_text(&self, _state: &ConnectFourState, outcome: OutcomeIndex) -> String {
        format!("outcome {}", outcome.index())
    }

    fn question(&self, _view: &Self::View) -> String {
        "Into which column, a (left) to g (right), do you drop a stone?".into()
    }

    /// Six rows of seven cells from the top: `x` for the first seat's stones, `o` for the second's, `.` for none.
    fn position_text(&self, state: &ConnectFourState) -> String {
        let row_text = |row: usize| -> String {
            (0..COLUMNS)
                .map(|column| state.owner(column, row).map_or('.', |seat| STONES[seat.index()]))
                .collect()
        };
        (0..ROWS).rev().map(row_text).collect::<Vec<_>>().join("\n")
    }

    fn parse_position(&self, text: &str) -> Result<ConnectFourState, ParseError> {
        let refuse = |text: &str, reason: &str| Err(ParseError { text: text.into(), reason: reason.into() });
        let rows: Vec<&str> = text.split_whitespace().collect();
        if rows.len() != ROWS {
            return refuse(text, "expected six rows");
        }
        let mut state = self.initial_state();
        for (row, line) in rows.iter().rev().enumerate() {
            if line.chars().count() != COLUMNS {
                return refuse(line, "expected seven cells");
            }
            for (column, sign) in line.chars().enumerate() {
                match STONES.iter().position(|&stone| stone == sign) {
                    _ if sign == '.' => continue,
                    None => return refuse(line, "a cell is x, o or a full stop"),
                    Some(_) if state.height(column) < row => return refuse(line, "a stone hangs in the air"),
                    Some(seat) => state.stones[seat] |= cell(column, row),
                }
            }
        }
        let [first, second] = state.stones.map(u64::count_ones);
        if first != second && first != second + 1 {
            return refuse(text, "x starts and stones alternate: the numbers don't fit");
        }
        if has_four(state.stones[state.to_move().index()]) && !state.is_full() {
            return refuse(text, "play has gone on after four in a line");
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Setup;

    #[test]
    fn impossible_positions_are_refused() {
        let game = ConnectFour::from_setup(&Setup::new("connect_four")).unwrap();
        let with_bottom = |rows: &str| {
            let above = ROWS - rows.lines().count();
            game.parse_position(&format!("{}{rows}", ".......\n".repeat(above)))
        };
        assert!(with_bottom("xxxxooo").is_ok());
        for (rows, reason) in [
            ("xx.....", "alternate"),
            ("xxxxooo\no......", "hangs"),
            ("o......\nxxxxooo", "gone on"),
            ("xyo....", "a cell is"),
            ("xo", "seven cells"),
        ] {
            assert!(with_bottom(rows).unwrap_err().reason.contains(reason), "{rows}");
        }
    }
}
