//! The full truth of a war: markers, counters, treasuries, glory, and where in the turn it stands.
//!
//! Counters that nothing tells apart are one [`Group`] with a count. During a battle the counters that take
//! part leave the groups and stand in the battle's [`Squad`]s; they return when it ends.

mod battle;
mod entrances;
mod groups;
mod markers;
mod packed_group;
mod series;
mod squads;
mod used;

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::action::{Kind, Quantity};
use super::class::Class;
use crate::core::Seat;

pub use battle::{Battle, Fire, Mission, Moment, Range, Role, Squad, Strike, Theatre};
pub use entrances::Entrances;
pub use groups::{Groups, MAX_GROUPS};
pub use markers::Markers;
pub use packed_group::{MAX_ABOARD, MAX_IN_GROUP, MAX_STRENGTH, PackedGroup};
pub use series::{Peace, Series};
pub use squads::{MAX_SQUADS, SquadMut, Squads};
pub use used::Used;

/// The Terran seat.
pub const TERRAN: Seat = Seat::new(0);
/// The Imperial seat.
pub const IMPERIAL: Seat = Seat::new(1);

/// The most systems of any map.
pub const MAX_SYSTEMS: usize = 34;
/// The most surface boxes of any map.
pub const MAX_BOXES: usize = 34;
/// The most stacks of one side between systems: at least its ships.
pub const MAX_STACKS: usize = 112;
/// The most lines of units on their way.
pub const MAX_DUE: usize = 40;

/// A system of the scenario's map, in the order of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemId(pub u8);

/// A surface box of the scenario's map, in the order of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(pub u8);

/// Where a counter stands. The order is the canonical order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The stellar hex of a system.
    Space(SystemId),
    /// A surface box, which is not part of any hex.
    Surface(BoxId),
    /// A hex between systems, reached by sublight.
    Hex {
        /// Column, 1 to 26.
        column: u8,
        /// Row, 1 to 20.
        row: u8,
    },
}

/// What one ship carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cargo {
    /// Nothing.
    Empty,
    /// One counter aboard a transport: troops, PD, an unplaced outpost or a fighter.
    One {
        /// Its class.
        class: Class,
        /// Whether it is disrupted; only fighters can be.
        disrupted: bool,
        /// The strength of troops, as [`Group::strength`].
        strength: u8,
    },
    /// Fighters aboard a mothership, 1 to its capacity.
    Fighters {
        /// How many that are not disrupted.
        sound: u8,
        /// How many that are.
        disrupted: u8,
    },
}

/// Counters of one class, place and condition: nothing tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// Whose they are.
    pub seat: Seat,
    /// Where they stand.
    pub place: Place,
    /// Their class.
    pub class: Class,
    /// Whether they are disrupted.
    pub disrupted: bool,
    /// The strength printed on counters of troops that were drawn; 0: that of their class.
    pub strength: u8,
    /// What each of them carries.
    pub cargo: Cargo,
    /// Whether their racks are empty after high-intensity fire, so that they fire no missiles.
    pub spent: bool,
    /// What of the phase they have behind them; [`Used::NOTHING`] at every phase's end.
    pub used: Used,
    /// How many, at least 1.
    pub count: u8,
}

/// What stands in a surface box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Marker {
    /// The world in the box and whose it is by right: it stays here, neutralised, under an occupier.
    pub world: Option<Seat>,
    /// The outpost in the box and whose it is; on an enemy world after a conquest, too.
    pub outpost: Option<Seat>,
    /// Whether the marker of the box's holder is neutralised.
    pub neutralised: bool,
    /// Who holds the box, by a marker of his own or as occupier of a world.
    pub holder: Option<Seat>,
}

/// Units bought or granted that are not on the map yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Due {
    /// The game turn in whose Maintenance and Production Phase they arrive.
    pub turn: u8,
    /// Whose.
    pub seat: Seat,
    /// What.
    pub class: Class,
    /// Where they were built; `None`: granted from off the map, they enter where such ships do.
    pub at: Option<BoxId>,
    /// How many, at least 1.
    pub count: u8,
}

