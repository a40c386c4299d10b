//! The classes of counters (rules section 2). What a class costs and how it fights is data: see `units`.

use std::fmt;

/// A class of counters. The order is the canonical order of every list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// SC.
    Scout,
    /// DD.
    Destroyer,
    /// CL.
    LightCruiser,
    /// CR, Imperial only.
    HeavyCruiser,
    /// CS.
    StrikeCruiser,
    /// CA.
    AttackCruiser,
    /// B1, Imperial only.
    Dreadnought,
    /// B (Terran) or B2 (Imperial).
    Battleship,
    /// BB.
    GreatBattleship,
    /// MB, Terran only.
    MissileBoat,
    /// M; never jumps.
    Monitor,
    /// F; jumps only aboard a mothership or transport.
    Fighter,
    /// MS.
    Mothership,
    /// TR.
    Transport,
    /// AO.
    Tanker,
    /// RT.
    RegularTroops,
    /// JT.
    JumpTroops,
    /// PD.
    PlanetaryDefence,
    /// OP, as cargo or in a box before it is placed.
    Outpost,
}

impl Class {
    /// Every class, in canonical order.
    pub const ALL: [Self; 19] = [
        Self::Scout,
        Self::Destroyer,
        Self::LightCruiser,
        Self::HeavyCruiser,
        Self::StrikeCruiser,
        Self::AttackCruiser,
        Self::Dreadnought,
        Self::Battleship,
        Self::GreatBattleship,
        Self::MissileBoat,
        Self::Monitor,
        Self::Fighter,
        Self::Mothership,
        Self::Transport,
        Self::Tanker,
        Self::RegularTroops,
        Self::JumpTroops,
        Self::PlanetaryDefence,
        Self::Outpost,
    ];

    /// The ships (see [`Class::is_ship`]), by bit [`Class::index`].
    pub(super) const SHIPS: u32 = (1 << (Self::Tanker as u32 + 1)) - 1;

    /// The ships that jump by themselves (see [`Class::is_jump_capable`]), by bit [`Class::index`].
    pub(super) const JUMP_CAPABLE: u32 =
        Self::SHIPS & !(1 << Self::Monitor as u32 | 1 << Self::Fighter as u32);

    /// The combat ships (see [`Class::is_combat_ship`]), by bit [`Class::index`].
    pub(super) const COMBAT_SHIPS: u32 = (1 << Self::Transport as u32) - 1;

    /// The ships that fight in line (see [`Class::is_line_ship`]), by bit [`Class::index`].
    pub(super) const LINE_SHIPS: u32 = (1 << Self::Mothership as u32) - 1;

    /// The troops, by bit [`Class::index`].
    pub(super) const TROOPS: u32 = 1 << Self::RegularTroops as u32 | 1 << Self::JumpTroops as u32;

    /// The support ships, by bit [`Class::index`].
    pub(super) const SUPPORT_SHIPS: u32 =
        1 << Self::Mothership as u32 | 1 << Self::Transport as u32 | 1 << Self::Tanker as u32;

    /// How many classes there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The index in [`Class::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The code on the counter, without the edition's Imperial "2" for battleships.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Scout => "SC",
            Self::Destroyer => "DD",
            Self::LightCruiser => "CL",
            Self::HeavyCruiser => "CR",
            Self::StrikeCruiser => "CS",
            Self::AttackCruiser => "CA",
            Self::Dreadnought => "B1",
            Self::Battleship => "B2",
            Self::GreatBattleship => "BB",
            Self::MissileBoat => "MB",
            Self::Monitor => "M",
            Self::Fighter => "F",
            Self::Mothership => "MS",
            Self::Transport => "TR",
            Self::Tanker => "AO",
            Self::RegularTroops => "RT",
            Self::JumpTroops => "JT",
            Self::PlanetaryDefence => "PD",
            Self::Outpost => "OP",
        }
    }

    /// The class in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scout => "scout",
            Self::Destroyer => "destroyer",
            Self::LightCruiser => "light cruiser",
            Self::HeavyCruiser => "heavy cruiser",
            Self::StrikeCruiser => "strike cruiser",
            Self::AttackCruiser => "attack cruiser",
            Self::Dreadnought => "dreadnought",
            Self::Battleship => "battleship",
            Self::GreatBattleship => "great battleship",
            Self::MissileBoat => "missile boat",
            Self::Monitor => "monitor",
            Self::Fighter => "fighter",
            Self::Mothership => "mothership",
            Self::Transport => "transport",
            Self::Tanker => "tanker",
            Self::RegularTroops => "regular troops",
            Self::JumpTroops => "jump troops",
            Self::PlanetaryDefence => "planetary defence",
            Self::Outpost => "outpost",
        }
    }

    /// The class with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
    }

    /// Whether the counter is a ship (fighters and monitors are), not troops, PD or a marker.
    pub const fn is_ship(self) -> bool {
        Self::SHIPS >> self as u32 & 1 == 1
    }

    /// Whether it is a combat ship: every ship but transports and tankers (rules 15.1).
    pub const fn is_combat_ship(self) -> bool {
        Self::COMBAT_SHIPS >> self as u32 & 1 == 1
    }

    /// Whether it fights in line: every ship but motherships, transports and tankers (rules 2.2).
    pub const fn is_line_ship(self) -> bool {
        Self::LINE_SHIPS >> self as u32 & 1 == 1
    }

    /// Whether it is a support ship: mothership, transport or tanker.
    pub const fn is_support_ship(self) -> bool {
        Self::SUPPORT_SHIPS >> self as u32 & 1 == 1
    }

    /// Whether it jumps by itself (fuel permitting): every ship but monitors and fighters.
    pub const fn is_jump_capable(self) -> bool {
        Self::JUMP_CAPABLE >> self as u32 & 1 == 1
    }

    /// Whether it is regular or jump troops.
    pub const fn is_troops(self) -> bool {
        Self::TROOPS >> self as u32 & 1 == 1
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
