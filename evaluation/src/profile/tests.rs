use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use spinward_agents::agent::Limits;
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Game, Outcome, Seat, Setup};
use spinward_env::games::imperium::Imperium;
use spinward_env::profile::{Mark, Profile, Series, SeriesKind};
use spinward_env::record::Header;

use super::{GameProfile, ProfileReport, read_game};
use crate::game::{Player, Watch, play};

const SERIES: [Series; 2] = [
    Series { key: "builds", title: "Ships built", kind: SeriesKind::Sum },
    Series { key: "control", title: "Places held", kind: SeriesKind::Level },
];
const SEATS: [&str; 2] = ["red", "blue"];

fn game(
    players: [&str; 2],
    winner: Option<usize>,
    marks: &[(&'static str, &str, usize, u32, i32)],
) -> GameProfile {
    let outcome = winner.map(|winner| {
        let returns: [f32; 2] = [0, 1].map(|seat| if seat == winner { 1.0 } else { -1.0 });
        Outcome { returns: returns.into_iter().collect(), margins: returns.into_iter().collect() }
    });
    let mark = |&(series, item, seat, turn, amount): &(&'static str, &str, usize, u32, i32)| Mark {
        series,
        item: item.into(),
        seat: Seat::new(seat),
        turn,
        amount,
    };
    GameProfile {
        players: players.map(String::from).to_vec(),
        outcome,
        marks: marks.iter().map(mark).collect(),
        course: COURSES.fetch_add(1, Ordering::Relaxed),
    }
}

/// No two games of these tests are one.
static COURSES: AtomicU64 = AtomicU64::new(0);

fn report(games: &[GameProfile]) -> ProfileReport {
    ProfileReport::new(("game", "war"), &SEATS, &SERIES, games)
}

#[test]
fn turns_run_on_from_war_to_war() {
    let mark = |turn| Mark { series: "control", item: "hill".into(), seat: Seat::new(0), turn, amount: 1 };
    let mut calendar = super::Calendar::default();
    let mut run_on = |turns: &[u32]| {
        let mut marks: Vec<Mark> = turns.iter().map(|&turn| mark(turn)).collect();
        calendar.run_on(&mut marks);
        marks.iter().map(|mark| mark.turn).collect::<Vec<_>>()
    };
    assert_eq!(run_on(&[1]), [1]);
    assert_eq!(run_on(&[2, 1]), [2, 1], "a battle of the next turn begins with the end of this one");
    assert_eq!(run_on(&[3]), [3]);
    assert_eq!(run_on(&[1]), [4], "the next war");
    assert_eq!(run_on(&[2, 2]), [5, 5]);
    assert_eq!(run_on(&[1]), [6]);
}

#[test]
fn sums_are_added_and_levels_averaged_over_turns() {
    let games = [
        game(
            ["x", "y"],
            Some(0),
            &[
                ("builds", "ship", 0, 1, 2),
                ("builds", "ship", 0, 2, 4),
                ("control", "hill", 0, 1, 1),
                ("control", "hill", 0, 2, 1),
            ],
        ),
        game(["x", "y"], None, &[("builds", "ship", 0, 1, 1), ("control", "hill", 1, 1, 3)]),
    ];
    let report = report(&games);
    assert_eq!((report.games, report.unfinished), (2, 1));
    let [red, blue] = &report.agents[..] else { panic!("{report:?}") };
    assert_eq!((red.agent.as_str(), red.side.as_str(), red.games, red.score), ("x", "red", 2, Some(1.0)));
    assert_eq!(red.reached, [2, 1]);
    let ship = &red.series[0].items[0];
    assert_eq!((ship.per_game, ship.by_turn.as_slice()), (3.5, &[1.5, 4.0][..]));
    let hill = &red.series[1].items[0];
    assert_eq!((hill.per_game, hill.by_turn.as_slice()), (0.5, &[0.5, 1.0][..]));
    assert_eq!(blue.series[0].items[0].per_game, 1.5);
    assert!(report.comparisons.is_empty(), "one player a side");
}

/// Means 3 and 1, variances 1 and 1 of two games each: the half width is 1.96 times 1.
#[test]
fn two_players_of_a_side_are_compared() {
    let built = |player, amount| game([player, "y"], Some(0), &[("builds", "ship", 0, 1, amount)]);
    let spread = [built("a", 2), built("a", 4), built("b", 0), built("b", 2)];
    let report = report(&spread);
    let comparison = &report.comparisons[0];
    assert_eq!((comparison.a_per_game, comparison.b_per_game, comparison.difference), (3.0, 1.0, 2.0));
    let [low, high] = comparison.ci95.unwrap();
    let half = 1.959_964 * (2.0_f64 / 2.0 + 2.0 / 2.0).sqrt();
    assert!((low - (2.0 - half)).abs() < 1e-5 && (high - (2.0 + half)).abs() < 1e-5, "{low} {high}");
    assert!(report.to_string().contains("As red, a against b: 0 of 1 items differ clearly"));
    let single = self::report(&[spread[0].clone(), spread[2].clone()]);
    assert_eq!(single.comparisons[0].ci95, None);
}

#[test]
fn a_replay_is_read_into_marks() {
    let game = Arc::new(Imperium::from_setup(&Setup::new("imperium")).unwrap());
    let agent = || Roster::without_networks().build(&game, &AgentSpec::new("scripted")).unwrap();
    let mut table = [Player { agent: agent(), seed: 1 }, Player { agent: agent(), seed: 2 }];
    let names = vec!["one".into(), "two".into()];
    let result =
        play(&game, 7, &mut table, &Limits::default(), Watch { names: Some(names), luck: None }).unwrap();
    let mut lines = result.replay.iter().map(String::as_str);
    let header = Header::parse(lines.next().unwrap()).unwrap();
    let profile = read_game(&game, &header, lines).unwrap();
    assert_eq!(profile.players, ["one", "two"]);
    assert_eq!(profile.outcome.as_ref().unwrap().returns, result.returns);
    let series = Imperium::profile_series();
    let report = |games: &[GameProfile]| {
        ProfileReport::new(("imperium", "nusku-gap"), &["terran", "imperial"], series, games)
    };
    // Its copy is the same game; with other players it is another.
    let named = Header { players: vec!["two".into(), "one".into()], ..header };
    let other = read_game(&game, &named, result.replay[1..].iter().map(String::as_str)).unwrap();
    let three = report(&[profile.clone(), profile.clone(), other]);
    assert_eq!((three.games, three.repeats), (2, 1));
    let first = "imperium/nusku-gap: 2 games; 1 more replay repeats one of them and does not count";
    assert_eq!(three.to_string().lines().next(), Some(first));
    let report = report(&[profile]);
    let built: f64 = report.agents[0].series[0].items.iter().map(|item| item.per_game).sum();
    assert!(report.agents[0].series[0].series == "builds" && built >= 1.0, "{report}");
}
