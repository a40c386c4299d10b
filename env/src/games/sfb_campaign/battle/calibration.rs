//! What the resolver was calibrated by (11.11): sixteen battles with what a prototype of its rules found in 4,000 battles each.
//!
//! `cargo run --release -p spinward-env --example sfb_calibration` fights them anew and prints both.

use super::fight::{BattleRules, Fight};
use super::result::UnitStatus;
use super::setup::{BattleDoctrine, BattleSetup, BattleSide, BattleUnit, UnitKind};
use crate::core::planner_rng;

/// One battle of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Who fights, by the codes of the table.
    pub sides: [&'static str; 2],
    /// How hard.
    pub intensity: [u8; 2],
    /// What is special about it.
    pub special: Special,
    /// What the prototype found.
    pub published: Measured,
}

/// What is special about a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Nothing.
    None,
    /// The first side has a scout's advantage.
    Scouts,
    /// The first side has weapon status I.
    Unready,
    /// The second side never withdraws.
    NoRetreat,
}

/// Means over many battles, for both sides where there are two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// How often the first side holds the hex alone; a half where nobody does.
    pub win: f64,
    /// Rounds.
    pub rounds: f64,
    /// The part of all units' strength that is left, of those withdrawn too.
    pub left: [f64; 2],
    /// Units destroyed.
    pub lost: [f64; 2],
    /// Units crippled and not destroyed.
    pub crippled: [f64; 2],
}

