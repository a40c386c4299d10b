//! Off the lanes: 17.1 in the first segment, and D. McNair's 17.11 in the others.

use super::ThirdMillennium;
use super::action::Action;
use super::hex::{Heading, Hex};
use super::legal::Offer;
use super::map::SystemId;
use super::position::enemy_of;
use super::state::{Exit, FleetId, Pending, Place, Spot, State, Step};
use super::{IMPERIAL, TERRAN};
use crate::core::{Chance, Seat};

/// What becomes of a fleet that leaves the lanes in a later segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// It goes where its owner wants.
    Controlled,
    /// It drifts.
    Random,
    /// It is lost.
    Lost,
}

/// The 36 throws of two dice by their sum, from 2.
pub(super) const THROWS: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

impl ThirdMillennium {
    /// Whether fleets may leave the lanes, or move between them, in this segment.
    // rule: i3m.17.1.first_segment
    // rule: mcnair.17.11.segments
    pub(super) fn off_lanes(&self, state: &State) -> bool {
        state.segment == 1 || self.rules.navigation
    }

    /// Leaving the lanes as a move of the active fleet.
    pub(super) fn offer_departure(&self, state: &State, offer: &mut impl Offer) -> bool {
        match state.segment {
            1 => self.open_headings(state).any(|heading| offer.put(Action::OffLane(heading))),
            _ => self.rules.navigation && offer.put(Action::Navigate),
        }
    }

    pub(super) fn offer_headings(&self, state: &State, offer: &mut impl Offer) -> bool {
        self.open_headings(state).any(|heading| offer.put(Action::OffLane(heading)))
            || offer.put(Action::Done)
    }

    /// Directions that do not lead off the board.
    fn headings(&self, state: &State) -> impl Iterator<Item = Heading> + use<> {
        let hex = self.hex(self.spot(state));
        Heading::ALL.into_iter().filter(move |&heading| hex.next(heading).is_some())
    }

    /// Directions that lead where the active fleet may go.
    fn open_headings(&self, state: &State) -> impl Iterator<Item = Heading> {
        self.headings(state).filter(move |&heading| self.is_open(state, heading))
    }

    /// Whether a direction does not lead into a system that is closed in peace.
    fn is_open(&self, state: &State, heading: Heading) -> bool {
        let system = self.hex(self.spot(state)).next(heading).and_then(|hex| self.map.system_at(hex));
        system.is_none_or(|system| self.barred_in_peace(state, state.mover) & system.bit() == 0)
    }

    /// The hex of a spot.
    pub(super) fn hex(&self, spot: Spot) -> Hex {
        match spot {
            Spot::System(system) => self.map.at(system).hex,
            Spot::Hex(hex) | Spot::Lost(hex) => hex,
        }
    }

    /// The active fleet moves one hex, and its activation ends.
    // rule: i3m.17.1.one_hex
    // rule: mcnair.17.11.controlled
    pub(super) fn leave_lanes(&self, state: &mut State, heading: Heading) {
        if let Some(hex) = self.hex(self.spot(state)).next(heading) {
            self.put(state, hex);
        }
        state.orders.from = None;
        match self.spot(state) {
            Spot::System(system) => self.meet(state, system),
            _ => self.finish_move(state),
        }
    }

    fn put(&self, state: &mut State, hex: Hex) {
        let spot = self.map.system_at(hex).map_or(Spot::Hex(hex), Spot::System);
        if let Some(fleet) = state.fleets.get_mut(state.mover, state.orders.fleet) {
            fleet.at = spot;
        }
    }

    /// What is added to the two dice of the active fleet: the distance in hexes to the nearest own planet less the
    /// scouts; `None`: there is none, and it is lost.
    // rule: mcnair.17.11.roll
    pub(super) fn drift(&self, state: &State) -> Option<i16> {
        let scouts = self.scouts_in(state, state.mover, state.orders.fleet);
        Some(i16::from(self.distance(state)?) - i16::from(scouts))
    }

    /// Hexes from the active fleet to the nearest own planet; `None`: there is none.
    pub(super) fn distance(&self, state: &State) -> Option<u8> {
        let hex = self.hex(self.spot(state));
        let own = self.map.planet_ids().filter(|&planet| state.planet(planet).owner == Some(state.mover));
        own.map(|planet| self.map.at(self.map.planet(planet).system).hex.distance(hex)).min()
    }

    /// What can come of the roll, with how many of the 36 throws lead there.
    pub(super) fn courses(&self, state: &State) -> Vec<(Course, u32)> {
        let Some(drift) = self.drift(state) else { return vec![(Course::Lost, 36)] };
        let figures = &self.combat.navigation;
        let mut courses = vec![(Course::Controlled, 0), (Course::Random, 0), (Course::Lost, 0)];
        for (sum, throws) in (2..).zip(THROWS) {
            let course = match sum + drift {
                total if total <= figures.controlled => 0,
                total if total <= figures.random => 1,
                _ => 2,
            };
            courses[course].1 += throws;
        }
        courses.retain(|&(_, throws)| throws > 0);
        courses
    }

