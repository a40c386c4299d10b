//! Matches, ratings and their intervals.
//!
//! Agents are compared by paired games: the same dice with the seats swapped. A small arena:
//!
//! ```
//! use std::sync::Arc;
//! use spinward_agents::roster::{AgentSpec, Roster};
//! use spinward_env::core::{Game, Setup};
//! use spinward_env::games::pig::Pig;
//! use spinward_evaluation::arena::{ArenaPlan, ArenaRecord, Control, run};
//! use spinward_evaluation::report::ArenaReport;
//!
//! let game = Arc::new(Pig::from_setup(&Setup::new("pig").set("target", "20"))?);
//! let agents = AgentSpec::list("scripted,random")?;
//! let mut record = ArenaRecord::new(ArenaPlan::everyone_against_everyone(game.setup(), agents, 10, 7));
//! run(&game, &Roster::without_networks(), &mut record, &mut Control::default())?;
//! let report = ArenaReport::new(&record, &game.facts().seats);
//! assert_eq!(report.pairs[0].games, 20);
//! assert!(report.pairs[0].a_score > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read on in this order: [`arena`] (who plays whom, on all cores, stopped and resumed), [`game`] (one game
//! between agents), [`report`] (what came out), [`luck`] (what the dice brought), [`interval`], [`rating`] and [`sprt`] (the statistics), [`cycles`] (who beats whom in circles), [`config`] (the
//! arena's file), [`balance`] (what the options of a game do to its sides), [`profile`] (what players did),
//! [`probe`] (values against results, thinking time, puzzles), [`pool`] (ratings game by game), [`page`] (the pages that explain a run or a lab), `lab` (feature `lab`: the
//! games of many arenas in one file), [`speed`] (how fast a game runs), [`review`] (what decided one game).

#![forbid(unsafe_code)]

pub mod arena;
pub mod balance;
mod changes;
pub mod config;
pub mod cycles;
pub mod game;
pub mod interval;
#[cfg(feature = "lab")]
pub mod lab;
pub mod luck;
pub mod page;
mod parallel;
pub mod pool;
pub mod probe;
pub mod profile;
pub mod rating;
pub mod report;
pub mod review;
mod saved;
pub mod speed;
pub mod sprt;
