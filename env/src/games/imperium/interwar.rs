//! Between two wars, from top to bottom (rules 8, 9, 14.9, 15.5).

use super::Imperium;
use super::action::Kind;
use super::class::Class;
use super::legal::Offer;
use super::movement::Picks;
use super::odds::{MAX_DICE, binomial, outcomes, successes, sum_of_dice};
use super::position::enemy_of;
use super::sets::bits;
use super::state::{BoxId, Group, IMPERIAL, MAX_BOXES, Marker, Peace, Phase, Place, State, Step, TERRAN};
use crate::core::{Chance, Seat};

impl Imperium {
    /// Conquests stay with the conqueror; outposts that can't be held go, without glory.
    // rule: imp.9.exchange imp.8.untenable
    pub(super) fn exchange_territory(&self, state: &mut State) {
        let conquered = |seat| state.markers.own_worlds(seat) & !state.markers.held(seat);
        state.series.conquered = conquered(TERRAN) | conquered(IMPERIAL);
        let untenable = self.untenable(state, TERRAN) | self.untenable(state, IMPERIAL);
        for k in bits(untenable) {
            state.markers.set(BoxId(k as u8), Marker::default());
            state.series.maturing[k] = 0;
        }
    }

    /// The boxes, by bit, with outposts of a side that can't be held: no lanes lead to a friendly world through systems
    /// without an unneutralised enemy marker. Those on conquered worlds stay.
    // rule: imp.8.untenable
    pub(super) fn untenable(&self, state: &State, seat: Seat) -> u64 {
        let hostile = self.map.systems_of(state.friendly_boxes(enemy_of(seat)));
        let mut reached = self.map.systems_of(state.worlds(seat));
        let mut edge = reached;
        while edge != 0 {
            reached |= edge;
            edge = self.map.next_to(edge) & !reached;
            // An outpost in a system with an enemy marker is reached, but nothing beyond it.
            reached |= edge & hostile;
            edge &= !hostile;
        }
        let worlds = state.markers.own_worlds(TERRAN) | state.markers.own_worlds(IMPERIAL);
        state.markers.own_outposts(seat) & !worlds & !self.map.boxes_in(reached)
    }

    /// The civil war is over, the Emperor listens again, and the fleets come home: all counters but monitors, which
    /// can't move in peace, are in store until they are set up for the next war.
    // rule: imp.9.monitors imp.7.5.civil_war
    pub(super) fn make_peace(&self, state: &mut State) {
        state.series.at_peace = true;
        (state.turn, state.phase) = (1, Phase::Production);
        (state.court.civil_war, state.court.deaf_until) = (false, 0);
        for group in &std::mem::take(&mut state.groups) {
            if group.class == Class::Monitor {
                state.add(Group::new(group.place, group.seat, group.class, group.count));
                continue;
            }
            let store = &mut state.sides[group.seat.index()].to_deploy;
            store[group.class.index()] += group.count;
            if let Some(aboard) = group.cargo.class() {
                store[aboard.index()] += group.cargo.count() * group.count;
            }
        }
    }

    /// The roll at hand: how long the peace is, or how many ships it wears out.
    // rule: imp.9.peace imp.9.attrition
    pub(super) fn peace_chance(&self, peace: Peace) -> Chance {
        match peace {
            Peace::Attrition { left, .. } => {
                binomial(left.min(MAX_DICE), self.tables.interwar.eliminated_on, 6)
            }
            _ => sum_of_dice(self.tables.interwar.peace_dice),
        }
    }

    /// Applies an outcome of [`Imperium::peace_chance`] and goes on; false if there is no such outcome.
    pub(super) fn peace_rolled(&self, state: &mut State, peace: Peace, outcome: usize) -> bool {
        match peace {
            Peace::Attrition { seat, class, left } => {
                self.attrition_rolled(state, seat, class, left, outcome)
            }
            _ if outcome > 5 * usize::from(self.tables.interwar.peace_dice) => false,
            _ => {
                state.series.peace = self.turns_of_peace(outcome);
                self.mature(state);
                self.recover_in_peace(state);
                self.next_attrition(state, None);
                true
            }
        }
    }

    /// The game turns of peace that an outcome of the roll for its length stands for.
    pub(super) fn turns_of_peace(&self, outcome: usize) -> u8 {
        self.tables.interwar.peace_dice + outcome as u8
    }

