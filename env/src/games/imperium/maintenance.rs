//! Maintenance by the fix kit (overhaul, routine, frontier dice: rules 14.8) and by the base game (section 6).

use super::Imperium;
use super::action::{Action, Kind, Quantity};
use super::class::Class;
use super::legal::Offer;
use super::odds::{MAX_DICE, binomial, outcomes, successes};
use super::orders::{move_key, place_at};
use super::sets::bits;
use super::state::{Group, MAX_SYSTEMS, PackedGroup, Place, State, Step, Used};
use crate::core::{Chance, Seat};

/// Maintenance factors per system: what its limit falls short of, and what may still be left out.
struct Shortage {
    excess: [i16; MAX_SYSTEMS],
    ahead: [i16; MAX_SYSTEMS],
    /// Systems, by bit, whose limit is exceeded if nothing is left out.
    crowded: u64,
}

impl Imperium {
    fn number(&self, group: &Group) -> i16 {
        i16::from(self.units.maintenance(group.class, group.seat))
    }

    /// The maintenance numbers of all counters of a group together.
    fn numbers(&self, group: &PackedGroup) -> i16 {
        let number = self.units.maintenance(group.kind().class, group.seat());
        i16::from(number) * i16::from(group.count())
    }

    /// What it costs at an own world to keep a ship sound or to mend it, RU.
    // rule: cobb.maintenance.overhaul imp.6.maintenance
    pub(super) fn overhaul_price(&self, seat: Seat, class: Class, disrupted: bool) -> u8 {
        self.units.maintenance(class, seat) + u8::from(disrupted && !self.rules.kit_maintenance)
    }

    /// The die with which a ship keeps sound, or gets so again, by the base game: 1 to 9.
    // rule: imp.6.maintenance
    pub(super) fn needed(&self, group: &Group, friendly: u64) -> u8 {
        let lonely = self.bit_of(group.place) & friendly == 0;
        self.units.maintenance(group.class, group.seat) + u8::from(lonely) + u8::from(group.disrupted)
    }

    fn bit_of(&self, place: Place) -> u64 {
        self.system_of(place).map_or(0, |system| system.bit())
    }

    /// The limit of routine maintenance of a system for a side, in maintenance factors.
    // rule: cobb.maintenance.limit
    pub fn routine_limit(&self, state: &State, seat: Seat, system: usize) -> u16 {
        self.limit_of(system, state.worlds(seat), state.outposts(seat))
    }

    /// The same, where `worlds` and `outposts` are the side's boxes anywhere, by bit.
    fn limit_of(&self, system: usize, worlds: u64, outposts: u64) -> u16 {
        let boxes = self.map.systems[system].boxes;
        let many = |mask: u64| (mask & boxes).count_ones() as u16;
        many(worlds) * self.tables.maintenance.world_factors
            + many(outposts) * self.tables.maintenance.outpost_factors
    }

    /// Offers ships at own worlds for overhaul, then the end of overhauls.
    // rule: cobb.maintenance.overhaul
    pub(super) fn offer_overhauls<O: Offer>(
        &self,
        state: &State,
        after: Option<(Place, Kind)>,
        offer: &mut O,
    ) -> bool {
        let seat = state.phasing;
        let stock = i16::from(state.sides[seat.index()].stock);
        // Every ship's overhaul costs something.
        if stock == 0 {
            return offer.put(Action::Done);
        }
        let worlds = self.map.systems_of(state.worlds(seat));
        let after = after.filter(|_| !offer.any_order());
        // Groups are sorted as their stacks are.
        let mut next = after.map_or(0, |(at, kind)| move_key(false, at, kind) + 1);
        offer.put_with_end(|offer| {
            let boxes = self.map.boxes_in(worlds);
            let open = state.groups.packed_of(seat).iter().filter(|group| {
                let at_world = (group.space() & worlds | group.surface() & boxes) != 0;
                at_world && group.is_of(Class::SHIPS) && group.used().is_nothing()
            });
            for group in open {
                if group.stack() < next {
                    continue;
                }
                let kind = group.kind();
                if i16::from(self.overhaul_price(seat, kind.class, kind.disrupted)) <= stock {
                    next = group.stack() + 1;
                    if offer.put(Action::Select { at: place_at(group.place()), kind }) {
                        return true;
                    }
                }
            }
            false
        })
    }

    /// Ships are picked for overhaul.
    pub(super) fn choose_overhaul(&self, state: &mut State, at: Place, kind: Kind) {
        let seat = state.phasing;
        let price = self.overhaul_price(seat, kind.class, kind.disrupted);
        let most = alike(state, seat, at, kind).min(state.sides[seat.index()].stock / price);
        if most == 1 {
            self.overhaul(state, at, kind, 1);
        } else {
            state.step = Step::Quantity(Quantity::Overhaul { at, kind, most });
        }
    }

    /// They are paid for and undisrupted.
    pub(super) fn overhaul(&self, state: &mut State, at: Place, kind: Kind, count: u8) {
        let seat = state.phasing;
        state.sides[seat.index()].stock -= self.overhaul_price(seat, kind.class, kind.disrupted) * count;
        set(state, seat, at, kind, count, |group| Group { disrupted: false, used: Used::PROVIDED, ..group });
        state.step = Step::Overhaul { after: Some((at, kind)) };
    }

