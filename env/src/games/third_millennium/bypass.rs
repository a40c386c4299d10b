//! D. McNair's 11.31: a moving fleet leaves a match for the enemy behind, and the rest goes on.

use super::ThirdMillennium;
use super::action::{Action, Pick};
use super::class::{Class, Role};
use super::codec::MAX_LIGHT;
use super::legal::Offer;
use super::map::SystemId;
use super::state::{Group, Pending, Place, State, Step};

/// Light warships that stand for a capital one.
// rule: mcnair.11.31.exchange
const EXCHANGE: u8 = 3;

impl ThirdMillennium {
    /// The enemy's numbers are known: may the fleet match them?
    // rule: mcnair.11.31.match
    pub(super) fn sighted(&self, state: &mut State, at: SystemId) {
        let sighted = self.sighting(state, at, false);
        state.report(at, [sighted[0], sighted[1]], None);
        state.orders.sighted = Some(sighted);
        let spare = state.fleets.spare(state.mover, self.scenario.fleets).is_some();
        if sighted[0] == 0 && sighted[1] == 0 && spare {
            // Nobody has to be left behind; without a spare counter there is no bypass all the same.
            state.orders.sighted = None;
            state.step = Step::Orders;
        } else if self.matches(state).next().is_some() {
            state.step = Step::Matching;
        } else {
            self.finish_move(state);
        }
    }

    /// Capital and light warships that match the enemy's and can be left behind, so that some ship goes on.
    fn matches<'a>(&'a self, state: &'a State) -> impl Iterator<Item = [u8; 2]> + 'a {
        let (seat, fleet) = (state.mover, state.orders.fleet);
        let spare = state.fleets.spare(seat, self.scenario.fleets).is_some();
        let have = self.warships(state, seat, fleet);
        let all = self.jumpers(state, seat, fleet);
        let enemy = state.orders.sighted.unwrap_or_default();
        (0..=MAX_LIGHT)
            .filter_map(move |light| Some([capital_for([enemy[0], enemy[1]], light)?, light]))
            .filter(move |left| spare && left[0] <= have[0] && left[1] <= have[1] && left[0] + left[1] < all)
    }

    pub(super) fn offer_matches(&self, state: &State, offer: &mut impl Offer) -> bool {
        offer.put(Action::Done) || self.matches(state).any(|[_, light]| offer.put(Action::Leave { light }))
    }

    /// A fleet is opened for those who stay; its ships are picked openly.
    // rule: mcnair.11.31.counter
    pub(super) fn match_up(&self, state: &mut State, light: u8) {
        let seat = state.mover;
        let enemy = state.orders.sighted.unwrap_or_default();
        let (Some(counter), Some(capital)) =
            (state.fleets.spare(seat, self.scenario.fleets), capital_for([enemy[0], enemy[1]], light))
        else {
            return;
        };
        state.fleets.open(seat, counter, self.spot(state), None);
        if let Some(fleet) = state.fleets.get_mut(seat, counter) {
            fleet.activated = true;
        }
        state.step = Step::Leave { counter, capital, light, after: 0 };
    }

    pub(super) fn offer_leavers(
        &self,
        state: &State,
        (capital, light): (u8, u8),
        after: u32,
        offer: &mut impl Offer,
    ) -> bool {
        if capital + light == 0 {
            return self.more_leavers(state, after).any(|index| offer.put(Action::Pick(Pick(index))))
                || offer.put(Action::Done);
        }
        let role = if capital > 0 { Role::Capital } else { Role::Light };
        let own = state.groups.packed_of(state.mover).iter().enumerate();
        let needed = if capital > 0 { capital } else { self.still_light(state) };
        let mut candidates: Vec<(u8, Group, u32)> = own
            .map(|(index, packed)| (index as u8, packed.group(), packed.key()))
            .filter(|(_, group, key)| {
                group.place == Place::Fleet(state.orders.fleet)
                    && group.class.role() == role
                    && (self.rules.scouts_count || group.class != Class::Scout)
                    && *key >= after
            })
            .collect();
        // Picks come in order, so none may pass over ships that are needed.
        let mut behind = 0;
        candidates.reverse();
        candidates.retain(|(_, group, _)| {
            behind += group.count;
            behind >= needed
        });
        candidates.reverse();
        candidates.into_iter().any(|(index, ..)| offer.put(Action::Pick(Pick(index))))
    }

