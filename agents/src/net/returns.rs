use arrayvec::ArrayVec;
use spinward_env::core::{Facts, MAX_SEATS, Outcome, PerSeat, Seat, Utility};

/// One share per side row (from the viewer on), then the share of nobody; they sum to 1.
pub type OutcomeShares = ArrayVec<f32, { MAX_SEATS + 1 }>;

/// How the outcome head's shares and the returns of a game stand for each other. Exact both ways: the expected
/// returns of a mixture of outcomes are the returns of the mixture of their shares.
///
/// - Two seats with zero sum: a return of `r` is a win with probability `|r| / largest`, else a draw.
/// - Otherwise: each seat's share is its return's place between the smallest and the largest, shrunk so that the
///   shares of all seats sum to 1 at most; where exactly one seat wins, its share is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReturnScale {
    seats: usize,
    rule: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    Duel { largest: f32 },
    Table { smallest: f32, span: f32 },
}

impl ReturnScale {
    /// The scale of a game with these facts.
    pub fn new(facts: &Facts) -> Self {
        let seats = facts.seat_count();
        let (low, high) = facts.returns;
        let zero_sum = facts.utility == Utility::ZeroSum;
        if seats == 2 && zero_sum {
            return Self {
                seats,
                rule: Rule::Duel { largest: low.abs().max(high.abs()).max(f32::MIN_POSITIVE) },
            };
        }
        let range = (high - low).max(f32::MIN_POSITIVE);
        // The most that all places in the range can sum to.
        let places = if zero_sum { -low * seats as f32 / range } else { seats as f32 };
        Self { seats, rule: Rule::Table { smallest: low, span: range * places.max(1.0) } }
    }

    /// How many seats, and so side rows, there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The shares that the outcome head is to learn from this outcome, seen by `viewer`.
    pub fn shares(&self, outcome: &Outcome, viewer: Seat) -> OutcomeShares {
        self.shares_of_returns(&outcome.returns, viewer)
    }

    /// The shares that stand for these expected returns of the seats, seen by `viewer`.
    pub fn shares_of_returns(&self, returns: &[f32], viewer: Seat) -> OutcomeShares {
        let from_viewer = |place: usize| returns[viewer.turned(place, self.seats).index()];
        let mut shares: OutcomeShares = (0..self.seats)
            .map(|place| match self.rule {
                Rule::Duel { largest } => (from_viewer(place) / largest).clamp(0.0, 1.0),
                Rule::Table { smallest, span } => ((from_viewer(place) - smallest) / span).clamp(0.0, 1.0),
            })
            .collect();
        let sum: f32 = shares.iter().sum();
        if sum > 1.0 {
            shares.iter_mut().for_each(|share| *share /= sum);
        }
        shares.push((1.0_f32 - sum).max(0.0));
        shares
    }

    /// Shares whose expected returns are these, made of wins and losses only: an even position is a coin flip, not a
    /// draw. Seen by `viewer`.
    pub fn shares_of_expectation(&self, returns: &[f32], viewer: Seat) -> OutcomeShares {
        let Rule::Duel { largest } = self.rule else { return self.shares_of_returns(returns, viewer) };
        let wins = ((returns[viewer.index()] / largest).clamp(-1.0, 1.0) + 1.0) / 2.0;
        [wins, 1.0 - wins, 0.0].into_iter().collect()
    }

    /// The expected return of each seat, in absolute seat order, from the shares that `viewer` sees.
    pub fn returns(&self, shares: &[f32], viewer: Seat) -> PerSeat<f32> {
        let share = |seat: Seat| shares[seat.relative_to(viewer, self.seats)];
        Seat::all(self.seats)
            .map(|seat| match self.rule {
                Rule::Duel { largest } => largest * (share(seat) - share(seat.turned(1, 2))),
                Rule::Table { smallest, span } => smallest + span * share(seat),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinward_env::core::Information;

    fn facts(seats: usize, utility: Utility, returns: (f32, f32)) -> Facts {
        Facts {
            seats: vec!["seat"; seats],
            chance: false,
            simultaneous: false,
            information: Information::Perfect,
            utility,
            returns,
            max_events: 1,
        }
    }

    fn check(facts: &Facts, returns: &[f32]) -> OutcomeShares {
        let scale = ReturnScale::new(facts);
        let outcome = Outcome { returns: returns.iter().copied().collect(), margins: PerSeat::new() };
        let viewer = Seat::new(1);
        let shares = scale.shares(&outcome, viewer);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{shares:?}");
        for (back, given) in scale.returns(&shares, viewer).iter().zip(returns) {
            assert!((back - given).abs() < 1e-6, "{returns:?} gave {shares:?}");
        }
        shares
    }

    #[test]
    fn a_duel_is_won_lost_or_drawn() {
        let duel = facts(2, Utility::ZeroSum, (-1.0, 1.0));
        assert_eq!(check(&duel, &[-1.0, 1.0])[..], [1.0, 0.0, 0.0]);
        assert_eq!(check(&duel, &[1.0, -1.0])[..], [0.0, 1.0, 0.0]);
        assert_eq!(check(&duel, &[0.0, 0.0])[..], [0.0, 0.0, 1.0]);
    }

    #[test]
    fn an_even_position_is_a_coin_flip() {
        let scale = ReturnScale::new(&facts(2, Utility::ZeroSum, (-2.0, 2.0)));
        assert_eq!(scale.shares_of_expectation(&[0.0, 0.0], Seat::new(1))[..], [0.5, 0.5, 0.0]);
        let shares = scale.shares_of_expectation(&[-1.0, 1.0], Seat::new(1));
        assert_eq!(scale.returns(&shares, Seat::new(1))[..], [-1.0, 1.0]);
    }

    #[test]
    fn graded_returns_keep_their_expectation() {
        let poker = facts(2, Utility::ZeroSum, (-2.0, 2.0));
        assert_eq!(check(&poker, &[1.0, -1.0])[..], [0.0, 0.5, 0.5]);
        check(&facts(4, Utility::ZeroSum, (-1.0, 1.0)), &[1.0, 1.0, -1.0, -1.0]);
        check(&facts(3, Utility::General, (0.0, 10.0)), &[10.0, 10.0, 3.0]);
    }

    #[test]
    fn one_winner_of_many_has_the_whole_share() {
        let table = facts(3, Utility::ZeroSum, (-0.5, 1.0));
        assert_eq!(check(&table, &[-0.5, -0.5, 1.0])[..], [0.0, 1.0, 0.0, 0.0]);
    }
}
