//! The one registry of games. Everything else meets a game through [`with_game`] or [`registry`]; no other
//! file outside a game's own folder names one.

use std::sync::Arc;

use crate::core::{ActionCodec, Card, Game, Notation, Setup, SetupFault, SetupFaults};
use crate::doctrine::Doctrine;
use crate::encode::Encode;
use crate::profile::Profile;
use crate::scene::Draw;

pub mod imperium;
pub mod sfb_campaign;
mod small;
pub mod third_millennium;

pub use small::{connect_four, goofspiel, kuhn_poker, pig};

/// A game with everything that Spinward asks of it.
pub trait CompleteGame: Game + ActionCodec + Notation + Encode + Doctrine + Draw + Profile {}

impl<G: Game + ActionCodec + Notation + Encode + Doctrine + Draw + Profile> CompleteGame for G {}

/// Typed machinery (a search, a self-play worker, a test battery) for a game known only by its id.
pub trait GameVisitor {
    /// What the visit makes, often a trait object whose methods work on a whole decision or batch.
    type Out;

    /// Called with the game that the setup describes.
    fn visit<G: CompleteGame>(self, game: Arc<G>) -> Self::Out;
}

/// Typed machinery for a game without a setup: its card, its doctrine's parameters.
pub trait TypeVisitor {
    /// What the visit makes.
    type Out;

    /// Called with the type of the game.
    fn visit<G: CompleteGame>(self) -> Self::Out;
}

/// Every registered game, one line each.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The card of every game, in the order in which they are listed.
        pub fn registry() -> Vec<Card> {
            vec![$(<$game as Game>::card()),*]
        }

        /// Opens the game that a setup names and hands it to the visitor.
        ///
        /// # Errors
        /// Every fault of the setup, an unknown game among them.
        pub fn with_game<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Out, SetupFaults> {
            $(if setup.game == <$game as Game>::card().id {
                return Ok(visitor.visit(Arc::new(<$game as Game>::from_setup(setup)?)));
            })*
            Err(unknown_game(&setup.game))
        }

        /// Hands the type of a game to the visitor.
        ///
        /// # Errors
        /// If there is no game with this id.
        pub fn with_type<V: TypeVisitor>(id: &str, visitor: V) -> Result<V::Out, SetupFaults> {
            $(if id == <$game as Game>::card().id {
                return Ok(visitor.visit::<$game>());
            })*
            Err(unknown_game(id))
        }
    };
}

games![
    imperium::Imperium,
    third_millennium::ThirdMillennium,
    pig::Pig,
    connect_four::ConnectFour,
    kuhn_poker::KuhnPoker,
    goofspiel::Goofspiel
];

fn unknown_game(id: &str) -> SetupFaults {
    let ids: Vec<&str> = registry().iter().map(|card| card.id).collect();
    let problem = format!("no game '{id}'; there is {}", ids.join(", "));
    SetupFaults(vec![SetupFault { at: "game".into(), problem }])
}
