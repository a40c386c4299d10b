//! Setting up a war: the markers and units that players place by choice, one group and one place a decision (rules
//! 10, 14.10, 15.4), and the ships that may enter at more than one system.

use super::Imperium;
use super::action::{Action, Quantity};
use super::class::Class;
use super::legal::Offer;
use super::position::enemy_of;
use super::sets::bits;
use super::setup::Deployment;
use super::state::{BoxId, Due, Group, IMPERIAL, Marker, Place, Placing, State, Step, SystemId, TERRAN};
use crate::core::Seat;

impl Imperium {
    /// A war begins: with the markers that the Imperial places, with the deployment, with troops that are drawn, or with the
    /// first player turn.
    // rule: imp.10.set_up imp.15.4.free
    pub(super) fn begin_war(&self, state: &mut State) {
        match self.war().map_or(0, |war| war.choice.worlds) {
            0 => self.end_markers(state),
            left => state.step = Step::Place(Placing::World { left, after: None }),
        }
    }

    fn begin_outposts(&self, state: &mut State) {
        match self.war().map_or(0, |war| war.choice.outposts) {
            0 => self.end_markers(state),
            left => state.step = Step::Place(Placing::Outpost { left, after: None }),
        }
    }

    /// All markers stand: units are deployed, by whoever moves second first.
    // rule: cobb.interwar.order
    fn end_markers(&self, state: &mut State) {
        if self.rules.free_deployment {
            self.begin_deployment(state, enemy_of(state.series.first));
        } else {
            self.deploy_by_default(state);
            self.draw_troops(state);
        }
    }

    /// `seat` deploys what it has in store, class by class.
    pub(super) fn begin_deployment(&self, state: &mut State, seat: Seat) {
        self.next_class(state, seat, 0);
    }

    fn next_class(&self, state: &mut State, seat: Seat, first: usize) {
        for &class in &Class::ALL[first..] {
            let left = state.sides[seat.index()].to_deploy[class.index()];
            let room = self.room_after(state, seat, class, None);
            self.keep_back(state, seat, class, u16::from(left).saturating_sub(room) as u8);
            if left > 0 && room > 0 {
                state.step = Step::Place(Placing::Units { seat, class, after: None });
                return;
            }
        }
        match () {
            () if seat != state.series.first => self.begin_deployment(state, state.series.first),
            () if state.series.at_peace => self.begin_next_war(state),
            () => self.draw_troops(state),
        }
    }

    /// Units that fit nowhere enter in their owner's first Maintenance and Production Phase, or are lost.
    // rule: cobb.setup.surplus
    fn keep_back(&self, state: &mut State, seat: Seat, class: Class, count: u8) {
        if count == 0 {
            return;
        }
        state.sides[seat.index()].to_deploy[class.index()] -= count;
        let home = self.map.homeworld(seat).filter(|home| state.worlds(seat) & home.bit() != 0);
        let haven = home.or_else(|| bits(state.worlds(seat)).next().map(|k| BoxId(k as u8)));
        if self.rules.surplus_enters && haven.is_some() {
            state.order(Due { turn: state.turn, seat, class, at: haven, count });
        }
    }

    /// The places where a side may deploy a class, in canonical order: the hexes of its systems for ships, its boxes
    /// for everything else.
    // rule: imp.10.limits imp.15.1.start_place
    fn sites(&self, state: &State, seat: Seat, class: Class) -> impl Iterator<Item = Place> + use<> {
        let boxes = state.friendly_boxes(seat);
        let (ships, grounded) = if class.is_ship() { (self.map.systems_of(boxes), 0) } else { (0, boxes) };
        bits(ships)
            .map(|k| Place::Space(SystemId(k as u8)))
            .chain(bits(grounded).map(|k| Place::Surface(BoxId(k as u8))))
    }

