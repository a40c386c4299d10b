//! The screen as it is drawn, against `tests/screens/`; `UPDATE_GOLDEN=1` writes those anew.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use spinward_agents::roster::{AgentSpec, Roster};
use spinward_agents::session::{Player, Table};
use spinward_env::core::Setup;
use spinward_env::games::{CompleteGame, GameVisitor, with_game};

use super::app::Pane;
use super::*;

struct Seated<'a>(&'a [&'a str]);

impl GameVisitor for Seated<'_> {
    type Out = Box<dyn Session>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Box<dyn Session> {
        let players: Vec<Player> = self.0.iter().map(|player| player.parse().unwrap()).collect();
        let roster = Roster::without_networks();
        Box::new(Table::new(game, &roster, players, &AgentSpec::new("scripted"), 5).unwrap())
    }
}

/// Plays keys on a screen of a new game: `~` lets everything happen that nobody chooses, `.` is Enter.
fn screen(setup: &Setup, players: &[&str], keys: &str, size: (u16, u16)) -> String {
    let mut session = with_game(setup, Seated(players)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut keeper = Keeper::new(folder.path().join("game.jsonl"), false, None);
    let mut app = App::new(&mut *session, &mut keeper);
    for letter in keys.chars() {
        let code = match letter {
            '~' => {
                while app.is_running() || app.session.is_advised() {
                    app.tick().unwrap();
                }
                continue;
            }
            '.' => KeyCode::Enter,
            'v' => KeyCode::Down,
            '^' => KeyCode::Up,
            '>' => KeyCode::Right,
            letter => KeyCode::Char(letter),
        };
        assert_eq!(app.key(KeyEvent::new(code, KeyModifiers::NONE)).unwrap(), Next::Stay);
    }
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| draw::draw(&app, frame, true)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
    (0..size.1).map(|y| row(y) + "\n").collect()
}

fn golden(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "{name} differs; it is now\n{drawn}");
}

fn war() -> Setup {
    Setup::new("imperium").scenario("nusku-gap")
}

#[test]
fn a_war_on_a_small_and_a_large_screen() {
    golden("war-80x24.txt", &screen(&war(), &["person", "scripted"], "~vvv", (80, 24)));
    golden("war-120x40.txt", &screen(&war(), &["person", "scripted"], "~vvv", (120, 40)));
}

#[test]
fn the_whole_map_scrolls_and_follows_the_choice() {
    let setup = Setup::new("imperium").scenario("first-war");
    golden("whole-map-80x24.txt", &screen(&setup, &["person", "scripted"], "~v", (80, 24)));
    golden("whole-map-120x40.txt", &screen(&setup, &["person", "scripted"], "~v", (120, 40)));
    let far = screen(&setup, &["person", "scripted"], "~m>>>>>>", (80, 24));
    assert_ne!(far, screen(&setup, &["person", "scripted"], "~m", (80, 24)));
}

#[test]
fn a_battle_shows_its_dice() {
    let duel = Setup::new("imperium").scenario("duel");
    let fought = "~.~.~v.~v.~v.~";
    golden("battle-80x24.txt", &screen(&duel, &["scripted", "person"], fought, (80, 24)));
    golden("battle-120x40.txt", &screen(&duel, &["scripted", "person"], fought, (120, 40)));
}

#[test]
fn a_board_and_a_race_have_screens_too() {
    let four = Setup::new("connect_four");
    golden("board-80x24.txt", &screen(&four, &["person", "scripted"], "/d.~h~", (80, 24)));
    golden("race-80x24.txt", &screen(&Setup::new("pig"), &["person", "scripted"], "1.~", (80, 24)));
}

#[test]
fn pages_open_and_close() {
    let of = |keys: &str| screen(&war(), &["person", "scripted"], keys, (80, 24));
    golden("keys-80x24.txt", &of("~?"));
    assert!(of("~.~l").contains("1. Terran:"), "{}", of("~.~l"));
    assert!(of("~b").contains("Apishal surface (outpost, Imperial)"));
    assert_eq!(of("~l."), of("~"));
    assert_eq!(of("~bb"), of("~"));
}

#[test]
fn keys_choose_undo_and_type() {
    let four = Setup::new("connect_four");
    let of = |keys: &str| screen(&four, &["person", "scripted"], keys, (80, 24));
    assert!(of("~.~u").contains("Taken back."));
    assert!(of("~u").contains("Not taken back"));
    assert!(of("~9.").contains("'9' is none of the choices"));
    assert!(of("~/drop.").contains("'drop' could be 7 of the choices"));
    assert_eq!(of("~4.~"), of("~vvv.~"), "by number and by arrow");
    let pace = of("~p");
    assert!(pace.contains("p at once"), "{pace}");
    // Space never chooses.
    assert_eq!(of("~ "), of("~"));
}

/// An adviser who thinks for hours leaves the screen awake: arrows go on marking, a key ends his thinking.
#[test]
fn a_hint_is_thought_of_elsewhere() {
    let adviser = "rollout-mcts:visits=1000000000";
    let mut session = with_game(&Setup::new("connect_four"), Advised(adviser)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut keeper = Keeper::new(folder.path().join("game.jsonl"), false, None);
    let mut app = App::new(&mut *session, &mut keeper);
    let mut press = |code| {
        app.key(KeyEvent::new(code, KeyModifiers::NONE)).unwrap();
        app.tick().unwrap();
        (app.session.is_advised(), app.cursor, app.message.clone().unwrap_or_default())
    };
    let asked = (true, 0, "The adviser thinks; h or Esc: no hint.".to_string());
    assert_eq!(press(KeyCode::Char('h')), asked);
    assert_eq!(press(KeyCode::Down), (true, 1, String::new()));
    assert_eq!(press(KeyCode::Esc), (false, 1, "No hint.".into()));
    assert!(press(KeyCode::Char('h')).0);
    assert_eq!(press(KeyCode::Char('h')), (false, 1, "No hint.".into()));
    // A choice ends it, too: the advice would be about another position.
    assert!(press(KeyCode::Char('h')).0);
    assert!(!press(KeyCode::Enter).0);
}

struct Advised<'a>(&'a str);

impl GameVisitor for Advised<'_> {
    type Out = Box<dyn Session>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Box<dyn Session> {
        let players = vec![Player::Person; 2];
        let roster = Roster::without_networks();
        Box::new(Table::new(game, &roster, players, &self.0.parse().unwrap(), 5).unwrap())
    }
}

#[test]
fn a_window_too_small_says_so() {
    let small = screen(&war(), &["person", "scripted"], "~", (60, 20));
    assert!(small.contains("60 columns and 20 rows; 80 and 24"), "{small}");
}

#[test]
fn watching_stops_and_steps() {
    let mut session = with_game(&Setup::new("pig"), Seated(&["scripted", "greedy"])).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut keeper = Keeper::new(folder.path().join("game.jsonl"), false, None);
    let mut app = App::new(&mut *session, &mut keeper);
    let space = KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE);
    assert!(app.wait().is_some());
    app.key(space).unwrap();
    assert_eq!((app.wait(), app.session.events()), (None, 0));
    app.key(space).unwrap();
    assert_eq!(app.session.events(), 1);
    let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(app.key(stop).unwrap(), Next::Stop);
    let leave = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
    assert_eq!((app.key(leave).unwrap(), app.pane), (Next::Leave, Pane::Choices));
}
