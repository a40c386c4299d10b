//! Connect Four: two players drop stones into seven columns of six cells; the first to line up four wins, a full
//! board is a draw. With optimal play the first player wins by starting in the middle (Allis, "A Knowledge-Based
//! Approach of Connect-Four", 1988).

mod draw;
mod encode;
mod notation;

use crate::core::{
    ActionCodec, ActionId, Card, Chance, Facts, Game, IllegalAction, IllegalOutcome, Information, Node,
    Notation, OpenView, Outcome, OutcomeIndex, PerSeat, PlannerRng, PresetInfo, ResolvedSetup, ScenarioInfo,
    Seat, Setup, SetupFaults, Utility,
};
use crate::encode::ObservationSpec;

const SEATS: usize = 2;
const COLUMNS: usize = 7;
const ROWS: usize = 6;
const STONES: [char; SEATS] = ['x', 'o'];
/// One column of a bitboard takes this many bits: six cells from the bottom and an empty one above.
const STRIDE: usize = ROWS + 1;

/// The game.
#[derive(Debug)]
pub struct ConnectFour {
    setup: ResolvedSetup,
    facts: Facts,
    spec: ObservationSpec,
}

/// The stones on the board; who is to move follows from their number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFourState {
    /// The stones of each seat, one bit per cell: bit `7 * column + row`, row 0 at the bottom.
    pub stones: [u64; SEATS],
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConnectFourAction {
    /// Drop a stone.
    Drop {
        /// Into this column, 0 (left, `a`) to 6 (right, `g`).
        column: u8,
    },
}

impl ConnectFourState {
    fn to_move(&self) -> Seat {
        Seat::new((self.occupied().count_ones() % 2) as usize)
    }

    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    fn is_full(&self) -> bool {
        self.occupied().count_ones() as usize == COLUMNS * ROWS
    }

    /// How many stones a column holds.
    fn height(&self, column: usize) -> usize {
        (self.occupied() >> (column * STRIDE) & ((1 << ROWS) - 1)).count_ones() as usize
    }

    fn owner(&self, column: usize, row: usize) -> Option<Seat> {
        Seat::all(SEATS).find(|seat| self.stones[seat.index()] & cell(column, row) != 0)
    }

    fn winner(&self) -> Option<Seat> {
        Seat::all(SEATS).find(|seat| has_four(self.stones[seat.index()]))
    }

    /// Whether a stone of `seat` dropped into `column` lines up four.
    fn wins(&self, seat: Seat, column: usize) -> bool {
        let height = self.height(column);
        height < ROWS && has_four(self.stones[seat.index()] | cell(column, height))
    }
}

fn cell(column: usize, row: usize) -> u64 {
    1 << (column * STRIDE + row)
}

