//! The full truth of a war: counters, fleets, planets, treasuries, and where in the turn it stands.
//!
//! Counters that nothing tells apart are one [`Group`] with a count. Which ships are in which fleet is hidden from the
//! other side; what it knows of that is part of the state ([`Fleet::known_with`]). In a battle the counters that take
//! part leave the groups and stand in the battle; they return when it ends.

mod battle;
mod court;
mod fleets;
mod group;
mod groups;
mod lattice;
mod series;

use arrayvec::ArrayVec;

use super::class::Class;
use super::hex::{Heading, Hex};
use super::map::{MAX_PLANETS, MAX_SYSTEMS, PlanetId, SystemId};
use crate::core::Seat;

pub use battle::{Battle, Ground, GroundStage, MAX_SHIPS, Pending, Ship, Stage, Volley, Weapon};
pub use court::{Appeal, Court, Offensive};
pub use fleets::{FLEETS, Fleet, Fleets};
pub use group::{Cargo, Group, MAX_COUNT, PackedGroup, Place, Troop};
pub use groups::{Groups, MAX_GROUPS};
pub use lattice::{Square, Way};
pub use series::Series;

/// The most lines of units being built.
pub const MAX_DUE: usize = 96;
/// What a stock holds.
pub const MAX_STOCK: u8 = 99;

/// A fleet counter of a side: A to L.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FleetId(pub u8);

impl FleetId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

/// Where a fleet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// In a system.
    System(SystemId),
    /// In an empty hex.
    Hex(Hex),
    /// Lost in space; last reported in this hex.
    Lost(Hex),
}

impl Spot {
    /// The system, if it is in one.
    pub const fn system(self) -> Option<SystemId> {
        match self {
            Self::System(system) => Some(system),
            _ => None,
        }
    }
}

impl From<SystemId> for Spot {
    fn from(system: SystemId) -> Self {
        Self::System(system)
    }
}

/// What stands on a planet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Planet {
    /// Whose world or outpost it is; `None`: there is none.
    pub owner: Option<Seat>,
    /// Whether it is a world, not an outpost.
    pub world: bool,
    /// Hits that it has taken in ground combat that goes on.
    pub hits: u8,
    /// Who builds an outpost here that will be ready next turn.
    pub founder: Option<Seat>,
    /// Turns of peace that an outpost has seen which grows into a world.
    pub grown: u8,
}

impl Planet {
    /// A world, or an outpost, that is whole.
    pub const fn new(owner: Option<Seat>, world: bool) -> Self {
        Self { owner, world, hits: 0, founder: None, grown: 0 }
    }
}

/// Mines of a side in a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Field {
    /// Counters face down, 1 to 99; 0: there are no mines.
    pub counters: u8,
    /// Points on them, 0 to `most`: none on false ones (known to their owner; 0 in the other view, unless `known`).
    pub points: u8,
    /// Points that they may have for all that the other side knows, 0 to 99.
    pub most: u8,
    /// Whether the other side knows the points.
    pub known: bool,
}

/// A way out of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// Along a lane.
    Lane(SystemId),
    /// Off the lanes.
    Hex(Heading),
}

/// What scouts counted, as the other side told them: open to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Report {
    /// In which system.
    pub at: SystemId,
    /// The turn and the segment.
    pub when: [u8; 2],
    /// Capital and light warships.
    pub warships: [u8; 2],
    /// Auxiliaries; `None`: they were not told.
    pub auxiliaries: Option<u8>,
}

/// One side's books.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Side {
    /// Resources in stock, 0 to 99.
    pub stock: u8,
    /// Classes, by bit [`Class::index`], of which ships were lost in battle, where what may be built depends on it.
    pub lost: u32,
}

/// Units that are being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Due {
    /// The turn in whose Reinforcements they arrive.
    pub turn: u8,
    /// Whose.
    pub seat: Seat,
    /// What.
    pub class: Class,
    /// Where.
    pub at: SystemId,
    /// How many, at least 1.
    pub count: u8,
}

/// An order of Construction. The order is the canonical order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// A counter of a class.
    Unit(Class, SystemId),
    /// An outpost.
    Outpost(PlanetId),
}

/// Where ships picked one by one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Into a fleet.
    Fleet(FleetId),
    /// Into a new fleet in a system.
    New(SystemId),
    /// Out of fleets, in a system.
    Port(SystemId),
    /// Troops, down to a planet.
    Planet(PlanetId),
}

/// What ships are picked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// The deployment before the first turn.
    Deployment,
    /// The Reinforcements step.
    Reinforcements,
    /// The activation of a fleet, before it moves.
    Activation,
}