    /// How many more counters of a class a side may deploy at a place, of those it has in store.
    // rule: cobb.setup.limit imp.7.3.pd_per_box
    fn site_room(&self, state: &State, seat: Seat, class: Class, place: Place) -> u8 {
        let left = state.sides[seat.index()].to_deploy[class.index()];
        let number = u16::from(self.units.maintenance(class, seat));
        match place {
            Place::Surface(at) if class == Class::PlanetaryDefence => {
                left.min(self.tables.pd_per_box.saturating_sub(self.defences(state, at)))
            }
            Place::Space(system) if self.rules.setup_limit && number > 0 => {
                let limit = self.routine_limit(state, seat, usize::from(system.0));
                let free = limit.saturating_sub(self.factors_at(state, seat, system)) / number;
                left.min(free.min(u16::from(u8::MAX)) as u8)
            }
            _ => left,
        }
    }

    /// The maintenance numbers of a side's ships at a system, those aboard left out.
    pub(super) fn factors_at(&self, state: &State, seat: Seat, system: SystemId) -> u16 {
        let here = state.groups_of(seat).filter(|group| self.system_of(group.place) == Some(system));
        here.map(|group| u16::from(group.count) * u16::from(self.units.maintenance(group.class, seat))).sum()
    }

    /// How many counters of a class fit at places beyond `after`.
    fn room_after(&self, state: &State, seat: Seat, class: Class, after: Option<Place>) -> u16 {
        let later = self.sites(state, seat, class).filter(|&site| after.is_none_or(|after| site > after));
        later.map(|site| u16::from(self.site_room(state, seat, class, site))).sum()
    }

    /// The fewest counters that must go to a place so that the rest fits beyond it.
    pub(super) fn least_deployed(&self, state: &State, seat: Seat, class: Class, at: Place) -> u8 {
        let left = u16::from(state.sides[seat.index()].to_deploy[class.index()]);
        left.saturating_sub(self.room_after(state, seat, class, Some(at))).max(1) as u8
    }

    /// The boxes, by bit, where the Imperial may place a world or an outpost.
    // rule: imp.10.limits
    fn marker_sites(&self, state: &State, world: bool) -> u64 {
        let Some(war) = self.war() else { return 0 };
        let empty = !state.markers.any();
        if world {
            return war.choice.from & empty;
        }
        // No path leads through Terran systems, nor through Sirius without a tanker.
        let foreign = self.map.systems_of(state.held_boxes(TERRAN));
        let sources = self.map.systems_of(state.worlds(IMPERIAL));
        let connected =
            self.connected(self.passable(state, IMPERIAL, state.combat_ships(TERRAN)) & !foreign, sources);
        let secondary = (0..self.map.boxes.len()).filter(|&k| !self.map.boxes[k].primary);
        secondary.fold(0, |mask, k| mask | 1 << k) & self.map.boxes_in(connected) & empty
    }

    /// Offers where what is at hand may be placed. What is placed in several places goes there in canonical order.
    pub(super) fn offer_places<O: Offer>(&self, state: &State, placing: Placing, offer: &mut O) -> bool {
        let any_order = offer.any_order();
        let mut put = |place| offer.put(Action::Destination(place));
        match placing {
            Placing::World { left, after } | Placing::Outpost { left, after } => {
                let sites = self.marker_sites(state, matches!(placing, Placing::World { .. }));
                let ahead = |k: usize| (sites >> k).count_ones() >= u32::from(left);
                let open =
                    |k: &usize| any_order || ahead(*k) && after.is_none_or(|at| *k > usize::from(at.0));
                bits(sites).filter(open).any(|k| put(Place::Surface(BoxId(k as u8))))
            }
            Placing::Units { seat, class, after } => {
                let left = u16::from(state.sides[seat.index()].to_deploy[class.index()]);
                self.sites(state, seat, class).any(|site| {
                    let room = u16::from(self.site_room(state, seat, class, site));
                    let fits = || room + self.room_after(state, seat, class, Some(site)) >= left;
                    room > 0 && (any_order || after.is_none_or(|after| site > after) && fits()) && put(site)
                })
            }
            Placing::Entry { after, .. } => {
                let open = |system: &SystemId| any_order || after.is_none_or(|after| *system >= after);
                let entries = bits(self.open_entries(state, IMPERIAL)).map(|k| SystemId(k as u8));
                entries.filter(open).any(|system| put(Place::Space(system)))
            }
        }
    }

