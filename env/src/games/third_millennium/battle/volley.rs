//! A volley: each ship that fires names one target, then the dice of each target are rolled, then countermeasures.

use super::super::ThirdMillennium;
use super::super::action::Action;
use super::super::class::Class;
use super::super::legal::Offer;
use super::super::odds::{MAX_DICE, capped};
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
        if !self.has_targets(battle, volley, ship) {
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
        battle.ships.iter().any(|target| self.is_target(battle, volley, ship, target))
    }

    /// What a die of a ship at a target hits on; 0: it can't reach.
    // rule: i3m.u8.beams
    // rule: i3m.u8.torpedoes
    pub(in super::super) fn needed(&self, battle: &Battle, volley: Volley, ship: &Ship, target: &Ship) -> u8 {
        let invasion = &self.combat.invasion;
        match volley {
            Volley::Space(weapon) => {
                let range = self.range(battle, ship, target);
                self.combat.space.numbers(weapon).get(usize::from(range)).copied().unwrap_or(0)
            }
            Volley::Fighters(Weapon::Beam) => invasion.fighter_beam,
            Volley::Fighters(Weapon::Torpedo) => invasion.fighter_torpedo,
            Volley::Defences => invasion.planetary_defence,
        }
    }

    /// What the dice at a target hit on that are rolled next: those from near come first.
    pub(in super::super) fn next_needed(&self, volley: Volley, target: &Ship) -> u8 {
        let invasion = &self.combat.invasion;
        match volley {
            Volley::Space(weapon) => self.combat.space.near_and_far(weapon)[next_dice(target)],
            Volley::Fighters(Weapon::Beam) => invasion.fighter_beam,
            Volley::Fighters(Weapon::Torpedo) => invasion.fighter_torpedo,
            Volley::Defences => invasion.planetary_defence,
        }
    }

    /// How far a ship shoots: fighters at band 1 are as near as they like.
    // rule: i3m.u10.near
    fn range(&self, battle: &Battle, ship: &Ship, target: &Ship) -> u8 {
        if self.rules.lattice {
            return ship.square.distance(target.square);
        }
        if battle.band == 1 && ship.unit.class() == Class::Fighter { 0 } else { battle.band }
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
        for (index, target) in battle.ships.iter().enumerate() {
            let kind = |ship: &Ship| (ship.unit, ship.aimed, ship.square);
            let alike = |other: &Ship| kind(other) == kind(target);
            if self.is_target(battle, volley, shooter, target)
                && !battle.ships[..index].iter().any(alike)
                && offer.put(Action::Aim { ship: index as u8 })
            {
                return true;
            }
        }
        false
    }

    fn is_target(&self, battle: &Battle, volley: Volley, ship: &Ship, target: &Ship) -> bool {
        let invades = matches!(volley, Volley::Space(_)) || target.unit.class().jumps();
        target.unit.seat() != ship.unit.seat()
            && invades
            && target.damage() < self.defence(target)
            && self.needed(battle, volley, ship, target) > 0
    }

    /// All dice of the ship go at one target.
    pub(super) fn aim(&self, state: &mut State, volley: Volley, ship: u8, target: u8) {
        let Some(battle) = &mut state.battle else { return };
        let (from, at) = (&battle.ships[usize::from(ship)], &battle.ships[usize::from(target)]);
        let (dice, number) = (self.dice(battle, volley, from), self.needed(battle, volley, from, at));
        let near = match volley {
            Volley::Space(weapon) => number == self.combat.space.near_and_far(weapon)[0],
            _ => true,
        };
        battle.ships[usize::from(target)].aimed[usize::from(!near)] += u16::from(dice);
        self.next_aim(state, volley, ship + 1);
    }

    /// The next target with dice on it, or the end of the volley.
    fn next_hits(&self, state: &mut State, volley: Volley) {
        let Some(battle) = &mut state.battle else { return };
        match battle.ships.iter().position(|ship| ship.aimed != [0; 2]) {
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
        let dice = ship.aimed[next_dice(ship)].min(u16::from(MAX_DICE)) as u8;
        capped(dice, 7 - self.next_needed(volley, ship), self.most_hits(volley, ship))
    }

    /// Some dice of a target are rolled. Torpedo hits wait for countermeasures.
    // rule: i3m.u9.countermeasures
    pub(super) fn hit(&self, state: &mut State, volley: Volley, target: u8, hits: u8) {
        let Some(battle) = &mut state.battle else { return };
        let ship = &mut battle.ships[usize::from(target)];
        let most = self.most_hits(volley, ship);
        ship.hits += hits;
        let next = next_dice(ship);
        let dice = &mut ship.aimed[next];
        *dice = dice.saturating_sub(u16::from(MAX_DICE));
        if hits >= most {
            ship.aimed = [0; 2];
        }
        if ship.aimed != [0; 2] {
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
        *ship = Ship { unit: PackedGroup::new(&Group { damage, ..group }), aimed: [0; 2], hits: 0, ..*ship };
        self.next_hits(state, volley);
    }
}

/// Which of the dice at a target are rolled next.
fn next_dice(target: &Ship) -> usize {
    usize::from(target.aimed[0] == 0)
}

/// A factor of a ship: half of it, rounded down, if it is disrupted.
// rule: i3m.u14.half
pub(super) const fn factor(ship: &Ship, printed: u8) -> u8 {
    if ship.unit.group().disrupted { printed / 2 } else { printed }
}
