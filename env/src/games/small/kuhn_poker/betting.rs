use super::SEATS;
use crate::core::Seat;

use KuhnAction::{Bet, Pass};

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KuhnAction {
    /// Put nothing in: a check, or a fold after a bet.
    Pass,
    /// Put a chip in: a bet, or a call after a bet.
    Bet,
}

/// How the betting went so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Betting {
    /// Nobody has acted.
    Open,
    /// Pass.
    Pass,
    /// Bet.
    Bet,
    /// Pass, bet.
    PassBet,
    /// Pass, pass: showdown for one chip.
    PassPass,
    /// Bet, pass: the first wins one chip.
    BetPass,
    /// Bet, bet: showdown for two chips.
    BetBet,
    /// Pass, bet, pass: the second wins one chip.
    PassBetPass,
    /// Pass, bet, bet: showdown for two chips.
    PassBetBet,
}

pub(super) const BETTING: [(Betting, &[KuhnAction]); 9] = [
    (Betting::Open, &[]),
    (Betting::Pass, &[Pass]),
    (Betting::Bet, &[Bet]),
    (Betting::PassBet, &[Pass, Bet]),
    (Betting::PassPass, &[Pass, Pass]),
    (Betting::BetPass, &[Bet, Pass]),
    (Betting::BetBet, &[Bet, Bet]),
    (Betting::PassBetPass, &[Pass, Bet, Pass]),
    (Betting::PassBetBet, &[Pass, Bet, Bet]),
];

impl Betting {
    /// The actions so far, first seat first.
    pub fn actions(self) -> &'static [KuhnAction] {
        BETTING[self as usize].1
    }

    pub(super) fn then(self, action: KuhnAction) -> Option<Self> {
        let longer =
            |(_, actions): &&(Self, &[KuhnAction])| actions.split_last() == Some((&action, self.actions()));
        BETTING.iter().find(longer).map(|&(betting, _)| betting)
    }

    pub(super) fn is_over(self) -> bool {
        self.then(Pass).is_none()
    }

    pub(super) fn to_move(self) -> Seat {
        Seat::new(self.actions().len() % SEATS)
    }

    /// Whether the last action is a bet to be answered.
    pub(super) fn faces_bet(self) -> bool {
        !self.is_over() && self.actions().last() == Some(&Bet)
    }

    /// Whether it ended with cards on the table.
    pub(super) fn is_showdown(self) -> bool {
        matches!(self, Self::PassPass | Self::BetBet | Self::PassBetBet)
    }

    pub(super) fn chips(self, seat: Seat) -> i16 {
        let bets = self.actions().iter().skip(seat.index()).step_by(SEATS).filter(|&&a| a == Bet);
        1 + bets.count() as i16
    }
}
