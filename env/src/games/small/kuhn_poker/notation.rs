use super::KuhnAction::{Bet, Pass};
use super::{Betting, KuhnAction, KuhnPoker, KuhnState, KuhnView, RANKS, Rank, SEATS, SeenCard};
use crate::core::{Notation, OutcomeIndex, ParseError};

impl Notation for KuhnPoker {
    fn action_text(&self, state: &KuhnState, action: KuhnAction) -> String {
        match (action, state.betting.faces_bet()) {
            (Pass, false) => "check",
            (Pass, true) => "fold",
            (Bet, false) => "bet",
            (Bet, true) => "call",
        }
        .into()
    }

    fn outcome_text(&self, state: &KuhnState, outcome: OutcomeIndex) -> String {
        state.left().nth(outcome.index()).map_or("no card".into(), |rank| format!("deal {}", rank.letter()))
    }

    fn question(&self, view: &KuhnView) -> String {
        let card = match view.cards[view.seat.index()] {
            SeenCard::Known(rank) => rank.letter(),
            SeenCard::NotDealt | SeenCard::FaceDown => "no card",
        };
        let choice = if view.betting.faces_bet() { "fold or call" } else { "check or bet" };
        format!("You hold {card} (of J, Q and K, which is highest): {choice}?")
    }

    fn explain(&self, view: &KuhnView, action: KuhnAction) -> String {
        match (action, view.betting.faces_bet()) {
            (Pass, false) => "no more chips for now",
            (Pass, true) => "give up the chip that you put in",
            (Bet, false) => "put a second chip in; who folds loses one",
            (Bet, true) => "put a second chip in and show: the higher card wins two",
        }
        .into()
    }

    fn explain_roll(&self, state: &KuhnState) -> String {
        let dealt = state.cards.iter().flatten().count();
        format!("a card is dealt to the {} seat", ["first", "second"].get(dealt).unwrap_or(&"next"))
    }

    /// Two cards (`-` if not dealt) and the betting as letters `p` and `b` (`-` for none): `J K pb`.
    fn position_text(&self, state: &KuhnState) -> String {
        let cards = state.cards.map(|card| card.map_or("-", Rank::letter));
        let letter = |action: &KuhnAction| if *action == Pass { 'p' } else { 'b' };
        let betting: String = state.betting.actions().iter().map(letter).collect();
        format!("{} {} {}", cards[0], cards[1], if betting.is_empty() { "-" } else { &betting })
    }

    fn parse_position(&self, text: &str) -> Result<KuhnState, ParseError> {
        let refuse = |text: &str, reason: &str| ParseError { text: text.into(), reason: reason.into() };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, betting] = words[..] else {
            return Err(refuse(text, "expected 'CARD CARD BETTING', as in 'J K pb'"));
        };
        let card = |word: &str| match RANKS.iter().find(|rank| rank.letter() == word) {
            None if word == "-" => Ok(None),
            None => Err(refuse(word, "a card is J, Q, K, or - if it is not dealt")),
            found => Ok(found.copied()),
        };
        let cards = [card(first)?, card(second)?];
        let mut state = KuhnState { cards, betting: Betting::Open };
        let dealt = cards.iter().flatten().count();
        if (cards[0].is_none() || cards[0] == cards[1]) && dealt > 0 {
            return Err(refuse(text, "the first card is dealt first, and each card once"));
        }
        for letter in betting.chars().filter(|_| betting != "-") {
            let action = match letter {
                'p' => Pass,
                'b' => Bet,
                _ => return Err(refuse(betting, "the betting is written with p and b")),
            };
            let next = state.betting.then(action).filter(|_| dealt == SEATS);
            state.betting = next.ok_or_else(|| refuse(betting, "no game goes so"))?;
        }
        Ok(state)
    }
}