/// One side's books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Side {
    /// Resource units in stock, 0 to 99.
    pub stock: u8,
    /// RU of own ships destroyed so far (what `duel` scores), suicide attackers among them.
    pub lost_ru: u16,
    /// Own counters destroyed so far and not replaced, by class.
    pub destroyed: [u8; Class::COUNT],
    /// Counters in store that are still to be deployed before a war, by class.
    pub to_deploy: [u8; Class::COUNT],
}

/// The Empire at the Emperor's court.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Court {
    /// Imperial glory, 0 to 10 on the track; the limits decide the war.
    pub glory: i8,
    /// The fixed part of the Imperial income, RU a turn.
    pub budget: i8,
    /// Added to the next income once (a budget cut, a grant), RU.
    pub once: i8,
    /// Classes that may be built, by bit [`Class::index`].
    pub permitted: u32,
    /// No appeal is heard up to and including this game turn.
    pub deaf_until: u8,
    /// Whether a civil war has cut the budget to nothing for this war.
    pub civil_war: bool,
}

/// The phases of a player turn, in order (rules 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Maintenance and Production.
    Production,
    /// First Movement.
    FirstMovement,
    /// First Combat.
    FirstCombat,
    /// Enemy Reaction Movement.
    ReactionMovement,
    /// Reaction Combat.
    ReactionCombat,
    /// Second Movement.
    SecondMovement,
    /// Second Combat.
    SecondCombat,
}

impl Phase {
    /// Whether ships move in it.
    pub const fn is_movement(self) -> bool {
        matches!(self, Self::FirstMovement | Self::ReactionMovement | Self::SecondMovement)
    }
}

/// The state of a war.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Game turn, from 1.
    pub turn: u8,
    /// The phasing player: whose player turn it is.
    pub phasing: Seat,
    /// The phase of that player turn.
    pub phase: Phase,
    /// Where in the phase, with the partly built decision.
    pub step: Step,
    /// The books of each seat.
    pub sides: [Side; 2],
    /// Imperial glory, budget and permissions.
    pub court: Court,
    /// The war among those of its series.
    pub series: Series,
    /// What stands in each box of the map.
    pub markers: Markers,
    /// The counters on the map, sorted, no two alike but for their count.
    pub groups: Groups,
    /// Units on their way, sorted.
    pub due: ArrayVec<Due, MAX_DUE>,
    /// The systems from which the phasing side's ships entered each system in this phase: the ways back
    /// for a phasing force that disengages. Cleared at the end of each phase.
    pub entered_from: Entrances,
    /// What stands in the way of the moving side; nothing outside a movement phase.
    pub obstacles: Obstacles,
    /// Where the phasing side may build while it does.
    pub yards: Yards,
    /// The battle at hand.
    pub battle: Option<Battle>,
    /// How the war ended.
    pub result: Option<Victory>,
}

/// A copy of a list; the list's own `clone` goes from item to item.
fn in_one_block<T: Copy, const MOST: usize>(list: &ArrayVec<T, MOST>) -> ArrayVec<T, MOST> {
    let mut copy = ArrayVec::new();
    copy.try_extend_from_slice(list).expect("both have room for as many");
    copy
}

/// What stands in the way of a side in its movement phase. It is found when the phase begins: but for the side's
/// own tankers, none of it changes before the phase ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Obstacles {
    /// Systems, by bit, with enemy combat ships in their hex.
    pub blocked: u64,
    /// Systems, by bit, where only tankers fuel ships: tertiary ones, and blocked ones all of whose boxes are the
    /// enemy's.
    pub dry: u64,
    /// Systems, by bit, with tankers of the side in their hex.
    pub tankers: u64,
    /// Boxes, by bit, that the enemy holds or stands in: nothing can be put down there.
    pub closed: u64,
    /// Systems, by bit, with enemy ships in the hex or in a box.
    pub enemies: u64,
}

/// Boxes, by bit, where units are built. They are found when building begins: it changes none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Yards {
    /// Where units of every class are.
    pub any: u64,
    /// Where those are that an outpost can build: the others and connected outposts.
    pub small: u64,
    /// The classes, by bit, of which the side has counters left.
    pub left: u32,
}

