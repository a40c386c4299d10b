//! What a battle is made of.

use super::super::class::Class;
use super::{BoxId, Cargo, Squads, SystemId};
use crate::core::Seat;

/// A battle: space combat in a hex, the interaction of a hex with its boxes, or surface combat in a box.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Battle {
    /// The system.
    pub system: SystemId,
    /// What is being fought.
    pub theatre: Theatre,
    /// The round, from 1.
    pub round: u8,
    /// Who has the initiative in this round; in round 1 the phasing player.
    pub initiative: Seat,
    /// Whether the initiative was won by a tie, so that the range stays.
    pub tied: bool,
    /// The range.
    pub range: Range,
    /// Where in the round.
    pub moment: Moment,
    /// Rounds in a row without any fire.
    pub quiet_rounds: u8,
    /// Which seats leave in this round: they hold their fire and jump when it is done.
    pub leaving: [bool; 2],
    /// The counters that take part. In canonical order at the start of a round; indices stay put within a round
    /// (splitting appends).
    pub squads: Squads,
}

/// What a battle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theatre {
    /// Ships against ships in the hex.
    Space,
    /// Ships that hold the hex against the boxes below: planetary fire, bombardment, drops and landings.
    Orbit {
        /// The side that holds the hex and acts.
        actor: Seat,
    },
    /// Units in this box.
    Surface(BoxId),
}

/// The distance between the lines in space combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// Only missiles reach.
    Long,
    /// Everything reaches.
    Short,
    /// One side is leaving; nobody fires.
    Disengage,
}

/// Where in a round a battle stands. Squad numbers are indices into [`Battle::squads`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The initiative is rolled.
    InitiativeRoll,
    /// The player with the initiative sets the range.
    ChooseRange,
    /// He, disengaging, says how many fighters of squad `squad` his motherships take aboard.
    LoadFighters {
        /// The fighters.
        squad: u8,
    },
    /// A side that leaves picks the system that its ships jump to.
    ChooseRetreat {
        /// The side.
        seat: Seat,
    },
    /// The player with the initiative matches squad `squad`, or holds it back.
    Match {
        /// His squad.
        squad: u8,
    },
    /// He says how many of squad `squad` meet squad `foe`.
    MatchCount {
        /// His squad.
        squad: u8,
        /// The enemy squad.
        foe: u8,
    },
    /// The owner of surplus squad `squad` (the initiative player's first) doubles up or stays out.
    Double {
        /// The surplus squad.
        squad: u8,
    },
    /// He says how many of squad `squad` join against squad `foe`.
    DoubleCount {
        /// The surplus squad.
        squad: u8,
        /// The enemy squad.
        foe: u8,
    },
    /// The owner of squad `squad` declares its fire (the initiative player's squads first).
    Declare {
        /// The squad.
        squad: u8,
    },
    /// He names the target of squad `squad` among the squads it faces.
    DeclareTarget {
        /// The squad.
        squad: u8,
        /// The kind of fire declared.
        fire: Fire,
    },
    /// He declares its second shot, where the options give it one.
    DeclareSecond {
        /// The squad.
        squad: u8,
    },
    /// He names the target of that shot.
    SecondTarget {
        /// The squad.
        squad: u8,
        /// The kind of fire declared.
        fire: Fire,
    },
    /// Fire of squad `squad` in step `step` is rolled.
    FireRoll {
        /// Step 1 to 5 of the fix kit's order; 1 on the ground.
        step: u8,
        /// The squad that fires.
        squad: u8,
    },
    /// Ships of squad `squad` that were hit once roll for disruption instead of destruction.
    DisruptionRoll {
        /// Step 1 to 5; 0 for planetary fire.
        step: u8,
        /// The squad that was hit.
        squad: u8,
    },
    /// The actor in orbit says what squad `squad` does.
    ChooseMission {
        /// The squad.
        squad: u8,
    },
    /// He says how many of squad `squad` do it.
    MissionCount {
        /// The squad.
        squad: u8,
        /// What they do.
        mission: Mission,
    },
    /// Planetary fire of shooter `shooter` (PD first, then the marker) at squad `squad` is rolled.
    PlanetaryRoll {
        /// The squad shot at.
        squad: u8,
        /// Which of the box's shooters fires, from 0.
        shooter: u8,
    },
    /// The actor picks what squad `squad` bombards.
    ChooseStrike {
        /// The squad.
        squad: u8,
    },
    /// The bombardment of squad `squad` is rolled.
    StrikeRoll {
        /// The squad.
        squad: u8,
        /// What it bombards.
        target: Strike,
    },
    /// A side says whether it breaks off (base rules).
    BreakOff {
        /// The side.
        seat: Seat,
    },
    /// Disrupted ships of squad `squad` that are to leave roll whether they can.
    JumpRoll {
        /// The squad.
        squad: u8,
        /// Where they go.
        to: SystemId,
    },
    /// The owner of squad `squad`, who declared first, may change its fire to defence against a suicide attack (base
    /// rules).
    Defend {
        /// The squad.
        squad: u8,
    },
    /// The owner of squad `squad` says which enemy unit its units attack on the ground (base rules).
    Attack {
        /// The squad; others of its kind without an attack are planned with it.
        squad: u8,
    },
    /// He says how many of them attack one unit of squad `foe`.
    AttackCount {
        /// The squad.
        squad: u8,
        /// The enemy squad.
        foe: u8,
    },
    /// Ships on the ground that squad `squad` hit roll for disruption instead of destruction.
    GroundedRoll {
        /// The squad.
        squad: u8,
        /// What it hit.
        class: Class,
        /// How many.
        hits: u8,
    },
    /// The attack in which squad `squad` takes part is rolled, with those like it.
    AttackRoll {
        /// 1, or 2 where losses come before these attacks.
        step: u8,
        /// The squad.
        squad: u8,
    },
}

