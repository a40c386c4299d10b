//! Mines (9.2): fleets that stay put lay them, real or not; they attack who comes and goes, until somebody sweeps them.

use super::ThirdMillennium;
use super::action::Action;
use super::class::Class;
use super::legal::Offer;
use super::map::SystemId;
use super::odds::{MAX_DICE, capped};
use super::position::enemy_of;
use super::state::{Exit, Field, Group, Place, Spot, State, Step};
use crate::core::{Chance, Seat};

/// What a field holds, in counters and in points.
const MOST: u8 = 99;
/// Chances in six that a sweeper removes a point, does nothing, or is hit.
// rule: i3m.u20.sweep
const SWEEPS: [u32; 3] = [3, 2, 1];

impl ThirdMillennium {
    /// What the active fleet may do with mines instead of moving, where no enemy ships are.
    // rule: i3m.9.2.lay
    // rule: i3m.9.2.false
    pub(super) fn offer_mine_work(&self, state: &State, offer: &mut impl Offer) -> bool {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let Some(system) = self.system_of(state, seat, fleet).filter(|_| self.rules.mines) else {
            return false;
        };
        if state.at_peace() || state.orders.under_way || self.is_present(state, enemy_of(seat), system) {
            return false;
        }
        let room = self.room_for_mines(state, system) > 0;
        let sweeps = state.field(enemy_of(seat), system).counters > 0
            && self.count_in_fleet(state, seat, fleet, Class::Minesweeper) > 0;
        (room && offer.put(Action::Lay)) || (sweeps && offer.put(Action::Sweep))
    }

    /// Counters for which the mover has room in a system, beside those that his fleets there lay in this segment.
    fn room_for_mines(&self, state: &State, system: SystemId) -> u8 {
        let seat = state.mover;
        let laying = state.fleets.of(seat).filter(|(_, fleet)| fleet.at == system.into());
        let laid = laying.map(|(_, fleet)| u16::from(fleet.laying)).sum::<u16>();
        u16::from(MOST).saturating_sub(u16::from(state.field(seat, system).counters) + laid) as u8
    }

    /// False counters more, as many as there is room for.
    // rule: i3m.9.2.false
    pub(super) fn offer_counters(&self, state: &State, offer: &mut impl Offer) -> bool {
        let system = self.system_of(state, state.mover, state.orders.fleet);
        let room = system.is_some_and(|system| self.room_for_mines(state, system) > 0);
        (room && offer.put(Action::Lay)) || offer.put(Action::Done)
    }

    /// The fleet spends the segment here: what it lays lies at its end.
    pub(super) fn lay(&self, state: &mut State) {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        if let Some(fleet) = state.fleets.get_mut(seat, fleet) {
            fleet.laying += 1;
        }
        state.step = Step::Lay;
    }

    /// Fleets that have been laying mines and did not have to fight put their counters down: a point for each minelayer,
    /// which for all that the enemy knows may be any minelayer of the side.
    // rule: i3m.9.2.points
    pub(super) fn place_mines(&self, state: &mut State) {
        for seat in Seat::all(2) {
            let all = state.counters_on_map(seat, Class::Minelayer).min(u32::from(MOST)) as u8;
            let laying: Vec<_> = state.fleets.of(seat).filter(|(_, fleet)| fleet.laying > 0).collect();
            for (id, fleet) in laying {
                let layers = self.count_in_fleet(state, seat, id, Class::Minelayer);
                if let Some(fleet) = state.fleets.get_mut(seat, id) {
                    fleet.laying = 0;
                }
                if let Some(system) = fleet.at.system() {
                    let field = state.field_mut(seat, system);
                    field.counters = (field.counters + fleet.laying).min(MOST);
                    field.points = (field.points + layers).min(MOST);
                    field.most = (field.most + all).min(MOST);
                    field.known &= all == 0;
                }
            }
        }
    }

    /// The active fleet is about to leave: mines attack it first.
    // rule: i3m.u20.attack
    pub(super) fn set_out(&self, state: &mut State, exit: Exit) {
        state.orders.allowance = self.allowance(state);
        state.orders.under_way = true;
        self.meet_mines(state, Some(exit));
    }

    /// Enemy mines where the active fleet is attack it, and are seen for what they are; false ones are taken away.
    // rule: i3m.u20.attack
    pub(super) fn meet_mines(&self, state: &mut State, exit: Option<Exit>) {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let Some(system) = self.system_of(state, seat, fleet) else { return self.pass_mines(state, exit) };
        match state.field(enemy_of(seat), system) {
            Field { counters: 0, .. } => self.pass_mines(state, exit),
            // rule: i3m.u25.entry
            _ if state.at_peace() => self.pass_mines(state, exit),
            Field { points: 0, .. } => {
                *state.field_mut(enemy_of(seat), system) = Field::default();
                self.pass_mines(state, exit);
            }
            field => {
                *state.field_mut(enemy_of(seat), system) = Field { known: true, most: field.points, ..field };
                state.fleets.reveal(seat, fleet);
                state.step = Step::Mines { exit, dice: field.points, hits: 0 };
            }
        }
    }

