//! Production and movement: what to mend, what to build, what to take up, where to go.

use super::super::action::{Action, Kind, Quantity};
use super::super::class::Class;
use super::super::hex::{Heading, distance, neighbour};
use super::super::state::{BoxId, Orders, PendingMove, Place, Placing, Step, SystemId};
use super::mind::{Mind, Plan};

/// What `Done` scores: an order is given where it scores more.
const DONE: f32 = 5.0;
/// What an order that belongs to the plan scores.
const PLANNED: f32 = 10.0;

impl Mind<'_> {
    /// The score of a decision outside battles.
    pub(super) fn campaign(&self, legal: &[Action], scores: &mut Vec<f32>) {
        match self.state.step {
            Step::Place(placing) => scores.extend(legal.iter().map(|&action| self.place(action, placing))),
            Step::Appeal => scores.extend(legal.iter().map(|&action| self.appeal(action))),
            Step::Recall { .. } => scores.extend(legal.iter().map(|&action| match action {
                Action::Select { kind, .. } => -f32::from(self.game.units.price(kind.class, self.me)),
                _ => -100.0,
            })),
            Step::Overhaul { .. } => scores.extend(legal.iter().map(|&action| self.overhaul(action))),
            Step::Routine { .. } => scores.extend(legal.iter().map(|&action| self.leave_out(action))),
            Step::Build { .. } => {
                let first = self.purchases(legal).first().copied();
                scores.extend(legal.iter().map(|&action| match action {
                    Action::Build { class, at } if Some(class) == first.map(|(c, _)| c) => {
                        PLANNED
                            - 0.1 * f32::from(
                                self.game.map.distance(self.game.map.surface(at).system, self.home(self.foe)),
                            )
                    }
                    Action::Done => DONE,
                    _ => 0.0,
                }));
            }
            Step::Quantity(quantity) => {
                let wanted = self.wanted(quantity);
                scores.extend(legal.iter().map(|&action| match action {
                    Action::Count(count) => -(f32::from(count) - wanted).abs(),
                    _ => -100.0,
                }));
            }
            Step::Orders(orders) => {
                let plan = self.plan();
                scores.extend(legal.iter().map(|&action| self.order(action, orders, plan)));
            }
            Step::Destination { order, .. } => {
                let plan = self.plan();
                scores.extend(legal.iter().map(|&action| match action {
                    Action::Destination(place) => self.destination(place, order, plan),
                    Action::Sublight(heading) => self.heading(heading, order.from),
                    _ => 0.0,
                }));
            }
            _ => scores.extend(legal.iter().map(|_| 0.0)),
        }
    }

    /// Markers and ships go towards the enemy, units where the scenario has them.
    fn place(&self, action: Action, placing: Placing) -> f32 {
        let Action::Destination(place) = action else { return 0.0 };
        let Some(system) = self.game.system_of(place) else { return 0.0 };
        let near = -0.1 * f32::from(self.game.map.distance(system, self.home(self.foe)));
        match placing {
            Placing::Units { class, .. } if self.usual(class, place) > 0 => PLANNED + near,
            _ => near,
        }
    }

    /// How many counters of a class the scenario has at a place.
    fn usual(&self, class: Class, place: Place) -> u8 {
        let lines = self.game.war().map_or(&[][..], |war| &war.deployment);
        let here = lines.iter().filter(|line| (line.seat, line.class, line.place) == (self.me, class, place));
        here.map(|line| line.count).sum()
    }

    fn appeal(&self, action: Action) -> f32 {
        let wanted = f32::from(self.state.court.glory) >= self.doctrine.appeal_glory;
        match action {
            Action::Appeal { military: true } if wanted => PLANNED,
            Action::Done => DONE,
            _ => 0.0,
        }
    }

    fn overhaul(&self, action: Action) -> f32 {
        match action {
            Action::Select { kind, .. } if kind.disrupted => {
                let price = f32::from(self.game.units.price(kind.class, self.me));
                let cost = f32::from(self.game.overhaul_price(self.me, kind.class, true));
                DONE + self.doctrine.overhaul * price - cost
            }
            // By the base game a sound ship that is not paid for casts a die.
            Action::Select { kind, .. } if !self.game.rules.kit_maintenance => {
                let number = f32::from(self.game.units.maintenance(kind.class, self.me));
                let price = f32::from(self.game.units.price(kind.class, self.me));
                DONE + self.doctrine.overhaul * price * (number - 1.0) / 6.0 - number
            }
            Action::Done => DONE,
            _ => 0.0,
        }
    }

    /// Left out go disrupted ships with good odds to recover; where some must, the cheapest.
    fn leave_out(&self, action: Action) -> f32 {
        match action {
            Action::Select { kind, .. } => {
                let number = f32::from(self.game.units.maintenance(kind.class, self.me));
                if kind.disrupted && number <= 2.0 {
                    PLANNED - number
                } else {
                    -f32::from(self.game.units.price(kind.class, self.me))
                }
            }
            Action::Done => DONE,
            _ => 0.0,
        }
    }

    /// What the stock is to be spent on: classes with counts, in the order in which they are built. First comes
    /// what lifts troops, the rest goes to the warships that are worth most together.
    fn purchases(&self, legal: &[Action]) -> Vec<(Class, u8)> {
        let offered =
            |class: Class| legal.iter().any(|a| matches!(a, Action::Build { class: c, .. } if *c == class));
        let price = |class: Class| self.game.units.price(class, self.me);
        let mut stock = self.state.sides[self.me.index()].stock;
        let mut list: Vec<(Class, u8)> = Vec::new();
        let counted = |class: Class| f32::from(self.state.counters(self.me, class));
        let own_boxes = self.state.friendly_boxes(self.me).count_ones() as f32;
        let spare =
            counted(Class::RegularTroops) + counted(Class::JumpTroops) - self.doctrine.garrison * own_boxes;
        let lacking = (self.doctrine.troops - spare.max(0.0)).max(0.0);
        let transports = (self.doctrine.troops - counted(Class::Transport)).max(0.0);
        for (class, wanted) in
            [(Class::Transport, transports), (Class::JumpTroops, lacking), (Class::RegularTroops, 0.0)]
        {
            let affordable = if offered(class) { stock / price(class).max(1) } else { 0 };
            let count = (wanted.ceil() as u8).min(affordable);
            if count > 0 {
                stock -= count * price(class);
                list.push((class, count));
            }
        }
        list.extend(self.warships(stock, &offered));
        list.sort_unstable();
        list
    }

    /// The warships that are worth most together for this much RU (a small knapsack).
    fn warships(&self, stock: u8, offered: &dyn Fn(Class) -> bool) -> Vec<(Class, u8)> {
        let worth = |class: Class| match class {
            Class::Scout => self.doctrine.build_scout,
            Class::Destroyer => self.doctrine.build_destroyer,
            Class::LightCruiser => self.doctrine.build_light_cruiser,
            Class::MissileBoat => self.doctrine.build_missile_boat,
            _ if class.is_line_ship() => {
                self.doctrine.build_large * f32::from(self.game.units.price(class, self.me))
            }
            _ => 0.0,
        };
        let classes: Vec<Class> = Class::ALL
            .into_iter()
            .filter(|&class| class.is_line_ship() && offered(class) && worth(class) > 0.0)
            .collect();
        let mut best: Vec<(f32, Option<Class>)> = vec![(0.0, None); usize::from(stock) + 1];
        for ru in 1..best.len() {
            best[ru] = (best[ru - 1].0, None);
            for &class in &classes {
                let price = usize::from(self.game.units.price(class, self.me).max(1));
                if price <= ru && best[ru - price].0 + worth(class) > best[ru].0 {
                    best[ru] = (best[ru - price].0 + worth(class), Some(class));
                }
            }
        }
        let mut list: Vec<(Class, u8)> = Vec::new();
        let mut ru = usize::from(stock);
        while ru > 0 {
            let Some(class) = best[ru].1 else {
                ru -= 1;
                continue;
            };
            match list.iter_mut().find(|(c, _)| *c == class) {
                Some((_, count)) => *count += 1,
                None => list.push((class, 1)),
            }
            ru -= usize::from(self.game.units.price(class, self.me).max(1));
        }
        list
    }

    /// How many are wanted of what was just chosen.
    fn wanted(&self, quantity: Quantity) -> f32 {
        match quantity {
            Quantity::Build { class, most, .. } => {
                let all: Vec<Action> =
                    Class::ALL.into_iter().map(|class| Action::Build { class, at: BoxId(0) }).collect();
                let still: Vec<Action> = all
                    .into_iter()
                    .filter(|action| matches!(action, Action::Build { class: c, .. } if *c >= class && self.may_build(*c)))
                    .collect();
                let list = self.purchases(&still);
                list.iter().find(|(c, _)| *c == class).map_or(1.0, |&(_, count)| f32::from(count.min(most)))
            }
            Quantity::Move { order: PendingMove { from: at @ Place::Space(from), kind, .. }, .. }
                if self.picket(from) == Some(kind.class) && !kind.disrupted =>
            {
                f32::from(self.number_of(at, kind)) - 1.0
            }
            Quantity::Load { at: Place::Surface(at), .. } => self.spare_in(at).max(1.0),
            Quantity::LeaveOut { .. } => 1.0,
            Quantity::Deploy { class, at, .. } => f32::from(self.usual(class, at).max(1)),
            _ => 100.0,
        }
    }

    fn may_build(&self, class: Class) -> bool {
        match &self.game.scenario {
            super::super::setup::Scenario::War(war) => {
                let permitted = if self.me == super::super::state::IMPERIAL {
                    self.state.court.permitted
                } else {
                    war.build[self.me.index()]
                };
                permitted & 1 << class.index() != 0
            }
            super::super::setup::Scenario::Duel(_) => false,
        }
    }

    fn order(&self, action: Action, _orders: Orders, plan: Option<Plan>) -> f32 {
        match action {
            Action::Done => DONE,
            Action::Select { at, kind } => match self.wish(at, kind, plan) {
                Some(wish) if Some(wish) != self.hex(at) => PLANNED,
                _ => 0.0,
            },
            Action::SelectUnderWay { .. } => PLANNED,
            Action::Load { class, at: Place::Surface(at) } => {
                let from = self.game.map.surface(at).system;
                let useful = plan.is_some_and(|plan| {
                    plan.landing && plan.at != from && self.reach(from) & plan.at.bit() != 0
                });
                let better = class == Class::RegularTroops && self.jump_troops_suffice(at, from);
                if useful && class.is_troops() && self.spare_in(at) >= 1.0 && !better {
                    PLANNED + 2.0
                } else {
                    0.0
                }
            }
            Action::Unload { class, at: Place::Surface(at) } => {
                let home = self.state.marker(at).holder == Some(self.me);
                let stays =
                    plan.is_none_or(|plan| !plan.landing || plan.at == self.game.map.surface(at).system);
                let above =
                    self.board.space[self.foe.index()][usize::from(self.game.map.surface(at).system.0)];
                if home && class.is_troops() && stays && above == 0.0 { DONE + 1.0 } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    /// Ships go by sublight only to come back to a lane.
    fn heading(&self, heading: Heading, from: Place) -> f32 {
        let hex = neighbour(self.game.hex_of(from), heading).unwrap_or_default();
        let fuelled = self.game.map.systems.iter().filter(|system| system.boxes != 0);
        let away = fuelled.map(|system| distance(hex, system.hex)).min().unwrap_or(0);
        -1.0 - f32::from(away)
    }

    fn jump_troops_suffice(&self, at: BoxId, from: SystemId) -> bool {
        let there = self.state.groups_at(Place::Surface(at));
        let jump = there.filter(|group| group.seat == self.me && group.class == Class::JumpTroops);
        jump.map(|group| f32::from(group.count)).sum::<f32>() >= self.empty_transports(from)
    }

    fn hex(&self, at: Place) -> Option<Place> {
        match at {
            Place::Space(_) => Some(at),
            _ => None,
        }
    }

    /// Where a stack should go; `None`: where it is.
    fn wish(&self, at: Place, kind: Kind, plan: Option<Plan>) -> Option<Place> {
        let from = self.game.system_of(at)?;
        let goes =
            |to: SystemId| (to != from && self.reach(from) & to.bit() != 0).then_some(Place::Space(to));
        let rises = || matches!(at, Place::Surface(_)).then_some(Place::Space(from));
        if kind.class == Class::Transport {
            return match kind.carrying {
                Some(cargo) if cargo.is_troops() => {
                    let landing = plan.filter(|plan| plan.landing)?;
                    if landing.at == from { rises() } else { goes(landing.at) }
                }
                _ => self.staging().and_then(|to| if to == from { rises() } else { goes(to) }),
            };
        }
        if kind.disrupted || !kind.class.is_jump_capable() {
            return None;
        }
        let plan = plan?;
        let last = self.number_of(at, kind) <= 1 && matches!(at, Place::Space(_));
        if last && plan.at != from && self.picket(from) == Some(kind.class) {
            return None;
        }
        if plan.at == from { rises() } else { goes(plan.at) }
    }

    /// Where empty transports are wanted: the own system with the most troops to spare.
    fn staging(&self) -> Option<SystemId> {
        let need = |at: &SystemId| self.spare_troops(*at) - self.empty_transports(*at);
        let safe = |at: &SystemId| self.board.space[self.foe.index()][usize::from(at.0)] == 0.0;
        let best = self.systems().filter(safe).max_by(|a, b| need(a).total_cmp(&need(b)))?;
        (need(&best) > 0.0).then_some(best)
    }

    fn destination(&self, place: Place, order: PendingMove, plan: Option<Plan>) -> f32 {
        match self.wish(order.from, order.kind, plan) {
            Some(wish) if wish == place => PLANNED,
            Some(wish) => {
                let (to, wanted) = (self.game.system_of(place), self.game.system_of(wish));
                to.zip(wanted).map_or(0.0, |(a, b)| 1.0 - 0.1 * f32::from(self.game.map.distance(a, b)))
            }
            None => 0.0,
        }
    }
}
