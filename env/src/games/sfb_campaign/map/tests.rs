use super::super::rules::card;
use super::*;
use crate::core::Setup;

fn data(scenario: &str) -> Data {
    Data::read(&Setup::new("sfb_campaign").scenario(scenario).resolve(&card()).unwrap()).unwrap()
}

/// The figures of the standard game with so many players; the scenarios have two, four and six of them.
fn standard(players: u8) -> Data {
    let mut data = data("standard-2");
    data.scenario.players = players;
    data
}

/// Maps of several seeds for two to six players, and of the small scenario.
fn maps() -> impl Iterator<Item = (Data, Map)> {
    let games = (2..=6).map(standard).chain([data("border")]);
    games.flat_map(|data| {
        (0..12).map(move |seed| {
            let map = Map::generate(&data, seed).unwrap();
            (data.clone(), map)
        })
    })
}

#[test]
fn sfb_17_1_seed_makes_the_same_map() {
    let border = data("border");
    assert_eq!(Map::generate(&border, 7), Map::generate(&border, 7));
    assert_ne!(Map::generate(&border, 7), Map::generate(&border, 8));
}

/// Homeworlds `H`, colonies `C`, neutral worlds `n`, other stars `*`: a change of the generator shows here, and needs another [`VERSION`].
#[test]
fn sfb_17_1_seed_1_of_the_border_is_known() {
    let map = Map::generate(&data("border"), 1).unwrap();
    let sign = |star: &Star| match star.content {
        Content::Nothing => '*',
        Content::Start { world: 0, .. } => 'H',
        Content::Start { .. } => 'C',
        Content::Neutral(_) => 'n',
        Content::Defended { .. } => 'd',
    };
    let row = |r: i8| -> String {
        let hexes = (-4..=4).map(|q| Hex::new(q, r)).filter(|hex| hex.distance(Hex::CENTRE) <= 4);
        hexes.map(|hex| map.star(hex).map_or('.', sign)).collect()
    };
    let rows: Vec<String> = (-4..=4).map(row).collect();
    assert_eq!(rows, BORDER_1);
}

#[test]
fn sfb_17_1_homes_are_on_the_ring_and_apart() {
    for (data, map) in maps() {
        let ring = (f64::from(map.radius) * 0.62).round() as u8;
        let least = match data.campaign.map.min_home_distance {
            0 => map.radius * 6 / 10,
            distance => distance,
        };
        for (seat, home) in map.homes.iter().enumerate() {
            assert_eq!(home.distance(Hex::CENTRE), ring);
            assert!(map.homes[..seat].iter().all(|other| other.distance(*home) >= least));
        }
    }
}

#[test]
fn sfb_17_1_starting_worlds_are_near_home() {
    for (data, map) in maps() {
        let worlds = data.campaign.start.worlds.len();
        for (seat, home) in map.homes.iter().enumerate() {
            let own: Vec<Hex> = map
                .stars
                .iter()
                .filter(|star| matches!(star.content, Content::Start { seat: owner, .. } if usize::from(owner) == seat))
                .map(|star| star.hex)
                .collect();
            assert_eq!(own.len(), worlds);
            assert!(own.contains(home));
            for (index, hex) in own.iter().enumerate().filter(|(_, hex)| *hex != home) {
                assert!((1..=3).contains(&hex.distance(*home)), "{hex:?} of {home:?}");
                assert_eq!(map.sector(*hex), Some(seat));
                let others = own[..index].iter().filter(|other| *other != home);
                assert!(others.into_iter().all(|other| other.distance(*hex) >= 2));
            }
        }
    }
}

#[test]
fn sfb_17_1_stars_are_as_many_as_wanted_and_apart() {
    for (data, map) in maps() {
        let wanted = Hex::board(map.radius).len() * 18 / 100;
        let order = data.symmetry.order(data.scenario.players.into());
        assert!((wanted..=wanted + order).contains(&map.stars.len()), "{} of {wanted}", map.stars.len());
        let others: Vec<&Star> =
            map.stars.iter().filter(|star| !matches!(star.content, Content::Start { .. })).collect();
        for star in others {
            assert!(star.hex.distance(Hex::CENTRE) <= map.radius);
            let apart = |other: &Star| other.hex == star.hex || other.hex.distance(star.hex) >= 2;
            assert!(map.stars.iter().all(apart));
        }
        let both = |hex| map.star(hex).is_some_and(|star| star.hex == hex);
        assert!(map.stars.iter().all(|star| both(star.hex)) && !both(Hex::new(99, 0)));
    }
}

