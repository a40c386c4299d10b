use super::notation::column_name;
use super::{COLUMNS, ConnectFour, ROWS, SEATS, STONES};
use crate::core::{Game, Node, Seat};
use crate::profile::Profile;
use crate::scene::{Draw, Panel, Scene, Site, SiteIndex, Token};

impl Profile for ConnectFour {}

impl Draw for ConnectFour {
    fn scene(&self, view: &Self::View) -> Scene {
        let state = &view.state;
        let places = || (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        let names = &self.facts.seats;
        let title = match (state.winner(), self.node(state)) {
            (Some(seat), _) => format!("{} has four in a line", names[seat.index()]),
            (None, Node::Terminal) => "draw: the board is full".into(),
            _ => format!("{} to play", names[state.to_move().index()]),
        };
        Scene {
            title,
            sites: places()
                .map(|(column, row)| Site {
                    name: format!("{}{}", column_name(column), row + 1),
                    at: (column as f32, (ROWS - 1 - row) as f32),
                    owner: state.owner(column, row),
                    kind: "cell".into(),
                })
                .collect(),
            tokens: places()
                .enumerate()
                .filter_map(|(site, (column, row))| {
                    let seat = state.owner(column, row)?;
                    let label = STONES[seat.index()].to_string();
                    Some(Token {
                        site: SiteIndex(site),
                        seat: Some(seat),
                        label,
                        count: 1,
                        state: String::new(),
                    })
                })
                .collect(),
            panels: Seat::all(SEATS)
                .map(|seat| Panel { seat, lines: vec![("stones".into(), STONES[seat.index()].to_string())] })
                .collect(),
            ..Scene::default()
        }
    }

    fn units_shown(&self, view: &Self::View) -> Vec<String> {
        let count = |seat: usize| view.state.stones[seat].count_ones() as usize;
        (0..SEATS).flat_map(|seat| std::iter::repeat_n(STONES[seat].to_string(), count(seat))).collect()
    }
}
