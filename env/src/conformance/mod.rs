//! The battery that any game is handed to (feature `conformance`). Every check is a function over a [`Trial`]:
//! the game with a sample of played games and positions. [`run_all`] runs them all and reports every failure.
//!
//! ```
//! use std::sync::Arc;
//! use spinward_env::conformance::{Budget, Trial, run_all};
//! use spinward_env::core::{Game, Setup};
//! use spinward_env::games::pig::Pig;
//!
//! let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "20"))?);
//! let trial = Trial::new(game, Budget { games: 2, positions: 20, ..Budget::default() })?;
//! assert_eq!(run_all(&trial), vec![]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

use crate::games::CompleteGame;

mod codec;
mod dice;
mod encoding;
mod knowledge;
mod order;
mod results;
mod rules;
mod support;
mod text;
#[cfg(test)]
mod toy;
#[cfg(test)]
mod toy_tests;
mod trial;
mod vector;

pub use codec::{action_ids_stable, action_table, codec_below_4096, codec_bijection};
pub use dice::{
    chance_merged, chance_sums_to_one, future_dice_unreachable, no_rng_outside_chance, same_seed_same_game,
};
pub use encoding::{action_tokens_distinct, observation_fits_spec, scene_names_every_unit};
pub use knowledge::{sampled_worlds_agree_with_view, sealed_orders_sealed, view_has_no_leak, view_is_enough};
pub use order::canonical_order_loses_nothing;
pub use results::{doctrine_is_sound, ends_within_bound, returns_in_range, zero_sum_where_declared};
pub use rules::{
    illegal_leaves_state_unchanged, legal_iff_apply, listed_like_applied, no_forced_chain_cycles,
};
pub use support::sampled_worlds_have_full_support;
pub use text::{
    explanations_are_lines, hash_incremental_equals_full, notation_parses_back, position_text_round_trip,
    replay_round_trip, setup_round_trip,
};
pub use trial::{Budget, Trial};
pub use vector::vector_equals_scalar;

/// A check that a game does not pass.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{check}: {what}")]
pub struct Failure {
    /// The name of the check.
    pub check: &'static str,
    /// What was found, and in which position.
    pub what: String,
}

fn fail<T>(check: &'static str, what: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { check, what: what.into() })
}

/// A check of the battery.
pub type Check<G> = fn(&Trial<G>) -> Result<(), Failure>;

/// Every check that [`run_all`] runs, with its name. ([`action_ids_stable`] needs a file and stands apart.)
pub fn checks<G: CompleteGame>() -> Vec<(&'static str, Check<G>)> {
    vec![
        ("legal_iff_apply", legal_iff_apply),
        ("listed_like_applied", listed_like_applied),
        ("illegal_leaves_state_unchanged", illegal_leaves_state_unchanged),
        ("no_forced_chain_cycles", no_forced_chain_cycles),
        ("canonical_order_loses_nothing", canonical_order_loses_nothing),
        ("codec_bijection", codec_bijection),
        ("codec_below_4096", codec_below_4096),
        ("chance_sums_to_one", chance_sums_to_one),
        ("chance_merged", chance_merged),
        ("same_seed_same_game", same_seed_same_game),
        ("no_rng_outside_chance", no_rng_outside_chance),
        ("future_dice_unreachable", future_dice_unreachable),
        ("replay_round_trip", replay_round_trip),
        ("setup_round_trip", setup_round_trip),
        ("position_text_round_trip", position_text_round_trip),
        ("hash_incremental_equals_full", hash_incremental_equals_full),
        ("notation_parses_back", notation_parses_back),
        ("explanations_are_lines", explanations_are_lines),
        ("view_has_no_leak", view_has_no_leak),
        ("view_is_enough", view_is_enough),
        ("sealed_orders_sealed", sealed_orders_sealed),
        ("sampled_worlds_agree_with_view", sampled_worlds_agree_with_view),
        ("sampled_worlds_have_full_support", sampled_worlds_have_full_support),
        ("ends_within_bound", ends_within_bound),
        ("returns_in_range", returns_in_range),
        ("zero_sum_where_declared", zero_sum_where_declared),
        ("doctrine_is_sound", doctrine_is_sound),
        ("vector_equals_scalar", vector_equals_scalar),
        ("observation_fits_spec", observation_fits_spec),
        ("action_tokens_distinct", action_tokens_distinct),
        ("scene_names_every_unit", scene_names_every_unit),
    ]
}

/// Runs every check and gives all failures; a check that panics has failed.
pub fn run_all<G: CompleteGame>(trial: &Trial<G>) -> Vec<Failure> {
    let run = |(name, check): (&'static str, Check<G>)| match catch_unwind(AssertUnwindSafe(|| check(trial)))
    {
        Ok(result) => result.err(),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Some(Failure { check: name, what: format!("it panicked: {text}") })
        }
    };
    checks().into_iter().filter_map(run).collect()
}
