//! The fire of one round (11.5).

use super::figures::BattleFigures;
use super::force::Force;
use super::rolls::{Awaiting, Rolls};
use super::setup::{Officer, Targeting};

/// Parts of a box in which fire is counted: a millionth of a millionth.
const WHOLE_BOX: u64 = 1_000_000_000_000;

/// Both sides fire at once.
pub(super) fn fire(
    forces: &mut [Force; 2],
    round: u8,
    figures: &BattleFigures,
    rolls: &mut impl Rolls,
) -> Result<(), Awaiting> {
    let intensities = intensities(forces);
    let row = figures.coefficients[usize::from(intensities.clamp(2, 8)) - 2];
    let mut boxes = [0; 2];
    for (side, boxes) in boxes.iter_mut().enumerate() {
        let coefficient = coefficient(forces, side, round, &row, rolls)?;
        *boxes = damage(&mut forces[side], coefficient, round, figures);
    }
    for fighter in forces.iter_mut().flat_map(|force| &mut force.fighters) {
        fighter.held = false;
    }
    let before = [0, 1].map(|side: usize| standing(&forces[side]));
    for (side, boxes) in boxes.into_iter().enumerate() {
        let targeting = forces[side].doctrine.targeting;
        allot(&mut forces[1 - side], boxes, targeting, figures.packet, rolls)?;
    }
    for (side, before) in before.iter().enumerate() {
        for &index in before {
            if forces[side].fighters[index].is_destroyed() {
                explode(forces, side, index, rolls)?;
            }
        }
    }
    Ok(())
}

/// The places of units that fight.
fn standing(force: &Force) -> Vec<usize> {
    (0..force.fighters.len()).filter(|index| force.fighters[*index].fights()).collect()
}

/// The sum of both intensities; against a side that can't move the other picks both.
// rule: sfb.11.5.intensity
fn intensities(forces: &[Force; 2]) -> u8 {
    let [one, other] = [0, 1].map(|side: usize| forces[side].doctrine.intensity);
    match [forces[0].is_immobile(), forces[1].is_immobile()] {
        [true, false] => 2 * other,
        [false, true] => 2 * one,
        _ => one + other,
    }
}

/// Percent of strength that hits, by a die: 1 less for a side without scouts against one with some.
// rule: sfb.11.5.coefficient
fn coefficient(
    forces: &[Force; 2],
    side: usize,
    round: u8,
    row: &[u8; 6],
    rolls: &mut impl Rolls,
) -> Result<u8, Awaiting> {
    let blind = forces[side].scout_points() == 0 && forces[1 - side].scout_points() > 0;
    let ambush = if round == 1 { forces[side].ambush } else { 0 };
    let shift = ambush - i8::from(blind);
    // Outcomes in order of percentages, each once.
    let mut outcomes: Vec<(u8, u32)> = Vec::new();
    for die in 1..=6 {
        let percent = row[usize::from((die + shift).clamp(1, 6) as u8 - 1)];
        match outcomes.iter_mut().find(|(known, _)| *known == percent) {
            Some((_, weight)) => *weight += 1,
            None => outcomes.push((percent, 1)),
        }
    }
    let weights: Vec<u32> = outcomes.iter().map(|(_, weight)| *weight).collect();
    Ok(outcomes[rolls.weighted(&weights)?].0)
}

/// Boxes that a side's fire costs the enemy; what is left of a box is carried over.
// rule: sfb.11.5.damage
// rule: sfb.11.3.weapon_status
fn damage(force: &mut Force, coefficient: u8, round: u8, figures: &BattleFigures) -> u16 {
    let ready = match round {
        1 | 2 => figures.weapon_status[usize::from(force.weapon_status)][usize::from(round) - 1],
        _ => 100,
    };
    let weapons = if force.has(Officer::WeaponsOfficer) { 105 } else { 100 };
    // Thousandths of a BPV, twice hundredths, tenths, twice hundredths: millionths of a millionth of a box.
    let factors = [coefficient.into(), figures.k.into(), force.tactic.into(), ready.into(), weapons];
    let fire = factors.into_iter().fold(force.strength(true), |fire, factor: u64| fire * factor);
    force.carried += fire;
    let boxes = force.carried / WHOLE_BOX;
    force.carried %= WHOLE_BOX;
    boxes.min(u64::from(u16::MAX)) as u16
}

/// Damage hits in packets, each one unit; what is more than its unit can take moves on to the next draw.
// rule: sfb.11.5.packets
fn allot(
    force: &mut Force,
    boxes: u16,
    targeting: Targeting,
    packet: u16,
    rolls: &mut impl Rolls,
) -> Result<(), Awaiting> {
    // Boxes of damage that one box of a unit costs, as a fraction.
    let price: [u16; 2] = match targeting {
        Targeting::Spread => [1, 1],
        Targeting::Finish => [10, 9],
        _ => [2, 1],
    };
    let mut left = boxes * price[1] / price[0];
    while left > 0 && !force.is_beaten() {
        let index = target(force, targeting, rolls)?;
        let size = if price == [2, 1] { left } else { left.min(packet) };
        left -= force.fighters[index].hit(size);
    }
    Ok(())
}

/// Whom a packet hits.
// rule: sfb.11.5.targets
fn target(force: &Force, targeting: Targeting, rolls: &mut impl Rolls) -> Result<usize, Awaiting> {
    let by_choice = |rank: &dyn Fn(usize) -> i64| {
        standing(force).into_iter().max_by_key(|index| (rank(*index), std::cmp::Reverse(*index))).unwrap_or(0)
    };
    let fighter = |index: usize| &force.fighters[index];
    let weakest = |index: usize| -(fighter(index).strength(true) as i64);
    let index = match targeting {
        Targeting::FocusWeakest => by_choice(&weakest),
        Targeting::FocusFlagship => by_choice(&|index| fighter(index).unit.control.into()),
        Targeting::FocusScout => {
            by_choice(&|index| 1_000_000_000 * i64::from(fighter(index).unit.scout) + weakest(index))
        }
        Targeting::Spread | Targeting::Finish => {
            let weights = force.weights(|fighter| {
                let unit = &fighter.unit;
                // In thousandths of BPV: strength less half of the share that is gone.
                let lost = 500 * u32::from(unit.combat) * u32::from(fighter.damage) / u32::from(unit.boxes);
                let weight = 1000 * u32::from(unit.combat) - lost;
                if targeting == Targeting::Finish && fighter.is_crippled() { 2 * weight } else { weight }
            });
            rolls.weighted(&weights)?
        }
    };
    if force.fighters[index].unit.carrier
        && let Some(escort) = standing(force).into_iter().find(|index| force.fighters[*index].unit.escort)
        && rolls.die_makes(4, 0)?
    {
        return Ok(escort);
    }
    Ok(index)
}

/// On a 6 the end of a unit costs one unit of each side as many boxes as its explosion has.
// rule: sfb.11.5.explosion
fn explode(
    forces: &mut [Force; 2],
    side: usize,
    index: usize,
    rolls: &mut impl Rolls,
) -> Result<(), Awaiting> {
    let explosion = u16::from(forces[side].fighters[index].unit.explosion);
    if explosion == 0 || !rolls.die_makes(6, 0)? {
        return Ok(());
    }
    for force in forces.iter_mut().filter(|force| !force.is_beaten()) {
        let weights = force.weights(|_| 1);
        let struck = rolls.weighted(&weights)?;
        force.fighters[struck].hit(explosion);
    }
    Ok(())
}
