//! How far counters have come in a phase.

/// What counters have behind them of the phase at hand: nothing, or one of the constants that the phase knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Used(u8);

impl Used {
    /// No order yet, nothing decided.
    pub const NOTHING: Self = Self(0);

    /// Movement: a support ship after its first leg.
    pub const FIRST_LEG: Self = Self(1);
    /// Movement: a support ship that has handled cargo after its first leg.
    pub const READY: Self = Self(2);
    /// Movement: all orders are used.
    pub const MARCHED: Self = Self(3);
    /// Movement: disrupted and unable to move in this phase.
    pub const STUCK: Self = Self(4);

    /// Maintenance: provided for, or its dice are cast.
    pub const PROVIDED: Self = Self(1);
    /// Maintenance: left without routine maintenance.
    pub const LEFT_OUT: Self = Self(2);

    /// Combat: has left a battle.
    pub const LEFT_BATTLE: Self = Self(1);

    /// How many values a position has room for.
    pub const ROOM: usize = 8;

    /// The value with this number, below [`Used::ROOM`], as positions write it; 0 is nothing.
    pub const fn numbered(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it is [`Used::NOTHING`].
    pub const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// As a bit.
    pub const fn bit(self) -> u8 {
        1 << self.0
    }
}
