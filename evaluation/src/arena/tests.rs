use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Game, Seat, Setup};
use spinward_env::games::pig::Pig;

use super::scores::{of_meeting, points_of_seat};
use super::*;
use crate::sprt::{Sprt, Verdict};

fn pig() -> Arc<Pig> {
    Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "30")).unwrap())
}

fn plan(agents: &str, pairs: u32) -> ArenaPlan {
    ArenaPlan::everyone_against_everyone(pig().setup(), AgentSpec::list(agents).unwrap(), pairs, 11)
}

fn played(record: &ArenaRecord) -> Vec<(GameKey, Vec<f32>)> {
    let mut games: Vec<_> = record.games.iter().map(|game| (game.key, game.returns.clone())).collect();
    games.sort_by_key(|(key, _)| *key);
    games
}

fn run_whole(plan: ArenaPlan, workers: usize) -> ArenaRecord {
    let mut record = ArenaRecord::new(plan);
    let mut control = Control { workers: Some(workers), ..Control::default() };
    run(&pig(), &Roster::without_networks(), &mut record, &mut control).unwrap();
    record
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let one = run_whole(plan("random,scripted", 5), 1);
    let three = run_whole(plan("random,scripted", 5), 3);
    assert_eq!(played(&one), played(&three));
    assert_eq!(one.games.len(), 10);
}

#[test]
fn the_games_of_a_pair_have_the_same_dice_and_swapped_seats() {
    let replays = Mutex::new(Vec::new());
    let mut record = ArenaRecord::new(plan("random,scripted", 2));
    let mut on_game = |_: &ArenaRecord, replay: &[String]| {
        replays.lock().unwrap().push(replay[0].clone());
        Ok(())
    };
    let mut control =
        Control { workers: Some(1), replays: true, on_game: Some(&mut on_game), ..Control::default() };
    run(&pig(), &Roster::without_networks(), &mut record, &mut control).unwrap();
    let headers: Vec<serde_json::Value> =
        replays.lock().unwrap().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(headers[0]["seed"], headers[1]["seed"]);
    assert_ne!(headers[0]["seed"], headers[2]["seed"]);
    assert_eq!(headers[0]["players"], serde_json::json!(["random", "scripted"]));
    assert_eq!(headers[1]["players"], serde_json::json!(["scripted", "random"]));
}

/// Two agents play the same games whoever else is there; an agent that meets itself plays the two games of a pair differently.
#[test]
fn games_of_two_agents_do_not_depend_on_the_others() {
    let courses = |record: &ArenaRecord, a: &str, b: &str| {
        let at = |name: &str| record.plan.agents.iter().position(|agent| agent == name).unwrap();
        let meeting = record.plan.meetings.iter().position(|&pair| pair == (at(a), at(b))).unwrap();
        let of = record.games.iter().filter(|game| game.key.meeting == meeting);
        let mut of: Vec<_> = of.map(|game| (game.key.pair, game.key.seating, game.course.unwrap())).collect();
        of.sort_unstable();
        of
    };
    let (two, three) =
        (run_whole(plan("random,scripted", 4), 2), run_whole(plan("greedy,random,scripted", 4), 2));
    assert_eq!(courses(&two, "random", "scripted"), courses(&three, "random", "scripted"));
    let alone = run_whole(plan("random,random", 4), 2);
    let different: BTreeSet<u64> = alone.games.iter().filter_map(|game| game.course).collect();
    assert_eq!(different.len(), 8);
}

#[test]
fn a_stopped_arena_goes_on_to_the_same_result() {
    let stop = AtomicBool::new(false);
    let mut record = ArenaRecord::new(plan("random,scripted", 6));
    let mut on_game = |record: &ArenaRecord, _: &[String]| {
        stop.store(record.games.len() >= 3, Ordering::Relaxed);
        Ok(())
    };
    let mut control = Control { stop: &stop, workers: Some(1), replays: false, on_game: Some(&mut on_game) };
    run(&pig(), &Roster::without_networks(), &mut record, &mut control).unwrap();
    assert!(!record.is_complete());

    let mut resumed =
        ArenaRecord::resume(record.plan.clone(), pig().facts(), &record.to_json()).unwrap().record;
    assert_eq!(resumed.games.len(), record.games.len());
    run(&pig(), &Roster::without_networks(), &mut resumed, &mut Control::default()).unwrap();
    assert_eq!(played(&resumed), played(&run_whole(plan("random,scripted", 6), 2)));
}

