//! Maintenance by the fix kit (overhaul, routine, frontier dice: rules 14.8) and by the base game (section 6).

use super::Imperium;
use super::action::{Action, Kind, Quantity};
use super::class::Class;
use super::legal::Offer;
use super::map::bits;
use super::odds::{MAX_DICE, binomial, outcomes, successes};
use super::state::{Group, MAX_SYSTEMS, Place, State, Step};
use crate::core::{Chance, Seat};

/// What [`Group::orders`] means during maintenance: nothing decided.
const OPEN: u8 = 0;
/// Provided for, or its dice are cast.
const PROVIDED: u8 = 1;
/// Left without routine maintenance.
const LEFT_OUT: u8 = 2;

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
        let worlds = self.systems_of(state.worlds(seat));
        let mut last = after.filter(|_| !offer.any_order());
        offer.put_with_end(|offer| {
            for group in state.groups_of(seat).filter(|group| group.class.is_ship() && group.orders == OPEN) {
                let this = (group.place, group.kind());
                let price = i16::from(self.overhaul_price(seat, group.class, group.disrupted));
                let affordable = price <= stock && self.bit_of(group.place) & worlds != 0;
                if affordable && last.is_none_or(|last| this > last) {
                    last = Some(this);
                    if offer.put(Action::Select { at: this.0, kind: this.1 }) {
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
        set(state, seat, at, kind, count, |group| Group { disrupted: false, orders: PROVIDED, ..group });
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
        for group in state.groups_of(seat).filter(|group| group.class.is_ship() && group.orders != PROVIDED) {
            if let Some(system) = self.system_of(group.place) {
                let sum = if group.orders == OPEN { &mut need } else { &mut left_out };
                sum[usize::from(system.0)] += self.number(group) * i16::from(group.count);
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
        for group in state.groups_of(seat).filter(|group| group.class.is_ship() && group.orders == OPEN) {
            let bit = self.bit_of(group.place);
            if bit & friendly == 0 {
                continue;
            }
            let system = bit.trailing_zeros() as usize;
            let this = (group.place, group.kind());
            let candidate = group.disrupted || shortage.crowded & bit != 0;
            let fixable = shortage.excess[system] <= shortage.ahead[system] || offer.any_order();
            if candidate && fixable && last.is_none_or(|last| this > last) {
                last = Some(this);
                if offer.put(Action::Select { at: this.0, kind: this.1 }) {
                    return true;
                }
            }
            shortage.ahead[system] -= self.number(group) * i16::from(group.count);
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
            .filter(|group| group.class.is_ship() && group.orders == OPEN)
            .filter(|group| {
                self.system_of(group.place) == Some(system) && (group.place, group.kind()) > (at, kind)
            })
            .map(|group| self.number(group) * i16::from(group.count))
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
        set(state, seat, at, kind, count, |group| Group { orders: LEFT_OUT, ..group });
        state.step = Step::Routine { after: Some((at, kind)) };
    }

    /// All choices are made: every ship with neither overhaul nor routine maintenance casts its die.
    // rule: cobb.maintenance.keep cobb.maintenance.frontier
    pub(super) fn end_routine(&self, state: &mut State) {
        let seat = state.phasing;
        let friendly = self.friendly_systems(state, seat);
        state.give_orders(|group| {
            let mine = group.seat == seat && group.class.is_ship();
            let kept = if self.rules.kit_maintenance {
                self.bit_of(group.place) & friendly != 0 && group.orders != LEFT_OUT
            } else {
                self.needed(group, friendly) <= 1
            };
            if !mine || kept || group.orders == PROVIDED { PROVIDED } else { OPEN }
        });
        self.next_frontier(state);
    }

    /// The next group that casts dice, or the end of maintenance.
    fn next_frontier(&self, state: &mut State) {
        match state.groups.iter().position(|group| group.orders == OPEN) {
            Some(group) => state.step = Step::Frontier { group: group as u16, destroyed: None },
            None => {
                state.clear_orders();
                state.step = Step::Build { after: None };
            }
        }
    }

    /// The dice of [`Step::Frontier`]: how many, and with how many chances in how many each succeeds. A success
    /// is a disruption, a destruction, or a recovery of one that is not destroyed.
    // rule: cobb.maintenance.frontier cobb.maintenance.one_destroys cobb.maintenance.no_adjustment imp.6.maintenance
    fn frontier_dice(&self, state: &State, group: u16, destroyed: Option<u8>) -> (u8, u8, u8) {
        let group = &state.groups[usize::from(group)];
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
        let group = state.groups[usize::from(index)];
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
            self.book_destroyed(state, thrown.seat, thrown.class, thrown.cargo, lost);
        }
        let sound = thrown.count - lost - disrupted;
        for (disrupted, count) in
            [(true, disrupted), (false, sound)].into_iter().filter(|(_, count)| *count > 0)
        {
            state.add(Group { disrupted, orders: PROVIDED, count, ..thrown });
        }
        self.next_frontier(state);
        true
    }
}

/// How many ships like these stand there without a decision.
fn alike(state: &State, seat: Seat, at: Place, kind: Kind) -> u8 {
    let alike = state.groups_at(at).filter(|g| g.seat == seat && g.kind() == kind && g.orders == OPEN);
    alike.map(|group| group.count).sum()
}

/// Changes `count` of them, the fullest first.
fn set(state: &mut State, seat: Seat, at: Place, kind: Kind, count: u8, change: impl Fn(Group) -> Group) {
    let mut left = count;
    while left > 0 {
        let index = state
            .groups
            .iter()
            .rposition(|g| g.place == at && g.seat == seat && g.kind() == kind && g.orders == OPEN)
            .expect("no more are chosen than there are");
        let taken = state.take(index, left.min(state.groups[index].count));
        left -= taken.count;
        state.add(change(taken));
    }
}

#[cfg(test)]
mod tests {
    use super::super::legal::Listed;
    use super::super::positions_for_tests::{first_war, ships, surface_box, system};
    use super::super::state::{Cargo, IMPERIAL, TERRAN};
    use super::*;

    fn disrupted(game: &Imperium, state: &mut State, id: &str, class: Class, count: u8) {
        let place = Place::Space(system(game, id));
        state.add(Group { disrupted: true, ..Group::new(place, state.phasing, class, count) });
    }

    /// The example of 14.8: 27 factors of ships at Nusku/Dushaam, which gives 26.
    fn example() -> (Imperium, State) {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        state.sides[1].stock = 5;
        disrupted(&game, &mut state, "nusku", Class::Battleship, 1);
        disrupted(&game, &mut state, "nusku", Class::Destroyer, 1);
        for (class, count) in [
            (Class::AttackCruiser, 1),
            (Class::HeavyCruiser, 2),
            (Class::Destroyer, 3),
            (Class::Transport, 2),
        ] {
            ships(&game, &mut state, "nusku", IMPERIAL, class, count);
        }
        (game, state)
    }

    fn routine(game: &Imperium, state: &State) -> Vec<Action> {
        let mut list = Vec::new();
        game.offer_routine(state, None, &mut Listed { list: &mut list, any_order: false });
        list
    }

    #[test]
    fn cobb_maintenance_overhaul() {
        let (game, mut state) = example();
        let at = Place::Space(system(&game, "nusku"));
        let battleship = Kind { class: Class::Battleship, disrupted: true, carrying: None };
        game.choose_overhaul(&mut state, at, battleship);
        assert_eq!(state.sides[1].stock, 0);
        let ship = state.groups_at(at).find(|g| g.class == Class::Battleship).unwrap();
        assert!(!ship.disrupted && ship.orders == PROVIDED);
        assert_eq!(game.shortage(&state).excess[usize::from(system(&game, "nusku").0)], 22 - 26);
        game.end_routine(&mut state);
        assert_eq!(state.step, Step::Build { after: None }, "all get routine maintenance");
        let destroyers = state.groups_at(at).filter(|g| g.class == Class::Destroyer && g.disrupted);
        assert_eq!(destroyers.map(|g| g.count).sum::<u8>(), 1, "the disrupted destroyer stays disrupted");
    }

    #[test]
    fn cobb_maintenance_overhaul_needs_a_world() {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        state.sides[1].stock = 9;
        disrupted(&game, &mut state, "apishal", Class::Destroyer, 1);
        let mut list = Vec::new();
        game.offer_overhauls(&state, None, &mut Listed { list: &mut list, any_order: false });
        assert_eq!(list, [Action::Done]);
        disrupted(&game, &mut state, "nusku", Class::Destroyer, 1);
        state.marker_mut(surface_box(&game, "nusku")).neutralised = true;
        list.clear();
        game.offer_overhauls(&state, None, &mut Listed { list: &mut list, any_order: false });
        assert_eq!(list, [Action::Done], "the world is neutralised");
    }

    #[test]
    fn cobb_maintenance_limit() {
        let (game, mut state) = first_war();
        for (id, limit) in [("alpha_centauri", 40), ("sol", 20), ("barnard", 6), ("procyon", 0)] {
            assert_eq!(game.routine_limit(&state, TERRAN, usize::from(system(&game, id).0)), limit, "{id}");
        }
        let nusku = usize::from(system(&game, "nusku").0);
        assert_eq!(game.routine_limit(&state, IMPERIAL, nusku), 26);
        state.phasing = IMPERIAL;
        ships(&game, &mut state, "apishal", IMPERIAL, Class::Destroyer, 2);
        ships(&game, &mut state, "apishal", IMPERIAL, Class::LightCruiser, 2);
        let at = Place::Space(system(&game, "apishal"));
        let kind = |class| Kind { class, disrupted: false, carrying: None };
        assert_eq!(routine(&game, &state).len(), 2, "8 of 6 factors: no end before something is left out");
        assert_eq!(game.least_left_out(&state, at, kind(Class::Destroyer)), 1);
        game.leave_out(&mut state, at, kind(Class::LightCruiser), 1);
        assert!(routine(&game, &state).contains(&Action::Done));
    }

    #[test]
    fn cobb_maintenance_routine() {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        ships(&game, &mut state, "apishal", IMPERIAL, Class::LightCruiser, 2);
        assert_eq!(routine(&game, &state), [Action::Done], "a sound ship within the limit is kept");
        disrupted(&game, &mut state, "apishal", Class::Destroyer, 1);
        assert_eq!(routine(&game, &state).len(), 2, "a disrupted ship may be left out on purpose");
    }

    #[test]
    fn cobb_maintenance_frontier() {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        ships(&game, &mut state, "procyon", IMPERIAL, Class::HeavyCruiser, 1);
        game.end_routine(&mut state);
        let Step::Frontier { group, destroyed } = state.step else { panic!("the cruiser rolls") };
        assert_eq!(
            game.frontier_chance(&state, group, destroyed).weights(),
            [1, 2],
            "disrupted on 1 to 4 of 6"
        );
        game.frontier_rolled(&mut state, group, destroyed, 1);
        assert!(state.groups[0].disrupted);
        assert_eq!(state.step, Step::Build { after: None });
    }

    #[test]
    fn cobb_maintenance_one_destroys() {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        disrupted(&game, &mut state, "apishal", Class::Destroyer, 3);
        let at = Place::Space(system(&game, "apishal"));
        let kind = Kind { class: Class::Destroyer, disrupted: true, carrying: None };
        game.leave_out(&mut state, at, kind, 3);
        game.end_routine(&mut state);
        let roll = |state: &mut State, outcome| {
            let Step::Frontier { group, destroyed } = state.step else { panic!("dice are due") };
            let weights = game.frontier_chance(state, group, destroyed).weights().to_vec();
            game.frontier_rolled(state, group, destroyed, outcome);
            weights
        };
        assert_eq!(roll(&mut state, 1), [125, 75, 15, 1], "destroyed on 1");
        assert_eq!(roll(&mut state, 1), [1, 8, 16], "of the others 3 to 6 recover, 2 stays disrupted");
        assert_eq!(state.sides[1].destroyed[Class::Destroyer.index()], 1);
        let counts: Vec<(bool, u8)> = state.groups.iter().map(|g| (g.disrupted, g.count)).collect();
        assert_eq!(counts, [(false, 1), (true, 1)]);
    }

    fn by_the_base_game() -> (Imperium, State) {
        let (mut game, mut state) = first_war();
        game.rules.kit_maintenance = false;
        state.phasing = IMPERIAL;
        (game, state)
    }

    fn frontier_weights(game: &Imperium, state: &State) -> Vec<u32> {
        let Step::Frontier { group, destroyed } = state.step else {
            panic!("dice are due, not {:?}", state.step)
        };
        game.frontier_chance(state, group, destroyed).weights().to_vec()
    }

    #[test]
    fn imp_6_maintenance_at_worlds() {
        let (game, mut state) = by_the_base_game();
        state.sides[1].stock = 9;
        ships(&game, &mut state, "nusku", IMPERIAL, Class::HeavyCruiser, 1);
        disrupted(&game, &mut state, "nusku", Class::HeavyCruiser, 1);
        let at = Place::Space(system(&game, "nusku"));
        let kind = |disrupted| Kind { class: Class::HeavyCruiser, disrupted, carrying: None };
        game.choose_overhaul(&mut state, at, kind(false));
        assert_eq!(state.sides[1].stock, 5, "the number for a sound ship");
        game.choose_overhaul(&mut state, at, kind(true));
        assert_eq!(state.sides[1].stock, 0, "one more for a disrupted one");
        game.end_overhauls(&mut state);
        assert_eq!(state.step, Step::Build { after: None });
        assert!(state.groups.iter().all(|group| !group.disrupted));
    }

    #[test]
    fn imp_6_maintenance_frontier() {
        let (game, opening) = by_the_base_game();
        // Sound and disrupted, with and without an outpost: how many of six faces disrupt, or mend.
        for (place, is_disrupted, weights) in [
            ("apishal", false, vec![1, 1]),
            ("procyon", false, vec![1, 2]),
            ("apishal", true, vec![2, 1]),
            ("procyon", true, vec![5, 1]),
        ] {
            let mut state = opening.clone();
            let class =
                if is_disrupted && place == "apishal" { Class::HeavyCruiser } else { Class::AttackCruiser };
            assert_eq!(game.units.maintenance(class, IMPERIAL), 4);
            let group = Group::new(Place::Space(system(&game, place)), IMPERIAL, class, 1);
            state.add(Group { disrupted: is_disrupted, ..group });
            game.end_overhauls(&mut state);
            let found = frontier_weights(&game, &state);
            assert_eq!(found, weights, "{place}, disrupted {is_disrupted}");
            let Step::Frontier { group, destroyed } = state.step else { unreachable!() };
            assert!(game.frontier_rolled(&mut state, group, destroyed, 1));
            assert_eq!(state.groups[0].disrupted, !is_disrupted, "failed, or mended");
            assert_eq!(state.step, Step::Build { after: None });
        }
    }

    #[test]
    fn imp_6_maintenance_of_number_one() {
        let (game, mut state) = by_the_base_game();
        ships(&game, &mut state, "apishal", IMPERIAL, Class::Scout, 3);
        game.end_overhauls(&mut state);
        assert_eq!(state.step, Step::Build { after: None }, "number 1 never fails at an outpost");
        ships(&game, &mut state, "procyon", IMPERIAL, Class::Scout, 1);
        game.end_overhauls(&mut state);
        assert_eq!(frontier_weights(&game, &state), [5, 1]);
    }

    /// Fighters aboard need nothing; a mothership that is lost takes them along.
    #[test]
    fn cobb_maintenance_frontier_spares_fighters_aboard() {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        let at = Place::Space(system(&game, "apishal"));
        let cargo = Cargo::Fighters { sound: 6, disrupted: 0 };
        state.add(Group { cargo, disrupted: true, ..Group::new(at, IMPERIAL, Class::Mothership, 1) });
        assert_eq!(routine(&game, &state).last(), Some(&Action::Done), "3 of 6 factors");
        let kind = Kind { class: Class::Mothership, disrupted: true, carrying: Some(Class::Fighter) };
        game.leave_out(&mut state, at, kind, 1);
        game.end_routine(&mut state);
        let Step::Frontier { group, destroyed } = state.step else { panic!("the mothership rolls") };
        game.frontier_rolled(&mut state, group, destroyed, 1);
        let lost = state.sides[1].destroyed;
        assert_eq!((lost[Class::Mothership.index()], lost[Class::Fighter.index()]), (1, 6));
        assert_eq!((state.groups.len(), state.step), (0, Step::Build { after: None }));
    }

    /// A ship between systems is nobody's friend: it casts its die wherever its home lies.
    #[test]
    fn cobb_maintenance_frontier_between_systems() {
        let (game, mut state) = first_war();
        state.phasing = IMPERIAL;
        state.sides[1].stock = 9;
        state.add(Group::new(Place::Hex { column: 5, row: 12 }, IMPERIAL, Class::Destroyer, 1));
        let mut list = Vec::new();
        game.offer_overhauls(&state, None, &mut Listed { list: &mut list, any_order: false });
        assert_eq!((list, routine(&game, &state)), (vec![Action::Done], vec![Action::Done]));
        game.end_routine(&mut state);
        let Step::Frontier { group, destroyed } = state.step else { panic!("the destroyer rolls") };
        assert_eq!(game.frontier_chance(&state, group, destroyed).weights(), [2, 1], "disrupted on 1 and 2");
    }
}
