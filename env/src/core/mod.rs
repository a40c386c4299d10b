//! The vocabulary of every game: seats, nodes, actions, chance, views, outcomes, facts, setups and errors.
//!
//! Nothing here knows a particular game, and nothing here decides. A game implements [`Game`]; everything
//! else in Spinward is written against that trait.

mod action;
mod card;
mod chance;
mod dice;
mod error;
mod event;
mod facts;
mod figure;
mod game;
mod hash;
mod node;
mod notation;
mod outcome;
mod seat;
mod setup;
mod view;

pub use action::{ActionCodec, ActionId, MAX_ACTION_IDS};
pub use card::{Card, OptionDomain, OptionInfo, PresetInfo, ScenarioInfo};
pub use chance::{Chance, MAX_OUTCOMES, OutcomeIndex};
pub use dice::{Dice, PlannerRng, planner_rng, uniform_index};
pub use error::{IllegalAction, IllegalOutcome, ParseError, SetupFault, SetupFaults};
pub use event::{Event, EventOf};
pub use facts::{Facts, Information, Utility};
pub use figure::Figure;
pub use game::Game;
pub use hash::stable_hash;
pub use node::Node;
pub use notation::Notation;
pub use outcome::Outcome;
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use setup::{ResolvedSetup, Setup};
pub use view::OpenView;