#[test]
fn another_match_is_not_gone_on_with() {
    let saved = ArenaRecord::new(plan("random,scripted", 2)).to_json();
    let other = ArenaPlan { seed: 12, ..plan("random,greedy", 2) };
    let error = ArenaRecord::resume(other, pig().facts(), &saved).unwrap_err();
    assert_eq!(error.to_string(), "saved games of another match: agents, seed differ");
    let cut_off = ArenaRecord::resume(plan("random,scripted", 2), pig().facts(), &saved[..40]).unwrap_err();
    assert_eq!(cut_off, ResumeError::Cut);
    let luck = ArenaPlan { luck: Some("estimate".into()), ..plan("random,scripted", 2) };
    let error = ArenaRecord::resume(luck, pig().facts(), &saved).unwrap_err();
    assert_eq!(error.to_string(), "saved games of another match: luck differs");
}

/// Wherever the file ends, the games whose lines are whole are there, and the others are played again.
#[test]
fn a_save_that_was_cut_off_keeps_the_games_whose_lines_are_whole() {
    let record = run_whole(plan("random,scripted", 3), 2);
    let text = record.to_json();
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let resume = |end: usize| ArenaRecord::resume(record.plan.clone(), pig().facts(), &text[..end]);
    for (whole, pair) in lines.windows(2).enumerate().take(6) {
        for end in [pair[0] + 1, pair[0] + 9, pair[1] - 2] {
            let Saved { record: kept, is_cut } = resume(end).unwrap();
            assert!(is_cut && kept.games == record.games[..whole], "{whole} games, cut at {end}");
        }
    }
    let whole = resume(text.len()).unwrap();
    assert!(!whole.is_cut && whole.record == record);
    assert_eq!(resume(text.len() - 2).unwrap(), Saved { record: record.clone(), is_cut: true });
}

/// Other figures are another game: nothing is gone on with under them.
#[test]
fn other_figures_are_another_match() {
    let saved = ArenaRecord::new(plan("random,scripted", 2)).to_json();
    let figures = [("DD.price".to_string(), "4".to_string())].into();
    let error =
        ArenaRecord::resume(ArenaPlan { figures, ..plan("random,scripted", 2) }, pig().facts(), &saved)
            .unwrap_err();
    assert_eq!(error, ResumeError::OtherMatch("figures differ".into()));
}

#[test]
fn games_that_cannot_have_been_played_are_refused() {
    let luck = ArenaPlan { luck: Some("estimate".into()), ..plan("random,scripted", 2) };
    let record = run_whole(luck, 1);
    type Spoil = fn(&mut PlayedGame);
    let spoilt: [(Spoil, &str); 9] = [
        (|game| game.key.meeting = 7, "meeting: 7; a whole number from 0 to 0 would be right"),
        (|game| game.key.seating = 2, "seating: 2; 0 or 1 would be right"),
        (
            |game| game.key = GameKey { meeting: 0, pair: 0, seating: 0 },
            "it is there twice; once would be right",
        ),
        (|game| game.decisions.truncate(1), "decisions: 1 values; 2 would be right"),
        (|game| game.luck.clear(), "luck: 0 values; 2 would be right"),
        (|game| game.luck[0] = 1e300, "luck: 1e300; a number from -10000 to 10000 would be right"),
        (|game| game.returns.truncate(1), "returns: it has 1; one for each of the 2 seats would be right"),
        (|game| game.returns[1] = -3.0, "returns: second has -3; a number from -1 to 1 would be right"),
        (
            |game| game.returns = vec![1.0, 1.0],
            "returns: their sum is 2; 0 would be right, since one seat wins what others lose",
        ),
    ];
    for (spoil, fault) in spoilt {
        let mut saved = record.clone();
        spoil(&mut saved.games[1]);
        let told = |text: &str| {
            ArenaRecord::resume(record.plan.clone(), pig().facts(), text).unwrap_err().to_string()
        };
        let text = saved.to_json();
        assert_eq!(told(&text), format!("line 3 (game 2) can't have been played: {fault}"));
        // Where an editor has put all of it into one line, the number of the game says which.
        let of_one_line = told(&text.replace('\n', ""));
        assert_eq!(of_one_line, format!("game 2 can't have been played: {fault}"));
    }
}