    /// The dice of the mines: one for each point, and then which ship is hit.
    pub(super) fn mines_chance(&self, state: &State, dice: u8, hits: u8) -> Chance {
        if dice > 0 {
            capped(dice, 1, self.stamina_of_fleet(state).saturating_sub(hits))
        } else {
            Chance::new(self.mined_ships(state).map(|group| u32::from(group.count)))
        }
    }

    fn mined_ships<'a>(&self, state: &'a State) -> impl Iterator<Item = Group> + 'a {
        let ships = state.groups.at(state.mover, Place::Fleet(state.orders.fleet));
        ships.filter(|group| group.class.jumps())
    }

    /// Hits that the ships of the active fleet can take.
    fn stamina_of_fleet(&self, state: &State) -> u8 {
        let left = |group: Group| self.units.of(group.seat, group.class).defence - group.damage;
        self.mined_ships(state)
            .fold(0, |sum, group| sum.saturating_add(group.count.saturating_mul(left(group))))
    }

    /// The ship that an outcome of the mines' last roll hits.
    pub(super) fn mined_ship(&self, state: &State, outcome: usize) -> Option<Group> {
        self.mined_ships(state).nth(outcome)
    }

    pub(super) fn mines_rolled(
        &self,
        state: &mut State,
        exit: Option<Exit>,
        (dice, hits): (u8, u8),
        outcome: usize,
    ) {
        if dice > 0 {
            let hits = hits.saturating_add(outcome as u8);
            let dice = if hits < self.stamina_of_fleet(state) { dice.saturating_sub(MAX_DICE) } else { 0 };
            state.step = Step::Mines { exit, dice, hits };
        } else if let Some(ship) = self.mined_ship(state, outcome) {
            self.strike_mine(state, ship);
            state.step = Step::Mines { exit, dice, hits: hits - 1 };
        }
        self.explode(state);
    }

    /// Hits that leave nothing open are taken at once; when all are taken the fleet goes on.
    fn explode(&self, state: &mut State) {
        while let Step::Mines { exit, dice: 0, hits } = state.step {
            let mut ships = self.mined_ships(state);
            match (hits, ships.next(), ships.next()) {
                (0, ..) | (_, None, _) => {
                    drop(ships);
                    return self.pass_mines(state, exit);
                }
                (_, Some(ship), None) => {
                    drop(ships);
                    self.strike_mine(state, ship);
                    state.step = Step::Mines { exit, dice: 0, hits: hits - 1 };
                }
                _ => return,
            }
        }
    }

    /// A hit by a mine.
    fn strike_mine(&self, state: &mut State, ship: Group) {
        let one = Group { count: 1, ..ship };
        if one.damage + 1 >= self.units.of(one.seat, one.class).defence {
            self.perish(state, one);
        } else {
            state.groups.change(one, |group| Group { damage: group.damage + 1, ..group });
        }
    }

    /// The fleet leaves, or meets what else is here.
    fn pass_mines(&self, state: &mut State, exit: Option<Exit>) {
        let seat = state.mover;
        self.close_empty(state, seat);
        if state.fleets.get(seat, state.orders.fleet).is_none() {
            return self.finish_move(state);
        }
        match (exit, self.spot(state)) {
            (Some(Exit::Lane(to)), _) => self.jump(state, to),
            (Some(Exit::Hex(heading)), _) => self.leave_lanes(state, heading),
            (None, Spot::System(at)) => self.meet(state, at),
            (None, _) => self.finish_move(state),
        }
    }

    /// Sweepers work in the open. False mines are taken away.
    // rule: i3m.u20.sweep
    pub(super) fn sweep(&self, state: &mut State) {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        state.fleets.reveal(seat, fleet);
        state.step = Step::Sweep { left: self.count_in_fleet(state, seat, fleet, Class::Minesweeper) };
        self.go_on_sweeping(state);
    }

    pub(super) fn sweep_chance(&self) -> Chance {
        Chance::new(SWEEPS)
    }

    /// Outcome 0: a point is removed; 1: nothing happens; 2: the sweeper is hit.
    pub(super) fn swept(&self, state: &mut State, left: u8, outcome: usize) {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        if let (0, Some(system)) = (outcome, self.system_of(state, seat, fleet)) {
            let field = state.field_mut(enemy_of(seat), system);
            field.points = field.points.saturating_sub(1);
            field.most = field.most.saturating_sub(1);
        }
        let sweeper = self.in_fleet(state, seat, fleet).find(|group| group.class == Class::Minesweeper);
        if let (2, Some(sweeper)) = (outcome, sweeper) {
            self.strike_mine(state, sweeper);
            self.close_empty(state, seat);
        }
        state.step = Step::Sweep { left: left - 1 };
        self.go_on_sweeping(state);
    }

    fn go_on_sweeping(&self, state: &mut State) {
        let Step::Sweep { left } = state.step else { return };
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let Some(system) = self.system_of(state, seat, fleet) else { return self.end_activation(state) };
        let field = state.field_mut(enemy_of(seat), system);
        if field.points == 0 {
            *field = Field::default();
        }
        if field.points == 0 || left == 0 {
            self.end_activation(state);
        }
    }

    /// A ship is destroyed outside of battles, and fighters that it carried are lost with it.
    pub(super) fn perish(&self, state: &mut State, ship: Group) {
        state.groups.remove(ship);
        self.drop_stranded(state, ship.seat, ship.place);
        self.mourn(state, &ship);
    }
}
