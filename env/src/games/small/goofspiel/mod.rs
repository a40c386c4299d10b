//! Goofspiel, the game of pure strategy: prizes 1 to n are turned up in random order, every seat bids one card
//! of its hand (1 to n) in secret, the highest bid takes the prize; a tied prize is lost. By symmetry the game is worth
//! nothing to any seat.
//!
//! Returns are zero-sum: with `w` seats sharing the most points, each of these gets `(seats / w - 1) / (seats - 1)`
//! and every other `-1 / (seats - 1)`. With two seats this is 1, 0 or -1. Margins are the lead over the best other
//! seat divided by all prize points.
//!
//! Bids are asked in seat order and sealed: until all are in, a view shows its own bid and takes every other for
//! not made.

mod draw;
mod encode;
mod notation;

use crate::core::{
    ActionCodec, ActionId, Card, Chance, Facts, Game, IllegalAction, IllegalOutcome, Information, Node,
    Notation, OptionDomain, OptionInfo, Outcome, OutcomeIndex, PerSeat, PlannerRng, PresetInfo,
    ResolvedSetup, ScenarioInfo, Seat, Setup, SetupFaults, Utility, uniform_index,
};
use crate::encode::ObservationSpec;

/// The most seats.
const MAX_PLAYERS: usize = 4;

/// The game, with its number of seats and cards.
#[derive(Debug)]
pub struct Goofspiel {
    setup: ResolvedSetup,
    facts: Facts,
    spec: ObservationSpec,
    seats: usize,
    cards: u8,
}

/// A set of cards (or prizes) 1 to 13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u16);

impl CardSet {
    fn full(cards: u8) -> Self {
        Self(((1 << cards) - 1) << 1)
    }

    /// Whether the card is in it.
    pub fn contains(self, card: u8) -> bool {
        card < 16 && self.0 >> card & 1 == 1
    }

    /// Its cards, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..16).filter(move |&card| self.contains(card))
    }

    fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }

    fn insert(&mut self, card: u8) {
        self.0 |= 1 << card;
    }

    fn point_sum(self) -> u16 {
        self.iter().map(u16::from).sum()
    }
}

/// What everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The cards that each seat has not played, a bid that still lies face down included.
    pub hands: PerSeat<CardSet>,
    /// Points won by each seat.
    pub points: PerSeat<u16>,
    /// The prizes that have not been turned up.
    pub prizes: CardSet,
    /// The prize that is bid for.
    pub prize: Option<u8>,
}

/// The table and the bids that lie face down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GoofspielState {
    /// What everybody may see.
    pub table: Table,
    /// The bids of the first seats, in seat order.
    pub bids: PerSeat<u8>,
}

/// The table and the viewer's own bid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GoofspielView {
    /// Whose view it is.
    pub seat: Seat,
    /// What everybody may see.
    pub table: Table,
    /// The viewer's own bid, where it is made.
    pub bid: Option<u8>,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoofspielAction {
    /// Bid a card of one's hand, face down.
    Bid {
        /// Its value, 1 to the number of cards.
        card: u8,
    },
}

impl Table {
    fn is_over(&self) -> bool {
        self.prize.is_none() && self.prizes.is_empty()
    }

    /// Turns the bids up: the only highest one takes the prize, all are played.
    fn resolve(&mut self, bids: &[u8]) {
        let highest = bids.iter().copied().max().unwrap_or(0);
        let mut takers = (0..bids.len()).filter(|&seat| bids[seat] == highest);
        if let (Some(taker), None, Some(prize)) = (takers.next(), takers.next(), self.prize) {
            self.points[taker] += u16::from(prize);
        }
        for (hand, &bid) in self.hands.iter_mut().zip(bids) {
            hand.remove(bid);
        }
        self.prize = None;
    }
}

impl Game for Goofspiel {
    type State = GoofspielState;
    type Action = GoofspielAction;
    type View = GoofspielView;

