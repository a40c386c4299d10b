use super::*;
use crate::arena::{ArenaPlan, GameKey, PlayedGame, SprtPlan, Thinking};

fn record(results: &[[f32; 2]]) -> ArenaRecord {
    let plan = ArenaPlan {
        game: "g".into(),
        scenario: "s".into(),
        preset: "p".into(),
        options: vec![],
        agents: vec!["x".into(), "y".into()],
        meetings: vec![(0, 1)],
        pairs: 10,
        seed: 1,
        thinking: Thinking::default(),
        luck: None,
        sprt: None,
    };
    let mut record = ArenaRecord::new(plan);
    for (index, returns) in results.iter().enumerate() {
        record.games.push(PlayedGame {
            key: GameKey { meeting: 0, pair: index as u32 / 2, seating: index % 2 },
            returns: returns.to_vec(),
            cpu_s: vec![1.0, 0.5],
            decisions: vec![10, 20],
            luck: vec![],
        });
    }
    record
}

#[test]
fn only_whole_pairs_count_and_seats_are_told_apart() {
    // x wins from seat 0, loses and draws from seat 1; the last game has no partner yet.
    let record = record(&[[1.0, -1.0], [1.0, -1.0], [1.0, -1.0], [0.0, 0.0], [1.0, -1.0]]);
    let report = ArenaReport::new(&record, &["first", "second"]);
    let pair = &report.pairs[0];
    assert_eq!((pair.games, pair.a_wins, pair.b_wins, pair.draws), (4, 2, 1, 1));
    assert_eq!(pair.a_score, 0.625);
    assert_eq!(pair.a_by_seat.iter().map(|seat| seat.score).collect::<Vec<_>>(), [1.0, 0.25]);
    assert_eq!((pair.a_cpu_s, pair.b_cpu_s), (3.0, 3.0));
    assert_eq!((report.games, report.planned_games), (5, 20));
    assert!(report.ratings[0].agent == "x" && report.ratings[0].elo > 0.0);
}

#[test]
fn a_record_without_games_has_an_empty_report() {
    let report = ArenaReport::new(&record(&[]), &["first", "second"]);
    assert!(report.pairs.is_empty() && report.ratings.is_empty());
    assert!(report.to_string().contains("0 of 20 games"));
}

#[test]
fn luck_is_taken_off_where_it_was_measured() {
    // x wins both games of one pair and loses both of the other, all by the dice.
    let mut record = record(&[[1.0, -1.0], [-1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]);
    for game in &mut record.games {
        game.luck = game.returns.iter().map(|&value| 0.4 * f64::from(value) / 2.0).collect();
    }
    let pair = &ArenaReport::new(&record, &["first", "second"]).pairs[0];
    assert_eq!(pair.a_score, 0.5);
    let adjusted = pair.adjusted.as_ref().unwrap();
    assert!((adjusted.score - 0.5).abs() < 1e-12);
    // Scores of 0 and 1 became 0.2 and 0.8.
    assert!((adjusted.variance.unwrap() - 0.36).abs() < 1e-12, "{adjusted:?}");
    let [low, high] = adjusted.ci95.unwrap();
    // Two values 0.6 apart: half the width is t with one degree of freedom times 0.3.
    assert!((high - low - 2.0 * 12.706 * 0.3).abs() < 1e-2, "{low} {high}");
}

#[test]
fn equal_scores_have_no_interval_by_their_spread() {
    let mut record = record(&[[1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]]);
    record.games.iter_mut().for_each(|game| game.luck = vec![0.0, 0.0]);
    let adjusted = ArenaReport::new(&record, &["first", "second"]).pairs[0].adjusted.clone().unwrap();
    assert_eq!((adjusted.score, adjusted.ci95, adjusted.variance), (1.0, None, None));
}

#[test]
fn a_test_counts_pairs_in_order_until_its_verdict() {
    let mut record = record(&[[1.0, -1.0], [-1.0, 1.0]].repeat(60));
    record.plan.pairs = 80;
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    record.plan.sprt = Some(SprtPlan { test, scores: Which::Raw });
    let sprt = |record: &ArenaRecord| ArenaReport::new(record, &["first", "second"]).pairs[0].sprt.clone();
    let whole = sprt(&record).unwrap();
    assert_eq!(whole.verdict, Verdict::H1);
    assert!(whole.pairs < 60 && record.is_complete(), "{whole:?}");
    record.games.reverse();
    assert_eq!(sprt(&record).unwrap(), whole);
    record.games.retain(|game| game.key.pair != 2);
    let short = sprt(&record).unwrap();
    assert_eq!((short.pairs, short.verdict), (2, Verdict::Continue));
}
