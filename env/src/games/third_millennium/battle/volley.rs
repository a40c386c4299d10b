//! A volley: each ship that fires names one target, then the dice of each target are rolled, then countermeasures.

use super::super::ThirdMillennium;
use super::super::action::Action;
use super::super::class::Class;
use super::super::legal::Offer;
use super::super::odds::{MAX_DICE, capped};
use super::super::position::enemy_of;
use super::super::state::{Battle, Group, PackedGroup, Ship, Stage, State, Volley, Weapon};
use crate::core::Chance;

impl ThirdMillennium {
    /// The first ship that fires in a volley takes aim.
    pub(super) fn begin_volley(&self, state: &mut State, volley: Volley) {
        self.next_aim(state, volley, 0);
    }

    fn next_aim(&self, state: &mut State, volley: Volley, from: u8) {
        let Some(battle) = &mut state.battle else { return };
        let fires = |ship: &u8| self.dice(battle, volley, &battle.ships[usize::from(*ship)]) > 0;
        match (from..battle.ships.len() as u8).find(fires) {
            Some(ship) => battle.stage = Stage::Aim { volley, ship },
            None => self.next_hits(state, volley),
        }
    }

    /// Dice of a ship in a volley; 0: it does not fire.
    // rule: i3m.u8.dice
    fn dice(&self, battle: &Battle, volley: Volley, ship: &Ship) -> u8 {
        let (seat, class) = (ship.unit.seat(), ship.unit.class());
        let figures = self.units.of(seat, class);
        if self.hits_on(battle, volley) == 0 || !self.has_targets(battle, volley, ship) {
            return 0;
        }
        let defends = seat != battle.attacker;
        match volley {
            Volley::Space(Weapon::Beam) => factor(ship, figures.beam),
            Volley::Space(Weapon::Torpedo) => factor(ship, figures.torpedo),
            Volley::Fighters(Weapon::Beam) if defends && class == Class::Fighter => {
                factor(ship, self.rules.fighter_beam)
            }
            Volley::Fighters(Weapon::Torpedo) if defends && class == Class::Fighter => {
                factor(ship, figures.torpedo)
            }
            Volley::Defences if defends && class == Class::PlanetaryDefence => figures.beam,
            _ => 0,
        }
    }

    fn has_targets(&self, battle: &Battle, volley: Volley, ship: &Ship) -> bool {
        let enemy = enemy_of(ship.unit.seat());
        battle.ships.iter().any(|target| target.unit.seat() == enemy && self.is_target(volley, target))
    }

    /// What a die of a volley hits on; 0: it can't.
    // rule: i3m.u8.beams
    // rule: i3m.u8.torpedoes
    pub(in super::super) fn hits_on(&self, battle: &Battle, volley: Volley) -> u8 {
        let (space, invasion) = (&self.combat.space, &self.combat.invasion);
        let band = usize::from(battle.band);
        match volley {
            Volley::Space(Weapon::Beam) => space.beam.get(band).copied().unwrap_or(0),
            Volley::Space(Weapon::Torpedo) => space.torpedo.get(band).copied().unwrap_or(0),
            Volley::Fighters(Weapon::Beam) => invasion.fighter_beam,
            Volley::Fighters(Weapon::Torpedo) => invasion.fighter_torpedo,
            Volley::Defences => invasion.planetary_defence,
        }
    }

    fn defence(&self, ship: &Ship) -> u8 {
        self.units.of(ship.unit.seat(), ship.unit.class()).defence
    }

    /// The targets of a ship, of those that nothing tells apart the first.
    // rule: i3m.u8.one_target
    pub(super) fn offer_targets(
        &self,
        battle: &Battle,
        volley: Volley,
        ship: u8,
        offer: &mut impl Offer,
    ) -> bool {
        let shooter = &battle.ships[usize::from(ship)];
        let enemy = enemy_of(shooter.unit.seat());
        for (index, target) in battle.ships.iter().enumerate() {
            let alike = |other: &Ship| (other.unit, other.aimed) == (target.unit, target.aimed);
            if target.unit.seat() == enemy
                && self.is_target(volley, target)
                && !battle.ships[..index].iter().any(alike)
                && offer.put(Action::Aim { ship: index as u8 })
            {
                return true;
            }
        }
        false
    }

    fn is_target(&self, volley: Volley, ship: &Ship) -> bool {
        let invades = matches!(volley, Volley::Space(_)) || ship.unit.class().jumps();
        invades && ship.damage() < self.defence(ship)
    }

