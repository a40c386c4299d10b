//! A battle before it is fought, as a file says it: who is there, how strong, with which doctrine.
//!
//! This is what goes out to people or programs that fight a battle elsewhere, and what the resolver here starts from. It has every figure that
//! it needs, so that nobody has to have the catalogue.

use serde::{Deserialize, Serialize};

/// A battle of two sides. The first is the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleSetup {
    /// Which battle of the game it is; its result names it.
    pub ticket: u32,
    /// Where: axial coordinates.
    pub hex: [i8; 2],
    /// Hexes between the sides.
    pub distance: u8,
    /// The attacker and the defender.
    pub sides: [BattleSide; 2],
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleSide {
    /// Its seat.
    pub seat: u8,
    /// Who fights from the start.
    pub units: Vec<BattleUnit>,
    /// Who may come later.
    #[serde(default)]
    pub reserves: Vec<Reserve>,
    /// Weapon status at the start, 0 to 3.
    pub weapon_status: u8,
    /// Whether the enemy did not expect it.
    #[serde(default)]
    pub surprise: bool,
    /// Whether it defends a world or base of its own.
    #[serde(default)]
    pub home: bool,
    /// Where it may withdraw to, axial coordinates, next to the battle; `None`: it must stay.
    pub retreat: Option<[i8; 2]>,
    /// How it fights.
    pub doctrine: BattleDoctrine,
}

/// Units that come later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reserve {
    /// The round at whose start they are there, from 1.
    pub round: u8,
    /// Who they are.
    pub units: Vec<BattleUnit>,
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// A ship.
    Ship,
    /// A base, satellite or ground base: it can't withdraw.
    Fixed,
}

/// A unit with every figure that counts in battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleUnit {
    /// Its number, another one for each unit of the battle.
    pub id: u32,
    /// The code of its class, for readers.
    pub class: String,
    /// Whether it can move.
    pub kind: UnitKind,
    /// Combat BPV undamaged.
    pub combat: u16,
    /// Damage that destroys it.
    pub boxes: u16,
    /// Damage so far.
    pub damage: u16,
    /// Maximum warp undamaged, 0 to 30.
    pub warp: u8,
    /// Units that it may lead, itself included.
    pub control: u8,
    /// Crew units.
    pub crew: u8,
    /// Boarding parties aboard.
    pub marines: u8,
    /// Boxes that its end may cost another; 0: none.
    #[serde(default)]
    pub explosion: u8,
    /// Scout points.
    #[serde(default)]
    pub scout: u8,
    /// Whether it carries craft, and is guarded by escorts.
    #[serde(default)]
    pub carrier: bool,
    /// Whether it guards carriers.
    #[serde(default)]
    pub escort: bool,
    /// Whether it can cloak.
    #[serde(default)]
    pub cloak: bool,
    /// Whether it is a mauler: at half strength without two other ships.
    #[serde(default)]
    pub mauler: bool,
    /// Whether its supply status is 0: three quarters of its strength.
    #[serde(default)]
    pub unsupplied: bool,
    /// Officers aboard that count in battle.
    #[serde(default)]
    pub officers: Vec<Officer>,
}

/// Officers that count in battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Officer {
    /// 1 more on the tactic roll of his side.
    Captain,
    /// A twentieth more damage.
    WeaponsOfficer,
    /// 2 more on the withdrawal of his ship.
    Navigator,
    /// A quarter more boarding strength.
    MarineMajor,
}

/// How a side fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleDoctrine {
    /// How hard, 1 to 4.
    pub intensity: u8,
    /// Whom it fires at.
    pub targeting: Targeting,
    /// It withdraws with less than so many percent of its strength.
    pub withdraw_at: u8,
    /// It withdraws with less than so many percent of the enemy's strength.
    pub withdraw_if_odds_below: u8,
    /// It never withdraws.
    #[serde(default)]
    pub no_retreat: bool,
    /// Whether it boards crippled enemies.
    #[serde(default)]
    pub board: bool,
}

/// Whom a side fires at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Targeting {
    /// Anyone, the strong more often.
    Spread,
    /// Anyone, crippled units twice as often, with a tenth less effect.
    Finish,
    /// One after the other, the weakest first, at two damage for a box.
    FocusWeakest,
    /// The same, whoever leads the most units first.
    FocusFlagship,
    /// The same, scouts first.
    FocusScout,
}

impl Default for BattleDoctrine {
    fn default() -> Self {
        Self {
            intensity: 2,
            targeting: Targeting::Spread,
            withdraw_at: 45,
            withdraw_if_odds_below: 60,
            no_retreat: false,
            board: false,
        }
    }
}

impl BattleSetup {
    /// Everything that is wrong with it, each in a sentence.
    // rule: sfb.11.1.setup
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut ids: Vec<u32> = self.units().map(|(_, unit)| unit.id).collect();
        ids.sort_unstable();
        faults.extend(
            ids.windows(2)
                .filter(|pair| pair[0] == pair[1])
                .map(|pair| format!("two units have the number {}", pair[0])),
        );
        if self.sides[0].seat == self.sides[1].seat {
            faults.push(format!("both sides are seat {}", self.sides[0].seat));
        }
        for side in &self.sides {
            let seat = side.seat;
            if side.units.is_empty() {
                faults.push(format!("seat {seat} has no units at the start"));
            }
            let numbers = [
                ("weapon_status", side.weapon_status, [0, 3]),
                ("intensity", side.doctrine.intensity, [1, 4]),
                ("withdraw_at", side.doctrine.withdraw_at, [0, 100]),
            ];
            let wrong =
                numbers.into_iter().filter(|(_, number, [least, most])| !(least..=most).contains(&number));
            faults.extend(wrong.map(|(name, number, [least, most])| {
                format!("{name} of seat {seat} is {number}, not {least} to {most}")
            }));
            if let Some(hex) = side.retreat.filter(|hex| !are_next(*hex, self.hex)) {
                faults
                    .push(format!("seat {seat} can't withdraw to {hex:?}: it is not next to {:?}", self.hex));
            }
            faults.extend(
                side.reserves
                    .iter()
                    .filter(|reserve| reserve.round == 0)
                    .map(|_| format!("reserves of seat {seat} come in round 0; the first is 1")),
            );
        }
        faults.extend(self.units().filter_map(|(_, unit)| unit.fault()));
        faults
    }

    /// Every unit of both sides with the place of its side, reserves last.
    pub fn units(&self) -> impl Iterator<Item = (usize, &BattleUnit)> {
        self.sides.iter().enumerate().flat_map(|(side, own)| {
            let reserves = own.reserves.iter().flat_map(|reserve| &reserve.units);
            own.units.iter().chain(reserves).map(move |unit| (side, unit))
        })
    }
}

impl BattleUnit {
    fn fault(&self) -> Option<String> {
        let id = self.id;
        if !(1..=1000).contains(&self.boxes) || !(1..=1000).contains(&self.combat) {
            return Some(format!("unit {id}: boxes and combat BPV are 1 to 1000"));
        }
        if self.damage >= self.boxes {
            return Some(format!("unit {id} has {} damage, and is destroyed by {}", self.damage, self.boxes));
        }
        (self.warp > 30).then(|| format!("unit {id} has warp {}, not 0 to 30", self.warp))
    }
}

/// Whether two hexes are next to each other.
pub(super) fn are_next(one: [i8; 2], other: [i8; 2]) -> bool {
    let [q, r] = [0, 1].map(|axis| i16::from(one[axis]) - i16::from(other[axis]));
    q.abs().max(r.abs()).max((q + r).abs()) == 1
}
