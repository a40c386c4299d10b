use super::{PerSeat, Seat};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The return of each seat, within [`Facts::returns`](super::Facts): what agents maximise.
    pub returns: PerSeat<f32>,
    /// By how much, from each seat's point of view, -1 to 1: what a network may learn beside the result. Its
    /// unit is on the game card.
    pub margins: PerSeat<f32>,
}

impl Outcome {
    /// The seat with the largest return, or `None` when two seats share it.
    pub fn winner(&self) -> Option<Seat> {
        let best = self.returns.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut winners = Seat::all(self.returns.len()).filter(|seat| self.returns[seat.index()] == best);
        winners.next().filter(|_| winners.next().is_none())
    }
}
