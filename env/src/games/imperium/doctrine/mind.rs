//! One player looking at one position: what he has, what he fears, and where his fleet is to be.

use super::super::Imperium;
use super::super::action::Kind;
use super::super::class::Class;
use super::super::map::bits;
use super::super::position::enemy_of;
use super::super::setup::Scenario;
use super::super::state::{BoxId, Group, IMPERIAL, MAX_SYSTEMS, Phase, Place, State, SystemId};
use super::board::{Board, ground_strength, marker_strength, power, stake};
use super::parameters::Parameters;
use crate::core::Seat;

/// Keeps a plan once ships are on their way, RU.
const COMMITMENT: f32 = 50.0;

/// A player and his view.
pub(super) struct Mind<'a> {
    pub(super) game: &'a Imperium,
    pub(super) state: &'a State,
    pub(super) me: Seat,
    pub(super) foe: Seat,
    pub(super) board: Board,
    pub(super) doctrine: Parameters,
    /// The class of which one ship stays behind in each hex.
    pickets: [Option<Class>; MAX_SYSTEMS],
}

/// Where the fleet is to be at the end of the movement phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) at: SystemId,
    /// Whether there is an enemy to fight or a box to take.
    pub(super) attack: bool,
    /// Whether troops are to land there.
    pub(super) landing: bool,
    pub(super) value: f32,
}

impl<'a> Mind<'a> {
    pub(super) fn new(game: &'a Imperium, state: &'a State, me: Seat, doctrine: Parameters) -> Self {
        let board = Board::new(game, state);
        let mut mind =
            Self { game, state, me, foe: enemy_of(me), board, doctrine, pickets: [None; MAX_SYSTEMS] };
        if state.battle.is_none() && doctrine.picket > 0.0 {
            for from in mind.systems() {
                mind.pickets[usize::from(from.0)] = mind.picket_in(from);
            }
        }
        mind
    }

    /// The homeworld of a side, or where its reinforcements enter.
    pub(super) fn home(&self, seat: Seat) -> SystemId {
        let world = self.game.map.homeworld(seat).map(|at| self.game.map.surface(at).system);
        let entry = match &self.game.scenario {
            Scenario::War(war) => self.game.map.first(war.entries),
            Scenario::Duel(duel) => Some(duel.way_out[seat.index()]),
        };
        world.or(entry).unwrap_or(SystemId(0))
    }

    pub(super) fn systems(&self) -> impl Iterator<Item = SystemId> + use<> {
        (0..self.game.map.systems.len() as u8).map(SystemId)
    }

    /// Where ships of mine in a system can be at the end of this phase, by bit.
    pub(super) fn reach(&self, from: SystemId) -> u64 {
        if self.state.phase == Phase::ReactionMovement {
            let targets = self.state.ships(self.foe);
            from.bit() | self.game.map.neighbours(from) & targets
        } else {
            self.board.reach(self.game, self.me, from)
        }
    }

    fn can_be_at(&self, group: &Group, at: SystemId) -> bool {
        let Some(from) = self.game.system_of(group.place) else { return false };
        if from == at {
            return true;
        }
        let spent = group.orders >= 3 || group.orders > 0 && !group.class.is_support_ship();
        group.class.is_jump_capable() && !spent && self.reach(from) & at.bit() != 0
    }

    /// My power that can be in a system at the end of this phase.
    fn gathered(&self, at: SystemId) -> f32 {
        let ships = self.state.groups_of(self.me).filter(|group| self.can_be_at(group, at));
        ships
            .map(|group| {
                let condition = if group.disrupted { 0.4 } else { 1.0 };
                let stays = match group.place {
                    Place::Space(from) => {
                        from != at && self.picket(from) == Some(group.class) && !group.disrupted
                    }
                    _ => false,
                };
                let count = group.count - u8::from(stays);
                condition * f32::from(count) * power(self.game, group.class, self.me)
            })
            .sum()
    }

    /// Strength of troops that can be above a system at the end of this phase: aboard, or in a box with an
    /// empty transport overhead.
    pub(super) fn deliverable(&self, at: SystemId) -> f32 {
        let mut strength = 0.0;
        for from in self.systems() {
            if from != at && self.reach(from) & at.bit() == 0 {
                continue;
            }
            strength += self.board.lift[self.me.index()][usize::from(from.0)];
            strength += self.spare_troops(from).min(self.empty_transports(from)) * 4.4;
        }
        strength
    }

