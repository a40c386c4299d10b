use super::{CardSet, Goofspiel, GoofspielView};
use crate::core::{Game, Node, Seat};
use crate::profile::Profile;
use crate::scene::{Draw, Panel, Scene, Site, SiteIndex, Token};

fn units(view: &GoofspielView) -> impl Iterator<Item = (usize, Option<Seat>, String)> + '_ {
    let table = &view.table;
    let prizes = table.prize.into_iter().chain(table.prizes.iter()).map(|p| (0, None, format!("prize {p}")));
    let hands = Seat::all(table.hands.len()).flat_map(|seat| {
        let hand = table.hands[seat.index()];
        hand.iter().map(move |card| (1 + seat.index(), Some(seat), format!("card {card}")))
    });
    prizes.chain(hands)
}

impl Profile for Goofspiel {}

impl Draw for Goofspiel {
    fn scene(&self, view: &GoofspielView) -> Scene {
        let table = &view.table;
        let names = &self.facts.seats;
        let sites = std::iter::once("prizes").chain(names.iter().copied()).enumerate();
        let cards = |set: CardSet| set.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        Scene {
            title: match (self.node_in_view(view), table.prize) {
                (Node::Terminal, _) => "all prizes are gone".into(),
                (_, Some(prize)) => format!("bids for prize {prize}"),
                _ => "a prize is turned up".into(),
            },
            sites: sites
                .map(|(row, name)| Site {
                    name: name.into(),
                    at: (0.0, row as f32),
                    owner: row.checked_sub(1).map(Seat::new),
                    kind: if row == 0 { "prizes" } else { "hand" }.into(),
                })
                .collect(),
            tokens: units(view)
                .map(|(site, seat, label)| {
                    let bid =
                        seat == Some(view.seat) && view.bid.is_some_and(|b| label == format!("card {b}"));
                    let at_hand =
                        seat.is_none() && table.prize.is_some_and(|p| label == format!("prize {p}"));
                    let state = if bid {
                        "bid"
                    } else if at_hand {
                        "at hand"
                    } else {
                        ""
                    };
                    Token { site: SiteIndex(site), seat, label, count: 1, state: state.into() }
                })
                .collect(),
            panels: Seat::all(self.seats)
                .map(|seat| Panel {
                    seat,
                    lines: vec![
                        ("points".into(), table.points[seat.index()].to_string()),
                        ("hand".into(), cards(table.hands[seat.index()])),
                    ],
                })
                .collect(),
            ..Scene::default()
        }
    }

    fn units_shown(&self, view: &GoofspielView) -> Vec<String> {
        units(view).map(|(_, _, label)| label).collect()
    }
}
