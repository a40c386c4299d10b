//! Every preset and every value of every option of every game can be played to the end, and passes the battery on a
//! small sample.

use std::sync::Arc;

use spinward_env::conformance::{Budget, Failure, Trial, run_all};
use spinward_env::core::{Dice, Node, OptionDomain, OptionInfo, Setup, planner_rng, uniform_index};
use spinward_env::games::{CompleteGame, GameVisitor, registry, with_game};

const GAMES: u64 = 20;

/// Enough to see every kind of decision of a wargame.
const SMALL: Budget = Budget { seed: 2, games: 2, positions: 12, tries: 3_000, states: 1_000 };

#[test]
fn every_preset_and_option_value_can_be_played() {
    let mut failures = Vec::new();
    for (setup, sample) in setups() {
        let found = with_game(&setup, Play { sample }).unwrap_or_else(|faults| vec![faults.to_string()]);
        failures.extend(found.into_iter().map(|failure| format!("{setup:?}: {failure}")));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

/// Every preset of every scenario, and every other value of every option where it is taken; with each, whether the
/// battery is run: once a value.
fn setups() -> Vec<(Setup, bool)> {
    let mut setups = Vec::new();
    for card in registry() {
        for scenario in card.scenarios.iter().map(|scenario| scenario.id) {
            let plain = Setup::new(card.id).scenario(scenario);
            let presets = card.presets.iter().skip(1).map(|preset| plain.clone().preset(preset.id));
            setups.extend(presets.map(|setup| (setup, true)));
            for option in &card.options {
                let taken = |id: &str| option.scenarios.is_empty() || option.scenarios.contains(&id);
                if taken(scenario) {
                    let first = card.scenarios.iter().find(|s| taken(s.id)).is_some_and(|s| s.id == scenario);
                    let others = values(option).into_iter().filter(|value| value != option.default);
                    setups.extend(others.map(|value| (plain.clone().set(option.key, value), first)));
                }
            }
        }
    }
    setups
}

fn values(option: &OptionInfo) -> Vec<String> {
    match &option.domain {
        OptionDomain::Switch => vec!["on".into(), "off".into()],
        OptionDomain::Words(words) => words.iter().map(|word| word.to_string()).collect(),
        OptionDomain::Integer { min, max } => vec![min.to_string(), max.to_string()],
    }
}

struct Play {
    sample: bool,
}

impl GameVisitor for Play {
    type Out = Vec<String>;

    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Vec<String> {
        let mut failures: Vec<String> = (0..GAMES).filter_map(|seed| play(&*game, seed).err()).collect();
        if self.sample {
            match Trial::new(game, SMALL) {
                Ok(trial) => {
                    let found = run_all(&trial).into_iter().filter(|failure| !is_excused(failure));
                    failures.extend(found.map(|failure| failure.to_string()));
                }
                Err(failure) => failures.push(failure.to_string()),
            }
        }
        failures
    }
}

/// A sample may have no stage that is small enough.
fn is_excused(failure: &Failure) -> bool {
    failure.what.contains("no stage was small enough")
}

fn play<G: CompleteGame>(game: &G, seed: u64) -> Result<(), String> {
    let (mut dice, mut rng, mut state) = (Dice::new(seed), planner_rng(seed, 1), game.initial_state());
    let mut legal = Vec::new();
    for _ in 0..=game.facts().max_events {
        match game.node(&state) {
            Node::Terminal if game.outcome(&state).is_some() => return Ok(()),
            Node::Terminal => return Err(format!("seed {seed}: over without a result")),
            Node::Chance => {
                let outcome = dice.roll(&game.chance(&state));
                game.apply_outcome(&mut state, outcome).map_err(|refusal| refusal.to_string())?;
            }
            Node::Decision(_) => {
                game.legal_actions(&state, &mut legal);
                if legal.is_empty() {
                    return Err(format!("seed {seed}: nothing is legal in\n{}", game.position_text(&state)));
                }
                let action = legal[uniform_index(&mut rng, legal.len())];
                game.apply(&mut state, action).map_err(|refusal| refusal.to_string())?;
            }
        }
    }
    Err(format!("seed {seed}: longer than the bound"))
}