    /// Troops in the boxes of a system beyond the garrisons.
    pub(super) fn spare_troops(&self, system: SystemId) -> f32 {
        self.game.map.boxes_of(system).map(|at| self.spare_in(at)).sum()
    }

    pub(super) fn spare_in(&self, at: BoxId) -> f32 {
        if self.state.marker(at).holder == Some(self.foe) {
            return 0.0;
        }
        let there = self.state.groups_at(Place::Surface(at));
        let troops = there.filter(|group| group.seat == self.me && group.class.is_troops());
        let count: f32 = troops.map(|group| f32::from(group.count)).sum();
        let keep = if self.state.marker(at).holder == Some(self.me) { self.doctrine.garrison } else { 0.0 };
        (count - keep).max(0.0)
    }

    pub(super) fn empty_transports(&self, system: SystemId) -> f32 {
        let there = self.state.groups_of(self.me).filter(|group| {
            group.class == Class::Transport
                && group.cargo.class().is_none()
                && self.game.system_of(group.place) == Some(system)
        });
        there.map(|group| f32::from(group.count)).sum()
    }

    /// The strength that defends a box against me.
    pub(super) fn defence_of(&self, at: BoxId) -> f32 {
        self.board.ground[self.foe.index()][usize::from(at.0)]
            + 0.7 * marker_strength(self.game, self.state, at)
    }

    /// Where the fleet is best placed.
    pub(super) fn plan(&self) -> Option<Plan> {
        let plans = self.systems().filter_map(|at| {
            let attack = self.attack_on(at);
            let defence = self.defence_at(at);
            match (attack, defence) {
                (Some(a), Some(d)) => Some(if a.value > d.value { a } else { d }),
                (a, d) => a.or(d),
            }
        });
        plans.max_by(|a, b| a.value.total_cmp(&b.value))
    }

    /// What there is to win at a system.
    fn attack_on(&self, at: SystemId) -> Option<Plan> {
        let here = usize::from(at.0);
        let (mine, theirs) = (self.gathered(at), self.board.space[self.foe.index()][here]);
        let reaction = self.state.phase == Phase::ReactionMovement;
        let odds = if reaction { self.doctrine.react_odds } else { self.doctrine.attack_odds };
        let odds = odds * (1.0 - 0.6 * self.urgency());
        // Ships that were sent to fight are followed by the rest.
        let committed = theirs > 0.0
            && self.state.groups_at(Place::Space(at)).any(|group| group.seat == self.me && group.orders > 0);
        if mine <= 0.0 || (mine < odds * theirs && !committed) {
            return None;
        }
        let lift = self.deliverable(at);
        let (mut prize, mut landing) = (0.0, false);
        for site in self.game.map.boxes_of(at) {
            let marker = self.state.marker(site);
            if marker.holder != Some(self.foe) {
                continue;
            }
            let defence = self.defence_of(site);
            let chance = if lift > 0.0 && lift >= self.assault_odds() * defence {
                landing = true;
                lift / (lift + 0.7 * defence)
            } else {
                0.1
            };
            prize += chance * stake(self.game, marker).sqrt();
        }
        if theirs == 0.0 && prize == 0.0 {
            return None;
        }
        let reinforcements: f32 =
            bits(self.game.map.neighbours(at)).map(|k| self.board.space[self.foe.index()][k]).sum();
        let exposed = if reaction { 0.0 } else { share(0.8 * reinforcements, mine) };
        let trade = 0.6 * (theirs * share(mine, theirs) - mine * share(theirs, mine));
        let shelter = if reaction { 0.0 } else { self.shelter(at, mine) };
        let risk = 0.4 * mine * exposed * (1.0 - self.urgency());
        let commitment = if committed { COMMITMENT } else { 0.0 };
        let value =
            commitment + self.doctrine.glory * prize * (1.0 + self.urgency()) + trade + shelter - risk;
        Some(Plan { at, attack: true, landing, value })
    }

