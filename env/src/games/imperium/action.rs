//! The micro-decisions of a war. Each adds one reference or one quantity to the decision that
//! [`Step`](super::state::Step) or [`Moment`](super::state::Moment) holds partly built; the game card lists
//! them phase by phase.

use super::class::Class;
use super::hex::Heading;
use super::state::{BoxId, Fire, Mission, Orders, PendingMove, Place, Range, Strike, SystemId};
use crate::core::Seat;

/// One micro-decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// No more of this: ends the step at hand (overhauls, routine, building, a movement phase).
    Done,
    /// How many of what was just chosen, at least 1 (0 where noted on the card).
    Count(u8),
    /// The ships of this kind at this place: to move, to overhaul, to leave unmaintained, to recall.
    Select {
        /// Where they stand.
        at: Place,
        /// What they are.
        kind: Kind,
    },
    /// Where the ships picked go: a system's hex or a friendly box to land in. Before a war, and where ships enter:
    /// the place of what is at hand.
    Destination(Place),
    /// Load counters of this class from a box (fighters: from a hex, too) onto ships in its system.
    Load {
        /// What.
        class: Class,
        /// From where.
        at: Place,
    },
    /// Unload counters of this class from ships in a system into its box (fighters: into its hex, too).
    Unload {
        /// What.
        class: Class,
        /// To where.
        at: Place,
    },
    /// Build counters of this class at a box.
    Build {
        /// What.
        class: Class,
        /// Where.
        at: BoxId,
    },
    /// Appeal to the Emperor (`Done` passes).
    Appeal {
        /// For military rather than economic aid.
        military: bool,
    },
    /// Set the range of this round.
    SetRange(Range),
    /// Jump out to this system.
    Retreat(SystemId),
    /// The squad at hand meets (or doubles up on, or fires at) this enemy squad.
    Against {
        /// Index into [`Battle::squads`](super::state::Battle::squads).
        squad: u8,
    },
    /// The rest of the squad at hand stays out of the line.
    StayOut,
    /// The squad at hand fires so (`Fire::Hold`: not at all).
    Declare(Fire),
    /// The squad at hand does this in orbit.
    Undertake(Mission),
    /// The squad at hand bombards this.
    Strike(Strike),
    /// The ships of this stack between systems: to move, to recall.
    SelectUnderWay {
        /// Its number among the stacks of the seat between systems, from 0: by hex, then kind.
        stack: u8,
    },
    /// The ships picked go by sublight into the next hex.
    Sublight(Heading),
    /// The side breaks off: it holds its fire in this round and leaves after it.
    BreakOff,
    /// The side does not break off.
    FightOn,
}

/// What a stack of ships is to a player who picks it: class, condition and cargo. Motherships that differ only
/// in how many fighters they carry are one kind; the fullest go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    /// The class.
    pub class: Class,
    /// Whether they are disrupted.
    pub disrupted: bool,
    /// What they carry: the class of the cargo (fighters for a mothership), sound or disrupted alike.
    pub carrying: Option<Class>,
}

/// A quantity that is asked for, with what it is a quantity of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Ships to move.
    Move {
        /// The order, with the most that can be chosen as its count.
        order: PendingMove,
        /// The progress of the phase.
        orders: Orders,
    },
    /// Counters to load.
    Load {
        /// What.
        class: Class,
        /// From where.
        at: Place,
        /// The most that can be loaded.
        most: u8,
        /// The progress of the phase.
        orders: Orders,
    },
    /// Counters to unload.
    Unload {
        /// What.
        class: Class,
        /// To where.
        at: Place,
        /// The most that can be unloaded.
        most: u8,
        /// The progress of the phase.
        orders: Orders,
    },
    /// Counters to build.
    Build {
        /// What.
        class: Class,
        /// Where.
        at: BoxId,
        /// The most that can be built.
        most: u8,
    },
    /// Counters to deploy before a war.
    Deploy {
        /// Whose.
        seat: Seat,
        /// What.
        class: Class,
        /// To where.
        at: Place,
        /// The most that fit.
        most: u8,
    },
    /// Ships to overhaul.
    Overhaul {
        /// Where.
        at: Place,
        /// What.
        kind: Kind,
        /// The most that can be paid for.
        most: u8,
    },
    /// Ships to leave without routine maintenance.
    LeaveOut {
        /// Where.
        at: Place,
        /// What.
        kind: Kind,
        /// All there are.
        most: u8,
    },
}
