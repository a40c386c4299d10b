//! Kuhn poker (H. W. Kuhn, "A Simplified Two-Person Poker", 1950): one card each of jack, queen and king, an
//! ante of one chip, one bet of one chip. The first player loses 1/18 of a chip a game under equilibrium play.

mod betting;
mod draw;
mod encode;
mod notation;

use crate::core::{
    ActionCodec, ActionId, Card, Chance, Facts, Game, IllegalAction, IllegalOutcome, Information, Node,
    Notation, Outcome, OutcomeIndex, PerSeat, PlannerRng, PresetInfo, ResolvedSetup, ScenarioInfo, Seat,
    Setup, SetupFaults, Utility, uniform_index,
};
use crate::encode::ObservationSpec;

use KuhnAction::{Bet, Pass};
pub use betting::{Betting, KuhnAction};

const SEATS: usize = 2;

/// The game.
#[derive(Debug)]
pub struct KuhnPoker {
    setup: ResolvedSetup,
    facts: Facts,
    spec: ObservationSpec,
}

/// A card, by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// The lowest.
    Jack,
    /// Between.
    Queen,
    /// The highest.
    King,
}

const RANKS: [Rank; 3] = [Rank::Jack, Rank::Queen, Rank::King];

impl Rank {
    fn letter(self) -> &'static str {
        ["J", "Q", "K"][self as usize]
    }
}

/// Cards and betting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KuhnState {
    /// Each seat's card, dealt in seat order.
    pub cards: [Option<Rank>; SEATS],
    /// The betting.
    pub betting: Betting,
}

/// What a seat sees of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeenCard {
    /// It is not dealt yet.
    NotDealt,
    /// It lies face down.
    FaceDown,
    /// It is known.
    Known(Rank),
}

/// What one seat may know: its own card, and the other's after a showdown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KuhnView {
    /// Whose view it is.
    pub seat: Seat,
    /// Each seat's card.
    pub cards: [SeenCard; SEATS],
    /// The betting.
    pub betting: Betting,
}

fn node(dealt: bool, betting: Betting) -> Node {
    match (dealt, betting.is_over()) {
        (false, _) => Node::Chance,
        (true, false) => Node::Decision(betting.to_move()),
        (true, true) => Node::Terminal,
    }
}

impl KuhnState {
    fn left(&self) -> impl Iterator<Item = Rank> + '_ {
        RANKS.into_iter().filter(|&rank| !self.cards.contains(&Some(rank)))
    }
}

impl Game for KuhnPoker {
    type State = KuhnState;
    type Action = KuhnAction;
    type View = KuhnView;

