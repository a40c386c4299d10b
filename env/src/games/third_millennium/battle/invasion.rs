//! The attack on a planet: fighters, escorts and planetary defences fire, then troops land or the escorts bombard.

use super::super::ThirdMillennium;
use super::super::action::Action;
use super::super::class::{Class, Role};
use super::super::legal::Offer;
use super::super::map::{PlanetId, Type};
use super::super::odds::{MAX_DICE, capped};
use super::super::position::enemy_of;
use super::super::state::{
    Battle, Group, PackedGroup, Place, Ship, Spot, Stage, State, Step, Volley, Weapon,
};
use super::volley::factor;
use crate::core::{Chance, Seat};

impl ThirdMillennium {
    /// The fleet has stopped where no enemy ships are: it may attack a planet, unless it has been thrown back.
    pub(in super::super) fn enter_orbit(&self, state: &mut State) {
        if self.targets_below(state).is_empty() {
            self.proceed(state);
        } else {
            state.step = Step::Orbit;
        }
    }

    pub(in super::super) fn offer_attacks(&self, state: &State, offer: &mut impl Offer) -> bool {
        self.targets_below(state).into_iter().any(|action| offer.put(action)) || offer.put(Action::Done)
    }

    /// Attacks that the active fleet can make where it is.
    // rule: i3m.u12.invasion
    // rule: i3m.u12.bombardment
    fn targets_below(&self, state: &State) -> Vec<Action> {
        let (seat, enemy, fleet) = (state.mover, enemy_of(state.mover), state.orders.fleet);
        let Some(Spot::System(system)) = state.fleets.get(seat, fleet).map(|fleet| fleet.at) else {
            return vec![];
        };
        if state.orders.repulsed || self.is_present(state, enemy, system) {
            return vec![];
        }
        let troops = self.in_fleet(state, seat, fleet).any(|group| group.aboard().next().is_some());
        let guns = self.in_fleet(state, seat, fleet).any(|group| self.is_escort(&group));
        let planets = &self.map.at(system).planets;
        let held = |planet: PlanetId| state.groups.any_at(enemy, Place::Planet(planet));
        let invade = planets
            .iter()
            .filter(|&&planet| troops && (held(planet) || state.planet(planet).owner == Some(enemy)));
        let bombard = planets.iter().filter(|&&planet| guns && held(planet));
        invade
            .map(|&planet| Action::Invade(planet))
            .chain(bombard.map(|&planet| Action::Bombard(planet)))
            .collect()
    }

    /// Whether a ship takes part in the fire of an invasion beside those that it covers.
    fn is_escort(&self, group: &Group) -> bool {
        matches!(group.class.role(), Role::Light | Role::Capital) || group.class == Class::AttackTransport
    }

    /// Escorts and loaded transports of the fleet against the fighters and defences of the planet. All of it is seen.
    pub(in super::super) fn attack_planet(&self, state: &mut State, planet: PlanetId, bombardment: bool) {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let Spot::System(system) = self.spot(state) else { return };
        state.fleets.reveal(seat, fleet);
        let loaded = |group: &Group| !bombardment && group.aboard().next().is_some();
        let joins = |group: &Group| self.is_escort(group) || loaded(group);
        let attackers = state.groups.at(seat, Place::Fleet(fleet)).filter(joins);
        let guards = |group: &Group| matches!(group.class, Class::Fighter | Class::PlanetaryDefence);
        let defenders = state.groups.at(enemy_of(seat), Place::Planet(planet)).filter(guards);
        let groups: Vec<Group> = attackers.chain(defenders).collect();
        let mut battle = Battle {
            at: system.into(),
            attacker: seat,
            fleet,
            from: None,
            planet: Some(planet),
            bombardment,
            round: 1,
            band: 0,
            winner: None,
            stage: Stage::Range,
            ships: arrayvec::ArrayVec::new(),
        };
        for group in groups {
            state.groups.remove(group);
            let one = PackedGroup::new(&Group { count: 1, ..group });
            battle.ships.extend((0..group.count).map(|_| Ship::new(one)));
        }
        let beams = self.beams_fire(&battle);
        state.battle = Some(battle);
        state.step = Step::Battle;
        self.begin_volley(state, Volley::Fighters(if beams { Weapon::Beam } else { Weapon::Torpedo }));
    }

