//! Battles: range, matching, fire, missions and targets.

use super::super::action::Action;
use super::super::class::Class;
use super::super::state::{
    Battle, BoxId, Cargo, Fire, Mission, Moment, Range, Role, Squad, Strike, SystemId, Theatre,
};
use super::super::units::Table;
use super::board::{marker_strength, stake};
use super::fire::{
    Ship, best_shot, ground_chance, hit_chance, hit_value, kill_share, price, shot_value, volley,
};
use super::mind::Mind;

/// A fleet leaves where its fire is worth less than this part of the enemy's.
const HELPLESS: f32 = 0.3;

impl Mind<'_> {
    /// The score of a decision in a battle.
    pub(super) fn tactics(&self, battle: &Battle, legal: &[Action], scores: &mut Vec<f32>) {
        scores.extend(legal.iter().map(|&action| match (battle.moment, action) {
            (Moment::ChooseRange, Action::SetRange(range)) => self.range(battle, range),
            (Moment::ChooseRetreat { .. }, Action::Retreat(system)) => self.retreat(system),
            (Moment::BreakOff { .. }, Action::BreakOff) => self.range(battle, Range::Disengage),
            (Moment::Defend { squad }, Action::Declare(fire)) => {
                self.fire(battle, squad, fire) - self.declared(battle, squad)
            }
            (Moment::Match { squad }, Action::Against { squad: foe }) => self.pair(battle, squad, foe),
            (Moment::Double { squad } | Moment::Attack { squad }, Action::Against { squad: foe }) => {
                self.double(battle, squad, foe)
            }
            (Moment::Match { .. } | Moment::Double { .. }, Action::StayOut) => 0.0,
            (Moment::Declare { squad } | Moment::DeclareSecond { squad }, Action::Declare(fire)) => {
                self.fire(battle, squad, fire)
            }
            (
                Moment::DeclareTarget { squad, fire } | Moment::SecondTarget { squad, fire },
                Action::Against { squad: foe },
            ) => self.aim(battle, squad, fire, foe),
            (Moment::ChooseMission { squad }, Action::Undertake(mission)) => {
                self.mission(battle, squad, mission)
            }
            (Moment::ChooseStrike { squad }, Action::Strike(strike)) => self.strike(battle, squad, strike),
            (_, Action::Count(count)) => f32::from(count),
            _ => 0.0,
        }));
    }

    fn power_in(&self, battle: &Battle) -> [f32; 2] {
        let here = usize::from(battle.system.0);
        [self.board.space[self.me.index()][here], self.board.space[self.foe.index()][here]]
    }

    /// Range is good where my volley beats theirs; leaving is good when there is little left to win.
    fn range(&self, battle: &Battle, range: Range) -> f32 {
        if range == Range::Disengage {
            let [mine, theirs] = self.power_in(battle);
            let at = |range| [self.me, self.foe].map(|seat| volley(self.game, battle, seat, range));
            let [long, short] = [at(Range::Long), at(Range::Short)];
            let helpless = long[0].max(short[0]) < HELPLESS * long[1].max(short[1]);
            return if helpless || mine < self.doctrine.leave_odds * theirs { 100.0 } else { -100.0 };
        }
        volley(self.game, battle, self.me, range) - volley(self.game, battle, self.foe, range)
    }

    fn retreat(&self, system: SystemId) -> f32 {
        let here = usize::from(system.0);
        let own = self.state.friendly_boxes(self.me) & self.game.map.at(system).boxes;
        f32::from(own != 0) + self.board.space[self.me.index()][here]
            - self.board.space[self.foe.index()][here]
    }

    fn squad(&self, battle: &Battle, index: u8) -> Option<Squad> {
        battle.squads.get(usize::from(index))
    }

    /// The best shot at this range, or the chance on the ground.
    fn shot(&self, battle: &Battle, shooter: &Squad, target: &Squad) -> f32 {
        match battle.theatre {
            Theatre::Surface(_) => {
                let worth = if target.marker { 6.0 } else { self.strength(target.class) };
                ground_chance(self.game, shooter, target) * worth
            }
            _ => best_shot(self.game, Ship::of(shooter), Ship::of(target), battle.range),
        }
    }

    /// A pair is good where my shot is worth more than theirs. The line must be held, so pairing beats staying
    /// out unless the ship would only be lost.
    fn pair(&self, battle: &Battle, squad: u8, foe: u8) -> f32 {
        let (Some(own), Some(enemy)) = (self.squad(battle, squad), self.squad(battle, foe)) else {
            return 0.0;
        };
        1.0 + 10.0 + self.shot(battle, &own, &enemy) - self.shot(battle, &enemy, &own)
    }

    fn double(&self, battle: &Battle, squad: u8, foe: u8) -> f32 {
        let (Some(own), Some(enemy)) = (self.squad(battle, squad), self.squad(battle, foe)) else {
            return 0.0;
        };
        0.01 + self.shot(battle, &own, &enemy)
    }

    /// Those who fire at a squad in an earlier or the same step, each with what it may do.
    fn danger(&self, battle: &Battle, squad: u8) -> f32 {
        let Some(own) = self.squad(battle, squad) else { return 0.0 };
        let mut survives = 1.0;
        for enemy in battle.squads.iter().filter(|enemy| enemy.seat == self.foe && enemy.count > 0) {
            let faces = matches!(enemy.role, Role::Paired { foe } | Role::Doubling { foe } if foe == squad);
            if faces {
                let (shooter, target) = (Ship::of(&enemy), Ship::of(&own));
                let chance = |fire| hit_chance(self.game, shooter, target, fire, battle.range);
                let hit = chance(Fire::Missile).max(chance(Fire::Beam));
                survives *= 1.0 - hit * kill_share(self.game, target);
            }
        }
        1.0 - survives
    }

    fn fire(&self, battle: &Battle, squad: u8, fire: Fire) -> f32 {
        let Some(own) = self.squad(battle, squad) else { return 0.0 };
        let targets = battle.squads.iter().enumerate().filter(|(index, enemy)| {
            let index = *index as u8;
            enemy.seat == self.foe
                && enemy.count > 0
                && (matches!(own.role, Role::Paired { foe } | Role::Doubling { foe } if foe == index)
                    || matches!(enemy.role, Role::Paired { foe } | Role::Doubling { foe } if foe == squad))
        });
        let values = targets.map(|(index, _)| self.aim(battle, squad, fire, index as u8));
        let best = values.fold(f32::NEG_INFINITY, f32::max);
        if fire == Fire::Hold || best == f32::NEG_INFINITY { 0.0 } else { best }
    }

    /// What the fire that a squad has declared is worth, RU.
    fn declared(&self, battle: &Battle, squad: u8) -> f32 {
        let own = self.squad(battle, squad);
        let target = own.and_then(|own| Some((own.fire, own.target?)));
        target.map_or(0.0, |(fire, foe)| self.aim(battle, squad, fire, foe))
    }

    /// What this fire of a squad at an enemy squad is worth, RU.
    fn aim(&self, battle: &Battle, squad: u8, fire: Fire, foe: u8) -> f32 {
        let (Some(own), Some(enemy)) = (self.squad(battle, squad), self.squad(battle, foe)) else {
            return 0.0;
        };
        if let Theatre::Surface(_) = battle.theatre {
            return self.shot(battle, &own, &enemy);
        }
        let value = shot_value(self.game, Ship::of(&own), Ship::of(&enemy), fire, battle.range);
        let ship = Ship::of(&own);
        match fire {
            Fire::Suicide => {
                value - self.doctrine.suicide * price(self.game, ship) * (1.0 - self.danger(battle, squad))
            }
            // Later rounds are worth something, too.
            Fire::HighIntensity => value * 0.8,
            Fire::TimeOnTarget => value * (1.0 - self.danger(battle, squad)),
            // A suicide attacker that is hit first does no harm.
            Fire::DefensiveBeam | Fire::DefensiveMissile => {
                let threat = hit_chance(self.game, Ship::of(&enemy), ship, Fire::Suicide, battle.range);
                let stopped = hit_chance(self.game, ship, Ship::of(&enemy), fire, battle.range);
                stopped * kill_share(self.game, Ship::of(&enemy)) * threat * hit_value(self.game, ship)
            }
            _ => value,
        }
    }

    /// Planetary fire that a ship meets on this mission, as RU lost.
    fn planetary_risk(&self, own: &Squad, at: BoxId, mission: Mission) -> f32 {
        let fire = &self.game.units.combat.planetary_fire;
        let pds = self.defences_in(at);
        let gun = if matches!(mission, Mission::Drop(_)) { 0 } else { self.gun_of(at) };
        let screen = self.game.units.factors(own.class, own.seat).screen as i8 - i8::from(own.disrupted);
        let hit = |factor: u8| match factor {
            0 => 0.0,
            _ => {
                f32::from(self.game.units.hitting_faces(
                    Table::Planetary,
                    factor as i8 - screen,
                    i8::from(own.disrupted),
                )) / 6.0
            }
        };
        let survive = (1.0 - hit(fire.pd)).powi(i32::from(pds)) * (1.0 - hit(gun));
        let cargo = match own.cargo {
            Cargo::One { class, .. } => f32::from(self.game.units.price(class, self.me)),
            _ => 0.0,
        };
        (1.0 - survive) * (hit_value(self.game, Ship::of(own)) + cargo)
    }

    fn mission(&self, battle: &Battle, squad: u8, mission: Mission) -> f32 {
        let Some(own) = self.squad(battle, squad) else { return 0.0 };
        match mission {
            Mission::StayOff => 0.0,
            Mission::Bombard(at) => {
                self.doctrine.bombard * self.bombardment(&own, at) - self.planetary_risk(&own, at, mission)
            }
            Mission::Drop(at) | Mission::Land(at) => {
                let force = self.landing_force(battle, at);
                let defence = self.defence_of(at);
                if force < self.assault_odds() * defence || own.class == Class::Fighter {
                    return -1.0;
                }
                let stake = stake(self.game, &self.state.marker(at)).max(0.5);
                let win = force / (force + defence + 0.1);
                let preference = if matches!(mission, Mission::Drop(_)) { 0.5 } else { 0.0 };
                self.doctrine.glory * stake * win / 2.0 + preference - self.planetary_risk(&own, at, mission)
            }
        }
    }

    /// Strength of the troops that are in a box of mine or may yet land in it from this battle.
    fn landing_force(&self, battle: &Battle, at: BoxId) -> f32 {
        let aboard = battle.squads.iter().filter(|squad| squad.seat == self.me && squad.count > 0);
        let strength = aboard.map(|squad| match squad.cargo {
            Cargo::One { class, .. } if class.is_troops() => f32::from(squad.count) * self.strength(class),
            _ => 0.0,
        });
        self.board.troops[self.me.index()][usize::from(at.0)] + strength.sum::<f32>()
    }

    /// What one ship's bombardment is worth, RU, at its best target.
    fn bombardment(&self, own: &Squad, at: BoxId) -> f32 {
        let mut best = self.strike_value(own, at, Strike::Marker);
        let there = self.state.groups_at(super::super::state::Place::Surface(at));
        for group in there.filter(|group| group.seat == self.foe) {
            best = best.max(self.strike_value(own, at, Strike::Unit(group.class)));
        }
        best
    }

    fn strike_value(&self, own: &Squad, at: BoxId, strike: Strike) -> f32 {
        let defence = &self.game.units.combat.bombardment_defence;
        let marker = self.state.marker(at);
        let (value, screen) = match strike {
            Strike::Marker if marker_strength(self.game, self.state, at) == 0.0 => return 0.0,
            Strike::Marker if marker.outpost == marker.holder => (5.0, defence.outpost),
            Strike::Marker if self.game.map.surface(at).home == marker.holder => (8.0, defence.homeworld),
            Strike::Marker => (8.0, defence.world),
            Strike::Unit(Class::PlanetaryDefence) => (9.0, defence.pd),
            Strike::Unit(Class::Fighter) => (1.5, defence.fighter),
            Strike::Unit(class) if class.is_troops() => (4.5, defence.troops),
            Strike::Unit(class) => (
                f32::from(self.game.units.price(class, self.foe)),
                self.game.units.factors(class, self.foe).screen,
            ),
        };
        let missile = self.game.units.factors(own.class, own.seat).missile;
        if missile == 0 {
            return 0.0;
        }
        let modifier = if own.disrupted { self.game.units.combat.modifiers.disrupted_attacker } else { 0 };
        let faces = self.game.units.hitting_faces(Table::Missile, missile as i8 - screen as i8, modifier);
        value * f32::from(faces) / 6.0
    }

    fn strike(&self, battle: &Battle, squad: u8, strike: Strike) -> f32 {
        let Some(own) = self.squad(battle, squad) else { return 0.0 };
        match own.role {
            Role::On(Mission::Bombard(at)) => self.strike_value(&own, at, strike),
            _ => 0.0,
        }
    }
}
