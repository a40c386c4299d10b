use super::KuhnAction::Bet;
use super::betting::BETTING;
use super::{KuhnAction, KuhnPoker, KuhnState, KuhnView, RANKS, Rank, SEATS, SeenCard};
use crate::core::{Game, Node, PerSeat, Seat};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};
use crate::encode::{ActionToken, Block, Column, Encode, ObservationMut, ObservationSpec};

pub(super) fn spec() -> ObservationSpec {
    let flag = |name: &str| Column::new(name, "0 or 1", 1.0);
    ObservationSpec {
        version: 1,
        blocks: vec![
            Block {
                name: "sides",
                rows: SEATS,
                columns: vec![
                    flag("to move"),
                    flag("first"),
                    Column::new("chips", "chips in the pot", 0.5),
                    flag("face down"),
                    flag("jack"),
                    flag("queen"),
                    flag("king"),
                ],
            },
            Block {
                name: "turn",
                rows: 1,
                columns: BETTING.iter().map(|(betting, _)| flag(&format!("betting {betting:?}"))).collect(),
            },
        ],
        relations: vec![],
        sides: 0,
        sites: None,
        verbs: vec!["pass", "bet"],
        max_quantity: 0,
    }
}

impl Encode for KuhnPoker {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn observe(&self, view: &KuhnView, mut out: ObservationMut<'_>) {
        out.clear();
        for seat in Seat::all(SEATS) {
            let card = view.cards[seat.index()];
            let mut row = out.row(&self.spec, 0, seat.relative_to(view.seat, SEATS));
            row.put(self.node_in_view(view) == Node::Decision(seat))
                .put(seat.index() == 0)
                .put(view.betting.chips(seat))
                .put(card == SeenCard::FaceDown);
            if let SeenCard::Known(rank) = card {
                row.one_hot(rank as usize, RANKS.len());
            }
        }
        out.row(&self.spec, 1, 0).one_hot(view.betting as usize, BETTING.len());
    }

    fn action_token(&self, _view: &KuhnView, action: KuhnAction) -> ActionToken {
        ActionToken { verb: action as u8, row: None, quantity: 0 }
    }
}

impl Doctrine for KuhnPoker {
    fn estimate(&self, state: &KuhnState) -> PerSeat<f32> {
        let lead = match self.outcome(state) {
            Some(outcome) => outcome.margins[0],
            None if state.cards[0] > state.cards[1] => 0.5,
            None => -0.5,
        };
        let lead = if state.cards.contains(&None) { 0.0 } else { lead };
        [lead, -lead].into_iter().collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        vec![DoctrineParameter {
            key: "boldness",
            default: 0.4,
            range: (0.0, 2.0),
            summary: "Which cards are bet and called with: 0 the king, from 1 the queen too, at 2 every card.",
        }]
    }

    fn rank(&self, view: &KuhnView, legal: &[KuhnAction], doctrine: &DoctrineValues, scores: &mut Vec<f32>) {
        let bet = match view.cards[view.seat.index()] {
            SeenCard::Known(rank) => (Rank::King as usize - rank as usize) as f32 <= doctrine.get("boldness"),
            _ => false,
        };
        scores.clear();
        scores.extend(legal.iter().map(|&action| f32::from((action == Bet) == bet)));
    }
}