    /// The place of what is at hand is chosen.
    pub(super) fn place_at(&self, state: &mut State, placing: Placing, place: Place) {
        match (placing, place) {
            (Placing::World { left, .. }, Place::Surface(at)) => {
                put_marker(state, at, true);
                match left - 1 {
                    0 => self.begin_outposts(state),
                    left => state.step = Step::Place(Placing::World { left, after: Some(at) }),
                }
            }
            (Placing::Outpost { left, .. }, Place::Surface(at)) => {
                put_marker(state, at, false);
                match left - 1 {
                    0 => self.end_markers(state),
                    left => state.step = Step::Place(Placing::Outpost { left, after: Some(at) }),
                }
            }
            (Placing::Units { seat, class, .. }, at) => {
                let most = self.site_room(state, seat, class, at);
                if most == 1 {
                    self.deploy(state, seat, class, at, 1);
                } else {
                    state.step = Step::Quantity(Quantity::Deploy { seat, class, at, most });
                }
            }
            (Placing::Entry { class, .. }, Place::Space(system)) => self.enter(state, class, system),
            (placing, place) => unreachable!("{placing:?} is not offered {place:?}"),
        }
    }

    /// Counters come from the store to a place.
    pub(super) fn deploy(&self, state: &mut State, seat: Seat, class: Class, at: Place, count: u8) {
        put_units(state, seat, class, at, count);
        if state.sides[seat.index()].to_deploy[class.index()] > 0 {
            state.step = Step::Place(Placing::Units { seat, class, after: Some(at) });
        } else {
            self.next_class(state, seat, class.index() + 1);
        }
    }

    /// Units go where the scenario says; those whose place has no own marker go to the nearest own world with room,
    /// by lanes, then by id.
    // rule: imp.15.4.default
    fn deploy_by_default(&self, state: &mut State) {
        let Some(war) = self.war() else { return };
        let at_home = |state: &State, line: &Deployment| {
            self.sites(state, line.seat, line.class).any(|site| site == line.place)
        };
        let (stay, move_on): (Vec<&Deployment>, Vec<&Deployment>) =
            war.deployment.iter().partition(|line| at_home(state, line));
        for line in stay {
            let count = line.count.min(self.site_room(state, line.seat, line.class, line.place));
            put_units(state, line.seat, line.class, line.place, count);
        }
        for line in move_on {
            let Some(from) = self.system_of(line.place) else { continue };
            let mut worlds: Vec<BoxId> = bits(state.worlds(line.seat)).map(|k| BoxId(k as u8)).collect();
            worlds.sort_by_key(|&at| (self.map.distance(from, self.map.surface(at).system), at));
            let mut left = line.count;
            for world in worlds {
                let system = self.map.surface(world).system;
                let place = if line.class.is_ship() { Place::Space(system) } else { Place::Surface(world) };
                let count = left.min(self.site_room(state, line.seat, line.class, place));
                put_units(state, line.seat, line.class, place, count);
                left -= count;
            }
        }
        for (seat, class) in
            [TERRAN, IMPERIAL].into_iter().flat_map(|seat| Class::ALL.map(|class| (seat, class)))
        {
            let left = state.sides[seat.index()].to_deploy[class.index()];
            self.keep_back(state, seat, class, left);
        }
    }

    /// The next granted ship that may enter at several systems, or the end of production.
    // rule: imp.7.6.entry
    pub(super) fn next_entry(&self, state: &mut State, last: Option<(Class, SystemId)>) {
        let waiting = state
            .due
            .iter()
            .find(|due| (due.seat, due.at) == (state.phasing, None) && due.turn <= state.turn);
        match waiting.map(|due| due.class) {
            Some(class) => {
                let after = last.filter(|(entered, _)| *entered == class).map(|(_, system)| system);
                state.step = Step::Place(Placing::Entry { class, after });
            }
            None => self.begin_first_movement(state),
        }
    }

