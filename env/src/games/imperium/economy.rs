//! Money: recovery of markers, connection, income, production, delivery, replacements (rules 7, 8, 15.1).

use arrayvec::ArrayVec;

use super::Imperium;
use super::action::{Action, Quantity};
use super::class::Class;
use super::legal::Offer;
use super::position::enemy_of;
use super::sets::bits;
use super::setup::War;
use super::state::{BoxId, Court, Due, Group, IMPERIAL, MAX_DUE, Place, State, Step, TERRAN, Yards};
use crate::core::Seat;

/// Lines of units on their way beyond which nothing more can be ordered, so that free ships of every class always
/// fit. A stock of 99 RU pays for at most nine lines a turn.
const MOST_LINES_DUE: usize = MAX_DUE - (Class::Tanker as usize + 1);

/// What of a side's is connected (rules 7.1); boxes, by bit, where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The entries that are open, systems by bit.
    pub entries: u64,
    /// Its connected worlds.
    pub worlds: u64,
    /// Its other worlds.
    pub unconnected: u64,
    /// Its connected outposts.
    pub outposts: u64,
}

impl Imperium {
    /// A neutralised marker recovers at the start of its owner's Maintenance and Production Phase if no enemy
    /// unit is in its box and no enemy combat ship in its hex.
    // rule: imp.15.1.marker_recovery
    pub(super) fn recover_markers(&self, state: &mut State) {
        if !self.rules.markers_recover {
            return;
        }
        let seat = state.phasing;
        let (enemy_units, enemy_ships) =
            (state.boxes_with_units(enemy_of(seat)), state.combat_ships(enemy_of(seat)));
        let own = state.markers.own_worlds(seat) | state.markers.own_outposts(seat);
        let troubled = enemy_units | self.map.boxes_in(enemy_ships);
        state.markers.recover(own & state.markers.held(seat) & !troubled);
    }

    /// The systems, by bit, that a connection may pass: none that is `hostile` for an enemy combat ship in the hex,
    /// with a tanker in each tertiary one.
    pub(super) fn passable(&self, state: &State, seat: Seat, hostile: u64) -> u64 {
        let tertiary = self.map.tertiary();
        let dry = if tertiary == 0 { 0 } else { tertiary & !state.tankers(seat) };
        self.map.all() & !hostile & !dry
    }

    /// The systems, by bit, that lanes join to one of `sources` over passable ones, both ends included.
    // rule: imp.7.1.connection
    pub(super) fn connected(&self, passable: u64, sources: u64) -> u64 {
        let mut reached = sources & passable;
        let mut edge = reached;
        while edge != 0 {
            let next = self.map.next_to(edge);
            edge = next & passable & !reached;
            reached |= edge;
        }
        reached
    }

    /// What of a side's is connected. The homeworld always is; Imperial worlds need no connection; outposts are
    /// joined to an own world or to an open entry.
    // rule: imp.7.1.connection imp.15.3.entry
    pub fn supply(&self, state: &State, seat: Seat) -> Supply {
        let hostile = state.combat_ships(enemy_of(seat));
        let passable = self.passable(state, seat, hostile);
        let entries = self.friendly_entries(state, seat) & !hostile;
        let (worlds, outposts) = (state.worlds(seat), state.outposts(seat));
        let connected = if seat == IMPERIAL {
            worlds
        } else {
            let home = self.map.homeworld(seat).map_or(0, BoxId::bit) & worlds;
            worlds & (home | self.map.boxes_in(self.connected(passable, self.map.systems_of(home))))
        };
        let sources = if outposts == 0 { 0 } else { self.map.systems_of(worlds) | entries };
        Supply {
            entries,
            worlds: connected,
            unconnected: worlds & !connected,
            outposts: outposts & self.map.boxes_in(self.connected(passable, sources)),
        }
    }

    /// The entry systems, by bit, that are Imperial systems without an enemy combat ship.
    // rule: imp.15.3.entry imp.7.6.entry
    pub fn open_entries(&self, state: &State, seat: Seat) -> u64 {
        self.friendly_entries(state, seat) & !state.combat_ships(enemy_of(seat))
    }

    /// The entry systems, by bit, that are Imperial systems.
    fn friendly_entries(&self, state: &State, seat: Seat) -> u64 {
        let entries = self.war().map_or(0, |war| war.entries);
        if seat != IMPERIAL || entries == 0 { 0 } else { entries & self.friendly_systems(state, IMPERIAL) }
    }

