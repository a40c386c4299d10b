//! Where ships can jump, rise and land (rules 3.2, 3.3).

use super::super::Imperium;
use super::super::action::Kind;
use super::super::class::Class;
use super::super::orders::place_number;
use super::super::position::enemy_of;
use super::super::sets::bits;
use super::super::state::{
    MAX_SYSTEMS, Obstacles, OrderStage, PackedGroup, PendingMove, Phase, Place, State, SystemId,
};

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
        let [ships, blocked] = state.groups.systems_with(enemy, [u32::MAX, Class::COMBAT_SHIPS]);
        let [units, grounded] = state.groups.boxes_with(enemy, [u32::MAX, Class::SHIPS]);
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

    /// The systems with ships of the reacting side, by bit, from which ships find enemies to react to: with fuel of
    /// their own or without.
    // rule: imp.3.3.reaction
    fn reacting(&self, state: &State) -> [u64; 2] {
        let obstacles = &state.obstacles;
        let seat = Self::mover(state);
        let classes = [Class::JUMP_CAPABLE, 1 << Class::Tanker.index()];
        let (hexes, boxes) =
            (state.groups.systems_with(seat, classes), state.groups.boxes_with(seat, classes));
        std::array::from_fn(|refuelling| {
            let reacts = |home: &SystemId| {
                let reach = self.reach(obstacles, *home, refuelling == 1, self.rules.reaction_jumps);
                reach & obstacles.enemies & !home.bit() != 0
            };
            let homes = hexes[refuelling] | self.map.systems_of(boxes[refuelling]) & !obstacles.blocked;
            let homes = bits(homes).map(|home| SystemId(home as u8));
            homes.filter(reacts).fold(0, |mask, home| mask | home.bit())
        })
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

    /// The ways that there are in a stage of a movement phase.
    // rule: imp.3.2.jump imp.3.2.box imp.3.2.monitor imp.3.2.sublight imp.3.3.reaction
    pub(super) fn ways(&self, state: &State, stage: OrderStage) -> Ways {
        let Obstacles { blocked, closed, .. } = state.obstacles;
        let boxes = |boxes: u64| Places::from(boxes) << MAX_SYSTEMS;
        if state.phase == Phase::ReactionMovement {
            let jumps = self
                .reacting(state)
                .map(|from| Places::from(from) | boxes(self.map.boxes_in(from & !blocked)));
            return Ways { jumps, by_disrupted: false, anybody: 0, sublight: 0 };
        }
        let sublight = match stage {
            _ if !self.rules.sublight || state.phase != Phase::FirstMovement => 0,
            OrderStage::Approach => Class::SUPPORT_SHIPS,
            _ => !Class::SUPPORT_SHIPS,
        };
        let linked = self.map.linked();
        let landing = self.map.systems_of(self.map.boxes_in(!blocked) & !closed);
        Ways {
            jumps: [linked & state.obstacles.fuel(), linked].map(Places::from),
            by_disrupted: true,
            // From every box ships rise.
            anybody: boxes(u64::MAX) | Places::from(landing),
            sublight,
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
            state.entered_from.add(target, home.bit());
            return;
        }
        let obstacles = &state.obstacles;
        let fuel = if order.kind.class == Class::Tanker { u64::MAX } else { obstacles.fuel() };
        let mut reached = home.bit();
        let mut edge = home.bit();
        while edge != 0 {
            if let Some(previous) = bits(edge & self.map.neighbours(target)).next() {
                state.entered_from.add(target, 1 << previous);
                return;
            }
            let next = self.map.next_to(edge) & !reached;
            reached |= next;
            edge = next & fuel & !obstacles.blocked;
        }
    }
}

/// Where ships have somewhere to go.
pub(super) struct Ways {
    /// The places from which ships that jump do so, and those from which tankers do, with their own fuel.
    jumps: [Places; 2],
    /// Whether disrupted ones do so, too.
    by_disrupted: bool,
    /// The places from which ships of every class rise or land.
    anybody: Places,
    /// The classes, by bit, that go by sublight from every hex.
    sublight: u32,
}

impl Ways {
    /// The classes, by bit, that have a way from where this group stands.
    pub(super) fn from(&self, group: &PackedGroup) -> u32 {
        const TANKERS: u32 = 1 << Class::Tanker.index();
        let at = group.site();
        if at & self.anybody != 0 {
            return u32::MAX;
        }
        let [jumping, refuelling] =
            self.jumps.map(|from| if at & from != 0 { Class::JUMP_CAPABLE } else { 0 });
        let sublight = if group.surface() == 0 { self.sublight } else { 0 };
        jumping & !TANKERS | refuelling & TANKERS | sublight
    }

    /// Whether these ships are in a condition to go.
    pub(super) const fn are_open_to(&self, group: &PackedGroup) -> bool {
        self.by_disrupted || !group.disrupted()
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