/// The fleet that is being activated, and how far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orders {
    /// Which.
    pub fleet: FleetId,
    /// Jumps made.
    pub made: u8,
    /// Jumps it may make, fixed when it begins to move (known to its owner; 0 in the other view).
    pub allowance: u8,
    /// Where it made its last jump from.
    pub from: Option<SystemId>,
    /// The last target of its reorganisation, before which none may be named.
    pub mustered: Option<Target>,
    /// It has moved, or its reorganisation is over.
    pub under_way: bool,
    /// Capital and light warships and auxiliaries that its scouts have counted here; known to its owner.
    pub sighted: Option<[u8; 3]>,
    /// It is here unseen and need not fight.
    pub unseen: bool,
    /// It fell back or withdrew from a battle, and does nothing more.
    pub repulsed: bool,
}

/// Where in the turn the game stands. Each variant is a decision of a known seat or a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A side names the place of its next fleet before the first turn.
    Deploy,
    /// A side names what it fills next in Reinforcements, in canonical order.
    Muster {
        /// The last one named.
        last: Option<Target>,
    },
    /// Ships are picked one by one.
    Fill {
        /// What was named.
        named: Target,
        /// Where they go: what was named, or the fleet that was opened there.
        into: Target,
        /// On which occasion.
        occasion: Occasion,
        /// Whether one was picked.
        picked: bool,
        /// The key of the group picked last (known to its owner; 0 in the other view).
        after: u32,
    },
    /// Troops that arrive are drawn: for the first line due that is troops.
    Draw,
    /// Two dice say what the Empire does for its governor, or to him.
    Intervention,
    /// The Imperial may appeal.
    Appeal,
    /// The answer to an appeal is rolled.
    Petition {
        /// For what.
        appeal: Appeal,
    },
    /// The Imperial names where ships that he is given enter.
    Gift {
        /// One counter of each of these classes, by bit [`Class::index`].
        ships: u32,
    },
    /// The Imperial chooses ships for an offensive, in canonical order.
    Offensive {
        /// Resources left for them.
        left: u8,
        /// The last one chosen; all of them enter at one place.
        after: Option<(Class, SystemId)>,
    },
    /// The Imperial names where the Emperor comes to.
    Emperor {
        /// Resources that his fleet is worth.
        worth: u8,
    },
    /// The Emperor's next ship is drawn.
    Retinue {
        /// His fleet.
        fleet: FleetId,
        /// Resources left for it.
        worth: u8,
    },
    /// The Imperial picks ships that are called home.
    Recall {
        /// Resources in ships that are still to go, at least 1.
        left: u16,
        /// The key of the group picked last (known to its owner; 0 in the other view).
        after: u32,
    },
    /// A side orders what it builds, in canonical order.
    Build {
        /// The last line ordered.
        after: Option<Order>,
    },
    /// Both sides roll for initiative.
    Initiative,
    /// A side activates a fleet or passes.
    Activate,
    /// The active fleet moves on, reorganises or stops.
    Orders,
    /// The active fleet has met enemies: it fights, or its scouts try to see them.
    Contact,
    /// The scouts of the active fleet roll.
    Scouting,
    /// After scouting (11.31): how many capital and light ships are left behind; or all fight.
    Matching,
    /// The ships left behind are picked.
    Leave {
        /// Their fleet.
        counter: FleetId,
        /// Capital warships still to be picked.
        capital: u8,
        /// Light warships still to be picked.
        light: u8,
        /// The key of the group picked last.
        after: u32,
    },
    /// The active fleet rolls to find its way off the lanes (17.11).
    Navigate,
    /// It found it: whither?
    Controlled,
    /// It drifts.
    Drift,
    /// Enemy mines attack the active fleet: dice are rolled, then which ships are hit.
    Mines {
        /// Where it goes after that; `None`: it has just arrived.
        exit: Option<Exit>,
        /// Dice left.
        dice: u8,
        /// Hits that no ship has taken yet.
        hits: u8,
    },
    /// The active fleet lays mines, and may put more false counters beside them.
    Lay,
    /// A sweeper of the active fleet rolls.
    Sweep {
        /// Sweepers that have not rolled.
        left: u8,
    },
    /// A battle is under way: see [`State::battle`].
    Battle,
    /// The active fleet may attack a planet.
    Orbit,
    /// There is combat on a planet: see [`State::ground`].
    Ground,
    /// A lost fleet rolls to return, at the end of a segment.
    Return {
        /// Which.
        fleet: FleetId,
    },
    /// It returns: to which of the nearest systems?
    Reappear {
        /// Which.
        fleet: FleetId,
    },
    /// A side pays for maintenance of ships, picked in canonical order.
    Upkeep {
        /// The key of the group picked last (known to its owner; 0 in the other view).
        after: u32,
    },
    /// Maintenance of the side's next ship is rolled.
    UpkeepRoll {
        /// Ships that its repair ship has helped (known to its owner; 0 in the other view).
        aided: u8,
    },
    /// A war is over: how long the peace is is rolled.
    Peace,
    /// The game is over.
    Over,
}

