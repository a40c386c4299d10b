//! The battery bites: a game without a fault passes, and each fault is caught by the check made for it.

use std::sync::Arc;

use super::toy::{FAULTS, Toy};
use super::{Budget, Failure, Trial, action_ids_stable, action_table, run_all};
use crate::core::{Game, Seat, Setup};

fn failures(fault: &str) -> Vec<Failure> {
    let game = Toy::from_setup(&Setup::new("toy").set("fault", fault)).unwrap();
    match Trial::new(Arc::new(game), Budget { games: 20, positions: 80, ..Budget::default() }) {
        Ok(mut trial) => {
            trial.add_hidden_pair(Seat::new(1), ["0 0 1 - -", "2 0 1 1 -"]).unwrap();
            run_all(&trial)
        }
        Err(failure) => vec![failure],
    }
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(failures("none"), vec![]);
}

#[test]
fn every_fault_is_caught_by_its_checks() {
    let mut missed = Vec::new();
    for &(fault, checks) in FAULTS {
        let caught: Vec<&str> = failures(fault).iter().map(|failure| failure.check).collect();
        for check in checks.iter().filter(|check| !caught.contains(check)) {
            missed.push(format!("'{fault}' is not caught by {check} but by {caught:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn another_meaning_of_an_id_is_caught() {
    let game = Toy::from_setup(&Setup::new("toy")).unwrap();
    let table = action_table(&game);
    assert_eq!(action_ids_stable(&game, &table), Ok(()));
    let failure = action_ids_stable(&game, &table.replace("Pick(1)", "Pick(2)")).unwrap_err();
    assert!(failure.what.contains("4 Pick(1)"), "{failure}");
    assert!(action_ids_stable(&game, &format!("{table}6 Pass\n")).is_err());
}
