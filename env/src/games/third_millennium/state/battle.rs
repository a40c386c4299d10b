//! What fights: space battles and the fire of an invasion ([`Battle`]), and combat on a planet ([`Ground`]).

use arrayvec::ArrayVec;

use super::{FleetId, PackedGroup, Spot, Square};
use crate::core::Seat;
use crate::games::third_millennium::map::{PlanetId, SystemId};

/// The most ships in a battle: the counters of both sides but for troops and planetary defences.
pub const MAX_SHIPS: usize = 242;

/// A space battle, or the fire before a landing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Battle {
    /// Where: in a system or an empty hex.
    pub at: Spot,
    /// Who moved.
    pub attacker: Seat,
    /// The fleet that moved.
    pub fleet: FleetId,
    /// Where that fleet falls back to.
    pub from: Option<SystemId>,
    /// The planet under attack; `None`: a space battle.
    pub planet: Option<PlanetId>,
    /// Whether nothing lands and the escorts bombard instead.
    pub bombardment: bool,
    /// The round of a space battle, from 1.
    pub round: u8,
    /// The range band of a space battle, 0 to 4; 0 on the lattice.
    pub band: u8,
    /// Who won the range roll of this round.
    pub winner: Option<Seat>,
    /// What is due.
    pub stage: Stage,
    /// The ships, those of the attacker first, in canonical order.
    pub ships: ArrayVec<Ship, MAX_SHIPS>,
}

/// A counter in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ship {
    /// What it is, count 1; its place is where it goes back to.
    pub unit: PackedGroup,
    /// Dice aimed at it and not rolled yet: those from near, then those from as far as the weapon reaches.
    pub aimed: [u16; 2],
    /// Torpedo hits that countermeasures have not been rolled against.
    pub hits: u8,
    /// Whether it is about to leave.
    pub leaves: bool,
    /// Where it is, in a battle on the lattice.
    pub square: Square,
}

/// Who fires with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weapon {
    /// Beams.
    Beam,
    /// Torpedoes.
    Torpedo,
}

/// A volley: fire that is declared ship by ship and then rolled target by target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Volley {
    /// Both sides fire in space.
    Space(Weapon),
    /// Defending fighters at what invades.
    Fighters(Weapon),
    /// Planetary defences at what invades.
    Defences,
}

/// What is due in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Both sides roll for the range.
    Range,
    /// The winner of the roll sets the range.
    Shift,
    /// On the lattice, a ship takes a step.
    Steer {
        /// Index of the ship.
        ship: u8,
        /// Steps that it has taken in this round.
        taken: u8,
    },
    /// A ship is given its target.
    Aim {
        /// In which volley.
        volley: Volley,
        /// Index of the ship.
        ship: u8,
    },
    /// Dice are rolled for a target.
    Hits {
        /// In which volley.
        volley: Volley,
        /// Index of the target.
        target: u8,
    },
    /// A target's countermeasures are rolled.
    Counter {
        /// In which volley.
        volley: Volley,
        /// Index of the target.
        target: u8,
    },
    /// The winner of the range roll may leave.
    Withdraw,
    /// He picks the ships that leave, in order.
    Leave {
        /// Where to.
        to: SystemId,
        /// Index of the ship picked last.
        after: u8,
    },
    /// Escorts roll their dice against fighters and planetary defences.
    Escorts {
        /// With which weapon.
        weapon: Weapon,
        /// Dice left.
        dice: u8,
        /// Hits so far.
        hits: u8,
    },
    /// The attacker allots hits of the escorts, one by one.
    Allot {
        /// By which weapon.
        weapon: Weapon,
        /// Hits left.
        hits: u8,
    },
    /// Escorts roll their dice in a bombardment.
    Bombard {
        /// Dice left.
        dice: u8,
        /// Hits so far.
        hits: u8,
    },
}

/// Combat on a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Where.
    pub planet: PlanetId,
    /// Who attacks its owner; where it is nobody's, who has just landed, or else the Imperial.
    pub attacker: Seat,
    /// Strength of the jump troops of each seat that have just landed.
    pub landed: [u8; 2],
    /// The round, from 1.
    pub round: u8,
    /// What is due.
    pub stage: GroundStage,
    /// Hits that each side has to take, by seat.
    pub hits: [u8; 2],
}

/// What is due in combat on a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroundStage {
    /// A side rolls its dice.
    Strike {
        /// Who.
        seat: Seat,
        /// Whether only jump troops strike, before all others.
        first: bool,
        /// Dice left that hit easily.
        easy: u8,
        /// Dice left that hit as usual.
        plain: u8,
    },
    /// A side takes its hits, one by one.
    Losses {
        /// Who.
        seat: Seat,
        /// Whether they are of the first strike.
        first: bool,
    },
    /// An outpost is taken: is it kept?
    Capture,
    /// Hits of a bombardment are taken by the defender, one by one.
    Bombarded,
}

/// A fleet that fights where it stands, after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Where: in a system or an empty hex.
    pub at: Spot,
    /// Where it falls back to.
    pub from: Option<SystemId>,
    /// The fleet.
    pub fleet: FleetId,
}
