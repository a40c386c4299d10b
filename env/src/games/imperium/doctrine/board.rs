//! The position in figures that the doctrine works with: power in space, strength on the ground, troops that
//! can be landed, who can get where.

use super::super::Imperium;
use super::super::class::Class;
use super::super::state::{BoxId, Cargo, MAX_BOXES, MAX_SYSTEMS, Marker, Place, Squad, State, Theatre};
use crate::core::Seat;

/// What disruption leaves of a ship.
const DISRUPTED: f32 = 0.55;

/// Figures of one position. Power is in RU of an average fleet; strengths are those of surface combat.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Power of each seat in each hex.
    pub(super) space: [[f32; MAX_SYSTEMS]; 2],
    /// Strength of each seat's units in each box that can defend it.
    pub(super) ground: [[f32; MAX_BOXES]; 2],
    /// The part of it that can take a box: troops.
    pub(super) troops: [[f32; MAX_BOXES]; 2],
    /// Strength of the troops aboard ships in each hex.
    pub(super) lift: [[f32; MAX_SYSTEMS]; 2],
    /// Systems with combat ships, by bit.
    pub(super) combat: [u64; 2],
    /// RU of all ships and troops, disrupted ones in part.
    pub(super) material: [f32; 2],
}

impl Board {
    pub(super) fn new(game: &Imperium, state: &State) -> Self {
        let mut board = Self {
            space: [[0.0; MAX_SYSTEMS]; 2],
            ground: [[0.0; MAX_BOXES]; 2],
            troops: [[0.0; MAX_BOXES]; 2],
            lift: [[0.0; MAX_SYSTEMS]; 2],
            combat: [0; 2],
            material: [0.0; 2],
        };
        for group in &state.groups {
            let ship = (group.class, group.disrupted, group.cargo);
            board.add(game, group.place, group.seat, ship, group.count);
        }
        if let Some(battle) = &state.battle {
            let place = match battle.theatre {
                Theatre::Surface(at) => Place::Surface(at),
                _ => Place::Space(battle.system),
            };
            let there = battle.squads.iter().filter(|squad| squad.count > 0 && !squad.marker);
            for Squad { seat, class, disrupted, cargo, count, .. } in there {
                board.add(game, place, seat, (class, disrupted, cargo), count);
            }
        }
        for seat in Seat::all(2) {
            for (class, count) in Class::ALL.into_iter().zip(state.sides[seat.index()].to_deploy) {
                board.material[seat.index()] += f32::from(count) * f32::from(game.units.price(class, seat));
            }
        }
        for due in &state.due {
            board.material[due.seat.index()] +=
                0.9 * f32::from(due.count) * f32::from(game.units.price(due.class, due.seat));
        }
        board
    }

    fn add(
        &mut self,
        game: &Imperium,
        place: Place,
        seat: Seat,
        (class, disrupted, cargo): (Class, bool, Cargo),
        count: u8,
    ) {
        let (side, many) = (seat.index(), f32::from(count));
        let condition = if disrupted { DISRUPTED } else { 1.0 };
        self.material[side] += many * condition * f32::from(game.units.price(class, seat));
        let (aboard, each) = (cargo.class(), f32::from(cargo.count()));
        if let Some(aboard) = aboard {
            self.material[side] += many * each * f32::from(game.units.price(aboard, seat));
        }
        match place {
            Place::Space(at) => {
                let at = usize::from(at.0);
                self.space[side][at] += many * condition * power(game, class, seat);
                if class.is_combat_ship() {
                    self.combat[side] |= 1 << at;
                }
                if let Some(aboard) = aboard {
                    self.lift[side][at] += many * each * ground_strength(game, aboard);
                }
            }
            Place::Surface(at) => {
                let strength = many * ground_strength(game, class);
                self.ground[side][usize::from(at.0)] += strength;
                if class.is_troops() {
                    self.troops[side][usize::from(at.0)] += strength;
                }
            }
            Place::Hex { .. } => {}
        }
    }
}

/// What a ship is worth in a fight, RU: its price, but for those whose price says something else.
pub(super) fn power(game: &Imperium, class: Class, seat: Seat) -> f32 {
    match class {
        Class::Transport | Class::Tanker => 0.0,
        Class::Mothership | Class::Scout => 1.0,
        Class::Monitor => 9.0,
        Class::MissileBoat => 3.0,
        _ if class.is_ship() => f32::from(game.units.price(class, seat)),
        _ => 0.0,
    }
}

/// The strength of a unit in surface combat.
pub(super) fn ground_strength(game: &Imperium, class: Class) -> f32 {
    let strength = &game.units.combat.surface_strength;
    f32::from(match class {
        Class::RegularTroops => strength.regular_troops,
        Class::JumpTroops => strength.jump_troops,
        Class::PlanetaryDefence => strength.pd,
        Class::Fighter => strength.fighter,
        _ => 0,
    })
}

/// The strength of the marker of a box in surface combat.
pub(super) fn marker_strength(game: &Imperium, state: &State, at: BoxId) -> f32 {
    let (marker, strength) = (state.marker(at), &game.units.combat.surface_strength);
    if marker.neutralised || marker.holder.is_none() {
        0.0
    } else if marker.outpost == marker.holder {
        f32::from(strength.outpost)
    } else if game.map.surface(at).home == marker.holder {
        f32::from(strength.homeworld)
    } else {
        f32::from(strength.world)
    }
}

/// The glory that changes hands when the enemy of its holder takes a box.
pub(super) fn stake(game: &Imperium, marker: &Marker) -> f32 {
    let Some(holder) = marker.holder else { return 0.0 };
    let world = marker.world.is_some() as i8 * game.tables.glory.world;
    let outpost = (marker.outpost == Some(holder)) as i8 * game.tables.glory.outpost;
    f32::from(world + outpost)
}