    /// The income of a turn, RU, without what the court gives once.
    // rule: imp.7.1.income imp.7.2.income
    pub fn income(&self, state: &State, seat: Seat) -> u16 {
        let Some(war) = self.war() else { return 0 };
        let many = |boxes: u64| boxes.count_ones() as u16;
        let supply = self.supply(state, seat);
        if seat == TERRAN {
            return many(supply.worlds) * u16::from(war.income.connected_world)
                + many(supply.unconnected) * u16::from(war.income.unconnected_world)
                + many(supply.outposts) * u16::from(war.income.connected_outpost);
        }
        self.budget(&state.court) as u16
            + many(supply.worlds) * u16::from(war.income.imperial_world)
            + many(supply.outposts) * u16::from(war.income.imperial_outpost)
    }

    /// The part of the Imperial income that the Emperor gives, RU.
    pub(super) fn budget(&self, court: &Court) -> i16 {
        if court.civil_war { 0 } else { court.budget.max(0).into() }
    }

    /// Adds the phasing player's income to his stock.
    // rule: imp.7.3.stock
    pub(super) fn collect_income(&self, state: &mut State) {
        let seat = state.phasing;
        let once = if seat == IMPERIAL { i32::from(std::mem::take(&mut state.court.once)) } else { 0 };
        let income = (i32::from(self.income(state, seat)) + once).max(0);
        let side = &mut state.sides[seat.index()];
        side.stock = (i32::from(side.stock) + income).min(i32::from(self.tables.stock_max)) as u8;
    }

    /// One destroyed Imperial ship, the dearest there is within the limit, returns free.
    // rule: imp.7.6.replacements imp.15.3.replacement
    pub(super) fn replace(&self, state: &mut State, war: &War) {
        let rules = self.tables.replacements;
        if state.turn < rules.from_turn {
            return;
        }
        let destroyed = &state.sides[IMPERIAL.index()].destroyed;
        let price = |class: Class| self.units.price(class, IMPERIAL);
        let returning = Class::ALL
            .into_iter()
            .filter(|class| {
                class.is_ship()
                    && destroyed[class.index()] > 0
                    && price(*class) <= war.replacement_max_price
                    && self.counters_left(state, IMPERIAL, *class) > 0
            })
            .max_by_key(|class| (price(*class), std::cmp::Reverse(*class)));
        if let Some(class) = returning {
            state.sides[IMPERIAL.index()].destroyed[class.index()] -= 1;
        }
        self.grant(state, returning.unwrap_or(rules.otherwise), 1);
    }

    /// How many more counters of a class a side could have.
    // rule: imp.2.3.limits
    pub(super) fn counters_left(&self, state: &State, seat: Seat, class: Class) -> u8 {
        self.units.limit(class, seat).saturating_sub(state.counters(seat, class))
    }

    /// Free Imperial ships, as many as there are counters for; they enter with the units due.
    pub(super) fn grant(&self, state: &mut State, class: Class, count: u8) {
        let count = count.min(self.counters_left(state, IMPERIAL, class));
        if count > 0 {
            state.order(Due { turn: state.turn, seat: IMPERIAL, class, at: None, count });
        }
    }

    /// The phasing player builds.
    pub(super) fn begin_building(&self, state: &mut State) {
        state.step = Step::Build { after: None };
        state.yards = self.yards(state);
    }

    /// Where the phasing side may build, if it does.
    // rule: imp.7.3.places imp.15.3.entry
    pub(super) fn yards(&self, state: &State) -> Yards {
        if !matches!(state.step, Step::Build { .. } | Step::Quantity(Quantity::Build { .. })) {
            return Yards::default();
        }
        let supply = self.supply(state, state.phasing);
        let entry = if supply.entries == 0 { 0 } else { state.friendly_boxes(state.phasing) };
        let any = supply.worlds | self.map.boxes_in(supply.entries) & entry;
        let counters = state.all_counters(state.phasing);
        let is_left = |class: &Class| counters[class.index()] < self.units.limit(*class, state.phasing);
        let left =
            Class::ALL.into_iter().filter(is_left).fold(0, |classes, class| classes | 1 << class.index());
        Yards { any, small: any | supply.outposts, left }
    }

