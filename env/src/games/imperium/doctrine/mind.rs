//! One player looking at one position: what he has, what he fears, what he can reach.

use super::super::Imperium;
use super::super::class::Class;
use super::super::position::enemy_of;
use super::super::sets::bits;
use super::super::setup::Scenario;
use super::super::state::{BoxId, Group, IMPERIAL, MAX_SYSTEMS, Phase, Place, State, SystemId, Used};
use super::super::units::Table;
use super::board::{Board, ground_strength, marker_strength, power, stake};
use super::lanes::Lanes;
use super::parameters::Parameters;
use crate::core::Seat;

/// A player and his view.
pub(super) struct Mind<'a> {
    pub(super) game: &'a Imperium,
    pub(super) state: &'a State,
    pub(super) me: Seat,
    pub(super) foe: Seat,
    pub(super) board: Board,
    pub(super) doctrine: Parameters,
    pub(super) lanes: Lanes,
    /// Enemy power that can jump, in each hex.
    pub(super) raiders: [f32; MAX_SYSTEMS],
    /// Where the enemy can come to in one movement phase, by bit.
    pub(super) near: u64,
    /// Where he may come to in the next, two lanes further, by bit.
    pub(super) far: u64,
}

impl<'a> Mind<'a> {
    pub(super) fn new(game: &'a Imperium, state: &'a State, me: Seat, doctrine: Parameters) -> Self {
        let board = Board::new(game, state);
        let lanes = Lanes::new(game, state, &board);
        let foe = enemy_of(me);
        let mut raiders = [0.0; MAX_SYSTEMS];
        for group in state.groups_of(foe).filter(|group| group.class.is_jump_capable()) {
            if let Some(at) = game.system_of(group.place) {
                raiders[usize::from(at.0)] += f32::from(group.count) * power(game, group.class, foe);
            }
        }
        let systems = 0..game.map.systems.len();
        let from = systems.filter(|&k| raiders[k] > 0.0);
        let near = from.fold(0, |mask, k| mask | lanes.reach(foe, SystemId(k as u8)));
        let around = |mask: u64| mask | game.map.next_to(mask);
        let far = around(around(near));
        Self { game, state, me, foe, board, doctrine, lanes, raiders, near, far }
    }

    /// The homeworld of a side, or where its reinforcements enter.
    pub(super) fn home(&self, seat: Seat) -> SystemId {
        let world = self.game.map.homeworld(seat).map(|at| self.game.map.surface(at).system);
        let entry = match &self.game.scenario {
            Scenario::War(war) => self.game.map.first(war.entries),
            Scenario::Duel(duel) => Some(duel.way_out[seat.index()]),
        };
        world.or(entry).unwrap_or(SystemId(0))
    }

    pub(super) fn systems(&self) -> impl Iterator<Item = SystemId> + use<> {
        (0..self.game.map.systems.len() as u8).map(SystemId)
    }

    /// The systems, by bit, with an own marker that is not neutralised.
    pub(super) fn own_systems(&self) -> u64 {
        self.game.map.systems_of(self.state.friendly_boxes(self.me))
    }

    /// Where ships of this group can be at the end of this phase, by bit.
    pub(super) fn reach(&self, group: &Group) -> u64 {
        let Some(from) = self.game.system_of(group.place) else { return 0 };
        // A support ship flies again after it has handled cargo.
        let free = group.used.is_nothing() || group.used == Used::READY && group.class.is_support_ship();
        if !free || !group.class.is_jump_capable() {
            from.bit()
        } else if self.state.phase == Phase::ReactionMovement {
            from.bit() | self.game.map.neighbours(from) & self.state.ships(self.foe)
        } else if group.class == Class::Tanker {
            Lanes::of_tanker(self.game, &self.board, self.me, from)
        } else {
            self.lanes.reach(self.me, from)
        }
    }

    /// Troops of a side in a box, in counters.
    pub(super) fn troops_in(&self, at: BoxId) -> f32 {
        let there = self.state.groups_at(Place::Surface(at));
        let troops = there.filter(|group| group.seat == self.me && group.class.is_troops());
        troops.map(|group| f32::from(group.count)).sum()
    }

    /// Troops in the boxes of a system beyond the garrisons.
    pub(super) fn spare_troops(&self, system: SystemId) -> f32 {
        self.game.map.boxes_of(system).map(|at| self.spare_in(at)).sum()
    }

