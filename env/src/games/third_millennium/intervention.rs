//! What the Empire does for its governor, asked or not: intervention, appeals, and ships that it sends.

use super::action::Action;
use super::class::{Class, Role};
use super::legal::Offer;
use super::map::{SystemId, systems_in};
use super::navigation::THROWS;
use super::politics::{Event, Table};
use super::state::{Appeal, Due, FleetId, Group, MAX_STOCK, Offensive, Place, Spot, State, Step};
use super::turn::CLOSE_OUT;
use super::{IMPERIAL, TERRAN, ThirdMillennium};
use crate::core::Chance;

impl ThirdMillennium {
    /// 1. Intervention: two dice.
    // rule: i3m.u19.intervention
    pub(super) fn begin_intervention(&self, state: &mut State) {
        state.mover = IMPERIAL;
        state.court.heard = false;
        state.court.glory = if state.fleets.emperor(IMPERIAL).is_some() { state.glory } else { 0 };
        state.step = Step::Intervention;
    }

    /// What can come of the dice that are due, with how many of 216 throws lead there.
    pub(super) fn events(&self, state: &State) -> Vec<(Event, u32)> {
        match state.step {
            Step::Petition { appeal } => {
                let table = &self.politics.appeal(appeal).events;
                self.results(state, |throw| self.answer(state, table, throw))
            }
            _ => self.results(state, |throw| &self.politics.intervention.events[throw]),
        }
    }

