//! Which column of a one-hot group stands for what.

use super::super::action::Quantity;
use super::super::state::{Fire, Mission, Moment, Phase, Role, Step};
use super::columns::FIRES;

/// The place of a kind of fire among the columns of all games.
pub(super) fn fire_index(fire: Fire) -> Option<usize> {
    Some(fire as usize).filter(|&index| index < FIRES.len())
}

pub(super) fn role_index(role: Role) -> usize {
    match role {
        Role::Unassigned => 0,
        Role::Paired { .. } => 1,
        Role::Doubling { .. } => 2,
        Role::Out => 3,
        Role::On(Mission::StayOff) => 4,
        Role::On(Mission::Bombard(_)) => 5,
        Role::On(Mission::Drop(_)) => 6,
        Role::On(Mission::Land(_)) => 7,
    }
}

pub(super) fn phase_index(phase: Phase) -> usize {
    phase as usize
}

/// The steps that every map has; the others stand in blocks `placing` and `series`.
pub(super) fn step_index(step: &Step) -> Option<usize> {
    let index = match step {
        Step::Place(_) | Step::Quantity(Quantity::Deploy { .. }) | Step::Draw | Step::Peace(_) => {
            return None;
        }
        Step::Intervention => 0,
        Step::Recall { .. } => 1,
        Step::Appeal => 2,
        Step::AppealRoll { .. } => 3,
        Step::Overhaul { .. } => 4,
        Step::Routine { .. } => 5,
        Step::Frontier { .. } => 6,
        Step::Build { .. } => 7,
        Step::Orders(_) => 8,
        Step::Quantity(Quantity::Move { .. }) => 9,
        Step::Quantity(Quantity::Load { .. }) => 10,
        Step::Quantity(Quantity::Unload { .. }) => 11,
        Step::Quantity(Quantity::Build { .. }) => 12,
        Step::Quantity(Quantity::Overhaul { .. }) => 13,
        Step::Quantity(Quantity::LeaveOut { .. }) => 14,
        Step::MoveRoll { .. } => 15,
        Step::Destination { .. } => 16,
        Step::Battle => 17,
        Step::Over => 18,
    };
    Some(index)
}

pub(super) fn moment_index(moment: &Moment) -> usize {
    match moment {
        Moment::InitiativeRoll => 0,
        Moment::ChooseRange => 1,
        Moment::LoadFighters { .. } => 2,
        Moment::ChooseRetreat { .. } => 3,
        Moment::Match { .. } => 4,
        Moment::MatchCount { .. } => 5,
        Moment::Double { .. } => 6,
        Moment::DoubleCount { .. } => 7,
        Moment::Declare { .. } => 8,
        Moment::DeclareTarget { .. } => 9,
        Moment::FireRoll { .. } => 10,
        Moment::DisruptionRoll { .. } => 11,
        Moment::ChooseMission { .. } => 12,
        Moment::MissionCount { .. } => 13,
        Moment::PlanetaryRoll { .. } => 14,
        Moment::ChooseStrike { .. } => 15,
        Moment::StrikeRoll { .. } => 16,
        Moment::BreakOff { .. } => 17,
        Moment::JumpRoll { .. } => 18,
        Moment::Defend { .. } => 19,
        Moment::Attack { .. } => 20,
        Moment::AttackCount { .. } => 21,
        Moment::AttackRoll { .. } => 22,
        Moment::GroundedRoll { .. } => 23,
        Moment::DeclareSecond { .. } => 24,
        Moment::SecondTarget { .. } => 25,
    }
}
