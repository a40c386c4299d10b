//! C. The close-out: maintenance and repair.

use super::action::{Action, Pick};
use super::class::Class;
use super::legal::Offer;
use super::map::{PlanetId, SystemId, systems_in};
use super::position::enemy_of;
use super::setup::Frame;
use super::state::{Group, Place, State, Step};
use super::turn::CLOSE_OUT;
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{Chance, Seat};

/// A die always passes for this.
const EASY: u8 = 1;

impl ThirdMillennium {
    pub(super) fn begin_close_out(&self, state: &mut State) {
        state.segment = CLOSE_OUT;
        self.begin_upkeep(state, IMPERIAL);
    }

    /// Ships at bases are provided for; the others are paid for or roll.
    // rule: i3m.u14.maintenance
    fn begin_upkeep(&self, state: &mut State, seat: Seat) {
        state.mover = seat;
        self.serve_bases(state, seat);
        state.step = Step::Upkeep { after: 0 };
    }

    /// Own connected worlds and outposts look after so many ships of their systems: those with the highest numbers first,
    /// and after all fighters on their planets.
    // rule: i3m.u14.bases
    fn serve_bases(&self, state: &mut State, seat: Seat) {
        let figures = &self.combat.maintenance;
        for system in systems_in(self.bases(state, seat) & self.connected(state, seat)) {
            let own = |planet: &PlanetId| state.planet(*planet).owner == Some(seat);
            let own: Vec<PlanetId> = self.map.at(system).planets.iter().copied().filter(own).collect();
            let room = own.iter().map(|&planet| {
                let served =
                    if state.planet(planet).world { figures.world_ships } else { figures.outpost_ships };
                u16::from(served)
            });
            let mut room: u16 = room.sum();
            let mut ships: Vec<Group> = self.ships_in(state, seat, system).collect();
            ships.sort_by_key(|group| std::cmp::Reverse(self.number(seat, group.class)));
            for ship in ships {
                let count = u16::from(ship.count).min(room);
                room -= count;
                if count > 0 {
                    let served = Group { count: count as u8, ..ship };
                    state.groups.change(served, |group| Group { provided: true, disrupted: false, ..group });
                }
            }
            let ashore = own.iter().flat_map(|&planet| state.groups.at(seat, Place::Planet(planet)));
            let disrupted: Vec<Group> = ashore.filter(|group| group.disrupted).collect();
            for group in disrupted {
                state.groups.change(group, |group| Group { disrupted: false, ..group });
            }
        }
    }

    fn number(&self, seat: Seat, class: Class) -> u8 {
        self.units.of(seat, class).maintenance
    }

    /// Whether a counter has to roll; those that leave the game at the end of this turn need not.
    fn needs(&self, state: &State, group: &Group) -> bool {
        let at_home = matches!(group.place, Place::Planet(_) | Place::Store);
        !at_home
            && !group.provided
            && self.number(group.seat, group.class) > EASY
            && !self.is_about_to_go(state, group)
    }

    /// Whether a counter is the Emperor's, who leaves when glory has not risen or the war is decided, or is given up when
    /// peace is made.
    fn is_about_to_go(&self, state: &State, group: &Group) -> bool {
        let decided = self.decides_war(state);
        let emperor = state.fleets.emperor(group.seat).map(Place::Fleet) == Some(group.place);
        emperor && (decided || state.glory <= state.court.glory)
            || decided && self.is_stranded_in_peace(state, group)
    }

    /// Ships that can be paid for, in canonical order; nothing may be spent on lost ones.
    // rule: i3m.u14.pay
    // rule: mcnair.17.11.maintenance
    pub(super) fn offer_payments(&self, state: &State, after: u32, offer: &mut impl Offer) -> bool {
        let seat = state.mover;
        let stock = state.sides[seat.index()].stock;
        for (index, packed) in state.groups.packed_of(seat).iter().enumerate() {
            let group = packed.group();
            let payable = packed.key() >= after
                && self.needs(state, &group)
                && !self.is_lost(state, seat, group.place)
                && self.number(seat, group.class) <= stock;
            if payable && offer.put(Action::Pick(Pick(index as u8))) {
                return true;
            }
        }
        offer.put(Action::Done)
    }

    pub(super) fn pay(&self, state: &mut State, pick: Pick) {
        let seat = state.mover;
        let Some(packed) = state.groups.packed_of(seat).get(usize::from(pick.0)).copied() else { return };
        let one = Group { count: 1, ..packed.group() };
        state.sides[seat.index()].stock -= self.number(seat, one.class);
        state.groups.change(one, |group| Group { provided: true, disrupted: false, ..group });
        state.step = Step::Upkeep { after: packed.key() };
    }

    /// The system of a side's repair ship; `None`: it has none, or it is in none.
    pub(super) fn workshop(&self, state: &State, seat: Seat) -> Option<SystemId> {
        let ship = state.groups.of(seat).find(|group| group.class == Class::RepairShip)?;
        self.whereabouts(state, &ship)
    }