    pub(super) fn spare_in(&self, at: BoxId) -> f32 {
        let keep = match self.state.marker(at).holder {
            Some(holder) if holder == self.foe => return 0.0,
            Some(_) => self.doctrine.garrison,
            None => 0.0,
        };
        (self.troops_in(at) - keep).max(0.0)
    }

    pub(super) fn empty_transports(&self, system: SystemId) -> f32 {
        let there = self.state.groups_of(self.me).filter(|group| {
            group.class == Class::Transport
                && group.cargo.class().is_none()
                && self.game.system_of(group.place) == Some(system)
        });
        there.map(|group| f32::from(group.count)).sum()
    }

    /// The strength that defends a box against me.
    pub(super) fn defence_of(&self, at: BoxId) -> f32 {
        self.board.ground[self.foe.index()][usize::from(at.0)]
            + 0.7 * marker_strength(self.game, self.state, at)
    }

    /// Strength of troops that can be put into an enemy box at the end of this phase: what is aboard or in a box with
    /// an empty transport overhead; under fire, less what planetary fire takes.
    pub(super) fn deliverable(&self, at: BoxId, under_fire: bool) -> f32 {
        let system = self.game.map.surface(at).system;
        let odds = |class: Class| if under_fire { self.landing_odds(class, at) } else { 1.0 };
        let (jump, regular) = (odds(Class::JumpTroops), odds(Class::RegularTroops));
        let mut lift = self.board.troops[self.me.index()][usize::from(at.0)];
        for group in self.state.groups_of(self.me).filter(|group| group.class == Class::Transport) {
            let Some(class) = group.cargo.class().filter(|class| class.is_troops()) else { continue };
            if self.reach(&group) & system.bit() != 0 {
                let odds = if class == Class::JumpTroops { jump } else { regular };
                lift += f32::from(group.count) * odds * self.strength(class);
            }
        }
        for from in self
            .systems()
            .filter(|&from| from != system && self.lanes.reach(self.me, from) & system.bit() != 0)
        {
            let lifted = self.spare_troops(from).min(self.empty_transports(from));
            let drops = lifted.min(self.jump_troops(from));
            lift += drops * jump * self.strength(Class::JumpTroops);
            lift += (lifted - drops) * regular * self.strength(Class::RegularTroops);
        }
        lift
    }

    /// Jump troops in the boxes of a system, in counters.
    pub(super) fn jump_troops(&self, system: SystemId) -> f32 {
        let boxes = self.game.map.boxes_of(system);
        let there = boxes.flat_map(|at| self.state.groups_at(Place::Surface(at)));
        let jump = there.filter(|group| group.seat == self.me && group.class == Class::JumpTroops);
        jump.map(|group| f32::from(group.count)).sum()
    }

    /// The chance that a transport puts troops of this class into an enemy box, 0 to 1.
    pub(super) fn landing_odds(&self, class: Class, at: BoxId) -> f32 {
        let fire = &self.game.units.combat.planetary_fire;
        let screen = self.game.units.factors(Class::Transport, self.me).screen as i8;
        let missed = |factor: u8| match factor {
            0 => 1.0,
            _ => {
                1.0 - f32::from(self.game.units.hitting_faces(Table::Planetary, factor as i8 - screen, 0))
                    / 6.0
            }
        };
        let defences = self.defences_in(at);
        let gun = if class == Class::JumpTroops { 0 } else { self.gun_of(at) };
        missed(fire.pd).powi(i32::from(defences)) * missed(gun)
    }

    /// Enemy PD in a box.
    pub(super) fn defences_in(&self, at: BoxId) -> u8 {
        let there = self.state.groups_at(Place::Surface(at));
        let enemy = there.filter(|group| group.seat == self.foe && group.class == Class::PlanetaryDefence);
        enemy.map(|group| group.count).sum()
    }

    /// The factor with which an enemy marker fires at ships, 0 where it can't.
    pub(super) fn gun_of(&self, at: BoxId) -> u8 {
        let (fire, marker) = (&self.game.units.combat.planetary_fire, self.state.marker(at));
        if marker.neutralised || marker.holder != Some(self.foe) {
            0
        } else if marker.outpost == Some(self.foe) {
            fire.outpost
        } else if self.game.map.surface(at).home == Some(self.foe) {
            fire.homeworld
        } else {
            fire.world
        }
    }

