//! A strategic campaign of two to six empires, after an outline of campaign rules for Star Fleet Battles whose gaps are decided.
//!
//! It can't be played yet, and is not among the registered games. There is what a campaign begins with: the data
//! files ([`data`]), ship classes and forces ([`catalogue`], [`units`], [`force`]), maps ([`map`]), starting
//! territory ([`territory`]); battles, roll by roll ([`battle`]); and single rules as functions: [`building`], [`budget`],
//! [`supply`], [`movement`], [`patrol`], [`garrison`]. The game card (`README.md`) has the plan of the whole: state, decisions and who knows what.
//!
//! ```
//! use spinward_env::core::Setup;
//! use spinward_env::games::sfb_campaign::{data::Data, map::Map, rules};
//!
//! let setup = Setup::new("sfb_campaign").scenario("border").resolve(&rules::card())?;
//! let data = Data::read(&setup)?;
//! let map = Map::generate(&data, 1)?;
//! assert_eq!((map.radius, map.homes.len()), (4, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod battle;
pub mod budget;
pub mod building;
pub mod campaign;
pub mod catalogue;
pub mod data;
pub mod defenders;
pub mod empire;
pub mod force;
pub mod garrison;
pub mod hex;
pub mod map;
pub mod movement;
pub mod names;
pub mod patrol;
pub mod rules;
pub mod scenario;
pub mod supply;
pub mod territory;
pub mod units;
pub mod world;
