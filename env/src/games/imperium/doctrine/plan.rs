//! Where the fleet is to be: battles to seek, places to hold, and which ships go to each.

use super::super::action::Kind;
use super::super::class::Class;
use super::super::sets::bits;
use super::super::state::{BoxId, Cargo, Group, Phase, Place, SystemId};
use super::board::{power, stake};
use super::mind::{Mind, share};

/// Keeps a plan once ships are on their way, RU.
const COMMITMENT: f32 = 50.0;
/// Ships beyond what a place can maintain stay within so many lanes of it.
const QUARTERS: u8 = 3;
/// A fleet stays where it is unless more than this part of its power is to be gained by going elsewhere.
const INERTIA: f32 = 0.1;
/// What all own boxes are worth together when they are to be protected, in points of glory.
const REALM: f32 = 6.0;
/// The chance to take a box without troops at hand: what a siege may come to.
const FAR_FROM_LANDING: f32 = 0.1;
/// Ships of so many RU hit about once when they bombard in a combat phase.
const BOMBARDMENT: f32 = 14.0;
/// A monitor is as good as so much more power, RU, where no missile gets through.
const BULWARK: f32 = 45.0;
/// The most places that the fleet is divided among.
const MAX_PLANS: usize = 5;

/// A place where part of the fleet is wanted at the end of the movement phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) at: SystemId,
    /// Whether there is an enemy to fight or a box to take.
    pub(super) attack: bool,
    /// Whether troops are to land there.
    pub(super) landing: bool,
    pub(super) value: f32,
    /// Power that is enough for it.
    need: f32,
}

/// Ships that are to go somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Errand {
    pub(super) from: Place,
    pub(super) kind: Kind,
    pub(super) count: u8,
    pub(super) to: SystemId,
}

/// Everything that is to move in a movement phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Campaign {
    /// The most urgent first.
    pub(super) plans: Vec<Plan>,
    pub(super) errands: Vec<Errand>,
    /// Where troops and outposts are wanted that no ship is bringing yet.
    pub(super) garrisons: Vec<SystemId>,
    pub(super) sites: Vec<SystemId>,
}

/// Ships that stand together and have no task yet.
#[derive(Clone, Copy, Debug)]
struct Stack {
    place: Place,
    system: SystemId,
    kind: Kind,
    left: u8,
    each: f32,
    reach: u64,
}

