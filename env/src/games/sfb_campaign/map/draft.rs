//! One attempt at a map, step by step.

use super::fairness::spread;
use super::{Content, Find, Map, REDRAWS, Star, nearest, shuffle};
use crate::core::{PlannerRng, uniform_index};
use crate::games::sfb_campaign::data::Data;
use crate::games::sfb_campaign::hex::Hex;
use crate::games::sfb_campaign::world::Kind;

/// A map under way. Hexes that a turn of the map takes into each other are an orbit, and have the same content.
pub(super) struct Draft<'a> {
    data: &'a Data,
    radius: u8,
    board: Vec<Hex>,
    /// How many turns of the map look the same.
    order: usize,
    homes: Vec<Hex>,
    /// The worlds that players start with: hex, seat, place in `start.worlds`.
    starts: Vec<(Hex, u8, u8)>,
    /// The other stars, orbit by orbit.
    orbits: Vec<(Vec<Hex>, Content)>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(data: &'a Data) -> Self {
        let players = data.scenario.players;
        let radius = match data.campaign.map.radius {
            0 => 6 + players,
            radius => radius,
        };
        let order = data.symmetry.order(players.into());
        Self { data, radius, board: Hex::board(radius), order, homes: vec![], starts: vec![], orbits: vec![] }
    }

    /// Every step; `None`: there is no room.
    pub(super) fn complete(mut self, rng: &mut PlannerRng) -> Option<Map> {
        self.place_homes(rng)?;
        self.place_starting_worlds(rng)?;
        self.place_stars(rng);
        self.fill_stars(rng)?;
        Some(self.finish(rng))
    }

    fn players(&self) -> usize {
        self.data.scenario.players.into()
    }

    /// Where a hex comes to, by turns that look the same: as many as there are, or one in the middle.
    fn orbit(&self, hex: Hex) -> Vec<Hex> {
        let mut orbit: Vec<Hex> = (0..self.order).map(|turn| hex.turned(turn * 6 / self.order)).collect();
        orbit.dedup();
        orbit
    }

    /// Homes on a ring, evenly but for a hex; those that a turn takes into each other exactly.
    // rule: sfb.17.1.homes
    fn place_homes(&mut self, rng: &mut PlannerRng) -> Option<()> {
        let figures = &self.data.campaign.map;
        let percent = |share: u8| (u16::from(self.radius) * u16::from(share) + 50) / 100;
        let ring = Hex::ring(percent(figures.home_star_ring).max(1) as u8);
        let (players, alone) = (self.players(), self.players() / self.order);
        let drawn: Vec<Hex> = (0..alone)
            .map(|sector| {
                let middle = (sector * ring.len() + players / 2) / players;
                ring[(middle + ring.len() - 1 + uniform_index(rng, 3)) % ring.len()]
            })
            .collect();
        self.homes =
            (0..players).map(|seat| drawn[seat % alone].turned(seat / alone * 6 / self.order)).collect();
        let least = match figures.min_home_distance {
            0 => self.radius * 6 / 10,
            distance => distance,
        };
        let apart = |(seat, home): (usize, &Hex)| {
            self.homes[..seat].iter().all(|other| other.distance(*home) >= least)
        };
        self.homes.iter().enumerate().all(apart).then_some(())
    }

    /// The homeworld at home; the others 1 to 3 hexes away, nearer to it than to other homes, two hexes or more from each other.
    // rule: sfb.17.1.starting_worlds
    fn place_starting_worlds(&mut self, rng: &mut PlannerRng) -> Option<()> {
        let alone = self.players() / self.order;
        for (world, start) in (0..).zip(&self.data.campaign.start.worlds) {
            for sector in 0..alone {
                let hex = match start.kind {
                    Kind::Homeworld => self.homes[sector],
                    _ => self.draw_place(sector, rng)?,
                };
                for turn in 0..self.order {
                    let seat = (sector + turn * alone) as u8;
                    self.starts.push((hex.turned(turn * 6 / self.order), seat, world));
                }
            }
        }
        Some(())
    }

    fn draw_place(&self, sector: usize, rng: &mut PlannerRng) -> Option<Hex> {
        let home = self.homes[sector];
        let free = |hex: Hex| {
            let others = self.starts.iter().filter(|(other, ..)| !self.homes.contains(other));
            !self.homes.contains(&hex) && others.into_iter().all(|(other, ..)| other.distance(hex) >= 2)
        };
        let fits = |hex: &Hex| {
            let orbit = self.orbit(*hex);
            (1..=3).contains(&hex.distance(home))
                && nearest(&self.homes, *hex) == Some(sector)
                && free(*hex)
                && orbit[1..].iter().all(|turned| turned.distance(*hex) >= 2)
        };
        let places: Vec<Hex> = self.board.iter().copied().filter(fits).collect();
        (!places.is_empty()).then(|| places[uniform_index(rng, places.len())])
    }

    /// Orbits of stars in random order, each where it keeps its distance from all others, until there are enough.
    // rule: sfb.17.1.stars
    fn place_stars(&mut self, rng: &mut PlannerRng) {
        let figures = &self.data.campaign.map;
        let wanted = (self.board.len() * usize::from(figures.star_density) + 50) / 100;
        let mut stars: Vec<Hex> = self.starts.iter().map(|(hex, ..)| *hex).collect();
        let mut darts = self.board.clone();
        shuffle(&mut darts, rng);
        for dart in darts {
            if stars.len() >= wanted {
                break;
            }
            let orbit = self.orbit(dart);
            let mut others = stars.iter().chain(&orbit[1..]);
            if others.all(|star| star.distance(dart) >= figures.star_spacing) {
                stars.extend(&orbit);
                self.orbits.push((orbit, Content::Nothing));
            }
        }
    }

    /// Draws what each orbit has, and some of them again until the quotas are met.
    // rule: sfb.17.1.quotas
    fn fill_stars(&mut self, rng: &mut PlannerRng) -> Option<()> {
        for orbit in 0..self.orbits.len() {
            self.orbits[orbit].1 = self.draw_content(rng);
        }
        for _ in 0..REDRAWS {
            let wrong = self.wrong_orbits()?;
            let Some(last) = wrong.len().checked_sub(1) else { return Some(()) };
            let orbit = wrong[uniform_index(rng, last + 1)];
            self.orbits[orbit].1 = self.draw_content(rng);
        }
        None
    }

    /// The orbits of which one is drawn again: empty ones where a quota is not met, or a defended colony near a home. None if all is
    /// well; `None` if no draw can help.
    fn wrong_orbits(&self) -> Option<Vec<usize>> {
        let figures = &self.data.campaign.map;
        let loud = |(orbit, content): &(Vec<Hex>, Content)| {
            let near = |hex: &Hex| self.homes.iter().any(|home| home.distance(*hex) <= figures.quiet);
            matches!(content, Content::Defended { world: Find { kind: Kind::Colony, .. }, .. })
                && orbit.iter().any(near)
        };
        if let Some(orbit) = self.orbits.iter().position(loud) {
            return Some(vec![orbit]);
        }
        for (seat, home) in self.homes.iter().enumerate() {
            let counts = |hex: &&Hex| {
                hex.distance(*home) <= figures.reach && nearest(&self.homes, **hex) == Some(seat)
            };
            let (mut neutral, mut defended, mut empty) = (0, 0, vec![]);
            for (index, (orbit, content)) in self.orbits.iter().enumerate() {
                let stars = orbit.iter().filter(counts).count();
                match content {
                    Content::Neutral(_) => neutral += stars,
                    Content::Defended { .. } => defended += stars,
                    _ if stars > 0 => empty.push(index),
                    _ => {}
                }
            }
            if neutral < figures.neutral_quota.into() || defended < figures.npc_quota.into() {
                return (!empty.is_empty()).then_some(empty);
            }
        }
        Some(vec![])
    }

    /// Two dice on the table of exploration, and what follows.
    // rule: sfb.12.1.table
    // rule: sfb.12.6.ep
    fn draw_content(&self, rng: &mut PlannerRng) -> Content {
        let mut die = uniform_index(rng, 36) as u8;
        let shares = self.data.campaign.worlds_taken.exploration;
        let mut line = 0;
        while die >= shares[line] {
            die -= shares[line];
            line += 1;
        }
        let kind = if line == 0 || line == 4 { Kind::Colony } else { Kind::Mining };
        let gcls = self.data.campaign.start.gcl_counts[kind as usize].max(1);
        let [least, most] = self.data.campaign.worlds.of(kind).map(|ep| ep / gcls);
        let each = least + uniform_index(rng, usize::from(most - least) + 1) as u8;
        let world = Find { kind, ep: u16::from(each) * u16::from(gcls) };
        match line {
            0 | 1 => {
                let groups = self.data.defenders.groups(self.data.npc, kind).len();
                Content::Defended { world, group: uniform_index(rng, groups) as u8 }
            }
            2 => Content::Nothing,
            _ => Content::Neutral(world),
        }
    }

    /// Deals the seats and measures how fair the map is.
    // rule: sfb.17.1.seats
    fn finish(self, rng: &mut PlannerRng) -> Map {
        let mut seats: Vec<u8> = (0..self.players() as u8).collect();
        shuffle(&mut seats, rng);
        let mut homes = self.homes.clone();
        for (sector, seat) in seats.iter().enumerate() {
            homes[usize::from(*seat)] = self.homes[sector];
        }
        let own = self.starts.iter().map(|&(hex, sector, world)| Star {
            hex,
            content: Content::Start { seat: seats[usize::from(sector)], world },
        });
        let found = self
            .orbits
            .iter()
            .flat_map(|(orbit, content)| orbit.iter().map(|&hex| Star { hex, content: *content }));
        let mut stars: Vec<Star> = own.chain(found).collect();
        stars.sort_by_key(|star| star.hex);
        let spread = spread(self.data, &homes, &stars);
        Map { radius: self.radius, homes, stars, spread }
    }
}
