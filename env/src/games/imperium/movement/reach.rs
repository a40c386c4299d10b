//! Where ships can jump, rise and land (rules 3.2, 3.3).

use super::super::Imperium;
use super::super::action::Kind;
use super::super::class::Class;
use super::super::orders::place_number;
use super::super::position::enemy_of;
use super::super::sets::bits;
use super::super::state::{MAX_SYSTEMS, Obstacles, PackedGroup, PendingMove, Phase, Place, State, SystemId};
/// Places by bit of [`place_number`]; hexes between systems are not among them.
pub(super) type Places = u128;

impl Imperium {
    /// What stands in the way of the side that moves in this phase, if one does.
    pub(in super::super) fn obstacles(&self, state: &State) -> Obstacles {
        if !state.phase.is_movement() {
            return Obstacles::default();
        }
        let seat = Self::mover(state);
        let enemy = enemy_of(seat);
        let (mut blocked, mut ships, mut units, mut grounded) = (0, 0, 0, 0);
        for group in state.groups.packed_of(enemy) {
            ships |= group.space();
            blocked |= if group.is_of(Class::COMBAT_SHIPS) { group.space() } else { 0 };
            units |= group.surface();
            grounded |= if group.is_of(Class::SHIPS) { group.surface() } else { 0 };
        }
        let held = state.held_boxes(enemy);
        // Enemy boxes fuel only while no enemy combat ship is in the hex.
        let dry = bits(blocked).filter(|&k| self.map.systems[k].boxes & !held == 0);
        Obstacles {
            blocked,
            dry: dry.fold(self.map.tertiary(), |mask, k| mask | 1 << k),
            tankers: state.tankers(seat),
            closed: units | held,
            enemies: ships | self.map.systems_of(grounded),
        }
    }

    /// Systems reached by at most so many jumps from `home`, stopping where enemy combat ships are and where
    /// there is no fuel.
    // rule: imp.3.2.jump
    fn reach(&self, obstacles: &Obstacles, home: SystemId, own_fuel: bool, mut jumps: u8) -> u64 {
        let fuel = if own_fuel { u64::MAX } else { obstacles.fuel() };
        let mut reached = home.bit();
        let mut edge = home.bit() & fuel;
        while edge != 0 && jumps > 0 {
            jumps -= 1;
            let next = self.map.next_to(edge) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
        reached
    }

    /// Where ships of this kind may go from a place.
    // rule: imp.3.2.jump imp.3.2.box imp.3.2.monitor imp.3.3.reaction
    pub(super) fn destinations(&self, state: &State, from: Place, kind: Kind) -> Places {
        let obstacles = &state.obstacles;
        let Some(home) = self.system_of(from) else { return 0 };
        let grounded = from.surface().is_some();
        let held = grounded && obstacles.blocked & home.bit() != 0;
        if state.phase == Phase::ReactionMovement {
            let able = !held && !kind.disrupted && kind.class.is_jump_capable();
            let reach =
                || self.reach(obstacles, home, kind.class == Class::Tanker, self.rules.reaction_jumps);
            return if able { Places::from(reach() & obstacles.enemies & !home.bit()) } else { 0 };
        }
        if held {
            return Places::from(home.bit());
        }
        let systems = if kind.class.is_jump_capable() {
            self.reach(obstacles, home, kind.class == Class::Tanker, u8::MAX)
        } else {
            home.bit()
        };
        let boxes = self.map.boxes_in(systems & !obstacles.blocked) & !obstacles.closed;
        let places = Places::from(systems) | Places::from(boxes) << MAX_SYSTEMS;
        places & !(1 << place_number(from))
    }

    /// The ways that are cheap to see in a movement phase.
    pub(super) fn ways(&self, state: &State) -> Ways {
        if state.phase == Phase::ReactionMovement {
            Ways { boxes: 0, systems: 0 }
        } else {
            Ways { boxes: u64::MAX, systems: self.map.linked() & state.obstacles.fuel() }
        }
    }

    /// Remembers from which system phasing ships enter another: the way back for those that disengage.
    pub(super) fn note_entry(&self, state: &mut State, order: PendingMove, to: Place) {
        let (Some(home), Place::Space(target)) = (self.system_of(order.from), to) else { return };
        let reacts = state.phase == Phase::ReactionMovement && !self.rules.combat.reactor_is_phasing;
        if home == target || reacts {
            return;
        }
        if self.map.neighbours(target) & home.bit() != 0 {
            state.entered_from[usize::from(target.0)] |= home.bit();
            return;
        }
        let obstacles = &state.obstacles;
        let fuel = if order.kind.class == Class::Tanker { u64::MAX } else { obstacles.fuel() };
        let mut reached = home.bit();
        let mut edge = home.bit();
        while edge != 0 {
            if let Some(previous) = bits(edge & self.map.neighbours(target)).next() {
                state.entered_from[usize::from(target.0)] |= 1 << previous;
                return;
            }
            let next = self.map.next_to(edge) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
    }
}

/// Where ships have somewhere to go for a reason that is cheap to see.
pub(super) struct Ways {
    /// Boxes, by bit, from which ships rise.
    boxes: u64,
    /// Systems, by bit, from which ships jump over a lane.
    systems: u64,
}

impl Ways {
    /// Whether these ships have one.
    pub(super) const fn lead_from(&self, group: &PackedGroup) -> bool {
        self.boxes & group.surface() != 0
            || self.systems & group.space() != 0 && group.is_of(Class::JUMP_CAPABLE)
    }
}

impl Obstacles {
    /// Where the side's ships find fuel: systems by bit.
    // rule: imp.3.2.fuel
    const fn fuel(&self) -> u64 {
        !self.dry | self.tankers
    }

    /// Whether cargo may pass between the hex of this system and its boxes.
    pub(in super::super) const fn is_open(&self, system: SystemId) -> bool {
        self.blocked & system.bit() == 0
    }
}