/// The state of a war.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// The action segment, 1 to 4; 0 in the administrative segment, 5 in the close-out.
    pub segment: u8,
    /// What is due.
    pub step: Step,
    /// Who decides or rolls, where one side does.
    pub mover: Seat,
    /// Who began this action segment, or the last one.
    pub first: Seat,
    /// Activations that each side has left in this segment.
    pub left: [u8; 2],
    /// Passes in a row.
    pub passes: u8,
    /// The fleet that is being activated.
    pub orders: Orders,
    /// The books of each side.
    pub sides: [Side; 2],
    /// Imperial glory.
    pub glory: i8,
    /// What the Empire gives and asks.
    pub court: Court,
    /// Where the series of wars stands.
    pub series: Series,
    /// What scouts of each side counted last.
    pub reports: [Option<Report>; 2],
    /// Fleet counters.
    pub fleets: Fleets,
    /// Mines by side and system.
    pub fields: [[Field; MAX_SYSTEMS]; 2],
    /// What stands on the planets of the map.
    pub planets: [Planet; MAX_PLANETS],
    /// The counters.
    pub groups: Groups,
    /// Units being built, sorted.
    pub due: ArrayVec<Due, MAX_DUE>,
    /// Fleets that fight after the move at hand, and those that came to the battle at hand beside [`Battle::fleet`].
    pub pending: ArrayVec<Pending, FLEETS>,
    /// Planets, by bit, on which there was combat in this segment.
    pub fought: u64,
    /// The battle at hand.
    pub battle: Option<Battle>,
    /// The combat on a planet at hand.
    pub ground: Option<Ground>,
    /// How the game ended: the winner, or nobody.
    pub result: Option<Option<Seat>>,
}

impl State {
    /// The mover's scouts have counted the enemy in a system.
    // rule: i3m.u22.report
    pub const fn report(&mut self, at: SystemId, warships: [u8; 2], auxiliaries: Option<u8>) {
        let when = [self.turn, self.segment];
        self.reports[self.mover.index()] = Some(Report { at, when, warships, auxiliaries });
    }

    /// Puts a line among those due, in order.
    pub fn enqueue(&mut self, line: Due) {
        let same = |due: &Due| Due { count: line.count, ..*due } == line;
        match self.due.iter().position(same) {
            Some(index) => self.due[index].count += line.count,
            None => {
                let place = self.due.partition_point(|due| *due < line);
                // Nothing is offered for which there is no room.
                _ = self.due.try_insert(place, line);
            }
        }
    }

    /// Whether there is peace.
    pub const fn at_peace(&self) -> bool {
        self.series.peace > 0
    }

    /// The turn of the war at hand, from 1.
    pub const fn turn_of_war(&self) -> u8 {
        self.turn - self.series.began
    }

    /// A planet.
    pub fn planet(&self, id: PlanetId) -> Planet {
        self.planets[id.index()]
    }

    /// Mines of a side in a system.
    pub const fn field(&self, seat: Seat, system: SystemId) -> Field {
        self.fields[seat.index()][system.index()]
    }

    /// The mines, to change them.
    pub const fn field_mut(&mut self, seat: Seat, system: SystemId) -> &mut Field {
        &mut self.fields[seat.index()][system.index()]
    }

    /// Counters of a class that a side has, those being built among them.
    pub fn counters(&self, seat: Seat, class: Class) -> u32 {
        let due = self.due.iter().filter(|due| due.seat == seat && due.class == class);
        self.counters_on_map(seat, class) + due.map(|due| u32::from(due.count)).sum::<u32>()
    }

    /// Counters of a class that a side has on the map or in a battle.
    pub fn counters_on_map(&self, seat: Seat, class: Class) -> u32 {
        let on_map: u32 = self.groups.of(seat).filter(|g| g.class == class).map(|g| u32::from(g.count)).sum();
        let ships = self.battle.iter().flat_map(|battle| &battle.ships);
        let fighting =
            ships.filter(|ship| ship.unit.seat() == seat && ship.unit.class() == class).count() as u32;
        on_map + fighting
    }
}

impl Ship {
    /// Hits that it has taken.
    pub const fn damage(&self) -> u8 {
        self.unit.group().damage
    }
}