const fn row(sides: [&'static str; 2], intensity: [u8; 2], special: Special, published: [f64; 8]) -> Row {
    let [win, rounds, left_one, left_other, lost_one, lost_other, crippled_one, crippled_other] = published;
    let published = Measured {
        win,
        rounds,
        left: [left_one, left_other],
        lost: [lost_one, lost_other],
        crippled: [crippled_one, crippled_other],
    };
    Row { sides, intensity, special, published }
}

/// The table.
// rule: sfb.11.11.calibration
pub const TABLE: [Row; 16] = [
    row(["CA", "D7"], [2, 2], Special::None, [0.49, 9.3, 0.35, 0.37, 0.22, 0.21, 0.50, 0.49]),
    row(["CA", "D7"], [4, 4], Special::None, [0.49, 7.1, 0.34, 0.35, 0.26, 0.25, 0.49, 0.47]),
    row(["CA", "2 FF"], [2, 2], Special::None, [0.33, 8.6, 0.27, 0.48, 0.36, 0.26, 0.45, 0.68]),
    row(["2 CA", "D7"], [2, 2], Special::None, [1.00, 4.6, 0.88, 0.25, 0.00, 0.57, 0.00, 0.08]),
    row(["3 CA", "2 D7"], [2, 2], Special::None, [0.99, 5.1, 0.82, 0.41, 0.01, 0.72, 0.06, 0.15]),
    row(["6 CA", "5 D7"], [2, 2], Special::None, [0.81, 8.5, 0.58, 0.28, 0.45, 2.25, 1.33, 1.19]),
    row(["6 CA", "5 D7"], [2, 2], Special::Scouts, [0.91, 7.9, 0.66, 0.25, 0.15, 2.60, 0.90, 0.90]),
    row(["6 CA", "5 D7"], [2, 2], Special::Unready, [0.74, 9.1, 0.52, 0.29, 0.65, 2.05, 1.70, 1.39]),
    row(["10 CA", "10 D7"], [2, 2], Special::None, [0.50, 9.5, 0.37, 0.37, 2.74, 2.73, 3.24, 3.37]),
    row(["10 CA", "10 D7"], [2, 2], Special::NoRetreat, [0.35, 10.8, 0.29, 0.35, 3.79, 2.44, 3.19, 4.25]),
    row(["DN, 2 CA", "3 D7"], [2, 2], Special::None, [0.74, 8.9, 0.52, 0.28, 0.30, 1.23, 0.86, 0.89]),
    row(["2 CA", "BS"], [3, 3], Special::None, [0.99, 6.6, 0.77, 0.00, 0.00, 0.98, 0.05, 0.02]),
    row(["3 CA", "BATS"], [3, 3], Special::None, [0.95, 7.4, 0.71, 0.01, 0.00, 0.95, 0.25, 0.05]),
    row(["6 CA", "SB"], [3, 3], Special::None, [0.29, 7.7, 0.46, 0.31, 0.03, 0.29, 3.61, 0.43]),
    row(["8 CA", "SB"], [3, 3], Special::None, [0.86, 8.0, 0.63, 0.04, 0.01, 0.85, 1.68, 0.13]),
    row(["8 CA", "SB, 3 CA"], [3, 2], Special::None, [0.25, 8.6, 0.25, 0.47, 3.58, 0.48, 2.58, 1.63]),
];

/// A unit by a code of the table: combat BPV and boxes as there, nothing else that counts.
///
/// # Panics
/// If the table has no such code.
pub(super) fn unit(id: u32, code: &str) -> BattleUnit {
    let (kind, combat, boxes, warp) = match code {
        "CA" => (UnitKind::Ship, 125, 105, 30),
        "D7" => (UnitKind::Ship, 121, 109, 30),
        "FF" => (UnitKind::Ship, 71, 56, 30),
        "DN" => (UnitKind::Ship, 180, 153, 30),
        "BS" => (UnitKind::Fixed, 120, 130, 0),
        "BATS" => (UnitKind::Fixed, 200, 220, 0),
        "SB" => (UnitKind::Fixed, 600, 650, 0),
        other => panic!("{other} is not in the table"),
    };
    BattleUnit {
        id,
        class: code.into(),
        kind,
        combat,
        boxes,
        damage: 0,
        warp,
        control: 8,
        crew: 40,
        marines: 10,
        explosion: 0,
        scout: 0,
        carrier: false,
        escort: false,
        cloak: false,
        mauler: false,
        unsupplied: false,
        officers: vec![],
    }
}

/// A side of such units, as "2 CA, SB", with numbers from here on; bases are at home.
pub(super) fn side(seat: u8, first: u32, units: &str) -> BattleSide {
    let codes = units.split(", ").flat_map(|part| {
        let (number, code) = part.split_once(' ').unwrap_or(("1", part));
        std::iter::repeat_n(code, number.parse().unwrap_or(1))
    });
    BattleSide {
        seat,
        units: (first..).zip(codes).map(|(id, code)| unit(id, code)).collect(),
        reserves: vec![],
        weapon_status: 3,
        surprise: false,
        home: ["BS", "BATS", "SB"].iter().any(|base| units.starts_with(base)),
        retreat: Some(if seat == 0 { [1, 0] } else { [-1, 0] }),
        doctrine: BattleDoctrine::default(),
    }
}

impl Row {
    /// The battle as a setup.
    pub fn setup(&self) -> BattleSetup {
        let mut sides = [side(0, 1, self.sides[0]), side(1, 101, self.sides[1])];
        for (side, intensity) in sides.iter_mut().zip(self.intensity) {
            side.doctrine.intensity = intensity;
        }
        match self.special {
            Special::None => {}
            Special::Scouts => sides[0].units[0].scout = 1,
            Special::Unready => sides[0].weapon_status = 1,
            Special::NoRetreat => sides[1].doctrine.no_retreat = true,
        }
        BattleSetup { ticket: 0, hex: [0, 0], distance: 25, sides }
    }

    /// Fights the battle so many times, with dice from this seed.
    pub fn measure(&self, rules: &BattleRules<'_>, battles: u32, seed: u64) -> Measured {
        let setup = self.setup();
        let mut sum = Measured::default();
        for battle in 0..u64::from(battles) {
            let Ok(mut fight) = Fight::new(setup.clone()) else { return sum };
            fight.run(rules, &mut planner_rng(seed, battle));
            sum.add(&setup, &fight);
        }
        sum.divided(f64::from(battles))
    }
}

impl Measured {
    fn add(&mut self, setup: &BattleSetup, fight: &Fight) {
        let Some(result) = fight.result() else { return };
        self.win += match result.holds_hex {
            None => 0.5,
            Some(seat) => f64::from(u8::from(seat == setup.sides[0].seat)),
        };
        self.rounds += f64::from(result.rounds);
        let mut whole = [0.0; 2];
        let mut left = [0.0; 2];
        for ((side, before), after) in setup.units().zip(&result.units) {
            let gone = f64::from(after.damage) / f64::from(before.boxes);
            whole[side] += f64::from(before.combat);
            left[side] += f64::from(before.combat) * (1.0 - gone);
            match after.status {
                UnitStatus::Destroyed => self.lost[side] += 1.0,
                _ if gone >= 0.5 => self.crippled[side] += 1.0,
                _ => {}
            }
        }
        for ((sum, left), whole) in self.left.iter_mut().zip(left).zip(whole) {
            *sum += left / whole;
        }
    }

    fn divided(self, by: f64) -> Self {
        let both = |sums: [f64; 2]| sums.map(|sum| sum / by);
        Self {
            win: self.win / by,
            rounds: self.rounds / by,
            left: both(self.left),
            lost: both(self.lost),
            crippled: both(self.crippled),
        }
    }
}
