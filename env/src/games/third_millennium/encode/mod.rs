//! What a network sees of a view: sides, the turn, systems, planets, fleets, counters and ships in battle.

mod combat;
mod indices;
mod rows;
mod spec;

use super::ThirdMillennium;
use super::action::{Action, Shift};
use super::codec::MAX_LIGHT;
use super::state::{Appeal, State, Target};
use super::view::View;
use crate::core::Seat;
use crate::encode::{ActionToken, Encode, ObservationMut, ObservationSpec};

pub(super) use spec::Encoder;
use spec::{FLEET_ROWS, GROUP_ROWS, GROUPS, PLANETS, SHIP_ROWS, SHIPS, SYSTEMS};

impl Encode for ThirdMillennium {
    fn observation_spec(&self) -> &ObservationSpec {
        &self.encoder.spec
    }

    fn observe(&self, view: &View, mut out: ObservationMut<'_>) {
        out.clear();
        self.observe_sides(view, &mut out);
        self.observe_turn(view, &mut out);
        self.observe_map(view, &mut out);
        self.observe_fleets(view, &mut out);
        self.observe_groups(view, &mut out);
        self.observe_due(view, &mut out);
        self.observe_combat(view, &mut out);
    }

    fn action_token(&self, _view: &View, action: Action) -> ActionToken {
        let spec = &self.encoder.spec;
        let row = |verb: u8, block: usize, row: usize| ActionToken {
            verb,
            row: Some(spec.row(block, row)),
            quantity: 0,
        };
        let plain = |verb: u8| ActionToken { verb, row: None, quantity: 0 };
        match action {
            Action::Done => plain(0),
            Action::Pick(pick) if usize::from(pick.0) < GROUP_ROWS => row(1, GROUPS, usize::from(pick.0)),
            Action::Pick(pick) => ActionToken { quantity: pick.0, ..plain(1) },
            Action::Into(Target::Fleet(fleet)) => row(2, FLEET_ROWS, fleet.index()),
            Action::Into(Target::New(system)) => row(3, SYSTEMS, system.index()),
            Action::Into(Target::Port(system)) => row(4, SYSTEMS, system.index()),
            Action::Into(Target::Planet(planet)) => row(5, PLANETS, planet.index()),
            Action::Build { class, at } => {
                ActionToken { quantity: class as u8, ..row(6, SYSTEMS, at.index()) }
            }
            Action::Activate(fleet) => row(7, FLEET_ROWS, fleet.index()),
            Action::Jump(system) => row(8, SYSTEMS, system.index()),
            Action::OffLane(heading) => ActionToken { quantity: heading as u8, ..plain(9) },
            Action::Navigate => plain(10),
            Action::Scout => plain(11),
            Action::Leave { light } => ActionToken { quantity: light.min(MAX_LIGHT), ..plain(12) },
            Action::Shift(Shift::Close) => plain(13),
            Action::Shift(Shift::Keep) => plain(14),
            Action::Shift(Shift::Open) => plain(15),
            Action::Aim { ship } if usize::from(ship) < SHIP_ROWS => row(16, SHIPS, usize::from(ship)),
            Action::Aim { ship } => ActionToken { quantity: ship, ..plain(16) },
            Action::Withdraw(system) => row(17, SYSTEMS, system.index()),
            Action::Invade(planet) => row(18, PLANETS, planet.index()),
            Action::Bombard(planet) => row(19, PLANETS, planet.index()),
            Action::Garrison => plain(20),
            Action::Capture => plain(21),
            Action::Raze => plain(22),
            Action::Appeal(Appeal::Funds) => plain(23),
            Action::Appeal(Appeal::Forces) => plain(24),
            Action::Settle(planet) => row(25, PLANETS, planet.index()),
            Action::Lay => plain(26),
            Action::Sweep => plain(27),
            Action::Steer(way) => ActionToken { quantity: way.0, ..plain(28) },
        }
    }

    fn site_owners(&self, state: &State) -> Vec<Option<Seat>> {
        self.map.planet_ids().map(|planet| state.planet(planet).owner).collect()
    }
}
