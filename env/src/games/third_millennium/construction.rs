//! Reinforcements and Construction.

use super::action::Action;
use super::class::Class;
use super::legal::Offer;
use super::map::{PlanetId, SystemId, systems_in};
use super::setup::Frame;
use super::state::{Due, Group, MAX_DUE, Order, Place, State, Step, Troop};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{Chance, Seat};

/// Lines of orders of a side; the room beyond those of both is for what the Empire sends.
const MOST_ORDERS: usize = (MAX_DUE - 24) / 2;
/// After all systems.
const LAST: SystemId = SystemId(u8::MAX);
/// Terran ships that cost more are built at Terra only.
const LARGE: u8 = 8;

impl ThirdMillennium {
    /// Units due this turn arrive where they were ordered, if the place is still good; otherwise they wait.
    // rule: i3m.8.build_time
    pub(super) fn deliver(&self, state: &mut State) {
        while let Some(index) =
            state.due.iter().position(|due| self.arrives(state, due) && !due.class.is_troops())
        {
            let due = take_one(state, index);
            let place = self.arrival(state, due.seat, due.class, due.at).unwrap_or(Place::Port(due.at));
            state.groups.add(Group::new(due.seat, place, due.class, 1));
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
        let open = self.yards(state, seat, class) & at.bit() != 0;
        let mut own = self.own_planets(state, seat, at);
        match class {
            _ if !open => None,
            Class::RegularTroops | Class::JumpTroops | Class::Fighter => own.next().map(Place::Planet),
            Class::PlanetaryDefence => {
                own.find(|&planet| self.room_for_defences(state, seat, planet) > 0).map(Place::Planet)
            }
            _ => Some(Place::Port(at)),
        }
    }

    fn own_planets<'a>(
        &'a self,
        state: &'a State,
        seat: Seat,
        at: SystemId,
    ) -> impl Iterator<Item = PlanetId> + 'a {
        let planets = self.map.at(at).planets.iter().copied();
        planets.filter(move |&planet| state.planet(planet).owner == Some(seat))
    }

    /// How many planetary defences can still stand on a planet.
    // rule: i3m.u17.defences
    fn room_for_defences(&self, state: &State, seat: Seat, planet: PlanetId) -> u8 {
        let figures = &self.politics.defences;
        let most = if self.map.planet(planet).home == Some(seat) { figures.home } else { figures.planet };
        let here = state.groups.at(seat, Place::Planet(planet));
        let here = here.filter(|group| group.class == Class::PlanetaryDefence).map(|group| group.count);
        most.saturating_sub(here.sum())
    }

    /// Whether what is ordered will find room: planetary defences ordered before take some.
    fn finds_room(&self, state: &State, seat: Seat, class: Class, at: SystemId) -> bool {
        if class != Class::PlanetaryDefence {
            return true;
        }
        let room =
            self.own_planets(state, seat, at).map(|planet| self.room_for_defences(state, seat, planet));
        let due = state.due.iter().filter(|due| (due.seat, due.class, due.at) == (seat, class, at));
        room.sum::<u8>() > due.map(|due| due.count).sum()
    }

    /// Classes, by bit, that a side may build: those of the scenario, or in a war all of the Terran's and those that the
    /// Imperial has permissions for.
    // rule: i3m.u18.permissions
    pub(super) fn permitted(&self, state: &State, seat: Seat) -> u32 {
        match &self.scenario.frame {
            Frame::Raid(raid) => raid.build,
            Frame::War(_) if seat == IMPERIAL => {
                let levels = &self.politics.permitted;
                levels[usize::from(state.court.level).min(levels.len() - 1)]
            }
            Frame::War(_) => !self.barred(state),
        }
    }

    /// Large Terran ships whose turn has not come: each needs the loss of a smaller one.
    // rule: i3m.9.0.gates
    fn barred(&self, state: &State) -> u32 {
        use Class::{BattleCruiser, Battleship, Dreadnought, HeavyCruiser, LightCruiser, StrikeCruiser};
        let lost = state.sides[TERRAN.index()].lost;
        let gates = [
            (HeavyCruiser, LightCruiser.bit() | StrikeCruiser.bit()),
            (BattleCruiser, HeavyCruiser.bit()),
            (Battleship, HeavyCruiser.bit()),
            (Dreadnought, Battleship.bit()),
        ];
        let closed = gates.into_iter().filter(|(_, after)| self.rules.gates && lost & after == 0);
        closed.fold(0, |mask, (class, _)| mask | class.bit())
    }

    /// Systems, by bit, where a side builds a class: only Terran ships that cost much are tied to Terra.
    // rule: i3m.u17.construction
    fn yards(&self, state: &State, seat: Seat, class: Class) -> u64 {
        let connected = self.connected(state, seat);
        let worlds = self.worlds(state, seat) & connected;
        match seat {
            IMPERIAL => worlds | self.scenario.entries & connected,
            _ if class == Class::PlanetaryDefence || self.units.of(seat, class).cost <= LARGE => worlds,
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
        let due = take_one(state, index);
        if let Some(place) = self.arrival(state, due.seat, due.class, due.at) {
            state.groups.add(Group::troops(due.seat, place, troop));
        }
        self.deliver(state);
        true
    }

    /// What may be ordered: units in order of class and place, then outposts.
    pub(super) fn offer_builds(&self, state: &State, after: Option<Order>, offer: &mut impl Offer) -> bool {
        let (seat, permitted, last) =
            (state.mover, self.permitted(state, state.mover), self.last_turn(state));
        let lines = state.due.iter().filter(|due| due.seat == seat).count();
        for class in Class::ALL {
            let allowed = permitted & class.bit() != 0 && after <= Some(Order::Unit(class, LAST));
            let Some(figures) = self.units.find(seat, class).filter(|_| allowed) else { continue };
            let in_time = state.turn + figures.turns <= last;
            let left = self.counters_in_use(state, seat, class) + aboard(state, seat, class)
                < u32::from(figures.counters);
            if figures.cost > state.sides[seat.index()].stock || !left || !in_time {
                continue;
            }
            for at in systems_in(self.yards(state, seat, class)) {
                let next = after <= Some(Order::Unit(class, at))
                    && self.arrival(state, seat, class, at).is_some()
                    && self.finds_room(state, seat, class, at)
                    && (lines < MOST_ORDERS || after == Some(Order::Unit(class, at)));
                if next && offer.put(Action::Build { class, at }) {
                    return true;
                }
            }
        }
        self.offer_outposts(state, after, offer) || offer.put(Action::Done)
    }

    fn offer_outposts(&self, state: &State, after: Option<Order>, offer: &mut impl Offer) -> bool {
        if matches!(self.scenario.frame, Frame::Raid(_))
            || state.turn + self.politics.outpost.turns > self.last_turn(state)
        {
            return false;
        }
        let mut free = self.map.planet_ids().filter(|&planet| {
            after < Some(Order::Outpost(planet)) && self.may_settle(state, state.mover, planet)
        });
        free.any(|planet| offer.put(Action::Settle(planet)))
    }

    /// The last turn that the game can have: what comes later is not built.
    pub(super) fn last_turn(&self, state: &State) -> u8 {
        match (&self.scenario.frame, &self.scenario.campaign) {
            (Frame::Raid(raid), _) => raid.turns,
            (Frame::War(_), Some(campaign)) if state.series.war < campaign.wars => campaign.turns,
            (Frame::War(war), Some(campaign)) => campaign.turns.min(state.series.began + war.last_turn()),
            (Frame::War(war), None) => war.last_turn(),
        }
    }

    /// A unit is paid for and will be there after its building time.
    pub(super) fn order(&self, state: &mut State, class: Class, at: SystemId) {
        let seat = state.mover;
        let figures = self.units.of(seat, class);
        state.sides[seat.index()].stock -= figures.cost;
        state.enqueue(Due { turn: state.turn + figures.turns, seat, class, at, count: 1 });
        state.step = Step::Build { after: Some(Order::Unit(class, at)) };
    }

    pub(super) fn order_outpost(&self, state: &mut State, planet: PlanetId) {
        self.settle_planet(state, state.mover, planet);
        state.step = Step::Build { after: Some(Order::Outpost(planet)) };
    }
}

/// One counter of a line of what is due.
fn take_one(state: &mut State, index: usize) -> Due {
    let due = state.due[index];
    if due.count > 1 {
        state.due[index].count -= 1;
    } else {
        state.due.remove(index);
    }
    Due { count: 1, ..due }
}

/// Troops of a class aboard ships of a side.
fn aboard(state: &State, seat: Seat, class: Class) -> u32 {
    let aboard = |group: Group| {
        u32::from(group.count) * group.aboard().filter(|troop| troop.class() == class).count() as u32
    };
    state.groups.of(seat).map(aboard).sum()
}
