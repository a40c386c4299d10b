//! A battle under way, roll by roll (11.3 to 11.8).

use super::boarding;
use super::figures::BattleFigures;
use super::force::{Fighter, Force, Place};
use super::result::{BattleResult, UnitResult, UnitStatus};
use super::rolls::{Awaiting, Fallen, Rolls};
use super::setup::{BattleSetup, Officer, UnitKind};
use super::volley;
use crate::core::{Chance, OutcomeIndex};
use crate::games::sfb_campaign::campaign::Movement;

/// The round after which sides begin to withdraw.
const FIRST_WITHDRAWAL: u8 = 2;

/// What a battle is resolved by.
#[derive(Clone, Copy, Debug)]
pub struct BattleRules<'a> {
    /// The figures of battles.
    pub figures: &'a BattleFigures,
    /// How far units move.
    pub movement: &'a Movement,
    /// Whether crippled ships may be boarded.
    pub capture: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Opening,
    Volley,
    Boarding,
    Withdrawal,
    Over,
}

/// A battle under way. Between its steps it is plain values; within one, it is written straight through and remembers the rolls that have fallen, so that every roll is a
/// node of its own for whoever plays the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    setup: BattleSetup,
    pub(super) forces: [Force; 2],
    round: u8,
    step: Step,
    fallen: Vec<OutcomeIndex>,
}