impl Mind<'_> {
    /// Divides the fleet among what is worth most, plan by plan; the rest joins the first place to hold.
    pub(super) fn campaign(&self) -> Campaign {
        let mut campaign = Campaign::default();
        let mut pool = self.pool();
        if self.state.phase != Phase::ReactionMovement {
            self.post_pickets(&mut pool, &mut campaign.errands);
        }
        let mut walls = self.walls();
        while campaign.plans.len() < MAX_PLANS {
            let Some(plan) = self.best_plan(&pool, walls, &campaign.plans) else { break };
            let room = if plan.attack { f32::INFINITY } else { self.room(plan.at) };
            self.send(&mut pool, plan.at, (plan.need, room), &mut campaign.errands);
            walls |= plan.at.bit();
            campaign.plans.push(plan);
        }
        self.send_reserve(&mut pool, &mut campaign);
        self.send_cripples(&mut campaign);
        self.send_transports(&mut campaign);
        self.send_tankers(&mut campaign);
        campaign
    }

    /// All combat ships, those that stay where they are apart.
    fn pool(&self) -> Vec<Stack> {
        let mut pool: Vec<Stack> = Vec::new();
        let mut posted = 0_u64;
        for group in self.state.groups_of(self.me).filter(|group| group.class.is_combat_ship()) {
            let Some(system) = self.game.system_of(group.place) else { continue };
            let condition = if group.disrupted { 0.4 } else { 1.0 };
            let each = condition * power(self.game, group.class, self.me);
            let reach = if group.disrupted { system.bit() } else { self.reach(&group) };
            let mut left = group.count;
            let picket = group.place == Place::Space(system)
                && !group.disrupted
                && posted & system.bit() == 0
                && self.picket(system) == Some(group.class);
            if picket {
                posted |= system.bit();
                left -= 1;
                pool.push(self.stack(&group, system, 1, each, system.bit()));
            }
            if left > 0 {
                pool.push(self.stack(&group, system, left, each, reach));
            }
        }
        pool.sort_by(|a, b| b.each.total_cmp(&a.each));
        pool
    }

    fn stack(&self, group: &Group, system: SystemId, left: u8, each: f32, reach: u64) -> Stack {
        Stack { place: group.place, system, kind: group.kind(), left, each, reach }
    }

    /// Sends the cheapest ship to each bare post.
    fn post_pickets(&self, pool: &mut [Stack], errands: &mut Vec<Errand>) {
        for post in self.bare_posts() {
            let able = |stack: &&mut Stack| {
                stack.left > 0
                    && stack.reach & post.bit() != 0
                    && self.game.units.price(stack.kind.class, self.me) <= 3
            };
            if let Some(stack) = pool.iter_mut().filter(able).min_by(|a, b| a.each.total_cmp(&b.each)) {
                stack.left -= 1;
                errands.push(Errand { from: stack.place, kind: stack.kind, count: 1, to: post });
            }
        }
    }

    /// The systems, by bit, where own ships that never leave bar the way.
    fn walls(&self) -> u64 {
        let monitors = self.state.groups_of(self.me).filter(|group| group.class == Class::Monitor);
        monitors.fold(0, |mask, group| match group.place {
            Place::Space(at) => mask | at.bit(),
            _ => mask,
        })
    }

    /// Ships without a task join the first place to hold, as many as can be maintained there; the others find room at
    /// own systems as near to it as there are.
    fn send_reserve(&self, pool: &mut [Stack], campaign: &mut Campaign) {
        let plans = &campaign.plans;
        let Some(first) = plans.iter().find(|plan| !plan.attack).or(plans.first()).map(|plan| plan.at) else {
            return;
        };
        if self.state.phase == Phase::SecondMovement {
            let mut quarters: Vec<SystemId> = bits(self.own_systems() & !self.board.combat[self.foe.index()])
                .map(|k| SystemId(k as u8))
                .collect();
            quarters.sort_by_key(|at| self.game.map.distance(*at, first));
            for at in quarters.into_iter().filter(|at| self.game.map.distance(*at, first) <= QUARTERS) {
                let used = self.quartered(at, &campaign.errands);
                self.send(pool, at, (f32::INFINITY, self.room(at) - used), &mut campaign.errands);
            }
        }
        self.send(pool, first, (f32::INFINITY, f32::INFINITY), &mut campaign.errands);
    }

    /// Maintenance numbers of ships that errands bring to a system.
    fn quartered(&self, at: SystemId, errands: &[Errand]) -> f32 {
        let number = |errand: &Errand| f32::from(self.game.units.maintenance(errand.kind.class, self.me));
        errands.iter().filter(|errand| errand.to == at).map(|e| number(e) * f32::from(e.count)).sum()
    }

    /// How many more maintenance numbers of warships a system can keep, beside the support ships there; only what stands
    /// there at the end of the own turn counts.
    fn room(&self, at: SystemId) -> f32 {
        if self.state.phase != Phase::SecondMovement {
            return f32::INFINITY;
        }
        let limit = self.game.routine_limit(self.state, self.me, usize::from(at.0));
        let support = self.state.groups_of(self.me).filter(|group| {
            group.class.is_ship()
                && !group.class.is_combat_ship()
                && self.game.system_of(group.place) == Some(at)
        });
        let number = |group: &Group| f32::from(self.game.units.maintenance(group.class, self.me));
        f32::from(limit) - support.map(|group| number(&group) * f32::from(group.count)).sum::<f32>()
    }

    /// Takes ships out of the pool until there is power enough or no room for more maintenance numbers: first those that
    /// are there, then the strongest.
    fn send(
        &self,
        pool: &mut [Stack],
        at: SystemId,
        (need, mut room): (f32, f32),
        errands: &mut Vec<Errand>,
    ) {
        let mut gathered = 0.0;
        for here in [true, false] {
            let able = |stack: &&mut Stack| {
                stack.left > 0 && stack.reach & at.bit() != 0 && (stack.system == at) == here
            };
            for stack in pool.iter_mut().filter(able) {
                let number = f32::from(self.game.units.maintenance(stack.kind.class, self.me)).max(0.5);
                let wanted = ((need - gathered) / stack.each.max(0.1)).ceil().min((room / number).floor());
                let count = wanted.clamp(0.0, f32::from(stack.left)) as u8;
                if count == 0 {
                    continue;
                }
                stack.left -= count;
                gathered += f32::from(count) * stack.each;
                room -= f32::from(count) * number;
                if stack.place != Place::Space(at) {
                    errands.push(Errand { from: stack.place, kind: stack.kind, count, to: at });
                }
            }
        }
    }

    fn best_plan(&self, pool: &[Stack], walls: u64, made: &[Plan]) -> Option<Plan> {
        let open = self.systems().filter(|at| made.iter().all(|plan| plan.at != *at));
        let plans = open.filter_map(|at| {
            let mine = power_at(pool, at);
            let attack = self.attack_on(at, mine, walls, made);
            let defence = self.defence_at(at, mine, walls);
            match (attack, defence) {
                (Some(a), Some(d)) => Some(if a.value > d.value { a } else { d }),
                (a, d) => a.or(d),
            }
        });
        let best = plans.max_by(|a, b| a.value.total_cmp(&b.value));
        best.filter(|plan| plan.value > 0.0 || made.is_empty())
    }

    /// What there is to win at a system.
    fn attack_on(&self, at: SystemId, mine: f32, walls: u64, made: &[Plan]) -> Option<Plan> {
        let ships = self.board.space[self.foe.index()][usize::from(at.0)];
        let theirs = ships + self.bulwark(at, mine);
        let reaction = self.state.phase == Phase::ReactionMovement;
        let odds = if reaction { self.doctrine.react_odds } else { self.doctrine.attack_odds };
        let odds = odds * (1.0 - 0.6 * self.urgency());
        // Ships that were sent to fight are followed by the rest.
        let committed = theirs > 0.0
            && self
                .state
                .groups_at(Place::Space(at))
                .any(|group| group.seat == self.me && !group.used.is_nothing());
        if mine <= 0.0 || (mine < odds * theirs && !committed) {
            return None;
        }
        let busy = made.iter().any(|plan| plan.landing);
        let (mut prize, mut landing) = (0.0, false);
        for site in self.game.map.boxes_of(at) {
            let marker = self.state.marker(site);
            if marker.holder != Some(self.foe) {
                continue;
            }
            let chance = if busy { FAR_FROM_LANDING } else { self.capture_chance(site, mine) };
            landing |= chance > FAR_FROM_LANDING;
            prize += chance * stake(self.game, &marker).sqrt();
        }
        if theirs == 0.0 && prize == 0.0 {
            return None;
        }
        let reinforcements = self.neighbours_power(at);
        let exposed = if reaction { 0.0 } else { share(0.8 * reinforcements, mine) };
        let trade = 0.6 * (ships * share(mine, theirs) - mine * share(theirs, mine));
        let shelter = if reaction { 0.0 } else { self.shelter(at, mine, walls) };
        let risk = 0.4 * mine * exposed * (1.0 - self.urgency());
        let commitment = if committed { COMMITMENT } else { 0.0 };
        let value =
            commitment + self.doctrine.glory * prize * (1.0 + self.urgency()) + trade + shelter - risk;
        let need = self.doctrine.mass * (theirs + 0.5 * reinforcements).max(3.0);
        Some(Plan { at, attack: true, landing, value, need })
    }

    /// The chance that a fleet of this power takes an enemy box soon: by landing at once, or once it has bombarded what
    /// defends it.
    fn capture_chance(&self, site: BoxId, mine: f32) -> f32 {
        let (defence, lift) = (self.defence_of(site), self.deliverable(site, true));
        if lift > 0.0 && lift >= self.assault_odds() * defence {
            return lift / (lift + 0.7 * defence);
        }
        let later = self.deliverable(site, false);
        if later == 0.0 {
            return FAR_FROM_LANDING;
        }
        let there = self.state.groups_at(Place::Surface(site)).filter(|group| group.seat == self.foe);
        let units: f32 = there.map(|group| f32::from(group.count)).sum();
        // One hit for about so many RU of ships in a combat phase.
        let hits = mine / BOMBARDMENT;
        let softened = (hits / (units + 0.5)).min(1.0);
        let strength = later / (later + 0.7 * defence * (1.0 - softened) + 1.0);
        FAR_FROM_LANDING.max(0.6 * softened * strength)
    }

    /// What enemy monitors are worth beyond their power, for want of missiles that get through their screens.
    fn bulwark(&self, at: SystemId, mine: f32) -> f32 {
        let there = self.state.groups_at(Place::Space(at));
        let monitors = there.filter(|group| group.seat == self.foe && group.class == Class::Monitor);
        let count: f32 = monitors.map(|group| f32::from(group.count)).sum();
        if count == 0.0 {
            return 0.0;
        }
        let screen = self.game.units.factors(Class::Monitor, self.foe).screen;
        let able = self.state.groups_of(self.me).filter(|group| {
            self.reach(group) & at.bit() != 0
                && self.game.units.factors(group.class, self.me).missile >= screen
        });
        let power: f32 =
            able.map(|group| f32::from(group.count) * power(self.game, group.class, self.me)).sum();
        BULWARK * count * (1.0 - power / (0.5 * mine).max(1.0)).max(0.0)
    }

    /// What a stand at a system protects.
    fn defence_at(&self, at: SystemId, gathered: f32, walls: u64) -> Option<Plan> {
        let here = usize::from(at.0);
        if self.state.phase == Phase::ReactionMovement || self.board.space[self.foe.index()][here] > 0.0 {
            return None;
        }
        if self.own_systems() & at.bit() == 0 {
            return None;
        }
        let mine = gathered + self.fortress(at);
        let threat = self.threat(at);
        let stays = INERTIA * self.board.space[self.me.index()][here];
        let value = self.shelter(at, mine, walls) - 0.5 * mine * (1.0 - share(mine, threat)) + stays;
        Some(Plan { at, attack: false, landing: false, value, need: self.doctrine.mass * threat })
    }

    /// What a fleet of this power at a system protects, in RU: the own boxes there, those that the enemy can only come
    /// to through it, and in part those one lane away, to which it can react.
    fn shelter(&self, at: SystemId, mine: f32, walls: u64) -> f32 {
        let own_boxes = self.state.friendly_boxes(self.me);
        let home = self.home(self.foe).bit();
        let open =
            if home == at.bit() { 0 } else { self.lanes.open(self.game, self.foe, home, walls | at.bit()) };
        let open = open & !at.bit();
        let around = self.game.map.neighbours(at);
        let (mut held, mut all) = (0.0, 0.0);
        for site in bits(own_boxes) {
            let system = self.game.map.boxes[site].system.bit();
            let worth = stake(self.game, &self.state.marker(BoxId(site as u8))).sqrt();
            all += worth;
            if open & system == 0 {
                held += worth;
            } else if around & system != 0 {
                held += self.doctrine.cover * worth;
            }
        }
        let care = self.doctrine.defence * (1.0 - 0.7 * self.urgency());
        self.doctrine.glory * care * REALM * held / f32::max(all, 1.0) * share(mine, self.threat(at))
    }

    /// Planetary defences that help a fleet in the hex, as power.
    fn fortress(&self, at: SystemId) -> f32 {
        let boxes = self.game.map.boxes_of(at);
        let strength = boxes.map(|site| self.board.ground[self.me.index()][usize::from(site.0)]);
        0.4 * strength.sum::<f32>()
    }

    /// Disrupted ships go to the nearest own world to be overhauled.
    fn send_cripples(&self, campaign: &mut Campaign) {
        if self.state.phase != Phase::SecondMovement {
            return;
        }
        let worlds =
            self.game.map.systems_of(self.state.worlds(self.me)) & !self.board.combat[self.foe.index()];
        let cripples = self.state.groups_of(self.me).filter(|group| {
            group.disrupted
                && group.class.is_line_ship()
                && group.cargo == Cargo::Empty
                && group.used.is_nothing()
        });
        for group in cripples {
            let Some(from) = self.game.system_of(group.place) else { continue };
            let docks = self.reach(&group) & worlds;
            if worlds & from.bit() != 0 || docks == 0 {
                continue;
            }
            let nearest =
                bits(docks).map(|k| SystemId(k as u8)).min_by_key(|k| self.game.map.distance(from, *k));
            if let Some(to) = nearest {
                let (from, kind, count) = (group.place, group.kind(), group.count);
                campaign.errands.push(Errand { from, kind, count, to });
            }
        }
    }
}

/// The power in a pool that can be in a system.
fn power_at(pool: &[Stack], at: SystemId) -> f32 {
    let able = pool.iter().filter(|stack| stack.reach & at.bit() != 0);
    able.map(|stack| f32::from(stack.left) * stack.each).sum()
}
