//! The dense numbers of actions: the rank of an action among all that the scenario's map can ever offer, in the order of
//! [`Action`] itself.

use super::ThirdMillennium;
use super::action::{Action, Pick, Shift};
use super::class::Class;
use super::hex::Heading;
use super::map::Map;
use super::state::{Appeal, FLEETS, FleetId, MAX_SHIPS, Target, Way};
use crate::core::{ActionCodec, ActionId};

/// The most groups of a side: at least its counters.
pub(super) const MAX_PICKS: usize = 144;
/// The most light warships of a side.
pub(super) const MAX_LIGHT: u8 = 42;

/// Every action of one map, sorted.
#[derive(Debug)]
pub(super) struct Codec(Vec<Action>);

impl Codec {
    pub(super) fn new(map: &Map) -> Self {
        let (systems, planets) = (|| map.system_ids(), || map.planet_ids());
        let fleets = || (0..FLEETS as u8).map(FleetId);
        let mut all = vec![
            Action::Done,
            Action::Navigate,
            Action::Lay,
            Action::Sweep,
            Action::Scout,
            Action::Garrison,
            Action::Capture,
            Action::Raze,
            Action::Appeal(Appeal::Funds),
            Action::Appeal(Appeal::Forces),
        ];
        all.extend((0..MAX_PICKS as u8).map(|index| Action::Pick(Pick(index))));
        all.extend(fleets().map(|fleet| Action::Into(Target::Fleet(fleet))));
        all.extend(fleets().map(Action::Activate));
        for system in systems() {
            all.extend([Target::New(system), Target::Port(system)].map(Action::Into));
            all.extend(Class::ALL.map(|class| Action::Build { class, at: system }));
            all.extend([Action::Jump(system), Action::Withdraw(system)]);
        }
        for planet in planets() {
            all.extend([
                Action::Into(Target::Planet(planet)),
                Action::Invade(planet),
                Action::Bombard(planet),
                Action::Settle(planet),
            ]);
        }
        all.extend(Heading::ALL.map(Action::OffLane));
        all.extend((0..=MAX_LIGHT).map(|light| Action::Leave { light }));
        all.extend([Shift::Close, Shift::Keep, Shift::Open].map(Action::Shift));
        all.extend(Way::all().map(Action::Steer));
        all.extend((0..MAX_SHIPS as u8).map(|ship| Action::Aim { ship }));
        all.sort_unstable();
        Self(all)
    }
}

impl ActionCodec for ThirdMillennium {
    fn action_count(&self) -> usize {
        self.codec.0.len()
    }

    fn action_id(&self, action: Action) -> ActionId {
        ActionId(self.codec.0.binary_search(&action).expect("no state of this map offers the action") as u16)
    }

    fn action_from_id(&self, id: ActionId) -> Option<Action> {
        self.codec.0.get(usize::from(id.0)).copied()
    }
}