    fn card() -> Card {
        Card {
            id: "kuhn_poker",
            title: "Kuhn poker",
            summary: "Three cards, two players, one bet: the smallest poker with bluffs.",
            scenarios: vec![ScenarioInfo { id: "standard", summary: "One deal." }],
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

    fn initial_state(&self) -> KuhnState {
        KuhnState { cards: [None; SEATS], betting: Betting::Open }
    }

    fn node(&self, state: &KuhnState) -> Node {
        node(state.cards.iter().all(Option::is_some), state.betting)
    }

    fn legal_actions(&self, state: &KuhnState, out: &mut Vec<KuhnAction>) {
        out.clear();
        if let Node::Decision(_) = self.node(state) {
            out.extend([Pass, Bet]);
        }
    }

    fn apply(&self, state: &mut KuhnState, action: KuhnAction) -> Result<(), IllegalAction> {
        let next = state.betting.then(action);
        match (self.node(state), next) {
            (Node::Decision(_), Some(next)) => state.betting = next,
            _ => {
                let action = self.action_text(state, action);
                return Err(IllegalAction { action, reason: "no decision is due".into(), rule: None });
            }
        }
        Ok(())
    }

    fn chance(&self, state: &KuhnState) -> Chance {
        assert_eq!(self.node(state), Node::Chance, "both cards are dealt");
        Chance::uniform(state.left().count())
    }

    fn apply_outcome(&self, state: &mut KuhnState, outcome: OutcomeIndex) -> Result<(), IllegalOutcome> {
        let refuse = |reason: &str| Err(IllegalOutcome { outcome: outcome.index(), reason: reason.into() });
        let Some(seat) = state.cards.iter().position(Option::is_none) else {
            return refuse("both cards are dealt");
        };
        let Some(card) = state.left().nth(outcome.index()) else {
            return refuse("no such card is left");
        };
        state.cards[seat] = Some(card);
        Ok(())
    }

    fn outcome(&self, state: &KuhnState) -> Option<Outcome> {
        if self.node(state) != Node::Terminal {
            return None;
        }
        let first_wins = match state.betting {
            Betting::BetPass => true,
            Betting::PassBetPass => false,
            _ => state.cards[0] > state.cards[1],
        };
        let (winner, loser) = if first_wins { (0, 1) } else { (1, 0) };
        let pot = f32::from(state.betting.chips(Seat::new(loser)));
        let mut returns: PerSeat<f32> = [0.0; SEATS].into_iter().collect();
        (returns[winner], returns[loser]) = (pot, -pot);
        Some(Outcome { margins: returns.iter().map(|chips| chips / 2.0).collect(), returns })
    }

    fn view(&self, state: &KuhnState, seat: Seat) -> KuhnView {
        let open = state.betting.is_showdown();
        let seen = |owner: usize| match state.cards[owner] {
            None => SeenCard::NotDealt,
            Some(rank) if open || owner == seat.index() => SeenCard::Known(rank),
            Some(_) => SeenCard::FaceDown,
        };
        KuhnView { seat, cards: [seen(0), seen(1)], betting: state.betting }
    }

    fn viewer(&self, view: &KuhnView) -> Seat {
        view.seat
    }

    fn node_in_view(&self, view: &KuhnView) -> Node {
        node(!view.cards.contains(&SeenCard::NotDealt), view.betting)
    }

    fn legal_in_view(&self, view: &KuhnView, out: &mut Vec<KuhnAction>) {
        out.clear();
        if self.node_in_view(view) == Node::Decision(view.seat) {
            out.extend([Pass, Bet]);
        }
    }

    fn sample_world(&self, view: &KuhnView, rng: &mut PlannerRng) -> KuhnState {
        let known = view.cards.map(|card| match card {
            SeenCard::Known(rank) => Some(rank),
            _ => None,
        });
        let mut state = KuhnState { cards: known, betting: view.betting };
        for seat in 0..SEATS {
            if view.cards[seat] == SeenCard::FaceDown {
                let left: Vec<Rank> = state.left().collect();
                state.cards[seat] = Some(left[uniform_index(rng, left.len())]);
            }
        }
        state
    }
}

impl ActionCodec for KuhnPoker {
    fn action_count(&self) -> usize {
        2
    }

    fn action_id(&self, action: KuhnAction) -> ActionId {
        ActionId(action as u16)
    }

    fn action_from_id(&self, id: ActionId) -> Option<KuhnAction> {
        [Pass, Bet].get(usize::from(id.0)).copied()
    }
}

fn facts() -> Facts {
    Facts {
        seats: vec!["first", "second"],
        chance: true,
        simultaneous: false,
        information: Information::Hidden,
        utility: Utility::ZeroSum,
        returns: (-2.0, 2.0),
        max_events: 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kuhn() -> KuhnPoker {
        KuhnPoker::from_setup(&Setup::new("kuhn_poker")).unwrap()
    }

    #[test]
    fn the_five_endings_pay_as_in_the_paper() {
        let game = kuhn();
        for (position, first) in [
            ("K Q pp", 1.0),
            ("Q K pp", -1.0),
            ("J K bp", 1.0),
            ("K J pbp", -1.0),
            ("J K bb", -2.0),
            ("K Q pbb", 2.0),
        ] {
            let state = game.parse_position(position).unwrap();
            assert_eq!(game.outcome(&state).unwrap().returns[..], [first, -first], "{position}");
        }
    }

    #[test]
    fn a_fold_does_not_show_the_cards() {
        let game = kuhn();
        let seen = |position: &str| game.view(&game.parse_position(position).unwrap(), Seat::new(0)).cards[1];
        assert_eq!(seen("J K bp"), SeenCard::FaceDown);
        assert_eq!(seen("J K bb"), SeenCard::Known(Rank::King));
    }

    #[test]
    fn always_betting_first_and_calling_is_worth_nothing() {
        // Bet, call with every card: the six deals cancel out.
        let game = kuhn();
        let mut sum = 0.0;
        for deal in ["J Q", "J K", "Q J", "Q K", "K J", "K Q"] {
            let state = game.parse_position(&format!("{deal} bb")).unwrap();
            sum += game.outcome(&state).unwrap().returns[0];
        }
        assert_eq!(sum, 0.0);
    }

    #[test]
    fn equilibrium_is_worth_minus_one_eighteenth() {
        // Kuhn's strategies with alpha = 0: the first player passes, calls with a queen 1/3 of the time; the second bets
        // a jack 1/3 of the time after a pass and calls with a queen 1/3 of the time.
        let game = kuhn();
        let bet = |state: &KuhnState| -> f32 {
            let card = state.cards[state.betting.to_move().index()].unwrap();
            match (state.betting, card) {
                (Betting::Open, _) => 0.0,
                (Betting::Pass, Rank::Jack) => 1.0 / 3.0,
                (Betting::Pass, Rank::Queen) => 0.0,
                (Betting::Bet | Betting::PassBet, Rank::Jack) => 0.0,
                (Betting::Bet | Betting::PassBet, Rank::Queen) => 1.0 / 3.0,
                _ => 1.0,
            }
        };
        fn value(game: &KuhnPoker, state: &KuhnState, bet: &dyn Fn(&KuhnState) -> f32) -> f32 {
            match game.node(state) {
                Node::Terminal => game.outcome(state).unwrap().returns[0],
                Node::Chance => {
                    let chance = game.chance(state);
                    let each = chance.probabilities().enumerate().map(|(k, p)| {
                        let mut next = state.clone();
                        game.apply_outcome(&mut next, OutcomeIndex(k as u8)).unwrap();
                        p as f32 * value(game, &next, bet)
                    });
                    each.sum()
                }
                Node::Decision(_) => {
                    let after = |action| {
                        let mut next = state.clone();
                        game.apply(&mut next, action).unwrap();
                        value(game, &next, bet)
                    };
                    let p = bet(state);
                    p * after(Bet) + (1.0 - p) * after(Pass)
                }
            }
        }
        let value = value(&game, &game.initial_state(), &bet);
        assert!((value + 1.0 / 18.0).abs() < 1e-6, "{value}");
    }
}