    /// Offers what the phasing player may build.
    // rule: imp.7.3.production
    pub(super) fn offer_builds<O: Offer>(
        &self,
        state: &State,
        after: Option<(Class, BoxId)>,
        offer: &mut O,
    ) -> bool {
        let seat = state.phasing;
        let Some(war) = self.war() else { return false };
        let allowed = if seat == IMPERIAL { state.court.permitted } else { war.build[seat.index()] };
        for k in bits(u64::from(allowed & state.yards.left)) {
            let class = Class::ALL[k];
            let other =
                matches!(offer.sought(), Some(Action::Build { class: sought, .. }) if sought != class);
            let late = after.is_none_or(|(last, _)| class >= last) || offer.any_order();
            if other || !late || self.most_paid(state, seat, class) == 0 {
                continue;
            }
            let everywhere = self.tables.anywhere_connected >> k & 1 == 1;
            let mut yards = if everywhere { state.yards.small } else { state.yards.any };
            if state.series.at_peace {
                yards = self.peace_yards(state, class, yards);
            }
            let full = if class == Class::PlanetaryDefence { self.full(state, seat) } else { 0 };
            let passed = match after {
                Some((last, at)) if last == class && !offer.any_order() => at.bit() | (at.bit() - 1),
                _ => 0,
            };
            let mut open = yards & !full & !passed;
            if let Some(Action::Build { at, .. }) = offer.sought() {
                open &= at.bit();
            }
            for at in bits(open).map(|at| BoxId(at as u8)) {
                if offer.put(Action::Build { class, at }) {
                    return true;
                }
            }
        }
        false
    }

    // rule: imp.7.3.pd_per_box
    pub(super) fn is_full(&self, state: &State, class: Class, at: BoxId) -> bool {
        class == Class::PlanetaryDefence && self.defences(state, at) >= self.tables.pd_per_box
    }

    /// The boxes, by bit, where a seat has as much PD as there can be.
    fn full(&self, state: &State, seat: Seat) -> u64 {
        let defences =
            state.groups.packed_of(seat).iter().filter(|g| g.is_of(1 << Class::PlanetaryDefence.index()));
        defences.filter(|g| g.count() >= self.tables.pd_per_box).fold(0, |mask, g| mask | g.surface())
    }

    /// How many PD stand in a box.
    pub(super) fn defences(&self, state: &State, at: BoxId) -> u8 {
        let defences = state.groups_at(Place::Surface(at)).filter(|g| g.class == Class::PlanetaryDefence);
        defences.map(|group| group.count).sum()
    }

    /// How many counters of a class the stock pays for; none where no more can be under way.
    fn most_paid(&self, state: &State, seat: Seat, class: Class) -> u8 {
        let room = self.tables.next_turn >> class.index() & 1 == 0 || state.due.len() < MOST_LINES_DUE;
        if room { state.sides[seat.index()].stock / self.units.price(class, seat).max(1) } else { 0 }
    }

    fn most_built(&self, state: &State, seat: Seat, class: Class) -> u8 {
        let most = self.most_paid(state, seat, class).min(self.counters_left(state, seat, class));
        if class == Class::PlanetaryDefence { most.min(self.tables.pd_per_box) } else { most }
    }

    /// The phasing player has chosen what to build where.
    pub(super) fn choose_build(&self, state: &mut State, class: Class, at: BoxId) {
        let mut most = self.most_built(state, state.phasing, class);
        if state.series.at_peace {
            most = most.min(self.most_built_in_peace(state, class, at));
        }
        if most == 1 {
            self.build(state, class, at, 1);
        } else {
            state.step = Step::Quantity(Quantity::Build { class, at, most });
        }
    }

    /// Pays for counters and puts them into the box, or among the units due.
    // rule: imp.7.3.delivery
    pub(super) fn build(&self, state: &mut State, class: Class, at: BoxId, count: u8) {
        let seat = state.phasing;
        state.sides[seat.index()].stock -= self.units.price(class, seat) * count;
        // rule: imp.7.3.carriers
        if seat == TERRAN && self.rules.unlocked >> class.index() & 1 == 1 {
            state.court.permitted |= 1 << class.index();
        }
        if state.series.at_peace {
            self.store(state, class, at, count);
        } else if self.tables.next_turn >> class.index() & 1 == 1 {
            state.order(Due { turn: state.turn + 1, seat, class, at: Some(at), count });
        } else {
            state.add(Group::new(Place::Surface(at), seat, class, count));
        }
        if self.counters_left(state, seat, class) == 0 {
            state.yards.left &= !(1 << class.index());
        }
        state.step = Step::Build { after: Some((class, at)) };
    }