    /// The line that a throw of an appeal leads to, from 0 for 2.
    // rule: i3m.6.2.capital
    // rule: i3m.6.2.raise
    fn answer<'a>(&self, state: &State, table: &'a Table, throw: usize) -> &'a [Event; 6] {
        let last = table.len() - 1;
        let capital =
            |group: &Group| group.class.role() == Role::Capital && matches!(group.place, Place::Fleet(_));
        let aided = self.rules.capital_appeals && state.groups.of(TERRAN).any(|group| capital(&group));
        let throw = (throw + usize::from(aided)).min(last);
        let level = table[throw][0].level;
        let stale =
            level > 0 && level <= state.court.level && table[throw][0] == Event { level, ..Event::default() };
        if self.rules.raised_appeals && stale { &table[(throw + 1).min(last)] } else { &table[throw] }
    }

    fn results<'a>(&self, state: &State, line: impl Fn(usize) -> &'a [Event; 6]) -> Vec<(Event, u32)> {
        let mut results: Vec<(Event, u32)> = Vec::new();
        for (throw, throws) in THROWS.into_iter().enumerate() {
            let line = line(throw);
            for event in line.iter().map(|event| self.effective(state, *event)) {
                match results.iter_mut().find(|(other, _)| *other == event) {
                    Some((_, all)) => *all += throws,
                    None => results.push((event, throws)),
                }
            }
        }
        results
    }

    pub(super) fn events_chance(&self, state: &State) -> Chance {
        Chance::new(self.events(state).into_iter().map(|(_, throws)| throws))
    }

    /// What an event changes as things are: budgets have a least, stocks a limit after Production, counters an end; who has
    /// an offensive to make, or the Emperor with him, gets no other.
    fn effective(&self, state: &State, event: Event) -> Event {
        let has = |amount: u8| amount > 0;
        let stock = || state.sides[IMPERIAL.index()].stock.saturating_add(self.income(state, IMPERIAL));
        let missed = event.withheld.min(state.court.budget);
        let withheld = if has(event.withheld) && stock() < MAX_STOCK + missed { event.withheld } else { 0 };
        let least = self.politics.income.least_budget;
        let budget = state.court.budget.saturating_add_signed(event.budget).max(least);
        let recall = match event.recall {
            0 => 0,
            part => self.worth_of_ships(state) / part,
        };
        let left = |class: &Class| self.are_left(state, *class);
        let ships = Class::ALL.into_iter().filter(|class| event.ships & class.bit() != 0).filter(left);
        let sends = has(event.offensive)
            && state.court.offensive.is_none()
            && self.entry(state).is_some()
            && self.offers_ships(state, event.offensive);
        let emperor = self.guard_worth().unwrap_or(event.emperor);
        let comes = has(event.emperor)
            && self.may_come(state)
            && (self.rules.guard || !self.retinue(state, emperor).is_empty());
        Event {
            recall,
            budget: budget.wrapping_sub(state.court.budget) as i8,
            withheld,
            stock: if has(event.stock) { event.stock.min(MAX_STOCK.saturating_sub(stock())) } else { 0 },
            level: if event.level > state.court.level { event.level } else { 0 },
            ships: ships.fold(0, |mask, class| mask | class.bit()),
            offensive: if sends { event.offensive } else { 0 },
            emperor: if comes { emperor } else { 0 },
            ..event
        }
    }

    pub(super) fn happened(&self, state: &mut State, outcome: usize) -> bool {
        let Some(&(event, _)) = self.events(state).get(outcome) else { return false };
        let court = &mut state.court;
        court.budget = court.budget.saturating_add_signed(event.budget);
        court.withheld = court.withheld.max(event.withheld);
        court.level = court.level.max(event.level);
        state.sides[IMPERIAL.index()].stock += event.stock;
        state.glory = state.glory.saturating_add(event.glory);
        if event.recall > 0 {
            self.begin_recall(state, event.recall);
        } else if event.ships > 0 {
            state.step = Step::Gift { ships: event.ships };
        } else if event.offensive > 0 {
            state.step = Step::Offensive { left: event.offensive, after: None };
        } else if event.emperor > 0 {
            state.step = Step::Emperor { worth: event.emperor };
        } else {
            self.next_business(state);
        }
        true
    }

    /// What follows in the administrative segment, or in the close-out.
    pub(super) fn next_business(&self, state: &mut State) {
        if state.segment == CLOSE_OUT {
            return self.judge(state);
        }
        let may_appeal =
            [Appeal::Funds, Appeal::Forces].into_iter().any(|appeal| self.may_appeal(state, appeal));
        if !state.court.heard && may_appeal {
            state.step = Step::Appeal;
        } else {
            self.administrate(state);
        }
    }

    /// An appeal costs glory, and is not made without it.
    // rule: i3m.u18.cost
    // rule: i3m.6.2.floor
    fn may_appeal(&self, state: &State, appeal: Appeal) -> bool {
        state.glory >= self.politics.appeal(appeal).cost.max(self.rules.appeal_floor)
    }

    /// 2. One appeal a turn, or none.
    // rule: i3m.u18.appeal
    pub(super) fn offer_appeals(&self, state: &State, offer: &mut impl Offer) -> bool {
        let appeals = [Appeal::Funds, Appeal::Forces].into_iter();
        offer.put(Action::Done)
            || appeals
                .filter(|&appeal| self.may_appeal(state, appeal))
                .any(|appeal| offer.put(Action::Appeal(appeal)))
    }

    pub(super) fn appeal(&self, state: &mut State, action: Action) {
        state.court.heard = true;
        match action {
            Action::Appeal(appeal) => {
                state.glory -= self.politics.appeal(appeal).cost;
                state.step = Step::Petition { appeal };
            }
            _ => self.administrate(state),
        }
    }

    /// Whether counters of an Imperial class are left.
    fn are_left(&self, state: &State, class: Class) -> bool {
        let limit = self.units.find(IMPERIAL, class).map_or(0, |figures| figures.counters);
        self.counters_in_use(state, IMPERIAL, class) < u32::from(limit)
    }

    /// The first system where Imperial ships can enter now.
    fn entry(&self, state: &State) -> Option<SystemId> {
        systems_in(self.scenario.entries & self.connected(state, IMPERIAL)).next()
    }

    /// Where ships that are given enter: where no enemies are, if there is such a place; otherwise they wait.
    // rule: i3m.u18.ships
    pub(super) fn offer_entries(&self, state: &State, offer: &mut impl Offer) -> bool {
        let open = self.scenario.entries & self.connected(state, IMPERIAL);
        let places = if open == 0 { self.scenario.entries } else { open };
        systems_in(places).any(|at| offer.put(Action::Jump(at)))
    }

    /// They are there in this turn's Reinforcements.
    pub(super) fn give(&self, state: &mut State, ships: u32, at: SystemId) {
        for class in Class::ALL.into_iter().filter(|class| ships & class.bit() != 0) {
            state.enqueue(Due { turn: state.turn, seat: IMPERIAL, class, at, count: 1 });
        }
        self.next_business(state);
    }

    /// Whether any permitted ship can be had for so much.
    fn offers_ships(&self, state: &State, left: u8) -> bool {
        self.offensive_classes(state, left).next().is_some()
    }

    fn offensive_classes<'a>(&'a self, state: &'a State, left: u8) -> impl Iterator<Item = Class> + 'a {
        let permitted = self.permitted(state, IMPERIAL);
        let classes =
            Class::ALL.into_iter().filter(move |class| class.jumps() && permitted & class.bit() != 0);
        classes.filter(move |&class| {
            self.units.find(IMPERIAL, class).is_some_and(|figures| figures.cost <= left)
                && self.are_left(state, class)
        })
    }

    /// Ships for an offensive: permitted ones, all at one entry.
    // rule: i3m.u19.offensive
    pub(super) fn offer_offensive(
        &self,
        state: &State,
        (left, after): (u8, Option<(Class, SystemId)>),
        offer: &mut impl Offer,
    ) -> bool {
        let open = self.scenario.entries & self.connected(state, IMPERIAL);
        let places = after.map_or(open, |(_, at)| at.bit());
        for class in
            self.offensive_classes(state, left).filter(|class| after.is_none_or(|(last, _)| *class >= last))
        {
            if systems_in(places).any(|at| offer.put(Action::Build { class, at })) {
                return true;
            }
        }
        after.is_some() && offer.put(Action::Done)
    }

    pub(super) fn muster_offensive(&self, state: &mut State, left: u8, action: Action) {
        let Action::Build { class, at } = action else { return self.next_business(state) };
        let cost = self.units.of(IMPERIAL, class).cost;
        state.enqueue(Due { turn: state.turn, seat: IMPERIAL, class, at, count: 1 });
        let until = state.turn + self.politics.intervention.offensive_turns - 1;
        let glory = state.glory;
        state.court.offensive.get_or_insert(Offensive { until, glory, value: 0 }).value += cost;
        state.step = Step::Offensive { left: left - cost, after: Some((class, at)) };
    }

    /// Whether the Emperor may come: he is not here, a counter is spare, and a place open.
    fn may_come(&self, state: &State) -> bool {
        state.fleets.emperor(IMPERIAL).is_none()
            && state.fleets.spare(IMPERIAL, self.scenario.fleets).is_some()
            && self.imperial_seats(state) != 0
    }

    fn imperial_seats(&self, state: &State) -> u64 {
        let ids = self.politics.intervention.seats.iter();
        let seats = ids.filter_map(|id| self.map.system(id)).fold(0, |mask, at| mask | at.bit());
        seats & self.connected(state, IMPERIAL)
    }

    pub(super) fn offer_imperial_seats(&self, state: &State, offer: &mut impl Offer) -> bool {
        systems_in(self.imperial_seats(state)).any(|at| offer.put(Action::Jump(at)))
    }

    /// The Emperor's fleet takes a counter of its own.
    // rule: i3m.u19.emperor
    pub(super) fn receive_emperor(&self, state: &mut State, worth: u8, at: SystemId) {
        let Some(fleet) = state.fleets.spare(IMPERIAL, self.scenario.fleets) else { return };
        state.fleets.open(IMPERIAL, fleet, Spot::System(at), None);
        if let Some(fleet) = state.fleets.get_mut(IMPERIAL, fleet) {
            fleet.emperor = true;
        }
        state.court.glory = state.glory;
        if self.rules.guard {
            return self.receive_guard(state, fleet);
        }
        state.step = Step::Retinue { fleet, worth };
    }

    /// Classes that the Emperor's next ship may be of, with how many counters are left: any that its worth still allows,
    /// whatever the permissions.
    pub(super) fn retinue(&self, state: &State, worth: u8) -> Vec<(Class, u32)> {
        let classes = Class::ALL.into_iter().filter(|class| class.jumps());
        let drawn = classes.filter_map(|class| {
            let figures = self.units.find(IMPERIAL, class).filter(|figures| figures.cost <= worth)?;
            let left = u32::from(figures.counters).saturating_sub(state.counters(IMPERIAL, class));
            (left > 0).then_some((class, left))
        });
        drawn.collect()
    }

    pub(super) fn drawn_for_emperor(
        &self,
        state: &mut State,
        fleet: FleetId,
        worth: u8,
        outcome: usize,
    ) -> bool {
        let Some(&(class, _)) = self.retinue(state, worth).get(outcome) else { return false };
        state.groups.add(Group::new(IMPERIAL, Place::Fleet(fleet), class, 1));
        let worth = worth - self.units.of(IMPERIAL, class).cost;
        state.step = Step::Retinue { fleet, worth };
        if self.retinue(state, worth).is_empty() {
            self.next_business(state);
        }
        true
    }
}
