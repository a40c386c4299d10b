//! Imperial ships that leave the war: a recall, an offensive that brought nothing, an Emperor who is not amused.

use super::action::{Action, Pick};
use super::legal::Offer;
use super::state::{Group, Offensive, Place, State, Step};
use super::{IMPERIAL, ThirdMillennium};

impl ThirdMillennium {
    /// Whether a ship can be called home: it jumps, is neither lost nor the Emperor's.
    fn obeys(&self, state: &State, group: &Group) -> bool {
        let emperor = state.fleets.emperor(IMPERIAL).map(Place::Fleet) == Some(group.place);
        group.class.jumps() && !emperor && !self.is_lost(state, IMPERIAL, group.place)
    }

    fn worth_of(&self, group: &Group) -> u16 {
        u16::from(self.units.of(IMPERIAL, group.class).cost) * u16::from(group.count)
    }

    /// Resources in the ships that can be called home.
    pub(super) fn worth_of_ships(&self, state: &State) -> u16 {
        let ships = state.groups.of(IMPERIAL).filter(|group| self.obeys(state, group));
        ships.map(|group| self.worth_of(&group)).sum()
    }

    /// Ships worth so much go home, or all of them.
    // rule: i3m.u19.recall
    pub(super) fn begin_recall(&self, state: &mut State, worth: u16) {
        let left = worth.min(self.worth_of_ships(state));
        if left > 0 {
            state.mover = IMPERIAL;
            state.step = Step::Recall { left, after: 0 };
        } else {
            self.next_business(state);
        }
    }

    /// Ships that may be picked, in canonical order: none that passes over ships that are needed.
    pub(super) fn offer_recalls(
        &self,
        state: &State,
        (left, after): (u16, u32),
        offer: &mut impl Offer,
    ) -> bool {
        let own = state.groups.packed_of(IMPERIAL).iter().enumerate();
        let ships = own.filter(|(_, packed)| packed.key() >= after && self.obeys(state, &packed.group()));
        let mut rest: u16 = ships.clone().map(|(_, packed)| self.worth_of(&packed.group())).sum();
        for (index, packed) in ships {
            if rest < left || offer.put(Action::Pick(Pick(index as u8))) {
                return rest >= left;
            }
            rest -= self.worth_of(&packed.group());
        }
        false
    }

    /// One ship goes home with all aboard.
    pub(super) fn call_home(&self, state: &mut State, left: u16, pick: Pick) {
        let Some(packed) = state.groups.packed_of(IMPERIAL).get(usize::from(pick.0)).copied() else { return };
        let one = Group { count: 1, ..packed.group() };
        state.groups.remove(one);
        self.drop_stranded(state, IMPERIAL, one.place);
        self.close_empty(state, IMPERIAL);
        let left = left.saturating_sub(self.worth_of(&one));
        state.step = Step::Recall { left, after: packed.key() };
        if left == 0 {
            self.next_business(state);
        }
    }

    /// The Emperor leaves with his ships, if he is here.
    pub(super) fn dismiss_emperor(&self, state: &mut State) {
        let Some(fleet) = state.fleets.emperor(IMPERIAL) else { return };
        let ships: Vec<Group> = self.in_fleet(state, IMPERIAL, fleet).collect();
        ships.into_iter().for_each(|ship| state.groups.remove(ship));
        state.fleets.close(IMPERIAL, fleet);
    }

    /// The Emperor leaves if glory has not risen in the turn; who made no use of his offensive loses as much again.
    // rule: i3m.u19.emperor
    // rule: i3m.u19.offensive
    pub(super) fn answer_to_empire(&self, state: &mut State) {
        if state.glory <= state.court.glory {
            self.dismiss_emperor(state);
        }
        if state.fleets.emperor(IMPERIAL).is_none() {
            state.court.glory = 0;
        }
        let price = self.price_of_offensive(state);
        match (state.court.offensive, failed_offensive(state)) {
            (_, Some(offensive)) => {
                state.court.offensive = None;
                state.glory -= price;
                self.begin_recall(state, u16::from(offensive.value));
            }
            (Some(offensive), None) if state.glory > offensive.glory => {
                state.court.offensive = None;
                self.next_business(state);
            }
            _ => self.next_business(state),
        }
    }

    /// Glory that an offensive costs at the end of this turn.
    pub(super) fn price_of_offensive(&self, state: &State) -> i8 {
        failed_offensive(state).map_or(0, |_| self.politics.intervention.offensive_glory)
    }
}

/// The offensive whose time is over at the end of this turn, and that has brought nothing.
fn failed_offensive(state: &State) -> Option<Offensive> {
    state.court.offensive.filter(|offensive| state.glory <= offensive.glory && state.turn >= offensive.until)
}
