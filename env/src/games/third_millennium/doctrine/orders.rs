//! Which fleet moves, and where to.

use super::super::action::Action;
use super::super::class::Class;
use super::super::map::systems_in;
use super::super::position::scouts_only;
use super::super::state::{FleetId, Target};
use super::Mind;

impl Mind<'_> {
    /// The fleet that has most to gain by moving.
    pub(super) fn activate(&self, action: Action) -> f32 {
        let Action::Activate(fleet) = action else { return 0.02 };
        let Some(system) = self.game.system_of(self.state, self.seat, fleet) else { return 0.0 };
        let here = self.outlook(fleet, system);
        let around = systems_in(self.game.map.at(system).lanes).map(|to| self.outlook(fleet, to));
        let attacks = if self.prize(fleet, system) > 0.0 { 0.5 } else { 0.0 };
        let attacks = attacks + if self.lays(fleet) { 0.05 } else { 0.0 };
        around.fold(0.0, f32::max) - here + attacks
    }

    pub(super) fn order(&self, action: Action) -> f32 {
        let fleet = self.state.orders.fleet;
        let Some(here) = self.game.spot(self.state).system() else { return 0.0 };
        match action {
            Action::Jump(to) => self.outlook(fleet, to) - self.outlook(fleet, here),
            Action::Done => 0.01,
            Action::Lay if self.lays(fleet) => 0.1,
            Action::Sweep => 0.5,
            Action::Into(Target::Fleet(into)) if into == fleet && self.wants_more(fleet) => 5.0,
            _ => -1.0,
        }
    }

    /// Whether a fleet has minelayers at an own planet that is in danger.
    fn lays(&self, fleet: FleetId) -> bool {
        let Some(here) = self.game.system_of(self.state, self.seat, fleet) else { return false };
        let own = self.game.bases(self.state, self.seat) & here.bit() != 0;
        let layers = self.game.count_in_fleet(self.state, self.seat, fleet, Class::Minelayer);
        self.game.rules.mines && layers > 0 && own && self.is_threatened(here)
    }

    /// Scouts by themselves look; others only where they would rather not fight.
    pub(super) fn contact(&self, action: Action) -> f32 {
        let fleet = self.state.orders.fleet;
        let alone = scouts_only(self.game.in_fleet(self.state, self.seat, fleet));
        let Some(here) = self.game.spot(self.state).system() else { return 0.0 };
        let outnumbered = self.threat(here) > self.fleet_power(fleet);
        f32::from((action == Action::Scout) == (alone || outnumbered))
    }
}