    /// All that is paid for is paid for. The base game knows no routine maintenance.
    pub(super) fn end_overhauls(&self, state: &mut State) {
        if self.rules.kit_maintenance {
            state.step = Step::Routine { after: None };
        } else {
            self.end_routine(state);
        }
    }

    fn shortage(&self, state: &State) -> Shortage {
        let seat = state.phasing;
        let mut excess = [0; MAX_SYSTEMS];
        let (mut need, mut left_out) = ([0_i16; MAX_SYSTEMS], [0_i16; MAX_SYSTEMS]);
        let groups = state.groups.packed_of(seat).iter();
        let concerned = groups.filter(|group| group.is_of(Class::SHIPS) && group.used() != Used::PROVIDED);
        for group in concerned {
            if let Some(system) = self.system_of(place_at(group.place())) {
                let sum = if group.used().is_nothing() { &mut need } else { &mut left_out };
                sum[usize::from(system.0)] += self.numbers(group);
            }
        }
        let (worlds, outposts) = (state.worlds(seat), state.outposts(seat));
        let mut crowded = 0;
        for k in bits(self.friendly_systems(state, seat)) {
            excess[k] = need[k] - self.limit_of(k, worlds, outposts) as i16;
            crowded |= u64::from(excess[k] + left_out[k] > 0) << k;
        }
        Shortage { excess, ahead: need, crowded }
    }

    /// Offers ships at friendly systems to leave without routine maintenance: disrupted ones anywhere, any
    /// where the limit is exceeded. While one is, there is no end, and no pick that would make it impossible.
    // rule: cobb.maintenance.routine cobb.maintenance.limit
    pub(super) fn offer_routine<O: Offer>(
        &self,
        state: &State,
        after: Option<(Place, Kind)>,
        offer: &mut O,
    ) -> bool {
        let seat = state.phasing;
        let friendly = self.friendly_systems(state, seat);
        let mut shortage = self.shortage(state);
        let mut last = after.filter(|_| !offer.any_order());
        let ships = state.groups.packed_of(seat).iter();
        for group in ships.filter(|group| group.is_of(Class::SHIPS) && group.used().is_nothing()) {
            let place = place_at(group.place());
            let bit = self.bit_of(place);
            if bit & friendly == 0 {
                continue;
            }
            let system = bit.trailing_zeros() as usize;
            let this = (place, group.kind());
            let candidate = group.disrupted() || shortage.crowded & bit != 0;
            let fixable = shortage.excess[system] <= shortage.ahead[system] || offer.any_order();
            if candidate && fixable && last.is_none_or(|last| this > last) {
                last = Some(this);
                if offer.put(Action::Select { at: this.0, kind: this.1 }) {
                    return true;
                }
            }
            shortage.ahead[system] -= self.numbers(group);
            let stuck = shortage.excess[system] > shortage.ahead[system].max(0);
            if stuck && last == Some(this) && !offer.any_order() {
                break;
            }
        }
        let exceeded = shortage.excess.iter().any(|&excess| excess > 0);
        !exceeded && offer.put(Action::Done)
    }

    /// How few of these must be left out, so that what comes later in order can do the rest.
    pub(super) fn least_left_out(&self, state: &State, at: Place, kind: Kind) -> u8 {
        let Some(system) = self.system_of(at) else { return 1 };
        let k = usize::from(system.0);
        let later: i16 = state
            .groups_of(state.phasing)
            .filter(|group| group.class.is_ship() && group.used.is_nothing())
            .filter(|group| {
                self.system_of(group.place) == Some(system) && (group.place, group.kind()) > (at, kind)
            })
            .map(|group| self.number(&group) * i16::from(group.count))
            .sum();
        let needed = self.shortage(state).excess[k] - later;
        let number = i16::from(self.units.maintenance(kind.class, state.phasing));
        ((needed + number - 1) / number).max(1) as u8
    }

    /// Ships are picked to be left out.
    pub(super) fn choose_left_out(&self, state: &mut State, at: Place, kind: Kind) {
        let most = alike(state, state.phasing, at, kind);
        if most == 1 {
            self.leave_out(state, at, kind, 1);
        } else {
            state.step = Step::Quantity(Quantity::LeaveOut { at, kind, most });
        }
    }

    /// They are left out.
    pub(super) fn leave_out(&self, state: &mut State, at: Place, kind: Kind, count: u8) {
        let seat = state.phasing;
        set(state, seat, at, kind, count, |group| Group { used: Used::LEFT_OUT, ..group });
        state.step = Step::Routine { after: Some((at, kind)) };
    }