    fn enter(&self, state: &mut State, class: Class, system: SystemId) {
        let waiting = |due: &&mut Due| {
            (due.seat, due.class, due.at) == (state.phasing, class, None) && due.turn <= state.turn
        };
        let line = state.due.iter_mut().find(waiting).expect("a ship that may enter is due");
        line.count -= 1;
        state.due.retain(|due| due.count > 0);
        state.add(Group::new(Place::Space(system), state.phasing, class, 1));
        self.next_entry(state, Some((class, system)));
    }
}

fn put_marker(state: &mut State, at: BoxId, world: bool) {
    state.markers.set(at, Marker::of(IMPERIAL, world));
}

fn put_units(state: &mut State, seat: Seat, class: Class, at: Place, count: u8) {
    if count > 0 {
        state.sides[seat.index()].to_deploy[class.index()] -= count;
        state.add(Group::new(at, seat, class, count));
    }
}

#[cfg(test)]
mod tests {
    use super::super::legal::Listed;
    use super::super::positions_for_tests::{first_war, first_war_with, surface_box, system};
    use super::*;
    use crate::core::{Game, Node};
    use crate::scene::Draw;

    fn offered(game: &Imperium, state: &State) -> Vec<Place> {
        let Step::Place(placing) = state.step else { panic!("nothing is placed at {:?}", state.step) };
        let mut list = Vec::new();
        game.offer_places(state, placing, &mut Listed { list: &mut list, any_order: false });
        let place = |action: Action| match action {
            Action::Destination(place) => place,
            other => panic!("{other:?} is no place"),
        };
        list.into_iter().map(place).collect()
    }

    fn boxes(game: &Imperium, places: &[Place]) -> Vec<String> {
        let id = |place: &Place| game.map.surface(place.surface().unwrap()).id.clone();
        places.iter().map(id).collect()
    }

    fn put(game: &Imperium, state: &mut State, id: &str) {
        let at = Place::Surface(surface_box(game, id));
        game.apply(state, Action::Destination(at)).unwrap();
    }

    #[test]
    fn imp_10_limits() {
        let game = first_war_with(&[("imperial_setup", "listed")]);
        let mut state = game.initial_state();
        assert_eq!(game.node(&state), Node::Decision(IMPERIAL));
        assert_eq!(game.scene(&game.view(&state, IMPERIAL)).title, "Setting up: Imperial to decide");
        let five = ["amarku", "epsilon_eridani", "lagash", "nusku", "tau_ceti"];
        assert_eq!(boxes(&game, &offered(&game, &state)), five[..3], "two must be left for the others");
        put(&game, &mut state, "epsilon_eridani");
        put(&game, &mut state, "nusku");
        let sites = boxes(&game, &offered(&game, &state));
        assert!(
            matches!(state.step, Step::Place(Placing::Outpost { left: 9, after: None })),
            "one way was left"
        );
        for site in ["agidda", "apishal"] {
            assert!(sites.contains(&site.to_string()), "{site}");
        }
        let all = game.marker_sites(&state, false);
        assert_eq!(all.count_ones(), 14);
        for site in ["procyon", "junction", "ember", "dismal", "forlorn", "barnard", "lagash", "mirabilis"] {
            assert_eq!(all & surface_box(&game, site).bit(), 0, "{site}");
        }
        assert_eq!(sites.len(), 6, "the first of nine of fourteen");
    }