    /// Friendly outposts on primaries become worlds, in time. Turns of separate peaces add up.
    // rule: imp.8.maturing
    fn mature(&self, state: &mut State) {
        for (seat, k) in
            [TERRAN, IMPERIAL].into_iter().flat_map(|seat| (0..MAX_BOXES).map(move |k| (seat, k)))
        {
            if state.outposts(seat) >> k & 1 == 0 || !self.map.boxes[k].primary {
                continue;
            }
            let turns = state.series.maturing[k] + state.series.peace;
            if turns < self.tables.interwar.turns_to_mature {
                state.series.maturing[k] = turns;
            } else {
                state.series.maturing[k] = 0;
                state.series.conquered &= !(1 << k);
                state.markers.set(BoxId(k as u8), Marker::of(seat, true));
            }
        }
    }

    /// Neutralised markers recover; worlds under an occupier stay as they are.
    // rule: imp.9.recovery
    fn recover_in_peace(&self, state: &mut State) {
        for seat in [TERRAN, IMPERIAL] {
            let own = state.markers.own_worlds(seat) | state.markers.own_outposts(seat);
            state.markers.recover(own & state.markers.held(seat));
        }
    }

    /// The next class whose ships cast a die each, or the preparations for the next war.
    // rule: imp.9.attrition
    fn next_attrition(&self, state: &mut State, last: Option<(Seat, Class)>) {
        let winner = enemy_of(state.series.first);
        let wears = |class: &Class| class.is_ship() && self.tables.spared_in_peace >> class.index() & 1 == 0;
        let wearing = Class::ALL.into_iter().filter(wears);
        let order =
            [winner, state.series.first].into_iter().flat_map(|seat| wearing.clone().map(move |c| (seat, c)));
        let mut later = order.skip_while(|this| last.is_some_and(|last| *this != last));
        if last.is_some() {
            later.next();
        }
        let ships = |(seat, class): (Seat, Class)| (seat, class, self.wearing_out(state, seat, class));
        match later.map(ships).find(|(_, _, count)| *count > 0) {
            Some((seat, class, left)) => state.step = Step::Peace(Peace::Attrition { seat, class, left }),
            None => self.prepare_for_war(state),
        }
    }

    /// How many ships of a class cast a die in a peace: those in store, monitors where they stand. What is not there yet
    /// casts none.
    pub(super) fn wearing_out(&self, state: &State, seat: Seat, class: Class) -> u8 {
        match class {
            Class::Monitor => state.groups_of(seat).filter(|g| g.class == class).map(|g| g.count).sum(),
            _ => state.sides[seat.index()].to_deploy[class.index()],
        }
    }

    fn attrition_rolled(
        &self,
        state: &mut State,
        seat: Seat,
        class: Class,
        left: u8,
        outcome: usize,
    ) -> bool {
        let (dice, faces) = (left.min(MAX_DICE), self.tables.interwar.eliminated_on);
        if outcome >= outcomes(dice, faces, 6) {
            return false;
        }
        let (lost, left) = (successes(dice, faces, 6, outcome), left - dice);
        if class == Class::Monitor && lost > 0 {
            state.step = Step::Peace(Peace::Scrap { seat, class, lost, left });
        } else {
            state.sides[seat.index()].to_deploy[class.index()] -= lost;
            self.roll_the_rest(state, seat, class, left);
        }
        true
    }

    fn roll_the_rest(&self, state: &mut State, seat: Seat, class: Class, left: u8) {
        if left > 0 {
            state.step = Step::Peace(Peace::Attrition { seat, class, left });
        } else {
            self.next_attrition(state, Some((seat, class)));
        }
    }

    /// Offers the ships that may be chosen to be worn out.
    // rule: imp.9.attrition
    pub(super) fn offer_scrap<O: Offer>(&self, state: &State, peace: Peace, offer: &mut O) -> bool {
        let Peace::Scrap { seat, class, .. } = peace else { return false };
        let groups = state.groups.packed_of(seat).iter();
        let alike = groups.filter(|group| group.is_of(1 << class.index()));
        let mut picks = Picks::new(state, seat);
        alike.map(|group| picks.action(group)).any(|action| offer.put(action))
    }