    /// All dice of the ship go at one target.
    pub(super) fn aim(&self, state: &mut State, volley: Volley, ship: u8, target: u8) {
        let Some(battle) = &mut state.battle else { return };
        let dice = self.dice(battle, volley, &battle.ships[usize::from(ship)]);
        battle.ships[usize::from(target)].aimed += u16::from(dice);
        self.next_aim(state, volley, ship + 1);
    }

    /// The next target with dice on it, or the end of the volley.
    fn next_hits(&self, state: &mut State, volley: Volley) {
        let Some(battle) = &mut state.battle else { return };
        match battle.ships.iter().position(|ship| ship.aimed > 0) {
            Some(target) => battle.stage = Stage::Hits { volley, target: target as u8 },
            None => self.end_volley(state, volley),
        }
    }

    fn end_volley(&self, state: &mut State, volley: Volley) {
        match volley {
            Volley::Space(Weapon::Beam) => self.begin_volley(state, Volley::Space(Weapon::Torpedo)),
            Volley::Space(Weapon::Torpedo) => self.end_round(state),
            invasion => self.after_volley(state, invasion),
        }
    }

    /// Hits beyond this change nothing.
    fn most_hits(&self, volley: Volley, ship: &Ship) -> u8 {
        let countermeasures =
            if volley == Volley::Space(Weapon::Torpedo) { self.countermeasures(ship) } else { 0 };
        self.defence(ship) - ship.damage() + countermeasures - ship.hits
    }

    pub(super) fn hits_chance(&self, battle: &Battle, volley: Volley, target: u8) -> Chance {
        let ship = &battle.ships[usize::from(target)];
        let dice = ship.aimed.min(u16::from(MAX_DICE)) as u8;
        capped(dice, 7 - self.hits_on(battle, volley), self.most_hits(volley, ship))
    }

    /// Some dice of a target are rolled. Torpedo hits wait for countermeasures.
    // rule: i3m.u9.countermeasures
    pub(super) fn hit(&self, state: &mut State, volley: Volley, target: u8, hits: u8) {
        let Some(battle) = &mut state.battle else { return };
        let ship = &mut battle.ships[usize::from(target)];
        let most = self.most_hits(volley, ship);
        ship.hits += hits;
        ship.aimed = if hits >= most { 0 } else { ship.aimed.saturating_sub(u16::from(MAX_DICE)) };
        if ship.aimed > 0 {
            return;
        }
        let counters =
            volley == Volley::Space(Weapon::Torpedo) && ship.hits > 0 && self.countermeasures(ship) > 0;
        if counters {
            battle.stage = Stage::Counter { volley, target };
        } else {
            self.strike(state, volley, target);
        }
    }

    /// Dice of countermeasures.
    fn countermeasures(&self, ship: &Ship) -> u8 {
        factor(ship, self.units.of(ship.unit.seat(), ship.unit.class()).countermeasures)
    }

    /// Hits beyond what destroys a ship: cancelling these alone changes nothing.
    fn surplus(&self, ship: &Ship) -> u8 {
        ship.hits.saturating_sub(self.defence(ship) - ship.damage())
    }

    /// Outcome `k`: all surplus hits are cancelled, and `k` more.
    pub(super) fn counter_chance(&self, battle: &Battle, target: u8) -> Chance {
        let ship = &battle.ships[usize::from(target)];
        let all = capped(self.countermeasures(ship), 7 - self.combat.space.countermeasures, ship.hits);
        let (idle, rest) = all.weights().split_at(usize::from(self.surplus(ship)) + 1);
        Chance::new(std::iter::once(idle.iter().sum()).chain(rest.iter().copied()))
    }

    pub(super) fn countered(&self, state: &mut State, volley: Volley, target: u8, cancelled: u8) {
        let Some(battle) = &mut state.battle else { return };
        let surplus = self.surplus(&battle.ships[usize::from(target)]);
        battle.ships[usize::from(target)].hits -= surplus + cancelled;
        self.strike(state, volley, target);
    }

    /// What is left of the hits is damage.
    fn strike(&self, state: &mut State, volley: Volley, target: u8) {
        let Some(battle) = &mut state.battle else { return };
        let defence = self.defence(&battle.ships[usize::from(target)]);
        let ship = &mut battle.ships[usize::from(target)];
        let group = ship.unit.group();
        let damage = (group.damage + ship.hits).min(defence);
        *ship = Ship::new(PackedGroup::new(&Group { damage, ..group }));
        self.next_hits(state, volley);
    }
}

/// A factor of a ship: half of it, rounded down, if it is disrupted.
// rule: i3m.u14.half
pub(super) const fn factor(ship: &Ship, printed: u8) -> u8 {
    if ship.unit.group().disrupted { printed / 2 } else { printed }
}
