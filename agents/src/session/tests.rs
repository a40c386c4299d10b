use std::sync::Arc;

use spinward_env::core::{Game, Seat, Setup};
use spinward_env::games::CompleteGame;
use spinward_env::games::connect_four::ConnectFour;
use spinward_env::games::goofspiel::Goofspiel;
use spinward_env::games::kuhn_poker::KuhnPoker;
use spinward_env::games::pig::Pig;
use spinward_env::games::third_millennium::ThirdMillennium;
use spinward_env::record::{Header, verify_replay};

use super::*;
use crate::roster::Roster;

fn table<G: CompleteGame>(id: &str, players: &[&str], seed: u64) -> Table<G> {
    let game = Arc::new(G::from_setup(&Setup::new(id)).unwrap());
    let players = players.iter().map(|player| player.parse().unwrap()).collect();
    let adviser = AgentSpec::new("scripted");
    Table::new(game, &Roster::without_networks(), players, &adviser, seed).unwrap()
}

fn load<G: CompleteGame>(id: &str, text: &str) -> Result<Table<G>, SessionError> {
    let game = Arc::new(G::from_setup(&Setup::new(id)).unwrap());
    let header = Header::parse(text.lines().next().unwrap()).unwrap();
    let players = header.players.iter().map(|player| player.parse().unwrap()).collect();
    let roster = Roster::without_networks();
    Table::load(game, &roster, players, &AgentSpec::new("scripted"), &header, text.lines().skip(1))
}

/// Lets everything happen that no person chooses.
fn settle(session: &mut dyn Session) {
    while !matches!(session.turn(), Turn::Person(_) | Turn::Over) {
        session.advance().unwrap();
    }
}

fn choose(session: &mut dyn Session, typed: &str) {
    let choice = find(session.choices(), typed).unwrap();
    session.choose(choice).unwrap();
    settle(session);
}

#[test]
fn a_person_plays_a_game_to_its_end_and_its_replay_verifies() {
    let mut pig = table::<Pig>("pig", &["person", "scripted"], 7);
    assert_eq!(pig.turn(), Turn::Person(Seat::new(0)));
    while pig.turn() != Turn::Over {
        let typed = if pig.question().starts_with("0 points") { "roll" } else { "hold" };
        choose(&mut pig, typed);
    }
    let replay = pig.replay();
    let summary = verify_replay(replay.lines()).unwrap();
    assert_eq!(summary.events as usize, pig.events());
    assert_eq!(summary.outcome, pig.outcome());
    assert_eq!(summary.header.players, ["person", "scripted"]);
}

#[test]
fn who_picks_unseen_sees_his_own_picks() {
    let mut raid = table::<ThirdMillennium>("third_millennium", &["scripted", "person"], 7);
    settle(&mut raid);
    choose(&mut raid, "new fleet at Nusku");
    choose(&mut raid, "SC from store");
    let log = raid.log(0);
    assert_eq!(log.last().unwrap().text, "SC from store", "{log:?}");
}

#[test]
fn a_choice_has_its_words_and_a_roll_its_odds() {
    let mut pig = table::<Pig>("pig", &["person", "scripted"], 7);
    assert_eq!(pig.choices()[0].explanation, "a 1 (17 %) loses the 0 points, 2 to 6 add to them");
    assert!(pig.question().ends_with("roll or hold?"));
    choose(&mut pig, "roll");
    let log = pig.log(0);
    assert_eq!((log[0].who, log[0].text.as_str()), (Some(Seat::new(0)), "roll"));
    let roll = log[1].roll.as_ref().unwrap();
    assert_eq!((roll.outcomes.len(), &roll.outcomes[roll.fell].0), (6, &log[1].text));
    assert_eq!(pig.log(2).len() + 2, pig.events());
}

#[test]
fn what_is_typed_finds_one_choice_or_says_what_is_wrong() {
    let pig = table::<Pig>("pig", &["person", "scripted"], 7);
    for (typed, found) in [("1", Ok(0)), ("HOLD", Ok(1)), (" h ", Ok(1)), ("2", Ok(1))] {
        assert_eq!(find(pig.choices(), typed), found, "{typed}");
    }
    for typed in ["", "3", "0", "fold", "roll hold"] {
        assert_eq!(find(pig.choices(), typed), Err(Miss::Nothing), "{typed}");
    }
    let four = table::<ConnectFour>("connect_four", &["person", "scripted"], 7);
    assert_eq!(find(four.choices(), "drop"), Err(Miss::Several((0..7).collect())));
    assert_eq!(find(four.choices(), "d c"), Ok(2));
    let goof = table::<Goofspiel>("goofspiel", &["person", "scripted"], 7);
    let keys: Vec<&str> = goof.choices().iter().map(|choice| choice.key.as_str()).collect();
    assert_eq!(keys, Vec::<&str>::new(), "a prize is turned up first");
}

#[test]
fn choices_that_differ_by_a_number_go_by_it() {
    let mut goof = table::<Goofspiel>("goofspiel", &["person", "scripted"], 7);
    settle(&mut goof);
    choose(&mut goof, "2");
    let keys: Vec<&str> = goof.choices().iter().map(|choice| choice.key.as_str()).collect();
    assert_eq!(keys, ["1", "3", "4"], "card 2 is gone");
    assert_eq!(goof.choices()[find(goof.choices(), "3").unwrap()].text, "bid 3");
}

