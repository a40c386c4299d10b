//! The outcomes of rolls in words.

use super::super::Imperium;
use super::super::battle::{initiative_fell, picks_range};
use super::super::state::{Battle, Moment, Peace, State, Step};
use crate::core::{Game, OutcomeIndex};

pub(super) fn text(game: &Imperium, state: &State, outcome: OutcomeIndex) -> String {
    let count = outcome.index();
    if matches!(state.step, Step::Intervention | Step::AppealRoll { .. }) {
        return game.court_text(state, count);
    }
    if state.step == Step::Draw {
        return format!("strength {}", game.strength_drawn(state, count).unwrap_or_default());
    }
    if game.chance(state).weights().len() == 1 {
        return "certain".into();
    }
    match (state.step, &state.battle) {
        (Step::Frontier { destroyed: Some(_), .. }, _) => format!("recovered {count}"),
        (Step::Frontier { group, .. }, _) => {
            let disrupted = state.groups.get(usize::from(group)).is_some_and(|group| group.disrupted);
            let word = match disrupted {
                false => "disrupted",
                true if game.rules.kit_maintenance => "destroyed",
                true => "recovered",
            };
            format!("{word} {count}")
        }
        (Step::MoveRoll { .. }, _) => format!("able {count}"),
        (Step::Peace(Peace::Length), _) => format!("peace of {} turns", game.turns_of_peace(count)),
        (Step::Peace(_), _) => format!("worn out {count}"),
        (_, Some(battle)) => in_battle(game, battle, count),
        (_, None) => format!("outcome {count}"),
    }
}

fn in_battle(game: &Imperium, battle: &Battle, count: usize) -> String {
    match battle.moment {
        Moment::InitiativeRoll if picks_range(game, battle) => match initiative_fell(game, battle, count) {
            Some(0) => "higher die kept".into(),
            Some(1) => "range stays on a tie".into(),
            _ => "higher die passes".into(),
        },
        Moment::InitiativeRoll => match initiative_fell(game, battle, count) {
            Some(0) => "initiative kept".into(),
            Some(1) => "initiative passes on a tie".into(),
            _ => "initiative passes".into(),
        },
        Moment::DisruptionRoll { .. } | Moment::GroundedRoll { .. } => format!("disrupted {count}"),
        Moment::JumpRoll { .. } => format!("able {count}"),
        _ => format!("hits {count}"),
    }
}
