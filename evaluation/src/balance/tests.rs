use std::sync::atomic::{AtomicBool, Ordering};

use spinward_agents::roster::{AgentSpec, Roster};
use spinward_env::core::{Game, Setup};
use spinward_env::games::imperium::Imperium;
use spinward_env::games::pig::Pig;

use super::plan::{BASE, BalancePlan, Effort, ROUNDS, handicap_range};
use super::report::{BalanceReport, Widths};
use super::run::{BalanceRecord, Control, run};

fn effort(games: u32, handicap_games: u32) -> Effort {
    Effort { agent: AgentSpec::new("scripted"), games, handicap_games, seed: 3 }
}

fn plan<G: spinward_env::games::CompleteGame>(
    setup: &Setup,
    factors: &[&str],
    effort: Effort,
) -> Result<BalancePlan, String> {
    let game = G::from_setup(setup).map_err(|faults| faults.to_string())?;
    let factors: Vec<String> = factors.iter().map(ToString::to_string).collect();
    BalancePlan::new(&game, setup, &factors, &effort).map_err(|faults| faults.to_string())
}

#[test]
fn factors_become_variants() {
    let setup = Setup::new("imperium").set("cobb.price", "off");
    let factors =
        ["cobb.price", "preset=gdw-1990", "world_glory", "cobb.fire=off,cobb.hits=off", "reaction_jumps=2"];
    let plan = plan::<Imperium>(&setup, &factors, effort(1, 0)).unwrap();
    let names: Vec<&str> = plan.variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(
        names,
        [
            BASE,
            "cobb.price=on",
            "preset=gdw-1990",
            "world_glory=war_end",
            "cobb.fire=off,cobb.hits=off",
            "reaction_jumps=2"
        ]
    );
    assert_eq!(plan.variants[1].options["cobb.price"], "on");
    assert_eq!(
        (plan.variants[2].preset.as_str(), plan.variants[2].options["cobb.number"].as_str()),
        ("gdw-1990", "off")
    );
    assert_eq!(plan.variants[4].options["cobb.hits"], "off");
}

#[test]
fn every_wrong_factor_is_reported() {
    let setup = Setup::new("imperium");
    let factors = [
        "cobb.prize",
        "reaction_jumps",
        "reaction_jumps=x",
        "preset=cobb-1999",
        "cobb.price=on",
        "cobb.price=off",
        "cobb.price",
        "cobb.price=on,cobb.fire=off",
        "preset=gdw-1990,cobb.fire=off",
        "preset=cobb-2005,cobb.price=on",
        "cobb.fire,cobb.hits",
        "=on",
        "handicap_ru.terran=5",
    ];
    let faults = plan::<Imperium>(&setup, &factors, effort(1, 10)).unwrap_err();
    for part in [
        "did you mean 'cobb.price'?",
        "it takes numbers from 1 to 9",
        "'x' is not a whole number",
        "no id 'cobb-1999'",
        "cobb.price=on changes nothing, it is what the base has",
        "factor 'cobb.price=on,cobb.fire=off': cobb.price=on changes nothing there; leave it out",
        "factor 'preset=gdw-1990,cobb.fire=off': cobb.fire=off changes nothing there; leave it out",
        "factor 'preset=cobb-2005,cobb.price=on': preset=cobb-2005,cobb.price=on changes nothing",
        "cobb.price=off is there twice",
        "'cobb.fire' is not KEY=VALUE",
        "'=on' is not KEY=VALUE",
        "handicap_ru.terran is set, but it is what is to be found",
    ] {
        assert!(faults.contains(part), "{part}: {faults}");
    }
}

#[test]
fn without_handicaps_there_are_still_win_rates() {
    let setup = Setup::new("pig").set("target", "20");
    assert!(plan::<Pig>(&setup, &[], effort(1, 1)).unwrap_err().contains("no handicaps"));
    let duel = Setup::new("imperium").scenario("duel");
    assert!(plan::<Imperium>(&duel, &[], effort(1, 1)).unwrap_err().contains("no handicaps"));
    let record = played::<Pig>(plan::<Pig>(&setup, &["target=30"], effort(50, 0)).unwrap());
    let report =
        BalanceReport::new(&record, &["first", "second"], handicap_range::<Pig>(), Widths::default());
    assert_eq!((report.rates.len(), report.effects.len(), report.fair_handicap.len()), (4, 2, 0));
    assert!((report.rates[0].estimate + report.rates[1].estimate - 1.0).abs() < 1e-12);
}

