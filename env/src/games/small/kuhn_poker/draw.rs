use super::{KuhnPoker, KuhnView, SEATS, SeenCard};
use crate::core::{Game, Node, Seat};
use crate::profile::Profile;
use crate::scene::{Draw, Panel, Scene};

impl Profile for KuhnPoker {}

impl Draw for KuhnPoker {
    fn scene(&self, view: &KuhnView) -> Scene {
        let card = |seat: Seat| match view.cards[seat.index()] {
            SeenCard::NotDealt => "not dealt".into(),
            SeenCard::FaceDown => "face down".into(),
            SeenCard::Known(rank) => format!("{rank:?}"),
        };
        Scene {
            title: match self.node_in_view(view) {
                Node::Chance => "cards are dealt".into(),
                Node::Decision(seat) => format!("{} to act", self.facts.seats[seat.index()]),
                Node::Terminal => "the deal is over".into(),
            },
            panels: Seat::all(SEATS)
                .map(|seat| Panel {
                    seat,
                    lines: vec![
                        ("card".into(), card(seat)),
                        ("chips".into(), view.betting.chips(seat).to_string()),
                    ],
                })
                .collect(),
            ..Scene::default()
        }
    }

    fn units_shown(&self, _view: &KuhnView) -> Vec<String> {
        Vec::new()
    }
}