    pub(super) fn navigated(&self, state: &mut State, outcome: usize) -> bool {
        let Some(&(course, _)) = self.courses(state).get(outcome) else { return false };
        match course {
            Course::Controlled => state.step = Step::Controlled,
            Course::Random => state.step = Step::Drift,
            Course::Lost => self.lose(state),
        }
        true
    }

    /// The active fleet is lost: its last reported place is where it was activated.
    // rule: mcnair.17.11.lost
    fn lose(&self, state: &mut State) {
        let hex = self.hex(self.spot(state));
        if let Some(fleet) = state.fleets.get_mut(state.mover, state.orders.fleet) {
            fleet.at = Spot::Lost(hex);
        }
        self.end_activation(state);
    }

    /// Where a drifting fleet can come to, with how many of the six directions lead there; `None`: off the board.
    /// Direction 1 is the first of [`Heading::ALL`], whichever the owner names: the die is fair.
    // rule: mcnair.17.11.random
    pub(super) fn drifts(&self, state: &State) -> Vec<(Option<Heading>, u32)> {
        let on: Vec<(Option<Heading>, u32)> =
            self.headings(state).map(|heading| (Some(heading), 1)).collect();
        let off = 6 - on.len() as u32;
        on.into_iter().chain((off > 0).then_some((None, off))).collect()
    }

    pub(super) fn drifted(&self, state: &mut State, outcome: usize) -> bool {
        match self.drifts(state).get(outcome) {
            Some((Some(heading), _)) if self.is_open(state, *heading) => {
                self.set_out(state, Exit::Hex(*heading));
            }
            Some((None, _)) if self.rules.off_map_lost => self.lose(state),
            Some(_) => {
                state.orders.from = None;
                self.finish_move(state);
            }
            None => return false,
        }
        true
    }

    /// At the end of a segment each fleet lost before it may return; true: one rolls.
    // rule: mcnair.17.11.return
    pub(super) fn next_return(&self, state: &mut State) -> bool {
        for seat in [IMPERIAL, TERRAN] {
            let waiting = state
                .fleets
                .of(seat)
                .find(|(_, fleet)| matches!(fleet.at, Spot::Lost(_)) && !fleet.activated);
            if let Some((fleet, _)) = waiting {
                state.mover = seat;
                state.step = Step::Return { fleet };
                return true;
            }
        }
        false
    }

    /// Outcome 0: it returns.
    pub(super) fn return_chance(&self) -> Chance {
        let found: u32 = (2..=12)
            .zip(THROWS)
            .filter(|(sum, _)| *sum >= self.combat.navigation.found)
            .map(|(_, n)| n)
            .sum();
        Chance::new([found, 36 - found])
    }

    pub(super) fn returned(&self, state: &mut State, fleet: FleetId, back: bool) {
        // It has rolled in this segment.
        if let Some(fleet) = state.fleets.get_mut(state.mover, fleet) {
            fleet.activated = true;
        }
        if back {
            state.step = Step::Reappear { fleet };
        } else {
            self.end_segment(state);
        }
    }

    /// The nearest systems to where a lost fleet was last reported.
    pub(super) fn offer_places(&self, state: &State, fleet: FleetId, offer: &mut impl Offer) -> bool {
        let Some(Spot::Lost(hex)) = state.fleets.get(state.mover, fleet).map(|fleet| fleet.at) else {
            return false;
        };
        let away = |system: &SystemId| self.map.at(*system).hex.distance(hex);
        let nearest = self.map.system_ids().map(|system| away(&system)).min();
        let mut places = self.map.system_ids().filter(|system| Some(away(system)) == nearest);
        places.any(|system| offer.put(Action::Jump(system)))
    }

    /// A lost fleet is back, and attacks enemies that are there.
    // rule: i3m.u24.return_battle
    pub(super) fn reappear(&self, state: &mut State, fleet: FleetId, system: SystemId) {
        let seat = state.mover;
        let barred = self.barred_in_peace(state, seat) & system.bit() != 0;
        let home = if barred { self.nearest_base(state, seat, system) } else { None };
        self.send(state, seat, fleet, home.unwrap_or(system));
        if !state.at_peace() && self.is_present(state, enemy_of(seat), system) {
            state.pending.push(Pending { at: system.into(), from: None, fleet });
            self.fight_next(state);
        } else {
            self.end_segment(state);
        }
    }

    /// Whether a ship is in a lost fleet.
    // rule: mcnair.17.11.maintenance
    pub(super) fn is_lost(&self, state: &State, seat: Seat, place: Place) -> bool {
        let Place::Fleet(fleet) = place else { return false };
        matches!(state.fleets.get(seat, fleet).map(|fleet| fleet.at), Some(Spot::Lost(_)))
    }
}
