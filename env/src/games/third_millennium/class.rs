//! The classes of counters and what they are to the rules.

use std::fmt;

/// A class of counters. The order is the canonical order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// SC.
    Scout,
    /// TB, Terran only.
    TorpedoBoat,
    /// DD.
    Destroyer,
    /// CL.
    LightCruiser,
    /// CS.
    StrikeCruiser,
    /// CR, Imperial only.
    Cruiser,
    /// CA.
    HeavyCruiser,
    /// BC, where there are such.
    BattleCruiser,
    /// CV.
    Carrier,
    /// B1, Imperial only: the old battleship.
    OldBattleship,
    /// B2, the Terran B.
    Battleship,
    /// BB.
    Dreadnought,
    /// FS, Imperial only: the flagship of the Guard, where it is in play.
    Flagship,
    /// AR.
    RepairShip,
    /// AT.
    AttackTransport,
    /// TR.
    Transport,
    /// ML, where there are mines.
    Minelayer,
    /// MS, where there are mines.
    Minesweeper,
    /// M.
    Monitor,
    /// F.
    Fighter,
    /// PD.
    PlanetaryDefence,
    /// RT.
    RegularTroops,
    /// JT.
    JumpTroops,
}

/// What a class is to the rules of movement and scouting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A light warship.
    Light,
    /// A capital warship.
    Capital,
    /// A ship that neither pins nor counts.
    Auxiliary,
    /// What can't leave its system by itself.
    Bound,
    /// Troops.
    Troops,
}

impl Class {
    /// Every class, in order.
    pub const ALL: [Self; 23] = [
        Self::Scout,
        Self::TorpedoBoat,
        Self::Destroyer,
        Self::LightCruiser,
        Self::StrikeCruiser,
        Self::Cruiser,
        Self::HeavyCruiser,
        Self::BattleCruiser,
        Self::Carrier,
        Self::OldBattleship,
        Self::Battleship,
        Self::Dreadnought,
        Self::Flagship,
        Self::RepairShip,
        Self::AttackTransport,
        Self::Transport,
        Self::Minelayer,
        Self::Minesweeper,
        Self::Monitor,
        Self::Fighter,
        Self::PlanetaryDefence,
        Self::RegularTroops,
        Self::JumpTroops,
    ];
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The code on its counters.
    pub const fn code(self) -> &'static str {
        const CODES: [&str; Class::COUNT] = [
            "SC", "TB", "DD", "CL", "CS", "CR", "CA", "BC", "CV", "B1", "B2", "BB", "FS", "AR", "AT", "TR",
            "ML", "MS", "M", "F", "PD", "RT", "JT",
        ];
        CODES[self as usize]
    }

    /// The class with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
    }

    /// Its place in [`Class::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// As a mask.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// What it is to the rules.
    // rule: i3m.2.3.groups
    // rule: mcnair.11.31.battle_cruiser
    pub const fn role(self) -> Role {
        match self {
            Self::Scout
            | Self::TorpedoBoat
            | Self::Destroyer
            | Self::LightCruiser
            | Self::StrikeCruiser
            | Self::Cruiser => Role::Light,
            Self::HeavyCruiser
            | Self::BattleCruiser
            | Self::Carrier
            | Self::OldBattleship
            | Self::Battleship
            | Self::Dreadnought
            | Self::Flagship => Role::Capital,
            Self::RepairShip
            | Self::AttackTransport
            | Self::Transport
            | Self::Minelayer
            | Self::Minesweeper => Role::Auxiliary,
            Self::Monitor | Self::Fighter | Self::PlanetaryDefence => Role::Bound,
            Self::RegularTroops | Self::JumpTroops => Role::Troops,
        }
    }

    /// Whether it is a ship that jumps.
    // rule: i3m.u10.bound
    pub const fn jumps(self) -> bool {
        matches!(self.role(), Role::Light | Role::Capital | Role::Auxiliary)
    }

    /// Whether it is as fast as a light warship.
    // rule: i3m.u21.speed
    pub const fn is_fast(self) -> bool {
        matches!(self.role(), Role::Light) || matches!(self, Self::BattleCruiser)
    }

    /// Whether it is troops.
    pub const fn is_troops(self) -> bool {
        matches!(self.role(), Role::Troops)
    }

    /// How many counters of troops it carries.
    // rule: i3m.u12.landing
    pub const fn berths(self) -> usize {
        match self {
            Self::AttackTransport => 2,
            Self::Transport => 1,
            _ => 0,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