    /// What a stand at a system protects.
    fn defence_at(&self, at: SystemId) -> Option<Plan> {
        let here = usize::from(at.0);
        if self.state.phase == Phase::ReactionMovement || self.board.space[self.foe.index()][here] > 0.0 {
            return None;
        }
        let own_boxes = self.state.friendly_boxes(self.me);
        if own_boxes & self.game.map.at(at).boxes == 0 {
            return None;
        }
        let mine = self.gathered(at) + self.fortress(at);
        let threat = self.threat(at);
        let value = self.shelter(at, mine) - 0.5 * mine * (1.0 - share(mine, threat));
        Some(Plan { at, attack: false, landing: false, value })
    }

    /// Enemy power that a fleet at a system may have to meet.
    fn threat(&self, at: SystemId) -> f32 {
        let theirs = &self.board.space[self.foe.index()];
        self.board.gathered(self.game, self.foe, at).max(0.5 * theirs.iter().sum::<f32>())
    }

    /// How much a defeat is near if nothing changes, 0 to 1: grows with the turns for the side that the last glory
    /// limits declare the loser.
    pub(super) fn urgency(&self) -> f32 {
        let Scenario::War(war) = &self.game.scenario else { return 0.0 };
        let [lower, _] = war.glory_limits[war.glory_limits.len() - 1];
        let imperial_wins = self.state.court.glory > lower;
        let losing = imperial_wins == (self.me != IMPERIAL);
        if losing { (f32::from(self.state.turn) / war.glory_limits.len() as f32).powi(2) } else { 0.0 }
    }

    pub(super) fn assault_odds(&self) -> f32 {
        self.doctrine.assault_odds * (1.0 - 0.6 * self.urgency())
    }

    /// What a fleet of this power at a system protects: the own boxes there and those that the enemy can only come
    /// to through it, in RU.
    fn shelter(&self, at: SystemId, mine: f32) -> f32 {
        let own_boxes = self.state.friendly_boxes(self.me);
        let open = self.open_to_enemy(at);
        let mut held = 0.0;
        for (index, marker) in self.state.markers.iter().enumerate() {
            if own_boxes & 1 << index != 0 && open & self.game.map.boxes[index].system.bit() == 0 {
                held += stake(self.game, marker).sqrt();
            }
        }
        let care = self.doctrine.defence * (1.0 - 0.7 * self.urgency());
        self.doctrine.glory * care * held * share(mine, self.threat(at))
    }

    /// Ships stop where enemy combat ships are, so one ship closes a lane: the cheapest sound one stays behind at
    /// an own system that the enemy can reach.
    pub(super) const fn picket(&self, from: SystemId) -> Option<Class> {
        self.pickets[from.0 as usize]
    }

    fn picket_in(&self, from: SystemId) -> Option<Class> {
        let own = self.state.friendly_boxes(self.me) & self.game.map.at(from).boxes != 0;
        if !own || self.board.gathered(self.game, self.foe, from) == 0.0 {
            return None;
        }
        let here = self
            .state
            .groups_at(Place::Space(from))
            .filter(|group| group.seat == self.me && group.class.is_combat_ship() && !group.disrupted);
        here.map(|group| group.class).min_by_key(|&class| self.game.units.price(class, self.me))
    }

    /// How many ships like these stand in a hex.
    pub(super) fn number_of(&self, at: Place, kind: Kind) -> u8 {
        let here = self.state.groups_at(at).filter(|group| group.seat == self.me && group.kind() == kind);
        here.map(|group| group.count).sum()
    }

    /// The systems, by bit, that the enemy can come to from his home without passing this one.
    fn open_to_enemy(&self, but: SystemId) -> u64 {
        let mut seen = self.home(self.foe).bit() & !but.bit();
        let mut front = seen;
        while front != 0 {
            let next = bits(front).fold(0, |mask, k| mask | self.game.map.systems[k].neighbours);
            front = next & !seen & !but.bit();
            seen |= front;
        }
        seen
    }

    /// Planetary defences that help a fleet in the hex, as power.
    fn fortress(&self, at: SystemId) -> f32 {
        let boxes = self.game.map.boxes_of(at);
        let strength = boxes.map(|site| self.board.ground[self.me.index()][usize::from(site.0)]);
        0.4 * strength.sum::<f32>()
    }

    /// The strength of one counter on the ground.
    pub(super) fn strength(&self, class: Class) -> f32 {
        ground_strength(self.game, class)
    }
}

/// The share of `own` in both, by the squares.
pub(super) fn share(own: f32, other: f32) -> f32 {
    let (own, other) = (own * own, other * other);
    if own + other == 0.0 { 0.5 } else { own / (own + other) }
}
