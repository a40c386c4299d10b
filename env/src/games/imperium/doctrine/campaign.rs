//! Production and movement: what to mend, what to build, what to take up, where to go.

use super::super::action::{Action, Kind, Quantity};
use super::super::class::Class;
use super::super::hex::{Heading, distance, neighbour};
use super::super::state::{BoxId, OrderStage, Orders, PendingMove, Place, Placing, Step};
use super::mind::Mind;
use super::plan::{Campaign, Errand};

/// What `Done` scores: an order is given where it scores more.
const DONE: f32 = 5.0;
/// RU in stock from which on money is no longer short.
const RICH: f32 = 25.0;
/// What an order that belongs to the plan scores.
const PLANNED: f32 = 10.0;

impl Mind<'_> {
    /// The score of a decision outside battles.
    pub(super) fn direct(&self, legal: &[Action], scores: &mut Vec<f32>) {
        match self.state.step {
            Step::Place(placing) => scores.extend(legal.iter().map(|&action| self.place(action, placing))),
            Step::Appeal => scores.extend(legal.iter().map(|&action| self.appeal(action))),
            Step::Recall { .. } => scores.extend(legal.iter().map(|&action| match action {
                Action::Select { kind, .. } => -f32::from(self.game.units.price(kind.class, self.me)),
                _ => -100.0,
            })),
            // Monitors near the enemy are kept.
            Step::Peace(_) => {
                scores.extend(legal.iter().map(|&action| match action {
                    Action::Select { at, .. } => self.game.system_of(at).map_or(1000.0, |system| {
                        f32::from(self.game.map.distance(system, self.home(self.foe)))
                    }),
                    _ => 1000.0,
                }))
            }
            Step::Overhaul { .. } => scores.extend(legal.iter().map(|&action| self.overhaul(action))),
            Step::Routine { .. } => scores.extend(legal.iter().map(|&action| self.leave_out(action))),
            Step::Build { .. } => {
                let first = self.purchases(&self.offered(legal)).first().map(|&(class, at, _)| (class, at));
                scores.extend(legal.iter().map(|&action| match action {
                    Action::Build { class, at } if Some((class, at)) == first => PLANNED,
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
                let campaign = self.campaign();
                scores.extend(legal.iter().map(|&action| self.order(action, orders, &campaign)));
            }
            Step::Destination { order, .. } => {
                let errand = first_errand(&self.campaign(), order.from, order.kind);
                scores.extend(legal.iter().map(|&action| match action {
                    Action::Destination(place) => self.destination(place, errand),
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
        let wanted = f32::from(self.state.court.glory) >= self.doctrine.appeal_glory
            && self.turns_left() >= self.doctrine.appeal_turns;
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
                let idle = (f32::from(self.state.sides[self.me.index()].stock) / RICH).max(1.0);
                DONE + self.doctrine.overhaul * idle * price - cost
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

    /// How many are wanted of what was just chosen.
    fn wanted(&self, quantity: Quantity) -> f32 {
        match quantity {
            Quantity::Build { class, at, most } => {
                let list = self.purchases(&self.still_offered(class, at));
                let bought = list.iter().find(|(c, a, _)| (*c, *a) == (class, at));
                bought.map_or(1.0, |&(_, _, count)| f32::from(count.min(most)))
            }
            Quantity::Move { order: PendingMove { from, kind, .. }, .. } => {
                first_errand(&self.campaign(), from, kind).map_or(100.0, |errand| f32::from(errand.count))
            }
            Quantity::Load { class, at: Place::Surface(at), .. } => {
                self.cargo_wanted(class, at, &self.campaign()).map_or(1.0, |(count, _)| count.max(1.0))
            }
            Quantity::Unload { class, .. } if class.is_troops() => self.doctrine.garrison.max(1.0),
            Quantity::LeaveOut { .. } => 1.0,
            Quantity::Deploy { class, at, .. } => f32::from(self.usual(class, at).max(1)),
            _ => 100.0,
        }
    }

    fn order(&self, action: Action, orders: Orders, campaign: &Campaign) -> f32 {
        match action {
            Action::Done => DONE,
            Action::Select { at, kind } => match first_errand(campaign, at, kind) {
                // First legs come before anything that would end them.
                Some(_) if kind.class.is_support_ship() => PLANNED + 1.0,
                Some(_) => PLANNED,
                None => 0.0,
            },
            Action::SelectUnderWay { .. } => PLANNED,
            Action::Load { class, at: Place::Surface(at) } => {
                let wanted = self.cargo_wanted(class, at, campaign);
                let stage = if orders.stage == OrderStage::FirstCargo { 2.0 } else { 0.0 };
                wanted.map_or(0.0, |(_, urgency)| PLANNED + stage + urgency)
            }
            Action::Unload { class, at: Place::Surface(at) } if self.is_delivered(class, at, campaign) => {
                if orders.stage >= OrderStage::March {
                    DONE + 1.0
                } else {
                    PLANNED + 0.5
                }
            }
            _ => 0.0,
        }
    }

    /// Whether cargo above a box has come to where it is wanted.
    fn is_delivered(&self, class: Class, at: BoxId, campaign: &Campaign) -> bool {
        let marker = self.state.marker(at);
        let system = self.game.map.surface(at).system;
        if class == Class::Outpost {
            return marker.is_empty();
        }
        let home = marker.holder == Some(self.me);
        let leaves = campaign.plans.iter().any(|plan| {
            plan.landing && plan.at != system && self.lanes.reach(self.me, system) & plan.at.bit() != 0
        });
        let above = self.board.space[self.foe.index()][usize::from(system.0)];
        let bare = self.troops_in(at) < self.doctrine.garrison;
        home && class.is_troops() && above == 0.0 && !leaves && (bare || self.game.map.surface(at).primary)
    }

    /// Ships go by sublight only to come back to a lane.
    fn heading(&self, heading: Heading, from: Place) -> f32 {
        let hex = neighbour(self.game.hex_of(from), heading).unwrap_or_default();
        let fuelled = self.game.map.systems.iter().filter(|system| system.boxes != 0);
        let away = fuelled.map(|system| distance(hex, system.hex)).min().unwrap_or(0);
        -1.0 - f32::from(away)
    }

    fn destination(&self, place: Place, errand: Option<Errand>) -> f32 {
        let Some(errand) = errand else { return 0.0 };
        match self.game.system_of(place) {
            _ if place == Place::Space(errand.to) => PLANNED,
            Some(at) => 1.0 - 0.1 * f32::from(self.game.map.distance(at, errand.to)),
            None => 0.0,
        }
    }
}

/// The errand of these ships that is given first: orders of ships that are alike go by destination.
fn first_errand(campaign: &Campaign, from: Place, kind: Kind) -> Option<Errand> {
    let alike = campaign.errands.iter().filter(|errand| (errand.from, errand.kind) == (from, kind));
    let first = alike.clone().map(|errand| errand.to).min()?;
    let count = alike.filter(|errand| errand.to == first).map(|errand| errand.count).sum();
    Some(Errand { from, kind, count, to: first })
}
