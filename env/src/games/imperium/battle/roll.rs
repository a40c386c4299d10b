//! The roll at hand: what its dice are, as outcomes with their weights or only as their number.

use super::odds::{self, Odds};
use super::{War, assault, at_hand, departure, fire, orbit, space};
use crate::core::Chance;
use crate::games::imperium::state::{Moment, State};

/// A roll of a battle.
pub(super) enum Roll {
    /// The initiative: by how much its holder leads.
    Initiative {
        /// See [`space::lead`].
        lead: i8,
    },
    /// Dice of which so many succeed.
    Dice {
        /// The chance of each.
        odds: Odds,
        /// How many.
        dice: u8,
        /// How many successes make a difference.
        most: u8,
    },
}

impl Roll {
    /// The roll that is due; `None` where a decision is.
    pub(super) fn at_hand(war: &impl War, state: &State) -> Option<Self> {
        let battle = at_hand(state);
        let (odds, dice, most) = match battle.moment {
            Moment::InitiativeRoll => return Some(Self::Initiative { lead: space::lead(war, battle) }),
            Moment::FireRoll { squad, .. } => {
                (fire::odds(war, state, squad), battle.squad(squad).count, u8::MAX)
            }
            Moment::DisruptionRoll { squad, .. } => {
                (fire::disruption_odds(war, battle, squad), battle.squad(squad).count, u8::MAX)
            }
            Moment::PlanetaryRoll { squad, shooter } => {
                (orbit::planetary_odds(war, state, squad, shooter), battle.squad(squad).count, u8::MAX)
            }
            Moment::StrikeRoll { squad, target } => {
                let most = orbit::strike_most(state, squad, target);
                (orbit::strike_odds(war, state, squad, target), battle.squad(squad).count, most)
            }
            Moment::JumpRoll { squad, .. } => {
                let own = battle.squad(squad);
                (departure::jump_odds(war, &own), own.count, u8::MAX)
            }
            Moment::AttackRoll { squad, .. } => {
                let assault::Dice { odds, dice, most } = assault::dice(war, state, squad);
                (odds, dice, most)
            }
            Moment::GroundedRoll { squad, class, hits } => {
                (orbit::grounded_odds(war, state, squad, class), hits, u8::MAX)
            }
            _ => return None,
        };
        Some(Self::Dice { odds, dice, most })
    }

    /// Its outcomes with their weights.
    pub(super) fn chance(&self) -> Chance {
        match *self {
            Self::Initiative { lead } => Chance::new(falls(lead)),
            Self::Dice { odds, dice, most } => odds::successes(odds, dice, most),
        }
    }

    /// How many outcomes it has.
    pub(super) fn outcomes(&self) -> usize {
        match *self {
            Self::Initiative { lead } => falls(lead).count(),
            Self::Dice { odds, dice, most } => odds::outcomes(odds, dice, most),
        }
    }
}

/// The weights of the falls that a roll for the initiative can have.
fn falls(lead: i8) -> impl Iterator<Item = u32> {
    odds::initiative_weights(lead).into_iter().filter(|&weight| weight > 0)
}