    /// Whether beams fire as well: in an invasion of bare rock, under 13.31.
    // rule: mcnair.13.31.also
    fn beams_fire(&self, battle: &Battle) -> bool {
        let bare = battle.planet.is_some_and(|planet| self.map.planet(planet).kind == Type::X);
        self.rules.rock_beams && bare && !battle.bombardment
    }

    /// Losses of a volley are out before the next.
    // rule: i3m.u12.steps
    pub(super) fn after_volley(&self, state: &mut State, volley: Volley) {
        self.clear_wrecks(state);
        let Some(battle) = &state.battle else { return };
        let beams = self.beams_fire(battle);
        match volley {
            // rule: mcnair.13.31.step2
            Volley::Fighters(Weapon::Beam) => self.begin_volley(state, Volley::Fighters(Weapon::Torpedo)),
            // rule: mcnair.13.31.step3
            Volley::Fighters(Weapon::Torpedo) if beams => self.begin_escorts(state, Weapon::Beam),
            Volley::Fighters(Weapon::Torpedo) => self.begin_escorts(state, Weapon::Torpedo),
            _ => self.land_or_bombard(state),
        }
    }

    /// Hits that fighters and defences still take.
    fn toughness(&self, battle: &Battle) -> u8 {
        let enemy = enemy_of(battle.attacker);
        let left = |ship: &Ship| self.units.of(enemy, ship.unit.class()).defence - ship.damage();
        let all: u16 =
            battle.ships.iter().filter(|s| s.unit.seat() == enemy).map(|s| u16::from(left(s))).sum();
        all.min(u16::from(u8::MAX)) as u8
    }

    /// Dice of the escorts and attack transports with a weapon: a share of their factors.
    // rule: i3m.u12.escorts
    // rule: mcnair.13.31.third
    fn escort_dice(&self, battle: &Battle, weapon: Weapon) -> u8 {
        let own = battle.ships.iter().filter(|ship| ship.unit.seat() == battle.attacker);
        let factors = own.filter(|ship| self.is_escort(&ship.unit.group())).map(|ship| {
            let figures = self.units.of(battle.attacker, ship.unit.class());
            u16::from(factor(ship, if weapon == Weapon::Beam { figures.beam } else { figures.torpedo }))
        });
        let (factors, share): (u16, u16) = (factors.sum(), self.combat.invasion.escort_share.into());
        let dice = match weapon {
            Weapon::Beam => self.rules.third.of(factors, share),
            Weapon::Torpedo => super::super::rules::Third::AtLeastOne.of(factors, share),
        };
        dice.min(u16::from(u8::MAX)) as u8
    }

    fn begin_escorts(&self, state: &mut State, weapon: Weapon) {
        let Some(battle) = &mut state.battle else { return };
        let dice = self.escort_dice(battle, weapon);
        if dice > 0 && self.toughness(battle) > 0 {
            battle.stage = Stage::Escorts { weapon, dice, hits: 0 };
        } else {
            self.after_escorts(state, weapon);
        }
    }

    fn after_escorts(&self, state: &mut State, weapon: Weapon) {
        self.clear_wrecks(state);
        match weapon {
            Weapon::Beam => self.begin_escorts(state, Weapon::Torpedo),
            // rule: i3m.u12.defences
            Weapon::Torpedo => self.begin_volley(state, Volley::Defences),
        }
    }

    /// Some dice of the escorts.
    pub(super) fn escorts_chance(&self, battle: &Battle, weapon: Weapon, dice: u8, hits: u8) -> Chance {
        let figures = &self.combat.invasion;
        let on = if weapon == Weapon::Beam { figures.escort_beam } else { figures.escort_torpedo };
        capped(dice, 7 - on, self.toughness(battle) - hits)
    }

    /// Some dice of a bombardment.
    pub(super) fn bombs_chance(&self, state: &State, battle: &Battle, dice: u8, hits: u8) -> Chance {
        let most = self.bombed_toughness(state, battle).saturating_sub(hits);
        capped(dice, 7 - self.combat.invasion.escort_torpedo, most)
    }

    /// Hits that defences and troops of the planet still take.
    fn bombed_toughness(&self, state: &State, battle: &Battle) -> u8 {
        let enemy = enemy_of(battle.attacker);
        let left = |group: &Group| group.count * (self.units.of(enemy, group.class).defence - group.damage);
        let below =
            battle.planet.into_iter().flat_map(|planet| state.groups.at(enemy, Place::Planet(planet)));
        let defences = battle.ships.iter().map(|ship| ship.unit.group());
        let defences = defences.filter(|group| group.seat == enemy && group.class == Class::PlanetaryDefence);
        let all = below.filter(|group| group.class.is_troops()).chain(defences);
        all.fold(0, |sum: u8, group| sum.saturating_add(left(&group)))
    }

