//! Where ships can jump, rise and land (rules 3.2, 3.3).

use super::super::Imperium;
use super::super::action::Kind;
use super::super::class::Class;
use super::super::map::bits;
use super::super::orders::place_number;
use super::super::position::enemy_of;
use super::super::state::{MAX_SYSTEMS, PendingMove, Phase, Place, State, SystemId};
use crate::core::Seat;

/// Places by bit of [`place_number`]; hexes between systems are not among them.
pub(super) type Places = u128;

/// What stands in the way of a side's movement; it does not change during a movement phase but for tankers.
pub(in super::super) struct Obstacles {
    /// Systems with enemy combat ships in their hex.
    pub(super) blocked: u64,
    /// Systems where the side's ships find fuel.
    fuel: u64,
    /// Boxes in which its ships and cargo may be put down.
    landable: u64,
}

impl Imperium {
    pub(in super::super) fn obstacles(&self, state: &State, seat: Seat) -> Obstacles {
        let enemy = enemy_of(seat);
        let blocked = state.combat_ships(enemy);
        let enemy_units = state.boxes_with_units(enemy);
        let (mut landable, mut neutral) = (0, 0);
        for (k, surface) in self.map.boxes.iter().enumerate() {
            let held = state.markers[k].holder == Some(enemy);
            neutral |= if held { 0 } else { surface.system.bit() };
            let free = !held && enemy_units >> k & 1 == 0;
            landable |= u64::from(free && surface.system.bit() & blocked == 0) << k;
        }
        // Enemy boxes fuel only while no enemy combat ship is in the hex.
        // rule: imp.3.2.fuel
        let fuel = !self.map.tertiary() & (neutral | !blocked) | state.tankers(seat);
        Obstacles { blocked, fuel, landable }
    }

    /// Systems reached by jumps from `home`: any number of lanes, stopping where enemy combat ships are and where
    /// there is no fuel.
    // rule: imp.3.2.jump
    fn reach(&self, obstacles: &Obstacles, home: SystemId, own_fuel: bool) -> u64 {
        let fuel = if own_fuel { u64::MAX } else { obstacles.fuel };
        let mut reached = home.bit();
        let mut edge = home.bit() & fuel;
        while edge != 0 {
            let next = bits(edge).fold(0, |mask, k| mask | self.map.systems[k].neighbours) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
        reached
    }

    /// Where ships of this kind may go from a place.
    // rule: imp.3.2.jump imp.3.2.box imp.3.2.monitor imp.3.3.reaction
    pub(super) fn destinations(
        &self,
        state: &State,
        obstacles: &Obstacles,
        from: Place,
        kind: Kind,
    ) -> Places {
        let Some(home) = self.system_of(from) else { return 0 };
        let grounded = from.surface().is_some();
        let held = grounded && obstacles.blocked & home.bit() != 0;
        if state.phase == Phase::ReactionMovement {
            let fuelled = obstacles.fuel & home.bit() != 0 || kind.class == Class::Tanker;
            let able = fuelled && !held && !kind.disrupted && kind.class.is_jump_capable();
            let enemies = self.systems_with_ships(state, state.phasing);
            return if able { Places::from(self.map.neighbours(home) & enemies) } else { 0 };
        }
        if held {
            return Places::from(home.bit());
        }
        let systems = if kind.class.is_jump_capable() {
            self.reach(obstacles, home, kind.class == Class::Tanker)
        } else {
            home.bit()
        };
        let boxes = bits(systems).fold(0, |mask, k| mask | self.map.systems[k].boxes) & obstacles.landable;
        let places = Places::from(systems) | Places::from(boxes) << MAX_SYSTEMS;
        places & !(1 << place_number(from))
    }

    /// The systems with ships of a side, in the hex or in a box.
    fn systems_with_ships(&self, state: &State, seat: Seat) -> u64 {
        let ships = state.groups_of(seat).filter(|group| group.class.is_ship());
        ships.filter_map(|group| self.system_of(group.place)).fold(0, |mask, system| mask | system.bit())
    }

    /// Remembers from which system phasing ships enter another: the way back for those that disengage.
    pub(super) fn note_entry(&self, state: &mut State, order: PendingMove, to: Place) {
        let (Some(home), Place::Space(target)) = (self.system_of(order.from), to) else { return };
        if home == target || state.phase == Phase::ReactionMovement {
            return;
        }
        let obstacles = self.obstacles(state, state.phasing);
        let fuel = if order.kind.class == Class::Tanker { u64::MAX } else { obstacles.fuel };
        let mut reached = home.bit();
        let mut edge = home.bit();
        while edge != 0 {
            if let Some(previous) = bits(edge & self.map.neighbours(target)).next() {
                state.entered_from[usize::from(target.0)] |= 1 << previous;
                return;
            }
            let next = bits(edge).fold(0, |mask, k| mask | self.map.systems[k].neighbours) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
    }
}

impl Obstacles {
    /// Whether cargo may pass between the hex of this system and its boxes.
    pub(in super::super) const fn is_open(&self, system: SystemId) -> bool {
        self.blocked & system.bit() == 0
    }
}
