//! What is deployed, put together, built and asked of the Empire.

use super::super::action::{Action, Pick};
use super::super::class::{Class, Role};
use super::super::map::SystemId;
use super::super::setup::Frame;
use super::super::state::{Appeal, FleetId, Group, Occasion, Place, Target};
use super::Mind;

/// Minelayers and minesweepers wanted, where there are mines.
const MINELAYERS: f32 = 2.0;
const MINESWEEPERS: f32 = 1.0;
/// Turns after which an outpost has paid for itself.
const OUTPOST_PAYS: u8 = 6;
/// From this maintenance number on, and for disrupted ships, it pays.
const PAYS_FOR: u8 = 3;

impl Mind<'_> {
    /// The main fleet at the base, where the troops are; scouts in another near the enemy.
    pub(super) fn deploy(&self, action: Action) -> f32 {
        let Action::Into(Target::New(system)) = action else { return 0.0 };
        let base = self.game.map.planet(self.game.scenario.base[self.seat.index()]).system;
        match self.state.fleets.of(self.seat).count() {
            0 => f32::from(system == base) + 0.1,
            _ => 0.1 + self.pull(system),
        }
    }

    /// Fleets take up what lies in port, and troops as far as they have room; where there is none, one is made.
    pub(super) fn muster(&self, action: Action) -> f32 {
        match action {
            Action::Into(Target::Fleet(fleet)) if self.wants_more(fleet) || self.leads(fleet) => 1.0,
            Action::Into(Target::New(system)) if self.state.fleets.at(self.seat, system).next().is_none() => {
                0.8
            }
            Action::Done => 0.5,
            _ => 0.0,
        }
    }

    pub(super) fn wants_more(&self, fleet: FleetId) -> bool {
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return false };
        let mut own = self.game.map.at(system).planets.iter();
        let troops = own.any(|&planet| {
            self.state.groups.at(self.seat, Place::Planet(planet)).any(|group| group.class.is_troops())
        });
        let room = self.game.in_fleet(self.state, self.seat, fleet).any(|group| group.room() > 0);
        self.state.groups.any_at(self.seat, Place::Port(system))
            || troops && room
            || self.wants_fighters(fleet)
    }

    /// Whether carriers of a fleet have room for fighters that are on planets beside them.
    fn wants_fighters(&self, fleet: FleetId) -> bool {
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return false };
        let based = |place| self.state.groups.at(self.seat, place).any(|group| group.class == Class::Fighter);
        self.game.hangar(self.state, self.seat, Place::Fleet(fleet)) > 0
            && self.game.map.at(system).planets.iter().any(|&planet| based(Place::Planet(planet)))
    }

    /// Fighters that the carriers of the side have room for, wherever they are.
    fn hangars(&self) -> u32 {
        let room =
            |group: Group| u32::from(group.count * self.game.units.of(self.seat, group.class).fighters);
        self.state.groups.of(self.seat).map(room).sum()
    }

    /// Whether a fleet is the strongest of several in a war, which take its side.
    fn leads(&self, fleet: FleetId) -> bool {
        if matches!(self.game.scenario.frame, Frame::Raid(_)) {
            return false;
        }
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return false };
        let power = self.fleet_power(fleet);
        let emperor = self.state.fleets.emperor(self.seat);
        let mut others =
            self.state.fleets.at(self.seat, system).filter(|&other| other != fleet && Some(other) != emperor);
        others.any(|other| self.fleet_power(other) <= power)
    }

    pub(super) fn fill(&self, into: Target, occasion: Occasion, action: Action) -> f32 {
        let Action::Pick(pick) = action else { return 0.5 };
        let Some(group) = self.own(pick) else { return 0.0 };
        let first = self.state.fleets.of(self.seat).count() <= 1;
        match group.place {
            // In Reinforcements weaker fleets join the one that leads; otherwise what is in another fleet stays there.
            Place::Fleet(from) => match into {
                Target::Fleet(into) if occasion == Occasion::Reinforcements => {
                    f32::from(self.fleet_power(from) <= self.fleet_power(into))
                }
                _ => -1.0,
            },
            Place::Planet(_) => 1.0 + 0.1 * group.troop().map_or(0.0, |troop| f32::from(troop.strength())),
            Place::Store if first && group.class == Class::Scout && self.has_scout(into) => 0.0,
            _ if occasion == Occasion::Deployment && !first && group.class.role() == Role::Auxiliary => 0.0,
            _ => 1.0 - 0.01 * f32::from(group.class as u8),
        }
    }

    fn own(&self, pick: Pick) -> Option<Group> {
        self.state.groups.packed_of(self.seat).get(usize::from(pick.0)).map(|packed| packed.group())
    }

    fn has_scout(&self, into: Target) -> bool {
        matches!(into, Target::Fleet(fleet) if self.game.scouts_in(self.state, self.seat, fleet) > 0)
    }

    pub(super) fn build(&self, action: Action) -> f32 {
        match (action, &self.game.scenario.frame) {
            (Action::Build { class, at }, Frame::Raid(_)) => self.value(class) + 0.01 * self.pull(at),
            (Action::Build { class, at }, Frame::War(_)) => {
                self.build_in_war(class, at) + 0.01 * self.pull(at)
            }
            (Action::Settle(_), _) => f32::from(self.outposts_pay()),
            _ => 0.1,
        }
    }

    /// Fighting power for its price; that of carriers with all fighters aboard.
    fn value(&self, class: Class) -> f32 {
        let figures = |class| self.game.units.of(self.seat, class);
        let power = |class| self.power(&Group::new(self.seat, Place::Store, class, 1));
        let fighters = f32::from(figures(class).fighters);
        let cost = f32::from(figures(class).cost) + fighters * f32::from(figures(Class::Fighter).cost);
        (power(class) + fighters * power(Class::Fighter)) / cost
    }

    fn outposts_pay(&self) -> bool {
        self.state.turn + OUTPOST_PAYS <= self.game.last_turn(self.state)
    }

    /// Whether a unit would take the Resources for an outpost that can be built.
    fn takes_outpost(&self, class: Class) -> bool {
        let left = self.state.sides[self.seat.index()].stock - self.game.units.of(self.seat, class).cost;
        let settles = |planet| self.game.may_settle(self.state, self.seat, planet);
        self.outposts_pay()
            && left < self.game.politics.outpost.cost
            && self.game.map.planet_ids().any(settles)
    }

    /// How many scouts, transports and regular troops there should be.
    fn wanted(&self, class: Class) -> Option<f32> {
        match class {
            Class::Scout => Some(self.parameters.scouts),
            Class::Transport => Some(self.parameters.transports),
            Class::AttackTransport => Some(self.parameters.attack_transports),
            Class::RegularTroops => Some(self.parameters.troops),
            Class::Minelayer => Some(MINELAYERS),
            Class::Minesweeper => Some(MINESWEEPERS),
            _ => None,
        }
    }

    /// What there should be some of comes first, warships by their worth; what can't leave only where the enemy is near.
    fn build_in_war(&self, class: Class, at: SystemId) -> f32 {
        if self.takes_outpost(class) {
            return 0.0;
        }
        if let Some(wanted) = self.wanted(class) {
            return if (self.state.counters(self.seat, class) as f32) < wanted { 1.5 } else { 0.0 };
        }
        match class.role() {
            _ if class == Class::Fighter && self.state.counters(self.seat, class) < self.hangars() => 1.2,
            Role::Bound if !self.is_threatened(at) => 0.0,
            Role::Bound => self.parameters.defences * self.value(class),
            Role::Capital => self.parameters.capital * self.value(class),
            Role::Auxiliary | Role::Troops => 0.05,
            _ => self.value(class),
        }
    }

    /// Glory above what is needed buys forces or funds; in peace all of it, for the next war begins with other glory.
    pub(super) fn appeal(&self, action: Action) -> f32 {
        let spare = |from: f32| f32::from(self.state.glory) + 1.0 - from;
        match action {
            Action::Appeal(_) if self.state.at_peace() => 1.0,
            Action::Appeal(Appeal::Funds) => spare(self.parameters.funds),
            Action::Appeal(Appeal::Forces) => spare(self.parameters.forces),
            _ => 0.5,
        }
    }

    /// Ships enter near the enemy.
    pub(super) fn entry(&self, action: Action) -> f32 {
        if let Action::Jump(at) = action { self.pull(at) } else { 0.0 }
    }

    pub(super) fn offensive(&self, action: Action) -> f32 {
        if let Action::Build { class, at } = action { self.value(class) + 0.1 * self.pull(at) } else { 0.1 }
    }

    /// What fights least for its price goes home.
    pub(super) fn recall(&self, action: Action) -> f32 {
        let Action::Pick(pick) = action else { return 0.0 };
        self.own(pick).map_or(0.0, |group| 2.0 - self.value(group.class))
    }

    /// Large and disrupted ships are paid for.
    pub(super) fn upkeep(&self, action: Action) -> f32 {
        let Action::Pick(pick) = action else { return 0.5 };
        let pays = |group: Group| {
            group.disrupted || self.game.units.of(self.seat, group.class).maintenance >= PAYS_FOR
        };
        f32::from(self.own(pick).is_some_and(pays))
    }
}