    /// The ship that rolls next, and its number, which is 1 less with help: first those beside the repair ship, the highest
    /// number first.
    // rule: i3m.u14.repair_ship
    fn rolls(&self, state: &State, aided: u8) -> Option<(Group, u8)> {
        let seat = state.mover;
        let workshop = self.workshop(state, seat);
        let beside = |group: &Group| workshop.is_some() && self.whereabouts(state, group) == workshop;
        let number = |group: &Group| self.number(seat, group.class);
        let waiting = || state.groups.of(seat).filter(|group| self.needs(state, group));
        let first = waiting().filter(beside).rev().max_by_key(number);
        let helped = first.is_some() && aided < self.combat.maintenance.repair_ship_aids;
        let ship = first.or_else(|| waiting().next())?;
        Some((Group { count: 1, ..ship }, number(&ship) - u8::from(helped)))
    }

    /// Whether a ship of the mover is to roll now.
    pub(super) fn upkeep_is_due(&self, state: &State, aided: u8) -> bool {
        self.rolls(state, aided).is_some_and(|(_, number)| number > EASY)
    }

    /// The next ship rolls, unless it passes any roll; after the last one the other side is next, or repairs follow.
    pub(super) fn next_upkeep_roll(&self, state: &mut State, mut aided: u8) {
        while let Some((ship, number)) = self.rolls(state, aided) {
            if number > EASY {
                state.step = Step::UpkeepRoll { aided };
                return;
            }
            state.groups.change(ship, |ship| Group { provided: true, disrupted: false, ..ship });
            aided += 1;
        }
        let seat = state.mover;
        // What has the number 1 passes any roll.
        state.groups.rebuild(|group| {
            let passed = group.seat == seat && !group.provided && group.class.jumps();
            Some(Group { provided: false, disrupted: group.disrupted && !passed, ..group })
        });
        if seat == IMPERIAL {
            self.begin_upkeep(state, TERRAN);
        } else {
            self.repair(state);
            match self.scenario.frame {
                Frame::Raid(_) => self.judge(state),
                Frame::War(_) => self.answer_to_empire(state),
            }
        }
    }

    /// Outcome 0: the roll is passed.
    pub(super) fn upkeep_chance(&self, state: &State, aided: u8) -> Chance {
        let number = self.rolls(state, aided).map_or(EASY, |(_, number)| number);
        let good = u32::from(7_u8.saturating_sub(number)).clamp(1, 5);
        Chance::new([good, 6 - good])
    }

    /// A failure disrupts; of a disrupted ship it is the end.
    // rule: i3m.u14.fail
    pub(super) fn upkeep_rolled(&self, state: &mut State, aided: u8, passed: bool) {
        let Some((ship, number)) = self.rolls(state, aided) else { return };
        let aided = aided + u8::from(number < self.number(ship.seat, ship.class));
        if passed {
            state.groups.change(ship, |ship| Group { provided: true, disrupted: false, ..ship });
        } else if ship.disrupted {
            self.perish(state, ship);
            self.close_empty(state, ship.seat);
        } else {
            state.groups.change(ship, |ship| Group { provided: true, disrupted: true, ..ship });
        }
        self.next_upkeep_roll(state, aided);
    }

    /// Damage is repaired: all of it at an own connected world, a point at an outpost or beside a repair ship. Troops and
    /// defences recover where nobody fights.
    // rule: i3m.u15.repair
    // rule: i3m.u15.repair_ship
    fn repair(&self, state: &mut State) {
        for seat in [TERRAN, IMPERIAL] {
            let connected = self.connected(state, seat);
            let (worlds, bases) = (self.worlds(state, seat) & connected, self.bases(state, seat) & connected);
            let workshop = self.workshop(state, seat);
            self.overhaul(state, seat, workshop);
            let damaged: Vec<Group> = state.groups.of(seat).filter(|group| group.damage > 0).collect();
            for group in damaged {
                let left = match (group.place, self.whereabouts(state, &group)) {
                    (Place::Planet(planet), _) => {
                        let fight = state.groups.any_at(enemy_of(seat), Place::Planet(planet));
                        if fight { group.damage } else { 0 }
                    }
                    (_, Some(system)) if worlds & system.bit() != 0 => 0,
                    (_, Some(system)) if bases & system.bit() != 0 || Some(system) == workshop => {
                        group.damage - 1
                    }
                    _ => group.damage,
                };
                state.groups.change(group, |group| Group { damage: left, ..group });
            }
        }
    }

    /// One disrupted ship beside the repair ship recovers: the one that costs most.
    fn overhaul(&self, state: &mut State, seat: Seat, workshop: Option<SystemId>) {
        let beside = |group: &Group| group.disrupted && self.whereabouts(state, group) == workshop;
        let cost = |group: &Group| self.units.of(seat, group.class).cost;
        let ship =
            state.groups.of(seat).filter(|group| workshop.is_some() && beside(group)).rev().max_by_key(cost);
        if let Some(ship) = ship {
            state.groups.change(Group { count: 1, ..ship }, |ship| Group { disrupted: false, ..ship });
        }
    }

    fn whereabouts(&self, state: &State, group: &Group) -> Option<SystemId> {
        match group.place {
            Place::Fleet(fleet) => self.system_of(state, group.seat, fleet),
            Place::Port(system) => Some(system),
            Place::Planet(planet) => Some(self.map.planet(planet).system),
            Place::Store => None,
        }
    }
}