    /// One of them is chosen.
    pub(super) fn scrap(&self, state: &mut State, peace: Peace, at: Place, kind: Kind) {
        let Peace::Scrap { seat, class, lost, left } = peace else { return };
        let index = state.groups.iter().position(|g| (g.seat, g.place, g.kind()) == (seat, at, kind));
        state.take(index.expect("a legal choice names a group"), 1);
        if lost > 1 {
            state.step = Step::Peace(Peace::Scrap { seat, class, lost: lost - 1, left });
        } else {
            self.roll_the_rest(state, seat, class, left);
        }
    }

    /// Of old money little is left; then comes income for the next war, and production.
    // rule: imp.9.stock imp.9.interwar cobb.interwar.income
    fn prepare_for_war(&self, state: &mut State) {
        let interwar = &self.tables.interwar;
        for seat in [TERRAN, IMPERIAL] {
            let won = seat != state.series.first;
            let halves = match () {
                () if self.rules.kit_interwar => 2,
                () if won => interwar.winner_halves,
                () => interwar.loser_halves,
            };
            let income = self.income(state, seat) * u16::from(halves) / 2;
            let stock = &mut state.sides[seat.index()].stock;
            let kept = u16::from((*stock).min(interwar.stock_kept));
            *stock = (kept + income).min(u16::from(self.tables.stock_max)) as u8;
        }
        for due in std::mem::take(&mut state.due) {
            state.sides[due.seat.index()].to_deploy[due.class.index()] += due.count;
        }
        self.begin_peace_production(state, enemy_of(state.series.first));
    }

    // rule: imp.15.5.order
    fn begin_peace_production(&self, state: &mut State, seat: Seat) {
        state.phasing = seat;
        self.begin_building(state);
    }

    /// Where, of these boxes, a class is built in peace: what is set up afterwards anywhere at the first, monitors where
    /// they are to stay.
    // rule: imp.9.monitors cobb.setup.limit
    pub(super) fn peace_yards(&self, state: &State, class: Class, yards: u64) -> u64 {
        if class == Class::Monitor {
            bits(yards).filter(|&k| self.berths(state, BoxId(k as u8)) > 0).fold(0, |mask, k| mask | 1 << k)
        } else if self.most_built_in_peace(state, class, BoxId(0)) == 0 {
            0
        } else {
            yards & yards.wrapping_neg()
        }
    }

    /// How many counters of a class may still be built in peace, at a box where that matters.
    pub(super) fn most_built_in_peace(&self, state: &State, class: Class, at: BoxId) -> u8 {
        let seat = state.phasing;
        match class {
            Class::Monitor => self.berths(state, at),
            Class::PlanetaryDefence => {
                let boxes = state.friendly_boxes(seat).count_ones() as u8;
                let stored = state.sides[seat.index()].to_deploy[class.index()];
                (boxes * self.tables.pd_per_box).saturating_sub(stored)
            }
            _ => u8::MAX,
        }
    }

    /// How many monitors the routine limit of a box's system has room for.
    fn berths(&self, state: &State, at: BoxId) -> u8 {
        let (seat, system) = (state.phasing, self.map.surface(at).system);
        let number = u16::from(self.units.maintenance(Class::Monitor, seat));
        if !self.rules.setup_limit || number == 0 {
            return u8::MAX;
        }
        let limit = self.routine_limit(state, seat, usize::from(system.0));
        (limit.saturating_sub(self.factors_at(state, seat, system)) / number) as u8
    }

    /// Counters built in peace are in store; monitors start in the hex where they were built.
    pub(super) fn store(&self, state: &mut State, class: Class, at: BoxId, count: u8) {
        let seat = state.phasing;
        if class == Class::Monitor {
            state.add(Group::new(Place::Space(self.map.surface(at).system), seat, class, count));
        } else {
            state.sides[seat.index()].to_deploy[class.index()] += count;
        }
    }

    /// The winner has built, then the loser; then the winner sets up, then the loser, who will attack first.
    // rule: imp.15.5.order imp.9.redeployment cobb.interwar.order
    pub(super) fn end_peace_production(&self, state: &mut State) {
        let (loser, winner) = (state.series.first, enemy_of(state.series.first));
        if state.phasing == winner {
            self.begin_peace_production(state, loser);
        } else {
            self.begin_deployment(state, winner);
        }
    }

    /// Everything stands: the next war begins.
    // rule: imp.9.start imp.15.5.order
    pub(super) fn begin_next_war(&self, state: &mut State) {
        state.series.at_peace = false;
        state.series.war += 1;
        state.court.glory = self.tables.glory.start;
        self.draw_troops(state);
    }
}

#[cfg(test)]
mod tests;
