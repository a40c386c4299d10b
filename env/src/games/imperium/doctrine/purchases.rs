//! What the stock is spent on, and where it is built.

use super::super::action::Action;
use super::super::class::Class;
use super::super::sets::bits;
use super::super::setup::Scenario;
use super::super::state::{BoxId, IMPERIAL, Place};
use super::board::stake;
use super::mind::Mind;

/// The most garrisons and pickets bought in a turn.
const MOST_POSTS: u8 = 2;

/// RU left from which on fortresses are bought beyond what the doctrine wants.
const RICH: f32 = 16.0;

/// Ships that are long in building lose worth when fewer game turns than these are to come.
const LATE: f32 = 4.0;

/// Counters to buy at a box.
pub(super) type Purchase = (Class, BoxId, u8);

/// A shopping list under way.
struct Basket<'a> {
    stock: u8,
    /// The classes with the boxes where each may be built.
    offered: &'a [(Class, BoxId)],
    list: Vec<Purchase>,
}

impl Basket<'_> {
    fn yards(&self, class: Class) -> impl Iterator<Item = BoxId> {
        self.offered.iter().filter(move |(c, _)| *c == class).map(|(_, at)| *at)
    }

    fn add(&mut self, (class, at, count): Purchase, price: u8) {
        let count = count.min(self.stock / price.max(1));
        if count == 0 {
            return;
        }
        self.stock -= count * price;
        match self.list.iter_mut().find(|(c, a, _)| (*c, *a) == (class, at)) {
            Some((_, _, sum)) => *sum += count,
            None => self.list.push((class, at, count)),
        }
    }
}

