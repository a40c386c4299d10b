//! Who can be where: how far fleets come in one movement phase, and what lies open to the enemy.

use super::super::Imperium;
use super::super::class::Class;
use super::super::position::enemy_of;
use super::super::sets::bits;
use super::super::state::{IMPERIAL, MAX_SYSTEMS, State, SystemId, TERRAN};
use super::board::Board;
use crate::core::Seat;

/// The lanes in the eyes of both sides.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// Where ships of each seat in each system can be after one movement phase, by bit, with the help of tankers that
    /// can be there in time.
    reach: [[u64; MAX_SYSTEMS]; 2],
    /// Where ships of each seat find fuel now, by bit, and with the help of those tankers.
    fuel: [[u64; 2]; 2],
    /// Systems without a box that a tanker is worth sending to: no lane leads around them.
    pub(super) gates: u64,
}

impl Lanes {
    pub(super) fn new(game: &Imperium, state: &State, board: &Board) -> Self {
        let gates = gates(game);
        let mut lanes = Self { reach: [[0; MAX_SYSTEMS]; 2], fuel: [[0; 2]; 2], gates };
        for seat in [TERRAN, IMPERIAL] {
            let (side, blocked) = (seat.index(), board.combat[enemy_of(seat).index()]);
            let held = state.held_boxes(enemy_of(seat));
            let dry = bits(blocked).filter(|&k| game.map.systems[k].boxes & !held == 0);
            let dry = dry.fold(game.map.tertiary(), |mask, k| mask | 1 << k);
            let now = !dry | state.tankers(seat);
            let soon = now | opened(game, state, seat, blocked) & gates;
            lanes.fuel[side] = [now, soon];
            for from in 0..game.map.systems.len() {
                lanes.reach[side][from] = flood(game, 1 << from, soon, blocked);
            }
        }
        lanes
    }

    /// Where ships of `seat` in `from` can be after one movement phase, by bit: they stop where enemy combat ships are
    /// and where there is no fuel.
    pub(super) const fn reach(&self, seat: Seat, from: SystemId) -> u64 {
        self.reach[seat.index()][from.0 as usize]
    }

    /// The systems, by bit, that ships of `seat` come to from `from` where `blocked` stops them.
    pub(super) fn open(&self, game: &Imperium, seat: Seat, from: u64, blocked: u64) -> u64 {
        flood(game, from, self.fuel[seat.index()][1], blocked)
    }

    /// The systems, by bit, that a tanker of `seat` comes to from `from` in one movement phase: it needs no other.
    pub(super) fn of_tanker(game: &Imperium, board: &Board, seat: Seat, from: SystemId) -> u64 {
        flood(game, from.bit(), u64::MAX, board.combat[enemy_of(seat).index()])
    }

    /// Whether the way from `from` to `to` needs a tanker that is not in place yet.
    pub(super) fn needs_tanker(&self, game: &Imperium, seat: Seat, from: SystemId, to: SystemId) -> bool {
        flood(game, from.bit(), self.fuel[seat.index()][0], 0) & to.bit() == 0
    }
}

/// Tertiary systems with neighbours that no lane joins directly.
fn gates(game: &Imperium) -> u64 {
    let is_gate = |&k: &usize| {
        let around = game.map.systems[k].neighbours;
        bits(around).any(|a| around & !(1 << a) & !game.map.systems[a].neighbours != 0)
    };
    bits(game.map.tertiary()).filter(is_gate).fold(0, |mask, k| mask | 1 << k)
}

/// The systems, by bit, where a tanker can be before line ships move.
fn opened(game: &Imperium, state: &State, seat: Seat, blocked: u64) -> u64 {
    let tankers =
        state.groups_of(seat).filter(|group| group.class == Class::Tanker && group.used.is_nothing());
    let places = tankers.filter_map(|group| game.system_of(group.place));
    places.fold(0, |mask, from| mask | flood(game, from.bit(), u64::MAX, blocked))
}

fn flood(game: &Imperium, from: u64, fuel: u64, blocked: u64) -> u64 {
    let mut seen = from;
    let mut front = seen & fuel;
    while front != 0 {
        let next = game.map.next_to(front) & !seen;
        seen |= next;
        front = next & fuel & !blocked;
    }
    seen
}