/// Whatever the seats, a turn of the map has the same stars with the same contents.
#[test]
fn sfb_17_1_seats_are_dealt_on_maps_that_look_alike() {
    let mut firsts = std::collections::BTreeSet::new();
    for (data, map) in maps() {
        let order = data.symmetry.order(map.homes.len());
        for star in &map.stars {
            let turned = map.star(star.hex.turned(6 / order % 6)).expect("a star there, too");
            match (star.content, turned.content) {
                (Content::Start { world, .. }, Content::Start { world: other, .. }) => {
                    assert_eq!(world, other)
                }
                (content, other) => assert_eq!(content, other),
            }
        }
        if map.homes.len() == 6 {
            firsts.insert(map.homes[0]);
            assert_eq!(map.spread, 0);
        }
    }
    assert!(firsts.len() > 3, "seat 0 is now here, now there");
}

#[test]
fn sfb_17_1_quotas_hold_and_homes_are_quiet() {
    for (data, map) in maps() {
        let figures = &data.campaign.map;
        for (seat, home) in map.homes.iter().enumerate() {
            let near = |star: &&Star| {
                star.hex.distance(*home) <= figures.reach && map.sector(star.hex) == Some(seat)
            };
            let count = |wanted: fn(&Content) -> bool| {
                map.stars.iter().filter(near).filter(|star| wanted(&star.content)).count()
            };
            assert!(count(|content| matches!(content, Content::Neutral(_))) >= figures.neutral_quota.into());
            assert!(count(|content| matches!(content, Content::Defended { .. })) >= figures.npc_quota.into());
            let loud = |star: &Star| {
                matches!(star.content, Content::Defended { world, .. } if world.kind == Kind::Colony)
                    && star.hex.distance(*home) <= figures.quiet
            };
            assert!(!map.stars.iter().any(loud));
        }
    }
}

/// The shares of a long run of draws; without quotas they are those of two dice.
#[test]
fn sfb_12_1_table_of_exploration() {
    let mut data = standard(2);
    (data.campaign.map.neutral_quota, data.campaign.map.npc_quota, data.campaign.map.quiet) = (0, 0, 0);
    data.symmetry = Symmetry::None;
    data.campaign.map.balance_tol = 100;
    let mut counts = [0_u32; 5];
    for seed in 0..400 {
        for star in Map::generate(&data, seed).unwrap().stars {
            let line = match star.content {
                Content::Start { .. } => continue,
                Content::Defended { world, .. } => usize::from(world.kind == Kind::Mining),
                Content::Nothing => 2,
                Content::Neutral(world) => 3 + usize::from(world.kind == Kind::Colony),
            };
            counts[line] += 1;
        }
    }
    let total: u32 = counts.iter().sum();
    for (count, share) in counts.into_iter().zip([1.0, 2.0, 30.0, 2.0, 1.0]) {
        let (mean, part) = (f64::from(total) * share / 36.0, share / 36.0);
        let deviation = (mean * (1.0 - part)).sqrt();
        assert!((f64::from(count) - mean).abs() < 4.0 * deviation, "{count} of {total}, not {mean}");
    }
}

#[test]
fn sfb_12_6_ep_of_worlds_to_find() {
    let mut kinds = std::collections::BTreeSet::new();
    for (data, map) in maps() {
        for star in &map.stars {
            let (Content::Neutral(world) | Content::Defended { world, .. }) = star.content else { continue };
            let [least, most] = data.campaign.worlds.of(world.kind).map(u16::from);
            assert!((least..=most).contains(&world.ep), "{world:?}");
            let gcls = data.campaign.start.gcl_counts[world.kind as usize];
            assert_eq!(world.ep % u16::from(gcls), 0);
            kinds.insert(world.kind);
            if let Content::Defended { group, .. } = star.content {
                assert!(usize::from(group) < data.defenders.groups(data.npc, world.kind).len());
            }
        }
    }
    assert_eq!(kinds.len(), 2);
}

/// Maps that are the same when turned have no spread; those of four and five players get below a tenth by trying.
#[test]
fn sfb_17_1_fair_within_the_tolerance() {
    for players in 2..=6 {
        let data = standard(players);
        for seed in 0..12 {
            let map = Map::generate(&data, seed).unwrap();
            let most = if [2, 3, 6].contains(&players) { 0 } else { 100 };
            assert!(map.spread <= most, "{players} players, seed {seed}: {}", map.spread);
        }
    }
}

#[test]
fn sfb_17_1_fair_maps_that_cannot_be_are_refused() {
    let mut five = standard(5);
    five.symmetry = Symmetry::Rotational;
    assert!(Map::generate(&five, 1).unwrap_err().to_string().contains("symmetry auto or none"));
    let mut far = standard(6);
    far.campaign.map.min_home_distance = 12;
    let fault = Map::generate(&far, 1).unwrap_err().to_string();
    assert_eq!(fault, "campaign.map: none of 200 maps has room for homes, stars and quotas");
}

const BORDER_1: [&str; 9] =
    [".*...", "*.....", ".......", "..H...C.", "n...*...n", ".C...H..", ".......", ".....*", "...*."];