fn played<G: spinward_env::games::CompleteGame>(plan: BalancePlan) -> BalanceRecord {
    let mut record = BalanceRecord::new(plan);
    let stop = AtomicBool::new(false);
    let mut control = Control { stop: &stop, on_game: &mut |_| Ok(()) };
    run::<G>(&Roster::without_networks(), &mut record, &mut control).unwrap();
    assert!(record.is_complete());
    record
}

fn imperium() -> Imperium {
    Imperium::from_setup(&Setup::new("imperium")).unwrap()
}

fn report(record: &BalanceRecord) -> BalanceReport {
    let range = handicap_range::<Imperium>();
    BalanceReport::new(record, &["terran", "imperial"], range, Widths::default())
}

#[test]
fn a_stopped_balance_goes_on_to_the_same_report() {
    let plan = plan::<Imperium>(&Setup::new("imperium"), &["cobb.price"], effort(6, 40)).unwrap();
    let whole = played::<Imperium>(plan.clone());
    for games in [1, 30, 60] {
        let (mut record, stop) = (BalanceRecord::new(plan.clone()), AtomicBool::new(false));
        let mut on_game = |record: &BalanceRecord| {
            stop.fetch_or(record.games.len() >= games, Ordering::Relaxed);
            Ok(())
        };
        let mut control = Control { stop: &stop, on_game: &mut on_game };
        run::<Imperium>(&Roster::without_networks(), &mut record, &mut control).unwrap();
        assert!(record.games.len() >= games && !record.is_complete());
        let mut resumed =
            BalanceRecord::resume(plan.clone(), imperium().facts(), &record.to_json()).unwrap().record;
        let never = AtomicBool::new(false);
        let mut control = Control { stop: &never, on_game: &mut |_| Ok(()) };
        run::<Imperium>(&Roster::without_networks(), &mut resumed, &mut control).unwrap();
        assert_eq!(report(&resumed), report(&whole));
    }
}

#[test]
fn rounds_hold_every_game_once() {
    let plan = plan::<Imperium>(&Setup::new("imperium"), &[], effort(7, 33)).unwrap();
    let numbers: Vec<u32> = (0..=ROUNDS).flat_map(|round| plan.numbers(round)).collect();
    assert_eq!(numbers, (0..40).collect::<Vec<_>>());
    let setup = plan.setup::<Imperium>(0, -12);
    assert_eq!(
        (setup.options["handicap_ru.terran"].as_str(), setup.options["handicap_ru.imperial"].as_str()),
        ("12", "0")
    );
    assert_eq!(plan.setup::<Imperium>(0, 7).options["handicap_ru.imperial"], "7");
}

#[test]
fn other_saved_games_are_refused() {
    let plan = plan::<Imperium>(&Setup::new("imperium"), &[], effort(2, 0)).unwrap();
    let record = played::<Imperium>(plan.clone());
    let refused = |plan: &BalancePlan, text: &str| {
        BalanceRecord::resume(plan.clone(), imperium().facts(), text).unwrap_err().to_string()
    };
    let other = BalancePlan { seed: 4, ..plan.clone() };
    assert!(refused(&other, &record.to_json()).contains("another"));
    assert!(refused(&plan, "{}").contains("no saved games"));
    let mut edited = record.clone();
    edited.games[1].returns = vec![1.0, 0.0];
    let told = refused(&plan, &edited.to_json());
    assert!(told.starts_with("line 3 (game 2) can't have been played: returns: their sum is 1;"), "{told}");
    let old = BalanceRecord { version: 9, ..record };
    assert!(refused(&plan, &old.to_json()).contains("format 9"));
}