    pub(super) fn escorts_rolled(&self, state: &mut State, weapon: Weapon, dice: u8, hits: u8) {
        let Some(battle) = &mut state.battle else { return };
        let dice = dice.saturating_sub(MAX_DICE);
        if dice > 0 && hits < self.toughness(battle) {
            battle.stage = Stage::Escorts { weapon, dice, hits };
        } else if hits > 0 {
            battle.stage = Stage::Allot { weapon, hits };
        } else {
            self.after_escorts(state, weapon);
        }
    }

    /// Fighters and planetary defences that can take a hit; of those that nothing tells apart the first.
    // rule: mcnair.13.31.allot
    pub(super) fn offer_allotments(&self, battle: &Battle, offer: &mut impl Offer) -> bool {
        let enemy = enemy_of(battle.attacker);
        let stands = |ship: &Ship| {
            ship.unit.seat() == enemy && ship.damage() < self.units.of(enemy, ship.unit.class()).defence
        };
        let first =
            |index: usize, ship: &Ship| !battle.ships[..index].iter().any(|other| other.unit == ship.unit);
        let all = battle.ships.iter().enumerate().filter(|&(index, ship)| stands(ship) && first(index, ship));
        all.map(|(index, _)| index as u8).any(|ship| offer.put(Action::Aim { ship }))
    }

    pub(super) fn allot(&self, state: &mut State, weapon: Weapon, hits: u8, ship: u8) {
        let Some(battle) = &mut state.battle else { return };
        let target = &mut battle.ships[usize::from(ship)];
        let group = target.unit.group();
        target.unit = PackedGroup::new(&Group { damage: group.damage + 1, ..group });
        if hits > 1 && self.toughness(battle) > 0 {
            battle.stage = Stage::Allot { weapon, hits: hits - 1 };
        } else {
            self.after_escorts(state, weapon);
        }
    }

    /// Troops land, or the escorts bombard.
    // rule: i3m.u12.landing
    fn land_or_bombard(&self, state: &mut State) {
        let Some(battle) = &mut state.battle else { return };
        let (Some(planet), seat, fleet) = (battle.planet, battle.attacker, battle.fleet) else { return };
        if battle.bombardment {
            let dice = self.escort_dice(battle, Weapon::Torpedo);
            battle.stage = Stage::Bombard { dice, hits: 0 };
            let idle = state.battle.as_ref().is_none_or(|battle| self.bombed_toughness(state, battle) == 0);
            if dice == 0 || idle {
                self.disband(state);
                self.proceed(state);
            }
            return;
        }
        self.disband(state);
        let loaded = |group: &Group| group.aboard().next().is_some();
        let ships: Vec<Group> = state.groups.at(seat, Place::Fleet(fleet)).filter(loaded).collect();
        let mut jumped = 0;
        for ship in &ships {
            for troop in ship.aboard() {
                let count = ship.count;
                jumped += if troop.class() == Class::JumpTroops { troop.strength() * count } else { 0 };
                state.groups.add(Group { count, ..Group::troops(seat, Place::Planet(planet), troop) });
            }
            state.groups.change(*ship, |ship| Group { cargo: super::super::state::Cargo::EMPTY, ..ship });
        }
        if ships.is_empty() {
            self.proceed(state);
        } else {
            self.begin_ground(state, planet, seat, jumped);
        }
    }

    pub(super) fn bombarded(&self, state: &mut State, dice: u8, hits: u8) {
        let Some(battle) = &state.battle else { return };
        let dice = dice.saturating_sub(MAX_DICE);
        let goes_on = dice > 0 && hits < self.bombed_toughness(state, battle);
        let Some(battle) = &mut state.battle else { return };
        if goes_on {
            battle.stage = Stage::Bombard { dice, hits };
            return;
        }
        let (planet, seat) = (battle.planet, battle.attacker);
        self.disband(state);
        match planet.filter(|_| hits > 0) {
            Some(planet) => self.take_bombardment(state, planet, seat, hits),
            None => self.proceed(state),
        }
    }

    /// Whose planet is attacked, if anybody's.
    pub(super) fn owner(&self, state: &State, planet: PlanetId) -> Option<Seat> {
        state.planet(planet).owner
    }
}