    #[test]
    fn imp_15_4_default() {
        let game = first_war_with(&[("imperial_setup", "listed")]);
        let mut state = game.initial_state();
        for world in ["amarku", "epsilon_eridani", "tau_ceti"] {
            put(&game, &mut state, world);
        }
        for outpost in [
            "agidda",
            "apishal",
            "enki_kalamma",
            "epsilon_indi",
            "ishimshulgi",
            "kinunir",
            "markhashi",
            "meshan",
        ] {
            put(&game, &mut state, outpost);
        }
        put(&game, &mut state, "dushaam");
        assert_eq!((state.turn, state.phasing, state.step), (1, TERRAN, Step::Build { after: None }));
        let there = |id: &str, class: Class| -> u8 {
            let system = system(&game, id);
            let here = state.groups_of(IMPERIAL).filter(|g| game.system_of(g.place) == Some(system));
            here.filter(|g| g.class == class).map(|g| g.count).sum()
        };
        assert_eq!(there("tau_ceti", Class::LightCruiser), 1);
        assert_eq!(there("shuruppak", Class::Tanker), 0, "there is no marker");
        assert_eq!(there("tau_ceti", Class::Tanker), 1, "the nearest world");
        // Dushaam is an outpost: 6 factors for CR, CL, 2 DD, SC, 2 TR of Nusku; what is left over comes later.
        let at_dushaam: u16 = game.factors_at(&state, IMPERIAL, system(&game, "nusku"));
        assert!((1..=6).contains(&at_dushaam), "{at_dushaam}");
        let have = state.all_counters(IMPERIAL);
        assert_eq!((have[Class::HeavyCruiser.index()], have[Class::PlanetaryDefence.index()]), (1, 3));
        assert!(state.sides.iter().all(|side| side.to_deploy == [0; Class::COUNT]));
    }

    #[test]
    fn imp_15_4_free() {
        let game = first_war_with(&[("deployment", "free")]);
        let state = game.initial_state();
        assert_eq!(game.node(&state), Node::Decision(IMPERIAL), "who moves second deploys first");
        let Step::Place(Placing::Units { seat: IMPERIAL, class: Class::Scout, .. }) = state.step else {
            panic!("{:?}", state.step)
        };
        assert_eq!(offered(&game, &state).len(), 14, "six worlds and nine outposts in fourteen systems");
        let mut state = state;
        let mut seats = Vec::new();
        let mut legal = Vec::new();
        while state.sides.iter().any(|side| side.to_deploy != [0; Class::COUNT]) {
            if let Node::Decision(seat) = game.node(&state) {
                seats.push(seat);
            }
            game.legal_actions(&state, &mut legal);
            game.apply(&mut state, *legal.last().unwrap()).unwrap();
        }
        assert!(seats.is_sorted_by_key(|seat| std::cmp::Reverse(seat.index())), "then the Terran");
        assert_eq!((state.phasing, state.step), (TERRAN, Step::Build { after: None }));
        let usual = first_war_with(&[]).initial_state();
        for seat in [TERRAN, IMPERIAL] {
            assert_eq!(state.all_counters(seat), usual.all_counters(seat));
        }
        for group in &state.groups {
            let friendly = game.friendly_systems(&state, group.seat);
            let system = game.system_of(group.place).unwrap();
            assert_ne!(friendly & system.bit(), 0, "at own markers");
        }
    }

    #[test]
    fn cobb_setup_limit_of_free_deployment() {
        let (game, mut state) = first_war();
        let state = &mut state;
        let dingir = Place::Space(system(&game, "dingir"));
        for (class, count) in
            [(Class::HeavyCruiser, 1), (Class::LightCruiser, 2), (Class::Destroyer, 4), (Class::Transport, 4)]
        {
            state.sides[1].to_deploy[class.index()] = count;
            assert_eq!(game.site_room(state, IMPERIAL, class, dingir), count, "{class}");
            put_units(state, IMPERIAL, class, dingir, count);
        }
        state.sides[1].to_deploy[Class::Scout.index()] = 1;
        assert_eq!(game.site_room(state, IMPERIAL, Class::Scout, dingir), 0, "one SC more is not legal");
        state.sides[1].to_deploy[Class::RegularTroops.index()] = 9;
        let surface = Place::Surface(surface_box(&game, "dingir"));
        assert_eq!(game.site_room(state, IMPERIAL, Class::RegularTroops, surface), 9, "troops are free");
        let nowhere = Place::Space(system(&game, "procyon"));
        assert!(game.sites(state, IMPERIAL, Class::Scout).all(|site| site != nowhere));
        state.sides[1].to_deploy[Class::Battleship.index()] = 9;
        let nusku = Place::Space(system(&game, "nusku"));
        assert_eq!(game.site_room(state, IMPERIAL, Class::Battleship, nusku), 5, "26 of number 5");
    }

