use rand::Rng;
use spinward_env::core::planner_rng;

use super::*;
use crate::arena::{ArenaPlan, GameKey, PlayedGame, SprtPlan, Thinking};
use crate::changes::Changes;

fn record(results: &[[f32; 2]]) -> ArenaRecord {
    let plan = ArenaPlan {
        game: "g".into(),
        scenario: "s".into(),
        preset: "p".into(),
        options: vec![],
        figures: Changes::new(),
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
    // A single other pair says nothing of how luck counts, so that 5 of 6 parts are taken off: scores of 0 and 1 became 1/6 and 5/6.
    assert!((adjusted.variance.unwrap() - 4.0 / 9.0).abs() < 1e-12, "{adjusted:?}");
    let [low, high] = adjusted.ci95.unwrap();
    // Two values 2/3 apart: half the width is t with one degree of freedom times 1/3.
    assert!((high - low - 2.0 * 12.706 / 3.0).abs() < 1e-2, "{low} {high}");
}

/// Matches of 40 pairs, won in 70 of 100 games by luck and skill: whatever the luck that is told, the mean score stays, and only good
/// values make it narrower; values that mean nothing hardly make it wider.
#[test]
fn scores_without_luck_are_unbiased_and_never_much_wider() {
    let mut rng = planner_rng(11, 0);
    let mut uniform = move || rng.next_u64() as f64 / u64::MAX as f64;
    let matches = 400;
    let (mut raw, mut means, mut variances) = (0.0, [0.0; 2], [0.0; 2]);
    for _ in 0..matches {
        let games: Vec<(bool, f64, f64)> = (0..80)
            .map(|_| {
                let (fell, nonsense) = (uniform(), 3.0 * uniform() - 1.5);
                (fell < 0.7, if fell < 0.7 { 0.24 } else { -0.56 }, nonsense)
            })
            .collect();
        for told in 0..2 {
            let results: Vec<[f32; 2]> = games
                .iter()
                .enumerate()
                .map(|(k, game)| if game.0 == (k % 2 == 0) { [1.0, -1.0] } else { [-1.0, 1.0] })
                .collect();
            let mut record = record(&results);
            record.plan.pairs = 40;
            for (k, (game, (_, good, nonsense))) in record.games.iter_mut().zip(&games).enumerate() {
                let luck = if told == 0 { *good } else { *nonsense };
                game.luck = if k % 2 == 0 { vec![luck, -luck] } else { vec![-luck, luck] };
            }
            let pair = ArenaReport::new(&record, &["first", "second"]).pairs[0].clone();
            let adjusted = pair.adjusted.unwrap();
            raw += pair.a_score / 2.0;
            means[told] += adjusted.score;
            variances[told] += adjusted.variance.unwrap();
        }
    }
    let [good, nonsense] = variances.map(|sum| sum / f64::from(matches));
    assert!(good < 0.1 && (0.9..1.15).contains(&nonsense), "{good} {nonsense}");
    // A mean of 400 matches of 80 games has a standard error of 0.0026 without adjustment.
    for mean in [raw, means[0], means[1]].map(|sum| sum / f64::from(matches)) {
        assert!((mean - 0.7).abs() < 3.5 * 0.0026, "{mean}");
    }
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