impl Mind<'_> {
    /// Everything to buy of what is offered, in the order in which it is built. First comes what the doctrine keeps a
    /// number of, the rest goes to the warships that are worth most together.
    pub(super) fn purchases(&self, offered: &[(Class, BoxId)]) -> Vec<Purchase> {
        let stock = self.state.sides[self.me.index()].stock;
        let mut basket = Basket { stock, offered, list: Vec::new() };
        let have = |class: Class| f32::from(self.state.counters(self.me, class));
        let gates = self.lanes.gates.count_ones() as f32;
        self.buy(&mut basket, Class::Tanker, self.doctrine.tanker.min(gates) - have(Class::Tanker));
        self.buy(&mut basket, Class::Transport, self.doctrine.troops - have(Class::Transport));
        let garrisons = self.doctrine.garrison * self.state.friendly_boxes(self.me).count_ones() as f32;
        let spare = (have(Class::RegularTroops) + have(Class::JumpTroops) - garrisons).max(0.0);
        let jump = (self.doctrine.troops - spare).max(0.0);
        self.buy(
            &mut basket,
            Class::JumpTroops,
            jump.min(self.doctrine.troops + 1.0 - have(Class::JumpTroops)),
        );
        self.buy_posts(&mut basket);
        self.buy_fortresses(&mut basket, self.doctrine.monitors, self.doctrine.defences);
        let waiting = self.stored_outposts();
        let sites = self.outpost_sites().len() as f32;
        self.buy(&mut basket, Class::Outpost, self.doctrine.expansion.min(sites) - waiting);
        self.buy_warships(&mut basket);
        // What is left when the counters of warships have run out.
        if f32::from(basket.stock) >= RICH {
            self.buy_fortresses(&mut basket, f32::INFINITY, f32::INFINITY);
        }
        basket.list.sort_unstable();
        basket.list
    }

    /// The boxes where the phasing player may still build each class.
    pub(super) fn offered(&self, legal: &[Action]) -> Vec<(Class, BoxId)> {
        let builds = legal.iter().filter_map(|action| match action {
            Action::Build { class, at } => Some((*class, *at)),
            _ => None,
        });
        builds.collect()
    }

    /// What may be built at a box chosen already, and later in order.
    pub(super) fn still_offered(&self, class: Class, at: BoxId) -> Vec<(Class, BoxId)> {
        let Scenario::War(war) = &self.game.scenario else { return Vec::new() };
        let allowed =
            if self.me == IMPERIAL { self.state.court.permitted } else { war.build[self.me.index()] };
        let later = Class::ALL.into_iter().filter(|c| *c >= class && allowed >> c.index() & 1 == 1);
        later.map(|class| (class, at)).collect()
    }

    fn price(&self, class: Class) -> u8 {
        self.game.units.price(class, self.me)
    }

    /// Buys some of a class where it is nearest to the enemy.
    fn buy(&self, basket: &mut Basket<'_>, class: Class, wanted: f32) {
        let foe = self.home(self.foe);
        let near = |at: &BoxId| self.game.map.distance(self.game.map.surface(*at).system, foe);
        if let Some(at) = basket.yards(class).min_by_key(near)
            && wanted > 0.0
        {
            basket.add((class, at, wanted.ceil() as u8), self.price(class));
        }
    }

    /// Scouts for bare posts, regular troops for bare boxes.
    fn buy_posts(&self, basket: &mut Basket<'_>) {
        let posts = self.bare_posts().len() as f32;
        let scouts = self
            .state
            .groups_of(self.me)
            .filter(|group| group.class == Class::Scout && matches!(group.place, Place::Surface(_)));
        let idle: f32 = scouts.map(|group| f32::from(group.count)).sum();
        self.buy(basket, Class::Scout, (posts - idle).min(f32::from(MOST_POSTS)));
        let bare = self.bare_boxes();
        for at in bare.iter().take(usize::from(MOST_POSTS)) {
            let here = basket.yards(Class::RegularTroops).any(|yard| yard == *at);
            if here {
                basket.add((Class::RegularTroops, *at, 1), self.price(Class::RegularTroops));
            } else if self.systems().all(|from| self.spare_troops(from) < 1.0) {
                self.buy(basket, Class::RegularTroops, 1.0);
            }
        }
    }

    /// A monitor and a PD, as long as fewer stand than the doctrine wants, where most is at stake and exposed.
    fn buy_fortresses(&self, basket: &mut Basket<'_>, monitors: f32, defences: f32) {
        let exposed = |at: &BoxId| {
            let system = self.game.map.surface(*at).system;
            let reach =
                if self.near & system.bit() != 0 { 2.0 } else { f32::from(self.far & system.bit() != 0) };
            reach * stake(self.game, &self.state.marker(*at)).sqrt()
        };
        for (class, wanted) in [(Class::Monitor, monitors), (Class::PlanetaryDefence, defences)] {
            if f32::from(self.state.counters(self.me, class)) >= wanted {
                continue;
            }
            let bare = |at: &BoxId| exposed(at) > 0.0 && !self.has(class, *at);
            let best = basket.yards(class).filter(bare).max_by(|a, b| exposed(a).total_cmp(&exposed(b)));
            if let Some(at) = best {
                basket.add((class, at, 1), self.price(class));
            }
        }
    }

    fn has(&self, class: Class, at: BoxId) -> bool {
        let system = self.game.map.surface(at).system;
        self.state.groups_of(self.me).any(|group| {
            group.class == class
                && (group.place == Place::Surface(at)
                    || class.is_ship() && self.game.system_of(group.place) == Some(system))
        })
    }

    fn stored_outposts(&self) -> f32 {
        let placed = bits(self.state.outposts(self.me)).count() as f32;
        f32::from(self.state.counters(self.me, Class::Outpost)) - placed
    }

    /// The warships that are worth most together for what is left, as far as there are counters.
    fn buy_warships(&self, basket: &mut Basket<'_>) {
        let mut left: Vec<(Class, u8)> = Class::ALL
            .into_iter()
            .filter(|&class| class.is_line_ship() && self.worth(class) > 0.0)
            .filter(|&class| basket.yards(class).next().is_some())
            .map(|class| (class, self.game.counters_left(self.state, self.me, class)))
            .collect();
        // Each time the counters of a class run out, the rest is divided anew.
        while !left.is_empty() && basket.stock > 0 {
            for class in self.best_warships(&left, basket.stock) {
                if let Some((_, count)) = left.iter_mut().find(|(c, count)| *c == class && *count > 0) {
                    *count -= 1;
                    self.buy(basket, class, 1.0);
                }
            }
            let before = left.len();
            left.retain(|(_, count)| *count > 0);
            if left.len() == before {
                break;
            }
        }
    }

    /// The classes that are worth most together for this much RU, one entry a ship (a small knapsack).
    fn best_warships(&self, classes: &[(Class, u8)], stock: u8) -> Vec<Class> {
        let mut best: Vec<(f32, Option<Class>)> = vec![(0.0, None); usize::from(stock) + 1];
        for ru in 1..best.len() {
            best[ru] = (best[ru - 1].0, None);
            for &(class, _) in classes {
                let price = usize::from(self.price(class).max(1));
                if price <= ru && best[ru - price].0 + self.worth(class) > best[ru].0 {
                    best[ru] = (best[ru - price].0 + self.worth(class), Some(class));
                }
            }
        }
        let (mut ru, mut list) = (usize::from(stock), Vec::new());
        while ru > 0 {
            let step = best[ru].1.map(|class| {
                list.push(class);
                usize::from(self.price(class).max(1))
            });
            ru -= step.unwrap_or(1);
        }
        list
    }

    /// What a new warship is worth, RU.
    fn worth(&self, class: Class) -> f32 {
        match class {
            Class::Scout => self.doctrine.build_scout,
            Class::Destroyer => self.doctrine.build_destroyer,
            Class::LightCruiser => self.doctrine.build_light_cruiser,
            Class::MissileBoat => self.doctrine.build_missile_boat,
            Class::Monitor | Class::Fighter => 0.0,
            // They come a turn later.
            _ => {
                let in_time = (self.turns_left() / LATE).min(1.0);
                self.doctrine.build_large * in_time * f32::from(self.price(class))
            }
        }
    }
}