    /// Warships that may stay beyond the match, by their numbers, as long as somebody goes on.
    fn more_leavers(&self, state: &State, after: u32) -> impl Iterator<Item = u8> {
        let (fleet, own) = (state.orders.fleet, state.groups.packed_of(state.mover).iter().enumerate());
        let going = self.jumpers(state, state.mover, fleet);
        let counts = |class| self.rules.scouts_count || class != Class::Scout;
        let stays = move |group: &Group| {
            let warship = matches!(group.class.role(), Role::Capital | Role::Light);
            group.place == Place::Fleet(fleet) && warship && counts(group.class)
        };
        own.filter(move |(_, packed)| going > 1 && packed.key() >= after && stays(&packed.group()))
            .map(|(index, _)| index as u8)
    }

    fn still_light(&self, state: &State) -> u8 {
        match state.step {
            Step::Leave { light, .. } => light,
            _ => 0,
        }
    }

    /// One ship stays.
    // rule: mcnair.11.31.stay
    pub(super) fn leave_behind(
        &self,
        state: &mut State,
        counter: super::state::FleetId,
        (mut capital, mut light): (u8, u8),
        pick: Pick,
    ) {
        let seat = state.mover;
        let Some(packed) = state.groups.packed_of(seat).get(usize::from(pick.0)).copied() else { return };
        let one = Group { count: 1, ..packed.group() };
        state.groups.change(one, |group| Group { place: Place::Fleet(counter), ..group });
        self.take_along(state, seat, one.place, Place::Fleet(counter));
        let mut after = packed.key();
        if capital > 0 {
            capital -= 1;
            after = if capital == 0 { 0 } else { after };
        } else if light > 0 {
            light -= 1;
            after = if light == 0 { 0 } else { after };
        }
        state.step = Step::Leave { counter, capital, light, after };
        let more = self.rules.overmatch && self.more_leavers(state, after).next().is_some();
        if capital + light == 0 && !more {
            self.bypass(state, counter);
        }
    }

    /// The others go on.
    // rule: mcnair.11.31.bypass
    pub(super) fn bypass(&self, state: &mut State, counter: super::state::FleetId) {
        let at = self.spot(state);
        state.pending.push(Pending { at, from: state.orders.from, fleet: counter });
        state.orders.sighted = None;
        state.step = Step::Orders;
    }
}

/// Capital warships that make a match with so many light ones against an enemy with these; `None`: there is no such match.
pub(super) fn capital_for([capital, light]: [u8; 2], left: u8) -> Option<u8> {
    if left <= light {
        Some(capital + (light - left).div_ceil(EXCHANGE))
    } else {
        let instead = left - light;
        instead
            .is_multiple_of(EXCHANGE)
            .then_some(instead / EXCHANGE)
            .and_then(|count| capital.checked_sub(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(enemy: [u8; 2]) -> Vec<[u8; 2]> {
        (0..=MAX_LIGHT).filter_map(|light| Some([capital_for(enemy, light)?, light])).collect()
    }

    /// As many as the enemy has; 1 capital = 3 light, either way; what is left of an exchange is wasted.
    #[test]
    fn mcnair_11_31_exchange() {
        assert_eq!(all([2, 1]), [[3, 0], [2, 1], [1, 4], [0, 7]]);
        assert_eq!(all([0, 4]), [[2, 0], [1, 1], [1, 2], [1, 3], [0, 4]]);
        assert_eq!(all([0, 0]), [[0, 0]]);
    }
}
