use super::{CardSet, Goofspiel, GoofspielAction, GoofspielState, GoofspielView, Table};
use crate::core::{Notation, OutcomeIndex, ParseError, PerSeat};

impl Notation for Goofspiel {
    fn action_text(&self, _state: &GoofspielState, action: GoofspielAction) -> String {
        let GoofspielAction::Bid { card } = action;
        format!("bid {card}")
    }

    fn outcome_text(&self, state: &GoofspielState, outcome: OutcomeIndex) -> String {
        let prize = state.table.prizes.iter().nth(outcome.index());
        prize.map_or("no prize".into(), |prize| format!("prize {prize}"))
    }

    fn question(&self, view: &GoofspielView) -> String {
        let prize = view.table.prize.map_or("no prize".into(), |prize| format!("the prize {prize}"));
        format!("Which card do you bid for {prize}? The highest bid takes it.")
    }

    fn explain(&self, view: &GoofspielView, action: GoofspielAction) -> String {
        let GoofspielAction::Bid { card } = action;
        let others = view.table.hands.iter().enumerate().filter(|(seat, _)| *seat != view.seat.index());
        let higher = others.map(|(_, hand)| hand.iter().filter(|&other| other > card).count()).max();
        match higher {
            None | Some(0) => "no other hand has a higher card".into(),
            Some(1) => "an opponent has one higher card".into(),
            Some(count) => format!("an opponent has {count} higher cards"),
        }
    }

    fn explain_roll(&self, _state: &GoofspielState) -> String {
        "the next prize is turned up".into()
    }

    /// The prizes, then a line per seat. Cards are separated by commas; `-` stands for none:
    ///
    /// ```text
    /// prize 3 left 1,2
    /// points 4 hand 1,2,3 bid 2
    /// points 0 hand 1,3,4 bid -
    /// ```
    fn position_text(&self, state: &GoofspielState) -> String {
        let table = &state.table;
        let number = |card: Option<u8>| card.map_or("-".into(), |card| card.to_string());
        let mut text = format!("prize {} left {}", number(table.prize), list(table.prizes));
        for (seat, (points, &hand)) in table.points.iter().zip(&table.hands).enumerate() {
            let bid = number(state.bids.get(seat).copied());
            text.push_str(&format!("\npoints {points} hand {} bid {bid}", list(hand)));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<GoofspielState, ParseError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let words: Vec<&str> = first.split_whitespace().collect();
        let ["prize", prize, "left", left] = words[..] else {
            return Err(refuse(first, "expected 'prize CARD left CARDS'"));
        };
        let mut state = GoofspielState {
            table: Table {
                hands: PerSeat::new(),
                points: PerSeat::new(),
                prizes: self.set(left)?,
                prize: self.card_or_none(prize)?,
            },
            bids: PerSeat::new(),
        };
        let seats: Vec<&str> = lines.collect();
        if seats.len() != self.seats {
            return Err(refuse(text, format!("expected a line for each of {} seats", self.seats)));
        }
        for (seat, line) in seats.into_iter().enumerate() {
            self.parse_seat(&mut state, seat, line)?;
        }
        self.check(&state).map_err(|reason| refuse(text, reason))?;
        Ok(state)
    }
}

impl Goofspiel {
    fn parse_seat(&self, state: &mut GoofspielState, seat: usize, line: &str) -> Result<(), ParseError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["points", points, "hand", hand, "bid", bid] = words[..] else {
            return Err(refuse(line, "expected 'points NUMBER hand CARDS bid CARD'"));
        };
        let most = CardSet::full(self.cards).point_sum();
        let points = points.parse().ok().filter(|&points| points <= most);
        state.table.points.push(points.ok_or_else(|| refuse(line, format!("points go from 0 to {most}")))?);
        let hand = self.set(hand)?;
        state.table.hands.push(hand);
        if let Some(bid) = self.card_or_none(bid)? {
            if state.bids.len() != seat || !hand.contains(bid) {
                return Err(refuse(line, "bids are made in seat order, with a card of the hand"));
            }
            state.bids.push(bid);
        }
        Ok(())
    }

    fn check(&self, state: &GoofspielState) -> Result<(), &'static str> {
        let table = &state.table;
        let rounds = table.prizes.len() + usize::from(table.prize.is_some());
        if table.hands.iter().any(|hand| hand.len() != rounds) {
            return Err("every hand has a card for each prize to come");
        }
        if table.prize.is_some_and(|prize| table.prizes.contains(prize)) {
            return Err("a prize is turned up or left, not both");
        }
        if !state.bids.is_empty() && (table.prize.is_none() || state.bids.len() == self.seats) {
            return Err("bids lie face down only while some are missing");
        }
        Ok(())
    }

    fn set(&self, text: &str) -> Result<CardSet, ParseError> {
        let mut set = CardSet::default();
        for word in text.split(',').filter(|_| text != "-") {
            set.insert(self.card(word)?);
        }
        Ok(set)
    }

    fn card_or_none(&self, text: &str) -> Result<Option<u8>, ParseError> {
        if text == "-" { Ok(None) } else { self.card(text).map(Some) }
    }

    fn card(&self, text: &str) -> Result<u8, ParseError> {
        let card = text.parse().ok().filter(|card| (1..=self.cards).contains(card));
        card.ok_or_else(|| refuse(text, format!("a card is a number from 1 to {}", self.cards)))
    }
}

fn list(set: CardSet) -> String {
    let cards: Vec<String> = set.iter().map(|card| card.to_string()).collect();
    if cards.is_empty() { "-".into() } else { cards.join(",") }
}

fn refuse(text: &str, reason: impl Into<String>) -> ParseError {
    ParseError { text: text.into(), reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Game, Setup};

    #[test]
    fn impossible_positions_are_refused() {
        let game = Goofspiel::from_setup(&Setup::new("goofspiel")).unwrap();
        let fine = "prize 3 left 1,2\npoints 4 hand 1,2,3 bid 2\npoints 0 hand 1,3,4 bid -";
        assert_eq!(game.position_text(&game.parse_position(fine).unwrap()), fine);
        for (from, to, reason) in [
            ("left 1,2", "left 1", "a card for each prize"),
            ("prize 3", "prize 2", "not both"),
            ("bid -", "bid 1", "some are missing"),
            ("bid 2", "bid 4", "card of the hand"),
            ("prize 3", "prize 9", "from 1 to 4"),
            ("points 4", "points 99", "0 to 10"),
        ] {
            let error = game.parse_position(&fine.replacen(from, to, 1)).unwrap_err();
            assert!(error.reason.contains(reason), "{to}: {error}");
        }
    }
}
