//! Production, Reinforcements and Construction.

use super::action::Action;
use super::class::Class;
use super::legal::Offer;
use super::map::systems_in;
use super::state::{Due, Group, Place, State, Step, SystemId, Troop};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{Chance, Seat};

/// What a stock holds.
const MAX_STOCK: u8 = 99;
/// Terran ships that cost more are built at Terra only.
const LARGE: u8 = 8;

impl ThirdMillennium {
    /// Both sides have their income; what exceeds the stock's limit is lost.
    // rule: i3m.u3.production
    // rule: i3m.8.stock
    pub(super) fn produce(&self, state: &mut State) {
        for side in &mut state.sides {
            side.stock = side.stock.saturating_add(self.scenario.income).min(MAX_STOCK);
        }
    }

    /// Units due this turn arrive where they were ordered, if the place is still good; otherwise they wait.
    // rule: i3m.8.build_time
    pub(super) fn deliver(&self, state: &mut State) {
        while let Some(index) =
            state.due.iter().position(|due| self.arrives(state, due) && !due.class.is_troops())
        {
            let due = state.due.remove(index);
            let place = self.arrival(state, due.seat, due.class, due.at).unwrap_or(Place::Port(due.at));
            state.groups.add(Group::new(due.seat, place, due.class, due.count));
        }
        if self.next_draw(state).is_some() {
            state.step = Step::Draw;
        } else {
            self.begin_muster(state);
        }
    }

    fn arrives(&self, state: &State, due: &Due) -> bool {
        due.turn <= state.turn && self.arrival(state, due.seat, due.class, due.at).is_some()
    }

    /// Where a new unit stands; `None`: not here, now.
    fn arrival(&self, state: &State, seat: Seat, class: Class, at: SystemId) -> Option<Place> {
        let open = self.yards(state, seat, self.units.of(seat, class).cost) & at.bit() != 0;
        let own = |planet: &&super::state::PlanetId| state.planet(**planet).owner == Some(seat);
        let planet = || self.map.at(at).planets.iter().find(own).map(|&planet| Place::Planet(planet));
        match class {
            _ if !open => None,
            Class::RegularTroops | Class::JumpTroops | Class::PlanetaryDefence | Class::Fighter => planet(),
            _ => Some(Place::Port(at)),
        }
    }

    /// Systems, by bit, where a side builds what costs so much.
    // rule: i3m.u17.construction
    fn yards(&self, state: &State, seat: Seat, cost: u8) -> u64 {
        let connected = self.connected(state, seat);
        let worlds = self.worlds(state, seat) & connected;
        match seat {
            IMPERIAL => worlds | self.scenario.entries & connected,
            _ if cost <= LARGE => worlds,
            _ => {
                let home = self.map.planets.iter().find(|planet| planet.home == Some(TERRAN));
                worlds & home.map_or(0, |home| home.system.bit())
            }
        }
    }

    /// The line of troops that arrive next.
    fn next_draw(&self, state: &State) -> Option<usize> {
        state.due.iter().position(|due| due.class.is_troops() && self.arrives(state, due))
    }

    /// The strengths of troops left, each with how many counters have it.
    // rule: i3m.u17.drawn
    fn pool(&self, state: &State, seat: Seat, class: Class) -> Vec<(Troop, u32)> {
        let mut left: Vec<(Troop, u32)> = Vec::new();
        for &strength in self.units.of(seat, class).strengths.iter().rev() {
            let Some(troop) = Troop::new(class, strength) else { continue };
            match left.last_mut() {
                Some((last, count)) if *last == troop => *count += 1,
                _ => left.push((troop, 1)),
            }
        }
        for group in state.groups.of(seat) {
            let own = group.troop();
            for troop in group.aboard().chain(own) {
                if let Some((_, count)) = left.iter_mut().find(|(kind, _)| *kind == troop) {
                    *count = count.saturating_sub(u32::from(group.count));
                }
            }
        }
        left.retain(|&(_, count)| count > 0);
        left
    }

    pub(super) fn draw_chance(&self, state: &State) -> Chance {
        let due = self.next_draw(state).map(|index| state.due[index]);
        let pool = due.map(|due| self.pool(state, due.seat, due.class)).unwrap_or_default();
        Chance::new(pool.into_iter().map(|(_, count)| count))
    }

    /// The strength of a draw's outcome.
    pub(super) fn drawn(&self, state: &State, outcome: usize) -> Option<Troop> {
        let due = state.due[self.next_draw(state)?];
        self.pool(state, due.seat, due.class).get(outcome).map(|&(troop, _)| troop)
    }

    pub(super) fn draw(&self, state: &mut State, outcome: usize) -> bool {
        let (Some(index), Some(troop)) = (self.next_draw(state), self.drawn(state, outcome)) else {
            return false;
        };
        let due = state.due[index];
        if due.count > 1 {
            state.due[index].count -= 1;
        } else {
            state.due.remove(index);
        }
        if let Some(place) = self.arrival(state, due.seat, due.class, due.at) {
            state.groups.add(Group::troops(due.seat, place, troop));
        }
        self.deliver(state);
        true
    }

    /// What may be ordered, in order of class and place.
    pub(super) fn offer_builds(
        &self,
        state: &State,
        after: Option<(Class, SystemId)>,
        offer: &mut impl Offer,
    ) -> bool {
        let seat = state.mover;
        for class in Class::ALL {
            let allowed = self.scenario.build & 1 << class.index() != 0;
            let Some(figures) = self.units.find(seat, class).filter(|_| allowed) else { continue };
            let in_time = state.turn + figures.turns <= self.scenario.turns;
            let left = state.counters(seat, class) + aboard(state, seat, class) < u32::from(figures.counters);
            if figures.cost > state.sides[seat.index()].stock || !left || !in_time {
                continue;
            }
            for at in systems_in(self.yards(state, seat, figures.cost)) {
                let next = after <= Some((class, at)) && self.arrival(state, seat, class, at).is_some();
                if next && offer.put(Action::Build { class, at }) {
                    return true;
                }
            }
        }
        offer.put(Action::Done)
    }

    /// A unit is paid for and will be there after its building time.
    pub(super) fn order(&self, state: &mut State, class: Class, at: SystemId) {
        let seat = state.mover;
        let figures = self.units.of(seat, class);
        state.sides[seat.index()].stock -= figures.cost;
        let line = Due { turn: state.turn + figures.turns, seat, class, at, count: 1 };
        let same = |due: &Due| Due { count: 1, ..*due } == line;
        match state.due.iter().position(same) {
            Some(index) => state.due[index].count += 1,
            None => {
                let place = state.due.partition_point(|due| *due < line);
                // Lines are at most those of every class and place; beyond there is no room to order.
                _ = state.due.try_insert(place, line);
            }
        }
        state.step = Step::Build { after: Some((class, at)) };
    }
}

/// Troops of a class aboard ships of a side.
fn aboard(state: &State, seat: Seat, class: Class) -> u32 {
    let aboard = |group: Group| {
        u32::from(group.count) * group.aboard().filter(|troop| troop.class() == class).count() as u32
    };
    state.groups.of(seat).map(aboard).sum()
}