    /// The phasing player's units that are due enter: those bought in the box where they were built while it is
    /// friendly, those granted in the hex of the open entry, if there is only one. What can't enter waits for the next
    /// turn.
    // rule: imp.7.3.delivery imp.7.3.pd_per_box imp.15.3.entry
    pub(super) fn deliver(&self, state: &mut State) {
        let seat = state.phasing;
        let (friendly, entries) = (state.friendly_boxes(seat), self.open_entries(state, seat));
        let due: ArrayVec<Due, MAX_DUE> = std::mem::take(&mut state.due);
        for line in due {
            if line.seat != seat || line.turn > state.turn {
                state.order(line);
                continue;
            }
            let place = match line.at {
                Some(at) if friendly & at.bit() != 0 => Some(Place::Surface(at)),
                Some(_) => None,
                // Where there is a choice, it is taken next.
                None if entries.count_ones() > 1 => {
                    state.order(line);
                    continue;
                }
                None => self.map.first(entries).map(Place::Space),
            };
            let room = match place {
                Some(Place::Surface(at)) if line.class == Class::PlanetaryDefence => {
                    self.tables.pd_per_box.saturating_sub(self.defences(state, at))
                }
                _ => u8::MAX,
            };
            let entering = if place.is_some() { line.count.min(room) } else { 0 };
            if let (Some(place), 1..) = (place, entering) {
                state.add(Group::new(place, seat, line.class, entering));
            }
            if entering < line.count {
                state.order(Due { turn: state.turn + 1, count: line.count - entering, ..line });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions_for_tests::{first_war, set_outpost, set_world, ships, surface_box, system};
    use super::*;

    #[test]
    fn imp_7_1_income() {
        let (game, mut state) = first_war();
        assert_eq!(game.income(&state, TERRAN), 27);
        ships(&game, &mut state, "sol", IMPERIAL, Class::Scout, 1);
        ships(&game, &mut state, "alpha_centauri", IMPERIAL, Class::Scout, 1);
        assert_eq!(game.income(&state, TERRAN), 20, "with Sol and Alpha Centauri blockaded");
    }

    #[test]
    fn imp_7_1_income_of_everything() {
        let (game, mut state) = first_war();
        for (k, surface) in game.map.boxes.iter().enumerate() {
            match surface.id.as_str() {
                "gashidda" => {}
                id if surface.primary => set_world(&game, &mut state, id, TERRAN),
                id => set_outpost(&game, &mut state, id, TERRAN),
            }
            assert!(k < 33);
        }
        state.markers.set(surface_box(&game, "gashidda"), Default::default());
        ships(&game, &mut state, "sirius", TERRAN, Class::Tanker, 1);
        assert_eq!(game.income(&state, TERRAN), 109, "11 worlds and 21 outposts");
    }

    #[test]
    fn imp_7_1_connection() {
        let (game, mut state) = first_war();
        set_world(&game, &mut state, "mirabilis", TERRAN);
        set_world(&game, &mut state, "tau_ceti", TERRAN);
        ships(&game, &mut state, "nusku", IMPERIAL, Class::Scout, 1);
        let is_connected =
            |state: &State, id| game.supply(state, TERRAN).worlds & surface_box(&game, id).bit() != 0;
        assert!(is_connected(&state, "mirabilis"));
        assert!(!is_connected(&state, "tau_ceti"), "Sirius lies on the path and has no tanker");
        ships(&game, &mut state, "sirius", TERRAN, Class::Tanker, 1);
        assert!(is_connected(&state, "tau_ceti"));
        ships(&game, &mut state, "procyon", IMPERIAL, Class::Transport, 1);
        assert!(is_connected(&state, "mirabilis"), "transports do not cut a path");
        ships(&game, &mut state, "procyon", IMPERIAL, Class::Scout, 1);
        assert!(!is_connected(&state, "mirabilis"));
        assert_ne!(game.supply(&state, TERRAN).outposts & surface_box(&game, "junction").bit(), 0);
    }

    #[test]
    fn imp_7_2_income() {
        let (game, mut state) = first_war();
        assert_eq!(game.income(&state, IMPERIAL), 31);
        state.court.civil_war = true;
        assert_eq!(game.income(&state, IMPERIAL), 21);
    }

    #[test]
    fn imp_15_3_income_and_entry() {
        let game = super::super::positions_for_tests::nusku_gap();
        let mut state = game.start.clone();
        assert_eq!((game.income(&state, TERRAN), game.income(&state, IMPERIAL)), (9, 9));
        let apishal = system(&game, "apishal").bit();
        assert_eq!(game.open_entries(&state, IMPERIAL), apishal);
        ships(&game, &mut state, "nusku", TERRAN, Class::Scout, 1);
        assert_eq!(game.income(&state, IMPERIAL), 8, "Apishal is connected by itself, Dushaam is not");
        ships(&game, &mut state, "apishal", TERRAN, Class::Scout, 1);
        assert_eq!((game.open_entries(&state, IMPERIAL), game.income(&state, IMPERIAL)), (0, 7));
    }

    #[test]
    fn imp_7_6_entry() {
        let (game, mut state) = first_war();
        let entries = ["dingir", "gashidda", "ishkur"].map(|id| system(&game, id).bit());
        assert_eq!(game.open_entries(&state, IMPERIAL), entries[0] | entries[1] | entries[2]);
        assert_eq!(game.open_entries(&state, TERRAN), 0);
        ships(&game, &mut state, "dingir", TERRAN, Class::Scout, 1);
        state.markers.change(surface_box(&game, "gashidda"), |marker| marker.neutralised = true);
        assert_eq!(game.open_entries(&state, IMPERIAL), entries[2]);
        state.phasing = IMPERIAL;
        game.grant(&mut state, Class::Destroyer, 2);
        game.deliver(&mut state);
        let ishkur = Place::Space(system(&game, "ishkur"));
        assert_eq!(state.groups_at(ishkur).map(|group| group.count).sum::<u8>(), 2);
    }

    #[test]
    fn imp_15_1_marker_recovery() {
        let (game, mut state) = first_war();
        let nusku = surface_box(&game, "nusku");
        state.phasing = IMPERIAL;
        state.markers.change(nusku, |marker| marker.neutralised = true);
        ships(&game, &mut state, "nusku", TERRAN, Class::Scout, 1);
        game.recover_markers(&mut state);
        assert!(state.marker(nusku).neutralised);
        state.groups.clear();
        game.recover_markers(&mut state);
        assert!(!state.marker(nusku).neutralised);
        let mut game = game;
        game.rules.markers_recover = false;
        state.markers.change(nusku, |marker| marker.neutralised = true);
        game.recover_markers(&mut state);
        assert!(state.marker(nusku).neutralised, "only between wars");
    }

    #[test]
    fn imp_7_3_delivery() {
        let (game, mut state) = first_war();
        state.sides[TERRAN.index()].stock = 30;
        let sol = surface_box(&game, "sol");
        game.build(&mut state, Class::Destroyer, sol, 2);
        game.build(&mut state, Class::StrikeCruiser, sol, 1);
        assert_eq!((state.sides[TERRAN.index()].stock, state.groups.len(), state.due.len()), (14, 1, 1));
        game.deliver(&mut state);
        assert_eq!(state.due.len(), 1, "a strike cruiser comes in the next turn");
        state.turn = 2;
        state.markers.change(sol, |marker| marker.neutralised = true);
        game.deliver(&mut state);
        assert_eq!(state.due[0].turn, 3, "no delivery to a neutralised world");
        state.turn = 3;
        state.markers.change(sol, |marker| marker.neutralised = false);
        game.deliver(&mut state);
        assert_eq!(state.counters(TERRAN, Class::StrikeCruiser), 1);
        assert!(state.due.is_empty());
    }

    #[test]
    fn imp_7_6_replacements() {
        let (game, mut state) = first_war();
        let war = game.war().unwrap();
        game.replace(&mut state, war);
        assert!(state.due.is_empty(), "none in turn 1");
        state.turn = 2;
        state.sides[1].destroyed[Class::HeavyCruiser.index()] = 1;
        state.sides[1].destroyed[Class::Scout.index()] = 1;
        for class in [Class::HeavyCruiser, Class::Scout, Class::Destroyer] {
            game.replace(&mut state, war);
            assert_eq!(state.due.iter().filter(|due| due.class == class).count(), 1, "{class}");
        }
        state.due.clear();
        state.sides[1].destroyed[Class::HeavyCruiser.index()] = 1;
        ships(&game, &mut state, "dingir", IMPERIAL, Class::HeavyCruiser, 5);
        game.replace(&mut state, war);
        assert_eq!(state.due[0].class, Class::Destroyer, "all five heavy cruisers have been built again");
    }
}
