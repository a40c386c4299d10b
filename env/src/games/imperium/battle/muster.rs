//! Counters in and out of a battle: groups become squads, squads split and merge, the destroyed are booked.

use arrayvec::ArrayVec;

use super::War;
use crate::core::Seat;
use crate::games::imperium::class::Class;
use crate::games::imperium::state::{
    Battle, Cargo, Fire, Group, Groups, Moment, Place, Range, Role, Squad, SquadMut, Squads, State, SystemId,
    TERRAN, Theatre, Used,
};

/// What nothing but role and fire tells apart from others of its side, in canonical order: see the fields of [`Squad`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct SquadKind {
    class: Class,
    marker: bool,
    disrupted: bool,
    strength: u8,
    cargo: Cargo,
    spent: bool,
}

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

    pub(in super::super) fn of(group: &Group) -> Self {
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

    pub(in super::super) const fn kind(&self) -> SquadKind {
        let Self { class, marker, disrupted, strength, cargo, spent, .. } = *self;
        SquadKind { class, marker, disrupted, strength, cargo, spent }
    }

    /// Declares its first shot.
    pub(super) const fn aim(&mut self, fire: Fire, target: u8) {
        (self.fire, self.target) = (fire, Some(target));
    }

    pub(super) const fn is_alive(&self) -> bool {
        self.count > 0
    }

    pub(in super::super) fn group(&self, place: Place) -> Group {
        Group {
            place,
            seat: self.seat,
            class: self.class,
            disrupted: self.disrupted,
            strength: self.strength,
            cargo: self.cargo,
            spent: self.spent,
            used: Used::NOTHING,
            count: self.count,
        }
    }
}

impl Battle {
    #[inline(always)]
    pub(in super::super) fn squad(&self, index: u8) -> Squad {
        self.squads.at(usize::from(index))
    }

    pub(super) fn squad_mut(&mut self, index: u8) -> SquadMut<'_> {
        self.squads.at_mut(usize::from(index))
    }

    /// Indices and squads that still have counters.
    #[inline(always)]
    pub(super) fn alive(&self) -> impl Iterator<Item = (u8, Squad)> {
        self.squads.alive()
    }

    pub(super) fn has_side(&self, seat: Seat) -> bool {
        self.alive().any(|(_, squad)| squad.seat == seat)
    }

    /// One more hit on each counter of a squad.
    pub(super) fn hit(&mut self, index: u8) {
        let mut squad = self.squad_mut(index);
        squad.hits = (squad.hits + 1).min(2);
    }

    /// Splits `part` counters off a squad into a new one with the same role and returns its index. There are
    /// never more squads than counters, so there is room.
    pub(super) fn split(&mut self, index: u8, part: u8) -> u8 {
        let squad = self.squad(index);
        debug_assert!(0 < part && part < squad.count);
        self.squad_mut(index).count -= part;
        self.squads.push(Squad { count: part, ..squad });
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
            let mut squad = self.squad_mut(new);
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
        self.squads.change_each(|squad| {
            squad.role = Role::Unassigned;
            squad.fire = Fire::Hold;
            squad.target = None;
            squad.second = Fire::Hold;
            squad.second_target = None;
            squad.hits = 0;
        });
        self.squads.merge();
    }
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
    groups.take_from(place, |group| {
        let taken = takes_part(group);
        if taken {
            battle.squads.push(Squad::of(group));
        }
        taken
    });
    battle.squads.merge();
}

/// Whether ships take part in what is left of a combat phase: those that have left a battle don't.
// rule: imp.3.1.combat
pub(super) fn stayed(group: &Group) -> bool {
    group.used != Used::LEFT_BATTLE
}

/// Ends the battle at hand: its living counters go to the place that `place` names.
pub(super) fn close(state: &mut State, place: Place) {
    let State { battle, groups, .. } = state;
    for squad in battle.iter().flat_map(|battle| battle.squads.iter()) {
        put(groups, &squad, place);
    }
    groups.note_overflow(battle.as_ref().is_some_and(|battle| battle.squads.overflown()));
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
    let price = |class| war.figures(squad.seat, class).price;
    state.book_destroyed(squad.seat, (squad.class, squad.count), squad.cargo, price);
}
