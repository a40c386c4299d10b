//! Counters in and out of a battle: groups become squads, squads split and merge, the destroyed are booked.

use arrayvec::ArrayVec;

use super::War;
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::state::{
    Battle, Cargo, Fire, Group, Groups, MAX_SQUADS, Moment, Place, Range, Role, Squad, State, SystemId,
    TERRAN, Theatre,
};

/// The squads of a battle.
pub(super) type Squads = ArrayVec<Squad, MAX_SQUADS>;

/// What nothing but role and fire tells apart from others of its side, in canonical order.
pub(super) type SquadKind = (Class, bool, bool, u8, Cargo, bool);

impl Squad {
    /// The slot of a squad that is gone: one and the same whoever it was.
    pub const GONE: Self = Self {
        seat: TERRAN,
        class: Class::Scout,
        marker: false,
        disrupted: false,
        strength: 0,
        cargo: Cargo::Empty,
        spent: false,
        count: 0,
        role: Role::Out,
        fire: Fire::Hold,
        target: None,
        second: Fire::Hold,
        second_target: None,
        hits: 0,
    };

    pub(super) fn of(group: &Group) -> Self {
        Self {
            seat: group.seat,
            class: group.class,
            marker: false,
            disrupted: group.disrupted,
            strength: group.strength,
            cargo: group.cargo,
            spent: group.spent,
            count: group.count,
            role: Role::Unassigned,
            fire: Fire::Hold,
            target: None,
            second: Fire::Hold,
            second_target: None,
            hits: 0,
        }
    }

    pub(super) const fn kind(&self) -> SquadKind {
        (self.class, self.marker, self.disrupted, self.strength, self.cargo, self.spent)
    }

    pub(super) const fn is_alive(&self) -> bool {
        self.count > 0
    }

    fn group(&self, place: Place) -> Group {
        Group {
            place,
            seat: self.seat,
            class: self.class,
            disrupted: self.disrupted,
            strength: self.strength,
            cargo: self.cargo,
            spent: self.spent,
            orders: 0,
            count: self.count,
        }
    }
}

impl Battle {
    pub(in super::super) fn squad(&self, index: u8) -> &Squad {
        &self.squads[usize::from(index)]
    }

    pub(super) fn squad_mut(&mut self, index: u8) -> &mut Squad {
        &mut self.squads[usize::from(index)]
    }

    /// Indices and squads that still have counters.
    pub(super) fn alive(&self) -> impl Iterator<Item = (u8, &Squad)> {
        (0..).zip(&self.squads).filter(|(_, squad)| squad.is_alive())
    }

    pub(super) fn has_side(&self, seat: Seat) -> bool {
        self.alive().any(|(_, squad)| squad.seat == seat)
    }

    /// One more hit on each counter of a squad.
    pub(super) fn hit(&mut self, index: u8) {
        let squad = self.squad_mut(index);
        squad.hits = (squad.hits + 1).min(2);
    }

    /// Splits `part` counters off a squad into a new one with the same role and returns its index. There are
    /// never more squads than counters, so there is room.
    pub(super) fn split(&mut self, index: u8, part: u8) -> u8 {
        let squad = self.squad_mut(index);
        debug_assert!(0 < part && part < squad.count);
        squad.count -= part;
        let new = Squad { count: part, ..*squad };
        self.squads.push(new);
        (self.squads.len() - 1) as u8
    }