#[test]
fn an_unknown_agent_is_refused_before_any_game() {
    let mut record = ArenaRecord::new(plan("random,scriptet", 2));
    let error = run(&pig(), &Roster::without_networks(), &mut record, &mut Control::default()).unwrap_err();
    assert!(error.to_string().contains("scripted"), "{error}");
    assert!(record.games.is_empty());
}

#[test]
fn points_are_counted_against_the_other_agents_seats() {
    let holders = [0, 1, 0];
    let returns = [1.0, 0.0, 0.0];
    assert_eq!(points_of_seat(Seat::new(0), &holders, &returns), 1.0);
    assert_eq!(points_of_seat(Seat::new(2), &holders, &returns), 0.5);
    assert_eq!(points_of_seat(Seat::new(1), &holders, &returns), 0.25);
}

/// The luck of a game follows from its dice alone, so that it is the same in every run.
#[test]
fn luck_is_measured_where_it_is_asked_for() {
    let plan = ArenaPlan { luck: Some("estimate".into()), ..plan("scripted,random", 20) };
    let record = run_whole(plan, 2);
    for game in &record.games {
        let [first, second] = game.luck[..] else { panic!("{game:?}") };
        // By Pig's estimate what one gains the other loses.
        assert!((first + second).abs() < 1e-6 && first != 0.0, "{game:?}");
    }
    let saved = ArenaRecord::resume(record.plan.clone(), pig().facts(), &record.to_json()).unwrap().record;
    assert_eq!(saved.games.len(), 40);
    let without = ArenaPlan { luck: None, ..record.plan.clone() };
    let error = ArenaRecord::resume(without, pig().facts(), &record.to_json()).unwrap_err();
    assert_eq!(error, ResumeError::OtherMatch("luck differs".into()));
}

#[test]
fn nobody_by_the_name_of_an_evaluator_is_told() {
    let mut record =
        ArenaRecord::new(ArenaPlan { luck: Some("estimat".into()), ..plan("scripted,random", 1) });
    let played = run(&pig(), &Roster::without_networks(), &mut record, &mut Control::default());
    let error = played.unwrap_err().to_string();
    assert!(error.contains("did you mean 'estimate'") && error.contains("estimate, network"), "{error}");
}

/// The test ends the meeting of unequal agents early, and says the same with any number of workers.
#[test]
fn a_sequential_test_ends_a_meeting() {
    let sprt = SprtPlan { test: Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 }, scores: Which::Raw };
    let plan = ArenaPlan { sprt: Some(sprt), ..plan("scripted,random", 400) };
    let [one, three] = [1, 3].map(|workers| {
        let record = run_whole(plan.clone(), workers);
        assert!(record.is_complete() && record.games.len() < 400, "{}", record.games.len());
        scores::sequential(&record, &of_meeting(&record, 0)).unwrap()
    });
    assert_eq!((one, one.verdict), (three, Verdict::H1));
}

#[test]
fn games_beyond_fewer_pairs_stay_and_do_not_count() {
    let record = run_whole(plan("random,scripted", 4), 2);
    let fewer = ArenaPlan { pairs: 1, ..record.plan.clone() };
    let fewer = ArenaRecord::resume(fewer, pig().facts(), &record.to_json()).unwrap().record;
    assert_eq!((fewer.games.len(), fewer.played(), fewer.planned()), (8, 2, 2));
    assert!(fewer.is_complete() && of_meeting(&fewer, 0).len() == 1);
    assert!(fewer.counted().all(|game| game.key.pair == 0));
    let again = ArenaRecord::resume(record.plan.clone(), pig().facts(), &fewer.to_json()).unwrap().record;
    assert_eq!(again.played(), 8);
}