    /// All choices are made: every ship with neither overhaul nor routine maintenance casts its die.
    // rule: cobb.maintenance.keep cobb.maintenance.frontier
    pub(super) fn end_routine(&self, state: &mut State) {
        let seat = state.phasing;
        let friendly = self.friendly_systems(state, seat);
        let based = self.map.boxes_in(friendly);
        let is_kept = |group: &PackedGroup| {
            if !group.is_of(Class::SHIPS) || group.used() == Used::PROVIDED {
                true
            } else if self.rules.kit_maintenance {
                (group.space() & friendly | group.surface() & based) != 0 && group.used() != Used::LEFT_OUT
            } else {
                self.needed(&group.group(), friendly) <= 1
            }
        };
        if state.groups.packed_of(seat).iter().all(is_kept) {
            return self.end_frontier(state);
        }
        state.groups.mark(|group| {
            if group.seat() != seat || is_kept(&group) { Used::PROVIDED } else { Used::NOTHING }
        });
        self.next_frontier(state, 0);
    }

    /// The next group that casts dice, or the end of maintenance; those before the group `first` have cast theirs.
    fn next_frontier(&self, state: &mut State, first: u16) {
        let open =
            state.groups.packed()[usize::from(first)..].iter().position(|group| group.used().is_nothing());
        match open {
            Some(ahead) => state.step = Step::Frontier { group: first + ahead as u16, destroyed: None },
            None => self.end_frontier(state),
        }
    }

    fn end_frontier(&self, state: &mut State) {
        state.groups.clear_marks();
        self.begin_building(state);
    }

    /// The dice of [`Step::Frontier`]: how many, and with how many chances in how many each succeeds. A success
    /// is a disruption, a destruction, or a recovery of one that is not destroyed.
    // rule: cobb.maintenance.frontier cobb.maintenance.one_destroys cobb.maintenance.no_adjustment imp.6.maintenance
    fn frontier_dice(&self, state: &State, group: u16, destroyed: Option<u8>) -> (u8, u8, u8) {
        let group = &state.groups.at(usize::from(group));
        let number = self.number(group).clamp(0, 6) as u8;
        let dice = group.count.min(MAX_DICE);
        if !self.rules.kit_maintenance {
            let needed = self.needed(group, self.friendly_systems(state, group.seat)).min(7);
            let failing = needed - 1;
            return (dice, if group.disrupted { 6 - failing } else { failing }, 6);
        }
        match destroyed {
            None if group.disrupted => (dice, 1, 6),
            None => (dice, number, 6),
            Some(destroyed) => (dice - destroyed, 6 - number, 5),
        }
    }

    pub(super) fn frontier_chance(&self, state: &State, group: u16, destroyed: Option<u8>) -> Chance {
        let (dice, favourable, of) = self.frontier_dice(state, group, destroyed);
        binomial(dice, favourable, of)
    }

    /// Applies an outcome of [`Imperium::frontier_chance`]; false if there is no such outcome.
    pub(super) fn frontier_rolled(
        &self,
        state: &mut State,
        index: u16,
        destroyed: Option<u8>,
        outcome: usize,
    ) -> bool {
        let (dice, favourable, of) = self.frontier_dice(state, index, destroyed);
        if outcome >= outcomes(dice, favourable, of) {
            return false;
        }
        let count = successes(dice, favourable, of, outcome);
        let group = state.groups.at(usize::from(index));
        let twice = self.rules.kit_maintenance && group.disrupted && destroyed.is_none();
        if twice && count < dice && self.number(&group) < 6 {
            state.step = Step::Frontier { group: index, destroyed: Some(count) };
            return true;
        }
        let thrown = state.take(usize::from(index), group.count.min(MAX_DICE));
        let (lost, disrupted) = match (group.disrupted, destroyed) {
            (false, _) => (0, count),
            (true, _) if !self.rules.kit_maintenance => (0, dice - count),
            (true, None) => (count, dice - count),
            (true, Some(lost)) => (lost, dice - count),
        };
        if lost > 0 {
            let price = |class| self.units.price(class, thrown.seat);
            state.book_destroyed(thrown.seat, (thrown.class, lost), thrown.cargo, price);
        }
        let sound = thrown.count - lost - disrupted;
        for (disrupted, count) in
            [(true, disrupted), (false, sound)].into_iter().filter(|(_, count)| *count > 0)
        {
            state.add(Group { disrupted, used: Used::PROVIDED, count, ..thrown });
        }
        self.next_frontier(state, index);
        true
    }
}

/// How many ships like these stand there without a decision.
fn alike(state: &State, seat: Seat, at: Place, kind: Kind) -> u8 {
    let stack = move_key(false, at, kind);
    let groups = state.groups.packed()[state.groups.stack(seat, stack)].iter();
    groups.filter(|group| group.used().is_nothing()).map(|group| group.count()).sum()
}

/// Changes `count` of them, the fullest first.
fn set(state: &mut State, seat: Seat, at: Place, kind: Kind, count: u8, change: impl Fn(Group) -> Group) {
    let (stack, mut left) = (move_key(false, at, kind), count);
    while left > 0 {
        let mut stacked = state.groups.stack(seat, stack);
        let index = stacked.rfind(|&k| state.groups.packed()[k].used().is_nothing());
        let index = index.expect("no more are chosen than there are");
        let taken = state.take(index, left.min(state.groups.at(index).count));
        left -= taken.count;
        state.add(change(taken));
    }
}

#[cfg(test)]
mod tests;
