//! Initiative and activation.

use arrayvec::ArrayVec;

use super::action::Action;
use super::legal::Offer;
use super::position::{enemy_of, scouts_only};
use super::state::{FLEETS, FleetId, Orders, Place, Spot, State, Step};
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::{Chance, Seat};

impl ThirdMillennium {
    pub(super) fn initiative_chance(&self) -> Chance {
        Chance::uniform(36)
    }

    /// The dice of the Terran and the Imperial in an outcome.
    pub(super) const fn initiative_dice(outcome: usize) -> [u8; 2] {
        [outcome as u8 / 6 + 1, outcome as u8 % 6 + 1]
    }

    /// The dice are the activations of each side; the higher one begins, on a tie who did not begin last.
    // rule: i3m.u5.initiative
    pub(super) fn initiative_rolled(&self, state: &mut State, outcome: usize) {
        state.left = Self::initiative_dice(outcome);
        state.first = match state.left[0].cmp(&state.left[1]) {
            std::cmp::Ordering::Greater => TERRAN,
            std::cmp::Ordering::Less => IMPERIAL,
            std::cmp::Ordering::Equal => enemy_of(state.first),
        };
        state.mover = state.first;
        self.next_activation(state);
    }

    /// Whose turn it is to activate; a side that can't has passed. Two passes end the segment.
    // rule: i3m.u5.passes
    pub(super) fn next_activation(&self, state: &mut State) {
        while state.passes < 2 {
            if self.can_activate(state) {
                state.step = Step::Activate;
                return;
            }
            state.passes += 1;
            state.mover = enemy_of(state.mover);
        }
        self.end_segment(state);
    }

    fn can_activate(&self, state: &State) -> bool {
        state.left[state.mover.index()] > 0 && self.ready(state, state.mover).next().is_some()
    }

    /// Whether any fleet of either side can be activated in the segment; otherwise nobody rolls.
    pub(super) fn any_ready(&self, state: &State) -> bool {
        Seat::all(2).any(|seat| self.ready(state, seat).next().is_some())
    }

    /// Fleets of a side that may be activated.
    // rule: i3m.u5.activation
    fn ready<'a>(&'a self, state: &'a State, seat: Seat) -> impl Iterator<Item = FleetId> + 'a {
        let ready = state.fleets.of(seat).filter(move |(_, fleet)| {
            let acts = match fleet.at {
                Spot::System(_) => true,
                Spot::Hex(_) => self.off_lanes(state),
                Spot::Lost(_) => false,
            };
            acts && !fleet.activated
        });
        ready.map(|(id, _)| id)
    }

    pub(super) fn offer_activations(&self, state: &State, offer: &mut impl Offer) -> bool {
        self.ready(state, state.mover).any(|fleet| offer.put(Action::Activate(fleet)))
            || offer.put(Action::Done)
    }

    /// A pass takes no activation.
    pub(super) fn pass(&self, state: &mut State) {
        state.passes += 1;
        state.mover = enemy_of(state.mover);
        self.next_activation(state);
    }

    /// A fleet is activated. Where it stands among enemies it fights before all else, unless either side has only scouts:
    /// those of the enemy, which hold nobody, are seen.
    // rule: i3m.u7.goes_on
    pub(super) fn activate(&self, state: &mut State, fleet: FleetId) {
        let (seat, enemy) = (state.mover, enemy_of(state.mover));
        state.left[seat.index()] -= 1;
        state.passes = 0;
        state.orders = Orders { fleet, ..Orders::default() };
        if let Some(fleet) = state.fleets.get_mut(seat, fleet) {
            fleet.activated = true;
        }
        state.step = Step::Orders;
        let at = self.spot(state);
        if !state.at_peace() && !scouts_only(self.in_fleet(state, seat, fleet)) {
            if self.blocks(state, enemy, at) {
                return self.finish_move(state);
            }
            self.see_through(state, at);
        }
        if matches!(at, Spot::Hex(_)) && state.segment > 1 {
            state.step = Step::Navigate;
        }
    }

    /// Whether ships of a side at a spot stop who enters: any that are not scouts.
    // rule: i3m.11.3.scouts
    pub(super) fn blocks(&self, state: &State, seat: Seat, spot: impl Into<Spot>) -> bool {
        !scouts_only(self.ships_in(state, seat, spot))
    }

    /// Whether they would for all that the other side knows: of each of their fleets it knows what is in those that are
    /// known together.
    pub(super) fn may_block(&self, state: &State, seat: Seat, spot: impl Into<Spot>) -> bool {
        self.places_at(state, seat, spot.into()).into_iter().any(|place| match place {
            Place::Fleet(id) => {
                let first = state.fleets.get(seat, id).map_or(id, |fleet| fleet.known_with);
                let mut together = state.fleets.known_with(seat, first);
                together.any(|id| !scouts_only(self.in_fleet(state, seat, id)))
            }
            port => !scouts_only(state.groups.at(seat, port)),
        })
    }

    /// Enemies at a spot don't hold the active fleet, which shows that they are scouts.
    pub(super) fn see_through(&self, state: &mut State, spot: Spot) {
        let enemy = enemy_of(state.mover);
        let scouts: ArrayVec<FleetId, FLEETS> = state.fleets.at(enemy, spot).collect();
        scouts.into_iter().for_each(|fleet| state.fleets.reveal(enemy, fleet));
    }

    /// Whether the active fleet has not moved and stands among enemies that hold all but scouts.
    pub(super) fn slips(&self, state: &State) -> bool {
        let begins = matches!(state.step, Step::Orders | Step::Navigate | Step::Controlled | Step::Drift);
        begins
            && !state.orders.under_way
            && !state.at_peace()
            && self.blocks(state, enemy_of(state.mover), self.spot(state))
    }
}
