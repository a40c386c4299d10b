//! A battle in space, on range bands: range, beams, torpedoes, removal, withdrawal, up to six rounds.

use arrayvec::ArrayVec;

use super::super::ThirdMillennium;
use super::super::action::Shift;
use super::super::class::Class;
use super::super::position::enemy_of;
use super::super::state::{
    Battle, FLEETS, FleetId, Group, PackedGroup, Pending, Place, Ship, Stage, State, Volley, Weapon,
};
use super::super::{IMPERIAL, TERRAN};
use crate::core::Seat;

impl ThirdMillennium {
    /// All ships of both sides there fight, and all is seen.
    // rule: i3m.u7.battle
    pub(in super::super) fn begin_battle(&self, state: &mut State, pending: Pending) {
        let attacker = state.mover;
        let mut battle = Battle {
            at: pending.at,
            attacker,
            fleet: pending.fleet,
            from: pending.from,
            planet: None,
            bombardment: false,
            round: 1,
            band: self.combat.space.start_band,
            winner: None,
            stage: Stage::Range,
            ships: ArrayVec::new(),
        };
        for seat in [attacker, enemy_of(attacker)] {
            let fleets: ArrayVec<FleetId, FLEETS> = state.fleets.at(seat, pending.at).collect();
            for fleet in fleets {
                state.fleets.reveal(seat, fleet);
                if let Some(fleet) = state.fleets.get_mut(seat, fleet) {
                    fleet.laying = 0;
                }
            }
            let planets = pending.at.system().map_or(&[][..], |system| &self.map.at(system).planets);
            let ground = planets.iter().map(|&planet| Place::Planet(planet));
            for place in self.places_at(state, seat, pending.at).into_iter().chain(ground) {
                self.enlist(state, &mut battle, seat, place);
            }
        }
        if self.rules.lattice {
            battle.band = 0;
            self.line_up(&mut battle);
        }
        state.battle = Some(battle);
        state.step = super::super::state::Step::Battle;
    }

    /// Ships of a place join, one by one; of what is on planets only fighters do.
    // rule: i3m.u10.shore
    fn enlist(&self, state: &mut State, battle: &mut Battle, seat: Seat, place: Place) {
        let joins = |group: &Group| !matches!(place, Place::Planet(_)) || group.class == Class::Fighter;
        let groups: ArrayVec<Group, 64> = state.groups.at(seat, place).filter(joins).take(64).collect();
        for group in groups {
            state.groups.remove(group);
            let one = PackedGroup::new(&Group { count: 1, ..group });
            battle.ships.extend((0..group.count).map(|_| Ship::new(one)));
        }
    }

    /// Who can win the range roll, with how many of the 36 throws: the higher die, with 1 more for the side with fewer
    /// ships other than fighters and 1 more for a side that is all fast.
    // rule: i3m.u7.range
    pub(in super::super) fn range_results(&self, battle: &Battle) -> Vec<(Option<Seat>, u32)> {
        let ships = |seat: Seat| battle.ships.iter().filter(move |ship| ship.unit.seat() == seat);
        let large = |seat| ships(seat).filter(|ship| ship.unit.class() != Class::Fighter).count();
        let fast = |seat| {
            let fast = |class: Class| class.is_fast() || class == Class::Fighter;
            u8::from(ships(seat).all(|ship| fast(ship.unit.class())))
        };
        let bonus = |seat| u8::from(large(seat) < large(enemy_of(seat))) + fast(seat);
        let (terran, imperial) = (bonus(TERRAN), bonus(IMPERIAL));
        let mut results = vec![(Some(TERRAN), 0), (None, 0), (Some(IMPERIAL), 0)];
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one + terran, other + imperial)))
        {
            results[usize::from(one <= other) + usize::from(one < other)].1 += 1;
        }
        results.retain(|&(_, throws)| throws > 0);
        results
    }

    pub(super) fn range_rolled(&self, state: &mut State, outcome: usize) {
        let Some(battle) = &mut state.battle else { return };
        let winner = self.range_results(battle).get(outcome).and_then(|&(winner, _)| winner);
        battle.winner = winner;
        if self.rules.lattice {
            self.begin_steering(state);
        } else if winner.is_some() {
            battle.stage = Stage::Shift;
        } else {
            self.begin_volley(state, Volley::Space(Weapon::Beam));
        }
    }

    pub(super) fn shift(&self, state: &mut State, shift: Shift) {
        let Some(battle) = &mut state.battle else { return };
        match shift {
            Shift::Close => battle.band -= 1,
            Shift::Keep => {}
            Shift::Open => battle.band += 1,
        }
        self.begin_volley(state, Volley::Space(Weapon::Beam));
    }

    /// Both volleys of a round have been fired.
    // rule: i3m.u7.removal
    pub(super) fn end_round(&self, state: &mut State) {
        self.clear_wrecks(state);
        if self.is_over(state) {
            return;
        }
        let leaves = state.battle.as_ref().is_some_and(|battle| self.anybody_may_leave(state, battle));
        if leaves {
            state.battle.iter_mut().for_each(|battle| battle.stage = Stage::Withdraw);
        } else {
            self.next_round(state);
        }
    }

    /// Ends the battle if a side has no ships left in it; true: it is over. Fighters of a planet alone don't go on: they
    /// wait for the landing.
    // rule: i3m.u10.shore
    pub(super) fn is_over(&self, state: &mut State) -> bool {
        let Some(battle) = &state.battle else { return true };
        let stands = |seat: Seat| {
            let based = |ship: &Ship| matches!(ship.unit.group().place, Place::Planet(_));
            battle.ships.iter().any(|ship| ship.unit.seat() == seat && !based(ship))
        };
        if stands(TERRAN) && stands(IMPERIAL) {
            return false;
        }
        self.disband(state);
        self.fight_next(state);
        true
    }

    pub(super) fn next_round(&self, state: &mut State) {
        let Some(battle) = &mut state.battle else { return };
        battle.round += 1;
        battle.winner = None;
        battle.stage = Stage::Range;
        let figures = &self.combat.space;
        if battle.round > if self.rules.lattice { figures.lattice_rounds } else { figures.rounds } {
            self.fall_back(state);
        }
    }

    /// After the last round the attacker's fleets that came in this move and are still there go back, each to where it
    /// came from, if no enemy ships are there.
    // rule: i3m.u7.rounds
    fn fall_back(&self, state: &mut State) {
        let Some(battle) = &state.battle else { return };
        let (seat, at) = (battle.attacker, battle.at);
        let first = Pending { at, from: battle.from, fleet: battle.fleet };
        let others = state.pending.iter().copied().filter(|pending| pending.at == at);
        let came: ArrayVec<Pending, { FLEETS + 1 }> = std::iter::once(first).chain(others).collect();
        self.disband(state);
        state.pending.retain(|pending| pending.at != at);
        for Pending { from, fleet, .. } in came {
            let is_here = state.fleets.get(seat, fleet).is_some_and(|fleet| fleet.at == at);
            let free = from.filter(|&from| !self.is_present(state, enemy_of(seat), from));
            if let (true, Some(from)) = (is_here, free) {
                self.send(state, seat, fleet, from);
                state.orders.repulsed |= fleet == state.orders.fleet;
            }
        }
        self.fight_next(state);
    }
}
