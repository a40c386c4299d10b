//! Where the governor stands with the Empire.

/// The Imperial's budget, permissions and orders. All of it is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Court {
    /// Resources of the standing budget; 0 in scenarios without one.
    pub budget: u8,
    /// How much of it is withheld this turn.
    pub withheld: u8,
    /// Level of the permissions, 0 to 4.
    pub level: u8,
    /// Whether this turn's appeal has been made, or passed over.
    pub heard: bool,
    /// The offensive that was ordered and has not been made yet.
    pub offensive: Option<Offensive>,
    /// Glory at the beginning of the turn while the Emperor is here; otherwise 0.
    pub glory: i8,
}

/// An offensive that the Empire has ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offensive {
    /// The turn in whose close-out it must have brought glory.
    pub until: u8,
    /// Glory when it was ordered.
    pub glory: i8,
    /// Resources in ships that were sent for it.
    pub value: u8,
}

/// What an appeal is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Appeal {
    /// Resources.
    Funds,
    /// Ships and permissions.
    Forces,
}
