//! Drawings as people see them: golden texts and pictures. `UPDATE_GOLDEN=1` writes them anew.

use std::path::Path;
use std::sync::Arc;

use spinward_env::core::{Information, Seat};
use spinward_env::games::{CompleteGame, GameVisitor, with_game};
use spinward_env::record::{Header, ReplayReader};
use spinward_env::scene::{Link, Panel, Scene, Site, SiteIndex, Token, WIDTH};

/// The drawings of a replay's position after some events, as text and as SVG.
fn drawings(replay: &str, events: usize) -> (String, String) {
    struct Walk<'a>(&'a str, Header, usize);
    impl GameVisitor for Walk<'_> {
        type Out = (String, String);

        fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out {
            let mut reader = ReplayReader::new(Arc::clone(&game), &self.1).unwrap();
            self.0.lines().skip(1).take(self.2).for_each(|line| _ = reader.line(line).unwrap());
            let view = game.view(reader.state(), Seat::new(0));
            let (scene, seats) = (game.scene(&view), &game.facts().seats);
            if game.facts().information == Information::Perfect {
                let other = game.scene(&game.view(reader.state(), Seat::new(1)));
                assert_eq!(scene, other, "every seat sees the same");
            }
            (scene.to_text(seats), scene.to_svg(seats))
        }
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let text = std::fs::read_to_string(golden.join(format!("{replay}.replay.jsonl"))).unwrap();
    let header = Header::parse(text.lines().next().unwrap()).unwrap();
    let setup = header.setup.clone();
    with_game(&setup, Walk(&text, header, events)).unwrap()
}

fn check(name: &str, (text, svg): &(String, String)) {
    let too_long = text.lines().find(|line| line.chars().count() > WIDTH);
    assert_eq!(too_long, None, "{name} is wider than a terminal");
    golden(&format!("{name}.txt"), text);
    golden(&format!("{name}.svg"), svg);
}

fn golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/scene").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(wanted == found, "{} differs; it would be now:\n{found}", path.display());
}

#[test]
fn a_board_is_a_grid() {
    check("connect_four", &drawings("connect_four.standard", 12));
}

#[test]
fn hands_and_panels_need_no_map() {
    check("goofspiel", &drawings("goofspiel.cards-4", 6));
    check("kuhn_poker", &drawings("kuhn_poker.standard", 3));
}

/// Two systems with boxes, one without, every kind of token, and text that XML and terminals must be spared.
#[test]
fn a_map_gathers_boxes_at_their_place() {
    let site = |name: &str, at, owner: Option<usize>, kind: &str| Site {
        name: name.into(),
        at,
        owner: owner.map(Seat::new),
        kind: kind.into(),
    };
    let token = |site, seat: Option<usize>, label: &str, count, state: &str| Token {
        site: SiteIndex(site),
        seat: seat.map(Seat::new),
        label: label.into(),
        count,
        state: state.into(),
    };
    let scene = Scene {
        title: "Turn 2, <Red & Blue>: red to decide".into(),
        sites: vec![
            site("Sol", (3.0, 1.0), None, "hex"),
            site("Nusku", (0.0, 0.0), None, "hex"),
            site("Altair", (2.6, 1.8), None, "tertiary"),
            site("Sol surface", (3.2, 1.4), Some(0), "world"),
            site("Nusku surface", (-0.2, 0.4), Some(1), "outpost, neutralised"),
            site("Dushaam surface", (0.2, 0.4), None, "barren"),
        ],
        links: vec![
            Link { from: SiteIndex(0), to: SiteIndex(1) },
            Link { from: SiteIndex(2), to: SiteIndex(0) },
        ],
        tokens: vec![
            token(0, Some(0), "DD", 3, ""),
            token(0, Some(0), "CL", 1, "disrupted"),
            token(0, Some(1), "BB", 1, "in battle"),
            token(1, Some(1), "TR", 2, ""),
            token(1, Some(1), "RT", 2, "aboard TR"),
            token(3, Some(0), "PD", 1, ""),
            token(5, None, "wreck", 1, ""),
        ],
        panels: (0..2)
            .map(|seat| Panel { seat: Seat::new(seat), lines: vec![("stock".into(), "7 RU".into())] })
            .collect(),
        notes: vec![
            "a battle at Sol: space combat, round 2, the range is to be chosen by the side that won \
                     the last contest of range"
                .into(),
        ],
    };
    check("map", &(scene.to_text(&["red", "blue"]), scene.to_svg(&["red", "blue"])));
}

#[test]
fn a_war_is_a_map_of_systems() {
    check("imperium", &drawings("imperium.nusku-gap", 60));
}

/// Where numbers would cover each other the map takes more room.
#[test]
fn numbers_of_a_crowded_map_stand_apart() {
    let (text, svg) = drawings("third_millennium.first-war", 250);
    let map = text.split("\n\n").nth(1).unwrap();
    let hidden: Vec<String> =
        (1..=40).map(|number| format!("[{number}]")).filter(|mark| !map.contains(mark.as_str())).collect();
    assert_eq!(hidden, Vec::<String>::new(), "{map}");
    check("third_millennium", &(text, svg));
}