fn has_four(stones: u64) -> bool {
    // Up, right, down-right, up-right.
    [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for ConnectFour {
    type State = ConnectFourState;
    type Action = ConnectFourAction;
    type View = OpenView<ConnectFourState>;

    fn card() -> Card {
        Card {
            id: "connect_four",
            title: "Connect Four",
            summary: "Two players drop stones into seven columns; four in a line win.",
            scenarios: vec![ScenarioInfo { id: "standard", summary: "The empty board of seven by six." }],
            presets: vec![PresetInfo { id: "standard", summary: "The usual rules.", values: vec![] }],
            options: vec![],
            takes_figures: false,
            rules_version: 1,
            action_version: 1,
            encoding_version: 1,
        }
    }

    fn from_setup(setup: &Setup) -> Result<Self, SetupFaults> {
        Ok(Self { setup: setup.resolve(&Self::card())?, facts: facts(), spec: encode::spec() })
    }

    fn setup(&self) -> &ResolvedSetup {
        &self.setup
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn initial_state(&self) -> ConnectFourState {
        ConnectFourState { stones: [0; SEATS] }
    }

    fn node(&self, state: &ConnectFourState) -> Node {
        if state.winner().is_some() || state.is_full() {
            Node::Terminal
        } else {
            Node::Decision(state.to_move())
        }
    }

    fn legal_actions(&self, state: &ConnectFourState, out: &mut Vec<ConnectFourAction>) {
        out.clear();
        if self.node(state) != Node::Terminal {
            out.extend(
                (0..COLUMNS)
                    .filter(|&column| state.height(column) < ROWS)
                    .map(|column| ConnectFourAction::Drop { column: column as u8 }),
            );
        }
    }

    fn apply(&self, state: &mut ConnectFourState, action: ConnectFourAction) -> Result<(), IllegalAction> {
        let ConnectFourAction::Drop { column } = action;
        let refuse = |reason: &str| {
            let action = self.action_text(state, action);
            Err(IllegalAction { action, reason: reason.into(), rule: None })
        };
        if self.node(state) == Node::Terminal {
            return refuse("the game is over");
        }
        if usize::from(column) >= COLUMNS {
            return refuse("the board has seven columns, a to g");
        }
        let height = state.height(column.into());
        if height == ROWS {
            return refuse("the column is full");
        }
        state.stones[state.to_move().index()] |= cell(column.into(), height);
        Ok(())
    }

    fn chance(&self, _state: &ConnectFourState) -> Chance {
        panic!("there are no dice in Connect Four")
    }

    fn apply_outcome(
        &self,
        _state: &mut ConnectFourState,
        outcome: OutcomeIndex,
    ) -> Result<(), IllegalOutcome> {
        Err(IllegalOutcome { outcome: outcome.index(), reason: "there are no dice in Connect Four".into() })
    }

    fn player_turn(&self, state: &ConnectFourState) -> u32 {
        state.stones.iter().map(|stones| stones.count_ones()).sum()
    }

    fn outcome(&self, state: &ConnectFourState) -> Option<Outcome> {
        if self.node(state) != Node::Terminal {
            return None;
        }
        let returns: PerSeat<f32> = Seat::all(SEATS)
            .map(|seat| state.winner().map_or(0.0, |winner| if winner == seat { 1.0 } else { -1.0 }))
            .collect();
        Some(Outcome { margins: returns.clone(), returns })
    }

    fn view(&self, state: &ConnectFourState, seat: Seat) -> Self::View {
        OpenView { seat, state: state.clone() }
    }

    fn viewer(&self, view: &Self::View) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &Self::View) -> Node {
        self.node(&view.state)
    }

    fn legal_in_view(&self, view: &Self::View, out: &mut Vec<ConnectFourAction>) {
        out.clear();
        if self.node(&view.state) == Node::Decision(view.seat) {
            self.legal_actions(&view.state, out);
        }
    }

    fn sample_world(&self, view: &Self::View, _rng: &mut PlannerRng) -> ConnectFourState {
        view.state.clone()
    }
}

impl ActionCodec for ConnectFour {
    fn action_count(&self) -> usize {
        COLUMNS
    }

    fn action_id(&self, action: ConnectFourAction) -> ActionId {
        let ConnectFourAction::Drop { column } = action;
        ActionId(column.into())
    }

    fn action_from_id(&self, id: ActionId) -> Option<ConnectFourAction> {
        let column = u8::try_from(id.0).ok().filter(|&column| usize::from(column) < COLUMNS)?;
        Some(ConnectFourAction::Drop { column })
    }
}

fn facts() -> Facts {
    Facts {
        seats: vec!["first", "second"],
        chance: false,
        simultaneous: false,
        information: Information::Perfect,
        utility: Utility::ZeroSum,
        returns: (-1.0, 1.0),
        max_events: (COLUMNS * ROWS) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{planner_rng, uniform_index};

    fn play(moves: &str) -> (ConnectFour, ConnectFourState) {
        let game = ConnectFour::from_setup(&Setup::new("connect_four")).unwrap();
        let mut state = game.initial_state();
        for column in moves.bytes() {
            game.apply(&mut state, ConnectFourAction::Drop { column: column - b'a' }).unwrap();
        }
        (game, state)
    }

    #[test]
    fn four_in_a_line_win_in_all_directions() {
        for (moves, winner) in
            [("abababa", 0), ("aabbccd", 0), ("abbccdcddgd", 0), ("gffeededdad", 0), ("gababaca", 1)]
        {
            let (game, state) = play(&moves[..moves.len() - 1]);
            assert_ne!(game.node(&state), Node::Terminal, "{moves}");
            let (game, state) = play(moves);
            assert_eq!(game.node(&state), Node::Terminal, "{moves}:\n{}", game.position_text(&state));
            assert_eq!(game.outcome(&state).unwrap().winner(), Some(Seat::new(winner)), "{moves}");
        }
    }

    #[test]
    fn bit_tricks_find_the_same_lines_as_counting() {
        let counted = |stones: u64| {
            let at =
                |c: i32, r: i32| (0..7).contains(&c) && (0..6).contains(&r) && stones >> (7 * c + r) & 1 == 1;
            let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
            (0..42).any(|i| lines.iter().any(|&(dc, dr)| (0..4).all(|k| at(i / 6 + k * dc, i % 6 + k * dr))))
        };
        let mut rng = planner_rng(1, 0);
        let mut found = 0;
        for _ in 0..5000 {
            let mut stones = 0;
            for _ in 0..16 {
                stones |= cell(uniform_index(&mut rng, COLUMNS), uniform_index(&mut rng, ROWS));
            }
            assert_eq!(has_four(stones), counted(stones), "{stones:x}");
            found += u32::from(has_four(stones));
        }
        assert!((500..4500).contains(&found), "{found} of 5000 boards have a line");
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let text = "oxoxoxo\nxoxoxox\nxoxoxox\noxoxoxo\noxoxoxo\nxoxoxox";
        let (game, _) = play("");
        let state = game.parse_position(text).unwrap();
        assert_eq!(game.outcome(&state).unwrap().returns[..], [0.0, 0.0]);
    }

    #[test]
    fn a_full_column_is_refused() {
        let (game, mut state) = play("aaaaaa");
        let before = state.clone();
        let error = game.apply(&mut state, ConnectFourAction::Drop { column: 0 }).unwrap_err();
        assert_eq!(error.to_string(), "illegal action: 'drop a' - the column is full; state unchanged");
        assert_eq!(state, before);
    }
}