    /// Enemy power that a fleet at a system may have to meet.
    pub(super) fn threat(&self, at: SystemId) -> f32 {
        let able = |k: &usize| self.lanes.reach(self.foe, SystemId(*k as u8)) & at.bit() != 0;
        let systems = 0..self.game.map.systems.len();
        let gathered: f32 =
            systems.filter(|k| self.raiders[*k] > 0.0).filter(able).map(|k| self.raiders[k]).sum();
        gathered.max(0.5 * self.raiders.iter().sum::<f32>())
    }

    /// Enemy power one lane away.
    pub(super) fn neighbours_power(&self, at: SystemId) -> f32 {
        bits(self.game.map.neighbours(at)).map(|k| self.raiders[k]).sum()
    }

    /// How much a defeat is near if nothing changes, 0 to 1: grows with the turns for the side that the last glory
    /// limits declare the loser.
    pub(super) fn urgency(&self) -> f32 {
        let Scenario::War(war) = &self.game.scenario else { return 0.0 };
        let [lower, _] = war.glory_limits[war.glory_limits.len() - 1];
        let imperial_wins = self.state.court.glory > lower;
        let losing = imperial_wins == (self.me != IMPERIAL);
        if losing { (f32::from(self.state.turn) / war.glory_limits.len() as f32).powi(2) } else { 0.0 }
    }

    /// Game turns that follow this one at most.
    pub(super) fn turns_left(&self) -> f32 {
        let Scenario::War(war) = &self.game.scenario else { return 0.0 };
        war.glory_limits.len() as f32 - f32::from(self.state.turn)
    }

    pub(super) fn assault_odds(&self) -> f32 {
        self.doctrine.assault_odds * (1.0 - 0.6 * self.urgency())
    }

    /// The glory at stake in the own boxes of a system.
    pub(super) fn stake_at(&self, at: SystemId) -> f32 {
        let own = self.state.friendly_boxes(self.me);
        let boxes = self.game.map.boxes_of(at).filter(|site| own & site.bit() != 0);
        boxes.map(|site| stake(self.game, &self.state.marker(site))).sum()
    }

    /// Own systems without a combat ship that the enemy can come to, the dearest first: a ship there would stop him.
    pub(super) fn bare_posts(&self) -> Vec<SystemId> {
        let open = match self.doctrine.picket {
            none if none <= 0.0 => 0,
            doors if doors < 2.0 => self.near,
            _ => self.near | self.far,
        };
        let bare = open
            & self.own_systems()
            & !self.board.combat[self.me.index()]
            & !self.board.combat[self.foe.index()];
        let mut posts: Vec<SystemId> = bits(bare).map(|k| SystemId(k as u8)).collect();
        posts.sort_by(|a, b| self.stake_at(*b).total_cmp(&self.stake_at(*a)));
        posts
    }

    /// Own boxes without troops that the enemy can come to, the dearest first.
    pub(super) fn bare_boxes(&self) -> Vec<BoxId> {
        if self.doctrine.garrison <= 0.0 {
            return Vec::new();
        }
        let open = self.near | self.far;
        let own = self.state.friendly_boxes(self.me);
        let bare =
            |at: &BoxId| open & self.game.map.surface(*at).system.bit() != 0 && self.troops_in(*at) == 0.0;
        let mut boxes: Vec<BoxId> = bits(own).map(|k| BoxId(k as u8)).filter(bare).collect();
        let worth = |at: &BoxId| stake(self.game, &self.state.marker(*at));
        boxes.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        boxes
    }

    /// Ships stop where enemy combat ships are, so one ship closes a lane: the cheapest sound one stays behind at
    /// an own system that the enemy can reach.
    pub(super) fn picket(&self, from: SystemId) -> Option<Class> {
        if self.doctrine.picket <= 0.0 || self.own_systems() & self.near & from.bit() == 0 {
            return None;
        }
        let here = self
            .state
            .groups_at(Place::Space(from))
            .filter(|group| group.seat == self.me && group.class.is_combat_ship() && !group.disrupted);
        here.map(|group| group.class).min_by_key(|&class| self.game.units.price(class, self.me))
    }

    /// The strength of one counter on the ground.
    pub(super) fn strength(&self, class: Class) -> f32 {
        ground_strength(self.game, class)
    }
}

/// The share of `own` in both, by the squares.
pub(super) fn share(own: f32, other: f32) -> f32 {
    let (own, other) = (own * own, other * other);
    if own + other == 0.0 { 0.5 } else { own / (own + other) }
}