    fn card() -> Card {
        Card {
            id: "goofspiel",
            title: "Goofspiel",
            summary: "Sealed bids for prizes in random order; every card can be bid once.",
            scenarios: vec![
                ScenarioInfo { id: "cards-4", summary: "Four cards and prizes: small enough to enumerate." },
                ScenarioInfo { id: "cards-13", summary: "A whole suit." },
            ],
            presets: vec![PresetInfo { id: "standard", summary: "Two seats.", values: vec![] }],
            options: vec![OptionInfo {
                key: "seats",
                default: "2",
                domain: OptionDomain::Integer { min: 2, max: MAX_PLAYERS as i64 },
                summary: "How many play.",
                scenarios: &[],
            }],
            takes_figures: false,
            rules_version: 1,
            action_version: 1,
            encoding_version: 1,
        }
    }

    fn from_setup(setup: &Setup) -> Result<Self, SetupFaults> {
        let setup = setup.resolve(&Self::card())?;
        let seats = setup.integer("seats") as usize;
        let cards = if setup.scenario == "cards-4" { 4 } else { 13 };
        Ok(Self { facts: facts(seats, cards), spec: encode::spec(seats, cards), setup, seats, cards })
    }

    fn setup(&self) -> &ResolvedSetup {
        &self.setup
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn initial_state(&self) -> GoofspielState {
        let all = CardSet::full(self.cards);
        let each = |value| std::iter::repeat_n(value, self.seats).collect();
        let points = std::iter::repeat_n(0, self.seats).collect();
        let table = Table { hands: each(all), points, prizes: all, prize: None };
        GoofspielState { table, bids: PerSeat::new() }
    }

    fn node(&self, state: &GoofspielState) -> Node {
        match state.table.prize {
            Some(_) => Node::Decision(Seat::new(state.bids.len())),
            None if state.table.is_over() => Node::Terminal,
            None => Node::Chance,
        }
    }

    fn legal_actions(&self, state: &GoofspielState, out: &mut Vec<GoofspielAction>) {
        out.clear();
        if let Node::Decision(seat) = self.node(state) {
            out.extend(state.table.hands[seat.index()].iter().map(|card| GoofspielAction::Bid { card }));
        }
    }

    fn apply(&self, state: &mut GoofspielState, action: GoofspielAction) -> Result<(), IllegalAction> {
        let GoofspielAction::Bid { card } = action;
        let refuse = |reason: &str| {
            let action = self.action_text(state, action);
            Err(IllegalAction { action, reason: reason.into(), rule: None })
        };
        let Node::Decision(seat) = self.node(state) else { return refuse("no prize is bid for") };
        if !state.table.hands[seat.index()].contains(card) {
            return refuse("the card is not in the hand");
        }
        state.bids.push(card);
        if state.bids.len() == self.seats {
            state.table.resolve(&state.bids);
            state.bids.clear();
        }
        Ok(())
    }

    fn chance(&self, state: &GoofspielState) -> Chance {
        assert_eq!(self.node(state), Node::Chance, "no prize is to be turned up");
        Chance::uniform(state.table.prizes.len())
    }

    fn apply_outcome(&self, state: &mut GoofspielState, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let refuse = |reason: &str| Err(IllegalOutcome { outcome: outcome.index(), reason: reason.into() });
        if self.node(state) != Node::Chance {
            return refuse("no prize is to be turned up");
        }
        let Some(prize) = state.table.prizes.iter().nth(outcome.index()) else {
            return refuse("no such prize is left");
        };
        state.table.prizes.remove(prize);
        state.table.prize = Some(prize);
        Ok(())
    }

    fn outcome(&self, state: &GoofspielState) -> Option<Outcome> {
        if self.node(state) != Node::Terminal {
            return None;
        }
        let points = &state.table.points;
        let most = points.iter().copied().max().unwrap_or(0);
        let winners = points.iter().filter(|&&p| p == most).count() as f32;
        let others = self.seats as f32 - 1.0;
        let returns = points.iter().map(|&p| {
            let share = if p == most { self.seats as f32 / winners } else { 0.0 };
            (share - 1.0) / others
        });
        Some(Outcome { returns: returns.collect(), margins: self.leads(points) })
    }

    fn view(&self, state: &GoofspielState, seat: Seat) -> GoofspielView {
        GoofspielView { seat, table: state.table.clone(), bid: state.bids.get(seat.index()).copied() }
    }

    fn viewer(&self, view: &GoofspielView) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &GoofspielView) -> Node {
        match (view.table.prize, view.bid) {
            (Some(_), None) => Node::Decision(view.seat),
            (Some(_), Some(_)) => Node::Decision(view.seat.turned(1, self.seats)),
            (None, _) if view.table.is_over() => Node::Terminal,
            (None, _) => Node::Chance,
        }
    }

