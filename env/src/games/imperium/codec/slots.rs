//! Where the number of an action is looked up: a slot of its own for every action of every map.

use super::super::action::{Action, Kind};
use super::super::class::Class;
use super::super::orders::place_number;
use super::super::state::{Mission, Place, Strike};

/// Slots of what has no place: [`Action::Done`] and the like, words of a battle, headings.
const PLAIN: usize = 64;
/// Values of a byte.
const BYTES: usize = 256;
/// Room for systems or boxes, which masks of 64 bits hold.
const SITES: usize = 64;
/// Room for systems and boxes together.
const PLACES: usize = 128;
/// Room for the classes.
const CLASSES: usize = 32;
/// Room for the kinds of ships.
const KINDS: usize = 256;

const COUNTS: usize = PLAIN;
const SQUADS: usize = COUNTS + BYTES;
const STACKS: usize = SQUADS + BYTES;
const RETREATS: usize = STACKS + BYTES;
const DESTINATIONS: usize = RETREATS + SITES;
const MISSIONS: usize = DESTINATIONS + PLACES;
const BUILDS: usize = MISSIONS + 3 * SITES;
const LOADS: usize = BUILDS + CLASSES * SITES;
const UNLOADS: usize = LOADS + CLASSES * PLACES;
const SHIPS: usize = UNLOADS + CLASSES * PLACES;
/// How many slots there are.
pub(super) const SLOTS: usize = SHIPS + KINDS * PLACES;

/// The slot of an action, below [`SLOTS`]; `None` for what no map has, as ships of no kind.
pub(super) fn slot(action: Action) -> Option<usize> {
    let slot = match action {
        Action::Done => 0,
        Action::StayOut => 1,
        Action::BreakOff => 2,
        Action::FightOn => 3,
        Action::Appeal { military } => 4 + usize::from(military),
        Action::SetRange(range) => 6 + range as usize,
        Action::Declare(fire) => 16 + fire as usize,
        Action::Undertake(Mission::StayOff) => 24,
        Action::Sublight(heading) => 25 + heading as usize,
        Action::Strike(Strike::Marker) => 31,
        Action::Strike(Strike::Unit(class)) => 32 + class.index(),
        Action::Count(count) => COUNTS + usize::from(count),
        Action::Against { squad } => SQUADS + usize::from(squad),
        Action::SelectUnderWay { stack } => STACKS + usize::from(stack),
        Action::Retreat(to) => RETREATS + usize::from(to.0),
        Action::Destination(place) => DESTINATIONS + site(place)?,
        Action::Undertake(Mission::Bombard(at)) => MISSIONS + usize::from(at.0),
        Action::Undertake(Mission::Drop(at)) => MISSIONS + SITES + usize::from(at.0),
        Action::Undertake(Mission::Land(at)) => MISSIONS + 2 * SITES + usize::from(at.0),
        Action::Build { class, at } => BUILDS + class.index() * SITES + usize::from(at.0),
        Action::Load { class, at } => LOADS + class.index() * PLACES + site(at)?,
        Action::Unload { class, at } => UNLOADS + class.index() * PLACES + site(at)?,
        Action::Select { at, kind } => SHIPS + ships(kind)? * PLACES + site(at)?,
    };
    Some(slot)
}

fn site(place: Place) -> Option<usize> {
    let number = place_number(place) as usize;
    (number < PLACES && !matches!(place, Place::Hex { .. })).then_some(number)
}

/// The number of a kind of ships, below [`KINDS`].
fn ships(kind: Kind) -> Option<usize> {
    let cargo = match kind.carrying {
        None => 0,
        Some(Class::Fighter) => 1,
        Some(Class::RegularTroops) => 2,
        Some(Class::JumpTroops) => 3,
        Some(Class::PlanetaryDefence) => 4,
        Some(Class::Outpost) => 5,
        Some(_) => return None,
    };
    kind.class.is_ship().then(|| kind.class.index() << 4 | usize::from(kind.disrupted) << 3 | cargo)
}