    #[test]
    fn cobb_setup_limit_off() {
        let (mut game, mut state) = first_war();
        state.sides[1].to_deploy[Class::Battleship.index()] = 9;
        let apishal = Place::Space(system(&game, "apishal"));
        assert_eq!(game.site_room(&state, IMPERIAL, Class::Battleship, apishal), 1, "6 of number 5");
        game.rules.setup_limit = false;
        assert_eq!(game.site_room(&state, IMPERIAL, Class::Battleship, apishal), 9);
    }

    /// The limit counts maintenance numbers; fighters aboard count nothing, those in the hex 2 each.
    #[test]
    fn cobb_setup_limit_of_fighters() {
        let (game, mut state) = first_war();
        let proxima = system(&game, "proxima");
        let cargo = super::super::state::Cargo::Fighters { sound: 6, disrupted: 0 };
        state.add(Group { cargo, ..Group::new(Place::Space(proxima), TERRAN, Class::Mothership, 1) });
        assert_eq!(game.factors_at(&state, TERRAN, proxima), 3);
        state.add(Group::new(Place::Space(proxima), TERRAN, Class::Fighter, 1));
        assert_eq!(game.factors_at(&state, TERRAN, proxima), 5);
    }

    #[test]
    fn cobb_setup_surplus() {
        for (surplus, turn_one) in [("enter", 2), ("removed", 0)] {
            let game = first_war_with(&[("cobb_setup_surplus", surplus)]);
            let (_, mut state) = first_war();
            let bit = |id| surface_box(&game, id);
            for at in bits(state.markers.held(IMPERIAL)).map(|k| BoxId(k as u8)) {
                if at != bit("gashidda") {
                    state.markers.set(at, Marker::default());
                }
            }
            state.step = Step::Build { after: None };
            state.sides[1].to_deploy[Class::Battleship.index()] = 4;
            state.sides[1].to_deploy[Class::Dreadnought.index()] = 2;
            game.begin_deployment(&mut state, IMPERIAL);
            game.settle(&mut state);
            let dreadnoughts = state.groups_of(IMPERIAL).filter(|g| g.class == Class::Dreadnought);
            assert_eq!(dreadnoughts.map(|g| g.count).sum::<u8>(), 2);
            let ships = state.groups_of(IMPERIAL).filter(|g| g.class == Class::Battleship);
            assert_eq!(ships.map(|g| g.count).sum::<u8>(), 2, "20 factors, 10 of them taken");
            assert_eq!(state.due.iter().map(|due| due.count).sum::<u8>(), turn_one, "{surplus}");
            state.phasing = IMPERIAL;
            game.deliver(&mut state);
            assert_eq!(state.counters(IMPERIAL, Class::Battleship), 2 + turn_one, "{surplus}");
            assert!(state.due.is_empty());
        }
    }

    #[test]
    fn imp_7_6_entry_is_chosen() {
        let game = first_war_with(&[]);
        let mut state = game.initial_state();
        (state.phasing, state.turn) = (IMPERIAL, 2);
        game.grant(&mut state, Class::Destroyer, 2);
        state.step = Step::Build { after: None };
        game.apply(&mut state, Action::Done).unwrap();
        let entries = ["dingir", "gashidda", "ishkur"].map(|id| Place::Space(system(&game, id)));
        assert_eq!(offered(&game, &state), entries);
        game.apply(&mut state, Action::Destination(entries[1])).unwrap();
        assert_eq!(offered(&game, &state), entries[1..], "the second of two equal ships, in order");
        game.apply(&mut state, Action::Destination(entries[1])).unwrap();
        assert_eq!(state.groups_at(entries[1]).map(|group| group.count).sum::<u8>(), 2);
        assert!(state.due.is_empty() && matches!(state.step, Step::Orders(_)));
    }
}