impl Fight {
    /// A battle before its first roll.
    ///
    /// # Errors
    /// Everything that is wrong with the setup.
    pub fn new(setup: BattleSetup) -> Result<Self, Vec<String>> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let forces = [0, 1].map(|side: usize| Force::new(&setup.sides[side]));
        Ok(Self { setup, forces, round: 0, step: Step::Opening, fallen: vec![] })
    }

    /// The roll that is due; `None`: the battle is over.
    pub fn chance(&mut self, rules: &BattleRules<'_>) -> Option<Chance> {
        while self.step != Step::Over {
            let mut next = self.clone();
            match next.advance(rules, &mut Fallen(&self.fallen)) {
                Ok(()) => {
                    next.fallen.clear();
                    *self = next;
                }
                Err(Awaiting(chance)) => return Some(*chance),
            }
        }
        None
    }

    /// The outcome of the roll that is due.
    pub fn apply(&mut self, outcome: OutcomeIndex) {
        self.fallen.push(outcome);
    }

    /// Fights to the end with rolls from a source that always has them.
    pub fn run(&mut self, rules: &BattleRules<'_>, rolls: &mut impl Rolls) {
        while self.step != Step::Over {
            if self.advance(rules, rolls).is_err() {
                return;
            }
        }
    }

    /// How it ended; `None`: it goes on.
    // rule: sfb.11.9.result
    pub fn result(&self) -> Option<BattleResult> {
        if self.step != Step::Over {
            return None;
        }
        let held = [0, 1].map(|side: usize| !self.forces[side].is_beaten());
        let holds_hex = match held {
            [true, false] => Some(self.setup.sides[0].seat),
            [false, true] => Some(self.setup.sides[1].seat),
            _ => None,
        };
        let units = (0..2).flat_map(|side| {
            self.forces[side].fighters.iter().map(move |fighter| self.unit_result(side, fighter))
        });
        Some(BattleResult {
            ticket: self.setup.ticket,
            rounds: self.round,
            holds_hex,
            units: units.collect(),
        })
    }

    fn unit_result(&self, side: usize, fighter: &Fighter) -> UnitResult {
        let status = match fighter.place {
            _ if fighter.is_destroyed() => UnitStatus::Destroyed,
            Place::Gone => self.setup.sides[side].retreat.map_or(UnitStatus::Stays, UnitStatus::Withdrawn),
            Place::Taken => UnitStatus::Captured(self.setup.sides[1 - side].seat),
            Place::Fighting => UnitStatus::Stays,
            Place::Coming(_) => UnitStatus::Absent,
        };
        let marines_lost = fighter.unit.marines - fighter.marines;
        UnitResult { id: fighter.unit.id, damage: fighter.damage, status, marines_lost }
    }

    /// One step, whole or not at all where a roll is due.
    fn advance(&mut self, rules: &BattleRules<'_>, rolls: &mut impl Rolls) -> Result<(), Awaiting> {
        self.step = match self.step {
            Step::Opening => {
                self.open(rolls)?;
                Step::Volley
            }
            Step::Volley => {
                self.round += 1;
                self.forces.iter_mut().for_each(|force| force.arrive(self.round));
                volley::fire(&mut self.forces, self.round, rules.figures, rolls)?;
                if rules.capture { Step::Boarding } else { self.after_round(rules) }
            }
            Step::Boarding => {
                boarding::board(&mut self.forces, rules.figures, rolls)?;
                self.after_round(rules)
            }
            Step::Withdrawal => {
                let both_decline = self.withdraw(rules, rolls)?;
                if both_decline || self.is_decided() { Step::Over } else { Step::Volley }
            }
            Step::Over => Step::Over,
        };
        Ok(())
    }

    fn is_decided(&self) -> bool {
        self.forces.iter().any(Force::is_beaten)
    }

    fn after_round(&self, rules: &BattleRules<'_>) -> Step {
        if self.is_decided() || self.round >= rules.figures.max_rounds {
            Step::Over
        } else if self.round >= FIRST_WITHDRAWAL {
            Step::Withdrawal
        } else {
            Step::Volley
        }
    }

    /// The tactic roll of each side, and what comes out of a cloak.
    // rule: sfb.11.4.tactics
    fn open(&mut self, rolls: &mut impl Rolls) -> Result<(), Awaiting> {
        if self.forces[0].fighting().all(|fighter| fighter.unit.cloak) {
            let shift = rolls.weighted(&[10, 23, 3])?;
            self.forces[1].ambush = [-1, 0, 1][shift];
        }
        for side in 0..2 {
            let shift = self.tactic_shift(side);
            let mut weights = [0; 11];
            for dice in 2..=12 {
                let ways = 6 - (i8::abs(dice - 7)) as u32;
                weights[usize::from((dice + shift).clamp(2, 12) as u8 - 2)] += ways;
            }
            self.forces[side].tactic = 5 + rolls.weighted(&weights)? as u8;
        }
        Ok(())
    }

    /// What is added to the tactic roll of a side.
    // rule: sfb.11.4.shifts
    fn tactic_shift(&self, side: usize) -> i8 {
        let (own, enemy) = (&self.forces[side], &self.forces[1 - side]);
        let (points, others) = (own.scout_points(), enemy.scout_points());
        let scouts = if points >= others + 4 { 2 } else { i8::from(points > others) };
        let faster = own.mean_warp().zip(enemy.mean_warp()).is_some_and(|(own, enemy)| own >= enemy + 50);
        scouts
            + i8::from(own.has(Officer::Captain))
            + if own.surprise { 2 } else { 0 }
            + i8::from(own.home)
            + i8::from(own.control() >= enemy.control() + 2)
            + i8::from(faster)
    }

    /// Whether a side wants to leave.
    // rule: sfb.11.6.withdraw
    pub(super) fn wants_to_leave(&self, side: usize) -> bool {
        let (own, enemy) = (&self.forces[side], &self.forces[1 - side]);
        let (left, other) = (own.strength(false), enemy.strength(false));
        let doctrine = &own.doctrine;
        !doctrine.no_retreat
            && own.can_retreat
            && !own.is_immobile()
            && (100 * left < u64::from(doctrine.withdraw_at) * own.whole
                || 100 * left < u64::from(doctrine.withdraw_if_odds_below) * other)
    }

    /// Sides that want to leave roll for each ship; whether both do, and the battle ends.
    // rule: sfb.11.8.escape
    pub(super) fn withdraw(
        &mut self,
        rules: &BattleRules<'_>,
        rolls: &mut impl Rolls,
    ) -> Result<bool, Awaiting> {
        let leaving = [self.wants_to_leave(0), self.wants_to_leave(1)];
        if leaving == [true, true] {
            return Ok(true);
        }
        for side in (0..2).filter(|side| leaving[*side]) {
            let fastest = self.forces[1 - side].fastest(rules.movement) as i8;
            let scouts = self.forces[1 - side].scout_points() > self.forces[side].scout_points();
            for fighter in self.forces[side].fighters.iter_mut().filter(|fighter| fighter.fights()) {
                if fighter.unit.kind == UnitKind::Fixed {
                    continue;
                }
                let shift = fighter.speed(rules.movement) as i8 - fastest
                    + if fighter.has(Officer::Navigator) { 2 } else { 0 }
                    + i8::from(fighter.unit.cloak)
                    - i8::from(fighter.is_crippled())
                    - i8::from(scouts);
                if rolls.die_makes(rules.figures.escape_target, shift)? {
                    fighter.place = Place::Gone;
                } else {
                    fighter.held = true;
                }
            }
        }
        Ok(false)
    }
}
