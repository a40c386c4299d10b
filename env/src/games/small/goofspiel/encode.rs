use super::{CardSet, Goofspiel, GoofspielAction, GoofspielState, GoofspielView};
use crate::core::{Game, Node, PerSeat, Seat};
use crate::doctrine::{Doctrine, DoctrineParameter, DoctrineValues};
use crate::encode::{ActionToken, Block, Column, Encode, ObservationMut, ObservationSpec};

const SIDES: usize = 0;
const CARDS: usize = 1;

pub(super) fn spec(seats: usize, cards: u8) -> ObservationSpec {
    let flag = |name: &str| Column::new(name, "0 or 1", 1.0);
    let points = |name: &str| Column::new(name, "points", 1.0 / f32::from(CardSet::full(cards).point_sum()));
    ObservationSpec {
        version: 1,
        blocks: vec![
            Block {
                name: "sides",
                rows: seats,
                columns: vec![points("won"), points("hand"), flag("own bid is made")],
            },
            // One row per card value, 1 upwards: the card in each hand and the prize of this value.
            Block {
                name: "cards",
                rows: cards.into(),
                columns: vec![
                    Column::new("value", "points", 1.0 / f32::from(cards)),
                    flag("in own hand"),
                    Column::new("in other hands", "cards", 0.5),
                    flag("own bid"),
                    flag("prize left"),
                    flag("prize at hand"),
                ],
            },
            Block {
                name: "turn",
                rows: 1,
                columns: vec![
                    points("prize at hand"),
                    flag("prize to be turned up"),
                    Column::new("rounds to come", "rounds", 1.0 / f32::from(cards)),
                ],
            },
        ],
        relations: vec![],
        sides: SIDES,
        sites: None,
        verbs: vec!["bid"],
        max_quantity: 0,
    }
}

impl Encode for Goofspiel {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.spec
    }

    fn observe(&self, view: &GoofspielView, mut out: ObservationMut<'_>) {
        out.clear();
        let (spec, table) = (&self.spec, &view.table);
        for seat in Seat::all(self.seats) {
            out.row(spec, SIDES, seat.relative_to(view.seat, self.seats))
                .put(table.points[seat.index()])
                .put(table.hands[seat.index()].point_sum())
                .put(seat == view.seat && view.bid.is_some());
        }
        for card in 1..=self.cards {
            let holders = table.hands.iter().filter(|hand| hand.contains(card)).count() as i64;
            let own = table.hands[view.seat.index()].contains(card);
            out.row(spec, CARDS, usize::from(card) - 1)
                .put(card)
                .put(own)
                .put(holders - i64::from(own))
                .put(view.bid == Some(card))
                .put(table.prizes.contains(card))
                .put(table.prize == Some(card));
        }
        out.row(spec, 2, 0)
            .put(table.prize.unwrap_or(0))
            .put(self.node_in_view(view) == Node::Chance)
            .put(table.prizes.len() as i64);
    }

    fn action_token(&self, _view: &GoofspielView, action: GoofspielAction) -> ActionToken {
        let GoofspielAction::Bid { card } = action;
        ActionToken { verb: 0, row: Some(self.spec.row(CARDS, usize::from(card) - 1)), quantity: 0 }
    }
}

impl Doctrine for Goofspiel {
    fn estimate(&self, state: &GoofspielState) -> PerSeat<f32> {
        if let Some(outcome) = self.outcome(state) {
            return outcome.returns;
        }
        // Points won against the mean of all seats.
        let points = &state.table.points;
        let all = f32::from(CardSet::full(self.cards).point_sum());
        let mean = f32::from(points.iter().sum::<u16>()) / self.seats as f32;
        points.iter().map(|&p| (f32::from(p) - mean) / all).collect()
    }

    fn doctrine_parameters() -> Vec<DoctrineParameter> {
        vec![DoctrineParameter {
            key: "bid_above",
            default: 0.0,
            range: (-13.0, 13.0),
            summary: "Bids the card nearest to the prize plus this (0: bid the prize).",
        }]
    }

    fn rank(
        &self,
        view: &GoofspielView,
        legal: &[GoofspielAction],
        doctrine: &DoctrineValues,
        scores: &mut Vec<f32>,
    ) {
        let wanted = f32::from(view.table.prize.unwrap_or(0)) + doctrine.get("bid_above");
        scores.clear();
        scores.extend(legal.iter().map(|&GoofspielAction::Bid { card }| -(f32::from(card) - wanted).abs()));
    }
}