/// They follow from the rest of the state, so they add nothing to its hash.
impl Hash for Yards {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// They follow from the rest of the state, so they add nothing to its hash.
impl Hash for Obstacles {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// How a war ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victory {
    /// The winner; `None`: a draw.
    pub winner: Option<Seat>,
}

/// Where in a phase the game stands. Each variant is a node: a decision of a known seat, a roll, or (never at
/// rest) a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A marker or a unit needs a place.
    Place(Placing),
    /// The first counter of troops on the map without a strength is drawn.
    Draw,
    /// The Imperial intervention is rolled (2d6).
    Intervention,
    /// A civil war recalls this many more counters, by Imperial choice.
    Recall {
        /// How many are still to go.
        left: u8,
    },
    /// The Imperial may appeal to the Emperor.
    Appeal,
    /// The appeal is rolled (2d6).
    AppealRoll {
        /// Military or economic.
        military: bool,
    },
    /// The phasing player picks ships to overhaul, in canonical order from `after` on.
    Overhaul {
        /// The last stack chosen.
        after: Option<(Place, Kind)>,
    },
    /// He picks ships at friendly systems to leave without routine maintenance; while a system's limit is
    /// exceeded he must.
    Routine {
        /// The last stack chosen.
        after: Option<(Place, Kind)>,
    },
    /// Frontier maintenance of group `group` is rolled; `destroyed` of it already are (a disrupted group rolls
    /// twice: for destruction, then for recovery).
    Frontier {
        /// Index into [`State::groups`].
        group: u16,
        /// `Some` once the first roll of a disrupted group is known: how many were destroyed.
        destroyed: Option<u8>,
    },
    /// The phasing player builds, in canonical order from `after` on.
    Build {
        /// The last line built.
        after: Option<(Class, BoxId)>,
    },
    /// The moving player gives the next order of a movement phase: see [`Orders`].
    Orders(Orders),
    /// A quantity of what was just chosen is asked for.
    Quantity(Quantity),
    /// `count` disrupted ships roll their maintenance number or more to move (rules 6).
    MoveRoll {
        /// The order so far.
        order: PendingMove,
        /// The progress of the phase.
        orders: Orders,
    },
    /// The chosen ships need a destination.
    Destination {
        /// The order so far.
        order: PendingMove,
        /// The progress of the phase.
        orders: Orders,
    },
    /// A battle, landing or surface combat is under way: see [`State::battle`].
    Battle,
    /// The game is over.
    Over,
    /// Between two wars: see [`Peace`].
    Peace(Peace),
}

/// What is placed by choice, in canonical order from `after` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placing {
    /// An Imperial world before the First War.
    World {
        /// How many are still to be placed, this one among them.
        left: u8,
        /// The last box chosen.
        after: Option<BoxId>,
    },
    /// An Imperial outpost before the First War.
    Outpost {
        /// How many are still to be placed, this one among them.
        left: u8,
        /// The last box chosen.
        after: Option<BoxId>,
    },
    /// Units in store ([`Side::to_deploy`]).
    Units {
        /// Whose.
        seat: Seat,
        /// Their class.
        class: Class,
        /// The last place chosen.
        after: Option<Place>,
    },
    /// A granted Imperial ship that enters during a war.
    Entry {
        /// Its class.
        class: Class,
        /// Where the last one of the class entered.
        after: Option<SystemId>,
    },
}

/// How far the orders of a movement phase have come. Orders are given stage by stage, within a stage in
/// canonical order; giving one of a later stage closes the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Orders {
    /// The stage.
    pub stage: OrderStage,
    /// The last order of this stage, as its sort key; 0 before the first.
    pub last: u32,
}

/// The stages of a movement phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderStage {
    /// Loading and unloading where ships stand.
    FirstCargo,
    /// First legs of support ships: tankers first.
    Approach,
    /// Loading and unloading after the first legs.
    SecondCargo,
    /// Every ship's move, a support ship's second leg among them: tankers last.
    March,
    /// Unloading where ships arrived.
    LastCargo,
}

/// Ships that have been picked to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PendingMove {
    /// From where.
    pub from: Place,
    /// What they are.
    pub kind: Kind,
    /// How many, at least 1.
    pub count: u8,
}
