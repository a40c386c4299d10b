//! The micro-decisions of a war. Each names one thing or one quantity; what it is about stands in
//! [`Step`](super::state::Step), [`Stage`](super::state::Stage) or [`GroundStage`](super::state::GroundStage). The game
//! card lists them step by step.

use super::class::Class;
use super::hex::Heading;
use super::map::{PlanetId, SystemId};
use super::state::{Appeal, FleetId, Target, Way};

/// One micro-decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// No more of this: the step at hand is over, the fleet stops, the side passes.
    Done,
    /// One counter of this group.
    Pick(Pick),
    /// What is filled next.
    Into(Target),
    /// Order one counter of a class.
    Build {
        /// What.
        class: Class,
        /// Where.
        at: SystemId,
    },
    /// Activate a fleet.
    Activate(FleetId),
    /// Jump along a lane.
    Jump(SystemId),
    /// Leave the lanes in this direction.
    OffLane(Heading),
    /// Try to leave the lanes in a later segment (17.11).
    Navigate,
    /// Stay and lay mines, or false ones (9.2).
    Lay,
    /// Stay and sweep the enemy's mines.
    Sweep,
    /// Let the scouts try to see what is here.
    Scout,
    /// Leave so many light warships, and the capital ones that make up a match (11.31).
    Leave {
        /// Light warships.
        light: u8,
    },
    /// Set the range of the round.
    Shift(Shift),
    /// On the lattice, the step of the ship at hand.
    Steer(Way),
    /// The ship at hand fires at this one, or the hit at hand goes to it.
    Aim {
        /// Index into [`Battle::ships`](super::state::Battle::ships).
        ship: u8,
    },
    /// Leave the battle for this system.
    Withdraw(SystemId),
    /// Attack a planet and land troops.
    Invade(PlanetId),
    /// Attack a planet from orbit.
    Bombard(PlanetId),
    /// The outpost or world takes the hit.
    Garrison,
    /// Keep an outpost that was taken.
    Capture,
    /// Destroy it.
    Raze,
    /// Appeal to the Empire.
    Appeal(Appeal),
    /// Build an outpost on a free planet.
    Settle(PlanetId),
}

/// A group, by its number among those of its side in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pick(pub u8);

/// How the winner of the range roll sets the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shift {
    /// One band nearer.
    Close,
    /// As it is.
    Keep,
    /// One band further.
    Open,
}
