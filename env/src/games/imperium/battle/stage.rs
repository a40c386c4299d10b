//! What the steps of a battle report to its sequence.

/// What a step of a battle came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(super) enum Progress {
    /// A decision or a roll is at hand.
    Waiting,
    /// A stage is over.
    Done(Stage),
}

/// The stages of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Initiative and range of the round.
    Range,
    /// What comes before a side that disengages can be fired at.
    Disengaging,
    /// Who meets whom.
    Allocation,
    /// Who breaks off.
    BreakingOff,
    /// What every squad fires.
    Declaration,
    /// Missions of the ships in orbit.
    Missions,
    /// The dice of a round; in orbit, planetary fire.
    Fire,
    /// The jump of those who leave.
    Departure,
    /// The battle as a whole.
    Battle,
}
