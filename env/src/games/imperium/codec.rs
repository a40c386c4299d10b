//! The dense numbers of actions: the rank of an action among all that the scenario's map can ever offer, in the
//! order of [`Action`] itself.

mod slots;

use self::slots::{SLOTS, slot};
use super::Imperium;
use super::action::{Action, Kind};
use super::class::Class;
use super::hex::Heading;
use super::map::Map;
use super::state::{BoxId, Fire, MAX_STACKS, Mission, Place, Range, Strike, SystemId};
use crate::core::{ActionCodec, ActionId};

/// The largest quantity that is ever asked for. No stack and no purchase reaches it: the largest counter limit is 21.
pub(super) const MAX_COUNT: u8 = 30;

/// Numbers of squads that actions have; no battle has as many.
const SQUAD_NUMBERS: u8 = 192;

/// What a transport may carry and a box may load or unload.
pub(super) const CARGO: [Class; 5] =
    [Class::Fighter, Class::RegularTroops, Class::JumpTroops, Class::PlanetaryDefence, Class::Outpost];

const FIRES: [Fire; 7] = [
    Fire::Hold,
    Fire::Beam,
    Fire::Missile,
    Fire::TimeOnTarget,
    Fire::Suicide,
    Fire::DefensiveBeam,
    Fire::DefensiveMissile,
];

/// Every kind of stack that can be picked: ships by class, condition and cargo.
pub(super) fn kinds() -> impl Iterator<Item = Kind> {
    let ships = Class::ALL.into_iter().filter(|class| class.is_ship());
    ships.flat_map(|class| {
        let cargo: &[Class] = match class {
            Class::Transport => &CARGO,
            Class::Mothership => &[Class::Fighter],
            _ => &[],
        };
        [false, true].into_iter().flat_map(move |disrupted| {
            let loads = std::iter::once(None).chain(cargo.iter().copied().map(Some));
            loads.map(move |carrying| Kind { class, disrupted, carrying })
        })
    })
}

/// What was added later: its numbers come after all others, in this order.
const LATER: [Action; 3] = [Action::BreakOff, Action::FightOn, Action::Declare(Fire::HighIntensity)];

/// Every action of one map: sorted, then those of [`LATER`].
#[derive(Clone, Debug)]
pub(super) struct Codec {
    actions: Vec<Action>,
    /// The number of each action by its slot; [`NOWHERE`] in slots of what the map has not.
    numbers: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

impl Codec {
    /// `entries`: the systems, by bit, in which every class may be built, whatever their boxes; `at_outposts`: the
    /// classes that may be built in secondary boxes, by bit; `sublight`: whether ships may go by sublight. Its actions
    /// come last.
    pub(super) fn new(map: &Map, entries: u64, at_outposts: u32, sublight: bool) -> Self {
        let systems = || (0..map.systems.len() as u8).map(SystemId);
        let boxes = || (0..map.boxes.len() as u8).map(BoxId);
        let places: Vec<Place> = systems().map(Place::Space).chain(boxes().map(Place::Surface)).collect();

        let mut actions = vec![Action::Done, Action::StayOut];
        actions.extend((0..=MAX_COUNT).map(Action::Count));
        actions.extend(places.iter().flat_map(|&at| kinds().map(move |kind| Action::Select { at, kind })));
        actions.extend(places.iter().map(|&place| Action::Destination(place)));
        for &at in &places {
            // Only fighters go aboard or leave a ship in the hex itself.
            let cargo = if at.surface().is_some() { &CARGO[..] } else { &[Class::Fighter] };
            actions.extend(cargo.iter().map(|&class| Action::Load { class, at }));
            actions.extend(cargo.iter().map(|&class| Action::Unload { class, at }));
        }
        for at in boxes() {
            let surface = map.surface(at);
            let anything = surface.primary || entries & surface.system.bit() != 0;
            let built = |class: &Class| anything || at_outposts & 1 << class.index() != 0;
            actions.extend(Class::ALL.into_iter().filter(built).map(|class| Action::Build { class, at }));
            actions
                .extend([Mission::Bombard(at), Mission::Drop(at), Mission::Land(at)].map(Action::Undertake));
        }
        actions.extend([false, true].map(|military| Action::Appeal { military }));
        actions.extend([Range::Long, Range::Short, Range::Disengage].map(Action::SetRange));
        actions.extend(systems().map(Action::Retreat));
        actions.extend((0..SQUAD_NUMBERS).map(|squad| Action::Against { squad }));
        actions.extend(FIRES.map(Action::Declare));
        actions.push(Action::Undertake(Mission::StayOff));
        actions.push(Action::Strike(Strike::Marker));
        actions.extend(Class::ALL.map(|class| Action::Strike(Strike::Unit(class))));
        if sublight {
            actions.extend((0..MAX_STACKS as u8).map(|stack| Action::SelectUnderWay { stack }));
            actions.extend(Heading::ALL.map(Action::Sublight));
        }
        actions.sort_unstable();
        actions.extend(LATER);
        let mut numbers = vec![NOWHERE; SLOTS];
        for (number, &action) in (0..).zip(&actions) {
            numbers[slot(action).expect("every action of a map has a slot")] = number;
        }
        Self { actions, numbers }
    }

    fn number(&self, action: Action) -> Option<u16> {
        let number = self.numbers[slot(action)?];
        (number != NOWHERE).then_some(number)
    }
}

impl ActionCodec for Imperium {
    fn action_count(&self) -> usize {
        self.codec.actions.len()
    }

    fn action_id(&self, action: Action) -> ActionId {
        ActionId(self.codec.number(action).expect("no state of this map offers the action"))
    }

    fn action_from_id(&self, id: ActionId) -> Option<Action> {
        self.codec.actions.get(usize::from(id.0)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::nusku_gap;
    use super::*;
    use crate::core::MAX_ACTION_IDS;

    #[test]
    fn every_id_names_one_action_and_back() {
        let game = nusku_gap();
        for id in (0..game.action_count() as u16).map(ActionId) {
            let action = game.action_from_id(id).unwrap();
            assert_eq!(game.action_id(action), id, "{action:?}");
        }
        assert_eq!(game.action_from_id(ActionId(game.action_count() as u16)), None);
    }

    #[test]
    fn the_whole_map_fits() {
        let game = nusku_gap();
        let map = Map::whole(include_str!("data/map.toml")).unwrap();
        let codec = Codec::new(&map, 0, game.tables.anywhere_connected, true);
        assert!(codec.actions.len() < MAX_ACTION_IDS, "{} actions", codec.actions.len());
        let (sorted, later) = codec.actions.split_at(codec.actions.len() - LATER.len());
        assert!(sorted.is_sorted_by(|a, b| a < b), "no action twice");
        assert!(later.iter().all(|action| !sorted.contains(action)), "nor among those of later");
    }

    #[test]
    fn kinds_are_distinct() {
        let all: Vec<Kind> = kinds().collect();
        assert_eq!(all.len(), 42);
        assert!(all.iter().enumerate().all(|(k, kind)| !all[..k].contains(kind)));
    }
}
