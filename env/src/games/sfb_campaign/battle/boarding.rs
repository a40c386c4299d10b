//! Boarding (11.7).

use super::figures::BattleFigures;
use super::force::{Force, Place};
use super::rolls::{Awaiting, Rolls};
use super::setup::{Officer, UnitKind};

/// Boarding parties that go against one ship, at most.
const MOST: u8 = 10;
/// Exchanges in a round.
const EXCHANGES: usize = 2;

/// A side with twice the strength of the other, whose doctrine has it, boards ships that have lost three fifths of their boxes, one after the other.
// rule: sfb.11.7.boarding
pub(super) fn board(
    forces: &mut [Force; 2],
    figures: &BattleFigures,
    rolls: &mut impl Rolls,
) -> Result<(), Awaiting> {
    for side in 0..2 {
        let (own, enemy) = (forces[side].strength(false), forces[1 - side].strength(false));
        if !forces[side].doctrine.board || own < 2 * enemy {
            continue;
        }
        for prey in 0..forces[1 - side].fighters.len() {
            let ship = &forces[1 - side].fighters[prey];
            let open = 5 * ship.damage >= 3 * ship.unit.boxes && ship.unit.kind == UnitKind::Ship;
            if open && ship.fights() {
                attack(forces, side, prey, figures, rolls)?;
            }
        }
    }
    Ok(())
}

/// Two exchanges aboard one ship; before the last its crew may blow it up.
// rule: sfb.11.7.exchange
// rule: sfb.11.7.self_destruct
fn attack(
    forces: &mut [Force; 2],
    side: usize,
    prey: usize,
    figures: &BattleFigures,
    rolls: &mut impl Rolls,
) -> Result<(), Awaiting> {
    let mut attackers = commit(&mut forces[side], MOST);
    let needed = (forces[1 - side].fighters[prey].unit.crew / 10).max(1);
    for exchange in 0..EXCHANGES {
        if attackers.sum() == 0 {
            break;
        }
        let ship = &forces[1 - side].fighters[prey];
        if exchange + 1 == EXCHANGES && !ship.disarmed && ship.marines > 0 {
            match rolls.weighted(&[1, 2, 3])? {
                0 => forces[1 - side].fighters[prey].disarmed = true,
                1 => {}
                _ => {
                    let ship = &mut forces[1 - side].fighters[prey];
                    ship.damage = ship.unit.boxes;
                    break;
                }
            }
        }
        let ours = casualties(attackers.sum(), forces[side].has(Officer::MarineMajor), figures, rolls)?;
        let defenders = forces[1 - side].fighters[prey].marines;
        let theirs = casualties(defenders, forces[1 - side].has(Officer::MarineMajor), figures, rolls)?;
        forces[1 - side].fighters[prey].marines = defenders.saturating_sub(ours);
        attackers.lose(theirs);
        if forces[1 - side].fighters[prey].marines == 0 {
            break;
        }
    }
    let ship = &mut forces[1 - side].fighters[prey];
    if !ship.is_destroyed() && ship.marines == 0 && attackers.sum() >= needed {
        ship.place = Place::Taken;
        attackers.leave(needed);
    }
    attackers.return_to(&mut forces[side]);
    Ok(())
}

/// Casualties that so many boarding parties cause, by the table; a Marine Major makes them a quarter more.
fn casualties(
    parties: u8,
    major: bool,
    figures: &BattleFigures,
    rolls: &mut impl Rolls,
) -> Result<u8, Awaiting> {
    let strength = if major { parties.saturating_mul(5) / 4 } else { parties };
    let (tens, rest) = (strength / 10, strength % 10);
    let mut lost = 0;
    for column in std::iter::repeat_n(10, tens.into()).chain((rest > 0).then_some(rest)) {
        // Dice that cost the same are one outcome.
        let mut outcomes: Vec<(u8, u32)> = Vec::new();
        for row in &figures.boarding {
            let cost = row[usize::from(column) - 1];
            match outcomes.iter_mut().find(|(known, _)| *known == cost) {
                Some((_, weight)) => *weight += 1,
                None => outcomes.push((cost, 1)),
            }
        }
        let weights: Vec<u32> = outcomes.iter().map(|(_, weight)| *weight).collect();
        lost += outcomes[rolls.weighted(&weights)?].0;
    }
    Ok(lost)
}

/// Boarding parties on their way, by the ship that they came from.
struct Parties(Vec<(usize, u8)>);

/// Takes parties off a side's ships, in order.
fn commit(force: &mut Force, most: u8) -> Parties {
    let mut left = most;
    let mut parties = Vec::new();
    for (index, fighter) in force.fighters.iter_mut().enumerate().filter(|(_, fighter)| fighter.fights()) {
        let taken = fighter.marines.min(left);
        if taken > 0 {
            fighter.marines -= taken;
            left -= taken;
            parties.push((index, taken));
        }
    }
    Parties(parties)
}

impl Parties {
    fn sum(&self) -> u8 {
        self.0.iter().map(|(_, parties)| parties).sum()
    }

    fn lose(&mut self, lost: u8) {
        let mut left = lost;
        for (_, parties) in &mut self.0 {
            let gone = left.min(*parties);
            *parties -= gone;
            left -= gone;
        }
    }

    /// So many stay aboard the prize.
    fn leave(&mut self, staying: u8) {
        self.lose(staying);
    }

    fn return_to(self, force: &mut Force) {
        for (index, parties) in self.0 {
            force.fighters[index].marines += parties;
        }
    }
}