    fn legal_in_view(&self, view: &GoofspielView, out: &mut Vec<GoofspielAction>) {
        out.clear();
        if self.node_in_view(view) == Node::Decision(view.seat) {
            let hand = view.table.hands[view.seat.index()];
            out.extend(hand.iter().map(|card| GoofspielAction::Bid { card }));
        }
    }

    fn sample_world(&self, view: &GoofspielView, rng: &mut PlannerRng) -> GoofspielState {
        let mut bids = PerSeat::new();
        if view.table.prize.is_some() {
            for hand in &view.table.hands[..view.seat.index()] {
                let card = hand.iter().nth(uniform_index(rng, hand.len()));
                bids.push(card.expect("a hand has a card for every prize"));
            }
            bids.extend(view.bid);
        }
        GoofspielState { table: view.table.clone(), bids }
    }

    fn is_sealed(&self, state: &GoofspielState) -> bool {
        matches!(self.node(state), Node::Decision(_))
    }
}

impl Goofspiel {
    /// The lead of each seat over the best other, divided by all prize points.
    fn leads(&self, points: &[u16]) -> PerSeat<f32> {
        let all = f32::from(CardSet::full(self.cards).point_sum());
        let best_other = |seat: usize| {
            let others = points.iter().enumerate().filter(|&(other, _)| other != seat);
            others.map(|(_, &p)| f32::from(p)).fold(0.0, f32::max)
        };
        (0..self.seats).map(|seat| (f32::from(points[seat]) - best_other(seat)) / all).collect()
    }
}

impl ActionCodec for Goofspiel {
    fn action_count(&self) -> usize {
        usize::from(self.cards)
    }

    fn action_id(&self, action: GoofspielAction) -> ActionId {
        let GoofspielAction::Bid { card } = action;
        ActionId(u16::from(card) - 1)
    }

    fn action_from_id(&self, id: ActionId) -> Option<GoofspielAction> {
        let card = u8::try_from(id.0).ok().filter(|&index| index < self.cards)? + 1;
        Some(GoofspielAction::Bid { card })
    }
}