#[test]
fn a_choice_without_dice_is_taken_back_with_the_answer_to_it() {
    let mut four = table::<ConnectFour>("connect_four", &["person", "scripted"], 7);
    assert!(four.undo().unwrap_err().to_string().contains("not chosen anything"));
    let before = (four.scene(), four.replay());
    choose(&mut four, "drop d");
    assert_eq!(four.events(), 2);
    four.undo().unwrap();
    assert_eq!((four.scene(), four.replay()), before);
    assert_eq!(four.choices().len(), 7);
}

#[test]
fn what_dice_or_hidden_choices_followed_stays() {
    let mut pig = table::<Pig>("pig", &["person", "scripted"], 7);
    choose(&mut pig, "roll");
    let replay = pig.replay();
    assert!(pig.undo().unwrap_err().to_string().contains("dice have fallen"));
    let mut goof = table::<Goofspiel>("goofspiel", &["person", "scripted"], 7);
    settle(&mut goof);
    goof.choose(0).unwrap();
    goof.undo().unwrap();
    goof.choose(0).unwrap();
    goof.advance().unwrap();
    let refused = goof.undo().unwrap_err().to_string();
    assert!(refused.contains("decided since"), "{refused}");
    assert_eq!(pig.replay(), replay);
}

/// Reloading brings no other dice: the game goes on exactly as it would have.
#[test]
fn a_saved_game_goes_on_with_the_same_dice() {
    let play = |pig: &mut Table<Pig>, from: usize| {
        for turn in from..12 {
            choose(pig, if turn % 3 == 2 { "hold" } else { "roll" });
        }
    };
    let mut whole = table::<Pig>("pig", &["person", "random"], 11);
    let mut saved = String::new();
    for turn in 0..12 {
        if turn == 5 {
            saved = whole.replay();
        }
        choose(&mut whole, if turn % 3 == 2 { "hold" } else { "roll" });
    }
    for _ in 0..2 {
        let mut resumed = load::<Pig>("pig", &saved).unwrap();
        let own = |session: &Table<Pig>| -> Vec<String> {
            session.log(0).into_iter().take_while(|e| e.who != Some(Seat::new(1))).map(|e| e.text).collect()
        };
        play(&mut resumed, 5);
        assert_eq!(own(&resumed), own(&whole));
    }
    // Lines that are missing at the end are no obstacle; a roll that the seed does not make is.
    let cut = saved.trim_end().rsplit_once('\n').unwrap().0;
    assert_eq!(load::<Pig>("pig", cut).unwrap().events(), load::<Pig>("pig", &saved).unwrap().events());
    let other_seed = saved.replace("\"seed\":11", "\"seed\":12");
    let error = load::<Pig>("pig", &other_seed).unwrap_err().to_string();
    assert!(error.contains("roll of seed 12 differs"), "{error}");
}

#[test]
fn a_person_is_not_told_what_he_cannot_know() {
    let mut poker = table::<KuhnPoker>("kuhn_poker", &["person", "scripted"], 3);
    settle(&mut poker);
    let log = poker.log(0);
    assert!(log[0].text.starts_with("deal ") && log[0].roll.is_some(), "his own card: {log:?}");
    assert_eq!((log[1].text.as_str(), &log[1].roll), ("something falls, unseen", &None));
    let mut goof = table::<Goofspiel>("goofspiel", &["scripted", "person"], 3);
    settle(&mut goof);
    let log = goof.log(0);
    assert_eq!(log.last().unwrap().text, "decides, unseen", "the other bid lies face down: {log:?}");
}

#[test]
fn a_hint_is_the_advisers_choice() {
    let mut pig = table::<Pig>("pig", &["person", "scripted"], 7);
    let hint = pig.hint().unwrap();
    assert_eq!((hint.adviser.as_str(), hint.choice, hint.expects), ("scripted", 0, None));
    let game = Arc::new(Pig::from_setup(&Setup::new("pig")).unwrap());
    let adviser = "scripted-search:visits=64".parse().unwrap();
    let players = vec![Player::Person, Player::Person];
    let mut searched = Table::new(game, &Roster::without_networks(), players, &adviser, 7).unwrap();
    let hint = searched.hint().unwrap();
    let expects = hint.expects.unwrap();
    assert!((0.0..=1.0).contains(&expects) && hint.others.len() == 1, "{hint:?}");
}

#[test]
fn nothing_is_chosen_where_nothing_is_to_choose() {
    let mut pig = table::<Pig>("pig", &["scripted", "scripted"], 7);
    assert!(pig.choose(0).unwrap_err().to_string().contains("nothing to choose"));
    assert!(pig.hint().is_err() && pig.choices().is_empty());
    settle(&mut pig);
    assert_eq!(pig.turn(), Turn::Over);
    let mut own = table::<Pig>("pig", &["person", "scripted"], 7);
    assert!(own.choose(2).unwrap_err().to_string().contains("there is no number 3"));
    assert_eq!(own.events(), 0);
}