    /// Those who double up on a squad.
    pub(in super::super) fn doublers(&self, index: u8) -> impl Iterator<Item = u8> + '_ {
        self.alive().filter(move |(_, s)| s.role == Role::Doubling { foe: index }).map(|(i, _)| i)
    }

    /// The line that a squad stands in: itself, its opponent and who doubles up on either. All of them have
    /// equal counts, and what befalls one of its ships concerns one ship of each other.
    fn line(&self, index: u8) -> ArrayVec<u8, 8> {
        let centre = match self.squad(index).role {
            Role::Doubling { foe } => foe,
            Role::Paired { foe }
                if self.doublers(index).next().is_none() && self.doublers(foe).next().is_some() =>
            {
                foe
            }
            _ => index,
        };
        let mut line = ArrayVec::new();
        if !self.squad(centre).is_alive() {
            // Nobody in the line has a living target or attacker any more.
            line.push(index);
            return line;
        }
        line.push(centre);
        if let Role::Paired { foe } = self.squad(centre).role
            && self.squad(foe).is_alive()
        {
            line.push(foe);
        }
        line.extend(self.doublers(centre));
        line
    }

    /// Splits `part` of each squad of a line into a new line; returns the index of the new part of `index`.
    pub(super) fn split_line(&mut self, index: u8, part: u8) -> u8 {
        let line = self.line(index);
        let first = self.squads.len() as u8;
        for &member in &line {
            self.split(member, part);
        }
        let moved = |old: u8| line.iter().position(|&m| m == old).map_or(old, |k| first + k as u8);
        for new in first..self.squads.len() as u8 {
            let squad = self.squad_mut(new);
            squad.role = match squad.role {
                Role::Paired { foe } => Role::Paired { foe: moved(foe) },
                Role::Doubling { foe } => Role::Doubling { foe: moved(foe) },
                role => role,
            };
            if !matches!(squad.role, Role::On(_)) {
                squad.target = squad.target.map(moved);
                squad.second_target = squad.second_target.map(moved);
            }
        }
        moved(index)
    }

    /// Clears roles, fire and hits, drops empty squads, joins equal ones and sorts: the start of a round.
    pub(super) fn regroup(&mut self) {
        self.squads.retain(|squad| squad.is_alive());
        for squad in &mut self.squads {
            squad.role = Role::Unassigned;
            squad.fire = Fire::Hold;
            squad.target = None;
            squad.second = Fire::Hold;
            squad.second_target = None;
            squad.hits = 0;
        }
        merge(&mut self.squads);
    }
}

fn merge(squads: &mut Squads) {
    // Groups come sorted, and so do most squads at the end of a round.
    if !squads.is_sorted_by_key(|squad| (squad.seat, squad.kind())) {
        squads.sort_unstable_by_key(|squad| (squad.seat, squad.kind()));
    }
    let mut kept = 0;
    for i in 0..squads.len() {
        if kept > 0 && squads[kept - 1].seat == squads[i].seat && squads[kept - 1].kind() == squads[i].kind()
        {
            squads[kept - 1].count += squads[i].count;
        } else {
            squads[kept] = squads[i];
            kept += 1;
        }
    }
    squads.truncate(kept);
}

/// Opens a battle, at long range in its first round: the counters of a
/// place that `takes_part` picks become its squads.
pub(super) fn open(
    state: &mut State,
    (system, initiative): (SystemId, Seat),
    theatre: Theatre,
    place: Place,
    takes_part: impl Fn(&Group) -> bool,
) {
    let State { battle, groups, .. } = state;
    // In place: a battle is large.
    let battle = battle.insert(Battle {
        system,
        theatre,
        round: 1,
        initiative,
        tied: false,
        range: Range::Long,
        moment: Moment::InitiativeRoll,
        quiet_rounds: 0,
        leaving: [false; 2],
        squads: Squads::new(),
    });
    groups.retain(|group| {
        let taken = group.place == place && takes_part(group);
        if taken {
            battle.squads.push(Squad::of(group));
        }
        !taken
    });
    merge(&mut battle.squads);
}

/// Ends the battle at hand: its living counters go to the place that `place` names.
pub(super) fn close(state: &mut State, place: Place) {
    let State { battle, groups, .. } = state;
    for squad in battle.iter().flat_map(|battle| &battle.squads) {
        put(groups, squad, place);
    }
    state.battle = None;
}

/// Puts the counters of a squad on the map, if they live.
pub(super) fn put(groups: &mut Groups, squad: &Squad, at: Place) {
    if squad.is_alive() && !squad.marker {
        groups.add(squad.group(at));
    }
}

/// Books counters as destroyed, with what they carry.
pub(super) fn lose(war: &impl War, state: &mut State, squad: &Squad) {
    if squad.marker {
        return;
    }
    let mut book = |class: Class, count: u8| {
        let price = if class.is_ship() { war.figures(squad.seat, class).price } else { 0 };
        state.book_loss(squad.seat, class, count, price);
    };
    book(squad.class, squad.count);
    if let Some(aboard) = squad.cargo.class() {
        book(aboard, squad.cargo.count() * squad.count);
    }
}