impl Moment {
    /// The squad at hand and the enemy squad named, where the moment has them.
    pub const fn squads(&self) -> [Option<u8>; 2] {
        match *self {
            Self::InitiativeRoll | Self::ChooseRange | Self::ChooseRetreat { .. } | Self::BreakOff { .. } => {
                [None, None]
            }
            Self::MatchCount { squad, foe }
            | Self::DoubleCount { squad, foe }
            | Self::AttackCount { squad, foe } => [Some(squad), Some(foe)],
            Self::LoadFighters { squad }
            | Self::Match { squad }
            | Self::Double { squad }
            | Self::Declare { squad }
            | Self::DeclareTarget { squad, .. }
            | Self::DeclareSecond { squad }
            | Self::SecondTarget { squad, .. }
            | Self::FireRoll { squad, .. }
            | Self::DisruptionRoll { squad, .. }
            | Self::ChooseMission { squad }
            | Self::MissionCount { squad, .. }
            | Self::PlanetaryRoll { squad, .. }
            | Self::ChooseStrike { squad }
            | Self::StrikeRoll { squad, .. }
            | Self::JumpRoll { squad, .. }
            | Self::Defend { squad }
            | Self::Attack { squad }
            | Self::AttackRoll { squad, .. }
            | Self::GroundedRoll { squad, .. } => [Some(squad), None],
        }
    }
}

/// Counters of one side that nothing tells apart within a battle: same class, condition, cargo, opponent and
/// fire. Paired squads have equal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squad {
    /// Whose.
    pub seat: Seat,
    /// Their class; for a world or outpost marker in surface combat see [`Squad::marker`].
    pub class: Class,
    /// Whether this is the box's marker (surface combat only; `class` is then [`Class::Outpost`]).
    pub marker: bool,
    /// Whether they are disrupted.
    pub disrupted: bool,
    /// The strength of troops that were drawn, as [`Group::strength`](super::Group::strength).
    pub strength: u8,
    /// What each carries.
    pub cargo: Cargo,
    /// Whether their racks are empty after high-intensity fire.
    pub spent: bool,
    /// How many; 0 once destroyed or taken aboard: the slot stays until the end of the round as [`Squad::GONE`].
    pub count: u8,
    /// What they do in this round.
    pub role: Role,
    /// What they declared and have not fired yet; a suicide attack until they are removed.
    pub fire: Fire,
    /// The squad (index) their fire goes to, while it is still to come; in orbit, while planetary fire lasts, the
    /// number of the shooter that fires at them next.
    pub target: Option<u8>,
    /// Where a squad has two shots a round, the later one that is still to come; else [`Fire::Hold`].
    pub second: Fire,
    /// The squad (index) that it goes to.
    pub second_target: Option<u8>,
    /// Hits taken in the current step by each of them: 0, 1 or 2 (2 and more).
    pub hits: u8,
}

/// What a squad does in the current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Not yet decided.
    Unassigned,
    /// In line, each of them against one of squad `foe`.
    Paired {
        /// The enemy squad (index).
        foe: u8,
    },
    /// Doubling up, each of them against one of squad `foe` that is paired with (or, for uncovered support
    /// ships, attacked by) others too. Where attacks on the ground are made by free choice: all of them against the
    /// one unit of squad `foe`.
    Doubling {
        /// The enemy squad (index).
        foe: u8,
    },
    /// Out of the line: held back, surplus or covered.
    Out,
    /// In orbit: on this mission.
    On(Mission),
}

/// The kinds of fire of a squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fire {
    /// Not declared yet, or none.
    Hold,
    /// Beams, short range (step 3).
    Beam,
    /// Normal missile fire at long range, short-range missile fire at short (step 4).
    Missile,
    /// Time on Target (step 5), only with the initiative.
    TimeOnTarget,
    /// Suicide attack with beams (step 2), only with the initiative.
    Suicide,
    /// Defensive fire against a suicide attack, with beams (step 1).
    DefensiveBeam,
    /// Defensive fire against a suicide attack, with short-range missiles (step 1).
    DefensiveMissile,
    /// High-intensity missile fire, which empties the racks (base rules).
    HighIntensity,
}

/// What ships in orbit do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mission {
    /// Nothing.
    StayOff,
    /// Bombard a unit in this box.
    Bombard(BoxId),
    /// Drop jump troops into this box.
    Drop(BoxId),
    /// Land in this box.
    Land(BoxId),
}

/// What a bombardment aims at in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strike {
    /// The world or outpost marker.
    Marker,
    /// A unit of this class: troops, PD, a fighter or a ship on the ground.
    Unit(Class),
}