fn facts(seats: usize, cards: u8) -> Facts {
    Facts {
        seats: ["first", "second", "third", "fourth"][..seats].to_vec(),
        chance: true,
        simultaneous: true,
        information: Information::Hidden,
        utility: Utility::ZeroSum,
        returns: (-1.0, 1.0),
        max_events: u32::from(cards) * (1 + seats as u32),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::conformance::{Budget, Trial, run_all};
    use crate::gym::{Env, EnvConfig, Resolve};

    fn open(seats: &str) -> Goofspiel {
        Goofspiel::from_setup(&Setup::new("goofspiel").set("seats", seats)).unwrap()
    }

    fn round(game: &Goofspiel, state: &mut GoofspielState, prize: u8, bids: &[u8]) {
        let outcome = state.table.prizes.iter().position(|p| p == prize).unwrap();
        game.apply_outcome(state, OutcomeIndex(outcome as u8)).unwrap();
        for &card in bids {
            game.apply(state, GoofspielAction::Bid { card }).unwrap();
        }
    }

    #[test]
    fn the_highest_bid_takes_the_prize() {
        let game = open("2");
        let mut state = game.initial_state();
        round(&game, &mut state, 4, &[3, 2]);
        assert_eq!(state.table.points[..], [4, 0]);
        assert_eq!(state.table.hands[0].iter().collect::<Vec<_>>(), [1, 2, 4]);
    }

    #[test]
    fn a_tied_prize_is_lost_even_if_a_third_seat_bids_lower() {
        let game = open("3");
        let mut state = game.initial_state();
        round(&game, &mut state, 4, &[3, 3, 1]);
        assert_eq!(state.table.points[..], [0, 0, 0]);
        assert_eq!(game.node(&state), Node::Chance);
    }

    #[test]
    fn points_decide_and_shared_wins_are_split() {
        let game = open("3");
        let mut state = game.initial_state();
        round(&game, &mut state, 4, &[4, 1, 2]);
        round(&game, &mut state, 1, &[1, 3, 4]);
        round(&game, &mut state, 3, &[2, 4, 3]);
        round(&game, &mut state, 2, &[3, 2, 1]);
        assert_eq!(state.table.points[..], [6, 3, 1]);
        assert_eq!(game.outcome(&state).unwrap().returns[..], [1.0, -0.5, -0.5]);

        let shared = GoofspielState {
            table: Table { points: [4, 4, 2].into_iter().collect(), ..state.table },
            ..state
        };
        assert_eq!(game.outcome(&shared).unwrap().returns[..], [0.25, 0.25, -0.5]);
    }

    #[test]
    fn a_bid_shows_only_in_its_own_view() {
        let game = open("3");
        let mut state = game.initial_state();
        round(&game, &mut state, 2, &[]);
        let before: Vec<_> = Seat::all(3).map(|seat| game.view(&state, seat)).collect();
        game.apply(&mut state, GoofspielAction::Bid { card: 4 }).unwrap();
        let after: Vec<_> = Seat::all(3).map(|seat| game.view(&state, seat)).collect();
        assert_eq!(after[0].bid, Some(4));
        assert_eq!(after[1..], before[1..]);
        assert_eq!(game.node_in_view(&after[2]), Node::Decision(Seat::new(2)));
    }

    #[test]
    fn bidding_the_prize_draws_against_itself() {
        let game = open("2");
        let mut state = game.initial_state();
        for prize in [2, 4, 1, 3] {
            round(&game, &mut state, prize, &[prize, prize]);
        }
        assert_eq!(game.outcome(&state).unwrap().returns[..], [0.0, 0.0]);
    }

    #[test]
    fn a_played_card_is_refused() {
        let game = open("2");
        let mut state = game.initial_state();
        round(&game, &mut state, 2, &[4, 1]);
        round(&game, &mut state, 1, &[]);
        let error = game.apply(&mut state, GoofspielAction::Bid { card: 4 }).unwrap_err();
        assert_eq!(
            error.to_string(),
            "illegal action: 'bid 4' - the card is not in the hand; state unchanged"
        );
    }

    #[test]
    fn three_and_four_seats_pass_the_battery() {
        for seats in ["3", "4"] {
            let trial = Trial::new(Arc::new(open(seats)), Budget::default()).unwrap();
            assert_eq!(run_all(&trial), vec![], "{seats} seats");
        }
    }

    #[test]
    fn the_last_card_plays_itself_unless_the_caller_wants_to() {
        for (forced, decisions) in [(Resolve::Automatic, 6), (Resolve::Stepwise, 8)] {
            let mut env = Env::new(Arc::new(open("2")), EnvConfig { forced, ..EnvConfig::default() }, 1);
            let mut steps = 0;
            while !env.is_over() {
                env.step(env.legal()[0]).unwrap();
                steps += 1;
            }
            assert_eq!((steps, env.events()), (decisions, 12), "{forced:?}");
        }
    }
}
